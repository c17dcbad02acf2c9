//! `merge`: the report that the shards of a `verify`, `judge` or `check` make together.

pub mod check;
pub mod judge;
pub mod verify;

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::{environment::Environment, shard::ShardSet};

/// Arguments of `merge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof verify --men 5 --shard 1/2 --output 1.shard
  drawproof verify --men 5 --shard 2/2 --output 2.shard
  drawproof merge 1.shard 2.shard --format json

The report and the exit status are those of the command without --shard, but for measured times.")]
pub struct MergeArgs {
    /// The files of all shards, in any order
    #[arg(value_name = "SHARD", required = true)]
    pub shards: Vec<PathBuf>,
    /// Output format; for shards of 'check' text or json
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: MergeFormat,
    /// Write the report to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a page for browsers as well: one file, no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a JUnit file as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write a Markdown file as well
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
}

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MergeFormat {
    /// For people at a terminal.
    Text,
    /// For programs: one document.
    Json,
    /// For pull requests and wikis.
    Markdown,
    /// For CI servers: JUnit XML.
    Junit,
    /// For GitHub workflows: annotations and a summary.
    Github,
    /// For browsers: one page, no network.
    Html,
}

impl MergeFormat {
    /// Its name on the command line.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

impl MergeArgs {
    /// The reports that go to files: format and path.
    fn files(&self) -> [(&'static str, Option<&PathBuf>); 3] {
        [
            ("html", self.html.as_ref()),
            ("junit", self.junit.as_ref()),
            ("markdown", self.markdown.as_ref()),
        ]
    }
}

/// Runs the command.
pub fn run(args: &MergeArgs, environment: &Environment) -> Result<ExitCode> {
    let shards = ShardSet::read(&args.shards)?;
    match shards.command() {
        verify::COMMAND => verify::merge(shards, args, environment),
        judge::COMMAND => judge::merge(shards, args, environment),
        check::COMMAND => check::merge(shards, args),
        other => {
            bail!("the shards are of a command '{other}', which this drawproof does not merge")
        }
    }
}
