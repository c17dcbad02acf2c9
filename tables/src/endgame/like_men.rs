//! Like men: two or more men of one kind and colour. Of positions that differ by exchanging them,
//! one is stored.

use drawproof_board::Square;

use super::layout::{Coordinate, Layout};

/// The digits of the table index that hold the squares of like men. Exchanging them does not change
/// the position.
#[derive(Clone, Debug)]
pub struct LikeMen {
    /// The digits of two like men, the higher digit first. In stored positions the higher digit has
    /// the lower square.
    pairs: Vec<[u32; 2]>,
}

impl LikeMen {
    /// Finds the like men of a layout's endgame.
    pub fn new(layout: &Layout) -> LikeMen {
        let digits = pairs(layout).map(|pair| {
            pair.map(|man| match layout.coordinates()[man] {
                Coordinate::Digit(digit) => digit,
                _ => unreachable!("these men have digits"),
            })
        });
        LikeMen { pairs: digits.collect() }
    }

    /// Returns whether the endgame has no like men whose squares are digits of the table index.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns the index that represents `index` among all indices that differ only by exchanging
    /// like men. Files store only this index.
    #[inline]
    pub fn stored(&self, mut index: usize) -> usize {
        // A bubble sort: as many rounds as there are pairs sort any order.
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

/// Returns the pairs of consecutive men of the layout that are like men and whose squares are
/// digits of the table index.
pub fn pairs(layout: &Layout) -> impl Iterator<Item = [usize; 2]> {
    let men = layout.men();
    let has_digit = |man: usize| matches!(layout.coordinates()[man], Coordinate::Digit(_));
    (1..men.len())
        .filter(move |&man| men[man - 1] == men[man] && has_digit(man))
        .map(|man| [man - 1, man])
}

/// Returns the lanes in which the squares of the men of each pair are in ascending order. The
/// square of man `low` is the lane.
#[inline]
pub fn lanes_in_order(
    pairs: impl IntoIterator<Item = [usize; 2]>,
    squares: &[Square],
    low: usize,
) -> u64 {
    let mut lanes = u64::MAX;
    for [first, second] in pairs {
        let above = |square: Square| u64::MAX << (square as u32) << 1;
        lanes &= if second == low {
            above(squares[first])
        } else if first == low {
            !above(squares[second]) & !squares[second].bitboard().0
        } else if squares[first] < squares[second] {
            u64::MAX
        } else {
            0
        };
    }
    lanes
}
