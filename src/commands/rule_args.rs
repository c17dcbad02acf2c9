//! Arguments of the commands about rules.

use clap::{Args, ValueEnum};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::Counting;

use crate::cli::parse_endgame;

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof verify                      prove all built-in rules of up to four men
  drawproof verify KRKR --format json   prove one, for a program to read
  drawproof verify KBBKB --counting core10

Exit status: 0 sound, 1 an incorrect claim or an answer that depends on colour or mirroring, 2 an
error.")]
pub struct VerifyArgs {
    /// Endgames, such as KRKR [default: all of up to four men that have a built-in rule]
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgames: Vec<NormalMaterial>,
    /// All endgames of that many men that have a built-in rule
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// Which positions are counted: full = all, core10 = strong king on a1 b1 c1 d1 b2 c2 d2 c3 d3
    /// d4 (with pawns: on files a-d); the rule is asked about no others, but for their
    /// colour-reversed twins
    #[arg(long, value_name = "CONVENTION", default_value = "full")]
    pub counting: Counting,
    /// Counterexamples to show, quickest mate first
    #[arg(long, value_name = "N", default_value = "10")]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
}

/// An output format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people at a terminal.
    #[default]
    Text,
    /// For programs: one document.
    Json,
}
