//! Saved runs: a rule's claims and patterns about every position, so that two versions of a rule
//! can be compared without asking either of them again.

mod chunk;
mod diff;
mod recorder;
mod recording;

pub use diff::{Change, Diff, DiffError, diff};
pub(crate) use recorder::Recorder;
pub use recording::{Header, Recording, RecordingError, read_recordings, write_recordings};
