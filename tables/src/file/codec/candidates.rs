//! The values of neighbouring cells as candidates for a value.

use super::contexts::{Site, TRIES};
use crate::value::width::RawCell;

/// A value among the neighbours.
#[derive(Clone, Copy, Default)]
pub struct Candidate {
    pub value: RawCell,
    /// The neighbours with that value, bits as in [`Site::present`].
    pub neighbours: u8,
    /// Two for each of the four nearest neighbours, one for the others.
    pub votes: u8,
}

/// The different values among the neighbours, those with most votes first.
pub struct Candidates {
    list: [Candidate; 6],
    count: usize,
}

impl Candidates {
    /// The candidates of a place.
    #[inline]
    pub fn new(site: &Site) -> Candidates {
        let mut candidates = Candidates { list: [Candidate::default(); 6], count: 0 };
        if let Some(value) = site.unanimous() {
            let neighbours = site.present;
            let votes = (neighbours.count_ones() + (neighbours & 15).count_ones()) as u8;
            candidates.list[0] = Candidate { value, neighbours, votes };
            candidates.count = 1;
            return candidates;
        }
        for (place, &value) in site.neighbours.iter().enumerate() {
            if site.present >> place & 1 != 0 {
                candidates.add(value, place);
            }
        }
        // A stable insertion sort by votes: equals stay in the order of the neighbours.
        for i in 1..candidates.count {
            let mut place = i;
            while place > 0 && candidates.list[place - 1].votes < candidates.list[place].votes {
                candidates.list.swap(place - 1, place);
                place -= 1;
            }
        }
        candidates
    }

    /// Adds the value of a neighbour.
    #[inline(always)]
    fn add(&mut self, value: RawCell, place: usize) {
        let same = self.list[..self.count].iter().position(|c| c.value == value);
        let entry = same.unwrap_or(self.count);
        self.count += usize::from(same.is_none());
        let candidate = &mut self.list[entry];
        candidate.value = value;
        candidate.neighbours |= 1 << place;
        candidate.votes += if place < 4 { 2 } else { 1 };
    }

    /// The candidates, those with most votes first.
    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.list[..self.count].iter()
    }
}

/// Values that earlier decisions have ruled out.
#[derive(Clone, Copy, Default)]
pub struct Excluded {
    values: [RawCell; TRIES],
    count: usize,
}

impl Excluded {
    pub fn add(&mut self, value: RawCell) {
        self.values[self.count] = value;
        self.count += 1;
    }

    pub fn has(&self, value: RawCell) -> bool {
        self.values[..self.count].contains(&value)
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// The value that was ruled out first.
    pub fn first(&self) -> Option<RawCell> {
        (self.count > 0).then(|| self.values[0])
    }
}
