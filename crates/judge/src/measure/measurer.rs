//! The figures of one endgame from the answers about its sample.

use std::{collections::BTreeMap, sync::Arc};

use drawproof_tables::{
    Value, Wdl,
    probe::{ProbeError, Values},
};
use drawproof_verifier::Class;

use super::{
    observation::{Observation, worst},
    scores::{ByScore, best_band, calibration, fit, place_of, points, score_distance},
    shares::{Counts, Maps, needed, share},
};
use crate::{
    answer::{Answer, Failure, Score},
    judgement::{
        ClassFigures, EndgameJudgement, Failures, Logistic, MapSquare, Moves, ScoreDistance, Share,
    },
    sample::{EndgameSample, Stratum},
};

/// The settings with which figures are computed from answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The draw band in centipawns: scores from minus this value to this value are read as draws.
    pub draw_band: i32,
    /// The logistic curve from scores to expected scores; `None` to fit one to the answers.
    pub logistic: Option<Logistic>,
    /// The maximum number of worst answers in a judgement.
    pub worst: usize,
}

impl Default for Settings {
    /// Returns the defaults: a draw band of 50 centipawns, a fitted curve, and ten worst answers.
    fn default() -> Settings {
        Settings { draw_band: 50, logistic: None, worst: 10 }
    }
}

/// Collects the answers about a sample, in any order, and computes their figures at any time.
pub struct Measurer<'a> {
    sample: Arc<EndgameSample>,
    values: &'a (dyn Values + Sync),
    settings: Settings,
    /// The observations by index in the sample; `None` without an answer.
    observed: Vec<Option<Observation>>,
    failures: BTreeMap<usize, Failure>,
}

impl<'a> Measurer<'a> {
    /// Creates a measurer without answers. `values` must cover the endgame and all endgames that
    /// its captures and promotions lead to.
    pub fn new(
        sample: Arc<EndgameSample>,
        values: &'a (dyn Values + Sync),
        settings: Settings,
    ) -> Measurer<'a> {
        let observed = vec![None; sample.len()];
        Measurer { sample, values, settings, observed, failures: BTreeMap::new() }
    }

    /// Adds an answer or failure about position `number` of the sample, replacing an earlier one.
    /// An answer with an illegal move counts as a failure. Panics if the sample has no such
    /// position.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing.
    pub fn add(
        &mut self,
        number: usize,
        answer: &Result<Answer, Failure>,
    ) -> Result<(), ProbeError> {
        let observed = match answer {
            Err(failure) => Err(failure.clone()),
            Ok(answer) => {
                let board = self.sample.placement(number).to_board();
                let board = board.expect("a sample has legal positions");
                let truth = self.sample.result(number);
                let band = self.settings.draw_band;
                Observation::new(&board, truth, answer, band, self.values)?
            }
        };
        self.failures.remove(&number);
        self.observed[number] = None;
        match observed {
            Ok(observation) => self.observed[number] = Some(observation),
            Err(failure) => drop(self.failures.insert(number, failure)),
        }
        Ok(())
    }

    /// Returns the sample that the answers are about.
    pub(crate) fn sample(&self) -> &EndgameSample {
        &self.sample
    }

    /// Returns the settings with which figures are computed.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the observation of position `number` of the sample; `None` without an answer.
    pub(crate) fn observation(&self, number: usize) -> Option<&Observation> {
        self.observed[number].as_ref()
    }

    /// Returns the observations with their indices in the sample.
    pub(crate) fn observations(&self) -> impl Iterator<Item = (usize, &Observation)> {
        self.observed.iter().enumerate().filter_map(|(n, seen)| Some((n, seen.as_ref()?)))
    }

    /// Returns the observations of positions that the program was asked about.
    pub(crate) fn asked(&self) -> impl Iterator<Item = &Observation> {
        self.observations().map(|(_, seen)| seen).filter(|seen| seen.is_asked())
    }

    /// Returns the weighted mean of a value over the observations that have it.
    fn mean(&self, value: impl Fn(&Observation) -> Option<f64>) -> Option<f64> {
        let (mut sum, mut total) = (0.0, 0.0);
        let weights = self.weights();
        for (number, seen) in self.observations() {
            if let Some(value) = value(seen) {
                sum += weights[self.stratum(number)] * value;
                total += weights[self.stratum(number)];
            }
        }
        (total > 0.0).then(|| sum / total)
    }

    /// Returns the logistic curve, given or fitted to the answers so far; `None` without a score in
    /// centipawns.
    pub(crate) fn curve(&self) -> Option<Logistic> {
        self.settings.logistic.map(|curve| Logistic { fitted: false, ..curve }).or_else(|| {
            let mut by_score = ByScore::new();
            for (score, truth, weight) in self.scored() {
                if let Score::Cp(centipawns) = score {
                    let [sum, sum_points] = by_score.entry(centipawns).or_default();
                    *sum += weight;
                    *sum_points += weight * points(truth);
                }
            }
            fit(&by_score)
        })
    }

    /// Returns the index of an observation's stratum.
    fn stratum(&self, number: usize) -> usize {
        self.sample.stratum(number).number()
    }

    /// Returns, for each stratum, the number of positions that one answer represents.
    fn weights(&self) -> [f64; Stratum::COUNT] {
        let mut answers = [0u64; Stratum::COUNT];
        self.observations().for_each(|(number, _)| answers[self.stratum(number)] += 1);
        let of = self.sample.strata();
        std::array::from_fn(|n| match answers[n] {
            0 => 0.0,
            answers => of[n].of as f64 / answers as f64,
        })
    }

    /// Returns score, true result and weight of all answers with a score.
    fn scored(&self) -> impl Iterator<Item = (Score, Wdl, f64)> {
        let weights = self.weights();
        self.observations().filter_map(move |(number, seen)| {
            Some((seen.score?, seen.truth, weights[self.stratum(number)]))
        })
    }

    /// Returns the share of hits in a domain. `hit` returns whether an observation is a hit; `None`
    /// outside of the domain.
    fn share(&self, hit: impl Fn(&Observation) -> Option<bool>) -> Share {
        let of = self.sample.strata();
        let mut strata: [Counts; Stratum::COUNT] =
            std::array::from_fn(|n| Counts { of: of[n].of, ..Counts::default() });
        for (number, seen) in self.observations() {
            let (counts, hit) = (&mut strata[self.stratum(number)], hit(seen));
            counts.answered += 1;
            counts.domain += u64::from(hit.is_some());
            counts.hits += u64::from(hit == Some(true));
        }
        share(&strata)
    }

    /// Returns the figures of the answers so far.
    ///
    /// # Errors
    ///
    /// Fails if a table for the lines of the worst answers is missing.
    pub fn judgement(&self) -> Result<EndgameJudgement, ProbeError> {
        let band = self.settings.draw_band;
        let curve = self.curve();
        let (results, shares) = self.results();
        let asked = self.asked().count();
        let weights = self.weights();
        let right_from = self.observations().filter_map(|(number, seen)| {
            let right_from = seen.right_from.as_deref().copied()?;
            Some((right_from, weights[self.stratum(number)]))
        });
        Ok(EndgameJudgement {
            endgame: self.sample.endgame(),
            source: self.sample.source().into(),
            asked: (asked + self.failures.len()) as u64,
            not_asked: (self.observations().count() - asked) as u64,
            of: self.sample.of(),
            sampled: self.sample.len() as u64,
            results,
            shares,
            no_score: self.asked().filter(|seen| seen.score.is_none()).count() as u64,
            accuracy: self.share(|seen| seen.is_right(band)),
            best_band: best_band(self.scored()),
            mean_squared_error: self.mean(|seen| seen.squared_error(curve.as_ref())),
            score_distance: self.score_distance(),
            logistic: curve,
            calibration: calibration(self.scored(), curve.as_ref()),
            moves: self.moves(),
            needed: needed(right_from),
            maps: self.maps(&weights),
            failures: self.failures(),
            worst: worst(
                &self.sample,
                self.observations(),
                band,
                curve.as_ref(),
                self.settings.worst,
                self.values,
            )?,
            classes: self.classes(),
            games_per_thousand: None,
        })
    }

    fn score_distance(&self) -> ScoreDistance {
        let won =
            self.observations().filter_map(|(number, seen)| match self.sample.value(number) {
                Some(Value::Win(mate)) => Some((seen.score?, mate.plies())),
                _ => None,
            });
        score_distance(&won.collect::<Vec<_>>())
    }

    /// Returns counts and weighted shares by true result and by the result read from the score.
    fn results(&self) -> ([[u64; 3]; 3], [[f64; 3]; 3]) {
        let (mut results, mut shares, mut total) = ([[0; 3]; 3], [[0.0; 3]; 3], 0.0);
        let weights = self.weights();
        for (number, seen) in self.observations() {
            if let Some(told) = seen.told(self.settings.draw_band) {
                let weight = weights[self.stratum(number)];
                results[place_of(seen.truth)][place_of(told)] += 1;
                shares[place_of(seen.truth)][place_of(told)] += weight;
                total += weight;
            }
        }
        if total > 0.0 {
            shares.iter_mut().flatten().for_each(|share| *share /= total);
        }
        (results, shares)
    }

    fn moves(&self) -> Moves {
        let mut results = [[0; 3]; 3];
        for (_, seen) in self.observations() {
            if let Some(after) = seen.after {
                results[place_of(seen.truth)][place_of(after)] += 1;
            }
        }
        let change = |from: Wdl, to: Wdl| {
            self.share(|seen| (seen.truth == from).then_some(seen.after?).map(|after| after == to))
        };
        Moves {
            asked: results.iter().flatten().sum(),
            win_to_draw: change(Wdl::Win, Wdl::Draw),
            win_to_loss: change(Wdl::Win, Wdl::Loss),
            draw_to_loss: change(Wdl::Draw, Wdl::Loss),
            results,
            points_lost: self.mean(Observation::points_lost),
        }
    }

    fn maps(&self, weights: &[f64; Stratum::COUNT]) -> [Vec<MapSquare>; 2] {
        let mut maps = Maps::new(self.sample.images());
        for (number, seen) in self.observations() {
            if let Some(is_right) = seen.is_right(self.settings.draw_band) {
                let weight = weights[self.stratum(number)];
                maps.add(&self.sample.placement(number), weight, !is_right);
            }
        }
        maps.finish()
    }

    fn failures(&self) -> Failures {
        let mut failures = Failures::default();
        for (&number, failure) in &self.failures {
            failures.note(failure, || self.sample.placement(number).to_fen());
        }
        failures
    }

    fn classes(&self) -> Vec<ClassFigures> {
        let figures = |class: Class| ClassFigures {
            class: class.name().into(),
            asked: self.observations().filter(|(_, seen)| seen.class == class).count() as u64,
            accuracy: self.share(|seen| {
                seen.is_right(self.settings.draw_band).filter(|_| seen.class == class)
            }),
        };
        Class::ALL.into_iter().map(figures).collect()
    }
}
