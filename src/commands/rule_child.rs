//! `rule-child`, hidden: runs the rule of a shared library as a child process of another command.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Args;

use crate::{
    environment::Environment,
    rule::job::{self, Find},
};

/// Arguments of `rule-child`.
#[derive(Debug, Args)]
pub struct RuleChildArgs {
    /// Folder of the job
    folder: PathBuf,
}

/// Runs `rule-child`: does the job that the parent process has written into the folder. `find` runs
/// the command of that name.
pub fn run(args: &RuleChildArgs, environment: &Environment, find: &Find) -> Result<ExitCode> {
    job::child(&args.folder, environment, find)
}
