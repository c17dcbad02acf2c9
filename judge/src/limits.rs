//! Limits that a judgement must keep: a share of wrong results, a regression against a baseline.

use serde::Serialize;

use crate::{
    judgement::{EndgameJudgement, Judgement},
    record::{ChangeVerdict, Comparison},
};

/// A limit that an endgame exceeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exceeded {
    /// The endgame.
    pub endgame: String,
    /// The limit.
    pub limit: Limit,
    /// The key of the figure that exceeds it, such as `accuracy`.
    pub figure: &'static str,
    /// The share that exceeds it, 0..1.
    pub share: f64,
    /// The limit's value, 0..1.
    pub allowed: f64,
}

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The share of wrong results.
    MaxError,
    /// The share by which a figure got worse than in the baseline, beyond the noise.
    MaxRegression,
}

/// The share of an endgame's positions whose result is not stated right, 0..1: positions without an
/// answer or without a score count as wrong.
pub fn error(endgame: &EndgameJudgement) -> f64 {
    let silent = endgame.failures.total() + endgame.no_score;
    let answered = 1.0 - silent as f64 / endgame.asked.max(1) as f64;
    1.0 - answered * endgame.accuracy.share.unwrap_or(0.0)
}

/// The endgames whose [`error`] exceeds `allowed`, 0..1.
pub fn errors_over(judgement: &Judgement, allowed: f64) -> Vec<Exceeded> {
    let over = |endgame: &EndgameJudgement| {
        let share = error(endgame);
        let name = endgame.endgame.clone();
        let exceeded =
            Exceeded { endgame: name, limit: Limit::MaxError, figure: "accuracy", share, allowed };
        (endgame.asked > 0 && share > allowed).then_some(exceeded)
    };
    judgement.endgames.iter().filter_map(over).collect()
}

/// The shares of right results, and of moves that throw a result away, that are worse than in the
/// baseline beyond the noise, by more than `allowed`, 0..1.
pub fn regressions_over(comparison: &Comparison, allowed: f64) -> Vec<Exceeded> {
    let mut found = Vec::new();
    for endgame in &comparison.endgames {
        for (figure, difference) in endgame.differences.figures() {
            let share = difference.difference.unwrap_or(0.0).abs();
            // The squared error is no share.
            let is_worse = difference.verdict == ChangeVerdict::Worse;
            if figure != "mean_squared_error" && is_worse && share > allowed {
                let endgame = endgame.endgame.clone();
                let limit = Limit::MaxRegression;
                found.push(Exceeded { endgame, limit, figure, share, allowed });
            }
        }
    }
    found
}
