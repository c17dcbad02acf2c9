//! `verify`: runs rules over every legal position.

use std::{
    io::Write,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow, bail};
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Counting, Options, Run,
    report::{self, Extras, Format},
    write_recordings,
};

use crate::{
    arguments::{MEN, counting, parse_endgame, parse_examples},
    environment::Environment,
    output::{counted, stdout, text_style, write_file},
    process::WRONG,
    rule::{
        arguments::RuleArgs,
        selection::{judge, with_learned_rule, with_rule},
    },
};

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof verify                      prove all built-in rules of up to four men
  drawproof verify KRKR --format json   prove one rule, for a program to read
  drawproof verify KBBKB --counting core10
  drawproof verify KRKB --plugin ./rule.so
  drawproof verify KRKB --command 'python3 rule.py' --html report.html

Exit status: 0 sound, 1 an incorrect claim or an answer that depends on colour or mirroring, 2 an
error.")]
pub struct VerifyArgs {
    /// Endgames, such as KRKR [default: all of up to four men that have a built-in rule]
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgames: Vec<NormalMaterial>,
    /// All endgames of that many men that have a built-in rule
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Which positions count. The rule is asked about the positions counted and their colour-reversed
    /// positions
    #[arg(long, value_name = "CONVENTION", default_value = "full", value_parser = counting())]
    pub counting: Counting,
    /// Counterexamples to show: of all classes, distances and groups, quiet positions first
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = report_format())]
    pub format: &'static dyn Format,
    /// Write a page for browsers as well: one file, no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a JUnit file as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write a Markdown file as well
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Save claims and patterns of every position, for 'drawproof diff'
    #[arg(long, value_name = "RUN")]
    pub save: Option<PathBuf>,
}

/// Runs the command. Endgames that can be judged are reported even if others cannot.
pub fn run(args: &VerifyArgs, environment: &Environment) -> Result<ExitCode> {
    if args.rule.choice.is_users() && args.endgames.len() != 1 {
        bail!("name the endgame of the rule, such as: drawproof verify KRKB --plugin LIB");
    }
    let options = Options {
        counting: args.counting,
        examples: args.examples,
        features: false,
        record: args.save.is_some(),
    };
    let mut run = Run { counting: args.counting, verdicts: Vec::new() };
    let (mut errors, mut recordings) = (Vec::new(), Vec::new());
    let (begin, endgames) = (Instant::now(), endgames(args)?);
    environment.progress.expect_rules(&endgames);
    for endgame in endgames {
        match judge(endgame, &args.rule, &options, environment) {
            Ok(outcome) => {
                run.verdicts.push(outcome.verdict);
                recordings.extend(outcome.recording);
            }
            Err(error) => errors.push(error.context(format!("{endgame} was not judged"))),
        }
        environment.progress.next();
    }
    environment.progress.finish();
    if !run.verdicts.is_empty() {
        write_files(&run, args)?;
        if let Some(path) = &args.save {
            write_file(path, |file| write_recordings(&recordings, file))?;
        }
        let extras = Extras { style: text_style(), ..Extras::default() };
        stdout().write_all(args.format.run(&run, &extras).as_bytes())?;
        environment.progress.totals(|| totals(&run, begin.elapsed()));
    }
    match errors.into_iter().reduce(|all, error| anyhow!("{all:#}\ndrawproof: {error:#}")) {
        Some(error) => Err(error),
        None if run.is_sound() => Ok(ExitCode::SUCCESS),
        None => Ok(ExitCode::from(WRONG)),
    }
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

/// The endgames requested.
fn endgames(args: &VerifyArgs) -> Result<Vec<NormalMaterial>> {
    if !args.endgames.is_empty() {
        return Ok(args.endgames.clone());
    }
    let wanted = |m: &NormalMaterial| match args.men {
        Some(men) => m.get().men() == usize::from(men),
        None => m.get().men() <= 4,
    };
    let all = if args.rule.choice.learned { with_learned_rule() } else { with_rule() };
    let found: Vec<_> = all.into_iter().filter(wanted).collect();
    if found.is_empty() {
        bail!("there is no built-in rule for an endgame of that many men");
    }
    Ok(found)
}

/// The parser of a format's name.
fn report_format() -> impl TypedValueParser<Value = &'static dyn Format> {
    let of = |format: &dyn Format| PossibleValue::new(format.name()).help(format.readers());
    PossibleValuesParser::new(report::FORMATS.map(of))
        .map(|name| report::format(&name).expect("only names of formats are accepted"))
}

/// Writes the reports that go to files.
fn write_files(run: &Run, args: &VerifyArgs) -> Result<()> {
    let files = [("html", &args.html), ("junit", &args.junit), ("markdown", &args.markdown)];
    for (name, path) in files {
        if let Some(path) = path {
            let format = report::format(name).expect("the format has an option of its name");
            let document = format.run(run, &Extras::default());
            write_file(path, |file| file.write_all(document.as_bytes()))?;
        }
    }
    Ok(())
}
