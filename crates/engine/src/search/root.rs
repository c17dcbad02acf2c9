//! Selects the moves of a root that is in the tables: those that keep its result within the
//! fifty-move rule, and among these the ones that make progress.
//!
//! A move *keeps* a win if the distance to zeroing after it fits into the half-move clock. An
//! engine that plays only such moves wins, because each capture or pawn move brings the end nearer,
//! and at most 100 plies lie between two of them. The choice among them is:
//!
//! 1. If mate comes in time without any capture or pawn move, the search takes the shortest mate.
//! 2. Otherwise a move of the shortest mating line, if the line has its next capture or pawn move
//!    in time, and no position of the game has been repeated since the last one.
//! 3. Otherwise a move with the shortest distance to zeroing. Each such move reduces the distance,
//!    so no position is repeated.
//!
//! Without distances to zeroing, the clock may prevent a win. The engine then plays the mating line
//! as long as it fits, and searches among the winning moves otherwise.

use std::time::Duration;

use drawproof_board::{Board, Move};
use drawproof_tables::{Dtm, Dtz, FiftyMoves, MoveKinds, Value};

use super::report::Resources;
use super::settled::{Settled, mating_move};
use crate::game::{FIFTY_MOVES_PLIES, Game};
use crate::moves::after;
use crate::score::LONGEST_MATE_PLIES;

/// Selects the moves worth searching among `moves`, legal moves in the position of `game`. Selects
/// all moves unless tables hold every position after them. Missing tables may be solved within
/// `time`.
pub fn worth_searching(
    game: &Game,
    moves: Vec<Move>,
    resources: &Resources,
    time: Duration,
) -> Vec<Move> {
    let board = game.board();
    let in_tables = board.occupied().len() <= resources.endgames.most_men();
    if !in_tables || board.has_castling_rights() {
        return moves;
    }
    let is_open = |&mv: &Move| {
        let after = after(board, mv);
        Settled::new(&after, resources).is_none() && resources.endgames.exact(&after).is_some()
    };
    // Without any table, the clock decides whether distances to zeroing are needed.
    let is_late = || {
        let is_pressing = board.halfmove_clock() >= PRESSING_CLOCK && resources.fifty_move_rule;
        is_pressing && Settled::new(board, resources).is_none()
    };
    if moves.iter().any(is_open) || is_late() {
        resources.endgames.prepare_zeroing(board, time);
    }
    let judged = moves.iter().map(|&mv| Judged::new(game, mv, resources)).collect();
    match judged {
        Some(judged) => best(game, judged, resources),
        None => moves,
    }
}

/// The half-move clock from which on distances to zeroing are solved even without other tables. The
/// longest wins of four men without captures and pawn moves take 80 plies.
const PRESSING_CLOCK: u8 = 20;

/// A legal move of the root with its values, for the side that moves.
struct Judged {
    mv: Move,
    /// The result after the move. A win known only by distance to mate that may come too late
    /// counts as a cursed win, such a loss as a blessed loss.
    result: FiftyMoves,
    /// Whether mate comes in time, in a known number of plies.
    mates: bool,
    /// The plies to mate after the move, without the fifty-move rule.
    to_mate: Option<u16>,
    /// The plies to the next capture or pawn move that keeps the result, or to mate, counted from
    /// this move on.
    to_zeroing: Option<u16>,
}

impl Judged {
    /// Returns `None` if no table has the position after the move.
    fn new(game: &Game, mv: Move, resources: &Resources) -> Option<Judged> {
        let board = game.board();
        let after = after(board, mv);
        let exact = resources.endgames.exact(&after);
        let settled = Settled::new(&after, resources);
        let for_opponent = match (settled, exact) {
            _ if game.is_third_occurrence(&after) => FiftyMoves::Draw,
            (Some(settled), _) => settled.result,
            (None, Some(Value::Win(_))) => FiftyMoves::CursedWin,
            (None, Some(Value::Loss(_))) => FiftyMoves::BlessedLoss,
            (None, Some(Value::Draw)) => FiftyMoves::Draw,
            (None, None) => return None,
        };
        let kind = MoveKinds::new(board, mv).of_metric();
        let zeroing = resources.endgames.zeroing(&after);
        Some(Judged {
            mv,
            result: for_opponent.reversed(),
            mates: settled.is_some_and(Settled::mates),
            to_mate: exact.and_then(Value::distance).map(Dtm::plies),
            to_zeroing: zeroing.and_then(|value| value.before(kind).distance().map(Dtz::plies)),
        })
    }
}

/// Returns the moves with the best result that make progress, or that delay the opponent's
/// progress.
fn best(game: &Game, mut judged: Vec<Judged>, resources: &Resources) -> Vec<Move> {
    let best = judged.iter().map(|judged| judged.result).max();
    judged.retain(|judged| Some(judged.result) == best);
    match best {
        Some(FiftyMoves::Win | FiftyMoves::CursedWin) => {
            make_progress(game, &mut judged, resources)
        }
        Some(FiftyMoves::BlessedLoss | FiftyMoves::Loss) => {
            put_off(game.board().halfmove_clock(), &mut judged);
        }
        Some(FiftyMoves::Draw) | None => {}
    }
    judged.into_iter().map(|judged| judged.mv).collect()
}

/// Keeps the moves nearest to mate, or to the next capture or pawn move, in a won or cursed-won
/// position.
fn make_progress(game: &Game, judged: &mut Vec<Judged>, resources: &Resources) {
    if judged.iter().any(|judged| judged.mates) {
        return;
    }
    let to_zeroing: Option<Vec<u16>> = judged.iter().map(|judged| judged.to_zeroing).collect();
    let to_mate: Option<Vec<u16>> = judged.iter().map(|judged| judged.to_mate).collect();
    let is_cursed = |judged: &Judged| judged.result == FiftyMoves::CursedWin;
    // If distances to zeroing are known, a cursed win is certain to be one.
    let mates_late = to_zeroing.is_some() && judged.iter().any(is_cursed);
    if to_mate.is_some() && !mates_late && !game.has_repeated() && mating_line_fits(game, resources)
    {
        let least = to_mate.and_then(|plies| plies.into_iter().min());
        judged.retain(|judged| judged.to_mate == least);
    } else if let Some(plies) = to_zeroing {
        let least = plies.into_iter().min();
        judged.retain(|judged| judged.to_zeroing == least);
    }
}

/// Keeps the moves farthest from the next capture or pawn move, in a blessed loss or in a loss that
/// the half-move clock may still prevent. If the clock is far from its limit, the longest way to
/// mate lasts longest, and the search finds it.
fn put_off(clock: u8, judged: &mut Vec<Judged>) {
    let farthest =
        judged.iter().filter(|judged| !judged.mates).map(|judged| judged.to_zeroing).max();
    let Some(Some(plies)) = farthest else { return };
    if 2 * plies + u16::from(clock) >= u16::from(FIFTY_MOVES_PLIES) {
        judged.retain(|judged| !judged.mates && judged.to_zeroing == Some(plies));
    }
}

/// Returns whether the shortest mating line from the root stays within the fifty-move rule, up to
/// mate or to a capture or pawn move after which tables show that the win is in time.
fn mating_line_fits(game: &Game, resources: &Resources) -> bool {
    let mut board: Board = game.board().clone();
    for _ in 0..LONGEST_MATE_PLIES {
        let Some(mv) = mating_move(&board, resources.endgames) else { return false };
        board.play_unchecked(mv);
        let clock = board.halfmove_clock();
        match Settled::new(&board, resources) {
            Some(settled) if !settled.is_decisive() => return false,
            Some(settled) if settled.mates() || clock == 0 => return true,
            Some(_) => {}
            None if clock >= FIFTY_MOVES_PLIES => return false,
            None => {}
        }
    }
    false
}
