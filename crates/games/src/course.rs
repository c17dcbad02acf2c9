//! The course of a game through the positions that tables know.

use std::ops::Range;

use drawproof_board::{Board, Color, Move};
use drawproof_pgn::{Game, main_line};
use drawproof_tables::{NormalMaterial, Placement, Wdl};

use crate::{
    ending::{End, tag},
    truth::Known,
};

/// A player, as the tags of a game name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name; `?` if unknown.
    pub name: String,
    /// The rating, if the game states it.
    pub elo: Option<u16>,
}

/// The part of a game to be studied. It begins with the first position that has few enough men for
/// the tables and no castling rights.
#[derive(Clone, Debug)]
pub struct Course {
    /// The number of the game, from 1.
    pub number: u64,
    /// The players, `[White, Black]`.
    pub players: [Player; 2],
    /// The result of the game, and how the game ended.
    pub end: End,
    /// Whether the last of `boards` is the position in which the game ended.
    pub whole: bool,
    /// The number of plies played before the first of `boards`.
    pub plies_before: usize,
    /// The positions in the order of the game, one more than `moves`.
    pub boards: Vec<Board>,
    /// The moves between the positions: `moves[n]` is played in `boards[n]`.
    pub moves: Vec<Move>,
    /// The values of each of `boards`, `None` if there is no table; empty before the lookup.
    pub known: Vec<Option<Known>>,
    /// For each of `boards`, whether the position counts because it meets the condition. Without a
    /// condition, all positions count.
    pub counts: Vec<bool>,
}

/// A move that makes the result worse for the player who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The index in [`Course::boards`] of the position before the move.
    pub place: usize,
    /// The result before the move, for the player who makes it.
    pub from: Wdl,
    /// The result after the move, for the same player.
    pub to: Wdl,
}

impl Throw {
    /// Returns the half points that the move costs, 1 or 2.
    pub fn half_points(self) -> u64 {
        (self.from as i8 - self.to as i8) as u64
    }

    /// Returns the kind of the throw: 0 if a win became a draw, 1 if a win became a loss, 2 if a
    /// draw became a loss.
    pub fn kind(self) -> usize {
        match (self.from, self.to) {
            (Wdl::Win, Wdl::Draw) => 0,
            (Wdl::Win, _) => 1,
            _ => 2,
        }
    }
}

/// Consecutive positions of a game that belong to one endgame.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The endgame of the positions.
    pub endgame: NormalMaterial,
    /// The colour of the first side of the endgame's name.
    pub first_side: Color,
    /// The indices of the positions in [`Course::boards`].
    pub places: Range<usize>,
    /// The index in [`Course::boards`] of the first position that counts.
    pub entry: usize,
}

/// Returns the players that the tags of a game name, `[White, Black]`.
pub fn players(game: &Game) -> [Player; 2] {
    ["White", "Black"].map(|side| Player {
        name: tag(game, side).unwrap_or("?").to_owned(),
        elo: tag(game, &format!("{side}Elo")).and_then(|elo| elo.parse().ok()),
    })
}

impl Course {
    /// Returns the course of a game; `None` if the last position of the game has castling rights or
    /// more than `men_max` men.
    pub fn of(game: &Game, number: u64, men_max: usize) -> Option<Course> {
        if !in_range(&game.end, men_max) {
            return None;
        }
        let (mut board, moves) = (game.start.clone(), main_line(&game.moves));
        let mut plies_before = 0;
        while !in_range(&board, men_max) {
            board.play_unchecked(moves[plies_before]);
            plies_before += 1;
        }
        let moves = moves[plies_before..].to_vec();
        let mut boards = vec![board.clone()];
        for &mv in &moves {
            board.play_unchecked(mv);
            boards.push(board.clone());
        }
        let (players, end, known) = (players(game), End::of(game), Vec::new());
        let (whole, counts) = (game.whole, vec![true; boards.len()]);
        Some(Course { number, players, end, whole, plies_before, boards, moves, known, counts })
    }

    /// Returns the indices of the positions to study: those after the last position without a
    /// table, and before bare kings.
    fn places(&self) -> Range<usize> {
        let unknown = self.known.iter().rposition(Option::is_none);
        let is_bare = |board: &Board| board.occupied().len() == 2;
        let end = self.boards.iter().position(is_bare).unwrap_or(self.boards.len());
        unknown.map_or(0, |last| last + 1)..end
    }

    /// Splits the game into stretches by endgame, and returns those that have at least one position
    /// that counts.
    pub fn stretches(&self) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        for place in self.places() {
            let material = Placement::from(&self.boards[place]).material();
            let (endgame, swapped) = material.normalise();
            match stretches.last_mut() {
                Some(last) if last.endgame == endgame => last.places.end = place + 1,
                _ => {
                    let first_side = if swapped { Color::Black } else { Color::White };
                    let places = place..place + 1;
                    stretches.push(Stretch { endgame, first_side, places, entry: place });
                }
            }
        }
        stretches.retain_mut(|it| {
            let entry = it.places.clone().find(|&place| self.counts[place]);
            it.entry = entry.unwrap_or(it.entry);
            entry.is_some()
        });
        stretches
    }

    /// Returns the moves that throw a result away and are played in those of the positions `places`
    /// that count.
    pub fn throws(&self, places: Range<usize>) -> impl Iterator<Item = Throw> + '_ {
        places.filter_map(|place| {
            let (before, after) = (self.known[place]?, (*self.known.get(place + 1)?)?);
            let (from, to) = (before.result(), after.result().reversed());
            (self.counts[place] && to < from).then_some(Throw { place, from, to })
        })
    }

    /// Returns the winner of the position `place`, and the number of the winner's moves beyond the
    /// shortest mate. `None` if the position is a draw, its winner did not mate, or no table has
    /// the distance.
    pub fn over_mate(&self, place: usize) -> Option<(Color, i64)> {
        let known = self.known[place].filter(|it| it.result() != Wdl::Draw)?;
        let mover = self.boards[place].side_to_move();
        let winner = if known.result() == Wdl::Win { mover } else { !mover };
        let mated = self.boards.last().filter(|_| self.end.is_mate)?.side_to_move();
        if winner == mated {
            return None;
        }
        let plies = (self.moves.len() - place) as i64;
        let of_winner = |plies: i64| (plies + i64::from(winner == mover)) / 2;
        Some((winner, of_winner(plies) - of_winner(i64::from(known.dtm?.unsigned_abs()))))
    }
}

fn in_range(board: &Board, men_max: usize) -> bool {
    board.occupied().len() as usize <= men_max && !board.has_castling_rights()
}
