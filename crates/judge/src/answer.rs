//! Questions to an engine, its answers, and its failures.

use std::fmt;

use drawproof_tables::{Dtm, Value};
use serde::{Deserialize, Serialize};

/// A position to ask an engine about.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The FEN of the position, with half-move clock 0.
    pub fen: String,
    /// The true value for the side to move; `None` if its distance to mate is unknown.
    pub truth: Option<Value<Dtm>>,
    /// The number of positions that this position represents: the size of its stratum divided by
    /// the number of positions asked from the stratum.
    pub weight: f64,
}

/// A score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Mate in this many moves; negative if the side to move is mated, 0 if it is already mated.
    Mate(i32),
}

/// An engine's answer about one position.
///
/// The default has neither score nor move. It stands for a position that is not asked because it
/// has no legal move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The last exact score before the move, or the last bound if all scores were bounds; `None` if
    /// the engine sent no score.
    pub score: Option<Score>,
    /// The move in UCI notation, legal in the position; `None` if there is no legal move, or if the
    /// program has only scores.
    pub best: Option<String>,
    /// The depth in plies of the last line with a score; `None` if the engine reported no depth.
    pub depth: Option<u32>,
    /// The node count of the last line with a node count; `None` if the engine sent no node count.
    pub nodes: Option<u64>,
    /// The last exact score of each completed depth, by increasing depth.
    pub by_depth: Vec<AtDepth>,
}

/// The score and the first move of a line at one completed depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtDepth {
    /// The depth in plies.
    pub depth: u32,
    /// The nodes searched so far, if the engine reports them.
    pub nodes: Option<u64>,
    /// The score for the side to move.
    pub score: Score,
    /// The first move of the line in UCI notation; `None` if the engine sent no line.
    pub first: Option<String>,
}

/// The way in which an engine failed to answer. After a failure, the engine is restarted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "detail", rename_all = "kebab-case")]
pub enum Failure {
    /// The process ended. The text has its status or signal, and the end of its standard error.
    Died(String),
    /// The engine sent no `bestmove` within the time limit.
    Hung,
    /// The engine sent this illegal move; control characters are escaped.
    IllegalMove(String),
    /// The engine exceeded the output limit before `bestmove`.
    TooMuchOutput,
}

impl fmt::Display for Failure {
    /// Describes the failure as the end of a sentence that begins with the engine's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Died(how) => f.write_str(how),
            Failure::Hung => f.write_str("did not answer in time"),
            Failure::IllegalMove(sent) => write!(f, "answered the illegal move '{sent}'"),
            Failure::TooMuchOutput => f.write_str("wrote too much without a bestmove"),
        }
    }
}
