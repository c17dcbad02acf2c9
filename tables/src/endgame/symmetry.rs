//! The eight symmetries of the board, applied to squares, sets of squares and 64 cells.

use drawproof_board::Square;

/// One of the eight symmetries of the board.
///
/// Bit 0 mirrors files (a <-> h), bit 1 flips ranks (1 <-> 8), and bit 2 then reflects in the long
/// diagonal a1-h8 (a2 <-> b1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transform(u8);

/// The images of all squares, `[transform][square]`.
const SQUARES: [[u8; 64]; 8] = {
    let mut squares = [[0; 64]; 8];
    let mut transform = 0;
    while transform < 8 {
        let mut square = 0;
        while square < 64 {
            let mut image = square;
            if transform & 1 != 0 {
                image ^= 7;
            }
            if transform & 2 != 0 {
                image ^= 56;
            }
            if transform & 4 != 0 {
                image = (image % 8) * 8 + image / 8;
            }
            squares[transform as usize][square as usize] = image;
            square += 1;
        }
        transform += 1;
    }
    squares
};

/// The products of two symmetries, `[second][first]`.
const PRODUCTS: [[u8; 8]; 8] = {
    let mut products = [[8; 8]; 8];
    let mut pair = 0;
    while pair < 64 {
        let (second, first) = (pair / 8, pair % 8);
        let mut product = 0;
        while product < 8 {
            // The eight images of a2 differ, so the image of a2 identifies the symmetry.
            if SQUARES[product][8] == SQUARES[second][SQUARES[first][8] as usize] {
                products[second][first] = product as u8;
            }
            product += 1;
        }
        pair += 1;
    }
    products
};

impl Transform {
    /// The symmetry that maps every square to itself.
    pub const IDENTITY: Transform = Transform(0);
    /// The symmetry that mirrors files, a <-> h.
    pub const MIRROR_FILES: Transform = Transform(1);
    /// The symmetry that flips ranks, 1 <-> 8.
    pub const FLIP_RANKS: Transform = Transform(2);
    /// The reflection in the diagonal a1-h8.
    pub const DIAGONAL: Transform = Transform(4);
    /// All eight symmetries.
    pub const ALL: [Transform; 8] = {
        let mut all = [Transform(0); 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Transform(i as u8);
            i += 1;
        }
        all
    };

    /// Returns the number of the symmetry, 0 to 7.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns whether the symmetry maps every rank to a rank.
    pub const fn keeps_ranks(self) -> bool {
        self.0 & 4 == 0
    }

    /// Returns the image of a square.
    pub fn square(self, square: Square) -> Square {
        Square::index(SQUARES[self.number()][square as usize].into())
    }

    /// Returns the images of all squares as numbers, `[square]`.
    pub const fn squares(self) -> &'static [u8; 64] {
        &SQUARES[self.0 as usize]
    }

    /// Returns the symmetry that applies first `self`, then `next`.
    #[must_use]
    pub const fn then(self, next: Transform) -> Transform {
        Transform(PRODUCTS[next.0 as usize][self.0 as usize])
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Transform {
        let mut inverse = 0;
        while PRODUCTS[self.0 as usize][inverse] != 0 {
            inverse += 1;
        }
        Transform(inverse as u8)
    }

    /// Returns the image of a set of squares, bit = square.
    #[inline]
    pub const fn set(self, mut set: u64) -> u64 {
        if self.0 & 1 != 0 {
            const K1: u64 = 0x5555555555555555;
            const K2: u64 = 0x3333333333333333;
            const K4: u64 = 0x0f0f0f0f0f0f0f0f;
            set = ((set >> 1) & K1) | ((set & K1) << 1);
            set = ((set >> 2) & K2) | ((set & K2) << 2);
            set = ((set >> 4) & K4) | ((set & K4) << 4);
        }
        if self.0 & 2 != 0 {
            set = set.swap_bytes();
        }
        if self.0 & 4 != 0 {
            let mut t = 0x0f0f0f0f00000000 & (set ^ (set << 28));
            set ^= t ^ (t >> 28);
            t = 0x3333000033330000 & (set ^ (set << 14));
            set ^= t ^ (t >> 14);
            t = 0x5500550055005500 & (set ^ (set << 7));
            set ^= t ^ (t >> 7);
        }
        set
    }

    /// Moves 64 cells, one per square: `result[image of s] = cells[s]`.
    pub fn cells(self, cells: &[u8; 64]) -> [u8; 64] {
        let mut rows: [u64; 8] = std::array::from_fn(|rank| {
            u64::from_le_bytes(cells[rank * 8..rank * 8 + 8].try_into().expect("eight cells"))
        });
        if self.0 & 1 != 0 {
            rows = rows.map(u64::swap_bytes);
        }
        if self.0 & 2 != 0 {
            rows.reverse();
        }
        if self.0 & 4 != 0 {
            transpose(&mut rows);
        }
        let mut result = [0; 64];
        for (rank, row) in rows.iter().enumerate() {
            result[rank * 8..rank * 8 + 8].copy_from_slice(&row.to_le_bytes());
        }
        result
    }
}

/// Transposes an 8 x 8 matrix of bytes, with one `u64` per row.
fn transpose(rows: &mut [u64; 8]) {
    for (distance, mask) in
        [(4, 0x0000_0000_ffff_ffff), (2, 0x0000_ffff_0000_ffff), (1, 0x00ff_00ff_00ff_00ff_u64)]
    {
        for low in (0..8).filter(|row| row & distance == 0) {
            let shift = 8 * distance as u32;
            let exchanged = ((rows[low] >> shift) ^ rows[low + distance]) & mask;
            rows[low] ^= exchanged << shift;
            rows[low + distance] ^= exchanged;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_cells_move_like_squares() {
        for transform in Transform::ALL {
            let mut cells = [0; 64];
            for square in Square::ALL {
                let image = transform.square(square);
                assert_eq!(transform.set(square.bitboard().0), image.bitboard().0);
                cells[square as usize] = square as u8;
            }
            let moved = transform.cells(&cells);
            for square in Square::ALL {
                assert_eq!(moved[transform.square(square) as usize], square as u8);
            }
        }
    }

    #[test]
    fn the_eight_are_a_group() {
        for first in Transform::ALL {
            assert_eq!(first.then(first.inverse()), Transform::IDENTITY);
            for second in Transform::ALL {
                for square in Square::ALL {
                    let both = first.then(second).square(square);
                    assert_eq!(both, second.square(first.square(square)));
                }
            }
        }
    }
}
