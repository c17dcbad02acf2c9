//! Shards of `check`.

use std::{ops::Range, path::Path, process::ExitCode};

use anyhow::{Context, Result, bail, ensure};
use drawproof_tables::{Material, Metric};
use drawproof_verifier::{
    Shard, Work,
    audit::{ERRORS_MAX, audit_part, tasks_of},
};
use serde::{Deserialize, Serialize};

use super::{MergeArgs, MergeFormat};
use crate::{
    arguments::Format,
    commands::check::{self, CheckArgs, ErrorReport, Report, endgames, extent},
    environment::Environment,
    output::print_or_write,
    progress::VerifyProgress,
    rule::exchange::{from_bytes, to_bytes},
    shard::{self, ShardSet},
};

/// The name of the command in shards.
pub const COMMAND: &str = "check";

/// What an audit is about.
#[derive(Serialize, Deserialize)]
struct Settings {
    endgames: Vec<String>,
    metric: String,
    full: bool,
    seed: u64,
}

/// An entry of a table: its category and signed distance.
type SavedEntry = (String, Option<i32>);

/// What was found in some tasks of an endgame's audit.
#[derive(Serialize, Deserialize)]
struct Part {
    endgame: String,
    tasks: Range<u64>,
    /// The tasks of the whole audit.
    of: u64,
    positions: u64,
    audited: u64,
    seed: Option<u64>,
    en_passant: u64,
    wrong: u64,
    /// By position: the stored and the expected entry.
    errors: Vec<(String, [SavedEntry; 2])>,
}

/// Does one shard and writes its file.
pub fn write_shard(
    args: &CheckArgs,
    (shard, path): (Shard, &Path),
    environment: &Environment,
) -> Result<ExitCode> {
    let endgames = endgames(args);
    if let Some(large) = endgames.iter().find(|endgame| endgame.is_large()) {
        bail!("{large} has six men: audit it without --shard, a sample at a time (--seed)");
    }
    let settings = Settings {
        endgames: endgames.iter().map(ToString::to_string).collect(),
        metric: args.metric.name().into(),
        full: args.full,
        seed: args.seed,
    };
    let tasks = |&endgame| Work { items: tasks_of(endgame, extent(endgame, args)), weight: 1 };
    let work: Vec<Work> = endgames.iter().map(tasks).collect();
    let store = &*environment.store_of(args.metric);
    let mut parts = Vec::new();
    for ((endgame, tasks), work) in endgames.into_iter().zip(shard.ranges(&work)).zip(work) {
        if tasks.is_empty() {
            continue;
        }
        let tables = store.with_conversions(endgame)?;
        let progress = VerifyProgress::new(&endgame.to_string(), environment);
        let extent = extent(endgame, args);
        let audit = audit_part(endgame, &tables, extent, tasks.clone(), &progress)?;
        parts.push(Part::new(Report::new(audit, args.metric), tasks, work.items));
    }
    environment.progress.finish();
    shard::write(path, COMMAND, shard, &settings, &to_bytes(&parts)?)?;
    Ok(ExitCode::SUCCESS)
}

impl Part {
    fn new(report: Report, tasks: Range<u64>, of: u64) -> Part {
        let entry = |it: check::EntryReport| (it.category, it.plies);
        let errors = report.errors.into_iter();
        let errors = errors.map(|it| (it.fen, [entry(it.stored), entry(it.expected)]));
        Part {
            endgame: report.endgame,
            tasks,
            of,
            positions: report.positions,
            audited: report.audited,
            seed: report.seed,
            en_passant: report.en_passant,
            wrong: report.wrong,
            errors: errors.collect(),
        }
    }
}

/// Reports what all shards found.
pub fn merge(shards: ShardSet, args: &MergeArgs) -> Result<ExitCode> {
    let format = match args.format {
        MergeFormat::Text => Format::Text,
        MergeFormat::Json => Format::Json,
        _ => bail!("'check' reports as text or json: use --format text or --format json"),
    };
    if let Some((name, _)) = args.files().into_iter().find(|(_, path)| path.is_some()) {
        bail!("'check' writes no such file: leave --{name} out");
    }
    let settings: Settings = shards.settings()?;
    let metric: Metric = settings.metric.parse().map_err(|_| damaged())?;
    let mut parts: Vec<Part> = Vec::new();
    for (path, body) in shards.into_bodies() {
        let of_shard: Vec<Part> =
            from_bytes(&body).with_context(|| format!("{} is damaged", path.display()))?;
        parts.extend(of_shard);
    }
    let mut reports = Vec::new();
    for name in settings.endgames {
        let (own, others) = parts.into_iter().partition(|part| part.endgame == name);
        parts = others;
        reports.push(sum(name, own, metric)?);
    }
    print_or_write(&check::document(&reports, format)?, args.output.as_deref())?;
    Ok(check::status(&reports))
}

/// The report about an endgame that its parts make.
fn sum(endgame: String, parts: Vec<Part>, metric: Metric) -> Result<Report> {
    endgame.parse::<Material>().map_err(|_| damaged())?;
    let first = parts.first().with_context(|| format!("no shard has anything about {endgame}"))?;
    let (of, positions, seed) = (first.of, first.positions, first.seed);
    let mut report = Report {
        endgame,
        metric: metric.name(),
        positions,
        audited: 0,
        whole: seed.is_none(),
        blocks: None,
        seed,
        en_passant: 0,
        wrong: 0,
        errors: Vec::new(),
    };
    let mut next = 0;
    for part in parts {
        let is_next = part.tasks.start == next && (part.of, part.seed) == (of, seed);
        ensure!(is_next, "the shards leave positions of {} out or have them twice", part.endgame);
        ensure!(
            part.positions == positions,
            "the shards audited different tables of {}",
            part.endgame
        );
        next = part.tasks.end;
        report.audited += part.audited;
        report.en_passant += part.en_passant;
        report.wrong += part.wrong;
        let entry = |(category, plies)| check::EntryReport { metric, category, plies };
        report.errors.extend(part.errors.into_iter().map(|(fen, entries)| {
            let [stored, expected] = entries.map(entry);
            ErrorReport { fen, stored, expected }
        }));
    }
    ensure!(next == of, "the shards leave positions of {} out", report.endgame);
    report.errors.truncate(ERRORS_MAX);
    Ok(report)
}

/// The error of shards that name what does not exist.
fn damaged() -> anyhow::Error {
    anyhow::anyhow!("a shard is damaged: it names no endgame or metric")
}
