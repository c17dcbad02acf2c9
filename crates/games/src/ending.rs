//! How a game ended, and with which result.

use drawproof_board::{Board, Color};
use drawproof_pgn::{Game, Outcome};
use drawproof_tables::{Wdl, probe::by_rules};

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game ended by the rules, by agreement, or by resignation.
    Finished,
    /// A match manager or a person adjudicated the game.
    Adjudicated,
    /// A player lost on time, made an illegal move, or left the game.
    Forfeited,
    /// The game has no result.
    Unfinished,
}

/// The words of a tag `Termination` that mean a forfeit.
const FORFEITS: [&str; 9] = [
    "time forfeit",
    "on time",
    "timeout",
    "forfeit",
    "illegal",
    "disconnect",
    "stalled",
    "abandon",
    "rules infraction",
];

/// The result of a game, and how the game ended.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// The way in which the game ended.
    pub ending: Ending,
    /// The result of the game. The last position determines it if that is mate, stalemate or
    /// without mating material, otherwise the text of the game does.
    pub outcome: Outcome,
    /// Whether the last position is mate.
    pub is_mate: bool,
    /// Whether the result in the text differs from the result of the last position.
    pub contradicts: bool,
}

impl End {
    /// Determines how a game ended, from its last position and its tags.
    pub fn of(game: &Game) -> End {
        let on_board = game.whole.then(|| by_board(&game.end)).flatten();
        if let Some((outcome, is_mate)) = on_board {
            let contradicts = game.outcome != outcome && game.outcome != Outcome::Unknown;
            return End { ending: Ending::Finished, outcome, is_mate, contradicts };
        }
        let termination = tag(game, "Termination").unwrap_or_default().to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|it| termination.contains(it));
        let ending = match () {
            () if game.outcome == Outcome::Unknown || has(&["unterminated"]) => Ending::Unfinished,
            () if has(&["adjudicat"]) => Ending::Adjudicated,
            () if has(&FORFEITS) => Ending::Forfeited,
            () => Ending::Finished,
        };
        End { ending, outcome: game.outcome, is_mate: false, contradicts: false }
    }

    /// Returns White's half points, 0 to 2; `None` if the game was forfeited or has no result.
    pub fn white_half_points(&self) -> Option<u8> {
        match self.ending {
            Ending::Finished | Ending::Adjudicated => self.outcome.white_half_points(),
            Ending::Forfeited | Ending::Unfinished => None,
        }
    }
}

/// Returns the value of a tag; `None` if the tag is missing, empty, `?` or `-`.
pub fn tag<'g>(game: &'g Game, name: &str) -> Option<&'g str> {
    let value = game.tags.iter().find(|(it, _)| it == name).map(|(_, value)| value.trim());
    value.filter(|value| !matches!(*value, "" | "?" | "-"))
}

/// Returns the result that the board decides, and whether it is mate.
fn by_board(board: &Board) -> Option<(Outcome, bool)> {
    Some(match (by_rules(board)?.wdl(), board.side_to_move()) {
        (Wdl::Loss, Color::White) => (Outcome::Black, true),
        (Wdl::Loss, Color::Black) => (Outcome::White, true),
        _ => (Outcome::Draw, false),
    })
}
