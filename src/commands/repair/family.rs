//! `repair` for several endgames: the same exceptions in all of them.

use std::{process::ExitCode, time::Instant};

use anyhow::Result;
use drawproof_miner::{
    emit::{Language, List, Purpose, source_of},
    families::{Verified, family_fixes},
    fixes::{Fix, lists},
    repair::Search,
    repair_text::family_text,
    repaired::{FamilyRepaired, Repaired},
    world::World,
};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::Options;

use super::arguments::{RepairArgs, command_line, options};
use crate::{
    environment::Environment,
    output::{print_error, text_style},
    process::WRONG,
    rule::{
        recorded::{Recorded, recorded},
        selection::verify,
    },
    source_code::write_learned,
};

/// Runs the command.
pub fn run(
    args: &RepairArgs,
    endgames: &[NormalMaterial],
    language: Option<Language>,
    environment: &Environment,
) -> Result<ExitCode> {
    let members = recorded(endgames, &args.rule, &options(args), environment)?;
    let start = Instant::now();
    let fixes = match members.iter().all(|it| it.verdict.is_sound()) {
        true => members.iter().map(|_| vec![Fix::none(true)]).collect(),
        false => search(args, &members, environment)?,
    };
    let seconds = start.elapsed().as_secs_f64();
    environment.progress.finish();
    let mut reports = Vec::new();
    for (member, fixes) in members.iter().zip(&fixes) {
        let options = Options { record: false, ..options(args) };
        let exceptions = lists(fixes);
        let after = verify(member.endgame, &args.rule, Some(&exceptions), &options, environment)?;
        let verdicts = [&member.verdict, &after.verdict];
        reports.push(Repaired::new(verdicts, &member.library, fixes, seconds));
    }
    environment.progress.finish();
    let report = FamilyRepaired::new(reports);
    let command = command_line(args);
    let names: Vec<String> = endgames.iter().map(ToString::to_string).collect();
    let mut emitted = Vec::new();
    for (number, (member, fixes)) in members.iter().zip(&fixes).enumerate() {
        for (fix, figures) in fixes.iter().zip(report.members[number].fixes()) {
            emitted.push(List {
                endgame: &names[number],
                purpose: Purpose::Exceptions(fix.scope),
                library: &member.library,
                patterns: fix.patterns(),
                figures: &figures.exceptions,
                checksum: member.checksum(),
                command: &command,
                branch: None,
            });
        }
    }
    let is_fix = report.sound && !members.iter().all(|it| it.verdict.is_sound());
    let source = language.filter(|_| is_fix);
    let source = source.map(|it| source_of(&emitted, it, args.board.into()).into_bytes());
    let text = family_text(&report, text_style().width);
    write_learned(source.as_deref(), args.output.as_deref(), args.format, &report, &text)?;
    if report.sound {
        return Ok(ExitCode::SUCCESS);
    }
    print_error("drawproof: no fix was found for all endgames: allow more patterns (--patterns)");
    Ok(ExitCode::from(WRONG))
}

/// Searches the fixes of all members.
fn search(
    args: &RepairArgs,
    members: &[Recorded],
    environment: &Environment,
) -> Result<Vec<Vec<Fix>>> {
    let keep = || environment.store.keep_within_bound();
    let worlds: Vec<World> = members.iter().map(|it| it.world(&keep)).collect();
    let verified = members.iter().zip(&worlds).map(|(it, world)| it.verified(world));
    let verified: Vec<Verified> = verified.collect();
    let memory_bytes = environment.store.memory_bytes();
    let how = Search { allowed: args.price, most: args.patterns.into(), memory_bytes };
    let note = |what: &str| environment.progress.note(members[0].endgame, what);
    Ok(family_fixes(&verified, how, &note)?)
}
