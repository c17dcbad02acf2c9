//! Random positions of an endgame: each legal one with the same probability.

use drawproof_board::{Board, Color, Piece, get_king_moves};
use drawproof_recognizers::Position;
use drawproof_tables::{
    NormalMaterial,
    mixing::{STEP, finalised, mixed},
};

use crate::position::any_board_of;

/// The positions of an endgame as a sequence that a seed decides. Men of one kind are told apart, both
/// sides are to move, no position has an en-passant right.
pub struct RandomPositions {
    men: Vec<(Color, Piece)>,
    seed: u64,
}

/// A random position.
pub struct RandomPosition {
    /// For rules.
    pub position: Position,
    /// For everything else.
    pub board: Board,
    /// How many placements were drawn until one was legal.
    pub tries: u64,
}

impl RandomPositions {
    /// The positions of an endgame that a seed decides.
    pub fn new(material: NormalMaterial, seed: u64) -> RandomPositions {
        let of = |color| {
            let pieces = Piece::ALL.into_iter();
            let count = move |piece| material.get().count(color, piece);
            pieces.flat_map(move |piece| std::iter::repeat_n((color, piece), count(piece)))
        };
        RandomPositions { men: Color::ALL.into_iter().flat_map(of).collect(), seed: mixed(seed) }
    }

    /// The number of ways to place each man on a square that its kind may stand on, with either side to
    /// move.
    pub fn placements(&self) -> f64 {
        self.men.iter().map(|&(_, piece)| squares(piece) as f64).product::<f64>() * 2.0
    }

    /// The position of a number.
    pub fn get(&self, number: u64) -> RandomPosition {
        let mut state = mixed(self.seed ^ mixed(number));
        let mut below = |bound: u64| {
            state = state.wrapping_add(STEP);
            ((u128::from(finalised(state)) * u128::from(bound)) >> 64) as u64
        };
        for tries in 1.. {
            let mut position = Position {
                colour: [0; 2],
                kind: [0; 6],
                side_to_move: below(2) as u8,
                en_passant: 64,
            };
            for &(color, piece) in &self.men {
                // Pawns stand on the ranks 2 to 7.
                let first = (64 - squares(piece)) / 2;
                let square = 1 << (first + below(squares(piece)));
                position.colour[color as usize] |= square;
                position.kind[piece as usize] |= square;
            }
            if let Some(board) = legal_board(&position, self.men.len()) {
                return RandomPosition { position, board, tries };
            }
        }
        unreachable!("every endgame has a legal position")
    }
}

/// The number of squares that a man of this kind may stand on.
fn squares(piece: Piece) -> u64 {
    if piece == Piece::Pawn { 48 } else { 64 }
}

/// The board of a position with that many men; `None` if it is illegal or two men stand on one square.
fn legal_board(position: &Position, men: usize) -> Option<Board> {
    let occupied = position.colour[0] | position.colour[1];
    if occupied.count_ones() as usize != men || position.colour[0] & position.colour[1] != 0 {
        return None;
    }
    let board = any_board_of(position)?;
    let touch = get_king_moves(board.king(Color::White)).has(board.king(Color::Black));
    (!touch).then_some(board)
}
