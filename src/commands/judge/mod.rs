//! `judge`: a whole UCI engine, or the scores of a library, against the truth.

mod arguments;
mod asking;
mod endgames;
mod engine;
pub mod preparation;

pub use arguments::{JudgeArgs, ReportFormat};

use std::{
    fs::File,
    io::{BufReader, Write},
    path::Path,
    process::ExitCode,
    sync::atomic::Ordering,
    time::Instant,
};

use anyhow::{Context, Error, Result, anyhow, bail};
use drawproof_judge::{
    engine::{Engines, StartError},
    judgement::{Judgement, Logistic},
    measure::Settings,
    record::{
        CompareOptions, Comparison, Run, compare, exceeds_error, exceeds_regression, read_run,
        write_run,
    },
    report::{self, Report},
    sample::Size,
};
use drawproof_report::TextStyle;
use drawproof_session::store::Store;
use drawproof_tables::{Layout, NormalMaterial};

use self::{
    asking::{Asking, Found},
    preparation::Preparation,
};
use crate::{
    commands::merge,
    environment::Environment,
    output::{counted, print_or_write, style_of, write_file},
    process::{self, INTERRUPTED, WRONG},
    progress::JudgeProgress,
};

/// Runs the command. What was found until an interrupt, or until the engine failed for good, is
/// reported.
pub fn run(args: &JudgeArgs, environment: &Environment) -> Result<ExitCode> {
    let begin = Instant::now();
    let endgames = endgames::requested(args, environment)?;
    let baseline = args.baseline.as_deref().map(|path| read_baseline(path, &endgames));
    let baseline = baseline.transpose()?;
    let resumed = args.resume.as_deref().map(read).transpose()?;
    let cancelled = process::cancel_on_interrupt();
    let launch = engine::launch(args)?;
    let count = args.engines.map_or_else(rayon::current_num_threads, usize::from);
    let engines = match Engines::start_unless(&launch, count, cancelled) {
        Err(StartError::Cancelled(_)) => process::end_interrupted(),
        started => started?,
    };
    let mut answers = begun(resumed, args, engine::settings(args, &launch, engines.name()))?;
    let preparation = Preparation::start(args.sample, args.seed, environment);
    let progress = JudgeProgress::begin(&positions(&endgames, args.sample), environment.quiet);
    let measure = Settings {
        draw_band: args.draw_band,
        logistic: args.logistic.map(logistic),
        worst: args.examples,
    };
    let moves = !args.no_moves;
    let asking = Asking {
        engines: &engines,
        measure,
        moves,
        shard: args.shard.shard,
        cancelled,
        preparation: &preparation,
        progress: &progress,
    };
    let file = args.save.as_deref().or(args.resume.as_deref());
    let mut save = |answers: &Run| file.map_or(Ok(()), |path| write(path, answers));
    // A file that cannot be written is an error before the engine is asked.
    save(&answers)?;
    let Found { endgames: figures, not_judged } =
        asking.ask_all(&endgames, &mut answers, &mut save, environment)?;
    drop(engines);
    progress.finish();
    environment.progress.finish();
    let is_cancelled = cancelled.load(Ordering::Relaxed);
    if let Some((shard, path)) = args.shard.requested() {
        if is_cancelled {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if let Some(error) = errors(not_judged) {
            return Err(error.context("the shard is not written"));
        }
        return merge::judge::write_shard(args, (shard, path), &endgames, &answers);
    }
    let judgement = judgement(&answers, figures, endgames.len());
    let baseline = baseline.filter(|_| !judgement.endgames.is_empty());
    let comparison =
        baseline.map(|baseline| compared(&baseline, &answers, args, preparation.store()));
    let (comparison, not_compared) = match comparison.transpose() {
        Ok(comparison) => (comparison, None),
        Err(error) => (None, Some(error.context("the baseline cannot be compared"))),
    };
    let outputs = Outputs::of(args);
    let is_exceeded = write_reports(&outputs, &judgement, comparison.as_ref(), &not_judged)?;
    environment.progress.totals(|| totals(&judgement, begin));
    if is_cancelled {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    match errors(not_judged).into_iter().chain(not_compared).reduce(both) {
        Some(error) => Err(error),
        None => Ok(status(is_exceeded)),
    }
}

/// The status of a judgement that was made whole.
pub fn status(is_exceeded: bool) -> ExitCode {
    if is_exceeded { ExitCode::from(WRONG) } else { ExitCode::SUCCESS }
}

/// The error about endgames that were not judged, each with the reason; `None` if there are none.
fn errors(not_judged: Vec<(String, String)>) -> Option<Error> {
    let errors = not_judged.into_iter();
    errors.map(|(endgame, why)| anyhow!("{endgame} was not judged: {why}")).reduce(both)
}

/// Two errors as one.
fn both(one: Error, other: Error) -> Error {
    anyhow!("{one:#}\ndrawproof: {other:#}")
}

/// Where reports go, and the limits that they state.
pub struct Outputs<'a> {
    /// The format on standard output.
    pub format: ReportFormat,
    /// The file that replaces standard output.
    pub output: Option<&'a Path>,
    /// The page for browsers.
    pub html: Option<&'a Path>,
    /// The JUnit file.
    pub junit: Option<&'a Path>,
    /// The Markdown file.
    pub markdown: Option<&'a Path>,
    /// The limit of wrong results.
    pub max_error: Option<f64>,
    /// The limit of figures that are worse than the baseline.
    pub max_regression: Option<f64>,
}

impl Outputs<'_> {
    fn of(args: &JudgeArgs) -> Outputs<'_> {
        Outputs {
            format: args.format,
            output: None,
            html: args.html.as_deref(),
            junit: args.junit.as_deref(),
            markdown: args.markdown.as_deref(),
            max_error: args.max_error,
            max_regression: args.max_regression,
        }
    }
}

/// The run to which answers are added: the resumed one, if there is one.
fn begun(
    resumed: Option<Run>,
    args: &JudgeArgs,
    settings: drawproof_judge::record::RunSettings,
) -> Result<Run> {
    let Some(mut run) = resumed else { return Ok(Run::new(settings)) };
    let path = args.resume.as_ref().map_or(String::new(), |path| path.display().to_string());
    run.accepts(&settings).with_context(|| path)?;
    run.set_draw_band(settings.draw_band);
    Ok(run)
}

/// Reads a saved run.
fn read(path: &Path) -> Result<Run> {
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    read_run(&mut BufReader::new(file)).with_context(name)
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

/// A curve of a given scale.
pub fn logistic(scale: f64) -> Logistic {
    Logistic { scale, offset: 0.0, fitted: false }
}

/// The positions that will be asked of each endgame, about.
fn positions(endgames: &[NormalMaterial], size: Size) -> Vec<f64> {
    let positions = |&endgame: &NormalMaterial| {
        let all = Layout::new(endgame).count() as f64 * 2.0;
        match size {
            Size::All => all,
            Size::Positions(positions) => all.min(positions as f64),
        }
    };
    endgames.iter().map(positions).collect()
}

/// The differences between a baseline and the answers.
fn compared(baseline: &Run, run: &Run, args: &JudgeArgs, store: &Store) -> Result<Comparison> {
    let options = CompareOptions {
        draw_band: Some(args.draw_band),
        logistic: args.logistic.map(logistic),
        examples: args.examples.min(CompareOptions::default().examples),
    };
    Ok(compare(baseline, run, store, store, &options)?)
}

/// The judgement of the endgames that were asked about, complete if they are all that were requested.
pub fn judgement(
    run: &Run,
    endgames: Vec<drawproof_judge::judgement::EndgameJudgement>,
    requested: usize,
) -> Judgement {
    let is_all = endgames.len() == requested;
    let judgement = run.judgement(endgames);
    Judgement { complete: judgement.complete && is_all, ..judgement }
}

/// Writes the report and the files. Returns whether a limit is exceeded.
pub fn write_reports(
    outputs: &Outputs,
    judgement: &Judgement,
    comparison: Option<&Comparison>,
    not_judged: &[(String, String)],
) -> Result<bool> {
    let mut exceeded =
        outputs.max_error.map_or_else(Vec::new, |max_error| exceeds_error(judgement, max_error));
    if let (Some(comparison), Some(max_regression)) = (comparison, outputs.max_regression) {
        exceeded.extend(exceeds_regression(comparison, max_regression));
    }
    let report = Report { judgement, comparison, exceeded: &exceeded, not_judged };
    let files = [
        (ReportFormat::Html, outputs.html),
        (ReportFormat::Junit, outputs.junit),
        (ReportFormat::Markdown, outputs.markdown),
    ];
    for (format, path) in files {
        if let Some(path) = path {
            let text = document(format, &report, TextStyle::default());
            write_file(path, |file| file.write_all(text.as_bytes()))?;
        }
    }
    let style = style_of(outputs.output);
    print_or_write(&document(outputs.format, &report, style), outputs.output)?;
    Ok(!exceeded.is_empty())
}

/// The report in a format.
fn document(format: ReportFormat, report: &Report, style: TextStyle) -> String {
    match format {
        ReportFormat::Text => report::text(report, style),
        ReportFormat::Json => report::json(report),
        ReportFormat::Markdown => report::markdown(report),
        ReportFormat::Junit => report::junit(report),
        ReportFormat::Github => report::github(report),
        ReportFormat::Html => report::html(report),
    }
}

/// The line of totals.
fn totals(judgement: &Judgement, begin: Instant) -> String {
    format!(
        "{}: {} asked, {:.1} s",
        counted(judgement.endgames.len() as u64, "endgame", "endgames"),
        counted(judgement.sample.positions, "position", "positions"),
        begin.elapsed().as_secs_f64()
    )
}
