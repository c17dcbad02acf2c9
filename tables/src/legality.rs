//! Which places are legal positions, 64 lanes at a time.
//!
//! For whoever has values without their legality, such as a file's reader. A position is legal if
//! no two men share a square, the kings do not touch and the side not to move is not in check.

use cozy_chess::{BitBoard, Color, Piece, Square};

use crate::Man;

/// The legal positions among the 64 placements of man `lane`, the other men on `squares`; by side
/// to move. `men` and `squares` run in step; the square of `lane` is not looked at.
pub fn legal_lanes(men: &[Man], squares: &[Square], lane: usize) -> [u64; 2] {
    let mut known = 0;
    let mut kings = [0; 2];
    for (number, (man, &square)) in men.iter().zip(squares).enumerate() {
        if man.piece == Piece::King {
            kings[man.color as usize] = number;
        }
        if number != lane {
            if known & bit(square) != 0 {
                return [0; 2];
            }
            known |= bit(square);
        }
    }
    let mut placed = !known;
    match kings.iter().position(|&king| king == lane) {
        Some(moving) => placed &= !attacks(Piece::King, squares[kings[1 - moving]], 0),
        None if attacks(Piece::King, squares[kings[0]], 0) & bit(squares[kings[1]]) != 0 => {
            return [0; 2];
        }
        None => {}
    }
    Color::ALL.map(|side| placed & !check_lanes(men, squares, lane, kings[!side as usize], known))
}

/// The lanes in which `king` is attacked by a man of the other colour.
fn check_lanes(men: &[Man], squares: &[Square], lane: usize, king: usize, known: u64) -> u64 {
    let target = squares[king];
    let mut lanes = 0;
    for (number, man) in men.iter().enumerate() {
        if man.color == men[king].color || man.piece == Piece::King {
            continue;
        }
        let square = squares[number];
        lanes |= if number == lane {
            attacks(man.piece, target, known)
        } else if king == lane {
            match man.piece {
                Piece::Pawn => cozy_chess::get_pawn_attacks(square, man.color).0,
                piece => attacks(piece, square, known),
            }
        } else {
            attack_lanes(*man, square, target, known)
        };
    }
    lanes
}

/// Lanes in which a man on a known square attacks another: those not in between.
fn attack_lanes(man: Man, from: Square, target: Square, known: u64) -> u64 {
    let all_if = |attacked: u64| if attacked & bit(target) != 0 { u64::MAX } else { 0 };
    let aligned = match man.piece {
        Piece::Pawn => return all_if(cozy_chess::get_pawn_attacks(from, man.color).0),
        Piece::Knight | Piece::King => return all_if(attacks(man.piece, from, 0)),
        Piece::Rook => cozy_chess::get_rook_rays(from),
        Piece::Bishop => cozy_chess::get_bishop_rays(from),
        Piece::Queen => cozy_chess::get_rook_rays(from) | cozy_chess::get_bishop_rays(from),
    };
    let between = cozy_chess::get_between_rays(from, target).0;
    if aligned.has(target) && between & known == 0 { !between } else { 0 }
}

/// Squares that a man attacks over `occupied` squares; not for pawns.
fn attacks(piece: Piece, square: Square, occupied: u64) -> u64 {
    let occupied = BitBoard(occupied);
    match piece {
        Piece::Knight => cozy_chess::get_knight_moves(square),
        Piece::Bishop => cozy_chess::get_bishop_moves(square, occupied),
        Piece::Rook => cozy_chess::get_rook_moves(square, occupied),
        Piece::Queen => {
            cozy_chess::get_bishop_moves(square, occupied)
                | cozy_chess::get_rook_moves(square, occupied)
        }
        Piece::King => cozy_chess::get_king_moves(square),
        Piece::Pawn => unreachable!("a pawn's attacks depend on its colour"),
    }
    .0
}

fn bit(square: Square) -> u64 {
    1 << square as u32
}
