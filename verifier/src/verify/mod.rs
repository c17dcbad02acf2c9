//! The verification of one rule, from the first question to the verdict.
//!
//! A [`Verification`] describes the questions. Its [`Asker`] asks them, chunk by chunk (`function`,
//! `columns`, `program`; their common part is `asking`), and `conclude` turns the findings into the
//! verdict. `part` does this for some of the chunks, and adds parts up.

mod asking;
mod columns;
mod conclude;
mod function;
mod part;
mod program;
mod verification;

pub use asking::VerifyError;
pub use conclude::Outcome;
pub use part::{Part, PartsError};
pub use verification::{Asker, Verification};
