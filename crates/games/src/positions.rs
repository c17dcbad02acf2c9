//! Single positions of games, symmetric ones together: how often they occur, and what is played in them.

use std::collections::HashMap;

use drawproof_board::{BitBoard, Board, Move};
use drawproof_tables::{NormalMaterial, Placement, Transform};
use serde::Serialize;

use crate::tally::points;

/// The maximum number of positions kept. Beyond it, the positions that occurred least often are
/// dropped.
const POSITIONS_MAX: usize = 200_000;

/// The positions that games reached, with the moves played in them. Symmetric positions count as
/// one.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    found: HashMap<Placement, OfPosition>,
    /// The maximum number of occurrences of a dropped position; 0 if none was dropped.
    pub dropped_up_to: u64,
}

#[derive(Clone, Debug, Default)]
struct OfPosition {
    reached: u64,
    lost: u64,
    moves: Vec<(Move, u64, u64)>,
}

/// The moves and the points thrown away in one position, as reports show them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionFigures {
    /// The name of the endgame, such as `KRKN`.
    pub endgame: String,
    /// The FEN of the position, with White as the first side of the endgame's name.
    pub fen: String,
    /// The number of times that a move was played in the position.
    pub reached: u64,
    /// The points that the moves played in the position threw away.
    pub lost: f64,
    /// The moves played in the position, the most frequent move first.
    pub moves: Vec<PlayedMove>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The number of times that the move was played.
    pub played: u64,
    /// The points that the move threw away, summed over all times that it was played.
    pub lost: f64,
}

impl Positions {
    /// Counts a move played in `board`, and the half points that it threw away.
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

    /// Returns the positions as FENs, each with the number of moves played in it; the most frequent
    /// position first.
    pub fn reached(&self) -> Vec<(String, u64)> {
        let reached = |(key, it): (&Placement, &OfPosition)| (key.to_fen(), it.reached);
        let mut all: Vec<(String, u64)> = self.found.iter().map(reached).collect();
        all.sort_by(|(fen_a, a), (fen_b, b)| (b, fen_a).cmp(&(a, fen_b)));
        all
    }

    /// Returns the `limit` positions in which the most points were thrown away, in descending
    /// order. Among equals, positions reached more often come first.
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

/// Returns the position that stands for a position and all its symmetric images, and the move in
/// it.
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
