//! What the analyses of one solve share: the request, the reasons to stop early, and scratch
//! buffers that pass from one task to the next.

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

/// The reason why a solve ends early.
#[derive(Debug)]
pub enum End {
    /// The caller's progress observer asked to stop.
    Stopped,
    /// A scratch file cannot be created or written.
    Unwritten(io::Error),
    /// A scratch file cannot be read.
    Unread(io::Error),
}

impl End {
    /// Converts the reason into the error for solving endgame `of`.
    pub fn of(self, of: NormalMaterial) -> SolveError {
        let (action, cause) = match self {
            End::Stopped => return SolveError::Stopped { of },
            End::Unwritten(cause) => ("written", cause),
            End::Unread(cause) => ("read", cause),
        };
        SolveError::Scratch { of, action, cause: cause.to_string() }
    }
}

/// The resources that the analyses of one solve share. All shapes of a solve have the same size, so
/// they share scratch buffers. Each step leaves the buffers empty.
pub struct Run<'r> {
    /// The endgame.
    material: NormalMaterial,
    /// The vector instructions to use.
    pub vectors: Vectors,
    /// The memory for the lists. Its pool also supplies the memory for the sets.
    pub lists: ListMemory<'r>,
    /// Receives reports on the progress, and can stop the solve.
    progress: &'r dyn Progress,
    /// Scratch buffers for the initialization.
    pub initialization: ScratchBuffers<InitializationBuffers>,
    /// Scratch buffers for the search for wins.
    pub wins: ScratchBuffers<WinBuffers>,
    /// Scratch buffers for the search for losses.
    pub losses: ScratchBuffers<LossBuffers>,
}

/// The approximate number of words of a set that a task processes between two polls.
pub const POLL_WORDS: usize = 16 * 1024;

impl<'r> Run<'r> {
    /// Prepares the resources of a solve.
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

    /// Reports to the progress observer that a ply of a slice is finished.
    pub fn settle(&self, ply: u16) {
        self.progress.begin(Stage::Ply(self.material, ply), 0);
    }

    /// Reports to the progress observer that a slice is solved. A request to stop is ignored after
    /// the last slice.
    pub fn end_slice(&self) {
        let _ = self.progress.advance(Stage::Solving(self.material), 1);
    }

    /// Returns an error if the progress observer asks to stop.
    pub fn poll(&self) -> Result<(), End> {
        match self.progress.advance(Stage::Solving(self.material), 0) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Stopped),
        }
    }
}

/// The inputs that the steps of one analysis share.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// The solve that the analysis is part of.
    pub run: &'c Run<'c>,
    /// The positions to solve.
    pub shape: &'c Shape<'c>,
    /// The logs of the positions that moves within the shape decide.
    pub logs: &'c Logs<'c>,
    /// Whether moves into lost positions win one step later than usual. This is so if the metric
    /// doubles its numbers ([`drawproof_tables::Metric::is_doubled`]): the number of a win is then
    /// three more than the number of the loss to which the winning move leads, instead of one more.
    pub losses_wait: bool,
    /// The colour that mates with the other side's help; `None` for perfect play.
    pub mating: Option<Color>,
}

impl<'c> Context<'c> {
    /// Collects the inputs that the steps of a subproblem's analysis share.
    pub fn new(run: &'c Run<'c>, problem: &Subproblem<'c>, logs: &'c Logs<'c>) -> Context<'c> {
        let Conversions { metric, mating, .. } = *problem.conversions;
        Context { run, shape: problem.shape, logs, losses_wait: metric.is_doubled(), mating }
    }

    /// Calls [`Run::poll`] before a step on a block. If blocks are small, does so only for some of
    /// them.
    #[inline(always)]
    pub fn poll(&self, block: usize) -> Result<(), End> {
        if (block * self.shape.words).is_multiple_of(POLL_WORDS) { self.run.poll() } else { Ok(()) }
    }
}

/// Buffers for the initialization of blocks.
pub struct InitializationBuffers {
    /// Buffers for the outcomes of a row.
    pub row: RowBuffers,
    /// The conversion events of a block.
    pub events: EventBuckets,
}

/// Buffers for finding the wins of a block.
pub struct WinBuffers {
    /// The positions with a move into a newly lost position.
    pub found: Accumulator,
    /// A buffer for wins by conversions ([`crate::sets::timeline::Timeline::take`]).
    pub conversions: Vec<u64>,
}

/// Buffers for finding the losses of a block.
pub struct LossBuffers {
    /// The dirty words, `[row]`, one bit for each word.
    pub dirty: Vec<u64>,
    /// Buffers for the search for escapes.
    pub escapes: EscapeBuffers,
    /// A buffer for expiring escapes by conversions ([`crate::sets::timeline::Timeline::take`]).
    pub conversions: Vec<u64>,
}

impl InitializationBuffers {
    /// Makes empty buffers for the conversions of an endgame.
    pub fn new(conversions: &Conversions) -> InitializationBuffers {
        InitializationBuffers { row: RowBuffers::new(conversions), events: EventBuckets::default() }
    }
}

impl WinBuffers {
    /// Makes empty buffers for blocks of a shape.
    pub fn new(shape: &Shape) -> WinBuffers {
        WinBuffers { found: Accumulator::new(shape.words), conversions: Vec::new() }
    }
}

impl LossBuffers {
    /// Makes empty buffers for blocks of a shape.
    pub fn new(shape: &Shape) -> LossBuffers {
        LossBuffers {
            dirty: vec![0; shape.words.div_ceil(64)],
            escapes: EscapeBuffers::default(),
            conversions: Vec::new(),
        }
    }
}
