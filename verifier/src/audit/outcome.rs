//! The extent of an audit, and its findings.

use drawproof_board::Color;
use drawproof_tables::{NormalMaterial, Value, probe::ProbeError};

/// The positions of a table to audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every position of the table.
    Whole,
    /// A random sample of table entries, without repetition. An entry is a side to move and an
    /// index; entries without a legal position are drawn but not counted as audited.
    Sample {
        /// The number of entries drawn; if the table has no more, the whole table is audited.
        places: u64,
        /// The seed of the sample: the same seed draws the same entries.
        seed: u64,
    },
    /// All positions of some random blocks. A block is a king pair (or a pawn slice) with one
    /// square of the upper man; both sides to move are audited.
    Blocks {
        /// The number of blocks drawn; if the table has no more, the whole table is audited.
        blocks: u64,
        /// The seed of the sample: the same seed draws the same blocks.
        seed: u64,
    },
}

/// The content of a table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The entry is not a legal position.
    Illegal,
    /// The entry is a legal position with this value for the side to move.
    Value(Value),
}

/// A position whose value in the table is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The wrong position as a FEN.
    pub fen: String,
    /// The colour that mates, in a table of helpmates; `None` for other tables.
    pub mating: Option<Color>,
    /// The content of the table entry.
    pub stored: Entry,
    /// The content that follows from the values of the legal successors.
    pub expected: Entry,
}

/// The result of an audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The audited endgame.
    pub material: NormalMaterial,
    /// The number of legal positions according to the table, both sides to move.
    pub positions: u64,
    /// The number of legal positions that were audited; equal to `positions` if all legal positions
    /// were.
    pub audited: u64,
    /// The number of audited positions with a legal en-passant right; `audited` does not count
    /// them.
    pub en_passant: u64,
    /// The extent of the audit; a sample as large as the table is [`Extent::Whole`].
    pub extent: Extent,
    /// The number of audited positions with a wrong value.
    pub wrong: u64,
    /// The first positions with wrong values, at most [`ERRORS_MAX`].
    pub errors: Vec<WrongValue>,
}

/// The maximum number of wrong positions that [`Audit`] lists; the others are only counted.
pub const ERRORS_MAX: usize = 100;

/// The findings of one task.
#[derive(Default)]
pub(super) struct Found {
    pub audited: u64,
    pub en_passant: u64,
    pub wrong: u64,
    pub errors: Vec<WrongValue>,
}

impl Found {
    pub fn add(&mut self, error: WrongValue) {
        self.wrong += 1;
        if self.errors.len() < ERRORS_MAX {
            self.errors.push(error);
        }
    }

    pub fn merge(mut self, next: Found) -> Found {
        self.audited += next.audited;
        self.en_passant += next.en_passant;
        self.wrong += next.wrong;
        self.errors.extend(next.errors);
        self.errors.truncate(ERRORS_MAX);
        self
    }

    /// Makes the result of an audit of the table of `material` from these findings. `positions` is
    /// the number of legal positions in the table.
    pub fn into_audit(self, material: NormalMaterial, positions: u64, extent: Extent) -> Audit {
        let Found { audited, en_passant, wrong, errors } = self;
        Audit { material, positions, audited, en_passant, extent, wrong, errors }
    }
}

/// The reason why an audit has no result.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A table is missing.
    #[error(transparent)]
    Missing(#[from] MissingTable),
    /// The value of a position cannot be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The progress stopped the audit
    /// ([`Progress::advance`](drawproof_tables::progress::Progress::advance)).
    #[error("the audit was stopped")]
    Stopped,
}

/// A table that an audit needs is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{of} cannot be audited without the table of {missing}, which its moves lead to")]
pub struct MissingTable {
    /// The audited endgame.
    pub of: NormalMaterial,
    /// The endgame whose table is missing.
    pub missing: NormalMaterial,
}

impl Audit {
    /// Returns whether every audited position is right and, in an audit of the whole table, no
    /// legal position is missing from it.
    pub fn is_clean(&self) -> bool {
        let complete = self.extent != Extent::Whole || self.audited == self.positions;
        self.wrong == 0 && complete
    }
}
