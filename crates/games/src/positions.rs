//! Single positions of games, symmetric ones together: how often they occur, and what is played in them.

use std::collections::HashMap;

use drawproof_board::{BitBoard, Board, Move};
use drawproof_tables::{NormalMaterial, Placement, Transform};
use serde::Serialize;

use crate::tally::points;

/// The most positions that are kept; then those that occurred least often are dropped.
const POSITIONS_MAX: usize = 200_000;

/// Positions with what was played in them.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    found: HashMap<Placement, OfPosition>,
    /// Positions that were dropped occurred at most so many times each.
    pub dropped_up_to: u64,
}

#[derive(Clone, Debug, Default)]
struct OfPosition {
    reached: u64,
    lost: u64,
    moves: Vec<(Move, u64, u64)>,
}

/// A position, as reports show it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionFigures {
    /// The endgame.
    pub endgame: String,
    /// The position, with White as the first side of the endgame's name.
    pub fen: String,
    /// How many times a move was played in it.
    pub reached: u64,
    /// Points that those moves threw away.
    pub lost: f64,
    /// The moves, the most frequent first.
    pub moves: Vec<PlayedMove>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedMove {
    /// The move, UCI.
    pub uci: String,
    /// How many times it was played.
    pub played: u64,
    /// Points that it threw away.
    pub lost: f64,
}

impl Positions {
    /// Adds a move that was played and the half points that it cost.
    pub fn add(&mut self, board: &Board, mv: Move, half_points: u64) {
        let (placement, mv) = canonical(board, mv);
        let found = self.found.entry(placement).or_default();
        found.reached += 1;
        found.lost += half_points;
        match found.moves.iter_mut().find(|(it, ..)| *it == mv) {
            Some((_, played, lost)) => (*played, *lost) = (*played + 1, *lost + half_points),
            None => found.moves.push((mv, 1, half_points)),
        }
        while self.found.len() > POSITIONS_MAX {
            self.dropped_up_to += 1;
            let least = self.dropped_up_to;
            self.found.retain(|_, it| it.reached > least);
        }
    }

    /// Returns the positions as FENs, and how often a move was played in each: the most frequent first.
    pub fn reached(&self) -> Vec<(String, u64)> {
        let reached = |(key, it): (&Placement, &OfPosition)| (key.to_fen(), it.reached);
        let mut all: Vec<(String, u64)> = self.found.iter().map(reached).collect();
        all.sort_by(|(fen_a, a), (fen_b, b)| (b, fen_a).cmp(&(a, fen_b)));
        all
    }

    /// Returns the `limit` most expensive positions; of equal ones, the most frequent.
    pub fn worst(&self, limit: usize) -> Vec<PositionFigures> {
        let mut all: Vec<(String, &Placement, &OfPosition)> =
            self.found.iter().map(|(key, it)| (key.to_fen(), key, it)).collect();
        all.sort_by(|(fen_a, _, a), (fen_b, _, b)| {
            (b.lost, b.reached, fen_a).cmp(&(a.lost, a.reached, fen_b))
        });
        all.truncate(limit);
        let figures = |(fen, placement, it): (String, &Placement, &OfPosition)| {
            let mut moves: Vec<PlayedMove> = it.moves.iter().map(played_move).collect();
            moves.sort_by(|a, b| (b.played, &a.uci).cmp(&(a.played, &b.uci)));
            let endgame = placement.normalise().0.to_string();
            PositionFigures { endgame, fen, reached: it.reached, lost: points(it.lost), moves }
        };
        all.into_iter().map(figures).collect()
    }
}

fn played_move(&(mv, played, lost): &(Move, u64, u64)) -> PlayedMove {
    PlayedMove { uci: mv.to_string(), played, lost: points(lost) }
}

/// Returns the image of a position that stands for all symmetric ones, and the move in it.
fn canonical(board: &Board, mv: Move) -> (Placement, Move) {
    let (material, swapped) = Placement::from(board).material().normalise();
    let (_, placement) = Placement::from(board).normalise();
    let colours = if swapped { Transform::FLIP_RANKS } else { Transform::IDENTITY };
    let image = |&transform: &Transform| image(&placement, transform);
    let key = |it: &Placement| it.men.map(|side| side.map(|men| men.0));
    let transforms = NormalMaterial::symmetries(material);
    let best = transforms.iter().min_by_key(|it| key(&image(it))).expect("there is a symmetry");
    let all = colours.then(*best);
    let square = |it| all.square(it);
    (image(best), Move { from: square(mv.from), to: square(mv.to), promotion: mv.promotion })
}

fn image(placement: &Placement, transform: Transform) -> Placement {
    let men = placement.men.map(|side| side.map(|men| BitBoard(transform.set(men.0))));
    Placement { men, side_to_move: placement.side_to_move }
}
