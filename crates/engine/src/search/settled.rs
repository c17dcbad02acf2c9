//! Results of positions that tables decide, given the half-move clock.

use drawproof_board::{Board, Move};
use drawproof_tables::{Dtm, Dtz, FIFTY_MOVES_PLIES, FiftyMoves, Value};

use super::report::Resources;
use crate::endgames::Endgames;
use crate::moves::{MoveList, after};
use crate::score::{DRAW, Score, cursed_win, is_mate, mate_in, mated_in, table_win};

/// The result and the score of a position that tables decide, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The result, given the half-move clock of the position.
    pub result: FiftyMoves,
    /// The score of the position as the root of a search.
    pub score: Score,
}

impl Settled {
    /// The result and score of a draw.
    pub const DRAW: Settled = Settled { result: FiftyMoves::Draw, score: DRAW };

    /// Returns whether one side can force mate within the fifty-move rule, in a known number of
    /// plies.
    pub fn mates(self) -> bool {
        is_mate(self.score)
    }

    /// Returns whether one side wins within the fifty-move rule.
    pub fn is_decisive(self) -> bool {
        matches!(self.result, FiftyMoves::Win | FiftyMoves::Loss)
    }

    /// Looks up the result and the score of `board`, which must have no castling rights. Returns
    /// `None` if there is no table, or if only distances to mate are known and mate may come too
    /// late for the half-move clock.
    pub fn new(board: &Board, resources: &Resources) -> Option<Settled> {
        let rule = resources.fifty_move_rule;
        let clock = if rule { u16::from(board.halfmove_clock()) } else { 0 };
        let in_time = |plies: u16| !rule || plies + clock <= FIFTY_MOVES_PLIES;
        let mate = resources.endgames.exact(board);
        // A mate within the remaining plies of the clock needs no capture or pawn move.
        let to_mate = match mate {
            Some(Value::Draw) => return Some(Settled::DRAW),
            Some(Value::Win(dtm)) if in_time(dtm.plies()) => {
                return Some(Settled {
                    result: FiftyMoves::Win,
                    score: mate_in(dtm.plies().into()),
                });
            }
            Some(Value::Loss(dtm)) if in_time(dtm.plies()) => {
                let score = mated_in(dtm.plies().into());
                return Some(Settled { result: FiftyMoves::Loss, score });
            }
            late => late.and_then(Value::distance).map(Dtm::plies),
        };
        let zeroing = resources.endgames.zeroing(board)?;
        let Some(to_zeroing) = zeroing.distance().map(Dtz::plies) else {
            return Some(Settled::DRAW);
        };
        let late = (to_zeroing + clock).saturating_sub(FIFTY_MOVES_PLIES);
        let winning = table_win(0, to_mate.unwrap_or(to_zeroing));
        let (result, score) = match FiftyMoves::new(zeroing, clock) {
            FiftyMoves::CursedWin if !rule => (FiftyMoves::Win, winning),
            FiftyMoves::BlessedLoss if !rule => (FiftyMoves::Loss, -winning),
            FiftyMoves::Win => (FiftyMoves::Win, winning),
            FiftyMoves::Loss => (FiftyMoves::Loss, -winning),
            FiftyMoves::CursedWin => (FiftyMoves::CursedWin, cursed_win(late)),
            FiftyMoves::BlessedLoss => (FiftyMoves::BlessedLoss, -cursed_win(late)),
            FiftyMoves::Draw => (FiftyMoves::Draw, DRAW),
        };
        Some(Settled { result, score })
    }
}

/// Returns the best move by distance to mate, ignoring the fifty-move rule: the winner's quickest
/// or the loser's slowest move. Among equally good moves, the winner prefers captures and pawn
/// moves, and the loser avoids them. Moves to positions without a table are ignored.
pub fn mating_move(board: &Board, endgames: &dyn Endgames) -> Option<Move> {
    let list = MoveList::legal(board);
    let known = list.items().iter().filter_map(|&(mv, _)| {
        let after = after(board, mv);
        let score = match endgames.exact(&after)? {
            Value::Draw => DRAW,
            Value::Win(dtm) => mated_in(dtm.plies().into()),
            Value::Loss(dtm) => mate_in(dtm.plies().into()),
        };
        let is_zeroing = after.halfmove_clock() == 0;
        Some(((score, is_zeroing == (score > DRAW)), mv))
    });
    known.max_by_key(|&(order, _)| order).map(|(_, mv)| mv)
}
