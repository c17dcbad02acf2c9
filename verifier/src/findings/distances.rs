//! Incorrect claims by distance to mate, and results as reports and JSON name them.

use drawproof_tables::FiftyMoves;
use serde::{Deserialize, Serialize};

use crate::enumerate::{Class, ClassCounts, DRAWN};

/// Counts of draws and then by distance in plies, as far as any occurs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct DistanceCounts(pub(super) Vec<ClassCounts>);

/// The numbers of incorrect claims about positions of one distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncorrectAtDistance {
    /// The distance to mate in plies; `None` for drawn positions.
    pub plies: Option<u16>,
    /// The numbers of incorrect claims by class.
    pub incorrect: ClassCounts,
}

impl DistanceCounts {
    /// Counts `claims` incorrect claims about positions with the distance `plies`; [`DRAWN`] for
    /// draws.
    #[inline]
    pub fn count(&mut self, plies: u16, class: Class, claims: u64) {
        let place = if plies == DRAWN { 0 } else { usize::from(plies) + 1 };
        if self.0.len() <= place {
            self.0.resize(place + 1, ClassCounts::default());
        }
        self.0[place].count(class, claims);
    }

    pub fn add(&mut self, other: DistanceCounts) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), ClassCounts::default());
        }
        for (count, more) in self.0.iter_mut().zip(&other.0) {
            count.add(more);
        }
    }

    /// Returns the counts of each distance that occurs: mates first, ascending, then draws.
    pub fn distances(&self) -> Vec<IncorrectAtDistance> {
        let counts = (0_u16..).zip(&self.0).filter(|(_, counts)| counts.total() > 0);
        let distance = |(place, &incorrect): (u16, &ClassCounts)| IncorrectAtDistance {
            plies: place.checked_sub(1),
            incorrect,
        };
        let mut found: Vec<IncorrectAtDistance> = counts.map(distance).collect();
        found.sort_by_key(|distance| distance.plies.unwrap_or(u16::MAX));
        found
    }
}

/// Returns the distance to mate in plies: positive = the side to move wins; `None` for a draw.
/// `plies` is [`DRAWN`] for a draw; an even distance is lost.
pub(crate) fn signed_plies(plies: u16) -> Option<i32> {
    let number = i32::from(plies);
    (plies != DRAWN).then_some(if plies.is_multiple_of(2) { -number } else { number })
}

/// Returns the name of a win or loss with a signed distance to mate that the fifty-move rule turns
/// into a draw.
pub(crate) fn cursed_result(dtm: Option<i32>) -> &'static str {
    let is_win = dtm.is_some_and(|plies| plies > 0);
    if is_win { FiftyMoves::CursedWin.category() } else { FiftyMoves::BlessedLoss.category() }
}
