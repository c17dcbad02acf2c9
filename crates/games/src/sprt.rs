//! The generalized sequential probability ratio test, as fastchess and fishtest compute it: Michel Van den Bergh,
//! Comments on Normalized Elo, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use std::{f64::consts::LN_10, str::FromStr};

use serde::Serialize;

/// The unit of the Elo differences in a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: the difference of the scores in units of the standard deviation of a game's
    /// score. This is the default of fastchess.
    #[default]
    Normalized,
    /// Logistic Elo: the difference that corresponds to the expected score.
    Logistic,
}

/// A sequential probability ratio test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The unit of the Elo differences.
    pub model: Model,
    /// The Elo differences of the hypotheses, `[H0, H1]`.
    pub elo: [f64; 2],
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
}

/// The state of a sequential test after the games so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// The natural logarithm of the likelihood ratio of H1 to H0.
    pub llr: f64,
    /// The bound at or below which `llr` accepts H0.
    pub lower: f64,
    /// The bound at or above which `llr` accepts H1.
    pub upper: f64,
    /// The verdict: the accepted hypothesis, if there is one.
    pub verdict: Verdict,
    /// The unit of the Elo differences.
    pub model: Model,
    /// The Elo difference of hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of hypothesis H1.
    pub elo1: f64,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// H0 is accepted: the Elo difference is at most that of H0.
    H0,
    /// H1 is accepted: the Elo difference is at least that of H1.
    H1,
    /// Neither hypothesis is accepted: more games are needed.
    #[serde(rename = "continue")]
    Continue,
}

impl FromStr for Sprt {
    type Err = String;

    /// Parses `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`. ALPHA and BETA default to 0.05.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let help = "write ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,5 or 0,5,0.05,0.05";
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|it| it.trim().parse()).collect();
        let numbers = numbers.map_err(|_| help)?;
        let (elo, [alpha, beta]) = match numbers[..] {
            [elo0, elo1] => ([elo0, elo1], [0.05; 2]),
            [elo0, elo1, alpha, beta] => ([elo0, elo1], [alpha, beta]),
            _ => return Err(help.into()),
        };
        let is_share = |it: f64| 0.0 < it && it < 1.0;
        if !(elo[0] < elo[1] && elo.iter().all(|it| it.is_finite())) {
            return Err("ELO0 must be below ELO1".into());
        }
        if !(is_share(alpha) && is_share(beta) && alpha + beta < 1.0) {
            return Err(
                "ALPHA and BETA are chances of errors: above 0, and below 1 together".into()
            );
        }
        Ok(Sprt { model: Model::default(), elo, alpha, beta })
    }
}

impl Sprt {
    /// Runs the test on the counts of equidistant scores from 0 to 1. These are the numbers of
    /// losses, draws and wins, or the numbers of pairs of games with 0, 1/2, 1, 1 1/2 and 2 points.
    pub fn test(&self, counts: &[u64]) -> Tested {
        let (lower, upper) =
            ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln());
        let llr = self.llr(counts);
        let verdict = match llr {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Continue,
        };
        let [elo0, elo1] = self.elo;
        Tested { llr, lower, upper, verdict, model: self.model, elo0, elo1 }
    }

    fn llr(&self, counts: &[u64]) -> f64 {
        /// The value used for a count of 0.
        const UNSEEN: f64 = 1e-3;
        let counts: Vec<f64> =
            counts.iter().map(|&it| if it == 0 { UNSEEN } else { it as f64 }).collect();
        let total: f64 = counts.iter().sum();
        let shares: Vec<f64> = counts.iter().map(|it| it / total).collect();
        // The score of a pair is a mean of two games.
        let unit = if counts.len() == 5 { 2f64.sqrt() } else { 1.0 };
        let [p0, p1] = self.elo.map(|elo| match self.model {
            Model::Logistic => with_mean(&shares, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalized => with_ratio(&shares, unit * elo * LN_10 / 800.0),
        });
        let ratios = shares.iter().zip(p0.iter().zip(&p1));
        total * ratios.map(|(share, (p0, p1))| share * (p1 / p0).ln()).sum::<f64>()
    }
}

/// Returns the score, from 0 to 1, that the count at index `place` of `counts` counts stands for.
fn score(place: usize, counts: usize) -> f64 {
    place as f64 / (counts - 1) as f64
}

/// Returns the most likely shares of the scores whose mean is `mean`.
fn with_mean(shares: &[f64], mean: f64) -> Vec<f64> {
    let away: Vec<f64> = (0..shares.len()).map(|it| score(it, shares.len()) - mean).collect();
    most_likely(shares, &away)
}

/// Returns the most likely shares of the scores for which the distance of the mean from 1/2 is
/// `ratio` standard deviations.
fn with_ratio(shares: &[f64], ratio: f64) -> Vec<f64> {
    /// Changes of shares below this end the iteration, as in fastchess.
    const SMALL: f64 = 1e-4;
    const ROUNDS: usize = 1000;
    let size = shares.len();
    let mut found = vec![1.0 / size as f64; size];
    for _ in 0..ROUNDS {
        let mean: f64 = found.iter().enumerate().map(|(it, p)| p * score(it, size)).sum();
        let square = |it| (score(it, size) - mean).powi(2);
        let variance: f64 = found.iter().enumerate().map(|(it, p)| p * square(it)).sum();
        let away = |it| {
            score(it, size) - 0.5 - 0.5 * ratio * variance.sqrt() * (1.0 + square(it) / variance)
        };
        let next = most_likely(shares, &(0..size).map(away).collect::<Vec<_>>());
        let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if change < SMALL {
            break;
        }
    }
    found
}

/// Returns the most likely shares of the scores under which the mean of `away` is 0.
fn most_likely(shares: &[f64], away: &[f64]) -> Vec<f64> {
    let least = away.iter().copied().fold(f64::INFINITY, f64::min);
    let most = away.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    // The sum falls between its poles.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let sum: f64 = shares.iter().zip(away).map(|(p, a)| p * a / (1.0 + middle * a)).sum();
        *(if sum > 0.0 { &mut low } else { &mut high }) = middle;
    }
    let theta = f64::midpoint(low, high);
    shares.iter().zip(away).map(|(p, a)| p / (1.0 + theta * a)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found}, expected {expected}");
    }

    fn logistic(elo0: f64, elo1: f64) -> Sprt {
        Sprt { model: Model::Logistic, elo: [elo0, elo1], alpha: 0.05, beta: 0.05 }
    }

    #[test]
    fn pairs_that_are_won_or_lost_whole_have_a_ratio_in_closed_form() {
        let score = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        for (lost, won, elo0, elo1) in
            [(40, 60, 0.0, 10.0), (500, 500, -5.0, 5.0), (30, 10, 0.0, 50.0)]
        {
            let (s0, s1) = (score(elo0), score(elo1));
            let exact = won as f64 * (s1 / s0).ln() + lost as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
            near(logistic(elo0, elo1).test(&[lost, 0, 0, 0, won]).llr, exact, 0.01);
        }
    }

    #[test]
    fn the_ratio_is_normal_near_level_and_turns_with_the_players() {
        let counts = [400, 2100, 5000, 2400, 450];
        let pairs: u64 = counts.iter().sum();
        let (s0, s1) = (0.5, 1.0 / (1.0 + 10f64.powf(-2.0 / 400.0)));
        let mean = (0..5).map(|it| counts[it] as f64 * score(it, 5)).sum::<f64>() / pairs as f64;
        let square = |it: usize| (score(it, 5) - mean).powi(2);
        let variance = (0..5).map(|it| counts[it] as f64 * square(it)).sum::<f64>() / pairs as f64;
        let normal = pairs as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        near(logistic(0.0, 2.0).test(&counts).llr, normal, 0.02 * normal.abs());
        near(logistic(-10.0, 10.0).test(&[5, 9, 30, 9, 5]).llr, 0.0, 1e-9);
        let (counts, turned) = ([5, 9, 30, 12, 8], [8, 12, 30, 9, 5]);
        for model in [Model::Logistic, Model::Normalized] {
            let test =
                |elo: [f64; 2], counts| Sprt { model, elo, ..logistic(0.0, 1.0) }.llr(counts);
            near(test([3.0, 10.0], &counts), test([-3.0, -10.0], &turned), 1e-2);
            near(test([3.0, 10.0], &counts), -test([10.0, 3.0], &counts), 1e-9);
        }
    }

    /// Matches whose ratios fastchess and fishtest have published: the counts, the hypotheses, and the ratio.
    #[test]
    fn recorded_matches_have_their_published_ratios() {
        use Model::{Logistic, Normalized};
        let recorded: [(&[u64], _, _, _, _); 8] = [
            // Disservin/fastchess, pull requests 783 and 426.
            (&[379, 10170, 21828, 10640, 343], Normalized, [0.0, 2.0], 2.94598, 5e-4),
            (&[365, 16618, 36229, 16974, 390], Normalized, [0.0, 2.0], 2.25, 5e-3),
            (&[36027, 68692, 36433], Normalized, [0.0, 2.0], 0.92, 5e-3),
            // brunocodutra/cinder, pull requests 836 and 782: tests that ended.
            (&[835, 6884, 13116, 7201, 852], Normalized, [0.0, 3.0], 2.89, 1e-2),
            (&[457, 4273, 9516, 4350, 467], Normalized, [-3.0, 0.0], 2.89, 1e-2),
            // A test of montytest.muzhen.org, whose page has both models.
            (&[13, 37, 50, 25, 3], Normalized, [0.0, 4.0], -0.54912, 5e-4),
            (&[13, 37, 50, 25, 3], Logistic, [0.0, 2.716], -0.53772, 5e-4),
            // cutechess/cutechess, issue 543.
            (&[759, 1863, 880], Logistic, [0.0, 5.0], 2.95, 1e-2),
        ];
        for (counts, model, elo, expected, tolerance) in recorded {
            near(Sprt { model, elo, ..logistic(0.0, 1.0) }.llr(counts), expected, tolerance);
        }
    }

    #[test]
    fn bounds_are_those_of_wald_and_texts_are_checked() {
        let tested = "0,5".parse::<Sprt>().unwrap().test(&[0, 0, 10, 0, 0]);
        near(tested.lower, -19f64.ln(), 1e-12);
        near(tested.upper, 19f64.ln(), 1e-12);
        assert_eq!(tested.verdict, Verdict::Continue);
        for bad in ["", "5", "5,0", "0,5,0.05", "0,5,0.6,0.6", "0,x", "0,inf"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
