//! The outer number of an index: king pairs, which are placements of two kings that differ by more
//! than symmetry, and the slices of a table with pawns, which are placements of pawns.

use std::sync::{LazyLock, OnceLock};

use drawproof_board::{BitBoard, Color, Piece, Rank, Square};

use super::{
    material::{MEN_MAX, NormalMaterial},
    symmetry::Transform,
};

/// The number of king pairs: legal placements of the two kings, where symmetric placements count
/// once.
pub const KING_PAIR_COUNT: usize = 462;

/// The numbering of king pairs. White's king is on a1 b1 c1 d1 b2 c2 d2 c3 d3 d4. If it is on the
/// diagonal a1-h8, Black's king is on or below the diagonal.
#[derive(Debug)]
pub struct KingPairs {
    /// The squares `[white, black]` of each pair, by number.
    pairs: Vec<[Square; 2]>,
    /// The pair's number and the symmetry that maps the kings to it, `[white][black]`; `None` for
    /// kings that are adjacent or on one square.
    numbers: Vec<[Option<(u16, Transform)>; 64]>,
}

impl KingPairs {
    /// Returns the shared numbering, which the first call computes.
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
            // The identity comes last, so it maps a canonical pair to itself.
            for transform in Transform::ALL.into_iter().rev() {
                let image = transform.inverse();
                numbers[image.square(white) as usize][image.square(black) as usize] =
                    Some((number as u16, transform));
            }
        }
        KingPairs { pairs, numbers }
    }

    /// Returns the squares `[white, black]` of the king pair with a number.
    pub fn squares(&self, number: usize) -> [Square; 2] {
        self.pairs[number]
    }

    /// Returns the number of the king pair that is symmetric to kings on `white` and `black`, and
    /// the symmetry that maps them to it; `None` for adjacent kings or kings on one square.
    pub fn find(&self, white: Square, black: Square) -> Option<(usize, Transform)> {
        self.numbers[white as usize][black as usize].map(|(number, t)| (number.into(), t))
    }
}

/// A placement of the pawns of both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    /// The squares of the pawns, `[color]`.
    pub pawns: [BitBoard; 2],
}

/// The numbering of an endgame's pawn placements. Mirror images (files a-h <-> h-a) share a number.
/// Without pawns there is one slice, the empty one. Copying is cheap, because each numbering is
/// computed once and shared.
#[derive(Clone, Copy, Debug)]
pub struct Slices {
    numbering: &'static Numbering,
}

/// The numbering of all placements of a given number of pawns of each colour.
#[derive(Debug)]
struct Numbering {
    /// The number of pawns by colour.
    counts: [usize; 2],
    /// The slices by number.
    slices: Vec<Slice>,
    /// Twice the slice number, plus one if the placement is mirrored; indexed by
    /// [`Numbering::key`].
    numbers: Vec<u32>,
}

/// The entry of a key without a placement.
const NO_SLICE: u32 = u32::MAX;

/// The number of squares on ranks 2 to 7.
const PAWN_SQUARES: usize = 48;

impl Slice {
    /// Returns the squares of all pawns of both colours.
    pub fn all(self) -> BitBoard {
        self.pawns[0] | self.pawns[1]
    }

    /// Returns the placement with files a-h mirrored to h-a.
    #[must_use]
    pub fn mirrored(self) -> Slice {
        Slice { pawns: self.pawns.map(|set| BitBoard(Transform::MIRROR_FILES.set(set.0))) }
    }

    /// Returns the sum, over all pawns, of the number of ranks that the pawn has advanced from its
    /// home rank. Every pawn move increases the sum.
    pub fn advancement(self) -> usize {
        let ranks = |color: Color| {
            let home = Rank::Second.relative_to(color) as usize;
            self.pawns[color as usize].into_iter().map(move |s| (s.rank() as usize).abs_diff(home))
        };
        Color::ALL.into_iter().flat_map(ranks).sum()
    }

    /// Returns a sort key of placements. Of two mirror images the lesser is stored.
    fn order(self) -> [u64; 2] {
        // The squares file by file, with White's pawns before Black's.
        self.pawns.map(|set| !Transform::DIAGONAL.set(set.0).reverse_bits())
    }
}

impl Slices {
    /// Returns the numbering of an endgame's slices.
    pub fn new(material: NormalMaterial) -> Slices {
        /// The most pawns of a colour.
        const PAWNS_MAX: usize = MEN_MAX - 2;
        static NUMBERINGS: [[OnceLock<Numbering>; PAWNS_MAX + 1]; PAWNS_MAX + 1] =
            [const { [const { OnceLock::new() }; PAWNS_MAX + 1] }; PAWNS_MAX + 1];
        let counts = Color::ALL.map(|color| material.get().count(color, Piece::Pawn));
        let cell = &NUMBERINGS[counts[0]][counts[1]];
        Slices { numbering: cell.get_or_init(|| Numbering::new(counts)) }
    }

    /// Returns the number of slices.
    #[expect(clippy::len_without_is_empty, reason = "there is always one slice")]
    pub fn len(&self) -> usize {
        self.numbering.slices.len()
    }

    /// Returns the pawn placement of slice `number`.
    pub fn get(&self, number: usize) -> Slice {
        self.numbering.slices[number]
    }

    /// Returns the number of a placement's slice, and the symmetry that maps the placement to it.
    /// Returns `None` if a pawn is on the first or last rank, if two pawns share a square, or if
    /// the number of pawns is not that of the endgame.
    pub fn find(&self, slice: Slice) -> Option<(usize, Transform)> {
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let counts = slice.pawns.map(|set| set.len() as usize);
        let overlap = slice.pawns[0] & slice.pawns[1];
        if !(slice.all() & ends).is_empty()
            || !overlap.is_empty()
            || counts != self.numbering.counts
        {
            return None;
        }
        let number = self.numbering.numbers[self.numbering.key(slice)];
        debug_assert_ne!(number, NO_SLICE);
        let transform = Transform::ALL[(number & 1) as usize];
        Some(((number / 2) as usize, transform))
    }
}

impl Numbering {
    fn new(counts: [usize; 2]) -> Numbering {
        let total = counts[0] + counts[1];
        let mut numbering = Numbering {
            counts,
            slices: Vec::new(),
            numbers: vec![NO_SLICE; PAWN_SQUARES.pow(total as u32)],
        };
        numbering.number_placements(&mut Vec::with_capacity(total));
        numbering
    }

    /// Numbers all placements that begin with pawns on `squares`. White's pawns come before
    /// Black's, and the squares of each colour are in ascending order.
    fn number_placements(&mut self, squares: &mut Vec<usize>) {
        if squares.len() < self.counts[0] + self.counts[1] {
            let continues_colour = !squares.is_empty() && squares.len() != self.counts[0];
            let first = if continues_colour { squares[squares.len() - 1] + 1 } else { 0 };
            for square in
                (first..PAWN_SQUARES).filter(|s| !squares[..].contains(s)).collect::<Vec<_>>()
            {
                squares.push(square);
                self.number_placements(squares);
                squares.pop();
            }
            return;
        }
        let set = |squares: &[usize]| {
            squares
                .iter()
                .map(|&s| Square::index(s + 8).bitboard())
                .fold(BitBoard::EMPTY, |a, b| a | b)
        };
        let (white, black) = squares.split_at(self.counts[0]);
        let slice = Slice { pawns: [set(white), set(black)] };
        let mirrored = slice.mirrored();
        if slice.order() <= mirrored.order() {
            let number = self.slices.len() as u32;
            self.slices.push(slice);
            let (key, mirrored_key) = (self.key(slice), self.key(mirrored));
            self.numbers[mirrored_key] = 2 * number + 1;
            self.numbers[key] = 2 * number;
        }
    }

    /// Returns the index of a placement in `numbers`.
    fn key(&self, slice: Slice) -> usize {
        let squares = slice.pawns[0].into_iter().chain(slice.pawns[1]);
        squares.fold(0, |key, square| key * PAWN_SQUARES + square as usize - 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::material::NormalMaterial;

    fn slices(name: &str) -> Slices {
        Slices::new(name.parse::<NormalMaterial>().unwrap())
    }

    #[test]
    fn there_are_as_many_slices_as_placements_up_to_mirroring() {
        // One pawn has 24. Two pawns have 48 * 47 / 2; for two of one colour that is halved again,
        // except for placements that are their own mirror image.
        for (name, count) in
            [("KRKR", 1), ("KPK", 24), ("KPKP", 48 * 47 / 2), ("KPPK", (48 * 47 / 2 + 24) / 2)]
        {
            assert_eq!(slices(name).len(), count, "{name}");
        }
    }

    #[test]
    fn mirror_images_share_a_slice_whose_first_pawn_is_on_files_a_to_d() {
        for name in ["KPK", "KPKP", "KPPK", "KPPKP"] {
            let slices = slices(name);
            for number in 0..slices.len() {
                let slice = slices.get(number);
                assert_eq!(slices.find(slice), Some((number, Transform::IDENTITY)));
                let (mirrored, transform) = slices.find(slice.mirrored()).unwrap();
                assert_eq!(mirrored, number);
                let symmetric = slice == slice.mirrored();
                assert_eq!(transform == Transform::IDENTITY, symmetric);
                let first_file = slice.pawns[0].into_iter().map(|s| s.file() as usize).min();
                assert!(first_file.unwrap() < 4, "{slice:?}");
            }
        }
    }

    #[test]
    fn placements_that_are_none_are_refused() {
        let slices = slices("KPKP");
        let place = |white: Square, black: Square| {
            slices.find(Slice { pawns: [white.bitboard(), black.bitboard()] })
        };
        assert!(place(Square::A2, Square::A2).is_none());
        assert!(place(Square::A1, Square::A2).is_none());
        assert!(place(Square::A2, Square::H8).is_none());
        assert!(slices.find(Slice { pawns: [BitBoard::EMPTY; 2] }).is_none());
    }
}
