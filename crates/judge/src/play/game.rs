//! One game: its moves, the engine's reports, and its end.

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

/// A game that the engine played. The engine makes the first move, then every second move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The FEN of the start, with the engine to move.
    pub fen: String,
    /// Whether the start is won for the engine; otherwise it is drawn.
    pub is_won: bool,
    /// All moves in UCI notation.
    pub moves: Vec<String>,
    /// The engine's score at each of its moves; `None` if it sent no score.
    pub scores: Vec<Option<Score>>,
    /// The engine's scores by depth at its first move.
    pub by_depth: Vec<AtDepth>,
    /// The way in which the game ended.
    pub end: End,
}

/// The way in which a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The side to move is mated.
    Mate,
    /// The side to move is stalemated.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// Each side has made fifty moves without a capture or pawn move.
    FiftyMoves,
    /// The position occurred for the third time.
    Repetition,
    /// The engine exceeded its time.
    Time,
    /// The engine failed.
    Failed(Failure),
}

impl Game {
    /// Returns the result for the engine. A game that the engine forfeits is lost.
    pub fn result(&self) -> Wdl {
        match self.end {
            // The engine made the last move if the number of moves is odd.
            End::Mate if self.moves.len() % 2 == 1 => Wdl::Win,
            End::Mate | End::Time | End::Failed(_) => Wdl::Loss,
            _ => Wdl::Draw,
        }
    }

    /// Returns whether the result for the engine is at least as good as the value of the start.
    pub fn is_kept(&self) -> bool {
        self.result() >= if self.is_won { Wdl::Win } else { Wdl::Draw }
    }
}

/// The engine's time for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time at the start of the game.
    pub base: Duration,
    /// The time added after each move of the engine.
    pub increment: Duration,
}

impl FromStr for Clock {
    type Err = String;

    /// Parses `10+0.1`: seconds at the start, and seconds added after each move.
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

/// The time by which an engine may be late, because passing messages takes time.
const LATE: Duration = Duration::from_millis(50);

impl Clock {
    /// Returns the search limit for an engine with `left` on its clock.
    fn limit(&self, left: Duration) -> GoLimit {
        // Engines read numbers as 32 bits.
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

    /// Returns how often a position has occurred in the game so far.
    pub fn seen(&self, board: &Board) -> u32 {
        self.seen.get(&board.hash()).copied().unwrap_or(0)
    }

    pub fn play(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
        *self.seen.entry(self.board.hash()).or_default() += 1;
    }

    /// Returns the end of the game if the rules have ended it.
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
