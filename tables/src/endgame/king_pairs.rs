//! The placements of two kings that differ under the symmetries of the board, numbered.

use std::sync::LazyLock;

use drawproof_board::Square;

use super::symmetry::Transform;

/// Number of placements of two kings that differ under the symmetries of the board.
pub const KING_PAIR_COUNT: usize = 462;

/// The numbering of king pairs: White's king on a1 b1 c1 d1 b2 c2 d2 c3 d3 d4, and with it on the
/// diagonal a1-h8, Black's king on or below the diagonal.
#[derive(Debug)]
pub struct KingPairs {
    /// `[white, black]` by number.
    pairs: Vec<[Square; 2]>,
    /// `[white][black]`: the pair's number and the symmetry that maps the kings to it; `None` for
    /// kings on one square or adjacent ones.
    numbers: Vec<[Option<(u16, Transform)>; 64]>,
}

impl KingPairs {
    /// The numbering.
    pub fn get() -> &'static KingPairs {
        static PAIRS: LazyLock<KingPairs> = LazyLock::new(KingPairs::new);
        &PAIRS
    }

    fn new() -> KingPairs {
        let below_diagonal = |s: Square| s.rank() as usize <= s.file() as usize;
        let on_diagonal = |s: Square| s.rank() as usize == s.file() as usize;
        let mut pairs = Vec::new();
        for white in Square::ALL {
            let triangle = below_diagonal(white) && (white.file() as usize) < 4;
            for black in Square::ALL.into_iter().filter(|_| triangle) {
                let apart = !drawproof_board::get_king_moves(white).has(black) && white != black;
                if apart && (!on_diagonal(white) || below_diagonal(black)) {
                    pairs.push([white, black]);
                }
            }
        }
        assert_eq!(pairs.len(), KING_PAIR_COUNT);
        let mut numbers = vec![[None; 64]; 64];
        for (number, &[white, black]) in pairs.iter().enumerate() {
            // The identity comes last, so that it maps a canonical pair to itself.
            for transform in Transform::ALL.into_iter().rev() {
                let image = transform.inverse();
                numbers[image.square(white) as usize][image.square(black) as usize] =
                    Some((number as u16, transform));
            }
        }
        KingPairs { pairs, numbers }
    }

    /// The squares `[white, black]` of a pair.
    pub fn squares(&self, number: usize) -> [Square; 2] {
        self.pairs[number]
    }

    /// The number of the pair that `white` and `black` are an image of, and the symmetry that maps
    /// them to it; `None` for adjacent kings.
    pub fn find(&self, white: Square, black: Square) -> Option<(usize, Transform)> {
        self.numbers[white as usize][black as usize].map(|(number, t)| (number.into(), t))
    }
}
