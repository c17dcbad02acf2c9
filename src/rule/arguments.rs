//! Arguments that select a rule.

use std::{ffi::OsString, path::PathBuf};

use anyhow::Result;
use clap::{ArgGroup, Args};
use drawproof_verifier::{Domain, Sample, TruthKind};

use crate::arguments::{Endgames, parse_domain, parse_sample, truth};

/// The rule to verify: a built-in one, or the user's.
#[derive(Clone, Debug, Args)]
pub struct RuleArgs {
    /// The rule.
    #[command(flatten)]
    pub choice: RuleChoice,
    /// Number of processes of --command [default: one per thread]
    #[arg(long, value_name = "N", requires = "program", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub workers: Option<u16>,
    /// Ask only about positions such as not-in-check,quiet
    ///
    /// Positions that do not meet all conditions count as not asked. The conditions, separated by
    /// commas, are not-in-check, not-over (mate, stalemate), not-tactical, quiet (none of these),
    /// not-mate-in-1, white-to-move, black-to-move (White is the first side of the endgame's name)
    #[arg(long, value_name = "WORDS", value_parser = parse_domain)]
    pub domain: Option<Domain>,
    /// can-mate: which sides can still mate
    ///
    /// A claim is incorrect if it rules out a side that can still mate with the other side's help.
    /// A draw claim means that the position is dead
    #[arg(long, value_name = "TRUTH", default_value = "result", hide_possible_values = true, value_parser = truth(), conflicts_with = "learned")]
    pub truth: TruthKind,
}

impl RuleArgs {
    /// Returns the domain: the positions that the rule is asked about.
    pub fn domain(&self) -> Domain {
        self.domain.unwrap_or_default()
    }
}

/// The rule to ask: a built-in one, or the user's.
#[derive(Clone, Debug, Args)]
#[command(group(ArgGroup::new("users_rule").args(["plugin", "program"])))]
pub struct RuleChoice {
    /// Use the learned rule instead of the hand-written one
    #[arg(long, conflicts_with = "users_rule")]
    pub learned: bool,
    /// Your rule as a shared library (see drawproof.h)
    #[arg(long, value_name = "LIB")]
    pub plugin: Option<PathBuf>,
    /// Your rule as a program that answers FENs
    ///
    /// The program reads one FEN per line and answers each FEN with one line: '-' (no claim),
    /// 'draw', 'white', 'black', 'white-or-draw', 'draw-or-black', 'win' or 'loss' (for the side to
    /// move), or 'skip' (not asked here). An answer may consist of several claims, which may name
    /// their branches: 'draw-or-black @ rule.go:41; draw @ rule.go:77'. For 'verify
    /// --score', an answer may also have a score: 'score 15'
    #[arg(long = "command", value_name = "'PROG ARGS'")]
    pub program: Option<String>,
    /// Time limit for one answer of your rule, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", requires = "users_rule", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
}

impl RuleChoice {
    /// Returns whether the rule is the user's library or program, not a built-in rule.
    pub fn is_users(&self) -> bool {
        self.plugin.is_some() || self.program.is_some()
    }
}

/// Arguments for a random sample of the positions.
#[derive(Clone, Debug, Args)]
pub struct SampleArgs {
    /// Ask about N random positions, such as 1e6
    ///
    /// Every legal position is equally likely. The report has 95 % intervals and an upper bound for the share
    /// of incorrect claims. Six-man endgames are verified with table files or Syzygy tables
    #[arg(long, value_name = "N", value_parser = parse_sample)]
    pub sample: Option<u64>,
    /// Seed of the random positions
    #[arg(long, value_name = "SEED", default_value = "1", requires = "sample")]
    pub seed: u64,
    /// Folders of Syzygy tables [default: $SYZYGY_PATH]
    #[arg(long, value_name = "DIR[:DIR]", requires = "sample")]
    pub syzygy: Option<OsString>,
}

impl SampleArgs {
    /// Returns the requested sample; `None` if all positions are to be asked about.
    pub fn requested(&self) -> Option<Sample> {
        self.sample.map(|size| Sample { size, seed: self.seed })
    }

    /// Refuses endgames whose tables cannot be made, unless a sample is requested.
    ///
    /// # Errors
    ///
    /// Fails if there is such an endgame.
    pub fn check(&self, endgames: &[Endgames]) -> Result<()> {
        match self.sample {
            Some(_) => Ok(()),
            None => endgames.iter().try_for_each(Endgames::check_solvable),
        }
    }
}
