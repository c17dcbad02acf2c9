//! `verify`: runs rules over every legal position.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, ensure};
use clap::Args;
use drawproof_report::Format;
use drawproof_tables::{Layout, NormalMaterial};
use drawproof_verifier::{
    Counting, Domain, FiftyMoveRule, KindCounts, Options, Part, Run, Sample, Scope, Shard,
    TruthKind, Verdict, Verification, Work, chunks_of, subject::ScoreBounds, tune::branches,
    write_dumps, write_recordings,
};
use serde::{Deserialize, Serialize};

use crate::{
    arguments::{Endgames, MEN, counting, parse_examples, parse_sampled_endgames},
    baseline::BaselineArgs,
    environment::Environment,
    output::{counted, grouped, print_error, print_or_write, text_style, write_sized_file},
    process,
    reports::{Outputs, ReportFiles, format},
    rule::{
        arguments::{RuleArgs, SampleArgs},
        asked::check,
        exchange::to_bytes,
        met::{FrequencyArgs, meet},
        plan::Plan,
        selection::{applies, identity, verify},
        verifications::{Found, Verifications},
    },
    run::LongRun,
    scratch,
    shard::{ShardArgs, ShardSet, pieces},
};

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof verify                      # all built-in rules of up to four men
  drawproof verify KRKR --format json   # one rule, for a program to read
  drawproof verify KBBKB --counting core10
  drawproof verify KRKB --plugin ./rule.so
  drawproof verify KBP+K 'K?KP' --men 4 --plugin ./rule.so
  drawproof verify KRKB --plugin ./rule.so --domain quiet --dump wrong.epd
  drawproof verify KRKB --command 'python3 rule.py' --html report.html
  drawproof verify KRBKR --plugin ./rule.so --fifty-move
  drawproof verify KRKP --plugin ./rule.so --score --win 10000 --draw 0
  drawproof verify KBPPKB --plugin ./rule.so --sample 1e6 --syzygy DIR
  drawproof verify KBPK --plugin ./rule.so --baseline known.txt
  drawproof verify --frequencies met.txt --brief
  drawproof verify --men 5 --shard 1/8 --output 1.shard

Exit status: 0 sound, or every wrong claim is in --baseline; 1 an incorrect claim or an
answer that depends on colour or mirroring; 2 an error.", mut_group("files", |it| it.conflicts_with("shard")), mut_group("known", |it| it.conflicts_with("shard")))]
#[command(mut_arg("sample", |it| it.conflicts_with_all(["shard", "save", "known", "counting", "fifty_move"])))]
#[command(mut_arg("frequencies", |it| it.conflicts_with_all(["shard", "fifty_move"])))]
pub struct VerifyArgs {
    /// Such as KRKR, or a family: KBP+K [default: all of up to 4 men]
    ///
    /// In a family, 'P+' stands for one or more pawns and '?' for any man but a king. The default
    /// is all endgames of up to four men that have a built-in rule, or that drawproof_applies of
    /// --plugin accepts
    #[arg(value_name = "ENDGAME", value_parser = parse_sampled_endgames)]
    pub endgames: Vec<Endgames>,
    /// Maximum number of men in a family's endgames
    ///
    /// If no endgames are named, N is the maximum with --plugin, but the exact number of men with
    /// built-in rules
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN))]
    pub men: Option<u8>,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Claims from scores.
    #[command(flatten)]
    pub scores: ScoreArgs,
    /// Which positions count
    ///
    /// The rule is asked about these positions, each also with colours reversed
    #[arg(long, value_name = "HOW", default_value = "full", value_parser = counting())]
    pub counting: Counting,
    /// Ask only about positions that meet a condition, as in 'find'
    ///
    /// An example is 'white to move and not check' (see docs/find.md). Other positions count as not
    /// asked. White is the first side of the endgame's name; a colour-reversed position is asked
    /// about if its original meets the condition. Positions that differ in an en-passant right are
    /// different positions
    #[arg(long = "where", value_name = "CONDITION", conflicts_with = "save")]
    pub condition: Option<String>,
    /// Apply the fifty-move rule
    ///
    /// A win that needs more than 50 moves without a capture or pawn move is a draw. The half-move
    /// clock of every position is 0. Without this option, results ignore the fifty-move rule, and
    /// the report counts the incorrect claims that are right under it
    #[arg(long, conflicts_with = "truth")]
    pub fifty_move: bool,
    /// A random sample.
    #[command(flatten)]
    pub sampling: SampleArgs,
    /// Counterexamples to show
    ///
    /// The examples come from all classes, distances and groups, quiet positions first
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&Format::ALL), conflicts_with = "shard")]
    pub format: Format,
    /// Print one line for each endgame: its name, the rule, and 'sound' or the fault, separated by tabs
    #[arg(long, conflicts_with_all = ["format", "shard"])]
    pub brief: bool,
    /// Reports in files.
    #[command(flatten)]
    pub files: ReportFiles,
    /// Save every claim, for 'drawproof diff'
    #[arg(long, value_name = "RUN", conflicts_with_all = ["shard", "truth"])]
    pub save: Option<PathBuf>,
    /// Write every counterexample as an EPD line
    ///
    /// Each line has the operations dm (moves to mate, unless drawn) or helpmate, claim, class and
    /// id, and with --fifty-move also fifty (cursed-win or blessed-loss). Each position is written
    /// once, whatever the order of like men
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub dump: Option<PathBuf>,
    /// Maximum number of lines in the file of --dump
    #[arg(long, value_name = "N", requires = "dump")]
    pub dump_limit: Option<u64>,
    /// Known wrong claims.
    #[command(flatten)]
    pub known: BaselineArgs,
    /// Frequencies.
    #[command(flatten)]
    pub met: FrequencyArgs,
    /// One of several shards.
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// Arguments for claims from scores.
#[derive(Clone, Debug, Args)]
pub struct ScoreArgs {
    /// Read the claims from the scores of your rule
    ///
    /// Scores are in centipawns, from the point of view of the side to move. They come from
    /// drawproof_score, from drawproof_scaled, which is called with +1000 and -1000, or from 'score
    /// N' in the answers of --command
    #[arg(long, requires = "users_rule", conflicts_with = "truth")]
    pub score: bool,
    /// Least score that counts as a win
    #[arg(long, value_name = "CENTIPAWNS", default_value = "10000", requires = "score", value_parser = clap::value_parser!(i32).range(1..))]
    pub win: i32,
    /// Greatest score, of either sign, that counts as a draw
    #[arg(long, value_name = "CENTIPAWNS", default_value = "0", requires = "score", value_parser = clap::value_parser!(i32).range(0..))]
    pub draw: i32,
    /// Greatest scaled share of a score, such as 1/64, that counts as a draw
    ///
    /// Applies to drawproof_scaled. A scaled score of at most --draw is a draw, too
    #[arg(long, value_name = "SHARE", requires = "score", conflicts_with = "program", value_parser = parse_factor)]
    pub draw_factor: Option<f64>,
}

/// Parses a share of a score, such as 1/64 or 0.02: less than 1.
fn parse_factor(text: &str) -> Result<f64, String> {
    let parse = |text: &str| text.parse::<f64>().ok();
    let factor = match text.split_once('/') {
        Some((part, whole)) => parse(part).zip(parse(whole)).map(|(part, whole)| part / whole),
        None => parse(text),
    };
    let factor = factor.filter(|it| (0.0..1.0).contains(it));
    factor.ok_or_else(|| "write a share from 0 to less than 1, such as 1/64".into())
}

impl ScoreArgs {
    /// Returns the claims of scores; `None` if the rule claims.
    ///
    /// # Errors
    ///
    /// A score would be that of a draw and of a win.
    fn bounds(&self) -> Result<Option<ScoreBounds>> {
        let ScoreArgs { score, win, draw, draw_factor } = *self;
        ensure!(draw < win, "--draw {draw} is not less than --win {win}");
        let bounds = ScoreBounds::new(win, draw, draw_factor);
        let scaled = bounds.scaled_draw;
        ensure!(scaled < win, "--draw-factor leaves {scaled} of 1000, not less than --win {win}");
        Ok(score.then_some(bounds))
    }
}

/// Runs `verify`. Reports the endgames that can be verified even if others cannot.
pub fn run(args: &VerifyArgs, environment: &Environment) -> Result<ExitCode> {
    let environment = &environment.of_truth(args.rule.truth);
    let mut run =
        LongRun::unsaved(environment, "--shard I/N does long work in parts, for 'drawproof merge'");
    let known = args.known.read()?;
    let frequencies = args.met.read()?;
    args.sampling.check(&args.endgames)?;
    let options = options(args)?;
    let plan = Plan::new(&args.endgames, args.men, &args.rule.choice, environment)?;
    check(options.condition.as_deref(), &plan.endgames)?;
    if let Some(shard) = args.shard.requested() {
        let settings = Settings { plan, rule: identity(&args.rule.choice)?, options };
        return write_shard(args, shard, &settings, run, environment);
    }
    if let Some(hint) = long_run_hint(args, &plan).filter(|_| !environment.quiet) {
        print_error(&hint);
    }
    let folder = args.dump.as_ref().map(|_| scratch::Folder::new()).transpose();
    let folder = folder.context("a temporary folder is needed")?;
    let dumps = folder.as_ref().map(scratch::Folder::path);
    let work = Verifications {
        dumps: dumps.map(Path::to_owned),
        ..Verifications::new(&plan.endgames, &options)
    };
    let (mut verdicts, mut recordings) = (Vec::new(), Vec::new());
    for (endgame, found) in plan.endgames.iter().zip(verify(&work, &args.rule, environment)) {
        match found.map(Found::outcome) {
            Ok(outcome) => {
                verdicts.push(outcome.verdict);
                recordings.extend(outcome.recording);
            }
            Err(error) => run.fail(error.context(format!("{endgame} was not verified"))),
        }
    }
    let mut all: Vec<&mut Verdict> = verdicts.iter_mut().collect();
    meet(&mut all, frequencies.as_ref(), &options, &args.rule, environment)?;
    verdicts.sort_by(|a, b| by_need(b).total_cmp(&by_need(a)));
    let mut verdicts = Run::new(args.counting, verdicts);
    verdicts.families = plan.family_verdicts(&verdicts.verdicts);
    args.known.apply(known, &mut verdicts)?;
    if !verdicts.verdicts.is_empty() {
        args.files.write(|format, style| format.run(&verdicts, style))?;
        if let Some(path) = &args.save {
            write_sized_file(path, "", |mut out| write_recordings(&recordings, &mut out))?;
            run.saves(Some(path));
        }
        if let (Some(path), Some(folder)) = (&args.dump, dumps) {
            write_dump(path, args.dump_limit, folder, &verdicts)?;
        }
        let report = match args.brief {
            true => brief(&verdicts),
            false => args.format.run(&verdicts, text_style()),
        };
        print_or_write(&report, None)?;
        run.totals(|| totals(&verdicts));
        print_hints(args, &verdicts, environment)?;
    }
    run.end(verdicts.passes())
}

/// Returns how often games meet a missed draw or a wrong claim; 0 if that is not known.
fn by_need(verdict: &Verdict) -> f64 {
    verdict.missed_and_wrong_per_thousand().map_or(0.0, |it| it.iter().sum())
}

/// Prints hints at what would make the run quicker, or its report more useful.
fn print_hints(args: &VerifyArgs, run: &Run, environment: &Environment) -> Result<()> {
    if let Some(hint) = slow_program_hint(args, run) {
        environment.progress.totals(|| hint.into());
    }
    if !environment.quiet
        && let Some(hint) = other_endgame_hint(args, run, environment)?
    {
        print_error(&hint);
    }
    Ok(())
}

/// Returns a hint at what answers sooner, if the endgames have so many positions that the run takes
/// more than a minute.
fn long_run_hint(args: &VerifyArgs, plan: &Plan) -> Option<String> {
    /// Places of tables, both sides to move, of which a minute is enough on two cores.
    const MANY: u64 = 500_000_000;
    let places: u64 = plan.endgames.iter().map(|&it| 2 * Layout::new(it).count() as u64).sum();
    let is_long = places > MANY && args.sampling.requested().is_none();
    is_long.then(|| {
        format!(
            "drawproof: {} positions take more than a minute; --sample 1e6 finds common mistakes sooner \
             (docs/five-men.md)",
            grouped(places)
        )
    })
}

/// Returns a hint at `drawproof_applies` if a library seems to be about another endgame: many of
/// its claims are wrong, they come from one branch, and the library does not export the
/// function.
fn other_endgame_hint(
    args: &VerifyArgs,
    run: &Run,
    environment: &Environment,
) -> Result<Option<String>> {
    /// A rule that covers the endgame makes fewer wrong claims than one in this number.
    const WRONG: u64 = 20;
    let Some(plugin) = &args.rule.choice.plugin else { return Ok(None) };
    let is_suspect = |it: &&Verdict| {
        let KindCounts { right, wrong, .. } = Scope::All.counts(&it.total().claims);
        let is_one = branches(it).is_none_or(|found| found.claiming().count() <= 1);
        wrong * WRONG > right + wrong && is_one
    };
    let Some(first) = run.verdicts.iter().find(is_suspect) else { return Ok(None) };
    let endgame: NormalMaterial = first.endgame.parse()?;
    if applies(&[endgame], &args.rule.choice, environment)?.is_some() {
        return Ok(None);
    }
    let KindCounts { right, wrong, .. } = Scope::All.counts(&first.total().claims);
    let (name, endgame) = (plugin.display(), &first.endgame);
    let [wrong, claims] = [wrong, right + wrong].map(grouped);
    Ok(Some(format!(
        "drawproof: is {name} about {endgame}? {wrong} of its {claims} claims there are wrong.\n\
         A library that exports 'int drawproof_applies(const char *endgame)' is asked only about endgames\n\
         for which it returns 1."
    )))
}

/// Returns a hint if a program takes most of the time.
fn slow_program_hint(args: &VerifyArgs, run: &Run) -> Option<&'static str> {
    /// The time per position of a program that answers in blocks.
    const NANOSECONDS: f64 = 2_000.0;
    const SECONDS: f64 = 1.0;
    args.rule.choice.program.as_ref()?;
    let is_slow = |it: &Verdict| it.nanoseconds_per_call > NANOSECONDS && it.seconds > SECONDS;
    run.verdicts.iter().any(is_slow).then_some(
        "If the program answers line by line: one that reads all waiting lines, and answers them \
         together, is faster: examples/rules/template_batch.py",
    )
}

/// Returns the options of the verification.
fn options(args: &VerifyArgs) -> Result<Options> {
    Ok(Options {
        counting: args.counting,
        domain: args.rule.domain(),
        condition: args.condition.clone(),
        truth: args.rule.truth,
        fifty_moves: match (args.rule.truth, args.fifty_move) {
            (TruthKind::CanMate, _) => FiftyMoveRule::Ignored,
            (TruthKind::Result, true) => FiftyMoveRule::Applied,
            (TruthKind::Result, false) => FiftyMoveRule::Counted,
        },
        examples: args.examples,
        features: false,
        scores: args.scores.bounds()?,
        sample: args.sampling.requested(),
        record: args.save.is_some(),
    })
}

/// Returns the verdicts, a line each.
fn brief(run: &Run) -> String {
    let line = |it: &Verdict| {
        let found = match it.total_with_en_passant().incorrect {
            0 if !it.is_sound() => "asymmetric".into(),
            0 if it.sampled.is_some() => "no incorrect claim in the sample".into(),
            0 => "sound".into(),
            wrong => format!("{wrong} incorrect"),
        };
        format!("{}\t{}\t{found}\n", it.endgame, it.name)
    };
    run.verdicts.iter().map(line).collect()
}

/// Returns the line of totals.
fn totals(run: &Run) -> String {
    let sound = run.verdicts.iter().filter(|verdict| verdict.is_sound()).count();
    let positions: u64 = run.verdicts.iter().map(|verdict| verdict.total().positions).sum();
    format!(
        "{}: {sound} sound, {} not; {}",
        counted(run.verdicts.len() as u64, "rule", "rules"),
        run.verdicts.len() - sound,
        counted(positions, "position", "positions")
    )
}

/// Writes the counterexamples of all endgames, each of which has a file in `folder`.
fn write_dump(path: &Path, limit: Option<u64>, folder: &Path, run: &Run) -> Result<()> {
    let parts: Vec<(&str, PathBuf)> = run
        .verdicts
        .iter()
        .map(|verdict| (verdict.endgame.as_str(), folder.join(&verdict.endgame)))
        .collect();
    let parts = || parts.iter().map(|(endgame, part)| (*endgame, part.as_path()));
    let limit = limit.unwrap_or(u64::MAX);
    write_sized_file(path, ": --dump-limit N writes the first N lines", |mut out| {
        write_dumps(parts(), limit, &mut out).map(drop)
    })
}

/// The name of this command in the files of shards.
pub const COMMAND: &str = "verify";

/// The settings of a verification.
#[derive(Serialize, Deserialize)]
struct Settings {
    #[serde(flatten)]
    plan: Plan,
    rule: String,
    #[serde(flatten, with = "SharedOptions")]
    options: Options,
}

/// The options that all shards share.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Options")]
struct SharedOptions {
    scores: Option<ScoreBounds>,
    counting: Counting,
    domain: Domain,
    #[serde(rename = "where", default)]
    condition: Option<String>,
    #[serde(default)]
    truth: TruthKind,
    fifty_moves: FiftyMoveRule,
    examples: usize,
    #[serde(skip)]
    features: bool,
    #[serde(skip)]
    sample: Option<Sample>,
    #[serde(skip)]
    record: bool,
}

/// Does one shard and writes its file.
fn write_shard(
    args: &VerifyArgs,
    shard: (Shard, &Path),
    settings: &Settings,
    mut run: LongRun,
    environment: &Environment,
) -> Result<ExitCode> {
    let Settings { plan, options, .. } = settings;
    let work = work_of(&plan.endgames, options.counting);
    let (endgames, chunks) = pieces(shard.0, &plan.endgames, &work).into_iter().unzip();
    let work = Verifications { endgames, chunks: Some(chunks), ..Verifications::new(&[], options) };
    let mut parts = Vec::new();
    for (endgame, found) in work.endgames.iter().zip(verify(&work, &args.rule, environment)) {
        match found {
            Ok(found) => parts.push(found.part()),
            Err(error) => run.fail(error.context(format!("{endgame} was not verified"))),
        }
    }
    run.end_shard(shard, COMMAND, settings, &to_bytes(&parts)?)
}

/// Returns the work of verifying each endgame: the number of chunks of questions, and the weight of
/// a chunk.
pub fn work_of(endgames: &[NormalMaterial], counting: Counting) -> Vec<Work> {
    /// Positions of the whole board that a stored position stands for, relative to one with pawns.
    const WITHOUT_PAWNS: u64 = 4;
    let work = |endgame: &NormalMaterial| Work {
        items: chunks_of(*endgame, counting) as u64,
        weight: if endgame.get().has_pawns() { 1 } else { WITHOUT_PAWNS },
    };
    endgames.iter().map(work).collect()
}

/// Merges the findings of all shards and writes one report.
pub fn merge(
    shards: ShardSet,
    known: &BaselineArgs,
    outputs: &Outputs,
    environment: &Environment,
) -> Result<ExitCode> {
    let baseline = known.read()?;
    let Settings { plan, options, .. } = shards.settings()?;
    let environment = &environment.of_truth(options.truth);
    let mut run = Run::new(options.counting, Vec::new());
    for (endgame, parts) in shards.into_parts(&plan.endgames, |it: &Part| it.endgame().into())? {
        environment.progress.note("adding up", endgame);
        let outcome = Verification::new(endgame, &*environment.store, &options).conclude(parts);
        run.verdicts.push(outcome.with_context(|| format!("{endgame} cannot be merged"))?.verdict);
    }
    environment.progress.finish();
    run.families = plan.family_verdicts(&run.verdicts);
    known.apply(baseline, &mut run)?;
    outputs.write(|format, style| format.run(&run, style))?;
    Ok(process::verdict(run.passes()))
}
