//! The coding of a block: values to bytes and back.
//!
//! The side to move that is coded first is predicted from neighbouring cells. The other side is
//! first predicted from the best move of the two men that vary within the block, which is wrong
//! only where another man moves better or a capture is best. Each prediction is one binary
//! decision, and a range coder codes it at the cost of its probability. Probabilities are constant
//! for a table: its header has one for each context of a decision. One function, generic over the
//! coder, walks through a block for counting, writing and reading alike, so that they cannot differ.

mod candidates;
mod coder;
mod contexts;
mod escape;
mod frame;
mod model;
mod predict;
mod range;
mod walk;

pub use coder::Coder;
pub use frame::Frame;
pub use model::{CONTEXTS, Counter, Model};
pub use range::{Decoder, Encoder};
pub use walk::walk;
