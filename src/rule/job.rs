//! The work of a process that runs a rule in a shared library, and its result, as files of a folder.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::patterns::{ListRule, Patterns};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{
    Answers, Asker, Batch, Exceptions, Options, Reason, Subject, Verdict, Verification,
    subject::{Phase, Plugin, Slots},
    write_recordings,
};
use serde::{Deserialize, Serialize};

use super::exchange::{from_bytes, to_bytes};
use crate::{environment::Environment, progress::VerifyProgress};

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
        exceptions: Option<Patterns>,
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
}

/// The result of a child process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Done {
    /// Each endgame has its files.
    Verified,
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

/// The hidden command: does the job in `folder`.
pub fn child(folder: &Path, environment: &Environment) -> Result<ExitCode> {
    let job: Job = from_bytes(&fs::read(folder.join("job"))?)?;
    let phases = Slots::shared(&folder.join("slots"))?;
    let slots = Slots::shared(&folder.join("slots"))?;
    let done = match work(&job, slots, folder, environment) {
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

fn work(job: &Job, slots: Slots, folder: &Path, environment: &Environment) -> Result<Done> {
    let plugin = Plugin::load(&job.plugin, slots)?;
    match &job.task {
        Task::Verify { endgames, exceptions, options, dump } => {
            environment.progress.expect_rules(endgames);
            for &endgame in endgames {
                let exceptions = exceptions.as_ref();
                let verdict =
                    verify_one(&plugin, endgame, exceptions, options, *dump, folder, environment);
                let verdict = verdict.map_err(|error| format!("{error:#}"));
                let (part, whole) =
                    (folder.join("part"), folder.join(format!("{endgame}.verdict")));
                fs::write(&part, to_bytes(&verdict)?)?;
                fs::rename(part, whole)?;
                environment.progress.next();
            }
            environment.progress.finish();
            Ok(Done::Verified)
        }
        Task::Parts { pieces, options } => {
            for (endgame, chunks) in pieces {
                let progress = VerifyProgress::new(&endgame.to_string(), environment);
                let verification = Verification::new(*endgame, &*environment.store, options);
                let verification = verification.observed_by(&progress);
                let part = verification
                    .part(Asker::Function(&plugin), chunks.clone())
                    .with_context(|| format!("{endgame} was not judged"))?;
                fs::write(folder.join(format!("{endgame}.part")), to_bytes(&part)?)?;
            }
            environment.progress.finish();
            Ok(Done::Verified)
        }
        Task::Applies { endgames } => {
            let applies = endgames.iter().map(|endgame| plugin.applies(&endgame.to_string()));
            Ok(Done::Applies(applies.collect()))
        }
        Task::Ask { fens } => Ok(Done::Answered(ask(&plugin, fens)?)),
    }
}

/// Verifies the rule for one endgame. Recording and counterexamples go to files of `folder`.
fn verify_one(
    plugin: &Plugin,
    endgame: NormalMaterial,
    exceptions: Option<&Patterns>,
    options: &Options,
    dump: bool,
    folder: &Path,
    environment: &Environment,
) -> Result<Verdict> {
    let name = endgame.to_string();
    let progress = VerifyProgress::new(&name, environment);
    let exceptions = exceptions.map(|it| exceptions_rule(&name, it)).transpose()?;
    let dump = dump.then(|| folder.join(format!("{name}.dump")));
    let verification = Verification::new(endgame, &*environment.store, options)
        .observed_by(&progress)
        .with_exceptions(exceptions.as_ref().map(|it| it as &dyn Exceptions))
        .dumped_to(dump.as_deref());
    let outcome = verification.run(Asker::Function(plugin))?;
    if let Some(recording) = outcome.recording {
        let mut file = fs::File::create(folder.join(format!("{name}.recording")))?;
        write_recordings(&[recording], &mut file)?;
    }
    Ok(outcome.verdict)
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

/// The rule that matches where one of the patterns does.
pub fn exceptions_rule(endgame: &str, exceptions: &Patterns) -> Result<ListRule> {
    let men = Men::of_endgame(endgame).context("an endgame has a name")?;
    Ok(ListRule::new("exceptions", &Library::for_fixes(men), exceptions))
}
