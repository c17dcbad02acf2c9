//! Runs rules of shared libraries in a child process: the same program, started with the hidden
//! command `rule-child`, under a guard. The child does the job in a temporary folder and writes its
//! results there, and its standard output goes to standard error. If the rule crashes or hangs, the
//! parent reports the function and the position.

use std::{
    ffi::OsString,
    fs,
    path::Path,
    process::{Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow};
use drawproof_recognizers::Position;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    fen_of, read_recordings,
    subject::{Ending, Phase, ProcessGroup, Slots, crash, supervise},
};
use serde::de::DeserializeOwned;

use super::{
    exchange::{from_bytes, to_bytes},
    guard,
    job::{Answered, FOUND, Job, Task, file_of, recording_of},
    verifications::{Found, Verifications},
};
use crate::{environment::Environment, scratch};

/// A rule in a shared library, which runs in a child process.
#[derive(Clone, Copy)]
pub struct Library<'a> {
    pub plugin: &'a Path,
    /// The time limit of one call of the rule.
    pub limit: Duration,
    pub environment: &'a Environment,
}

impl Library<'_> {
    /// Verifies the rule, and returns the findings in each endgame. One process does all the work,
    /// so that it solves each table once. After a crash or a hang, another process does the
    /// remaining endgames.
    pub fn verify(&self, work: &Verifications) -> Vec<Result<Found>> {
        let all = work.endgames.len();
        let mut found: Vec<Result<Found>> = Vec::new();
        while found.len() < all {
            let left = work.after(found.len());
            let folder = scratch::Folder::new().context("a temporary folder is needed");
            let done = folder.map_err(Failed::from).and_then(|folder| {
                let done = self.run(Task::Verify(left.clone()), folder.path());
                let read = |endgame: &NormalMaterial| found_in(folder.path(), *endgame);
                found.extend(left.endgames.iter().map_while(read));
                done
            });
            let error = match done {
                Ok(()) if found.len() == all => break,
                Ok(()) => anyhow!("the process of the rule left an endgame out"),
                // The next endgame may go well.
                Err(Failed { error, during: Some(Phase::Claim | Phase::Parts) }) => {
                    found.push(Err(error));
                    continue;
                }
                Err(Failed { error, .. }) => error,
            };
            // If the library fails as it is unloaded, no result of it counts.
            found.truncate(all - 1);
            found.push(Err(error));
            found.resize_with(all, || Err(anyhow!("the library failed before")));
        }
        found
    }

    /// Returns for each endgame whether the rule covers it; `None` if the library does not export
    /// `drawproof_applies`.
    pub fn applies(&self, endgames: &[NormalMaterial]) -> Result<Option<Vec<bool>>> {
        self.result(Task::Applies(endgames.to_vec()), |_, applies| Ok(applies))
    }

    /// Asks the rule about single positions.
    pub fn ask(&self, positions: &[Position]) -> Result<Answered> {
        let task = Task::Ask(positions.iter().map(fen_of).collect());
        self.result(task, |_, answered| Ok(answered))
    }

    /// Runs a command line of `find` in the child process, and returns its output.
    pub fn find(&self, arguments: Vec<OsString>) -> Result<Vec<u8>> {
        self.result(Task::Find(arguments), |folder, ()| Ok(fs::read(folder.join(FOUND))?))
    }

    /// Runs a process; returns what `read` makes of its folder and its result.
    fn result<T: DeserializeOwned, U>(
        &self,
        task: Task,
        read: impl FnOnce(&Path, T) -> Result<U>,
    ) -> Result<U> {
        let folder = scratch::Folder::new().context("a temporary folder is needed")?;
        let result = self.run(task, folder.path()).map_err(|it| it.error)?;
        read(folder.path(), result)
    }

    /// Runs a process in a folder. An error names the function and the position at which the rule crashed or hung.
    fn run<T: DeserializeOwned>(
        &self,
        task: Task,
        folder: &Path,
    ) -> std::result::Result<T, Failed> {
        let start = Instant::now();
        let asks_scores = task.asks_scores();
        let job = Job { plugin: self.plugin.into(), task };
        fs::write(folder.join("job"), to_bytes(&job)?)?;
        let slots = Slots::shared(&folder.join("slots"))?;
        let process = start_child(folder, self.environment)
            .context("the process of the rule did not start")?;
        let ending = supervise(process, &slots, self.limit)?;
        self.environment.progress.finish_child();
        let during = match ending {
            Ending::Ended { status, .. } if status.success() && folder.join("done").exists() => {
                let done: std::result::Result<Vec<u8>, String> =
                    from_bytes(&fs::read(folder.join("done"))?)?;
                return Ok(from_bytes(&done.map_err(|why| anyhow!(why))?)?);
            }
            Ending::Hung { during, .. } | Ending::Ended { during, .. } => during,
        };
        let is_claim = matches!(during, Phase::Claim | Phase::Parts);
        let asked_scores = is_claim && asks_scores;
        let error = match ending {
            Ending::Hung { at, .. } => {
                let named = if asked_scores { Phase::Score } else { during };
                hung(self.plugin, named, at.as_ref(), self.limit)
            }
            Ending::Ended { status, at, exception, .. } => {
                let (name, scores) = (self.plugin.display(), "drawproof_score or drawproof_scaled");
                let function = if asked_scores { Some(scores) } else { during.function() };
                let ended = match exception {
                    true => format!("{name}: a C++ exception"),
                    false => format!("{name} {}", how_it_ended(status)),
                };
                let ended = match function {
                    Some(function) if exception => format!("{ended} left {function}"),
                    Some(function) => format!("{ended} in {function}"),
                    None => format!("{ended} {}", during.place()),
                };
                if is_claim && !asked_scores {
                    let limit = self.limit.saturating_sub(start.elapsed());
                    Library { limit, ..*self }.crashed_about(&ended, &at)
                } else {
                    let at = at.first().filter(|_| is_claim);
                    anyhow!("{ended}{}", position(at))
                }
            }
        };
        Err(Failed { error, during: Some(during) })
    }

    /// Returns the error of a rule that crashed when it was asked about one of the positions `at`.
    /// The rule may be asked again for the limit.
    fn crashed_about(&self, ended: &str, at: &[Position]) -> anyhow::Error {
        let start = Instant::now();
        // Several threads may have been at work: the position that crashes alone is at fault.
        let is_at_fault = |position: &&Position| {
            let left = self.limit.saturating_sub(start.elapsed());
            !left.is_zero() && Library { limit: left, ..*self }.ask(&[**position]).is_err()
        };
        let alone = if at.len() == 1 { at.first() } else { at.iter().find(is_at_fault) };
        let or_another = if alone.is_none() { ", or a position of another thread" } else { "" };
        let place = position(alone.or(at.first()));
        anyhow!("{ended}{place}{or_another}")
    }
}

/// Returns the findings of a process in an endgame; `None` if it did not get that far.
fn found_in(folder: &Path, endgame: NormalMaterial) -> Option<Result<Found>> {
    let bytes = fs::read(file_of(folder, endgame)).ok()?;
    let read = || -> Result<Found> {
        let found: std::result::Result<Found, String> = from_bytes(&bytes)?;
        let mut found = found.map_err(|why| anyhow!(why))?;
        if let (Found::Whole(_, recording), Ok(mut file)) =
            (&mut found, fs::File::open(recording_of(folder, endgame)))
        {
            *recording = read_recordings(&mut file)?.pop();
        }
        Ok(found)
    };
    Some(read())
}

/// The reason why a process did not do its work.
struct Failed {
    error: anyhow::Error,
    /// The code that ran when it crashed or hung.
    during: Option<Phase>,
}

impl<E: Into<anyhow::Error>> From<E> for Failed {
    fn from(error: E) -> Failed {
        Failed { error: error.into(), during: None }
    }
}

/// Returns the error of a rule that did not return.
fn hung(plugin: &Path, during: Phase, at: Option<&Position>, limit: Duration) -> anyhow::Error {
    let (name, seconds, place) = (plugin.display(), limit.as_secs(), position(at));
    match during.function() {
        Some(function) => anyhow!("{name}: {function} did not return within {seconds} s{place}"),
        None if during == Phase::Own => anyhow!("{name} stopped its process for {seconds} s"),
        None => anyhow!("{name} did not return within {seconds} s {}", during.place()),
    }
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

/// Returns a position as the end of a message.
fn position(position: Option<&Position>) -> String {
    position.map_or_else(String::new, |it| format!("; position '{}'", fen_of(it)))
}

/// Returns how a process ended before its work was done.
fn how_it_ended(status: ExitStatus) -> String {
    match crash(status) {
        Some(sign) => format!("crashed ({sign})"),
        None => format!("ended its process ({status})"),
    }
}
