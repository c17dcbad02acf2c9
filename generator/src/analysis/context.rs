//! What the steps of one analysis share.

use crate::{
    analysis::{log::Logs, scratch::Scratch},
    conversions::kinds::Subproblem,
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
    /// Whether a loss waits for one step before the moves into it win. Where the metric doubles
    /// its numbers ([`drawproof_tables::Metric::is_doubled`]), a win is three after the loss that
    /// it leads into, not one.
    pub losses_wait: bool,
    /// Scratch buffers.
    pub scratch: &'c Scratch<'c>,
}

impl<'c> Context<'c> {
    /// What the steps of the analysis of a subproblem share.
    pub fn new(
        vectors: Vectors,
        problem: &Subproblem<'c>,
        logs: &'c Logs<'c>,
        scratch: &'c Scratch<'c>,
    ) -> Context<'c> {
        let losses_wait = problem.conversions.metric.is_doubled();
        Context { vectors, shape: problem.shape, logs, losses_wait, scratch }
    }
}
