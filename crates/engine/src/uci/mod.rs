//! The conversation with a chess program, in UCI.
//!
//! [`run`] reads lines on one thread, writes them on another and searches on others, so that `isready`,
//! `stop` and `quit` are obeyed at once, whatever the engine does. An `info string` names what it
//! does not understand, refuses, or cannot do. Every `go` is answered with one `bestmove`. At the end of
//! the input it finishes searches that have limits.

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
