//! The command line: the settings of every command and the list of commands. The arguments of each
//! command stand beside it in `commands`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::{
    arguments::{ColorChoice, parse_bytes},
    commands::{
        bench::BenchArgs, check::CheckArgs, completions::CompletionsArgs, diff::DiffArgs,
        export::ExportArgs, generate::GenerateArgs, mine::MineArgs, probe::ProbeArgs,
        repair::RepairArgs, rule_child::RuleChildArgs, rule_guard::RuleGuardArgs, rules::RulesArgs,
        stats::StatsArgs, tune::TuneArgs, verify::VerifyArgs,
    },
};

/// Proves the draw rules of chess engines against perfect endgame tables.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Settings of every command.
    #[command(flatten)]
    pub global: Global,
}

const EXAMPLES: &str = "Examples:
  drawproof verify                      prove all built-in rules of up to four men
  drawproof verify KRKR                 prove the rule of one endgame
  drawproof probe '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'
  drawproof stats KBBKR
  drawproof generate --men 4            write all tables of four men
  drawproof check --men 4               audit them
  drawproof mine KRKR --emit c > krkr.c learn a sound rule as source code
  drawproof repair KRKB --plugin ./rule.so

Exit status: 0 done and sound, 1 a claim or value proved wrong, 2 an error.";

/// Settings of every command.
#[derive(Clone, Debug, Args)]
pub struct Global {
    /// Folder of the table files [default: $DRAWPROOF_TABLES, else 'drawproof' in the user's cache
    /// folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Number of threads [default: all cores]
    #[arg(short = 'j', long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Memory for tables, such as 8G or 900M [default: half of what the system allows]
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// No progress display
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Colours in the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve endgames and write their tables
    Generate(GenerateArgs),
    /// Value of a position and its moves, mating line, claims of the rules
    Probe(ProbeArgs),
    /// Run rules over every legal position and count their incorrect claims
    Verify(VerifyArgs),
    /// The built-in rules, their patterns and the sources of the knowledge
    Rules(RulesArgs),
    /// Suggest changes to a rule: ablation of its patterns, best sound subset, missed draws
    Tune(TuneArgs),
    /// Draws gained and lost between two runs saved with 'verify --save'
    Diff(DiffArgs),
    /// Run a rule in a child process
    #[command(hide = true)]
    RuleChild(RuleChildArgs),
    /// Run a process with foreign code and end with it all that it started
    #[command(hide = true)]
    RuleGuard(RuleGuardArgs),
    /// Counts and longest mates of endgames
    Stats(StatsArgs),
    /// Node-count signature and speed of the engine
    Bench(BenchArgs),
    /// The chess engine, on standard input and output
    Uci,
    /// Audit tables against the rules of chess, or files against their checksums
    Check(CheckArgs),
    /// A table as source code with its probe function
    Export(ExportArgs),
    /// Learn a sound recognizer from a table and write it as source code
    Mine(MineArgs),
    /// Find the smallest fix that makes an unsound rule sound
    Repair(RepairArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

impl Command {
    /// Whether the command uses the tables folder from its start. The engine opens its folder later
    /// and goes on without it.
    pub fn reads_tables(&self) -> bool {
        use Command::{Bench, Completions, Diff, RuleChild, Rules, Uci};
        !matches!(self, Bench(_) | Completions(_) | Diff(_) | RuleChild(_) | Rules(_) | Uci)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}
