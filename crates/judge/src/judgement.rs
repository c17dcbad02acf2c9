//! The result of a judgement: the figures of every report. Serialized keys are those of the
//! command's JSON; keys of the contract come first.
//!
//! Counts are of positions asked. Shares are weighted: they are estimates for all positions of the
//! endgame, one of each class of symmetric positions. Shares leave out positions without an answer
//! (failures) and, for figures of scores, positions without a score. These positions are counted
//! separately.

use serde::{Deserialize, Serialize};

use crate::answer::{Failure, Score};

/// A judgement of one engine in several endgames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The engine's own name (`id name`) or, without one, its command.
    pub engine: String,
    /// The command that started the engine, and the options that were set.
    pub command: String,
    /// The limit of each search in UCI words, such as `nodes 1`.
    pub limit: String,
    /// The size and the seed of the sample, all endgames together.
    pub sample: Sample,
    /// The condition that the sample's positions meet; `None` for all positions.
    #[serde(rename = "where", default)]
    pub condition: Option<String>,
    /// The draw band in centipawns: scores from minus this value to this value are read as draws.
    pub draw_band: i32,
    /// The judgement of each endgame, in the order asked.
    pub endgames: Vec<EndgameJudgement>,
    /// Whether the whole sample was asked; false after an interruption.
    pub complete: bool,
    /// The points that the engine's moves would lose in 1,000 games, if each game had one position
    /// of every endgame that it reaches. `None` if it is unknown how often games reach the
    /// endgames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_lost_per_thousand_games: Option<f64>,
}

/// The size and the seed of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The number of positions of the sample that were asked, or that need not be asked because the
    /// game is over.
    pub positions: u64,
    /// The number of positions in the endgames, one of each class of symmetric positions.
    pub of: u64,
    /// The seed of the random choice.
    pub seed: u64,
}

/// A share with its 95 % interval (Wilson's, with the effective size of a weighted sample). If all
/// positions were asked, both ends of the interval are the share itself.
///
/// In JSON, a share named `accuracy` becomes the number `"accuracy"` and the array
/// `"accuracy_interval"`, both null if there was nothing to count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The share, from 0 to 1; `None` if there was nothing to count.
    pub share: Option<f64>,
    /// The lower and upper ends of the interval; `None` if there was nothing to count.
    pub interval: Option<[f64; 2]>,
}

/// The judgement of one endgame. Two-dimensional arrays of results are indexed by the true result,
/// then by the result read from the score, with 0 = loss, 1 = draw, 2 = win for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndgameJudgement {
    /// The canonical name of the endgame.
    pub endgame: String,
    /// The source of the true values, `drawproof` or `syzygy`.
    #[serde(default)]
    pub source: String,
    /// The number of positions asked, including positions for which the engine failed to answer.
    pub asked: u64,
    /// The number of sampled positions with mate or stalemate on the board, about which engines are
    /// not asked.
    pub not_asked: u64,
    /// The number of the endgame's positions from which the sample was chosen.
    pub of: u64,
    /// The size of the whole sample. After an interruption it exceeds the sum of `asked` and
    /// `not_asked`.
    pub sampled: u64,
    /// The number of positions with a score: `[true result][result read from the score]`.
    pub results: [[u64; 3]; 3],
    /// The weighted shares of the positions with a score, arranged like `results`. They add up to
    /// 1, or to 0 if there was no score.
    pub shares: [[f64; 3]; 3],
    /// The number of positions with a legal move and an answer but without a score. `results` and
    /// `shares` leave them out.
    pub no_score: u64,
    /// The share of positions whose score states the true result.
    #[serde(flatten, with = "keys::accuracy")]
    pub accuracy: Share,
    /// The draw band that fits this endgame best, with its accuracy; `None` without a score.
    pub best_band: Option<BestBand>,
    /// The weighted mean of (expected score - result)^2, with win 1, draw 0.5, loss 0; `None`
    /// without a score.
    pub mean_squared_error: Option<f64>,
    /// The correlation of scores with distances to mate.
    #[serde(default)]
    pub score_distance: ScoreDistance,
    /// The logistic curve from scores to expected scores; `None` if no curve was given and no score
    /// is in centipawns.
    pub logistic: Option<Logistic>,
    /// The bins of the calibration curve by increasing score: scores of being mated, centipawns,
    /// mates.
    pub calibration: Vec<CalibrationBin>,
    /// The effect of the moves on the result.
    pub moves: Moves,
    /// The depths and node counts from which on the results read from scores are right; `None`
    /// unless answers have a line for each depth.
    pub needed: Option<Needed>,
    /// The errors by the square of each king, `[0 = White's, 1 = Black's][square]`, with a1 = 0.
    /// Each position counts on the king squares of all its images under the symmetries of the
    /// endgame.
    pub maps: [Vec<MapSquare>; 2],
    /// The numbers of failures, with the first failures as examples.
    pub failures: Failures,
    /// The worst answers, spread over classes. Answers are ordered by the points that the move
    /// threw away plus, if the result read from the score is wrong, the squared error of the
    /// expected score.
    pub worst: Vec<Worst>,
    /// The figures of each class of positions: `quiet`, `tactical`, `in-check`, `over`.
    pub classes: Vec<ClassFigures>,
    /// How many of 1,000 games reach the endgame; `None` if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_per_thousand: Option<f64>,
}

/// The draw band that fits best. It is fitted to the same answers, so its accuracy is optimistic.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestBand {
    /// The draw band in centipawns: scores from minus this value to this value are read as draws.
    pub centipawns: i32,
    /// The accuracy with this band, from 0 to 1.
    pub accuracy: f64,
}

/// A logistic curve: expected score = 1 / (1 + exp(-(score - offset) / scale)), with scores in
/// centipawns. The expected score of a mate score is 1, or 0 for being mated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logistic {
    /// The difference in centipawns that multiplies the odds by e.
    pub scale: f64,
    /// The score in centipawns at which the expected score is one half.
    pub offset: f64,
    /// Whether the curve was fitted to these answers, rather than given.
    pub fitted: bool,
}

impl Logistic {
    /// Returns a curve with a given scale and offset 0.
    pub fn given(scale: f64) -> Logistic {
        Logistic { scale, offset: 0.0, fitted: false }
    }
}

/// The correlation of the scores of won positions with their distances to mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScoreDistance {
    /// The number of won positions with a score.
    pub positions: u64,
    /// Spearman's rank correlation of the score with nearness to mate, from -1 to 1; 1 if each
    /// nearer mate has a better score. `None` if all scores or all distances are equal.
    pub correlation: Option<f64>,
}

/// A bin of the calibration curve: a range of scores, with the expected and the true results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrationBin {
    /// The lowest score in the bin: centipawns, or moves to mate in a bin of mates.
    pub from: i32,
    /// The highest score in the bin.
    pub to: i32,
    /// Whether the bin holds mate scores. `from` is below 1 if the side to move is mated.
    pub mate: bool,
    /// The number of asked positions with a score in the bin.
    pub asked: u64,
    /// The weighted share of the bin's positions among all positions with a score.
    pub share: f64,
    /// The weighted mean of the expected scores, from 0 to 1.
    pub expected: f64,
    /// The weighted mean of the true results, with win 1, draw 0.5, loss 0.
    pub actual: f64,
}

/// The effect of moves on the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moves {
    /// The number of positions with a judged move.
    pub asked: u64,
    /// The share of won positions in which the move leaves a draw.
    #[serde(flatten, with = "keys::win_to_draw")]
    pub win_to_draw: Share,
    /// The share of won positions in which the move leaves a loss.
    #[serde(flatten, with = "keys::win_to_loss")]
    pub win_to_loss: Share,
    /// The share of drawn positions in which the move leaves a loss.
    #[serde(flatten, with = "keys::draw_to_loss")]
    pub draw_to_loss: Share,
    /// The judged moves by the results before and after, for the side that moved:
    /// `[before][after]`, with 0 = loss, 1 = draw, 2 = win.
    pub results: [[u64; 3]; 3],
    /// The weighted mean of the points lost by a judged move: half a point from win to draw and
    /// from draw to loss.
    pub points_lost: Option<f64>,
}

/// The depth and the nodes that the engine needs to state the right result. Shares refer to the
/// scored positions with a line for each depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Needed {
    /// The number of asked positions with a line for each depth.
    pub asked: u64,
    /// The weighted share of positions whose result is right from a depth on: (depth, share).
    pub by_depth: Vec<(u32, f64)>,
    /// The weighted share of positions whose result is right from a number of nodes on, at powers
    /// of two.
    pub by_nodes: Vec<(u64, f64)>,
}

/// The wrong results in positions with a king on one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MapSquare {
    /// The number of scored positions with the king on this square in at least one symmetric image.
    pub asked: u64,
    /// The number of these positions whose score states a wrong result.
    pub wrong: u64,
    /// The weighted share of wrong results among all positions with the king on this square; `None`
    /// if no scored position has it there.
    pub error: Option<f64>,
}

/// The numbers of failures to answer by kind, with examples.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Failures {
    /// The number of times the process ended.
    pub died: u64,
    /// The number of times the engine did not answer in time.
    pub hung: u64,
    /// The number of illegal moves.
    pub illegal_moves: u64,
    /// The number of times the engine exceeded the output limit.
    pub too_much_output: u64,
    /// The first failures of each kind, each with the FEN of its position.
    pub examples: Vec<(String, Failure)>,
}

/// The figures of a class of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassFigures {
    /// The class: `quiet`, `tactical`, `in-check` or `over`.
    pub class: String,
    /// The number of answered positions in the class. In the class `over`, it includes finished
    /// positions, about which the engine is not asked.
    pub asked: u64,
    /// The share of positions whose score states the true result.
    #[serde(flatten, with = "keys::accuracy")]
    pub accuracy: Share,
}

/// One of the worst answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worst {
    /// The FEN of the position.
    pub fen: String,
    /// The true result for the side to move: `win`, `draw` or `loss`.
    pub truth: String,
    /// The engine's score for the side to move. In JSON it is a number of centipawns, or `{"mate":
    /// N}`.
    #[serde(with = "keys::score")]
    pub score: Option<Score>,
    /// A best move according to the table, in UCI notation; `None` if there is no move.
    pub best: Option<String>,
    /// The engine's move in UCI notation.
    pub played: Option<String>,
    /// A line of moves from the position, in UCI notation, that mates or holds the draw.
    pub line: Vec<String>,
    /// The class: `quiet`, `tactical`, `in-check` or `over`.
    pub class: String,
    /// Signed plies to mate, negative if the side to move is mated; `None` for a draw or an unknown
    /// distance.
    pub dtm: Option<i32>,
    /// The result read from the score: `win`, `draw` or `loss`; `None` without a score.
    pub told: Option<String>,
    /// The result after the engine's move, for the side that moved: `win`, `draw` or `loss`; `None`
    /// without a move.
    pub after: Option<String>,
}

/// An endgame that could not be judged at all, or not completely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotJudged {
    /// The canonical name of the endgame.
    pub endgame: String,
    /// The reason why the endgame was not judged to its end.
    pub error: String,
}

impl Judgement {
    /// Adds to each endgame how many of 1,000 games reach it, and computes the points that the
    /// moves lose in 1,000 games.
    #[must_use]
    pub fn weighted(mut self, games_per_thousand: impl Fn(&str) -> f64) -> Judgement {
        let lost = self.endgames.iter_mut().filter_map(|it| {
            let games = *it.games_per_thousand.insert(games_per_thousand(&it.endgame));
            Some(games * it.moves.points_lost?)
        });
        let lost: Vec<f64> = lost.collect();
        self.points_lost_per_thousand_games = (!lost.is_empty()).then(|| lost.iter().sum());
        self
    }
}

impl EndgameJudgement {
    /// Returns the number of sampled positions that were asked about or need not be asked about.
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

    /// Counts a failure. The first failures of each kind are kept as examples, with their
    /// positions.
    pub(crate) fn note(&mut self, failure: &Failure, fen: impl FnOnce() -> String) {
        /// The maximum number of listed failures of a kind.
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

/// The JSON form of shares and scores.
pub(crate) mod keys {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::answer::Score;

    /// Defines a module that writes and reads a [`super::Share`] as two keys of the surrounding
    /// object.
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

    /// Writes and reads a score as a number of centipawns or `{"mate": N}`.
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
