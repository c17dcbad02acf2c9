//! What one judgement found: the figures of every report. Serialized keys are those of the
//! command's JSON; keys of the contract come first.

use serde::{Deserialize, Serialize};

use crate::answer::{Failure, Score};

/// A judgement of one engine over several endgames.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// The engine's own name (`id name`), else its command.
    pub engine: String,
    /// The command that started it, and the options that were set.
    pub command: String,
    /// The limit of each search as in UCI: `nodes 1`.
    pub limit: String,
    /// Positions asked of all endgames together.
    pub sample: Sample,
    /// Scores from minus this to this, in centipawns, are told as draws.
    pub draw_band: i32,
    /// One for each endgame, in the order asked.
    pub endgames: Vec<EndgameJudgement>,
    /// Whether every position of the sample was asked; false after an interruption.
    pub complete: bool,
}

/// The size of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Positions asked.
    pub positions: u64,
    /// Positions there are, one of each class of symmetric positions.
    pub of: u64,
    /// The seed of the choice.
    pub seed: u64,
}

/// A share with its interval of 95 % (Wilson's, with the effective size of a weighted sample). Where
/// all positions were asked, the interval is the share itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The share, 0..1; `None` if there was nothing to count.
    pub share: Option<f64>,
    /// The lower and the upper end of the interval; `None` if there was nothing to count.
    pub interval: Option<[f64; 2]>,
}

/// What was found in one endgame. `results[truth][told]`, both 0 = loss, 1 = draw, 2 = win for the
/// side to move. Counts are of positions asked; shares are weighted, so that they hold for all
/// positions of the endgame.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EndgameJudgement {
    /// The canonical name.
    pub endgame: String,
    /// Positions asked, the failed ones included.
    pub asked: u64,
    /// Positions there are.
    pub of: u64,
    /// Asked positions by truth and by the result told from the score.
    pub results: [[u64; 3]; 3],
    /// The same as weighted shares of all positions; sums to 1 without failures.
    pub shares: [[f64; 3]; 3],
    /// The share of positions whose result is told right.
    pub accuracy: Share,
    /// The same for the band of scores that fits this endgame best, and that band in centipawns.
    pub best_band: Option<BestBand>,
    /// Weighted mean of (expected score - result)^2, with win 1, draw 0.5, loss 0.
    pub mean_squared_error: Option<f64>,
    /// The logistic curve that turned scores into expected scores.
    pub logistic: Option<Logistic>,
    /// Bins of the calibration curve, by rising score.
    pub calibration: Vec<CalibrationBin>,
    /// What the moves did to the result.
    pub moves: Moves,
    /// For limits by depth or nodes: how deep the engine must look to be right from then on.
    pub needed: Option<Needed>,
    /// Counts by the squares of either king: `[0 = White's, 1 = Black's][square]`, a1 = 0.
    pub maps: [Vec<MapSquare>; 2],
    /// The failures, the first ones in full.
    pub failures: Failures,
    /// The worst answers, spread over classes.
    pub worst: Vec<Worst>,
    /// By class of position: `over`, `in-check`, `tactical`, `quiet`.
    pub classes: Vec<ClassFigures>,
}

/// The band that fits best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestBand {
    /// Scores from minus this to this are draws.
    pub centipawns: i32,
    /// The accuracy with it.
    pub accuracy: f64,
}

/// expected score = 1 / (1 + exp(-(score - offset) / scale)), scores in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logistic {
    /// Centipawns to an odds ratio of e.
    pub scale: f64,
    /// The score of an expected half point.
    pub offset: f64,
    /// Whether it was fitted to these answers, or given.
    pub fitted: bool,
}

/// One bin of the calibration curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationBin {
    /// Scores from here.
    pub from: i32,
    /// Scores to here, included.
    pub to: i32,
    /// Positions asked whose score lies there.
    pub asked: u64,
    /// Weighted mean of the expected score.
    pub expected: f64,
    /// Weighted mean of the true result.
    pub actual: f64,
}

/// What moves did to the result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moves {
    /// Positions whose move was judged: those with a legal move that answered one.
    pub asked: u64,
    /// Of the won positions, the share whose move leaves a draw.
    pub win_to_draw: Share,
    /// Of the won positions, the share whose move leaves a loss.
    pub win_to_loss: Share,
    /// Of the drawn positions, the share whose move leaves a loss.
    pub draw_to_loss: Share,
}

/// How deep or how many nodes the engine needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Needed {
    /// Weighted share of positions whose result is told right from this depth on: (depth, share).
    pub by_depth: Vec<(u32, f64)>,
    /// The same by nodes, at powers of two.
    pub by_nodes: Vec<(u64, f64)>,
}

/// Figures of one square of a king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MapSquare {
    /// Positions asked with the king there.
    pub asked: u64,
    /// Those of them whose result was told wrong.
    pub wrong: u64,
}

/// Failed answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Failures {
    /// The process ended.
    pub died: u64,
    /// It did not answer in time.
    pub hung: u64,
    /// It answered an illegal move.
    pub illegal_moves: u64,
    /// It wrote too much.
    pub too_much_output: u64,
    /// The first of each kind, with the position.
    pub examples: Vec<(String, Failure)>,
}

/// One class of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassFigures {
    /// `over`, `in-check`, `tactical` or `quiet`.
    pub class: String,
    /// Positions asked.
    pub asked: u64,
    /// Share told right.
    pub accuracy: Share,
}

/// One of the worst answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    /// The position.
    pub fen: String,
    /// `over`, `in-check`, `tactical` or `quiet`.
    pub class: String,
    /// `win`, `draw` or `loss` for the side to move.
    pub truth: String,
    /// Signed plies to mate, `None` for a draw.
    pub dtm: Option<i32>,
    /// The score.
    pub score: Option<Score>,
    /// The result told from the score.
    pub told: Option<String>,
    /// A best move by the table, UCI; `None` where there is no move.
    pub best: Option<String>,
    /// The engine's move, UCI.
    pub played: Option<String>,
    /// The result after the engine's move for the side that moved.
    pub after: Option<String>,
    /// Our line from the position, UCI.
    pub line: Vec<String>,
}
