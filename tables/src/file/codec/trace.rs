//! Decisions that are recorded: to be counted, then coded.

use super::{coder::Coder, model::CONTEXTS};

/// Decisions in the order in which they are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    decisions: Vec<u32>,
}

impl Trace {
    /// A trace without decisions.
    pub const fn new() -> Trace {
        Trace { decisions: Vec::new() }
    }

    /// The decisions, each as 2 * context + bit.
    pub fn decisions(&self) -> &[u32] {
        &self.decisions
    }

    /// Forgets all decisions, and keeps the memory.
    pub fn clear(&mut self) {
        self.decisions.clear();
    }
}

const _: () = assert!(CONTEXTS < 1 << 31);

impl Coder for Trace {
    #[inline(always)]
    fn flag(&mut self, context: usize, bit: bool) -> bool {
        self.decisions.push(2 * context as u32 + u32::from(bit));
        bit
    }
}
