//! Lines that refute incorrect claims: to mate, or holding a draw.

use drawproof_board::{
    Board, Color, Move,
    notation::{display_san_move, parse_uci_move},
};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{
    TableSource, Value, draw_line,
    helpmate::{self, helpmates},
    probe::{self, ProbeError, Values},
};
use serde::{Deserialize, Serialize};

use crate::{
    enumerate::{LaneResults, TrueResult},
    position::{any_board_of, fen_of},
};

/// A line of moves in three notations; each list has one entry for each ply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The moves in UCI notation, such as `b7b8q`.
    pub uci: Vec<String>,
    /// The moves in standard algebraic notation, such as `b8=Q+`.
    pub san: Vec<String>,
    /// The FEN of the position after each move.
    pub fens: Vec<String>,
}

impl Line {
    /// Makes the line of moves in UCI notation from a position; it ends before the first illegal
    /// move.
    pub fn of_moves(board: &Board, moves: &[String]) -> Line {
        let mut line = Line::default();
        let mut board = board.clone();
        for text in moves {
            match parse_uci_move(&board, text) {
                Ok(mv) if board.is_legal(mv) => line.play(&mut board, mv),
                _ => break,
            }
        }
        line
    }

    /// Returns the line of legal moves from a position.
    fn new(mut board: Board, moves: Vec<Move>) -> Line {
        let mut line = Line::default();
        moves.into_iter().for_each(|mv| line.play(&mut board, mv));
        line
    }

    /// Adds a legal move in `board` and plays it.
    fn play(&mut self, board: &mut Board, mv: Move) {
        self.uci.push(mv.to_string());
        self.san.push(display_san_move(board, mv));
        board.play_unchecked(mv);
        self.fens.push(fen_of(&Position::from(&*board)));
    }
}

/// Returns the line that proves the result of a position: the optimal line to mate or, in a drawn
/// position, moves that hold the draw against `winner`, the side that was claimed to win.
///
/// # Errors
///
/// Fails if a table is missing.
pub fn proving_line(
    values: &(impl Values + ?Sized),
    position: &Position,
    winner: Color,
) -> Result<Line, ProbeError> {
    let Some(board) = any_board_of(position) else { return Ok(Line::default()) };
    match probe::probe(&board, values)? {
        Value::Draw => Ok(Line::new(board.clone(), draw_line(&board, values, Some(winner))?)),
        _ => mating_line(values, &board),
    }
}

/// Returns the truth of a position in the cooperative game, and the shortest helpmate by a colour
/// that is claimed to be unable to win, if there is one.
///
/// # Errors
///
/// Fails if a table is missing.
pub(crate) fn helpmate_line(
    tables: &dyn TableSource,
    position: &Position,
    claim: Claim,
) -> Result<(TrueResult, Option<Line>), ProbeError> {
    let Some(board) = any_board_of(position) else { return Ok((TrueResult::Draw, None)) };
    let (side, found) = (position.stm(), helpmates(&board, tables)?);
    let [own, other] = [side, !side].map(|mating| found[mating as usize]);
    let [win, loss] = [own, other].map(|plies| u64::from(plies.is_some()));
    let truth = LaneResults { draw: 1, win, loss }.truth(0);
    let excluded = [(Claim::WIN, side, own), (Claim::LOSS, !side, other)].into_iter();
    let excluded = excluded.filter(|(result, ..)| claim.bits() & result.bits() == 0);
    let shortest =
        excluded.filter_map(|(_, mating, plies)| Some((plies?, mating))).min_by_key(|it| it.0);
    let Some((_, mating)) = shortest else { return Ok((truth, None)) };
    let moves = helpmate::line(&board, mating, tables)?.unwrap_or_default();
    Ok((truth, Some(Line::new(board, moves))))
}

/// Returns an optimal line from a decisive position to mate; empty for a draw and for a mate.
///
/// # Errors
///
/// Fails if a table is missing, or if the board has castling rights.
pub fn mating_line(values: &(impl Values + ?Sized), board: &Board) -> Result<Line, ProbeError> {
    Ok(Line::new(board.clone(), probe::line(board, values)?))
}
