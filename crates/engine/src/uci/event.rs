//! What wakes the loop of the conversation.

use std::io;
use std::time::Instant;

use super::jobs::Finished;
use super::lines::Line;

/// A message of another thread to the loop.
pub enum Event {
    /// A line of the input, with the moment it arrived.
    Line(Line, Instant),
    /// The input ended.
    End,
    /// The job has ended, and written all it has to write.
    Done(Finished),
    /// The output cannot be written.
    OutputLost(io::Error),
}
