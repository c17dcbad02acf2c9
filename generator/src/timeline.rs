//! Things that happen to positions at known plies, kept in the order of the plies.

/// Some lanes of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Number of the word within its block.
    pub word: u32,
    /// The lanes, not 0.
    pub lanes: u64,
}

/// Entries of one block by ply, and how far they have been taken.
#[derive(Debug, Default)]
pub struct Timeline {
    /// In the order of their plies.
    entries: Vec<Entry>,
    /// (ply, end of its entries), in rising order.
    ends: Vec<(u16, u32)>,
    /// The next of `ends`.
    next: usize,
}

impl Timeline {
    /// The timeline of events in any order; they are sorted by ply, otherwise kept in order.
    pub fn new(events: &[(u16, Entry)]) -> Timeline {
        let plies = events.iter().map(|&(ply, _)| usize::from(ply) + 1).max().unwrap_or(0);
        // First the number of entries of each ply, then the place of its next entry.
        let mut places = vec![0_u32; plies];
        for &(ply, _) in events {
            places[usize::from(ply)] += 1;
        }
        let mut ends = Vec::new();
        let mut end = 0;
        for (ply, place) in places.iter_mut().enumerate() {
            let count = std::mem::replace(place, end);
            if count > 0 {
                end += count;
                ends.push((ply as u16, end));
            }
        }
        let mut entries = vec![Entry { word: 0, lanes: 0 }; events.len()];
        for &(ply, entry) in events {
            let place = &mut places[usize::from(ply)];
            entries[*place as usize] = entry;
            *place += 1;
        }
        Timeline { entries, ends, next: 0 }
    }

    /// The ply of the next entries.
    pub fn next_ply(&self) -> Option<u16> {
        self.ends.get(self.next).map(|&(ply, _)| ply)
    }

    /// Takes the entries of `ply`. Panics if entries of an earlier ply were left.
    pub fn take(&mut self, ply: u16) -> &[Entry] {
        match self.next_ply() {
            Some(next) if next == ply => {
                let start = if self.next == 0 { 0 } else { self.ends[self.next - 1].1 };
                self.next += 1;
                &self.entries[start as usize..self.ends[self.next - 1].1 as usize]
            }
            Some(next) => {
                assert!(next > ply, "the entries of ply {next} were passed over");
                &[]
            }
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_by_ply() {
        let entry = |word| Entry { word, lanes: 1 };
        let events = [(7, entry(1)), (3, entry(2)), (7, entry(3)), (3, entry(4)), (250, entry(5))];
        let mut timeline = Timeline::new(&events);
        assert_eq!(timeline.take(1), []);
        assert_eq!(timeline.next_ply(), Some(3));
        assert_eq!(timeline.take(3), [entry(2), entry(4)]);
        assert_eq!(timeline.take(5), []);
        assert_eq!(timeline.take(7), [entry(1), entry(3)]);
        assert_eq!(timeline.take(250), [entry(5)]);
        assert_eq!(timeline.next_ply(), None);
    }
}
