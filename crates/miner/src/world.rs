//! The stored positions of an endgame in a fixed order, each in one order of like men.
//!
//! Of symmetric positions one is stored, but two where both kings are on the diagonal a1-h8 or the
//! pawns are their own mirror image.

use std::ops::Range;

use drawproof_board::{Color, Piece};
use drawproof_features::{Men, operator::Column, program::Squares};
use drawproof_tables::{Layout, PlainTable, census::Classes, parallel};
use drawproof_verifier::Batch;

/// Words that a thread goes through in one part of its work.
pub(crate) const WORDS: usize = 1024;

/// Up to 64 positions that differ in the square of one man.
pub struct Places {
    /// The squares of each man by lane.
    pub squares: Squares,
    /// The drawn lanes.
    pub draws: u64,
    /// The lanes won for either side.
    pub decisive: u64,
    /// The number of positions of the whole board that each lane represents, like men distinguished.
    pub weight: u64,
    /// The number of the first lane; the other lanes follow it.
    pub first: u64,
}

/// The squares of a batch's men.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct BatchColumns {
    /// The squares of each man by lane.
    pub squares: Squares,
    /// Lanes with a legal en-passant capture, which features do not see.
    pub en_passant: u64,
}

impl BatchColumns {
    /// The positions of a batch.
    pub fn of(batch: &Batch, men: &Men) -> BatchColumns {
        let mut columns = BatchColumns::default();
        columns.fill(batch, men);
        columns
    }

    /// Replaces the positions by those of a batch.
    pub fn fill(&mut self, batch: &Batch, men: &Men) {
        let count = men.side(0).len() + men.side(1).len();
        let Squares { men: columns, varying, first_to_move } = &mut self.squares;
        columns.clear();
        columns.resize(count, [0; 64]);
        (*varying, *first_to_move, self.en_passant) = (0, false, 0);
        let mut known = None;
        batch.for_each(|lane, position| {
            let (squares, to_move) =
                men.squares(&position.colour, &position.kind, position.side_to_move);
            *first_to_move = to_move;
            self.en_passant |= u64::from(position.en_passant != 64) << lane;
            for (place, column) in columns.iter_mut().enumerate() {
                column[lane] = squares[place];
            }
            let first = known.get_or_insert(squares);
            for place in 0..count {
                *varying |= u8::from(first[place] != squares[place]) << place;
            }
        });
        // Men with one square take it in the empty lanes too, so that they count as fixed.
        if let Some(first) = known {
            for (place, column) in columns.iter_mut().enumerate() {
                if *varying >> place & 1 == 0 {
                    column.fill(first[place]);
                }
            }
        }
    }
}

/// All positions of an endgame, in a fixed order, by words of 64.
pub struct World<'a> {
    table: &'a PlainTable,
    men: Men,
    classes: Classes,
    low_man: usize,
    /// The number of orders of like men.
    orders: u64,
    /// Called before each [`WORDS`] words.
    reading: &'a (dyn Fn() + Sync),
}

impl<'a> World<'a> {
    /// The positions of a table.
    pub fn new(table: &'a PlainTable) -> World<'a> {
        let layout = table.layout();
        let men = Men::of_endgame(&table.material().to_string()).expect("tables are of endgames");
        let classes = Classes::new(layout);
        let orders = Color::ALL
            .into_iter()
            .flat_map(|color| PIECES.map(|piece| table.material().get().count(color, piece)))
            .map(|count| (1..=count as u64).product::<u64>())
            .product();
        World { table, men, classes, low_man: layout.low_man(), orders, reading: &|| {} }
    }

    /// The same positions; `reading` is called now and then while the table is read.
    #[must_use]
    pub fn with_reading(self, reading: &'a (dyn Fn() + Sync)) -> World<'a> {
        World { reading, ..self }
    }

    /// The men.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// The numbering of the positions.
    pub fn layout(&self) -> &'a Layout {
        self.table.layout()
    }

    /// The number of words; both sides to move, one where the sides have the same men.
    pub fn words(&self) -> usize {
        self.table.layout().words() * if self.men.is_even() { 1 } else { 2 }
    }

    /// The numbers of draws and decisive positions among the stored positions.
    pub fn count(&self) -> (u64, u64) {
        count_lanes(self.words(), &|word| self.lanes(word))
    }

    /// The drawn and the decisive lanes of a word. Of positions that differ in the order of like men,
    /// one counts.
    pub fn lanes(&self, word: usize) -> (u64, u64) {
        if word.is_multiple_of(WORDS) {
            (self.reading)();
        }
        let (side, word) = self.side(word);
        let legal = self.table.legal(side)[word];
        if legal == 0 {
            return (0, 0);
        }
        let legal = self.classes.ordered(word, legal);
        let drawn = self.table.undecided(side, word);
        (legal & drawn, legal & !drawn)
    }

    /// The squares of White's and of Black's men in a word of the table, by lane.
    fn columns(&self, word: usize) -> Vec<Column> {
        let squares = self.table.layout().squares(word * 64);
        let mut men: Vec<Column> = squares.iter().map(|&square| [square as u64; 64]).collect();
        men[self.low_man] = std::array::from_fn(|lane| lane as u64);
        men
    }

    /// The squares of the men in a word of the table, with one side to move, as features see them.
    pub(crate) fn squares(&self, side: Color, word: usize) -> Squares {
        let mut men = self.columns(word);
        let mut varying = self.low_man;
        let is_even = self.men.is_even();
        if is_even && side == Color::Black {
            // The side to move is the first one, and the board is turned so that it is White.
            let half = men.len() / 2;
            men.rotate_left(half);
            men.iter_mut().flatten().for_each(|square| *square ^= 56);
            varying = (varying + half) % men.len();
        }
        let first_to_move = is_even || side == Color::White;
        Squares { men, varying: 1 << varying, first_to_move }
    }

    fn side(&self, word: usize) -> (Color, usize) {
        let words = self.table.layout().words();
        if word < words { (Color::White, word) } else { (Color::Black, word - words) }
    }

    /// The positions of a word; `None` if there are none.
    pub fn places(&self, word: usize) -> Option<Places> {
        let (draws, decisive) = self.lanes(word);
        if draws | decisive == 0 {
            return None;
        }
        let first = word as u64 * 64;
        let (side, word) = self.side(word);
        let layout = self.table.layout();
        let men = self.columns(word);
        let even = if self.men.is_even() { 2 } else { 1 };
        let images = layout.images(word >> (6 * (layout.digits() - 1))).len() as u64;
        Some(Places {
            squares: Squares {
                men,
                varying: 1 << self.low_man,
                first_to_move: side == Color::White,
            },
            draws,
            decisive,
            weight: images * self.orders * even * layout.pawn_orders(),
            first,
        })
    }
}

/// The kinds of men of which several can have digits in an index.
const PIECES: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Two sets of positions by word: draws and decisive positions, or right and wrong claims.
pub type SetsByWord<'a> = dyn Fn(usize) -> (u64, u64) + Sync + 'a;

/// The numbers of positions in two sets.
pub(crate) fn count_lanes(words: usize, lanes: &SetsByWord) -> (u64, u64) {
    let add = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
    let of_word = |(a, b): (u64, u64)| (u64::from(a.count_ones()), u64::from(b.count_ones()));
    let of_words = |words: Range<usize>| words.map(lanes).map(of_word).fold((0, 0), add);
    parallel::map_ranges(words, WORDS, of_words).into_iter().fold((0, 0), add)
}
