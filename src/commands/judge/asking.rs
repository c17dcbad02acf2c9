//! Asks the engine about the samples of all endgames, one after the other.

use std::sync::atomic::Ordering;

use anyhow::{Error, Result};
use drawproof_judge::{
    asking::Asking,
    judgement::{EndgameJudgement, NotJudged},
    record::{Run, RunError},
};
use drawproof_tables::NormalMaterial;

use super::preparation::{AHEAD_MEN_MAX, Preparation, Prepared};
use crate::environment::Environment;

/// The number of endgames in which the engine fails for good that ends the judgement.
pub(super) const GONE_MAX: usize = 3;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The figures of the endgames that were asked about, in their order.
    pub(super) endgames: Vec<EndgameJudgement>,
    /// Endgames that could not be judged to their end, with the reason.
    pub(super) not_judged: Vec<NotJudged>,
}

/// Asks about all endgames, but for the positions that `run` has answers about, until the work is
/// cancelled or the engine fails for good. Adds the answers to `run`, and calls `save` after each
/// endgame.
pub(super) fn ask_all(
    asking: &Asking,
    preparation: &Preparation,
    endgames: &[NormalMaterial],
    run: &mut Run,
    save: &mut dyn FnMut(&Run) -> Result<()>,
    environment: &Environment,
) -> Result<Found> {
    let mut found = Found::default();
    let not_judged = |endgame: &NormalMaterial, error: String| {
        let endgame = endgame.to_string();
        NotJudged { endgame, error }
    };
    let mut gone = 0;
    let mut requested = 0;
    for (number, endgame) in endgames.iter().enumerate() {
        if gone >= GONE_MAX {
            let why = "the engine failed for good in other endgames";
            found.not_judged.push(not_judged(endgame, why.into()));
            continue;
        }
        // This one, and the next one if it is small.
        let is_small = |it: &&NormalMaterial| it.get().men() <= AHEAD_MEN_MAX;
        let ahead = endgames.get(number + 1).filter(is_small);
        for it in [Some(endgame), ahead].into_iter().flatten().skip(requested - number) {
            preparation.request(*it);
            requested += 1;
        }
        environment.progress.set_in_background(false);
        let Some(prepared) = preparation.next(asking.cancelled) else { break };
        environment.progress.set_in_background(true);
        let mut ask = |prepared: Prepared| -> Result<_> {
            let asked = asking.endgame(&prepared.sample, &prepared, run, &*environment.progress);
            asked.map_err(|error| match error {
                RunError::Probe(_) => {
                    Error::new(error).context("a move leads to a table that is missing")
                }
                error => error.into(),
            })
        };
        match prepared.and_then(&mut ask) {
            Ok((judgement, ended)) => {
                // An interrupt may come before the first answer.
                if judgement.settled() > 0 || judgement.sampled == 0 {
                    found.endgames.push(judgement);
                }
                if let Err(engine_gone) = ended {
                    gone += 1;
                    found.not_judged.push(not_judged(endgame, engine_gone.to_string()));
                }
            }
            Err(error) => {
                found.not_judged.push(not_judged(endgame, format!("{error:#}")));
            }
        }
        save(run)?;
        environment.progress.next();
        if asking.cancelled.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(found)
}
