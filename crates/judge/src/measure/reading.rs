//! Results read from scores.

use drawproof_tables::Wdl;

use crate::answer::Score;

/// The result that a score states for the side to move. Centipawns from minus `draw_band` to
/// `draw_band` are a draw; a mate score is a win, a score of being mated (0 included) a loss.
pub fn told(score: Score, draw_band: i32) -> Wdl {
    match score {
        Score::Mate(moves) if moves > 0 => Wdl::Win,
        Score::Mate(_) => Wdl::Loss,
        Score::Cp(centipawns) if centipawns > draw_band => Wdl::Win,
        // As i64, so that the least score has a magnitude.
        Score::Cp(centipawns) if i64::from(centipawns) < -i64::from(draw_band) => Wdl::Loss,
        Score::Cp(_) => Wdl::Draw,
    }
}

/// The place of a result in tables of counts: 0 = loss, 1 = draw, 2 = win.
pub(super) fn place_of(result: Wdl) -> usize {
    (result as i8 + 1) as usize
}

/// `loss`, `draw` or `win`.
pub fn name_of(result: Wdl) -> &'static str {
    ["loss", "draw", "win"][place_of(result)]
}

/// The same result for the other side.
pub(super) fn for_other_side(result: Wdl) -> Wdl {
    match result {
        Wdl::Loss => Wdl::Win,
        Wdl::Draw => Wdl::Draw,
        Wdl::Win => Wdl::Loss,
    }
}
