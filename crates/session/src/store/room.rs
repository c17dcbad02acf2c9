//! What fits into the memory and the scratch files of a store, and what has to go.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
};

use drawproof_generator::{Limits, Needs, Placement, Shortage, place};
use drawproof_tables::{Metric, NormalMaterial, PlainTable, parallel::locked, progress::Progress};

use super::Store;
use crate::{
    budget::{drop_tables, is_idle, table_bytes},
    error::SessionError,
    plan::{Plan, names},
    spill::{Bounded, Spill},
};

impl Store {
    /// Returns the part of [`Store::memory_bytes`] that another store uses, in bytes.
    pub(super) fn used_elsewhere_bytes(&self) -> u64 {
        self.used_elsewhere_bytes.load(Ordering::Relaxed)
    }

    /// Sets the part of [`Store::memory_bytes`] that another store uses, in bytes.
    pub fn set_used_elsewhere_bytes(&self, bytes: u64) {
        self.used_elsewhere_bytes.store(bytes, Ordering::Relaxed);
    }

    /// Returns an error unless the tables of `wanted` can be made in memory without dropping any
    /// table that is already there. Errors name the last endgame of `wanted`.
    ///
    /// # Errors
    ///
    /// Fails if an endgame has too many men, too little memory is left, or the folder cannot be
    /// read.
    pub fn check_room(&self, wanted: &[NormalMaterial]) -> Result<(), SessionError> {
        let named = &wanted[wanted.len().saturating_sub(1)..];
        let plan = Plan::new(wanted, named, &self.shelf)?;
        let held_bytes = bytes_of(&self.shelf.tables(), |table| !table.is_in_scratch());
        let memory = self.room_bytes().saturating_sub(held_bytes);
        let limits = Limits { memory, buffers: 0, disk: None };
        let placed = place(&plan.needs(self.options.metric), &limits);
        placed.map(|_| ()).map_err(|shortage| self.refusal(shortage, &limits, named))
    }

    /// Returns an error unless the tables of `wanted` can be made in memory and scratch files.
    /// Drops other tables without owners if their disk space is needed. Errors name the last
    /// endgame of `wanted`.
    ///
    /// # Errors
    ///
    /// Fails if an endgame has too many men, memory or disk space is too small, or the folder
    /// cannot be read.
    pub fn check_scratch_room(&self, wanted: &[NormalMaterial]) -> Result<(), SessionError> {
        let named = &wanted[wanted.len().saturating_sub(1)..];
        self.in_turn(|| self.place_plan(&Plan::new(wanted, named, &self.shelf)?).map(|_| ()))
    }

    /// Starts the thread that keeps the process within its memory limit while tables are in scratch
    /// files. The thread gets the priority of the calling thread. If this is not called, the thread
    /// is started when a scratch file is first needed.
    pub fn begin_keeping(&self) {
        if let Some(spill) = &self.spill {
            spill.begin_keeping();
        }
    }

    /// Returns the folder of the scratch files; `None` if the store has no scratch files.
    pub fn scratch_folder(&self) -> Option<&Path> {
        self.spill.as_deref().map(|spill| spill.scratch().folder())
    }

    /// Returns the free bytes on the disk of the scratch files; `None` if the store has no scratch
    /// files, or if the system does not report the number.
    pub fn free_scratch_bytes(&self) -> Option<u64> {
        self.spill.as_deref().and_then(|spill| spill.scratch().free_bytes())
    }

    /// Keeps the process within its memory limit while tables are in scratch files. Long work that
    /// reads much of a table calls this from time to time.
    pub fn keep_within_bound(&self) {
        if let Some(spill) = &self.spill {
            spill.evict();
        }
    }

    /// Returns an observer for long work that reads much of a table: it forwards reports to the
    /// store's progress, and keeps the process within its memory limit.
    pub fn progress(&self) -> impl Progress {
        Bounded { progress: &*self.progress, spill: self.spill.as_deref() }
    }

    /// Drops the whole table of an endgame, from memory or from its scratch files.
    pub fn drop_table(&self, material: NormalMaterial) {
        let _turn = locked(&self.turn);
        if let Some(table) = self.shelf.take(material).and_then(Arc::into_inner) {
            self.options.pool.take_back(table);
        }
    }

    /// Frees the pooled memory that is kept for the next tables to solve.
    pub fn release_pool(&self) {
        self.options.pool.shrink_to(0);
    }

    /// Drops all whole tables except those of `needed`. The pool keeps the memory for the next
    /// tables to solve.
    pub fn keep_only(&self, needed: &[NormalMaterial]) {
        let _turn = locked(&self.turn);
        drop_tables(&self.shelf, 0, needed, &self.options.pool);
    }

    /// Declares the tables that later work needs and that take long to make again. When memory must
    /// be freed, these tables are moved to scratch files instead of being dropped.
    pub fn expect(&self, later: &[NormalMaterial]) {
        *locked(&self.later) = later.to_vec();
    }

    /// Returns the memory in bytes that this store's tables and working memory may take at once.
    pub(super) fn left_bytes(&self) -> u64 {
        self.memory_bytes.saturating_sub(self.used_elsewhere_bytes())
    }

    /// Returns [`Store::left_bytes`] minus a tenth of the memory, which is reserved for the buffers
    /// of reading and packing.
    pub(super) fn room_bytes(&self) -> u64 {
        (self.memory_bytes / 10 * 9).saturating_sub(self.used_elsewhere_bytes())
    }

    /// Returns the limits of memory and disk space that this store may have in use at once.
    fn limits(&self) -> Limits {
        let memory = self.left_bytes();
        let disk = self.spill.as_ref().map(|_| self.free_scratch_bytes().unwrap_or(u64::MAX));
        Limits { memory, buffers: memory.saturating_sub(self.room_bytes()), disk }
    }

    /// Returns the memory and disk space of a plan in addition to the tables that stay in memory,
    /// which are the needed tables and the tables with other owners.
    pub(super) fn needs(&self, plan: &Plan) -> Needs {
        let needed = plan.needed();
        let stays = |table: &Arc<PlainTable>| {
            let is_owned = !is_idle(table) || needed.contains(&table.material());
            is_owned && !table.is_in_scratch()
        };
        let beside = bytes_of(&self.shelf.tables(), stays);
        Needs { beside, ..plan.needs(self.options.metric) }
    }

    /// Decides whether tables are made in memory or in scratch files. Tables of earlier requests,
    /// other than those of `needed`, are dropped if they take disk space that is needed. Errors
    /// name the endgames `named`.
    pub(super) fn place(
        &self,
        needs: &Needs,
        needed: &[NormalMaterial],
        named: &[NormalMaterial],
    ) -> Result<Placement, SessionError> {
        let mut limits = self.limits();
        let mut placed = place(needs, &limits);
        if matches!(placed, Ok(Placement::MemoryAndBuffers) | Err(Shortage::Disk(_))) {
            self.drop_idle(needed);
            limits = self.limits();
            placed = place(needs, &limits);
        }
        placed.map_err(|shortage| self.refusal(shortage, &limits, named))
    }

    /// Returns the error for a shortage of memory or disk space.
    fn refusal(
        &self,
        shortage: Shortage,
        limits: &Limits,
        named: &[NormalMaterial],
    ) -> SessionError {
        let (wanted, allowed_bytes) = (names(named), self.memory_bytes);
        match shortage {
            Shortage::Memory(step) => SessionError::Memory {
                wanted: match self.options.metric {
                    Metric::Dtm => wanted,
                    other => format!("{wanted} --metric {}", other.name()),
                },
                material: step.material,
                needed_bytes: if limits.disk.is_some() { step.files } else { step.memory }
                    + (allowed_bytes - limits.memory),
                allowed_bytes,
            },
            Shortage::Disk(needed_bytes) => SessionError::ScratchFull {
                wanted,
                allowed_bytes,
                needed_bytes,
                free_bytes: limits.disk.unwrap_or(0),
                folder: self.scratch_folder().map_or_else(PathBuf::new, Path::to_owned),
            },
        }
    }

    /// Returns the scratch files; `None` if the placement does not use any.
    pub(super) fn spill_of(&self, placement: Placement) -> Option<&Spill> {
        let spills = matches!(placement, Placement::Lists | Placement::Files);
        self.spill.as_deref().filter(|_| spills)
    }

    /// Frees pooled memory, drops the tables that are not `needed`, and moves the needed tables
    /// into scratch files. Tables with other owners stay where they are.
    pub(super) fn spill_tables(
        &self,
        needed: &[NormalMaterial],
        spill: &Spill,
    ) -> Result<(), SessionError> {
        self.drop_idle(&[needed, &locked(&self.later)].concat());
        let in_memory = self.named_of(|table| !table.is_in_scratch() && is_idle(table));
        in_memory.into_iter().try_for_each(|material| self.spill_table(material, spill))?;
        self.options.pool.shrink_to(0);
        Ok(())
    }

    /// Moves a table into scratch files, unless it has other owners.
    fn spill_table(&self, material: NormalMaterial, spill: &Spill) -> Result<(), SessionError> {
        if let Some(table) = self.shelf.take(material) {
            let moved = match Arc::try_unwrap(table) {
                Ok(table) => Arc::new(spill.moved(table)?),
                Err(shared) => shared,
            };
            self.shelf.put(moved);
        }
        Ok(())
    }

    /// Moves tables that later work needs into scratch files until those in memory take at most `limit_bytes`, or as
    /// many as the disk holds.
    fn spill_later(&self, limit_bytes: u64, needed: &[NormalMaterial]) {
        let Some(spill) = &self.spill else { return };
        let in_memory = |table: &Arc<PlainTable>| !table.is_in_scratch();
        let later = locked(&self.later);
        let may_go = |table: &Arc<PlainTable>| {
            let material = table.material();
            in_memory(table) && later.contains(&material) && !needed.contains(&material)
        };
        for material in self.named_of(may_go) {
            let needed_bytes = table_bytes(self.options.metric, material);
            let has_place = spill.scratch().free_bytes().is_none_or(|free| free >= needed_bytes);
            let is_done = bytes_of(&self.shelf.tables(), in_memory) <= limit_bytes;
            // What the disk does not hold after all is dropped, as others are.
            if is_done || !has_place || self.spill_table(material, spill).is_err() {
                return;
            }
        }
    }

    /// Drops all tables that are not `needed` and have no other owner.
    pub(super) fn drop_idle(&self, needed: &[NormalMaterial]) {
        let mut kept = needed.to_vec();
        kept.extend(self.named_of(|table| !is_idle(table)));
        drop_tables(&self.shelf, 0, &kept, &self.options.pool);
    }

    /// Frees pooled memory and drops tables in memory that are not `needed`, so that a step of
    /// `bytes` bytes fits into the rest of the memory. Tables with other owners are kept, because
    /// dropping them would free no memory.
    pub(super) fn make_room(&self, bytes: u64, needed: &[NormalMaterial]) {
        let left = self.room_bytes().saturating_sub(bytes);
        let pool = &self.options.pool;
        self.spill_later(left, needed);
        let mut kept = needed.to_vec();
        kept.extend(self.named_of(|table| table.is_in_scratch() || !is_idle(table)));
        let in_scratch = bytes_of(&self.shelf.tables(), |table| table.is_in_scratch());
        let held = drop_tables(&self.shelf, left + in_scratch, &kept, pool) - in_scratch;
        if held + bytes > self.room_bytes() {
            self.shelf.cache().clear();
        }
        // The step cannot use more pooled memory than that.
        pool.shrink_to(left.saturating_sub(held).min(2 * bytes));
    }

    /// Returns the scratch files if the tables of a plan are made there, otherwise `None`.
    pub(super) fn place_plan(&self, plan: &Plan) -> Result<Option<&Spill>, SessionError> {
        let placement = self.place(&self.needs(plan), &plan.needed(), plan.named)?;
        Ok(self.spill_of(placement))
    }

    /// Returns the tables in scratch files that no step needs but that are kept for later requests,
    /// up to half of the disk space. Tables that conversions of the wanted endgames lead to come
    /// first.
    pub(super) fn may_stay(&self, plan: &Plan, spill: &Spill) -> Vec<NormalMaterial> {
        let needed = plan.needed();
        let next: Vec<_> = plan.wanted.iter().flat_map(|material| material.conversions()).collect();
        let mut idle: Vec<_> = self
            .shelf
            .tables()
            .iter()
            .filter(|table| table.is_in_scratch() && !needed.contains(&table.material()))
            .map(|table| (!next.contains(&table.material()), table.size_bytes(), table.material()))
            .collect();
        idle.sort_unstable();
        let free_bytes = spill.scratch().free_bytes().unwrap_or(0);
        if free_bytes < plan.needs(self.options.metric).disk {
            return Vec::new();
        }
        let idle_bytes: u64 = idle.iter().map(|(_, bytes, _)| bytes).sum();
        let mut left = (free_bytes + idle_bytes) / 2;
        let stays = |&(_, bytes, _): &(bool, u64, NormalMaterial)| {
            left = left.saturating_sub(bytes);
            left > 0
        };
        idle.into_iter().take_while(stays).map(|(.., material)| material).collect()
    }

    /// Returns the endgames of the tables that satisfy a condition.
    fn named_of(&self, is_meant: impl Fn(&Arc<PlainTable>) -> bool) -> Vec<NormalMaterial> {
        let tables = self.shelf.tables();
        tables.iter().filter(|table| is_meant(table)).map(|table| table.material()).collect()
    }
}

/// Returns the bytes of the tables that satisfy a condition.
fn bytes_of(tables: &[Arc<PlainTable>], is_meant: impl Fn(&Arc<PlainTable>) -> bool) -> u64 {
    tables.iter().filter(|table| is_meant(table)).map(|table| table.size_bytes()).sum()
}
