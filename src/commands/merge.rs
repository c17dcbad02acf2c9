//! `merge`: the report that the shards of a `verify`, `judge` or `check` make together.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};
use clap::Args;
use drawproof_report::Format;

use crate::{
    baseline::BaselineArgs,
    commands::{check, judge, verify},
    environment::Environment,
    reports::{Outputs, ReportFiles, format},
    shard::ShardSet,
};

/// Arguments of `merge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof verify --men 5 --shard 1/2 --output 1.shard
  drawproof verify --men 5 --shard 2/2 --output 2.shard
  drawproof merge 1.shard 2.shard --format json

The report and the exit status are those of the command without --shard, except for measured times.")]
pub struct MergeArgs {
    /// The files of all shards, in any order
    #[arg(value_name = "SHARD", required = true)]
    pub shards: Vec<PathBuf>,
    /// Output format; for shards of 'check' text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&Format::ALL))]
    pub format: Format,
    /// Write the report to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Reports in files.
    #[command(flatten)]
    pub files: ReportFiles,
    /// Known wrong claims, for shards of 'verify'.
    #[command(flatten)]
    pub known: BaselineArgs,
}

/// Runs `merge`: prints the report of all shards together.
pub fn run(args: &MergeArgs, environment: &Environment) -> Result<ExitCode> {
    let shards = ShardSet::read(&args.shards)?;
    let output = args.output.as_deref();
    let outputs = Outputs { format: args.format, output, files: &args.files };
    match shards.command() {
        verify::COMMAND => verify::merge(shards, &args.known, &outputs, environment),
        other if args.known.baseline.is_some() => {
            bail!("--baseline is for shards of 'verify', and these are of '{other}'")
        }
        judge::COMMAND => judge::merge(shards, &outputs, environment),
        check::COMMAND => check::merge(shards, &outputs),
        other => {
            bail!("the shards are of a command '{other}', which this drawproof does not merge")
        }
    }
}
