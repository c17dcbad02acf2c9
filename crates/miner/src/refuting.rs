//! Decisive positions that refute the result of learning from a sample.

use std::ops::Range;

use drawproof_tables::parallel;

use crate::world::{WORDS, World};

/// A set of decisive positions, as bits of the 64-position words of a [`World`].
#[derive(Clone, Debug, Default)]
pub struct Refuting {
    /// The words in ascending order, with their lanes.
    words: Vec<(usize, u64)>,
}

impl Refuting {
    /// Returns the empty set.
    pub fn none() -> Refuting {
        Refuting::default()
    }

    /// Collects the positions that `of_word` returns as bits for each word. `new` makes a buffer
    /// for each range of words.
    pub fn find<B>(
        world: &World,
        new: impl Fn() -> B + Sync,
        of_word: impl Fn(&mut B, usize) -> u64 + Sync,
    ) -> Refuting {
        let of_words = |words: Range<usize>| {
            let mut buffer = new();
            let lanes = words.map(|word| (word, of_word(&mut buffer, word)));
            lanes.filter(|(_, lanes)| *lanes != 0).collect::<Vec<_>>()
        };
        Refuting { words: parallel::map_ranges(world.words(), WORDS, of_words).concat() }
    }

    /// Returns the positions of the set in a word, as bits.
    pub fn lanes(&self, word: usize) -> u64 {
        let place = self.words.binary_search_by_key(&word, |it| it.0);
        place.map_or(0, |place| self.words[place].1)
    }

    /// Returns the number of positions in the set.
    pub fn count(&self) -> u64 {
        self.words.iter().map(|(_, lanes)| u64::from(lanes.count_ones())).sum()
    }

    /// Adds the positions of `others`. Of each word's positions, `kept` selects those to add.
    #[must_use]
    pub fn with(self, others: &Refuting, kept: impl Fn(usize, u64) -> u64) -> Refuting {
        let others = others.words.iter().map(|&(word, lanes)| (word, kept(word, lanes)));
        let mut all = self.words;
        all.extend(others.filter(|(_, lanes)| *lanes != 0));
        all.sort_by_key(|it| it.0);
        all.dedup_by(|next, first| {
            let is_same = next.0 == first.0;
            first.1 |= if is_same { next.1 } else { 0 };
            is_same
        });
        Refuting { words: all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_added_by_word() {
        let of = |words: &[(usize, u64)]| Refuting { words: words.to_vec() };
        let both = of(&[(3, 1), (7, 6)])
            .with(&of(&[(1, 8), (3, 2), (9, 1)]), |word, lanes| if word == 9 { 0 } else { lanes });
        assert_eq!(both.words, [(1, 8), (3, 3), (7, 6)]);
        assert_eq!([1, 2, 3, 9].map(|word| both.lanes(word)), [8, 0, 3, 0]);
        assert_eq!((both.count(), Refuting::none().count()), (5, 0));
    }
}
