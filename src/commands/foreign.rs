//! Rules in shared libraries run in a process of their own: the same program, started with the
//! hidden command `rule-child`. What it finds comes back in files of a temporary folder, its
//! standard output goes to standard error, and this process tells what the rule was at when it
//! crashed or hung.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, anyhow, bail};
use drawproof_miner::patterns::Patterns;
use drawproof_recognizers::Position;
use drawproof_tables::Material;
use drawproof_verifier::{
    Answers, Batch, Options, Outcome, Subject, Verdict, Vetoed, fen_of,
    outside::{Ending, Plugin, Slots, supervise},
    read_recordings, verify, write_recordings,
};
use serde::{Deserialize, Serialize};

use super::rules::veto_rule;
use crate::{progress::VerifyProgress, store::Store};

/// What a child is to do.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    plugin: PathBuf,
    task: Task,
}

#[derive(Debug, Serialize, Deserialize)]
enum Task {
    Verify { endgame: String, veto: Option<Patterns>, options: Options },
    Ask { fens: Vec<String> },
}

/// What a child has done.
#[derive(Debug, Serialize, Deserialize)]
enum Done {
    Verified(Box<Verdict>),
    Answered(Answered),
    /// It could not be done; why.
    Failed(String),
}

/// What a rule says of single positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// The rule's name.
    pub name: String,
    /// For each position the claim (`draw`, `win`, `loss`) and the identifiers of the patterns.
    pub answers: Vec<(Option<String>, Vec<String>)>,
}

/// Verifies a rule in a shared library, held back by a veto if there is one.
pub fn verify_plugin(
    plugin: &Path,
    endgame: &str,
    veto: Option<&Patterns>,
    options: &Options,
    limit: Duration,
    store: &Store,
) -> Result<Outcome> {
    let task = Task::Verify { endgame: endgame.into(), veto: veto.cloned(), options: *options };
    let folder = tempfile::tempdir().context("a temporary folder is needed")?;
    match run(plugin, task, limit, store, folder.path())? {
        Done::Verified(verdict) => {
            let recording = match fs::File::open(folder.path().join("recording")) {
                Ok(mut file) => read_recordings(&mut file)?.pop(),
                Err(_) => None,
            };
            Ok(Outcome { verdict: *verdict, recording })
        }
        Done::Failed(why) => Err(anyhow!(why)),
        Done::Answered(_) => bail!("the process of the rule did something else"),
    }
}

/// Asks a rule in a shared library about single positions.
pub fn ask_plugin(
    plugin: &Path,
    positions: &[Position],
    limit: Duration,
    store: &Store,
) -> Result<Answered> {
    let task = Task::Ask { fens: positions.iter().map(fen_of).collect() };
    let folder = tempfile::tempdir().context("a temporary folder is needed")?;
    match run(plugin, task, limit, store, folder.path())? {
        Done::Answered(answered) => Ok(answered),
        Done::Failed(why) => Err(anyhow!(why)),
        Done::Verified(_) => bail!("the process of the rule did something else"),
    }
}

/// Runs a child; tells the position at which its rule crashed or hung.
fn run(plugin: &Path, task: Task, limit: Duration, store: &Store, folder: &Path) -> Result<Done> {
    let job = Job { plugin: plugin.into(), task };
    fs::write(folder.join("job"), serde_json::to_vec(&job)?)?;
    let slots = Slots::shared(&folder.join("slots"))?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("--tables").arg(store.folder().path());
    command.args(["--memory", &store.memory_bytes().to_string()]);
    command.args(["--threads", &rayon::current_num_threads().to_string()]);
    command.args(store.quiet().then_some("--quiet")).arg("rule-child").arg(folder);
    // The pipe ends when this process does, however it ends.
    command.stdin(Stdio::piped()).stdout(std::io::stderr());
    let child = command.spawn().context("the process of the rule did not start")?;
    let ending = supervise(child, &slots, limit)?;
    let (status, at) = match ending {
        Ending::Hung { at } => {
            let seconds = limit.as_secs();
            bail!("the rule hangs: it did not come back within {seconds} s from '{}'", fen_of(&at))
        }
        Ending::Ended { status, at } => (status, at),
    };
    if let Ok(text) = fs::read(folder.join("done")) {
        return Ok(serde_json::from_slice(&text)?);
    }
    let place = match at.len() {
        0 => "outside of its functions".to_owned(),
        1 => format!("at '{}'", fen_of(&at[0])),
        // Several threads were at work: asked one by one, the position at fault is found.
        _ => match at.iter().find(|&p| ask_plugin(plugin, &[*p], limit, store).is_err()) {
            Some(position) => format!("at '{}'", fen_of(position)),
            None => format!("at '{}' or in another thread", fen_of(&at[0])),
        },
    };
    bail!("the rule ended its process ({status}) {place}")
}

/// The hidden command: does the job in `folder`.
pub fn child(folder: &Path, store: &Store) -> Result<ExitCode> {
    std::thread::spawn(|| {
        // The end of the pipe is the end of whoever watches.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(2);
    });
    let job: Job = serde_json::from_slice(&fs::read(folder.join("job"))?)?;
    let slots = Slots::shared(&folder.join("slots"))?;
    let done = match work(&job, slots, folder, store) {
        Ok(done) => done,
        Err(error) => Done::Failed(format!("{error:#}")),
    };
    // Whole or not at all: the rule's own threads may still be at work.
    fs::write(folder.join("done.part"), serde_json::to_vec(&done)?)?;
    fs::rename(folder.join("done.part"), folder.join("done"))?;
    Ok(ExitCode::SUCCESS)
}

fn work(job: &Job, slots: Slots, folder: &Path, store: &Store) -> Result<Done> {
    let plugin = Plugin::load(&job.plugin, slots)?;
    match &job.task {
        Task::Verify { endgame, veto, options } => {
            let material = endgame.parse::<Material>()?.normalise().0;
            let progress = VerifyProgress::new(endgame, store.quiet());
            let veto = veto.as_ref().map(|veto| veto_rule(endgame, veto)).transpose()?;
            let held = veto.as_ref().map(|veto| Vetoed::new(&plugin, veto));
            let subject = held.as_ref().map_or(&plugin as &dyn Subject, |held| held);
            let outcome = verify(subject, material, store, options, &progress)?;
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
    let names = plugin.patterns();
    let mut answers = Vec::new();
    let mut answer = Answers::default();
    for fen in fens {
        let position = Position::from(&drawproof_tables::fen::parse(fen)?);
        plugin.ask(&Batch::single(&position), true, &mut answer)?;
        let set = answer.patterns[0];
        let matching = names.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0);
        let patterns = matching.map(|(_, name)| name.id.clone()).collect();
        answers.push((super::rules::claim_word(answer.claims.get(0)), patterns));
    }
    Ok(Answered { name: plugin.name(), answers })
}
