//! `rule-scores`, hidden: makes the scores of a rule library a UCI engine, as a process of its own.

use std::{
    fs::File,
    io::{self, BufReader},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Result;
use clap::Args;
use drawproof_judge::engine::serve_scores;
use drawproof_verifier::subject::{Plugin, Slots};

/// Arguments of `rule-scores`.
#[derive(Debug, Args)]
pub struct RuleScoresArgs {
    /// The library
    library: PathBuf,
}

/// Runs `rule-scores`: answers UCI commands with the scores of a library until the input ends.
pub fn run(args: &RuleScoresArgs) -> Result<ExitCode> {
    let output = own_output()?;
    let plugin = Plugin::load(&args.library, Slots::private()?)?;
    serve_scores(&plugin, BufReader::new(io::stdin().lock()), io::BufWriter::new(output))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns standard output. From now on, output of the library to it goes to standard error.
#[cfg(unix)]
fn own_output() -> io::Result<File> {
    use std::os::fd::AsFd;

    let output = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(output))
}

/// Returns standard output. From now on, output of the library to it goes to standard error, if it
/// has a C runtime of its own.
#[cfg(windows)]
#[expect(unsafe_code)]
fn own_output() -> io::Result<File> {
    use std::os::windows::io::{AsHandle, AsRawHandle};

    use windows_sys::Win32::System::Console::{STD_OUTPUT_HANDLE, SetStdHandle};
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    // SAFETY: standard error stays open as long as the process.
    if unsafe { SetStdHandle(STD_OUTPUT_HANDLE, io::stderr().as_raw_handle()) } == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(File::from(output))
}
