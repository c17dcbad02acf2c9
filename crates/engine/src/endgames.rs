//! The interface of the search to exact endgame knowledge: tables and proved draw rules.

use std::time::Duration;

use drawproof_board::Board;
use drawproof_recognizers::Claim;
use drawproof_tables::{Dtm, Dtz, Value};

/// A source of endgame knowledge. The search asks the source at every node with few enough men,
/// from several threads, and treats each answer as final.
///
/// The caller checks castling rights and the move counters; an en-passant square is part of the
/// position.
pub trait Endgames: Send + Sync {
    /// Returns the maximum number of men, kings included, for which there are answers.
    fn most_men(&self) -> u32;

    /// Returns the value of `board` by distance to mate, from a table; `None` if no table has it.
    fn exact(&self, board: &Board) -> Option<Value<Dtm>>;

    /// Returns the value of `board` by distance to zeroing, from a table. The search asks if the
    /// half-move clock may prevent the mate of [`Endgames::exact`], or if `exact` has no answer.
    fn zeroing(&self, _board: &Board) -> Option<Value<Dtz>> {
        None
    }

    /// Loads or solves the distances to zeroing of a position and of the positions after its moves,
    /// if no table has them and the work takes less than `time`. Called before a search whose root
    /// needs these distances.
    fn prepare_zeroing(&self, _board: &Board, _time: Duration) {}

    /// Drops the result of [`Endgames::prepare_zeroing`], so that a new game does not depend on
    /// earlier ones.
    fn begin_game(&self) {}

    /// Returns the claim of the draw recognizers about `board`.
    fn claim(&self, board: &Board) -> Claim;

    /// Returns a sentence about each problem found since the last call, such as a damaged file. No
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
