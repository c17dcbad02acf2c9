//! `check`: audits tables against the rules of chess, or files against their checksums.

use std::{
    io::Write,
    ops::Range,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use drawproof_board::Color;
use drawproof_syzygy::Kind;
use drawproof_tables::{FiftyMoves, Metric, NormalMaterial, Value::Draw, file::open_named};
use drawproof_verifier::{
    Shard, TruthKind, Work,
    audit::{Audit, ERRORS_MAX, Entry, Extent, audit, audit_part, audit_probed, tasks_of},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    compare::Size,
    generate::sides_name,
    syzygy_file::{self, Subject, parse_subject},
};
use crate::{
    arguments::{Format, MEN, metric, truth},
    environment::Environment,
    output::{counted, grouped, print_error, print_json, print_or_write, stdout},
    process::{self, ERROR},
    reports::Outputs,
    rule::exchange::to_bytes,
    run::LongRun,
    shard::{ShardArgs, ShardSet, pieces},
};

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof check KRKN                # derive every value from the legal moves
  drawproof check --men 4             # all tables of three and four men
  drawproof check KRPKR --full        # all of a five-man table, not a sample
  drawproof check KNNKP --metric dtz  # distances within the fifty-move rule
  drawproof check KRKN --truth can-mate  # helpmates
  drawproof check --file *.dpt        # only compare files with their checksums
  drawproof check KRvKN.rtbw          # a Syzygy file's checksum and values
  drawproof check --men 5 --full --shard 1/8 --output 1.shard

Exit status: 0 nothing wrong, 1 a wrong value, 2 an error or a damaged file.")]
pub struct CheckArgs {
    /// Endgames, such as KRKN
    ///
    /// Also takes Syzygy files, such as KRvKN.rtbw: checks their checksums and structure, and
    /// compares their values with drawproof's
    #[arg(value_name = "ENDGAME", value_parser = parse_subject, required_unless_present_any = ["men", "file"])]
    pub endgames: Vec<Subject>,
    /// All endgames of three to N men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// The distance of the tables to audit
    #[arg(long, value_name = "METRIC", default_value = "dtm", value_parser = metric(), conflicts_with = "file")]
    pub metric: Metric,
    /// can-mate: which sides can still mate
    ///
    /// Audits the lengths of the shortest helpmates of both sides instead of results
    #[arg(long, value_name = "TRUTH", default_value = "result", hide_possible_values = true, value_parser = truth(), conflicts_with_all = ["metric", "file"])]
    pub truth: TruthKind,
    /// Audit all positions of five and more men, not a sample
    #[arg(long)]
    pub full: bool,
    /// Size of the sample [default: 4194304]
    ///
    /// The size counts table indices, about half of which are legal positions. The default for six
    /// men is 65536
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["full", "file", "shard"])]
    pub places: Option<u64>,
    /// Audit all positions of N random blocks instead
    ///
    /// A block has all positions with the same king pair (or pawn structure) and the same square of another
    /// man, for both sides to move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["full", "places", "file", "shard"])]
    pub blocks: Option<u64>,
    /// Seed of the random sample
    #[arg(long, value_name = "N", default_value = "1", conflicts_with_all = ["full", "file"])]
    pub seed: u64,
    /// Compare files with their checksums instead
    ///
    /// Reports every file, and damaged files on standard error as well
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

/// The findings of an audit.
struct Report {
    endgame: NormalMaterial,
    metric: Metric,
    /// The number of blocks of which all positions are audited, with `--blocks`.
    blocks: Option<u64>,
    found: Found,
}

/// Counts and errors of an audit, as files of shards have them.
#[derive(Default, Serialize, Deserialize)]
struct Found {
    /// Legal positions of the table, both sides to move.
    positions: u64,
    audited: u64,
    /// The seed of a sample; `None` for a whole table.
    seed: Option<u64>,
    /// The number of positions with a legal en-passant right, which are audited too.
    en_passant: u64,
    /// Positions whose stored value is wrong.
    wrong: u64,
    /// The first of them: the position, the stored and the expected entry.
    errors: Vec<(String, [Shown; 2])>,
}

/// An entry of a table: its category and signed distance.
type Shown = (String, Option<i32>);

/// A file as the JSON has it.
#[derive(Debug, Serialize)]
struct FileReport {
    path: String,
    sound: bool,
    #[serde(flatten)]
    contents: Option<FileContents>,
    /// The reason why the file is not sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The contents of a sound file as the JSON has them.
#[derive(Debug, Serialize)]
struct FileContents {
    endgame: String,
    /// `dtm`, `dtz` or `dtc`; `wdl` of Syzygy's results.
    metric: &'static str,
    /// The sides to move that it holds: `both` or `one`.
    sides: &'static str,
    file_bytes: usize,
    blocks: usize,
}

/// Runs `check`: audits tables, or compares files with their checksums.
pub fn run(args: &CheckArgs, environment: &Environment) -> Result<ExitCode> {
    if !args.file.is_empty() {
        return check_files(args);
    }
    if let Some(Subject::File(path)) = args.endgames.iter().find(|it| it.endgame().is_none()) {
        ensure!(args.endgames.len() == 1, "name one Syzygy file; compare takes a folder");
        let sample = args.places.map(Size::Random).or(args.full.then_some(Size::All));
        return syzygy_file::check(path, (sample, args.seed), args.format, environment);
    }
    let run = LongRun::unsaved(environment, "--shard I/N does long work in parts");
    if let Some(shard) = args.shard.requested() {
        return write_shard(args, shard, run, environment);
    }
    let mut reports = Vec::new();
    let metric = args.truth.metric(args.metric);
    let store = &*environment.store_of(metric);
    for endgame in endgames(args) {
        let progress = store.progress();
        let extent = extent(endgame, args);
        // No file has helpmates.
        let audit = if endgame.is_large() && metric != Metric::Helpmate {
            let file = store.large_file(endgame)?;
            let others = endgame.conversions().into_iter().filter(|other| other.is_large());
            let others = others.map(|other| store.large_file(other));
            let others = others.collect::<Result<Vec<_>, _>>()?;
            let others: Vec<_> = others.iter().map(|other| &**other).collect();
            let conversions = store.conversions_of(endgame)?;
            audit_probed(&*file, &others, &conversions, extent, &progress)?
        } else {
            audit(endgame, &store.with_conversions(endgame)?, extent, &progress)?
        };
        let report = Report::new(audit, metric);
        if args.format == Format::Text {
            write_text(&report, &mut stdout())?;
        }
        reports.push(report);
    }
    if args.format == Format::Json {
        print_json(&json(&reports))?;
    }
    run.end(reports.iter().all(Report::is_clean))
}

/// Returns the endgames requested.
fn endgames(args: &CheckArgs) -> Vec<NormalMaterial> {
    match args.men {
        Some(men) => (3..=usize::from(men)).flat_map(NormalMaterial::all_with_men).collect(),
        None => args.endgames.iter().filter_map(Subject::endgame).collect(),
    }
}

/// Returns the positions to audit: those of whole tables of up to four men, and a sample of larger
/// ones unless --full is given.
fn extent(endgame: NormalMaterial, args: &CheckArgs) -> Extent {
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
    fn new(audit: Audit, metric: Metric) -> Report {
        let (seed, blocks) = match audit.extent {
            Extent::Whole => (None, None),
            Extent::Sample { seed, .. } => (Some(seed), None),
            Extent::Blocks { seed, blocks } => (Some(seed), Some(blocks)),
        };
        let errors = audit.errors.into_iter().map(|error| {
            let shown = |entry| shown(metric, error.mating, entry);
            (error.fen, [error.stored, error.expected].map(shown))
        });
        let found = Found {
            positions: audit.positions,
            audited: audit.audited,
            seed,
            en_passant: audit.en_passant,
            wrong: audit.wrong,
            errors: errors.collect(),
        };
        Report { endgame: audit.material, metric, blocks, found }
    }

    /// Returns whether every audited position is right and no position is missing from a whole
    /// table.
    fn is_clean(&self) -> bool {
        let Found { positions, audited, seed, wrong, .. } = self.found;
        wrong == 0 && (seed.is_some() || audited == positions)
    }
}

/// Returns a table entry as `probe` shows values, or category `illegal`. DTZ has the results of the
/// fifty-move rule. `mating`: the colour whose helpmate it is.
fn shown(metric: Metric, mating: Option<Color>, entry: Entry) -> Shown {
    let (category, plies) = match (entry, mating) {
        (Entry::Illegal, _) => ("illegal", None),
        (Entry::Value(value), Some(mating)) => {
            let category = match (mating, value) {
                (Color::White, Draw) => "White cannot mate",
                (Color::Black, Draw) => "Black cannot mate",
                (Color::White, _) => "helpmate by White",
                (Color::Black, _) => "helpmate by Black",
            };
            (category, value.number().map(i32::from))
        }
        (Entry::Value(value), None) if metric == Metric::Dtz => {
            (FiftyMoves::new(metric.read(value), 0).category(), metric.signed_plies(value))
        }
        (Entry::Value(value), None) => (value.category(), metric.signed_plies(value)),
    };
    (category.into(), plies)
}

fn json(reports: &[Report]) -> Value {
    let report = |Report { endgame, metric, blocks, found }: &Report| {
        let entry =
            |(category, plies): &Shown| json!({ "category": category, metric.name(): plies });
        let errors = found.errors.iter().map(|(fen, [stored, expected])| {
            json!({ "fen": fen, "stored": entry(stored), "expected": entry(expected) })
        });
        let mut report = json!({
            "endgame": endgame, "metric": metric.name(), "positions": found.positions,
            "audited": found.audited, "whole": found.seed.is_none(), "seed": found.seed,
            "blocks": blocks, "en_passant": found.en_passant, "wrong": found.wrong,
            "errors": errors.collect::<Vec<_>>(),
        });
        if blocks.is_none() {
            report.as_object_mut().and_then(|report| report.shift_remove("blocks"));
        }
        report
    };
    reports.iter().map(report).collect()
}

fn write_text(report: &Report, out: &mut impl Write) -> Result<()> {
    let Report { endgame, metric, blocks, found } = report;
    let positions = counted(found.positions, "legal position", "legal positions");
    let name = match metric {
        Metric::Dtm => endgame.to_string(),
        metric => format!("{endgame} ({metric})"),
    };
    write!(out, "{name}: {} of {positions} audited", grouped(found.audited))?;
    if found.en_passant > 0 {
        write!(out, " and {} with a right to take en passant", grouped(found.en_passant))?;
    }
    if let Some(seed) = found.seed {
        let sample = match blocks {
            Some(blocks) => format!("all of {}", counted(*blocks, "random block", "random blocks")),
            None => "random sample".into(),
        };
        write!(out, " ({sample}, seed {seed}; --full audits all)")?;
    }
    match found.wrong {
        0 if !report.is_clean() => writeln!(out, ": POSITIONS LEFT OUT")?,
        0 => writeln!(out, ": all right")?,
        wrong => writeln!(out, ": {} WRONG", grouped(wrong))?,
    }
    for (fen, entries) in &found.errors {
        let of_plies = |plies: i32| counted(plies.unsigned_abs().into(), "ply", "plies");
        let [stored, expected] = entries.each_ref().map(|(category, plies)| match plies {
            Some(plies) => format!("{category} in {}", of_plies(*plies)),
            None => category.clone(),
        });
        writeln!(out, "  {fen}: stored {stored}, its moves give {expected}")?;
    }
    let listed = found.errors.len() as u64;
    if found.wrong > listed {
        writeln!(out, "  and {} more", grouped(found.wrong - listed))?;
    }
    Ok(())
}

/// Reads files whole and reports each. The status is that of an error if any is damaged.
fn check_files(args: &CheckArgs) -> Result<ExitCode> {
    let mut reports = Vec::new();
    for path in &args.file {
        let shown = path.display().to_string();
        let found = check_file(path);
        let error = found.as_ref().err().map(|error| format!("{error:#}"));
        match (&found, &error) {
            (Ok(contents), _) if args.format == Format::Text => {
                writeln!(stdout(), "{shown}: {}: checksums right", contents.text())?;
            }
            (_, Some(error)) => print_error(&format!("drawproof: {error}")),
            _ => {}
        }
        let sound = error.is_none();
        reports.push(FileReport { path: shown, sound, contents: found.ok(), error });
    }
    if args.format == Format::Json {
        print_json(&reports)?;
    }
    let all_sound = reports.iter().all(|report| report.sound);
    Ok(if all_sound { ExitCode::SUCCESS } else { ExitCode::from(ERROR) })
}

impl FileContents {
    fn text(&self) -> String {
        let FileContents { endgame, metric, sides, file_bytes, blocks } = self;
        let bytes = counted(*file_bytes as u64, "byte", "bytes");
        let blocks = counted(*blocks as u64, "block", "blocks");
        let sides = if *sides == "one" { ", one side to move" } else { "" };
        format!("{endgame}, {}{sides}, {bytes} in {blocks}", metric.to_uppercase())
    }
}

fn check_file(path: &Path) -> Result<FileContents> {
    if syzygy_file::is_syzygy(path) {
        let checked = drawproof_syzygy::check_file(path)?;
        return Ok(FileContents {
            endgame: checked.endgame,
            metric: if checked.kind == Kind::Results { "wdl" } else { Metric::Dtz.name() },
            sides: if checked.sides == 2 { "both" } else { "one" },
            file_bytes: checked.file_bytes as usize,
            blocks: checked.blocks as usize,
        });
    }
    let table = open_named(path)?;
    table.verify()?;
    Ok(FileContents {
        endgame: table.material().to_string(),
        metric: table.metric().name(),
        sides: sides_name(table.sides()),
        file_bytes: table.size_bytes(),
        blocks: table.blocks(),
    })
}

/// The name of this command in the files of shards.
pub const COMMAND: &str = "check";

/// The settings of an audit.
#[derive(Serialize, Deserialize)]
struct Settings {
    endgames: Vec<NormalMaterial>,
    metric: String,
    full: bool,
    seed: u64,
}

/// The findings in some tasks of an endgame's audit.
#[derive(Serialize, Deserialize)]
struct Part {
    endgame: NormalMaterial,
    tasks: Range<u64>,
    /// The tasks of the whole audit.
    of: u64,
    found: Found,
}

/// Does one shard and writes its file.
fn write_shard(
    args: &CheckArgs,
    shard: (Shard, &Path),
    run: LongRun,
    environment: &Environment,
) -> Result<ExitCode> {
    let endgames = endgames(args);
    if let Some(large) = endgames.iter().find(|endgame| endgame.is_large()) {
        bail!("{large} has six men: audit it without --shard, a sample at a time (--seed)");
    }
    let metric = args.truth.metric(args.metric);
    let tasks = |endgame| tasks_of(endgame, extent(endgame, args));
    let work: Vec<Work> =
        endgames.iter().map(|&endgame| Work { items: tasks(endgame), weight: 1 }).collect();
    let store = &*environment.store_of(metric);
    let mut parts = Vec::new();
    for (endgame, items) in pieces(shard.0, &endgames, &work) {
        let (tables, progress) = (store.with_conversions(endgame)?, store.progress());
        let own = items.start as u64..items.end as u64;
        let audit = audit_part(endgame, &tables, extent(endgame, args), own.clone(), &progress)?;
        let found = Report::new(audit, metric).found;
        parts.push(Part { endgame, tasks: own, of: tasks(endgame), found });
    }
    let metric = metric.name().into();
    let settings = Settings { endgames, metric, full: args.full, seed: args.seed };
    run.end_shard(shard, COMMAND, &settings, &to_bytes(&parts)?)
}

/// Merges the findings of all shards and writes one report.
pub fn merge(shards: ShardSet, outputs: &Outputs) -> Result<ExitCode> {
    use drawproof_report::Format::{Json, Text};
    ensure!(
        matches!(outputs.format, Text | Json),
        "'check' reports as text or json: use --format text or --format json"
    );
    if let Some((format, _)) = outputs.files.requested().next() {
        let (name, _) = format.name_and_readers();
        bail!("'check' writes no such file: leave --{name} out");
    }
    let settings: Settings = shards.settings()?;
    let metric = Metric::from_name(&settings.metric).context("the shards are damaged")?;
    let parts = shards.into_parts(&settings.endgames, |part: &Part| part.endgame.to_string())?;
    let reports = parts.into_iter().map(|(endgame, parts)| sum(endgame, parts, metric));
    let reports = reports.collect::<Result<Vec<_>>>()?;
    let mut document = Vec::new();
    match outputs.format {
        Text => reports.iter().try_for_each(|it| write_text(it, &mut document))?,
        _ => writeln!(document, "{:#}", json(&reports))?,
    }
    print_or_write(&String::from_utf8(document)?, outputs.output)?;
    Ok(process::verdict(reports.iter().all(Report::is_clean)))
}

/// Returns the report about an endgame that its parts make.
fn sum(endgame: NormalMaterial, parts: Vec<Part>, metric: Metric) -> Result<Report> {
    let first = parts.first().with_context(|| format!("no shard covers {endgame}"))?;
    let (of, positions, seed) = (first.of, first.found.positions, first.found.seed);
    let mut all = Found { positions, seed, ..Found::default() };
    let mut next = 0;
    for Part { tasks, of: part_of, found, .. } in parts {
        let is_next = tasks.start == next && (part_of, found.seed) == (of, seed);
        ensure!(is_next, "the shards leave positions of {endgame} out or have them twice");
        ensure!(found.positions == positions, "the shards audited different tables of {endgame}");
        next = tasks.end;
        all.audited += found.audited;
        all.en_passant += found.en_passant;
        all.wrong += found.wrong;
        all.errors.extend(found.errors);
    }
    ensure!(next == of, "the shards leave positions of {endgame} out");
    all.errors.truncate(ERRORS_MAX);
    Ok(Report { endgame, metric, blocks: None, found: all })
}
