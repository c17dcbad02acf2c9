//! The rule that a command is about, wherever it lives: verified, or asked about single positions.

use std::time::Duration;

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::patterns::{ListRule, Patterns};
use drawproof_recognizers::{Claim, Position, Rule, catalogue, for_endgame, learned};
use drawproof_tables::{Material, NormalMaterial};
use drawproof_verifier::{
    Builtin, Options, Outcome, Veto, Vetoed,
    outside::{Program, verify_program_with},
    verify,
};

use super::{
    foreign::{Answered, ask_plugin, verify_plugin},
    rule_args::RuleArgs,
};
use crate::{progress::VerifyProgress, store::Store};

/// Verifies the rule for an endgame.
pub fn judge(
    endgame: NormalMaterial,
    rule: &RuleArgs,
    options: &Options,
    store: &Store,
) -> Result<Outcome> {
    judge_held(endgame, rule, None, options, store)
}

/// Verifies the rule for an endgame, held back by a veto.
pub fn judge_held(
    endgame: NormalMaterial,
    rule: &RuleArgs,
    veto: Option<&Patterns>,
    options: &Options,
    store: &Store,
) -> Result<Outcome> {
    let name = endgame.to_string();
    if let Some(plugin) = &rule.plugin {
        return verify_plugin(plugin, &name, veto, options, limit(rule), store);
    }
    let progress = VerifyProgress::new(&name, store.quiet());
    let held = veto.map(|veto| veto_rule(&name, veto)).transpose()?;
    let held = held.as_ref().map(|veto| veto as &dyn Veto);
    if let Some(program) = program(rule)? {
        return Ok(verify_program_with(&program, held, endgame, store, options, &progress)?);
    }
    let rule = Builtin(builtin(&name, rule.learned)?);
    Ok(match held {
        Some(veto) => verify(&Vetoed::new(&rule, veto), endgame, store, options, &progress)?,
        None => verify(&rule, endgame, store, options, &progress)?,
    })
}

/// The patterns of a veto, ready to be asked.
pub(super) fn veto_rule(endgame: &str, veto: &Patterns) -> Result<ListRule> {
    let men = Men::of_endgame(endgame).context("an endgame has a name")?;
    Ok(ListRule::new("veto", &Library::new(men), veto))
}

/// The built-in rule for an endgame.
fn builtin(name: &str, learned: bool) -> Result<&'static dyn Rule> {
    if learned {
        return learned::for_endgame(name)
            .with_context(|| format!("there is no learned rule for {name}: see 'drawproof mine'"));
    }
    for_endgame(name).with_context(|| {
        let mut known: Vec<_> = catalogue().iter().map(|rule| rule.endgame()).collect();
        known.sort_unstable();
        let known = known.join(", ");
        format!(
            "there is no built-in rule, only for {known}; bring yours with --plugin or --command"
        )
    })
}

/// What one's own rule says of single positions; `None` if none is given.
pub fn ask_own(rule: &RuleArgs, positions: &[Position], store: &Store) -> Result<Option<Answered>> {
    if let Some(plugin) = &rule.plugin {
        return ask_plugin(plugin, positions, limit(rule), store).map(Some);
    }
    let Some(program) = program(rule)? else { return Ok(None) };
    let mut answers = Vec::new();
    for positions in positions.chunks(64) {
        let claims = program.ask_all(positions)?;
        answers.extend((0..positions.len()).map(|n| (claim_word(claims.get(n)), Vec::new())));
    }
    Ok(Some(Answered { name: program.name(), answers }))
}

/// The endgames that have a hand-written rule, by men and name.
pub fn with_rule() -> Vec<NormalMaterial> {
    endgames_of(catalogue())
}

/// The endgames that have a learned rule, by men and name.
pub fn with_learned_rule() -> Vec<NormalMaterial> {
    endgames_of(learned::catalogue())
}

fn endgames_of(rules: &[&dyn Rule]) -> Vec<NormalMaterial> {
    let named =
        |name: &str| name.parse::<Material>().expect("rules are for endgames").normalise().0;
    let mut found: Vec<_> = rules.iter().map(|rule| named(rule.endgame())).collect();
    found.sort_by_key(|material| (material.get().men(), material.to_string()));
    found
}

/// A claim as the line protocol has it.
pub(super) fn claim_word(claim: Option<Claim>) -> Option<String> {
    let word = match claim? {
        Claim::Draw => "draw",
        Claim::Win => "win",
        Claim::Loss => "loss",
    };
    Some(word.into())
}

fn program(rule: &RuleArgs) -> Result<Option<Program>> {
    let Some(command) = &rule.program else { return Ok(None) };
    let workers = rule.workers.map_or_else(rayon::current_num_threads, usize::from);
    Ok(Some(Program::new(command, workers, limit(rule))?))
}

fn limit(rule: &RuleArgs) -> Duration {
    Duration::from_secs(rule.timeout)
}
