//! `mine --exact`: every position answered right, and the bytes that takes.

use std::{io::Write, process::ExitCode, time::Instant};

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::exact::{
    bitbase, learn,
    report::{MinedExact, text},
};

use super::{arguments::MineArgs, steps};
use crate::{
    arguments::Format,
    environment::Environment,
    output::{print_json, stdout, write_file},
    process::WRONG,
};

/// Runs the command.
pub fn run(args: &MineArgs, environment: &Environment) -> Result<ExitCode> {
    let start = Instant::now();
    let table = environment.store.table(args.endgame)?;
    let name = args.endgame.to_string();
    let library = Library::new(Men::of_endgame(&name).context("an endgame has a name")?);
    let note = |what: &str| steps::show(steps::EXACT, what, args.endgame, &environment.progress);
    let checked = learn(&table, &library, &note);
    note("packing a bitbase of");
    let bitbase = bitbase::packed(&table);
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
