//! All that tables know of a position with its half-move clock.

use drawproof_board::Board;
use drawproof_tables::{
    FIFTY_MOVES_PLIES, FiftyMoves, Metric, NormalMaterial, Placement, Value, Wdl,
    probe::{ProbeError, Values},
};

use crate::{Syzygy, SyzygyDistance, SyzygyError};

/// The value of a position in Syzygy tables, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyzygyValue {
    /// The result, ignoring the fifty-move rule.
    pub result: Wdl,
    /// The result under the fifty-move rule, given the half-move clock of the position. `None` if
    /// it depends on a ply that the table rounds, or on a missing file of distances.
    pub within: Option<FiftyMoves>,
    /// The distance to zeroing; `None` if the file of distances is missing.
    pub distance: Option<SyzygyDistance>,
}

impl Syzygy {
    /// Returns the result of a position with and without the fifty-move rule, and its distance to
    /// zeroing.
    ///
    /// # Errors
    ///
    /// Fails as [`Syzygy::result`] does, or if a file of distances is damaged.
    pub fn value(&self, board: &Board) -> Result<SyzygyValue, SyzygyError> {
        if !board.generate_moves(|_| true) {
            let is_mate = !board.checkers().is_empty();
            let within = if is_mate { FiftyMoves::Loss } else { FiftyMoves::Draw };
            let distance = Some(SyzygyDistance { plies: 0, is_rounded: false });
            return Ok(SyzygyValue { result: within.wdl(), within: Some(within), distance });
        }
        let at_zero = self.result(board)?;
        let distance = match self.distance(board) {
            Ok(distance) => Some(distance),
            Err(SyzygyError::Missing { .. }) => None,
            Err(error) => return Err(error),
        };
        let clock = u32::from(board.halfmove_clock());
        let is_decided = clock == 0 || !matches!(at_zero, FiftyMoves::Win | FiftyMoves::Loss);
        let within = match distance {
            _ if is_decided => Some(at_zero),
            None => None,
            Some(SyzygyDistance { plies, is_rounded }) => {
                let rule = u32::from(FIFTY_MOVES_PLIES);
                let too_late = match at_zero {
                    FiftyMoves::Win => FiftyMoves::CursedWin,
                    _ => FiftyMoves::BlessedLoss,
                };
                match plies.unsigned_abs() + clock {
                    plies if plies == rule && is_rounded => None,
                    plies if plies <= rule => Some(at_zero),
                    _ => Some(too_late),
                }
            }
        };
        Ok(SyzygyValue { result: at_zero.wdl(), within, distance })
    }
}

/// The values are results without the fifty-move rule, with distances to zeroing, which may be
/// rounded. A distance is 1 if the file of distances is missing. Like all [`Values`], they cover up
/// to six men.
impl Values for Syzygy {
    fn metric(&self) -> Metric {
        Metric::Dtz
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let board = placement.to_board().ok_or(ProbeError::Illegal(material))?;
        let found = Syzygy::value(self, &board);
        let found = found.map_err(|error| ProbeError::Unreadable(error.into()))?;
        let plies = found.distance.map_or(1, |it| it.plies.unsigned_abs() as u16);
        Ok(match found.result {
            Wdl::Draw => Value::Draw,
            result => Metric::Dtz.decisive(result == Wdl::Win, plies),
        })
    }
}
