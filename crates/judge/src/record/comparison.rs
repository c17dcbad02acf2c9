//! What changed between two judgements: the figures of every report of differences; and limits that a
//! judgement or a comparison may not exceed, for scripts and CI.

use serde::{Deserialize, Serialize};

use crate::{
    answer::Score,
    judgement::{Judgement, Sample, keys},
};

/// The differences between two runs, old and new, over the endgames that both judged.
///
/// If both runs asked about a position, the two answers form a pair, and the tests and intervals
/// are those for paired answers. Holm's method corrects the probabilities in two groups: the
/// figures of all endgames, and the figures of the total. With 95 % confidence, no difference that
/// a group calls better or worse is due to the choice of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The engine and the settings of the old run.
    pub old: ComparedRun,
    /// The engine and the settings of the new run.
    pub new: ComparedRun,
    /// The verdict: `worse` if any endgame or the total is worse, otherwise `better` if any is
    /// better.
    pub verdict: ChangeVerdict,
    /// The differences over all endgames together, each endgame weighted by its number of
    /// positions.
    pub total: Differences,
    /// The differences of each endgame that both runs judged, in the order of the new run.
    pub endgames: Vec<EndgameComparison>,
    /// The endgames that only the old run has.
    pub only_old: Vec<String>,
    /// The endgames that only the new run has.
    pub only_new: Vec<String>,
    /// Differences between the settings, apart from the engine, that affect the comparison, such as
    /// another limit. Each is a sentence.
    pub warnings: Vec<String>,
}

/// The engine and the settings of one of the two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedRun {
    /// The engine's own name (`id name`) or, without one, its command.
    pub engine: String,
    /// The command that started the engine, and the options that were set.
    pub command: String,
    /// The limit of each search in UCI words, such as `nodes 1`.
    pub limit: String,
    /// The size and the seed of the sample, all endgames together.
    pub sample: Sample,
    /// The draw band in centipawns: scores from minus this value to this value are read as draws.
    pub draw_band: i32,
}

/// The verdict on a difference between two runs.
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
    /// No pair of answers has different values.
    Unchanged,
}

/// The probability below which a corrected difference is significant.
pub const SIGNIFICANT: f64 = 0.05;

impl ChangeVerdict {
    /// Returns the verdict on a difference, given whether the new value is better and the corrected
    /// probability of the difference.
    pub fn of(is_better: bool, corrected: f64) -> ChangeVerdict {
        match (corrected < SIGNIFICANT, is_better) {
            (true, true) => ChangeVerdict::Better,
            (true, false) => ChangeVerdict::Worse,
            (false, _) => ChangeVerdict::WithinTheNoise,
        }
    }

    /// Returns `worse` if any verdict is worse, otherwise `better` if any is better, otherwise
    /// `within the noise` if any is, otherwise `unchanged`.
    pub fn worst_of(verdicts: impl Iterator<Item = ChangeVerdict> + Clone) -> ChangeVerdict {
        use ChangeVerdict::{Better, Unchanged, WithinTheNoise, Worse};
        let order = [Worse, Better, WithinTheNoise];
        order.into_iter().find(|&one| verdicts.clone().any(|v| v == one)).unwrap_or(Unchanged)
    }
}

/// The old and the new value of one figure, with a test of their difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The value in the old run; if answers are paired, over the paired answers only.
    pub old: Option<f64>,
    /// The value in the new run; if answers are paired, over the paired answers only.
    pub new: Option<f64>,
    /// The new value minus the old value.
    pub difference: Option<f64>,
    /// The 95 % interval of the difference, for this figure alone.
    pub interval: Option<[f64; 2]>,
    /// The two-sided probability of a difference at least as large if the engines were equal, for
    /// this figure alone; `None` if there was nothing to compare.
    pub p: Option<f64>,
    /// The probability `p` corrected for the number of figures (Holm).
    pub corrected_p: Option<f64>,
    /// The verdict: `better` or `worse` if `corrected_p` is below 0.05.
    pub verdict: ChangeVerdict,
}

/// The differences of all figures of one endgame, or of all endgames together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Differences {
    /// The verdict: `worse` if any figure is worse, otherwise `better` if any is better.
    pub verdict: ChangeVerdict,
    /// The share of positions whose score states the true result; more is better.
    pub accuracy: Difference,
    /// The weighted mean of (expected score - result)^2, each run with its own curve; less is
    /// better.
    pub mean_squared_error: Difference,
    /// The share of won positions in which the move leaves a draw; less is better.
    pub win_to_draw: Difference,
    /// The share of won positions in which the move leaves a loss; less is better.
    pub win_to_loss: Difference,
    /// The share of drawn positions in which the move leaves a loss; less is better.
    pub draw_to_loss: Difference,
}

/// The comparison of two runs in one endgame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndgameComparison {
    /// The canonical name of the endgame.
    pub endgame: String,
    /// Whether both runs asked the same sample, so that answers are paired.
    pub paired: bool,
    /// The number of positions with an answer in the old run.
    pub asked_old: u64,
    /// The number of positions with an answer in the new run.
    pub asked_new: u64,
    /// The number of positions with an answer in both runs; 0 if the samples differ.
    pub asked_both: u64,
    /// The differences of all figures of the endgame.
    #[serde(flatten)]
    pub differences: Differences,
    /// The number of positions whose true result only the old score stated; 0 if the samples
    /// differ.
    pub newly_wrong: u64,
    /// The number of positions whose true result only the new score stated; 0 if the samples
    /// differ.
    pub newly_right: u64,
    /// The number of positions in which only the new move threw away half a point or more.
    pub new_move_errors: u64,
    /// The number of positions in which only the old move threw away half a point or more.
    pub fixed_move_errors: u64,
    /// The largest changes for the worse among newly wrong positions and new move errors, spread
    /// over classes.
    pub examples_wrong: Vec<ChangedAnswer>,
    /// The largest changes for the better among newly right positions and fixed move errors, spread
    /// over classes.
    pub examples_right: Vec<ChangedAnswer>,
}

/// A position about which the two runs gave different answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangedAnswer {
    /// The FEN of the position.
    pub fen: String,
    /// The class: `quiet`, `tactical`, `in-check` or `over`.
    pub class: String,
    /// The true result for the side to move: `win`, `draw` or `loss`.
    pub truth: String,
    /// Signed plies to mate, negative if the side to move is mated; `None` for a draw or an unknown
    /// distance.
    pub dtm: Option<i32>,
    /// The old run's score for the side to move. In JSON it is a number of centipawns, or `{"mate":
    /// N}`.
    #[serde(with = "keys::score")]
    pub old_score: Option<Score>,
    /// The new run's score for the side to move. In JSON it is a number of centipawns, or `{"mate":
    /// N}`.
    #[serde(with = "keys::score")]
    pub new_score: Option<Score>,
    /// The move in the old run, in UCI notation.
    pub old_move: Option<String>,
    /// The move in the new run, in UCI notation.
    pub new_move: Option<String>,
    /// The result after the old move, for the side that moved: `win`, `draw` or `loss`.
    pub old_after: Option<String>,
    /// The result after the new move, for the side that moved: `win`, `draw` or `loss`.
    pub new_after: Option<String>,
    /// A best move according to the table, in UCI notation; `None` if there is no move.
    pub best: Option<String>,
    /// A line of moves from the position, in UCI notation, that mates or holds the draw.
    pub line: Vec<String>,
}

impl Comparison {
    /// Returns the name and the differences of each endgame. If there are several endgames, the
    /// differences over all of them follow under the name `total`.
    pub(crate) fn rows<'a>(&'a self, total: &'a str) -> Vec<(&'a str, &'a Differences)> {
        let endgames = self.endgames.iter().map(|it| (&*it.endgame, &it.differences));
        let total = (self.endgames.len() > 1).then_some((total, &self.total));
        endgames.chain(total).collect()
    }
}

impl ChangeVerdict {
    /// Returns whether the verdict is `better` or `worse`.
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
    /// Returns the key and the difference of each figure, in the order of reports.
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

/// A figure that exceeds its limit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exceeded {
    /// The endgame whose figure exceeds the limit; `None` for all endgames together.
    pub endgame: Option<String>,
    /// `error`, or the key of a [`super::Differences`] figure.
    pub figure: String,
    /// The error, or the amount by which the figure became worse; `None` if nothing could be
    /// measured.
    pub found: Option<f64>,
    /// The maximum error, or the maximum amount by which a figure may become worse.
    pub limit: f64,
}

/// Returns the endgames whose error is above `max_error`.
///
/// The error of an endgame is the weighted share of its positions whose score does not state the
/// true result. It is the estimate itself, not an end of its interval. Failures and answers without
/// a score count as wrong, so that an engine does not profit from them. An endgame without a score
/// exceeds every limit.
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
/// endgames together.
///
/// The figures are those of [`super::Differences::figures`], all from 0 to 1: an accuracy that fell
/// from 0.93 to 0.90 became worse by 0.03. A figure counts only if its verdict is `worse`, so that
/// noise exceeds no limit, not even 0.
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
