//! The meaning of scores: the result that a score states, the best draw band, the logistic curve
//! from scores to expected scores, and its calibration.

use std::collections::BTreeMap;

use drawproof_tables::Wdl;

use crate::{
    answer::Score,
    judgement::{BestBand, CalibrationBin, Logistic, ScoreDistance},
};

/// Returns the result that a score states for the side to move. Scores from minus `draw_band` to
/// `draw_band` centipawns are a draw. A mate score is a win; a score of being mated, 0 included, is
/// a loss.
pub fn told(score: Score, draw_band: i32) -> Wdl {
    match score {
        Score::Mate(moves) if moves > 0 => Wdl::Win,
        Score::Mate(_) => Wdl::Loss,
        Score::Cp(centipawns) if centipawns > draw_band => Wdl::Win,
        // An i64 has room for the magnitude of the lowest score.
        Score::Cp(centipawns) if i64::from(centipawns) < -i64::from(draw_band) => Wdl::Loss,
        Score::Cp(_) => Wdl::Draw,
    }
}

/// Returns the index of a result in arrays of counts: 0 = loss, 1 = draw, 2 = win.
pub(super) fn place_of(result: Wdl) -> usize {
    (result as i8 + 1) as usize
}

/// Correlates the scores of won positions with their distances to mate in plies.
pub(super) fn score_distance(won: &[(Score, u16)]) -> ScoreDistance {
    let scores = ranks(won, |(score, _)| match *score {
        Score::Mate(moves @ 1..) => (1, -moves),
        Score::Cp(centipawns) => (0, centipawns),
        Score::Mate(moves) => (-1, -moves),
    });
    let nearness = ranks(won, |(_, plies)| std::cmp::Reverse(*plies));
    let mean = (won.len() as f64 + 1.0) / 2.0;
    let products = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let size = (products(&scores, &scores) * products(&nearness, &nearness)).sqrt();
    let correlation = (size > 0.0).then(|| products(&scores, &nearness) / size);
    ScoreDistance { positions: won.len() as u64, correlation }
}

/// Ranks elements by a key, from 1. Equal elements share the mean of their ranks.
fn ranks<T, K: Ord>(elements: &[T], key: impl Fn(&T) -> K) -> Vec<f64> {
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by_key(|&number| key(&elements[number]));
    let mut ranks = vec![0.0; elements.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| key(&elements[a]) == key(&elements[b])) {
        let rank = before as f64 + (equal.len() as f64 + 1.0) / 2.0;
        equal.iter().for_each(|&number| ranks[number] = rank);
        before += equal.len();
    }
    ranks
}

/// Returns the band with the most weight of right results, the narrowest if several are equal;
/// `None` without scores.
pub(super) fn best_band(scored: impl Iterator<Item = (Score, Wdl, f64)>) -> Option<BestBand> {
    // By magnitude of the score: the weight that is right inside of the band, and right outside of
    // it.
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
        // Sums in another order would differ in the last digits.
        if best.is_none_or(|best| accuracy > best.accuracy + 1e-12) {
            best = Some(BestBand { centipawns, accuracy });
        }
    }
    best
}

/// The number of bins of centipawn scores. They are deciles, or fewer if many scores are equal.
const BINS: usize = 10;

/// Returns the bins by increasing score: one for scores of being mated, deciles by weight for
/// centipawns, one for mate scores. Empty bins are left out. Equal scores share a bin.
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

/// Returns a key that orders scores from the worst for the side to move to the best: being mated
/// (sooner first), centipawns, mates (later first).
fn order(score: Score) -> (u8, i64) {
    match score {
        Score::Mate(moves) if moves > 0 => (2, -i64::from(moves)),
        Score::Mate(moves) => (0, -i64::from(moves)),
        Score::Cp(centipawns) => (1, centipawns.into()),
    }
}

/// The bounds of a fitted scale, in centipawns.
const SCALE: [f64; 2] = [1.0, 10_000.0];

/// The maximum magnitude of a fitted curve's logit at score 0.
const LOGIT_MAX: f64 = 20.0;

/// The weight of the penalty on large parameters, for each unit of answer weight. It matters only
/// where the answers leave the parameters open, for example if a score separates all wins from all
/// other results.
const RIDGE: f64 = 1e-6;

/// The weight and the weighted points of the answers with each score in centipawns.
pub(super) type ByScore = BTreeMap<i32, [f64; 2]>;

/// Returns the points of a result: 0, 0.5 or 1.
pub(super) fn points(result: Wdl) -> f64 {
    f64::from(result as i8 + 1) / 2.0
}

/// Returns the expected points of a score: from the curve, or 1 or 0 for a mate score. Without a
/// curve, centipawns give half a point.
pub(super) fn expected(score: Score, curve: Option<&Logistic>) -> f64 {
    match (score, curve) {
        (Score::Mate(moves), _) => f64::from(moves > 0),
        (Score::Cp(centipawns), Some(curve)) => {
            probability((f64::from(centipawns) - curve.offset) / curve.scale)
        }
        (Score::Cp(_), None) => 0.5,
    }
}

/// Fits the logistic curve by maximum likelihood, with a draw counted as half a win and half a
/// loss. The scale is from 1 to 10,000. `None` without answers.
pub(super) fn fit(answers: &ByScore) -> Option<Logistic> {
    let weight: f64 = answers.values().map(|[weight, _]| weight).sum();
    if weight == 0.0 {
        return None;
    }
    let points: Vec<Point> = answers
        .iter()
        .map(|(&score, &[w, wy])| Point { x: f64::from(score) / 100.0, w: w / weight, y: wy / w })
        .collect();
    let mut line = maximum(&points, [0.0, 1.0], [true, true]);
    let slopes = [100.0 / SCALE[1], 100.0 / SCALE[0]];
    if !(slopes[0]..=slopes[1]).contains(&line[1]) {
        line = maximum(&points, [0.0, line[1].clamp(slopes[0], slopes[1])], [true, false]);
    }
    let [intercept, slope] = [line[0].clamp(-LOGIT_MAX, LOGIT_MAX), line[1]];
    Some(Logistic { scale: 100.0 / slope, offset: -100.0 * intercept / slope, fitted: true })
}

/// The answers with one score: the score in pawns, their share of the weight, their mean points.
struct Point {
    x: f64,
    w: f64,
    y: f64,
}

/// Maximizes the likelihood by Newton's method from `start`. Returns intercept and slope of the
/// logit. Parameters that are not `free` keep their value.
fn maximum(points: &[Point], start: [f64; 2], free: [bool; 2]) -> [f64; 2] {
    let mut line = start;
    let mut best = likelihood(points, line);
    for _ in 0..100 {
        let step = newton_step(points, line, free);
        let mut length = 1.0;
        let (next, reached) = loop {
            let next = [line[0] + length * step[0], line[1] + length * step[1]];
            let reached = likelihood(points, next);
            if reached >= best || length < 1e-9 {
                break (next, reached);
            }
            length /= 2.0;
        };
        if reached <= best {
            break;
        }
        (line, best) = (next, reached);
    }
    line
}

/// Returns a step of Newton's method. The penalty makes the Hessian regular.
fn newton_step(points: &[Point], [a, b]: [f64; 2], free: [bool; 2]) -> [f64; 2] {
    let mut gradient = [-RIDGE * a, -RIDGE * b];
    let mut hessian = [RIDGE, 0.0, RIDGE];
    for &Point { x, w, y } in points {
        let p = probability(a + b * x);
        let (error, curvature) = (w * (y - p), w * p * (1.0 - p));
        gradient[0] += error;
        gradient[1] += error * x;
        hessian[0] += curvature;
        hessian[1] += curvature * x;
        hessian[2] += curvature * x * x;
    }
    let [aa, ab, bb] = hessian;
    if free != [true, true] {
        return [
            if free[0] { gradient[0] / aa } else { 0.0 },
            if free[1] { gradient[1] / bb } else { 0.0 },
        ];
    }
    let determinant = aa * bb - ab * ab;
    [
        (gradient[0] * bb - gradient[1] * ab) / determinant,
        (gradient[1] * aa - gradient[0] * ab) / determinant,
    ]
}

/// Returns the log-likelihood minus the penalty.
fn likelihood(points: &[Point], [a, b]: [f64; 2]) -> f64 {
    // Computes ln(1 + exp(z)) without overflow.
    let softplus = |z: f64| z.max(0.0) + (-z.abs()).exp().ln_1p();
    let of = |&Point { x, w, y }: &Point| {
        let z = a + b * x;
        w * (y * z - softplus(z))
    };
    points.iter().map(of).sum::<f64>() - RIDGE / 2.0 * (a * a + b * b)
}

/// Converts a logit into a probability.
fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_mates_with_better_scores_are_a_correlation_of_one() {
        let of = |won: &[(Score, u16)]| score_distance(won).correlation;
        let right =
            [(Score::Mate(2), 3), (Score::Mate(9), 17), (Score::Cp(900), 31), (Score::Cp(3), 40)];
        assert_eq!(of(&right), Some(1.0));
        assert_eq!(of(&[(Score::Cp(1), 1), (Score::Cp(2), 3), (Score::Mate(7), 5)]), Some(-1.0));
        assert_eq!(of(&[(Score::Cp(1), 1), (Score::Cp(1), 3)]), None);
        // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
        let tied =
            of(&[(Score::Cp(1), 9), (Score::Cp(5), 7), (Score::Cp(5), 5), (Score::Cp(9), 3)]);
        assert!((tied.unwrap() - 4.5 / 22.5f64.sqrt()).abs() < 1e-12, "{tied:?}");
    }

    /// Returns answers with scores from `from` to `to`, each of weight 2 and with `points` mean
    /// points.
    fn answers(from: i32, to: i32, points: impl Fn(i32) -> f64) -> ByScore {
        (from..=to).map(|score| (score, [2.0, 2.0 * points(score)])).collect()
    }

    #[test]
    fn a_curve_is_found_from_its_own_points() {
        for (scale, offset) in [(80.0, 0.0), (150.0, -40.0), (300.0, 200.0), (20.0, 10.0)] {
            let of = |score: i32| probability((f64::from(score) - offset) / scale);
            let found = fit(&answers(-1_000, 1_000, of)).unwrap();
            assert!((found.scale / scale - 1.0).abs() < 0.01, "{found:?}");
            assert!((found.offset - offset).abs() < 1.0, "{found:?}");
        }
    }

    #[test]
    fn no_curve_near_the_fitted_one_is_better() {
        let of = |score: i32| if score < -50 { 0.1 } else { 0.5 + f64::from(score % 7) / 20.0 };
        let answers = answers(-200, 400, of);
        let points: Vec<Point> = answers
            .iter()
            .map(|(&score, [w, wy])| Point { x: f64::from(score) / 100.0, w: *w, y: wy / w })
            .collect();
        let found = fit(&answers).unwrap();
        let likelihood_of =
            |scale: f64, offset: f64| likelihood(&points, [-offset / scale, 100.0 / scale]);
        let best = likelihood_of(found.scale, found.offset);
        for (more, further) in [(1.05, 0.0), (0.95, 0.0), (1.0, 5.0), (1.0, -5.0)] {
            assert!(likelihood_of(found.scale * more, found.offset + further) < best);
        }
    }

    #[test]
    fn answers_that_leave_the_curve_open_have_one_within_bounds() {
        let step = |score: i32| f64::from(u8::from(score > 0));
        for (answers, rising) in [
            (answers(-500, 500, step), true),
            (answers(-500, 500, |score| 1.0 - step(score)), false),
            (answers(-500, 500, |_| 1.0), false),
            (answers(-500, 500, |_| 0.5), false),
            (answers(70, 70, |_| 0.0), false),
            (answers(-30_000, -29_999, |_| 1.0), false),
            (ByScore::from([(-1, [1e-9, 0.0]), (i32::MAX, [1e9, 1e9])]), false),
        ] {
            let found = fit(&answers).unwrap();
            assert!((SCALE[0]..=SCALE[1]).contains(&found.scale), "{found:?}");
            assert!(found.offset.is_finite(), "{found:?}");
            let expects = |score| expected(Score::Cp(score), Some(&found));
            assert!(!rising || (expects(-100) < 0.01 && expects(100) > 0.99), "{found:?}");
        }
        assert_eq!(fit(&ByScore::new()), None);
    }
}
