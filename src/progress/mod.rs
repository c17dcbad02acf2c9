//! Progress of long work: one line on standard error, if that is a terminal, and a line of totals at
//! the end.
//!
//! [`SolveProgress`] draws the reading, solving and writing of tables, [`VerifyProgress`] the asking
//! of a rule and the audit of a table, [`JudgeProgress`] the asking of an engine. [`series`] joins them:
//! the line of a command for several endgames shows how many are done and when all will be.

mod asking;
mod display;
pub mod series;
mod solve;

pub use self::{
    asking::{JudgeProgress, VerifyProgress},
    display::{erase, erase_foreign},
    solve::SolveProgress,
};
