//! `tune`: what to change in a rule.

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use drawproof_verifier::{Options, Run, report, tune::Tuning};

use super::{
    rule_args::{DocumentFormat, TuneArgs},
    rules::judge,
    verify::save,
};
use crate::store::Store;

/// Runs the command. The status is 1 if the rule is not sound.
pub fn run(args: &TuneArgs, store: &Store) -> Result<ExitCode> {
    let options =
        Options { counting: args.counting, examples: args.examples, features: true, record: false };
    let verdict = judge(args.endgame, &args.rule, &options, store)?.verdict;
    let run = Run { counting: args.counting, verdicts: vec![verdict] };
    let verdict = &run.verdicts[0];
    let tuning = Tuning::new(verdict);
    if let Some(path) = &args.html {
        let page = report::html(&run, std::slice::from_ref(&tuning));
        save(path, |file| file.write_all(page.as_bytes()))?;
    }
    let document = match args.format {
        DocumentFormat::Text => report::tuning_text(verdict, &tuning, args.examples),
        DocumentFormat::Json => report::tuning_json(verdict, &tuning),
        DocumentFormat::Markdown => report::tuning_markdown(verdict, &tuning, args.examples),
    };
    std::io::stdout().write_all(document.as_bytes())?;
    Ok(ExitCode::from(u8::from(!run.is_sound())))
}
