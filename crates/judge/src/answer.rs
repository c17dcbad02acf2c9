//! What an engine is asked, what it answers, and how it can fail.

use std::fmt;

use drawproof_tables::{Dtm, Value};
use serde::{Deserialize, Serialize};

/// A position that an engine is asked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The position, half-move clock 0.
    pub fen: String,
    /// Its value for the side to move, if the distance to mate is known.
    pub truth: Option<Value<Dtm>>,
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
///
/// The default, without score and move, is that of a position that was not asked because it has no
/// legal move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The last exact score before the move; the last bound if all were bounds; `None` if the engine
    /// sent none.
    pub score: Option<Score>,
    /// The move in UCI notation, legal in the position; `None` where there is no legal move, and
    /// from programs that only have scores.
    pub best: Option<String>,
    /// The depth of the last line with a score, in plies.
    pub depth: Option<u32>,
    /// The nodes of the last line with a count.
    pub nodes: Option<u64>,
    /// The last exact score of each completed depth, by rising depth.
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
    /// The process ended; its status or signal in words, and the end of its standard error.
    Died(String),
    /// No `bestmove` within the limit.
    Hung,
    /// A move that is not legal in the position, as it was sent, control characters escaped.
    IllegalMove(String),
    /// More output than the limit without a `bestmove`.
    TooMuchOutput,
}

impl fmt::Display for Failure {
    /// What the engine did, as the end of a sentence that begins with its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Died(how) => f.write_str(how),
            Failure::Hung => f.write_str("did not answer in time"),
            Failure::IllegalMove(sent) => write!(f, "answered the illegal move '{sent}'"),
            Failure::TooMuchOutput => f.write_str("wrote too much without a bestmove"),
        }
    }
}
