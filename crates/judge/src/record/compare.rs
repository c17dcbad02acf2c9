//! Two runs compared, position by position where they asked the same ones.

use std::{error::Error, sync::Arc};

use drawproof_tables::{Material, NormalMaterial, probe::Values};
use drawproof_verifier::Class;

use super::{
    comparison::{
        ChangeVerdict, ChangedAnswer, ComparedRun, Comparison, Difference, Differences,
        EndgameComparison, SIGNIFICANT,
    },
    figure::{Answers, Compared, Figure, holm, mcnemar_p, normal_p},
    file::SAVED_JUDGEMENT,
    run::{EndgameRun, Run, RunError, RunSettings},
};
use crate::{
    judgement::{Logistic, Sample},
    measure::{Measurer, Observation, Settings, Shown, Z, shown, spread_over_classes},
    sample::EndgameSample,
};

/// The options of a comparison of two runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompareOptions {
    /// The draw band in centipawns for the scores of both runs; `None` for each run's own band.
    pub draw_band: Option<i32>,
    /// The logistic curve from scores to expected scores, for both runs; `None` to fit one to each
    /// run.
    pub logistic: Option<Logistic>,
    /// The maximum number of examples of each kind, newly wrong or newly right, for each endgame.
    pub examples: usize,
}

impl Default for CompareOptions {
    /// Returns the defaults: each run's own draw band, a curve fitted to each run, and five
    /// examples.
    fn default() -> CompareOptions {
        CompareOptions { draw_band: None, logistic: None, examples: 5 }
    }
}

/// A function that draws an endgame's sample again, as a run with the given settings drew it.
pub type Draw<'d> = dyn Fn(NormalMaterial, &RunSettings) -> Result<EndgameSample, Box<dyn Error + Send + Sync>>
    + 'd;

/// A function that returns the values of an endgame and of all endgames that its captures and
/// promotions lead to, all in one metric.
pub type ValuesOf<'v> =
    dyn Fn(NormalMaterial) -> Result<&'v (dyn Values + Sync), Box<dyn Error + Send + Sync>> + 'v;

/// Returns the differences between two runs, over the endgames that both have answers about.
///
/// `draw` draws an endgame's sample again, as a run with the given settings drew it. `values`
/// returns the values of an endgame and of all endgames that its captures and promotions lead to.
///
/// # Errors
///
/// Fails if the runs have no endgame in common, if they asked about positions that meet different
/// conditions, if this version draws another sample than a run asked about, or if a table is
/// missing.
pub fn compare<'a>(
    old: &'a Run,
    new: &'a Run,
    draw: &Draw,
    values: &ValuesOf<'a>,
    options: &CompareOptions,
) -> Result<Comparison, RunError> {
    old.settings().check_conditions(new.settings())?;
    let both =
        new.endgames().iter().filter_map(|of_new| Some((old.endgame(of_new.name())?, of_new)));
    let mut endgames = Vec::new();
    let mut figures: Vec<[Option<Compared>; Figure::ALL.len()]> = Vec::new();
    for (of_old, of_new) in both {
        let pair = Pair::new([(old, of_old), (new, of_new)], draw, values, options)?;
        let compared = pair.figures();
        endgames.push(pair.comparison(&compared, options.examples)?);
        figures.push(compared);
    }
    if endgames.is_empty() {
        return Err(RunError::NothingInCommon);
    }
    let total: [Option<Compared>; Figure::ALL.len()] = std::array::from_fn(|number| {
        Compared::total(figures.iter().filter_map(|of_endgame| of_endgame[number].as_ref()))
    });
    let mut total = differences(&total);
    correct(&mut [&mut total]);
    correct(&mut endgames.iter_mut().map(|e| &mut e.differences).collect::<Vec<_>>());
    let verdicts = endgames.iter().map(|endgame| endgame.differences.verdict);
    let verdict = ChangeVerdict::worst_of(verdicts.chain([total.verdict]));
    let only = |run: &Run, other: &Run| {
        let names = run.endgames().iter().map(|endgame| endgame.name().to_string());
        names.filter(|name| other.endgame(name).is_none()).collect()
    };
    Ok(Comparison {
        old: described(old, options),
        new: described(new, options),
        verdict,
        total,
        endgames,
        only_old: only(old, new),
        only_new: only(new, old),
        warnings: warnings(old, new, options),
    })
}

fn described(run: &Run, options: &CompareOptions) -> ComparedRun {
    let settings = run.settings();
    let sum = |of: &dyn Fn(&EndgameRun) -> u64| run.endgames().iter().map(of).sum();
    ComparedRun {
        engine: settings.engine.clone(),
        command: settings.command.clone(),
        limit: settings.limit.clone(),
        sample: Sample {
            positions: sum(&EndgameRun::answered),
            of: sum(&EndgameRun::of),
            seed: settings.seed,
        },
        draw_band: options.draw_band.unwrap_or(settings.draw_band),
    }
}

fn warnings(old: &Run, new: &Run, options: &CompareOptions) -> Vec<String> {
    let (old, new) = (old.settings(), new.settings());
    let mut warnings = Vec::new();
    if old.limit != new.limit {
        warnings.push(format!("The limits differ: '{}' and '{}'.", old.limit, new.limit));
    }
    if options.draw_band.is_none() && old.draw_band != new.draw_band {
        let (a, b) = (old.draw_band, new.draw_band);
        warnings.push(format!("The draw bands differ: {a} and {b} centipawns."));
    }
    if (old.size, old.seed) != (new.size, new.seed) {
        let why =
            "The samples differ, so answers are not paired and fewer changes are significant.";
        warnings.push(why.into());
    }
    warnings
}

/// The answers of both runs about one endgame.
struct Pair<'a> {
    endgame: &'a str,
    is_paired: bool,
    values: &'a (dyn Values + Sync),
    old: Measurer<'a>,
    new: Measurer<'a>,
    curves: [Option<Logistic>; 2],
}

impl<'a> Pair<'a> {
    fn new(
        runs: [(&Run, &'a EndgameRun); 2],
        draw: &Draw,
        values: &ValuesOf<'a>,
        options: &CompareOptions,
    ) -> Result<Pair<'a>, RunError> {
        let [(_, of_old), (_, of_new)] = runs;
        let endgame = of_new.name();
        let material: Material =
            endgame.parse().map_err(|_| SAVED_JUDGEMENT.damaged("its endgames"))?;
        let material = material.normalise().0;
        let undrawn = |error| RunError::Undrawn { endgame: endgame.into(), error };
        let values = values(material).map_err(undrawn)?;
        let is_paired = of_old.has_sample_of(of_new);
        let mut sample: Option<Arc<EndgameSample>> = None;
        let mut measured = Vec::new();
        for (run, of_run) in runs {
            if sample.is_none() || !is_paired {
                let drawn = draw(material, run.settings()).map_err(undrawn)?;
                sample = Some(Arc::new(drawn));
            }
            let settings = Settings {
                draw_band: options.draw_band.unwrap_or(run.settings().draw_band),
                logistic: options.logistic,
                worst: 0,
            };
            let sample = sample.clone().expect("it was just drawn");
            of_run.check(&sample)?;
            let mut measurer = Measurer::new(sample, values, settings);
            of_run.for_each(|number, answer| measurer.add(number, answer))?;
            measured.push(measurer);
        }
        let new = measured.pop().expect("there are two runs");
        let old = measured.pop().expect("there are two runs");
        let curves = [old.curve(), new.curve()];
        Ok(Pair { endgame, is_paired, values, old, new, curves })
    }

    fn figures(&self) -> [Option<Compared>; Figure::ALL.len()] {
        let old = Answers { measurer: &self.old, curve: self.curves[0] };
        let new = Answers { measurer: &self.new, curve: self.curves[1] };
        Figure::ALL.map(|figure| match self.is_paired {
            true => figure.paired(&old, &new),
            false => figure.unpaired(&old, &new),
        })
    }

    /// Returns the positions that both runs answered; none if the samples differ.
    fn pairs(&self) -> impl Iterator<Item = (usize, &Observation, &Observation)> {
        let observations = self.old.observations().filter(|_| self.is_paired);
        observations.filter_map(|(number, old)| Some((number, old, self.new.observation(number)?)))
    }

    fn comparison(
        &self,
        figures: &[Option<Compared>; Figure::ALL.len()],
        examples: usize,
    ) -> Result<EndgameComparison, RunError> {
        let bands = [&self.old, &self.new].map(|run| run.settings().draw_band);
        let (mut newly_wrong, mut newly_right) = (0, 0);
        let (mut new_move_errors, mut fixed_move_errors) = (0, 0);
        let mut changed = [Vec::new(), Vec::new()];
        for (number, old, new) in self.pairs() {
            let right = [old.is_right(bands[0]), new.is_right(bands[1])];
            newly_wrong += u64::from(right == [Some(true), Some(false)]);
            newly_right += u64::from(right == [Some(false), Some(true)]);
            let errs = [old, new].map(|seen| seen.points_lost().map(|points| points > 0.0));
            new_move_errors += u64::from(errs == [Some(false), Some(true)]);
            fixed_move_errors += u64::from(errs == [Some(true), Some(false)]);
            let is_worse = right == [Some(true), Some(false)] || errs == [Some(false), Some(true)];
            let is_better = right == [Some(false), Some(true)] || errs == [Some(true), Some(false)];
            if is_worse || is_better {
                let change = new.wrongness(bands[1], self.curves[1].as_ref())
                    - old.wrongness(bands[0], self.curves[0].as_ref());
                let kind = usize::from(change < 0.0);
                changed[kind].push((change.abs(), number, old, new));
            }
        }
        let [examples_wrong, examples_right] = changed.map(|changed| {
            chosen(changed, examples)
                .into_iter()
                .map(|(number, old, new)| self.example(number, old, new))
                .collect::<Result<_, RunError>>()
        });
        Ok(EndgameComparison {
            endgame: self.endgame.into(),
            paired: self.is_paired,
            asked_old: self.old.asked().count() as u64,
            asked_new: self.new.asked().count() as u64,
            asked_both: self
                .pairs()
                .filter(|(_, old, new)| old.is_asked() && new.is_asked())
                .count() as u64,
            differences: differences(figures),
            newly_wrong,
            newly_right,
            new_move_errors,
            fixed_move_errors,
            examples_wrong: examples_wrong?,
            examples_right: examples_right?,
        })
    }

    fn example(
        &self,
        number: usize,
        old: &Observation,
        new: &Observation,
    ) -> Result<ChangedAnswer, RunError> {
        let sample = self.new.sample();
        // The line refutes the wrong one of the two scores.
        let told = [(old, &self.old), (new, &self.new)]
            .map(|(seen, run)| seen.told(run.settings().draw_band))
            .into_iter()
            .find(|&told| told.is_some_and(|told| told != old.truth))
            .flatten();
        let Shown { fen, best, line } = shown(&sample.placement(number), told, self.values)?;
        let after = |seen: &Observation| seen.after.map(|result| result.word().to_string());
        Ok(ChangedAnswer {
            fen,
            class: old.class.name().into(),
            truth: old.truth.word().into(),
            dtm: sample.value(number).and_then(|it| it.signed_plies()),
            old_score: old.score,
            new_score: new.score,
            old_move: old.played.map(|mv| mv.to_string()),
            new_move: new.played.map(|mv| mv.to_string()),
            old_after: after(old),
            new_after: after(new),
            best,
            line,
        })
    }
}

/// A changed pair: how much its wrongness changed, its place in the sample, both answers.
type ChangedPair<'a> = (f64, usize, &'a Observation, &'a Observation);

/// Returns the pairs that changed most, spread over classes.
fn chosen<'a>(
    mut changed: Vec<ChangedPair<'a>>,
    limit: usize,
) -> Vec<(usize, &'a Observation, &'a Observation)> {
    changed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let of_class =
        |(_, number, old, new): ChangedPair<'a>| -> (Class, _) { (old.class, (number, old, new)) };
    spread_over_classes(changed.into_iter().map(of_class), limit)
}

impl Compared {
    /// Returns the figure over all endgames, each with the weight of its positions.
    fn total<'a>(endgames: impl Iterator<Item = &'a Compared> + Clone) -> Option<Compared> {
        let of: f64 = endgames.clone().map(|compared| compared.of).sum();
        if of == 0.0 {
            return None;
        }
        let mean = |value: &dyn Fn(&Compared) -> f64| {
            endgames.clone().map(|compared| compared.of / of * value(compared)).sum()
        };
        let variance = |value: &dyn Fn(&Compared) -> f64| {
            endgames.clone().map(|c| (c.of / of).powi(2) * value(c)).sum()
        };
        let discordant: Option<Vec<_>> =
            endgames.clone().map(|compared| compared.discordant.clone()).collect();
        Some(Compared {
            of,
            old: mean(&|compared| compared.old),
            new: mean(&|compared| compared.new),
            variance: variance(&|compared| compared.variance),
            variance_smoothed: variance(&|compared| compared.variance_smoothed),
            is_exact: endgames.clone().all(|compared| compared.is_exact),
            has_changed: endgames.clone().any(|compared| compared.has_changed),
            discordant: discordant.map(|endgames| endgames.concat()),
        })
    }

    /// Returns the probability of a difference at least as large if the runs were equal.
    fn p(&self) -> f64 {
        let difference = self.new - self.old;
        if !self.has_changed {
            return 1.0;
        }
        if self.is_exact {
            // No sample that might be another: every difference is one.
            return f64::from(difference == 0.0);
        }
        if let Some(p) = self.discordant.as_ref().and_then(|strata| mcnemar_p(strata)) {
            return p;
        }
        let is_certain = self.variance == 0.0;
        let variance = if is_certain { self.variance_smoothed } else { self.variance };
        match difference == 0.0 || variance == 0.0 {
            true => 1.0,
            false => normal_p(difference / variance.sqrt()),
        }
    }

    fn difference(&self) -> Difference {
        let difference = self.new - self.old;
        let half = Z * self.variance_smoothed.sqrt();
        Difference {
            old: Some(self.old),
            new: Some(self.new),
            difference: Some(difference),
            interval: Some([(difference - half).max(-1.0), (difference + half).min(1.0)]),
            p: Some(self.p()),
            corrected_p: None,
            verdict: match self.has_changed {
                true => ChangeVerdict::WithinTheNoise,
                false => ChangeVerdict::Unchanged,
            },
        }
    }
}

/// Returns the differences of all figures, their probabilities not corrected yet.
fn differences(figures: &[Option<Compared>; Figure::ALL.len()]) -> Differences {
    let of = |number: usize| figures[number].as_ref().map(Compared::difference).unwrap_or_default();
    Differences {
        verdict: ChangeVerdict::default(),
        accuracy: of(0),
        mean_squared_error: of(1),
        win_to_draw: of(2),
        win_to_loss: of(3),
        draw_to_loss: of(4),
    }
}

/// Corrects the probabilities of all figures together and sets the verdicts.
fn correct(all: &mut [&mut Differences]) {
    let figures = |d: &Differences| d.figures().map(|(_, figure)| figure.p);
    let found: Vec<f64> = all.iter().flat_map(|d| figures(d)).flatten().collect();
    let mut corrected = holm(&found).into_iter();
    for differences in all {
        for (figure, difference) in Figure::ALL.into_iter().zip(differences.figures_mut()) {
            if difference.p.is_some() {
                set_verdict(figure, difference, corrected.next().expect("one for each"));
            }
        }
        let verdicts = differences.figures().map(|(_, figure)| figure.verdict);
        differences.verdict = ChangeVerdict::worst_of(verdicts.into_iter());
    }
}

fn set_verdict(figure: Figure, difference: &mut Difference, corrected: f64) {
    difference.corrected_p = Some(corrected);
    if corrected < SIGNIFICANT {
        let is_more = difference.difference.is_some_and(|difference| difference > 0.0);
        difference.verdict = ChangeVerdict::of(is_more == figure.more_is_better(), corrected);
    }
}
