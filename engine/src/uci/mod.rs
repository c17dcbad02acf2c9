//! The conversation with a chess program, in UCI.
//!
//! [`run`] reads lines on one thread and searches on another, so that `stop`, `isready` and
//! `quit` are answered at once. It answers an unknown command with an `info string` line and
//! ignores it. At the end of the input it finishes a search that has limits.

mod command;
mod conversation;
mod format;
mod options;

pub use command::{Command, Go, Start};
pub use conversation::{Loader, run};
pub use options::{EndgameOptions, Options, Recognizers};
