//! The positions of one word of a table, and the batches of their images on the whole board.

use drawproof_board::{Color, Square};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, Man, Transform};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{batch::Batch, results::LaneResults, values::WordValues};

/// A word of a table with a side to move and, if its positions have an en-passant right, the target
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct WordPlace {
    pub black_to_move: bool,
    /// The number of the word in the table: its positions have the indices from `64 * word`.
    pub word: usize,
    /// The target square of the en-passant capture, serialized as its number; `None` without the
    /// right.
    #[serde(serialize_with = "to_number", deserialize_with = "from_number")]
    pub target: Option<Square>,
}

fn to_number<S: Serializer>(target: &Option<Square>, to: S) -> Result<S::Ok, S::Error> {
    target.map(|square| square as u8).serialize(to)
}

fn from_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Square>, D::Error> {
    let number: Option<u8> = Deserialize::deserialize(from)?;
    let square = |number: u8| Square::try_index(number.into());
    number.map(|it| square(it).ok_or_else(|| D::Error::custom("not a square"))).transpose()
}

impl WordPlace {
    /// Makes the place of a word's positions with a side to move and, for positions with an
    /// en-passant right, the target square of the capture.
    pub fn new(side: Color, word: usize, target: Option<Square>) -> WordPlace {
        WordPlace { black_to_move: side == Color::Black, word, target }
    }

    /// Returns the side to move.
    #[inline(always)]
    pub fn side_to_move(self) -> Color {
        if self.black_to_move { Color::Black } else { Color::White }
    }

    /// Returns whether the positions have an en-passant right.
    #[inline(always)]
    pub fn is_en_passant(self) -> bool {
        self.target.is_some()
    }

    /// Returns a number that identifies the position in a lane: twice the table index, plus one if
    /// Black is to move.
    pub fn number(self, lane: usize) -> u64 {
        ((self.word * 64 + lane) as u64) << 1 | u64::from(self.black_to_move)
    }
}

/// The stored positions of one word of a table, with one side to move, and their truths.
#[derive(Clone, Copy)]
pub(crate) struct StoredWord<'a> {
    pub place: WordPlace,
    /// The lanes that hold a position, as bits.
    pub lanes: u64,
    /// The true results of the positions; within the fifty-move rule if it is applied.
    pub results: LaneResults,
    pub values: WordValues<'a>,
    /// The lanes that are drawn only because the fifty-move rule is applied; 0 if the rule is not
    /// applied.
    pub cursed: u64,
}

impl<'a> StoredWord<'a> {
    /// Makes the word of the positions in `lanes`, with the results that follow from `values`.
    #[inline(always)]
    pub fn new(place: WordPlace, lanes: u64, values: WordValues<'a>) -> StoredWord<'a> {
        let results = values.results(place.side_to_move(), lanes);
        StoredWord { place, lanes, results, values, cursed: 0 }
    }

    /// Returns the word restricted to the positions in `lanes`.
    #[inline(always)]
    pub fn among(&self, lanes: u64) -> StoredWord<'a> {
        StoredWord {
            lanes,
            results: self.results.among(lanes),
            cursed: self.cursed & lanes,
            ..*self
        }
    }

    /// Returns the images of the positions under `image`, with colours exchanged if `reversed`.
    /// `squares` are the squares of the word's first position.
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
            side_to_move: colour(self.place.side_to_move()) as u8,
            en_passant: self.place.target.map_or(64, |square| image.square(square) as u8),
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
