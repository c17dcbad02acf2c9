//! The initialization determines what is known before the first ply: the legal positions, the loss
//! candidates and the conversion events of all blocks.
//!
//! [`super::mates`] finds mates and stalemates, which depend on moves within the shape.

use drawproof_board::Color;
use rayon::prelude::*;

use crate::{
    analysis::{
        events::Events,
        run::{End, InitializationBuffers, POLL_WORDS, Run},
        side::Side,
    },
    conversions::{by_row::RowOfSide, by_word::fold_word, exact::ExactOutcomes, kinds::Subproblem},
    shape::{
        Shape,
        attacks::Geometry,
        legality::legal_lanes,
        row::{Row, RowSet},
    },
    simd::{self, Kernel, Simd},
};

/// The number of words from which a separate task pays.
const GRAIN_WORDS: usize = 2048;

/// Initializes the sets of both sides: undetermined positions, loss candidates and conversion
/// events. Also writes the legal positions to `legal`, if given, as `[side to move][block][word]`.
///
/// Only conversions exclude a position from the loss candidates, so positions without any legal
/// move are still among them.
pub fn initialize(
    run: &Run,
    problem: &Subproblem,
    sides: &mut [Side; 2],
    legal: Option<[&mut [u64]; 2]>,
) -> Result<(), End> {
    let shape = problem.shape;
    let [white, black] = sides;
    let [legal_white, legal_black] = by_block(legal, shape);
    white
        .blocks(shape)
        .zip(black.blocks(shape))
        .zip(legal_white.into_par_iter().zip(legal_black))
        .with_min_len(GRAIN_WORDS.div_ceil(shape.words))
        .try_for_each_init(
            || run.initialization.borrow(|| InitializationBuffers::new(problem.conversions)),
            |buffers, ((white, black), (legal_white, legal_black))| {
                let block = white.number;
                let mut blocks = [(white, legal_white), (black, legal_black)];
                let sets = blocks.each_mut().map(|(block, _)| BlockSets {
                    legal: block.undetermined,
                    loss_candidates: block.loss_candidates,
                });
                let events =
                    simd::run(run.vectors, InitializeBlock { run, problem, block, sets, buffers })?;
                for ((block, legal), events) in blocks.into_iter().zip(events) {
                    if let Some(legal) = legal {
                        legal.copy_from_slice(block.undetermined);
                    }
                    *block.events = events;
                }
                Ok(())
            },
        )
}

/// Splits the given sets by block.
fn by_block<'s>(
    sets: Option<[&'s mut [u64]; 2]>,
    shape: &Shape,
) -> [Vec<Option<&'s mut [u64]>>; 2] {
    match sets {
        Some(sets) => sets.map(|set| set.chunks_mut(shape.words).map(Some).collect()),
        None => [0; 2].map(|_| (0..shape.blocks).map(|_| None).collect()),
    }
}

/// The sets of a block, `[word]`, that the initialization fills for one side to move.
struct BlockSets<'b> {
    /// The legal positions.
    legal: &'b mut [u64],
    /// The legal positions that no conversion saves from losing, in canonical words (see
    /// [`crate::shape::like_men::LikePair`]).
    loss_candidates: &'b mut [u64],
}

/// Initializes a block: fills its sets and returns its events by side to move.
struct InitializeBlock<'a> {
    run: &'a Run<'a>,
    problem: &'a Subproblem<'a>,
    block: usize,
    /// The sets by side to move.
    sets: [BlockSets<'a>; 2],
    buffers: &'a mut InitializationBuffers,
}

impl Kernel for InitializeBlock<'_> {
    type Output = Result<[Events; 2], End>;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> Result<[Events; 2], End> {
        let words = self.problem.shape.words;
        if words < 64 {
            self.run.poll()?;
            (0..words).for_each(|word| self.initialize_word(simd, word));
        } else {
            self.buffers.row.next_block();
            for first in (0..words).step_by(64) {
                if first.is_multiple_of(POLL_WORDS) {
                    self.run.poll()?;
                }
                self.initialize_row(simd, first);
            }
        }
        let InitializeBlock { run, problem, block, buffers, .. } = self;
        let mating = problem.conversions.mating;
        let events = buffers.events.take(&run.lists, mating, |side, entry| {
            assert!(mating.is_none(), "a helpmate is as long as a cell holds");
            let word = problem.shape.word(block, entry.word as usize);
            ExactOutcomes::new(problem, side, &word, entry.lanes)
        });
        events.map_err(End::Unwritten)
    }
}

impl InitializeBlock<'_> {
    /// Initializes the row that starts with word `first`.
    #[inline(always)]
    fn initialize_row<S: Simd>(&mut self, simd: S, first: usize) {
        let InitializeBlock { problem, block, sets, buffers, .. } = self;
        let shape = problem.shape;
        let row = Row::new(shape, Geometry::get(), *block, first);
        let row_legal = match &row {
            Some(row) => row.legal(),
            None => [[0; 64]; 2],
        };
        let own = shape.canonical_in_row(first);
        for (side, sets) in Color::ALL.into_iter().zip(sets) {
            let legal = &row_legal[side as usize];
            sets.legal[first..first + 64].copy_from_slice(legal);
            let lanes: &RowSet =
                &std::array::from_fn(|word| if own >> word & 1 != 0 { legal[word] } else { 0 });
            let Some(row) = row.as_ref().filter(|_| lanes.iter().any(|&lanes| lanes != 0)) else {
                sets.loss_candidates[first..first + 64].fill(0);
                continue;
            };
            let row = RowOfSide { problem, row, place: (*block, first), side };
            row.fold(simd, lanes, &mut buffers.row);
            let outcomes = &buffers.row.outcomes;
            let candidates = &mut sets.loss_candidates[first..first + 64];
            for word in 0..64 {
                candidates[word] = lanes[word] & !outcomes.saved[word];
            }
            let Some(others) = outcomes.others() else { continue };
            for eighth in (0..64).step_by(8) {
                let eight = eighth..eighth + 8;
                let (lanes, outcomes) = (&lanes[eight.clone()], &others[eight.clone()]);
                let candidates = &mut candidates[eight];
                buffers.events.note(simd, side, first + eighth, lanes, outcomes, candidates);
            }
        }
    }

    /// Initializes a word of a block smaller than a row.
    #[inline(always)]
    fn initialize_word<S: Simd>(&mut self, simd: S, number: usize) {
        let InitializeBlock { problem, block, sets, buffers, .. } = self;
        let word = problem.shape.word(*block, number);
        let legal = legal_lanes(problem.shape, &word);
        for ((side, sets), lanes) in Color::ALL.into_iter().zip(sets).zip(legal) {
            sets.legal[number] = lanes;
            sets.loss_candidates[number] = lanes;
            let outcomes = &[fold_word(problem, side, &word, lanes)];
            let candidates = &mut sets.loss_candidates[number..=number];
            buffers.events.note(simd, side, number, &[lanes], outcomes, candidates);
        }
    }
}
