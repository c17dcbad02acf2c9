//! Solves endgames: one table, several tables in parallel, or all that a table depends on.
//!
//! This is the public entry of the crate. A table with pawns is solved slice by slice, from the
//! most advanced pawns on; [`crate::analysis`] solves a slice.

use std::{borrow::Cow, sync::Arc};

use drawproof_board::{Color, Rank};
use drawproof_tables::{
    Aligned, Cell, Layout, Metric, NormalMaterial, PlainTable, Slices, SolvedPart, TableMemory,
    TableSet,
    progress::{Progress, Stage},
};
use rayon::prelude::*;

use crate::{
    analysis::{
        log::log_bytes,
        plies::{Finding, Memory, analyse, log},
        run::{End, Run},
    },
    conversions::{
        en_passant::needs_stalemates,
        kinds::{Conversions, Subproblem},
        promoted::Promoted,
        solved::{SolvedSlice, SolvedSlices},
    },
    logged::LoggedTable,
    request::{Options, Request, SolveError},
    shape::Shape,
};

/// The most men of tables that are solved in parallel. The short steps of small tables leave
/// threads idle, those of large tables do not. Memory is planned for one large table at a time.
const SIDE_BY_SIDE_MEN_MAX: usize = 4;

/// The result of solving an endgame.
#[derive(Debug)]
pub struct Solution {
    /// The solved table.
    pub table: PlainTable,
    /// The longest distance of any position in plies; `None` if no position is decisive.
    pub plies: Option<u16>,
}

/// Solves an endgame from the tables that its captures and promotions lead to. Runs on the current
/// rayon pool; the result is the same for any number of threads.
///
/// # Errors
///
/// Fails if a table is missing, the number of men is out of range, a scratch file fails, or the
/// progress observer asks to stop. The pool can be used for other solves afterwards.
pub fn solve(request: Request) -> Result<Solution, SolveError> {
    let (layout, questions) = questions_of(&request, None)?;
    let Request { options: Options { metric, pool, .. }, material, progress, .. } = request;
    let run = &Run::new(&request);
    let (TableMemory { mut cells, mut legal, far }, zeros) = match request.memory {
        Some(memory) => (memory, true),
        None => pool.table(&layout, *metric),
    };
    // A second layer that is never written takes only address space.
    let new_layer = || [0; 2].map(|_| Aligned::new(layout.count()));
    let is_of_helpmates = *metric == Metric::Helpmate;
    let may_be_far = is_of_helpmates || metric.is_doubled() || material.is_large();
    let mut far = may_be_far.then(|| far.unwrap_or_else(new_layer));
    let slices = layout.outer_count().min(layout.slices().len()) * questions.len();
    progress.begin(Stage::Solving(material), slices as u64);
    // Runs on a thread of the pool, so that the many short parallel steps need not be handed over
    // to the pool.
    let numbers = rayon::scope(|_| {
        let spills_log = run.lists.are_in_files();
        let mut numbers = None;
        for conversions in &questions {
            let (cells, far) = match (&mut far, conversions.mating) {
                (Some(cells), Some(Color::Black)) => (cells, &mut None),
                (_, Some(_)) => (&mut cells, &mut None),
                (far, None) => (&mut cells, far),
            };
            let memory = slices_of(&layout, (cells, zeros), far, &mut legal, spills_log);
            let solver = LevelSolver { layout: &layout, conversions, run };
            numbers = numbers.max(solver.solve_all(memory)?);
        }
        Ok(numbers)
    });
    let numbers = numbers.map_err(|end: End| end.of(material))?;
    let far = far.filter(|_| is_of_helpmates || numbers > Some(Cell::NUMBER_MAX));
    let table = PlainTable::of_memory(layout, *metric, TableMemory { cells, legal, far });
    let plies = numbers.map(|number| if metric.is_doubled() { number / 2 } else { number });
    Ok(Solution { table, plies })
}

/// Returns whether [`solve_logged`] can solve an endgame by a metric. The endgame must have no
/// pawns and at most five men, and its values must fit into a byte.
pub fn is_logged(metric: Metric, material: NormalMaterial) -> bool {
    metric == Metric::Dtm && !material.is_large() && !material.get().has_pawns()
}

/// Solves an endgame as [`solve`] does, but keeps its values as a log, for a table that is read
/// only a few times. Returns the log, and the longest distance in plies (`None` if no position is
/// decisive).
///
/// # Errors
///
/// Fails as [`solve`] does.
///
/// # Panics
///
/// Panics unless [`is_logged`] returns true.
pub fn solve_logged(request: Request) -> Result<(LoggedTable, Option<u16>), SolveError> {
    let Request { options: &Options { metric, vectors, .. }, material, progress, .. } = request;
    assert!(is_logged(metric, material), "{material} is no table of logs");
    let (layout, questions) = questions_of(&request, None)?;
    progress.begin(Stage::Solving(material), 1);
    let shape = &Shape::new(&layout, 0);
    let problem = Subproblem { shape, conversions: &questions[0], slices: &[] };
    // Runs on a thread of the pool, as in `solve`.
    let run = &Run::new(&request);
    let logged = rayon::scope(|_| log(run, &problem));
    let logged = logged.map_err(|end| end.of(material))?;
    run.end_slice();
    let plies = logged.plies;
    Ok((LoggedTable::new(layout.clone(), metric, vectors, logged), plies))
}

/// Returns the layout of an endgame, and the endgame's conversions for each task: one set for
/// perfect play, or one for the helpmates of each colour. Returns an error if the endgame cannot be
/// solved from the request's tables. `promoted` is passed to [`Conversions::new`].
pub fn questions_of(
    request: &Request,
    promoted: Option<&Arc<Promoted>>,
) -> Result<(Arc<Layout>, Vec<Conversions>), SolveError> {
    let &Request { options: &Options { metric, .. }, material, tables, .. } = request;
    if !material.is_solvable() || (material.is_large() && metric.is_doubled()) {
        return Err(SolveError::Men(material));
    }
    let layout = Arc::new(Layout::new(material));
    let mating = match metric {
        Metric::Helpmate => &Color::ALL.map(Some)[..],
        _ => &[None],
    };
    let questions: Result<Vec<Conversions>, NormalMaterial> = mating
        .iter()
        .map(|&it| Conversions::new(&layout, tables, (metric, it), promoted))
        .collect();
    let questions =
        questions.map_err(|missing| SolveError::MissingTable { of: material, missing })?;
    let other = material
        .conversions()
        .into_iter()
        .find(|&found| tables.get(found).is_some_and(|table| table.metric() != metric));
    match other {
        Some(found) => Err(SolveError::OtherMetric { of: material, wanted: metric, found }),
        None => Ok((layout, questions)),
    }
}

/// Divides the memory of a table into that of its slices.
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
    // A log in scratch files is read only once, at the end.
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

/// What all slices of one table share while they are solved.
struct LevelSolver<'s> {
    layout: &'s Layout,
    conversions: &'s Conversions,
    run: &'s Run<'s>,
}

impl LevelSolver<'_> {
    /// Solves the slices level by level: slices whose pawns have advanced equally far do not depend
    /// on each other. Returns the longest distance in plies.
    fn solve_all(&self, memory: Vec<Memory>) -> Result<Option<u16>, End> {
        let mut memory: Vec<Option<Memory>> = memory.into_iter().map(Some).collect();
        let mut solved: Vec<Option<SolvedSlice>> = memory.iter().map(|_| None).collect();
        let mut plies = None;
        for level in levels(self.layout.slices()).into_iter().rev() {
            let work: Vec<(usize, Memory)> = level
                .into_iter()
                .map(|slice| (slice, memory[slice].take().expect("each slice is solved once")))
                .collect();
            let done: Result<Vec<(usize, SolvedSlice, Option<u16>)>, End> = work
                .into_par_iter()
                .map(|(slice, memory)| {
                    let (done, plies) = self.solve_slice(slice, memory, &solved)?;
                    Ok((slice, done, plies))
                })
                .collect();
            for (slice, done, slice_plies) in done? {
                solved[slice] = Some(done);
                plies = plies.max(slice_plies);
            }
        }
        Ok(plies)
    }

    /// Solves one slice into its memory, and returns it with the longest distance in plies.
    fn solve_slice<'a>(
        &self,
        slice: usize,
        mut memory: Memory<'a>,
        slices: &SolvedSlices,
    ) -> Result<(SolvedSlice<'a>, Option<u16>), End> {
        let shape = &Shape::new(self.layout, slice);
        let problem = Subproblem { shape, conversions: self.conversions, slices };
        let Finding { plies, stalemates, .. } = analyse(self.run, &problem, &mut memory)?;
        self.run.end_slice();
        let keeps = needs_stalemates(self.layout, slice);
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
            stalemates: if keeps { stalemates.map(Cow::Owned) } else { Default::default() },
        };
        Ok((done, plies))
    }
}

/// Groups the slices by the number of steps that their pawns have advanced.
fn levels(slices: &Slices) -> Vec<Vec<usize>> {
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for slice in 0..slices.len() {
        let level = slices.get(slice).advancement();
        levels.resize_with(levels.len().max(level + 1), Vec::new);
        levels[level].push(slice);
    }
    // Slices whose promotions lead to the same part of another table are adjacent.
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

/// Returns the pending endgames to solve next, in parallel: all small endgames whose dependencies
/// are solved (`is_solved`), otherwise the first large one. If every endgame lacks a dependency,
/// returns the first endgame, because solving it reports what is missing.
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

/// Solves endgames in parallel and returns the solutions in the order of `requests`. No endgame may
/// depend on another one (see [`solvable_next`]). Fails as [`solve`] does.
pub fn solve_side_by_side(requests: Vec<Request>) -> Result<Vec<Solution>, SolveError> {
    if requests.len() == 1 {
        return requests.into_iter().map(solve).collect();
    }
    requests.into_par_iter().map(solve).collect()
}

/// Solves endgames and all endgames that they depend on, by distance to mate, and returns all
/// tables.
pub fn solve_closure(
    materials: &[NormalMaterial],
    progress: &dyn Progress,
) -> Result<TableSet, SolveError> {
    solve_closure_with(&Options::default(), materials, progress)
}

/// Solves endgames and all endgames that they depend on, with the given options, and returns all
/// tables.
pub fn solve_closure_with(
    options: &Options,
    materials: &[NormalMaterial],
    progress: &dyn Progress,
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
        let request = |&material| Request { progress, ..Request::new(options, material, &tables) };
        for solution in solve_side_by_side(next.iter().map(request).collect())? {
            tables.insert(Arc::new(solution.table));
        }
        pending.retain(|material| !next.contains(material));
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use drawproof_tables::NormalMaterial;

    use super::*;

    fn side_by_side(
        materials: &[NormalMaterial],
        tables: &TableSet,
    ) -> Result<Vec<Solution>, SolveError> {
        let options = Options::default();
        let request = |&material| Request::new(&options, material, tables);
        solve_side_by_side(materials.iter().map(request).collect())
    }

    #[test]
    fn small_tables_are_solved_side_by_side_and_large_ones_alone() {
        let named = |name: &str| name.parse::<NormalMaterial>().unwrap();
        let pending = ["KRBKR", "KRKB", "KBK", "KRKR", "KRK", "KBKB"].map(named);
        let mut tables = TableSet::new();
        let mut batches = Vec::new();
        let mut left = pending.to_vec();
        while !left.is_empty() {
            let batch = solvable_next(&left, |material| tables.get(material).is_some());
            if batch == [named("KRBKR")] {
                break;
            }
            for solution in side_by_side(&batch, &tables).unwrap() {
                tables.insert(Arc::new(solution.table));
            }
            left.retain(|material| !batch.contains(material));
            batches.push(batch.iter().map(ToString::to_string).collect::<Vec<_>>());
        }
        assert_eq!(batches, [vec!["KBK", "KRK"], vec!["KRKB", "KRKR", "KBKB"]]);
        let error = side_by_side(&left, &tables).unwrap_err();
        let missing = SolveError::MissingTable { of: named("KRBKR"), missing: named("KRBK") };
        assert_eq!(error, missing);
    }
}
