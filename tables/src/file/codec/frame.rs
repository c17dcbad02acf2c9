//! The part of a block that depends only on the layout: the stored places and the attacks there.

use drawproof_board::{Color, Square};

use crate::{
    endgame::{
        layout::{Layout, Man},
        legality::Lanes,
        like_men,
    },
    file::grid::{Grid, SIDE, Spot},
};

/// A set of cells of a block, `[side to move][word]`, bit = lane.
pub type Words = [[u64; SIDE]; 2];

/// The properties of a block that depend only on the layout.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The cells that the file stores. Only cells of legal positions are stored, and of positions
    /// that differ only by exchanging like men, only one.
    pub stored: Words,
    /// The places where the side to move is in check.
    check: Words,
    /// The places where the side to move attacks an undefended man.
    can_take: Words,
    /// The squares of the men other than the upper and the low man, `[word]`. The squares are the
    /// same in all words unless the words are king pairs.
    pub fixed: [u64; SIDE],
    /// The man whose square is the number of the word; `None` if the words are king pairs.
    pub upper_man: Option<Man>,
    /// The man whose square is the lane.
    pub low_man: Man,
}

impl Frame {
    /// Makes the frame of the first `words` words of block `number`. No cell of the other words
    /// counts as stored.
    pub fn new(layout: &Layout, grid: &Grid, number: usize, words: usize) -> Box<Frame> {
        let men = layout.men();
        let (upper, low) = grid.men(layout);
        let mut frame = Box::new(Frame {
            stored: [[0; SIDE]; 2],
            check: [[0; SIDE]; 2],
            can_take: [[0; SIDE]; 2],
            fixed: [0; SIDE],
            upper_man: upper.map(|man| men[man]),
            low_man: men[low],
        });
        let mut squares = layout.squares(grid.first_index(number));
        for word in 0..grid.words(number).min(words) {
            match upper {
                Some(man) => squares.put(man, Square::index(word)),
                None => squares = layout.squares(grid.index(Spot { block: number, word, lane: 0 })),
            }
            let in_order = like_men::lanes_in_order(like_men::pairs(layout), &squares, low);
            for (man, &square) in squares.iter().enumerate() {
                if man != low && Some(man) != upper {
                    frame.fixed[word] |= square.bitboard().0;
                }
            }
            let lanes = Lanes::new(men, &squares, low);
            let placed = lanes.placed() & in_order;
            if placed == 0 {
                continue;
            }
            let check = Color::ALL.map(|side| lanes.check(side));
            for side in Color::ALL {
                frame.stored[side as usize][word] = placed & !check[!side as usize];
                frame.check[side as usize][word] = check[side as usize];
                frame.can_take[side as usize][word] = lanes.can_take(side);
            }
        }
        frame
    }

    /// Returns whether the upper man and the low man are like men.
    pub fn has_like_men(&self) -> bool {
        self.upper_man == Some(self.low_man)
    }

    /// Returns three sets of lanes of a word: for each bit of [`Frame::tension`], the lanes in
    /// which the bit is set.
    #[inline]
    pub fn attacked(&self, side: Color, word: usize) -> [u64; 3] {
        let (own, other) = (side as usize, !side as usize);
        [self.check[own][word], self.can_take[own][word], self.can_take[other][word]]
    }

    /// Returns which men are attacked when `side` is to move: bit 0 its king, bit 1 an undefended
    /// man of the other side, bit 2 an undefended man of `side`.
    #[inline]
    pub fn tension(&self, side: Color, word: usize, lane: usize) -> u8 {
        let (own, other) = (side as usize, !side as usize);
        let bits = (self.check[own][word] >> lane & 1)
            | (self.can_take[own][word] >> lane & 1) << 1
            | (self.can_take[other][word] >> lane & 1) << 2;
        bits as u8
    }
}
