//! Which boards are accepted; which men give check or are pinned.
//!
//! `BoardBuilder` and the FEN parser share these predicates, which are those of cozy-chess 0.3.4.
//! Each rules out positions that break move generation, or that no game can reach for a simple
//! reason. Adjacent kings are accepted here; `drawproof_tables::Placement` rejects them.

use cozy_chess_types::{BitBoard, Color, Piece, Rank, Square};

use crate::{
    attacks::{
        get_between_rays, get_bishop_rays, get_knight_moves, get_pawn_attacks, get_rook_rays,
    },
    board::Board,
};

impl Board {
    /// Returns whether each side has one king, at most 16 men and at most 8 pawns, no pawn is on
    /// the first or last rank, and the side that just moved is not in check.
    pub(crate) fn men_are_valid(&self) -> bool {
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let counts = Color::ALL.into_iter().all(|color| {
            self.colors(color).len() <= 16
                && self.colored_pieces(color, Piece::King).len() == 1
                && self.colored_pieces(color, Piece::Pawn).len() <= 8
        });
        counts
            && self.pieces(Piece::Pawn).is_disjoint(ends)
            && self.checkers_and_pinned(!self.side_to_move()).0.is_empty()
    }

    /// Returns whether each castling right is possible: the king is on its first rank, and the rook
    /// is on the same rank, on the proper side of the king.
    pub(crate) fn castle_rights_are_valid(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let rank = Rank::First.relative_to(color);
            let rooks = self.colored_pieces(color, Piece::Rook);
            let (king, rights) = (self.king(color), self.castle_rights(color));
            let stands = |file| king.rank() == rank && rooks.has(Square::new(file, rank));
            rights.short.is_none_or(|file| stands(file) && king.file() < file)
                && rights.long.is_none_or(|file| stands(file) && file < king.file())
        })
    }

    /// Returns whether a pawn can just have made a double push on the en-passant file: the pawn is
    /// there, the squares behind it are empty, and each check comes from that pawn or through the
    /// square that it left.
    pub(crate) fn en_passant_is_valid(&self) -> bool {
        let Some(file) = self.en_passant() else { return true };
        let us = self.side_to_move();
        let [origin, passed, pawn] = [Rank::Seventh, Rank::Sixth, Rank::Fifth]
            .map(|rank| Square::new(file, rank.relative_to(us)));
        let explained =
            |checker| checker == pawn || get_between_rays(checker, self.king(us)).has(origin);
        self.colored_pieces(!us, Piece::Pawn).has(pawn)
            && self.occupied().is_disjoint(origin.bitboard() | passed.bitboard())
            && self.checkers().into_iter().all(explained)
    }

    /// Returns the enemy men that give check to the king of `color`, and the men of either colour
    /// that alone stand between that king and an enemy slider.
    #[inline]
    pub(crate) fn checkers_and_pinned(&self, color: Color) -> (BitBoard, BitBoard) {
        let king = self.king(color);
        let queens = self.pieces(Piece::Queen);
        let diagonal = get_bishop_rays(king) & (self.pieces(Piece::Bishop) | queens);
        let straight = get_rook_rays(king) & (self.pieces(Piece::Rook) | queens);
        let leapers = get_knight_moves(king) & self.pieces(Piece::Knight)
            | get_pawn_attacks(king, color) & self.pieces(Piece::Pawn);

        let enemies = self.colors(!color);
        let occupied = self.occupied();
        let mut checkers = leapers & enemies;
        let mut pinned = BitBoard::EMPTY;
        for slider in (diagonal | straight) & enemies {
            let between = get_between_rays(slider, king) & occupied;
            if between.is_empty() {
                checkers |= slider.bitboard();
            } else if between.0.is_power_of_two() {
                pinned |= between;
            }
        }
        (checkers, pinned)
    }

    /// Recomputes the checkers and the pinned men of the side to move.
    pub(crate) fn update_checks(&mut self) {
        (self.checkers, self.pinned) = self.checkers_and_pinned(self.side_to_move());
    }
}
