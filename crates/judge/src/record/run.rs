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

/// The reason why a saved judgement cannot be read, resumed or compared.
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
        /// The name of the setting that differs.
        setting: &'static str,
        /// The value of the setting in the saved run.
        saved: String,
        /// The value of the setting now.
        now: String,
    },
    /// The run asked about other positions of this endgame.
    #[error(
        "the saved judgement of {0} is of other positions than this version of drawproof chooses, or \
         was judged by another table: see 'drawproof check {0}', and make it again with 'drawproof \
         judge --save'"
    )]
    Sample(String),
    /// The run was judged with another table of this endgame.
    #[error(
        "the answers about {0} were judged by another table of {0}: see 'drawproof check {0}', and judge \
         again with one table"
    )]
    OtherTable(String),
    /// Two runs that are to be combined have answers about the same position of this endgame.
    #[error("the answers about {0} are there twice")]
    Twice(String),
    /// The runs have no endgame in common.
    #[error("the saved judgements have no endgame in common")]
    NothingInCommon,
    /// The runs asked about positions that meet different conditions.
    #[error(
        "the runs asked about other positions ({old}, and {new}): compare two with one --where"
    )]
    Conditions {
        /// The condition of the old run.
        old: String,
        /// The condition of the new run.
        new: String,
    },
    /// The sample of an endgame cannot be drawn, or a table is missing or cannot be read.
    #[error("the positions of {endgame} cannot be chosen")]
    Undrawn {
        /// The endgame in canonical notation.
        endgame: String,
        /// The error of the sample or of the table.
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
    /// The tables have no value of a position.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

/// The maximum length of a failure's text in a run, in bytes; the rest is left out.
const DETAIL_BYTES_MAX: usize = 4096;

/// The settings of a run. Answers can be combined if their settings agree in all but the draw band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSettings {
    /// The engine's own name (`id name`) or, without one, its command.
    pub engine: String,
    /// The command that started the engine, and the options that were set.
    pub command: String,
    /// The limit of each search in UCI words, such as `nodes 1`.
    pub limit: String,
    /// The requested size of the sample of each endgame.
    pub size: Size,
    /// The seed of the samples.
    pub seed: u64,
    /// The condition that the sample's positions meet; `None` for all positions.
    #[serde(rename = "where", default)]
    pub condition: Option<String>,
    /// The draw band in centipawns: scores from minus this value to this value are read as draws.
    /// Answers do not depend on the band, so a run can be measured with another one.
    pub draw_band: i32,
}

impl RunSettings {
    /// Checks that answers made with `settings` can be added to answers made with these settings.
    ///
    /// # Errors
    ///
    /// Fails if the engine, its command, the limit, the size, the seed or the condition differs.
    /// The error names both values.
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

    /// Checks that the answers of two runs can be compared.
    ///
    /// # Errors
    ///
    /// Fails if the runs asked about positions that meet different conditions.
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

/// The settings and the answers of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    settings: RunSettings,
    pub(super) endgames: Vec<EndgameRun>,
}

/// The sample of an endgame about which a run asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SampleOf {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The number of positions of the sample.
    pub positions: u64,
    /// The number of positions from which the sample was chosen.
    pub of: u64,
    /// The [`EndgameSample::fingerprint`] of the sample.
    pub fingerprint: u64,
    /// The [`EndgameSample::truth`] of the sample; `None` in older files.
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
    /// The answers in blocks of [`Block::POSITIONS`] positions, in the order of the sample.
    pub(super) blocks: Vec<Block>,
}

impl Run {
    /// Creates a run without answers.
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

    /// Sets the draw band in centipawns: scores from minus this value to this value are read as
    /// draws.
    pub fn set_draw_band(&mut self, centipawns: i32) {
        self.settings.draw_band = centipawns;
    }

    /// Returns the answers about each endgame.
    pub fn endgames(&self) -> &[EndgameRun] {
        &self.endgames
    }

    /// Returns the answers about the endgame with this canonical name; `None` if the run has none.
    pub fn endgame(&self, name: &str) -> Option<&EndgameRun> {
        self.endgames.iter().find(|endgame| endgame.name() == name)
    }

    /// Returns the answers about `sample`, to which more can be added. They are empty if the
    /// endgame is new to the run.
    ///
    /// # Errors
    ///
    /// Fails if the run has answers about another sample of the endgame.
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
    /// Fails if the settings or a sample differ, or if both runs have answers about the same
    /// position.
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

    /// Returns the judgement of this run; `endgames` has the figures of each endgame.
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

    /// Returns the name of the endgame in canonical notation.
    pub fn name(&self) -> &str {
        &self.sample.endgame
    }

    /// Returns the number of positions of the sample.
    pub fn positions(&self) -> u64 {
        self.sample.positions
    }

    /// Returns the number of positions from which the sample was chosen.
    pub fn of(&self) -> u64 {
        self.sample.of
    }

    /// Returns whether both runs asked about the same sample.
    pub fn has_sample_of(&self, other: &EndgameRun) -> bool {
        self.sample.is_like(&other.sample)
    }

    /// Checks that the answers are about `sample`.
    ///
    /// # Errors
    ///
    /// Fails if the sample differs: it was drawn in another way, or from another table.
    pub fn check(&self, sample: &EndgameSample) -> Result<(), RunError> {
        self.sample.check(&SampleOf::new(sample))
    }

    /// Adds the answer about position `number` of the sample, replacing an earlier answer. Panics
    /// if the sample has no such position.
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

    /// Returns whether the run has an answer or a failure about position `number` of the sample.
    pub fn is_answered(&self, number: usize) -> bool {
        let block = self.blocks.get(number / Block::POSITIONS);
        block.is_some_and(|block| block.is_answered(number % Block::POSITIONS))
    }

    /// Returns the number of answers and failures.
    pub fn answered(&self) -> u64 {
        let lengths = (0..self.blocks.len()).map(|number| self.block_length(number));
        self.blocks.iter().zip(lengths).map(|(block, length)| block.answered(length) as u64).sum()
    }

    /// Returns the indices of the sample's positions without an answer, ascending.
    pub fn unanswered(&self) -> impl Iterator<Item = usize> {
        (0..self.sample.positions as usize).filter(|&number| !self.is_answered(number))
    }

    /// Calls `visit` with the index in the sample and the answer of each answered position,
    /// ascending, until `visit` fails.
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

    /// Returns the number of positions in block `number`.
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
