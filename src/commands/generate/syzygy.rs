//! `generate --as syzygy`: files that engines read, made from our distances to zeroing.

use std::{
    io::Write,
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use cpu_time::ProcessTime;
use drawproof_generator::results_beside_captures;
use drawproof_session::{
    budget::size,
    error::SessionError,
    estimate::Speed,
    store::{Solved, Store},
};
use drawproof_syzygy::{Files, KINDS, Packing, SyzygyError, pack, packing_bytes};
use drawproof_tables::{
    Metric, NormalMaterial, PlainTable,
    progress::{Stage, by_share},
    system,
};
use serde::Serialize;

use super::estimate;
use crate::{
    arguments::Format,
    environment::Environment,
    output::{counted, grouped, print_json, row, stdout},
    progress::Line,
};

/// The outcome for the two files of one endgame.
#[derive(Debug, Serialize)]
struct Row {
    endgame: String,
    /// `syzygy`.
    format: &'static str,
    men: usize,
    /// Whether sound files existed before the run.
    cached: bool,
    /// Whether all distances are in plies.
    unrounded: bool,
    solve_seconds: Option<f64>,
    solve_cpu_seconds: Option<f64>,
    write_seconds: Option<f64>,
    /// CPU time of packing and writing, user and system, of all threads.
    write_cpu_seconds: Option<f64>,
    /// The bytes of the file of results.
    wdl_bytes: u64,
    /// The bytes of the file of distances.
    dtz_bytes: u64,
    /// The peak memory of the process so far in bytes, if the system reports it.
    peak_memory_bytes: Option<u64>,
    /// The files: of results, of distances.
    paths: [PathBuf; 2],
}

const WIDTHS: [usize; 8] = [9, 8, 8, 8, 8, 12, 12, 8];
const HEAD: [&str; 8] =
    ["endgame", "solve s", "CPU s", "write s", "CPU s", "wdl bytes", "dtz bytes", "peak MiB"];

/// Writes the Syzygy files of the endgames of `order`, each after the endgames that it depends on.
pub fn run(
    order: &[NormalMaterial],
    unrounded: bool,
    format: Format,
    environment: &Environment,
) -> Result<ExitCode> {
    let begin = Instant::now();
    let progress = &environment.progress;
    if let Some(large) = order.iter().find(|material| material.is_large()) {
        bail!("{large} has six men: Syzygy files are for three to five, leave it out");
    }
    let store = &*environment.store_of(Metric::Dtz);
    store.folder().clean()?;
    let mut missing = Vec::new();
    for &material in order {
        progress.note("checking", material);
        let warn = |text: &str| progress.line(text);
        if !has_files(material, unrounded, store, &warn)? {
            missing.push(material);
        }
    }
    refuse_too_large(&missing, store)?;
    progress.expect_tables(&missing);
    if format == Format::Text {
        writeln!(stdout(), "{}", row(WIDTHS, HEAD))?;
    }
    let mut rows = Vec::new();
    for (place, &material) in order.iter().enumerate() {
        let made = if missing.contains(&material) {
            let made = make(material, unrounded, store, progress)?;
            progress.next();
            made
        } else {
            Row::of_files(material, unrounded, store)?
        };
        if format == Format::Text {
            progress.suspend(|| writeln!(stdout(), "{}", row(WIDTHS, made.cells())))?;
        }
        rows.push(made);
        let later = order[place + 1..].iter().filter(|it| missing.contains(it));
        let needed: Vec<_> = later.flat_map(|it| it.conversions()).collect();
        store.keep_only(&needed);
    }
    progress.finish();
    if format == Format::Json {
        print_json(&rows)?;
    }
    progress.totals(|| totals(&rows, begin.elapsed()));
    Ok(ExitCode::SUCCESS)
}

/// Prints the memory, disk and time needed to make the missing Syzygy files of `order`.
pub fn estimate(
    order: &[NormalMaterial],
    format: Format,
    environment: &Environment,
) -> Result<ExitCode> {
    let store = &*environment.store_of(Metric::Dtz);
    let has_files = |it: &&NormalMaterial| paths(**it, store).iter().all(|path| path.exists());
    let missing = order.iter().filter(|it| !has_files(it)).copied().collect();
    let speed = (&Speed::measure_syzygy()?, packing_bytes as fn(_) -> _);
    estimate::print(order, &[(Metric::Dtz, missing)], store, speed, format)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the line of totals.
fn totals(rows: &[Row], time: Duration) -> String {
    let found = rows.iter().filter(|row| row.cached).count();
    let bytes: u64 = rows.iter().map(|row| row.wdl_bytes + row.dtz_bytes).sum();
    format!(
        "{}: {} written, {found} found, {:.1} MB, {:.1} s",
        counted(rows.len() as u64, "endgame", "endgames"),
        rows.len() - found,
        bytes as f64 / 1e6,
        time.as_secs_f64()
    )
}

/// Returns the paths of the files of an endgame.
fn paths(material: NormalMaterial, store: &Store) -> [PathBuf; 2] {
    KINDS.map(|kind| store.folder().path().join(drawproof_syzygy::file_name(material, kind)))
}

/// Returns whether both files of an endgame are there and sound. `warn` is told of a damaged file;
/// a file of something else is an error.
fn has_files(
    material: NormalMaterial,
    unrounded: bool,
    store: &Store,
    warn: &dyn Fn(&str),
) -> Result<bool> {
    let mut found = true;
    for path in paths(material, store) {
        if !path.try_exists().with_context(|| path.display().to_string())? {
            found = false;
            continue;
        }
        match drawproof_syzygy::check_file(&path) {
            Ok(checked) if unrounded && !checked.is_unrounded => bail!(
                "'{}' has rounded distances: move it away, or choose another folder with --tables",
                path.display()
            ),
            Ok(_) => {}
            Err(error @ SyzygyError::Foreign { .. }) => {
                bail!("{error}: move it away, or choose another folder with --tables")
            }
            Err(error) => {
                warn(&format!("drawproof: warning: {error}; drawproof makes it again"));
                found = false;
            }
        }
    }
    Ok(found)
}

/// Returns an error if an endgame does not fit into memory while it is solved or packed, before the
/// first one is started.
fn refuse_too_large(missing: &[NormalMaterial], store: &Store) -> Result<()> {
    for &material in missing {
        let refused = |needed| -> Result<()> {
            bail!(
                "{material} takes {} to solve and pack, and --memory allows {}: allow more, or leave it out",
                size(needed),
                size(store.memory_bytes()),
            )
        };
        match store.check_solve(material, false) {
            Err(SessionError::Memory { needed_bytes, .. }) => refused(needed_bytes)?,
            checked => checked?,
        }
        let packing = packing_bytes(material);
        if packing > store.memory_bytes() {
            refused(packing)?;
        }
    }
    Ok(())
}

/// Solves an endgame and writes its files, unless another process has written them meanwhile.
fn make(material: NormalMaterial, unrounded: bool, store: &Store, progress: &Line) -> Result<Row> {
    let folder = store.folder();
    progress.note("waiting for the lock of", material);
    let lock = match folder.try_lock(material)? {
        Some(lock) => lock,
        None => {
            progress.line(&format!("waiting for {material}, which another process is making"));
            folder.lock(material)?
        }
    };
    // What is damaged has been said.
    if has_files(material, unrounded, store, &|_| {})? {
        return Row::of_files(material, unrounded, store);
    }
    let (table, solved) = store.solve(material)?;
    let (start, cpu) = (Instant::now(), ProcessTime::now());
    let files = pack_table(table, unrounded, store, progress)?;
    progress.note("writing", material);
    for (bytes, kind) in [files.results, files.distances].into_iter().zip(KINDS) {
        let name = drawproof_syzygy::file_name(material, kind);
        folder.write_named(&lock, material, &name, &bytes)?;
    }
    let Solved { time, .. } = solved;
    let seconds = |time: Duration| Some(time.as_secs_f64());
    Ok(Row {
        cached: false,
        solve_seconds: seconds(time.wall),
        solve_cpu_seconds: seconds(time.cpu),
        write_seconds: seconds(start.elapsed()),
        write_cpu_seconds: seconds(cpu.elapsed()),
        peak_memory_bytes: system::peak_bytes(),
        ..Row::of_files(material, unrounded, store)?
    })
}

/// Returns the bytes of the files of a solved table.
fn pack_table(
    table: Arc<PlainTable>,
    unrounded: bool,
    store: &Store,
    progress: &Line,
) -> Result<Files> {
    let material = table.material();
    let results = results_beside_captures(&table, &store.conversions_of(material)?)?;
    let shown = by_share(progress, Stage::Packing(material));
    let packing = Packing { table: &table, results, unrounded };
    let files = pack(packing, &|share| {
        store.keep_within_bound();
        _ = shown(share);
    });
    Ok(files)
}

impl Row {
    /// Returns the row of files that exist, without what only the run that makes them knows.
    fn of_files(material: NormalMaterial, unrounded: bool, store: &Store) -> Result<Row> {
        let paths = paths(material, store);
        let bytes = |path: &PathBuf| {
            let found = path.metadata().map(|it| it.len());
            found.with_context(|| path.display().to_string())
        };
        Ok(Row {
            endgame: material.to_string(),
            format: "syzygy",
            men: material.get().men(),
            cached: true,
            unrounded,
            solve_seconds: None,
            solve_cpu_seconds: None,
            write_seconds: None,
            write_cpu_seconds: None,
            wdl_bytes: bytes(&paths[0])?,
            dtz_bytes: bytes(&paths[1])?,
            peak_memory_bytes: None,
            paths,
        })
    }

    /// Returns the cells of its line.
    fn cells(&self) -> [String; 8] {
        let seconds = |s: Option<f64>| s.map_or("-".into(), |s| format!("{s:.3}"));
        [
            self.endgame.clone(),
            if self.cached { "found".into() } else { seconds(self.solve_seconds) },
            seconds(self.solve_cpu_seconds),
            seconds(self.write_seconds),
            seconds(self.write_cpu_seconds),
            grouped(self.wdl_bytes),
            grouped(self.dtz_bytes),
            self.peak_memory_bytes.map_or("-".into(), |bytes| grouped(bytes >> 20)),
        ]
    }
}
