//! What is printed about arguments that are wrong: clap's text, and where to read on.

use std::{
    ffi::OsString,
    io::{self, ErrorKind, Write},
    process::ExitCode,
};

use crate::{cli, output::print_error, process::ERROR};

/// Prints the help requested, or a usage error. Returns the exit status.
pub fn explain(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    if !error.use_stderr() {
        return status_of_help(error.print());
    }
    let is_coloured = console::colors_enabled_stderr();
    let text = if is_coloured { error.render().ansi().to_string() } else { error.to_string() };
    // The last line of clap does not name the command.
    let lines = text.trim_end().lines();
    let text: Vec<&str> = lines.filter(|line| !line.starts_with("For more information")).collect();
    let command = cli::command_named(arguments).map_or_else(String::new, |name| format!(" {name}"));
    let text = text.join("\n");
    let text = text.trim_end();
    let more = format!("For more information, try 'drawproof{command} --help'.");
    // A reader that is gone needs no explanation.
    let _ = io::stderr().write_all(format!("{text}\n\n{more}\n").as_bytes());
    ExitCode::from(ERROR)
}

/// The exit status after help was printed, or could not be.
pub fn status_of_help(printed: std::io::Result<()>) -> ExitCode {
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the help has closed it.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("drawproof: standard output cannot be written: {error}"));
            ExitCode::from(ERROR)
        }
    }
}
