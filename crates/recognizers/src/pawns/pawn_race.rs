//! Pawn against pawn: distances of kings and pawns, and the outcome of a race.
//!
//! Comparisons are in plies: a king or pawn that is as many moves away as the other, its side to
//! move, is one ply ahead.

use crate::bare_king::kpk::PawnView;
use crate::duel::Duel;
use crate::geometry::*;
use crate::tactics::can_save;

/// One side of king and pawn against king and pawn, the board turned so that its pawn moves up.
#[derive(Clone, Copy)]
pub(crate) struct Runner {
    pub to_move: bool,
    pub king: Square,
    pub pawn: Square,
    /// The other king.
    pub foe: Square,
    /// The other pawn, which moves down.
    pub foe_pawn: Square,
}

impl Runner {
    /// Returns the side's king and pawn against the other king alone.
    #[inline(always)]
    pub(crate) fn alone(&self) -> PawnView {
        PawnView {
            strong_to_move: self.to_move,
            strong_king: self.king,
            weak_king: self.foe,
            pawn: self.pawn,
        }
    }

    /// 1 with the move, -1 without.
    #[inline(always)]
    fn tempo(&self) -> i8 {
        if self.to_move { 1 } else { -1 }
    }

    /// Returns the square before the pawn.
    #[inline(always)]
    pub(crate) fn front(&self) -> Square {
        front(self.pawn)
    }

    /// Returns the square before the other pawn.
    #[inline(always)]
    pub(crate) fn foe_front(&self) -> Square {
        Square::index(self.foe_pawn as usize - 8)
    }

    /// Where the pawn promotes.
    #[inline(always)]
    pub(crate) fn promotion(&self) -> Square {
        Square::new(self.pawn.file(), Rank::Eighth)
    }

    /// Where the other pawn promotes.
    #[inline(always)]
    pub(crate) fn foe_promotion(&self) -> Square {
        Square::new(self.foe_pawn.file(), Rank::First)
    }

    /// Moves the pawn needs to promote.
    #[inline(always)]
    pub(crate) fn pawn_moves(&self) -> u8 {
        7 - (self.pawn.rank() as u8).max(2)
    }

    /// Moves the other pawn needs to promote.
    #[inline(always)]
    pub(crate) fn foe_pawn_moves(&self) -> u8 {
        (self.foe_pawn.rank() as u8).min(5)
    }

    /// Plies by which the pawn promotes before the other if both run; odd.
    #[inline(always)]
    pub(crate) fn race(&self) -> i8 {
        2 * (self.foe_pawn_moves() as i8 - self.pawn_moves() as i8) + self.tempo()
    }

    /// Plies by which the king is at `square` before the other king; odd.
    #[inline(always)]
    pub(crate) fn lead(&self, square: Square) -> i8 {
        2 * (distance(self.foe, square) as i8 - distance(self.king, square) as i8) + self.tempo()
    }

    /// Plies by which the other king is behind the pawn on the way to where it promotes; odd. From
    /// 3 on it is outside the pawn's square.
    #[inline(always)]
    pub(crate) fn foe_late(&self) -> i8 {
        2 * (distance(self.foe, self.promotion()) as i8 - self.pawn_moves() as i8) + self.tempo()
    }

    /// Plies by which the own king is behind the other pawn on the way to where it promotes; odd.
    #[inline(always)]
    pub(crate) fn late(&self) -> i8 {
        let way = distance(self.king, self.foe_promotion()) as i8;
        2 * (way - self.foe_pawn_moves() as i8) - self.tempo()
    }

    /// Files between the pawns.
    #[inline(always)]
    pub(crate) fn files_apart(&self) -> u8 {
        file_distance(self.pawn, self.foe_pawn)
    }

    /// Returns whether the pawns are on one file and have not passed each other.
    #[inline(always)]
    pub(crate) fn is_faced(&self) -> bool {
        self.files_apart() == 0 && self.foe_pawn > self.pawn
    }

    /// Returns whether the pawns are on adjoining squares.
    #[inline(always)]
    pub(crate) fn pawns_touch(&self) -> bool {
        distance(self.pawn, self.foe_pawn) <= 1
    }

    /// Distance between the kings.
    #[inline(always)]
    pub(crate) fn kings(&self) -> u8 {
        distance(self.king, self.foe)
    }

    /// Distance of the king from its pawn.
    #[inline(always)]
    pub(crate) fn escort(&self) -> u8 {
        distance(self.king, self.pawn)
    }

    /// Distance of the king from the other pawn.
    #[inline(always)]
    pub(crate) fn hunt(&self) -> u8 {
        distance(self.king, self.foe_pawn)
    }

    /// Ranks by which the king is before the other pawn on its way, negative if behind it.
    #[inline(always)]
    pub(crate) fn king_before_foe_pawn(&self) -> i8 {
        ranks_ahead(self.foe_pawn, self.king)
    }

    /// Ranks by which the other king is ahead of its own pawn, negative if behind it.
    #[inline(always)]
    pub(crate) fn foe_ahead(&self) -> i8 {
        ranks_ahead(self.foe_pawn, self.foe)
    }
}

/// Both pawns run, no king catches one, and they promote one right after the other.
pub(crate) struct Race {
    /// The side that promotes first.
    pub first: Runner,
    /// The position when both have promoted: "strong", to move, is the first.
    pub queens: Duel<Queen, Queen>,
}

impl Race {
    pub(crate) fn new(first: &Runner) -> Race {
        let [own, foe] = [[first.king, first.promotion()], [first.foe, first.foe_promotion()]];
        Race { first: *first, queens: Duel::of(true, own, foe) }
    }

    /// A king stands in the way of one of the pawns.
    pub(crate) fn is_blocked(&self) -> bool {
        let kings = set(self.first.king) | set(self.first.foe);
        let (pawn, foe_pawn) = (self.first.pawn, self.first.foe_pawn);
        let above = BitBoard(pawn.file().bitboard().0 & (!1u64 << pawn as u32));
        let below = BitBoard(foe_pawn.file().bitboard().0 & ((1u64 << foe_pawn as u32) - 1));
        !(kings & (above | below)).is_empty()
    }

    /// The first queen gives check, or attacks the square where the other pawn promotes.
    pub(crate) fn first_queen_rules(&self) -> bool {
        let kings = set(self.first.king) | set(self.first.foe);
        let attacks = queen_attacks(self.queens.strong, kings);
        attacks.has(self.first.foe) || attacks.has(self.queens.weak)
    }

    /// With both queens on the board, the side that promoted first wins the other queen or mates,
    /// or loses its own after every move.
    pub(crate) fn queen_falls(&self) -> bool {
        let q = &self.queens;
        q.wins_man() || !can_save::<Queen, Queen>(q.strong_king, q.strong, q.weak_king, q.weak)
    }
}
