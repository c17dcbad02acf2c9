//! Lines of the board as tables by square, for vector operations over the 64 squares of a man.

use std::sync::LazyLock;

use drawproof_board::{Piece, Square};

use crate::shape::attacks::{attacks, bit};

/// Sets of squares by pairs of squares.
#[derive(Debug)]
// Eight words fill a cache line.
#[repr(align(64))]
pub struct Geometry {
    /// `[viewer][blocker]`: the squares on the line from `viewer` through `blocker` that lie behind
    /// `blocker`; none if no line goes through both.
    pub hidden: [[u64; 64]; 64],
    /// `[blocker][viewer]`: [`Geometry::hidden`] transposed.
    pub hides: [[u64; 64]; 64],
    /// `[a][b]`: the squares strictly between two squares of a line; none if no line goes through
    /// both.
    pub between: [[u64; 64]; 64],
    /// `[piece][square]`: attacks on an empty board; none for pawns.
    pub reach: [[u64; 64]; Piece::NUM],
}

impl Geometry {
    /// The tables.
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
