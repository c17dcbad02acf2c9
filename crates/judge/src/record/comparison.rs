//! What changed between two judgements: the figures of every report of differences; and limits that a
//! judgement or a comparison may not exceed, for scripts and CI.

use serde::{Deserialize, Serialize};

use crate::{
    answer::Score,
    judgement::{Judgement, Sample, keys},
};

/// The differences between two runs, old and new, over the endgames that both judged.
///
/// Where a position was asked in both runs, its two answers are a pair, and tests and intervals are
/// those of paired answers. The probabilities of all figures of all endgames are corrected together
/// by Holm's method, those of the total among themselves: with 95 % confidence none of the
/// differences called better or worse within either group is due to the choice of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The old run.
    pub old: ComparedRun,
    /// The new run.
    pub new: ComparedRun,
    /// `worse` if any endgame or the total is worse, else `better` if any is better.
    pub verdict: ChangeVerdict,
    /// All endgames together, each with the weight of its positions.
    pub total: Differences,
    /// One for each endgame of both runs, in the order of the new run.
    pub endgames: Vec<EndgameComparison>,
    /// Endgames that only the old run has.
    pub only_old: Vec<String>,
    /// Endgames that only the new run has.
    pub only_new: Vec<String>,
    /// Differences between the settings that affect the comparison besides the engine, such as
    /// another limit, each as a sentence.
    pub warnings: Vec<String>,
}

/// One of the two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedRun {
    /// The engine's own name, else its command.
    pub engine: String,
    /// The command that started it, and the options that were set.
    pub command: String,
    /// The limit of each search as in UCI.
    pub limit: String,
    /// Positions asked of all endgames together.
    pub sample: Sample,
    /// Scores from minus this to this, in centipawns, are read as draws.
    pub draw_band: i32,
}

/// What a difference means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeVerdict {
    /// Significantly better.
    Better,
    /// Significantly worse.
    Worse,
    /// No significant difference.
    #[default]
    WithinTheNoise,
    /// No difference in any pair of answers.
    Unchanged,
}

/// The probability below which a corrected difference is significant.
pub const SIGNIFICANT: f64 = 0.05;

impl ChangeVerdict {
    /// Returns the verdict on a change for the better or the worse, of a corrected probability.
    pub fn of(is_better: bool, corrected: f64) -> ChangeVerdict {
        match (corrected < SIGNIFICANT, is_better) {
            (true, true) => ChangeVerdict::Better,
            (true, false) => ChangeVerdict::Worse,
            (false, _) => ChangeVerdict::WithinTheNoise,
        }
    }

    /// Returns `worse` if any verdict is, else `better` if any is, else within the noise if any is.
    pub fn worst_of(verdicts: impl Iterator<Item = ChangeVerdict> + Clone) -> ChangeVerdict {
        use ChangeVerdict::{Better, Unchanged, WithinTheNoise, Worse};
        let order = [Worse, Better, WithinTheNoise];
        order.into_iter().find(|&one| verdicts.clone().any(|v| v == one)).unwrap_or(Unchanged)
    }
}

/// The old and the new value of one figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The figure of the old run; if answers are paired, of the pairs alone.
    pub old: Option<f64>,
    /// The figure of the new run; if answers are paired, of the pairs alone.
    pub new: Option<f64>,
    /// New minus old.
    pub difference: Option<f64>,
    /// The interval of 95 % of the difference, for this figure alone.
    pub interval: Option<[f64; 2]>,
    /// The probability of a difference at least as large if the runs were equal, two-sided, for
    /// this figure alone; `None` if there was nothing to compare.
    pub p: Option<f64>,
    /// The probability corrected for the number of figures (Holm).
    pub corrected_p: Option<f64>,
    /// `better` or `worse` if `corrected_p` is below 0.05.
    pub verdict: ChangeVerdict,
}

/// The differences of all figures of an endgame or of all endgames.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Differences {
    /// `worse` if any figure is worse, else `better` if any is better.
    pub verdict: ChangeVerdict,
    /// The share of positions whose result the score states right; more is better.
    pub accuracy: Difference,
    /// Weighted mean of (expected score - result)^2, each run with its own curve; less is better.
    pub mean_squared_error: Difference,
    /// Of the won positions, the share whose move leaves a draw; less is better.
    pub win_to_draw: Difference,
    /// Of the won positions, the share whose move leaves a loss; less is better.
    pub win_to_loss: Difference,
    /// Of the drawn positions, the share whose move leaves a loss; less is better.
    pub draw_to_loss: Difference,
}

/// What changed in one endgame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndgameComparison {
    /// The canonical name.
    pub endgame: String,
    /// Whether both runs asked the same sample, so that answers are paired.
    pub paired: bool,
    /// Positions with an answer in the old run.
    pub asked_old: u64,
    /// Positions with an answer in the new run.
    pub asked_new: u64,
    /// Positions with an answer in both runs; 0 if the samples differ.
    pub asked_both: u64,
    /// The figures.
    #[serde(flatten)]
    pub differences: Differences,
    /// Positions whose result only the old score stated right; 0 if the samples differ.
    pub newly_wrong: u64,
    /// Positions whose result only the new score stated right.
    pub newly_right: u64,
    /// Positions in which only the new move threw away half a point or more.
    pub new_move_errors: u64,
    /// Positions in which only the old move threw away half a point or more.
    pub fixed_move_errors: u64,
    /// The worst of the newly wrong positions and new move errors, spread over classes.
    pub examples_wrong: Vec<ChangedAnswer>,
    /// The largest improvements among newly right positions and fixed move errors, spread over
    /// classes.
    pub examples_right: Vec<ChangedAnswer>,
}

/// A position that was answered differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangedAnswer {
    /// The position.
    pub fen: String,
    /// `quiet`, `tactical`, `in-check` or `over`.
    pub class: String,
    /// `win`, `draw` or `loss` for the side to move.
    pub truth: String,
    /// Signed plies to mate, `None` for a draw.
    pub dtm: Option<i32>,
    /// The old score. In JSON a number of centipawns, or `{"mate": N}`.
    #[serde(with = "keys::score")]
    pub old_score: Option<Score>,
    /// The new score.
    #[serde(with = "keys::score")]
    pub new_score: Option<Score>,
    /// The old move, UCI.
    pub old_move: Option<String>,
    /// The new move, UCI.
    pub new_move: Option<String>,
    /// The result after the old move for the side that moved.
    pub old_after: Option<String>,
    /// The result after the new move for the side that moved.
    pub new_after: Option<String>,
    /// A best move by the table, UCI; `None` if there is no move.
    pub best: Option<String>,
    /// Our line from the position, UCI: to mate, or holding the draw.
    pub line: Vec<String>,
}

impl Comparison {
    /// Returns the differences of each endgame, and if there are several then of all together, by
    /// name.
    pub(crate) fn rows<'a>(&'a self, total: &'a str) -> Vec<(&'a str, &'a Differences)> {
        let endgames = self.endgames.iter().map(|it| (&*it.endgame, &it.differences));
        let total = (self.endgames.len() > 1).then_some((total, &self.total));
        endgames.chain(total).collect()
    }
}

impl ChangeVerdict {
    /// Returns whether a difference is more than noise.
    pub(crate) fn is_change(self) -> bool {
        matches!(self, ChangeVerdict::Better | ChangeVerdict::Worse)
    }

    /// Returns the verdict in the words of reports.
    pub fn name(self) -> &'static str {
        match self {
            ChangeVerdict::Better => "better",
            ChangeVerdict::Worse => "worse",
            ChangeVerdict::WithinTheNoise => "within the noise",
            ChangeVerdict::Unchanged => "unchanged",
        }
    }
}

impl Differences {
    /// Returns the figures with their keys, in the order of reports.
    pub fn figures(&self) -> [(&'static str, &Difference); 5] {
        [
            ("accuracy", &self.accuracy),
            ("mean_squared_error", &self.mean_squared_error),
            ("win_to_draw", &self.win_to_draw),
            ("win_to_loss", &self.win_to_loss),
            ("draw_to_loss", &self.draw_to_loss),
        ]
    }

    /// Returns the figures, in the order of [`Differences::figures`].
    pub(super) fn figures_mut(&mut self) -> [&mut Difference; 5] {
        let Differences {
            accuracy,
            mean_squared_error,
            win_to_draw,
            win_to_loss,
            draw_to_loss,
            verdict: _,
        } = self;
        [accuracy, mean_squared_error, win_to_draw, win_to_loss, draw_to_loss]
    }
}

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

/// Returns the endgames whose error is above `max_error`. The error of an endgame is the weighted
/// share of its positions whose result the score states wrong, 1 - accuracy: the estimate itself,
/// not an end of its interval. Failures and answers without a score count as wrong, so that an
/// engine does not profit from them. An endgame without a score is above every limit.
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

/// Returns the figures that became worse by more than `max_regression`, of each endgame and of all
/// together. Figures are those of [`super::Differences::figures`], all from 0 to 1: an accuracy
/// that fell from 0.93 to 0.90 became worse by 0.03. A figure counts only if its verdict is
/// `worse`, so that noise exceeds no limit, not even 0.
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
