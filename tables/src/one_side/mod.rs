//! The values of a table that holds one side to move, computed by one move through the other
//! tables.
//!
//! For the stored side, the stored value covers the moves within the table; a probe takes the
//! better of that value and the best capture or promotion. For the other side, the value is that of
//! its best move.

mod moves;

use drawproof_board::{BoardBuilder, Color};

use self::moves::{Move, is_in_check, is_legal};
use crate::{
    endgame::{material::Material, placement::Placement},
    probe::{ProbeError, Values, probe},
    value::{
        metric::{Metric, MoveKind},
        outcome::Value,
    },
};

/// A table that stores distances to mate for one side to move, and the other tables from which the
/// remaining values are computed.
pub struct OneSide<'t, V: ?Sized> {
    /// The side to move whose values are stored.
    pub side: Color,
    /// The men of the table's positions.
    pub material: Material,
    /// Returns the stored value of a position with `side` to move; `None` if the position is
    /// illegal.
    pub stored: &'t dyn Fn(&Placement) -> Result<Option<Value>, ProbeError>,
    /// The values of all tables: of this table, and of the tables that captures and promotions lead
    /// to.
    pub values: &'t V,
}

impl<V: Values + ?Sized> OneSide<'_, V> {
    /// Returns the value of a position with the table's men and either side to move; `None` if the
    /// position is illegal. Errors are those of `stored` and of `values`.
    pub fn value(&self, placement: &Placement) -> Result<Option<Value>, ProbeError> {
        if placement.side_to_move == self.side {
            return self.of_stored_side(placement);
        }
        if self.material == self.material.swapped() {
            return self.of_stored_side(&placement.swapped());
        }
        if is_legal(placement, self.material.men()) {
            self.of_other_side(placement).map(Some)
        } else {
            Ok(None)
        }
    }

    fn of_stored_side(&self, placement: &Placement) -> Result<Option<Value>, ProbeError> {
        match (self.stored)(placement)? {
            Some(value) => self.or_conversion(placement, value).map(Some),
            None => Ok(None),
        }
    }

    /// Returns the better of `value` and the best capture or promotion.
    fn or_conversion(&self, placement: &Placement, value: Value) -> Result<Value, ProbeError> {
        let mut best = value;
        moves::each_conversion(placement, |after| {
            best = best.or_better(self.before_conversion(after)?);
            Ok(())
        })?;
        Ok(best)
    }

    /// Returns the value of the best move of the side that is not stored, in a legal position.
    fn of_other_side(&self, placement: &Placement) -> Result<Value, ProbeError> {
        let mut best = None;
        moves::each_quiet(placement, |mv| {
            let value = match mv {
                Move::DoublePush { after, passed } => {
                    let board = after.to_board().ok_or_else(|| contradiction(&after))?;
                    let mut builder = BoardBuilder::from_board(&board);
                    builder.en_passant = Some(passed);
                    let board = builder.build().map_err(|_| contradiction(&after))?;
                    probe(&board, self.values)?
                }
                Move::Quiet { after } => {
                    let stored = (self.stored)(&after)?.ok_or_else(|| contradiction(&after))?;
                    // Captures by the opponent can make the move worse than that, but never better.
                    if best.is_some_and(|best: Value| best.rank() >= before(stored).rank()) {
                        return Ok(());
                    }
                    self.or_conversion(&after, stored)?
                }
            };
            let value = before(value);
            best = Some(best.map_or(value, |best| best.or_better(value)));
            Ok(())
        })?;
        moves::each_conversion(placement, |after| {
            let value = self.before_conversion(after)?;
            best = Some(best.map_or(value, |best| best.or_better(value)));
            Ok(())
        })?;
        let no_move = || if is_in_check(placement) { Value::MATED } else { Value::Draw };
        Ok(best.unwrap_or_else(no_move))
    }

    /// Returns the mover's value of a capture or promotion that leads to `after`.
    fn before_conversion(&self, after: Placement) -> Result<Value, ProbeError> {
        let men: u32 = Color::ALL.into_iter().map(|color| after.colour(color).len()).sum();
        if men == 2 {
            return Ok(Value::Draw);
        }
        let (material, placement) = after.normalise();
        self.values.value(material, &placement).map(before)
    }
}

/// Returns the mover's value of a move to a position of value `after`. Files of one side to move
/// hold distances to mate.
fn before(after: Value) -> Value {
    Metric::Dtm.before(MoveKind::Quiet, after)
}

#[cold]
fn contradiction(placement: &Placement) -> ProbeError {
    ProbeError::Contradiction(placement.to_fen())
}
