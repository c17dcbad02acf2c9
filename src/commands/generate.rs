//! `generate`: solves endgames and writes their tables.

mod estimate;
mod graph;

use std::{io::Write, path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Result, bail};
use drawproof_tables::{
    Layout, NormalMaterial,
    file::{FileBytes, LEVEL_DEFAULT, State, Table, pack},
};
use serde::Serialize;

use super::{grouped, print_json};
use crate::{
    cli::{Format, GenerateArgs},
    store::Store,
};

/// What became of one table.
#[derive(Debug, Serialize)]
struct Row {
    endgame: String,
    men: usize,
    /// Whether a sound file was there already.
    cached: bool,
    /// Indexed places, both sides to move.
    positions: u64,
    /// The longest distance to mate.
    plies: Option<u16>,
    solve_seconds: Option<f64>,
    solve_cpu_seconds: Option<f64>,
    write_seconds: Option<f64>,
    file_bytes: u64,
    /// The most memory the process has used so far, where the system tells.
    peak_memory_bytes: Option<u64>,
    path: PathBuf,
}

/// Runs the command.
pub fn run(args: &GenerateArgs, store: &Store) -> Result<ExitCode> {
    let order = order(args);
    if let Some(form) = args.graph {
        graph::print(&order, form)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.estimate {
        estimate::print(&order, store, args.format)?;
        return Ok(ExitCode::SUCCESS);
    }
    let missing = missing(&order, store);
    refuse_too_large(&missing, store)?;
    store.progress().expect(missing.len());
    if args.format == Format::Text {
        print_head()?;
    }
    let mut rows = Vec::new();
    for (place, &material) in order.iter().enumerate() {
        let row = if missing.contains(&material) {
            make(material, args.level.unwrap_or(LEVEL_DEFAULT), store)?
        } else {
            cached(material, store)?
        };
        if args.format == Format::Text {
            store.progress().suspend(|| print_row(&row))?;
        }
        rows.push(row);
        let later = order[place + 1..].iter().filter(|material| missing.contains(material));
        let needed: Vec<_> = later.flat_map(|material| material.conversions()).collect();
        store.give_up_all_but(&needed);
    }
    store.progress().finish();
    if args.format == Format::Json {
        print_json(&rows)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The endgames asked for and all that they depend on, each after what it depends on.
fn order(args: &GenerateArgs) -> Vec<NormalMaterial> {
    let asked = match args.men {
        Some(men) => NormalMaterial::all_with_men(men.into()),
        None => args.endgames.clone(),
    };
    let mut order = Vec::new();
    for material in asked.into_iter().flat_map(NormalMaterial::closure) {
        if !order.contains(&material) {
            order.push(material);
        }
    }
    order
}

/// The endgames without a sound file. Damaged files are warned of.
fn missing(order: &[NormalMaterial], store: &Store) -> Vec<NormalMaterial> {
    let mut missing = Vec::new();
    for &material in order {
        store.progress().note(material, "checking");
        match store.folder().state(material) {
            State::Sound => continue,
            State::Missing => {}
            State::Damaged(error) => {
                store.progress().line(&format!("drawproof: warning: {error}; it is made anew"));
            }
        }
        missing.push(material);
    }
    missing
}

/// An error if a table would not fit while it is solved, before the first is started.
fn refuse_too_large(missing: &[NormalMaterial], store: &Store) -> Result<()> {
    for &material in missing {
        let needed = estimate::solve_bytes(material);
        if needed > store.memory_bytes() {
            let gib = |bytes: u64| bytes as f64 / (1_u64 << 30) as f64;
            bail!(
                "{material} takes {:.1} GiB to solve and --memory allows {:.1}: allow more, or \
                 leave it out",
                gib(needed),
                gib(store.memory_bytes()),
            );
        }
    }
    Ok(())
}

/// Solves a table and writes its file, unless another process has made it meanwhile.
fn make(material: NormalMaterial, level: u8, store: &Store) -> Result<Row> {
    let folder = store.folder();
    store.progress().note(material, "waiting for the lock of");
    let lock = folder.lock(material)?;
    if matches!(folder.state(material), State::Sound) {
        return cached(material, store);
    }
    let (table, solved) = store.solve(material)?;
    store.progress().note(material, "writing");
    let start = Instant::now();
    let bytes = pack(&table, level);
    let path = folder.write(&lock, material, &bytes)?;
    Ok(Row {
        endgame: material.to_string(),
        men: material.get().men(),
        cached: false,
        positions: 2 * table.layout().count() as u64,
        plies: solved.plies,
        solve_seconds: Some(solved.time.wall.as_secs_f64()),
        solve_cpu_seconds: Some(solved.time.cpu.as_secs_f64()),
        write_seconds: Some(start.elapsed().as_secs_f64()),
        file_bytes: bytes.len() as u64,
        peak_memory_bytes: peak_memory_bytes(),
        path,
    })
}

/// The row of a table whose file is there.
fn cached(material: NormalMaterial, store: &Store) -> Result<Row> {
    let table: Table<FileBytes> = store.folder().open(material)?;
    Ok(Row {
        endgame: material.to_string(),
        men: material.get().men(),
        cached: true,
        positions: 2 * Layout::new(material).count() as u64,
        plies: None,
        solve_seconds: None,
        solve_cpu_seconds: None,
        write_seconds: None,
        file_bytes: table.size_bytes() as u64,
        peak_memory_bytes: None,
        path: store.folder().file(material),
    })
}

/// The most memory this process has used, where the system tells (Linux).
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

fn print_head() -> Result<()> {
    writeln!(
        std::io::stdout(),
        "{:8} {:>15} {:>6} {:>9} {:>9} {:>9} {:>14} {:>9}",
        "endgame",
        "positions",
        "plies",
        "solve s",
        "CPU s",
        "write s",
        "bytes",
        "peak MiB"
    )?;
    Ok(())
}

fn print_row(row: &Row) -> Result<()> {
    let seconds = |s: Option<f64>| s.map_or("-".into(), |s| format!("{s:.3}"));
    writeln!(
        std::io::stdout(),
        "{:8} {:>15} {:>6} {:>9} {:>9} {:>9} {:>14} {:>9}{}",
        row.endgame,
        grouped(row.positions),
        row.plies.map_or("-".into(), |plies| plies.to_string()),
        seconds(row.solve_seconds),
        seconds(row.solve_cpu_seconds),
        seconds(row.write_seconds),
        grouped(row.file_bytes),
        row.peak_memory_bytes.map_or("-".into(), |bytes| grouped(bytes >> 20)),
        if row.cached { "  (there already)" } else { "" },
    )?;
    Ok(())
}
