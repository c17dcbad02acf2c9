//! The coding of a block: values to bytes and back.
//!
//! The side that is coded first is predicted from neighbouring cells. The other side is first
//! predicted from the best move of the two men that vary within the block. That prediction is wrong
//! only if another man has a better move or a capture is best. Each prediction is a binary
//! decision, which a range coder codes at the cost of its probability. Probabilities are constant
//! for a table: its header has one for each context of a decision.
//!
//! [`walk()`] is the definition of the decisions, and the code that a decoder runs. With all values
//! known, [`trace_known`] makes the same decisions faster. They are recorded as a [`Trace`], which
//! is either counted or coded by [`encode`].

mod candidates;
mod contexts;
mod escape;
mod fast;
mod frame;
mod model;
mod predict;
mod range;
mod walk;

pub use fast::{Rows, trace_known, trace_known_first};
pub use frame::Frame;
pub use model::{CONTEXTS, Counter, Model, Trace};
pub use range::{Decoder, TOGETHER, encode};
pub use walk::{predicted_within, walk};
