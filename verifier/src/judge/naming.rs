//! Results as reports and JSON name them, for the side to move.

use drawproof_tables::{Cell, FiftyMoves, Value};

/// The distance to mate of a cell in plies: positive = the side to move wins; `None` for a draw.
pub(crate) fn signed_plies(cell: u8) -> Option<i32> {
    match Cell::from_byte(cell).value() {
        Value::Draw => None,
        Value::Win(dtm) => Some(dtm.plies().into()),
        Value::Loss(dtm) => Some(-i32::from(dtm.plies())),
    }
}

/// The name of a win or loss with a signed distance to mate that the fifty-move rule turns into a
/// draw.
pub(crate) fn cursed_result(dtm: Option<i32>) -> &'static str {
    let is_win = dtm.is_some_and(|plies| plies > 0);
    if is_win { FiftyMoves::CursedWin.category() } else { FiftyMoves::BlessedLoss.category() }
}

/// The name of the result with a signed distance to mate.
pub(crate) fn result_of(dtm: Option<i32>) -> &'static str {
    match dtm {
        None => "draw",
        Some(plies) if plies > 0 => "win",
        Some(_) => "loss",
    }
}
