//! Move ordering, which decides how much of the tree must be searched.
//!
//! Order: the table's move, captures that do not lose material (most valuable victim first),
//! killers, quiet moves by history, captures that lose material.

use drawproof_board::{Board, Color, Move, Piece, Square};

use super::cutoffs::Source;
use super::moves::{self, MoveList};
use super::score::MAX_PLY;
use super::see;

const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const LOSING_CAPTURE: i32 = -(1 << 28);

/// The ordering score below which a move is a capture or promotion that loses material by static
/// exchange evaluation.
pub const LOSING_BOUND: i32 = LOSING_CAPTURE / 2;

/// The bound of history scores in either direction.
const HISTORY_BOUND: i32 = 1 << 14;

/// Returns the source of a move, given the score that [`History::order`] gave it.
pub fn source(score: i32) -> Source {
    match score {
        _ if score >= TABLE_MOVE => Source::Table,
        _ if score > GOOD_CAPTURE / 2 => Source::Capture,
        _ if score > KILLER / 2 => Source::Killer,
        _ if score < LOSING_BOUND => Source::LosingCapture,
        _ => Source::History,
    }
}

/// Scores `[moved piece][target square]`, for a colour or for a preceding move.
type Plane = [[i16; Square::NUM]; Piece::NUM];

/// The success of quiet moves so far in the current search, by which moves are ordered.
pub struct History {
    killers: [[Option<Move>; 2]; MAX_PLY + 2],
    /// The scores of moves, `[side to move]`.
    plain: [Plane; Color::NUM],
    /// The scores of moves as replies, `[side to move][piece of the preceding move][its target
    /// square]`, flattened.
    replies: Vec<Plane>,
}

/// The piece and target square of the move that led to a node; `None` if no move did.
pub type Preceding = Option<(Piece, Square)>;

impl Default for History {
    fn default() -> Self {
        let empty = [[0; Square::NUM]; Piece::NUM];
        History {
            killers: [[None; 2]; MAX_PLY + 2],
            plain: [empty; Color::NUM],
            replies: vec![empty; Color::NUM * Piece::NUM * Square::NUM],
        }
    }
}

impl History {
    /// Drops the killer moves of `ply`, because they belong to another part of the tree.
    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    /// Returns the ordering score of the quiet move `mv`, which reflects its success so far; higher
    /// is better.
    pub fn score(&self, board: &Board, mv: Move, preceding: Preceding) -> i32 {
        let stm = board.side_to_move();
        let Some(piece) = board.piece_on(mv.from) else { return 0 };
        let mut score = i32::from(self.plain[stm as usize][piece as usize][mv.to as usize]);
        if let Some(plane) = reply_index(stm, preceding) {
            score += i32::from(self.replies[plane][piece as usize][mv.to as usize]);
        }
        score
    }

    /// Raises the score of the quiet move `best`, which cut off a node at `depth`, and lowers the
    /// scores of `tried`, the quiet moves tried before.
    pub fn reward(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        preceding: Preceding,
        best: Move,
        tried: &[Move],
    ) {
        if self.killers[ply][0] != Some(best) {
            self.killers[ply] = [Some(best), self.killers[ply][0]];
        }
        // The linear term makes the numerous shallow nodes count sooner.
        let bonus = (depth * depth * 16 + depth * 32).min(2_400);
        self.adjust(board, best, preceding, bonus);
        for &mv in tried {
            self.adjust(board, mv, preceding, -bonus);
        }
    }

    fn adjust(&mut self, board: &Board, mv: Move, preceding: Preceding, bonus: i32) {
        let stm = board.side_to_move();
        let Some(piece) = board.piece_on(mv.from) else { return };
        let (piece, to) = (piece as usize, mv.to as usize);
        drift(&mut self.plain[stm as usize][piece][to], bonus);
        if let Some(plane) = reply_index(stm, preceding) {
            drift(&mut self.replies[plane][piece][to], bonus);
        }
    }

    /// Sets the scores of all moves in `list`, the legal moves of `board` at `ply`.
    pub fn order(
        &self,
        board: &Board,
        list: &mut MoveList,
        table_move: Option<Move>,
        ply: usize,
        preceding: Preceding,
    ) {
        for (mv, score) in list.items_mut() {
            *score = if Some(*mv) == table_move {
                TABLE_MOVE
            } else if moves::is_capture(board, *mv) || mv.promotion.is_some() {
                capture_score(board, *mv)
            } else if let Some(slot) = self.killers[ply].iter().position(|k| *k == Some(*mv)) {
                KILLER - slot as i32
            } else {
                self.score(board, *mv, preceding)
            };
        }
    }
}

/// Moves `value` towards the bound in the direction of `bonus`, more slowly near the bound.
fn drift(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_BOUND) as i16;
}

fn reply_index(stm: Color, preceding: Preceding) -> Option<usize> {
    let (piece, square) = preceding?;
    Some((stm as usize * Piece::NUM + piece as usize) * Square::NUM + square as usize)
}

/// Returns the ordering score of a capture or promotion: most valuable victim first, then least
/// valuable captor; losing captures last.
pub fn capture_score(board: &Board, mv: Move) -> i32 {
    let victim = board.piece_on(mv.to).map_or(Piece::Pawn, |piece| piece);
    let captor = board.piece_on(mv.from).map_or(Piece::King, |piece| piece);
    let promotion = mv.promotion.map_or(0, |piece| see::VALUES[piece as usize]);
    let value = if moves::is_capture(board, mv) { see::VALUES[victim as usize] } else { 0 };
    let rank = (value + promotion) * 8 - captor as i32;
    // Capturing a more valuable man never loses material.
    let plainly_good = victim > captor && value > 0 && mv.promotion.is_none();
    if plainly_good || see::exchange(board, mv) >= 0 {
        GOOD_CAPTURE + rank
    } else {
        LOSING_CAPTURE + rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_move_comes_first_and_losing_captures_last() {
        // Good: d4xe5 (a knight for a pawn). Losing: Qd1xd7, because the king protects d7.
        let board: Board = "3k4/3p4/8/4n3/3P4/8/8/3QK3 w - - 0 1".parse().unwrap();
        let mut list = MoveList::legal(&board);
        let table_move = moves::from_uci(&board, "e1f1");
        // The d-file is closed by White's own pawn, so the queen has no capture here.
        History::default().order(&board, &mut list, table_move, 0, None);
        assert_eq!(list.pick(0).map(|p| p.0), table_move);
        assert_eq!(list.pick(1).map(|p| p.0), moves::from_uci(&board, "d4e5"));

        let board: Board = "3k4/3p4/8/4n3/8/8/8/3QK3 w - - 0 1".parse().unwrap();
        let mut list = MoveList::legal(&board);
        History::default().order(&board, &mut list, None, 0, None);
        let count = list.items().len();
        (0..count).for_each(|i| assert!(list.pick(i).is_some()));
        let (last, score) = list.items()[count - 1];
        assert_eq!(Some(last), moves::from_uci(&board, "d1d7"));
        assert!(score < LOSING_BOUND);
    }

    #[test]
    fn history_stays_in_bounds_and_follows_success() {
        let board = Board::default();
        let mut history = History::default();
        let (good, bad) = ("e2e4".parse().unwrap(), "a2a3".parse().unwrap());
        for _ in 0..10_000 {
            history.reward(&board, 3, 20, None, good, &[bad]);
        }
        let (up, down) = (history.score(&board, good, None), history.score(&board, bad, None));
        assert!(up > 10_000 && down < -10_000 && up <= HISTORY_BOUND && down >= -HISTORY_BOUND);
    }
}
