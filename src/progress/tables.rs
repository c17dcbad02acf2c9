//! How many of the tables are solved or read that a store is about to bring into memory.

use std::{collections::BTreeMap, time::Instant};

use drawproof_tables::{Layout, NormalMaterial, progress::Stage};

/// The tables that a store is bringing into memory, with their progress.
#[derive(Debug)]
pub struct Tables {
    /// The time when the work on the first table began.
    pub begin: Instant,
    /// The purpose of the tables with a colon, unless it is obvious.
    purpose: &'static str,
    /// The work of each table.
    planned: BTreeMap<NormalMaterial, f64>,
    /// Tables that are solved or read.
    done: usize,
    /// The work of the finished tables.
    done_work: f64,
    at_work: BTreeMap<NormalMaterial, AtWork>,
}

/// A table that is being solved or read.
#[derive(Debug, Default)]
struct AtWork {
    /// Slices that it is solved by, or parts that are read.
    slices: u64,
    slices_done: u64,
    ply: u16,
}

impl Tables {
    /// Creates the progress of these tables before work on any of them has begun. `purpose` is the
    /// text before the name of each stage.
    pub fn new(purpose: &'static str, tables: &[NormalMaterial]) -> Tables {
        Tables {
            begin: Instant::now(),
            purpose,
            planned: tables.iter().map(|&table| (table, work_of(table))).collect(),
            done: 0,
            done_work: 0.0,
            at_work: BTreeMap::new(),
        }
    }

    /// Begins a table that is solved in `slices` slices, or read in as many parts.
    pub fn begin(&mut self, material: NormalMaterial, slices: u64) {
        self.at_work.insert(material, AtWork { slices, ..AtWork::default() });
    }

    /// Adds a table to the planned work, if it is not planned yet.
    pub fn plan(&mut self, material: NormalMaterial) {
        self.planned.entry(material).or_insert_with(|| work_of(material));
    }

    /// Records that the positions at distance `ply` are being settled in a table.
    pub fn settle(&mut self, material: NormalMaterial, ply: u16) {
        self.at_work.entry(material).or_default().ply = ply;
    }

    /// Records that further slices of a table are done. Returns the finished share of the table;
    /// `None` if the table has not begun.
    pub fn advance(&mut self, material: NormalMaterial, slices: u64) -> Option<f64> {
        let table = self.at_work.get_mut(&material)?;
        table.slices_done += slices;
        let share = table.share();
        if table.slices_done >= table.slices {
            self.at_work.remove(&material);
            self.done += 1;
            self.done_work += self.planned.get(&material).copied().unwrap_or(0.0);
        }
        Some(share)
    }

    /// Returns the finished share of all planned work or, if nothing is planned, of the first table
    /// at work; `None` if there is neither.
    pub fn share(&self) -> Option<f64> {
        let all: f64 = self.planned.values().sum();
        let work = |material| self.planned.get(material).copied().unwrap_or(0.0);
        let at_work = self.at_work.iter().map(|(material, table)| work(material) * table.share());
        let done = self.done_work + at_work.sum::<f64>();
        if all > 0.0 {
            return Some((done / all).min(1.0));
        }
        self.at_work.values().next().map(AtWork::share)
    }

    /// Returns the number of finished tables and of all tables, such as "3 of 8 tables"; empty
    /// unless there are several.
    pub fn count(&self) -> String {
        match self.planned.len() {
            0 | 1 => String::new(),
            all => format!("{} of {all} tables", self.done.min(all)),
        }
    }

    /// Describes a stage of the work on a table.
    pub fn text(&self, stage: Stage) -> String {
        let table = if let Stage::Ply(of, _) = stage { self.at_work.get(&of) } else { None };
        let purpose = self.purpose;
        match (stage, table) {
            (Stage::Ply(of, _), Some(AtWork { slices: slices @ 2.., slices_done, .. })) => {
                format!("{purpose}solving {of}, slice {slices_done} of {slices}")
            }
            _ => format!("{purpose}{stage}"),
        }
    }
}

impl AtWork {
    /// Returns the share of the table that is done. The number of plies is not known before the
    /// end, and early plies have more positions than late ones.
    fn share(&self) -> f64 {
        if self.slices > 1 {
            return (self.slices_done as f64 / self.slices as f64).min(1.0);
        }
        let ply = f64::from(self.ply);
        ply / (ply + 10.0)
    }
}

/// Returns the work of solving a table: the number of its indices.
pub fn work_of(material: NormalMaterial) -> f64 {
    Layout::new(material).count() as f64
}
