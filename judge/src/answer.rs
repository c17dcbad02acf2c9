//! What an engine is asked, what it answers, and how it can fail.

use drawproof_tables::Value;
use serde::{Deserialize, Serialize};

/// A position that an engine is asked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The position, half-move clock 0.
    pub fen: String,
    /// Its value for the side to move.
    pub truth: Value,
    /// The number of positions it stands for: those of its stratum divided by the asked ones.
    pub weight: f64,
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Mate in that many moves; negative if the side to move is mated, 0 if it is mated already.
    Mate(i32),
}

/// An engine's answer about one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The last exact score before the move; `None` if it sent none.
    pub score: Option<Score>,
    /// The move in UCI notation, legal in the position; `None` where there is no legal move.
    pub best: Option<String>,
    /// The depth of the last line with a score, in plies.
    pub depth: Option<u32>,
    /// The nodes of the last line with a count.
    pub nodes: Option<u64>,
    /// The first depth from which on the score and the move stayed right, with the nodes at which
    /// that depth was reported; filled in by whoever knows the value, from `by_depth`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub by_depth: Vec<AtDepth>,
}

/// The score and the first move of a line at one completed depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtDepth {
    /// The depth in plies.
    pub depth: u32,
    /// The nodes until then, if the engine counts them.
    pub nodes: Option<u64>,
    /// The score for the side to move.
    pub score: Score,
    /// The first move of the line in UCI notation, if the engine sent a line.
    pub first: Option<String>,
}

/// How an engine failed to answer. It was restarted afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "detail", rename_all = "kebab-case")]
pub enum Failure {
    /// The process ended; its status or signal in words, and the last lines of its standard error.
    Died(String),
    /// No `bestmove` within the limit.
    Hung,
    /// A move that is not legal in the position, as it was sent, control characters escaped.
    IllegalMove(String),
    /// More output than the limit without a `bestmove`.
    TooMuchOutput,
}
