//! Answers from Syzygy's tables, about positions of which drawproof has none.

use std::cmp::Reverse;

use drawproof_board::{Board, notation::display_san_move};
use drawproof_syzygy::{Syzygy, SyzygyError, SyzygyValue};
use drawproof_tables::{
    FiftyMoves, MoveKinds, Wdl,
    probe::{insufficient_material, successors},
};

use crate::answer::{Category, Distances, MoveAnswer, Parts, PositionAnswer};

impl PositionAnswer {
    /// Makes the answer about `board`, which `fen` describes, from Syzygy's tables. It has no
    /// distances to mate and no lines, and its distances to zeroing may be rounded. Winning moves
    /// come first, by their distances.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing or damaged, or if the position has castling rights, touching
    /// kings or too many men.
    pub fn of_syzygy(
        fen: String,
        board: &Board,
        tables: &Syzygy,
        parts: Parts,
    ) -> Result<PositionAnswer, SyzygyError> {
        let value = tables.value(board)?;
        let is_over = !board.generate_moves(|_| true);
        let is_check = !board.checkers().is_empty();
        let moves = parts.moves.then(|| moves(board, tables)).transpose()?;
        Ok(PositionAnswer {
            fen,
            value: category(value),
            distances: distances(value),
            checkmate: is_over && is_check,
            stalemate: is_over && !is_check,
            insufficient_material: insufficient_material(board),
            line: parts.line.then(Vec::new),
            line_san: parts.line.then(Vec::new),
            draw_line: None,
            draw_line_san: None,
            dtz_line: None,
            dtz_line_san: Vec::new(),
            moves,
            recognizers: Vec::new(),
            source: Some("syzygy"),
        })
    }
}

fn moves(board: &Board, tables: &Syzygy) -> Result<Vec<MoveAnswer>, SyzygyError> {
    let mut ranked = Vec::new();
    for (mv, after) in successors(board) {
        let value = tables.value(&after)?;
        // Quick wins first, then draws, then losses that take long; those within the rule before others.
        // Of the mover's distances: a capture or pawn move is one itself.
        let kinds = MoveKinds::new(board, mv);
        let after = value.distance.map_or(0, |it| it.plies);
        let plies = if kinds.zeroing { after.signum() } else { after };
        let answer = MoveAnswer {
            mv,
            uci: mv.to_string(),
            san: display_san_move(board, mv),
            value: category(value),
            kinds,
            distances: distances(value),
        };
        let order = (rank(value), Reverse(plies), mv.from, mv.to, mv.promotion);
        ranked.push((order, answer));
    }
    ranked.sort_by_key(|(order, _)| *order);
    Ok(ranked.into_iter().map(|(_, answer)| answer).collect())
}

/// Returns the sort key of the result after a move, for the side to move there; the best result for
/// the side that moved comes first.
fn rank(value: SyzygyValue) -> u8 {
    match (value.within, value.result) {
        (Some(FiftyMoves::Loss), _) => 0,
        (None, Wdl::Loss) => 1,
        (Some(FiftyMoves::BlessedLoss), _) => 2,
        (Some(FiftyMoves::Draw), _) | (None, Wdl::Draw) => 3,
        (Some(FiftyMoves::CursedWin), _) => 4,
        (None, Wdl::Win) => 5,
        (Some(FiftyMoves::Win), _) => 6,
    }
}

fn category(value: SyzygyValue) -> Category {
    Category { category: value.result.word(), dtm: None }
}

fn distances(value: SyzygyValue) -> Distances {
    let decisive = value.distance.filter(|_| value.result != Wdl::Draw);
    Distances {
        dtz: decisive.map(|it| it.plies),
        dtc: None,
        fifty: value.within.map(|it| it.category()),
        dtz_rounded: decisive.map(|it| it.is_rounded),
    }
}
