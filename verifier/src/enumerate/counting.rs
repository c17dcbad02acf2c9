//! Counting conventions: which positions of the whole board are counted.

use std::{fmt, str::FromStr};

use drawproof_board::Square;
use serde::{Deserialize, Serialize};

/// A counting convention. Each counts both sides to move and positions in check, and counts like
/// men as different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counting {
    /// Every legal position of the whole board.
    #[default]
    Full,
    /// Legal positions with the strong king on a1 b1 c1 d1 b2 c2 d2 c3 d3 d4; with pawns, on files
    /// a-d.
    Core10,
}

impl Counting {
    /// What is counted, as a sentence for help texts and reports.
    pub fn sentence(self) -> &'static str {
        match self {
            Counting::Full => {
                "Every legal position of the whole board counts, once for every order of like men, \
                 as in published figures."
            }
            Counting::Core10 => {
                "Positions with the strong king on a1 b1 c1 d1 b2 c2 d2 c3 d3 d4 (with pawns: on \
                 files a-d) count, once for every order of like men, as in published figures; a \
                 rule is asked about these only."
            }
        }
    }

    /// Whether positions with the strong king on `king` are counted, in an endgame with or without
    /// pawns.
    pub fn counts(self, has_pawns: bool, king: Square) -> bool {
        let (file, rank) = (king.file() as usize, king.rank() as usize);
        self == Counting::Full || (file < 4 && (has_pawns || rank <= file))
    }
}

impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Counting::Full => "full",
            Counting::Core10 => "core10",
        })
    }
}

/// A text that is not the name of a counting convention.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no counting convention: write full or core10")]
pub struct CountingError(String);

impl FromStr for Counting {
    type Err = CountingError;

    fn from_str(text: &str) -> Result<Counting, CountingError> {
        match text {
            "full" => Ok(Counting::Full),
            "core10" => Ok(Counting::Core10),
            _ => Err(CountingError(text.into())),
        }
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
}
