//! The course of a game through the positions that tables know.

use std::ops::Range;

use drawproof_board::{Board, Color, Move};
use drawproof_pgn::{Game, main_line};
use drawproof_tables::{NormalMaterial, Placement, Wdl};

use crate::{
    ending::{End, tag},
    truth::Known,
};

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name; `?` if unknown.
    pub name: String,
    /// The rating, if the game states it.
    pub elo: Option<u16>,
}

/// A game from the first position that tables may know.
#[derive(Clone, Debug)]
pub struct Course {
    /// The number of the game, from 1.
    pub number: u64,
    /// White and Black.
    pub players: [Player; 2],
    /// Its end.
    pub end: End,
    /// Whether the last position is that in which the game ended.
    pub whole: bool,
    /// The number of moves before the first position.
    pub plies_before: usize,
    /// The positions, and the moves between them.
    pub boards: Vec<Board>,
    /// See `boards`.
    pub moves: Vec<Move>,
    /// What tables know of each position; empty until it was looked up.
    pub known: Vec<Option<Known>>,
    /// Whether each position counts; all do without a condition.
    pub counts: Vec<bool>,
}

/// A move after which the result is worse for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The number of the position in [`Course::boards`].
    pub place: usize,
    /// The result before, for the player.
    pub from: Wdl,
    /// The result after.
    pub to: Wdl,
}

impl Throw {
    /// Returns the half points that the move costs.
    pub fn half_points(self) -> u64 {
        (self.from as i8 - self.to as i8) as u64
    }

    /// Returns the number of the kind: a win to a draw, a win to a loss, a draw to a loss.
    pub fn kind(self) -> usize {
        match (self.from, self.to) {
            (Wdl::Win, Wdl::Draw) => 0,
            (Wdl::Win, _) => 1,
            _ => 2,
        }
    }
}

/// Positions of one endgame that follow each other.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The endgame.
    pub endgame: NormalMaterial,
    /// The first side of the endgame's name.
    pub first_side: Color,
    /// The numbers of its positions.
    pub places: Range<usize>,
    /// The first of them that counts.
    pub entry: usize,
}

/// Returns the players of a game.
pub fn players(game: &Game) -> [Player; 2] {
    ["White", "Black"].map(|side| Player {
        name: tag(game, side).unwrap_or("?").to_owned(),
        elo: tag(game, &format!("{side}Elo")).and_then(|elo| elo.parse().ok()),
    })
}

impl Course {
    /// Returns the course of a game whose last position has at most `men_max` men and no castling rights.
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

    /// Leaves out the positions before the last one that no table has, and those of bare kings.
    fn places(&self) -> Range<usize> {
        let unknown = self.known.iter().rposition(Option::is_none);
        let is_bare = |board: &Board| board.occupied().len() == 2;
        let end = self.boards.iter().position(is_bare).unwrap_or(self.boards.len());
        unknown.map_or(0, |last| last + 1)..end
    }

    /// Returns the parts of the game by endgame that have a position that counts.
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

    /// Returns the moves in `places` that are thrown results.
    pub fn throws(&self, places: Range<usize>) -> impl Iterator<Item = Throw> + '_ {
        places.filter_map(|place| {
            let (before, after) = (self.known[place]?, (*self.known.get(place + 1)?)?);
            let (from, to) = (before.result(), after.result().reversed());
            (self.counts[place] && to < from).then_some(Throw { place, from, to })
        })
    }

    /// Returns the moves of the winner beyond the shortest mate from the position `place` on, if that player won by
    /// mate.
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
