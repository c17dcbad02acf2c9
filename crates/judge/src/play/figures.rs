//! The results of games: the figures of every report. Serialized keys are those of the command's
//! JSON.

use serde::{Deserialize, Serialize};

use crate::judgement::{Failures, NotJudged, Sample, Share, keys};

/// The figures of one engine's games in several endgames.
#[derive(Clone, Debug, Serialize)]
pub struct PlayJudgement {
    /// The engine's own name (`id name`) or, without one, its command.
    pub engine: String,
    /// The command that started the engine, and the options that were set.
    pub command: String,
    /// The limit of each search in UCI words, or the clock of each game.
    pub limit: String,
    /// The opponent's choice of moves in lost positions.
    pub defence: String,
    /// The number of games requested for each endgame.
    pub games: u64,
    /// The size and the seed of the sample of starts, all endgames together.
    pub sample: Sample,
    /// The condition that the starts meet; `None` for all positions.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// The games of each endgame, in the order played.
    pub endgames: Vec<EndgamePlay>,
    /// Whether every game was played; false after an interruption.
    pub complete: bool,
    /// The endgames that could not be played at all, or not completely.
    pub not_judged: Vec<NotJudged>,
}

/// One endgame with the figures of its games.
#[derive(Clone, Debug, Serialize)]
pub struct EndgamePlay {
    /// The canonical name of the endgame.
    pub endgame: String,
    /// The figures of the games.
    pub play: Play,
}

/// The figures of games. Each game begins in a position that is won for the engine, or drawn. A
/// game that the engine forfeits, by a failure or on time, is lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// The number of games played.
    pub games: u64,
    /// The number of games from won positions that the engine won.
    pub won: u64,
    /// The number of games from won positions that were drawn.
    pub drawn: u64,
    /// The number of games from won positions that the engine lost.
    pub lost: u64,
    /// The number of games from drawn positions that the engine drew or won.
    pub held: u64,
    /// The number of games from drawn positions that the engine lost.
    pub held_lost: u64,
    /// The share of the won positions that were converted into wins.
    #[serde(flatten, with = "keys::converted")]
    pub converted: Share,
    /// The share of the drawn positions that were held.
    #[serde(flatten, with = "keys::held")]
    pub held_share: Share,
    /// The moves beyond the shortest mate in won games; `None` without a won game.
    pub moves_over_mate: Option<OverMate>,
    /// The mates that the engine announced.
    pub announced_mates: Announced,
    /// The mates found at the first move of the games from won positions.
    pub mates: MateSearch,
    /// The numbers of games from won positions that were not won, by the way they ended.
    pub ends: Ends,
    /// Examples of results that the engine threw away: the worst ones, spread over classes of
    /// positions.
    pub thrown: Vec<Thrown>,
    /// The number of moves that threw a result away. Games that a rule ended are counted in `ends`.
    pub thrown_moves: u64,
    /// The failures of the engine that ended a game.
    pub failures: Failures,
}

/// The numbers of moves that won games took beyond the shortest mate. A number is negative if the
/// opponent delayed captures rather than mate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OverMate {
    /// The mean over all won games.
    pub mean: f64,
    /// The median; with an even number of games, the mean of the two middle values.
    pub median: f64,
    /// The 90th percentile: nine of ten games took at most this many.
    pub p90: i64,
    /// The largest number over all won games.
    pub worst: i64,
    /// The won game that took the most moves beyond the shortest mate.
    pub slowest: SlowestGame,
}

/// The start and the moves of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowestGame {
    /// The FEN of the start.
    pub fen: String,
    /// The moves in UCI notation.
    pub line: Vec<String>,
}

/// Announced mates: scores that state a mate in some number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    /// The number of announced mates.
    pub made: u64,
    /// The number of announced mates of the shortest length.
    pub right: u64,
    /// The number of announced mates that are longer than the shortest one, and so correct but not
    /// optimal.
    pub longer: u64,
    /// The number of announced mates that are impossible: shorter than the shortest mate, or where
    /// no mate can be forced.
    pub wrong: u64,
}

/// The results of the first search of each game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MateSearch {
    /// The number of won positions that were searched.
    pub asked: u64,
    /// The number of positions in which the chosen move mates soonest.
    pub best_move: u64,
    /// The number of positions in which a possible mate was announced.
    pub found: u64,
    /// The number of positions in which the shortest mate was announced.
    pub best: u64,
    /// The results within fewer nodes, at powers of two.
    pub by_nodes: Vec<MatesAt>,
}

/// The results of searches within a number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatesAt {
    /// The maximum number of nodes.
    pub nodes: u64,
    /// The number of positions in which the move chosen within these nodes mates soonest.
    pub best_move: u64,
    /// The number of positions in which a possible mate was announced within these nodes.
    pub found: u64,
    /// The number of positions in which the shortest mate was announced within these nodes.
    pub best: u64,
}

/// The numbers of games from won positions that were not won, by the way they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is named as the end is")]
pub struct Ends {
    pub mated: u64,
    pub stalemate: u64,
    pub insufficient_material: u64,
    pub fifty_moves: u64,
    pub repetition: u64,
    pub time: u64,
    pub failed: u64,
}

/// An example of a result that the engine threw away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thrown {
    /// The FEN of the position.
    pub fen: String,
    /// The engine's move in UCI notation.
    #[serde(rename = "move")]
    pub played: String,
    /// The result for the engine before the move: `win` or `draw`.
    pub from: String,
    /// The result for the engine after the move.
    pub to: String,
    /// The class of the position: `quiet`, `tactical` or `in-check`. If no move threw the win away
    /// but a rule ended the game, it is `fifty-moves` or `repetition`.
    pub class: String,
    /// A move that keeps the result, in UCI notation.
    pub best: Option<String>,
    /// The rest of the game from this move on, in UCI notation.
    pub line: Vec<String>,
}

impl Thrown {
    /// Returns whether a rule ended the game although no move threw the win away.
    pub fn is_by_rule(&self) -> bool {
        matches!(&*self.class, "fifty-moves" | "repetition")
    }
}

impl Play {
    /// Returns the number of games that ended worse for the engine than the value of their start.
    pub fn worse(&self) -> u64 {
        self.drawn + self.lost + self.held_lost
    }

    /// Returns the share of games, from 0 to 1, that ended worse for the engine than the value of
    /// their start.
    pub fn loss(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.worse() as f64 / self.games as f64 }
    }
}
