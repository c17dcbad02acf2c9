//! The one definition of position <-> index.
//!
//! An index is a number in base 64: `outer * 64^digits + squares`. Every man that moves freely has
//! a digit, which is its square (a1 = 0, b1 = 1, h8 = 63). The *low man* has the lowest digit. Its
//! 64 squares are the 64 bits of a word (its *lanes*) in a set of positions, and 64 adjacent cells
//! in a table. The *outer* number precedes the digits. Without pawns it is the number of the king
//! pair, among the 462 that differ by more than symmetry. With pawns it is the number of the pawn
//! slice, and the kings have digits.
//!
//! Some indices are not legal positions. Some positions have two indices: by reflection if both
//! kings are on the diagonal a1-h8 or if the pawns are their own mirror image, and by exchanging
//! like men.

use drawproof_board::{Color, Piece, Square};

use super::{
    material::{MEN_MAX, NormalMaterial},
    outer::{KING_PAIR_COUNT, KingPairs, Slice, Slices},
    symmetry::Transform,
};

/// A man of an endgame, without its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// The colour of the man.
    pub color: Color,
    /// The kind of the man.
    pub piece: Piece,
}

/// The part of the table index that a man's square determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinate {
    /// The number of the king pair, which is above the digits.
    KingPair,
    /// The number of the pawn slice, which is above the digits.
    Pawn,
    /// The digit with this number, in base 64. Digit 0 is the lowest; it is the lane.
    Digit(u32),
}

/// The mapping between positions and indices of one endgame. It is cheap to use and expensive to
/// create: share it.
#[derive(Clone, Debug)]
pub struct Layout {
    material: NormalMaterial,
    men: Vec<Man>,
    coordinates: Vec<Coordinate>,
    slices: Slices,
    digits: u32,
}

impl Layout {
    /// Makes the layout of an endgame's tables.
    pub fn new(material: NormalMaterial) -> Layout {
        let men: Vec<Man> = Color::ALL
            .into_iter()
            .flat_map(|color| {
                let side: Vec<_> = material.get().side(color).collect();
                side.into_iter().map(move |piece| Man { color, piece })
            })
            .collect();
        let has_pawns = material.get().has_pawns();
        let is_king = |man: &Man| man.piece == Piece::King;
        let is_digit = |man: &Man| man.piece != Piece::Pawn && (has_pawns || !is_king(man));
        // The kings have the highest digits, then the other men follow in the order of the name.
        let mut order: Vec<usize> = (0..men.len()).filter(|&m| is_digit(&men[m])).collect();
        order.sort_by_key(|&m| !is_king(&men[m]));
        let digits = order.len() as u32;
        let coordinates = (0..men.len())
            .map(|man| match order.iter().position(|&m| m == man) {
                Some(place) => Coordinate::Digit(digits - 1 - place as u32),
                None if men[man].piece == Piece::Pawn => Coordinate::Pawn,
                None => Coordinate::KingPair,
            })
            .collect();
        Layout { material, men, coordinates, slices: Slices::new(material), digits }
    }

    /// Returns the endgame of the layout.
    pub fn material(&self) -> NormalMaterial {
        self.material
    }

    /// Returns the men, White's then Black's, each side in the order of the endgame's name. All
    /// lists of squares in this crate have this order.
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// Returns the part of the index that each man's square determines, in the order of
    /// [`Layout::men`].
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.coordinates
    }

    /// Returns the pawn slices of the endgame: the placements of its pawns.
    pub fn slices(&self) -> &Slices {
        &self.slices
    }

    /// Returns the number of men whose squares are digits of the index.
    pub fn digits(&self) -> u32 {
        self.digits
    }

    /// Returns the number of king pairs; in an endgame with pawns, the number of pawn slices.
    pub fn outer_count(&self) -> usize {
        if self.material.get().has_pawns() { self.slices.len() } else { KING_PAIR_COUNT }
    }

    /// Returns the number of table indices for each side to move.
    pub fn count(&self) -> usize {
        self.outer_count() << (6 * self.digits)
    }

    /// Returns the number of indices in one king pair or pawn slice, for each side to move.
    pub fn part_count(&self) -> usize {
        1 << (6 * self.digits)
    }

    /// Returns the number of words of 64 lanes, for each side to move.
    pub fn words(&self) -> usize {
        self.count() / 64
    }

    /// Returns the index of the low man in [`Layout::men`]. The low man is the man whose square is
    /// the lowest digit of the index, the bit in a word.
    pub fn low_man(&self) -> usize {
        let lowest = |c: &Coordinate| *c == Coordinate::Digit(0);
        self.coordinates.iter().position(lowest).expect("three men or more have a digit")
    }

    /// Returns the king pair or slice of a position, and the symmetry that maps the position to it.
    /// The result depends only on the kings and pawns. Returns `None` if the kings are adjacent
    /// (without pawns), or if the pawns have no slice.
    pub fn outer(&self, squares: &[Square]) -> Option<(usize, Transform)> {
        if !self.material.get().has_pawns() {
            let black_king = self.man(Color::Black, Piece::King);
            return KingPairs::get().find(squares[0], squares[black_king]);
        }
        let mut slice = Slice { pawns: Default::default() };
        for (man, &square) in self.men.iter().zip(squares) {
            if man.piece == Piece::Pawn {
                slice.pawns[man.color as usize] |= square.bitboard();
            }
        }
        self.slices.find(slice)
    }

    /// Returns the index in [`Layout::men`] of the first man of a colour and kind. Panics if there
    /// is no such man.
    pub fn man(&self, color: Color, piece: Piece) -> usize {
        let wanted = Man { color, piece };
        self.men.iter().position(|&man| man == wanted).expect("the man is in this endgame")
    }

    /// Returns the index of a position, given the squares of its men; `None` if [`Layout::outer`]
    /// returns `None`.
    pub fn index(&self, squares: &[Square]) -> Option<usize> {
        let (outer, transform) = self.outer(squares)?;
        let mut index = outer << (6 * self.digits);
        for (coordinate, &square) in self.coordinates.iter().zip(squares) {
            if let Coordinate::Digit(digit) = coordinate {
                index |= (transform.square(square) as usize) << (6 * digit);
            }
        }
        Some(index)
    }

    /// Returns the squares of all men at an index, in the order of [`Layout::men`]. Two men may
    /// share a square. Panics unless `index` is below [`Layout::count`].
    pub fn squares(&self, index: usize) -> Squares {
        assert!(index < self.count());
        let mut squares = Squares { squares: [Square::A1; MEN_MAX], len: self.men.len() };
        let outer = index >> (6 * self.digits);
        let mut fixed = if self.material.get().has_pawns() {
            let [white, black] = self.slices.get(outer).pawns;
            [white, black].map(|set| set.into_iter())
        } else {
            KingPairs::get().squares(outer).map(|king| king.bitboard().into_iter())
        };
        for (man, coordinate) in self.coordinates.iter().enumerate() {
            squares.squares[man] = match coordinate {
                Coordinate::Digit(digit) => Square::index(index >> (6 * digit) & 63),
                _ => fixed[self.men[man].color as usize].next().expect("as many men as squares"),
            };
        }
        squares
    }

    /// Returns the symmetries that map the positions of a king pair or slice to different images.
    /// Each position of the whole board is the image of exactly one index under one of these
    /// symmetries, up to the order of pawns of one colour.
    pub fn images(&self, outer: usize) -> &'static [Transform] {
        if self.material.get().has_pawns() {
            let slice = self.slices.get(outer);
            let symmetric = slice == slice.mirrored();
            return if symmetric { &Transform::ALL[..1] } else { &Transform::ALL[..2] };
        }
        // With both kings on the diagonal, a position and its reflection are both stored.
        let on_diagonal = |s: Square| s.rank() as usize == s.file() as usize;
        let both = KingPairs::get().squares(outer).into_iter().all(on_diagonal);
        if both { &Transform::ALL[..4] } else { &Transform::ALL }
    }

    /// Returns the number of orders of White's pawns times that of Black's pawns. Counts of stored
    /// positions times this factor are counts that distinguish like men.
    pub fn pawn_orders(&self) -> u64 {
        let orders = |color| (1..=self.material.get().count(color, Piece::Pawn) as u64).product();
        Color::ALL.into_iter().map(|color| -> u64 { orders(color) }).product()
    }
}

/// The squares of an endgame's men, in the order of [`Layout::men`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    squares: [Square; MEN_MAX],
    len: usize,
}

impl Squares {
    /// Moves each man to another square.
    pub(crate) fn map(&mut self, to: impl Fn(Square) -> Square) {
        self.squares[..self.len].iter_mut().for_each(|square| *square = to(*square));
    }

    /// Puts a man on another square.
    // Only the coder of files uses this method; WebAssembly has no such coder.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn put(&mut self, man: usize, square: Square) {
        self.squares[..self.len][man] = square;
    }
}

impl std::ops::Deref for Squares {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.squares[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::material::NormalMaterial;

    fn layout(name: &str) -> Layout {
        Layout::new(name.parse::<NormalMaterial>().unwrap())
    }

    #[test]
    fn every_index_of_up_to_four_men_is_the_index_of_its_squares() {
        for men in [3, 4] {
            for material in NormalMaterial::all_with_men(men) {
                let layout = Layout::new(material);
                for index in 0..layout.count() {
                    assert_eq!(layout.index(&layout.squares(index)), Some(index), "{material}");
                }
            }
        }
    }

    #[test]
    fn every_placement_of_three_men_is_the_image_of_one_index() {
        for name in ["KQK", "KPK"] {
            let layout = layout(name);
            let mut seen = vec![0; 64 * 64 * 64];
            for index in 0..layout.count() {
                for image in layout.images(index >> (6 * layout.digits())) {
                    let place = layout
                        .squares(index)
                        .iter()
                        .fold(0, |place, &square| place * 64 + image.square(square) as usize);
                    seen[place] += 1;
                }
            }
            for (place, &count) in seen.iter().enumerate() {
                let squares = [12, 6, 0].map(|shift| Square::index(place >> shift & 63));
                assert_eq!(count, u32::from(layout.index(&squares).is_some()), "{squares:?}");
            }
        }
    }

    #[test]
    fn images_under_symmetry_share_their_index_but_for_the_diagonal() {
        let layout = layout("KRKN");
        for index in (0..layout.count()).step_by(7) {
            let squares = layout.squares(index);
            for transform in Transform::ALL {
                let image: Vec<_> = squares.iter().map(|&s| transform.square(s)).collect();
                let found = layout.index(&image).unwrap();
                let outer = index >> (6 * layout.digits());
                assert_eq!(found >> (6 * layout.digits()), outer);
                assert!(found == index || layout.images(outer).len() == 4);
            }
        }
    }
}
