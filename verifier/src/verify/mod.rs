//! The verification of one rule: every question is asked and judged, and the findings become a
//! verdict.

mod columns;
mod conclude;
mod in_process;
mod observer;
mod part;
mod program;
mod windows;

pub use columns::verify_columns;
pub use conclude::{Outcome, VerifyError};
pub use in_process::{verify, verify_and_dump};
pub use observer::{NoObserver, Observer};
pub use part::{Part, PartsError, conclude_parts, verify_part, verify_program_part};
pub use program::{verify_program, verify_program_with};
