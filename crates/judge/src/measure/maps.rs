//! Figures by the squares of either king.

use drawproof_board::{Color, Piece};
use drawproof_tables::{Placement, Transform};

use crate::judgement::MapSquare;

/// Sums by square of either king.
#[derive(Clone, Debug)]
pub(super) struct Maps {
    /// The symmetries that keep the endgame's values.
    images: &'static [Transform],
    squares: [Vec<Sums>; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    asked: u64,
    wrong: u64,
    weight: f64,
    weight_wrong: f64,
}

impl Maps {
    /// Empty maps of an endgame.
    pub fn new(has_pawns: bool) -> Maps {
        let images = if has_pawns { &Transform::ALL[..2] } else { &Transform::ALL };
        Maps { images, squares: [vec![Sums::default(); 64], vec![Sums::default(); 64]] }
    }

    /// Counts all images of a position.
    pub fn add(&mut self, placement: &Placement, weight: f64, is_wrong: bool) {
        for color in Color::ALL {
            let king = placement.men[color as usize][Piece::King as usize];
            let king = king.next_square().expect("each side has a king");
            let mut counted = 0u64;
            for image in self.images {
                let square = image.square(king) as usize;
                let sums = &mut self.squares[color as usize][square];
                let is_first = u64::from(counted >> square & 1 == 0);
                counted |= 1 << square;
                sums.asked += is_first;
                sums.weight += weight;
                if is_wrong {
                    sums.wrong += is_first;
                    sums.weight_wrong += weight;
                }
            }
        }
    }

    /// The maps of White's and of Black's king.
    pub fn finish(self) -> [Vec<MapSquare>; 2] {
        let square = |sums: Sums| MapSquare {
            asked: sums.asked,
            wrong: sums.wrong,
            error: (sums.asked > 0).then(|| (sums.weight_wrong / sums.weight).min(1.0)),
        };
        self.squares.map(|squares| squares.into_iter().map(square).collect())
    }
}
