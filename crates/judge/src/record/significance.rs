//! Whether a difference is more than the choice of positions explains.

/// The probability, two-sided, that a standard normal variable is at least as far from 0 as `z`.
pub fn normal_p(z: f64) -> f64 {
    erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// The complementary error function of a number that is not negative.
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

/// Pairs of one stratum of which only one answer is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discordant {
    /// The weight of a pair.
    pub weight: f64,
    /// Pairs of which only the old answer has the property.
    pub old_only: u64,
    /// Pairs of which only the new answer has the property.
    pub new_only: u64,
}

/// The greatest number of different outcomes that [`mcnemar_p`] enumerates.
const OUTCOMES_MAX: u64 = 100_000;

/// McNemar's exact test for weighted pairs: the probability that the weights differ at least as much
/// if either answer of each discordant pair is as probable to have the property. With equal weights
/// it is the two-sided binomial test of the discordant pairs. `None` if there are too many pairs to
/// enumerate.
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

/// The probabilities of 0 to `count` heads among fair coins.
fn binomial(count: u64) -> Vec<f64> {
    let mut logarithm = -(count as f64) * std::f64::consts::LN_2;
    let mut probabilities = vec![logarithm.exp()];
    for heads in 1..=count {
        logarithm += ((count + 1 - heads) as f64 / heads as f64).ln();
        probabilities.push(logarithm.exp());
    }
    probabilities
}

/// Holm's correction (1979) of probabilities that are tested together, in their order.
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
