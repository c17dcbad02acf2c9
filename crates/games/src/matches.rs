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

/// The number of half-moves from the initial position that define the opening of a game.
const OPENING_PLIES: usize = 8;

/// The 97.5th percentile of the standard normal distribution, for 95 % intervals.
const Z: f64 = 1.959_963_984_540_054;

/// The results of a match, from the point of view of one of its players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchTally {
    /// The name of the player from whose point of view results are counted: the selected player, or
    /// White of the first game.
    pub first: Option<String>,
    /// The name of the player's first opponent.
    pub second: Option<String>,
    /// Whether there are opponents other than `second`.
    others: bool,
    /// Whether `first` did not play some of the games.
    foreign: bool,
    /// The numbers of the player's games, `[wins, draws, losses]`.
    pub results: [u64; 3],
    /// The pairs of games with the same opening, and the pairs with the same round: match managers
    /// start both games of a pair from one position, or give both the same round.
    pairs: [Pairs; 2],
}

/// The counts of finished pairs, and the games that still lack the second game of their pair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Pairs {
    /// The numbers of pairs by the player's half points, `[half points]`, 0 to 4.
    counts: [u64; 5],
    /// The half points of the games that still lack the second game of their pair, by a key of
    /// opening or round and colour.
    #[serde(skip)]
    open: HashMap<u64, Vec<u64>>,
    /// The number of games in `open`.
    open_games: u64,
}

impl Pairs {
    fn add(&mut self, common: u64, color: usize, half_points: u64) {
        let key = |color: usize| common ^ color as u64;
        match self.open.get_mut(&key(1 - color)).and_then(Vec::pop) {
            Some(other) => {
                self.counts[(half_points + other) as usize] += 1;
                self.open_games -= 1;
            }
            None if self.open_games < OPEN_MAX => {
                self.open.entry(key(color)).or_default().push(half_points);
                self.open_games += 1;
            }
            None => {}
        }
    }
}

/// The maximum number of games that wait for the second game of their pair.
const OPEN_MAX: u64 = 100_000;

/// The statistics of a match, from the point of view of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchFigures {
    /// The name of the player from whose point of view the figures are given.
    pub player: String,
    /// The name of the opponent; `None` if there are several.
    pub opponent: Option<String>,
    /// The number of games that the player won.
    pub wins: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that the player lost.
    pub losses: u64,
    /// The player's mean score per game, from 0 to 1.
    pub score: f64,
    /// The logistic Elo difference to the opponent; `None` if one side scored all points.
    pub elo: Option<f64>,
    /// Half the width of the 95 % confidence interval of `elo`; `None` if either end of the
    /// interval is infinite.
    pub elo_error: Option<f64>,
    /// The normalized Elo difference, in units of the standard deviation of a game's score; `None`
    /// if that deviation is 0.
    pub normalized_elo: Option<f64>,
    /// The numbers of pairs of games in which the player scores 0, 1/2, 1, 1 1/2 and 2 points;
    /// `None` if games do not come in pairs.
    pub pentanomial: Option<[u64; 5]>,
    /// The likelihood of superiority: the probability that the player is the stronger one, from 0
    /// to 1.
    pub los: Option<f64>,
    /// The result of the sequential test, if one was requested.
    pub sprt: Option<Tested>,
}

impl MatchTally {
    /// Creates an empty tally from the point of view of `first`; `None` selects White of the first
    /// game.
    pub fn new(first: Option<String>) -> MatchTally {
        MatchTally { first, ..MatchTally::default() }
    }

    /// Counts the result of a game, forfeits included. Games without a result are ignored.
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
        let (opening, round) = opening_and_round(game, opponent);
        self.pairs[0].add(opening, color, half_points);
        self.pairs[1].add(round, color, half_points);
    }

    /// Returns the statistics, with the result of the test `sprt` if one is given. Returns `None`
    /// if no game has a result, or if the player did not play every game.
    pub fn figures(&self, sprt: Option<&Sprt>) -> Option<MatchFigures> {
        let games: u64 = self.results.iter().sum();
        if games == 0 || self.foreign {
            return None;
        }
        let [wins, draws, losses] = self.results;
        let pairs = self.pairs.each_ref().map(|it| it.counts);
        let [by_opening, by_round] = pairs.map(|it| it.iter().sum::<u64>());
        let pairs = pairs[usize::from(by_round > by_opening)];
        // A match that is not over has one game of some pairs.
        let is_paired = (games - by_opening.max(by_round) * 2) * 20 <= games;
        let pentanomial = is_paired.then_some(pairs);
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

/// Returns hashes of what the two games of a pair may have in common: the opening, and the round.
fn opening_and_round(game: &Game, opponent: &str) -> (u64, u64) {
    let mut opening = DefaultHasher::new();
    (opponent, game.start.hash()).hash(&mut opening);
    let mut round = opening.clone();
    if game.start == Board::default() {
        let moves = game.moves.iter().take(OPENING_PLIES);
        moves.map(|it| it.mv).collect::<Vec<_>>().hash(&mut opening);
    }
    // Of "7.2", the second game of round 7.
    tag(game, "Round").and_then(|it| it.split('.').next()).hash(&mut round);
    (opening.finish(), round.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures are those that fastchess printed: brunocodutra/cinder, pull requests 836 and
    /// 782.
    #[test]
    fn figures_are_those_of_fastchess() {
        let pairs = |counts| [Pairs { counts, ..Pairs::default() }, Pairs::default()];
        let tally = |results, counts| MatchTally {
            first: Some("dev".into()),
            results,
            pairs: pairs(counts),
            ..MatchTally::default()
        };
        let first = tally([15367, 27393, 15016], [835, 6884, 13116, 7201, 852]);
        let second = tally([9775, 18673, 9678], [457, 4273, 9516, 4350, 467]);
        for (tally, expected) in
            [(first, [2.11, 1.70, 3.52, 99.25, 50.30]), (second, [0.88, 1.98, 1.56, 80.89, 50.13])]
        {
            let found = tally.figures(None).unwrap();
            assert_eq!(found.pentanomial, Some(tally.pairs[0].counts));
            let los = found.los.unwrap() * 100.0;
            let found = [
                found.elo.unwrap(),
                found.elo_error.unwrap(),
                found.normalized_elo.unwrap(),
                los,
                found.score * 100.0,
            ];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 6e-3, "{found}, expected {expected}");
            }
        }
    }

    #[test]
    fn games_without_pairs_count_one_by_one() {
        let results = [307, 51, 42];
        let tally = MatchTally { first: Some("a".into()), results, ..MatchTally::default() };
        let found = tally.figures(None).unwrap();
        assert_eq!((found.pentanomial, found.wins), (None, 307));
        assert!((found.elo.unwrap() - 277.0).abs() < 0.01);
        assert!(MatchTally::new(None).figures(None).is_none());
    }
}
