//! Pawn against pawn: distances of kings and pawns, and the result of a race.
//!
//! Comparisons are in plies. If both sides need the same number of moves, the side to move is one
//! ply ahead.

use crate::bare_king::kpk::PawnView;
use crate::duel::Duel;
use crate::geometry::*;
use crate::tactics::can_save;

/// One side in king and pawn against king and pawn. The board is turned so that this side's pawn
/// moves up.
#[derive(Clone, Copy)]
pub(crate) struct Runner {
    pub to_move: bool,
    pub king: Square,
    pub pawn: Square,
    /// The square of the enemy king.
    pub foe: Square,
    /// The square of the enemy pawn, which moves down.
    pub foe_pawn: Square,
}

impl Runner {
    /// Returns the side's king and pawn against the enemy king alone.
    #[inline(always)]
    pub(crate) fn alone(&self) -> PawnView {
        PawnView {
            strong_to_move: self.to_move,
            strong_king: self.king,
            weak_king: self.foe,
            pawn: self.pawn,
        }
    }

    /// Returns 1 if the side is to move, otherwise -1.
    #[inline(always)]
    fn tempo(&self) -> i8 {
        if self.to_move { 1 } else { -1 }
    }

    /// Returns the square in front of the pawn.
    #[inline(always)]
    pub(crate) fn front(&self) -> Square {
        front(self.pawn)
    }

    /// Returns the square in front of the enemy pawn.
    #[inline(always)]
    pub(crate) fn foe_front(&self) -> Square {
        Square::index(self.foe_pawn as usize - 8)
    }

    /// Returns the promotion square of the pawn.
    #[inline(always)]
    pub(crate) fn promotion(&self) -> Square {
        Square::new(self.pawn.file(), Rank::Eighth)
    }

    /// Returns the promotion square of the enemy pawn.
    #[inline(always)]
    pub(crate) fn foe_promotion(&self) -> Square {
        Square::new(self.foe_pawn.file(), Rank::First)
    }

    /// Returns the number of moves that the pawn needs to promote.
    #[inline(always)]
    pub(crate) fn pawn_moves(&self) -> u8 {
        7 - (self.pawn.rank() as u8).max(2)
    }

    /// Returns the number of moves that the enemy pawn needs to promote.
    #[inline(always)]
    pub(crate) fn foe_pawn_moves(&self) -> u8 {
        (self.foe_pawn.rank() as u8).min(5)
    }

    /// Returns the number of plies by which the pawn promotes before the enemy pawn if both run;
    /// always odd, negative if the pawn promotes later.
    #[inline(always)]
    pub(crate) fn race(&self) -> i8 {
        2 * (self.foe_pawn_moves() as i8 - self.pawn_moves() as i8) + self.tempo()
    }

    /// Returns the number of plies by which the king reaches `square` before the enemy king; always
    /// odd, negative if the king arrives later.
    #[inline(always)]
    pub(crate) fn lead(&self, square: Square) -> i8 {
        2 * (distance(self.foe, square) as i8 - distance(self.king, square) as i8) + self.tempo()
    }

    /// Returns the number of plies by which the enemy king arrives later than the pawn at the
    /// pawn's promotion square; always odd. If it is 3 or more, the king is outside the square of
    /// the pawn.
    #[inline(always)]
    pub(crate) fn foe_late(&self) -> i8 {
        2 * (distance(self.foe, self.promotion()) as i8 - self.pawn_moves() as i8) + self.tempo()
    }

    /// Returns the number of plies by which the king arrives later than the enemy pawn at that
    /// pawn's promotion square; always odd.
    #[inline(always)]
    pub(crate) fn late(&self) -> i8 {
        let way = distance(self.king, self.foe_promotion()) as i8;
        2 * (way - self.foe_pawn_moves() as i8) - self.tempo()
    }

    /// Returns the distance between the pawns in files.
    #[inline(always)]
    pub(crate) fn files_apart(&self) -> u8 {
        file_distance(self.pawn, self.foe_pawn)
    }

    /// Returns whether the pawns are on one file and have not passed each other.
    #[inline(always)]
    pub(crate) fn is_faced(&self) -> bool {
        self.files_apart() == 0 && self.foe_pawn > self.pawn
    }

    /// Returns whether the pawns are on neighbouring squares.
    #[inline(always)]
    pub(crate) fn pawns_touch(&self) -> bool {
        distance(self.pawn, self.foe_pawn) <= 1
    }

    /// Returns the distance between the kings.
    #[inline(always)]
    pub(crate) fn kings(&self) -> u8 {
        distance(self.king, self.foe)
    }

    /// Returns the distance of the king from its pawn.
    #[inline(always)]
    pub(crate) fn escort(&self) -> u8 {
        distance(self.king, self.pawn)
    }

    /// Returns the distance of the king from the enemy pawn.
    #[inline(always)]
    pub(crate) fn hunt(&self) -> u8 {
        distance(self.king, self.foe_pawn)
    }

    /// Returns the number of ranks by which the king is in front of the enemy pawn, negative if
    /// behind.
    #[inline(always)]
    pub(crate) fn king_before_foe_pawn(&self) -> i8 {
        ranks_ahead(self.foe_pawn, self.king)
    }

    /// Returns the number of ranks by which the enemy king is ahead of its own pawn, negative if
    /// behind.
    #[inline(always)]
    pub(crate) fn foe_ahead(&self) -> i8 {
        ranks_ahead(self.foe_pawn, self.foe)
    }
}

/// A race: both pawns run, no king catches a pawn, and the pawns promote one right after the other.
pub(crate) struct Race {
    /// The side that promotes first.
    pub first: Runner,
    /// The position after both promotions. The strong side, which is to move, is the side that
    /// promotes first.
    pub queens: Duel<Queen, Queen>,
}

impl Race {
    pub(crate) fn new(first: &Runner) -> Race {
        let [own, foe] = [[first.king, first.promotion()], [first.foe, first.foe_promotion()]];
        Race { first: *first, queens: Duel::of(true, own, foe) }
    }

    /// Returns whether a king stands in the way of either pawn.
    pub(crate) fn is_blocked(&self) -> bool {
        let kings = set(self.first.king) | set(self.first.foe);
        let (pawn, foe_pawn) = (self.first.pawn, self.first.foe_pawn);
        let above = BitBoard(pawn.file().bitboard().0 & (!1u64 << pawn as u32));
        let below = BitBoard(foe_pawn.file().bitboard().0 & ((1u64 << foe_pawn as u32) - 1));
        !(kings & (above | below)).is_empty()
    }

    /// Returns whether the first queen gives check, or attacks the promotion square of the other
    /// pawn.
    pub(crate) fn first_queen_rules(&self) -> bool {
        let kings = set(self.first.king) | set(self.first.foe);
        let attacks = queen_attacks(self.queens.strong, kings);
        attacks.has(self.first.foe) || attacks.has(self.queens.weak)
    }

    /// Returns whether, with both queens on the board, the side that promoted first can win the
    /// other queen or mate, or loses its own queen whatever it plays.
    pub(crate) fn queen_falls(&self) -> bool {
        let q = &self.queens;
        q.wins_man() || !can_save::<Queen, Queen>(q.strong_king, q.strong, q.weak_king, q.weak)
    }
}
