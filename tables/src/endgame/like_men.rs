//! Positions that differ by an exchange of like men: one of them is stored.

use super::layout::{Coordinate, Layout};

/// The digits of an endgame's like men.
#[derive(Clone, Debug)]
pub struct LikeMen {
    /// Digits of two like men, the higher digit first; that one's square is the lower in what is
    /// stored.
    pairs: Vec<[u32; 2]>,
}

impl LikeMen {
    /// The like men of a layout.
    pub fn new(layout: &Layout) -> LikeMen {
        let digits = pairs(layout).map(|pair| {
            pair.map(|man| match layout.coordinates()[man] {
                Coordinate::Digit(digit) => digit,
                _ => unreachable!("these men have digits"),
            })
        });
        LikeMen { pairs: digits.collect() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The stored one of the indices that differ from `index` by an exchange of like men.
    #[inline]
    pub fn stored(&self, mut index: usize) -> usize {
        // As many rounds as pairs put any number of neighbours in order.
        for _ in 0..self.pairs.len() {
            for &[high, low] in &self.pairs {
                let difference = (index >> (6 * high) ^ index >> (6 * low)) & 63;
                if index >> (6 * high) & 63 > index >> (6 * low) & 63 {
                    index ^= difference << (6 * high) | difference << (6 * low);
                }
            }
        }
        index
    }
}

/// Pairs of men of one kind that follow each other and have a digit.
pub fn pairs(layout: &Layout) -> impl Iterator<Item = [usize; 2]> {
    let men = layout.men();
    let has_digit = |man: usize| matches!(layout.coordinates()[man], Coordinate::Digit(_));
    (1..men.len())
        .filter(move |&man| men[man - 1] == men[man] && has_digit(man))
        .map(|man| [man - 1, man])
}
