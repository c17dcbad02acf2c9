//! `generate`: solves endgames and writes their tables.

mod estimate;
mod graph;
mod outcome;
mod syzygy;

use std::{io::Write, process::ExitCode, time::Instant};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use drawproof_generator::decided_by_conversions;
use drawproof_session::{
    budget::{large_scratch_bytes, size},
    error::SessionError,
    estimate::Speed,
    figures::figures_of,
    store::Store,
};
use drawproof_tables::{
    Metric, NormalMaterial, PlainTable,
    file::{
        LEVEL_DEFAULT, LEVEL_FAST, LEVEL_MAX, LEVEL_SMALL, State, pack_one_side, pack_parts,
        pack_with,
    },
    progress::{Stage, by_share},
    system,
};

pub use self::outcome::sides_name;
use self::{
    estimate::{free_bytes, has_scratch_beside},
    graph::GraphForm,
    outcome::{HEAD, Row, WIDTHS},
};
use crate::{
    arguments::{Format, MEN, distinct, metric, parse_endgame},
    environment::Environment,
    output::{counted, print_json, row, stdout},
    progress::Line,
    run::LongRun,
};

/// Arguments of `generate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof generate KRPKR              # this table and what it depends on
  drawproof generate --men 4            # all tables of three and four men
  drawproof generate --men 5 --estimate # memory, disk and time it takes
  drawproof generate --men 4 --as syzygy # files that engines read
  drawproof generate KRPKR --graph dot  # the dependency graph for Graphviz")]
pub struct GenerateArgs {
    /// Endgames, such as KRPKR; their dependencies are written too
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required_unless_present = "men")]
    pub endgames: Vec<NormalMaterial>,
    /// All endgames of up to N men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// The distances, separated by commas
    ///
    /// The distance to mate (dtm), to the next capture or pawn move within the fifty-move rule
    /// (dtz), or to the next capture or promotion (dtc)
    #[arg(long, value_name = "METRIC", default_value = "dtm", value_delimiter = ',', value_parser = metric())]
    pub metric: Vec<Metric>,
    /// Compression: fast, default, small, or 1 to 9
    ///
    /// A higher number makes smaller files and takes longer
    #[arg(long, value_name = "LEVEL", value_parser = parse_level)]
    pub level: Option<u8>,
    /// The sides to move in the files
    ///
    /// With 'one', files are about half as large, but reading them takes longer and needs the
    /// tables reached by captures and promotions. Only dtm files can have one side
    #[arg(long, value_name = "SIDES", default_value = "both")]
    pub sides: SidesKept,
    /// Write files that engines read: syzygy
    ///
    /// Writes results (KRPvKR.rtbw) and distances to zeroing within the fifty-move rule
    /// (KRPvKR.rtbz), for three to five men
    #[arg(long = "as", value_name = "FORMAT", hide_possible_values = true, conflicts_with_all = ["metric", "level", "sides", "graph"])]
    pub files_as: Option<FileFormat>,
    /// Write all Syzygy distances in plies, none in moves
    #[arg(long, requires = "files_as")]
    pub unrounded: bool,
    /// Only print the memory, disk and time needed
    #[arg(long)]
    pub estimate: bool,
    /// Only print the dependency graph
    #[arg(long, value_name = "FORM", num_args = 0..=1, default_missing_value = "json", conflicts_with = "estimate")]
    pub graph: Option<GraphForm>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// The sides to move that table files keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SidesKept {
    /// The side that takes fewer bytes; the other is rebuilt from it.
    One,
    /// White and Black.
    Both,
}

/// A format of other programs' table files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FileFormat {
    /// Syzygy's `.rtbw` and `.rtbz`.
    Syzygy,
}

/// Parses a compression level: a name or a number.
pub fn parse_level(text: &str) -> Result<u8, String> {
    match text {
        "fast" => Ok(LEVEL_FAST),
        "default" => Ok(LEVEL_DEFAULT),
        "small" => Ok(LEVEL_SMALL),
        _ => {
            text.parse().ok().filter(|level| (1..=LEVEL_MAX).contains(level)).ok_or_else(|| {
                format!("not fast, default, small, or a number from 1 to {LEVEL_MAX}")
            })
        }
    }
}

/// Runs `generate`: solves endgames and writes their tables.
pub fn run(args: &GenerateArgs, environment: &Environment) -> Result<ExitCode> {
    let mut order = order(args.men, &args.endgames);
    if args.files_as == Some(FileFormat::Syzygy) {
        return match args.estimate {
            true => syzygy::estimate(&order, args.format, environment),
            false => syzygy::run(&order, args.unrounded, args.format, environment),
        };
    }
    let Environment { store, progress, .. } = environment;
    let run = LongRun::begin(environment);
    let level = args.level.unwrap_or(LEVEL_DEFAULT);
    if let Some(form) = args.graph {
        graph::print(&order, form)?;
        return Ok(ExitCode::SUCCESS);
    }
    let metrics = distinct(&args.metric);
    check_metrics(&order, &metrics)?;
    check_sides(args.sides, &order, &metrics)?;
    if !args.estimate {
        store.folder().clean()?;
    }
    let (mut work, mut unneeded) = (Vec::new(), Vec::new());
    for metric in metrics {
        let store = environment.store_of(metric);
        let mut missing = match args.estimate {
            true => without_file(&order, &store)?,
            false => missing(&order, &store, progress),
        };
        unneeded.extend(leave_out(&order, &mut missing, &args.endgames));
        if !args.estimate {
            refuse_too_large(&missing, args.sides, &store)?;
        }
        work.push((metric, store, missing));
    }
    order.retain(|it| !unneeded.contains(it));
    if args.estimate {
        let missing: Vec<_> = work.into_iter().map(|(metric, _, it)| (metric, it)).collect();
        let speed = &Speed::measure(level, args.sides == SidesKept::One)?;
        estimate::print(&order, &missing, store, (speed, |_| 0), args.format)?;
        return Ok(ExitCode::SUCCESS);
    }
    let expected: Vec<_> = work.iter().flat_map(|(.., missing)| missing).copied().collect();
    progress.expect_tables(&expected);
    run.keeps("files that are written are kept", "the same command goes on with the others");
    if args.format == Format::Text {
        writeln!(stdout(), "{}", row(WIDTHS, HEAD))?;
    }
    let mut rows = Vec::new();
    for (_, store, missing) in work {
        make_all(&order, &missing, args, &store, progress, &mut rows)?;
    }
    progress.finish();
    if args.format == Format::Json {
        print_json(&rows)?;
    }
    run.totals(|| totals(&rows));
    run.end(true)
}

/// Makes the tables of `order` that are missing, and adds a row of each table to `rows`.
fn make_all(
    order: &[NormalMaterial],
    missing: &[NormalMaterial],
    args: &GenerateArgs,
    store: &Store,
    progress: &Line,
    rows: &mut Vec<Row>,
) -> Result<()> {
    let level = args.level.unwrap_or(LEVEL_DEFAULT);
    for (place, &material) in order.iter().enumerate() {
        let later: Vec<_> =
            order[place + 1..].iter().copied().filter(|it| missing.contains(it)).collect();
        let made = if missing.contains(&material) {
            let is_source = later.iter().any(|it| it.conversions().contains(&material));
            let wanted = Wanted { material, level, sides: args.sides, is_source };
            let made = make(&wanted, store, progress)?;
            let sliced: Vec<_> = later.iter().copied().filter(|it| it.is_sliced()).collect();
            store.keep_promotions(material, &sliced)?;
            progress.next();
            made
        } else {
            cached(material, store)?
        };
        if args.format == Format::Text {
            progress.suspend(|| writeln!(stdout(), "{}", row(WIDTHS, made.cells())))?;
        }
        rows.push(made);
        // Of large tables there are files, or what promotions lead to.
        let needed: Vec<_> = later.iter().flat_map(|it| it.small_conversions()).collect();
        store.keep_only(&needed);
        if args.sides == SidesKept::One {
            // From such files they would be solved again, with all that they depend on.
            store.expect(&needed);
        }
    }
    Ok(())
}

/// Returns the line of totals.
fn totals(rows: &[Row]) -> String {
    let found = rows.iter().filter(|row| row.cached).count();
    let bytes: u64 = rows.iter().map(|row| row.file_bytes).sum();
    format!(
        "{}: {} written, {found} found, {:.1} MB",
        counted(rows.len() as u64, "table", "tables"),
        rows.len() - found,
        bytes as f64 / 1e6
    )
}

/// Checks that all endgames can have tables of these metrics: with six men, only `dtm`.
pub fn check_metrics(order: &[NormalMaterial], metrics: &[Metric]) -> Result<()> {
    let other = metrics.iter().find(|&&metric| metric != Metric::Dtm);
    let large = order.iter().find(|material| material.is_large());
    if let (Some(metric), Some(material)) = (other, large) {
        bail!(
            "{material} has six men: their tables are by distance to mate, not {}",
            metric.name()
        );
    }
    Ok(())
}

/// Checks that all endgames have files with these sides to move by all metrics.
fn check_sides(sides: SidesKept, order: &[NormalMaterial], metrics: &[Metric]) -> Result<()> {
    if sides == SidesKept::Both {
        return Ok(());
    }
    if let Some(metric) = metrics.iter().find(|&&metric| metric != Metric::Dtm) {
        bail!(
            "tables of {metric} hold both sides to move: leave '--sides one' out, or make tables of dtm \
             with it"
        );
    }
    if let Some(large) = order.iter().find(|material| material.is_large()) {
        bail!("{large} has six men: such tables hold both sides to move, leave '--sides one' out");
    }
    Ok(())
}

/// Returns the requested endgames and all endgames that they depend on, each after its own
/// dependencies.
pub fn order(men: Option<u8>, endgames: &[NormalMaterial]) -> Vec<NormalMaterial> {
    let requested = match men {
        Some(men) => NormalMaterial::all_with_men(men.into()),
        None => endgames.to_vec(),
    };
    let mut order = Vec::new();
    for material in requested.into_iter().flat_map(NormalMaterial::closure) {
        if !order.contains(&material) {
            order.push(material);
        }
    }
    order
}

/// Returns the endgames without a file that opens. Unlike [`missing`] it does not read whole files.
fn without_file(order: &[NormalMaterial], store: &Store) -> Result<Vec<NormalMaterial>> {
    let mut missing = Vec::new();
    for &material in order {
        if !store.folder().has(material)? || store.folder().open(material).is_err() {
            missing.push(material);
        }
    }
    Ok(missing)
}

/// Returns the endgames without a sound file. A damaged file causes a warning.
fn missing(order: &[NormalMaterial], store: &Store, progress: &Line) -> Vec<NormalMaterial> {
    let mut missing = Vec::new();
    for &material in order {
        progress.note("checking", material);
        match store.folder().state(material) {
            State::Sound => continue,
            State::Missing => {}
            State::Damaged(error) => {
                progress.line(&format!("drawproof: warning: {error}; drawproof builds it again"));
            }
        }
        missing.push(material);
    }
    missing
}

/// Takes from the `missing` tables of `order` those of six men that only tables which exist depend on, so that they may be
/// deleted once those are made. Returns them.
fn leave_out(
    order: &[NormalMaterial],
    missing: &mut Vec<NormalMaterial>,
    requested: &[NormalMaterial],
) -> Vec<NormalMaterial> {
    let (mut kept, mut unneeded) = (Vec::<NormalMaterial>::new(), Vec::new());
    for &material in order.iter().rev().filter(|it| missing.contains(it)) {
        let is_source = kept.iter().any(|later| later.conversions().contains(&material));
        if material.is_large() && !is_source && !requested.contains(&material) {
            unneeded.push(material);
        } else {
            kept.push(material);
        }
    }
    missing.retain(|it| !unneeded.contains(it));
    unneeded
}

/// Returns an error, before the first table is started, if a table does not fit into memory or
/// scratch files while it is solved, or if the files do not fit on their disk.
fn refuse_too_large(missing: &[NormalMaterial], sides: SidesKept, store: &Store) -> Result<()> {
    for &material in missing {
        let is_source = missing.iter().any(|later| later.conversions().contains(&material));
        let wanted = Wanted { material, level: LEVEL_DEFAULT, sides, is_source };
        match store.check_solve(material, wanted.is_logged(store)) {
            Err(SessionError::Memory { needed_bytes, allowed_bytes, .. }) => bail!(
                "{material} takes {} to solve and --memory allows {}: allow more, or leave it out",
                size(needed_bytes),
                size(allowed_bytes),
            ),
            checked => checked?,
        }
    }
    refuse_files(missing, sides, store)
}

/// Returns an error if the disk of the tables folder has too little space for the files of the
/// missing tables, and for the scratch files of large tables if these are on the same disk.
fn refuse_files(missing: &[NormalMaterial], sides: SidesKept, store: &Store) -> Result<()> {
    let (folder, metric) = (store.folder().path(), store.folder().metric());
    let has_scratch =
        missing.iter().any(|material| material.is_large()) && has_scratch_beside(store);
    let (mut made_bytes, mut needed_bytes) = (0, 0);
    for &material in missing {
        let file_bytes = match sides {
            SidesKept::Both => figures_of(metric, material).file_bytes,
            SidesKept::One => figures_of(metric, material).file_bytes / 2,
        };
        // The slices are there beside the scratch files, and until the table is.
        let slice_bytes = if material.is_sliced() { file_bytes } else { 0 };
        let scratch_bytes = if has_scratch { large_scratch_bytes(metric, material) } else { 0 };
        let most_bytes = made_bytes + slice_bytes + file_bytes.max(scratch_bytes);
        let there_bytes = store.folder().slice_bytes(material)?;
        needed_bytes = needed_bytes.max(most_bytes.saturating_sub(there_bytes));
        made_bytes += file_bytes.saturating_sub(there_bytes);
    }
    // Levels that compress more take a little less than the figures.
    let least_bytes = needed_bytes.saturating_sub(made_bytes / 10);
    if let Some(free) = free_bytes(folder).filter(|&free| free < least_bytes) {
        bail!(
            "the files to make take about {}{} and the disk of the tables folder has {} free: make room, \
             choose a folder on another disk with --tables{}, or make fewer tables",
            size(needed_bytes),
            if has_scratch { ", scratch files included," } else { "" },
            size(free),
            if has_scratch { " or --scratch" } else { "" },
        );
    }
    Ok(())
}

/// A file to make.
struct Wanted {
    material: NormalMaterial,
    level: u8,
    sides: SidesKept,
    /// Whether others of the run are solved from the table.
    is_source: bool,
}

impl Wanted {
    /// Returns whether the values are packed from a log.
    fn is_logged(&self, store: &Store) -> bool {
        self.sides == SidesKept::Both && !self.is_source && store.is_logged(self.material)
    }
}

/// Solves a table and writes its file, unless another process has written it meanwhile.
fn make(wanted: &Wanted, store: &Store, progress: &Line) -> Result<Row> {
    let Wanted { material, level, sides, .. } = *wanted;
    let folder = store.folder();
    progress.note("waiting for the lock of", material);
    let lock = match folder.try_lock(material)? {
        Some(lock) => lock,
        None => {
            progress.line(&format!("waiting for {material}, which another process is making"));
            folder.lock(material)?
        }
    };
    if matches!(folder.state(material), State::Sound) {
        return cached(material, store);
    }
    let clocks = || (Instant::now(), ProcessTime::now());
    let packing = || {
        let shown = by_share(progress, Stage::Packing(material));
        move |share: f64| {
            store.keep_within_bound();
            _ = shown(share);
        }
    };
    let (path, solved, written) = if material.is_sliced() {
        let (path, solved) = store.make_slices(material, &lock, level)?;
        (path, solved, None)
    } else {
        let (bytes, solved, (start, cpu)) = if wanted.is_logged(store) {
            let (table, solved) = store.solve_logged(material)?;
            let began = clocks();
            (pack_parts(&table, level, &packing()), solved, began)
        } else {
            let (table, solved) = store.solve(material)?;
            let (began, packing) = (clocks(), packing());
            let bytes = match sides {
                SidesKept::Both => pack_with(&table, level, &packing),
                SidesKept::One => pack_one(&table, level, store, &packing)?,
            };
            (bytes, solved, began)
        };
        progress.note("writing", material);
        let path = folder.write(&lock, material, &bytes)?;
        (path, solved, Some((start.elapsed(), cpu.elapsed())))
    };
    Ok(Row {
        cached: false,
        plies: solved.plies,
        solve_seconds: Some(solved.time.wall.as_secs_f64()),
        solve_cpu_seconds: Some(solved.time.cpu.as_secs_f64()),
        write_seconds: written.map(|(wall, _)| wall.as_secs_f64()),
        write_cpu_seconds: written.map(|(_, cpu)| cpu.as_secs_f64()),
        peak_memory_bytes: system::peak_bytes(),
        ..Row::of_file(material, path)?
    })
}

/// Returns the bytes of a solved table with one side to move.
fn pack_one(
    table: &PlainTable,
    level: u8,
    store: &Store,
    packing: &(dyn Fn(f64) + Sync),
) -> Result<Vec<u8>> {
    let decided = decided_by_conversions(table, &store.conversions_of(table.material())?)?;
    Ok(pack_one_side(table, decided.each_ref().map(|side| &side[..]), level, packing))
}

/// Returns the row of a table whose file exists.
fn cached(material: NormalMaterial, store: &Store) -> Result<Row> {
    Row::of_file(material, store.folder().file(material))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_six_men_that_no_missing_one_needs_are_left_out() {
        let named = |name: &str| name.parse::<NormalMaterial>().unwrap();
        let large = |tables: &[NormalMaterial]| -> Vec<_> {
            tables.iter().copied().filter(|it| it.is_large()).collect()
        };
        let wanted = [named("KRPPKR")];
        let order = named("KRPPKR").closure();
        let mut missing = order.clone();
        assert_eq!(leave_out(&order, &mut missing, &wanted), []);
        assert_eq!(missing, order, "nothing exists");
        let sources = ["KQRPKR", "KRRPKR", "KRBPKR", "KRNPKR"].map(named);
        missing.retain(|it| !sources.contains(it));
        let without_sources = missing.clone();
        let left_out = leave_out(&order, &mut missing, &wanted);
        assert_eq!(large(&missing), wanted);
        assert_eq!(left_out.len(), 10, "what the sources are made from");
        assert!(left_out.iter().all(|it| it.is_large() && !it.get().has_pawns()));
        missing = without_sources;
        let asked = [named("KRPPKR"), named("KQQRKR")];
        leave_out(&order, &mut missing, &asked);
        assert_eq!(large(&missing), [named("KQQRKR"), named("KRPPKR")]);
    }
}
