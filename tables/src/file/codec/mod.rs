//! How the values of a block become bytes.
//!
//! The side to move that is coded first is told from its neighbours; the other is first told from
//! the best move of the two men that move within the block, which is wrong only where a man beside
//! them moves better or takes. Each such guess is one binary decision, and a range coder spends on
//! a decision what its probability is worth. Probabilities are fixed for a table: they stand in
//! its header, by the circumstances of the decision. One function, generic over the coder, walks
//! through a block for counting, writing and reading alike, so that they cannot differ.

mod cells;
mod contexts;
mod frame;
mod model;
mod predict;
mod range;

pub use cells::walk;
pub use frame::Frame;
pub use model::{CONTEXTS, Counter, Model};
pub use range::{Decoder, Encoder};

/// What takes or gives binary decisions.
pub trait Coder {
    /// Codes `bit` under the circumstances `context`, a number below [`model::CONTEXTS`]. A decoder
    /// does not look at `bit`; everybody goes on with what is returned.
    fn flag(&mut self, context: usize, bit: bool) -> bool;
}
