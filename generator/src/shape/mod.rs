//! The shape of one subproblem of retrograde analysis: a whole pawnless table, or one pawn
//! placement (slice) of a table with pawns. A shape defines how the words of a set encode the
//! squares of the men, and which positions are legal. The modules that move men use it; the sets
//! themselves are in [`crate::sets`].
//!
//! A set of positions is an array of words, `[block][word]`, with one bit for each lane. The square
//! of each man is encoded in one of these ways:
//!
//! * *block men*: the number of the block is the king pair, or the square of one king;
//! * *upper men*: their squares are the digits, to base 64, of the word's number. The *first upper
//!   man* has the lowest digit, so its square is the word's number within its row of 64 words; the
//!   others are the *higher upper men*;
//! * the *low man*: its square is the bit;
//! * *pawns* do not move within a shape: the slice defines their squares.
//!
//! The files:
//!
//! * this one: [`Shape`], its [`Seat`]s, the men of a word, and the king moves between blocks.
//! * [`like_men`]: two upper men of one kind and colour.
//! * [`attacks`]: attacks of one man, and tables of the board's lines.
//! * [`legality`] and [`row`]: the legal positions of a word and of a row.

pub mod attacks;
pub mod legality;
pub mod like_men;
pub mod row;

use std::sync::LazyLock;

use drawproof_board::{BitBoard, Color, Piece, Square};
use drawproof_tables::{Coordinate, KING_PAIR_COUNT, KingPairs, Layout, MEN_MAX, Man, Transform};

use crate::shape::{attacks::bit, like_men::LikePair};

/// The part of a position's number that encodes a man's square: the number of the block, word or
/// lane, or the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The number of the block encodes the square.
    Block,
    /// Six bits of the word's number encode the square. The field is the index of the lowest of
    /// these bits.
    Upper(u32),
    /// The number of the lane is the square.
    Low,
    /// The slice determines the square: the man is a pawn on this square.
    Slice(Square),
}

/// The squares of all men in a word, except for the low man.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The square of each man, in the order of the layout; the square of the low man is arbitrary.
    pub squares: [Square; MEN_MAX],
    /// The set of the squares of these men.
    pub occupied: u64,
    /// Whether two of these men share a square.
    pub overlaps: bool,
}

/// A king's move from one block to another.
#[derive(Clone, Copy, Debug)]
pub struct KingStep {
    /// The block to which the king moves.
    pub block: usize,
    /// The symmetry that maps the squares of the block that the king leaves to the squares of
    /// [`KingStep::block`].
    pub transform: Transform,
}

/// The numbering of one subproblem's positions by block, word and lane. The module's documentation
/// explains it.
#[derive(Debug)]
pub struct Shape<'a> {
    /// The layout of the table.
    pub layout: &'a Layout,
    /// The part of the number that encodes each man's square, in the order of the layout.
    pub seats: Vec<Seat>,
    /// The upper men: the index of each man, and the lowest bit of its square in the word's number.
    pub upper_men: Vec<(usize, u32)>,
    /// The index of the low man in the layout.
    pub low_man: usize,
    /// The number of blocks.
    pub blocks: usize,
    /// The number of words in a block, a power of 64.
    pub words: usize,
    /// The index of each king in the layout, `[color]`.
    pub kings: [usize; 2],
    /// The first upper man and a man like it; `None` without such a man.
    pub like_pair: Option<LikePair>,
    /// The squares of the block men and pawns, `[block]`.
    standing: Vec<u64>,
}

/// The most upper men in a table with pawns: a block of 4,096 words (32 KiB) then fits the L1
/// cache.
const UPPER_MEN_MAX: u32 = 2;

impl<'a> Shape<'a> {
    /// Returns the shape of a slice of a table; slice 0 if the table has no pawns.
    pub fn new(layout: &'a Layout, slice: usize) -> Shape<'a> {
        let has_pawns = layout.material().get().has_pawns();
        // The white king has the highest digit. With too many digits, it becomes a block man.
        let block_digits = if has_pawns && layout.digits() > UPPER_MEN_MAX + 1 { 1 } else { 0 };
        let upper_digits = layout.digits() - 1 - block_digits;
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
                Coordinate::Digit(digit) if digit > upper_digits => Seat::Block,
                Coordinate::Digit(digit) => Seat::Upper(6 * (digit - 1)),
            })
            .collect();
        let upper_men: Vec<(usize, u32)> = (0..seats.len())
            .filter_map(|man| match seats[man] {
                Seat::Upper(shift) => Some((man, shift)),
                _ => None,
            })
            .collect();
        let mut shape = Shape {
            standing: Vec::new(),
            layout,
            like_pair: LikePair::find(layout, &upper_men),
            upper_men,
            low_man: layout.low_man(),
            blocks: if has_pawns { 1 << (6 * block_digits) } else { KING_PAIR_COUNT },
            words: 1 << (6 * upper_digits),
            kings: Color::ALL.map(|color| layout.man(color, Piece::King)),
            seats,
        };
        shape.standing = (0..shape.blocks).map(|block| shape.standing_men(block)).collect();
        shape
    }

    /// Returns the words to analyse in the row that starts with `first_word`, as a set with one bit
    /// for each word: all words, or only the canonical words if there is a pair of like men.
    #[inline(always)]
    pub fn canonical_in_row(&self, first_word: usize) -> u64 {
        self.like_pair.map_or(u64::MAX, |like_pair| like_pair.canonical_in_row(first_word))
    }

    /// Returns the kind and colour of a man.
    pub fn man(&self, man: usize) -> Man {
        self.layout.men()[man]
    }

    /// Returns whether the number of a block is the square of one king instead of a king pair.
    pub fn is_one_king(&self) -> bool {
        self.blocks == 64
    }

    /// Returns the kind of the first upper man if it belongs to `side`; otherwise `None`.
    pub fn first_upper_piece(&self, side: Color) -> Option<Piece> {
        let (first, _) = self.upper_men.iter().find(|(_, shift)| *shift == 0)?;
        let Man { color, piece } = self.man(*first);
        (color == side).then_some(piece)
    }

    /// Returns the squares of all men in a word, except for the low man.
    #[inline]
    pub fn word(&self, block: usize, word: usize) -> Word {
        let mut squares = [Square::A1; MEN_MAX];
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

    /// Returns the squares of the men that are fixed within a block: block men and pawns.
    #[inline(always)]
    pub fn standing(&self, block: usize) -> u64 {
        self.standing[block]
    }

    fn standing_men(&self, block: usize) -> u64 {
        let word = self.word(block, 0);
        let standing = |man: &usize| matches!(self.seats[*man], Seat::Block | Seat::Slice(_));
        (0..self.seats.len()).filter(standing).fold(0, |set, man| set | bit(word.squares[man]))
    }

    /// Returns the moves of the king of `color` from a block to other blocks; none if that king is
    /// not a block man. Moves without a symmetry come first.
    pub fn king_steps(&self, color: Color, block: usize) -> &'static [KingStep] {
        if self.seats[self.kings[color as usize]] != Seat::Block {
            &[]
        } else if self.is_one_king() {
            &STEPS[block]
        } else {
            &PAIR_STEPS[color as usize][block]
        }
    }

    /// Returns a sample of blocks for tests, and the blocks to which a king can step from the
    /// sample. The sample has all blocks of a small shape, and a few of a large one.
    #[cfg(test)]
    pub fn sample_of_blocks(&self) -> (Vec<usize>, Vec<usize>) {
        if self.words <= 4096 {
            return ((0..self.blocks).step_by(37).collect(), (0..self.blocks).collect());
        }
        // In the first block both kings are on the diagonal, so many steps have a symmetry.
        let blocks = vec![0, 300];
        let mut near = blocks.clone();
        for &block in &blocks {
            for color in Color::ALL {
                near.extend(self.king_steps(color, block).iter().map(|step| step.block));
            }
        }
        near.sort_unstable();
        near.dedup();
        (blocks, near)
    }

    /// Returns the image of a word's number under a symmetry of the board.
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

/// The king steps from a block whose number is the square of one king, `[square]`.
static STEPS: LazyLock<Vec<Vec<KingStep>>> = LazyLock::new(|| {
    let step = |to: Square| KingStep { block: to as usize, transform: Transform::IDENTITY };
    let steps = |from| drawproof_board::get_king_moves(from).into_iter().map(step).collect();
    Square::ALL.into_iter().map(steps).collect()
});

/// The king steps from a block whose number is a king pair, `[color][pair]`. Steps without a
/// symmetry come first.
static PAIR_STEPS: LazyLock<[Vec<Vec<KingStep>>; 2]> = LazyLock::new(|| {
    Color::ALL.map(|color| {
        let steps = |pair| {
            let kings = KingPairs::get().squares(pair);
            let destinations: BitBoard = drawproof_board::get_king_moves(kings[color as usize]);
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
