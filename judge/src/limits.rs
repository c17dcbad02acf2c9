//! Limits that a judgement must keep: a share of wrong results, a regression against a baseline.

use serde::Serialize;

use crate::judgement::{EndgameJudgement, Judgement};

/// A limit that an endgame exceeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exceeded {
    /// The endgame.
    pub endgame: String,
    /// The limit.
    pub limit: Limit,
    /// The share that exceeds it, 0..1.
    pub share: f64,
    /// The limit's value, 0..1.
    pub allowed: f64,
}

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The share of positions whose result by score is wrong.
    MaxError,
    /// The share of positions by which the results by score got worse, beyond the noise.
    MaxRegression,
}

/// The endgames whose share of wrong results exceeds `allowed`, 0..1.
pub fn errors_over(judgement: &Judgement, allowed: f64) -> Vec<Exceeded> {
    let over = |endgame: &EndgameJudgement| {
        let share = 1.0 - endgame.accuracy.share?;
        let name = endgame.endgame.clone();
        (share > allowed).then_some(Exceeded {
            endgame: name,
            limit: Limit::MaxError,
            share,
            allowed,
        })
    };
    judgement.endgames.iter().filter_map(over).collect()
}
