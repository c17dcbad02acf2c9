//! `man`: the manual page of the program or of a command.

use std::{io::Write, process::ExitCode};

use anyhow::{Context, Result};
use clap::Args;

use crate::output::stdout;

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  drawproof man verify | man -l -")]
pub struct ManArgs {
    /// The command, such as verify or book make [default: the program]
    #[arg(value_name = "COMMAND")]
    names: Vec<String>,
}

/// Returns the definition of `program` for manual pages, with the options that short help leaves
/// out.
pub fn for_pages(program: clap::Command) -> clap::Command {
    fn shown(command: clap::Command) -> clap::Command {
        let command = command.version(env!("CARGO_PKG_VERSION")).disable_version_flag(true);
        command.mut_args(|it| it.hide_short_help(false)).mut_subcommands(shown)
    }
    let mut program = shown(program.disable_help_subcommand(true));
    program.build();
    program
}

/// Runs `man`: prints the manual page of `program`, or of the command that the arguments name.
pub fn run(args: &ManArgs, program: clap::Command) -> Result<ExitCode> {
    let program = for_pages(program);
    let command = args.names.iter().try_fold(&program, |above, name| {
        let found = above.find_subcommand(name);
        found.with_context(|| format!("there is no command '{name}': see 'drawproof -h'"))
    })?;
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    stdout().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}
