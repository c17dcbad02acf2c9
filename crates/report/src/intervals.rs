//! Confidence intervals that a random sample gives for all positions.

/// The 97.5th percentile of the standard normal distribution, for two-sided 95 % intervals.
const Z: f64 = 1.959_963_984_540_054;

/// Returns Wilson's 95 % interval for a probability, given `hits` in `size` independent trials.
pub fn wilson(hits: u64, size: u64) -> [f64; 2] {
    let (share, size) = (hits as f64 / size as f64, size as f64);
    let z2 = Z * Z / size;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let half = Z / (1.0 + z2) * (share * (1.0 - share) / size + z2 / (4.0 * size)).sqrt();
    [(centre - half).clamp(0.0, share), (centre + half).clamp(share, 1.0)]
}

/// Returns the exact one-sided 95 % upper bound (Clopper and Pearson, 1934) for a probability,
/// given `hits` in `size` independent trials. Without a hit it is about 3 / `size`, the rule of
/// three.
pub fn upper_bound(hits: u64, size: u64) -> f64 {
    const RISK: f64 = 0.05;
    if hits >= size {
        return 1.0;
    }
    if hits == 0 {
        return -(RISK.ln() / size as f64).exp_m1();
    }
    // At the bound, the probability of at most `hits` hits is the risk.
    let (mut low, mut high) = (hits as f64 / size as f64, 1.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let fewer = 1.0 - incomplete_beta(hits as f64 + 1.0, (size - hits) as f64, middle);
        *(if fewer > RISK { &mut low } else { &mut high }) = middle;
    }
    high
}

/// Formats a lower bound of a share as a percentage, rounded down.
pub(crate) fn lower_percent(bound: f64) -> String {
    format!("{:.2} %", (bound * 10_000.0).floor() / 100.0)
}

/// Formats an upper bound of a share as a percentage, rounded up to `digits` digits.
pub(crate) fn upper_percent(bound: f64, digits: usize) -> String {
    let unit = 10f64.powi(digits as i32);
    format!("{:.digits$} %", ((bound * 100.0 * unit).ceil() / unit).min(100.0))
}

/// Returns the regularized incomplete beta function, computed by its continued fraction (Lentz's
/// method).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    const TINY: f64 = 1e-300;
    let front = a * x.ln() + b * (-x).ln_1p() + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
    let away = |it: f64| if it.abs() < TINY { TINY } else { it };
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let (mut c, mut fraction) = (1.0, d);
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            fraction *= d * c;
        }
        if (fraction / before - 1.0).abs() < 1e-14 {
            break;
        }
    }
    front.exp() * fraction / a
}

/// Returns the logarithm of the gamma function of a positive number (Lanczos approximation).
fn ln_gamma(x: f64) -> f64 {
    const G: f64 = 7.0;
    const FACTORS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let terms = FACTORS.iter().zip(1..).map(|(factor, n)| factor / (x + f64::from(n)));
    let sum: f64 = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    let t = x + G + 0.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the probability of at most `hits` hits in `size` trials, summed term by term.
    fn at_most(hits: u64, size: u64, share: f64) -> f64 {
        let mut term = (size as f64 * (-share).ln_1p()).exp();
        let mut sum = term;
        for k in 0..hits {
            term *= (size - k) as f64 / (k + 1) as f64 * share / (1.0 - share);
            sum += term;
        }
        sum
    }

    #[test]
    fn bounds_are_rounded_outwards() {
        assert_eq!([0.0, 0.123_46, 0.999_99].map(lower_percent), ["0.00 %", "12.34 %", "99.99 %"]);
        let upper = [(0.123_41, 2), (0.999_99, 1), (1.0, 0), (2.991e-6, 6), (0.009_999, 2)];
        let upper = upper.map(|(bound, digits)| upper_percent(bound, digits));
        assert_eq!(upper, ["12.35 %", "100.0 %", "100 %", "0.000300 %", "1.00 %"]);
    }

    #[test]
    fn the_bound_is_exact() {
        for size in [1, 2, 10, 100, 1000] {
            for hits in [0, 1, 3, 50, 99].into_iter().filter(|&hits| hits <= size / 2) {
                let bound = upper_bound(hits, size);
                let risk = at_most(hits, size, bound);
                assert!((risk - 0.05).abs() < 1e-9, "{hits} of {size}: {bound} {risk}");
            }
        }
        assert_eq!(upper_bound(7, 7), 1.0);
        let million = upper_bound(0, 1_000_000);
        assert!((million * 1e6 - 2.995_7).abs() < 1e-3, "{million}");
        // 9,976 of 313,740: about 1.645 standard deviations above the share.
        let bound = upper_bound(9_976, 313_740);
        assert!((bound - 0.032_32).abs() < 2e-5, "{bound}");
        let [low, high] = wilson(0, 10);
        assert!(low == 0.0 && (high - 0.277_5).abs() < 1e-3);
    }
}
