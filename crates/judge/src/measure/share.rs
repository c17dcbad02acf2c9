//! Shares of a stratified sample, and their intervals.

use crate::{judgement::Share, sample::Stratum};

/// The 97.5th percentile of the normal distribution: two-sided intervals of 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The answers of one stratum that a share is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Positions there are in the stratum.
    pub of: u64,
    /// Positions of the sample with an answer.
    pub answered: u64,
    /// Of these, the ones that the share is a share of.
    pub domain: u64,
    /// Of these, the ones that the share counts.
    pub hits: u64,
}

/// Wilson's interval of 95 % for a share found in `size` independent positions.
pub fn wilson(share: f64, size: f64) -> [f64; 2] {
    let z2 = Z * Z / size;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let half = Z / (1.0 + z2) * (share * (1.0 - share) / size + z2 / (4.0 * size)).sqrt();
    [(centre - half).clamp(0.0, share), (centre + half).clamp(share, 1.0)]
}

/// The share of all positions of a domain, estimated from the answers in each stratum. Strata
/// without answers are left out.
///
/// The interval is Wilson's with the effective size of the sample: that of a plain sample with the
/// variance of this one (Korn and Graubard, 1998). The variance is that of a ratio of stratified
/// means, with the correction for finite strata; one hit and one miss are added to each stratum for
/// it, so that a stratum without misses is not taken for certain.
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

/// Positions of a stratum; and answers, domain and hits with one more hit and one more miss.
fn smoothed(counts: &Counts) -> [f64; 4] {
    let plus = |count: u64, more: f64| count as f64 + more;
    [counts.of as f64, plus(counts.answered, 2.0), plus(counts.domain, 2.0), plus(counts.hits, 1.0)]
}
