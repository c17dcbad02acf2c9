//! What `generate` says of one table.

use std::path::PathBuf;

use anyhow::{Context, Result};
use drawproof_tables::{
    Layout, NormalMaterial,
    file::{Sides, open_file},
};
use serde::Serialize;

use super::estimate::table_name;
use crate::output::{grouped, hash_of};

/// The outcome of making one table.
#[derive(Debug, Serialize)]
pub struct Row {
    pub endgame: String,
    /// The metric of the table: `dtm`, `dtz` or `dtc`.
    pub metric: &'static str,
    pub men: usize,
    /// Whether a sound table file existed before the run.
    pub cached: bool,
    /// The sides to move that the file holds: `both` or `one`.
    pub sides: &'static str,
    /// The number of the table's indices, both sides to move.
    pub positions: u64,
    /// The longest distance in plies, if the run solved the table.
    pub plies: Option<u16>,
    pub solve_seconds: Option<f64>,
    pub solve_cpu_seconds: Option<f64>,
    pub write_seconds: Option<f64>,
    /// The CPU time of packing and writing in seconds, user and system, of all threads.
    pub write_cpu_seconds: Option<f64>,
    pub file_bytes: u64,
    /// The XXH3-64 checksum of the file's bytes: `xxh3:` and 16 digits.
    pub hash: String,
    /// The peak memory of the process so far in bytes, if the system reports it.
    pub peak_memory_bytes: Option<u64>,
    pub path: PathBuf,
}

/// The widths in characters of the columns of [`HEAD`].
pub const WIDTHS: [usize; 8] = [9, 13, 5, 8, 8, 8, 13, 8];
pub const HEAD: [&str; 8] =
    ["endgame", "indices", "plies", "solve s", "CPU s", "write s", "bytes", "peak MiB"];

impl Row {
    /// Returns the row of an existing file. Figures known only to the run that made the file are
    /// `None`.
    pub fn of_file(material: NormalMaterial, path: PathBuf) -> Result<Row> {
        let table = open_file(&path)?;
        Ok(Row {
            endgame: material.to_string(),
            metric: table.metric().name(),
            men: material.get().men(),
            cached: true,
            sides: sides_name(table.sides()),
            positions: 2 * Layout::new(material).count() as u64,
            plies: None,
            solve_seconds: None,
            solve_cpu_seconds: None,
            write_seconds: None,
            write_cpu_seconds: None,
            file_bytes: table.size_bytes() as u64,
            // The same on every machine.
            hash: format!(
                "xxh3:{:016x}",
                hash_of(&path).with_context(|| path.display().to_string())?
            ),
            peak_memory_bytes: None,
            path,
        })
    }

    /// Returns the cells of the table's row, in the columns of [`HEAD`].
    pub fn cells(&self) -> [String; 8] {
        let seconds = |s: Option<f64>| s.map_or("-".into(), |s| format!("{s:.3}"));
        let solved = if self.cached { "found".into() } else { seconds(self.solve_seconds) };
        [
            table_name(&self.endgame, self.metric),
            grouped(self.positions),
            self.plies.map_or("-".into(), |plies| plies.to_string()),
            solved,
            seconds(self.solve_cpu_seconds),
            seconds(self.write_seconds),
            grouped(self.file_bytes),
            self.peak_memory_bytes.map_or("-".into(), |bytes| grouped(bytes >> 20)),
        ]
    }
}

/// Returns the word for the sides to move of a file: `both` or `one`.
pub fn sides_name(sides: Sides) -> &'static str {
    match sides {
        Sides::Both => "both",
        Sides::One(_) => "one",
    }
}
