//! Saved runs: a rule's claims and patterns about every position, so that two versions of a rule
//! can be compared without asking either of them again.

mod baseline;
mod changed;
mod chunk;
mod diff;
mod dump;
mod recording;
pub mod saved_file;

pub use baseline::{Baseline, BaselineError};
pub use changed::{Changed, DiffError, Label};
pub(crate) use chunk::Recorder;
pub use diff::{Change, Diff, KindChange, diff};
pub use dump::write_dumps;
pub(crate) use dump::{Dump, write_line};
pub use recording::{Claimed, Header, Recording, read_recordings, write_recordings};
