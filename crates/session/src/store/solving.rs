//! Solves one table for a caller that writes its file.

use std::{sync::Arc, time::Instant};

use drawproof_generator::{
    LoggedTable, Placement, Request, Solution, is_logged, solve, solve_logged,
};
use drawproof_tables::{NormalMaterial, PlainTable, TableSet};

use super::{SolveTime, Solved, Store};
use crate::{
    budget::{drop_tables, solve_needs, sum_bytes},
    error::SessionError,
    plan::Plan,
    spill::{Bounded, Spill},
};

impl Store {
    /// Returns an error if an endgame is too large to be solved in memory or in scratch files; the
    /// error states how much memory is enough. `is_logged` is whether [`Store::solve_logged`] will
    /// solve the endgame.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::solve`] does.
    pub fn check_solve(
        &self,
        material: NormalMaterial,
        is_logged: bool,
    ) -> Result<(), SessionError> {
        let mut needs = solve_needs(self.options.metric, material, is_logged);
        for step in &mut needs.steps {
            step.files = step.files.min(step.memory);
        }
        self.place(&needs, &[], &[material]).map(|_| ())
    }

    /// Decides where an endgame is solved, brings its source tables there, and makes room. Returns
    /// the source tables, and the scratch files if they are used.
    fn bring_sources(
        &self,
        material: NormalMaterial,
        is_logged: bool,
    ) -> Result<(TableSet, Option<&Spill>), SessionError> {
        let (metric, pool) = (self.options.metric, &self.options.pool);
        let sources = material.conversions();
        let plan = Plan::new(&sources, &sources, &self.shelf)?;
        let mut needs = solve_needs(metric, material, is_logged);
        if !is_logged {
            // Some are there.
            needs.disk = plan.and_solve(material).needs(metric).disk;
        }
        let placement = self.place(&needs, &plan.needed(), &[material])?;
        match (placement, self.spill_of(placement)) {
            (Placement::Files, Some(spill)) => {
                self.make(plan, Some(spill))?;
                self.spill_tables(&sources, spill)?;
            }
            (Placement::Lists, _) => {
                // To read tables from scratch files takes longer.
                self.obtain(&sources, &sources)?;
                drop_tables(&self.shelf, 0, &sources, pool);
                pool.shrink_to(0);
                self.shelf.cache().clear();
            }
            _ => {
                self.obtain(&sources, &sources)?;
                self.make_room(needs.memory() - sum_bytes(metric, &sources), &sources);
            }
        }
        Ok((self.shelf.set_of(sources), self.spill_of(placement)))
    }

    /// Returns the request to solve an endgame into the memory of the process, or into scratch
    /// files.
    pub(super) fn request<'r>(
        &'r self,
        material: NormalMaterial,
        tables: &'r TableSet,
        spill: Option<&'r Spill>,
    ) -> Result<Request<'r>, SessionError> {
        let memory = spill.map(|spill| spill.table(self.options.metric, material)).transpose()?;
        let list_files = spill.filter(|_| material.is_large()).map(|spill| &**spill.scratch());
        Ok(Request { memory, list_files, ..Request::new(&self.options, material, tables) })
    }

    /// Solves an endgame even if the folder has its file. The table stays in the store.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::table`] does.
    pub fn solve(
        &self,
        material: NormalMaterial,
    ) -> Result<(Arc<PlainTable>, Solved), SessionError> {
        self.in_turn(|| {
            let (tables, spill) = self.bring_sources(material, false)?;
            let request = self.request(material, &tables, spill)?;
            let (solved, time) = self.timed(spill, request, solve);
            let Solution { table, plies } = solved?;
            let table = Arc::new(table);
            self.shelf.put(table.clone());
            Ok((table, Solved { plies, time }))
        })
    }

    /// Returns whether [`Store::solve_logged`] pays off for an endgame, which is so for five men
    /// without pawns. Smaller tables are read again as source tables of larger ones.
    pub fn is_logged(&self, material: NormalMaterial) -> bool {
        material.get().men() == 5 && is_logged(self.options.metric, material)
    }

    /// Solves an endgame as [`Store::solve`] does, but returns a log of the values, for code that
    /// reads each value only a few times. The store keeps nothing.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::solve`] does.
    ///
    /// # Panics
    ///
    /// Panics unless [`Store::is_logged`] returns true.
    pub fn solve_logged(
        &self,
        material: NormalMaterial,
    ) -> Result<(LoggedTable, Solved), SessionError> {
        self.in_turn(|| {
            let (tables, spill) = self.bring_sources(material, true)?;
            let request = Request::new(&self.options, material, &tables);
            let list_files = spill.map(|spill| &**spill.scratch());
            let (solved, time) = self.timed(spill, Request { list_files, ..request }, solve_logged);
            let (table, plies) = solved?;
            Ok((table, Solved { plies, time }))
        })
    }

    /// Returns the result of solving, and the time it took.
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
