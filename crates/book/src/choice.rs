//! Chooses a move of a book.
//!
//! Without learning, the weights of the book decide. With learning, the tree of learned games is
//! evaluated for each move. The value of a move is the mean over the replies met in games, and the
//! value of a reply is that of the book's best answer. So a lost game lowers the value of its moves
//! only if the book has no better move later in the game.

use std::io;

use drawproof_board::{Board, Move};

use crate::book::{Book, BookMove, Entries};
use crate::error::BookError;

/// The weight of the prior for each move, in games with the mean result of its position.
const PRIOR_GAMES: f64 = 1.0;
/// The weight of the prior for each position, in drawn games.
const PRIOR_DRAWS: f64 = 2.0;
/// The value below which no move of the book is played. Two lost games with the only move reach it,
/// or one lost game with each of several moves.
const VALUE_MIN: f64 = 0.12;
/// The maximum number of plies that an evaluation looks ahead.
const PLIES_MAX: usize = 40;
/// The maximum number of positions that one evaluation looks up.
const LOOKUPS_MAX: usize = 4_000;

/// The options for choosing a move from a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Whether to play the move with the greatest weight, instead of a random move with a
    /// probability in proportion to its weight.
    pub best: bool,
    /// Whether the results of learned games change the weights. The book then has no move to play
    /// if all moves of a position scored badly.
    pub learned: bool,
}

/// A move that a book can choose, with its value and its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move and its entry in the book.
    pub of_book: BookMove,
    /// The expected score of the side to move, estimated from learned games, from 0 to 1; 0.5
    /// without games.
    pub value: f64,
    /// The probability with which a random choice takes the move, from 0 to 1.
    pub probability: f64,
}

/// Returns the moves of `board` with their values under `choice`, the most probable first.
///
/// # Errors
/// Fails if the book cannot be read.
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

/// Returns the move to play; `None` if the book has no good move. All 64 bits of `random` must be
/// random.
///
/// # Errors
/// Fails if the book cannot be read.
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
    /// The entries, opened by the first lookup.
    entries: Option<Entries>,
    lookups: usize,
}

impl Tree<'_> {
    /// Returns the moves of `board` with the expected scores of the side to move, all 0.5 unless
    /// `learned`. `plies` is the distance of `board` from the root of the evaluation.
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

    /// Returns the number of games with a move, and the mover's expected points in these games.
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
        // Games that left the book after the move. Other games may have met its replies by
        // transposition.
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

/// Returns the number of learned games with a move, and the mover's points in these games.
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
