//! Values of boards and the line that shows them, one ply at a time over the tables.

use std::error::Error;

use cozy_chess::{Board, BoardBuilder, Color, Move, Piece, Square};
use drawproof_recognizers::Position;
use drawproof_tables::{Material, Placement, Value};
use serde::{Deserialize, Serialize};

use crate::{TableSource, notation::san};

/// Why a value could not be had.
type TableError = Box<dyn Error + Send + Sync>;

/// The board of a position; `None` where the board library has no such board (three checkers, an
/// en-passant right that no move can have given).
pub fn board_of(position: &Position) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = position.stm();
    for color in Color::ALL {
        for piece in Piece::ALL {
            for square in position.men(color, piece) {
                *builder.square_mut(square) = Some((piece, color));
            }
        }
    }
    builder.en_passant = Square::try_index(position.en_passant.into());
    builder.build().ok().filter(|board| board.checkers().len() < 3)
}

/// The legal en-passant captures, and whether there is any other legal move.
pub(crate) fn en_passant_captures(board: &Board) -> (Vec<Move>, bool) {
    let target = Position::from(board).en_passant;
    let (mut captures, mut others) = (Vec::new(), false);
    board.generate_moves(|moves| {
        for mv in moves {
            let pawn = moves.piece == Piece::Pawn && mv.from.file() != mv.to.file();
            if pawn && mv.to as u8 == target {
                captures.push(mv);
            } else {
                others = true;
            }
        }
        false
    });
    (captures, others)
}

/// The value of a board for the side to move, a legal en-passant right judged by one ply. `None`
/// where the tables know no such position.
pub fn value_of(tables: &dyn TableSource, board: &Board) -> Result<Option<Value>, TableError> {
    let (material, placement) = Placement::from(board).normalise();
    if material.get() == Material::KINGS {
        return Ok(Some(Value::Draw));
    }
    let stored = tables.table(material)?.probe(&placement);
    if board.en_passant().is_none() {
        return Ok(stored);
    }
    let (captures, others) = en_passant_captures(board);
    let mut best = stored.filter(|_| others || captures.is_empty());
    for mv in captures {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let Some(value) = value_of(tables, &after)? else { return Ok(None) };
        let value = value.before_move();
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    Ok(best)
}

/// A line of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The moves as `b7b8q`.
    pub uci: Vec<String>,
    /// The same as `b8=Q+`.
    pub san: Vec<String>,
    /// The positions after each move, as FENs.
    pub fens: Vec<String>,
}

/// The line from a decisive position to mate, best moves of both sides; of equals the first in
/// alphabetical order. Empty for a draw, for a mate, and where the tables know no such position.
pub fn mating_line(tables: &dyn TableSource, board: &Board) -> Result<Line, TableError> {
    let mut line = Line::default();
    let mut board = board.clone();
    let Some(mut value) = value_of(tables, &board)? else { return Ok(line) };
    while value.dtm().is_some_and(|dtm| dtm.plies() > 0) {
        let Some((mv, after, next)) = best_move(tables, &board)? else { break };
        line.uci.push(mv.to_string());
        line.san.push(san(&board, mv));
        line.fens.push(crate::fen_of(&Position::from(&after)));
        let (was, is) = (value.dtm().map(|d| d.plies()), next.dtm().map(|d| d.plies()));
        assert_eq!(was, is.map(|plies| plies + 1), "the table contradicts itself at {board}");
        (board, value) = (after, next);
    }
    Ok(line)
}

/// The best move, the board after it, and that board's value.
fn best_move(
    tables: &dyn TableSource,
    board: &Board,
) -> Result<Option<(Move, Board, Value)>, TableError> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    moves.sort_by_cached_key(ToString::to_string);
    let mut best: Option<(Move, Board, Value)> = None;
    for mv in moves {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let Some(value) = value_of(tables, &after)? else { return Ok(None) };
        let better = |(_, _, known): &(Move, Board, Value)| {
            value.before_move().rank() > known.before_move().rank()
        };
        if best.as_ref().is_none_or(better) {
            best = Some((mv, after, value));
        }
    }
    Ok(best)
}
