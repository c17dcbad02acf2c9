//! What games found: the figures of every report. Serialized keys are those of the command's JSON.

use serde::{Deserialize, Serialize};

use crate::judgement::{Failures, NotJudged, Sample, Share, keys};

/// The games of one engine in several endgames.
#[derive(Clone, Debug, Serialize)]
pub struct PlayJudgement {
    /// The engine's own name (`id name`), else its command.
    pub engine: String,
    /// The command that started it, and the options that were set.
    pub command: String,
    /// The limit of each search as in UCI, or the clock of each game.
    pub limit: String,
    /// How the opponent resists.
    pub defence: String,
    /// The games of each endgame that were asked for.
    pub games: u64,
    /// The starts of all endgames together.
    pub sample: Sample,
    /// The condition that they meet; `None` for all positions.
    #[serde(rename = "where")]
    pub condition: Option<String>,
    /// One for each endgame, in the order played.
    pub endgames: Vec<EndgamePlay>,
    /// Whether every game was played; false after an interruption.
    pub complete: bool,
    /// Endgames that could not be played, or not to their end.
    pub not_judged: Vec<NotJudged>,
}

/// The games of one endgame.
#[derive(Clone, Debug, Serialize)]
pub struct EndgamePlay {
    /// The canonical name.
    pub endgame: String,
    /// What was found.
    pub play: Play,
}

/// What games found. The engine begins each of them in a position that is won for it, or drawn. A game
/// that it forfeits, by a failure or on time, is lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// The games that were played.
    pub games: u64,
    /// Of those from won positions: won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// Of those from drawn positions: drawn, or won.
    pub held: u64,
    /// Lost.
    pub held_lost: u64,
    /// The share of won positions that were won.
    #[serde(flatten, with = "keys::converted")]
    pub converted: Share,
    /// The share of drawn positions that were held.
    #[serde(flatten, with = "keys::held")]
    pub held_share: Share,
    /// The moves that won games took beyond the shortest mate; `None` without a won game.
    pub moves_over_mate: Option<OverMate>,
    /// The mates that the engine announced.
    pub announced_mates: Announced,
    /// What it found at its first move of the games from won positions.
    pub mates: MateSearch,
    /// How the games from won positions ended that were not won.
    pub ends: Ends,
    /// Results that were thrown away: the worst ones, spread over classes.
    pub thrown: Vec<Thrown>,
    /// The moves that threw a result away. Games that a rule ended are among `ends`.
    pub thrown_moves: u64,
    /// The games that ended with a failure of the engine.
    pub failures: Failures,
}

/// Moves beyond the shortest mate. Below 0 where the opponent put captures off and not mate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OverMate {
    /// The mean over all won games.
    pub mean: f64,
    /// The median; of an even number of games, the mean of the two in the middle.
    pub median: f64,
    /// Nine of ten games took no more.
    pub p90: i64,
    /// The most.
    pub worst: i64,
    /// The game that took the most.
    pub slowest: SlowestGame,
}

/// A game: where it began, and its moves in UCI notation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowestGame {
    /// The start.
    pub fen: String,
    /// The moves.
    pub line: Vec<String>,
}

/// Announced mates: scores of mating in so many moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    /// All of them.
    pub made: u64,
    /// Those of the length of the shortest mate.
    pub right: u64,
    /// Longer ones, which are mates too.
    pub longer: u64,
    /// Shorter ones, and mates where none can be forced.
    pub wrong: u64,
}

/// What a search of the first positions found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MateSearch {
    /// Won positions that were searched.
    pub asked: u64,
    /// Those in which the move mates soonest.
    pub best_move: u64,
    /// Those in which a mate was announced that there is.
    pub found: u64,
    /// Those in which the shortest one was announced.
    pub best: u64,
    /// The same by nodes, at powers of two.
    pub by_nodes: Vec<MatesAt>,
}

/// What was found within so many nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatesAt {
    /// The nodes.
    pub nodes: u64,
    /// As in [`MateSearch`].
    pub best_move: u64,
    /// As in [`MateSearch`].
    pub found: u64,
    /// As in [`MateSearch`].
    pub best: u64,
}

/// How games ended.
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

/// A result that was thrown away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thrown {
    /// The position.
    pub fen: String,
    /// The engine's move, UCI.
    #[serde(rename = "move")]
    pub played: String,
    /// The result before, for the engine: `win` or `draw`.
    pub from: String,
    /// The result after.
    pub to: String,
    /// The class of the position: `quiet`, `tactical` or `in-check`; `fifty-moves` and `repetition` where
    /// no move threw the win away, but the moves ran out.
    pub class: String,
    /// A move that keeps the result, UCI.
    pub best: Option<String>,
    /// How the game went on, UCI, from this move on.
    pub line: Vec<String>,
}

impl Thrown {
    /// Returns whether no move threw the win away: the game went on until a rule ended it.
    pub fn is_by_rule(&self) -> bool {
        matches!(&*self.class, "fifty-moves" | "repetition")
    }
}

impl Play {
    /// Returns the games whose result was worse than that of their start.
    pub fn worse(&self) -> u64 {
        self.drawn + self.lost + self.held_lost
    }

    /// Their share.
    pub fn loss(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.worse() as f64 / self.games as f64 }
    }
}
