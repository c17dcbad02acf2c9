//! `tune`: suggests changes to a rule; in several endgames, one condition for each wrong branch.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use drawproof_miner::{
    branches::{PATTERNS_MAX, branch_figures, family_branches, fix_branches},
    checksum,
    emit::{List, Purpose, source_of},
    fixes::Fix,
};
use drawproof_report::Format;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Options, Run, Scope, Verdict,
    tune::{Branches, Tuning},
};

use crate::{
    arguments::parse_examples,
    environment::Environment,
    frequencies::Frequencies,
    output::print_error,
    process,
    reports::{Outputs, ReportFiles, format},
    rule::{
        fix::{FixArgs, Recorded, STOPPED, recorded, search},
        met::{FrequencyArgs, meet},
        selection::verify_whole,
        verifications::Verifications,
    },
    source_code::write_source,
};

/// Arguments of `tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof tune KRKR
  drawproof tune KRKB --plugin ./rule.so --html tuning.html
  drawproof tune KPK --plugin ./rule.so --emit c --output fixes.c
  drawproof tune KBP+K --men 5 --plugin ./rule.so")]
#[command(mut_arg("emit", |it| it.requires("output").help("Write the conditions of wrong branches as \
    source code").long_help("Write the conditions of wrong branches as source code\n\nWrites one \
    function for each wrong branch that conditions can fix")))]
pub struct TuneArgs {
    /// The rule and the conditions of its branches.
    #[command(flatten)]
    pub fix: FixArgs,
    /// Examples and groups to show
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    examples: usize,
    /// Frequencies.
    #[command(flatten)]
    met: FrequencyArgs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&Format::WITHOUT_VERDICT))]
    format: Format,
    /// Reports in files.
    #[command(flatten)]
    files: ReportFiles,
}

/// Runs `tune`. The exit status is 1 if the rule is not sound.
pub fn run(args: &TuneArgs, environment: &Environment) -> Result<ExitCode> {
    let environment = &environment.of_truth(args.fix.rule.truth);
    let frequencies = args.met.read()?;
    let frequencies = frequencies.as_ref();
    let (run, endgames) = args.fix.begin(environment, "")?;
    let is_sound = match endgames[..] {
        [endgame] => run_one(args, endgame, frequencies, environment)?,
        _ => run_family(args, &endgames, frequencies, environment)?,
    };
    run.end(is_sound)
}

/// Tunes the rule for an endgame. Returns whether it is sound.
fn run_one(
    args: &TuneArgs,
    endgame: NormalMaterial,
    frequencies: Option<&Frequencies>,
    environment: &Environment,
) -> Result<bool> {
    let rule = &args.fix.rule;
    let options = Options { features: true, ..args.fix.options(args.examples) };
    let outcome = verify_whole(&Verifications::new(&[endgame], &options), rule, environment)?.pop();
    let mut verdict = outcome.context("one endgame has one outcome")?.verdict;
    meet(&mut [&mut verdict], frequencies, &options, rule, environment)?;
    let verdict = &verdict;
    let mut tuning = Tuning::new(verdict);
    // Asks the rule again: few rules need a recording of their claims.
    let members = match tuning.branches.as_ref().is_some_and(Branches::has_wrong) {
        true => recorded(&[endgame], rule, &args.fix.options(0), environment)?,
        false => Vec::new(),
    };
    find_fixes(args, &members, tuning.branches.as_mut(), environment)?;
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    outputs.write(|format, style| format.tuning(verdict, &tuning, args.examples, style))?;
    Ok(verdict.is_sound())
}

/// Tunes the rule for several endgames. Returns whether it is sound in all of them.
fn run_family(
    args: &TuneArgs,
    endgames: &[NormalMaterial],
    frequencies: Option<&Frequencies>,
    environment: &Environment,
) -> Result<bool> {
    let (options, rule) = (args.fix.options(args.examples), &args.fix.rule);
    let mut members = recorded(endgames, rule, &options, environment)?;
    let mut all: Vec<&mut Verdict> = members.iter_mut().map(|it| &mut it.verdict).collect();
    meet(&mut all, frequencies, &options, rule, environment)?;
    let verdicts: Vec<&Verdict> = members.iter().map(|it| &it.verdict).collect();
    let mut branches = family_branches(&verdicts);
    find_fixes(args, &members, branches.as_mut(), environment)?;
    let run = Run::new(args.fix.counting, members.into_iter().map(|it| it.verdict).collect());
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    outputs.write(|format, style| format.family_tuning(&run, branches.as_ref(), style))?;
    Ok(run.is_sound())
}

/// Searches the conditions that would make the wrong branches right, and writes those that do in all endgames as
/// source code if that was asked for.
fn find_fixes(
    args: &TuneArgs,
    members: &[Recorded],
    branches: Option<&mut Branches>,
    environment: &Environment,
) -> Result<()> {
    let wrong = branches.filter(|it| it.has_wrong());
    let has_wrong = wrong.is_some();
    let (found, tables, is_whole) = match wrong {
        Some(branches) => {
            search(members, &args.fix, PATTERNS_MAX, environment, |verified, how| {
                fix_branches(verified, branches, how)
            })?
        }
        None => (Vec::new(), Vec::new(), true),
    };
    process::explain_interrupt(|| "the search for conditions of wrong branches was stopped".into());
    if !is_whole {
        print_error(&format!("drawproof: {}", STOPPED.trim_end()));
    }
    let (Some(language), Some(path)) = (args.fix.emit, &args.fix.output) else { return Ok(()) };
    let is_right = |(_, fix): &(usize, Fix)| fix.leaves_none();
    let output = [("output", path.display().to_string())];
    let command = args.fix.command_line("tune", &output);
    let mut figures = Vec::new();
    for branch in found.iter().filter(|it| it.members.iter().all(is_right)) {
        for (number, fix) in &branch.members {
            let Recorded { library, verdict, .. } = &members[*number];
            figures.push((&branch.id, *number, fix, branch_figures(fix, library, verdict)));
        }
    }
    let lists = figures.iter().map(|(id, number, fix, figures)| List {
        endgame: &members[*number].verdict.endgame,
        purpose: Purpose::Exceptions(Scope::All),
        library: &members[*number].library,
        patterns: fix.patterns(),
        figures,
        checksum: checksum(&tables[*number]),
        command: &command,
        branch: Some(id),
    });
    let lists: Vec<List> = lists.collect();
    if lists.is_empty() {
        let why = match has_wrong {
            true => "no condition makes a wrong branch right",
            false => "no branch is wrong",
        };
        print_error(&format!("drawproof: {why}: no source code was written"));
        return Ok(());
    }
    let source = source_of(&lists, language.of_list()?, args.fix.board.into());
    write_source(&source, args.fix.rule.truth, path)
}
