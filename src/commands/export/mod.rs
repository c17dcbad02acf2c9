//! `export`: a table as source code, with a probe function that needs nothing else.
//!
//! For engines that embed a small table rather than read a file. Outcomes (win, draw, loss) are
//! plain bits, found in a step; distances are coded cell by cell from their neighbours, and a probe
//! decodes part of one block. Every language gets the same arrays and the same few functions.

mod distances;
mod emit;
mod outcomes;
mod parts;
mod places;

use std::{io::Write, process::ExitCode};

use anyhow::{Result, bail};
use clap::Args;
use drawproof_tables::NormalMaterial;

use self::{
    emit::emit,
    parts::{Content, Language},
};
use crate::{arguments::parse_endgame, environment::Environment, output::stdout};

/// The most men of a table that is exported: the source code of larger ones would be too large to
/// compile.
const EXPORTABLE_MEN_MAX: usize = 4;

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof export KPK --as wdl --emit c > kpk_wdl.h
  drawproof export KRKN --as dtm --emit rust > krkn.rs")]
pub struct ExportArgs {
    /// Endgame of at most four men, such as KPK
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgame: NormalMaterial,
    /// The values to export
    #[arg(long = "as", value_name = "VALUES", default_value = "dtm")]
    pub content: Content,
    /// Language of the source code
    #[arg(long, value_name = "LANGUAGE", default_value = "c")]
    pub emit: Language,
}

/// Runs the command.
pub fn run(args: &ExportArgs, environment: &Environment) -> Result<ExitCode> {
    let men = args.endgame.get().men();
    if men > EXPORTABLE_MEN_MAX {
        bail!(
            "{} has {men} men; source code is for tables of at most {EXPORTABLE_MEN_MAX}: read \
             larger tables from their files",
            args.endgame
        );
    }
    let table = environment.store.table(args.endgame)?;
    let source = emit(&table, args.content, args.emit);
    stdout().write_all(source.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
