//! Shares from a stratified sample, with their intervals: of all positions, by the square of a
//! king, and by the depth that an engine needs.

use std::collections::BTreeMap;

use drawproof_board::{Color, Piece};
use drawproof_tables::{Placement, Transform, Wdl};

use super::scores::told;
use crate::{
    answer::Answer,
    judgement::{MapSquare, Needed, Share},
    sample::Stratum,
};

/// The 97.5th percentile of the standard normal distribution, for two-sided 95 % intervals.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The counts in one stratum from which a share is estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// The number of positions in the stratum.
    pub of: u64,
    /// The number of sampled positions with an answer.
    pub answered: u64,
    /// The number of these answers in the domain: the denominator of the share.
    pub domain: u64,
    /// The number of the answers in the domain that are hits: the numerator of the share.
    pub hits: u64,
}

/// Returns Wilson's 95 % interval for a share of `size` independent positions.
pub fn wilson(share: f64, size: f64) -> [f64; 2] {
    let z2 = Z * Z / size;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let half = Z / (1.0 + z2) * (share * (1.0 - share) / size + z2 / (4.0 * size)).sqrt();
    [(centre - half).clamp(0.0, share), (centre + half).clamp(share, 1.0)]
}

/// Returns the share of all positions of a domain, estimated from the answers in each stratum.
/// Strata without answers are left out.
///
/// The interval is Wilson's with the effective size of the sample: the size of a simple sample with
/// the same variance (Korn and Graubard, 1998). The variance is that of a ratio of stratified
/// means, with the correction for finite strata. For the variance, one hit and one miss are added
/// to each stratum, so that a stratum without misses does not count as certain.
pub(super) fn share(strata: &[Counts; Stratum::COUNT]) -> Share {
    let strata = || strata.iter().filter(|counts| counts.answered > 0);
    let mean = |of: &dyn Fn(&Counts) -> f64| strata().map(of).sum::<f64>();
    let domain = mean(&|c| c.of as f64 * c.domain as f64 / c.answered as f64);
    if domain == 0.0 {
        return Share::default();
    }
    let share = mean(&|c| c.of as f64 * c.hits as f64 / c.answered as f64) / domain;
    let share = share.clamp(0.0, 1.0);

    let smoothed: Vec<[f64; 4]> = strata().filter(|c| c.domain > 0).map(smoothed).collect();
    let smoothed_domain: f64 = smoothed.iter().map(|[of, size, d, _]| of * d / size).sum();
    let smoothed_hits: f64 = smoothed.iter().map(|[of, size, _, k]| of * k / size).sum();
    let p = smoothed_hits / smoothed_domain;
    let variance_of = |(counts, &[of, size, d, k]): (&Counts, &[f64; 4])| {
        let misses = d - k;
        let mean = (k * (1.0 - p) - misses * p) / size;
        let square = (k * (1.0 - p) * (1.0 - p) + misses * p * p) / size;
        let finite = 1.0 - counts.answered as f64 / counts.of as f64;
        of * of * finite * (square - mean * mean) / counts.answered as f64
    };
    let with_domain = strata().filter(|c| c.domain > 0);
    let variance: f64 = with_domain.zip(&smoothed).map(variance_of).sum();
    let variance = variance / (smoothed_domain * smoothed_domain);
    let interval = match variance > 0.0 {
        true => wilson(share, p * (1.0 - p) / variance),
        false => [share; 2],
    };
    Share { share: Some(share), interval: Some(interval) }
}

/// Returns the size of a stratum, and its answers, domain and hits with one hit and one miss added.
fn smoothed(counts: &Counts) -> [f64; 4] {
    let plus = |count: u64, more: f64| count as f64 + more;
    [counts.of as f64, plus(counts.answered, 2.0), plus(counts.domain, 2.0), plus(counts.hits, 1.0)]
}

/// Sums over positions, by the square of either king.
#[derive(Clone, Debug)]
pub(super) struct Maps {
    /// The symmetries of the endgame. Each position counts under all of them.
    images: &'static [Transform],
    squares: [Vec<Sums>; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    asked: u64,
    wrong: u64,
    weight: f64,
    weight_wrong: f64,
}

impl Maps {
    /// Creates maps without positions, for an endgame with these symmetries.
    pub fn new(images: &'static [Transform]) -> Maps {
        Maps { images, squares: [vec![Sums::default(); 64], vec![Sums::default(); 64]] }
    }

    /// Counts a position on the king squares of all its symmetric images.
    pub fn add(&mut self, placement: &Placement, weight: f64, is_wrong: bool) {
        for color in Color::ALL {
            let king = placement.men[color as usize][Piece::King as usize];
            let king = king.next_square().expect("each side has a king");
            let mut counted = 0u64;
            for image in self.images {
                let square = image.square(king) as usize;
                let sums = &mut self.squares[color as usize][square];
                let is_first = u64::from(counted >> square & 1 == 0);
                counted |= 1 << square;
                sums.asked += is_first;
                sums.weight += weight;
                if is_wrong {
                    sums.wrong += is_first;
                    sums.weight_wrong += weight;
                }
            }
        }
    }

    /// Returns the maps of both kings, White's first.
    pub fn finish(self) -> [Vec<MapSquare>; 2] {
        let square = |sums: Sums| MapSquare {
            asked: sums.asked,
            wrong: sums.wrong,
            error: (sums.asked > 0).then(|| (sums.weight_wrong / sums.weight).min(1.0)),
        };
        self.squares.map(|squares| squares.into_iter().map(square).collect())
    }
}

/// The point from which on all scores of an answer are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RightFrom {
    /// The last score is wrong.
    Never,
    /// Scores are right from this depth on, reported at this node count.
    From { depth: u32, nodes: Option<u64> },
}

/// Returns the point from which on all scores of an answer are right; `None` without a score for
/// each depth.
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
        // Only the final score is right.
        None => RightFrom::From { depth: answer.depth?, nodes: answer.nodes },
    })
}

/// Summarizes all answers with a score for each depth; `None` without such answers.
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
            // The lowest power of two that is not below the nodes.
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
