//! How a game ended, and with which result.

use drawproof_board::{Board, Color};
use drawproof_pgn::{Game, Outcome};
use drawproof_tables::{Wdl, probe::by_rules};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, by agreement, or because a player resigned.
    Finished,
    /// A match manager or a person decided it.
    Adjudicated,
    /// A player overstepped the time, made an illegal move, or left.
    Forfeited,
    /// Without a result.
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

/// The end of a game.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// How it came.
    pub ending: Ending,
    /// The result: by the board where mate, stalemate or the men decide, else by the text.
    pub outcome: Outcome,
    /// Whether mate is on the board.
    pub is_mate: bool,
    /// Whether the text states another result than the board.
    pub contradicts: bool,
}

impl End {
    /// Determines the end of a game.
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

    /// Returns White's half points, where the game counts: unless it was forfeited or has no result.
    pub fn white_half_points(&self) -> Option<u8> {
        match self.ending {
            Ending::Finished | Ending::Adjudicated => self.outcome.white_half_points(),
            Ending::Forfeited | Ending::Unfinished => None,
        }
    }
}

/// Returns the value of a tag that is not empty and not `?`.
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
