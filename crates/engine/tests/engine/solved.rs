//! Tables solved in memory, for the engine to play with.

use drawproof_board::Board;
use drawproof_engine::endgames::Endgames;
use drawproof_generator::solve_closure;
use drawproof_recognizers::Claim;
use drawproof_tables::{Dtm, NormalMaterial, TableSet, Value, probe::probe_as};

/// The tables of an endgame and of all endgames that it leads to.
pub struct Solved(TableSet);

impl Solved {
    /// Solves `endgame`, such as KBNK.
    pub fn new(endgame: &str) -> Solved {
        let material = endgame.parse::<NormalMaterial>().unwrap();
        Solved(solve_closure(&[material], &()).unwrap())
    }
}

impl Endgames for Solved {
    fn most_men(&self) -> u32 {
        4
    }

    fn exact(&self, board: &Board) -> Option<Value<Dtm>> {
        probe_as(board, &self.0).ok()
    }

    fn claim(&self, _: &Board) -> Claim {
        Claim::NONE
    }
}
