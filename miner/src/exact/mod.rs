//! Win, draw or loss of every position of an endgame, in as few bytes as two trees and their
//! exceptions take.
//!
//! The first tree tells draws from decisive positions, the second who wins these. Both are right
//! nearly always; where one is not, the position is in its list of exceptions. Beside a bitbase,
//! which stores every answer, this stores only the surprising ones. Positions in which a pawn can be
//! taken en passant have no answer.

pub mod bitbase;
mod error;
mod exceptions;
mod file;
mod learn;
mod outcomes;
pub mod report;
mod sorter;

pub use error::ExactError;
pub use exceptions::Exceptions;
pub use learn::{Checked, learn};
pub use outcomes::{Answer, Exact, Outcome};
pub use sorter::Sorter;
