//! `tune` for several endgames: one condition for each wrong branch, in all of them.

use std::process::ExitCode;

use anyhow::Result;
use drawproof_miner::{
    branches::{FamilyFixes, PATTERNS_MAX, branch_figures, family_branches},
    emit::{List, Purpose},
    families::Verified,
    repair::Search,
    world::World,
};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{Run, Scope, Verdict};

use super::arguments::{TuneArgs, command_line, emit, options};
use crate::{
    environment::Environment,
    process,
    reports::Outputs,
    rule::recorded::{Recorded, recorded},
};

/// Runs the command.
pub fn run(
    args: &TuneArgs,
    endgames: &[NormalMaterial],
    environment: &Environment,
) -> Result<ExitCode> {
    let members = recorded(endgames, &args.rule, &options(args), environment)?;
    let found = {
        let keep = || environment.store.keep_within_bound();
        let worlds: Vec<World> = members.iter().map(|it| it.world(&keep)).collect();
        let verified = members.iter().zip(&worlds).map(|(it, world)| it.verified(world));
        let verified: Vec<Verified> = verified.collect();
        let memory_bytes = environment.store.memory_bytes();
        let how = Search { allowed: args.price, most: PATTERNS_MAX, memory_bytes };
        let note = |what: &str| environment.progress.note(members[0].endgame, what);
        family_branches(&verified, how, &note)?
    };
    environment.progress.finish();
    if let Some((_, fixes)) = &found {
        write_fixes(args, &members, fixes)?;
    }
    let verdicts: Vec<Verdict> = members.into_iter().map(|it| it.verdict).collect();
    let run = Run::new(args.counting, verdicts);
    let branches = found.as_ref().map(|(branches, _)| branches);
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    outputs.write(|format, style| format.family_tuning(&run, branches, style))?;
    Ok(process::verdict(run.is_sound()))
}

/// Writes the conditions of the branches that they make right in all endgames.
fn write_fixes(args: &TuneArgs, members: &[Recorded], fixes: &FamilyFixes) -> Result<()> {
    let command = command_line(args);
    let right = fixes.iter().filter(|(_, fixes)| fixes.iter().all(|(_, fix)| fix.leaves_none()));
    let mut figures = Vec::new();
    for (id, fixes) in right {
        for (member, fix) in fixes {
            let member = &members[*member];
            let of_branch = branch_figures(fix, &member.library, &member.verdict);
            figures.push((id, member, fix, of_branch));
        }
    }
    let lists = figures.iter().map(|(id, member, fix, figures)| List {
        endgame: &member.verdict.endgame,
        purpose: Purpose::Exceptions(Scope::All),
        library: &member.library,
        patterns: fix.patterns(),
        figures,
        checksum: member.checksum(),
        command: &command,
        branch: Some(id),
    });
    emit(args, &lists.collect::<Vec<_>>())
}
