//! Shards: the part of a `verify`, `judge` or `check` that one of several processes does. Each writes a
//! file; `drawproof merge` reads them all.

mod file;
mod set;

pub use drawproof_verifier::Shard;
pub use file::{VERSION, write};
pub use set::ShardSet;

use std::path::PathBuf;

use clap::Args;

/// Arguments of a command that can do one of several shards.
#[derive(Clone, Debug, Args)]
pub struct ShardArgs {
    /// Do only shard I of N, write its result to --output, and leave the report to 'drawproof merge'.
    /// The status is 0 once the file is written, whatever was found
    #[arg(
        long,
        value_name = "I/N",
        requires = "output",
        help_heading = "One of several processes"
    )]
    pub shard: Option<Shard>,
    /// The file for the result of --shard
    #[arg(
        long,
        value_name = "FILE",
        requires = "shard",
        help_heading = "One of several processes"
    )]
    pub output: Option<PathBuf>,
}

impl ShardArgs {
    /// The shard to do and its file, if only one is to be done.
    pub fn requested(&self) -> Option<(Shard, &PathBuf)> {
        self.shard.zip(self.output.as_ref())
    }
}
