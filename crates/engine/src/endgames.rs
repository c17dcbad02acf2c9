//! Where exact endgame knowledge enters the search: tables and proved draw rules.

use std::time::Duration;

use drawproof_board::Board;
use drawproof_recognizers::Claim;
use drawproof_tables::{Dtm, Dtz, Value};

/// Endgame knowledge. The search asks at every node with few enough men, from several threads, and
/// takes each answer as final.
///
/// The caller checks castling rights and the move counters; an en-passant square is part of the
/// position.
pub trait Endgames: Send + Sync {
    /// Returns the most men, kings included, of a position that may have an answer.
    fn most_men(&self) -> u32;

    /// Returns the exact value, from a table.
    fn exact(&self, board: &Board) -> Option<Value<Dtm>>;

    /// Returns the value by distance to zeroing, from a table. The search asks where the half-move
    /// clock may prevent the mate of [`Endgames::exact`], or where that has no answer.
    fn zeroing(&self, _board: &Board) -> Option<Value<Dtz>> {
        None
    }

    /// Brings distances to zeroing of the position and of those after its moves into memory, if they are
    /// in no table and that takes less than `time`. Called before a search whose root needs them.
    fn prepare_zeroing(&self, _board: &Board, _time: Duration) {}

    /// Forgets what [`Endgames::prepare_zeroing`] brought into memory: another game begins, which does not
    /// depend on those before.
    fn begin_game(&self) {}

    /// Returns the claim of the recognizers.
    fn claim(&self, board: &Board) -> Claim;

    /// What has been found wrong since the last call, a sentence each, such as a damaged file. No
    /// sentence is returned twice.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// No knowledge at all.
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
