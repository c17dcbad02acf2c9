//! Whether a move is legal, and whether the game is over.

use cozy_chess_types::{Move, Piece, Rank};

use crate::{board::Board, piece_moves::PROMOTIONS};

/// Whether the game goes on, as far as one position shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameStatus {
    /// The side to move is mated.
    Won,
    /// Stalemate, or 50 moves of each side without a capture or pawn move.
    Drawn,
    /// Neither of these.
    Ongoing,
}

impl Board {
    /// Whether the game is over. Mate counts before the fifty-move rule. Draws by repetition and
    /// by insufficient material are not detected.
    pub fn status(&self) -> GameStatus {
        let can_move = self.generate_moves(|_| true);
        match (can_move, self.checkers().is_empty()) {
            (false, false) => GameStatus::Won,
            (false, true) => GameStatus::Drawn,
            (true, _) if self.halfmove_clock() >= 100 => GameStatus::Drawn,
            (true, _) => GameStatus::Ongoing,
        }
    }

    /// Whether `mv` is a legal move; castling is the king taking its own rook.
    pub fn is_legal(&self, mv: Move) -> bool {
        let pawn = self.pieces(Piece::Pawn).has(mv.from);
        let promotes = pawn && matches!(mv.to.rank(), Rank::First | Rank::Eighth);
        let promotion_fits = match mv.promotion {
            Some(piece) => promotes && PROMOTIONS.contains(&piece),
            None => !promotes,
        };
        promotion_fits && self.generate_moves_for(mv.from.bitboard(), |set| set.to.has(mv.to))
    }
}
