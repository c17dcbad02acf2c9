//! Runs rules of shared libraries in a child process: the same program, started with the hidden
//! command `rule-child`, under a guard. The child writes its results into files of a temporary
//! folder, and its standard output goes to standard error. If the rule crashes or hangs, the parent
//! reports the function and the position.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use drawproof_miner::patterns::Patterns;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::Material;
use drawproof_verifier::{
    Answers, Batch, Options, Outcome, Reason, Subject, Verdict, WithExceptions, fen_of,
    read_recordings,
    subject::{Ending, Phase, Plugin, ProcessGroup, Slots, supervise},
    verify, write_recordings,
};
use serde::{Deserialize, Serialize};

use super::{exceptions::exceptions_rule, guard};
use crate::{environment::Environment, progress::VerifyProgress, scratch};

/// The work of a child process.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    plugin: PathBuf,
    task: Task,
}

#[derive(Debug, Serialize, Deserialize)]
enum Task {
    Verify { endgame: String, exceptions: Option<Patterns>, options: Options },
    Ask { fens: Vec<String> },
}

/// The result of a child process.
#[derive(Debug, Serialize, Deserialize)]
enum Done {
    Verified(Box<Verdict>),
    Answered(Answered),
    /// The job failed with this message.
    Failed(String),
}

/// The claims of a rule about single positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// The rule's name.
    pub name: String,
    /// For each position the claim as a word, `None` for no claim, and the reasons that match.
    pub answers: Vec<(Option<String>, Vec<Reason>)>,
}

/// Verifies a rule in a shared library, with exceptions added to it if there are any.
pub fn verify_plugin(
    plugin: &Path,
    endgame: &str,
    exceptions: Option<&Patterns>,
    options: &Options,
    limit: Duration,
    environment: &Environment,
) -> Result<Outcome> {
    let task = Task::Verify {
        endgame: endgame.into(),
        exceptions: exceptions.cloned(),
        options: *options,
    };
    let folder = scratch::Folder::new().context("a temporary folder is needed")?;
    match run(plugin, task, limit, environment, folder.path())? {
        Done::Verified(verdict) => {
            let recording = match fs::File::open(folder.path().join("recording")) {
                Ok(mut file) => read_recordings(&mut file)?.pop(),
                Err(_) => None,
            };
            Ok(Outcome { verdict: *verdict, recording })
        }
        Done::Failed(why) => Err(anyhow!(why)),
        Done::Answered(_) => bail!("the process of the rule returned a result of another kind"),
    }
}

/// Asks a rule in a shared library about single positions.
pub fn ask_plugin(
    plugin: &Path,
    positions: &[Position],
    limit: Duration,
    environment: &Environment,
) -> Result<Answered> {
    let task = Task::Ask { fens: positions.iter().map(fen_of).collect() };
    let folder = scratch::Folder::new().context("a temporary folder is needed")?;
    match run(plugin, task, limit, environment, folder.path())? {
        Done::Answered(answered) => Ok(answered),
        Done::Failed(why) => Err(anyhow!(why)),
        Done::Verified(_) => bail!("the process of the rule returned a result of another kind"),
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
) -> Result<Done> {
    let start = Instant::now();
    let job = Job { plugin: plugin.into(), task };
    fs::write(folder.join("job"), serde_json::to_vec(&job)?)?;
    let slots = Slots::shared(&folder.join("slots"))?;
    let process =
        start_child(folder, environment).context("the process of the rule did not start")?;
    let name = plugin.display();
    let ending = supervise(process, &slots, limit)?;
    environment.progress.finish_child();
    match ending {
        Ending::Hung { during, at } => {
            let seconds = limit.as_secs();
            let place = position(at.as_ref());
            match during.function() {
                Some(function) => {
                    bail!("{name}: {function} did not return within {seconds} s{place}")
                }
                None if during == Phase::Own => bail!("{name} stopped its process for {seconds} s"),
                None => bail!("{name} did not return within {seconds} s {}", during.place()),
            }
        }
        Ending::Ended { status, .. } if status.success() && folder.join("done").exists() => {
            Ok(serde_json::from_slice(&fs::read(folder.join("done"))?)?)
        }
        Ending::Ended { status, during: Phase::Claim, at } => {
            // Several threads may have been at work: the position that crashes alone is at fault.
            let is_at_fault = |position: &&Position| {
                let left = limit.saturating_sub(start.elapsed());
                !left.is_zero() && ask_plugin(plugin, &[**position], left, environment).is_err()
            };
            let alone = if at.len() == 1 { at.first() } else { at.iter().find(is_at_fault) };
            let or_another = if alone.is_none() { ", or a position of another thread" } else { "" };
            let place = position(alone.or(at.first()));
            bail!("{name} {} in drawproof_claim{place}{or_another}", how_it_ended(status))
        }
        Ending::Ended { status, during, .. } => {
            bail!("{name} {} {}", how_it_ended(status), during.place())
        }
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
    command.stdin(Stdio::null()).stdout(std::io::stderr());
    Ok(ProcessGroup::start(&mut command, !guard.is_empty())?)
}

/// A position as the end of a message.
fn position(position: Option<&Position>) -> String {
    position.map_or_else(String::new, |it| format!("; position '{}'", fen_of(it)))
}

/// How a process that ended before its work was done did so.
fn how_it_ended(status: ExitStatus) -> String {
    let text = status.to_string();
    match (status.code(), text.split(['(', ')']).nth(1)) {
        (None, Some(signal)) => format!("crashed ({signal})"),
        (None, None) => format!("crashed ({text})"),
        (Some(_), _) => format!("ended its process ({text})"),
    }
}

/// The hidden command: does the job in `folder`.
pub fn child(folder: &Path, environment: &Environment) -> Result<ExitCode> {
    let job: Job = serde_json::from_slice(&fs::read(folder.join("job"))?)?;
    let phases = Slots::shared(&folder.join("slots"))?;
    let slots = Slots::shared(&folder.join("slots"))?;
    let done = match work(&job, slots, folder, environment) {
        Ok(done) => done,
        Err(error) => Done::Failed(format!("{error:#}")),
    };
    phases.enter(Phase::Own);
    // Renamed into place, because the rule's threads may still run and end the process.
    fs::write(folder.join("done.part"), serde_json::to_vec(&done)?)?;
    fs::rename(folder.join("done.part"), folder.join("done"))?;
    // Destructors of the library may run at the end of the process only.
    phases.enter(Phase::Unload);
    Ok(ExitCode::SUCCESS)
}

fn work(job: &Job, slots: Slots, folder: &Path, environment: &Environment) -> Result<Done> {
    let plugin = Plugin::load(&job.plugin, slots)?;
    match &job.task {
        Task::Verify { endgame, exceptions, options } => {
            let material = endgame.parse::<Material>()?.normalise().0;
            let progress = VerifyProgress::new(endgame, environment.quiet);
            let exceptions =
                exceptions.as_ref().map(|it| exceptions_rule(endgame, it)).transpose()?;
            let fixed = exceptions.as_ref().map(|it| WithExceptions::new(&plugin, it));
            let subject = fixed.as_ref().map_or(&plugin as &dyn Subject, |fixed| fixed);
            let outcome = verify(subject, material, &environment.store, options, &progress)?;
            if let Some(recording) = outcome.recording {
                let mut file = fs::File::create(folder.join("recording"))?;
                write_recordings(&[recording], &mut file)?;
            }
            Ok(Done::Verified(Box::new(outcome.verdict)))
        }
        Task::Ask { fens } => Ok(Done::Answered(ask(&plugin, fens)?)),
    }
}

/// Asks about single positions.
fn ask(plugin: &Plugin, fens: &[String]) -> Result<Answered> {
    let names = plugin.reasons();
    let mut answers = Vec::new();
    let mut answer = Answers::default();
    for fen in fens {
        let position = Position::from(&drawproof_board::fen::parse(fen)?);
        plugin.ask(&Batch::single(&position), true, &mut answer)?;
        let set = answer.patterns[0];
        let matching = names.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0);
        let reasons = matching.map(|(_, reason)| reason.clone()).collect();
        answers.push((word_of(answer.claims.get(0), &position), reasons));
    }
    Ok(Answered { name: plugin.name(), answers })
}

/// A claim as a word; `None` for no claim.
pub fn word_of(claim: Claim, position: &Position) -> Option<String> {
    (claim != Claim::NONE).then(|| claim.word(position.stm()).into())
}
