//! Which stored positions a counting convention counts, and under which symmetries.
//!
//! A table stores some positions twice: in both orders of two like men that have digits, and, where both
//! kings are on the diagonal a1-h8 or the pawns are their own mirror image, with their reflection.
//! [`Classes`] tell them apart.

use std::sync::Arc;

use super::counting::Counting;
use crate::endgame::{
    layout::Layout,
    like_men::{self, LikeMen},
    symmetry::Transform,
};

/// The positions of an endgame that a counting convention counts.
#[derive(Clone, Debug)]
pub struct Selection {
    layout: Arc<Layout>,
    counting: Counting,
    classes: Classes,
    has_pawns: bool,
}

impl Selection {
    /// Selects the positions of an endgame that `counting` counts.
    pub fn new(layout: &Arc<Layout>, counting: Counting) -> Selection {
        let has_pawns = layout.material().get().has_pawns();
        Selection { layout: layout.clone(), counting, classes: Classes::new(layout), has_pawns }
    }

    /// Returns the subset of a word's `lanes` whose positions are counted, or are symmetric to
    /// counted positions.
    #[inline]
    pub fn lanes(&self, word: usize, lanes: u64) -> u64 {
        match self.counting {
            Counting::Full | Counting::Core10 => lanes,
            Counting::Distinct => self.classes.ordered(word, lanes),
            Counting::Unique => self.classes.representatives(word, lanes).lanes,
        }
    }

    /// Returns the subset of a word's `lanes` in which like men are in canonical order.
    #[inline]
    pub fn ordered(&self, word: usize, lanes: u64) -> u64 {
        self.classes.ordered(word, lanes)
    }

    /// Returns the subset of a word's `lanes` in which like men are in canonical order; all of
    /// `lanes` if the convention counts every order.
    pub fn ordered_unless_told_apart(&self, word: usize, lanes: u64) -> u64 {
        if self.counting.tells_like_men_apart() { lanes } else { self.ordered(word, lanes) }
    }

    /// Returns the subset of a word's counted `lanes` whose positions have only half as many
    /// different images on the board as other positions of the endgame.
    pub fn half(&self, word: usize, lanes: u64) -> u64 {
        let outer = self.outer(word);
        let all = if self.has_pawns { 2 } else { 8 };
        if self.layout.images(outer).len() == all {
            return 0;
        }
        match self.counting {
            // The mirror image is another stored position, and counted.
            Counting::Full | Counting::Core10 | Counting::Distinct => lanes,
            Counting::Unique => self.classes.representatives(word, lanes).own_image,
        }
    }

    /// Returns the symmetries whose images of a word's positions are counted. The symmetries are
    /// the same in the whole word, because they depend on the strong king, which is never the low
    /// man.
    pub fn images(&self, word: usize) -> impl Iterator<Item = Transform> + Clone + use<> {
        let images = match self.counting {
            Counting::Unique => &Transform::ALL[..1],
            _ => self.layout.images(self.outer(word)),
        };
        let strong_king = self.layout.squares(word * 64)[0];
        let (counting, has_pawns) = (self.counting, self.has_pawns);
        let counted =
            move |image: &Transform| counting.counts(has_pawns, image.square(strong_king));
        images.iter().copied().filter(counted)
    }

    /// Returns the number of times that each image of a position is counted: once for every order
    /// of its like pawns, if the convention counts every order. For other like men, every order is
    /// a stored position.
    pub fn orders(&self) -> u64 {
        if self.counting.tells_like_men_apart() { self.layout.pawn_orders() } else { 1 }
    }

    /// Returns the king pair or slice of a word.
    fn outer(&self, word: usize) -> usize {
        word >> (6 * (self.layout.digits() - 1))
    }
}

/// Finds the positions of a layout that represent their class of symmetric positions. Making the
/// value is expensive and using it is cheap, so make one for a whole table.
#[derive(Clone, Debug)]
pub struct Classes {
    layout: Arc<Layout>,
    /// Pairs of adjacent like men with digits. A position is *ordered* if the first man of each
    /// pair has the lower square.
    like: Vec<[usize; 2]>,
    like_men: LikeMen,
}

/// The lanes of a word whose positions represent their class of symmetric positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassLanes {
    /// The lanes whose positions represent their class of symmetric positions.
    pub lanes: u64,
    /// The lanes of `lanes` whose positions are their own mirror image.
    pub own_image: u64,
}

impl Classes {
    /// Prepares the classes of a layout's positions.
    pub fn new(layout: &Arc<Layout>) -> Classes {
        let like = like_men::pairs(layout).collect();
        Classes { layout: layout.clone(), like, like_men: LikeMen::new(layout) }
    }

    /// Returns the subset of a word's `lanes` in which like men are in canonical order. Of all
    /// positions that differ only in the order of like men, exactly one is in canonical order.
    #[inline]
    pub fn ordered(&self, word: usize, lanes: u64) -> u64 {
        if self.like.is_empty() || lanes == 0 {
            return lanes;
        }
        let (squares, low_man) = (self.layout.squares(word * 64), self.layout.low_man());
        lanes & like_men::lanes_in_order(self.like.iter().copied(), &squares, low_man)
    }

    /// Returns the subset of a word's `lanes` whose positions represent their class. A class
    /// consists of positions that differ only by a symmetry of the board or in the order of like
    /// men. The position with the lowest index represents the class.
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

    /// Returns the symmetry that maps a king pair or slice to itself, if there is one.
    fn mirror(&self, outer: usize) -> Option<Transform> {
        let has_pawns = self.layout.material().get().has_pawns();
        let (all, mirror) =
            if has_pawns { (2, Transform::MIRROR_FILES) } else { (8, Transform::DIAGONAL) };
        (self.layout.images(outer).len() < all).then_some(mirror)
    }
}

/// Calls `visit` with each lane of a set, lowest first.
#[inline(always)]
pub fn for_each_lane(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}
