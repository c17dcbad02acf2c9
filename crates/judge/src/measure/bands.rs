//! The band of scores that separates draws from decisive results best.

use std::collections::BTreeMap;

use drawproof_tables::Wdl;

use super::reading::told;
use crate::{answer::Score, judgement::BestBand};

/// The band with the greatest weight of right results, the narrowest of equals. `None` without
/// scores.
pub(super) fn best_band(scored: impl Iterator<Item = (Score, Wdl, f64)>) -> Option<BestBand> {
    // By magnitude of the score: weight right inside of the band, and right outside of it.
    let mut by_magnitude: BTreeMap<i32, [f64; 2]> = BTreeMap::from([(0, [0.0; 2])]);
    let (mut total, mut right_by_mate) = (0.0, 0.0);
    for (score, truth, weight) in scored {
        total += weight;
        let outside = if told(score, -1) == truth { weight } else { 0.0 };
        match score {
            Score::Mate(_) => right_by_mate += outside,
            Score::Cp(centipawns) => {
                let magnitude = centipawns.saturating_abs();
                // A score of 0 is inside of every band.
                let outside = if magnitude == 0 { 0.0 } else { outside };
                let inside = if truth == Wdl::Draw { weight } else { 0.0 };
                let here = by_magnitude.entry(magnitude).or_default();
                here[0] += inside;
                here[1] += outside;
            }
        }
    }
    if total == 0.0 {
        return None;
    }
    let mut right = right_by_mate + by_magnitude.values().map(|[_, outside]| outside).sum::<f64>();
    let mut best: Option<BestBand> = None;
    for (&centipawns, [inside, outside]) in &by_magnitude {
        right += inside - outside;
        let accuracy = (right / total).clamp(0.0, 1.0);
        // Sums in another order differ in the last digits.
        if best.is_none_or(|best| accuracy > best.accuracy + 1e-12) {
            best = Some(BestBand { centipawns, accuracy });
        }
    }
    best
}
