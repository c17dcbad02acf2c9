//! Moves in UCI notation, lists of moves, and perft.

use drawproof_board::{Board, Move, Piece, Square};

/// The capacity of a list. It exceeds the 218 moves of the richest reachable position; with more
/// queens than pawns could become, a position may have more moves.
const MOST_MOVES: usize = 256;

/// Converts `mv` into UCI notation. Castling is the king's two-square step, such as `e1g1`.
pub fn to_uci(board: &Board, mv: Move) -> String {
    drawproof_board::notation::display_uci_move(board, mv).to_string()
}

/// Parses `text` in UCI notation; `None` if it is not a legal move of `board`.
pub fn from_uci(board: &Board, text: &str) -> Option<Move> {
    let mv = drawproof_board::notation::parse_uci_move(board, text).ok()?;
    (board.is_legal(mv) && to_uci(board, mv) == text).then_some(mv)
}

/// Returns whether `mv` is a capture, en passant included.
pub fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to) || is_en_passant(board, mv)
}

/// Returns whether `mv` is an en-passant capture.
pub fn is_en_passant(board: &Board, mv: Move) -> bool {
    mv.from.file() != mv.to.file()
        && board.pieces(Piece::Pawn).has(mv.from)
        && !board.occupied().has(mv.to)
}

/// Returns whether `mv` is castling, which a `Move` represents as the king capturing its own rook.
pub fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// Returns the board after `mv`, which must be legal.
pub fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

/// A list of moves, each with a score for ordering.
pub struct MoveList {
    len: usize,
    items: [(Move, i32); MOST_MOVES],
}

impl Default for MoveList {
    fn default() -> Self {
        let none = Move { from: Square::A1, to: Square::A1, promotion: None };
        MoveList { len: 0, items: [(none, 0); MOST_MOVES] }
    }
}

impl MoveList {
    /// Returns the legal moves of `board` in no particular order, at most 256.
    pub fn legal(board: &Board) -> MoveList {
        let mut list = MoveList::default();
        board.generate_moves(|moves| {
            moves.into_iter().for_each(|mv| list.push(mv, 0));
            false
        });
        list
    }

    /// Appends `mv` with its score for ordering, unless the list is full.
    pub fn push(&mut self, mv: Move, score: i32) {
        if let Some(item) = self.items.get_mut(self.len) {
            *item = (mv, score);
            self.len += 1;
        }
    }

    /// Returns the moves and their scores.
    pub fn items(&self) -> &[(Move, i32)] {
        &self.items[..self.len]
    }

    /// Returns the moves and their scores, which the caller may change.
    pub fn items_mut(&mut self) -> &mut [(Move, i32)] {
        &mut self.items[..self.len]
    }

    /// Swaps the move with the highest score at or after `index` to `index`, and returns it with
    /// its score; `None` at the end of the list.
    pub fn pick(&mut self, index: usize) -> Option<(Move, i32)> {
        let rest = &mut self.items[..self.len].get_mut(index..)?;
        // The first of equal scores is taken, so that the order of generation decides.
        let best = (0..rest.len()).rev().max_by_key(|&i| rest[i].1)?;
        rest.swap(0, best);
        Some(rest[0])
    }
}

/// Counts the sequences of `depth` legal moves from `board`; `None` if `stop`, which is called
/// regularly, returns true.
pub fn perft(board: &Board, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut count = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        return Some(count);
    }
    let stopped = board.generate_moves(|moves| {
        for mv in moves {
            match perft(&after(board, mv), depth - 1, stop) {
                Some(below) => count += below,
                None => return true,
            }
        }
        depth > 3 && stop()
    });
    (!stopped).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_survives_uci() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "2r5/1P1P4/8/2pP4/8/8/5k1K/8 w - c6 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            for &(mv, _) in MoveList::legal(&board).items() {
                assert_eq!(from_uci(&board, &to_uci(&board, mv)), Some(mv));
            }
        }
    }

    #[test]
    fn castling_is_the_kings_step() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for text in ["e1g1", "e1c1"] {
            let mv = from_uci(&board, text).unwrap();
            assert!(is_castling(&board, mv) && !is_capture(&board, mv));
        }
        for text in ["e1h1", "e1g1q", "e1e3", "", "e1", "é1g1", "0000", "e1g1x"] {
            assert_eq!(from_uci(&board, text), None, "{text}");
        }
    }
}
