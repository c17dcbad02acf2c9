//! Asks the processes of an engine about a sample of an endgame, and measures the answers.

use std::sync::{Arc, Mutex, PoisonError, atomic::AtomicBool};

use drawproof_tables::{
    parallel::locked,
    probe::Values,
    progress::{Progress, Stage},
};
use drawproof_verifier::Shard;

use crate::{
    answer::{Answer, Failure, Question},
    engine::{EngineGone, Engines},
    judgement::EndgameJudgement,
    measure::{Measurer, Settings},
    record::{Run, RunError},
    sample::EndgameSample,
};

/// How to ask an engine about the positions of samples.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// The running processes of the engine.
    pub engines: &'a Engines,
    /// The draw band, the logistic curve, and the number of worst answers to list.
    pub measure: Settings,
    /// Whether to judge the engine's moves too, not only its scores.
    pub moves: bool,
    /// The shard of each sample to ask about; `None` for the whole sample.
    pub shard: Option<Shard>,
    /// A flag that stops the questions once another thread sets it.
    pub cancelled: &'a AtomicBool,
}

impl Asking<'_> {
    /// Asks the engine about the positions of `sample` that have no answer in `run`, and adds the
    /// answers to `run`. `values` must cover the endgame and all endgames that its captures and
    /// promotions lead to. `progress` counts the answers. Returns the endgame's figures, and an
    /// error beside them if the engine failed for good.
    ///
    /// # Errors
    ///
    /// Fails if the run has answers about another sample of the endgame, or if a table is missing.
    pub fn endgame(
        &self,
        sample: &Arc<EndgameSample>,
        values: &(dyn Values + Sync),
        run: &mut Run,
        progress: &dyn Progress,
    ) -> Result<(EndgameJudgement, Result<(), EngineGone>), RunError> {
        let answers = run.endgame_mut(sample)?;
        let mut measurer = Measurer::new(sample.clone(), values, self.measure);
        answers.for_each(|number, answer| measurer.add(number, answer))?;
        let all = self.shard.map_or(0..sample.len() as u64, |it| it.range(sample.len() as u64));
        let is_asked = |&place: &usize| all.contains(&(place as u64));
        let places: Vec<usize> = answers.unanswered().filter(is_asked).collect();
        let stage = Stage::Judging(sample.material());
        progress.begin(stage, places.len() as u64);
        let questions: Vec<Question> = places.iter().map(|&place| sample.question(place)).collect();
        let taken = Mutex::new((measurer, answers, Ok(())));
        let take = |number: usize, answer: Result<Answer, Failure>| {
            let answer = answer.map(|answer| match self.moves {
                true => answer,
                false => Answer { best: None, ..answer },
            });
            let (measurer, answers, measured) = &mut *locked(&taken);
            let added = measurer.add(places[number], &answer);
            if measured.is_ok() {
                *measured = added;
            }
            answers.add(places[number], answer);
            // `cancelled` stops the engines.
            _ = progress.advance(stage, 1);
        };
        let ended = self.engines.ask(&questions, self.cancelled, &take);
        let (measurer, _, measured) = taken.into_inner().unwrap_or_else(PoisonError::into_inner);
        measured?;
        Ok((measurer.judgement()?, ended))
    }
}
