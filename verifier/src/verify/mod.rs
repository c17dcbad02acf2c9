//! The verification of one rule, from the first question to the verdict.
//!
//! A [`Verification`] says what is asked and how. Its [`Asker`] asks the questions, chunk by chunk
//! (`function`, `columns`, `program`; what they share is `asking`); `conclude` turns what that has
//! shown into the verdict. `part` does it for some of the chunks, and adds parts up.

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
