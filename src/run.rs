//! A run: the life of a command that takes long. What an interrupt says, what could not be done, the totals and the
//! exit status are written here once; a command supplies the work between [`LongRun::begin`] and [`LongRun::end`].

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use anyhow::{Context, Error, Result, anyhow};
use serde::Serialize;

use crate::{
    environment::Environment,
    output::saved,
    process::{self, INTERRUPTED},
    shard::{self, Shard},
};

/// A run of a command that may take long: its start time, its file, and the errors of its endgames.
pub struct LongRun<'e> {
    environment: &'e Environment,
    begin: Instant,
    /// The file in which results are saved.
    file: Option<PathBuf>,
    errors: Vec<Error>,
}

impl<'e> LongRun<'e> {
    /// Begins a run that saves nothing yet, and starts its clock.
    pub fn begin(environment: &'e Environment) -> LongRun<'e> {
        LongRun { environment, begin: Instant::now(), file: None, errors: Vec::new() }
    }

    /// Begins a run that saves nothing if it is interrupted. An interrupt prints `hint`, which
    /// names a way to take less time.
    pub fn unsaved(environment: &'e Environment, hint: &str) -> LongRun<'e> {
        let run = LongRun::begin(environment);
        let colon = if hint.is_empty() { "" } else { "; " };
        run.keeps("nothing is saved", &format!("the same command starts over{colon}{hint}"));
        run
    }

    /// Sets the file in which results are saved, if any, and makes an interrupt explain how
    /// `--resume` continues.
    pub fn resumable(&mut self, file: Option<&Path>) {
        self.saves(file);
        match file.map(Path::display) {
            Some(file) => self.keeps(
                &format!("the answers are saved in {file}"),
                &format!("the same command with --resume {file} in place of --save continues"),
            ),
            None => self.keeps("no answer is saved", "--save RUN keeps them, for --resume"),
        }
    }

    /// Sets the file in which results are saved, if any. The totals state its size.
    pub fn saves(&mut self, file: Option<&Path>) {
        self.file = file.map(Path::to_owned);
    }

    /// Makes an interrupt print the number of finished endgames, then the texts `kept` (what is
    /// saved) and `go_on` (how to continue).
    pub fn keeps(&self, kept: &str, go_on: &str) {
        let (line, rest) = (self.environment.progress.clone(), format!("{kept}; {go_on}"));
        process::explain_interrupt(move || match line.done() {
            Some(done) => format!("{done} done, {rest}"),
            None => rest.clone(),
        });
    }

    /// Lets the next Ctrl-C set the returned flag, so that the run ends with a partial result. A
    /// second Ctrl-C ends the program.
    pub fn stops_on_interrupt(&self) -> &'static AtomicBool {
        process::cancel_on_interrupt()
    }

    /// Returns whether Ctrl-C has cancelled the work.
    pub fn is_interrupted(&self) -> bool {
        process::cancelled().load(Ordering::SeqCst)
    }

    /// Records the error of an endgame. The run goes on with the next endgame.
    pub fn fail(&mut self, error: Error) {
        self.errors.push(error);
    }

    /// Prints a line of totals if the progress line is visible: `what`, the duration, and the saved
    /// file.
    pub fn totals(&self, what: impl FnOnce() -> String) {
        self.environment.progress.totals(|| {
            let (seconds, saved) =
                (self.begin.elapsed().as_secs_f64(), saved(self.file.as_deref()));
            format!("{}, {seconds:.1} s{saved}", what())
        });
    }

    /// Ends the run and returns its exit status; `is_right` is whether all results are right.
    ///
    /// # Errors
    ///
    /// Fails with the errors of all endgames that failed.
    pub fn end(self, is_right: bool) -> Result<ExitCode> {
        self.environment.progress.finish();
        if self.is_interrupted() {
            process::report_interrupt();
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let errors = self.errors.into_iter();
        match errors.reduce(|all, error| anyhow!("{all:#}\ndrawproof: {error:#}")) {
            Some(error) => Err(error),
            None => Ok(process::verdict(is_right)),
        }
    }

    /// Ends the run of a shard. Writes the file of the shard unless the run failed or was
    /// interrupted.
    pub fn end_shard(
        self,
        (shard, path): (Shard, &Path),
        command: &str,
        settings: &impl Serialize,
        body: &[u8],
    ) -> Result<ExitCode> {
        let status = self.end(true).context("the shard is not written")?;
        if status == ExitCode::SUCCESS {
            shard::write(path, command, shard, settings, body)?;
        }
        Ok(status)
    }
}
