//! `completions`: a completion script for a shell.

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use clap::Args;

use crate::output::stdout;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Prints the script that completes the arguments of `command`.
pub fn run(args: &CompletionsArgs, command: &mut clap::Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "drawproof", &mut script);
    stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
