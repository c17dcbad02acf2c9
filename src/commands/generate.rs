//! `generate`: makes tables.

use std::process::ExitCode;

use anyhow::Result;

use crate::{cli::GenerateArgs, store::Store};

/// Runs the command.
pub fn run(args: &GenerateArgs, store: &Store) -> Result<ExitCode> {
    store.closure(&args.endgames)?;
    Ok(ExitCode::SUCCESS)
}
