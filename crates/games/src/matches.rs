//! The statistics of a match of two players, by the formulas of fastchess.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use drawproof_board::Board;
use drawproof_judge::record::normal_p;
use drawproof_pgn::Game;
use serde::{Deserialize, Serialize};

use crate::{
    course::Player,
    ending::{End, tag},
    sprt::{Sprt, Tested},
};

/// The half-moves by which games from the initial position are of one opening.
const OPENING_PLIES: usize = 8;

/// The 97.5th percentile of the standard normal distribution, for 95 % intervals.
const Z: f64 = 1.959_963_984_540_054;

/// The results of a match, from the view of its first player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchTally {
    /// The first player: the one that was asked for, else White of the first game.
    pub first: Option<String>,
    /// The opponent, if there is only one.
    pub second: Option<String>,
    /// Whether there are opponents other than `second`.
    others: bool,
    /// Whether some games are not of the first player.
    foreign: bool,
    /// Wins, draws and losses.
    pub results: [u64; 3],
    /// Pairs of games by their half points, 0 to 4.
    pub pairs: [u64; 5],
    /// Games without their pair, by opening and colour: their half points.
    #[serde(skip)]
    open: HashMap<u64, Vec<u64>>,
    /// The number of games in `open`.
    open_games: u64,
}

/// The most games that wait for their pair.
const OPEN_MAX: u64 = 100_000;

/// The statistics of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchFigures {
    /// The player from whose view the figures are.
    pub player: String,
    /// The opponent; `None` if there are several.
    pub opponent: Option<String>,
    /// Games won, drawn and lost.
    pub wins: u64,
    /// See `wins`.
    pub draws: u64,
    /// See `wins`.
    pub losses: u64,
    /// The share of the points.
    pub score: f64,
    /// The logistic Elo difference; `None` if all points went to one side.
    pub elo: Option<f64>,
    /// Half of its 95 % interval.
    pub elo_error: Option<f64>,
    /// The normalized Elo difference.
    pub normalized_elo: Option<f64>,
    /// Pairs of games by their points: 0, 1/2, 1, 1 1/2, 2; `None` if games do not come in pairs.
    pub pentanomial: Option<[u64; 5]>,
    /// The likelihood of superiority.
    pub los: Option<f64>,
    /// The sequential test, if it was asked for.
    pub sprt: Option<Tested>,
}

impl MatchTally {
    /// Creates an empty tally.
    pub fn new(first: Option<String>) -> MatchTally {
        MatchTally { first, ..MatchTally::default() }
    }

    /// Counts the result of a game, forfeits included.
    pub fn count(&mut self, game: &Game, players: &[Player; 2]) {
        let outcome = End::of(game).outcome;
        let Some(of_white) = outcome.white_half_points() else { return };
        let first = self.first.get_or_insert_with(|| players[0].name.clone());
        let Some(color) = players.iter().position(|it| it.name == *first) else {
            self.foreign = true;
            return;
        };
        let opponent = &players[1 - color].name;
        self.others |= self.second.get_or_insert_with(|| opponent.clone()) != opponent;
        let half_points = u64::from(if color == 0 { of_white } else { 2 - of_white });
        self.results[2 - half_points as usize] += 1;
        let opening = opening(game, opponent);
        match self.open.get_mut(&key(opening, 1 - color)).and_then(Vec::pop) {
            Some(other) => {
                self.pairs[(half_points + other) as usize] += 1;
                self.open_games -= 1;
            }
            None if self.open_games < OPEN_MAX => {
                self.open.entry(key(opening, color)).or_default().push(half_points);
                self.open_games += 1;
            }
            None => {}
        }
    }

    /// Returns the statistics; `None` without a result, or if the games are of more than two players and none was
    /// asked for.
    pub fn figures(&self, sprt: Option<&Sprt>) -> Option<MatchFigures> {
        let games: u64 = self.results.iter().sum();
        if games == 0 || self.foreign {
            return None;
        }
        let [wins, draws, losses] = self.results;
        // A match that is not over has a game of some pairs.
        let is_paired = (games - self.pairs.iter().sum::<u64>() * 2) * 20 <= games;
        let pentanomial = is_paired.then_some(self.pairs);
        let counts = pentanomial.map_or_else(|| vec![losses, draws, wins], |it| it.to_vec());
        let moments = Moments::of(&counts);
        let deviation = (moments.variance / moments.size).sqrt();
        let [low, high] = [-Z, Z].map(|z| elo_of(moments.mean + z * deviation));
        let finite = |it: f64| it.is_finite().then_some(it);
        // The variance of a game: that of a pair's mean is half of it.
        let of_game = moments.variance * if is_paired { 2.0 } else { 1.0 };
        let normalized = (moments.mean - 0.5) / of_game.sqrt() * 800.0 / std::f64::consts::LN_10;
        Some(MatchFigures {
            player: self.first.clone()?,
            opponent: self.second.clone().filter(|_| !self.others),
            wins,
            draws,
            losses,
            score: moments.mean,
            elo: finite(elo_of(moments.mean)),
            elo_error: finite((high - low) / 2.0),
            normalized_elo: finite(normalized),
            pentanomial,
            los: finite(below((moments.mean - 0.5) / deviation)),
            sprt: sprt.map(|sprt| sprt.test(&counts)),
        })
    }
}

/// The mean and the variance of counts of equidistant scores from 0 to 1.
struct Moments {
    size: f64,
    mean: f64,
    variance: f64,
}

impl Moments {
    fn of(counts: &[u64]) -> Moments {
        let size = counts.iter().sum::<u64>() as f64;
        let score = |place: usize| place as f64 / (counts.len() - 1) as f64;
        let sum = |of: &dyn Fn(f64) -> f64| {
            let counts = counts.iter().enumerate();
            counts.map(|(place, &count)| count as f64 * of(score(place))).sum::<f64>() / size
        };
        let mean = sum(&|score| score);
        Moments { size, mean, variance: sum(&|score| (score - mean).powi(2)) }
    }
}

fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Returns the probability that a standard normal variable is below `z`.
fn below(z: f64) -> f64 {
    let outside = normal_p(z) / 2.0;
    if z > 0.0 { 1.0 - outside } else { outside }
}

/// Returns what the games of a pair have in common.
fn opening(game: &Game, opponent: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (opponent, game.start.hash()).hash(&mut hasher);
    if game.start == Board::default() {
        // Fastchess and cutechess number the pairs; books may be shorter than the opening here.
        let opening = game.moves.iter().take(OPENING_PLIES);
        opening.map(|it| it.mv).collect::<Vec<_>>().hash(&mut hasher);
    }
    tag(game, "Variant").hash(&mut hasher);
    hasher.finish()
}

fn key(opening: u64, color: usize) -> u64 {
    opening ^ color as u64
}
