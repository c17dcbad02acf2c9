//! The position that a `position` command sets up.

use drawproof_board::{Board, Move};

use super::command::Start;
use crate::fen;
use crate::game::Game;
use crate::moves;
use crate::quote::quote;

/// A position, and how it came about.
pub struct SetUp {
    /// The game up to the position.
    pub game: Game,
    /// Where it began.
    pub start: Board,
    /// The moves played from there.
    pub moves: Vec<Move>,
}

/// The game that begins at `start` and goes on with the moves `played`. The text of `Err` is shown to
/// the user.
pub fn set_up(start: &Start, played: &[String]) -> Result<SetUp, String> {
    let start = match start {
        Start::Initial => Board::default(),
        Start::Fen(text) => fen::parse(text).map_err(|problem| problem.to_string())?,
    };
    let mut game = Game::new(start.clone());
    let mut moves = Vec::with_capacity(played.len());
    for (number, text) in played.iter().enumerate() {
        let mv = moves::from_uci(game.board(), text)
            .ok_or_else(|| format!("move {} is not legal there: {}", number + 1, quote(text)))?;
        game.play(mv);
        moves.push(mv);
    }
    Ok(SetUp { game, start, moves })
}
