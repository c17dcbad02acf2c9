//! The arguments of `find`.

use std::path::PathBuf;

use clap::{
    Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use drawproof_find::Order;
use drawproof_tables::census::Counting;

use super::choice::Balance;
use crate::arguments::{Endgames, MEN, counting, parse_endgames};

/// Arguments of `find`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof find KRPKR --where 'white to move and only.underpromotion'
  drawproof find KRKN --where 'white to move and zugzwang' --count
  drawproof find KQKP --where 'draw and only_move' --by moves
  drawproof find KPKP --where 'win and moves > 1' --by only,dtm
  drawproof find KRPKR --where 'win' --order -dtm --limit 5
  drawproof find KBNK --where 'dtm >= 20' --sample 1000 --format matetrack
  drawproof find KRPKR --where white --sample 300 --balance result=1:1:1

docs/find.md lists the words of conditions.")]
pub struct FindArgs {
    /// Endgames, such as KRPKR, or families
    #[arg(value_name = "ENDGAME", value_parser = parse_endgames, required = true)]
    pub endgames: Vec<Endgames>,
    /// Maximum number of men in a family's endgames
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u8).range(MEN))]
    pub men: u8,
    /// The condition, such as 'win and only_move'
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: String,
    /// Your rule as a shared library, for conditions such as claim(plugin) = draw
    #[arg(long, value_name = "LIB")]
    pub plugin: Option<PathBuf>,
    /// Time limit for one answer of your rule, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", requires = "plugin", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Print only the number of positions
    #[arg(long, conflicts_with_all = ["sample", "limit", "order"])]
    pub count: bool,
    /// Count the positions by fields, such as dtm or wk,only
    #[arg(long, value_name = "FIELDS", conflicts_with_all = ["sample", "limit", "order", "balance"])]
    pub by: Option<String>,
    /// Positions to write for each endgame, or 'all'
    ///
    /// The default is 10 in text, and 'all' in other formats
    #[arg(long, value_name = "N", value_parser = parse_limit)]
    pub limit: Option<usize>,
    /// Order: as in the table, nearest or farthest mates first, or by squares
    #[arg(long, value_name = "ORDER", allow_hyphen_values = true, default_value = "table", value_parser = order())]
    pub order: Order,
    /// Write N of the positions found, chosen at random
    #[arg(long, value_name = "N", conflicts_with_all = ["limit", "order"], value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub sample: Option<u32>,
    /// Seed of the sample
    #[arg(long, value_name = "NUMBER", default_value = "1", requires = "sample")]
    pub seed: u64,
    /// Sample equally many positions for each value of a field, such as dtm, or in proportions,
    /// such as result=2:1:1 for win, draw and loss
    #[arg(long, value_name = "FIELD", requires = "sample")]
    pub balance: Option<Balance>,
    /// File with the weight of each endgame in the sample, one line each, such as 'KRPKR 37'
    #[arg(long, value_name = "FILE", requires = "sample", conflicts_with = "balance")]
    pub frequencies: Option<PathBuf>,
    /// Half-move clock of the positions written
    #[arg(long, value_name = "PLIES", default_value = "0", value_parser = clap::value_parser!(u8).range(..=100))]
    pub clock: u8,
    /// Which positions count
    #[arg(long, value_name = "CONVENTION", default_value = "unique", value_parser = counting())]
    pub counting: Counting,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: FindFormat,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl FindArgs {
    /// Returns the maximum number of positions kept for each endgame.
    pub fn limit(&self) -> usize {
        let is_text = self.format == FindFormat::Text;
        match (self.count || self.by.is_some(), self.sample) {
            (true, _) => 0,
            (_, Some(sample)) => sample as usize,
            _ => self.limit.unwrap_or(if is_text { 10 } else { usize::MAX }),
        }
    }
}

/// Parses `--limit`: a number, or `all`.
fn parse_limit(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(limit @ 1..) => Ok(limit),
        _ if text == "all" => Ok(usize::MAX),
        _ => Err("write a number from 1 on, or 'all'".into()),
    }
}

/// Returns the parser of an order's name.
fn order() -> impl TypedValueParser<Value = Order> {
    PossibleValuesParser::new(Order::NAMED.map(|(name, _)| name))
        .map(|name| Order::named(&name).expect("only names of orders are accepted"))
}

/// The output format of `find`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindFormat {
    /// For people, with boards.
    Text,
    /// One FEN per line.
    Fen,
    /// One position per line with best moves (bm), moves to mate (dm), centipawns (ce), a line (pv), and an id.
    Epd,
    /// One position per line in matetrack's format, with its number of moves to mate: bm #5; PV:
    /// ...;
    Matetrack,
    /// One JSON document.
    Json,
    /// One JSON object per line.
    Jsonl,
    /// Comma-separated values with a header line.
    Csv,
    /// One game per position, from the position along the line to mate.
    Pgn,
    /// A Parquet file for one endgame, as `export` writes it.
    Parquet,
}
