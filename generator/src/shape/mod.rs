//! The shape of the problem that one run of retrograde analysis solves: a whole pawnless table, or
//! one pawn placement (slice) of a table with pawns.
//!
//! A set of positions is an array of words, `[block][word]`, 64 lanes a word. The squares of the
//! *block men* say which block; those of the *upper men* are the digits of the word's number; the
//! *low man*'s square is the bit. Pawns stand still within an shape.

pub mod attacks;
pub mod geometry;
pub mod legality;
pub mod row;

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Color, Piece, Square};
use drawproof_tables::{Coordinate, KING_PAIR_COUNT, KingPairs, Layout, Man, Transform};

use crate::shape::attacks::bit;

/// Where a man's square is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The block says it.
    Block,
    /// The word's number says it: its six bits from that one on.
    Upper(u32),
    /// The bit of the word.
    Low,
    /// The slice says it (pawns).
    Slice(Square),
}

/// A king's move between blocks, seen from the block moved from.
#[derive(Clone, Copy, Debug)]
pub struct KingStep {
    /// The block moved to.
    pub block: usize,
    /// Takes the squares of the block moved from to those of the block moved to.
    pub transform: Transform,
}

/// The men of a word: everybody's square but the low man's.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// By man, in the order of the layout; the low man's is meaningless.
    pub squares: [Square; 6],
    /// The squares of all men but the low man.
    pub occupied: u64,
    /// Whether two of those men share a square.
    pub overlaps: bool,
}

/// Shape of one problem. See the module.
#[derive(Debug)]
pub struct Shape<'a> {
    /// Layout of the table.
    pub layout: &'a Layout,
    /// Where each man's square is found.
    pub seats: Vec<Seat>,
    /// The upper men as (man, lowest bit of its square in the word's number).
    pub upper_men: Vec<(usize, u32)>,
    /// The low man.
    pub low_man: usize,
    /// Number of blocks.
    pub blocks: usize,
    /// Words in a block, a power of 64.
    pub words: usize,
    /// White's and Black's king.
    pub kings: [usize; 2],
    /// Two upper men of one kind, if there are such.
    pub like_pair: Option<LikePair>,
    /// By block: the squares of the men that stand still in it.
    standing: Vec<u64>,
}

/// Two upper men of one kind: the lowest and another one. A word and the one with their squares
/// exchanged hold the same positions; of such two the *first*, in which the lowest stands on the
/// higher square, is worked on, and the other is its copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LikePair {
    /// The lowest bit, in the word's number, of the square of the one that is not the lowest.
    shift: u32,
}

impl LikePair {
    /// The word with their squares exchanged.
    #[inline(always)]
    pub fn exchanged(self, word: usize) -> usize {
        let change = (word ^ word >> self.shift) & 63;
        word ^ change ^ change << self.shift
    }

    /// The first of a word and the one with their squares exchanged.
    #[inline(always)]
    pub fn canonical(self, word: usize) -> usize {
        if (word >> self.shift & 63) > word & 63 { self.exchanged(word) } else { word }
    }

    /// Of a row of 64 words, those that are first: a bit for each square of the lowest man.
    #[inline(always)]
    pub fn canonical_in_row(self, first_word: usize) -> u64 {
        u64::MAX << (first_word >> self.shift & 63) << 1
    }
}

/// Most upper men beside the kings that share a block, where kings have digits: a block of 4,096
/// words (32 KiB) stays in the cache.
const ROWS_IN_BLOCK: u32 = 2;

impl<'a> Shape<'a> {
    /// The shape of a slice of a table; slice 0 without pawns.
    pub fn new(layout: &'a Layout, slice: usize) -> Shape<'a> {
        let has_pawns = layout.material().get().has_pawns();
        // The white king leads the digits where there are too many for one block.
        let block_digits = if has_pawns && layout.digits() > ROWS_IN_BLOCK + 1 { 1 } else { 0 };
        let rows_count = layout.digits() - 1 - block_digits;
        let mut pawns = layout.slices().get(slice).pawns.map(|set| set.into_iter());
        let seats: Vec<Seat> = layout
            .men()
            .iter()
            .zip(layout.coordinates())
            .map(|(man, coordinate)| match *coordinate {
                Coordinate::KingPair => Seat::Block,
                Coordinate::Pawn => {
                    Seat::Slice(pawns[man.color as usize].next().expect("a square for each pawn"))
                }
                Coordinate::Digit(0) => Seat::Low,
                Coordinate::Digit(digit) if digit > rows_count => Seat::Block,
                Coordinate::Digit(digit) => Seat::Upper(6 * (digit - 1)),
            })
            .collect();
        let rows: Vec<(usize, u32)> = (0..seats.len())
            .filter_map(|man| match seats[man] {
                Seat::Upper(shift) => Some((man, shift)),
                _ => None,
            })
            .collect();
        let mut shape = Shape {
            standing: Vec::new(),
            layout,
            like_pair: like_pair(layout, &rows),
            upper_men: rows,
            low_man: layout.lane_man(),
            blocks: if has_pawns { 1 << (6 * block_digits) } else { KING_PAIR_COUNT },
            words: 1 << (6 * rows_count),
            kings: Color::ALL.map(|color| layout.man(color, Piece::King)),
            seats,
        };
        shape.standing = (0..shape.blocks).map(|block| shape.compute_standing(block)).collect();
        shape
    }

    /// Of a row of 64 words that starts with this one, those that are worked on.
    #[inline(always)]
    pub fn canonical_in_row(&self, first_word: usize) -> u64 {
        self.like_pair.map_or(u64::MAX, |like_pair| like_pair.canonical_in_row(first_word))
    }

    /// A man.
    pub fn man(&self, man: usize) -> Man {
        self.layout.men()[man]
    }

    /// Whether blocks are the squares of one king, not of both.
    pub fn is_one_king(&self) -> bool {
        self.blocks == 64
    }

    /// The a higher upper man, if there is exactly one.
    pub fn only_higher_upper(&self) -> Option<usize> {
        let mut upper = self.upper_men.iter().filter(|(_, shift)| *shift > 0);
        upper.next().filter(|_| upper.next().is_none()).map(|&(man, _)| man)
    }

    /// The kind of the first upper man, if it is a side's.
    pub fn first_upper_piece(&self, side: Color) -> Option<Piece> {
        let (low, _) = self.upper_men.iter().find(|(_, shift)| *shift == 0)?;
        let Man { color, piece } = self.man(*low);
        (color == side).then_some(piece)
    }

    /// Whether a man's square is a digit of the word's number, other than the lowest.
    pub fn is_higher_upper(&self, man: usize) -> bool {
        matches!(self.seats[man], Seat::Upper(shift) if shift > 0)
    }

    /// The men of a word.
    #[inline]
    pub fn word(&self, block: usize, word: usize) -> Word {
        let mut squares = [Square::A1; 6];
        let mut occupied = 0;
        let mut overlaps = false;
        for (man, seat) in self.seats.iter().enumerate() {
            squares[man] = match *seat {
                Seat::Low => continue,
                Seat::Slice(square) => square,
                Seat::Upper(shift) => Square::index(word >> shift & 63),
                Seat::Block if self.is_one_king() => Square::index(block),
                Seat::Block => KingPairs::get().squares(block)[self.man(man).color as usize],
            };
            overlaps |= occupied & bit(squares[man]) != 0;
            occupied |= bit(squares[man]);
        }
        Word { squares, occupied, overlaps }
    }

    /// The squares of the men that stand still within a block: pawns and block men.
    #[inline(always)]
    pub fn standing(&self, block: usize) -> u64 {
        self.standing[block]
    }

    /// Works out [`Shape::standing`].
    fn compute_standing(&self, block: usize) -> u64 {
        let word = self.word(block, 0);
        let standing = |man: &usize| matches!(self.seats[*man], Seat::Block | Seat::Slice(_));
        (0..self.seats.len()).filter(standing).fold(0, |set, man| set | bit(word.squares[man]))
    }

    /// The moves of a king from a block to other blocks; none if that king is no block man.
    pub fn king_steps(&self, color: Color, block: usize) -> &'static [KingStep] {
        if self.seats[self.kings[color as usize]] != Seat::Block {
            return &[];
        }
        if self.blocks == KING_PAIR_COUNT {
            &PAIR_STEPS[color as usize][block]
        } else {
            &STEPS[block]
        }
    }

    /// The number of a word after a symmetry of the board.
    #[inline]
    pub fn transform_word(&self, transform: Transform, word: usize) -> usize {
        if transform == Transform::IDENTITY {
            return word;
        }
        let image = transform.squares();
        self.upper_men
            .iter()
            .fold(0, |moved, &(_, shift)| moved | usize::from(image[word >> shift & 63]) << shift)
    }
}

/// The upper men of one kind, if the lowest is one of them.
fn like_pair(layout: &Layout, rows: &[(usize, u32)]) -> Option<LikePair> {
    let men = layout.men();
    let &(low, _) = rows.iter().find(|(_, shift)| *shift == 0)?;
    let like_word = rows.iter().find(|&&(man, shift)| shift > 0 && men[man] == men[low])?;
    Some(LikePair { shift: like_word.1 })
}

/// Steps of a king that is a block alone, by square.
static STEPS: LazyLock<Vec<Vec<KingStep>>> = LazyLock::new(|| {
    let step = |to: Square| KingStep { block: to as usize, transform: Transform::IDENTITY };
    let steps = |from| cozy_chess::get_king_moves(from).into_iter().map(step).collect();
    Square::ALL.into_iter().map(steps).collect()
});

/// Steps of a king of a pair: `[color][pair]`. Those without a symmetry come first.
static PAIR_STEPS: LazyLock<[Vec<Vec<KingStep>>; 2]> = LazyLock::new(|| {
    Color::ALL.map(|color| {
        let steps = |pair| {
            let kings = KingPairs::get().squares(pair);
            let destinations: BitBoard = cozy_chess::get_king_moves(kings[color as usize]);
            let mut steps: Vec<KingStep> = destinations
                .into_iter()
                .filter_map(|to| {
                    let mut moved = kings;
                    moved[color as usize] = to;
                    let (block, transform) = KingPairs::get().find(moved[0], moved[1])?;
                    Some(KingStep { block, transform })
                })
                .collect();
            steps.sort_by_key(|step| step.transform.number());
            steps
        };
        (0..KING_PAIR_COUNT).map(steps).collect()
    })
});

#[cfg(test)]
mod tests {
    use drawproof_tables::Material;

    use super::*;

    #[test]
    fn of_two_words_that_differ_by_an_exchange_of_twins_one_is_worked_on() {
        let like_pair = |name: &str| {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            let shape = Shape::new(&layout, 0);
            let mut own = 0;
            for word in 0..shape.words {
                let is_own = shape.canonical_in_row(word & !63) >> (word & 63) & 1 != 0;
                own += usize::from(is_own);
                let Some(like_pair) = shape.like_pair else { continue };
                let like_word = like_pair.exchanged(word);
                let (this, other) = (shape.word(7, word), shape.word(7, like_word));
                assert_eq!((this.occupied, this.overlaps), (other.occupied, other.overlaps));
                assert_eq!(like_pair.exchanged(like_word), word);
                assert_eq!(like_pair.canonical(word), like_pair.canonical(like_word));
                let on_one_square = like_word == word;
                assert_eq!(is_own, like_pair.canonical(word) == word && !on_one_square, "{word}");
            }
            (shape.words, own)
        };
        assert_eq!(like_pair("KBBKR"), (4096, 2016));
        assert_eq!(like_pair("KNNKN"), (4096, 2016));
        // The like men of these are not both upper men.
        assert_eq!(like_pair("KRBBK"), (4096, 4096));
        assert_eq!(like_pair("KBNKR"), (4096, 4096));
        assert_eq!(like_pair("KNNK"), (64, 64));
        assert_eq!(like_pair("KRKP"), (4096, 4096));
    }
}
