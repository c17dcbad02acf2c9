//! Judges the rule that the arguments select, or asks it about single positions.

use std::time::Duration;

use anyhow::{Context, Result};
use drawproof_miner::patterns::Patterns;
use drawproof_recognizers::{Position, Rule, catalogue, for_endgame, learned};
use drawproof_session::answer::claim_word;
use drawproof_tables::{Material, NormalMaterial};
use drawproof_verifier::{
    Builtin, Exceptions, Options, Outcome, WithExceptions, subject::Program, verify,
    verify_program_with,
};

use super::{
    arguments::RuleArgs,
    child_process::{Answered, ask_plugin, verify_plugin},
    exceptions::exceptions_rule,
    guard,
};
use crate::{environment::Environment, progress::VerifyProgress};

/// Verifies the rule for an endgame.
pub fn judge(
    endgame: NormalMaterial,
    rule: &RuleArgs,
    options: &Options,
    environment: &Environment,
) -> Result<Outcome> {
    judge_with_exceptions(endgame, rule, None, options, environment)
}

/// Verifies the rule for an endgame with exceptions added to it, if there are any.
pub fn judge_with_exceptions(
    endgame: NormalMaterial,
    rule: &RuleArgs,
    exceptions: Option<&Patterns>,
    options: &Options,
    environment: &Environment,
) -> Result<Outcome> {
    let name = endgame.to_string();
    if let Some(plugin) = &rule.plugin {
        return verify_plugin(plugin, &name, exceptions, options, limit(rule), environment);
    }
    let progress = VerifyProgress::new(&name, environment.quiet);
    let exceptions = exceptions.map(|it| exceptions_rule(&name, it)).transpose()?;
    let exceptions = exceptions.as_ref().map(|it| it as &dyn Exceptions);
    if let Some(program) = program(rule)? {
        return Ok(verify_program_with(
            &program,
            exceptions,
            endgame,
            &environment.store,
            options,
            &progress,
        )?);
    }
    let rule = Builtin(builtin(&name, rule.learned)?);
    Ok(match exceptions {
        Some(exceptions) => verify(
            &WithExceptions::new(&rule, exceptions),
            endgame,
            &environment.store,
            options,
            &progress,
        )?,
        None => verify(&rule, endgame, &environment.store, options, &progress)?,
    })
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
            "there is no built-in rule, only for {known}; give your own rule with --plugin or \
             --command"
        )
    })
}

/// The claims of the user's rule about single positions; `None` if the arguments name no such rule.
pub fn ask_users_rule(
    rule: &RuleArgs,
    positions: &[Position],
    environment: &Environment,
) -> Result<Option<Answered>> {
    if let Some(plugin) = &rule.plugin {
        return ask_plugin(plugin, positions, limit(rule), environment).map(Some);
    }
    let Some(program) = program(rule)? else { return Ok(None) };
    let mut answers = Vec::new();
    for positions in positions.chunks(64) {
        let claims = program.ask_all(positions)?;
        answers.extend(
            (0..positions.len())
                .map(|n| (claims.get(n).map(|it| claim_word(it).into()), Vec::new())),
        );
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

fn program(rule: &RuleArgs) -> Result<Option<Program>> {
    let Some(command) = &rule.program else { return Ok(None) };
    let workers = rule.workers.map_or_else(rayon::current_num_threads, usize::from);
    let program = Program::new(command, workers, limit(rule))?;
    Ok(Some(program.guarded_by(guard::words(None)?)))
}

fn limit(rule: &RuleArgs) -> Duration {
    Duration::from_secs(rule.timeout)
}
