//! `tune`: suggests changes to a rule.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use drawproof_features::{Library, Men};
use drawproof_miner::branches::BranchSearch;
use drawproof_report::Format;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    ClaimKind, Counting, Options, Run,
    tune::{Branches, Tuning},
};

use crate::{
    arguments::{counting, parse_endgame, parse_examples, parse_share},
    environment::Environment,
    process,
    reports::{Outputs, ReportFiles, format},
    rule::{arguments::RuleArgs, selection::verify},
};

/// Arguments of `tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof tune KRKR
  drawproof tune KRKB --plugin ./rule.so --html tuning.html")]
pub struct TuneArgs {
    /// The endgame, such as KRKR
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgame: NormalMaterial,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Which positions count
    ///
    /// The rule is asked about the positions counted and their colour-reversed positions
    #[arg(long, value_name = "HOW", default_value = "full", value_parser = counting())]
    pub counting: Counting,
    /// Share of right claims that a fix may cost
    ///
    /// Of a wrong branch's right claims of each kind, 0 to 1, that the condition which makes it right may
    /// cost
    #[arg(long, value_name = "SHARE", value_parser = parse_share, default_value = "0.05")]
    pub price: f64,
    /// Examples and groups to show
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&Format::WITHOUT_VERDICT))]
    pub format: Format,
    /// Reports in files.
    #[command(flatten)]
    pub files: ReportFiles,
}

/// Runs the command. The status is 1 if the rule is not sound.
pub fn run(args: &TuneArgs, environment: &Environment) -> Result<ExitCode> {
    let options = Options { features: true, ..options(args) };
    let verdict = verify(args.endgame, &args.rule, None, &options, environment)?.verdict;
    let run = Run::new(args.counting, vec![verdict]);
    let verdict = &run.verdicts[0];
    let mut tuning = Tuning::new(verdict);
    if let Some(branches) = tuning.branches.as_mut().filter(|it| it.has_wrong()) {
        let kinds = verdict.total_with_en_passant().claims.kinds_made();
        fix_branches(args, kinds, branches, environment)?;
    }
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    outputs.write(|format, style| format.tuning(verdict, &tuning, args.examples, style))?;
    Ok(process::verdict(run.is_sound()))
}

/// How the rule is asked.
fn options(args: &TuneArgs) -> Options {
    let (counting, domain, examples) = (args.counting, args.rule.domain(), args.examples);
    Options { counting, domain, examples, ..Options::default() }
}

/// Searches the conditions that would make the wrong branches right. Asks the rule again: few rules
/// need a recording of their claims.
fn fix_branches(
    args: &TuneArgs,
    kinds: Vec<ClaimKind>,
    branches: &mut Branches,
    environment: &Environment,
) -> Result<()> {
    let options = Options { examples: 0, record: true, ..options(args) };
    let outcome = verify(args.endgame, &args.rule, None, &options, environment)?;
    let table = environment.store.table(args.endgame)?;
    let men = Men::of_endgame(&args.endgame.to_string()).context("an endgame has a name")?;
    let search = BranchSearch {
        table: &table,
        library: &Library::for_fixes(men),
        recording: outcome.recording.as_ref().context("the claims were recorded")?,
        kinds,
        allowed: args.price,
    };
    search.fix(branches, &|what| environment.progress.note(args.endgame, what))?;
    environment.progress.finish();
    Ok(())
}
