//! `diff`: the differences between two saved runs, of rules or of engines.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use drawproof_games::{Comparison, is_findings, read_findings};
use drawproof_judge::{
    play::{is_games, read_games},
    record::{ChangeVerdict, CompareOptions, is_run, read_run},
};
use drawproof_report::Format;
use drawproof_verifier::{Diff, diff, read_recordings};

use crate::{
    arguments::parse_examples,
    commands::judge::{Truth, compared},
    environment::Environment,
    output::{print_or_write, read_file, text_style},
    reports::format,
};

/// Arguments of `diff`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof verify KRKR --plugin ./old.so --save old.run
  drawproof verify KRKR --plugin ./new.so --save new.run
  drawproof diff old.run new.run --format markdown
  drawproof judge KRKP --engine ./old --save old.run
  drawproof judge KRKP --engine ./new --save new.run
  drawproof diff old.run new.run
  drawproof games old.pgn --player engine --save old.run
  drawproof games new.pgn --player engine --save new.run
  drawproof diff old.run new.run

Exit status: 1 if the new rule makes an incorrect claim that the old one did not make, or if the new
engine is worse in an endgame beyond the noise; with --equal, if the runs differ.")]
pub struct DiffArgs {
    /// A run of 'verify --save', 'judge --save' or 'games --save'
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The run of the new rule or engine
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// Examples of each kind of change to show
    ///
    /// The kinds are, for rules, newly incorrect, corrected, lost and gained, and, for engines,
    /// newly wrong and newly right
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Exit with status 1 if any claim or answer differs
    ///
    /// Use it, for example, to compare a rule with its port to another language. The names of
    /// branches may differ
    #[arg(long)]
    pub equal: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&Format::WITHOUT_VERDICT))]
    pub format: Format,
}

/// Runs `diff`. The exit status is 1 if the new rule makes a wrong claim that the old one does not
/// make, or if the new engine is worse.
pub fn run(args: &DiffArgs, environment: &Environment) -> Result<ExitCode> {
    match (kind(&args.old)?, kind(&args.new)?) {
        (Kind::Rule, Kind::Rule) => run_of_rules(args, environment),
        (Kind::Engine, Kind::Engine) => run_of_engines(args, environment),
        (Kind::Games, Kind::Games) => run_of_games(args),
        (Kind::OwnGames, Kind::OwnGames) => run_of_own_games(args),
        (old, new) => bail!(
            "{} is a run of '{}', {} of '{}': compare two of one kind",
            args.old.display(),
            old.command(),
            args.new.display(),
            new.command()
        ),
    }
}

/// The kind of a saved run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rule,
    Engine,
    Games,
    OwnGames,
}

impl Kind {
    fn command(self) -> &'static str {
        match self {
            Kind::Rule => "verify --save",
            Kind::Engine => "judge --save",
            Kind::Games => "judge --play --save",
            Kind::OwnGames => "games --save",
        }
    }
}

/// Returns the kind of the saved run in a file.
fn kind(path: &Path) -> Result<Kind> {
    /// The length of the text that begins all saved runs, and more.
    const BEGIN_BYTES: u64 = 64;
    let mut begin = Vec::new();
    read_file(path, |file| file.take(BEGIN_BYTES).read_to_end(&mut begin))?;
    Ok(match (is_run(&begin), is_games(&begin)) {
        (true, _) => Kind::Engine,
        (_, true) => Kind::Games,
        _ if is_findings(&begin) => Kind::OwnGames,
        _ => Kind::Rule,
    })
}

fn run_of_games(args: &DiffArgs) -> Result<ExitCode> {
    ensure!(!args.equal, "--equal compares runs of 'verify --save' or 'judge --save'");
    let [old, new] = [&args.old, &args.new].map(|path| read_file(path, read_games));
    let comparison = new?.compared(&old?, args.examples)?;
    print(comparison.document(args.format, text_style()))?;
    Ok(ExitCode::from(u8::from(comparison.verdict == ChangeVerdict::Worse)))
}

fn run_of_own_games(args: &DiffArgs) -> Result<ExitCode> {
    ensure!(!args.equal, "--equal compares runs of 'verify --save' or 'judge --save'");
    let [old, new] = [&args.old, &args.new].map(|path| read_file(path, read_findings));
    let comparison = Comparison::new(&old?, &new?);
    let comparison = comparison.context("the two runs have no endgame in common")?;
    print(comparison.document(args.format, text_style()))?;
    Ok(ExitCode::from(u8::from(comparison.verdict == ChangeVerdict::Worse)))
}

fn run_of_engines(args: &DiffArgs, environment: &Environment) -> Result<ExitCode> {
    let [old, new] = [&args.old, &args.new].map(|path| read_file(path, read_run));
    let (old, new) = (old?, new?);
    let options = CompareOptions { examples: args.examples, ..CompareOptions::default() };
    let comparison = compared(&old, &new, &options, &Truth::new(environment))?;
    environment.progress.finish();
    print(comparison.document(args.format, text_style()))?;
    let fails = match args.equal {
        true => !new.has_answers_of(&old),
        false => comparison.verdict == ChangeVerdict::Worse,
    };
    Ok(ExitCode::from(u8::from(fails)))
}

fn run_of_rules(args: &DiffArgs, environment: &Environment) -> Result<ExitCode> {
    let [old, new] = [&args.old, &args.new].map(|path| read_file(path, read_recordings));
    let (old, new) = (old?, new?);
    let mut diffs = Vec::new();
    for new in &new {
        if let Some(old) = old.iter().find(|old| old.header.endgame == new.header.endgame) {
            diffs.push(diff(old, new, args.examples, &*environment.store)?);
        }
    }
    if diffs.is_empty() {
        bail!("the two runs have no endgame in common");
    }
    print(args.format.changes(&diffs, text_style()))?;
    let has_all = diffs.len() == old.len() && diffs.len() == new.len();
    let fails = match args.equal {
        true => !has_all || !diffs.iter().all(Diff::is_equal),
        false => diffs.iter().any(|diff| diff.gained.incorrect > 0),
    };
    Ok(ExitCode::from(u8::from(fails)))
}

fn print(document: Option<String>) -> Result<()> {
    print_or_write(&document.context("differences have no verdict")?, None)
}
