//! The commands, one file each, and what they share.

pub mod bench;
pub mod check;
pub mod diff;
pub mod export;
pub mod foreign;
pub mod generate;
pub mod handbook;
pub mod mine;
mod mine_exact;
mod mine_list;
pub mod probe;
pub mod repair;
pub mod rule_args;
pub mod rules;
pub mod stats;
pub mod tune;
pub mod uci;
pub mod verify;

use std::{io::Write, process::ExitCode};

use anyhow::{Context, Result};
use clap::CommandFactory;
use serde::Serialize;

use crate::cli::{Cli, ColorChoice};

/// Prints help as asked for, or what is wrong with the arguments in one line; gives the exit status.
pub fn explain_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
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
    ExitCode::from(2)
}

/// Sets the number of threads of all parallel work.
pub fn set_threads(threads: Option<u16>) -> Result<()> {
    let threads = threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.context("the threads could not be started")
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

/// The memory to use: what was asked for, else half of the machine's.
pub fn memory_bytes(asked: Option<u64>) -> u64 {
    const UNKNOWN_MACHINE: u64 = 4 << 30;
    let half = || match sysinfo::System::new_with_specifics(
        sysinfo::RefreshKind::nothing().with_memory(sysinfo::MemoryRefreshKind::everything()),
    )
    .total_memory()
    {
        0 => UNKNOWN_MACHINE,
        total => total / 2,
    };
    asked.unwrap_or_else(half)
}

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "drawproof", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a document as JSON on standard output.
pub fn print_json(document: &impl Serialize) -> Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, document).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// A number with its thousands set apart: 15138064 is 15,138,064.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let shown = [0, 999, 1000, 15_138_064].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "15,138,064"]);
    }
}
