//! The rule that a command verifies, wherever it runs: in this process, in a child process, or as a
//! program of the user.

pub mod arguments;
pub mod asked;
pub mod child_process;
pub mod claims;
pub mod exchange;
pub mod fix;
pub mod guard;
pub mod job;
pub mod met;
pub mod plan;
pub mod selection;
pub mod verifications;
