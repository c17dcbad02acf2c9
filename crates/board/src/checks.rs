//! Men that give check, and men whose move would open a line to their king.

use cozy_chess_types::{BitBoard, Color, Piece};

use crate::{
    attacks::{
        get_between_rays, get_bishop_rays, get_knight_moves, get_pawn_attacks, get_rook_rays,
    },
    board::Board,
};

impl Board {
    /// The enemy men that give check to the king of `color`, and the men of either colour that
    /// alone stand between that king and an enemy slider.
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

    /// Recomputes checkers and pinned men of the side to move.
    pub(crate) fn update_checks(&mut self) {
        (self.checkers, self.pinned) = self.checkers_and_pinned(self.side_to_move());
    }
}
