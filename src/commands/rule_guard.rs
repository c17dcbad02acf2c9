//! `rule-guard`, hidden: runs a process with foreign code for another command, and ends with it all
//! that it started.

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Args;

/// Arguments of `rule-guard`.
#[derive(Debug, Args)]
pub struct RuleGuardArgs {
    /// The process that starts the guard
    #[arg(long, value_name = "PROCESS")]
    parent: u32,
    /// A folder that is removed if that process is killed
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    /// The process to run
    #[arg(value_name = "COMMAND", last = true, required = true)]
    words: Vec<OsString>,
}

/// Runs `rule-guard`: runs a process, and returns the exit status of that process.
#[cfg(unix)]
pub fn run(args: &RuleGuardArgs) -> Result<ExitCode> {
    use std::sync::atomic::{AtomicBool, Ordering};

    use drawproof_verifier::subject::{GuardEnd, guard, not_started};

    use crate::{output::stdout, process, scratch};

    /// Whether the guard was asked to end.
    static IS_STOPPED: AtomicBool = AtomicBool::new(false);
    ctrlc::set_handler(|| IS_STOPPED.store(true, Ordering::Relaxed))?;
    match guard(args.parent, &args.words, &IS_STOPPED) {
        Ok(GuardEnd::Ended(status)) => Ok(process::end_like(status)),
        Ok(GuardEnd::Stopped) => Ok(ExitCode::from(process::ERROR)),
        Ok(GuardEnd::Orphaned) => {
            if let Some(folder) = &args.scratch {
                scratch::remove(folder);
            }
            Ok(ExitCode::from(process::ERROR))
        }
        Err(error) => {
            std::io::Write::write_all(&mut stdout(), &not_started(&error))?;
            Ok(ExitCode::from(process::ERROR))
        }
    }
}

/// Fails, because there are no guards on this system.
#[cfg(not(unix))]
pub fn run(_: &RuleGuardArgs) -> Result<ExitCode> {
    anyhow::bail!("there are no guards on this system")
}
