//! The conversation with a chess program, in UCI.
//!
//! [`run`] reads lines on one thread, writes them on another and searches on others, so that
//! `isready`, `stop` and `quit` take effect immediately. An `info string` reports commands that are
//! unknown, refused or impossible. Every `go` is answered with one `bestmove`. After the end of the
//! input, searches with limits are finished.

mod command;
mod conversation;
mod jobs;
mod lines;
mod options;
mod output;
mod record;
mod runner;
mod setup;

pub use command::{Command, Go};
pub use conversation::run;
pub use jobs::Loader;
pub use lines::LINE_BYTES_MAX;
pub use options::{BookOptions, EndgameOptions, Options, Recognizers};
