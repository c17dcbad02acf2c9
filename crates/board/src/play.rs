//! Making moves.

use cozy_chess_types::{CastleRights, Color, File, Move, Piece, Rank, Square};

use crate::board::Board;

/// The greatest half-move clock, in plies: the fifty-move rule.
const CLOCK_MAX: u8 = 100;

impl Board {
    /// Plays a legal move. Castling is written as the king taking its own rook.
    ///
    /// The half-move clock stops counting at 100, and the move number at `u16::MAX`.
    ///
    /// # Panics
    /// Panics if the move is illegal.
    pub fn play(&mut self, mv: Move) {
        assert!(self.is_legal(mv), "the move {mv} is illegal in {self}");
        self.play_unchecked(mv);
    }

    /// Plays a move that the caller knows to be legal. An illegal move panics or leaves a board
    /// whose methods may panic or return nonsense.
    pub fn play_unchecked(&mut self, mv: Move) {
        let us = self.side_to_move();
        let piece =
            self.piece_on(mv.from).expect("a man stands on the square the move starts from");
        let castles = self.colors(us).has(mv.to);
        let captures = self.colors(!us).has(mv.to);
        let taken = if captures { self.piece_on(mv.to) } else { None };

        self.count_ply(piece == Piece::Pawn || taken.is_some());
        let passed = self.en_passant();
        self.set_en_passant(None);
        if castles {
            self.castle(mv, us);
        } else {
            if let Some(taken) = taken {
                self.toggle_man(taken, !us, mv.to);
                self.drop_rook_right(mv.to, !us);
            }
            self.toggle_man(piece, us, mv.from);
            self.toggle_man(mv.promotion.unwrap_or(piece), us, mv.to);
            match piece {
                Piece::Pawn => self.finish_pawn_move(mv, us, passed),
                Piece::Rook => self.drop_rook_right(mv.from, us),
                Piece::King => self.set_castle_rights(us, CastleRights::EMPTY),
                _ => {}
            }
        }
        self.toggle_side_to_move();
        self.update_checks();
    }

    /// Returns the position after the side to move passes; `None` if that side is in check.
    pub fn null_move(&self) -> Option<Board> {
        if !self.checkers().is_empty() {
            return None;
        }
        let mut board = self.clone();
        board.count_ply(false);
        board.set_en_passant(None);
        board.toggle_side_to_move();
        board.update_checks();
        Some(board)
    }

    /// Advances the half-move clock, or resets it, and advances the move number.
    fn count_ply(&mut self, resets_clock: bool) {
        self.halfmove_clock = if resets_clock { 0 } else { CLOCK_MAX.min(self.halfmove_clock + 1) };
        if self.side_to_move() == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
    }

    fn castle(&mut self, mv: Move, us: Color) {
        let short = mv.from.file() < mv.to.file();
        let (king, rook) = if short { (File::G, File::F) } else { (File::C, File::D) };
        let rank = Rank::First.relative_to(us);
        // In Chess960 the king may land on the rook's square or the rook on the king's: lift both
        // first.
        self.toggle_man(Piece::King, us, mv.from);
        self.toggle_man(Piece::Rook, us, mv.to);
        self.toggle_man(Piece::King, us, Square::new(king, rank));
        self.toggle_man(Piece::Rook, us, Square::new(rook, rank));
        self.set_castle_rights(us, CastleRights::EMPTY);
    }

    /// Sets the en-passant file after a double push. Removes the captured pawn after an en-passant
    /// capture on the file `passed`.
    fn finish_pawn_move(&mut self, mv: Move, us: Color, passed: Option<File>) {
        let ranks = (mv.from.rank() as u8).abs_diff(mv.to.rank() as u8);
        if ranks == 2 {
            self.set_en_passant(Some(mv.to.file()));
        } else if passed == Some(mv.to.file()) && mv.to.rank() == Rank::Sixth.relative_to(us) {
            let taken = Square::new(mv.to.file(), Rank::Fifth.relative_to(us));
            self.toggle_man(Piece::Pawn, !us, taken);
        }
    }

    /// Ends the right of `color` to castle with the rook on `square`, which moves or is captured.
    fn drop_rook_right(&mut self, square: Square, color: Color) {
        if square.rank() == Rank::First.relative_to(color) {
            let other = |file: &File| *file != square.file();
            let rights = *self.castle_rights(color);
            let (short, long) = (rights.short.filter(other), rights.long.filter(other));
            self.set_castle_rights(color, CastleRights { short, long });
        }
    }
}
