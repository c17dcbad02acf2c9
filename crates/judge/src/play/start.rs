//! The positions in which games begin.

use drawproof_board::Board;
use drawproof_recognizers::can_mate;
use drawproof_tables::{
    Dtm, Dtz, FIFTY_MOVES_PLIES, FiftyMoves, Value,
    probe::{self, ProbeError, Values},
};

use crate::sample::EndgameSample;

/// A position in which a game begins, with the engine to move.
#[derive(Clone, Debug)]
pub struct Start {
    /// The index of the position in the sample.
    pub place: usize,
    /// The position, with half-move clock 0.
    pub board: Board,
    /// The value for the engine, a win or a draw.
    pub value: Value<Dtm>,
}

/// Selects the first `games` positions of a sample of [`Size::Games`](crate::sample::Size::Games)
/// that are worth playing: half of them won within the fifty-move rule, half drawn although the
/// opponent can still mate. If one kind has too few positions, the other kind makes up the number.
///
/// `dtz` is called for wins that take longer than fifty moves.
///
/// # Errors
///
/// Fails if a table is missing.
pub fn starts<'a>(
    sample: &EndgameSample,
    games: u64,
    dtz: &mut dyn FnMut() -> Result<&'a dyn Values, ProbeError>,
) -> Result<Vec<Start>, ProbeError> {
    let games = games as usize;
    let (mut won, mut drawn) = (Vec::new(), Vec::new());
    for place in 0..sample.len() {
        if won.len() >= games && drawn.len() >= games {
            break;
        }
        let value = sample.value(place).expect("games are of tables with distances to mate");
        let placement = sample.placement(place);
        let board = placement.to_board().expect("a sample has legal positions");
        let opponent = !board.side_to_move();
        let is_open = match value {
            Value::Win(distance) if distance.plies() <= FIFTY_MOVES_PLIES => true,
            Value::Win(_) => is_in_time(&board, dtz()?)?,
            Value::Draw => board.generate_moves(|_| true) && can_mate(&(&board).into(), opponent),
            Value::Loss(_) => false,
        };
        if is_open {
            let starts = if value == Value::Draw { &mut drawn } else { &mut won };
            starts.push(Start { place, board, value });
        }
    }
    let half = games.div_ceil(2);
    let of_won = won.len().min(half.max(games.saturating_sub(drawn.len())));
    won.truncate(of_won);
    drawn.truncate(games - of_won);
    won.append(&mut drawn);
    Ok(won)
}

/// Returns whether a won position is won within the fifty-move rule.
fn is_in_time(board: &Board, dtz: &dyn Values) -> Result<bool, ProbeError> {
    let value: Value<Dtz> = probe::probe_as(board, dtz)?;
    Ok(FiftyMoves::new(value, 0).wins())
}
