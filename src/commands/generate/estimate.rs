//! `generate --estimate`: the memory, disk and time that each table takes, and totals.

use std::{io::Write, path::Path};

use anyhow::Result;
use drawproof_session::{
    budget::{large_scratch_bytes, least_solve_bytes, size, table_bytes},
    estimate::{Speed, TableEstimate, estimate_tables},
    store::Store,
};
use drawproof_tables::{Layout, Metric, NormalMaterial, system};
use serde::Serialize;

use crate::{
    arguments::Format,
    output::{grouped, print_json, row, stdout},
};

/// The cost of making one table; an existing table costs nothing.
#[derive(Serialize)]
struct Row {
    endgame: String,
    /// `dtm`, `dtz` or `dtc`.
    metric: &'static str,
    men: usize,
    /// Whether a file exists.
    cached: bool,
    /// Indexed places, both sides to move.
    positions: u64,
    /// The table's values in memory.
    table_bytes: u64,
    /// The bytes that must fit into memory to solve the table: its sub-tables, the working sets,
    /// and the table or the log of its values. Of a large table, only the parts that are not in
    /// scratch files.
    solve_bytes: u64,
    /// Bytes of scratch files while a large table is solved; 0 for others.
    scratch_bytes: u64,
    /// The maximum number of bytes in use while the table is solved, including other tables of the
    /// run.
    memory_bytes: u64,
    fits: bool,
    file_bytes: u64,
    read_seconds: f64,
    solve_seconds: f64,
    write_seconds: f64,
    seconds: f64,
    cpu_seconds: f64,
}

/// The cost of making all tables.
#[derive(Default, Serialize)]
struct Total {
    /// "all".
    endgame: &'static str,
    men: usize,
    positions: u64,
    table_bytes: u64,
    /// The most bytes that must fit into memory to solve one of the tables.
    solve_bytes: u64,
    fits: bool,
    /// Tables to make.
    tables: usize,
    /// The maximum number of bytes in use at once.
    memory_bytes: u64,
    file_bytes: u64,
    /// Bytes that are free on the disk of the tables folder, if the system reports them.
    free_bytes: Option<u64>,
    seconds: f64,
    cpu_seconds: f64,
    /// The share of the threads' time that other programs took while the speed was measured, if the machine was busy.
    busy_share: Option<f64>,
}

/// Prints the memory, disk and time needed to make the missing tables of `order`, at a `speed`.
/// `missing` has, for each metric, the endgames without a table file. `packing_bytes` returns the
/// memory that packing an endgame takes.
pub fn print(
    order: &[NormalMaterial],
    missing: &[(Metric, Vec<NormalMaterial>)],
    store: &Store,
    (speed, packing_bytes): (&Speed, fn(NormalMaterial) -> u64),
    format: Format,
) -> Result<()> {
    let memory_bytes = store.memory_bytes();
    let by_metric = missing
        .iter()
        .flat_map(|(metric, it)| estimate_tables(*metric, order, it, memory_bytes, speed))
        .map(|mut table| {
            let packing = if table.is_made { packing_bytes(table.material) } else { 0 };
            table.solve_bytes = table.solve_bytes.max(packing);
            table.memory_bytes = table.memory_bytes.max(packing);
            table.fits &= packing <= memory_bytes;
            table
        });
    let tables: Vec<Row> = by_metric.map(|table| Row::new(&table)).collect();
    let made = missing.iter().map(|(_, missing)| missing.len()).sum();
    let mut total = Total { endgame: "all", fits: true, tables: made, ..Total::default() };
    for row in &tables {
        total.men = total.men.max(row.men);
        total.positions += row.positions;
        total.table_bytes += row.table_bytes;
        total.solve_bytes = total.solve_bytes.max(row.solve_bytes);
        total.fits &= row.fits;
        total.memory_bytes = total.memory_bytes.max(row.memory_bytes);
        total.file_bytes += row.file_bytes;
        total.seconds += row.seconds;
        total.cpu_seconds += row.cpu_seconds;
    }
    total.free_bytes = free_bytes(store.folder().path());
    total.busy_share = speed.busy_share();
    match format {
        // The tables, then the total as that of "all".
        Format::Json => {
            let elements = tables.iter().map(serde_json::to_value);
            let elements = elements.chain([serde_json::to_value(&total)]);
            print_json(&elements.collect::<Result<Vec<_>, _>>()?)
        }
        Format::Text => print_text(&tables, &total, has_scratch_beside(store)),
    }
}

impl Row {
    fn new(estimate: &TableEstimate) -> Row {
        let TableEstimate { metric, material, .. } = *estimate;
        let solve_bytes =
            if material.is_large() { least_solve_bytes(material) } else { estimate.solve_bytes };
        Row {
            endgame: material.to_string(),
            metric: metric.name(),
            men: material.get().men(),
            cached: !estimate.is_made,
            positions: 2 * Layout::new(material).count() as u64,
            table_bytes: table_bytes(metric, material),
            solve_bytes,
            scratch_bytes: large_scratch_bytes(metric, material),
            memory_bytes: if material.is_large() { solve_bytes } else { estimate.memory_bytes },
            fits: estimate.fits,
            file_bytes: estimate.file_bytes,
            read_seconds: estimate.read_seconds,
            solve_seconds: estimate.solve_seconds,
            write_seconds: estimate.write_seconds,
            seconds: estimate.seconds(),
            cpu_seconds: estimate.cpu_seconds,
        }
    }
}

fn print_text(tables: &[Row], total: &Total, has_scratch_beside: bool) -> Result<()> {
    const WIDTHS: [usize; 6] = [9, 15, 12, 12, 9, 9];
    let mut out = stdout();
    let head = ["endgame", "indices", "memory", "disk", "CPU s", "wall s"];
    writeln!(out, "{}", row(WIDTHS, head))?;
    for table in tables {
        let name = table_name(&table.endgame, table.metric);
        let positions = grouped(table.positions);
        if table.cached {
            writeln!(out, "{name:9} {positions:>15}  (exists)")?;
            continue;
        }
        let [memory, disk] = [table.solve_bytes, table.file_bytes].map(size);
        let [cpu, wall] = [table.cpu_seconds, table.seconds].map(|it| format!("{it:.2}"));
        let note = if table.fits { "" } else { "  more than --memory" };
        writeln!(out, "{}{note}", row(WIDTHS, [name, positions, memory, disk, cpu, wall]))?;
    }
    let [memory, disk] = [total.memory_bytes, total.file_bytes].map(size);
    let [cpu, wall] = [total.cpu_seconds, total.seconds].map(|it| format!("{it:.2}"));
    let made = format!("{} tables", total.tables);
    writeln!(out, "{}", row(WIDTHS, ["all".into(), made, memory, disk, cpu, wall]))?;
    let made = tables.iter().filter(|row| !row.cached);
    let scratch_bytes = made.map(|row| row.scratch_bytes).max().unwrap_or(0);
    if scratch_bytes > 0 {
        writeln!(out, "Scratch files take up to {} more.", size(scratch_bytes))?;
    }
    let beside_bytes = if has_scratch_beside { scratch_bytes } else { 0 };
    let needed_bytes = total.file_bytes + beside_bytes;
    if let Some(free) = total.free_bytes.filter(|&free| free < needed_bytes) {
        writeln!(out, "The disk of the tables folder has {} free: less than that.", size(free))?;
    }
    if let Some(share) = total.busy_share {
        writeln!(out, "{}", busy(share))?;
    }
    Ok(())
}

/// Returns the warning that the machine was busy: other programs took `share` of the threads' time
/// while its speed was measured.
pub fn busy(share: f64) -> String {
    format!(
        "The machine is busy: other programs took {:.0} % of the threads' time while the speed was measured. \
         Without them it takes less.",
        100.0 * share
    )
}

/// Returns the free bytes on the disk of a folder; if the folder does not exist, on that of its
/// nearest existing parent. `None` if the system does not report them.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    system::free_bytes(existing(folder))
}

/// Returns whether scratch files are on the disk of the tables folder.
pub fn has_scratch_beside(store: &Store) -> bool {
    let folder = existing(store.folder().path());
    store.scratch_folder().is_some_and(|scratch| system::share_disk(folder, existing(scratch)))
}

/// Returns a folder if it exists, otherwise its nearest existing parent.
fn existing(folder: &Path) -> &Path {
    let disk = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    if disk.as_os_str().is_empty() { Path::new(".") } else { disk }
}

/// Returns the name of a table in the rows of a report: the name of its file without the last
/// extension.
pub(super) fn table_name(endgame: &str, metric: &str) -> String {
    match metric {
        "dtm" => endgame.to_owned(),
        metric => format!("{endgame}.{metric}"),
    }
}
