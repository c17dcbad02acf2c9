//! `generate --estimate`: the memory that each table takes.

use std::io::Write;

use anyhow::Result;
use drawproof_session::budget::{solve_bytes, table_bytes};
use drawproof_tables::{Layout, NormalMaterial};
use serde::Serialize;

use crate::{
    arguments::Format,
    output::{grouped, print_json, stdout},
};

/// The memory that one table takes.
#[derive(Serialize)]
struct Estimate {
    endgame: String,
    men: usize,
    /// Indexed places, both sides to move.
    positions: u64,
    /// The table's values in memory.
    table_bytes: u64,
    /// Most bytes in use while it is solved: the table, its sub-tables and the working sets.
    solve_bytes: u64,
    fits: bool,
}

/// Prints the memory that each table takes while it is solved.
pub fn print(order: &[NormalMaterial], memory_bytes: u64, format: Format) -> Result<()> {
    let estimates: Vec<Estimate> = order
        .iter()
        .map(|&material| {
            let solve_bytes = solve_bytes(material);
            Estimate {
                endgame: material.to_string(),
                men: material.get().men(),
                positions: 2 * Layout::new(material).count() as u64,
                table_bytes: table_bytes(material),
                solve_bytes,
                fits: solve_bytes <= memory_bytes,
            }
        })
        .collect();
    if format == Format::Json {
        return print_json(&estimates);
    }
    let mut out = stdout();
    writeln!(out, "{:8} {:>16} {:>12} {:>16}", "endgame", "positions", "table MiB", "solving MiB")?;
    let mib = |bytes: u64| bytes as f64 / (1 << 20) as f64;
    for e in &estimates {
        let note = if e.fits { "" } else { "  more than --memory" };
        writeln!(
            out,
            "{:8} {:>16} {:>12.1} {:>16.1}{note}",
            e.endgame,
            grouped(e.positions),
            mib(e.table_bytes),
            mib(e.solve_bytes),
        )?;
    }
    Ok(())
}
