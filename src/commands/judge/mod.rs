//! `judge`: a whole UCI engine, or the scores of a library, against the truth.

mod arguments;
mod asking;
mod play;
mod preparation;
mod report;

pub use arguments::JudgeArgs;
pub use preparation::{Truth, compared};
pub use report::{COMMAND, merge};

use std::{io::Write, path::Path, process::ExitCode};

use anyhow::{Error, Result, bail};
use drawproof_judge::{
    asking::Asking as AskingPositions,
    engine::{Engines, StartError},
    judgement::{Judgement, Logistic},
    measure::Settings,
    record::{
        CompareOptions, Comparison, Run, RunError, RunSettings, exceeds_error, exceeds_regression,
        read_run, write_run,
    },
    sample::Size,
};
use drawproof_tables::{Layout, NormalMaterial};

use self::{
    asking::{Asking, Found, Save, resumed},
    preparation::{Preparation, Prepared},
    report::{judgement, write_reports, write_shard},
};
use crate::{
    environment::Environment,
    frequencies::Frequencies,
    output::{counted, read_file},
    process,
    reports::Outputs,
    rule::asked,
    run::LongRun,
};

/// Runs `judge`. After an interrupt, or after the engine has failed for good, reports the findings
/// so far.
pub fn run(args: &JudgeArgs, environment: &Environment) -> Result<ExitCode> {
    let run = LongRun::begin(environment);
    let endgames = arguments::requested(args, environment)?;
    asked::check(args.condition.as_deref(), &endgames)?;
    let baseline = args.baseline.as_deref().map(|path| read_baseline(path, &endgames));
    let baseline = baseline.transpose()?;
    let frequencies = args.frequencies.as_deref().map(Frequencies::read).transpose()?;
    frequencies.iter().for_each(Frequencies::tell);
    let cancelled = run.stops_on_interrupt();
    let launch = arguments::launch(args)?;
    let count = args.engines.map_or_else(rayon::current_num_threads, usize::from);
    let engines = match Engines::start_unless(&launch, count, cancelled) {
        Err(StartError::Cancelled(_)) => process::end_interrupted(),
        started => started?,
    };
    let settings = arguments::settings(args, &launch, engines.name())?;
    let asking = Asking { args, environment, endgames, engines };
    match args.play {
        true => play::run(run, asking, settings),
        false => ask(run, asking, settings, (baseline, frequencies)),
    }
}

/// Asks about positions.
fn ask(
    mut run: LongRun,
    asking: Asking,
    settings: RunSettings,
    (baseline, frequencies): (Option<Run>, Option<Frequencies>),
) -> Result<ExitCode> {
    let Asking { args, environment, ref endgames, ref engines } = asking;
    let resumed = resumed(args, read_run, |it| it.settings().accepts(&settings))?;
    environment.progress.expect_answers(&positions(endgames, settings.size));
    let mut answers = resumed.unwrap_or_else(|| Run::new(settings));
    answers.set_draw_band(args.draw_band);
    let preparation = Preparation::start(answers.settings(), environment);
    let measure = Settings {
        draw_band: args.draw_band,
        logistic: args.logistic.map(Logistic::given),
        worst: args.examples,
    };
    let (moves, shard, cancelled) = (!args.no_moves, args.shard.shard, process::cancelled());
    let each = AskingPositions { engines, measure, moves, shard, cancelled };
    let ask = |prepared: &Prepared, answers: &mut Run, _: Save<Run>| {
        let asked = each.endgame(&prepared.sample, prepared, answers, &*environment.progress);
        let (figures, ended) = asked.map_err(|error| match error {
            RunError::Probe(_) => {
                Error::new(error).context("a move leads to a table that is missing")
            }
            error => error.into(),
        })?;
        // An interrupt may come before the first answer.
        let is_begun = figures.settled() > 0 || figures.sampled == 0;
        Ok((is_begun.then_some(figures), ended.err().map(|gone| gone.to_string())))
    };
    let write = |answers: &Run, mut out: &mut dyn Write| write_run(answers, &mut out);
    let Found { endgames: figures, not_judged } =
        asking.all(&mut run, &preparation, &mut answers, write, ask)?;
    let Asking { endgames, engines, .. } = asking;
    drop(engines);
    if let Some(shard) = args.shard.requested() {
        return write_shard(run, args, shard, endgames, &answers);
    }
    let mut judgement = judgement(&answers, figures, endgames.len());
    if let Some(frequencies) = frequencies {
        let games = |it: &str| it.parse().map_or(0.0, |endgame| frequencies.per_thousand(endgame));
        judgement = judgement.weighted(games);
    }
    let baseline = baseline.filter(|_| !judgement.endgames.is_empty());
    let comparison =
        baseline.map(|baseline| differences(&baseline, &answers, args, preparation.truth()));
    let comparison = comparison.transpose().unwrap_or_else(|error| {
        run.fail(error.context("the baseline cannot be compared"));
        None
    });
    let outputs = Outputs { format: args.format, output: None, files: &args.files };
    let mut exceeded = args.max_error.map_or_else(Vec::new, |it| exceeds_error(&judgement, it));
    if let (Some(comparison), Some(max_regression)) = (&comparison, args.max_regression) {
        exceeded.extend(exceeds_regression(comparison, max_regression));
    }
    let is_right =
        write_reports(&outputs, &exceeded, &judgement, comparison.as_ref(), &not_judged)?;
    run.totals(|| totals(&judgement));
    run.end(is_right)
}

/// Reads a baseline, which must have some of the endgames.
fn read_baseline(path: &Path, endgames: &[NormalMaterial]) -> Result<Run> {
    let run = read_file(path, read_run)?;
    if !endgames.iter().any(|endgame| run.endgame(&endgame.to_string()).is_some()) {
        bail!("{} has none of the endgames to judge", path.display());
    }
    Ok(run)
}

/// Returns the approximate number of positions that will be asked in each endgame.
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

/// Returns the differences between a baseline and the answers.
fn differences(baseline: &Run, run: &Run, args: &JudgeArgs, truth: &Truth) -> Result<Comparison> {
    let options = CompareOptions {
        draw_band: Some(args.draw_band),
        logistic: args.logistic.map(Logistic::given),
        examples: args.examples.min(CompareOptions::default().examples),
    };
    compared(baseline, run, &options, truth)
}

/// Returns the line of totals.
fn totals(judgement: &Judgement) -> String {
    format!(
        "{}: {} asked",
        counted(judgement.endgames.len() as u64, "endgame", "endgames"),
        counted(judgement.endgames.iter().map(|it| it.asked).sum(), "position", "positions")
    )
}
