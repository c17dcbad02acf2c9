//! A judgement's settings and answers, as they are saved, resumed and measured again.

use std::error::Error;

use drawproof_tables::probe::ProbeError;
use drawproof_verifier::saved_file::FileError;
use serde::{Deserialize, Serialize};

use super::block::Block;
use crate::{
    answer::{Answer, Failure},
    judgement::{EndgameJudgement, Judgement, Sample},
    sample::{EndgameSample, Size},
};

/// Why a saved judgement cannot be read, resumed or compared.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The run was made with other settings.
    #[error(
        "the saved judgement has another {setting} ('{saved}', now '{now}'): repeat that one, or \
         save to another file"
    )]
    Settings {
        /// The setting that differs.
        setting: &'static str,
        /// Its value in the run.
        saved: String,
        /// Its value now.
        now: String,
    },
    /// The run has another sample.
    #[error(
        "the saved judgement of {0} is of other positions than this version of drawproof chooses, or \
         was judged by another table: see 'drawproof check {0}', and make it again with 'drawproof \
         judge --save'"
    )]
    Sample(String),
    /// The run was judged by another table.
    #[error(
        "the answers about {0} were judged by another table of {0}: see 'drawproof check {0}', and judge \
         again with one table"
    )]
    OtherTable(String),
    /// Two runs that are added up answer the same position.
    #[error("the answers about {0} are there twice")]
    Twice(String),
    /// The runs have no endgame in common.
    #[error("the saved judgements have no endgame in common")]
    NothingInCommon,
    /// The runs asked about positions of other conditions.
    #[error(
        "the runs asked about other positions ({old}, and {new}): compare two with one --where"
    )]
    Conditions {
        /// Of the old run.
        old: String,
        /// Of the new run.
        new: String,
    },
    /// A table is missing or cannot be read, or positions cannot be examined.
    #[error("the positions of {endgame} cannot be chosen")]
    Undrawn {
        /// The endgame.
        endgame: String,
        /// The reason of the source.
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
    /// A position has no value.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

/// The maximum length of a failure's text in a run, in bytes; the rest is left out.
const DETAIL_BYTES_MAX: usize = 4096;

/// The settings of a run. Answers under the same settings, except the draw band, belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSettings {
    /// The engine's own name, else its command.
    pub engine: String,
    /// The command that started it, and the options that were set.
    pub command: String,
    /// The limit of each search as in UCI.
    pub limit: String,
    /// The size of the sample of each endgame.
    pub size: Size,
    /// The seed of the samples.
    pub seed: u64,
    /// The condition that the positions meet; `None` for all positions.
    #[serde(rename = "where", default)]
    pub condition: Option<String>,
    /// Scores from minus this to this, in centipawns, are read as draws. Answers do not depend on
    /// it: the run can be measured with another band.
    pub draw_band: i32,
}

impl RunSettings {
    /// Returns whether answers under these settings and under `settings` belong together.
    ///
    /// # Errors
    ///
    /// The engine, its command, the limit, the size, the seed or the condition differs; the error names both.
    pub fn accepts(&self, settings: &RunSettings) -> Result<(), RunError> {
        let size = |size: Size| match size {
            Size::All => "all".into(),
            Size::Positions(number) | Size::Games(number) => number.to_string(),
        };
        let condition = |it: &RunSettings| it.condition.clone().unwrap_or_default();
        let (saved, now) = (self, settings);
        let differing = [
            ("engine", saved.engine.clone(), now.engine.clone()),
            ("command", saved.command.clone(), now.command.clone()),
            ("limit", saved.limit.clone(), now.limit.clone()),
            ("sample", size(saved.size), size(now.size)),
            ("seed", saved.seed.to_string(), now.seed.to_string()),
            ("condition", condition(saved), condition(now)),
        ]
        .into_iter()
        .find(|(_, saved, now)| saved != now);
        match differing {
            Some((setting, saved, now)) => Err(RunError::Settings { setting, saved, now }),
            None => Ok(()),
        }
    }

    /// Returns whether the answers of two runs can be compared.
    ///
    /// # Errors
    ///
    /// They asked about positions of other conditions.
    pub fn check_conditions(&self, new: &RunSettings) -> Result<(), RunError> {
        if self.condition == new.condition {
            return Ok(());
        }
        let [old, new] = [self, new].map(|it| match &it.condition {
            Some(condition) => format!("--where '{condition}'"),
            None => "all positions".to_owned(),
        });
        Err(RunError::Conditions { old, new })
    }
}

/// The answers of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    settings: RunSettings,
    pub(super) endgames: Vec<EndgameRun>,
}

/// The sample of an endgame in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SampleOf {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The positions of the sample.
    pub positions: u64,
    /// The number of positions to choose from.
    pub of: u64,
    /// [`EndgameSample::fingerprint`].
    pub fingerprint: u64,
    /// [`EndgameSample::truth`]; `None` in older files.
    #[serde(default)]
    pub truth: Option<u64>,
}

impl SampleOf {
    fn new(sample: &EndgameSample) -> SampleOf {
        SampleOf {
            endgame: sample.endgame(),
            positions: sample.len() as u64,
            of: sample.of(),
            fingerprint: sample.fingerprint(),
            truth: Some(sample.truth()),
        }
    }

    /// Returns whether both are the same positions.
    fn is_like(&self, other: &SampleOf) -> bool {
        (self.positions, self.of, self.fingerprint)
            == (other.positions, other.of, other.fingerprint)
    }

    /// Returns an error unless both are the same positions with the same values.
    fn check(&self, other: &SampleOf) -> Result<(), RunError> {
        if !self.is_like(other) {
            return Err(RunError::Sample(self.endgame.clone()));
        }
        match self.truth.zip(other.truth).is_some_and(|(one, other)| one != other) {
            true => Err(RunError::OtherTable(self.endgame.clone())),
            false => Ok(()),
        }
    }
}

/// The answers about the sample of one endgame.
#[derive(Clone, Debug, PartialEq)]
pub struct EndgameRun {
    pub(super) sample: SampleOf,
    /// The answers by place in the sample, [`Block::POSITIONS`] places each.
    pub(super) blocks: Vec<Block>,
}

impl Run {
    /// Returns a run without answers.
    pub fn new(settings: RunSettings) -> Run {
        Run { settings, endgames: Vec::new() }
    }

    /// Returns the settings of the run.
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// Returns whether both runs have the same answers about the same positions.
    pub fn has_answers_of(&self, other: &Run) -> bool {
        self.endgames == other.endgames
    }

    /// Sets the draw band with which scores are read.
    pub fn set_draw_band(&mut self, centipawns: i32) {
        self.settings.draw_band = centipawns;
    }

    /// Returns the answers about the sample of each endgame.
    pub fn endgames(&self) -> &[EndgameRun] {
        &self.endgames
    }

    /// Returns the answers about an endgame in canonical notation.
    pub fn endgame(&self, name: &str) -> Option<&EndgameRun> {
        self.endgames.iter().find(|endgame| endgame.name() == name)
    }

    /// Returns the answers about a sample, to add more; those of an endgame that is new to the run
    /// are empty.
    ///
    /// # Errors
    ///
    /// The run has answers about another sample of the endgame.
    pub fn endgame_mut(&mut self, sample: &EndgameSample) -> Result<&mut EndgameRun, RunError> {
        let name = sample.endgame();
        let number = match self.endgames.iter().position(|endgame| endgame.name() == name) {
            Some(number) => {
                self.endgames[number].check(sample)?;
                number
            }
            None => {
                self.endgames.push(EndgameRun::new(sample));
                self.endgames.len() - 1
            }
        };
        Ok(&mut self.endgames[number])
    }

    /// Adds the answers of another run with the same settings.
    ///
    /// # Errors
    ///
    /// Its settings or one of its samples differ, or both runs have an answer about one position.
    pub fn add(&mut self, other: Run) -> Result<(), RunError> {
        self.settings.accepts(&other.settings)?;
        for more in other.endgames {
            let Some(own) = self.endgames.iter_mut().find(|it| it.name() == more.name()) else {
                self.endgames.push(more);
                continue;
            };
            own.sample.check(&more.sample)?;
            own.add_all(&more)?;
        }
        Ok(())
    }

    /// Returns the judgement that consists of these figures of this run's endgames.
    pub fn judgement(&self, endgames: Vec<EndgameJudgement>) -> Judgement {
        let RunSettings { engine, command, limit, seed, condition, draw_band, .. } =
            self.settings.clone();
        let sample = Sample {
            positions: endgames.iter().map(EndgameJudgement::settled).sum(),
            of: endgames.iter().map(|endgame| endgame.of).sum(),
            seed,
        };
        let complete = endgames.iter().all(|endgame| endgame.settled() == endgame.sampled);
        let points_lost_per_thousand_games = None;
        Judgement {
            engine,
            command,
            limit,
            sample,
            condition,
            draw_band,
            endgames,
            complete,
            points_lost_per_thousand_games,
        }
    }
}

impl EndgameRun {
    fn new(sample: &EndgameSample) -> EndgameRun {
        let blocks = vec![Block::default(); sample.len().div_ceil(Block::POSITIONS)];
        EndgameRun { sample: SampleOf::new(sample), blocks }
    }

    /// Returns the endgame in canonical notation.
    pub fn name(&self) -> &str {
        &self.sample.endgame
    }

    /// Returns the number of positions of the sample.
    pub fn positions(&self) -> u64 {
        self.sample.positions
    }

    /// Returns the number of positions to choose from.
    pub fn of(&self) -> u64 {
        self.sample.of
    }

    /// Returns whether two runs asked the same sample.
    pub fn has_sample_of(&self, other: &EndgameRun) -> bool {
        self.sample.is_like(&other.sample)
    }

    /// Returns whether the answers are about this sample.
    ///
    /// # Errors
    ///
    /// The sample differs: it was drawn in another way, or from another table.
    pub fn check(&self, sample: &EndgameSample) -> Result<(), RunError> {
        self.sample.check(&SampleOf::new(sample))
    }

    /// Adds the answer about the position at place `number` of the sample, replacing an earlier
    /// answer. Panics if the sample has no such place.
    pub fn add(&mut self, number: usize, answer: Result<Answer, Failure>) {
        assert!((number as u64) < self.sample.positions, "the sample has the place");
        let length = self.block_length(number / Block::POSITIONS);
        let answer = answer.map_err(shortened);
        self.blocks[number / Block::POSITIONS].add(number % Block::POSITIONS, answer, length);
    }

    /// Adds the answers of another run about the same sample.
    fn add_all(&mut self, other: &EndgameRun) -> Result<(), RunError> {
        for (number, more) in other.blocks.iter().enumerate() {
            let length = self.block_length(number);
            if more.answered(length) == 0 {
                continue;
            }
            let mut answers = self.blocks[number].answers().into_owned();
            for (&place, answer) in more.answers().iter() {
                if answers.insert(place, answer.clone()).is_some() {
                    return Err(RunError::Twice(self.sample.endgame.clone()));
                }
            }
            self.blocks[number] = Block::of(answers, length);
        }
        Ok(())
    }

    /// Returns whether the run has an answer, or a failure, about the position at a place of the
    /// sample.
    pub fn is_answered(&self, number: usize) -> bool {
        let block = self.blocks.get(number / Block::POSITIONS);
        block.is_some_and(|block| block.is_answered(number % Block::POSITIONS))
    }

    /// Returns the number of answers and failures.
    pub fn answered(&self) -> u64 {
        let lengths = (0..self.blocks.len()).map(|number| self.block_length(number));
        self.blocks.iter().zip(lengths).map(|(block, length)| block.answered(length) as u64).sum()
    }

    /// Returns the places of the sample without an answer, ascending.
    pub fn unanswered(&self) -> impl Iterator<Item = usize> {
        (0..self.sample.positions as usize).filter(|&number| !self.is_answered(number))
    }

    /// Visits the answers by ascending place in the sample, until `visit` fails.
    pub fn for_each<E>(
        &self,
        mut visit: impl FnMut(usize, &Result<Answer, Failure>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (number, block) in self.blocks.iter().enumerate() {
            for (place, answer) in block.answers().iter() {
                visit(number * Block::POSITIONS + usize::from(*place), answer)?;
            }
        }
        Ok(())
    }

    /// Returns the number of positions of a block.
    pub(super) fn block_length(&self, number: usize) -> usize {
        let first = number * Block::POSITIONS;
        (self.sample.positions as usize - first).min(Block::POSITIONS)
    }
}

/// Returns a failure whose text is at most [`DETAIL_BYTES_MAX`] long.
fn shortened(failure: Failure) -> Failure {
    let short = |mut text: String| {
        text.truncate(text.floor_char_boundary(DETAIL_BYTES_MAX));
        text
    };
    match failure {
        Failure::Died(text) => Failure::Died(short(text)),
        Failure::IllegalMove(text) => Failure::IllegalMove(short(text)),
        other => other,
    }
}
