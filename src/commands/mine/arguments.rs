//! Arguments of `mine`.

use std::path::PathBuf;

use clap::Args;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::TruthKind;

use crate::{
    arguments::{Format, parse_endgame, parse_share, truth},
    source_code::{SourceLanguage, command_line, language_name},
};

/// Arguments of `mine`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  drawproof mine KRKR                # the best rule within 2048 bytes
  drawproof mine KRKR --leaves 100 --leaves 300 --html curve.html
  drawproof mine KRKN --bytes 4096 --emit c --output krkn.c
  drawproof mine KRKB --spotted 0.95 --emit rust > krkb.rs
  drawproof mine KRKR --patterns 11  # patterns that people can read
  drawproof mine KRKN --exact        # every position answered right
  drawproof mine KRKN --truth can-mate

Exit status: 0 proved, 1 the proof failed, 2 an error.")]
pub struct MineArgs {
    /// The endgame, such as KRKR
    #[arg(value_name = "ENDGAME", value_parser = parse_endgame)]
    pub endgame: NormalMaterial,
    /// can-mate: learn dead positions
    ///
    /// Learns the positions in which neither side can mate, even with the other's help, instead of draws
    #[arg(long, value_name = "TRUTH", default_value = "result", hide_possible_values = true, value_parser = truth(), conflicts_with_all = ["exact", "html", "svg"])]
    pub truth: TruthKind,
    /// Maximum number of leaves of the tree
    ///
    /// May be given several times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=60_000))]
    pub leaves: Vec<u32>,
    /// Maximum bytes of the tree's tables [default: 2048]
    ///
    /// May be given several times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(64..=60_000))]
    pub bytes: Vec<u32>,
    /// Share of the draws to claim, 0 to 1
    ///
    /// Learns a tree with as few leaves as possible
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    pub spotted: Vec<f64>,
    /// Learn a list of at most N patterns, not a tree
    ///
    /// The list claims a draw unless a pattern matches. May be given several times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64),
        conflicts_with_all = ["leaves", "bytes", "spotted", "html", "svg"])]
    pub patterns: Vec<u8>,
    /// Learn the result of every position
    ///
    /// Learns win, draw and loss as trees with exceptions, and compares their packed size with that of a
    /// packed bitbase. --output writes the trees
    #[arg(long, conflicts_with_all = ["leaves", "bytes", "spotted", "patterns", "html", "svg", "emit"])]
    pub exact: bool,
    /// Write the largest recognizer as source code
    #[arg(long, value_name = "LANGUAGE")]
    pub emit: Option<SourceLanguage>,
    /// File of the source code
    ///
    /// Without it, the source code goes to standard output, and the report to standard error
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Also write an HTML page with the curve
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Also write the curve as an SVG picture
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl MineArgs {
    /// Returns a command line that writes the same source code again.
    pub fn command_line(&self) -> String {
        fn each<T: ToString>(
            name: &'static str,
            values: &[T],
        ) -> impl Iterator<Item = (&'static str, String)> {
            values.iter().map(move |value| (name, value.to_string()))
        }
        let truth = (self.truth != TruthKind::Result).then(|| ("truth", self.truth.name().into()));
        let options = truth
            .into_iter()
            .chain(each("leaves", &self.leaves))
            .chain(each("bytes", &self.bytes))
            .chain(each("spotted", &self.spotted))
            .chain(each("patterns", &self.patterns))
            .chain(self.emit.map(|language| ("emit", language_name(language))));
        command_line(&["mine", &self.endgame.to_string()], options)
    }
}
