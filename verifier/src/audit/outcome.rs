//! The extent of an audit, and its findings.

use drawproof_board::Color;
use drawproof_tables::{NormalMaterial, Value, probe::ProbeError};

/// The positions to audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every position.
    Whole,
    /// A random sample of the places of the table, without repetition. A place without a legal
    /// position is drawn but not counted as audited.
    Sample {
        /// The number of places drawn; if the table has no more, the whole table is audited.
        places: u64,
        /// The seed of the sample: the same seed draws the same places.
        seed: u64,
    },
    /// All positions of some random blocks: a king pair (a pawn slice) and a square of the upper man, both
    /// sides to move.
    Blocks {
        /// The number of blocks drawn; if the table has no more, the whole table is audited.
        blocks: u64,
        /// The seed of the sample: the same seed draws the same blocks.
        seed: u64,
    },
}

/// The content of a place of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Not a legal position.
    Illegal,
    /// A legal position with this value for the side to move.
    Value(Value),
}

/// A position whose value in the table is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The FEN of the position.
    pub fen: String,
    /// The colour whose helpmate it is, in a table of helpmates; `None` for other tables.
    pub mating: Option<Color>,
    /// The content of the table.
    pub stored: Entry,
    /// The content that follows from the legal successors.
    pub expected: Entry,
}

/// The result of an audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The endgame.
    pub material: NormalMaterial,
    /// Legal positions according to the table, both sides to move.
    pub positions: u64,
    /// Legal positions that were audited; equal to `positions` if the whole table was.
    pub audited: u64,
    /// Further positions, with a legal en-passant right, that were audited.
    pub en_passant: u64,
    /// The extent of the audit; a sample as large as the table is [`Extent::Whole`].
    pub extent: Extent,
    /// The number of wrong positions.
    pub wrong: u64,
    /// The first wrong positions, at most [`ERRORS_MAX`].
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

    /// Returns the result of an audit whose tasks found this.
    pub fn into_audit(self, material: NormalMaterial, positions: u64, extent: Extent) -> Audit {
        let Found { audited, en_passant, wrong, errors } = self;
        Audit { material, positions, audited, en_passant, extent, wrong, errors }
    }
}

/// Why there is no audit.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A table is missing.
    #[error(transparent)]
    Missing(#[from] MissingTable),
    /// A value cannot be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The progress said stop ([`Progress::advance`](drawproof_tables::progress::Progress::advance)).
    #[error("the audit was stopped")]
    Stopped,
}

/// A table that an audit needs is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{of} cannot be audited without the table of {missing}, which its moves lead to")]
pub struct MissingTable {
    /// The endgame to audit.
    pub of: NormalMaterial,
    /// The endgame of the missing table.
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
