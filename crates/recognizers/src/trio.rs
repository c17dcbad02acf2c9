//! King and two men against king and man.

use std::marker::PhantomData;

use crate::geometry::*;
use crate::position::Position;

/// King, `A` and `B` (strong side) against king and `W` (weak side), without pawns.
pub(crate) struct Trio<A, B, W> {
    pub strong_to_move: bool,
    pub strong_king: Square,
    pub weak_king: Square,
    pub first: Square,
    pub second: Square,
    pub weak: Square,
    /// The squares of all men.
    pub occupied: BitBoard,
    /// The squares that the first man attacks.
    pub by_first: BitBoard,
    /// The squares that the second man attacks.
    pub by_second: BitBoard,
    /// The squares that the weak man attacks.
    pub by_weak: BitBoard,
    men: PhantomData<(A, B, W)>,
}

impl<A: Man, B: Man, W: Man> Trio<A, B, W> {
    pub(crate) fn new(position: &Position) -> Self {
        // Comparing without counting is faster where the processor's bit-count instruction is not
        // available.
        let without_one = |men: u64| men & men.wrapping_sub(1);
        let has_three = without_one(without_one(position.colour[0])) != 0;
        let strong = if has_three { Color::White } else { Color::Black };
        assert!(position.count() == 5, "king and two men against king and man");
        let first = position.only_man(strong, A::PIECE);
        let second = (position.men(strong, B::PIECE) & !set(first))
            .next_square()
            .expect("the side has the man");
        let weak = position.only_man(!strong, W::PIECE);
        let occupied = BitBoard(position.colour[0] | position.colour[1]);
        Trio {
            strong_to_move: position.stm() == strong,
            strong_king: position.king(strong),
            weak_king: position.king(!strong),
            first,
            second,
            weak,
            occupied,
            by_first: A::attacks(first, occupied),
            by_second: B::attacks(second, occupied),
            by_weak: W::attacks(weak, occupied),
            men: PhantomData,
        }
    }

    /// Returns the distance between the kings.
    #[inline(always)]
    pub(crate) fn kings(&self) -> u8 {
        distance(self.strong_king, self.weak_king)
    }

    /// Returns whether the weak king is in check.
    #[inline(always)]
    pub(crate) fn weak_in_check(&self) -> bool {
        (self.by_first | self.by_second).has(self.weak_king)
    }

    /// Returns whether the strong king is in check.
    #[inline(always)]
    pub(crate) fn strong_in_check(&self) -> bool {
        self.by_weak.has(self.strong_king)
    }

    /// Returns the number of squares to which the weak king can step.
    #[inline(always)]
    pub(crate) fn flights(&self) -> u32 {
        let without = self.occupied ^ set(self.weak_king);
        let fire = A::attacks(self.first, without) | B::attacks(self.second, without);
        let fire = fire | king_attacks(self.strong_king);
        (king_attacks(self.weak_king) & !fire & !set(self.weak)).len()
    }

    /// Returns the number of squares to which the strong king can step.
    #[inline(always)]
    pub(crate) fn strong_flights(&self) -> u32 {
        let without = self.occupied ^ set(self.strong_king);
        let fire = W::attacks(self.weak, without) | king_attacks(self.weak_king);
        (king_attacks(self.strong_king) & !fire & !set(self.first) & !set(self.second)).len()
    }
}
