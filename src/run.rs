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

/// A run of a command.
pub struct LongRun<'e> {
    environment: &'e Environment,
    begin: Instant,
    /// The file that results are saved in.
    file: Option<PathBuf>,
    errors: Vec<Error>,
}

impl<'e> LongRun<'e> {
    /// Begins a run.
    pub fn begin(environment: &'e Environment) -> LongRun<'e> {
        LongRun { environment, begin: Instant::now(), file: None, errors: Vec::new() }
    }

    /// Begins a run of which nothing is left after an interrupt, with a hint at what takes less time.
    pub fn unsaved(environment: &'e Environment, hint: &str) -> LongRun<'e> {
        let run = LongRun::begin(environment);
        let colon = if hint.is_empty() { "" } else { "; " };
        run.keeps("nothing is saved", &format!("the same command starts over{colon}{hint}"));
        run
    }

    /// Results are saved in a file, if one is named, from which `--resume` goes on.
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

    /// Results are saved in a file, if one is named, whose size the totals state.
    pub fn saves(&mut self, file: Option<&Path>) {
        self.file = file.map(Path::to_owned);
    }

    /// Makes an interrupt report how many endgames of a series are done, what is `kept`, and how to
    /// `go_on`.
    pub fn keeps(&self, kept: &str, go_on: &str) {
        let (line, rest) = (self.environment.progress.clone(), format!("{kept}; {go_on}"));
        process::explain_interrupt(move || match line.done() {
            Some(done) => format!("{done} done, {rest}"),
            None => rest.clone(),
        });
    }

    /// Makes the first Ctrl-C set the returned flag from now on, so that the run ends with a
    /// partial result; the second one ends the program.
    pub fn stops_on_interrupt(&self) -> &'static AtomicBool {
        process::cancel_on_interrupt()
    }

    /// Returns whether Ctrl-C has stopped the work.
    pub fn is_interrupted(&self) -> bool {
        process::cancelled().load(Ordering::SeqCst)
    }

    /// Keeps the error of an endgame; the run goes on with the next one.
    pub fn fail(&mut self, error: Error) {
        self.errors.push(error);
    }

    /// Prints a line of totals where a display can be seen: `what`, the time, and the file that was saved.
    pub fn totals(&self, what: impl FnOnce() -> String) {
        self.environment.progress.totals(|| {
            let (seconds, saved) =
                (self.begin.elapsed().as_secs_f64(), saved(self.file.as_deref()));
            format!("{}, {seconds:.1} s{saved}", what())
        });
    }

    /// Ends the run. Returns the exit status, for results that are right or not.
    ///
    /// # Errors
    ///
    /// The errors of all endgames that failed.
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

    /// Ends the run of a shard: writes its file if all of the work was done.
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
