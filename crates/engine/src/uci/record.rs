//! The engine's current game, for the book to learn from. UCI does not report results, so a game
//! counts as over when another one begins or the conversation ends. Its result is that of its last
//! position or, failing that, follows from the engine's last score.

use drawproof_board::{Board, Color, GameStatus, Move};

use crate::game::{Game, Occurrences, insufficient_material};
use crate::score::Score;

/// The score in centipawns from which on an unfinished game counts as won.
const WON: Score = 500;
/// The score in centipawns, for either side, up to which a long unfinished game counts as drawn.
const EVEN: Score = 100;
/// The minimum number of plies of an unfinished game that counts as drawn.
const LONG_PLIES: usize = 60;
/// The maximum number of plies by which moves may be taken back within a game.
const TAKEN_BACK_MAX: usize = 4;

/// A finished game.
pub struct Played {
    /// The start position of the game.
    pub start: Board,
    /// The moves of the game.
    pub moves: Vec<Move>,
    /// White's half points: 2 if White won, 1 for a draw, 0 if Black won.
    pub white_half_points: u8,
}

/// The record of the current game.
#[derive(Default)]
pub struct Record {
    start: Board,
    moves: Vec<Move>,
    /// The current position, followed by the number of moves before it.
    board: Board,
    plies: usize,
    /// The score of the engine's last searched move, from White's point of view.
    white_score: Option<Score>,
    /// Whether the engine played a move of the book in this game.
    has_book_move: bool,
}

impl Record {
    /// Records that `moves` from `start` led to `board`. If this begins another game, returns the
    /// previous game if it has a result.
    pub fn set_up(&mut self, start: &Board, moves: &[Move], board: &Board) -> Option<Played> {
        let shared = self.moves.iter().zip(moves).take_while(|(a, b)| a == b).count();
        let is_same = shared > 0 || self.moves.is_empty();
        let goes_on =
            *start == self.start && is_same && self.moves.len() - shared <= TAKEN_BACK_MAX;
        let finished = if goes_on { None } else { self.end() };
        self.start = start.clone();
        self.moves = moves.to_vec();
        self.board = board.clone();
        self.plies = moves.len();
        finished
    }

    /// Records that the engine plays `mv` in `board`. `score` is for the side to move, or `None`
    /// for a book move. A second answer to a position replaces the first. An answer to a position
    /// other than the current one is ignored.
    pub fn answer(&mut self, board: &Board, mv: Move, score: Option<Score>) {
        if *board != self.board {
            return;
        }
        self.moves.truncate(self.plies);
        self.moves.push(mv);
        match score {
            Some(score) => {
                let is_white = board.side_to_move() == Color::White;
                self.white_score = Some(if is_white { score } else { -score });
            }
            None => self.has_book_move = true,
        }
    }

    /// Ends the current game. Returns the game if it has a result and the engine played a book move
    /// in it.
    pub fn end(&mut self) -> Option<Played> {
        let Record { start, moves, white_score, has_book_move, .. } = std::mem::take(self);
        let white_half_points = result(&start, &moves, white_score).filter(|_| has_book_move)?;
        Some(Played { start, moves, white_half_points })
    }
}

/// Returns White's half points if the game is decided.
fn result(start: &Board, moves: &[Move], white_score: Option<Score>) -> Option<u8> {
    let mut game = Game::new(start.clone());
    moves.iter().for_each(|&mv| game.play(mv));
    let board = game.board();
    let repeated = game.occurrences(board) == Occurrences::Drawn;
    match board.status() {
        GameStatus::Won if board.side_to_move() == Color::White => Some(0),
        GameStatus::Won => Some(2),
        GameStatus::Drawn => Some(1),
        GameStatus::Ongoing if repeated || insufficient_material(board) => Some(1),
        GameStatus::Ongoing => match white_score? {
            score if score >= WON => Some(2),
            score if score <= -WON => Some(0),
            score if score.abs() <= EVEN && moves.len() >= LONG_PLIES => Some(1),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::from_uci;

    fn moves(text: &str) -> Vec<Move> {
        let mut board = Board::default();
        let play = |text| {
            let mv = from_uci(&board, text).unwrap();
            board.play(mv);
            mv
        };
        text.split_whitespace().map(play).collect()
    }

    /// Sets up the position of `record` after `moves`.
    fn set_up(record: &mut Record, moves: &[Move]) -> Option<Played> {
        record.set_up(&Board::default(), moves, &after(moves))
    }

    fn after(moves: &[Move]) -> Board {
        let mut board = Board::default();
        moves.iter().for_each(|&mv| board.play(mv));
        board
    }

    #[test]
    fn a_game_ends_when_another_begins() {
        let mut record = Record::default();
        let mate = moves("f2f3 e7e5 g2g4 d8h4");
        assert!(set_up(&mut record, &mate[..1]).is_none());
        // The second answer to a position replaces the first.
        for mv in [moves("f2f3 b8c6")[1], mate[1]] {
            record.answer(&after(&mate[..1]), mv, None);
        }
        assert!(set_up(&mut record, &mate[..3]).is_none(), "the game goes on");
        record.answer(&after(&mate[..3]), mate[3], Some(29_999));
        let played = set_up(&mut record, &moves("d2d4")).expect("another game");
        assert_eq!((played.moves, played.white_half_points), (mate.clone(), 0));
        assert!(record.end().is_none(), "no move of the book");
        // This answer is to another position than the record's.
        record.answer(&after(&mate[..3]), mate[3], None);
        assert!(record.end().is_none());
    }

    #[test]
    fn an_unfinished_game_is_decided_by_a_clear_score_only() {
        for (score, expected) in [(900, Some(2)), (-900, Some(0)), (300, None), (0, None)] {
            let mut record = Record::default();
            let line = moves("e2e4 e7e5 g1f3 b8c6 f1b5");
            record.answer(&Board::default(), line[0], None);
            set_up(&mut record, &line[..4]);
            record.answer(&after(&line[..4]), line[4], Some(score));
            let result = record.end().map(|played| played.white_half_points);
            assert_eq!(result, expected, "{score}");
        }
        assert_eq!(result(&Board::default(), &moves("e2e4"), Some(0)), None);
        let repeated = moves(&"g1f3 g8f6 f3g1 f6g8 ".repeat(2));
        assert_eq!(result(&Board::default(), &repeated, Some(900)), Some(1));
    }
}
