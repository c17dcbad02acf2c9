//! Which of the positions that were drawn make the sample.

use std::{collections::BTreeMap, str::FromStr, sync::Arc};

use anyhow::{Result, bail};
use drawproof_find::{Found, Group};
use drawproof_tables::{Layout, NormalMaterial};

use crate::frequencies::Frequencies;

/// The positions that a search found in one endgame, and their counts.
pub struct Searched {
    pub layout: Arc<Layout>,
    pub found: Found,
}

impl Searched {
    /// Returns the material of the endgame.
    pub fn endgame(&self) -> NormalMaterial {
        self.layout.material()
    }
}

/// The value of `--balance`: a field, and the proportions of its values.
#[derive(Clone, Debug)]
pub struct Balance {
    pub field: String,
    /// By the order of the values, best result first; `None` for equal parts.
    weights: Option<Vec<f64>>,
}

impl FromStr for Balance {
    type Err = String;

    fn from_str(text: &str) -> Result<Balance, String> {
        let (field, weights) = match text.split_once('=') {
            None => (text, None),
            Some((field, weights)) => {
                let numbers =
                    weights.split(':').map(|it| it.trim().parse::<u32>().ok().map(f64::from));
                let bad =
                    || format!("'{weights}' is not a proportion: write numbers such as 1:1:1");
                let numbers = numbers.collect::<Option<Vec<f64>>>().ok_or_else(bad)?;
                if numbers.len() != 3 || field != "result" || numbers.iter().all(|it| *it == 0.0) {
                    return Err(
                        "proportions are for result: result=1:1:1 for win, draw and loss".into()
                    );
                }
                (field, Some(numbers))
            }
        };
        Ok(Balance { field: field.to_owned(), weights })
    }
}

/// Reduces the results to a random sample of at most `size` positions. Each part of the sample,
/// such as the wins of all endgames, is drawn separately.
pub fn draw(
    results: &mut [Searched],
    size: usize,
    balance: Option<&Balance>,
    frequencies: Option<&Frequencies>,
) -> Result<()> {
    let mut parts: BTreeMap<String, Vec<&mut Group>> = BTreeMap::new();
    for it in results {
        let endgame = it.endgame().to_string();
        for group in &mut it.found.groups {
            let part = if frequencies.is_some() { endgame.clone() } else { group.values.join(" ") };
            parts.entry(part).or_default().push(group);
        }
    }
    let there = |part: &[&mut Group]| part.iter().map(|group| group.kept.len()).sum::<usize>();
    let weights = match (balance, frequencies) {
        (None, None) => None,
        (Some(balance), _) => balance.weights.as_ref().map(|weights| {
            RESULTS.into_iter().map(str::to_owned).zip(weights.iter().copied()).collect()
        }),
        (None, Some(it)) => Some(
            it.endgames.iter().map(|(endgame, weight)| (endgame.to_string(), *weight)).collect(),
        ),
    };
    let sizes = match weights {
        None => even(&parts.values().map(|part| there(part)).collect::<Vec<_>>(), size),
        Some(weights) => {
            let weights: BTreeMap<String, f64> = weights;
            if balance.is_some() {
                let missing =
                    weights.iter().find(|(it, weight)| **weight > 0.0 && !parts.contains_key(*it));
                if let Some((name, _)) = missing {
                    bail!("no {name} was found, so that the sample cannot be balanced");
                }
            }
            let weights: Vec<f64> =
                parts.keys().map(|part| weights.get(part).copied().unwrap_or(0.0)).collect();
            let found: Vec<usize> = parts.values().map(|part| there(part)).collect();
            proportional(&weights, &found, size)
        }
    };
    for (part, size) in parts.into_values().zip(sizes) {
        // Every position of a part is as likely as any other, whichever endgame it is of.
        let mut places: Vec<u64> =
            part.iter().flat_map(|group| &group.kept).map(|it| it.place).collect();
        places.sort_unstable();
        let end = places.get(size).copied().unwrap_or(u64::MAX);
        part.into_iter().for_each(|group| group.kept.retain(|it| it.place < end));
    }
    Ok(())
}

/// The results, in the order of their proportions.
const RESULTS: [&str; 3] = ["win", "draw", "loss"];

/// Divides at most `size` by weights, so that no part is larger than the number of positions found
/// for it.
fn proportional(weights: &[f64], found: &[usize], size: usize) -> Vec<usize> {
    let all: f64 = weights.iter().sum();
    let fits = |(found, weight): (&usize, &f64)| {
        if *weight > 0.0 { *found as f64 * all / weight } else { f64::INFINITY }
    };
    let size = found.iter().zip(weights).map(fits).fold(size as f64, f64::min).floor();
    // Rounded as running sums, the parts add up.
    let mut sum = 0.0;
    let ends = weights.iter().map(|weight| {
        sum += weight;
        (size * sum / all).round() as usize
    });
    let ends: Vec<usize> = ends.collect();
    ends.iter()
        .enumerate()
        .map(|(part, end)| end - part.checked_sub(1).map_or(0, |it| ends[it]))
        .collect()
}

/// Divides `size` into parts as equal as their numbers allow.
fn even(there: &[usize], size: usize) -> Vec<usize> {
    let mut of = vec![0; there.len()];
    let mut left = size.min(there.iter().sum());
    while left > 0 {
        let open: Vec<usize> = (0..there.len()).filter(|&part| of[part] < there[part]).collect();
        let share = (left / open.len()).max(1);
        for part in open {
            let more = share.min(there[part] - of[part]).min(left);
            of[part] += more;
            left -= more;
        }
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_take_from_the_large_what_the_small_lack() {
        assert_eq!(even(&[100, 2, 50], 30), [14, 2, 14]);
        assert_eq!(even(&[5, 5], 100), [5, 5]);
        assert_eq!(even(&[5, 5, 5], 4), [2, 1, 1]);
        assert_eq!(even(&[], 4), [0; 0]);
    }

    #[test]
    fn proportions_are_kept_where_there_are_too_few() {
        assert_eq!(proportional(&[1.0, 1.0, 1.0], &[50, 50, 50], 10).iter().sum::<usize>(), 10);
        assert_eq!(proportional(&[2.0, 1.0, 0.0], &[100, 5, 7], 30), [10, 5, 0]);
        assert_eq!(proportional(&[3.0, 1.0], &[100, 100], 40), [30, 10]);
    }

    #[test]
    fn balances_are_fields_with_proportions_or_without() {
        assert_eq!("result=2:1:0".parse::<Balance>().unwrap().weights, Some(vec![2.0, 1.0, 0.0]));
        assert!("dtm".parse::<Balance>().unwrap().weights.is_none());
        for bad in ["result=1:1", "dtm=1:1:1", "result=a:b:c", "result=0:0:0"] {
            assert!(bad.parse::<Balance>().is_err(), "{bad}");
        }
    }
}
