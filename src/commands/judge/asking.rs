//! Asks the engine about the samples of all endgames, one after the other.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result};
use drawproof_judge::{
    answer::{Answer, Failure, Question},
    engine::{EngineGone, Engines},
    judgement::EndgameJudgement,
    measure::{Measurer, Settings},
    record::Run,
};
use drawproof_tables::{NormalMaterial, parallel::locked, probe::ProbeError};
use drawproof_verifier::Shard;

use super::preparation::{AHEAD_MEN_MAX, Preparation, Prepared};
use crate::{environment::Environment, progress::JudgeProgress};

/// The number of endgames in which the engine fails for good that ends the judgement.
const GONE_MAX: usize = 3;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The figures of the endgames that were asked about, in their order.
    pub(super) endgames: Vec<EndgameJudgement>,
    /// Endgames that could not be judged to their end, with the reason.
    pub(super) not_judged: Vec<(String, String)>,
}

/// How an engine is asked.
pub(super) struct Asking<'a> {
    pub(super) engines: &'a Engines,
    pub(super) measure: Settings,
    /// Whether moves are judged.
    pub(super) moves: bool,
    /// The shard of each sample that is asked; `None` for all of it.
    pub(super) shard: Option<Shard>,
    pub(super) cancelled: &'a AtomicBool,
    pub(super) preparation: &'a Preparation,
    pub(super) progress: &'a JudgeProgress,
}

impl Asking<'_> {
    /// Asks about all endgames, but for the positions that `run` has answers about, until the work is
    /// cancelled or the engine fails for good. Adds the answers to `run`, and calls `save` after each
    /// endgame.
    pub(super) fn ask_all(
        &self,
        endgames: &[NormalMaterial],
        run: &mut Run,
        save: &mut dyn FnMut(&Run) -> Result<()>,
        environment: &Environment,
    ) -> Result<Found> {
        let mut found = Found::default();
        let mut gone = 0;
        let mut requested = 0;
        for (number, endgame) in endgames.iter().enumerate() {
            if gone >= GONE_MAX {
                let why = "the engine failed for good in other endgames";
                found.not_judged.push((endgame.to_string(), why.into()));
                continue;
            }
            // This one, and the next one if it is small.
            let is_small = |it: &&NormalMaterial| it.get().men() <= AHEAD_MEN_MAX;
            let ahead = endgames.get(number + 1).filter(is_small);
            for it in [Some(endgame), ahead].into_iter().flatten().skip(requested - number) {
                self.preparation.request(*it);
                requested += 1;
            }
            environment.progress.set_in_background(false);
            let Some(prepared) = self.preparation.next(self.cancelled) else { break };
            environment.progress.set_in_background(true);
            match prepared.and_then(|prepared| self.ask(&prepared, run)) {
                Ok((judgement, ended)) => {
                    if judgement.asked > 0 {
                        found.endgames.push(judgement);
                    }
                    if let Err(engine_gone) = ended {
                        gone += 1;
                        found.not_judged.push((endgame.to_string(), engine_gone.to_string()));
                    }
                }
                Err(error) => {
                    found.not_judged.push((endgame.to_string(), format!("{error:#}")));
                }
            }
            save(run)?;
            self.progress.end_endgame();
            if self.cancelled.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(found)
    }

    /// Asks about an endgame. Returns its figures, and whether the engine failed for good.
    fn ask(
        &self,
        prepared: &Prepared,
        run: &mut Run,
    ) -> Result<(EndgameJudgement, Result<(), EngineGone>)> {
        let sample = &prepared.sample;
        let answers = run.endgame_mut(sample)?;
        let mut measurer = Measurer::new(sample.clone(), prepared, self.measure);
        answers.for_each(|number, answer| measurer.add(number, answer))?;
        let all = self.shard.map_or(0..sample.len() as u64, |it| it.range(sample.len() as u64));
        let is_asked = |&place: &usize| all.contains(&(place as u64));
        let places: Vec<usize> = answers.unanswered().filter(is_asked).collect();
        let asked = all.end - all.start;
        let known = asked.saturating_sub(places.len() as u64);
        self.progress.begin_endgame(&sample.endgame(), asked, known);
        let questions: Vec<Question> = places.iter().map(|&place| sample.question(place)).collect();
        let (moves, progress) = (self.moves, self.progress);
        let taken = Mutex::new((measurer, answers, None::<ProbeError>));
        let take = |number: usize, answer: Result<Answer, Failure>| {
            let answer = answer.map(|answer| match moves {
                true => answer,
                false => Answer { best: None, ..answer },
            });
            let (measurer, answers, error) = &mut *locked(&taken);
            if let Err(found) = measurer.add(places[number], &answer) {
                error.get_or_insert(found);
            }
            answers.add(places[number], answer);
            progress.answer();
        };
        let ended = self.engines.ask(&questions, self.cancelled, &take);
        let (measurer, _, error) = taken.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = error {
            return Err(error).context("a move leads to a table that is missing");
        }
        Ok((measurer.judgement()?, ended))
    }
}
