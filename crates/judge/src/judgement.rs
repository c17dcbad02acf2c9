//! What one judgement found: the figures of every report. Serialized keys are those of the
//! command's JSON; keys of the contract come first.
//!
//! Counts are of positions asked. Shares are weighted: they are estimates for all positions of the
//! endgame, one of each class of symmetric positions. Positions without an answer (failures) and,
//! for figures of scores, positions without a score are no part of shares; they are counted apart.

use serde::{Deserialize, Serialize};

use crate::answer::{Failure, Score};

/// A judgement of one engine over several endgames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The engine's own name (`id name`), else its command.
    pub engine: String,
    /// The command that started it, and the options that were set.
    pub command: String,
    /// The limit of each search as in UCI: `nodes 1`.
    pub limit: String,
    /// The positions of all endgames together.
    pub sample: Sample,
    /// The condition that they meet; `None` for all positions.
    #[serde(rename = "where", default)]
    pub condition: Option<String>,
    /// Scores from minus this to this, in centipawns, are read as draws.
    pub draw_band: i32,
    /// One for each endgame, in the order asked.
    pub endgames: Vec<EndgameJudgement>,
    /// Whether every position of the sample was asked; false after an interruption.
    pub complete: bool,
}

/// The size of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Positions of the sample that were asked, or need not be: mate or stalemate is on the board.
    pub positions: u64,
    /// Positions there are, one of each class of symmetric positions.
    pub of: u64,
    /// The seed of the choice.
    pub seed: u64,
}

/// A share with its interval of 95 % (Wilson's, with the effective size of a weighted sample). Where
/// all positions were asked, the interval is the share itself.
///
/// In JSON a share `accuracy` is the number `"accuracy"` and the array `"accuracy_interval"`, both
/// null if there was nothing to count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The share, 0..1; `None` if there was nothing to count.
    pub share: Option<f64>,
    /// The lower and the upper end of the interval; `None` if there was nothing to count.
    pub interval: Option<[f64; 2]>,
}

/// What was found in one endgame. `results[truth][told]`, both 0 = loss, 1 = draw, 2 = win for the
/// side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndgameJudgement {
    /// The canonical name.
    pub endgame: String,
    /// Whose tables decide what is true: `drawproof` or `syzygy`.
    #[serde(default)]
    pub source: String,
    /// Positions asked, the failed ones included.
    pub asked: u64,
    /// Positions of the sample with mate or stalemate on the board, about which engines are not asked.
    pub not_asked: u64,
    /// Positions there are.
    pub of: u64,
    /// Positions of the whole sample; more than those asked and not asked after an interruption.
    pub sampled: u64,
    /// Asked positions by truth and by the result read from the score.
    pub results: [[u64; 3]; 3],
    /// The same as weighted shares of all positions; sums to 1 (to 0 if there was no score).
    pub shares: [[f64; 3]; 3],
    /// Positions with a legal move and an answer, but without a score; no part of `results` and
    /// `shares`.
    pub no_score: u64,
    /// The share of positions whose result the score states right.
    #[serde(flatten, with = "keys::accuracy")]
    pub accuracy: Share,
    /// The band of scores that fits this endgame best, with its accuracy.
    pub best_band: Option<BestBand>,
    /// Weighted mean of (expected score - result)^2, with win 1, draw 0.5, loss 0.
    pub mean_squared_error: Option<f64>,
    /// Whether nearer mates have better scores.
    #[serde(default)]
    pub score_distance: ScoreDistance,
    /// The logistic curve that turned scores into expected scores.
    pub logistic: Option<Logistic>,
    /// Bins of the calibration curve, by rising score: scores of being mated, centipawns, mates.
    pub calibration: Vec<CalibrationBin>,
    /// What the moves did to the result.
    pub moves: Moves,
    /// For answers with a line for each depth: how deep the engine must look to be right from then
    /// on.
    pub needed: Option<Needed>,
    /// Figures by the square of either king: `[0 = White's, 1 = Black's][square]`, a1 = 0. Each
    /// position counts on the squares of all its images under the symmetries of the endgame.
    pub maps: [Vec<MapSquare>; 2],
    /// The failures, the first ones in full.
    pub failures: Failures,
    /// The worst answers, spread over classes: first those with the most points thrown away by the
    /// move and, if the result read from the score is wrong, squared error of the expected score.
    pub worst: Vec<Worst>,
    /// By class of position: `quiet`, `tactical`, `in-check`, `over`.
    pub classes: Vec<ClassFigures>,
}

/// The band that fits best. It is chosen by the same answers, so its accuracy is that of hindsight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestBand {
    /// Scores from minus this to this are draws.
    pub centipawns: i32,
    /// The accuracy with it.
    pub accuracy: f64,
}

/// expected score = 1 / (1 + exp(-(score - offset) / scale)), scores in centipawns; 1 for a mate
/// score, 0 for a score of being mated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logistic {
    /// Centipawns to an odds ratio of e.
    pub scale: f64,
    /// The score of an expected half point.
    pub offset: f64,
    /// Whether it was fitted to these answers, or given.
    pub fitted: bool,
}

impl Logistic {
    /// Returns a curve of a given scale.
    pub fn given(scale: f64) -> Logistic {
        Logistic { scale, offset: 0.0, fitted: false }
    }
}

/// How scores of won positions go with their distances to mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScoreDistance {
    /// Won positions with a score.
    pub positions: u64,
    /// Spearman's rank correlation of the score with nearness to mate, -1..1: 1 if each nearer mate has a
    /// better score. `None` where all scores, or all distances, are equal.
    pub correlation: Option<f64>,
}

/// One bin of the calibration curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationBin {
    /// Scores from here: centipawns, or moves to mate for a bin of mates.
    pub from: i32,
    /// Scores to here, included.
    pub to: i32,
    /// Whether the bin holds mate scores: `from` below 1 if the side to move is mated.
    pub mate: bool,
    /// Positions asked whose score lies there.
    pub asked: u64,
    /// Weighted share of the scored positions.
    pub share: f64,
    /// Weighted mean of the expected score.
    pub expected: f64,
    /// Weighted mean of the true result.
    pub actual: f64,
}

/// What moves did to the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moves {
    /// Positions whose move was judged: those with a legal move that answered one.
    pub asked: u64,
    /// Of the won positions, the share whose move leaves a draw.
    #[serde(flatten, with = "keys::win_to_draw")]
    pub win_to_draw: Share,
    /// Of the won positions, the share whose move leaves a loss.
    #[serde(flatten, with = "keys::win_to_loss")]
    pub win_to_loss: Share,
    /// Of the drawn positions, the share whose move leaves a loss.
    #[serde(flatten, with = "keys::draw_to_loss")]
    pub draw_to_loss: Share,
    /// Judged moves by the result before and after, both for the side that moved:
    /// `[before][after]`, 0 = loss, 1 = draw, 2 = win.
    pub results: [[u64; 3]; 3],
    /// Weighted mean of the points lost by the move, half a point from win to draw and from draw to
    /// loss, over the positions whose move was judged.
    pub points_lost: Option<f64>,
}

/// How deep or how many nodes the engine needs. Shares are of the scored positions with a line for
/// each depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Needed {
    /// Positions asked with a line for each depth.
    pub asked: u64,
    /// Weighted share of positions whose result is stated right from this depth on: (depth, share).
    pub by_depth: Vec<(u32, f64)>,
    /// The same by nodes, at powers of two.
    pub by_nodes: Vec<(u64, f64)>,
}

/// Figures of one square of a king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MapSquare {
    /// Scored positions of which an image has the king there.
    pub asked: u64,
    /// Those of them whose result the score stated wrong.
    pub wrong: u64,
    /// The weighted share of wrong results of all positions with the king there; `None` without any.
    pub error: Option<f64>,
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
    /// `quiet`, `tactical`, `in-check` or `over`.
    pub class: String,
    /// Positions asked; of `over` also those not asked about.
    pub asked: u64,
    /// Share whose result the score states right.
    #[serde(flatten, with = "keys::accuracy")]
    pub accuracy: Share,
}

/// One of the worst answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    /// The position.
    pub fen: String,
    /// `win`, `draw` or `loss` for the side to move.
    pub truth: String,
    /// The score. In JSON a number of centipawns, or `{"mate": N}`.
    #[serde(with = "keys::score")]
    pub score: Option<Score>,
    /// A best move by the table, UCI; `None` where there is no move.
    pub best: Option<String>,
    /// The engine's move, UCI.
    pub played: Option<String>,
    /// Our line from the position, UCI: to mate, or holding the draw.
    pub line: Vec<String>,
    /// `quiet`, `tactical`, `in-check` or `over`.
    pub class: String,
    /// Signed plies to mate, `None` for a draw.
    pub dtm: Option<i32>,
    /// The result read from the score.
    pub told: Option<String>,
    /// The result after the engine's move for the side that moved.
    pub after: Option<String>,
}

/// An endgame that could not be judged, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotJudged {
    /// The canonical name.
    pub endgame: String,
    /// The reason.
    pub error: String,
}

impl EndgameJudgement {
    /// Returns the positions of the sample that need no answer any more.
    pub fn settled(&self) -> u64 {
        self.asked + self.not_asked
    }
}

impl Moves {
    /// Returns the shares of moves that change the result: win to draw, win to loss, draw to loss.
    pub(crate) fn shares(&self) -> [&Share; 3] {
        [&self.win_to_draw, &self.win_to_loss, &self.draw_to_loss]
    }
}

impl Failures {
    /// Returns the number of failures of all kinds.
    pub fn total(&self) -> u64 {
        self.died + self.hung + self.illegal_moves + self.too_much_output
    }

    /// Counts a failure, and lists the first ones of its kind with their position.
    pub(crate) fn note(&mut self, failure: &Failure, fen: impl FnOnce() -> String) {
        /// The failures of a kind that are listed.
        const LISTED: u64 = 3;
        let count = match failure {
            Failure::Died(_) => &mut self.died,
            Failure::Hung => &mut self.hung,
            Failure::IllegalMove(_) => &mut self.illegal_moves,
            Failure::TooMuchOutput => &mut self.too_much_output,
        };
        *count += 1;
        if *count <= LISTED {
            self.examples.push((fen(), failure.clone()));
        }
    }
}

/// How shares and scores stand in JSON.
pub(crate) mod keys {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::answer::Score;

    /// A module that writes and reads a [`super::Share`] as two keys of the object around it.
    macro_rules! share {
        ($module:ident, $key:literal, $interval:literal) => {
            pub mod $module {
                use serde::{Deserialize, Deserializer, Serialize, Serializer};

                use crate::judgement::Share;

                #[derive(Serialize, Deserialize)]
                struct Keys {
                    #[serde(rename = $key)]
                    share: Option<f64>,
                    #[serde(rename = $interval)]
                    interval: Option<[f64; 2]>,
                }

                pub fn serialize<S: Serializer>(share: &Share, to: S) -> Result<S::Ok, S::Error> {
                    Keys { share: share.share, interval: share.interval }.serialize(to)
                }

                pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Share, D::Error> {
                    let Keys { share, interval } = Keys::deserialize(from)?;
                    Ok(Share { share, interval })
                }
            }
        };
    }

    share!(accuracy, "accuracy", "accuracy_interval");
    share!(win_to_draw, "win_to_draw", "win_to_draw_interval");
    share!(win_to_loss, "win_to_loss", "win_to_loss_interval");
    share!(draw_to_loss, "draw_to_loss", "draw_to_loss_interval");
    share!(converted, "converted", "converted_interval");
    share!(held, "held_share", "held_interval");

    /// A score as a number of centipawns or `{"mate": N}`.
    pub mod score {
        use super::*;

        #[derive(Serialize, Deserialize)]
        #[serde(untagged)]
        enum Number {
            Centipawns(i32),
            Mate { mate: i32 },
        }

        pub fn serialize<S: Serializer>(score: &Option<Score>, to: S) -> Result<S::Ok, S::Error> {
            let number = score.map(|score| match score {
                Score::Cp(centipawns) => Number::Centipawns(centipawns),
                Score::Mate(mate) => Number::Mate { mate },
            });
            number.serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Score>, D::Error> {
            let number = Option::<Number>::deserialize(from)?;
            Ok(number.map(|number| match number {
                Number::Centipawns(centipawns) => Score::Cp(centipawns),
                Number::Mate { mate } => Score::Mate(mate),
            }))
        }
    }
}
