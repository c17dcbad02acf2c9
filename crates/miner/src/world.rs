//! The stored positions of an endgame in a fixed order, each in one order of like men, or a sample of them.
//!
//! Of symmetric positions one is stored, but two where both kings are on the diagonal a1-h8 or the
//! pawns are their own mirror image.

use std::{ops::Range, sync::Arc};

use drawproof_board::{Color, Piece};
use drawproof_features::{Men, operator::Column, program::Squares};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, PlainTable, census::Classes, parallel, positions::RandomPositions};
use drawproof_verifier::{Batch, Recording, saved_file::FileError};

/// The number of words that a thread processes in one task.
pub(crate) const WORDS: usize = 1024;

/// The positions of one word: up to 64 positions (lanes 0 to 63) that differ only in the square of
/// one man.
pub struct Places {
    /// The square of each man in each lane.
    pub squares: Squares,
    /// The lanes of drawn positions, as bits.
    pub draws: u64,
    /// The lanes of positions won for either side, as bits.
    pub decisive: u64,
    /// The number of positions of the whole board that each lane represents, counting permutations
    /// of like men as different.
    pub weight: u64,
    /// The number of the position in lane 0; lane `i` has this number plus `i`.
    pub first: u64,
}

/// The squares of a batch's men.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct BatchColumns {
    /// The squares of each man by lane.
    pub squares: Squares,
    /// The lanes with a legal en-passant capture, which features do not take into account.
    pub en_passant: u64,
}

impl BatchColumns {
    /// Collects the squares of the men of a batch.
    pub fn of(batch: &Batch, men: &Men) -> BatchColumns {
        let mut columns = BatchColumns::default();
        columns.fill(batch, men);
        columns
    }

    /// Replaces the squares by those of the men of another batch.
    pub fn fill(&mut self, batch: &Batch, men: &Men) {
        self.fill_with(men, |visit| batch.for_each(visit));
    }

    /// Replaces the positions by those that `each` visits with their lanes.
    fn fill_with(&mut self, men: &Men, each: impl FnOnce(&mut dyn FnMut(usize, &Position))) {
        let count = men.side(0).len() + men.side(1).len();
        let Squares { men: columns, varying, first_to_move } = &mut self.squares;
        columns.clear();
        columns.resize(count, [0; 64]);
        (*varying, *first_to_move, self.en_passant) = (0, false, 0);
        let mut known = None;
        each(&mut |lane, position| {
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

/// All positions of an endgame in a fixed order, or a sample of them, in words of 64 positions.
pub struct World<'a> {
    positions: Positions<'a>,
    men: Men,
    /// Called before each [`WORDS`] words.
    reading: &'a (dyn Fn() + Sync),
}

/// The positions of a world.
enum Positions<'a> {
    Table(OfTable<'a>),
    Sample(Sampled),
}

/// All stored positions.
struct OfTable<'a> {
    table: &'a PlainTable,
    classes: Classes,
    low_man: usize,
    /// The number of orders of like men.
    orders: u64,
}

/// Those of a recorded sample, drawn again whenever they are wanted.
struct Sampled {
    layout: Arc<Layout>,
    positions: RandomPositions,
    /// The drawn and the decisive lanes: `[side to move][word]`.
    results: [Vec<(u64, u64)>; 2],
}

impl<'a> World<'a> {
    /// Makes a world of the positions of a table.
    pub fn new(table: &'a PlainTable) -> World<'a> {
        let layout = table.layout();
        let orders = Color::ALL
            .into_iter()
            .flat_map(|color| PIECES.map(|piece| table.material().get().count(color, piece)))
            .map(|count| (1..=count as u64).product::<u64>())
            .product();
        let (classes, low_man) = (Classes::new(layout), layout.low_man());
        let positions = Positions::Table(OfTable { table, classes, low_man, orders });
        World { positions, men: men_of(layout), reading: &|| {} }
    }

    /// Makes a world of the positions of a recorded sample; `None` if the recording is of all
    /// positions.
    ///
    /// # Errors
    ///
    /// The recording is damaged.
    pub fn of_sample(recording: &Recording) -> Result<Option<World<'a>>, FileError> {
        let Some(sample) = recording.header.sample else { return Ok(None) };
        let material = recording.header.endgame.parse().expect("it was recorded");
        let layout = Arc::new(Layout::new(material));
        let results = recording.results(&layout)?;
        let (men, positions) = (men_of(&layout), RandomPositions::new(&layout, sample));
        let positions = Positions::Sample(Sampled { layout, positions, results });
        Ok(Some(World { positions, men, reading: &|| {} }))
    }

    /// Makes the world call `reading` repeatedly while its table is read.
    #[must_use]
    pub fn with_reading(self, reading: &'a (dyn Fn() + Sync)) -> World<'a> {
        World { reading, ..self }
    }

    /// Returns the men of the endgame.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// Returns the layout of the endgame's table.
    pub fn layout(&self) -> &Layout {
        match &self.positions {
            Positions::Table(OfTable { table, .. }) => table.layout(),
            Positions::Sample(Sampled { layout, .. }) => layout,
        }
    }

    /// Returns the number of words with one side to move.
    fn words_of_side(&self) -> usize {
        match &self.positions {
            Positions::Table(OfTable { table, .. }) => table.layout().words(),
            Positions::Sample(Sampled { results, .. }) => results[0].len(),
        }
    }

    /// Returns the number of words. If both sides have the same men, only one side to move counts.
    pub fn words(&self) -> usize {
        self.words_of_side() * if self.men.is_even() { 1 } else { 2 }
    }

    /// Returns the numbers of draws and of decisive positions in this world.
    pub fn count(&self) -> (u64, u64) {
        count_lanes(self.words(), &|word| self.lanes(word))
    }

    /// Returns the lanes of draws and of decisive positions in a word, as bits. If positions differ
    /// only in the order of like men, only one of them is included.
    pub fn lanes(&self, word: usize) -> (u64, u64) {
        if word.is_multiple_of(WORDS) {
            (self.reading)();
        }
        let (side, word) = self.side(word);
        match &self.positions {
            Positions::Table(of_table) => of_table.lanes(side, word),
            Positions::Sample(sampled) => sampled.results[side as usize][word],
        }
    }

    /// Returns the squares of the men in a word, with one side to move, in the form that features
    /// use.
    pub(crate) fn squares(&self, side: Color, word: usize) -> Squares {
        match &self.positions {
            Positions::Table(of_table) => of_table.squares(side, word, self.men.is_even()),
            Positions::Sample(sampled) => sampled.squares(side, word, &self.men),
        }
    }

    fn side(&self, word: usize) -> (Color, usize) {
        let words = self.words_of_side();
        if word < words { (Color::White, word) } else { (Color::Black, word - words) }
    }

    /// Returns the positions of a word; `None` if the word has none.
    pub fn places(&self, word: usize) -> Option<Places> {
        let (draws, decisive) = self.lanes(word);
        if draws | decisive == 0 {
            return None;
        }
        let first = word as u64 * 64;
        let (side, word) = self.side(word);
        let weight = match &self.positions {
            Positions::Table(of_table) => of_table.weight(word, self.men.is_even()),
            Positions::Sample(_) => 1,
        };
        Some(Places { squares: self.squares(side, word), draws, decisive, weight, first })
    }
}

/// Returns the men of an endgame.
fn men_of(layout: &Layout) -> Men {
    Men::of_endgame(&layout.material().to_string()).expect("an endgame has a name")
}

impl OfTable<'_> {
    fn lanes(&self, side: Color, word: usize) -> (u64, u64) {
        let legal = self.table.legal(side)[word];
        if legal == 0 {
            return (0, 0);
        }
        let legal = self.classes.ordered(word, legal);
        let drawn = self.table.undecided(side, word);
        (legal & drawn, legal & !drawn)
    }

    /// Returns the squares of White's and of Black's men in a word of the table, by lane.
    fn columns(&self, word: usize) -> Vec<Column> {
        let squares = self.table.layout().squares(word * 64);
        let mut men: Vec<Column> = squares.iter().map(|&square| [square as u64; 64]).collect();
        men[self.low_man] = std::array::from_fn(|lane| lane as u64);
        men
    }

    fn squares(&self, side: Color, word: usize, is_even: bool) -> Squares {
        let mut men = self.columns(word);
        let mut varying = self.low_man;
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

    /// Returns the number of positions of the whole board that a lane of a word represents.
    fn weight(&self, word: usize, is_even: bool) -> u64 {
        let layout = self.table.layout();
        let images = layout.images(word >> (6 * (layout.digits() - 1))).len() as u64;
        images * self.orders * if is_even { 2 } else { 1 } * layout.pawn_orders()
    }
}

impl Sampled {
    fn squares(&self, side: Color, word: usize, men: &Men) -> Squares {
        let (drawn, decisive) = self.results[side as usize][word];
        let mut columns = BatchColumns::default();
        columns.fill_with(men, |visit| {
            for lane in (0..64).filter(|lane| (drawn | decisive) >> lane & 1 != 0) {
                let drawn = self.positions.get((word * 64 + lane) as u64);
                visit(lane, &Position::from(&drawn.expect("it was recorded").board));
            }
        });
        columns.squares
    }
}

/// The kinds of men of which several can have digits in an index.
const PIECES: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// A function that returns two sets of positions of a word, as bits: draws and decisive positions,
/// or right and wrong claims.
pub type SetsByWord<'a> = dyn Fn(usize) -> (u64, u64) + Sync + 'a;

/// Returns the numbers of positions in the two sets, over all words.
pub(crate) fn count_lanes(words: usize, lanes: &SetsByWord) -> (u64, u64) {
    let add = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
    let of_word = |(a, b): (u64, u64)| (u64::from(a.count_ones()), u64::from(b.count_ones()));
    let of_words = |words: Range<usize>| words.map(lanes).map(of_word).fold((0, 0), add);
    parallel::map_ranges(words, WORDS, of_words).into_iter().fold((0, 0), add)
}
