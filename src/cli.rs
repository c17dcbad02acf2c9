//! The command line: types only.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use drawproof_tables::{Material, NormalMaterial, file::LEVEL_MAX};

use crate::export::{Content, Language};
use drawproof_verifier::Counting;

pub use crate::commands::mine::MineArgs;
pub use crate::commands::repair::RepairArgs;
pub use crate::commands::rule_args::{DiffArgs, RuleArgs, RulesArgs, TuneArgs, VerifyArgs};

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
  drawproof verify KRKR                 prove one
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
    /// Memory for tables, such as 8G or 900M [default: half of the machine's]
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// No progress display
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Colours in the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorChoice,
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve endgames and write their tables
    Generate(GenerateArgs),
    /// Value of a position and its moves, mating line, what the rules say
    Probe(ProbeArgs),
    /// Run rules over every legal position and count what they get wrong
    Verify(VerifyArgs),
    /// The built-in rules, their patterns and where the knowledge comes from
    Rules(RulesArgs),
    /// What to change in a rule: patterns taken apart, best sound subset, where draws are missed
    Tune(TuneArgs),
    /// What changed between two runs saved with 'verify --save'
    Diff(DiffArgs),
    /// Runs a rule in a process of its own
    #[command(hide = true)]
    RuleChild {
        /// Folder of the job
        folder: PathBuf,
    },
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
    /// Find the smallest veto that makes an unsound rule sound
    Repair(RepairArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Depth to which each position is searched
    #[arg(long, value_name = "PLIES", default_value_t = crate::engine::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub depth: u32,
    /// Search without draw recognizers
    #[arg(long)]
    pub without_recognizers: bool,
}

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one document.
    Json,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof generate KRPKR              this table and all it depends on
  drawproof generate --men 4            all of three and four men
  drawproof generate --men 5 --estimate what it would take
  drawproof generate KRPKR --graph dot  the dependency graph for Graphviz")]
pub struct GenerateArgs {
    /// Endgames, such as KRPKR; with all that they depend on
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required_unless_present = "men")]
    pub endgames: Vec<NormalMaterial>,
    /// All endgames of that many men, with all that they depend on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// Compression level; a higher one makes smaller files and takes longer
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=i64::from(LEVEL_MAX)))]
    pub level: Option<u8>,
    /// Only say what memory and disk it would take
    #[arg(long)]
    pub estimate: bool,
    /// Only print which table is made from which
    #[arg(long, value_name = "FORM", num_args = 0..=1, default_missing_value = "json", conflicts_with = "estimate")]
    pub graph: Option<GraphForm>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Forms of the dependency graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphForm {
    /// An array of endgames with what each is made from.
    Json,
    /// Graphviz.
    Dot,
}

/// Arguments of `probe`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof probe '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'
  drawproof probe --format json - < positions.txt")]
pub struct ProbeArgs {
    /// Positions as FENs; '-' reads one a line from standard input
    #[arg(value_name = "FEN", required = true)]
    pub fens: Vec<String>,
    /// The rule, if it is not only the built-in one.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Arguments of `stats`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof stats KRKR
  drawproof stats KBBKB --counting core10 --format json")]
pub struct StatsArgs {
    /// Endgames, such as KRKR
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required = true)]
    pub endgames: Vec<NormalMaterial>,
    /// Which positions are counted: full = all, core10 = strong king on a1 b1 c1 d1 b2 c2 d2 c3 d3
    /// d4 (with pawns: on files a-d)
    #[arg(long, value_name = "CONVENTION", default_value = "full")]
    pub counting: Counting,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof check KRKN                  derive every value anew from the legal moves
  drawproof check --men 4               all tables of three and four men
  drawproof check KRPKR --full          all of a five-man table, not a sample
  drawproof check --file KRPKR.dpt      only read a file against its checksums

Exit status: 0 nothing wrong, 1 a wrong value, 2 an error or a damaged file.")]
pub struct CheckArgs {
    /// Endgames, such as KRKN
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame, required_unless_present_any = ["men", "file"])]
    pub endgames: Vec<NormalMaterial>,
    /// All endgames of three to N men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5), conflicts_with = "endgames")]
    pub men: Option<u8>,
    /// All positions of five-man tables, not a random sample
    #[arg(long)]
    pub full: bool,
    /// What the random sample is drawn from
    #[arg(long, value_name = "NUMBER", default_value = "1", conflicts_with = "full")]
    pub seed: u64,
    /// Read a file against its checksums instead; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["endgames", "men", "full"])]
    pub file: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// An endgame name as the canonical material; bare kings are no endgame.
pub fn parse_endgame(text: &str) -> Result<NormalMaterial, String> {
    let material: Material = text.parse().map_err(|error| format!("{error}"))?;
    match material.men() {
        2 => Err("bare kings are always a draw: there is no table of them".into()),
        6 => Err(format!("{material} has six men: tables are made for three to five")),
        _ => Ok(material.normalise().0),
    }
}

/// A size such as `8G`, `900M`, `4096K` or a number of bytes.
fn parse_bytes(text: &str) -> Result<u64, String> {
    let bad = || format!("'{text}' is no size: write a number and K, M or G, such as 8G");
    let upper = text.to_ascii_uppercase();
    let digits = upper.trim_end_matches(['B', 'I', 'K', 'M', 'G']);
    let unit: u64 = match upper[digits.len()..].trim_end_matches("IB").trim_end_matches('B') {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return Err(bad()),
    };
    let number: f64 = digits.trim().parse().map_err(|_| bad())?;
    let bytes = number * unit as f64;
    if !(1.0..1e18).contains(&bytes) {
        return Err(bad());
    }
    Ok(bytes as u64)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_parse() {
        assert_eq!(parse_bytes("8G"), Ok(8 << 30));
        assert_eq!(parse_bytes("900m"), Ok(900 << 20));
        assert_eq!(parse_bytes("1.5GiB"), Ok(3 << 29));
        assert_eq!(parse_bytes("4096"), Ok(4096));
        for text in ["", "G", "8X", "-1G", "0", "nan", "inf", "1GM"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }
}

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof export KPK --as wdl --emit c > kpk_wdl.h
  drawproof export KRKN --as dtm --emit rust > krkn.rs")]
pub struct ExportArgs {
    /// Endgame of at most four men, such as KPK
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgame: NormalMaterial,
    /// What its values are
    #[arg(long = "as", value_name = "VALUES", default_value = "dtm")]
    pub content: ExportContent,
    /// Language of the source code
    #[arg(long, value_name = "LANGUAGE", default_value = "c")]
    pub emit: ExportLanguage,
}

/// Values that are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportContent {
    /// Distances to mate in plies.
    Dtm,
    /// Win, draw or loss.
    Wdl,
}

/// Languages of exported source code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportLanguage {
    /// C99.
    C,
    /// C++11.
    Cpp,
    /// Rust.
    Rust,
}

impl From<ExportContent> for Content {
    fn from(content: ExportContent) -> Content {
        match content {
            ExportContent::Dtm => Content::Dtm,
            ExportContent::Wdl => Content::Wdl,
        }
    }
}

impl From<ExportLanguage> for Language {
    fn from(language: ExportLanguage) -> Language {
        match language {
            ExportLanguage::C => Language::C,
            ExportLanguage::Cpp => Language::Cpp,
            ExportLanguage::Rust => Language::Rust,
        }
    }
}
