//! Solves endgames: one table, tables side by side, or all that a table depends on.
//!
//! The public entry of the crate. A table with pawns is solved slice by slice, from the most
//! advanced pawns down; the analysis of a slice is the subject of [`crate::analysis`].

use std::sync::Arc;

use drawproof_board::{Color, Rank};
use drawproof_tables::{
    Aligned, Cell, Layout, MEN_MIN, Metric, NormalMaterial, PAWNLESS_MEN_MAX, PlainTable,
    SOLVABLE_MEN_MAX, Slices, SolvedPart, SolvedTables, TableMemory, TableSet,
};
use rayon::prelude::*;

use crate::{
    analysis::{
        log::log_bytes,
        plies::{Finding, Memory, analyse, log},
        scratch::Scratch,
    },
    conversions::{
        en_passant,
        kinds::{Conversions, Subproblem},
        solved::{SolvedSlice, SolvedSlices},
    },
    logged::LoggedTable,
    memory::pool::Pool,
    shape::Shape,
    simd::Vectors,
};

/// The most men of tables that are solved side by side. The short steps of small tables leave
/// threads idle, those of large tables do not; and memory is planned for one large table at a time.
const SIDE_BY_SIDE_MEN_MAX: usize = 4;

/// Follows the progress of solving. Called from several threads.
pub trait Observer: Sync {
    /// The analysis of an endgame begins: `slices` slices (1 without pawns), `positions` indices of
    /// both sides to move together.
    fn begin(&self, _material: NormalMaterial, _slices: usize, _positions: u64) {}
    /// A ply has been settled in one of the slices.
    fn ply(&self, _material: NormalMaterial, _ply: u16) {}
    /// Another slice is solved.
    fn slice(&self, _material: NormalMaterial) {}
}

/// An observer that ignores everything.
impl Observer for () {}

/// Why an endgame was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A table that the endgame depends on is missing.
    #[error("{of} is solved from {missing}, which is not there: solve that first")]
    MissingTable {
        /// The endgame to solve.
        of: NormalMaterial,
        /// The table that is missing.
        missing: NormalMaterial,
    },
    /// A table of another metric than the one to solve.
    #[error(
        "{of} is solved by {wanted} from tables of {wanted}; that of {found} counts another distance"
    )]
    OtherMetric {
        /// The endgame to solve.
        of: NormalMaterial,
        /// The metric to solve by.
        wanted: Metric,
        /// The endgame of the table.
        found: NormalMaterial,
    },
    /// Only kings, or too many men.
    #[error(
        "{0} cannot be solved: tables are for {MEN_MIN} to {SOLVABLE_MEN_MAX} men, and by distance to \
         mate for {PAWNLESS_MEN_MAX} men without pawns"
    )]
    Men(NormalMaterial),
    /// A scratch file could not be made or lengthened.
    #[error("the scratch files of {of} cannot be written: {cause}")]
    Scratch {
        /// The endgame to solve.
        of: NormalMaterial,
        /// Why.
        cause: String,
    },
}

/// A solved endgame.
#[derive(Debug)]
pub struct Solution {
    /// The values of all positions.
    pub table: PlainTable,
    /// The longest distance in plies; `None` if no position is decisive.
    pub plies: Option<u16>,
}

/// How to solve. But for the metric, the tables are the same whatever the options.
#[derive(Debug)]
pub struct Options {
    /// The distance to count.
    pub metric: Metric,
    /// The vector instructions to use.
    pub vectors: Vectors,
    /// Where memory comes from, and where working memory goes back to. The memory of a table goes
    /// back when the table is given to [`Pool::take_back`].
    pub pool: Pool,
}

impl Default for Options {
    /// Distances to mate, the widest vectors that the processor supports, and an empty pool.
    fn default() -> Options {
        Options { metric: Metric::Dtm, vectors: Vectors::best(), pool: Pool::new() }
    }
}

/// Solves an endgame from the tables that its captures and promotions lead to
/// ([`NormalMaterial::conversions`]). Runs on the current rayon pool; the result is the same for
/// any number of threads.
///
/// Fails if a table is missing or the number of men is out of range.
pub fn solve(
    material: NormalMaterial,
    tables: &dyn SolvedTables,
    observer: &dyn Observer,
) -> Result<Solution, SolveError> {
    solve_with(&Options::default(), material, tables, observer)
}

/// [`solve`] with options.
pub fn solve_with(
    options: &Options,
    material: NormalMaterial,
    tables: &dyn SolvedTables,
    observer: &dyn Observer,
) -> Result<Solution, SolveError> {
    let (metric, pool) = (options.metric, &options.pool);
    let (layout, conversions) = problem_of(metric, material, tables)?;
    let (TableMemory { mut cells, mut legal, far }, zeros) = pool.table(&layout);
    // A second layer that nothing is written to takes address space only.
    let new_layer = || [0; 2].map(|_| Aligned::new(layout.count()));
    let may_be_far = metric.is_doubled() || material.is_large();
    let mut far = may_be_far.then(|| far.unwrap_or_else(new_layer));
    let slices = layout.outer_count().min(layout.slices().len());
    observer.begin(material, slices, 2 * layout.count() as u64);
    let solver = SliceSolver {
        vectors: options.vectors,
        layout: &layout,
        conversions: &conversions,
        scratch: Scratch::new(pool),
        observer,
    };
    // On a thread of the pool, so that the many short parallel steps need not be handed over to it.
    let numbers = rayon::scope(|_| {
        let cells = (&mut cells, zeros);
        solver.solve_all(slices_of(&layout, cells, &mut far, &mut legal, pool.spills_lists()))
    });
    drop(solver);
    if let Some(cause) = pool.spill_error() {
        return Err(SolveError::Scratch { of: material, cause: cause.to_string() });
    }
    let far = far.filter(|_| numbers > Some(Cell::PLIES_MAX));
    let table = PlainTable::new(layout, cells, legal).with_metric(metric, far);
    let plies = numbers.map(|number| if metric.is_doubled() { number / 2 } else { number });
    Ok(Solution { table, plies })
}

/// Whether the values of an endgame's table by a metric can be kept as a log ([`solve_logged`]): it has
/// no pawns, five men at most, and its values fit a byte.
pub fn is_logged(metric: Metric, material: NormalMaterial) -> bool {
    let is_byte = !metric.is_doubled() && !material.is_large();
    is_byte && !material.get().has_pawns()
}

/// Solves an endgame as [`solve_with`] does, and keeps its values as a log: for a table that is read a few
/// times, part by part. Returns the longest distance in plies, too.
///
/// # Panics
///
/// Unless [`is_logged`] holds.
pub fn solve_logged(
    options: &Options,
    material: NormalMaterial,
    tables: &dyn SolvedTables,
    observer: &dyn Observer,
) -> Result<(LoggedTable, Option<u16>), SolveError> {
    let Options { metric, vectors, ref pool } = *options;
    assert!(is_logged(metric, material), "{material} is no table of logs");
    let (layout, conversions) = problem_of(metric, material, tables)?;
    observer.begin(material, 1, 2 * layout.count() as u64);
    let shape = &Shape::new(&layout, 0);
    let problem = Subproblem { shape, conversions: &conversions, slices: &[] };
    let on_ply = |ply| observer.ply(material, ply);
    // On a thread of the pool, as in `solve_with`.
    let logged = rayon::scope(|_| log(vectors, &problem, &Scratch::new(pool), &on_ply));
    observer.slice(material);
    let scratch_error = |cause: std::io::Error| {
        let cause = cause.to_string();
        SolveError::Scratch { of: material, cause }
    };
    match (pool.spill_error(), logged) {
        (None, Some(logged)) => {
            let plies = logged.plies;
            Ok((LoggedTable::new(layout.clone(), metric, vectors, logged), plies))
        }
        (Some(cause), _) => Err(scratch_error(cause)),
        (None, None) => unreachable!("it ends early where lists cannot be spilled"),
    }
}

/// The layout and the conversions of an endgame, unless it cannot be solved from these tables.
fn problem_of(
    metric: Metric,
    material: NormalMaterial,
    tables: &dyn SolvedTables,
) -> Result<(Arc<Layout>, Conversions), SolveError> {
    if !material.is_solvable() || (material.is_large() && metric != Metric::Dtm) {
        return Err(SolveError::Men(material));
    }
    let layout = Arc::new(Layout::new(material));
    let conversions = Conversions::new(&layout, tables, metric)
        .map_err(|missing| SolveError::MissingTable { of: material, missing })?;
    let other = material
        .conversions()
        .into_iter()
        .find(|&found| tables.solved(found).is_some_and(|table| table.metric() != metric));
    match other {
        Some(found) => Err(SolveError::OtherMetric { of: material, wanted: metric, found }),
        None => Ok((layout, conversions)),
    }
}

/// The memory of each slice of a table.
fn slices_of<'a>(
    layout: &Layout,
    ([white_cells, black_cells], zeros): (&'a mut [Aligned<u8>; 2], bool),
    far: &'a mut Option<[Aligned<u8>; 2]>,
    [white_legal, black_legal]: &'a mut [Aligned<u64>; 2],
    spills_log: bool,
) -> Vec<Memory<'a>> {
    let size = layout.count() / layout.slices().len();
    let in_scratch = white_cells.is_in_scratch();
    let cells = white_cells.chunks_mut(size).zip(black_cells.chunks_mut(size));
    let legal = white_legal.chunks_mut(size / 64).zip(black_legal.chunks_mut(size / 64));
    // A log in scratch files is read once, at the end.
    let log_bytes = if spills_log { usize::MAX } else { log_bytes(size) };
    let mut far = far.as_mut().map(|far| far.each_mut().map(|side| side.chunks_mut(size)));
    let memory = |((wc, bc), (wl, bl))| {
        let next =
            |side: &mut std::slice::ChunksMut<'a, u8>| side.next().expect("as many as cells");
        let far = far.as_mut().map(|far| far.each_mut().map(next));
        Memory { cells: [wc, bc], zeros, in_scratch, far, legal: [wl, bl], log_bytes }
    };
    cells.zip(legal).map(memory).collect()
}

/// What the slices of one table are solved with.
struct SliceSolver<'s> {
    vectors: Vectors,
    layout: &'s Layout,
    conversions: &'s Conversions,
    scratch: Scratch<'s>,
    observer: &'s dyn Observer,
}

impl SliceSolver<'_> {
    /// Solves the slices level by level: slices whose pawns have advanced equally far do not depend
    /// on each other. Returns the longest distance to mate in plies.
    fn solve_all(&self, memory: Vec<Memory>) -> Option<u16> {
        let mut memory: Vec<Option<Memory>> = memory.into_iter().map(Some).collect();
        let mut solved: Vec<Option<SolvedSlice>> = memory.iter().map(|_| None).collect();
        let mut plies = None;
        for level in levels(self.layout.slices()).into_iter().rev() {
            let work: Vec<(usize, Memory)> = level
                .into_iter()
                .map(|slice| (slice, memory[slice].take().expect("each slice is solved once")))
                .collect();
            let done: Vec<(usize, SolvedSlice, Option<u16>)> = work
                .into_par_iter()
                .map(|(slice, memory)| {
                    let (done, plies) = self.solve_slice(slice, memory, &solved);
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

    /// Solves one slice into its memory; returns it with the longest distance to mate in plies.
    fn solve_slice<'a>(
        &self,
        slice: usize,
        mut memory: Memory<'a>,
        slices: &SolvedSlices,
    ) -> (SolvedSlice<'a>, Option<u16>) {
        let shape = &Shape::new(self.layout, slice);
        let problem = Subproblem { shape, conversions: self.conversions, slices };
        let material = self.layout.material();
        let Finding { plies, stalemates, .. } =
            analyse(self.vectors, &problem, &mut memory, &self.scratch, &|ply| {
                self.observer.ply(material, ply)
            });
        self.observer.slice(material);
        let pawns = self.layout.slices().get(slice);
        let en_passant = Color::ALL.into_iter().any(|side| en_passant::possible_in(pawns, side));
        let Memory { cells: [white_cells, black_cells], legal: [white_legal, black_legal], .. } =
            memory;
        let [white_far, black_far] = match memory.far {
            Some([white, black]) => [Some(&*white), Some(&*black)],
            None => [None; 2],
        };
        let done = SolvedSlice {
            parts: [
                SolvedPart { cells: white_cells, far: white_far, legal: white_legal },
                SolvedPart { cells: black_cells, far: black_far, legal: black_legal },
            ],
            stalemates: if en_passant { stalemates } else { Default::default() },
        };
        (done, plies)
    }
}

/// The slices by the number of steps that their pawns have advanced.
fn levels(slices: &Slices) -> Vec<Vec<usize>> {
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for slice in 0..slices.len() {
        let level = slices.get(slice).advancement();
        levels.resize_with(levels.len().max(level + 1), Vec::new);
        levels[level].push(slice);
    }
    // Slices that promotions lead from to the same part of another table follow each other.
    for level in &mut levels {
        level.sort_by_key(|&slice| {
            let pawns = slices.get(slice).pawns;
            Color::ALL.map(|side| {
                let promoting = Rank::Seventh.relative_to(side).bitboard();
                (pawns[side as usize] - promoting).0
            })
        });
    }
    levels
}

/// Of the endgames to solve, those that can be solved next, side by side: all small ones whose
/// dependencies are solved (`is_solved`), else the first large one. If dependencies of all of them
/// are missing, the first endgame: solving it returns the error that names what is missing.
pub fn solvable_next(
    pending: &[NormalMaterial],
    is_solved: impl Fn(NormalMaterial) -> bool,
) -> Vec<NormalMaterial> {
    let ready =
        pending.iter().filter(|material| material.conversions().into_iter().all(&is_solved));
    let (small, large): (Vec<_>, Vec<_>) =
        ready.partition(|material| material.get().men() <= SIDE_BY_SIDE_MEN_MAX);
    if small.is_empty() {
        large.first().or(pending.first()).copied().into_iter().collect()
    } else {
        small
    }
}

/// Solves endgames side by side, from solved tables ([`solvable_next`]). Fails as [`solve`] does.
pub fn solve_side_by_side(
    options: &Options,
    materials: &[NormalMaterial],
    tables: &dyn SolvedTables,
    observer: &dyn Observer,
) -> Result<Vec<Solution>, SolveError> {
    let solve = |&material| solve_with(options, material, tables, observer);
    match materials {
        [alone] => Ok(vec![solve(alone)?]),
        _ => materials.par_iter().map(solve).collect(),
    }
}

/// Solves endgames and all tables that they depend on.
pub fn solve_closure(
    materials: &[NormalMaterial],
    observer: &dyn Observer,
) -> Result<TableSet, SolveError> {
    solve_closure_with(&Options::default(), materials, observer)
}

/// [`solve_closure`] with options.
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
