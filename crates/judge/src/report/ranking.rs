//! The order of endgames in reports, and totals over them.

use crate::judgement::{EndgameJudgement, Judgement};

/// The endgames, the least right first; those without an answer last.
pub(super) fn ranked(judgement: &Judgement) -> Vec<&EndgameJudgement> {
    let mut endgames: Vec<_> = judgement.endgames.iter().collect();
    let right = |it: &EndgameJudgement| it.accuracy.share.unwrap_or(f64::INFINITY);
    endgames.sort_by(|one, other| right(one).total_cmp(&right(other)));
    endgames
}

/// Figures over all endgames.
#[derive(Clone, Copy, Debug)]
pub(super) struct Totals {
    /// Positions asked.
    pub(super) asked: u64,
    /// Positions without an answer.
    pub(super) failed: u64,
    /// The mean of the endgames' shares of right results; `None` without an answer.
    pub(super) mean_right: Option<f64>,
}

/// The totals of a judgement.
pub(super) fn totals(judgement: &Judgement) -> Totals {
    let endgames = &judgement.endgames;
    let shares: Vec<f64> = endgames.iter().filter_map(|it| it.accuracy.share).collect();
    Totals {
        asked: endgames.iter().map(|it| it.asked).sum(),
        failed: endgames.iter().map(failed).sum(),
        mean_right: (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64),
    }
}

/// The positions of an endgame without an answer or a score.
pub(super) fn failed(endgame: &EndgameJudgement) -> u64 {
    endgame.failures.total() + endgame.no_score
}

/// The positions of a sample with mate or stalemate on the board, if engines are not asked about them.
pub(super) fn not_asked(endgame: &EndgameJudgement) -> u64 {
    let over = endgame.classes.iter().find(|class| class.class == "over");
    over.filter(|over| over.accuracy.share.is_none()).map_or(0, |over| over.asked)
}
