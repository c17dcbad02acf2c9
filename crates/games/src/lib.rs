//! What games lose in positions that endgame tables know.
//!
//! For the command `games` and the language bindings. A [`Study`] reads games, finds in each the first position that
//! tables know, and follows the game to its end: the result by perfect play, each move that makes it worse, what a
//! rule would have claimed. [`Findings`] hold what was found, by endgame and by player; [`Report`] shows them,
//! [`Comparison`] compares two of them. [`Sprt`] is the sequential test of a match.
//!
//! The truth is that of the fifty-move rule with the clock of the game. Repetitions are not part of it, and positions
//! with castling rights are outside. Nothing here prints, and no file is opened.

#![forbid(unsafe_code)]

mod annotate;
mod compare;
mod course;
mod ending;
mod error;
mod filter;
mod findings;
mod html;
mod input;
mod matches;
mod positions;
mod report;
mod saved;
mod sprt;
mod study;
mod tally;
mod truth;

pub use compare::Comparison;
pub use error::GamesError;
pub use filter::PositionFilter;
pub use findings::{Account, Findings, OfEndgame, ThrownMove};
pub use input::text_of;
pub use matches::{MatchFigures, MatchTally};
pub use positions::{PlayedMove, PositionFigures, Positions};
pub use report::{Document, Report, Row};
pub use saved::{is_findings, read_findings, write_findings};
pub use sprt::{Model, Sprt, Tested, Verdict};
pub use study::{Ask, Options, Study};
pub use tally::{Figures, OverMate, RuleFigures, RuleTally, Tally, Thrown};
pub use truth::{Known, Truths};
