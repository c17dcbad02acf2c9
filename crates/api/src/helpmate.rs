//! Helpmates of a position: which colours can mate at all, and the shortest lines in which they do.

use drawproof_board::{Board, Color, Move, notation};
use drawproof_tables::{
    helpmate::{self, HelpmateSource, Helpmates},
    probe::{ProbeError, successors},
};
use serde::Serialize;

/// The helpmates of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelpmateDocument {
    /// The FEN of the position, as in the request.
    pub fen: String,
    /// The length in plies of each colour's shortest helpmate.
    pub can_mate: CanMate,
    /// Whether the position is dead (FIDE 5.2.2): neither colour can mate.
    pub dead: bool,
    /// The shortest helpmate by either colour, in UCI notation; if both colours' helpmates are
    /// equally long, the one in which the side to move mates. Empty in a dead position; `None`
    /// unless [`HelpmateParts::lines`] is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// The helpmates of both colours; `None` unless [`HelpmateParts::lines`] is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helpmates: Option<ByColour<Helpmate>>,
    /// The legal moves, those that lead to the shorter helpmate first; `None` unless
    /// [`HelpmateParts::moves`] is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<HelpmateMove>>,
}

/// The plies of the shortest helpmate of each colour; `None` for a colour that cannot mate.
pub type CanMate = ByColour<u16>;

/// A value for each mating colour; `None` for a colour that cannot mate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByColour<T> {
    /// The value if White mates.
    pub white: Option<T>,
    /// The value if Black mates.
    pub black: Option<T>,
}

/// A shortest helpmate of one colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Helpmate {
    /// The length of the helpmate in problemists' notation, such as `h#2.5`.
    pub length: String,
    /// The number of helpmates of this length, counted up to [`SOLUTIONS_MAX`].
    pub solutions: u64,
    /// One helpmate, in UCI notation.
    pub line: Vec<String>,
    /// The same helpmate in standard algebraic notation.
    pub san: Vec<String>,
}

/// A legal move, and the helpmates after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelpmateMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The plies of each colour's shortest helpmate after the move.
    pub can_mate: CanMate,
}

/// The maximum number of solutions counted: the count tells one, two, and many apart.
pub const SOLUTIONS_MAX: u64 = 3;

/// The optional parts of a [`HelpmateDocument`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelpmateParts {
    /// Whether to include the shortest helpmates of both colours.
    pub lines: bool,
    /// Whether to include the legal moves, each with the helpmates after it.
    pub moves: bool,
}

/// Returns the helpmates from the position of `board`, whose FEN is `fen`.
///
/// # Errors
///
/// Fails if the position has castling rights, too many men or no table, or if the source cannot be
/// read.
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
    /// Returns the shorter helpmate; if both are equally long, the one in which the side to move
    /// mates; empty if neither colour can mate.
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

/// Returns the legal moves with the helpmates after them.
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
