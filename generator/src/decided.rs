//! The positions whose value a capture or promotion attains.
//!
//! For code that stores one side to move, or tables of results: there a table may hold any value that is no
//! better, because a probe looks at captures (and promotions) too.

use drawproof_board::Color;
use drawproof_tables::{
    FIFTY_MOVES_PLIES, FiftyMoves, Metric, NormalMaterial, PlainTable, TableSet,
};
use rayon::prelude::*;

use crate::{
    conversions::{
        by_row::{RowBuffers, RowOfSide},
        by_word::fold_word,
        kinds::{Conversion, Conversions, Subproblem},
        outcomes::{ALWAYS, FAR, NO_WIN, Outcomes},
    },
    request::SolveError,
    shape::{
        Shape,
        attacks::Geometry,
        row::{Row, RowSet},
    },
    simd::{self, Kernel, Simd, Vectors},
};

/// Returns the positions in which a capture or promotion is a best move, as `[side to move][word]`,
/// bit = lane. En-passant captures are ignored.
///
/// `table` has distances to mate; `tables` has the tables that it was solved from
/// ([`NormalMaterial::conversions`]). Runs on the current rayon pool.
///
/// # Errors
///
/// Fails if a table is missing from `tables`.
pub fn decided_by_conversions(
    table: &PlainTable,
    tables: &TableSet,
) -> Result<[Vec<u64>; 2], SolveError> {
    let kept = |it: &Conversion| it.captured.is_some() || it.promoted.is_some();
    by_word(table, tables, (&kept, 0), decided)
}

/// Returns the results that a table must store if its readers look at captures first, `[side to
/// move][index]`. A number from 0 to 4 is a result, as [`FiftyMoves`] numbers it. A greater number,
/// 4 plus that of the result, means that a capture attains the result; the table may then store any
/// result that is no better. Illegal positions have [`ANY_RESULT`]. `table` and `tables` are as for
/// [`decided_by_conversions`], but have distances to zeroing.
///
/// # Errors
///
/// Fails if a table is missing from `tables`.
pub fn results_beside_captures(
    table: &PlainTable,
    tables: &TableSet,
) -> Result<[Vec<u8>; 2], SolveError> {
    assert_eq!(table.metric(), Metric::Dtz, "results within the fifty-move rule");
    let kept = |it: &Conversion| it.captured.is_some();
    let sides = by_word(table, tables, (&kept, [ANY_RESULT; 64]), result_beside_captures)?;
    Ok(sides.map(Vec::into_flattened))
}

/// The number that [`results_beside_captures`] returns for a position for which a table may store
/// any result.
pub const ANY_RESULT: u8 = 4 + FiftyMoves::Win as u8;

/// Returns the value of `judge` for each word by the outcomes of the conversions that are `kept`,
/// by `[side to move][word]`; `empty` where no position is legal.
fn by_word<T: Clone + Send>(
    table: &PlainTable,
    tables: &TableSet,
    (kept, empty): (&dyn Fn(&Conversion) -> bool, T),
    judge: impl Fn(&Outcomes, u64, &[u8; 64], u64) -> T + Sync,
) -> Result<[Vec<T>; 2], SolveError> {
    let layout = table.layout();
    let of: NormalMaterial = table.material();
    let mut conversions = Conversions::new(layout, tables, (table.metric(), None), None)
        .map_err(|missing| SolveError::MissingTable { of, missing })?;
    for side in &mut conversions.sides {
        side.retain(kept);
    }
    let mut words = [(); 2].map(|()| vec![empty.clone(); layout.words()]);
    let slices = layout.slices().len();
    let size = layout.words() / slices;
    let [white, black] = &mut words;
    let parts = white.par_chunks_mut(size).zip(black.par_chunks_mut(size)).enumerate();
    parts.for_each(|(slice, (white, black))| {
        let shape = &Shape::new(layout, slice);
        let problem = &Subproblem { shape, conversions: &conversions, slices: &[] };
        let blocks = white.par_chunks_mut(shape.words).zip(black.par_chunks_mut(shape.words));
        blocks.enumerate().for_each_init(
            || RowBuffers::new(&conversions),
            |buffers, (block, (white, black))| {
                let first = slice * size + block * shape.words;
                let words = [white, black];
                let place = (block, first);
                let judge = &judge;
                simd::run(
                    Vectors::best(),
                    JudgeBlock { problem, table, place, words, buffers, judge },
                );
            },
        );
    });
    Ok(words)
}

/// Judges the positions of one block.
struct JudgeBlock<'a, T, F> {
    problem: &'a Subproblem<'a>,
    table: &'a PlainTable,
    /// The number of the block, and of its first word in the table.
    place: (usize, usize),
    /// By side to move and word of the block.
    words: [&'a mut [T]; 2],
    buffers: &'a mut RowBuffers,
    /// By the outcomes of a word, the lanes in which some other conversion draws, the cells, the legal lanes.
    judge: &'a F,
}

impl<T, F: Fn(&Outcomes, u64, &[u8; 64], u64) -> T> Kernel for JudgeBlock<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let JudgeBlock { problem, table, place: (block, first_word), words, buffers, judge } = self;
        let shape = problem.shape;
        buffers.next_block();
        for (side, words) in Color::ALL.into_iter().zip(words) {
            let legal = &table.legal(side)[first_word..][..shape.words];
            let cells = &table.cells(side)[64 * first_word..][..64 * shape.words];
            let cells_of = |word: usize| cells[64 * word..].first_chunk().expect("64 lanes");
            if shape.words < 64 {
                for (number, (judged, &lanes)) in words.iter_mut().zip(legal).enumerate() {
                    let word = shape.word(block, number);
                    let outcomes = fold_word(problem, side, &word, lanes);
                    *judged = judge(&outcomes, 0, cells_of(number), lanes);
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
                    words[first + word] =
                        judge(of_word, saved, cells_of(first + word), lanes[word]);
                }
            }
        }
    }
}

/// Returns the entries of a table of results for the positions of a word. `saved`: those in which
/// some other capture draws.
#[inline(always)]
fn result_beside_captures(
    outcomes: &Outcomes,
    saved: u64,
    cells: &[u8; 64],
    lanes: u64,
) -> [u8; 64] {
    /// Of a doubled metric: the greatest numbers within the fifty-move rule.
    const RULE: u8 = 2 * FIFTY_MOVES_PLIES as u8;
    let result = |win: bool, within: bool| match (win, within) {
        (true, true) => FiftyMoves::Win,
        (true, false) => FiftyMoves::CursedWin,
        (false, false) => FiftyMoves::BlessedLoss,
        (false, true) => FiftyMoves::Loss,
    };
    std::array::from_fn(|lane| {
        if lanes >> lane & 1 == 0 {
            return ANY_RESULT;
        }
        let value = match cells[lane].checked_sub(1) {
            None => FiftyMoves::Draw,
            Some(number) => result(number % 2 == 1, number <= RULE + 1),
        };
        let (win, escape) = (outcomes.win[lane], outcomes.escape[lane]);
        let capture = if win != NO_WIN {
            result(true, win <= RULE + 1)
        } else if escape == ALWAYS || saved >> lane & 1 != 0 {
            FiftyMoves::Draw
        } else {
            result(false, escape < RULE)
        };
        debug_assert!(capture <= value);
        let is_free = capture == value && value > FiftyMoves::Loss;
        value as u8 + if is_free { 4 } else { 0 }
    })
}

/// Returns the positions of a word whose cells are those of their best conversion. `saved`: those
/// in which some other conversion draws.
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
