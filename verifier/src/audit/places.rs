//! The places of a table, all or a random sample, and the boards at these places.

use drawproof_board::{Board, BoardBuilder, Color};
use drawproof_tables::{
    Layout,
    positions::{Shuffled, board_of_squares},
};

use super::outcome::Extent;

/// Selects table entries, each given as `side to move * count + index`: all entries, a seeded
/// sample without repetition, or the entries of some blocks.
pub struct Places {
    /// The number of included places of the table, or of its blocks.
    included: u64,
    /// The order in which they are drawn; `None` for all numbers in order.
    shuffled: Option<Shuffled>,
    /// The places of a sample in the order of their indices, so that values near each other are read one after the
    /// other; empty for all places, and for samples that take too much memory.
    sorted: Vec<u64>,
    /// The indices of a block, if whole blocks are included, and of the table.
    block: Option<(u64, u64)>,
}

/// The most places that are sorted.
const SORTED_MAX: u64 = 1 << 24;

impl Places {
    /// Makes the selection of the table entries that `extent` includes.
    pub fn new(layout: &Layout, extent: Extent) -> Places {
        let mut places = Places::unsorted(layout, extent);
        if places.shuffled.is_some() && places.included <= SORTED_MAX {
            places.sorted = (0..places.included).map(|number| places.permuted(number)).collect();
            // Moves lead from one side to move to the other, near the same index.
            let count = layout.count() as u64;
            places.sorted.sort_unstable_by_key(|place| (place % count, place / count));
        }
        places
    }

    /// Returns the number of entries of a table that `extent` includes.
    pub fn count_of(layout: &Layout, extent: Extent) -> u64 {
        Places::unsorted(layout, extent).count()
    }

    fn unsorted(layout: &Layout, extent: Extent) -> Places {
        let count = layout.count() as u64;
        let (total, included, seed, block) = match extent {
            Extent::Whole => (2 * count, 2 * count, 0, None),
            Extent::Sample { places, seed } => (2 * count, places, seed, None),
            Extent::Blocks { blocks, seed } => {
                let size = 1 << (6 * layout.digits().saturating_sub(1));
                (count / size, blocks, seed, Some((size, count)))
            }
        };
        let shuffled = (included < total).then(|| Shuffled::new(total, seed));
        Places { included: included.min(total), shuffled, sorted: Vec::new(), block }
    }

    /// Returns the number of selected entries.
    pub fn count(&self) -> u64 {
        self.included * self.block.map_or(1, |(size, _)| 2 * size)
    }

    /// Returns whether all entries of the table are selected.
    pub fn is_whole(&self) -> bool {
        self.shuffled.is_none()
    }

    /// Returns the selected entry `number`, which is below [`Places::count`].
    pub fn get(&self, number: u64) -> u64 {
        let Some((size, count)) = self.block else { return self.drawn(number) };
        let (block, place) = (number / (2 * size), number % (2 * size));
        place / size * count + self.drawn(block) * size + place % size
    }

    /// Returns the place or block with a number below `included`.
    fn drawn(&self, number: u64) -> u64 {
        match self.sorted.is_empty() {
            true => self.permuted(number),
            false => self.sorted[number as usize],
        }
    }

    /// Returns the place or block with a number below `included`, in a random order.
    fn permuted(&self, number: u64) -> u64 {
        self.shuffled.as_ref().map_or(number, |shuffled| shuffled.get(number))
    }
}

/// Returns the board of the entry `place`, which is `side to move * count + index`; `None` if it is
/// not a legal position. `builder` is empty before and after.
pub fn board_at(builder: &mut BoardBuilder, layout: &Layout, place: u64) -> Option<Board> {
    let count = layout.count() as u64;
    let squares = layout.squares((place % count) as usize);
    board_of_squares(builder, layout, &squares, Color::ALL[(place / count) as usize])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use drawproof_tables::NormalMaterial;

    use super::*;

    fn layout(name: &str) -> Layout {
        Layout::new(name.parse::<NormalMaterial>().unwrap())
    }

    #[test]
    fn a_sample_holds_no_place_twice() {
        let layout = layout("KRK");
        let total = 2 * layout.count() as u64;
        for places in [10, 1000, total - 1] {
            let all = Places::new(&layout, Extent::Sample { places, seed: 7 });
            let seen: HashSet<u64> = (0..all.count()).map(|n| all.get(n)).collect();
            assert_eq!((seen.len() as u64, all.is_whole()), (places, false));
            assert!(seen.iter().all(|&place| place < total));
        }
        assert!(Places::new(&layout, Extent::Sample { places: total, seed: 7 }).is_whole());
        let drawn = |seed| {
            let places = Places::new(&layout, Extent::Sample { places: 5, seed });
            (0..5).map(|n| places.get(n)).collect::<Vec<_>>()
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
    }

    #[test]
    fn a_block_holds_all_squares_of_all_men_but_the_upper_one() {
        for name in ["KRKN", "KPK", "KBNK"] {
            let layout = layout(name);
            let size = 1 << (6 * (layout.digits() - 1));
            let count = layout.count() as u64;
            let some = Places::new(&layout, Extent::Blocks { blocks: 3, seed: 5 });
            let places: Vec<u64> = (0..some.count()).map(|n| some.get(n)).collect();
            assert_eq!(places.len() as u64, 3 * 2 * size);
            let seen: HashSet<u64> = places.iter().copied().collect();
            assert_eq!(seen.len(), places.len());
            let blocks: HashSet<u64> = places.iter().map(|place| place % count / size).collect();
            assert_eq!(blocks.len(), 3);
            let all = Places::new(&layout, Extent::Blocks { blocks: u64::MAX, seed: 5 });
            let seen: HashSet<u64> = (0..all.count()).map(|n| all.get(n)).collect();
            assert!(all.is_whole() && seen.len() as u64 == 2 * count);
        }
    }
}
