//! Win, draw or loss of every position of an endgame, as two trees and their exceptions.
//!
//! The first tree separates draws from decisive positions, the second separates the winners. Each
//! is nearly always right, and lists the positions where it is wrong. A bitbase stores every
//! answer; this format stores only the wrong ones. Positions with a legal en-passant capture have
//! no answer.

mod exceptions;
mod learn;
mod outcomes;
pub mod report;

pub use exceptions::{ExactError, Exceptions};
pub use learn::{Checked, learn};
pub use outcomes::{Answer, Exact, Outcome};
