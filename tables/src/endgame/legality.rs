//! Legal positions and attacks, 64 lanes at a time, for readers of values without legality bits,
//! such as the reader of a file.
//!
//! A position is legal if no two men share a square, the kings are not adjacent and the side not to
//! move is not in check.

use drawproof_board::{BitBoard, Color, Piece, Square};

use super::layout::{Layout, Man};
use crate::parallel;

/// Returns the number of legal positions in a layout, summed over both sides to move. Runs on the
/// current rayon pool.
pub fn legal_count(layout: &Layout) -> u64 {
    let counts = parallel::map_ranges(layout.words(), 1 << 16, |words| -> u64 {
        let of_word = |word: usize| -> u64 {
            legal_lanes(layout, word).map(|lanes| u64::from(lanes.count_ones())).into_iter().sum()
        };
        words.map(of_word).sum()
    });
    counts.into_iter().sum()
}

/// Returns the lanes of a word that are legal positions, `[side to move]`.
pub fn legal_lanes(layout: &Layout, word: usize) -> [u64; 2] {
    Lanes::new(layout.men(), &layout.squares(64 * word), layout.low_man()).legal()
}

/// 64 placements: one man, the *low man*, is on each square in turn; the others are on fixed
/// squares.
#[derive(Debug)]
pub struct Lanes<'a> {
    men: &'a [Man],
    /// The square of each man; the low man's is ignored.
    squares: &'a [Square],
    low: usize,
    /// The squares of all other men.
    known: u64,
    /// The lanes in which no two men share a square and the kings are not adjacent.
    placed: u64,
    /// The indices of the kings among `men`.
    kings: [usize; 2],
}

impl<'a> Lanes<'a> {
    /// Makes the placements with man number `low` on each square in turn and the other `men` on
    /// their `squares`.
    pub fn new(men: &'a [Man], squares: &'a [Square], low: usize) -> Lanes<'a> {
        let mut lanes = Lanes { men, squares, low, known: 0, placed: u64::MAX, kings: [0; 2] };
        for (number, (man, &square)) in men.iter().zip(squares).enumerate() {
            if man.piece == Piece::King {
                lanes.kings[man.color as usize] = number;
            }
            if number != low {
                if lanes.known & bit(square) != 0 {
                    lanes.placed = 0;
                }
                lanes.known |= bit(square);
            }
        }
        lanes.placed &= !lanes.known;
        let [white, black] = lanes.kings;
        lanes.placed &= !lanes.attacked_by(white, black);
        lanes
    }

    /// Returns the lanes in which no two men share a square and the kings are not adjacent.
    pub fn placed(&self) -> u64 {
        self.placed
    }

    /// Returns the lanes that are legal positions, `[side to move]`.
    pub fn legal(&self) -> [u64; 2] {
        if self.placed == 0 {
            return [0; 2];
        }
        Color::ALL.map(|side| self.placed & !self.check(!side))
    }

    /// Returns the lanes in which the king of `color` is attacked.
    pub fn check(&self, color: Color) -> u64 {
        self.attacked(self.kings[color as usize], !color)
    }

    /// Returns the lanes in which a man of `color` attacks man number `target`, or defends it if
    /// `target` is of the same colour.
    pub fn attacked(&self, target: usize, color: Color) -> u64 {
        (0..self.men.len())
            .filter(|&man| man != target && self.men[man].color == color)
            .fold(0, |lanes, man| lanes | self.attacked_by(man, target))
    }

    /// Returns the lanes in which one man attacks another.
    fn attacked_by(&self, man: usize, target: usize) -> u64 {
        let Man { color, piece } = self.men[man];
        let (from, to) = (self.squares[man], self.squares[target]);
        if man == self.low {
            // A pawn is never the low man, and the attacks of other men are symmetric.
            return attacks(piece, color, to, self.known);
        }
        if target == self.low {
            return attacks(piece, color, from, self.known);
        }
        let aligned = match piece {
            Piece::Rook => drawproof_board::get_rook_rays(from),
            Piece::Bishop => drawproof_board::get_bishop_rays(from),
            Piece::Queen => {
                drawproof_board::get_rook_rays(from) | drawproof_board::get_bishop_rays(from)
            }
            _ if attacks(piece, color, from, 0) & bit(to) != 0 => return u64::MAX,
            _ => return 0,
        };
        let between = drawproof_board::get_between_rays(from, to).0;
        if aligned.has(to) && between & self.known == 0 { !between } else { 0 }
    }

    /// Returns the lanes in which `side` attacks an undefended man of the other side.
    pub fn can_take(&self, side: Color) -> u64 {
        let is_prey = |man: &Man| man.color != side && man.piece != Piece::King;
        (0..self.men.len()).filter(|&man| is_prey(&self.men[man])).fold(0, |lanes, prey| {
            lanes | (self.attacked(prey, side) & !self.attacked(prey, !side))
        })
    }
}

/// Returns the squares that a man attacks from `square` if men stand on the squares `occupied`.
pub fn attacks(piece: Piece, color: Color, square: Square, occupied: u64) -> u64 {
    let occupied = BitBoard(occupied);
    match piece {
        Piece::Pawn => drawproof_board::get_pawn_attacks(square, color),
        Piece::Knight => drawproof_board::get_knight_moves(square),
        Piece::Bishop => drawproof_board::get_bishop_moves(square, occupied),
        Piece::Rook => drawproof_board::get_rook_moves(square, occupied),
        Piece::Queen => {
            drawproof_board::get_bishop_moves(square, occupied)
                | drawproof_board::get_rook_moves(square, occupied)
        }
        Piece::King => drawproof_board::get_king_moves(square),
    }
    .0
}

fn bit(square: Square) -> u64 {
    1 << square as u32
}
