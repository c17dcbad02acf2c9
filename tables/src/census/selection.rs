//! Which stored positions a counting convention counts, and under which symmetries.

use std::sync::Arc;

use super::{classes::Classes, counting::Counting};
use crate::endgame::{layout::Layout, symmetry::Transform};

/// The counted positions of one endgame.
#[derive(Clone, Debug)]
pub struct Selection {
    layout: Arc<Layout>,
    counting: Counting,
    classes: Classes,
    has_pawns: bool,
}

impl Selection {
    /// The positions of an endgame that `counting` counts.
    pub fn new(layout: &Arc<Layout>, counting: Counting) -> Selection {
        let has_pawns = layout.material().get().has_pawns();
        Selection { layout: layout.clone(), counting, classes: Classes::new(layout), has_pawns }
    }

    /// Of `lanes` of a word, those of stored positions whose images are counted.
    #[inline]
    pub fn lanes(&self, word: usize, lanes: u64) -> u64 {
        match self.counting {
            Counting::Full | Counting::Core10 => lanes,
            Counting::Distinct => self.classes.ordered(word, lanes),
            Counting::Unique => self.classes.representatives(word, lanes).lanes,
        }
    }

    /// Of `lanes` of a word, those of positions that differ by more than the order of like men.
    #[inline]
    pub fn ordered(&self, word: usize, lanes: u64) -> u64 {
        self.classes.ordered(word, lanes)
    }

    /// Of `lanes` of a word, those of ordered positions; all where like men are told apart.
    pub fn ordered_unless_told_apart(&self, word: usize, lanes: u64) -> u64 {
        if self.counting.tells_like_men_apart() { lanes } else { self.ordered(word, lanes) }
    }

    /// Of the counted `lanes` of a word, those of positions with half as many images on the whole
    /// board as other positions of the endgame.
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

    /// The symmetries whose images of a word's positions are counted. The strong king, whose square
    /// decides, is never the low man.
    pub fn images(&self, word: usize) -> impl Iterator<Item = Transform> + use<> {
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

    /// How often each image of a position is counted: once for every order of its like pawns, where
    /// like men are told apart. The orders of other like men are stored positions.
    pub fn orders(&self) -> u64 {
        if self.counting.tells_like_men_apart() { self.layout.pawn_orders() } else { 1 }
    }

    /// The king pair or slice of a word.
    fn outer(&self, word: usize) -> usize {
        word >> (6 * (self.layout.digits() - 1))
    }
}
