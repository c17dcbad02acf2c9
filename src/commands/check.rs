//! `check`: audits tables against the rules of chess, or files against their checksums.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use clap::Args;
use drawproof_tables::{FiftyMoves, Metric, NormalMaterial, file::open_file};
use drawproof_verifier::audit::{Audit, Entry, Extent, audit, audit_probed};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::generate::sides_name;
use crate::{
    arguments::{Format, MEN, metric, parse_endgame},
    commands::merge,
    environment::Environment,
    output::{counted, grouped, print_json, stdout},
    process::{ERROR, WRONG},
    progress::VerifyProgress,
    shard::ShardArgs,
};

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof check KRKN                  derive every value from the legal moves
  drawproof check --men 4               all tables of three and four men
  drawproof check KRPKR --full          all of a five-man table, not a sample
  drawproof check KNNKP --metric dtz    distances within the fifty-move rule
  drawproof check --file *.dpt          only read files against their checksums
  drawproof check --men 5 --full --shard 1/8 --output 1.shard

Exit status: 0 nothing wrong, 1 a wrong value, 2 an error or a damaged file.")]
pub struct CheckArgs {
    /// Endgames, such as KRKN
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required_unless_present_any = ["men", "file"])]
    pub endgames: Vec<NormalMaterial>,
    /// All endgames of three to N men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// The distance of the tables to audit
    #[arg(long, value_name = "METRIC", default_value = "dtm", value_parser = metric(), conflicts_with = "file")]
    pub metric: Metric,
    /// All positions of tables of five men and more, not a random sample
    #[arg(long)]
    pub full: bool,
    /// Places of a table that are drawn for a random sample; about half of them are legal positions
    /// [default: 4194304, of six men 65536]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["full", "file", "shard"])]
    pub places: Option<u64>,
    /// Instead: all positions of so many random blocks, a block being a king pair (or pawn structure) and a
    /// square of another man, both sides to move
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["full", "places", "file", "shard"])]
    pub blocks: Option<u64>,
    /// Seed of the random sample
    #[arg(long, value_name = "NUMBER", default_value = "1", conflicts_with_all = ["full", "file"])]
    pub seed: u64,
    /// Read files against their checksums instead; every file is reported, damaged ones on standard
    /// error as well
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["endgames", "men", "full", "shard"])]
    pub file: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "shard")]
    pub format: Format,
    /// One of several shards.
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// Places of a five-man table that are drawn for a sample.
const SAMPLE_PLACES: u64 = 1 << 22;

/// Places of a six-man table that are drawn for a sample, from its file.
const LARGE_SAMPLE_PLACES: u64 = 1 << 16;

/// An audit as the JSON has it.
#[derive(Debug, Serialize)]
pub struct Report {
    pub endgame: String,
    /// `dtm`, `dtz` or `dtc`.
    pub metric: &'static str,
    /// Legal positions of the table, both sides to move.
    pub positions: u64,
    pub audited: u64,
    pub whole: bool,
    /// The seed of a sample.
    pub seed: Option<u64>,
    /// The number of blocks of which all positions are audited, with `--blocks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<u64>,
    /// Positions with a legal en-passant right, which are audited too.
    pub en_passant: u64,
    /// Positions whose stored value is wrong.
    pub wrong: u64,
    /// The first of them.
    pub errors: Vec<ErrorReport>,
}

/// A wrong value as the JSON has it.
#[derive(Debug, Serialize)]
pub struct ErrorReport {
    pub fen: String,
    pub stored: EntryReport,
    pub expected: EntryReport,
}

/// An entry of a table: its category, and the signed distance under the name of the metric.
#[derive(Debug)]
pub struct EntryReport {
    pub metric: Metric,
    pub category: String,
    pub plies: Option<i32>,
}

impl Serialize for EntryReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("category", &self.category)?;
        map.serialize_entry(&self.metric.name(), &self.plies)?;
        map.end()
    }
}

/// A file as the JSON has it.
#[derive(Debug, Serialize)]
struct FileReport {
    path: String,
    sound: bool,
    #[serde(flatten)]
    contents: Option<FileContents>,
    /// Why the file is not sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The contents of a sound file as the JSON has them.
#[derive(Debug, Serialize)]
struct FileContents {
    endgame: String,
    /// `dtm`, `dtz` or `dtc`.
    metric: &'static str,
    /// The sides to move that it holds: `both` or `one`.
    sides: &'static str,
    file_bytes: usize,
    blocks: usize,
}

/// Runs the command.
pub fn run(args: &CheckArgs, environment: &Environment) -> Result<ExitCode> {
    if !args.file.is_empty() {
        return check_files(args);
    }
    if let Some((shard, path)) = args.shard.requested() {
        return merge::check::write_shard(args, (shard, path), environment);
    }
    let mut reports = Vec::new();
    let store = &*environment.store_of(args.metric);
    for endgame in endgames(args) {
        let progress = VerifyProgress::new(&endgame.to_string(), environment);
        let extent = extent(endgame, args);
        let audit = if endgame.is_large() {
            let file = store.large_file(endgame)?;
            let conversions = store.conversions_of(endgame)?;
            audit_probed(&*file, &conversions, extent, &progress)?
        } else {
            audit(endgame, &store.with_conversions(endgame)?, extent, &progress)?
        };
        let report = Report::new(audit, args.metric);
        if args.format == Format::Text {
            write_text(&report, &mut stdout())?;
        }
        reports.push(report);
    }
    if args.format == Format::Json {
        print_json(&reports)?;
    }
    Ok(status(&reports))
}

/// The reports as a document.
pub fn document(reports: &[Report], format: Format) -> Result<String> {
    let mut document = Vec::new();
    match format {
        Format::Text => reports.iter().try_for_each(|it| write_text(it, &mut document))?,
        Format::Json => {
            serde_json::to_writer_pretty(&mut document, reports)?;
            document.push(b'\n');
        }
    }
    Ok(String::from_utf8(document)?)
}

/// The exit status of some audits.
pub fn status(reports: &[Report]) -> ExitCode {
    let is_clean = reports.iter().all(Report::is_clean);
    if is_clean { ExitCode::SUCCESS } else { ExitCode::from(WRONG) }
}

/// The endgames requested.
pub fn endgames(args: &CheckArgs) -> Vec<NormalMaterial> {
    match args.men {
        Some(men) => (3..=usize::from(men)).flat_map(NormalMaterial::all_with_men).collect(),
        None => args.endgames.clone(),
    }
}

/// Tables of up to four men are audited whole; of larger ones a sample, unless --full is given.
pub fn extent(endgame: NormalMaterial, args: &CheckArgs) -> Extent {
    if let Some(blocks) = args.blocks {
        Extent::Blocks { blocks, seed: args.seed }
    } else if args.full || endgame.get().men() <= 4 {
        Extent::Whole
    } else {
        let default = if endgame.is_large() { LARGE_SAMPLE_PLACES } else { SAMPLE_PLACES };
        Extent::Sample { places: args.places.unwrap_or(default), seed: args.seed }
    }
}

impl Report {
    /// Whether every audited position is right and no position is missing from a whole table.
    fn is_clean(&self) -> bool {
        self.wrong == 0 && (!self.whole || self.audited == self.positions)
    }

    /// The report of an audit.
    pub fn new(audit: Audit, metric: Metric) -> Report {
        let (seed, blocks) = match audit.extent {
            Extent::Whole => (None, None),
            Extent::Sample { seed, .. } => (Some(seed), None),
            Extent::Blocks { seed, blocks } => (Some(seed), Some(blocks)),
        };
        let errors = audit.errors.into_iter().map(|error| ErrorReport {
            fen: error.fen,
            stored: entry(metric, error.stored),
            expected: entry(metric, error.expected),
        });
        Report {
            endgame: audit.material.to_string(),
            metric: metric.name(),
            positions: audit.positions,
            audited: audit.audited,
            whole: seed.is_none(),
            seed,
            blocks,
            en_passant: audit.en_passant,
            wrong: audit.wrong,
            errors: errors.collect(),
        }
    }
}

/// A table entry as `probe` shows values, or category `illegal`. DTZ has the results of the
/// fifty-move rule.
fn entry(metric: Metric, entry: Entry) -> EntryReport {
    let (category, plies) = match entry {
        Entry::Illegal => ("illegal", None),
        Entry::Value(value) if metric == Metric::Dtz => {
            (FiftyMoves::new(metric.read(value), 0).category(), metric.signed_plies(value))
        }
        Entry::Value(value) => (value.category(), metric.signed_plies(value)),
    };
    EntryReport { metric, category: category.into(), plies }
}

fn write_text(report: &Report, out: &mut impl Write) -> Result<()> {
    let positions = counted(report.positions, "legal position", "legal positions");
    let name = match report.metric {
        "dtm" => report.endgame.clone(),
        metric => format!("{} ({})", report.endgame, metric.to_uppercase()),
    };
    write!(out, "{name}: {} of {positions} audited", grouped(report.audited))?;
    if report.en_passant > 0 {
        write!(out, " and {} with a right to take en passant", grouped(report.en_passant))?;
    }
    if let Some(seed) = report.seed {
        match report.blocks {
            Some(blocks) => {
                let blocks = counted(blocks, "random block", "random blocks");
                write!(out, " (all of {blocks}, seed {seed}; --full audits all)")?;
            }
            None => write!(out, " (random sample, seed {seed}; --full audits all)")?,
        }
    }
    match report.wrong {
        0 if !report.is_clean() => {
            writeln!(out, ": POSITIONS LEFT OUT")?;
        }
        0 => writeln!(out, ": all right")?,
        wrong => writeln!(out, ": {} WRONG", grouped(wrong))?,
    }
    for error in &report.errors {
        let (stored, expected) = (shown(&error.stored), shown(&error.expected));
        writeln!(out, "  {}: stored {stored}, its moves give {expected}", error.fen)?;
    }
    let listed = report.errors.len() as u64;
    if report.wrong > listed {
        writeln!(out, "  and {} more", grouped(report.wrong - listed))?;
    }
    Ok(())
}

fn shown(entry: &EntryReport) -> String {
    match entry.plies {
        Some(plies) => {
            let plies = counted(plies.unsigned_abs().into(), "ply", "plies");
            format!("{} in {plies}", entry.category)
        }
        None => entry.category.clone(),
    }
}

/// Reads files whole and reports each. The status is that of an error if any is damaged.
fn check_files(args: &CheckArgs) -> Result<ExitCode> {
    let mut reports = Vec::new();
    for path in &args.file {
        let shown = path.display().to_string();
        let found = check_file(path);
        match &found {
            Ok(FileContents { endgame, metric, sides, file_bytes, blocks })
                if args.format == Format::Text =>
            {
                let bytes = counted(*file_bytes as u64, "byte", "bytes");
                let blocks = counted(*blocks as u64, "block", "blocks");
                let mut out = stdout();
                let metric = metric.to_uppercase();
                let sides = if *sides == "one" { ", one side to move" } else { "" };
                writeln!(
                    out,
                    "{shown}: {endgame}, {metric}{sides}, {bytes} in {blocks}: checksums right"
                )?;
            }
            Ok(_) => {}
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "drawproof: {error:#}");
            }
        }
        let error = found.as_ref().err().map(|error| format!("{error:#}"));
        reports.push(FileReport {
            path: shown,
            sound: error.is_none(),
            contents: found.ok(),
            error,
        });
    }
    if args.format == Format::Json {
        print_json(&reports)?;
    }
    let all_sound = reports.iter().all(|report| report.sound);
    Ok(if all_sound { ExitCode::SUCCESS } else { ExitCode::from(ERROR) })
}

fn check_file(path: &Path) -> Result<FileContents> {
    let table = open_file(path)?;
    table.verify()?;
    Ok(FileContents {
        endgame: table.material().to_string(),
        metric: table.metric().name(),
        sides: sides_name(table.sides()),
        file_bytes: table.size_bytes(),
        blocks: table.blocks(),
    })
}
