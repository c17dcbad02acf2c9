//! `verify`: runs rules over every legal position.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use drawproof_report::{self as report, Extras, Format};
use drawproof_verifier::{Counting, FiftyMoveRule, Options, Run, write_dumps, write_recordings};

use crate::{
    arguments::{Endgames, MEN, counting, parse_endgames, parse_examples},
    commands::merge,
    environment::Environment,
    output::{counted, print_or_write, style_of, write_file},
    process::WRONG,
    rule::{arguments::RuleArgs, plan::Plan, selection::verify_all},
    scratch,
    shard::ShardArgs,
};

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof verify                      prove all built-in rules of up to four men
  drawproof verify KRKR --format json   prove one rule, for a program to read
  drawproof verify KBBKB --counting core10
  drawproof verify KRKB --plugin ./rule.so
  drawproof verify KBP+K 'K?KP' --men 4 --plugin ./rule.so
  drawproof verify KRKB --plugin ./rule.so --domain not-in-check --dump wrong.epd
  drawproof verify KRKB --command 'python3 rule.py' --html report.html
  drawproof verify KRBKR --plugin ./rule.so --fifty-move
  drawproof verify --men 5 --shard 1/8 --output 1.shard    one of eight processes

Exit status: 0 sound, 1 an incorrect claim or an answer that depends on colour or mirroring, 2 an
error.")]
pub struct VerifyArgs {
    /// Endgames, such as KRKR, or families of endgames: in KBP+K, 'P+' is one or more pawns; in K?KP,
    /// '?' is any one man but a king [default: all of up to four men that have a built-in rule, or
    /// that drawproof_applies of --plugin accepts]
    #[arg(value_name = "ENDGAME", value_parser = parse_endgames)]
    pub endgames: Vec<Endgames>,
    /// The most men of families and of --plugin without endgames; for built-in rules without
    /// endgames, exactly that many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN))]
    pub men: Option<u8>,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Which positions count. The rule is asked about the positions counted and their colour-reversed
    /// positions
    #[arg(long, value_name = "CONVENTION", default_value = "full", value_parser = counting())]
    pub counting: Counting,
    /// Apply the fifty-move rule: a win for which it leaves no time is a draw. The half-move clock of
    /// every position is 0. Without this option, results are those without the rule, and the report
    /// counts the incorrect claims that the rule would make right
    #[arg(long)]
    pub fifty_move: bool,
    /// Counterexamples to show: of all classes, distances and groups, quiet positions first
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = report_format(), conflicts_with = "shard")]
    pub format: &'static dyn Format,
    /// Write a page for browsers as well: one file, no network
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub html: Option<PathBuf>,
    /// Write a JUnit file as well
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub junit: Option<PathBuf>,
    /// Write a Markdown file as well
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub markdown: Option<PathBuf>,
    /// Save claims and patterns of every position, for 'drawproof diff'
    #[arg(long, value_name = "RUN", conflicts_with = "shard")]
    pub save: Option<PathBuf>,
    /// Write every counterexample as an EPD line with the operations dm (moves to mate, unless drawn),
    /// claim, class and id, and with --fifty-move fifty (cursed-win or blessed-loss). Each position once, whatever the order of like men
    #[arg(long, value_name = "FILE.epd", conflicts_with = "shard")]
    pub dump: Option<PathBuf>,
    /// One of several shards.
    #[command(flatten)]
    pub shard: ShardArgs,
}

/// Runs the command. Endgames that can be verified are reported even if others cannot.
pub fn run(args: &VerifyArgs, environment: &Environment) -> Result<ExitCode> {
    if let Some((shard, path)) = args.shard.requested() {
        return merge::verify::write_shard(args, (shard, path), environment);
    }
    let options = options(args);
    let begin = Instant::now();
    let plan = Plan::new(&args.endgames, args.men, &args.rule.choice, environment)?;
    let folder = args.dump.as_ref().map(|_| scratch::Folder::new()).transpose();
    let folder = folder.context("a temporary folder is needed")?;
    let dumps = folder.as_ref().map(scratch::Folder::path);
    let mut outcomes =
        verify_all(&plan.endgames, &args.rule, &options, dumps, environment).into_iter();
    environment.progress.finish();
    let mut run = Run::new(args.counting, Vec::new());
    let (mut errors, mut recordings) = (Vec::new(), Vec::new());
    for endgame in &plan.endgames {
        match outcomes.next() {
            Some(Ok(outcome)) => {
                run.verdicts.push(outcome.verdict);
                recordings.extend(outcome.recording);
            }
            Some(Err(error)) => errors.push(error.context(format!("{endgame} was not judged"))),
            None => errors.push(anyhow!("{endgame} was not judged")),
        }
    }
    run.families = plan.family_verdicts(&run.verdicts);
    if !run.verdicts.is_empty() {
        write_files(&run, args.files())?;
        if let Some(path) = &args.save {
            write_file(path, |file| write_recordings(&recordings, file))?;
        }
        if let (Some(path), Some(folder)) = (&args.dump, dumps) {
            write_dump(path, folder, &run)?;
        }
        print(&run, args.format, None)?;
        environment.progress.totals(|| totals(&run, begin.elapsed()));
    }
    match errors.into_iter().reduce(|all, error| anyhow!("{all:#}\ndrawproof: {error:#}")) {
        Some(error) => Err(error),
        None => Ok(status(&run)),
    }
}

/// The options of the verification.
pub fn options(args: &VerifyArgs) -> Options {
    Options {
        counting: args.counting,
        domain: args.rule.domain(),
        fifty_moves: match args.fifty_move {
            true => FiftyMoveRule::Applied,
            false => FiftyMoveRule::Counted,
        },
        examples: args.examples,
        features: false,
        record: args.save.is_some(),
    }
}

/// The exit status of a run without errors.
pub fn status(run: &Run) -> ExitCode {
    if run.is_sound() { ExitCode::SUCCESS } else { ExitCode::from(WRONG) }
}

/// The line of totals.
fn totals(run: &Run, time: Duration) -> String {
    let sound = run.verdicts.iter().filter(|verdict| verdict.is_sound()).count();
    let positions: u64 = run.verdicts.iter().map(|verdict| verdict.total().positions).sum();
    format!(
        "{}: {sound} sound, {} not; {}, {:.1} s",
        counted(run.verdicts.len() as u64, "rule", "rules"),
        run.verdicts.len() - sound,
        counted(positions, "position", "positions"),
        time.as_secs_f64()
    )
}

/// The parser of a format's name.
fn report_format() -> impl TypedValueParser<Value = &'static dyn Format> {
    let of = |format: &dyn Format| PossibleValue::new(format.name()).help(format.readers());
    PossibleValuesParser::new(report::FORMATS.map(of))
        .map(|name| report::format(&name).expect("only names of formats are accepted"))
}

impl VerifyArgs {
    /// The reports that go to files: format and path.
    fn files(&self) -> [(&'static str, Option<&PathBuf>); 3] {
        [
            ("html", self.html.as_ref()),
            ("junit", self.junit.as_ref()),
            ("markdown", self.markdown.as_ref()),
        ]
    }
}

/// Writes the reports that go to files; prints the one of `format`, or writes it to `output`.
pub fn write_reports(
    run: &Run,
    format: &dyn Format,
    output: Option<&Path>,
    files: [(&str, Option<&PathBuf>); 3],
) -> Result<()> {
    write_files(run, files)?;
    print(run, format, output)
}

/// Prints the report of a format, or writes it to a file.
fn print(run: &Run, format: &dyn Format, output: Option<&Path>) -> Result<()> {
    let extras = Extras { style: style_of(output), ..Extras::default() };
    print_or_write(&format.run(run, &extras), output)
}

/// Writes the reports that go to files.
fn write_files(run: &Run, files: [(&str, Option<&PathBuf>); 3]) -> Result<()> {
    for (name, path) in files {
        if let Some(path) = path {
            let format = report::format(name).expect("the format has an option of its name");
            let document = format.run(run, &Extras::default());
            write_file(path, |file| file.write_all(document.as_bytes()))?;
        }
    }
    Ok(())
}

/// Writes the counterexamples of all endgames, each of which has a file in `folder`.
fn write_dump(path: &Path, folder: &Path, run: &Run) -> Result<()> {
    let parts: Vec<(&str, PathBuf)> = run
        .verdicts
        .iter()
        .map(|verdict| (verdict.endgame.as_str(), folder.join(&verdict.endgame)))
        .collect();
    let parts = parts.iter().map(|(endgame, part)| (*endgame, part.as_path()));
    write_file(path, |file| write_dumps(parts, file))
}
