//! The judgement as a whole and its reports, and the shards of `judge`.

use std::{path::Path, process::ExitCode, sync::atomic::AtomicBool};

use anyhow::{Context, Result, bail, ensure};
use drawproof_judge::{
    judgement::{EndgameJudgement, Judgement, Logistic, NotJudged},
    measure,
    record::{Comparison, Exceeded, Run, RunSettings, exceeds_error, read_run, write_run},
    report::Report,
};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::Shard;
use serde::{Deserialize, Serialize};

use super::{arguments::JudgeArgs, preparation::Preparation};
use crate::{environment::Environment, process, reports::Outputs, run::LongRun, shard::ShardSet};

/// Returns the judgement of the endgames that were asked about. The judgement is complete only if
/// all `requested` endgames were asked about.
pub(super) fn judgement(run: &Run, endgames: Vec<EndgameJudgement>, requested: usize) -> Judgement {
    let is_all = endgames.len() == requested;
    let judgement = run.judgement(endgames);
    Judgement { complete: judgement.complete && is_all, ..judgement }
}

/// Writes the main report and the report files. Returns whether no limit was exceeded.
pub(super) fn write_reports(
    outputs: &Outputs,
    exceeded: &[Exceeded],
    judgement: &Judgement,
    comparison: Option<&Comparison>,
    not_judged: &[NotJudged],
) -> Result<bool> {
    let report = Report { judgement, comparison, exceeded, not_judged };
    outputs.write(|format, style| report.document(format, style))?;
    Ok(exceeded.is_empty())
}

/// The name of this command in the files of shards.
pub const COMMAND: &str = "judge";

/// The settings of a judgement, without its answers.
#[derive(Serialize, Deserialize)]
struct Settings {
    endgames: Vec<NormalMaterial>,
    #[serde(flatten)]
    run: RunSettings,
    moves: bool,
    logistic: Option<f64>,
    max_error: Option<f64>,
    examples: usize,
}

/// Ends the run of a shard, and writes its `answers` to the file of the shard.
pub(super) fn write_shard(
    run: LongRun,
    args: &JudgeArgs,
    shard: (Shard, &Path),
    endgames: Vec<NormalMaterial>,
    answers: &Run,
) -> Result<ExitCode> {
    let settings = Settings {
        endgames,
        run: answers.settings().clone(),
        moves: !args.no_moves,
        logistic: args.logistic,
        max_error: args.max_error,
        examples: args.examples,
    };
    let mut body = Vec::new();
    write_run(answers, &mut body)?;
    run.end_shard(shard, COMMAND, &settings, &body)
}

/// Merges the findings of all shards and writes one report.
pub fn merge(shards: ShardSet, outputs: &Outputs, environment: &Environment) -> Result<ExitCode> {
    let settings: Settings = shards.settings()?;
    let mut all = Run::new(settings.run.clone());
    for (path, body) in shards.into_bodies() {
        let name = || path.display().to_string();
        let run = read_run(&mut &body[..]).with_context(name)?;
        all.add(run).with_context(name)?;
    }
    let measure = measure::Settings {
        draw_band: settings.run.draw_band,
        logistic: settings.logistic.map(Logistic::given),
        worst: settings.examples,
    };
    let preparation = Preparation::start(&settings.run, environment);
    let mut figures = Vec::new();
    for &endgame in &settings.endgames {
        environment.progress.note("adding up", endgame);
        figures.push(figures_of(endgame, &mut all, &preparation, measure)?);
    }
    environment.progress.finish();
    let judgement = judgement(&all, figures, settings.endgames.len());
    let exceeded = settings.max_error.map_or_else(Vec::new, |it| exceeds_error(&judgement, it));
    Ok(process::verdict(write_reports(outputs, &exceeded, &judgement, None, &[])?))
}

/// Returns the figures of the answers about an endgame.
fn figures_of(
    endgame: NormalMaterial,
    run: &mut Run,
    preparation: &Preparation,
    measure: measure::Settings,
) -> Result<EndgameJudgement> {
    preparation.request(endgame);
    let never = AtomicBool::new(false);
    let prepared = preparation.next(&never).context("nothing cancels the work")??;
    if run.endgame(&endgame.to_string()).is_none() {
        bail!("no shard has answers about {endgame}");
    }
    let answers = run.endgame_mut(&prepared.sample)?;
    let asked = answers.answered();
    ensure!(asked == answers.positions(), "the shards leave positions of {endgame} out");
    let mut measurer = measure::Measurer::new(prepared.sample.clone(), &prepared, measure);
    answers.for_each(|number, answer| measurer.add(number, answer))?;
    Ok(measurer.judgement()?)
}
