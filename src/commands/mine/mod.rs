//! `mine`: learns a sound recognizer from a table, proves it and writes it as source code.

mod arguments;
mod list;
mod steps;
mod tree;

use std::{io::Write, process::ExitCode, time::Instant};

use anyhow::{Context, Result, bail};
use drawproof_features::{Library, Men};
use drawproof_miner::exact::{
    learn,
    report::{MinedExact, packed, text},
};

pub use self::arguments::MineArgs;
use crate::{
    arguments::Format,
    environment::Environment,
    output::{print_json, stdout, write_file},
    process::WRONG,
};

/// Runs the command.
pub fn run(args: &MineArgs, environment: &Environment) -> Result<ExitCode> {
    let begin = Instant::now();
    if args.exact {
        let status = run_exact(args, environment)?;
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

/// Every position answered right, and the bytes that takes.
fn run_exact(args: &MineArgs, environment: &Environment) -> Result<ExitCode> {
    let start = Instant::now();
    let table = environment.store.table(args.endgame)?;
    let name = args.endgame.to_string();
    let library = Library::new(Men::of_endgame(&name).context("an endgame has a name")?);
    let note = |what: &str| steps::show(steps::EXACT, what, args.endgame, &environment.progress);
    let checked = learn(&table, &library, &note);
    note("packing a bitbase of");
    let bitbase = packed(&table);
    environment.progress.finish();
    let mined = MinedExact::new(&checked, bitbase, start.elapsed().as_secs_f64());
    match args.format {
        Format::Json => print_json(&mined)?,
        Format::Text => stdout().write_all(text(&mined).as_bytes())?,
    }
    if mined.wrong > 0 {
        return Ok(ExitCode::from(WRONG));
    }
    if let Some(path) = &args.output {
        write_file(path, |file| file.write_all(&checked.bytes))?;
    }
    Ok(ExitCode::SUCCESS)
}
