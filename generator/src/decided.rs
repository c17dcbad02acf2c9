//! The positions whose value a capture or promotion attains.
//!
//! A file of one side to move may store any value that is no better for these positions, because a
//! probe also looks at captures and promotions.

use drawproof_board::Color;
use drawproof_tables::{NormalMaterial, PlainTable, TableSet};
use rayon::prelude::*;

use crate::{
    conversions::{
        by_row::{RowBuffers, RowOfSide},
        by_word::fold_word,
        kinds::{Conversions, Subproblem},
        outcomes::{ALWAYS, FAR, Outcomes},
    },
    request::SolveError,
    shape::{
        Shape,
        attacks::Geometry,
        row::{Row, RowSet},
    },
    simd::{self, Kernel, Simd, Vectors},
};

/// Returns the positions in which a capture or promotion is a best move, en passant aside, as
/// `[side to move][word]`, bit = lane.
///
/// `table` has distances to mate; `tables` has the tables that it was solved from
/// ([`NormalMaterial::conversions`]). Works on the current rayon pool.
///
/// # Errors
///
/// If a table is missing from `tables`.
pub fn decided_by_conversions(
    table: &PlainTable,
    tables: &TableSet,
) -> Result<[Vec<u64>; 2], SolveError> {
    let layout = table.layout();
    let of: NormalMaterial = table.material();
    let mut conversions = Conversions::new(layout, tables, (table.metric(), None), None)
        .map_err(|missing| SolveError::MissingTable { of, missing })?;
    for side in &mut conversions.sides {
        side.retain(|conversion| conversion.captured.is_some() || conversion.promoted.is_some());
    }
    let mut decided = [(); 2].map(|()| vec![0; layout.words()]);
    let slices = layout.slices().len();
    let size = layout.words() / slices;
    let [white, black] = &mut decided;
    let parts = white.par_chunks_mut(size).zip(black.par_chunks_mut(size)).enumerate();
    parts.for_each(|(slice, (white, black))| {
        let shape = &Shape::new(layout, slice);
        let problem = &Subproblem { shape, conversions: &conversions, slices: &[] };
        let blocks = white.par_chunks_mut(shape.words).zip(black.par_chunks_mut(shape.words));
        blocks.enumerate().for_each_init(
            || RowBuffers::new(&conversions),
            |buffers, (block, (white, black))| {
                let first = slice * size + block * shape.words;
                let sets = [white, black];
                simd::run(
                    Vectors::best(),
                    DecideBlock { problem, table, place: (block, first), sets, buffers },
                );
            },
        );
    });
    Ok(decided)
}

/// Finds these positions in one block.
struct DecideBlock<'a> {
    problem: &'a Subproblem<'a>,
    table: &'a PlainTable,
    /// The number of the block, and of its first word in the table.
    place: (usize, usize),
    /// The positions found, `[side to move][word of the block]`.
    sets: [&'a mut [u64]; 2],
    buffers: &'a mut RowBuffers,
}

impl Kernel for DecideBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let DecideBlock { problem, table, place: (block, first_word), sets, buffers } = self;
        let shape = problem.shape;
        buffers.next_block();
        for (side, set) in Color::ALL.into_iter().zip(sets) {
            let legal = &table.legal(side)[first_word..][..shape.words];
            let cells = &table.cells(side)[64 * first_word..][..64 * shape.words];
            let cells_of = |word: usize| cells[64 * word..].first_chunk().expect("64 lanes");
            if shape.words < 64 {
                for (number, (set, &lanes)) in set.iter_mut().zip(legal).enumerate() {
                    let word = shape.word(block, number);
                    let outcomes = fold_word(problem, side, &word, lanes);
                    *set = decided(&outcomes, 0, cells_of(number), lanes);
                }
                continue;
            }
            for first in (0..shape.words).step_by(64) {
                let Some(row) = Row::new(shape, Geometry::get(), block, first) else { continue };
                let lanes: &RowSet = legal[first..].first_chunk().expect("64 words");
                if lanes.iter().all(|&lanes| lanes == 0) {
                    continue;
                }
                RowOfSide { problem, row: &row, place: (block, first), side }
                    .fold(simd, lanes, buffers);
                let outcomes = &buffers.outcomes;
                for word in 0..64 {
                    let of_word = outcomes.others().map_or(&Outcomes::NONE, |others| &others[word]);
                    let saved = outcomes.saved[word];
                    set[first + word] =
                        decided(of_word, saved, cells_of(first + word), lanes[word]);
                }
            }
        }
    }
}

/// Returns the positions of a word that have the value of their best conversion. `saved` are the
/// positions in which some other conversion draws.
#[inline(always)]
fn decided(outcomes: &Outcomes, saved: u64, cells: &[u8; 64], lanes: u64) -> u64 {
    let mut decided = 0;
    let outcomes = outcomes.win.iter().zip(&outcomes.escape);
    for (lane, (&cell, (&win, &escape))) in cells.iter().zip(outcomes).enumerate() {
        // The plies of a decisive value; 255 for a draw.
        let plies = cell.wrapping_sub(1);
        let is_decided = match plies {
            u8::MAX => escape == ALWAYS || saved >> lane & 1 != 0,
            0 => false,
            _ if plies % 2 == 1 => win == plies && win != FAR,
            _ => escape == plies - 1 && escape != FAR,
        };
        decided |= u64::from(is_decided) << lane;
    }
    decided & lanes
}
