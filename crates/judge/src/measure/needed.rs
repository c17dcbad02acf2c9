//! How deep an engine must look to be right from then on.

use std::collections::BTreeMap;

use drawproof_tables::Wdl;

use super::reading::told;
use crate::{answer::Answer, judgement::Needed};

/// Where the scores of one answer become right and stay so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RightFrom {
    /// The last score is wrong.
    Never,
    /// From this depth on, reported at this number of nodes.
    From { depth: u32, nodes: Option<u64> },
}

/// Where an answer's scores become right; `None` without a score for each depth.
pub(super) fn right_from(answer: &Answer, truth: Wdl, draw_band: i32) -> Option<RightFrom> {
    let last = answer.score.or(answer.by_depth.last().map(|level| level.score))?;
    answer.by_depth.last()?;
    let is_right = |score| told(score, draw_band) == truth;
    if !is_right(last) {
        return Some(RightFrom::Never);
    }
    let levels = answer.by_depth.iter().rev();
    let first = levels.take_while(|level| is_right(level.score)).last();
    Some(match first {
        Some(level) => RightFrom::From { depth: level.depth, nodes: level.nodes },
        // Right at the end alone.
        None => RightFrom::From { depth: answer.depth?, nodes: answer.nodes },
    })
}

/// The figures of all answers with a score for each depth; `None` if there are none.
pub(super) fn needed(answers: impl Iterator<Item = (RightFrom, f64)>) -> Option<Needed> {
    let mut depths: BTreeMap<u32, f64> = BTreeMap::new();
    let mut powers: BTreeMap<u32, f64> = BTreeMap::new();
    let (mut asked, mut total) = (0, 0.0);
    for (right_from, weight) in answers {
        asked += 1;
        total += weight;
        let RightFrom::From { depth, nodes } = right_from else { continue };
        *depths.entry(depth).or_default() += weight;
        if let Some(nodes) = nodes {
            // The least power of two that is not below the nodes.
            let power = nodes.max(1).checked_next_power_of_two().map_or(63, u64::trailing_zeros);
            *powers.entry(power).or_default() += weight;
        }
    }
    if asked == 0 {
        return None;
    }
    let by_nodes = match powers.last_key_value() {
        Some((&last, _)) => (0..=last).map(|power| (power, powers.get(&power))).collect(),
        None => Vec::new(),
    };
    let mut right = 0.0;
    let by_depth = depths.into_iter().map(|(depth, weight)| {
        right += weight;
        (depth, (right / total).min(1.0))
    });
    let by_depth = by_depth.collect();
    let mut right = 0.0;
    let by_nodes = by_nodes.into_iter().map(|(power, weight)| {
        right += weight.copied().unwrap_or_default();
        (1u64 << power, (right / total).min(1.0))
    });
    Some(Needed { asked, by_depth, by_nodes: by_nodes.collect() })
}
