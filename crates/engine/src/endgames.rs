//! The interface of the search to exact endgame knowledge: tables and proved draw rules.

use std::time::Duration;

use drawproof_board::Board;
use drawproof_recognizers::Claim;
use drawproof_tables::{Dtm, Dtz, Value};

/// Endgame knowledge. The search asks at every node with few enough men, from several threads, and
/// treats each answer as final.
///
/// The caller checks castling rights and the move counters; an en-passant square is part of the
/// position.
pub trait Endgames: Send + Sync {
    /// Returns the maximum number of men, kings included, of a position with an answer.
    fn most_men(&self) -> u32;

    /// Returns the exact value, from a table.
    fn exact(&self, board: &Board) -> Option<Value<Dtm>>;

    /// Returns the value by distance to zeroing, from a table. The search asks if the half-move
    /// clock may prevent the mate of [`Endgames::exact`], or if `exact` has no answer.
    fn zeroing(&self, _board: &Board) -> Option<Value<Dtz>> {
        None
    }

    /// Loads or solves distances to zeroing of a position and of those after its moves, if no table
    /// has them and it takes less than `time`. Called before a search whose root needs them.
    fn prepare_zeroing(&self, _board: &Board, _time: Duration) {}

    /// Drops the result of [`Endgames::prepare_zeroing`], so that a new game does not depend on
    /// earlier ones.
    fn begin_game(&self) {}

    /// Returns the claim of the recognizers.
    fn claim(&self, board: &Board) -> Claim;

    /// Returns the problems found since the last call, a sentence each, such as a damaged file. No
    /// sentence is returned twice.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Endgame knowledge without any answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEndgames;

impl Endgames for NoEndgames {
    fn most_men(&self) -> u32 {
        0
    }

    fn exact(&self, _: &Board) -> Option<Value<Dtm>> {
        None
    }

    fn claim(&self, _: &Board) -> Claim {
        Claim::NONE
    }
}
