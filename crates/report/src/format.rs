//! The interface of all document formats.

use std::fmt::Debug;

use crate::wrap::WIDTH_DEFAULT;
use drawproof_verifier::{Diff, Run, Verdict, tune::Tuning};

/// A document format. Every method returns a whole document.
pub trait Format: Debug + Sync {
    /// The name on the command line, such as `json`.
    fn name(&self) -> &'static str;

    /// For whom the format is, as the help of the command line has it.
    fn readers(&self) -> &'static str;

    /// The document about verified rules.
    fn run(&self, run: &Run, extras: &Extras) -> String;

    /// The document about tuning a rule, with at most `limit` groups of missed draws; `None` if the
    /// format has none.
    fn tuning(
        &self,
        _verdict: &Verdict,
        _tuning: &Tuning,
        _limit: usize,
        _style: TextStyle,
    ) -> Option<String> {
        None
    }

    /// The document about the differences between two runs; `None` if the format has none.
    fn changes(&self, _diffs: &[Diff], _style: TextStyle) -> Option<String> {
        None
    }
}

/// How text for people at a terminal is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether to colour verdicts with terminal escapes.
    pub colour: bool,
    /// The maximum width of a line in characters; FENs are never cut.
    pub width: usize,
}

impl TextStyle {
    /// `text` in bold with a terminal's colour, such as 31 for red, if there are colours.
    pub fn painted(self, text: &str, code: u8) -> String {
        if self.colour { format!("\x1b[1;{code}m{text}\x1b[0m") } else { text.into() }
    }
}

impl Default for TextStyle {
    fn default() -> TextStyle {
        TextStyle { colour: false, width: WIDTH_DEFAULT }
    }
}

/// Additions to a document about verified rules. A format ignores those that it cannot show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras<'a> {
    /// How text is set.
    pub style: TextStyle,
    /// The tuning reports of the rules, in the order of the verdicts; may be shorter.
    pub tunings: &'a [Tuning],
}
