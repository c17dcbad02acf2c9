//! The work of a process that runs a rule in a shared library, and its result, as files of a folder.

use std::{
    ffi::OsString,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Mutex, OnceLock},
};

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::patterns::{ExceptionLists, ScopedPatterns};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Answers, Asker, Batch, Exceptions, Options, Outcome, Reason, Subject, TruthKind, Verdict,
    Verification,
    subject::{Phase, Plugin, Scored, Slots},
    write_recordings,
};
use serde::{Deserialize, Serialize};

use super::{
    asked::filtered,
    exchange::{from_bytes, to_bytes},
};
use crate::{environment::Environment, truths::truths};

/// The work of a child process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub plugin: PathBuf,
    pub task: Task,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Task {
    /// Endgames in their order.
    Verify {
        endgames: Vec<NormalMaterial>,
        exceptions: Option<Vec<ScopedPatterns>>,
        options: Options,
        dump: bool,
    },
    /// Chunks of the questions about endgames, in their order.
    Parts {
        pieces: Vec<(NormalMaterial, Range<usize>)>,
        options: Options,
    },
    /// Which endgames the rule is about.
    Applies {
        endgames: Vec<NormalMaterial>,
    },
    Ask {
        fens: Vec<String>,
    },
    /// The command line of `find`, whose condition asks for the rule's claims.
    Find {
        arguments: Vec<OsString>,
    },
}

impl Task {
    /// What is true of a position.
    fn truth(&self) -> TruthKind {
        match self {
            Task::Verify { options, .. } | Task::Parts { options, .. } => options.truth,
            Task::Applies { .. } | Task::Ask { .. } | Task::Find { .. } => TruthKind::Result,
        }
    }

    /// Whether the library is asked for scores instead of claims.
    pub fn asks_scores(&self) -> bool {
        match self {
            Task::Verify { options, .. } | Task::Parts { options, .. } => options.scores.is_some(),
            Task::Applies { .. } | Task::Ask { .. } | Task::Find { .. } => false,
        }
    }
}

/// The result of a child process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Done {
    /// The results are files of the folder.
    Written,
    /// For each endgame whether the rule is about it; `None` if it does not export the function.
    Applies(Option<Vec<bool>>),
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

/// What a rule claims of positions.
pub type Rule<'r> = dyn Fn(&Position) -> Claim + Sync + 'r;

/// What writes the output of a command line of `find` to a file, with the claims of a rule.
pub type Find<'f> = dyn Fn(&[OsString], &Rule, &Path) -> Result<()> + 'f;

/// The file of a folder that has the output of `find`.
pub(super) const FOUND: &str = "found";

/// The hidden command: does the job in `folder`.
pub fn child(folder: &Path, environment: &Environment, find: &Find) -> Result<ExitCode> {
    let job: Job = from_bytes(&fs::read(folder.join("job"))?)?;
    let phases = Slots::shared(&folder.join("slots"))?;
    let slots = Slots::shared(&folder.join("slots"))?;
    let done = match work(&job, slots, folder, environment, find) {
        Ok(done) => done,
        Err(error) => Done::Failed(format!("{error:#}")),
    };
    phases.enter(Phase::Own);
    // Renamed into place, because the rule's threads may still run and end the process.
    fs::write(folder.join("done.part"), to_bytes(&done)?)?;
    fs::rename(folder.join("done.part"), folder.join("done"))?;
    // Destructors of the library may run at the end of the process only.
    phases.enter(Phase::Unload);
    Ok(ExitCode::SUCCESS)
}

fn work(
    job: &Job,
    slots: Slots,
    folder: &Path,
    environment: &Environment,
    find: &Find,
) -> Result<Done> {
    let plugin = Plugin::load(&job.plugin, slots)?;
    let environment = &environment.of_truth(job.task.truth());
    match &job.task {
        Task::Verify { endgames, exceptions, options, dump } => {
            environment.progress.expect_rules(endgames);
            for &endgame in endgames {
                let dump = dump.then(|| folder.join(format!("{endgame}.dump")));
                let (exceptions, dump) = (exceptions.as_deref(), dump.as_deref());
                let run = |it: Verification| {
                    asked(&plugin, options, |rule| {
                        outcome_of(&it, rule, endgame, options, environment)
                    })
                };
                let outcome = verified(endgame, exceptions, options, dump, environment, run);
                let verdict = outcome.and_then(|outcome| recorded(outcome, endgame, folder));
                let verdict = verdict.map_err(|error| format!("{error:#}"));
                let (part, whole) =
                    (folder.join("part"), folder.join(format!("{endgame}.verdict")));
                fs::write(&part, to_bytes(&verdict)?)?;
                fs::rename(part, whole)?;
                environment.progress.next();
            }
            environment.progress.finish();
            Ok(Done::Written)
        }
        Task::Parts { pieces, options } => {
            for (endgame, chunks) in pieces {
                let run = |it: Verification| {
                    asked(&plugin, options, |rule| Ok(it.part(rule, chunks.clone())?))
                };
                let part = verified(*endgame, None, options, None, environment, run);
                let part = part.with_context(|| format!("{endgame} was not verified"))?;
                fs::write(folder.join(format!("{endgame}.part")), to_bytes(&part)?)?;
            }
            environment.progress.finish();
            Ok(Done::Written)
        }
        Task::Applies { endgames } => {
            let applies = endgames.iter().map(|endgame| plugin.applies(&endgame.to_string()));
            Ok(Done::Applies(applies.collect()))
        }
        Task::Ask { fens } => Ok(Done::Answered(ask(&plugin, fens)?)),
        Task::Find { arguments } => {
            with_claims(&plugin, |rule| find(arguments, rule, &folder.join(FOUND)))?;
            Ok(Done::Written)
        }
    }
}

/// Calls `verify` with who asks the library: for claims, or for scores.
fn asked<T>(
    plugin: &Plugin,
    options: &Options,
    verify: impl FnOnce(Asker) -> Result<T>,
) -> Result<T> {
    match options.scores {
        Some(bounds) => verify(Asker::Function(&Scored::new(plugin, bounds)?)),
        None => verify(Asker::Function(plugin)),
    }
}

/// The outcome of a verification of all positions of an endgame, or of a sample.
pub(super) fn outcome_of(
    verification: &Verification,
    asker: Asker,
    endgame: NormalMaterial,
    options: &Options,
    environment: &Environment,
) -> Result<Outcome> {
    match options.sample {
        None => Ok(verification.run(asker)?),
        Some(sample) => {
            let truths = truths(endgame, sample, environment)?;
            Ok(verification.sample(asker, sample, &*truths)?)
        }
    }
}

/// The verdict of an outcome, whose recording goes to a file of `folder`.
fn recorded(outcome: Outcome, endgame: NormalMaterial, folder: &Path) -> Result<Verdict> {
    if let Some(recording) = outcome.recording {
        let mut file = fs::File::create(folder.join(format!("{endgame}.recording")))?;
        write_recordings(&[recording], &mut file)?;
    }
    Ok(outcome.verdict)
}

/// Calls `run` with the verification of a rule, with exceptions added to it if there are any.
pub(super) fn verified<T>(
    endgame: NormalMaterial,
    exceptions: Option<&[ScopedPatterns]>,
    options: &Options,
    dump: Option<&Path>,
    environment: &Environment,
    run: impl FnOnce(Verification) -> Result<T>,
) -> Result<T> {
    let name = endgame.to_string();
    let progress = environment.store.progress();
    let exceptions = exceptions.map(|it| exceptions_rule(&name, it)).transpose()?;
    let condition = options.condition.as_deref();
    filtered(endgame, condition, options.truth, &environment.store, |filter| {
        let verification = Verification::new(endgame, &*environment.store, options)
            .about(filter)
            .followed_by(&progress)
            .with_exceptions(exceptions.as_ref().map(|it| it as &dyn Exceptions))
            .dumped_to(dump);
        run(verification)
    })
}

/// The exceptions as the verifier calls them.
fn exceptions_rule(endgame: &str, exceptions: &[ScopedPatterns]) -> Result<ExceptionLists> {
    let men = Men::of_endgame(endgame).context("an endgame has a name")?;
    Ok(ExceptionLists::new(&Library::for_fixes(men), exceptions))
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

/// A claim as a word; `None` for no claim.
pub fn word_of(claim: Claim, position: &Position) -> Option<String> {
    (claim != Claim::NONE).then(|| claim.word(position.stm()).into())
}
