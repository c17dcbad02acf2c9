//! `/standard/mainline`: best play by both sides within the fifty-move rule.

use std::cmp::Reverse;

use drawproof_board::{Board, Color, Move, Square, notation};
use drawproof_tables::{
    Dtm, Dtz, FIFTY_MOVES_PLIES, FiftyMoves, MoveKinds, Value, draw_line,
    probe::{ProbeError, Values, line, probe_as, successors},
};
use serde::Serialize;

use crate::position::{Tables, signed_dtm, signed_dtz, value};

/// The answer of `/standard/mainline`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mainline {
    /// The signed distance to zeroing, as in [`crate::PositionDocument::dtz`].
    pub dtz: i32,
    /// The same number as `dtz`, because no distance is rounded.
    pub precise_dtz: i32,
    /// The moves of best play up to mate, or up to the draw by the fifty-move rule, which is
    /// claimed as soon as possible; empty if the position is drawn.
    pub mainline: Vec<MainlineMove>,
    /// The side that mates; `None` for a draw.
    pub winner: Option<char>,
    /// The shortest line to mate, regardless of the half-move clock. Empty for a draw, or without a
    /// table of distances to mate. Not in the Lichess API.
    pub mate_line: Vec<LineMove>,
    /// A line that keeps a draw ([`drawproof_tables::draw_line`]); empty if a side wins. Not in the
    /// Lichess API.
    pub draw_line: Vec<LineMove>,
}

/// A move of a line, in UCI notation and in SAN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
}

/// A move of a mainline, and the distances after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MainlineMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The signed distance to zeroing after the move, for the side then to move.
    pub dtz: i32,
    /// The same number as `dtz`, because no distance is rounded.
    pub precise_dtz: i32,
    /// The signed distance to mate after the move, as in [`crate::PositionDocument::dtm`]. Not in
    /// the Lichess API.
    pub dtm: Option<i32>,
}

/// The reason why there is no mainline.
#[derive(Debug, thiserror::Error)]
pub enum MainlineError {
    /// No table of distances to zeroing covers the position, or a position on the line.
    #[error("there is no mainline: {0}")]
    NoTable(ProbeError),
    /// A value cannot be read, for example because a file is damaged.
    #[error(transparent)]
    Source(ProbeError),
}

impl From<ProbeError> for MainlineError {
    fn from(error: ProbeError) -> MainlineError {
        match error {
            ProbeError::CastlingRights | ProbeError::TooManyMen(_) | ProbeError::NoTable(_) => {
                MainlineError::NoTable(error)
            }
            other => MainlineError::Source(other),
        }
    }
}

/// Returns best play from a position. Both sides play for the result within the fifty-move rule.
/// The winner captures, moves a pawn or mates as soon as possible; the loser delays that as long as
/// possible. Distance to mate breaks ties. The line ends at mate, or when the half-move clock
/// reaches 100.
///
/// # Errors
///
/// Returns [`MainlineError::NoTable`] if `tables` lack the distances to zeroing, and otherwise the
/// errors of the source.
pub fn mainline(start: &Board, tables: &Tables) -> Result<Mainline, MainlineError> {
    let no_source: &dyn Values = &drawproof_tables::TableSet::new();
    let source = tables.dtz.unwrap_or(no_source);
    let root: Value<Dtz> = probe_as(start, source)?;
    let (mut moves, mut board) = (Vec::new(), start.clone());
    let mut winner = None;
    while root != Value::Draw && u16::from(board.halfmove_clock()) < FIFTY_MOVES_PLIES {
        let Some(best) = best_move(&board, source, tables)? else {
            let is_mate = !board.checkers().is_empty();
            winner = is_mate.then(|| letter(!board.side_to_move()));
            break;
        };
        moves.push(MainlineMove {
            uci: notation::display_uci_move(&board, best.mv).to_string(),
            san: notation::display_san_move(&board, best.mv),
            dtz: signed_dtz(best.dtz),
            precise_dtz: signed_dtz(best.dtz),
            dtm: best.dtm,
        });
        board.play_unchecked(best.mv);
    }
    // A mate with the 100th ply counts as mate.
    if winner.is_none() && !board.checkers().is_empty() && !board.generate_moves(|_| true) {
        winner = Some(letter(!board.side_to_move()));
    }
    let dtz = signed_dtz(root);
    let mate_line = tables.dtm.map_or_else(|| Ok(Vec::new()), |dtm| mate_line(start, dtm))?;
    let draw_line = named(start, &draw_line(start, source, None)?);
    Ok(Mainline { dtz, precise_dtz: dtz, mainline: moves, winner, mate_line, draw_line })
}

/// Returns the shortest line to mate; empty if no table has it.
fn mate_line(board: &Board, source: &dyn Values) -> Result<Vec<LineMove>, MainlineError> {
    let moves = match line(board, source) {
        Err(ProbeError::NoTable(_)) => return Ok(Vec::new()),
        moves => moves?,
    };
    Ok(named(board, &moves))
}

fn named(board: &Board, moves: &[Move]) -> Vec<LineMove> {
    let (uci, san) = notation::display_line(board, moves);
    uci.into_iter().zip(san).map(|(uci, san)| LineMove { uci, san }).collect()
}

fn letter(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 'b',
    }
}

/// A best move and the position after it.
struct Best {
    mv: Move,
    dtz: Value<Dtz>,
    dtm: Option<i32>,
}

/// Returns a best move of a position; `None` if it has no legal move.
fn best_move(
    board: &Board,
    source: &dyn Values,
    tables: &Tables,
) -> Result<Option<Best>, MainlineError> {
    let mut best: Option<(Order, Best)> = None;
    for (mv, after) in successors(board) {
        let dtz: Value<Dtz> = probe_as(&after, source)?;
        let dtm: Option<Value<Dtm>> = value(&after, tables.dtm)?;
        let mated = dtz.signed_plies() == Some(0);
        let signed = signed_dtz(dtz);
        let order = (
            FiftyMoves::new(dtz, 0),
            !mated,
            MoveKinds::new(board, mv).zeroing ^ (signed < 0),
            Reverse(signed),
            // Prefers the quicker win and the longer loss.
            Reverse(dtm.and_then(Value::signed_plies)),
            (mv.from, mv.to),
        );
        if best.as_ref().is_none_or(|(least, _)| order < *least) {
            best = Some((order, Best { mv, dtz, dtm: dtm.and_then(signed_dtm) }));
        }
    }
    Ok(best.map(|(_, best)| best))
}

/// The sort key of a move; the lowest is played.
type Order = (FiftyMoves, bool, bool, Reverse<i32>, Reverse<Option<i32>>, (Square, Square));
