//! A position without its moves, for requests of many.

use drawproof_board::Board;
use drawproof_tables::probe::ProbeError;
use serde::Serialize;

use crate::{
    category::Category,
    position::{PositionDocument, category, signed_dtm, signed_dtz},
    tables::{Tables, value},
};

/// A position's result and distances, as in [`PositionDocument`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Brief {
    /// The result within the fifty-move rule.
    pub category: Category,
    /// Plies to the next capture or pawn move that keeps the result, or to mate.
    pub dtz: Option<i32>,
    /// Plies to mate.
    pub dtm: Option<i32>,
}

/// The result and the distances of a position from the values of `tables`.
///
/// # Errors
///
/// Those of the sources, other than that a table is missing.
pub fn brief(board: &Board, tables: &Tables) -> Result<Brief, ProbeError> {
    let (dtm, dtz) = (value(board, tables.dtm)?, value(board, tables.dtz)?);
    let category = match (dtm, dtz) {
        // Mates, stalemates and bare kings are known without tables.
        (None, None) => {
            let has_moves = board.generate_moves(|_| true);
            PositionDocument::new(board, has_moves, 0, tables)?.category
        }
        _ => category(board, dtm, dtz),
    };
    let dtm = dtm.and_then(signed_dtm);
    Ok(Brief { category, dtz: dtz.map(signed_dtz), dtm })
}
