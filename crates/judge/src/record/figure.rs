//! One figure of two runs: its old and new value, the variance of their difference, and whether that is
//! more than the choice of positions explains.

use drawproof_tables::Wdl;

use crate::{
    judgement::Logistic,
    measure::{Measurer, Observation},
    sample::{Stratum, StratumSize},
};

/// A compared figure: a weighted mean over positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Accuracy,
    SquaredError,
    /// The share of positions with the first result in which the move leaves the second.
    Move(Wdl, Wdl),
}

/// The answers of one run about one endgame.
pub(super) struct Answers<'a> {
    pub measurer: &'a Measurer<'a>,
    pub curve: Option<Logistic>,
}

/// One figure of one endgame in both runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Compared {
    /// The number of positions over which the figure is a mean, including positions that were not
    /// asked about.
    pub of: f64,
    pub old: f64,
    pub new: f64,
    /// The variance of the difference, new minus old.
    pub variance: f64,
    /// The variance after half a pair of each of the four kinds is added (Agresti and Min, 2005),
    /// so that a few equal answers do not count as certainty.
    pub variance_smoothed: f64,
    /// Whether both runs asked about all positions that the figure is about.
    pub is_exact: bool,
    /// Whether the two values of any pair differ; true for unpaired answers.
    pub has_changed: bool,
    /// The pairs whose values differ, by stratum; `None` for unpaired answers, and for figures that
    /// are not shares.
    pub discordant: Option<Vec<Discordant>>,
}

impl Figure {
    /// All figures, in the order of [`super::comparison::Differences::figures`].
    pub const ALL: [Figure; 5] = [
        Figure::Accuracy,
        Figure::SquaredError,
        Figure::Move(Wdl::Win, Wdl::Draw),
        Figure::Move(Wdl::Win, Wdl::Loss),
        Figure::Move(Wdl::Draw, Wdl::Loss),
    ];

    /// Returns whether a greater value of the figure is better.
    pub fn more_is_better(self) -> bool {
        self == Figure::Accuracy
    }

    /// Returns whether every position has the value 0 or 1.
    fn is_share(self) -> bool {
        self != Figure::SquaredError
    }

    /// Returns whether the figure is about positions with this result.
    fn is_about(self, result: Wdl) -> bool {
        match self {
            Figure::Move(from, _) => from == result,
            _ => true,
        }
    }

    /// Returns the value of one answer; `None` if it has none.
    fn value(self, answers: &Answers, seen: &Observation) -> Option<f64> {
        match self {
            Figure::Accuracy => {
                Some(f64::from(u8::from(seen.is_right(answers.measurer.settings().draw_band)?)))
            }
            Figure::SquaredError => seen.squared_error(answers.curve.as_ref()),
            Figure::Move(_, to) => Some(f64::from(u8::from(seen.after? == to))),
        }
    }

    /// Returns the figure for two runs over the same sample, computed from the positions that both
    /// runs answered; `None` if there are no such positions.
    pub fn paired(self, old: &Answers, new: &Answers) -> Option<Compared> {
        self.of_pairs(old, |number, seen| {
            let seen_new = new.measurer.observation(number)?;
            Some(self.value(old, seen).zip(self.value(new, seen_new)))
        })
    }

    /// Returns the figure from the pairs of values at the places where there are answers, which
    /// `pair` returns.
    fn of_pairs(
        self,
        answers: &Answers,
        pair: impl Fn(usize, &Observation) -> Option<Option<(f64, f64)>>,
    ) -> Option<Compared> {
        let sample = answers.measurer.sample();
        let mut strata = [Pairs::default(); Stratum::COUNT];
        for (number, seen) in answers.measurer.observations() {
            let Some(values) = pair(number, seen) else { continue };
            let stratum = sample.stratum(number);
            let pairs = &mut strata[stratum.number()];
            pairs.answered += 1;
            if let Some((old, new)) = values.filter(|_| self.is_about(stratum.result)) {
                pairs.add(old, new);
            }
        }
        let sizes = sample.strata();
        let counted = || sizes.iter().zip(&strata).filter(|(_, pairs)| pairs.count > 0);
        let all: u64 = counted().map(|(_, pairs)| pairs.count).sum();
        if all == 0 {
            return None;
        }
        // The number of positions that a pair stands for.
        let weight = |size: &StratumSize, pairs: &Pairs| size.of as f64 / pairs.answered as f64;
        let sum = |of: &dyn Fn(&Pairs) -> f64| -> f64 {
            counted().map(|(size, pairs)| weight(size, pairs) * of(pairs)).sum()
        };
        let of = sum(&|pairs| pairs.count as f64);
        let mean = sum(&|pairs| pairs.difference) / of;
        // Agresti and Min (2005) add half a pair of each of the four kinds; here they are spread
        // over the strata.
        let more = if self.is_share() { 2.0 / all as f64 } else { 0.0 };
        let variance = |more: f64| -> f64 {
            let of_stratum = |(size, pairs): (&StratumSize, &Pairs)| {
                let finite = 1.0 - pairs.answered as f64 / size.of as f64;
                let variance = pairs.variance(mean, more * pairs.count as f64);
                let share = size.of as f64 / of;
                share * share * finite * variance / pairs.answered as f64
            };
            counted().map(of_stratum).sum()
        };
        let discordant = counted().map(|(size, pairs)| Discordant {
            weight: weight(size, pairs),
            old_only: pairs.old_only,
            new_only: pairs.new_only,
        });
        Some(Compared {
            of,
            old: sum(&|pairs| pairs.old) / of,
            new: sum(&|pairs| pairs.new) / of,
            variance: variance(0.0),
            variance_smoothed: variance(more),
            is_exact: sizes.iter().zip(&strata).zip(Stratum::ALL).all(
                |((size, pairs), stratum)| {
                    pairs.answered == size.of || !self.is_about(stratum.result)
                },
            ),
            has_changed: strata.iter().any(|pairs| pairs.squares > 0.0),
            discordant: self.is_share().then(|| discordant.collect()),
        })
    }

    /// Returns the figure in two runs about different samples; `None` if either run has no answer
    /// that counts.
    pub fn unpaired(self, old: &Answers, new: &Answers) -> Option<Compared> {
        let [a, b] = [self.alone(old)?, self.alone(new)?];
        Some(Compared {
            of: a.of.max(b.of),
            old: a.new,
            new: b.new,
            variance: a.variance + b.variance,
            variance_smoothed: a.variance_smoothed + b.variance_smoothed,
            is_exact: a.is_exact && b.is_exact,
            has_changed: true,
            discordant: None,
        })
    }

    /// Returns the figure of one run, as pairs with an old value of 0: the difference is the value.
    fn alone(self, answers: &Answers) -> Option<Compared> {
        self.of_pairs(answers, |_, seen| Some(self.value(answers, seen).map(|value| (0.0, value))))
    }
}

/// Sums over the pairs of one stratum.
#[derive(Clone, Copy, Debug, Default)]
struct Pairs {
    /// Positions with answers.
    answered: u64,
    /// The answered positions that the figure is about. The sums are over these.
    count: u64,
    old: f64,
    new: f64,
    /// Sum of new minus old, and of its square.
    difference: f64,
    squares: f64,
    old_only: u64,
    new_only: u64,
}

impl Pairs {
    fn add(&mut self, old: f64, new: f64) {
        let difference = new - old;
        self.count += 1;
        self.old += old;
        self.new += new;
        self.difference += difference;
        self.squares += difference * difference;
        self.old_only += u64::from(difference < 0.0);
        self.new_only += u64::from(difference > 0.0);
    }

    /// Returns the variance of the difference less its `mean` over all strata, over all positions
    /// with answers; it is 0 for positions that the figure is not about. `more` pairs are added,
    /// half of them differing by 1 either way.
    fn variance(&self, mean: f64, more: f64) -> f64 {
        let answered = self.answered as f64 + more;
        let count = self.count as f64 + more;
        let squares = self.squares + more / 2.0;
        let deviation = (self.difference - count * mean) / answered;
        let square = squares - 2.0 * mean * self.difference + count * mean * mean;
        (square / answered - deviation * deviation).max(0.0)
    }
}

/// Returns the two-sided p-value of `z`: the probability that a standard normal variable is at
/// least as far from 0.
pub fn normal_p(z: f64) -> f64 {
    erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// Returns the complementary error function of a non-negative number.
fn erfc(x: f64) -> f64 {
    let gauss = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.5 {
        // erf(x) = 2/sqrt(pi) exp(-x^2) sum of 2^n x^(2n+1) / (1 3 5 ... (2n+1)).
        let (mut term, mut sum) = (x, x);
        for n in 1..100 {
            term *= 2.0 * x * x / f64::from(2 * n + 1);
            sum += term;
        }
        return (1.0 - 2.0 * gauss * sum).clamp(0.0, 1.0);
    }
    // The continued fraction 1 / (x + (1/2) / (x + (2/2) / (x + (3/2) / ...))).
    let fraction = (1..=60).rev().fold(x, |below, n| x + f64::from(n) / 2.0 / below);
    gauss / fraction
}

/// The numbers of pairs in one stratum in which only one answer has a property, such as being
/// right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discordant {
    /// The number of positions that each pair represents.
    pub weight: f64,
    /// The number of pairs in which only the old answer has the property.
    pub old_only: u64,
    /// The number of pairs in which only the new answer has the property.
    pub new_only: u64,
}

/// The greatest number of different outcomes that [`mcnemar_p`] enumerates.
const OUTCOMES_MAX: u64 = 100_000;

/// Returns the two-sided p-value of McNemar's exact test for weighted pairs; `None` if there are
/// too many pairs to enumerate.
///
/// Under the null hypothesis, either answer of a discordant pair is equally likely to be the one
/// with the property. With equal weights, the test is the two-sided binomial test of the discordant
/// pairs.
pub fn mcnemar_p(strata: &[Discordant]) -> Option<f64> {
    // Strata of equal weight are one.
    let mut merged: Vec<Discordant> = Vec::new();
    for &stratum in strata.iter().filter(|s| s.old_only + s.new_only > 0) {
        match merged.iter_mut().find(|other| other.weight == stratum.weight) {
            Some(other) => {
                other.old_only += stratum.old_only;
                other.new_only += stratum.new_only;
            }
            None => merged.push(stratum),
        }
    }
    let pairs = |s: &Discordant| s.old_only + s.new_only;
    merged
        .iter()
        .try_fold(1u64, |outcomes, s| outcomes.checked_mul(pairs(s) + 1))
        .filter(|&outcomes| outcomes <= OUTCOMES_MAX)?;
    let found: f64 =
        merged.iter().map(|s| s.weight * (s.new_only as f64 - s.old_only as f64)).sum();
    let all: f64 = merged.iter().map(|s| s.weight * pairs(s) as f64).sum();
    // Outcomes as extreme as the one found may differ in the last digits of their sums.
    let least = found.abs() - 1e-9 * all;
    let mut outcomes = vec![(0.0, 1.0)];
    for stratum in &merged {
        let probabilities = binomial(pairs(stratum));
        let step = |(new_only, probability): (usize, &f64)| {
            let old_only = pairs(stratum) as f64 - new_only as f64;
            (stratum.weight * (new_only as f64 - old_only), *probability)
        };
        let steps: Vec<(f64, f64)> = probabilities.iter().enumerate().map(step).collect();
        outcomes = outcomes
            .iter()
            .flat_map(|&(sum, p)| steps.iter().map(move |&(more, q)| (sum + more, p * q)))
            .collect();
    }
    let extreme = outcomes.into_iter().filter(|(sum, _)| sum.abs() >= least);
    Some(extreme.map(|(_, p)| p).sum::<f64>().min(1.0))
}

/// Returns the probabilities of 0 to `count` heads among fair coins.
fn binomial(count: u64) -> Vec<f64> {
    let mut logarithm = -(count as f64) * std::f64::consts::LN_2;
    let mut probabilities = vec![logarithm.exp()];
    for heads in 1..=count {
        logarithm += ((count + 1 - heads) as f64 / heads as f64).ln();
        probabilities.push(logarithm.exp());
    }
    probabilities
}

/// Corrects the p-values of tests that are made together by Holm's method (1979). Returns the
/// corrected values in the same order.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut corrected = vec![0.0; probabilities.len()];
    let mut last: f64 = 0.0;
    for (rank, &number) in order.iter().enumerate() {
        let factor = (probabilities.len() - rank) as f64;
        last = last.max((factor * probabilities[number]).min(1.0));
        corrected[number] = last;
    }
    corrected
}
