//! Distances of metrics other than DTM, as answers have them.
//!
//! [`crate::metrics`] finds the distances.

use serde::Serialize;

/// Distances of a position besides DTM. `None` where they were not asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Distances {
    /// Plies to the next capture or pawn move that keeps the result, or to mate; negative for a loss,
    /// 0 for mated; `None` for a draw too. Exact, not rounded.
    pub dtz: Option<i32>,
    /// Plies to the next capture or promotion that keeps the result, or to mate.
    pub dtc: Option<i32>,
    /// A word of [`drawproof_tables::FiftyMoves::category`]: the result with the half-move clock of the position.
    pub fifty: Option<&'static str>,
}
