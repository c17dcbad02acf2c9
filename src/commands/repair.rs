//! `repair`: the smallest fix, a list of exceptions, that makes an unsound rule sound, in one endgame or in
//! several.

use std::{process::ExitCode, time::Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use drawproof_features::Library;
use drawproof_miner::{
    branches::goes_wrong,
    checksum,
    emit::{List, Purpose, source_of},
    fixes::{Fix, exceptions_of, fixes},
    repair_text::{Limits, text},
    repaired::{Before, FamilyRepaired, Repaired},
    report::Proof,
};
use drawproof_verifier::{Options, Sample, Verdict};

use crate::{
    arguments::Format,
    environment::Environment,
    output::{print_error, text_style},
    process,
    rule::{
        fix::{FixArgs, STOPPED, recorded, search},
        selection::verify_whole,
        verifications::Verifications,
    },
    source_code::{SourceLanguage, write_learned},
};

/// Arguments of `repair`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof repair KRKB --plugin ./rule.so
  drawproof repair KRKB --command 'python3 rule.py' --format json
  drawproof repair KRKR --plugin ./rule.so --patterns 1
  drawproof repair KRKR --plugin ./rule.so --price 0.01 --emit c --output fix.c
  drawproof repair KPK --plugin ./rule.so --emit cpp --board mailbox
  drawproof repair KBP+K --men 5 --plugin ./rule.so

Exit status: 0 the rule is sound with the fix, 1 it is not, 2 an error.")]
#[command(mut_arg("output", |it| it.long_help("File of the source code\n\nWithout it, the source \
    code goes to standard output, and the report to standard error")))]
pub struct RepairArgs {
    /// The rule and the fix.
    #[command(flatten)]
    pub fix: FixArgs,
    /// Maximum number of patterns in the fix
    #[arg(long, value_name = "N", default_value = "12",
        value_parser = clap::value_parser!(u8).range(1..=64))]
    patterns: u8,
    /// Number of incorrect claims to show
    #[arg(long, value_name = "N", default_value = "5",
        value_parser = clap::value_parser!(u16).range(0..=1000))]
    examples: u16,
    /// Also show and write a fix that costs more than --price, and show what shorter fixes cost
    #[arg(long)]
    beyond: bool,
    /// Output format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// Prints the best fix so far, before it is verified.
fn announce(fixes: &[Fix], library: &Library) {
    print_error("drawproof: verifying the best fix so far; Ctrl-C again ends at once");
    for pattern in fixes.iter().flat_map(|fix| &fix.patterns().list) {
        print_error(&format!("  no claim where {}", pattern.in_words(library).join(" and ")));
    }
}

/// Runs `repair`: finds the exceptions that make a wrong rule right.
pub fn run(args: &RepairArgs, environment: &Environment) -> Result<ExitCode> {
    let environment = &environment.of_truth(args.fix.rule.truth);
    let RepairArgs { fix: FixArgs { rule, board, .. }, patterns, .. } = args;
    let hint = "fewer --patterns or a --sample take less time";
    let (run, endgames) = args.fix.begin(environment, hint)?;
    let language = args.fix.emit.map(SourceLanguage::of_list).transpose()?;
    let options = args.fix.options(args.examples.into());
    let members = recorded(&endgames, rule, &options, environment)?;
    let before: Vec<Before> = members.iter().map(|it| Before::new(&it.verdict, &[])).collect();
    let before = Before::sum(&before);
    let start = Instant::now();
    let (found, tables, is_whole) = match before.needs_fix() {
        true => search(&members, &args.fix, (*patterns).into(), environment, |verified, how| {
            let wrong = verified.iter().map(goes_wrong).collect::<Result<Vec<_>, _>>()?;
            let found = fixes(verified, how)?;
            Ok(found.into_iter().zip(wrong).collect::<Vec<_>>())
        })?,
        false => {
            let none = || (vec![Fix::none(before.is_sound())], Vec::new());
            (members.iter().map(|_| none()).collect(), Vec::new(), true)
        }
    };
    let (found, wrong): (Vec<Vec<Fix>>, Vec<_>) = found.into_iter().unzip();
    let seconds = start.elapsed().as_secs_f64();
    let changes = found.iter().flatten().any(|fix| !fix.is_none());
    match (is_whole || changes, run.is_interrupted()) {
        (true, false) => {}
        (true, true) => announce(&found[0], &members[0].library),
        (false, true) => process::end_interrupted(),
        (false, false) => bail!("no fix was found within --time-limit: allow more"),
    }
    let mut reports = Vec::new();
    for ((member, fixes), wrong) in members.iter().zip(&found).zip(wrong) {
        let with_fixes = |options: &Options| -> Result<Verdict> {
            let exceptions = exceptions_of(fixes);
            let exceptions = Some(exceptions);
            let work =
                Verifications { exceptions, ..Verifications::new(&[member.endgame], options) };
            let outcome = verify_whole(&work, rule, environment)?.pop();
            Ok(outcome.context("one endgame has one outcome")?.verdict)
        };
        let after = if changes { with_fixes(&options)? } else { member.verdict.clone() };
        let mut report = Repaired::new([&member.verdict, &after], &member.library, fixes, seconds);
        report.goes_wrong = wrong;
        report.finished = is_whole;
        // What was learned from a sample is checked by another one.
        if let Some(sample) = options.sample.filter(|_| changes) {
            let seed = sample.seed.wrapping_add(1);
            let other = Options { sample: Some(Sample { seed, ..sample }), ..options.clone() };
            report.proof = Proof::from(&with_fixes(&other)?);
        }
        reports.push(report);
    }
    let libraries: Vec<&Library> = members.iter().map(|it| &it.library).collect();
    let report = FamilyRepaired::new(reports, &libraries);
    let command = args.fix.command_line("repair", &[("patterns", patterns.to_string())]);
    let mut lists = Vec::new();
    for (number, table) in tables.iter().enumerate().filter(|_| language.is_some()) {
        let (one, checksum) = (&report.members[number], checksum(table));
        for (fix, figures) in found[number].iter().zip(one.fixes()) {
            lists.push(List {
                endgame: &one.endgame,
                purpose: Purpose::Exceptions(fix.scope),
                library: libraries[number],
                patterns: fix.patterns(),
                figures: &figures.exceptions,
                checksum,
                command: &command,
                branch: None,
            });
        }
    }
    let is_dear = !args.beyond && found.iter().flatten().any(|fix| !fix.within_price);
    let source = language.filter(|_| changes && report.sound && !is_dear);
    let source = source.map(|it| source_of(&lists, it, (*board).into()).into_bytes());
    let (source, output) = (source.as_deref(), args.fix.output.as_deref());
    let limits = Limits { price: args.fix.price, beyond: args.beyond };
    process::explain_interrupt(|| "the search for a better fix was not finished".into());
    let note = if is_whole { "" } else { STOPPED };
    let text = note.to_owned() + &text(&report, limits, text_style().width);
    let format = (args.format, rule.truth);
    match &report.members[..] {
        [one] => write_learned(source, output, format, one, &text)?,
        _ => write_learned(source, output, format, &report, &text)?,
    }
    if let Some(failure) = report.failure() {
        print_error(&format!("drawproof: {failure}"));
        return run.end(false);
    }
    if args.fix.emit.is_some() && source.is_none() {
        let why = match is_dear {
            true => "the fix costs more than --price, and --beyond was not given",
            false => "the rule needs no fix",
        };
        print_error(&format!("drawproof: {why}: no source code was written"));
    }
    run.end(true)
}
