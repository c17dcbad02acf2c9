//! Arguments of the commands about rules.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use drawproof_tables::NormalMaterial;
use drawproof_verifier::Counting;

use crate::cli::parse_endgame;

/// Which rule is meant: the built-in one, or one's own.
#[derive(Clone, Debug, Args)]
pub struct RuleArgs {
    /// The learned rule instead of the hand-written one
    #[arg(long, conflicts_with_all = ["plugin", "program"])]
    pub learned: bool,
    /// Your rule as a shared library with the functions of drawproof.h
    #[arg(long, value_name = "LIB", conflicts_with = "program")]
    pub plugin: Option<PathBuf>,
    /// Your rule as a program: one FEN a line in, one of '-', 'draw', 'win', 'loss' a line out
    #[arg(long = "command", value_name = "'PROG ARGS'")]
    pub program: Option<String>,
    /// Processes of --command [default: one a thread]
    #[arg(long, value_name = "N", requires = "program", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub workers: Option<u16>,
    /// Seconds after which a rule that does not come back has failed
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
}

impl RuleArgs {
    /// Whether it is one's own rule.
    pub fn is_own(&self) -> bool {
        self.plugin.is_some() || self.program.is_some()
    }
}

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof verify                      prove all built-in rules of up to four men
  drawproof verify KRKR --format json   prove one, for a program to read
  drawproof verify KBBKB --counting core10
  drawproof verify KRKB --plugin ./rule.so
  drawproof verify KRKB --command 'python3 rule.py' --html report.html

Exit status: 0 sound, 1 an incorrect claim or an answer that depends on colour or mirroring, 2 an
error.")]
pub struct VerifyArgs {
    /// Endgames, such as KRKR [default: all of up to four men that have a built-in rule]
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgames: Vec<NormalMaterial>,
    /// All endgames of that many men that have a built-in rule
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Which positions are counted: full = all, core10 = strong king on a1 b1 c1 d1 b2 c2 d2 c3 d3
    /// d4 (with pawns: on files a-d); the rule is asked about no others, but for their
    /// colour-reversed twins
    #[arg(long, value_name = "CONVENTION", default_value = "full")]
    pub counting: Counting,
    /// Counterexamples to show, quickest mate first
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
    /// Write a page for browsers as well: one file, no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a JUnit file as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write a Markdown file as well
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Save claims and patterns of every position, for 'drawproof diff'
    #[arg(long, value_name = "RUN")]
    pub save: Option<PathBuf>,
}

/// An output format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people at a terminal.
    #[default]
    Text,
    /// For programs: one document.
    Json,
    /// For pull requests and wikis.
    Markdown,
    /// For CI servers: JUnit XML.
    Junit,
    /// For GitHub workflows: annotations and a summary.
    Github,
}

/// Arguments of `tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof tune KRKR
  drawproof tune KRKB --plugin ./rule.so --html tuning.html")]
pub struct TuneArgs {
    /// The endgame, such as KRKR
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgame: NormalMaterial,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Which positions are counted, as in 'verify'
    #[arg(long, value_name = "CONVENTION", default_value = "full")]
    pub counting: Counting,
    /// Examples and groups to show
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DocumentFormat,
    /// Write a page for browsers as well: one file, no network
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// Arguments of `diff`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:
  drawproof verify KRKR --plugin ./old.so --save old.run
  drawproof verify KRKR --plugin ./new.so --save new.run
  drawproof diff old.run new.run --format markdown")]
pub struct DiffArgs {
    /// The run of the old rule, from 'verify --save'
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The run of the new rule
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// Examples of each sort to show
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DocumentFormat,
}

/// An output format of `tune` and `diff`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DocumentFormat {
    /// For people at a terminal.
    #[default]
    Text,
    /// For programs: one document.
    Json,
    /// For pull requests and wikis.
    Markdown,
}

/// Arguments of `rules`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof rules                       all built-in rules
  drawproof rules KRKR                  the patterns of one
  drawproof verify --format json > run.json
  drawproof rules --format markdown --figures run.json")]
pub struct RulesArgs {
    /// Endgames, such as KRKR [default: all that have a built-in rule]
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgames: Vec<NormalMaterial>,
    /// Figures to show with the rules, from 'verify --format json'; may be given several times
    #[arg(long, value_name = "FILE")]
    pub figures: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DocumentFormat,
}

/// A number of examples: memory for them is set aside.
fn parse_examples(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= 10_000 => Ok(number),
        _ => Err("write a number up to 10000".into()),
    }
}
