//! Arguments that select a rule.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

/// The rule to judge: a built-in one, or the user's.
#[derive(Clone, Debug, Args)]
pub struct RuleArgs {
    /// The rule.
    #[command(flatten)]
    pub choice: RuleChoice,
    /// Processes of --command [default: one per thread]
    #[arg(long, value_name = "N", requires = "program", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub workers: Option<u16>,
}

/// The rule to ask: a built-in one, or the user's.
#[derive(Clone, Debug, Args)]
#[command(group(ArgGroup::new("users_rule").args(["plugin", "program"])))]
pub struct RuleChoice {
    /// The learned rule instead of the hand-written one
    #[arg(long, conflicts_with = "users_rule")]
    pub learned: bool,
    /// Your rule as a shared library with the functions of drawproof.h
    #[arg(long, value_name = "LIB")]
    pub plugin: Option<PathBuf>,
    /// Your rule as a program: reads a FEN per line, answers each with a line '-', 'draw', 'white',
    /// 'black', 'white-or-draw', 'draw-or-black', 'skip', or 'win' or 'loss' for the side to move
    #[arg(long = "command", value_name = "'PROG ARGS'")]
    pub program: Option<String>,
    /// Seconds after which your rule, if it does not return, has failed
    #[arg(long, value_name = "SECONDS", default_value = "30", requires = "users_rule", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
}

impl RuleChoice {
    /// Whether the rule is the user's.
    pub fn is_users(&self) -> bool {
        self.plugin.is_some() || self.program.is_some()
    }
}
