//! `repair`: the smallest fix, a list of exceptions, that makes an unsound rule sound.

mod arguments;
mod family;

use std::{process::ExitCode, time::Instant};

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::{
    checksum,
    emit::{Language, List, Purpose, source_of},
    fixes::{Fix, fixes, lists},
    repair::Search,
    repair_text::text,
    repaired::{Before, Repaired},
    world::World,
};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{Options, Verdict};

use crate::{
    environment::Environment,
    output::{print_error, text_style},
    process::WRONG,
    rule::{plan::Plan, selection::verify},
    source_code::{SourceLanguage, write_learned},
};

pub use arguments::RepairArgs;
use arguments::{command_line, options};

/// Runs the command.
pub fn run(args: &RepairArgs, environment: &Environment) -> Result<ExitCode> {
    let language = args.emit.map(SourceLanguage::of_list).transpose()?;
    let plan = Plan::new(&args.endgames, args.men, &args.rule.choice, environment)?;
    match plan.endgames[..] {
        [endgame] => run_one(args, endgame, language, environment),
        _ => family::run(args, &plan.endgames, language, environment),
    }
}

/// Fixes the rule for an endgame.
fn run_one(
    args: &RepairArgs,
    endgame: NormalMaterial,
    language: Option<Language>,
    environment: &Environment,
) -> Result<ExitCode> {
    let options = Options { record: true, ..options(args) };
    let outcome = verify(endgame, &args.rule, None, &options, environment)?;
    let name = endgame.to_string();
    let library = Library::for_fixes(Men::of_endgame(&name).context("an endgame has a name")?);
    if outcome.verdict.is_sound() || Before::from(&outcome.verdict).is_hopeless() {
        return report_unchanged(args, &library, &outcome.verdict);
    }
    let start = Instant::now();
    let table = environment.store.table(endgame)?;
    let recording = outcome.recording.as_ref().context("the claims were recorded")?;
    let before = outcome.verdict;
    let fixes = {
        let keep = || environment.store.keep_within_bound();
        let world = World::new(&table).with_reading(&keep);
        let memory_bytes = environment.store.memory_bytes();
        let how = Search { allowed: args.price, most: args.patterns.into(), memory_bytes };
        let note = |what: &str| environment.progress.note(endgame, what);
        fixes(&world, &library, (recording, &before), how, &note)?
    };
    let learning_seconds = start.elapsed().as_secs_f64();
    environment.progress.finish();
    let options = Options { record: false, ..options };
    let exceptions = lists(&fixes);
    let after = verify(endgame, &args.rule, Some(&exceptions), &options, environment)?;
    let verdicts = [&before, &after.verdict];
    let repaired = Repaired::new(verdicts, &library, &fixes, learning_seconds);
    let command = command_line(args);
    let emitted = fixes.iter().zip(repaired.fixes()).map(|(fix, report)| List {
        branch: None,
        endgame: &name,
        purpose: Purpose::Exceptions(fix.scope),
        library: &library,
        patterns: fix.patterns(),
        figures: &report.exceptions,
        checksum: checksum(&table),
        command: &command,
    });
    let emitted: Vec<List> = emitted.collect();
    let source = language.filter(|_| repaired.proof.sound);
    let source =
        source.map(|language| source_of(&emitted, language, args.board.into()).into_bytes());
    let (source, output) = (source.as_deref(), args.output.as_deref());
    write_learned(source, output, args.format, &repaired, &text(&repaired, text_style().width))?;
    if repaired.proof.sound {
        return Ok(ExitCode::SUCCESS);
    }
    print_error(match repaired.proof.asymmetric {
        0 => "drawproof: no fix was found: allow more patterns (--patterns)",
        _ => "drawproof: the rule's answers depend on colour or mirroring: no fix changes that",
    });
    Ok(ExitCode::from(WRONG))
}

/// Reports that the rule needs no fix, or that no exceptions would leave a rule. Writes no source code: a fix
/// without patterns is none.
fn report_unchanged(args: &RepairArgs, library: &Library, verdict: &Verdict) -> Result<ExitCode> {
    let is_sound = verdict.is_sound();
    let repaired = Repaired::new([verdict; 2], library, &[Fix::none(is_sound)], 0.0);
    write_learned(None, None, args.format, &repaired, &text(&repaired, text_style().width))?;
    if !is_sound {
        print_error("drawproof: nearly all claims of the rule are wrong: no fix leaves a rule");
        return Ok(ExitCode::from(WRONG));
    }
    if args.emit.is_some() {
        print_error("drawproof: the rule needs no fix: no source code was written");
    }
    Ok(ExitCode::SUCCESS)
}
