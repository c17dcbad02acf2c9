//! Arguments that select a rule.

use std::path::PathBuf;

use clap::Args;

/// The rule to judge: a built-in one, or the user's.
#[derive(Clone, Debug, Args)]
pub struct RuleArgs {
    /// The learned rule instead of the hand-written one
    #[arg(long, conflicts_with_all = ["plugin", "program"])]
    pub learned: bool,
    /// Your rule as a shared library with the functions of drawproof.h
    #[arg(long, value_name = "LIB", conflicts_with = "program")]
    pub plugin: Option<PathBuf>,
    /// Your rule as a program: reads a FEN per line, answers each with a line
    /// '-', 'draw', 'win' or 'loss'
    #[arg(long = "command", value_name = "'PROG ARGS'")]
    pub program: Option<String>,
    /// Processes of --command [default: one per thread]
    #[arg(long, value_name = "N", requires = "program", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub workers: Option<u16>,
    /// Seconds after which a rule that does not return has failed
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
}

impl RuleArgs {
    /// Whether the rule is the user's.
    pub fn is_users(&self) -> bool {
        self.plugin.is_some() || self.program.is_some()
    }
}
