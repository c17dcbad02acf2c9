//! Makes the file of a table whose slices are too large to be in memory together: each slice is solved, and coded
//! while the next one is solved.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    io::{self, Read},
    path::PathBuf,
    sync::Arc,
    thread::{self, ScopedJoinHandle},
};

use drawproof_generator::{
    Promoted, Request, SliceSolution, SliceSolver, SolveError, last_uses, needs_stalemates,
    promotion_targets, slice_order, slice_sources,
};
use drawproof_tables::{
    Layout, NormalMaterial, TableMemory, Windows,
    file::{LEVEL_DEFAULT, SliceValues, TableError, TableLock, pack_slice},
    progress::{Stage, by_share},
};

use super::{SolveTime, Solved, Store};
use crate::{error::SessionError, plan::Plan, spill::Spill};

/// A table that is made slice by slice.
struct Making<'m> {
    store: &'m Store,
    lock: &'m TableLock,
    material: NormalMaterial,
    layout: Arc<Layout>,
    level: u8,
    spill: Option<&'m Spill>,
}

impl Store {
    /// Solves a table slice by slice, writes its file at a compression level, and returns the path
    /// of the file. Slices that an earlier, interrupted call left in the folder are not solved
    /// again.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::solve`] does, or if a file cannot be written. Slices that were written
    /// stay in the folder.
    ///
    /// # Panics
    ///
    /// Panics unless the endgame has pawns and at least four men.
    pub fn make_slices(
        &self,
        material: NormalMaterial,
        lock: &TableLock,
        level: u8,
    ) -> Result<(PathBuf, Solved), SessionError> {
        assert!(material.get().has_pawns(), "{material} has no slices");
        self.in_turn(|| {
            let layout = Arc::new(Layout::new(material));
            let spill = self.spill.as_deref();
            let making = Making { store: self, lock, material, layout, level, spill };
            let solved = making.solve()?;
            let slices = making.layout.slices().len();
            Ok((self.folder().join_slices(lock, material, (slices, level))?, solved))
        })
    }

    /// Reads the values that promotions lead to from a solved table that the store still has, and
    /// keeps them for tables that will be made slice by slice. The file of the solved table then
    /// need not be read again. Does nothing for tables that another process is making.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::make_slices`] does.
    pub fn keep_promotions(
        &self,
        solved: NormalMaterial,
        sliced: &[NormalMaterial],
    ) -> Result<(), SessionError> {
        if self.shelf.whole(solved).is_none() {
            return Ok(());
        }
        for &material in sliced.iter().filter(|&&it| promotion_targets(it).contains(&solved)) {
            let Some(lock) = self.folder().try_lock(material)? else { continue };
            let layout = Arc::new(Layout::new(material));
            let (lock, spill) = (&lock, self.spill.as_deref());
            // No slice is coded here, so the level does not matter.
            let making =
                Making { store: self, lock, material, layout, level: LEVEL_DEFAULT, spill };
            self.in_turn(|| making.promoted(&|_| true, &[solved]))?;
        }
        Ok(())
    }
}

impl Making<'_> {
    /// Solves and writes the slices that are missing. In the result, the longest distance is known
    /// if no slice existed before, and the time is that of solving and packing.
    fn solve(&self) -> Result<Solved, SessionError> {
        let Making { store, material, ref layout, .. } = *self;
        let is_there =
            |slice: &usize| store.folder().open_slice(material, (*slice, self.level)).is_some();
        let order = slice_order(layout);
        let missing: Vec<usize> = order.iter().copied().filter(|slice| !is_there(slice)).collect();
        if missing.is_empty() {
            return Ok(Solved { plies: None, time: SolveTime::default() });
        }
        let sources = material.small_conversions();
        self.bring(&sources)?;
        let is_missing = |slice: usize| missing.contains(&slice);
        let promoted = Arc::new(self.promoted(&is_missing, &promotion_targets(material))?);
        let last_uses = last_uses(layout, &missing);
        let tables = store.shelf.set_of(sources);
        let list_files = self.spill.map(|spill| &**spill.scratch());
        let request = Request { list_files, ..Request::new(&store.options, material, &tables) };
        let mut plies = None;
        let solve_all = |request: Request| -> Result<(), SessionError> {
            let solver = SliceSolver::new(&request, &promoted)?;
            thread::scope(|scope| {
                let mut solved = BTreeMap::new();
                let mut writing: Option<ScopedJoinHandle<Result<(), SessionError>>> = None;
                for (place, &slice) in missing.iter().enumerate() {
                    let needed = slice_sources(layout, slice);
                    for &source in &needed {
                        if let Entry::Vacant(entry) = solved.entry(source) {
                            entry.insert(Arc::new(self.load(source, &solver)?));
                        }
                    }
                    let solution = Arc::new(solver.solve(slice, self.memory()?, &solved)?);
                    plies = plies.max(solution.plies);
                    solved.insert(slice, solution.clone());
                    solved.retain(|&kept, _| last_uses[kept] > place);
                    wait(writing.take())?;
                    writing = Some(scope.spawn(move || self.write(slice, &solution)));
                }
                wait(writing)
            })
        };
        let (done, time) = store.timed(self.spill, request, solve_all);
        done?;
        Ok(Solved { plies: plies.filter(|_| missing.len() == order.len()), time })
    }

    /// Brings the tables that captures lead to into memory or scratch files.
    fn bring(&self, sources: &[NormalMaterial]) -> Result<(), SessionError> {
        let named = &[self.material];
        let plan = Plan::new(sources, named, &self.store.shelf)?;
        self.store.make(plan, self.spill)?;
        match self.spill {
            None => Ok(()),
            Some(spill) => self.store.spill_tables(sources, spill),
        }
    }

    /// Returns the values after promotions without captures of some slices, in the tables of
    /// `targets` and in those that an earlier call has read.
    fn promoted(
        &self,
        is_wanted: &dyn Fn(usize) -> bool,
        targets: &[NormalMaterial],
    ) -> Result<Promoted, SessionError> {
        let Making { store, lock, material, ref layout, spill, .. } = *self;
        let files = spill.map(|spill| &**spill.scratch());
        let new =
            || Promoted::new(layout, is_wanted, files).map_err(|cause| self.scratch_error(cause));
        let keep_within_bound = || store.keep_within_bound();
        let mut promoted = new()?;
        if promoted.is_empty() {
            return Ok(promoted);
        }
        if let Some(spill) = spill {
            spill.begin_keeping();
        }
        // Bit = place among the targets.
        let restore = |promoted: &mut Promoted| {
            let mut from = store.folder().read_promotions(material)?;
            let mut done = [0];
            from.read_exact(&mut done).ok()?;
            promoted.restore(&mut from, &keep_within_bound).ok()?;
            Some(done[0])
        };
        let mut done = restore(&mut promoted).unwrap_or(0);
        if done == 0 {
            drop(promoted);
            promoted = new()?;
        }
        for (place, target) in promotion_targets(material).into_iter().enumerate() {
            if done >> place & 1 != 0 || !targets.contains(&target) {
                continue;
            }
            // Those that are not large are sources, too.
            let mut windows = match store.shelf.whole(target) {
                Some(table) if target.is_large() => Windows::InScratch(table),
                Some(table) => Windows::Whole(table),
                None => store.windows(target)?,
            };
            let unreadable = |cause: Box<dyn std::error::Error + Send + Sync>| {
                cause.downcast::<TableError>().map_or(SessionError::Fault, |it| (*it).into())
            };
            let read = by_share(&*store.progress, Stage::Reading(target));
            let go_on = |share: f64| {
                store.keep_within_bound();
                if read(share).is_break() {
                    return Err(SolveError::Stopped { of: material }.into());
                }
                Ok(())
            };
            promoted.add(layout, store.options.vectors, &mut windows, unreadable, go_on)?;
            done |= 1 << place;
            store.folder().write_promotions(lock, material, |to| {
                to.write_all(&[done])?;
                promoted.save(to, &keep_within_bound)
            })?;
            store.progress.end(Stage::Reading(target));
        }
        Ok(promoted)
    }

    /// Returns memory for the values of a slice.
    fn memory(&self) -> Result<TableMemory, SessionError> {
        let Some(spill) = self.spill else { return Ok(TableMemory::of_slice(&self.layout)) };
        spill.scratch().slice(&self.layout).map_err(|cause| self.scratch_error(cause))
    }

    fn scratch_error(&self, cause: io::Error) -> SessionError {
        let folder = self.spill.map_or_else(PathBuf::new, |it| it.scratch().folder().to_owned());
        SessionError::Scratch { material: self.material, folder, cause }
    }

    /// Returns a slice that an earlier call has written.
    fn load(&self, slice: usize, solver: &SliceSolver) -> Result<SliceSolution, SessionError> {
        let Making { store, material, ref layout, level, .. } = *self;
        if needs_stalemates(layout, slice) {
            // Solved again: of two pawns side by side none can promote, so that `promoted` has what it takes.
            let mut solved = BTreeMap::new();
            for source in slice_sources(layout, slice) {
                solved.insert(source, Arc::new(self.load(source, solver)?));
            }
            return Ok(solver.solve(slice, self.memory()?, &solved)?);
        }
        let file = store.folder().open_slice(material, (slice, level));
        let file = file.ok_or(SessionError::Unmade { material })?;
        let mut memory = self.memory()?;
        file.load_slice(slice, &mut memory)?;
        Ok(SliceSolution::loaded(memory))
    }

    /// Codes a solved slice and writes its file.
    fn write(&self, slice: usize, solution: &SliceSolution) -> Result<(), SessionError> {
        let Making { store, lock, material, ref layout, level, .. } = *self;
        let metric = store.options.metric;
        let values = SliceValues { layout, metric, slice, memory: &solution.memory };
        let bytes = pack_slice(&values, level, &|_| store.keep_within_bound());
        Ok(store.folder().write_slice(lock, material, (slice, level), &bytes)?)
    }
}

/// Waits for a thread to end, and returns its result.
fn wait(thread: Option<ScopedJoinHandle<Result<(), SessionError>>>) -> Result<(), SessionError> {
    thread.map_or(Ok(()), |thread| thread.join().unwrap_or(Err(SessionError::Fault)))
}
