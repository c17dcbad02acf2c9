//! The job of a process that runs a rule in a shared library, and its result, as files of a folder.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Mutex, OnceLock},
};

use anyhow::Result;
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Answers, Batch, Reason, Subject,
    subject::{Phase, Plugin, Scored, Slots},
    write_recordings,
};
use serde::{Deserialize, Serialize};

use super::{
    exchange::{from_bytes, to_bytes},
    verifications::{Answerer, Found, Verifications},
};
use crate::environment::Environment;

/// The job of a child process: a library to load, and a task for its rule.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub plugin: PathBuf,
    pub task: Task,
}

/// The request to a child process, and the type of its result.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Task {
    /// Verify the rule in some endgames. The result is `()`, with a file for each endgame.
    Verify(Verifications),
    /// Report for each endgame whether the rule covers it. The result is `Option<Vec<bool>>`,
    /// `None` if the library does not export the function.
    Applies(Vec<NormalMaterial>),
    /// Report the claims about single positions, given as FENs. The result is [`Answered`].
    Ask(Vec<String>),
    /// Run a command line of `find`, whose condition asks for the rule's claims. The result is
    /// `()`, with a file.
    Find(Vec<OsString>),
}

impl Task {
    /// Returns whether the library is asked for scores instead of claims.
    pub fn asks_scores(&self) -> bool {
        matches!(self, Task::Verify(work) if work.options.scores.is_some())
    }
}

/// The name of a rule, and its claims about single positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// The name of the rule.
    pub name: String,
    /// The claim about each position as a word, `None` for no claim, and the reasons that match.
    pub answers: Vec<(Option<String>, Vec<Reason>)>,
}

/// A function that returns the claim of a rule about a position.
pub type Rule<'r> = dyn Fn(&Position) -> Claim + Sync + 'r;

/// A function that runs a command line of `find` with the claims of a rule, and writes the output
/// to a file.
pub type Find<'f> = dyn Fn(&[OsString], &Rule, &Path) -> Result<()> + 'f;

/// The name of the file with the output of `find` in the folder of a job.
pub(super) const FOUND: &str = "found";

/// Returns the path of the recording of an endgame in the folder of a job.
pub(super) fn recording_of(folder: &Path, endgame: NormalMaterial) -> PathBuf {
    folder.join(format!("{endgame}.recording"))
}

/// Returns the path of the findings in an endgame in the folder of a job.
pub(super) fn file_of(folder: &Path, endgame: NormalMaterial) -> PathBuf {
    folder.join(format!("{endgame}.found"))
}

/// Runs the hidden command `rule-child`: does the job in `folder`, and writes the result there.
pub fn child(folder: &Path, environment: &Environment, find: &Find) -> Result<ExitCode> {
    let job: Job = from_bytes(&fs::read(folder.join("job"))?)?;
    let phases = Slots::shared(&folder.join("slots"))?;
    let slots = Slots::shared(&folder.join("slots"))?;
    let done = done(&job, slots, folder, environment, find).map_err(|error| format!("{error:#}"));
    phases.enter(Phase::Own);
    write(&folder.join("done"), &done)?;
    // Destructors of the library may run at the end of the process only.
    phases.enter(Phase::Unload);
    Ok(ExitCode::SUCCESS)
}

/// Writes a result, renamed into place, because the rule's threads may still run and end the process.
fn write(path: &Path, result: &Result<impl Serialize, String>) -> Result<()> {
    let part = path.with_extension("part");
    fs::write(&part, to_bytes(result)?)?;
    Ok(fs::rename(part, path)?)
}

/// Does the job; returns the bytes of the result.
fn done(
    job: &Job,
    slots: Slots,
    folder: &Path,
    environment: &Environment,
    find: &Find,
) -> Result<Vec<u8>> {
    let plugin = Plugin::load(&job.plugin, slots)?;
    match &job.task {
        Task::Verify(work) => {
            let environment = &environment.of_truth(work.options.truth);
            // For claims, or for scores.
            let answerer = |_| match work.options.scores {
                Some(bounds) => Ok(Answerer::Function(Box::new(Scored::new(&plugin, bounds)?))),
                None => Ok(Answerer::Plugin(&plugin)),
            };
            work.each(answerer, environment, |endgame, mut found| {
                if let Ok(Found::Whole(_, recording)) = &mut found
                    && let Some(recording) = recording.take()
                {
                    let mut file = fs::File::create(recording_of(folder, endgame))?;
                    write_recordings(&[recording], &mut file)?;
                }
                write(&file_of(folder, endgame), &found.map_err(|error| format!("{error:#}")))
            })?;
            to_bytes(&())
        }
        Task::Applies(endgames) => {
            let applies = endgames.iter().map(|endgame| plugin.applies(&endgame.to_string()));
            to_bytes(&applies.collect::<Option<Vec<bool>>>())
        }
        Task::Ask(fens) => to_bytes(&ask(&plugin, fens)?),
        Task::Find(arguments) => {
            with_claims(&plugin, |rule| find(arguments, rule, &folder.join(FOUND)))?;
            to_bytes(&())
        }
    }
}

/// Calls `run` with the claims of a rule; its first fault is the error.
fn with_claims(plugin: &Plugin, run: impl FnOnce(&Rule) -> Result<()>) -> Result<()> {
    let (turn, failure) = (Mutex::new(()), OnceLock::new());
    run(&|position| {
        let _turn = (!plugin.thread_safe()).then(|| turn.lock().expect("no claim panics"));
        let mut answer = Answers::default();
        match plugin.ask(&Batch::single(position), false, &mut answer) {
            Ok(()) => answer.claims.get(0),
            Err(fault) => {
                let _ = failure.set(fault);
                Claim::NONE
            }
        }
    })?;
    failure.into_inner().map_or(Ok(()), |fault| Err(fault.into()))
}

/// Asks about single positions.
fn ask(plugin: &Plugin, fens: &[String]) -> Result<Answered> {
    let mut answers = Vec::new();
    let mut answer = Answers::default();
    for fen in fens {
        let position = Position::from(&drawproof_board::fen::parse(fen)?);
        plugin.ask(&Batch::single(&position), true, &mut answer)?;
        let claim = answer.claims.get(0);
        let matching = plugin.explanations().matching(answer.patterns[0], claim);
        answers.push((word_of(claim, &position), matching));
    }
    Ok(Answered { name: plugin.name(), answers })
}

/// Returns a claim as a word; `None` for no claim.
pub fn word_of(claim: Claim, position: &Position) -> Option<String> {
    (claim != Claim::NONE).then(|| claim.word(position.stm()).into())
}
