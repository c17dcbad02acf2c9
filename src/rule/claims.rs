//! The claims of a rule about many positions, asked in this process.

use std::{
    io,
    sync::{Mutex, PoisonError},
};

use anyhow::Result;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Answers, Batch, Builtin, Subject,
    subject::{Fault, Plugin, Slots},
};

use super::{
    arguments::RuleChoice,
    selection::{builtin, program},
};

/// A function that returns the claim of a rule about each position.
pub type Ask<'a> = &'a (dyn Fn(&[Position]) -> io::Result<Vec<Claim>> + Sync);

/// Calls `work` with a function that asks the rule about positions of an endgame.
///
/// A library is called in this process. Call this only after the library was verified, which shows
/// that it neither crashes nor hangs on a position.
///
/// # Errors
///
/// Fails if the endgame has no built-in rule and none of the user's is given, if the rule cannot be
/// loaded, or if `work` fails.
pub fn with_claims<T>(
    endgame: NormalMaterial,
    rule: &RuleChoice,
    work: impl FnOnce(Ask) -> Result<T>,
) -> Result<T> {
    if let Some(path) = &rule.plugin {
        let plugin = Plugin::load(path, Slots::private()?)?;
        return of_subject(&plugin, work);
    }
    if let Some(program) = program(rule, rayon::current_num_threads())? {
        return work(&|positions| {
            let answers = program.ask_all(positions).map_err(io::Error::other)?;
            Ok(answers.into_iter().map(|(claim, _)| claim).collect())
        });
    }
    of_subject(&Builtin(builtin(&endgame.to_string(), rule.learned)?), work)
}

fn of_subject<T>(subject: &dyn Subject, work: impl FnOnce(Ask) -> Result<T>) -> Result<T> {
    let one_at_a_time = Mutex::new(());
    work(&|positions| {
        let _turn = (!subject.thread_safe())
            .then(|| one_at_a_time.lock().unwrap_or_else(PoisonError::into_inner));
        let mut answers = Answers::default();
        let claim = |position: &Position| -> Result<Claim, Fault> {
            subject.ask(&Batch::single(position), false, &mut answers)?;
            Ok(answers.claims.get(0))
        };
        let claims: Result<_, Fault> = positions.iter().map(claim).collect();
        claims.map_err(io::Error::other)
    })
}
