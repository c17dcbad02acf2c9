//! The legal positions of a word. [`crate::shape::row`] computes them for 64 words at once.

use drawproof_board::{Color, Piece};

use crate::shape::{
    Seat, Shape, Word,
    attacks::{attack_lanes, attacks, bit, pawn_attacks},
};

/// Returns the lanes in which the king of `color` is in check. Attacks by the other king are
/// ignored. The result is arbitrary for lanes in which the low man shares a square with another
/// man.
#[inline]
pub fn check_lanes(shape: &Shape, color: Color, word: &Word) -> u64 {
    let king = shape.kings[color as usize];
    let mut lanes = 0;
    for man in 0..shape.seats.len() {
        let attacker = shape.man(man);
        if attacker.color == color || attacker.piece == Piece::King {
            continue;
        }
        lanes |= if shape.seats[man] == Seat::Low {
            attacks(attacker.piece, word.squares[king], word.occupied)
        } else if shape.seats[king] == Seat::Low {
            match attacker.piece {
                Piece::Pawn => pawn_attacks(attacker.color, word.squares[man]),
                piece => attacks(piece, word.squares[man], word.occupied),
            }
        } else {
            let (from, to) = (word.squares[man], word.squares[king]);
            attack_lanes(attacker.piece, attacker.color, from, to, word.occupied)
        };
    }
    lanes
}

/// Returns the lanes of a word that are legal positions, `[side to move]`.
#[inline]
pub fn legal_lanes(shape: &Shape, word: &Word) -> [u64; 2] {
    if word.overlaps {
        return [0; 2];
    }
    let [white, black] = shape.kings.map(|king| word.squares[king]);
    let apart = if shape.kings.contains(&shape.low_man) {
        let other = if shape.kings[0] == shape.low_man { black } else { white };
        !attacks(Piece::King, other, 0)
    } else if attacks(Piece::King, white, 0) & bit(black) != 0 {
        0
    } else {
        u64::MAX
    };
    let placed = apart & !word.occupied;
    if placed == 0 {
        return [0; 2];
    }
    Color::ALL.map(|side| placed & !check_lanes(shape, !side, word))
}
