//! Incorrect claims by distance to mate.

use drawproof_tables::Cell;
use serde::{Deserialize, Serialize};

use crate::enumerate::{Class, ClassCounts};

/// Counts by table cell, `[cell]`; empty until the first claim is counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct DistanceCounts(pub(super) Vec<ClassCounts>);

/// The incorrect claims about positions of one distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncorrectAtDistance {
    /// The distance in plies; `None` = the position is drawn.
    pub plies: Option<u16>,
    /// The numbers of incorrect claims.
    pub incorrect: ClassCounts,
}

impl DistanceCounts {
    /// Counts `claims` incorrect claims about positions with this cell.
    #[inline]
    pub fn count(&mut self, cell: u8, class: Class, claims: u64) {
        if self.0.is_empty() {
            self.0 = vec![ClassCounts::default(); Cell::COUNT];
        }
        self.0[usize::from(cell)].count(class, claims);
    }

    pub fn add(&mut self, other: DistanceCounts) {
        if self.0.is_empty() {
            self.0 = other.0;
            return;
        }
        for (count, more) in self.0.iter_mut().zip(&other.0) {
            count.add(more);
        }
    }

    /// The distances that occur: mates first, ascending, then draws.
    pub fn distances(&self) -> Vec<IncorrectAtDistance> {
        let cells = (0..=u8::MAX).zip(&self.0).filter(|(_, counts)| counts.total() > 0);
        let distance = |(cell, &incorrect): (u8, &ClassCounts)| {
            let plies = Some(plies_of(cell)).filter(|&plies| plies != DRAWN);
            IncorrectAtDistance { plies, incorrect }
        };
        let mut found: Vec<IncorrectAtDistance> = cells.map(distance).collect();
        found.sort_by_key(|distance| distance.plies.unwrap_or(u16::MAX));
        found
    }
}

/// The distance of a draw where every position has one: longer than any other.
pub(crate) const DRAWN: u16 = u16::MAX;

/// The distance to mate by cell.
static PLIES: [u16; Cell::COUNT] = {
    let mut distances = [DRAWN; Cell::COUNT];
    let mut plies = 0;
    while plies <= Cell::PLIES_MAX {
        let cell = Cell::from_plies(plies).expect("a cell holds its maximum");
        distances[cell.byte() as usize] = plies;
        plies += 1;
    }
    distances
};

/// The distance to mate of a cell in plies; [`DRAWN`] for a draw.
#[inline(always)]
pub(crate) fn plies_of(cell: u8) -> u16 {
    PLIES[usize::from(cell)]
}
