//! `export`: a table as source code with its probe function.

use std::{io::Write, process::ExitCode};

use anyhow::{Context, Result, bail};

use crate::{cli::ExportArgs, export, store::Store};

/// Runs the command.
pub fn run(args: &ExportArgs, store: &Store) -> Result<ExitCode> {
    let men = args.endgame.get().men();
    if men > export::MEN_MAX {
        bail!(
            "{} has {men} men; source code is for tables of at most {}: read larger ones from \
             their files",
            args.endgame,
            export::MEN_MAX
        );
    }
    let table = store.table(args.endgame)?;
    let source = export::emit(&table, args.content.into(), args.emit.into());
    std::io::stdout().write_all(source.as_bytes()).context("the source code was not written")?;
    Ok(ExitCode::SUCCESS)
}
