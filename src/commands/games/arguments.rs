//! The arguments of `games`.

use std::{ffi::OsString, path::PathBuf};

use clap::{
    Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use drawproof_games::{Model, Sprt};

use crate::rule::arguments::RuleChoice;

/// Arguments of `games`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof games match.pgn
  drawproof games lichess.pgn.zst --men 4 --by position --examples 30
  drawproof games match.pgn --epd thrown.epd --annotate annotated.pgn
  zcat old/*.pgn.gz | drawproof games - --save old.run
  drawproof games new.pgn --plugin ./rule.so --format html -o report.html
  drawproof games match.pgn --sprt 0,5

Exit status: with --sprt, 0 if H1 is accepted, 1 if H0 is accepted, 3 if more games are needed; with
--strict, 2 if a game cannot be read. docs/games.md explains the figures.")]
pub struct GamesArgs {
    /// PGN files, plain or as gz, bz2 or zst; '-' is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Maximum number of men on the board
    ///
    /// Tables of up to five men are solved in memory if they have no file
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u8).range(3..=7))]
    pub men: u8,
    /// Folders of Syzygy tables, for six and seven men [default: $SYZYGY_PATH]
    #[arg(long, value_name = "DIR[:DIR]")]
    pub syzygy: Option<OsString>,
    /// Count only positions that meet a condition, as in 'find'
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<String>,
    /// Count only the games of this player
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The rule whose claims are counted: by default the built-in ones
    #[command(flatten)]
    pub rule: RuleChoice,
    /// 'position': also count single positions
    ///
    /// Symmetric positions count as one position
    #[arg(long, value_name = "WHAT", value_parser = ["position"], hide_possible_values = true)]
    pub by: Option<String>,
    /// Number of most expensive moves to show
    ///
    /// With --by position, this is also the number of most expensive positions to show
    #[arg(long, value_name = "N", default_value = "10")]
    pub examples: u32,
    /// Write every move that worsens the result as EPD
    ///
    /// Each line has the position before the move, the move and the right moves
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// Write the games with comments and glyphs
    ///
    /// $4 marks a move that worsens the result, and $1 the only move that keeps the result. Each
    /// position with a table gets a comment such as [%tb win 23], with the result for the side to
    /// move and the plies to mate
    #[arg(long, value_name = "FILE")]
    pub annotate: Option<PathBuf>,
    /// Write how many games reach each endgame, for --frequencies of other commands
    ///
    /// With --by position, the file also says how often each position was met. 'find', 'verify',
    /// 'tune' and 'judge' read the file
    #[arg(long, value_name = "FILE")]
    pub frequencies: Option<PathBuf>,
    /// Save the figures, for 'diff'
    #[arg(long, value_name = "RUN")]
    pub save: Option<PathBuf>,
    /// Sequential test whose verdict is the exit status
    ///
    /// ELO0 and ELO1 are the Elo differences of the hypotheses H0 and H1. The error rates are 0.05
    /// unless ,ALPHA,BETA follow
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Elo model of the test
    #[arg(long, value_name = "MODEL", default_value = "normalized", requires = "sprt", value_parser = model())]
    pub model: Model,
    /// Status 2 if a game cannot be read
    #[arg(long)]
    pub strict: bool,
    /// text, json, markdown, html or csv
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    pub format: GamesFormat,
    /// Write the report to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Returns the parser of the name of a model.
fn model() -> impl TypedValueParser<Value = Model> {
    PossibleValuesParser::new(["normalized", "logistic"])
        .map(|name| if name == "logistic" { Model::Logistic } else { Model::Normalized })
}

/// The output format of `games`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GamesFormat {
    /// For people at a terminal
    Text,
    /// For programs: one document
    Json,
    /// For pull requests and wikis
    Markdown,
    /// For browsers: one page, no network
    Html,
    /// A row for each endgame, and for each player in it
    Csv,
}
