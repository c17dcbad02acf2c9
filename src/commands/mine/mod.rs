//! `mine`: learns a sound recognizer from a table, proves it and writes it as source code.

mod arguments;
mod exact;
mod list;
mod steps;
mod tree;

use std::{process::ExitCode, time::Instant};

use anyhow::{Result, bail};

pub use self::arguments::MineArgs;
use crate::environment::Environment;

/// Runs the command.
pub fn run(args: &MineArgs, environment: &Environment) -> Result<ExitCode> {
    let begin = Instant::now();
    if args.exact {
        let status = exact::run(args, environment)?;
        let seconds = begin.elapsed().as_secs_f64();
        environment
            .progress
            .totals(|| format!("{}: learned and compared, {seconds:.1} s", args.endgame));
        return Ok(status);
    }
    if args.output.is_some() && args.emit.is_none() {
        bail!("--output needs --emit: name the language of the source code");
    }
    let status = match args.patterns.is_empty() {
        true => tree::run(args, environment)?,
        false => list::run(args, environment)?,
    };
    let proved = if status == ExitCode::SUCCESS { "learned and proved" } else { "not proved" };
    let seconds = begin.elapsed().as_secs_f64();
    environment.progress.totals(|| format!("{}: {proved}, {seconds:.1} s", args.endgame));
    Ok(status)
}
