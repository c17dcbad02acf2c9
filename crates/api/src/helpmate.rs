//! What legal moves of both sides can still bring about in a position: which colours can mate, and the
//! shortest helpmates.

use drawproof_board::{Board, Color, Move, notation};
use drawproof_tables::{
    helpmate::{self, HelpmateSource, Helpmates},
    probe::{ProbeError, successors},
};
use serde::Serialize;

/// The answer about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelpmateDocument {
    /// The position, as it was asked.
    pub fen: String,
    /// The plies of the shortest helpmates.
    pub can_mate: CanMate,
    /// Whether the position is dead (FIDE 5.2.2): neither colour can mate.
    pub dead: bool,
    /// The shorter of the two helpmates in UCI, of equal ones that by the side to move; empty in a dead
    /// position. `None` if it is not wanted, as `helpmates`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The helpmates of both colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helpmates: Option<ByColour<Helpmate>>,
    /// The legal moves, those that lead to the shorter helpmate first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<HelpmateMove>>,
}

/// By colour: the plies of the shortest helpmate in which it mates; `None` if no legal moves lead to one.
pub type CanMate = ByColour<u16>;

/// By the colour that mates; `None` where it cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByColour<T> {
    /// White mates.
    pub white: Option<T>,
    /// Black mates.
    pub black: Option<T>,
}

/// A shortest helpmate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Helpmate {
    /// Its length as problemists write it, such as `h#2.5`.
    pub length: String,
    /// How many helpmates are as short, counted up to [`SOLUTIONS_MAX`].
    pub solutions: u64,
    /// One of them, in UCI.
    pub line: Vec<String>,
    /// The same in standard algebraic notation.
    pub san: Vec<String>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelpmateMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The plies of the shortest helpmates after it.
    pub can_mate: CanMate,
}

/// Solutions that are counted: one, two, or many.
pub const SOLUTIONS_MAX: u64 = 3;

/// The parts of an answer that are wanted besides the lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelpmateParts {
    /// The helpmates.
    pub lines: bool,
    /// The moves.
    pub moves: bool,
}

/// Returns the answer about `board`, which `fen` describes.
///
/// # Errors
///
/// The position has castling rights, too many men or no table, or the source cannot be read.
pub fn helpmates(
    fen: &str,
    board: &Board,
    source: &(impl HelpmateSource + ?Sized),
    parts: HelpmateParts,
) -> Result<HelpmateDocument, ProbeError> {
    let plies = helpmate::helpmates(board, source)?;
    let of = |mating| -> Result<Option<Helpmate>, ProbeError> {
        let Some(moves) = helpmate::line(board, mating, source)? else { return Ok(None) };
        let (line, san) = notation::display_line(board, &moves);
        let solutions = helpmate::solutions(board, mating, SOLUTIONS_MAX, source)?;
        let length = helpmate::notation(moves.len() as u16);
        Ok(Some(Helpmate { length, solutions, line, san }))
    };
    let helpmates = match parts.lines {
        true => Some(ByColour { white: of(Color::White)?, black: of(Color::Black)? }),
        false => None,
    };
    let moves = if parts.moves { Some(moves(board, source)?) } else { None };
    Ok(HelpmateDocument {
        fen: fen.to_owned(),
        can_mate: can_mate(plies),
        dead: plies == [None; 2],
        line: helpmates.as_ref().map(|both| both.shorter(board.side_to_move())),
        helpmates,
        moves,
    })
}

impl ByColour<Helpmate> {
    /// Returns the shorter line, of equal ones that by the side to move; empty if there is none.
    fn shorter(&self, side_to_move: Color) -> Vec<String> {
        let [own, others] = match side_to_move {
            Color::White => [&self.white, &self.black],
            Color::Black => [&self.black, &self.white],
        };
        let shorter = own.iter().chain(others).min_by_key(|helpmate| helpmate.line.len());
        shorter.map_or_else(Vec::new, |helpmate| helpmate.line.clone())
    }
}

fn can_mate([white, black]: Helpmates) -> CanMate {
    ByColour { white, black }
}

/// Returns the legal moves.
fn moves(
    board: &Board,
    source: &(impl HelpmateSource + ?Sized),
) -> Result<Vec<HelpmateMove>, ProbeError> {
    let mut moves = Vec::new();
    for (mv, after) in successors(board) {
        let after = helpmate::helpmates(&after, source)?;
        moves.push((helpmate::shorter(after[0], after[1]), mv, after));
    }
    moves.sort_by_key(|&(plies, mv, _)| (plies.unwrap_or(u16::MAX), mv.from, mv.to, mv.promotion));
    let document = |(_, mv, after): (_, Move, Helpmates)| HelpmateMove {
        uci: mv.to_string(),
        san: notation::display_san_move(board, mv),
        can_mate: can_mate(after),
    };
    Ok(moves.into_iter().map(document).collect())
}
