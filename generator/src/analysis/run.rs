//! What the analyses of one solve share: the request, what ends it early, and scratch buffers, which pass
//! from one task to the next.

use std::{io, ops::ControlFlow};

use drawproof_board::Color;
use drawproof_tables::{
    NormalMaterial,
    progress::{Progress, Stage},
};

use crate::{
    analysis::{events::EventBuckets, log::Logs},
    conversions::{
        by_row::RowBuffers,
        kinds::{Conversions, Subproblem},
    },
    memory::{buffers::ScratchBuffers, lists::ListMemory},
    moves::escapes::EscapeBuffers,
    request::{Options, Request, SolveError},
    sets::accumulator::Accumulator,
    shape::Shape,
    simd::Vectors,
};

/// Why a solve ends before its end.
#[derive(Debug)]
pub enum End {
    /// The progress said stop.
    Stopped,
    /// A scratch file cannot be made or written.
    Unwritten(io::Error),
    /// A scratch file cannot be read.
    Unread(io::Error),
}

impl End {
    /// Returns the error of the solve of an endgame.
    pub fn of(self, of: NormalMaterial) -> SolveError {
        let (action, cause) = match self {
            End::Stopped => return SolveError::Stopped { of },
            End::Unwritten(cause) => ("written", cause),
            End::Unread(cause) => ("read", cause),
        };
        SolveError::Scratch { of, action, cause: cause.to_string() }
    }
}

/// One solve: what the analyses of its shapes share. The shapes are all alike, and so are their scratch
/// buffers, which each step leaves as empty as they were.
pub struct Run<'r> {
    /// The endgame.
    material: NormalMaterial,
    /// The vector instructions to use.
    pub vectors: Vectors,
    /// Where lists come from and go back to; its pool is that of the sets.
    pub lists: ListMemory<'r>,
    /// Follows the solve.
    progress: &'r dyn Progress,
    /// Scratch buffers for the initialization.
    pub initialization: ScratchBuffers<InitializationBuffers>,
    /// For the search for wins.
    pub wins: ScratchBuffers<WinBuffers>,
    /// For the search for losses.
    pub losses: ScratchBuffers<LossBuffers>,
}

/// Words of a set that a task works on, about, before it asks again whether to go on.
pub const POLL_WORDS: usize = 16 * 1024;

impl<'r> Run<'r> {
    /// Returns a solve that has not begun.
    pub fn new(request: &Request<'r>) -> Run<'r> {
        let Options { vectors, ref pool, .. } = *request.options;
        Run {
            material: request.material,
            vectors,
            lists: ListMemory::new(pool, request.list_files),
            progress: request.progress,
            initialization: ScratchBuffers::new(),
            wins: ScratchBuffers::new(),
            losses: ScratchBuffers::new(),
        }
    }

    /// A ply of a slice is settled.
    pub fn settle(&self, ply: u16) {
        self.progress.begin(Stage::Ply(self.material, ply), 0);
    }

    /// A slice is solved. Where that is the last one, no stop comes in time.
    pub fn end_slice(&self) {
        let _ = self.progress.advance(Stage::Solving(self.material), 1);
    }

    /// Returns an error if the progress says stop.
    pub fn poll(&self) -> Result<(), End> {
        match self.progress.advance(Stage::Solving(self.material), 0) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Stopped),
        }
    }
}

/// What the steps of one analysis share.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// The solve that the analysis is part of.
    pub run: &'c Run<'c>,
    /// The positions to solve.
    pub shape: &'c Shape<'c>,
    /// The logs of what moves within the shape decide.
    pub logs: &'c Logs<'c>,
    /// Whether a loss waits for one step before the moves into it win. Where the metric doubles
    /// its numbers ([`drawproof_tables::Metric::is_doubled`]), a win is three after the loss that
    /// it leads into, not one.
    pub losses_wait: bool,
    /// The colour that mates with the other's help; `None` for perfect play.
    pub mating: Option<Color>,
}

impl<'c> Context<'c> {
    /// What the steps of the analysis of a subproblem share.
    pub fn new(run: &'c Run<'c>, problem: &Subproblem<'c>, logs: &'c Logs<'c>) -> Context<'c> {
        let Conversions { metric, mating, .. } = *problem.conversions;
        Context { run, shape: problem.shape, logs, losses_wait: metric.is_doubled(), mating }
    }

    /// [`Run::poll`], before a step on a block, now and then where blocks are small.
    #[inline(always)]
    pub fn poll(&self, block: usize) -> Result<(), End> {
        if (block * self.shape.words).is_multiple_of(POLL_WORDS) { self.run.poll() } else { Ok(()) }
    }
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
    pub escapes: EscapeBuffers,
    /// For escapes by conversions ([`crate::sets::timeline::Timeline::take`]).
    pub conversions: Vec<u64>,
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
            escapes: EscapeBuffers::default(),
            conversions: Vec::new(),
        }
    }
}
