//! Which of a table's positions differ by more than the order of like men, and which by more than
//! a symmetry of the board as well.
//!
//! A table stores some positions twice: in both orders of two like men that have digits, and, where
//! both kings are on the diagonal a1-h8 or the pawns are their own mirror image, with their
//! reflection.

use std::sync::Arc;

use crate::endgame::{
    layout::{Coordinate, Layout},
    like_men::LikeMen,
    symmetry::Transform,
};

/// Tells the positions of a layout apart. Cheap to use, so one serves a whole table.
#[derive(Clone, Debug)]
pub struct Classes {
    layout: Arc<Layout>,
    /// Pairs of adjacent like men with digits. A position is *ordered* if the first man of each
    /// pair has the lower square.
    like: Vec<[usize; 2]>,
    like_men: LikeMen,
}

/// Lanes of a word, one for each class of symmetric positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassLanes {
    /// The lanes that represent their class.
    pub lanes: u64,
    /// Of these, the lanes of positions that are their own mirror image.
    pub own_image: u64,
}

impl Classes {
    /// The classes of a layout's positions.
    pub fn new(layout: &Arc<Layout>) -> Classes {
        let men = layout.men();
        let digit = |man: usize| matches!(layout.coordinates()[man], Coordinate::Digit(_));
        let is_pair = |&man: &usize| men[man - 1] == men[man] && digit(man);
        let like = (1..men.len()).filter(is_pair).map(|man| [man - 1, man]).collect();
        Classes { layout: layout.clone(), like, like_men: LikeMen::new(layout) }
    }

    /// Of `lanes` of a word, those of ordered positions: of positions that differ in the order of
    /// like men, one.
    #[inline]
    pub fn ordered(&self, word: usize, mut lanes: u64) -> u64 {
        if self.like.is_empty() || lanes == 0 {
            return lanes;
        }
        let squares = self.layout.squares(word * 64);
        let low_man = self.layout.low_man();
        for &[a, b] in &self.like {
            let (first, second) = (squares[a] as u32, squares[b] as u32);
            lanes &= if b == low_man {
                u64::MAX.checked_shl(first + 1).unwrap_or(0)
            } else if a == low_man {
                (1 << second) - 1
            } else if first < second {
                u64::MAX
            } else {
                0
            };
        }
        lanes
    }

    /// Of `lanes` of a word, those of positions that represent their class: of positions that
    /// differ by a symmetry of the board or the order of like men, the one with the lowest index.
    pub fn representatives(&self, word: usize, lanes: u64) -> ClassLanes {
        let ordered = self.ordered(word, lanes);
        let digits = self.layout.digits();
        let outer = word >> (6 * (digits - 1));
        let Some(mirror) = self.mirror(outer) else {
            return ClassLanes { lanes: ordered, own_image: 0 };
        };
        let mut found = ClassLanes { lanes: 0, own_image: 0 };
        let mut left = ordered;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let index = word * 64 + lane;
            // The mirror maps the king pair or slice to itself, so only digits change.
            let image = (0..digits).fold(outer << (6 * digits), |image, digit| {
                let square = index >> (6 * digit) & 63;
                image | usize::from(mirror.squares()[square]) << (6 * digit)
            });
            let image = self.like_men.stored(image);
            found.lanes |= u64::from(index <= image) << lane;
            found.own_image |= u64::from(index == image) << lane;
        }
        found
    }

    /// The symmetry that maps a king pair or slice to itself, if there is one.
    fn mirror(&self, outer: usize) -> Option<Transform> {
        let has_pawns = self.layout.material().get().has_pawns();
        let (all, mirror) =
            if has_pawns { (2, Transform::MIRROR_FILES) } else { (8, Transform::DIAGONAL) };
        (self.layout.images(outer).len() < all).then_some(mirror)
    }
}
