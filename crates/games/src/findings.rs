//! What was found in games: tallies by endgame and player, which are saved and compared.

use std::collections::{BTreeMap, BTreeSet};

use drawproof_pgn::Game;
use drawproof_tables::NormalMaterial;
use serde::{Deserialize, Serialize};

use crate::{
    course::{Course, Player},
    ending::{End, Ending},
    matches::MatchTally,
    positions::Positions,
    tally::{RuleTally, Tally},
};

/// The maximum number of names of players for whom figures are kept. With more players, figures are
/// kept by rating band instead.
const NAMES_MAX: usize = 16;

/// The width of a rating band in rating points.
const BAND: u16 = 200;

/// The numbers of games that were read, skipped and studied, and how the studied ones ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The number of games read.
    pub read: u64,
    /// The number of games with an error, such as an illegal move.
    pub skipped: u64,
    /// The number of games of other variants of chess.
    pub variants: u64,
    /// The number of games without moves.
    pub without_moves: u64,
    /// The number of games that the selected player did not play.
    pub other_players: u64,
    /// The number of games that reached a position that tables have and that meets the condition.
    pub with_endgame: u64,
    /// The number of games in `with_endgame` that ended by the rules, by agreement, or by
    /// resignation.
    pub finished: u64,
    /// The number of games in `with_endgame` that were adjudicated.
    pub adjudicated: u64,
    /// The number of games in `with_endgame` that ended by time, an illegal move, or a player's
    /// absence.
    pub forfeits: u64,
    /// The number of games in `with_endgame` without a result.
    pub unfinished: u64,
    /// The number of games with few enough men for the tables that an interrupt left unstudied.
    pub unstudied: u64,
    /// The number of games in `with_endgame` whose text states a result that differs from that of
    /// the last position.
    pub wrong_results: u64,
}

impl Account {
    /// Returns the number of games with moves that were read and, if they reach an endgame, studied.
    pub fn with_moves(&self) -> u64 {
        let others =
            [self.skipped, self.variants, self.without_moves, self.other_players, self.unstudied];
        self.read - others.iter().sum::<u64>()
    }
}

/// The findings about one endgame, or about all endgames together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfEndgame {
    /// The results and the points thrown away by both sides. Scored and expected points are those
    /// of the first side of the endgame's name.
    pub both: Tally,
    /// The results and the points thrown away for each group of players: the players of one name or
    /// of one rating band.
    pub groups: BTreeMap<String, Tally>,
    /// The claims that the rule would have made.
    pub rule: RuleTally,
}

/// A move that throws a win or a draw away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThrownMove {
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the move in the game in half-moves, from 1.
    pub ply: u64,
    /// The FEN of the position before the move.
    pub fen: String,
    /// The name of the endgame, such as `KRKN`.
    pub endgame: String,
    /// The move in UCI notation.
    pub played: String,
    /// The move in SAN.
    pub san: String,
    /// The moves that keep the result, in UCI notation.
    pub right: Vec<String>,
    /// The moves that keep the result, in SAN.
    #[serde(skip)]
    pub right_san: Vec<String>,
    /// The result before the move, `win` or `draw`, for the player who moves.
    pub from: &'static str,
    /// The result after the move, `draw` or `loss`, for the same player.
    pub to: &'static str,
    /// The half-move clock before the move, in plies.
    pub clock: u8,
    /// The names of the players, `[White, Black]`.
    pub players: [String; 2],
    /// The half points that the move costs, 1 or 2.
    #[serde(skip)]
    pub half_points: u64,
}

/// The findings about games: the points thrown away by endgame and player, and the score of the
/// match.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// The numbers of games that were read, skipped and studied.
    pub account: Account,
    /// Whether all games were read and studied.
    pub complete: bool,
    /// The only player whose games count; `None` if all players' games count.
    pub player: Option<String>,
    /// The condition that counted positions meet; `None` if all positions count.
    pub condition: Option<String>,
    /// The findings about all endgames together. Each game counts once, with the expected points of
    /// its first position.
    pub total: OfEndgame,
    /// The findings about each endgame, by its name.
    pub endgames: BTreeMap<String, OfEndgame>,
    /// The name of the rule that was asked; `None` for built-in rules.
    pub rule: Option<String>,
    /// The results and pairs of games, for the statistics of a match.
    pub of_match: MatchTally,
    /// The names of all players; `None` if there are more than [`NAMES_MAX`].
    names: Option<BTreeSet<String>>,
    /// The moves that threw away the most points, the most expensive move first.
    #[serde(skip)]
    pub thrown: Vec<ThrownMove>,
    /// The points thrown away by position; `None` unless requested.
    #[serde(skip)]
    pub positions: Option<Positions>,
}

/// The prefix that distinguishes a player's name from a rating band in the keys of groups.
const NAMED: &str = "name ";

impl Findings {
    /// Creates empty findings. With a `player`, only that player's games count.
    pub fn new(player: Option<String>) -> Findings {
        let of_match = MatchTally::new(player.clone());
        Findings { player, of_match, names: Some(BTreeSet::new()), ..Findings::default() }
    }

    /// Counts a game as read and, if it is not to be studied, by the reason. Returns whether to
    /// study the game.
    pub fn count(&mut self, game: &Game, players: &[Player; 2]) -> bool {
        let account = &mut self.account;
        account.read += 1;
        let counter = if game.problem.is_some() {
            &mut account.skipped
        } else if !game.standard {
            &mut account.variants
        } else if self.player.as_ref().is_some_and(|it| players.iter().all(|by| by.name != *it)) {
            &mut account.other_players
        } else {
            self.of_match.count(game, players);
            if !game.moves.is_empty() {
                return true;
            }
            &mut account.without_moves
        };
        *counter += 1;
        false
    }

    /// Counts the way in which a game ended. The game must have reached a position that tables
    /// have.
    pub fn count_end(&mut self, end: &End) {
        let account = &mut self.account;
        account.with_endgame += 1;
        account.wrong_results += u64::from(end.contradicts);
        *match end.ending {
            Ending::Finished => &mut account.finished,
            Ending::Adjudicated => &mut account.adjudicated,
            Ending::Forfeited => &mut account.forfeits,
            Ending::Unfinished => &mut account.unfinished,
        } += 1;
    }

    /// Adds the points thrown away in a game. Returns whether the game reached a position that
    /// counts.
    pub fn add(&mut self, course: &Course) -> bool {
        let stretches = course.stretches();
        let (Some(first), Some(last)) = (stretches.first(), stretches.last()) else { return false };
        self.count_end(&course.end);
        let groups = self.groups(&course.players);
        let mut sum = [Tally::default(); 2];
        for stretch in &stretches {
            let is_last = stretch.places.end == last.places.end;
            let sides = Tally::of_sides(course, stretch, is_last);
            let both = Tally::of_both(&sides, stretch.first_side);
            let endgame = self.endgame_mut(stretch.endgame);
            endgame.both += &both;
            add_sides(&mut endgame.groups, &groups, &sides);
            for (sum, side) in sum.iter_mut().zip(&sides) {
                let entry = if sum.games == 0 { *side } else { without_entry(side) };
                *sum += &entry;
            }
        }
        sum.iter_mut().for_each(|side| side.lost_squared = side.lost * side.lost);
        self.total.both += &Tally::of_both(&sum, first.first_side);
        add_sides(&mut self.total.groups, &groups, &sum);
        true
    }

    /// Returns the findings about an endgame, to which more can be added. They are empty for a new
    /// endgame.
    pub fn endgame_mut(&mut self, endgame: NormalMaterial) -> &mut OfEndgame {
        self.endgames.entry(endgame.to_string()).or_default()
    }

    /// Returns the keys of the groups that White and Black belong to.
    fn groups(&mut self, players: &[Player; 2]) -> [Vec<String>; 2] {
        if let Some(player) = &self.player {
            let group = |it: &Player| (it.name == *player).then(|| format!("{NAMED}{player}"));
            return players.each_ref().map(|it| group(it).into_iter().collect());
        }
        if let Some(names) = &mut self.names {
            names.extend(players.iter().map(|it| it.name.clone()));
            if names.len() > NAMES_MAX {
                self.names = None;
                let all = self.endgames.values_mut().chain([&mut self.total]);
                all.for_each(|it| it.groups.retain(|group, _| !group.starts_with(NAMED)));
            }
        }
        let is_named = self.names.is_some();
        players.each_ref().map(|player| {
            let name = is_named.then(|| format!("{NAMED}{}", player.name));
            let band = player.elo.map(|elo| {
                let first = elo / BAND * BAND;
                format!("{first}-{}", first + BAND - 1)
            });
            name.into_iter().chain(band).collect()
        })
    }

    /// Returns the groups to report, with their tallies: players by name, or rating bands if there
    /// are many players.
    pub fn shown<'a>(&self, of: &'a OfEndgame) -> Vec<(&'a str, &'a Tally)> {
        let by_name = self.names.is_some() || self.player.is_some();
        let groups = of.groups.iter().filter_map(|(group, tally)| {
            let name = group.strip_prefix(NAMED);
            let shown = if by_name { name } else { name.is_none().then_some(group.as_str()) };
            Some((shown?, tally))
        });
        groups.filter(|(name, _)| *name != "?").collect()
    }
}

fn add_sides(to: &mut BTreeMap<String, Tally>, groups: &[Vec<String>; 2], sides: &[Tally; 2]) {
    for (groups, side) in groups.iter().zip(sides) {
        for group in groups {
            *to.entry(group.clone()).or_default() += side;
        }
    }
}

/// Returns a tally with only the points thrown away and the moves that threw them away.
fn without_entry(side: &Tally) -> Tally {
    let lost = Tally { lost: side.lost, lost_at_end: side.lost_at_end, ..Tally::default() };
    Tally { thrown: side.thrown, ..lost }
}
