//! The limits of a search, from the words of a `go` command.

use drawproof_board::Board;

use super::command::Go;
use super::output::Output;
use crate::moves;
use crate::quote::quote;
use crate::time::Limits;

/// The limits of a search of `board`. Illegal `searchmoves` are left out, and said on `output`.
pub fn limits(go: &Go, board: &Board, output: &Output) -> Limits {
    let limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
    let timed = go.move_time.is_some() || go.clock[board.side_to_move() as usize].is_some();
    let mate_depth = go.mate.filter(|_| go.nodes.is_none() && !timed).map(mate_depth_plies);
    Limits {
        depth: go.depth.or(mate_depth),
        nodes: go.nodes,
        move_time: go.move_time,
        clock: go.clock,
        increment: go.increment,
        moves_to_go: go.moves_to_go,
        mate: go.mate,
        infinite: go.infinite || !(limited || timed),
        ponder: go.ponder,
        search_moves: go
            .search_moves
            .iter()
            .filter_map(|text| {
                let mv = moves::from_uci(board, text);
                if mv.is_none() {
                    output.inform(&format!("not a legal move: {}", quote(text)));
                }
                mv
            })
            .collect(),
    }
}

/// The depth at which a search for a mate in `moves` gives up.
fn mate_depth_plies(moves: u32) -> u32 {
    moves.saturating_mul(2).saturating_add(10)
}
