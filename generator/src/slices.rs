//! Solves tables whose slices do not fit into memory together, one slice at a time. Each slice has
//! its own memory.
//!
//! The caller keeps the slices that other slices need, or reads them again from its files. The
//! values of promotions without captures are read beforehand ([`Promoted`]). Captures read tables,
//! as in [`crate::solve`].

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use drawproof_board::{Color, Rank};
use drawproof_tables::{Cell, Layout, Slice, TableMemory, progress::Stage};

use crate::{
    analysis::{
        plies::{Finding, Memory, analyse},
        run::Run,
    },
    conversions::{
        en_passant::needs_stalemates,
        kinds::{Conversions, Subproblem, pushed},
        promoted::Promoted,
        solved::SolvedSlice,
    },
    request::{Request, SolveError},
    shape::Shape,
    solve::questions_of,
};

/// The solution of one pawn slice.
#[derive(Debug)]
pub struct SliceSolution {
    /// The values of the slice's positions. The second layer is left out if all its bytes are zero.
    pub memory: TableMemory,
    /// The longest distance in the slice, in plies; `None` if no position is decisive, or if the
    /// slice was read from its file.
    pub plies: Option<u16>,
    /// Stalemates by side to move; kept where en passant needs them ([`needs_stalemates`]).
    stalemates: [Vec<(usize, u64)>; 2],
}

impl SliceSolution {
    /// Makes the solution of a slice whose values were read from its file. Do not use it for slices
    /// for which [`needs_stalemates`] returns true.
    pub fn loaded(memory: TableMemory) -> SliceSolution {
        SliceSolution { memory, plies: None, stalemates: Default::default() }
    }

    fn as_solved(&self) -> SolvedSlice<'_> {
        SolvedSlice {
            parts: Color::ALL.map(|side| self.memory.part(side, 0..self.memory.cells[0].len())),
            stalemates: self.stalemates.each_ref().map(|side| Cow::Borrowed(&side[..])),
        }
    }
}

/// Returns the slices of a layout in the order in which to solve them: each slice comes after the
/// slices that its pawn moves lead to, and as soon after them as possible.
pub fn slice_order(layout: &Layout) -> Vec<usize> {
    fn visit(layout: &Layout, slice: usize, seen: &mut [bool], order: &mut Vec<usize>) {
        if std::mem::replace(&mut seen[slice], true) {
            return;
        }
        for source in slice_sources(layout, slice) {
            visit(layout, source, seen, order);
        }
        order.push(slice);
    }
    let slices = layout.slices();
    let mut least_first: Vec<usize> = (0..slices.len()).collect();
    least_first.sort_by_key(|&slice| slices.get(slice).advancement());
    let (mut seen, mut order) = (vec![false; slices.len()], Vec::new());
    least_first.into_iter().for_each(|slice| visit(layout, slice, &mut seen, &mut order));
    order
}

/// Returns the slices that the pawn moves of a slice lead to, captures excluded.
pub fn slice_sources(layout: &Layout, slice: usize) -> Vec<usize> {
    let pawns = layout.slices().get(slice);
    let mut sources = Vec::new();
    for color in Color::ALL {
        for from in pawns.pawns[color as usize] {
            let mut to = from;
            let double = from.rank() == Rank::Second.relative_to(color);
            for _ in 0..if double { 2 } else { 1 } {
                to = pushed(to, color);
                if pawns.all().has(to) {
                    break;
                }
                let mut moved: Slice = pawns;
                moved.pawns[color as usize] -= from.bitboard();
                moved.pawns[color as usize] |= to.bitboard();
                sources.extend(layout.slices().find(moved).map(|(slice, _)| slice));
            }
        }
    }
    sources.sort_unstable();
    sources.dedup();
    sources
}

/// Returns, for each slice of a layout, the index in `order` of the last slice that needs it, or
/// its own index if no slice does.
pub fn last_uses(layout: &Layout, order: &[usize]) -> Vec<usize> {
    let mut last = vec![0; layout.slices().len()];
    for (place, &slice) in order.iter().enumerate() {
        last[slice] = place;
        slice_sources(layout, slice).into_iter().for_each(|source| last[source] = place);
    }
    last
}

/// Returns the maximum number of slices in memory at once when a layout is solved in
/// [`slice_order`]. These are the slices still needed, the slice being solved, and the slice solved
/// before it.
pub fn slices_kept(layout: &Layout) -> usize {
    let order = slice_order(layout);
    let last = last_uses(layout, &order);
    let kept = |place: usize| order[..place].iter().filter(|&&slice| last[slice] >= place).count();
    (0..order.len()).map(kept).max().unwrap_or(0) + 2
}

/// Solves the pawn slices of one table, one at a time.
pub struct SliceSolver<'r> {
    layout: Arc<Layout>,
    conversions: Conversions,
    run: Run<'r>,
    spills_log: bool,
}

impl<'r> SliceSolver<'r> {
    /// Prepares to solve the slices of the endgame in `request`. The request must have the tables
    /// that captures lead to; the memory of the request is not used. `promoted` has the values of
    /// promotions without captures.
    ///
    /// # Errors
    ///
    /// Fails as [`crate::solve`] does.
    ///
    /// # Panics
    ///
    /// Panics if a promotion is missing from `promoted`.
    pub fn new(
        request: &Request<'r>,
        promoted: &Arc<Promoted>,
    ) -> Result<SliceSolver<'r>, SolveError> {
        assert!(promoted.is_whole(), "all promotions are there");
        let (layout, questions) = questions_of(request, Some(promoted))?;
        let conversions = questions.into_iter().next().expect("perfect play is one question");
        let stage = Stage::Solving(request.material);
        request.progress.begin(stage, layout.slices().len() as u64);
        let (run, spills_log) = (Run::new(request), request.list_files.is_some());
        Ok(SliceSolver { layout, conversions, run, spills_log })
    }

    /// Solves a slice into `memory`, which must have a second layer and be all zeros. `solved` must
    /// have the slices of [`slice_sources`], and may have others. Runs on the current rayon pool.
    ///
    /// # Errors
    ///
    /// Fails as [`crate::solve`] does.
    ///
    /// # Panics
    ///
    /// Panics if a slice is missing from `solved`.
    pub fn solve(
        &self,
        slice: usize,
        mut memory: TableMemory,
        solved: &BTreeMap<usize, Arc<SliceSolution>>,
    ) -> Result<SliceSolution, SolveError> {
        let slices: Vec<_> = (0..self.layout.slices().len())
            .map(|slice| solved.get(&slice).map(|it| it.as_solved()))
            .collect();
        let shape = &Shape::new(&self.layout, slice);
        let problem = Subproblem { shape, conversions: &self.conversions, slices: &slices };
        let mut into = Memory {
            zeros: true,
            in_scratch: memory.cells[0].is_in_scratch(),
            cells: memory.cells.each_mut().map(|side| &mut **side),
            far: memory.far.as_mut().map(|far| far.each_mut().map(|side| &mut **side)),
            legal: memory.legal.each_mut().map(|side| &mut **side),
            log_bytes: if self.spills_log { usize::MAX } else { 1 << 30 },
        };
        // Runs on a thread of the pool, as in `solve`.
        let found = rayon::scope(|_| analyse(&self.run, &problem, &mut into));
        let Finding { plies, stalemates, .. } =
            found.map_err(|end| end.of(self.layout.material()))?;
        self.run.end_slice();
        let keeps = needs_stalemates(&self.layout, slice);
        let stalemates = if keeps { stalemates } else { Default::default() };
        memory.far.take_if(|_| plies <= Some(Cell::NUMBER_MAX));
        Ok(SliceSolution { memory, plies, stalemates })
    }
}
