//! `judge`: a whole UCI engine, or the scores of a library, against the truth.

mod arguments;
mod asking;
mod play;
mod preparation;
mod report;

pub use arguments::JudgeArgs;
pub use preparation::{Truth, compared};
pub use report::{COMMAND, merge};

use std::{path::Path, process::ExitCode, sync::atomic::Ordering, time::Instant};

use anyhow::{Context, Result, bail};
use drawproof_judge::{
    asking::Asking,
    engine::{Engines, StartError},
    judgement::{Judgement, Logistic},
    measure::Settings,
    record::{CompareOptions, Comparison, Run, RunSettings, read_run, write_run},
    sample::Size,
};
use drawproof_tables::{Layout, NormalMaterial};

use self::{
    asking::{Found, ask_all},
    preparation::Preparation,
    report::{Limits, both, errors, explain_interrupt, judgement, write_reports},
};
use crate::{
    environment::Environment,
    output::{counted, read_file, saved, write_file},
    process::{self, INTERRUPTED},
    reports::Outputs,
    rule::asked,
};

/// Runs the command. What was found until an interrupt, or until the engine failed for good, is
/// reported.
pub fn run(args: &JudgeArgs, environment: &Environment) -> Result<ExitCode> {
    let begin = Instant::now();
    let endgames = arguments::requested(args, environment)?;
    asked::check(args.condition.as_deref(), &endgames)?;
    let baseline = args.baseline.as_deref().map(|path| read_baseline(path, &endgames));
    let baseline = baseline.transpose()?;
    let cancelled = process::cancel_on_interrupt();
    let launch = arguments::launch(args)?;
    let count = args.engines.map_or_else(rayon::current_num_threads, usize::from);
    let engines = match Engines::start_unless(&launch, count, cancelled) {
        Err(StartError::Cancelled(_)) => process::end_interrupted(),
        started => started?,
    };
    if args.play {
        return play::run(args, environment, &endgames, (engines, &launch), cancelled);
    }
    let size = args.size()?;
    let resumed = args.resume.as_deref().map(read).transpose()?;
    let mut answers = begun(resumed, args, arguments::settings(args, &launch, engines.name())?)?;
    let preparation = Preparation::start(answers.settings(), environment);
    environment.progress.expect_answers(&positions(&endgames, size));
    let measure = Settings {
        draw_band: args.draw_band,
        logistic: args.logistic.map(Logistic::given),
        worst: args.examples,
    };
    let (moves, shard) = (!args.no_moves, args.shard.shard);
    let asking = Asking { engines: &engines, measure, moves, shard, cancelled };
    let file = args.save.as_deref().or(args.resume.as_deref());
    explain_interrupt(file);
    let mut save = |answers: &Run| file.map_or(Ok(()), |path| write(path, answers));
    // A file that cannot be written is an error before the engine is asked.
    save(&answers)?;
    let Found { endgames: figures, not_judged } =
        ask_all(&asking, &preparation, &endgames, &mut answers, &mut save, environment)?;
    drop(engines);
    environment.progress.finish();
    let is_cancelled = cancelled.load(Ordering::Relaxed);
    if let Some((shard, path)) = args.shard.requested() {
        if is_cancelled {
            process::report_interrupt();
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if let Some(error) = errors(not_judged) {
            return Err(error.context("the shard is not written"));
        }
        return report::write(args, (shard, path), &endgames, &answers);
    }
    let judgement = judgement(&answers, figures, endgames.len());
    let baseline = baseline.filter(|_| !judgement.endgames.is_empty());
    let comparison =
        baseline.map(|baseline| differences(&baseline, &answers, args, preparation.truth()));
    let (comparison, not_compared) = match comparison.transpose() {
        Ok(comparison) => (comparison, None),
        Err(error) => (None, Some(error.context("the baseline cannot be compared"))),
    };
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    let limits = Limits { max_error: args.max_error, max_regression: args.max_regression };
    let status = write_reports(&outputs, &limits, &judgement, comparison.as_ref(), &not_judged)?;
    environment.progress.totals(|| totals(&judgement, begin) + &saved(file));
    if is_cancelled {
        process::report_interrupt();
        return Ok(ExitCode::from(INTERRUPTED));
    }
    match errors(not_judged).into_iter().chain(not_compared).reduce(both) {
        Some(error) => Err(error),
        None => Ok(status),
    }
}

/// The run to which answers are added: the resumed one, if there is one.
fn begun(resumed: Option<Run>, args: &JudgeArgs, settings: RunSettings) -> Result<Run> {
    let Some(mut run) = resumed else { return Ok(Run::new(settings)) };
    let path = args.resume.as_ref().map_or(String::new(), |path| path.display().to_string());
    run.settings().accepts(&settings).with_context(|| path)?;
    run.set_draw_band(settings.draw_band);
    Ok(run)
}

/// Reads a saved run.
fn read(path: &Path) -> Result<Run> {
    read_file(path, read_run)
}

/// Reads a baseline, which must have some of the endgames.
fn read_baseline(path: &Path, endgames: &[NormalMaterial]) -> Result<Run> {
    let run = read(path)?;
    if !endgames.iter().any(|endgame| run.endgame(&endgame.to_string()).is_some()) {
        bail!("{} has none of the endgames to judge", path.display());
    }
    Ok(run)
}

/// Saves a run.
fn write(path: &Path, run: &Run) -> Result<()> {
    write_file(path, |mut file| write_run(run, &mut file))
}

/// The positions that will be asked of each endgame, about.
fn positions(endgames: &[NormalMaterial], size: Size) -> Vec<f64> {
    let positions = |&endgame: &NormalMaterial| {
        let all = Layout::new(endgame).count() as f64 * 2.0;
        match size {
            Size::Positions(positions) => all.min(positions as f64),
            Size::All | Size::Games(_) => all,
        }
    };
    endgames.iter().map(positions).collect()
}

/// The differences between a baseline and the answers.
fn differences(baseline: &Run, run: &Run, args: &JudgeArgs, truth: &Truth) -> Result<Comparison> {
    let options = CompareOptions {
        draw_band: Some(args.draw_band),
        logistic: args.logistic.map(Logistic::given),
        examples: args.examples.min(CompareOptions::default().examples),
    };
    compared(baseline, run, &options, truth)
}

/// The line of totals.
fn totals(judgement: &Judgement, begin: Instant) -> String {
    format!(
        "{}: {} asked, {:.1} s",
        counted(judgement.endgames.len() as u64, "endgame", "endgames"),
        counted(judgement.endgames.iter().map(|it| it.asked).sum(), "position", "positions"),
        begin.elapsed().as_secs_f64()
    )
}
