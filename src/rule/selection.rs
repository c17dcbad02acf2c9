//! Verifies the rule that the arguments select, or asks it about single positions.

use std::{io::Write, time::Duration};

use anyhow::{Context, Result};
use drawproof_board::Board;
use drawproof_recognizers::{
    Claim, Position, Rule, catalogue, for_endgame, learned, possible_results,
};
use drawproof_session::answer::RecognizerAnswer;
use drawproof_tables::{NormalMaterial, Placement};
use drawproof_verifier::{Builtin, Options, Outcome, Predicate, TruthKind, subject::Program};

use super::{
    arguments::{RuleArgs, RuleChoice},
    child_process::Library,
    guard,
    job::{Answered, word_of},
    verifications::{Answerer, Found, Verifications},
};
use crate::{environment::Environment, output::hash_of};

/// Verifies the rule in the endgames of `work`, and returns the findings in each.
pub fn verify(
    work: &Verifications,
    rule: &RuleArgs,
    environment: &Environment,
) -> Vec<Result<Found>> {
    if let Some(library) = library(&rule.choice, environment) {
        return library.verify(work);
    }
    let mut all = Vec::new();
    let take = |_, found| {
        all.push(found);
        Ok(())
    };
    let answerer = |endgame| answerer(rule, endgame, &work.options);
    work.each(answerer, environment, take).expect("to keep an outcome never fails");
    all
}

/// Verifies the rule for all positions of the endgames of `work`, and returns the outcome in each.
///
/// # Errors
///
/// Fails if an endgame could not be verified.
pub fn verify_whole(
    work: &Verifications,
    rule: &RuleArgs,
    environment: &Environment,
) -> Result<Vec<Outcome>> {
    let found = work.endgames.iter().zip(verify(work, rule, environment));
    let outcome = |(endgame, found): (&NormalMaterial, Result<Found>)| {
        Ok(found.with_context(|| format!("{endgame} was not verified"))?.outcome())
    };
    found.map(outcome).collect()
}

/// Returns a text that identifies the rule, so that only shards of the same rule are merged.
pub fn identity(rule: &RuleChoice) -> Result<String> {
    if let Some(plugin) = &rule.plugin {
        let hash = hash_of(plugin).with_context(|| plugin.display().to_string())?;
        return Ok(format!("library {hash:016x}"));
    }
    Ok(match (&rule.program, rule.learned) {
        (Some(program), _) => format!("command {program}"),
        (None, true) => "learned".into(),
        (None, false) => "built-in".into(),
    })
}

/// Returns for each endgame whether the rule covers it; `None` if the rule cannot report this, such
/// as a program or a library without `drawproof_applies`.
pub fn applies(
    endgames: &[NormalMaterial],
    rule: &RuleChoice,
    environment: &Environment,
) -> Result<Option<Vec<bool>>> {
    if let Some(library) = library(rule, environment) {
        return library.applies(endgames);
    }
    if rule.program.is_some() {
        return Ok(None);
    }
    let has_rule = |it: &NormalMaterial| find_builtin(&it.to_string(), rule.learned).is_some();
    Ok(Some(endgames.iter().map(has_rule).collect()))
}

/// Returns the rule in a shared library, if it is one.
fn library<'a>(rule: &'a RuleChoice, environment: &'a Environment) -> Option<Library<'a>> {
    let plugin = rule.plugin.as_deref()?;
    Some(Library { plugin, limit: limit(rule), environment })
}

/// Returns the answerer of a rule that is not a shared library, about an endgame.
fn answerer(
    rule: &RuleArgs,
    endgame: NormalMaterial,
    options: &Options,
) -> Result<Answerer<'static>> {
    let workers = rule.workers.map_or_else(rayon::current_num_threads, usize::from);
    if let Some(program) = program(&rule.choice, workers)? {
        return Ok(Answerer::Program(program.scored_by(options.scores)));
    }
    if rule.truth == TruthKind::CanMate {
        let who_can_mate = |position: &Position| (possible_results(position), 0);
        let rule = Predicate::new("who can mate", &[], who_can_mate);
        return Ok(Answerer::Function(Box::new(rule)));
    }
    let builtin = builtin(&endgame.to_string(), rule.choice.learned)?;
    Ok(Answerer::Function(Box::new(Builtin(builtin))))
}

/// Returns the built-in rule for an endgame, if there is one.
fn find_builtin(name: &str, learned: bool) -> Option<&'static dyn Rule> {
    if learned { learned::for_endgame(name) } else { for_endgame(name) }
}

/// Returns the built-in rule for the endgame `name`: the learned one, or the hand-written one.
///
/// # Errors
///
/// Fails if there is no such rule.
pub fn builtin(name: &str, learned: bool) -> Result<&'static dyn Rule> {
    if learned {
        return find_builtin(name, true)
            .with_context(|| format!("there is no learned rule for {name}: see 'drawproof mine'"));
    }
    find_builtin(name, false).with_context(|| {
        let mut known: Vec<_> = catalogue().iter().map(|rule| rule.endgame()).collect();
        known.sort_unstable();
        let known = known.join(", ");
        format!(
            "there is no built-in rule, only for {known}; give your own rule with --plugin or \
             --command"
        )
    })
}

/// Returns the claim of the learned rule about a position; `None` unless the arguments select that
/// rule.
///
/// # Errors
///
/// Fails if there is no learned rule for the position's endgame.
pub fn ask_learned_rule(rule: &RuleChoice, board: &Board) -> Result<Option<RecognizerAnswer>> {
    if !rule.learned {
        return Ok(None);
    }
    let endgame = Placement::from(board).normalise().0.to_string();
    let rule = builtin(&endgame, true)?;
    Ok(Some(RecognizerAnswer::new(rule, &Position::from(board))))
}

/// Returns the claims of the user's rule about single positions; `None` if the arguments name no
/// such rule.
pub fn ask_users_rule(
    rule: &RuleChoice,
    positions: &[Position],
    environment: &Environment,
) -> Result<Option<Answered>> {
    if let Some(library) = library(rule, environment) {
        return library.ask(positions).map(Some);
    }
    let Some(program) = program(rule, 1)? else { return Ok(None) };
    let found = program.ask_all(positions)?;
    let reasons = program.reasons();
    let answer = |(position, (claim, set)): (&Position, (Claim, u64))| {
        (word_of(claim, position), reasons.matching(set, claim))
    };
    let answers = positions.iter().zip(found).map(answer).collect();
    Ok(Some(Answered { name: program.name(), answers }))
}

/// Returns the endgames that have a hand-written rule, sorted by number of men and name.
pub fn with_rule() -> Vec<NormalMaterial> {
    endgames_of(catalogue())
}

/// Returns the endgames that have a learned rule, sorted by number of men and name.
pub fn with_learned_rule() -> Vec<NormalMaterial> {
    endgames_of(learned::catalogue())
}

fn endgames_of(rules: &[&dyn Rule]) -> Vec<NormalMaterial> {
    let named = |name: &str| name.parse::<NormalMaterial>().expect("rules are for endgames");
    let mut found: Vec<_> = rules.iter().map(|rule| named(rule.endgame())).collect();
    found.sort_by_key(|material| (material.get().men(), material.to_string()));
    found
}

/// Starts the user's program with `workers` processes; `None` if the rule is not a program.
///
/// # Errors
///
/// Fails if the program cannot be started.
pub fn program(rule: &RuleChoice, workers: usize) -> Result<Option<Program>> {
    let Some(command) = &rule.program else { return Ok(None) };
    let program = Program::new(command, workers, limit(rule))?;
    Ok(Some(program.guarded_by(guard::words(None)?).reporting_errors_to(pass_on)))
}

/// Copies what a program writes on standard error to standard error.
fn pass_on(bytes: &[u8]) {
    // There is no place to report that it cannot be written.
    let _ = std::io::stderr().write_all(bytes);
}

fn limit(rule: &RuleChoice) -> Duration {
    Duration::from_secs(rule.timeout)
}
