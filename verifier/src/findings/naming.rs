//! Results as reports and JSON name them, for the side to move.

use drawproof_tables::FiftyMoves;

use super::distances::DRAWN;

/// The distance to mate in plies: positive = the side to move wins; `None` for a draw. `plies` is
/// [`DRAWN`] for a draw; an even distance is lost.
pub(crate) fn signed_plies(plies: u16) -> Option<i32> {
    let number = i32::from(plies);
    (plies != DRAWN).then_some(if plies.is_multiple_of(2) { -number } else { number })
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
