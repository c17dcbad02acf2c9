//! Progress of long work: one line on standard error, if that is a terminal, and a line of totals at
//! the end.
//!
//! [`Line`] draws it for all crates: the reading, solving and packing of tables, the asking of rules and
//! engines, the steps of learning. The `series` of a command for several endgames shows how many are done and
//! when all will be.

mod display;
mod line;
mod series;
mod tables;

pub use self::{
    display::{erase, erase_foreign},
    line::{Line, StepShares},
};
