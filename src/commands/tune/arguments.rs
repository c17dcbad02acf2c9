//! The arguments of `tune`, and what it writes besides reports.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use drawproof_miner::emit::{List, source_of};
use drawproof_report::Format;
use drawproof_verifier::{Counting, Options};

use crate::{
    arguments::{Endgames, MEN, counting, parse_endgames, parse_examples, parse_share},
    reports::{ReportFiles, format},
    rule::arguments::RuleArgs,
    source_code::{BoardStyle, SourceLanguage, write_source},
};

/// Arguments of `tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof tune KRKR
  drawproof tune KRKB --plugin ./rule.so --html tuning.html
  drawproof tune KPK --plugin ./rule.so --emit c --output fixes.c
  drawproof tune KBP+K --men 5 --plugin ./rule.so")]
pub struct TuneArgs {
    /// Endgames such as KRKR, or a family such as KBP+K
    #[arg(value_name = "ENDGAME", value_parser = parse_endgames, required = true)]
    pub endgames: Vec<Endgames>,
    /// The most men of families
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(MEN))]
    pub men: Option<u8>,
    /// The rule.
    #[command(flatten)]
    pub rule: RuleArgs,
    /// Which positions count
    ///
    /// The rule is asked about the positions counted and their colour-reversed positions
    #[arg(long, value_name = "HOW", default_value = "full", value_parser = counting())]
    pub counting: Counting,
    /// Share of right claims that a fix may cost
    ///
    /// Of a wrong branch's right claims of each kind, 0 to 1, that the condition which makes it right may
    /// cost
    #[arg(long, value_name = "SHARE", value_parser = parse_share, default_value = "0.05")]
    pub price: f64,
    /// Examples and groups to show
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_examples)]
    pub examples: usize,
    /// Write the conditions of wrong branches as source code
    ///
    /// A function for each wrong branch that its conditions make right
    #[arg(long, value_name = "LANGUAGE", requires = "output")]
    pub emit: Option<SourceLanguage>,
    /// The board of your engine: bitboards, or squares
    ///
    /// The arguments of the source code are bitboards, or the squares of the men
    #[arg(long, value_name = "BOARD", requires = "emit", default_value = "bitboards")]
    pub board: BoardStyle,
    /// File of the source code
    #[arg(long, value_name = "FILE", requires = "emit")]
    pub output: Option<PathBuf>,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&Format::WITHOUT_VERDICT))]
    pub format: Format,
    /// Reports in files.
    #[command(flatten)]
    pub files: ReportFiles,
}

/// How the rule is asked.
pub fn options(args: &TuneArgs) -> Options {
    let (counting, domain, examples) = (args.counting, args.rule.domain(), args.examples);
    Options { counting, domain, examples, ..Options::default() }
}

/// Writes the conditions of branches, if that was asked for.
pub fn emit(args: &TuneArgs, lists: &[List]) -> Result<()> {
    let (Some(language), Some(path)) = (args.emit, &args.output) else { return Ok(()) };
    write_source(&source_of(lists, language.of_list()?, args.board.into()), path)
}

/// The command line that writes the same source code again.
pub fn command_line(args: &TuneArgs) -> String {
    let names: Vec<String> = args.endgames.iter().map(Endgames::name).collect();
    let men = args.men.map_or_else(String::new, |men| format!(" --men {men}"));
    let rule = match (&args.rule.choice.plugin, &args.rule.choice.program) {
        (Some(plugin), _) => format!(" --plugin {}", plugin.display()),
        (None, Some(program)) => format!(" --command '{program}'"),
        (None, None) => String::new(),
    };
    format!("drawproof tune {}{men}{rule} --price {}", names.join(" "), args.price)
}
