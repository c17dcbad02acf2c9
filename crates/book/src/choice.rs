//! Which move of a book to play.
//!
//! Without learning the weights of the book decide. With it, the tree of learned games is evaluated anew at
//! each move: the value of a move is the mean of the replies that were met, and the value of a
//! reply that of the best answer that the book has. So a game that is lost lowers the value of its moves
//! only as far as the book has no better move later on.

use std::io;

use drawproof_board::{Board, Move};

use crate::book::{Book, BookMove, Entries};
use crate::error::BookError;

/// How many games with the mean result of the position each of its moves is taken to have before.
const PRIOR_GAMES: f64 = 1.0;
/// How many drawn games each position is taken to have before.
const PRIOR_DRAWS: f64 = 2.0;
/// Below this value no move of the book is good: two lost games with the only move, one with all
/// of several moves.
const VALUE_MIN: f64 = 0.12;
/// Moves of both sides that an evaluation looks ahead.
const PLIES_MAX: usize = 40;
/// Positions that one evaluation looks up.
const LOOKUPS_MAX: usize = 4_000;

/// How to choose a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move with the greatest weight, instead of a random one by weight.
    pub best: bool,
    /// Whether the results of learned games change the weights, and may end the book.
    pub learned: bool,
}

/// A move of a book with what decides about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move and its entry.
    pub of_book: BookMove,
    /// The expected score of the side to move by learned games, 0 to 1; 0.5 if there are none.
    pub value: f64,
    /// The probability with which a random choice takes the move, 0 to 1.
    pub probability: f64,
}

/// Returns the moves of `board` with their values, as `choice` sees them, the most probable first.
///
/// # Errors
/// If the book cannot be read.
pub fn candidates(book: &Book, board: &Board, choice: Choice) -> Result<Vec<Candidate>, BookError> {
    let mut tree = Tree { entries: None, lookups: 0, book };
    let values = tree.values(board, choice.learned, 0);
    let values = values.map_err(|error| BookError::read(book.path(), error))?;
    let mut candidates: Vec<Candidate> = Vec::with_capacity(values.len());
    for (of_book, value) in values {
        let odds = value / (1.0 - value);
        let probability = f64::from(of_book.entry.weight) * odds * odds;
        let place = candidates.partition_point(|known| known.probability >= probability);
        candidates.insert(place, Candidate { of_book, value, probability });
    }
    let sum: f64 = candidates.iter().map(|candidate| candidate.probability).sum();
    for candidate in &mut candidates {
        candidate.probability = if sum > 0.0 { candidate.probability / sum } else { 0.0 };
    }
    Ok(candidates)
}

/// Returns the move to play, or `None` where the book has none or none that is good. `random` is a
/// number of which all 64 bits are random.
///
/// # Errors
/// If the book cannot be read.
pub fn choose(
    book: &Book,
    board: &Board,
    choice: Choice,
    random: u64,
) -> Result<Option<Candidate>, BookError> {
    let mut candidates = candidates(book, board, choice)?;
    candidates.retain(|candidate| candidate.probability > 0.0);
    if candidates.iter().all(|candidate| candidate.value < VALUE_MIN) {
        return Ok(None);
    }
    let mut left = random as f64 / 2_f64.powi(64);
    let place = candidates.iter().position(|candidate| {
        left -= candidate.probability;
        choice.best || left < 0.0
    });
    Ok(candidates.get(place.unwrap_or(0)).copied())
}

/// The learned games of a book.
struct Tree<'a> {
    book: &'a Book,
    /// Opened by the first look-up.
    entries: Option<Entries>,
    lookups: usize,
}

impl Tree<'_> {
    /// Returns the moves of `board` with the expected score of the side to move, 0.5 for all of
    /// them unless `learned`. `plies` moves lie between the root of the evaluation and `board`.
    fn values(
        &mut self,
        board: &Board,
        learned: bool,
        plies: usize,
    ) -> io::Result<Vec<(BookMove, f64)>> {
        let moves = self.moves(board)?;
        if !learned {
            return Ok(moves.into_iter().map(|of_book| (of_book, 0.5)).collect());
        }
        let sums = moves.iter().fold((0.0, 0.0), |(games, points), of_book| {
            let (more, made) = results(of_book);
            (games + more, points + made)
        });
        let prior = (sums.1 + PRIOR_DRAWS / 2.0) / (sums.0 + PRIOR_DRAWS);
        let mut values = Vec::with_capacity(moves.len());
        for of_book in moves {
            let (games, points) = self.met(board, &of_book, plies)?;
            let value = (points + PRIOR_GAMES * prior) / (games + PRIOR_GAMES);
            values.push((of_book, value.clamp(0.01, 0.99)));
        }
        Ok(values)
    }

    /// Returns the games with a move, and the points that the mover can expect of as many.
    fn met(&mut self, board: &Board, of_book: &BookMove, plies: usize) -> io::Result<(f64, f64)> {
        let (games, points) = results(of_book);
        if games == 0.0 || plies >= PLIES_MAX || self.lookups >= LOOKUPS_MAX {
            return Ok((games, points));
        }
        let after = played(board, of_book.mv);
        let (mut met, mut expected) = (0.0, 0.0);
        for reply in self.moves(&after)? {
            let (replies, of_opponent) = results(&reply);
            if replies == 0.0 {
                continue;
            }
            let answers = self.values(&played(&after, reply.mv), true, plies + 2)?;
            let playable = answers.iter().filter(|(of_book, _)| of_book.entry.weight > 0);
            let best = playable.map(|(_, value)| *value).max_by(f64::total_cmp);
            met += replies;
            expected += replies * best.unwrap_or(1.0 - of_opponent / replies);
        }
        // Games that left the book after the move; other games may have met its replies by another order
        // of moves.
        let rest = (games - met).max(0.0);
        Ok((met + rest, expected + rest * points / games))
    }

    /// Returns the legal moves that the book has for `board`.
    fn moves(&mut self, board: &Board) -> io::Result<Vec<BookMove>> {
        self.lookups += 1;
        let entries = match &mut self.entries {
            Some(entries) => entries,
            entries => entries.insert(Entries::open(self.book.path())?),
        };
        entries.moves(board)
    }
}

/// Returns learned games with a move, and the points of the mover.
fn results(of_book: &BookMove) -> (f64, f64) {
    let entry = of_book.entry;
    // Another program may use the field differently: no game is worth more than a point.
    let half_points = u32::from(entry.half_points).min(2 * u32::from(entry.games));
    (f64::from(entry.games), f64::from(half_points) / 2.0)
}

fn played(board: &Board, mv: Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(mv);
    after
}
