//! The process: its exit status, threads, colours and interrupts.

use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};

use crate::arguments::ColorChoice;

/// The exit status when a claim, a value or a proof is wrong.
pub const WRONG: u8 = 1;

/// The exit status of an error.
pub const ERROR: u8 = 2;

/// Prints the help requested, or a usage error on one line. Returns the exit status.
pub fn explain_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(ERROR),
        };
    }
    let text = error.render().to_string();
    let parts: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .collect();
    let text = parts.join(" ");
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    eprintln!("drawproof: {text} (see 'drawproof help')");
    ExitCode::from(ERROR)
}

/// Sets the number of threads of all parallel work.
pub fn set_threads(threads: Option<u16>) -> Result<()> {
    let threads = threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|error| {
        anyhow!("the threads could not be started: {error}; use fewer (-j) or free memory")
    })
}

/// Sets whether output is coloured; `Auto` leaves it to the terminal and NO_COLOR.
pub fn set_color(choice: ColorChoice) {
    let on = match choice {
        ColorChoice::Auto => return,
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    };
    console::set_colors_enabled(on);
    console::set_colors_enabled_stderr(on);
}

/// Lets Ctrl-C end the program with status 130; files are only ever renamed into place whole.
pub fn exit_on_interrupt() -> Result<()> {
    ctrlc::set_handler(|| std::process::exit(130)).context("Ctrl-C could not be handled")
}
