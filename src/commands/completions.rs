//! `completions`: a completion script for a shell.

use std::{io::Write, process::ExitCode};

use anyhow::Result;
use clap::{Arg, Args, Command, builder::PossibleValuesParser};
use clap_complete::Shell;
use drawproof_tables::NormalMaterial;

use crate::output::stdout;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Returns the script with which `shell` completes the arguments of `program`, including the names
/// of endgames of up to four men.
pub fn script(shell: Shell, program: Command) -> String {
    let endgames = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men);
    // clap keeps texts to the end of the process.
    let names: Vec<&str> = endgames.map(|it| &*it.to_string().leak()).collect();
    let taking: Vec<String> = program
        .get_subcommands()
        .filter(|it| it.get_arguments().any(is_endgame))
        .map(|it| it.get_name().to_owned())
        .collect();
    let mut program = program.mut_subcommands(|command| {
        command.mut_args(|arg| match is_endgame(&arg) {
            true => arg.value_parser(PossibleValuesParser::new(names.clone())),
            false => arg,
        })
    });
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, "drawproof", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    taking.iter().fold(script, |script, command| with_names(shell, script, command, &names))
}

fn is_endgame(arg: &Arg) -> bool {
    arg.get_value_names().is_some_and(|names| names.len() == 1 && names[0] == "ENDGAME")
}

/// Adds the values that `clap_complete` leaves out: it offers those of positions in bash and zsh alone.
fn with_names(shell: Shell, mut script: String, command: &str, names: &[&str]) -> String {
    let (head, values) = match shell {
        Shell::Fish => {
            let condition = format!("__fish_drawproof_using_subcommand {command}");
            let names = names.join(" ");
            script +=
                &format!("complete -c drawproof -n \"{condition}\" -a \"{names}\" -d 'endgame'\n");
            return script;
        }
        Shell::Elvish => (
            format!("&'drawproof;{command}'= {{\n"),
            format!("for name [{}] {{ cand $name endgame }}\n", names.join(" ")),
        ),
        Shell::PowerShell => (
            format!("'drawproof;{command}' {{\n"),
            format!(
                "foreach ($name in '{}') {{ [CompletionResult]::new($name, $name, \
                 [CompletionResultType]::ParameterValue, 'endgame') }}\n",
                names.join("', '"),
            ),
        ),
        _ => return script,
    };
    script.replace(&head, &format!("{head}            {values}"))
}

/// Runs `completions`: prints the script that completes the arguments of `program`.
pub fn run(args: &CompletionsArgs, program: Command) -> Result<ExitCode> {
    stdout().write_all(script(args.shell, program).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
