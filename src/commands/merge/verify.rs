//! Shards of `verify`.

use std::{ops::Range, path::Path, process::ExitCode};

use anyhow::{Context, Result};
use drawproof_report as report;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Counting, Domain, FiftyMoveRule, Options, Part, Run, Shard, Verification, Work, chunks_of,
};
use serde::{Deserialize, Serialize};

use super::MergeArgs;
use crate::{
    commands::verify::{self, VerifyArgs},
    environment::Environment,
    rule::{
        exchange::{from_bytes, to_bytes},
        plan::{Plan, PlanNames},
        selection::{identity, verify_parts},
    },
    shard::{self, ShardSet},
};

/// The name of the command in shards.
pub const COMMAND: &str = "verify";

/// What a verification is about.
#[derive(Serialize, Deserialize)]
struct Settings {
    #[serde(flatten)]
    plan: PlanNames,
    rule: String,
    counting: Counting,
    domain: Domain,
    fifty_moves: FiftyMoveRule,
    examples: usize,
}

/// Does one shard and writes its file.
pub fn write_shard(
    args: &VerifyArgs,
    (shard, path): (Shard, &Path),
    environment: &Environment,
) -> Result<ExitCode> {
    let options = verify::options(args);
    let plan = Plan::new(&args.endgames, args.men, &args.rule.choice, environment)?;
    let settings = Settings {
        plan: plan.names(),
        rule: identity(&args.rule.choice)?,
        counting: options.counting,
        domain: options.domain,
        fifty_moves: options.fifty_moves,
        examples: options.examples,
    };
    let pieces = pieces(shard, &plan.endgames, options.counting);
    let parts = verify_parts(&pieces, &args.rule, &options, environment)?;
    environment.progress.finish();
    shard::write(path, COMMAND, shard, &settings, &to_bytes(&parts)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The chunks of each endgame that are a shard's; endgames without any are left out.
pub fn pieces(
    shard: Shard,
    endgames: &[NormalMaterial],
    counting: Counting,
) -> Vec<(NormalMaterial, Range<usize>)> {
    /// Positions of the whole board that a stored position stands for, relative to one with pawns.
    const WITHOUT_PAWNS: u64 = 4;
    let work = |endgame: &NormalMaterial| Work {
        items: chunks_of(*endgame, counting) as u64,
        weight: if endgame.get().has_pawns() { 1 } else { WITHOUT_PAWNS },
    };
    let work: Vec<Work> = endgames.iter().map(work).collect();
    let ranges = shard.ranges(&work).into_iter();
    let ranges = ranges.map(|range| range.start as usize..range.end as usize);
    let pieces = endgames.iter().copied().zip(ranges);
    pieces.filter(|(_, range)| !range.is_empty()).collect()
}

/// Reports what all shards found.
pub fn merge(shards: ShardSet, args: &MergeArgs, environment: &Environment) -> Result<ExitCode> {
    let settings: Settings = shards.settings()?;
    let plan = Plan::named(&settings.plan)?;
    let options = Options {
        counting: settings.counting,
        domain: settings.domain,
        fifty_moves: settings.fifty_moves,
        examples: settings.examples,
        ..Options::default()
    };
    let mut parts: Vec<Part> = Vec::new();
    for (path, body) in shards.into_bodies() {
        let of_shard: Vec<Part> =
            from_bytes(&body).with_context(|| format!("{} is damaged", path.display()))?;
        parts.extend(of_shard);
    }
    let mut run = Run::new(options.counting, Vec::new());
    for &endgame in &plan.endgames {
        let name = endgame.to_string();
        let (own, others) = parts.into_iter().partition(|part| part.endgame() == name);
        parts = others;
        environment.progress.note(endgame, "adding up");
        let outcome = Verification::new(endgame, &*environment.store, &options).conclude(own);
        run.verdicts.push(outcome.with_context(|| format!("{endgame} cannot be merged"))?.verdict);
    }
    environment.progress.finish();
    run.families = plan.family_verdicts(&run.verdicts);
    let format = report::format(&args.format.name()).context("the format is one of reports")?;
    verify::write_reports(&run, format, args.output.as_deref(), args.files())?;
    Ok(verify::status(&run))
}
