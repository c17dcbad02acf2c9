//! One game: its moves, what the engine said, and how it ended.

use std::{collections::HashMap, str::FromStr, time::Duration};

use drawproof_board::{Board, Color, Move, notation::parse_uci_move};
use drawproof_tables::{
    FIFTY_MOVES_PLIES, Value, Wdl,
    probe::{ProbeError, insufficient_material},
};
use serde::{Deserialize, Serialize};

use super::{defence::Opponent, start::Start};
use crate::{
    answer::{AtDepth, Failure, Score},
    engine::{Asked, Conversation, GoLimit, Unasked},
};

/// A game. The engine makes the first move and every second one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Where it began, with the engine to move.
    pub fen: String,
    /// Whether that is won for the engine; else it is drawn.
    pub is_won: bool,
    /// All moves in UCI notation.
    pub moves: Vec<String>,
    /// The score of each of the engine's moves.
    pub scores: Vec<Option<Score>>,
    /// The engine's scores by depth at its first move.
    pub by_depth: Vec<AtDepth>,
    /// How it ended.
    pub end: End,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The side to move is mated.
    Mate,
    /// The side to move has no move.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// Fifty moves of each side without a capture or pawn move.
    FiftyMoves,
    /// The third time the same position.
    Repetition,
    /// The engine's time was over.
    Time,
    /// The engine failed.
    Failed(Failure),
}

impl Game {
    /// Returns the result for the engine. A game that it forfeits is lost.
    pub fn result(&self) -> Wdl {
        match self.end {
            // The engine made the last move if their number is odd.
            End::Mate if self.moves.len() % 2 == 1 => Wdl::Win,
            End::Mate | End::Time | End::Failed(_) => Wdl::Loss,
            _ => Wdl::Draw,
        }
    }

    /// Returns whether the result is at least that of the start.
    pub fn is_kept(&self) -> bool {
        self.result() >= if self.is_won { Wdl::Win } else { Wdl::Draw }
    }
}

/// The time of the engine for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// At the beginning.
    pub base: Duration,
    /// After each of its moves.
    pub increment: Duration,
}

impl FromStr for Clock {
    type Err = String;

    /// `10+0.1`: seconds for the game, and after each move.
    fn from_str(text: &str) -> Result<Clock, String> {
        let seconds = |text: &str, least: f64| {
            let number = text.trim().parse().ok().filter(|it| (least..=86_400.0).contains(it));
            number.map(Duration::from_secs_f64)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let clock = seconds(base, 0.001).zip(seconds(increment, 0.0));
        let clock = clock.map(|(base, increment)| Clock { base, increment });
        clock.ok_or_else(|| {
            "a clock is seconds for the game and for each move, such as 10+0.1".into()
        })
    }
}

impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The time of an engine that comes late by no more than this is not over: passing messages costs it.
const LATE: Duration = Duration::from_millis(50);

impl Clock {
    /// Returns the limit of a search with `left` on the clock.
    fn limit(&self, left: Duration) -> GoLimit {
        // Engines read numbers of 32 bits.
        let [left, increment] =
            [left, self.increment].map(|it| it.as_millis().min(i32::MAX as u128));
        let left = left.max(1);
        let limit = format!("wtime {left} btime {left} winc {increment} binc {increment}");
        limit.parse().expect("it is a limit")
    }
}

/// The positions of a game so far.
pub(super) struct Path {
    pub board: Board,
    seen: HashMap<u64, u32>,
}

impl Path {
    pub fn new(start: &Board) -> Path {
        Path { board: start.clone(), seen: HashMap::from([(start.hash(), 1)]) }
    }

    /// How often a position was there.
    pub fn seen(&self, board: &Board) -> u32 {
        self.seen.get(&board.hash()).copied().unwrap_or(0)
    }

    pub fn play(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
        *self.seen.entry(self.board.hash()).or_default() += 1;
    }

    /// How the game has ended by the rules, if it has.
    pub fn end(&self) -> Option<End> {
        let board = &self.board;
        if !board.generate_moves(|_| true) {
            return Some(if board.checkers().is_empty() { End::Stalemate } else { End::Mate });
        }
        let is_drawn = [
            (insufficient_material(board), End::InsufficientMaterial),
            (u16::from(board.halfmove_clock()) >= FIFTY_MOVES_PLIES, End::FiftyMoves),
            (self.seen(board) >= 3, End::Repetition),
        ];
        is_drawn.into_iter().find(|(is_it, _)| *is_it).map(|(_, end)| end)
    }
}

/// Plays a game to its end.
pub(super) fn play(
    start: &Start,
    opponent: &Opponent,
    clock: Option<Clock>,
    conversation: &mut Conversation,
) -> Result<Result<Game, ProbeError>, Unasked> {
    let fen = start.board.to_string();
    let engine: Color = start.board.side_to_move();
    let mut path = Path::new(&start.board);
    let mut game = Game {
        fen: fen.clone(),
        is_won: matches!(start.value, Value::Win(_)),
        moves: Vec::new(),
        scores: Vec::new(),
        by_depth: Vec::new(),
        end: End::Mate,
    };
    let (mut line, mut left) = (String::new(), clock.map(|it| it.base));
    loop {
        if let Some(end) = path.end() {
            return Ok(Ok(Game { end, ..game }));
        }
        let mv = if path.board.side_to_move() == engine {
            let go = clock.zip(left).map(|(clock, left)| clock.limit(left));
            let asked = Asked { fen: &fen, moves: &line, board: &path.board, go };
            let answer = match conversation.ask(&asked)? {
                Ok(answer) => answer,
                Err(failure) => return Ok(Ok(Game { end: End::Failed(failure), ..game })),
            };
            if let Some((clock, left)) = clock.zip(left.as_mut()) {
                let used = conversation.took;
                if used > *left + LATE {
                    return Ok(Ok(Game { end: End::Time, ..game }));
                }
                *left = left.saturating_sub(used) + clock.increment;
            }
            if game.moves.is_empty() {
                game.by_depth = answer.by_depth;
            }
            game.scores.push(answer.score);
            let best = answer.best.expect("there is a legal move, and an engine answers one");
            parse_uci_move(&path.board, &best).expect("an answer is a legal move")
        } else {
            match opponent.reply(&path.board, &|it| path.seen(it)) {
                Ok(mv) => mv,
                Err(error) => return Ok(Err(error)),
            }
        };
        let text = mv.to_string();
        line += " ";
        line += &text;
        game.moves.push(text);
        path.play(mv);
    }
}
