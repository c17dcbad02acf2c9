//! What a tablebase answers about a position and about a move.

use drawproof_board::Move;
use drawproof_tables::{Dtc, Dtm, Dtz, FiftyMoves, Metric, Value, Wdl};

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
    /// there is no DTZ table.
    pub fifty: Option<FiftyMoves>,
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
    /// The move in UCI notation, such as `e7e8q`.
    pub fn uci(&self) -> String {
        self.mv.to_string()
    }
}

/// The values of a position by metric; `None` where there is no table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MetricValues {
    /// The one that was set first.
    first: Option<Value>,
    dtm: Option<Value<Dtm>>,
    dtz: Option<Value<Dtz>>,
    dtc: Option<Value<Dtc>>,
}

impl MetricValues {
    /// The same value, a draw, of all metrics of `metrics`.
    pub(crate) fn drawn(metrics: impl Iterator<Item = Metric>) -> MetricValues {
        let mut values = MetricValues::default();
        metrics.for_each(|metric| values.set(metric, Value::Draw));
        values
    }

    pub(crate) fn set(&mut self, metric: Metric, value: Value) {
        self.first.get_or_insert(value);
        match metric {
            Metric::Dtm => self.dtm = Some(metric.read(value)),
            Metric::Dtz => self.dtz = Some(metric.read(value)),
            Metric::Dtc => self.dtc = Some(metric.read(value)),
        }
    }

    /// The value of the first metric that has one.
    pub(crate) fn first(&self) -> Option<Value> {
        self.first
    }

    /// The answer about a position with a half-move clock of `clock` plies; `None` if no metric has a
    /// value.
    pub(crate) fn answer(&self, clock: u8) -> Option<Answer> {
        Some(Answer {
            result: self.first()?.wdl(),
            dtm: self.dtm.and_then(Value::signed_plies),
            dtz: self.dtz.and_then(Value::signed_plies),
            dtc: self.dtc.and_then(Value::signed_plies),
            fifty: self.dtz.map(|dtz| FiftyMoves::new(dtz, clock.into())),
        })
    }
}
