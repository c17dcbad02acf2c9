//! The current game: the board, and the earlier positions for repetitions.

use drawproof_board::{BitBoard, Board, Move, Piece, Rank, Square, get_pawn_attacks};

/// The number of plies without a capture or pawn move after which the game is drawn.
pub const FIFTY_MOVES_PLIES: u8 = 100;

/// Returns the key of a position under the repetition rule. An en-passant square counts only if a
/// pawn could capture on it.
pub fn key(board: &Board) -> u64 {
    let Some(file) = board.en_passant() else { return board.hash() };
    let stm = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(stm));
    let takers = get_pawn_attacks(target, !stm) & board.colored_pieces(stm, Piece::Pawn);
    if takers.is_empty() { board.hash_without_ep() } else { board.hash() }
}

/// Returns whether neither side has enough men to mate by any moves: bare kings, a single minor
/// piece, or bishops that are all on squares of one colour.
pub fn insufficient_material(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let bishops = board.pieces(Piece::Bishop);
    let one_colour =
        bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES);
    board.occupied().len() <= 3 || (board.pieces(Piece::Knight).is_empty() && one_colour)
}

/// The current position of a game, and the keys of all positions before it and on the search line.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    /// The keys of all positions of the game and of the current search line, the current one last.
    keys: Vec<u64>,
    /// The number of `keys` that belong to the game, up to the root of the search.
    root_len: usize,
}

impl Default for Game {
    fn default() -> Self {
        Game::new(Board::default())
    }
}

impl Game {
    /// Creates a game that begins with `board`.
    pub fn new(board: Board) -> Game {
        let keys = vec![key(&board)];
        Game { board, keys, root_len: 1 }
    }

    /// Returns the current position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays the legal move `mv` in the game itself, as opposed to a move of the search.
    pub fn play(&mut self, mv: Move) {
        self.board.play(mv);
        self.keys.push(key(&self.board));
        self.root_len = self.keys.len();
    }

    /// Adds `board` to the current search line.
    pub fn push(&mut self, board: &Board) {
        self.keys.push(key(board));
    }

    /// Undoes the last [`Game::push`].
    pub fn pop(&mut self) {
        debug_assert!(self.keys.len() > self.root_len);
        self.keys.pop();
    }

    /// Returns whether any position has occurred at least twice since the last capture or pawn
    /// move.
    pub fn has_repeated(&self) -> bool {
        let reversible = (self.board.halfmove_clock() as usize).min(self.keys.len() - 1);
        let keys = &self.keys[self.keys.len() - 1 - reversible..];
        keys.iter().enumerate().any(|(place, key)| keys[..place].contains(key))
    }

    /// Returns whether `board`, a position after a move from the current one, has occurred twice
    /// before.
    pub fn is_third_occurrence(&self, board: &Board) -> bool {
        let reversible = (board.halfmove_clock() as usize).min(self.keys.len());
        let earlier = &self.keys[self.keys.len() - reversible..];
        let key = key(board);
        earlier.iter().filter(|&&other| other == key).count() >= 2
    }

    /// Classifies the earlier occurrences of `board`, which must be the position pushed last.
    pub fn occurrences(&self, board: &Board) -> Occurrences {
        let last = self.keys.len() - 1;
        let reversible = (board.halfmove_clock() as usize).min(last);
        let earlier = (2..=reversible).step_by(2).map(|back| last - back);
        let mut in_game = 0;
        for index in earlier.filter(|&index| self.keys[index] == self.keys[last]) {
            if index + 1 >= self.root_len {
                return Occurrences::Drawn;
            }
            in_game += 1;
        }
        match in_game {
            0 => Occurrences::New,
            1 => Occurrences::Seen,
            _ => Occurrences::Drawn,
        }
    }
}

/// The number of earlier occurrences of a position, as far as draws by repetition depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occurrences {
    /// The position has not occurred since the last irreversible move.
    New,
    /// The position occurred once, before the root of the search.
    Seen,
    /// The position is drawn: it occurred twice before the root, or once since the root, so that
    /// both sides could repeat it.
    Drawn,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, moves};

    fn played(fen: &str, line: &str) -> Game {
        let mut game = Game::new(fen::parse(fen).unwrap());
        for text in line.split_whitespace() {
            let mv = moves::from_uci(game.board(), text).unwrap();
            game.play(mv);
        }
        game
    }

    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_third_occurrence_is_a_draw() {
        use Occurrences::{Drawn, New, Seen};
        for (times, expected) in [New, Seen, Drawn, Drawn].into_iter().enumerate() {
            let game = played(START, &SHUFFLE.repeat(times));
            assert_eq!(game.occurrences(game.board()), expected);
        }
    }

    #[test]
    fn repetitions_count_since_the_last_capture_or_pawn_move() {
        for (times, repeated, third) in [(0, false, false), (1, true, false), (2, true, true)] {
            let game = played(START, &SHUFFLE.repeat(times));
            assert_eq!(game.has_repeated(), repeated, "{times}");
            // The position before the last move occurs again.
            let before = played(START, &format!("{}g1f3 g8f6 f3g1", SHUFFLE.repeat(times)));
            let mut again = before.board().clone();
            again.play(moves::from_uci(&again, "f6g8").unwrap());
            assert_eq!(before.is_third_occurrence(&again), times > 0, "{times} {third}");
        }
        assert!(!played(START, &format!("{SHUFFLE}e2e4")).has_repeated());
    }

    #[test]
    fn one_occurrence_inside_the_search_is_a_draw() {
        let game = played(START, "");
        let mut searched = game.clone();
        let mut board = game.board().clone();
        for text in SHUFFLE.split_whitespace() {
            assert_eq!(searched.occurrences(&board), Occurrences::New);
            board.play(moves::from_uci(&board, text).unwrap());
            searched.push(&board);
        }
        assert_eq!(searched.occurrences(&board), Occurrences::Drawn);
    }

    #[test]
    fn an_en_passant_square_without_a_capture_does_not_make_positions_differ() {
        let game = played(START, &format!("e2e4 {}", "b8c6 b1c3 c6b8 c3b1 ".repeat(2)));
        assert_eq!(game.occurrences(game.board()), Occurrences::Drawn);
    }

    #[test]
    fn two_knights_are_not_insufficient_material() {
        for (fen, expected) in [
            ("8/8/8/8/1N6/1N6/2K5/k7 b - - 0 1", false),
            ("8/8/8/8/8/1N6/2K5/k7 b - - 0 1", true),
            ("8/8/1b6/8/8/1B6/2K5/k7 b - - 0 1", false),
            ("8/8/2b5/8/8/1B6/2K5/k7 b - - 0 1", true),
            ("8/8/8/8/8/1P6/2K5/k7 b - - 0 1", false),
            ("8/8/8/8/8/8/2K5/k7 b - - 0 1", true),
        ] {
            assert_eq!(insufficient_material(&fen::parse(fen).unwrap()), expected, "{fen}");
        }
    }
}
