//! The process: its exit status, threads, colours and interrupts.

use anyhow::{Context, Result};

use crate::{arguments::ColorChoice, progress};

/// The exit status when a claim, a value or a proof is wrong.
pub const WRONG: u8 = 1;

/// The exit status of an error.
pub const ERROR: u8 = 2;

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
    let exit = || {
        progress::erase();
        std::process::exit(130)
    };
    ctrlc::set_handler(exit).context("Ctrl-C could not be handled")
}
