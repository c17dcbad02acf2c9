//! What is printed about arguments that are wrong: clap's text, and where to read on.

use std::{
    ffi::OsString,
    io::{self, ErrorKind, Write},
    process::ExitCode,
};

use clap::error::{ContextKind, ContextValue};

use crate::{cli, output::print_error, process::ERROR};

/// Prints the requested help or a usage error, and returns the exit status.
pub fn explain(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    if !error.use_stderr() {
        return status_of_help(error.print());
    }
    let is_coloured = console::colors_enabled_stderr();
    let text = if is_coloured { error.render().ansi().to_string() } else { error.to_string() };
    // The last line of clap does not name the command.
    let lines = text.trim_end().lines();
    let tip = tip(error);
    let is_left_out = |line: &&str| {
        line.starts_with("For more information") || (tip.is_some() && line.contains("tip:"))
    };
    let text: Vec<&str> = lines.filter(|line| !is_left_out(line)).collect();
    let command = cli::command_named(arguments).map_or_else(String::new, |name| format!(" {name}"));
    let mut text = text.join("\n").replace("\n\n\n", "\n\n").trim_end().to_owned();
    if let Some(tip) = tip {
        text += &format!("\n\n  tip: {tip}");
    }
    let more = format!("For more information, try 'drawproof{command} --help'.");
    // A reader that is gone needs no explanation.
    let _ = io::stderr().write_all(format!("{text}\n\n{more}\n").as_bytes());
    ExitCode::from(ERROR)
}

/// Options and commands as users of other programs write them, and ours.
const TIPS: [(&[&str], &str); 9] = [
    (
        &["--where"],
        "a condition stands in quotes, such as --where 'white to move and win and only_move'",
    ),
    (&["--port", "--host", "--bind", "-p"], "the address of 'serve' is --listen 127.0.0.1:9000"),
    (&["--json"], "a document for programs is --format json"),
    (
        &["--markdown-output", "--md"],
        "a report in Markdown is --format markdown or --markdown FILE",
    ),
    (&["--jobs", "--cores", "--concurrency"], "the number of threads is -j N"),
    (&["--lib", "--library", "--so", "--dll"], "a rule as a shared library is --plugin LIB"),
    (&["--program", "--exec", "--cmd"], "a rule as a program is --command 'PROG ARGS'"),
    (
        &["--pieces", "--depth"],
        "the number of men is --men N; a limit of an engine is --go 'depth N'",
    ),
    (
        &["solve", "build", "prove", "analyze", "test"],
        "tables are made by 'generate', positions are looked up by 'probe', rules are proved by 'verify'",
    ),
];

/// Returns a tip about an unknown option or command, or a missing one.
fn tip(error: &clap::Error) -> Option<&'static str> {
    let kinds = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let text = match kinds.into_iter().find_map(|kind| error.get(kind))? {
        ContextValue::String(text) => text,
        // Of arguments that are missing.
        ContextValue::Strings(texts) => texts.first()?,
        _ => return None,
    };
    let name = text.split(['=', ' ']).next()?;
    TIPS.iter().find(|(names, _)| names.contains(&name)).map(|(_, tip)| *tip)
}

/// Returns the exit status after help was printed, or could not be printed.
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
