//! All questions of an endgame: every position a rule is asked about, in a fixed order, in chunks.
//!
//! A question is a batch of positions of the whole board with the values of each, and the batch of
//! their colour-reversed twins. The order is the same at every call, so that one thread may write
//! the positions to a program while another reads the answers.

use std::sync::Arc;

use cozy_chess::{BitBoard, Color, File, Piece, Rank, Square};
use drawproof_recognizers::Position;
use drawproof_tables::{Cell, Layout, Man, PlainTable, TableSet, Transform, Value, probe};

use crate::{Batch, Counting, VerifyError, line::board_of, tables::TableSource, tally::Truths};

/// Words of one chunk.
const CHUNK_WORDS: usize = 1024;

/// A batch of positions to ask about, and what they are.
pub(crate) struct Question<'a> {
    /// The positions.
    pub batch: Batch,
    /// The same with colours exchanged and ranks flipped, lane by lane.
    pub twin: Batch,
    /// Their values.
    pub truths: Truths,
    /// Their table cells, by lane.
    pub cells: &'a [u8; 64],
    /// Whose turn it is, in the batch.
    pub side_to_move: Color,
    /// The word of the table.
    pub word: usize,
    /// Whether this is the first question about these stored positions; the others are about
    /// mirror images of them or ask again.
    pub first: bool,
    /// How many questions there are about these stored positions.
    pub weight: u64,
    /// Whether there is an en-passant right.
    pub en_passant: bool,
}

impl Question<'_> {
    /// A number of the stored position in a lane.
    pub fn stored(&self, lane: usize) -> u64 {
        ((self.word * 64 + lane) as u64) << 1 | self.side_to_move as u64
    }
}

/// A slice and a double push in it that can be taken en passant.
struct EnPassant {
    slice: usize,
    side_to_move: Color,
    target: Square,
    /// Squares the pushed pawn has passed and left.
    behind: BitBoard,
}

/// The questions about one endgame.
pub(crate) struct Questions {
    table: Arc<PlainTable>,
    counting: Counting,
    /// The endgame's table and those that en-passant captures lead to.
    around: TableSet,
    en_passant: Vec<EnPassant>,
}

impl Questions {
    pub fn new(
        table: Arc<PlainTable>,
        counting: Counting,
        tables: &dyn TableSource,
    ) -> Result<Questions, VerifyError> {
        let en_passant = en_passant_slices(table.layout());
        let mut around = TableSet::new();
        around.insert(table.clone());
        if !en_passant.is_empty() {
            for color in Color::ALL {
                let left = table.material().get().without(color, Piece::Pawn).normalise().0;
                if left.get().men() > 2 {
                    around.insert(tables.table(left).map_err(VerifyError::Table)?);
                }
            }
        }
        Ok(Questions { table, counting, around, en_passant })
    }

    pub fn table(&self) -> &PlainTable {
        &self.table
    }

    /// Chunks of plain questions; those with en-passant rights follow.
    fn plain_chunks(&self) -> usize {
        2 * self.chunks_a_side()
    }

    fn chunks_a_side(&self) -> usize {
        self.table.layout().words().div_ceil(CHUNK_WORDS)
    }

    /// The number of chunks.
    pub fn chunks(&self) -> usize {
        self.plain_chunks() + self.en_passant.len()
    }

    /// The number of positions without an en-passant right.
    pub fn positions(&self) -> u64 {
        (0..self.plain_chunks())
            .map(|chunk| {
                let (side, words) = self.words(chunk);
                let legal = self.table.legal(side);
                let count = |word: usize| {
                    let lanes = u64::from(legal[word].count_ones());
                    if lanes == 0 { 0 } else { lanes * self.images(word).count() as u64 }
                };
                words.map(count).sum::<u64>()
            })
            .sum::<u64>()
            * self.table.layout().pawn_orders()
    }

    /// The side to move and the words of a plain chunk.
    fn words(&self, chunk: usize) -> (Color, std::ops::Range<usize>) {
        let (side, chunk) = (chunk / self.chunks_a_side(), chunk % self.chunks_a_side());
        let end = self.table.layout().words().min((chunk + 1) * CHUNK_WORDS);
        (Color::ALL[side], chunk * CHUNK_WORDS..end)
    }

    /// The symmetries whose images of a word's positions are counted.
    fn images(&self, word: usize) -> impl Iterator<Item = Transform> + use<> {
        let layout = self.table.layout();
        let outer = word >> (6 * (layout.digits() - 1));
        let strong_king = layout.squares(word * 64)[0];
        let has_pawns = layout.material().get().has_pawns();
        let counting = self.counting;
        let counted =
            move |image: &Transform| counting.counts(has_pawns, image.square(strong_king));
        layout.images(outer).iter().copied().filter(counted)
    }

    /// Visits the questions of a chunk in their order.
    pub fn visit<E>(
        &self,
        chunk: usize,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        if chunk >= self.plain_chunks() {
            return self.visit_en_passant(&self.en_passant[chunk - self.plain_chunks()], visit);
        }
        let (side, words) = self.words(chunk);
        let (legal, cells) = (self.table.legal(side), self.table.cells(side));
        for word in words.filter(|&word| legal[word] != 0) {
            let cells = cells[word * 64..][..64].try_into().expect("a word is 64 cells");
            let truths = Truths::of(cells, legal[word]);
            let base = Base { side, word, lanes: legal[word], truths, cells, target: None };
            self.visit_images(&base, visit)?;
        }
        Ok(())
    }

    /// Visits the images of a word's positions, as often as its pawns can be told apart.
    fn visit_images<E>(
        &self,
        base: &Base,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        let layout = self.table.layout();
        let squares = layout.squares(base.word * 64);
        let mut first = true;
        let weight = self.images(base.word).count() as u64 * layout.pawn_orders();
        for image in self.images(base.word) {
            let question = Question {
                batch: base.batch(layout, &squares, image, false),
                twin: base.batch(layout, &squares, image.then(Transform::FLIP_RANKS), true),
                truths: base.truths,
                cells: base.cells,
                side_to_move: base.side,
                word: base.word,
                first,
                weight,
                en_passant: base.target.is_some(),
            };
            visit(&question)?;
            first = false;
            let again = Question { first, ..question };
            for _ in 1..layout.pawn_orders() {
                visit(&again)?;
            }
        }
        Ok(())
    }

    /// Visits the positions of a slice in which a double push can be taken en passant.
    fn visit_en_passant<E>(
        &self,
        right: &EnPassant,
        visit: &mut impl FnMut(&Question) -> Result<(), E>,
    ) -> Result<(), E> {
        let layout = self.table.layout();
        let words = 1 << (6 * (layout.digits() - 1));
        for word in right.slice * words..(right.slice + 1) * words {
            let squares = layout.squares(word * 64);
            let blocked = layout
                .men()
                .iter()
                .zip(squares.iter())
                .enumerate()
                .any(|(m, (_, &s))| m != layout.low_man() && right.behind.has(s));
            let legal = self.table.legal(right.side_to_move)[word] & !right.behind.0;
            if blocked || legal == 0 {
                continue;
            }
            let (lanes, cells) = self.en_passant_values(right, word, legal);
            if lanes != 0 {
                let truths = Truths::of(&cells, lanes);
                let (side, target) = (right.side_to_move, Some(right.target));
                let base = Base { side, word, lanes, truths, cells: &cells, target };
                self.visit_images(&base, visit)?;
            }
        }
        Ok(())
    }

    /// Of the lanes `legal` of a word, those in which the capture is legal, and their values.
    fn en_passant_values(&self, right: &EnPassant, word: usize, legal: u64) -> (u64, [u8; 64]) {
        let layout = self.table.layout();
        let squares = layout.squares(word * 64);
        let (mut lanes, mut cells) = (0, [Cell::DRAW.byte(); 64]);
        let truths = Truths { draw: legal, ..Truths::default() };
        let side = right.side_to_move;
        let target = Some(right.target);
        let base = Base { side, word, lanes: legal, truths, cells: &cells, target };
        let batch = base.batch(layout, &squares, Transform::IDENTITY, false);
        let mut found = [Cell::DRAW; 64];
        batch.for_each(|lane, position| {
            let Some(board) = board_of(position) else { return };
            if probe::en_passant_target(&board).is_none() {
                return;
            }
            let value = probe::probe(&board, &self.around).expect("the tables around are here");
            lanes |= 1 << lane;
            found[lane] = saturated(value);
        });
        for (cell, value) in cells.iter_mut().zip(found) {
            *cell = value.byte();
        }
        (lanes, cells)
    }
}

/// The cell for a value, a distance beyond what a cell holds shortened by an even number of plies.
fn saturated(value: Value) -> Cell {
    Cell::try_from(value).unwrap_or_else(|dtm| {
        let plies = Cell::PLIES_MAX - dtm.plies() % 2;
        Cell::from_plies(plies).expect("a cell holds the most it can hold")
    })
}

/// Stored positions of one word.
struct Base<'a> {
    side: Color,
    word: usize,
    lanes: u64,
    truths: Truths,
    cells: &'a [u8; 64],
    /// The target square of an en-passant capture.
    target: Option<Square>,
}

impl Base<'_> {
    /// The images of the positions under `image`, with colours exchanged if `swapped`.
    fn batch(&self, layout: &Layout, squares: &[Square], image: Transform, swapped: bool) -> Batch {
        let colour = |color: Color| if swapped { !color } else { color };
        let mut base = Position {
            colour: [0; 2],
            kind: [0; 6],
            side_to_move: colour(self.side) as u8,
            en_passant: self.target.map_or(64, |square| image.square(square) as u8),
        };
        let lane_man = layout.low_man();
        for (number, (man, &square)) in layout.men().iter().zip(squares).enumerate() {
            if number != lane_man {
                let set = image.square(square).bitboard().0;
                base.colour[colour(man.color) as usize] |= set;
                base.kind[man.piece as usize] |= set;
            }
        }
        let Man { color, piece } = layout.men()[lane_man];
        Batch::new(base, Man { color: colour(color), piece }, image, self.lanes)
    }
}

/// All slices and double pushes in them that an enemy pawn stands ready to take.
fn en_passant_slices(layout: &Layout) -> Vec<EnPassant> {
    let mut found = Vec::new();
    for slice in 0..layout.slices().len() {
        let pawns = layout.slices().get(slice).pawns;
        let all = pawns[0] | pawns[1];
        for side_to_move in Color::ALL {
            let pushed = pawns[!side_to_move as usize];
            for pawn in pushed & Rank::Fourth.relative_to(!side_to_move).bitboard() {
                let square = |rank: Rank| Square::new(pawn.file(), rank.relative_to(!side_to_move));
                let (target, home) = (square(Rank::Third), square(Rank::Second));
                let behind = target.bitboard() | home.bitboard();
                let ready = beside(pawn) & pawns[side_to_move as usize];
                if !ready.is_empty() && (behind & all).is_empty() {
                    found.push(EnPassant { slice, side_to_move, target, behind });
                }
            }
        }
    }
    found
}

/// The squares left and right of a square.
fn beside(square: Square) -> BitBoard {
    let file = square.file() as usize;
    let left = file.checked_sub(1).map(File::index);
    let right = File::try_index(file + 1);
    left.into_iter()
        .chain(right)
        .map(|f| Square::new(f, square.rank()).bitboard())
        .fold(BitBoard::EMPTY, |set, square| set | square)
}
