//! `mine`: learns a sound recognizer from a table, proves it and writes it as source code.

mod arguments;
mod exact;
mod list;
mod memory;
mod tree;

use std::process::ExitCode;

use anyhow::{Result, bail};

pub use self::arguments::MineArgs;
use crate::environment::Environment;

/// Runs the command.
pub fn run(args: &MineArgs, environment: &Environment) -> Result<ExitCode> {
    if args.exact {
        return exact::run(args, environment);
    }
    if args.output.is_some() && args.emit.is_none() {
        bail!("--output needs --emit: name the language of the source code");
    }
    if !args.patterns.is_empty() {
        return list::run(args, environment);
    }
    tree::run(args, environment)
}
