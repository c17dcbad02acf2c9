//! The calibration curve: expected scores against true results, by bins of the score.

use drawproof_tables::Wdl;

use super::logistic::{expected, points};
use crate::{
    answer::Score,
    judgement::{CalibrationBin, Logistic},
};

/// The number of bins of scores in centipawns: their deciles, fewer if many scores are equal.
const BINS: usize = 10;

/// Bins by rising score: one of scores of being mated, deciles of the weight of centipawns, one of
/// mate scores; empty ones are left out. Equal scores are in one bin.
pub(super) fn calibration(
    scored: impl Iterator<Item = (Score, Wdl, f64)>,
    curve: Option<&Logistic>,
) -> Vec<CalibrationBin> {
    let mut scored: Vec<(Score, Wdl, f64)> = scored.collect();
    scored.sort_by_key(|&(score, ..)| order(score));
    let total: f64 = scored.iter().map(|(.., weight)| weight).sum();
    let is_cp = |score: Score| matches!(score, Score::Cp(_));
    let of_cp: f64 = scored.iter().filter(|s| is_cp(s.0)).map(|(.., weight)| weight).sum();

    let mut bins: Vec<CalibrationBin> = Vec::new();
    let (mut last, mut group) = (None, None);
    let mut before = 0.0;
    for (score, truth, weight) in scored {
        if last != Some(score) {
            let decile = (before / of_cp * BINS as f64) as usize;
            let here = match score {
                Score::Cp(_) => (1, decile.min(BINS - 1)),
                mate => (order(mate).0, 0),
            };
            let (Score::Cp(number) | Score::Mate(number)) = score;
            match bins.last_mut().filter(|_| group == Some(here)) {
                Some(bin) => (bin.from, bin.to) = (bin.from.min(number), bin.to.max(number)),
                None => bins.push(CalibrationBin {
                    from: number,
                    to: number,
                    mate: !is_cp(score),
                    asked: 0,
                    share: 0.0,
                    expected: 0.0,
                    actual: 0.0,
                }),
            }
            (last, group) = (Some(score), Some(here));
        }
        if is_cp(score) {
            before += weight;
        }
        let bin = bins.last_mut().expect("a bin was just made");
        bin.asked += 1;
        bin.share += weight;
        bin.expected += weight * expected(score, curve);
        bin.actual += weight * points(truth);
    }
    for bin in &mut bins {
        bin.expected /= bin.share;
        bin.actual /= bin.share;
        bin.share /= total;
    }
    bins
}

/// Scores from the worst for the side to move to the best: being mated, sooner first; centipawns;
/// mates, later first.
fn order(score: Score) -> (u8, i64) {
    match score {
        Score::Mate(moves) if moves > 0 => (2, -i64::from(moves)),
        Score::Mate(moves) => (0, -i64::from(moves)),
        Score::Cp(centipawns) => (1, centipawns.into()),
    }
}
