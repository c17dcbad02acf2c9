//! `verify`: runs rules over every legal position.

use std::{io::Write, process::ExitCode};

use anyhow::{Context, Result, anyhow};
use drawproof_recognizers::{catalogue, for_endgame};
use drawproof_tables::{Material, NormalMaterial};
use drawproof_verifier::{Builtin, Options, Run, Verdict, report, verify};

use super::rule_args::{ReportFormat, VerifyArgs};
use crate::{progress::VerifyProgress, store::Store};

/// The exit status of a rule that is not sound.
const UNSOUND: u8 = 1;

/// Runs the command. What can be judged is reported even where something else cannot.
pub fn run(args: &VerifyArgs, store: &Store) -> Result<ExitCode> {
    let mut run = Run { counting: args.counting, verdicts: Vec::new() };
    let mut errors = Vec::new();
    for endgame in endgames(args) {
        match judge(endgame, args, store) {
            Ok(verdict) => run.verdicts.push(verdict),
            Err(error) => errors.push(error.context(format!("{endgame} was not judged"))),
        }
    }
    if !run.verdicts.is_empty() {
        std::io::stdout().write_all(document(&run, args.format).as_bytes())?;
    }
    match errors.into_iter().reduce(|all, error| anyhow!("{all:#}\ndrawproof: {error:#}")) {
        Some(error) => Err(error),
        None if run.is_sound() => Ok(ExitCode::SUCCESS),
        None => Ok(ExitCode::from(UNSOUND)),
    }
}

/// The endgames asked for.
fn endgames(args: &VerifyArgs) -> Vec<NormalMaterial> {
    if !args.endgames.is_empty() {
        return args.endgames.clone();
    }
    let wanted = |m: &NormalMaterial| match args.men {
        Some(men) => m.get().men() == usize::from(men),
        None => m.get().men() <= 4,
    };
    let named =
        |name: &str| name.parse::<Material>().expect("rules are for endgames").normalise().0;
    let mut found: Vec<_> =
        catalogue().iter().map(|rule| named(rule.endgame())).filter(wanted).collect();
    found.sort_by_key(|m| (m.get().men(), m.to_string()));
    found
}

fn judge(endgame: NormalMaterial, args: &VerifyArgs, store: &Store) -> Result<Verdict> {
    let rule = for_endgame(&endgame.to_string()).with_context(|| {
        let mut known: Vec<_> = catalogue().iter().map(|rule| rule.endgame()).collect();
        known.sort_unstable();
        format!("there is no built-in rule; there are rules for {}", known.join(", "))
    })?;
    let options =
        Options { counting: args.counting, examples: args.examples, ..Options::default() };
    let progress = VerifyProgress::new(&endgame.to_string(), store.quiet());
    Ok(verify(&Builtin(rule), endgame, store, &options, &progress)?.verdict)
}

fn document(run: &Run, format: ReportFormat) -> String {
    match format {
        ReportFormat::Text => report::text(run, console::colors_enabled()),
        ReportFormat::Json => report::json(run),
    }
}
