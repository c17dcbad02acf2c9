//! What the steps of one analysis share.

use crate::{
    analysis::{log::Logs, scratch::Scratch},
    shape::Shape,
    simd::Vectors,
};

/// What the steps of one analysis share.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// The vector instructions to use.
    pub vectors: Vectors,
    /// The positions to solve.
    pub shape: &'c Shape<'c>,
    /// The logs of what moves within the shape decide.
    pub logs: &'c Logs<'c>,
    /// Scratch buffers.
    pub scratch: &'c Scratch<'c>,
}
