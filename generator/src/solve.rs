//! Solving an endgame: its one shape, or its slices from the most advanced pawns down.

use std::sync::Arc;

use cozy_chess::{Color, Rank};
use drawproof_tables::{Aligned, Layout, NormalMaterial, PlainTable, TableSet};
use rayon::prelude::*;

use crate::{
    analysis::log::log_bytes,
    analysis::plies::{Finding, Memory, analyse},
    analysis::scratch::Spaces,
    conversions::{Conversions, SolvedSlice, en_passant_possible},
    memory::pool::Pool,
    shape::Shape,
    simd::Vectors,
};

/// Follows the work. Called from several threads.
pub trait Observer: Sync {
    /// An endgame's analysis begins: `slices` shapes, `positions` places for both sides together.
    fn begin(&self, _material: NormalMaterial, _slices: usize, _positions: u64) {}
    /// A ply has been settled in one of the shapes.
    fn ply(&self, _material: NormalMaterial, _ply: u16) {}
    /// Another shape is solved.
    fn slice(&self, _material: NormalMaterial) {}
}

/// An observer that does not look.
impl Observer for () {}

/// Why an endgame was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A table it depends on was not given.
    #[error("{of} is solved from {missing}, which is not there: solve that first")]
    MissingTable {
        /// The endgame to solve.
        of: NormalMaterial,
        /// The table that it needs.
        missing: NormalMaterial,
    },
    /// Only kings, or more men than a cell can count the plies of.
    #[error("{0} cannot be solved: tables are for three to five men")]
    Men(NormalMaterial),
}

/// A solved endgame.
#[derive(Debug)]
pub struct Solution {
    /// All values.
    pub table: PlainTable,
    /// The longest distance to mate in plies; `None` if no position is decisive.
    pub plies: Option<u16>,
}

/// How to solve; what comes out is the same.
#[derive(Debug)]
pub struct Options {
    /// The vector instructions to use.
    pub vectors: Vectors,
    /// Where memory comes from, and where that goes which is of no more use; that of a table when it
    /// is given to [`Pool::take_back`].
    pub pool: Pool,
}

impl Default for Options {
    /// The best vectors that the machine has, and an empty pool.
    fn default() -> Options {
        Options { vectors: Vectors::best(), pool: Pool::new() }
    }
}

/// Solves an endgame from the tables that its captures and promotions lead to
/// ([`NormalMaterial::conversions`]). Runs on the current rayon pool; the result is the same for any
/// number of threads.
pub fn solve(
    material: NormalMaterial,
    tables: &TableSet,
    observer: &dyn Observer,
) -> Result<Solution, SolveError> {
    solve_with(&Options::default(), material, tables, observer)
}

/// [`solve`] in a certain way.
pub fn solve_with(
    options: &Options,
    material: NormalMaterial,
    tables: &TableSet,
    observer: &dyn Observer,
) -> Result<Solution, SolveError> {
    if !(3..=5).contains(&material.get().men()) {
        return Err(SolveError::Men(material));
    }
    let layout = Arc::new(Layout::new(material));
    let conversions = Conversions::new(&layout, tables)
        .map_err(|missing| SolveError::MissingTable { of: material, missing })?;
    let pool = &options.pool;
    let [(white, white_zeros), (black, black_zeros)] = [0; 2].map(|_| pool.cells(layout.count()));
    let mut cells = [white, black];
    let zeros = white_zeros && black_zeros;
    let mut legal = [0; 2].map(|_| pool.words(layout.words()));
    let slices = layout.outer_count().min(layout.slices().len());
    observer.begin(material, slices, 2 * layout.count() as u64);
    // On a thread of the pool, so that the many short parallel steps need not be handed over to it.
    let plies = rayon::scope(|_| {
        let memory = slices_of(&layout, &mut cells, zeros, &mut legal);
        solve_slices(options, &layout, &conversions, memory, observer)
    });
    Ok(Solution { table: PlainTable::new(layout, cells, legal), plies })
}

/// The memory of each slice of a table.
fn slices_of<'a>(
    layout: &Layout,
    [white_cells, black_cells]: &'a mut [Aligned<u8>; 2],
    zeros: bool,
    [white_legal, black_legal]: &'a mut [Aligned<u64>; 2],
) -> Vec<Memory<'a>> {
    let size = layout.count() / layout.slices().len();
    let cells = white_cells.chunks_mut(size).zip(black_cells.chunks_mut(size));
    let legal = white_legal.chunks_mut(size / 64).zip(black_legal.chunks_mut(size / 64));
    let log_bytes = log_bytes(size);
    let memory =
        |((wc, bc), (wl, bl))| Memory { cells: [wc, bc], zeros, legal: [wl, bl], log_bytes };
    cells.zip(legal).map(memory).collect()
}

/// Solves the slices of a table level by level: slices whose pawns have advanced equally far do not
/// depend on each other. Gives the longest distance to mate.
fn solve_slices(
    options: &Options,
    layout: &Layout,
    conversions: &Conversions,
    memory: Vec<Memory>,
    observer: &dyn Observer,
) -> Option<u16> {
    let slices = layout.slices();
    let mut memory: Vec<Option<Memory>> = memory.into_iter().map(Some).collect();
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for slice in 0..slices.len() {
        let level = slices.get(slice).advancement();
        levels.resize_with(levels.len().max(level + 1), Vec::new);
        levels[level].push(slice);
    }
    // Those that promotions lead from to the same part of another table come one after the other.
    for level in &mut levels {
        level.sort_by_key(|&slice| {
            let pawns = slices.get(slice).pawns;
            Color::ALL.map(|side| {
                let promoting = Rank::Seventh.relative_to(side).bitboard();
                (pawns[side as usize] - promoting).0
            })
        });
    }
    let mut solved: Vec<Option<SolvedSlice>> = (0..slices.len()).map(|_| None).collect();
    let mut plies = None;
    let spaces = Spaces::new(&options.pool);
    for level in levels.into_iter().rev() {
        let work: Vec<(usize, Memory)> = level
            .into_iter()
            .map(|slice| (slice, memory[slice].take().expect("each slice is solved once")))
            .collect();
        let done: Vec<(usize, SolvedSlice, Option<u16>)> = work
            .into_par_iter()
            .map(|(slice, memory)| {
                let (done, plies) = solve_slice(
                    options.vectors,
                    &spaces,
                    layout,
                    conversions,
                    &solved,
                    slice,
                    memory,
                    observer,
                );
                (slice, done, plies)
            })
            .collect();
        for (slice, done, slice_plies) in done {
            solved[slice] = Some(done);
            plies = plies.max(slice_plies);
        }
    }
    plies
}

/// Solves one slice into its memory.
#[expect(clippy::too_many_arguments, reason = "the context of one table")]
fn solve_slice<'a>(
    vectors: Vectors,
    spaces: &Spaces,
    layout: &Layout,
    conversions: &Conversions,
    solved: &[Option<SolvedSlice>],
    slice: usize,
    mut memory: Memory<'a>,
    observer: &dyn Observer,
) -> (SolvedSlice<'a>, Option<u16>) {
    let shape = Shape::new(layout, slice);
    let material = layout.material();
    let Finding { plies, stalemates, .. } =
        analyse(vectors, &shape, conversions, solved, &mut memory, spaces, &|ply| {
            observer.ply(material, ply)
        });
    observer.slice(material);
    let pawns = layout.slices().get(slice);
    let kept = Color::ALL.into_iter().any(|side| en_passant_possible(pawns, side));
    let done = SolvedSlice {
        cells: memory.cells.map(|side| &*side),
        legal: memory.legal.map(|side| &*side),
        stalemates: if kept { stalemates } else { Default::default() },
    };
    (done, plies)
}

/// Most men of tables that are solved side by side: the short steps of small ones leave threads idle,
/// those of large ones do not, and memory is for one of them.
const SIDE_BY_SIDE_MEN: usize = 4;

/// Of endgames to solve, those that can be solved next, side by side: all small ones that all tables
/// are there for, else the first large one. Where tables are missing for all of them, the first, so
/// that solving it says what is missing.
pub fn solvable_next(
    pending: &[NormalMaterial],
    is_there: impl Fn(NormalMaterial) -> bool,
) -> Vec<NormalMaterial> {
    let ready = pending.iter().filter(|material| material.conversions().into_iter().all(&is_there));
    let (small, large): (Vec<_>, Vec<_>) =
        ready.partition(|material| material.get().men() <= SIDE_BY_SIDE_MEN);
    if small.is_empty() {
        large.first().or(pending.first()).copied().into_iter().collect()
    } else {
        small
    }
}

/// Solves endgames side by side, from tables that are all there ([`solvable_next`]).
pub fn solve_side_by_side(
    options: &Options,
    materials: &[NormalMaterial],
    tables: &TableSet,
    observer: &dyn Observer,
) -> Result<Vec<Solution>, SolveError> {
    let solve = |&material| solve_with(options, material, tables, observer);
    match materials {
        [alone] => Ok(vec![solve(alone)?]),
        _ => materials.par_iter().map(solve).collect(),
    }
}

/// Solves endgames and all that they depend on, all from nothing.
pub fn solve_closure(
    materials: &[NormalMaterial],
    observer: &dyn Observer,
) -> Result<TableSet, SolveError> {
    solve_closure_with(&Options::default(), materials, observer)
}

/// [`solve_closure`] in a certain way.
pub fn solve_closure_with(
    options: &Options,
    materials: &[NormalMaterial],
    observer: &dyn Observer,
) -> Result<TableSet, SolveError> {
    let mut pending: Vec<NormalMaterial> = Vec::new();
    for material in materials.iter().flat_map(|material| material.closure()) {
        if !pending.contains(&material) {
            pending.push(material);
        }
    }
    let mut tables = TableSet::new();
    while !pending.is_empty() {
        let next = solvable_next(&pending, |material| tables.get(material).is_some());
        for solution in solve_side_by_side(options, &next, &tables, observer)? {
            tables.insert(Arc::new(solution.table));
        }
        pending.retain(|material| !next.contains(material));
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use drawproof_tables::Material;

    use super::*;

    #[test]
    fn small_tables_are_solved_side_by_side_and_large_ones_alone() {
        let named = |name: &str| name.parse::<Material>().unwrap().normalise().0;
        let pending = ["KRBKR", "KRKB", "KBK", "KRKR", "KRK", "KBKB"].map(named);
        let mut tables = TableSet::new();
        let mut batches = Vec::new();
        let mut left = pending.to_vec();
        while !left.is_empty() {
            let batch = solvable_next(&left, |material| tables.get(material).is_some());
            if batch == [named("KRBKR")] {
                break;
            }
            for solution in solve_side_by_side(&Options::default(), &batch, &tables, &()).unwrap() {
                tables.insert(Arc::new(solution.table));
            }
            left.retain(|material| !batch.contains(material));
            batches.push(batch.iter().map(ToString::to_string).collect::<Vec<_>>());
        }
        assert_eq!(batches, [vec!["KBK", "KRK"], vec!["KRKB", "KRKR", "KBKB"]]);
        let error = solve_side_by_side(&Options::default(), &left, &tables, &()).unwrap_err();
        let missing = SolveError::MissingTable { of: named("KRBKR"), missing: named("KRBK") };
        assert_eq!(error, missing);
    }
}
