//! Runs rules of shared libraries in a child process: the same program, started with the hidden
//! command `rule-child`, under a guard. The child does the job in a temporary folder and writes its
//! results there, and its standard output goes to standard error. If the rule crashes or hangs, the
//! parent reports the function and the position.

use std::{
    ffi::OsString,
    fs,
    ops::Range,
    path::Path,
    process::{Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use drawproof_miner::patterns::ScopedPatterns;
use drawproof_recognizers::Position;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Options, Outcome, Part, Verdict, fen_of, read_recordings,
    subject::{Ending, Phase, ProcessGroup, Slots, crash, supervise},
};

use super::{
    exchange::{from_bytes, to_bytes},
    guard,
    job::{Answered, Done, FOUND, Job, Task},
};
use crate::{environment::Environment, scratch};

/// Verifies a rule in a shared library for some endgames, with exceptions added to it if there are
/// any. One process does them all, so that it solves each table once; after a crash or a hang
/// another one does the endgames that are left. The counterexamples of each endgame go to a file in
/// the folder `dumps` if there is one.
pub fn verify_plugin(
    plugin: &Path,
    endgames: &[NormalMaterial],
    exceptions: Option<&[ScopedPatterns]>,
    options: &Options,
    limit: Duration,
    dumps: Option<&Path>,
    environment: &Environment,
) -> Vec<Result<Outcome>> {
    let mut outcomes: Vec<Result<Outcome>> = Vec::new();
    while outcomes.len() < endgames.len() {
        let left = &endgames[outcomes.len()..];
        let task = Task::Verify {
            endgames: left.to_vec(),
            exceptions: exceptions.map(<[_]>::to_vec),
            options: options.clone(),
            dump: dumps.is_some(),
        };
        let folder = scratch::Folder::new().context("a temporary folder is needed");
        let done = folder.map_err(Failed::from).and_then(|folder| {
            let done = run(plugin, task, limit, environment, folder.path());
            outcomes
                .extend(left.iter().map_while(|&endgame| outcome(folder.path(), endgame, dumps)));
            done
        });
        let error = match done {
            // The next endgame may go well.
            Err(Failed { error, during: Some(Phase::Claim | Phase::Parts) }) => {
                outcomes.push(Err(error));
                continue;
            }
            Err(Failed { error, .. }) => error,
            Ok(Done::Failed(why)) => anyhow!(why),
            Ok(Done::Written) if outcomes.len() == endgames.len() => break,
            Ok(_) => of_another_kind(),
        };
        // If the library fails as it is unloaded, no result of it counts.
        if outcomes.len() == endgames.len() {
            outcomes.pop();
        }
        outcomes.push(Err(error));
        break;
    }
    outcomes
}

/// Verifies a rule in a shared library for some chunks of the questions about some endgames, in one
/// process.
///
/// # Errors
///
/// An endgame could not be verified.
pub fn verify_plugin_parts(
    plugin: &Path,
    pieces: &[(NormalMaterial, Range<usize>)],
    options: &Options,
    limit: Duration,
    environment: &Environment,
) -> Result<Vec<Part>> {
    let task = Task::Parts { pieces: pieces.to_vec(), options: options.clone() };
    run_one(plugin, task, limit, environment, |done, folder| {
        let read = |(endgame, _): &(NormalMaterial, _)| -> Result<Part> {
            from_bytes(&fs::read(folder.join(format!("{endgame}.part")))?)
        };
        matches!(done, Done::Written).then(|| pieces.iter().map(read).collect())
    })
}

/// The outcome that a child process has left in its folder; `None` if it did not get so far. Moves
/// the counterexamples to the folder `dumps`.
fn outcome(
    folder: &Path,
    endgame: NormalMaterial,
    dumps: Option<&Path>,
) -> Option<Result<Outcome>> {
    let bytes = fs::read(folder.join(format!("{endgame}.verdict"))).ok()?;
    let outcome = || -> Result<Outcome> {
        let verdict: std::result::Result<Verdict, String> = from_bytes(&bytes)?;
        let verdict = verdict.map_err(|why| anyhow!(why))?;
        if let Some(dumps) = dumps {
            fs::rename(folder.join(format!("{endgame}.dump")), dumps.join(endgame.to_string()))?;
        }
        let recording = match fs::File::open(folder.join(format!("{endgame}.recording"))) {
            Ok(mut file) => read_recordings(&mut file)?.pop(),
            Err(_) => None,
        };
        Ok(Outcome { verdict, recording })
    };
    Some(outcome())
}

/// Which of some endgames a rule in a shared library is about; `None` if it does not export
/// `drawproof_applies`.
pub fn ask_whether_plugin_applies(
    plugin: &Path,
    endgames: &[NormalMaterial],
    limit: Duration,
    environment: &Environment,
) -> Result<Option<Vec<bool>>> {
    let task = Task::Applies { endgames: endgames.to_vec() };
    run_one(plugin, task, limit, environment, |done, _| match done {
        Done::Applies(applies) => Some(Ok(applies)),
        _ => None,
    })
}

/// The error of a child process that did other work.
fn of_another_kind() -> anyhow::Error {
    anyhow!("the process of the rule returned a result of another kind")
}

/// Asks a rule in a shared library about single positions.
pub fn ask_plugin(
    plugin: &Path,
    positions: &[Position],
    limit: Duration,
    environment: &Environment,
) -> Result<Answered> {
    let task = Task::Ask { fens: positions.iter().map(fen_of).collect() };
    run_one(plugin, task, limit, environment, |done, _| match done {
        Done::Answered(answered) => Some(Ok(answered)),
        _ => None,
    })
}

/// Runs the command line of `find` in the process of a rule in a shared library; returns its output.
pub fn find_with_plugin(
    plugin: &Path,
    arguments: Vec<OsString>,
    limit: Duration,
    environment: &Environment,
) -> Result<Vec<u8>> {
    let task = Task::Find { arguments };
    run_one(plugin, task, limit, environment, |done, folder| {
        matches!(done, Done::Written).then(|| Ok(fs::read(folder.join(FOUND))?))
    })
}

/// Runs a child process, and reads with `read` what it has done, if that is what was asked for.
fn run_one<T>(
    plugin: &Path,
    task: Task,
    limit: Duration,
    environment: &Environment,
    read: impl FnOnce(Done, &Path) -> Option<Result<T>>,
) -> Result<T> {
    let folder = scratch::Folder::new().context("a temporary folder is needed")?;
    match run(plugin, task, limit, environment, folder.path()).map_err(|it| it.error)? {
        Done::Failed(why) => Err(anyhow!(why)),
        done => read(done, folder.path()).unwrap_or_else(|| Err(of_another_kind())),
    }
}

/// Why a child process did not do its work.
struct Failed {
    error: anyhow::Error,
    /// What ran when it crashed or hung.
    during: Option<Phase>,
}

impl<E: Into<anyhow::Error>> From<E> for Failed {
    fn from(error: E) -> Failed {
        Failed { error: error.into(), during: None }
    }
}

/// Runs a child process. An error names the function and the position at which the rule crashed or
/// hung.
fn run(
    plugin: &Path,
    task: Task,
    limit: Duration,
    environment: &Environment,
    folder: &Path,
) -> std::result::Result<Done, Failed> {
    let start = Instant::now();
    let asks_scores = task.asks_scores();
    let job = Job { plugin: plugin.into(), task };
    fs::write(folder.join("job"), to_bytes(&job)?)?;
    let slots = Slots::shared(&folder.join("slots"))?;
    let process =
        start_child(folder, environment).context("the process of the rule did not start")?;
    let ending = supervise(process, &slots, limit)?;
    environment.progress.finish_child();
    match ending {
        Ending::Ended { status, .. } if status.success() && folder.join("done").exists() => {
            Ok(from_bytes(&fs::read(folder.join("done"))?)?)
        }
        Ending::Hung { during, at } => {
            let named = match during {
                Phase::Claim | Phase::Parts if asks_scores => Phase::Score,
                _ => during,
            };
            let error = hung(plugin, named, at.as_ref(), limit);
            Err(Failed { error, during: Some(during) })
        }
        Ending::Ended { status, during, at, exception } => {
            let name = plugin.display();
            let function = match during {
                Phase::Claim | Phase::Parts if asks_scores => {
                    Some("drawproof_score or drawproof_scaled")
                }
                _ => during.function(),
            };
            let ended = match (exception, function) {
                (true, Some(function)) => format!("{name}: a C++ exception left {function}"),
                (true, None) => format!("{name}: a C++ exception {}", during.place()),
                (false, Some(function)) => format!("{name} {} in {function}", how_it_ended(status)),
                (false, None) => format!("{name} {} {}", how_it_ended(status), during.place()),
            };
            let error = match during {
                Phase::Claim | Phase::Parts if asks_scores => {
                    anyhow!("{ended}{}", position(at.first()))
                }
                Phase::Claim | Phase::Parts => {
                    let left = limit.saturating_sub(start.elapsed());
                    crashed_about(plugin, &ended, &at, left, environment)
                }
                _ => anyhow!("{ended}"),
            };
            Err(Failed { error, during: Some(during) })
        }
    }
}

/// The error of a rule that did not return.
fn hung(plugin: &Path, during: Phase, at: Option<&Position>, limit: Duration) -> anyhow::Error {
    let (name, seconds, place) = (plugin.display(), limit.as_secs(), position(at));
    match during.function() {
        Some(function) => anyhow!("{name}: {function} did not return within {seconds} s{place}"),
        None if during == Phase::Own => anyhow!("{name} stopped its process for {seconds} s"),
        None => anyhow!("{name} did not return within {seconds} s {}", during.place()),
    }
}

/// The error of a rule that crashed when it was asked about one of the positions `at`. The rule may
/// be asked again for `limit`.
fn crashed_about(
    plugin: &Path,
    ended: &str,
    at: &[Position],
    limit: Duration,
    environment: &Environment,
) -> anyhow::Error {
    let start = Instant::now();
    // Several threads may have been at work: the position that crashes alone is at fault.
    let is_at_fault = |position: &&Position| {
        let left = limit.saturating_sub(start.elapsed());
        !left.is_zero() && ask_plugin(plugin, &[**position], left, environment).is_err()
    };
    let alone = if at.len() == 1 { at.first() } else { at.iter().find(is_at_fault) };
    let or_another = if alone.is_none() { ", or a position of another thread" } else { "" };
    let place = position(alone.or(at.first()));
    anyhow!("{ended}{place}{or_another}")
}

/// Starts the child process for the job in `folder`.
fn start_child(folder: &Path, environment: &Environment) -> Result<ProcessGroup> {
    let program = std::env::current_exe()?;
    let guard = guard::words(Some(folder))?;
    let mut words = guard.iter().map(|word| word.as_os_str()).chain([program.as_os_str()]);
    let mut command = Command::new(words.next().context("there is a program")?);
    command.args(words);
    command.arg("--tables").arg(environment.store.folder().path());
    command.args(["--memory", &environment.store.memory_bytes().to_string()]);
    command.args(["--threads", &rayon::current_num_threads().to_string()]);
    command.args(environment.quiet.then_some("--quiet")).arg("rule-child").arg(folder);
    command.envs(environment.syzygy.iter().map(|folders| ("SYZYGY_PATH", folders)));
    command.stdin(Stdio::null()).stdout(std::io::stderr());
    Ok(ProcessGroup::start(&mut command, !guard.is_empty())?)
}

/// A position as the end of a message.
fn position(position: Option<&Position>) -> String {
    position.map_or_else(String::new, |it| format!("; position '{}'", fen_of(it)))
}

/// How a process that ended before its work was done did so.
fn how_it_ended(status: ExitStatus) -> String {
    match crash(status) {
        Some(sign) => format!("crashed ({sign})"),
        None => format!("ended its process ({status})"),
    }
}
