//! The position that a `position` command sets up, and the limits of a `go` command.

use drawproof_board::{Board, Move};

use super::command::Go;
use super::output::Output;
use crate::fen;
use crate::game::Game;
use crate::moves;
use crate::quote::quote;
use crate::time::Limits;

/// Returns the game that starts from a FEN, or from the initial position, and continues with the
/// moves `played`. Also returns the start position and the parsed moves. The text of `Err` is shown
/// to the user.
pub fn set_up(fen: Option<&str>, played: &[String]) -> Result<(Game, Board, Vec<Move>), String> {
    let start = match fen {
        Some(text) => fen::parse(text).map_err(|problem| problem.to_string())?,
        None => Board::default(),
    };
    let mut game = Game::new(start.clone());
    let mut moves = Vec::with_capacity(played.len());
    for (number, text) in played.iter().enumerate() {
        let mv = moves::from_uci(game.board(), text)
            .ok_or_else(|| format!("move {} is not legal there: {}", number + 1, quote(text)))?;
        game.play(mv);
        moves.push(mv);
    }
    Ok((game, start, moves))
}

/// Returns the limits of a search of `board`. Illegal `searchmoves` are left out and reported on
/// `output`.
pub fn limits(go: &Go, board: &Board, output: &Output) -> Limits {
    let asked = &go.limits;
    let limited = asked.depth.is_some() || asked.nodes.is_some() || asked.mate.is_some();
    let timed = asked.move_time.is_some() || asked.clock[board.side_to_move() as usize].is_some();
    let mate_depth = asked.mate.filter(|_| asked.nodes.is_none() && !timed).map(mate_depth_plies);
    let legal = |text: &String| {
        let mv = moves::from_uci(board, text);
        if mv.is_none() {
            output.inform(&format!("not a legal move: {}", quote(text)));
        }
        mv
    };
    Limits {
        depth: asked.depth.or(mate_depth),
        infinite: asked.infinite || !(limited || timed),
        search_moves: go.search_moves.iter().filter_map(legal).collect(),
        ..asked.clone()
    }
}

/// Returns the maximum depth of a search for a mate in `moves` moves.
fn mate_depth_plies(moves: u32) -> u32 {
    moves.saturating_mul(2).saturating_add(10)
}
