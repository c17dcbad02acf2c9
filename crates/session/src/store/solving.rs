//! Solves one table for a caller that writes its file.

use std::{sync::Arc, time::Instant};

use drawproof_generator::{LoggedTable, Request, Solution, is_logged, solve, solve_logged};
use drawproof_tables::{NormalMaterial, PlainTable};

use super::{SolveTime, Solved, Store};
use crate::{
    budget::{
        drop_tables, large_scratch_bytes, least_logged_bytes, least_solve_bytes, listed_bytes,
        logged_bytes, solve_bytes,
    },
    error::SessionError,
    plan::{Plan, Step, names},
    spill::{Bounded, Spill},
};

impl Store {
    /// The bytes of memory without which the store cannot solve an endgame; `is_logged`: for
    /// [`Store::solve_logged`].
    pub fn least_solve_bytes(&self, material: NormalMaterial, is_logged: bool) -> u64 {
        let metric = self.options.metric;
        let (all, least) = if is_logged {
            (logged_bytes(metric, material), least_logged_bytes(material))
        } else {
            (solve_bytes(metric, material), least_solve_bytes(material))
        };
        if self.spill.is_some() { all.min(least) } else { all }
    }

    /// An error if an endgame does not fit into memory and the disk of the scratch files is too small to
    /// solve it there.
    ///
    /// # Errors
    ///
    /// As [`Store::solve`].
    pub fn check_disk(&self, material: NormalMaterial) -> Result<(), SessionError> {
        if material.is_sliced() {
            let needed_bytes = large_scratch_bytes(self.options.metric, material);
            return match &self.spill {
                Some(spill) => self.check_free(spill, needed_bytes, &[material]),
                None => Ok(()),
            };
        }
        let sources = material.conversions();
        let named = &[material];
        let steps = sources.iter().copied().map(Step::Load).chain([Step::Solve(material)]);
        let plan = Plan { steps: steps.collect(), wanted: &sources, named };
        self.place_to_solve(material, |spill| self.check_scratch(&plan, spill)).map(|_| ())
    }

    /// The scratch files, if an endgame is solved there; `make_disk_room` fails if their disk is too small.
    fn place_to_solve(
        &self,
        material: NormalMaterial,
        make_disk_room: impl FnOnce(&Spill) -> Result<(), SessionError>,
    ) -> Result<Option<&Spill>, SessionError> {
        let needed_bytes = solve_bytes(self.options.metric, material);
        let fits = needed_bytes <= self.room_bytes();
        let Some(spill) = self.spill.as_deref().filter(|_| !fits) else { return Ok(None) };
        match make_disk_room(spill) {
            // The tenth is worth less than the table.
            Err(_) if needed_bytes <= self.left_bytes() => Ok(None),
            made => made.map(|()| Some(spill)),
        }
    }

    /// Solves an endgame even if the folder has its file, and keeps the table.
    ///
    /// # Errors
    ///
    /// As [`Store::table`].
    pub fn solve(
        &self,
        material: NormalMaterial,
    ) -> Result<(Arc<PlainTable>, Solved), SessionError> {
        self.in_turn(|| {
            let sources = material.conversions();
            let (step, named) = (Step::Solve(material), &[material]);
            let plan = Plan::new(&sources, &sources, &self.shelf)?;
            let whole = plan.and_then(step, named);
            let spill =
                self.place_to_solve(material, |spill| self.make_disk_room(&whole, spill))?;
            let (mut memory, mut list_files) = (None, None);
            match spill {
                None => {
                    self.obtain(&sources, &sources)?;
                    self.make_room(step, &sources);
                }
                Some(spill) => {
                    self.make(plan, Some(spill))?;
                    self.spill_tables(&sources, spill)?;
                    memory = Some(spill.table(self.options.metric, material)?);
                    list_files = material.is_large().then(|| &**spill.scratch());
                }
            }
            let tables = self.shelf.set_of(sources);
            let request = Request::new(&self.options, material, &tables);
            let request = Request { memory, list_files, ..request };
            let (solved, time) = self.timed(spill, request, solve);
            let Solution { table, plies } = solved?;
            let table = Arc::new(table);
            self.shelf.put(table.clone());
            Ok((table, Solved { plies, time }))
        })
    }

    /// Whether [`Store::solve_logged`] is worth while for an endgame: one of five men without pawns. Smaller
    /// ones are read more often than they are packed.
    pub fn is_logged(&self, material: NormalMaterial) -> bool {
        material.get().men() == 5 && is_logged(self.options.metric, material)
    }

    /// Solves an endgame as [`Store::solve`] does, for a reader of each value. Nothing is kept.
    ///
    /// # Errors
    ///
    /// As [`Store::solve`].
    ///
    /// # Panics
    ///
    /// Unless [`Store::is_logged`] holds.
    pub fn solve_logged(
        &self,
        material: NormalMaterial,
    ) -> Result<(LoggedTable, Solved), SessionError> {
        self.in_turn(|| {
            let (metric, pool) = (self.options.metric, &self.options.pool);
            let sources = material.conversions();
            let needed_bytes = logged_bytes(metric, material);
            let left_bytes = self.left_bytes();
            let spill = self.spill.as_deref().filter(|_| needed_bytes > self.room_bytes());
            let plan = Plan::new(&sources, &sources, &self.shelf)?;
            let memory_error = |needed_bytes| {
                let (wanted, allowed_bytes) = (names(&[material]), left_bytes);
                let error = SessionError::Memory { wanted, material, needed_bytes, allowed_bytes };
                self.of_bound(error)
            };
            match spill {
                None if needed_bytes > left_bytes => return Err(memory_error(needed_bytes)),
                None => {
                    self.obtain(&sources, &sources)?;
                    let left = left_bytes - needed_bytes;
                    let source_bytes = drop_tables(&self.shelf, left, &sources, pool);
                    if needed_bytes > self.room_bytes() {
                        self.shelf.cache().clear();
                    }
                    pool.shrink_to(left_bytes.saturating_sub(source_bytes));
                }
                Some(_) if least_logged_bytes(material) > left_bytes => {
                    return Err(memory_error(least_logged_bytes(material)));
                }
                Some(spill) => {
                    if listed_bytes(metric, material) <= left_bytes {
                        // To read tables from scratch files takes longer.
                        self.obtain(&sources, &sources)?;
                        drop_tables(&self.shelf, 0, &sources, pool);
                        pool.shrink_to(0);
                        self.shelf.cache().clear();
                    } else {
                        self.make(plan, Some(spill))?;
                        self.spill_tables(&sources, spill)?;
                    }
                }
            }
            let tables = self.shelf.set_of(sources);
            let request = Request::new(&self.options, material, &tables);
            let list_files = spill.map(|spill| &**spill.scratch());
            let (solved, time) = self.timed(spill, Request { list_files, ..request }, solve_logged);
            let (table, plies) = solved?;
            Ok((table, Solved { plies, time }))
        })
    }

    /// The result of solving, and the time it took.
    pub(super) fn timed<T>(
        &self,
        spill: Option<&Spill>,
        request: Request,
        solve: impl FnOnce(Request) -> T,
    ) -> (T, SolveTime) {
        let (wall, cpu) = (Instant::now(), cpu_time::ProcessTime::now());
        let progress = &Bounded { progress: &*self.progress, spill };
        let solved = solve(Request { progress, ..request });
        let time = SolveTime { wall: wall.elapsed(), cpu: cpu.elapsed() };
        if spill.is_some() {
            // The sets are most of the memory, and packing needs none of them.
            self.options.pool.shrink_to(0);
        }
        (solved, time)
    }
}
