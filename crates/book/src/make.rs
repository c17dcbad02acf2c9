//! Makes a book from games.

use std::io::{self, Write};
use std::path::Path;

use drawproof_board::{Board, Color, Move};

use crate::entry::{Entry, pack_move};
use crate::key::key;
use crate::tally::{Count, Tally};
use crate::weights::Written;

/// The quantity that the weight of a move counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// The games that the mover won.
    #[default]
    Wins,
    /// The half points of the mover: 2 for a win, 1 for a draw.
    Points,
    /// The games in which the move was played.
    Games,
}

/// The options for selecting and weighting the moves of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The maximum number of plies read from each game.
    pub plies_max: usize,
    /// The minimum number of games in which a move was played.
    pub games_min: u32,
    /// The quantity that the weight of a move counts, such as wins.
    pub weights: Weights,
}

/// A book that is being made from games.
pub struct Maker {
    options: Options,
    tally: Tally,
}

impl Maker {
    /// Creates a maker without games. Counts that exceed about `memory_bytes` go to the folder
    /// `scratch`.
    pub fn new(options: Options, memory_bytes: u64, scratch: &Path) -> Maker {
        Maker { options, tally: Tally::new(memory_bytes, scratch) }
    }

    /// Adds a game that began at `start`. `white_half_points` is 2 if White won, 1 for a draw, 0 if
    /// Black won.
    ///
    /// # Errors
    /// Fails if the scratch folder cannot be written.
    pub fn add(&mut self, start: &Board, moves: &[Move], white_half_points: u8) -> io::Result<()> {
        let mut board = start.clone();
        for &mv in moves.iter().take(self.options.plies_max) {
            let half_points = match board.side_to_move() {
                Color::White => white_half_points,
                Color::Black => 2 - white_half_points,
            };
            self.tally.add(Count::new(key(&board), pack_move(mv), half_points))?;
            board.play_unchecked(mv);
        }
        Ok(())
    }

    /// Returns the number of scratch files with counts.
    pub fn scratch_files(&self) -> usize {
        self.tally.files()
    }

    /// Writes the book to `out`: the moves that were played often enough and have a weight above 0.
    ///
    /// # Errors
    /// Fails if `out` cannot be written, or the scratch folder cannot be read.
    pub fn finish(self, out: &mut dyn Write) -> io::Result<Written> {
        let mut written = Written::default();
        self.tally.finish(&mut |position| {
            let kept = position.iter().filter_map(|count| entry(count, &self.options));
            written.add(kept.collect(), out)
        })?;
        Ok(written)
    }
}

/// Returns the entry of a move with its weight before scaling; `None` if the book leaves it out.
fn entry(count: &Count, options: &Options) -> Option<(Entry, u64)> {
    let weight = match options.weights {
        Weights::Wins => u64::from(count.wins),
        Weights::Points => 2 * u64::from(count.wins) + u64::from(count.draws),
        Weights::Games => u64::from(count.games),
    };
    let entry = Entry { key: count.key, mv: count.mv, weight: 0, games: 0, half_points: 0 };
    (count.games >= options.games_min && weight > 0).then_some((entry, weight))
}
