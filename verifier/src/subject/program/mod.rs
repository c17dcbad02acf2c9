//! A rule that is a program: it reads positions as FENs from its standard input and writes claims
//! to its standard output, one a line.
//!
//! A program may buffer its output as it likes, so nothing waits for the answer to one position:
//! one thread writes all positions while another reads the answers.

mod answer_lines;
pub mod command_line;
mod pipe;
mod process;

pub use answer_lines::NOT_STARTED;
pub(crate) use answer_lines::{AnswerLines, ReadError};
pub(crate) use pipe::{Pipe, write_batch};
pub use process::{Program, not_started};
