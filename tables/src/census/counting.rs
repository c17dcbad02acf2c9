//! Counting conventions: which positions are counted, and which positions a rule is asked about.

use std::{fmt, str::FromStr};

use drawproof_board::Square;
use serde::{Deserialize, Serialize};

/// A convention for counting positions. Every convention counts positions with either side to move,
/// and positions in check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Every legal position on the whole board, counted once for each order of like men.
    #[default]
    Full,
    /// Legal positions with the strong king on a1 b1 c1 d1 b2 c2 d2 c3 d3 d4; in endgames with
    /// pawns, with the strong king on files a-d. Each is counted once for each order of like men.
    Core10,
    /// Every legal position on the whole board, counted once regardless of the order of like men.
    Distinct,
    /// One position of each class of symmetric positions. Without pawns, all eight symmetries of
    /// the board count; with pawns, only the reflection of files.
    Unique,
}

impl Counting {
    /// All four conventions.
    pub const ALL: [Counting; 4] =
        [Counting::Full, Counting::Core10, Counting::Distinct, Counting::Unique];

    /// Returns the name of the convention in options and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Counting::Full => "full",
            Counting::Core10 => "core10",
            Counting::Distinct => "distinct",
            Counting::Unique => "unique",
        }
    }

    /// Returns a sentence that explains the convention, for help texts and reports.
    pub fn sentence(self) -> &'static str {
        match self {
            Counting::Full => {
                "All positions count, once for each order of like men, as in published figures."
            }
            Counting::Core10 => {
                "Positions with the strong king on a1 b1 c1 d1 b2 c2 d2 c3 d3 d4 (with pawns: on \
                 files a-d) count, once for each order of like men, as in published figures; a \
                 rule is asked about these only."
            }
            Counting::Distinct => "All positions count once, whatever the order of like men.",
            Counting::Unique => {
                "One of each class of symmetric positions counts, whatever the order of like men; \
                 a rule is asked about these only."
            }
        }
    }

    /// Returns whether the convention counts a position once for each order of its like men.
    pub fn tells_like_men_apart(self) -> bool {
        matches!(self, Counting::Full | Counting::Core10)
    }

    /// Returns whether the convention counts positions with the strong king on `king`. `has_pawns`
    /// is whether the endgame has pawns.
    pub fn counts(self, has_pawns: bool, king: Square) -> bool {
        let (file, rank) = (king.file() as usize, king.rank() as usize);
        self != Counting::Core10 || (file < 4 && (has_pawns || rank <= file))
    }
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that is not the name of a counting convention.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a counting convention: write full, core10, distinct or unique")]
pub struct CountingError(String);

impl FromStr for Counting {
    type Err = CountingError;

    fn from_str(text: &str) -> Result<Counting, CountingError> {
        let named = Counting::ALL.into_iter().find(|counting| counting.name() == text);
        named.ok_or_else(|| CountingError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn core10_is_ten_squares_or_half_the_board() {
        let counted =
            |pawns| Square::ALL.iter().filter(move |&&s| Counting::Core10.counts(pawns, s));
        let names: Vec<_> = counted(false).map(ToString::to_string).collect();
        assert_eq!(names, ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"]);
        assert_eq!(counted(true).count(), 32);
    }

    #[test]
    fn names_are_those_of_options_and_json() {
        for counting in Counting::ALL {
            assert_eq!(counting.to_string().parse(), Ok(counting));
            assert_eq!(serde_json::to_value(counting).unwrap(), counting.name());
        }
        assert!("half".parse::<Counting>().is_err());
    }
}
