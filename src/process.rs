//! The process: its exit status, threads, colours and interrupts.

use std::{
    io::ErrorKind,
    process::{ExitCode, ExitStatus},
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::{Context, Result};

use crate::{arguments::ColorChoice, output::print_error, scratch};

/// The exit status when a claim, a value or a proof is wrong.
pub const WRONG: u8 = 1;

/// The exit status of an error.
pub const ERROR: u8 = 2;

/// The exit status of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Whether an interrupt is ending the program.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Prints the help requested, or a usage error on one line. Returns the exit status.
pub fn explain_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return status_of_help(error.print());
    }
    let text = error.render().to_string();
    let parts: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .collect();
    let text = parts.join(" ");
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    print_error(&format!("drawproof: {text} (see 'drawproof help')"));
    ExitCode::from(ERROR)
}

/// The exit status after help was printed, or could not be.
pub fn status_of_help(printed: std::io::Result<()>) -> ExitCode {
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        // Who asked for help has read enough of it.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("drawproof: standard output cannot be written: {error}"));
            ExitCode::from(ERROR)
        }
    }
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

/// Lets Ctrl-C end the program with status 130. Temporary files and folders are removed first; other
/// files are only ever renamed into place whole. Guards end the processes of foreign code.
pub fn exit_on_interrupt() -> Result<()> {
    let end = || {
        IS_INTERRUPTED.store(true, Ordering::SeqCst);
        scratch::remove_all();
        std::process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(end).context("Ctrl-C could not be handled")
}

/// Returns unless an interrupt is ending the program, so that its effects are not reported as errors.
pub fn wait_if_interrupted() {
    while IS_INTERRUPTED.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Ends this process as another one ended: with its exit code, or by the same signal.
pub fn end_like(status: ExitStatus) -> ExitCode {
    let Some(code) = status.code() else {
        return ExitCode::from(end_by_signal(status));
    };
    ExitCode::from(u8::try_from(code).unwrap_or(ERROR))
}

/// Ends this process by the signal that ended another one. If the signal does not end this process,
/// returns the exit code by which shells show it.
#[cfg(unix)]
fn end_by_signal(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::{Resource, Rlimit, Signal, getpid, getrlimit, kill_process, setrlimit};
    /// The handler of a signal may have to be used up first.
    const ATTEMPTS: usize = 3;
    let number = status.signal().unwrap_or(0);
    if let Some(signal) = Signal::from_named_raw(number) {
        // The other process has left a core file, if one was wanted.
        let none = Rlimit { current: Some(0), ..getrlimit(Resource::Core) };
        let _ = setrlimit(Resource::Core, none);
        for _ in 0..ATTEMPTS {
            let _ = kill_process(getpid(), signal);
        }
    }
    u8::try_from(128 + number).unwrap_or(ERROR)
}

#[cfg(not(unix))]
fn end_by_signal(_: ExitStatus) -> u8 {
    ERROR
}
