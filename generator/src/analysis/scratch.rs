//! Scratch buffers of the analysis of one table, lent to one task after the other.

use crate::{
    analysis::events::EventBuckets,
    conversions::{by_row::RowBuffers, kinds::Conversions},
    memory::{pool::Pool, scratch::ScratchBuffers},
    moves::escapes::EscapeScratch,
    sets::accumulator::Accumulator,
    shape::Shape,
};

/// Scratch buffers for the steps of the shapes of one table, which are all alike. Each step leaves
/// a buffer as empty as it was.
pub struct Scratch<'p> {
    /// Where sets come from and go back to.
    pub pool: &'p Pool,
    /// For the initialization.
    pub initialization: ScratchBuffers<InitializationBuffers>,
    /// For the search for wins.
    pub wins: ScratchBuffers<WinBuffers>,
    /// For the search for losses.
    pub losses: ScratchBuffers<LossBuffers>,
}

/// Buffers to initialize blocks in.
pub struct InitializationBuffers {
    /// For the conversions of a row.
    pub row: RowBuffers,
    /// The events of a block.
    pub events: EventBuckets,
}

/// Buffers to look for the wins of a block in.
pub struct WinBuffers {
    /// The positions with a move into a lost one.
    pub found: Accumulator,
    /// For wins by conversions ([`crate::sets::timeline::Timeline::take`]).
    pub conversions: Vec<u64>,
}

/// Buffers to look for the losses of a block in.
pub struct LossBuffers {
    /// Dirty words, `[row]`, a bit for each word.
    pub dirty: Vec<u64>,
    /// For the search for escapes.
    pub escapes: EscapeScratch,
    /// For escapes by conversions ([`crate::sets::timeline::Timeline::take`]).
    pub conversions: Vec<u64>,
}

impl<'p> Scratch<'p> {
    /// No buffers yet.
    pub fn new(pool: &'p Pool) -> Scratch<'p> {
        let (initialization, wins, losses) =
            (ScratchBuffers::new(), ScratchBuffers::new(), ScratchBuffers::new());
        Scratch { pool, initialization, wins, losses }
    }
}

impl InitializationBuffers {
    /// Empty buffers for the conversions of an endgame.
    pub fn new(conversions: &Conversions) -> InitializationBuffers {
        InitializationBuffers { row: RowBuffers::new(conversions), events: EventBuckets::default() }
    }
}

impl WinBuffers {
    /// Empty buffers for blocks of a shape.
    pub fn new(shape: &Shape) -> WinBuffers {
        WinBuffers { found: Accumulator::new(shape.words), conversions: Vec::new() }
    }
}

impl LossBuffers {
    /// Empty buffers for blocks of a shape.
    pub fn new(shape: &Shape) -> LossBuffers {
        LossBuffers {
            dirty: vec![0; shape.words.div_ceil(64)],
            escapes: EscapeScratch::default(),
            conversions: Vec::new(),
        }
    }
}
