//! Attacks of one man, the bit of a square, and tables of the board's lines by square. The tables
//! serve vector operations over the 64 squares of a man.

use std::sync::LazyLock;

use drawproof_board::{BitBoard, Color, Piece, Square};

/// Returns the squares that a man of this kind, not a pawn, attacks from `square` if men on
/// `occupied` squares block its way.
#[inline]
pub fn attacks(piece: Piece, square: Square, occupied: u64) -> u64 {
    let occupied = BitBoard(occupied);
    match piece {
        Piece::Knight => drawproof_board::get_knight_moves(square),
        Piece::Bishop => drawproof_board::get_bishop_moves(square, occupied),
        Piece::Rook => drawproof_board::get_rook_moves(square, occupied),
        Piece::Queen => {
            drawproof_board::get_bishop_moves(square, occupied)
                | drawproof_board::get_rook_moves(square, occupied)
        }
        Piece::King => drawproof_board::get_king_moves(square),
        Piece::Pawn => unreachable!("a pawn's attacks depend on its colour"),
    }
    .0
}

/// Returns the squares that a pawn of `color` attacks.
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> u64 {
    drawproof_board::get_pawn_attacks(square, color).0
}

/// Returns the lanes in which a man on `from` attacks `target`. There are none if another man on
/// `occupied` is in the way. Otherwise these are all lanes except those of the squares between
/// `from` and `target`, where the low man would be in the way.
#[inline]
pub fn attack_lanes(
    piece: Piece,
    color: Color,
    from: Square,
    target: Square,
    occupied: u64,
) -> u64 {
    let all_if = |attacked: u64| if attacked & bit(target) != 0 { u64::MAX } else { 0 };
    match piece {
        Piece::Pawn => all_if(pawn_attacks(color, from)),
        Piece::Knight | Piece::King => all_if(attacks(piece, from, 0)),
        _ => {
            let aligned = match piece {
                Piece::Rook => drawproof_board::get_rook_rays(from),
                Piece::Bishop => drawproof_board::get_bishop_rays(from),
                _ => drawproof_board::get_rook_rays(from) | drawproof_board::get_bishop_rays(from),
            };
            let between = drawproof_board::get_between_rays(from, target).0;
            if aligned.has(target) && between & occupied == 0 { !between } else { 0 }
        }
    }
}

/// Returns the set that contains only this square.
#[inline]
pub fn bit(square: Square) -> u64 {
    1 << square as u32
}

/// Sets of squares by pairs of squares.
#[derive(Debug)]
// Eight words fill a cache line.
#[repr(align(64))]
pub struct Geometry {
    /// The squares behind `blocker` on the line from `viewer` through `blocker`,
    /// `[viewer][blocker]`; empty if no line goes through both.
    pub hidden: [[u64; 64]; 64],
    /// The same squares as in [`Geometry::hidden`], `[blocker][viewer]`.
    pub hides: [[u64; 64]; 64],
    /// The squares strictly between two squares of a line, `[a][b]`; empty if no line goes through
    /// both.
    pub between: [[u64; 64]; 64],
    /// The attacks on an empty board, `[piece][square]`; empty for pawns.
    pub reach: [[u64; 64]; Piece::NUM],
}

impl Geometry {
    /// Returns the tables, which the first call computes.
    pub fn get() -> &'static Geometry {
        static GEOMETRY: LazyLock<Box<Geometry>> = LazyLock::new(Geometry::new);
        &GEOMETRY
    }

    fn new() -> Box<Geometry> {
        let mut geometry = Box::new(Geometry {
            hidden: [[0; 64]; 64],
            hides: [[0; 64]; 64],
            between: [[0; 64]; 64],
            reach: [[0; 64]; Piece::NUM],
        });
        for a in Square::ALL {
            let open = attacks(Piece::Queen, a, 0);
            for b in Square::ALL {
                let hidden = open & !attacks(Piece::Queen, a, bit(b));
                geometry.hidden[a as usize][b as usize] = hidden;
                geometry.hides[b as usize][a as usize] = hidden;
                geometry.between[a as usize][b as usize] =
                    drawproof_board::get_between_rays(a, b).0;
            }
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::Pawn) {
                geometry.reach[piece as usize][a as usize] = attacks(piece, a, 0);
            }
        }
        geometry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_low_man_between_blocks_the_attack() {
        for piece in Piece::ALL.into_iter().filter(|&p| p != Piece::Pawn) {
            for from in Square::ALL {
                for target in Square::ALL.into_iter().filter(|&t| t != from) {
                    let lanes = attack_lanes(piece, Color::White, from, target, 0);
                    for lane in Square::ALL.into_iter().filter(|&s| s != from && s != target) {
                        let attacked = attacks(piece, from, bit(lane)) & bit(target) != 0;
                        assert_eq!(lanes & bit(lane) != 0, attacked, "{piece} {from}{target}");
                    }
                }
            }
        }
    }
}
