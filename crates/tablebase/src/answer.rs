//! The answers of a tablebase about positions and moves.

use drawproof_board::Move;
use drawproof_syzygy::SyzygyValue;
use drawproof_tables::{FiftyMoves, Metric, Value, Wdl};

/// The answer about one position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Answer {
    /// The result with best play by both sides, ignoring the fifty-move rule.
    pub result: Wdl,
    /// The plies to mate, negative for a loss, 0 if the side to move is mated. `None` for a draw,
    /// or if there is no DTM table.
    pub dtm: Option<i32>,
    /// The plies to the next capture or pawn move that keeps the result under the fifty-move rule,
    /// or to mate; negative for a loss. `None` for a draw, or if there is no DTZ table.
    pub dtz: Option<i32>,
    /// The plies to the next capture or promotion that keeps the result, or to mate; negative for a
    /// loss. `None` for a draw, or if there is no DTC table.
    pub dtc: Option<i32>,
    /// The result under the fifty-move rule, given the half-move clock of the position. `None` if
    /// there is no DTZ table, or if the result depends on a ply that Syzygy's tables round.
    pub fifty: Option<FiftyMoves>,
    /// The kind of tables that the answer comes from.
    pub source: AnswerSource,
    /// Whether the true distance to zeroing may be one ply more than `dtz`, because Syzygy's tables
    /// round.
    pub dtz_is_rounded: bool,
}

/// The tables that an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerSource {
    /// Tables that `drawproof generate` wrote, or that the library solved.
    Drawproof,
    /// Third-party Syzygy tables ([`crate::Options::syzygy`]).
    Syzygy,
}

/// A legal move and the answer about the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveAnswer {
    /// The legal move.
    pub mv: Move,
    /// The move in standard algebraic notation, such as `Qxe5#`.
    pub san: String,
    /// The answer about the position after the move, for the side to move there: after a winning
    /// move, a loss.
    pub answer: Answer,
}

impl MoveAnswer {
    /// Returns the move in UCI notation, such as `e7e8q`.
    pub fn uci(&self) -> String {
        self.mv.to_string()
    }
}

/// The values of a position, indexed by the code of the metric; `None` without a table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MetricValues([Option<Value>; Metric::ALL.len()]);

impl MetricValues {
    /// Returns a draw for each of the given metrics.
    pub(crate) fn drawn(metrics: impl Iterator<Item = Metric>) -> MetricValues {
        let mut values = MetricValues::default();
        metrics.for_each(|metric| values.set(metric, Value::Draw));
        values
    }

    pub(crate) fn set(&mut self, metric: Metric, value: Value) {
        self.0[metric as usize] = Some(value);
    }

    /// Returns the value by a metric.
    pub(crate) fn get(&self, metric: Metric) -> Option<Value> {
        self.0[metric as usize]
    }

    /// Returns the first value that is present, in the order of the metrics.
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
