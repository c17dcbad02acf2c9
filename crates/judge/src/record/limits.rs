//! Limits that a judgement or a comparison may not exceed, for scripts and CI.

use serde::{Deserialize, Serialize};

use super::comparison::{ChangeVerdict, Comparison};
use crate::judgement::Judgement;

/// A figure that is beyond its limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exceeded {
    /// The endgame; `None` for all endgames together.
    pub endgame: Option<String>,
    /// `error`, or the key of a [`super::Differences`] figure.
    pub figure: String,
    /// The error, or by how much the figure became worse; `None` if nothing could be measured.
    pub found: Option<f64>,
    /// The limit.
    pub limit: f64,
}

/// The endgames whose error is above `max_error`. The error of an endgame is the weighted share of
/// its positions whose result the score states wrong, 1 - accuracy: the estimate itself, not an end
/// of its interval. Failures and answers without a score count as wrong, so that an engine is not the
/// better for them. An endgame without a score is above every limit.
pub fn exceeds_error(judgement: &Judgement, max_error: f64) -> Vec<Exceeded> {
    let errors = judgement.endgames.iter().map(|endgame| {
        let silent = (endgame.failures.total() + endgame.no_score) as f64;
        let scored = 1.0 - silent / endgame.asked.max(1) as f64;
        let error = endgame.accuracy.share.map(|accuracy| 1.0 - scored * accuracy);
        (endgame.endgame.clone(), error)
    });
    errors
        .filter(|(_, error)| error.is_none_or(|error| error > max_error))
        .map(|(endgame, found)| Exceeded {
            endgame: Some(endgame),
            figure: "error".into(),
            found,
            limit: max_error,
        })
        .collect()
}

/// The figures that became worse by more than `max_regression`, of each endgame and of all together.
/// Figures are those of [`super::Differences::figures`], all from 0 to 1: an accuracy that fell from
/// 0.93 to 0.90 became worse by 0.03. A figure counts only if its verdict is `worse`, so that noise
/// exceeds no limit, not even 0.
pub fn exceeds_regression(comparison: &Comparison, max_regression: f64) -> Vec<Exceeded> {
    let endgames = comparison.endgames.iter().map(|e| (Some(e.endgame.clone()), &e.differences));
    let all = std::iter::once((None, &comparison.total)).chain(endgames);
    all.flat_map(|(endgame, differences)| {
        differences.figures().map(|(figure, difference)| (endgame.clone(), figure, difference))
    })
    .filter(|(.., difference)| difference.verdict == ChangeVerdict::Worse)
    .map(|(endgame, figure, difference)| Exceeded {
        endgame,
        figure: figure.into(),
        found: difference.difference.map(f64::abs),
        limit: max_regression,
    })
    .filter(|exceeded| exceeded.found.is_some_and(|found| found > max_regression))
    .collect()
}
