//! `tune`: suggests changes to a rule.

mod arguments;
mod family;

use std::process::ExitCode;

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::{
    branches::{BranchSearch, branch_figures},
    checksum,
    emit::{List, Purpose},
};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Options, Run, Scope, Verdict,
    tune::{Branches, Tuning},
};

use crate::{
    environment::Environment,
    process,
    reports::Outputs,
    rule::{plan::Plan, selection::verify},
    source_code::SourceLanguage,
};

pub use arguments::TuneArgs;
use arguments::{command_line, emit, options};

/// Runs the command. The status is 1 if the rule is not sound.
pub fn run(args: &TuneArgs, environment: &Environment) -> Result<ExitCode> {
    args.emit.map(SourceLanguage::of_list).transpose()?;
    let plan = Plan::new(&args.endgames, args.men, &args.rule.choice, environment)?;
    match plan.endgames[..] {
        [endgame] => run_one(args, endgame, environment),
        _ => family::run(args, &plan.endgames, environment),
    }
}

/// Tunes the rule for an endgame.
fn run_one(
    args: &TuneArgs,
    endgame: NormalMaterial,
    environment: &Environment,
) -> Result<ExitCode> {
    let options = Options { features: true, ..options(args) };
    let verdict = verify(endgame, &args.rule, None, &options, environment)?.verdict;
    let run = Run::new(args.counting, vec![verdict]);
    let verdict = &run.verdicts[0];
    let mut tuning = Tuning::new(verdict);
    if let Some(branches) = tuning.branches.as_mut().filter(|it| it.has_wrong()) {
        fix_branches(args, verdict, branches, endgame, environment)?;
    }
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    outputs.write(|format, style| format.tuning(verdict, &tuning, args.examples, style))?;
    Ok(process::verdict(run.is_sound()))
}

/// Searches the conditions that would make the wrong branches right. Asks the rule again: few rules
/// need a recording of their claims.
fn fix_branches(
    args: &TuneArgs,
    verdict: &Verdict,
    branches: &mut Branches,
    endgame: NormalMaterial,
    environment: &Environment,
) -> Result<()> {
    let options = Options { examples: 0, record: true, ..options(args) };
    let outcome = verify(endgame, &args.rule, None, &options, environment)?;
    let table = environment.store.table(endgame)?;
    let name = endgame.to_string();
    let library = Library::for_fixes(Men::of_endgame(&name).context("an endgame has a name")?);
    let search = BranchSearch {
        table: &table,
        library: &library,
        recording: outcome.recording.as_ref().context("the claims were recorded")?,
        kinds: verdict.total_with_en_passant().claims.kinds_made(),
        allowed: args.price,
    };
    let fixes = search.fix(branches, &|what| environment.progress.note(endgame, what))?;
    environment.progress.finish();
    let (command, checksum) = (command_line(args), checksum(&table));
    let right = fixes.iter().filter(|(_, fix)| fix.leaves_none());
    let figures: Vec<_> =
        right.map(|(id, fix)| (id, fix, branch_figures(fix, &library, verdict))).collect();
    let lists = figures.iter().map(|(id, fix, figures)| List {
        endgame: &name,
        purpose: Purpose::Exceptions(Scope::All),
        library: &library,
        patterns: fix.patterns(),
        figures,
        checksum,
        command: &command,
        branch: Some(id),
    });
    emit(args, &lists.collect::<Vec<_>>())
}
