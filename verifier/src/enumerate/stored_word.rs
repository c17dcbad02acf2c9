//! The positions of one word of a table, and the batches of their images on the whole board.

use drawproof_board::{Color, Square};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, Man, Transform};

use super::{batch::Batch, results::LaneResults};

/// The stored positions of a word, with a side to move and an en-passant right or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct WordPlace {
    pub black_to_move: bool,
    /// The number of the word.
    pub word: usize,
    /// The target square of the en-passant capture.
    pub target: Option<Square>,
}

/// The stored positions of one word of a table, with one side to move.
pub(super) struct StoredWord<'a> {
    pub side: Color,
    /// The number of the word.
    pub word: usize,
    /// The lanes that hold a position.
    pub lanes: u64,
    pub results: LaneResults,
    /// The table cells, by lane.
    pub cells: &'a [u8; 64],
    /// The bytes of the second layer by lane, if the table has one.
    pub beyond: Option<&'a [u8; 64]>,
    /// The lanes that are drawn because the fifty-move rule is applied.
    pub cursed: u64,
    /// The target square of an en-passant capture.
    pub target: Option<Square>,
}

impl<'a> StoredWord<'a> {
    /// The positions in some lanes, with the results of their cells.
    #[inline(always)]
    pub fn new(
        side: Color,
        word: usize,
        target: Option<Square>,
        lanes: u64,
        cells: &'a [u8; 64],
        beyond: Option<&'a [u8; 64]>,
    ) -> StoredWord<'a> {
        let results = LaneResults::of(cells, lanes);
        StoredWord { side, word, lanes, results, cells, beyond, cursed: 0, target }
    }

    /// Where the positions are.
    pub fn place(&self) -> WordPlace {
        let black_to_move = self.side == Color::Black;
        WordPlace { black_to_move, word: self.word, target: self.target }
    }

    /// The images of the positions under `image`, with colours exchanged if `reversed`. `squares`
    /// are those of the word's first position.
    pub fn batch(
        &self,
        layout: &Layout,
        squares: &[Square],
        image: Transform,
        reversed: bool,
    ) -> Batch {
        let colour = |color: Color| if reversed { !color } else { color };
        let mut base = Position {
            colour: [0; 2],
            kind: [0; 6],
            side_to_move: colour(self.side) as u8,
            en_passant: self.target.map_or(64, |square| image.square(square) as u8),
        };
        let low_man = layout.low_man();
        for (number, (man, &square)) in layout.men().iter().zip(squares).enumerate() {
            if number != low_man {
                let set = image.square(square).bitboard().0;
                base.colour[colour(man.color) as usize] |= set;
                base.kind[man.piece as usize] |= set;
            }
        }
        let Man { color, piece } = layout.men()[low_man];
        Batch::new(base, Man { color: colour(color), piece }, image, self.lanes)
    }
}
