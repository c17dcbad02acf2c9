//! The size of a recognizer, in leaves, in bytes, or by the draws that it must claim.

/// The greatest number of different questions in a tree, so that the number of one fits a byte.
pub(crate) const QUESTIONS: usize = 256;

/// The size of a recognizer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// At most this many leaves.
    Leaves(usize),
    /// At most this many bytes of tables.
    Bytes(usize),
    /// As few leaves as claim this share of the draws, 0 to 1.
    Spotted(f64),
}

impl Size {
    /// Leaves to grow so that pruning has a choice.
    pub(crate) fn leaves_to_grow(self) -> usize {
        match self {
            Size::Leaves(leaves) => leaves * 2 + 200,
            Size::Bytes(bytes) => bytes * 3 / 2 + 200,
            Size::Spotted(_) => 16_000,
        }
    }
}
