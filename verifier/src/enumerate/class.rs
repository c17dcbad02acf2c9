//! Classes of incorrect claims.
//!
//! Engines do not ask their evaluation in check and leave captures to quiescence search, so an
//! incorrect claim about a quiet position weighs most.

use serde::{Deserialize, Serialize};

/// The class of a position with an incorrect claim. The order is that of reports: the class that
/// weighs most comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// None of the others.
    Quiet,
    /// After a legal capture or promotion the result is still the same. Every capture of a lost
    /// side is one.
    Tactical,
    /// The side to move is in check and has a legal move.
    InCheck,
    /// Mate or stalemate is on the board.
    Over,
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = 4;

    /// All classes in the order of reports.
    pub const ALL: [Class; Class::COUNT] =
        [Class::Quiet, Class::Tactical, Class::InCheck, Class::Over];

    /// The name in documents for programs.
    pub fn name(self) -> &'static str {
        ["quiet", "tactical", "in-check", "over"][self as usize]
    }
}

/// Numbers of positions by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassCounts([u64; Class::COUNT]);

impl ClassCounts {
    /// The number of positions of a class.
    pub fn of(&self, class: Class) -> u64 {
        self.0[class as usize]
    }

    /// The number of positions of all classes.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts more positions of a class.
    pub(crate) fn count(&mut self, class: Class, positions: u64) {
        self.0[class as usize] += positions;
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &ClassCounts) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}
