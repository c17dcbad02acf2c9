//! Computes the figures of games from their moves and the tables.

use std::collections::BTreeMap;

use drawproof_board::{Board, notation::parse_uci_move};
use drawproof_tables::{
    Dtm, Value, Wdl,
    probe::{self, ProbeError, Values},
};
use drawproof_verifier::Class;

use super::{
    figures::{Announced, Ends, MateSearch, MatesAt, OverMate, Play, SlowestGame, Thrown},
    game::{End, Game},
    start::Start,
};
use crate::{
    answer::Score,
    judgement::Share,
    measure::{class_of, result_after, spread_over_classes, wilson},
};

/// Returns the figures of the games played from `starts`, with at most `examples` results thrown
/// away.
///
/// # Errors
///
/// Fails if a table is missing.
pub(super) fn measured(
    starts: &[Start],
    games: &BTreeMap<u64, Game>,
    values: &dyn Values,
    examples: usize,
) -> Result<Play, ProbeError> {
    let mut play = Play::default();
    let (mut over, mut thrown, mut searches) = (Vec::new(), Vec::new(), Vec::new());
    for start in starts {
        let Some(game) = games.get(&(start.place as u64)) else { continue };
        let result = game.result();
        play.games += 1;
        let count = match (start.value.wdl(), result) {
            (Wdl::Win, Wdl::Win) => &mut play.won,
            (Wdl::Win, Wdl::Draw) => &mut play.drawn,
            (Wdl::Win, Wdl::Loss) => &mut play.lost,
            (_, Wdl::Loss) => &mut play.held_lost,
            _ => &mut play.held,
        };
        *count += 1;
        let replay = Replay { start, game, values };
        replay.moves(&mut play.announced_mates, &mut thrown)?;
        if let Value::Win(mate) = start.value {
            searches.push(replay.search(mate)?);
            match result {
                Wdl::Win => {
                    over.push((game.moves.len() as i64 / 2 + 1 - i64::from(mate.moves()), replay))
                }
                _ => note_end(&mut play.ends, &game.end),
            }
        }
        if let End::Failed(failure) = &game.end {
            play.failures.note(failure, || replay.last().to_string());
        }
    }
    play.converted = share(play.won, play.won + play.drawn + play.lost);
    play.held_share = share(play.held, play.held + play.held_lost);
    play.moves_over_mate = over_mate(over);
    play.mates = mates(&searches);
    play.thrown_moves = thrown.iter().filter(|(_, it)| !it.is_by_rule()).count() as u64;
    // Lost games come first; ties follow the order of the games.
    thrown.sort_by_key(|(_, it): &(Class, Thrown)| (it.to != "loss", it.from != "win"));
    play.thrown = spread_over_classes(thrown, examples);
    Ok(play)
}

fn share(part: u64, whole: u64) -> Share {
    let share = (whole > 0).then(|| part as f64 / whole as f64);
    Share { share, interval: share.map(|share| wilson(share, whole as f64)) }
}

fn note_end(ends: &mut Ends, end: &End) {
    *match end {
        End::Mate => &mut ends.mated,
        End::Stalemate => &mut ends.stalemate,
        End::InsufficientMaterial => &mut ends.insufficient_material,
        End::FiftyMoves => &mut ends.fifty_moves,
        End::Repetition => &mut ends.repetition,
        End::Time => &mut ends.time,
        End::Failed(_) => &mut ends.failed,
    } += 1;
}

fn over_mate(mut over: Vec<(i64, Replay)>) -> Option<OverMate> {
    // Of several slowest games the first is shown.
    over.sort_by_key(|(moves, _)| *moves);
    let worst = over.last()?.0;
    let slowest = &over.iter().find(|(moves, _)| *moves == worst)?.1;
    // The lowest number that this percentage of the games does not exceed.
    let at = |hundredths: usize| over[(over.len() * hundredths).div_ceil(100) - 1].0;
    Some(OverMate {
        mean: over.iter().map(|(moves, _)| *moves as f64).sum::<f64>() / over.len() as f64,
        median: median(over.len(), |index| over[index].0),
        p90: at(90),
        worst,
        slowest: SlowestGame {
            fen: slowest.start.board.to_string(),
            line: slowest.game.moves.clone(),
        },
    })
}

/// Returns the median of `count` ordered numbers; if `count` is even, the mean of the two middle
/// ones.
fn median(count: usize, number: impl Fn(usize) -> i64) -> f64 {
    (number((count - 1) / 2) + number(count / 2)) as f64 / 2.0
}

/// The greatest node limit that is distinguished, a power of two.
const NODES_MAX: u64 = 1 << 63;

/// The results of a search, by nodes (none if the engine does not count them): the best move, a
/// mate, the shortest mate.
struct Search {
    /// The results at the end of the search.
    found: [bool; 3],
    /// The results at each depth, with the nodes searched so far.
    by_nodes: Vec<(u64, [bool; 3])>,
}

fn mates(searches: &[Search]) -> MateSearch {
    let count = |of: &dyn Fn(&Search) -> [bool; 3]| {
        let mut counts = [0; 3];
        for search in searches {
            counts.iter_mut().zip(of(search)).for_each(|(n, is_it)| *n += u64::from(is_it));
        }
        counts
    };
    let [best_move, found, best] = count(&|search| search.found);
    let last = searches.iter().filter_map(|it| Some(it.by_nodes.last()?.0)).max();
    let powers = (0..).map(|power| 1 << power);
    // The last limit is a power of two that no search exceeds.
    let mut powers: Vec<u64> = powers.take_while(|&at| last.is_some_and(|it| at < it)).collect();
    powers.extend(last.map(u64::next_power_of_two));
    let by_nodes = powers.into_iter().map(|nodes| {
        let within = |it: &Search| {
            let within = it.by_nodes.iter().take_while(|(at, _)| *at <= nodes);
            within.last().map_or([false; 3], |(_, found)| *found)
        };
        let [best_move, found, best] = count(&within);
        MatesAt { nodes, best_move, found, best }
    });
    MateSearch {
        asked: searches.len() as u64,
        best_move,
        found,
        best,
        by_nodes: by_nodes.collect(),
    }
}

/// A game that is replayed.
#[derive(Clone, Copy)]
struct Replay<'a> {
    start: &'a Start,
    game: &'a Game,
    values: &'a dyn Values,
}

impl Replay<'_> {
    /// Returns the positions of the game before each move, and the last one.
    fn boards(&self) -> impl Iterator<Item = Board> {
        let mut board = self.start.board.clone();
        let after = self.game.moves.iter().map(move |text| {
            let mv = parse_uci_move(&board, text).expect("a game has legal moves");
            board.play_unchecked(mv);
            board.clone()
        });
        std::iter::once(self.start.board.clone()).chain(after)
    }

    fn last(&self) -> Board {
        self.boards().last().expect("there is the start")
    }

    /// Adds the announced mates, and the results thrown away.
    fn moves(
        &self,
        announced: &mut Announced,
        thrown: &mut Vec<(Class, Thrown)>,
    ) -> Result<(), ProbeError> {
        let (mut still, mut last) = (self.start.value.wdl(), None);
        for (ply, board) in self.boards().enumerate().step_by(2) {
            let Some(text) = self.game.moves.get(ply) else { break };
            let value: Value<Dtm> = probe::probe_as(&board, self.values)?;
            let score = self.game.scores.get(ply / 2).copied().flatten();
            if let Some(Score::Mate(moves @ 1..)) = score {
                announced.made += 1;
                *match mate_is(moves, value) {
                    std::cmp::Ordering::Equal => &mut announced.right,
                    std::cmp::Ordering::Greater => &mut announced.longer,
                    std::cmp::Ordering::Less => &mut announced.wrong,
                } += 1;
            }
            let mv = parse_uci_move(&board, text).expect("a game has legal moves");
            let after = result_after(&board, mv, self.values)?;
            if after < value.wdl() {
                let class = class_of(&board, value.wdl(), self.values)?;
                thrown.push((class, self.thrown(ply, &board, value.wdl(), after, class.name())?));
            }
            (still, last) = (after, Some((ply, board)));
        }
        // All moves kept the win, but made no progress.
        let rule = match self.game.end {
            End::FiftyMoves => "fifty-moves",
            End::Repetition => "repetition",
            _ => return Ok(()),
        };
        if let Some((ply, board)) = last.filter(|_| still == Wdl::Win) {
            thrown.push((Class::Quiet, self.thrown(ply, &board, Wdl::Win, Wdl::Draw, rule)?));
        }
        Ok(())
    }

    fn thrown(
        &self,
        ply: usize,
        board: &Board,
        from: Wdl,
        to: Wdl,
        class: &str,
    ) -> Result<Thrown, ProbeError> {
        Ok(Thrown {
            fen: board.to_string(),
            played: self.game.moves[ply].clone(),
            from: from.word().into(),
            to: to.word().into(),
            class: class.into(),
            best: probe::moves(board, self.values)?.first().map(|best| best.mv.to_string()),
            line: self.game.moves[ply..].to_vec(),
        })
    }

    /// Returns the results of the first search, in a position with the given mate.
    fn search(&self, mate: Dtm) -> Result<Search, ProbeError> {
        let board = &self.start.board;
        let best: Vec<String> = probe::moves(board, self.values)?
            .iter()
            .filter(|it| it.value.number() == Some(mate.plies() - 1) && it.value.wdl() == Wdl::Loss)
            .map(|it| it.mv.to_string())
            .collect();
        let found = |first: Option<&String>, score: Option<Score>| {
            let order = match score {
                Some(Score::Mate(moves @ 1..)) => Some(mate_is(moves, self.start.value)),
                _ => None,
            };
            let is_best_move = first.is_some_and(|first| best.contains(first));
            [is_best_move, order.is_some_and(|it| it.is_ge()), order.is_some_and(|it| it.is_eq())]
        };
        let by_depth = self.game.by_depth.iter();
        let by_nodes = by_depth
            .filter_map(|it| {
                Some((it.nodes?.min(NODES_MAX), found(it.first.as_ref(), Some(it.score))))
            })
            .collect();
        let score = self.game.scores.first().copied().flatten();
        Ok(Search { found: found(self.game.moves.first(), score), by_nodes })
    }
}

/// Compares an announced mate with the true one: equal, greater if it is longer, less if it is
/// shorter or no mate can be forced.
fn mate_is(moves: i32, value: Value<Dtm>) -> std::cmp::Ordering {
    match value {
        Value::Win(mate) => moves.cmp(&i32::from(mate.moves())),
        _ => std::cmp::Ordering::Less,
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_of_an_even_number_is_between_two() {
        let of = |numbers: &[i64]| median(numbers.len(), |index| numbers[index]);
        assert_eq!(
            [of(&[3]), of(&[-1, 2]), of(&[0, 1, 9]), of(&[0, 1, 4, 9])],
            [3.0, 0.5, 1.0, 2.5]
        );
    }
}
