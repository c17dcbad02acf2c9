//! The arguments of `probe`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use drawproof_session::answer::Parts;
use drawproof_tables::Metric;
use drawproof_verifier::TruthKind;

use crate::{
    arguments::{metric, truth},
    rule::arguments::RuleChoice,
};

/// Arguments of `probe`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  drawproof probe '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'
  drawproof probe --format json - < positions.txt
  drawproof probe --metric dtz '8/8/8/8/8/6k1/4P3/2K5 w - - 98 80'
  drawproof probe --format jsonl --no-line --no-moves - < many.epd
  drawproof probe --check --no-moves - < mates.epd
  drawproof probe --truth can-mate '8/8/8/8/8/1n6/8/k1K2B2 b - - 0 1'

With '-', all lines read so far are answered when the input pauses. Empty lines and lines that begin
with '#' are skipped. A line may be a FEN or an EPD line with operations, such as
'id \"a name\"; hmvc 9; dm 12;'. A line that cannot be answered is reported with its number, and the
others are answered.

Exit status: 0 all answered, 1 --check found a wrong dm, 2 an error or a line without an answer.")]
pub struct ProbeArgs {
    /// Positions as FENs; '-' reads one per line from standard input
    #[arg(value_name = "FEN", required = true)]
    pub fens: Vec<String>,
    /// The rule to ask; a user's rule is asked besides the hand-written one.
    #[command(flatten)]
    pub rule: RuleChoice,
    /// Distances to add, separated by commas
    ///
    /// Besides the distance to mate, shows the distance to the next capture or pawn move within the
    /// fifty-move rule (dtz), or to the next capture or promotion (dtc)
    #[arg(long, value_name = "METRIC", value_delimiter = ',', value_parser = metric())]
    pub metric: Vec<Metric>,
    /// can-mate: which sides can still mate
    ///
    /// Prints the shortest helpmate of each side, and whether the position is dead, instead of the result
    #[arg(long, value_name = "TRUTH", default_value = "result", hide_possible_values = true, value_parser = truth(), conflicts_with_all = ["metric", "check", "learned", "users_rule"])]
    pub truth: TruthKind,
    /// Folders of Syzygy tables [default: $SYZYGY_PATH]
    ///
    /// Used where drawproof has no table. Syzygy tables have results and distances to zeroing of up
    /// to seven men, but no distances to mate
    #[arg(long, value_name = "DIR[:DIR]", conflicts_with = "truth")]
    pub syzygy: Option<OsString>,
    /// Leave out the lines of best play
    #[arg(long)]
    pub no_line: bool,
    /// Leave out the values of the moves
    #[arg(long)]
    pub no_moves: bool,
    /// Compare 'dm' of EPD lines with the table
    ///
    /// The operation dm is the number of moves to mate; it is negative if the side to move loses.
    /// 'bm #12' is compared too
    #[arg(long)]
    pub check: bool,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ProbeFormat,
}

/// The output format of `probe`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProbeFormat {
    /// For people.
    Text,
    /// For programs: one document, an array.
    Json,
    /// For programs: one object per line.
    Jsonl,
}

impl ProbeArgs {
    /// Returns the parts of an answer that the arguments request.
    pub(super) fn parts(&self) -> Parts {
        let is_input = self.fens.iter().any(|it| it == "-");
        Parts { line: !self.no_line, moves: !self.no_moves, draw_line: !self.no_line && !is_input }
    }
}
