//! What a tablebase answers about a position and about a move.

use drawproof_board::Move;
use drawproof_syzygy::SyzygyValue;
use drawproof_tables::{FiftyMoves, Metric, Value, Wdl};

/// The answer about one position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Answer {
    /// The result with the best play of both sides, the fifty-move rule left aside.
    pub result: Wdl,
    /// Plies to mate, negative for a loss, 0 if the side to move is mated. `None` for a draw, and
    /// where there is no DTM table.
    pub dtm: Option<i32>,
    /// Plies to the next capture or pawn move that keeps the result within the fifty-move rule, or to mate;
    /// the sign as in `dtm`. `None` for a draw, and where there is no DTZ table.
    pub dtz: Option<i32>,
    /// Plies to the next capture or promotion that keeps the result, or to mate; the sign as in
    /// `dtm`. `None` for a draw, and where there is no DTC table.
    pub dtc: Option<i32>,
    /// The result within the fifty-move rule, from the half-move clock of the position. `None` where
    /// there is no DTZ table, and where Syzygy's rounds a ply that decides.
    pub fifty: Option<FiftyMoves>,
    /// Whose tables have the position.
    pub source: AnswerSource,
    /// Whether `dtz` may be one ply more: Syzygy's tables round.
    pub dtz_is_rounded: bool,
}

/// Whose tables an answer is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerSource {
    /// Those that `drawproof generate` writes, or that are solved.
    Drawproof,
    /// Syzygy's ([`crate::Options::syzygy`]).
    Syzygy,
}

/// A legal move and the answer about the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveAnswer {
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation, such as `Qxe5#`.
    pub san: String,
    /// The answer about the position after the move, for the side to move there: a move that wins
    /// leaves a loss.
    pub answer: Answer,
}

impl MoveAnswer {
    /// Returns the move in UCI notation, such as `e7e8q`.
    pub fn uci(&self) -> String {
        self.mv.to_string()
    }
}

/// The values of a position by the code of the metric; `None` where there is no table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MetricValues([Option<Value>; Metric::ALL.len()]);

impl MetricValues {
    /// The same value, a draw, of all metrics of `metrics`.
    pub(crate) fn drawn(metrics: impl Iterator<Item = Metric>) -> MetricValues {
        let mut values = MetricValues::default();
        metrics.for_each(|metric| values.set(metric, Value::Draw));
        values
    }

    pub(crate) fn set(&mut self, metric: Metric, value: Value) {
        self.0[metric as usize] = Some(value);
    }

    /// Returns the value of a metric.
    pub(crate) fn get(&self, metric: Metric) -> Option<Value> {
        self.0[metric as usize]
    }

    /// Returns the value of the first metric that has one.
    pub(crate) fn first(&self) -> Option<Value> {
        self.0.into_iter().flatten().next()
    }

    /// Returns the answer about a position with a half-move clock of `clock` plies; `None` if no
    /// metric has a value.
    pub(crate) fn answer(&self, clock: u8) -> Option<Answer> {
        let plies = |metric: Metric| metric.signed_plies(self.get(metric)?);
        let within_the_rule = |dtz| FiftyMoves::new(Metric::Dtz.read(dtz), clock.into());
        Some(Answer {
            result: self.first()?.wdl(),
            dtm: plies(Metric::Dtm),
            dtz: plies(Metric::Dtz),
            dtc: plies(Metric::Dtc),
            fifty: self.get(Metric::Dtz).map(within_the_rule),
            source: AnswerSource::Drawproof,
            dtz_is_rounded: false,
        })
    }
}

impl From<SyzygyValue> for Answer {
    fn from(value: SyzygyValue) -> Answer {
        let distance = value.distance.filter(|_| value.result != Wdl::Draw);
        Answer {
            result: value.result,
            dtm: None,
            dtz: distance.map(|it| it.plies),
            dtc: None,
            fifty: value.within,
            source: AnswerSource::Syzygy,
            dtz_is_rounded: distance.is_some_and(|it| it.is_rounded),
        }
    }
}
