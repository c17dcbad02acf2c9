//! Which of the positions that were drawn make the sample.

use std::{collections::BTreeMap, fs, path::Path, str::FromStr, sync::Arc};

use anyhow::{Context, Result, anyhow, ensure};
use drawproof_find::{Found, Group, Match};
use drawproof_tables::{Layout, NormalMaterial};

use crate::arguments::parse_endgame;

/// What was found in an endgame.
pub struct Searched {
    pub endgame: NormalMaterial,
    pub layout: Arc<Layout>,
    pub found: Found,
}

/// `--balance`: a field, and the proportions of its values.
#[derive(Clone, Debug)]
pub struct Balance {
    pub field: String,
    /// By the order of the values, best result first; `None` for equal parts.
    weights: Option<Vec<u64>>,
}

impl FromStr for Balance {
    type Err = String;

    fn from_str(text: &str) -> Result<Balance, String> {
        let (field, weights) = match text.split_once('=') {
            None => (text, None),
            Some((field, weights)) => {
                let numbers = weights.split(':').map(|it| it.trim().parse::<u64>().ok());
                let bad = || format!("'{weights}' is no proportion: write numbers such as 1:1:1");
                let numbers = numbers.collect::<Option<Vec<u64>>>().ok_or_else(bad)?;
                if numbers.len() != 3 || field != "result" || numbers.iter().all(|it| *it == 0) {
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

/// How often each endgame is to occur.
pub struct Frequencies(BTreeMap<NormalMaterial, f64>);

impl Frequencies {
    /// Reads lines of an endgame and a number.
    pub fn read(path: &Path, endgames: &[NormalMaterial]) -> Result<Frequencies> {
        let shown = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("{shown} cannot be read"))?;
        let mut all = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let place = || format!("{shown}, line {}", number + 1);
            let (name, count) =
                line.split_once(|c: char| c.is_whitespace() || c == ',').with_context(|| {
                    format!("{}: write an endgame and a number, such as 'KRPKR 37'", place())
                })?;
            let endgame = parse_endgame(name).map_err(|error| anyhow!("{}: {error}", place()))?;
            let count: f64 = count
                .trim()
                .parse()
                .ok()
                .filter(|it: &f64| it.is_finite() && *it >= 0.0)
                .with_context(|| format!("{}: '{}' is no frequency", place(), count.trim()))?;
            *all.entry(endgame).or_insert(0.0) += count;
        }
        let known: f64 = endgames.iter().filter_map(|endgame| all.get(endgame)).sum();
        ensure!(known > 0.0, "{shown} has no frequency of the endgames that are searched");
        Ok(Frequencies(all))
    }
}

/// Leaves the positions of the sample in the results, all of which have as many as were asked for, or all
/// that were found.
pub fn draw(
    results: &mut [Searched],
    size: usize,
    balance: Option<&Balance>,
    frequencies: Option<&Frequencies>,
) -> Result<()> {
    let endgames = results.len();
    let mut parts: Vec<&mut Group> =
        results.iter_mut().flat_map(|it| &mut it.found.groups).collect();
    let of: Vec<usize> = match (balance, frequencies) {
        (None, None) => {
            // Every position found is as likely as any other, whichever endgame it is of.
            let mut places: Vec<(u64, usize)> = Vec::new();
            for (part, group) in parts.iter().enumerate() {
                places.extend(group.kept.iter().map(|it| (it.place, part)));
            }
            places.sort_unstable();
            let mut of = vec![0; parts.len()];
            places.into_iter().take(size).for_each(|(_, part)| of[part] += 1);
            of
        }
        (Some(Balance { weights: Some(weights), .. }), _) => {
            let weight = |group: &Group| {
                let names = ["win", "draw", "loss"];
                names.iter().position(|name| *name == group.value).map_or(0, |it| weights[it])
            };
            let wanted: Vec<u64> = parts.iter().map(|group| weight(group)).collect();
            let there = |value: &str| parts.iter().any(|group| group.value == value);
            for (name, weight) in ["win", "draw", "loss"].into_iter().zip(weights) {
                ensure!(
                    *weight == 0 || there(name),
                    "no {name} was found, so that the sample cannot be balanced"
                );
            }
            let all: u64 = wanted.iter().sum();
            // As many as keep the proportions.
            let fits = |(group, &weight): (&&mut Group, &u64)| match weight {
                0 => u64::MAX,
                _ => (group.kept.len() as u64).saturating_mul(all) / weight,
            };
            let size = parts.iter().zip(&wanted).map(fits).min().unwrap_or(0).min(size as u64);
            wanted.iter().map(|weight| (size * weight / all) as usize).collect()
        }
        (Some(_), _) => even(&parts.iter().map(|group| group.kept.len()).collect::<Vec<_>>(), size),
        (None, Some(Frequencies(all))) => {
            drop(parts);
            let weight = |it: &Searched| all.get(&it.endgame).copied().unwrap_or(0.0);
            let sum: f64 = results.iter().map(weight).sum();
            let of = results
                .iter()
                .map(|it| (size as f64 * weight(it) / sum).round() as usize)
                .collect::<Vec<_>>();
            debug_assert_eq!(of.len(), endgames);
            for (result, count) in results.iter_mut().zip(of) {
                let there: usize = result.found.groups.iter().map(|group| group.kept.len()).sum();
                ensure!(
                    there >= count,
                    "{} has {there} positions of {count} that its frequency asks for: ask for a smaller sample",
                    result.endgame,
                );
                result.found.groups.iter_mut().for_each(|group| first(&mut group.kept, count));
            }
            return Ok(());
        }
    };
    parts.iter_mut().zip(of).for_each(|(group, count)| first(&mut group.kept, count));
    Ok(())
}

/// The first of a sample.
fn first(kept: &mut Vec<Match>, count: usize) {
    kept.truncate(count);
}

/// `size` divided into parts as equal as their numbers allow.
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
    fn balances_are_fields_with_proportions_or_without() {
        assert_eq!("result=2:1:0".parse::<Balance>().unwrap().weights, Some(vec![2, 1, 0]));
        assert!("dtm".parse::<Balance>().unwrap().weights.is_none());
        for bad in ["result=1:1", "dtm=1:1:1", "result=a:b:c", "result=0:0:0"] {
            assert!(bad.parse::<Balance>().is_err(), "{bad}");
        }
    }
}
