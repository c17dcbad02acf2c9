//! `completions`: a completion script for a shell.

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use clap::{Args, Command, builder::PossibleValuesParser};
use drawproof_tables::NormalMaterial;

use crate::output::stdout;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// `program` with the endgames of up to four men as values to complete.
pub fn with_endgames(program: Command) -> Command {
    let endgames = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men);
    // clap keeps texts to the end of the process.
    let names: Vec<&str> = endgames.map(|it| &*it.to_string().leak()).collect();
    program.mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_value_names() {
            Some([name]) if name == "ENDGAME" => {
                arg.value_parser(PossibleValuesParser::new(names.clone()))
            }
            _ => arg,
        })
    })
}

/// Prints the script that completes the arguments of `program`.
pub fn run(args: &CompletionsArgs, program: Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut with_endgames(program), "drawproof", &mut script);
    stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
