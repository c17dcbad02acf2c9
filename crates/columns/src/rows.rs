//! The positions of a table, in batches of columns.

use std::sync::Arc;

use drawproof_board::{BitBoard, Color, Piece, Square};
use drawproof_tables::{
    Cell, Layout, Man, Metric, PlainTable, Transform, Value,
    census::{Counting, Selection},
};

/// The distance of a draw in [`Columns::distances`].
pub const NO_DISTANCE: i16 = i16::MIN;

/// The maximum number of rows for which a batch allocates memory at its start.
const ROOM_MAX: usize = 1 << 18;

/// Positions as columns. All columns have the same length; each row is a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The square of each man, `[man][row]`: a1 = 0, b1 = 1, h8 = 63. White's men come before
    /// Black's, each side in the order of the endgame's name. White is the first side of the name.
    pub squares: Vec<Vec<u8>>,
    /// The side to move: 0 = White, 1 = Black.
    pub side: Vec<u8>,
    /// The result for the side to move: 1 = win, 0 = draw, -1 = loss.
    pub result: Vec<i8>,
    /// The distance in plies, `[table][row]`: positive if the side to move wins, negative if it
    /// loses, 0 = mated, [`NO_DISTANCE`] for a draw.
    pub distances: Vec<Vec<i16>>,
    /// The decisive rows, one bit a row: bit `r % 8` of byte `r / 8` is set if row `r` is not a
    /// draw. Bits after the last row are 0.
    pub decisive: Vec<u8>,
    /// The number of draws among the rows; draws have no distance.
    pub draws: usize,
}

impl Columns {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.side.len()
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.side.is_empty()
    }

    /// Makes columns of single positions instead of a whole table. Each position has the squares of
    /// its men in the order of the columns, the side to move, and its value by distance to mate.
    pub fn of_positions<'p>(
        layout: &Layout,
        positions: impl Iterator<Item = (&'p [Square], Color, Value)>,
    ) -> Columns {
        let squares = layout.men().iter().map(|_| Vec::new()).collect();
        let mut columns = Columns { squares, distances: vec![Vec::new()], ..Columns::default() };
        for (squares, side, value) in positions {
            for (column, &square) in columns.squares.iter_mut().zip(squares) {
                column.push(square as u8);
            }
            columns.side.push(side as u8);
            columns.result.push(value.wdl() as i8);
            columns.distances[0].push(signed(Metric::Dtm.signed_plies(value)));
        }
        columns.draws = columns.result.iter().filter(|&&result| result == 0).count();
        columns.decisive = bits(&columns.result);
        columns
    }
}

/// The positions of an endgame that a counting convention counts, in batches.
///
/// White to move comes before Black to move. Each side is in the order of the table's indices, and
/// the symmetric images of a position follow each other. Only one batch is in memory at a time.
pub struct Rows {
    /// The tables of the endgame, one for each metric.
    tables: Vec<Arc<PlainTable>>,
    selection: Selection,
    /// The signed distance of each cell, `[table][cell]`.
    distances: Vec<[i16; Cell::COUNT]>,
    /// The orders of like pawns that the counting convention counts separately.
    orders: Vec<Vec<usize>>,
    batch_rows: usize,
    /// The side to move and the word of the next batch.
    side: usize,
    word: usize,
}

impl Rows {
    /// Enumerates the positions of `tables` in batches of at most `batch_rows` rows. A batch has at
    /// least one word of the table with its images, even if that is more.
    ///
    /// # Panics
    /// Panics if there is no table, or if the tables are of different endgames.
    pub fn new(tables: Vec<Arc<PlainTable>>, counting: Counting, batch_rows: usize) -> Rows {
        let layout = tables.first().expect("at least one table").layout();
        assert!(tables.iter().all(|table| table.material() == layout.material()));
        let orders = match counting.tells_like_men_apart() {
            true => pawn_orders(layout.men()),
            false => vec![(0..layout.men().len()).collect()],
        };
        let selection = Selection::new(layout, counting);
        let distances = tables.iter().map(|table| distances(table.metric())).collect();
        Rows { selection, distances, orders, batch_rows, side: 0, word: 0, tables }
    }

    /// Returns the tables of the endgame from which the rows are read.
    pub fn tables(&self) -> &[Arc<PlainTable>] {
        &self.tables
    }

    /// Returns the total number of rows of all batches.
    pub fn count_all(&self) -> u64 {
        let words = self.layout().words();
        let rows = |(side, word)| self.word_rows(side, word).map_or(0, |rows| rows.len() as u64);
        (0..2).flat_map(|side| (0..words).map(move |word| (side, word))).map(rows).sum()
    }

    fn layout(&self) -> &Arc<Layout> {
        self.tables[0].layout()
    }

    /// Returns the counted positions of a word; `None` for a word without counted positions.
    fn word_rows(&self, side: usize, word: usize) -> Option<WordRows> {
        let legal = self.tables[0].legal(Color::ALL[side])[word];
        if legal == 0 {
            return None;
        }
        let lanes = self.selection.lanes(word, legal);
        let images: Vec<Transform> = self.selection.images(word).collect();
        let orders = self.orders.len();
        (lanes != 0 && !images.is_empty()).then_some(WordRows { lanes, images, orders })
    }

    /// Adds the positions of a word to `columns`.
    fn add(&self, side: usize, word: usize, rows: &WordRows, columns: &mut Columns) {
        let squares = self.layout().squares(word * 64);
        let low_man = self.layout().low_man();
        for image in &rows.images {
            for order in &self.orders {
                for (column, &man) in columns.squares.iter_mut().zip(order) {
                    if man == low_man {
                        let images = image.squares();
                        column.extend(BitBoard(rows.lanes).into_iter().map(|s| images[s as usize]));
                    } else {
                        push_times(column, image.square(squares[man]), rows.lanes);
                    }
                }
            }
        }
        let copies = rows.images.len() * self.orders.len();
        let length = columns.side.len() + rows.len();
        columns.side.resize(length, side as u8);
        let cells = &self.tables[0].cells(Color::ALL[side])[word * 64..][..64];
        let results: Vec<i8> = BitBoard(rows.lanes)
            .into_iter()
            .map(|lane| RESULTS[cells[lane as usize] as usize])
            .collect();
        for _ in 0..copies {
            columns.result.extend_from_slice(&results);
        }
        columns.draws += copies * results.iter().filter(|&&result| result == 0).count();
        for (table, column) in columns.distances.iter_mut().enumerate() {
            let plies = self.distances_of(table, side, word, rows.lanes);
            for _ in 0..copies {
                column.extend_from_slice(&plies);
            }
        }
    }

    /// Returns the distances of the positions `lanes` of a word, from one table.
    fn distances_of(&self, table: usize, side: usize, word: usize, lanes: u64) -> Vec<i16> {
        let (table, of_cell) = (&self.tables[table], &self.distances[table]);
        let color = Color::ALL[side];
        let first = word * 64;
        let lanes = BitBoard(lanes).into_iter().map(|lane| lane as usize);
        if table.far(color).is_some() {
            let metric = table.metric();
            lanes
                .map(|lane| signed(metric.signed_plies(table.value(color, first + lane))))
                .collect()
        } else {
            let cells = &table.cells(color)[first..][..64];
            lanes.map(|lane| of_cell[cells[lane] as usize]).collect()
        }
    }
}

/// The counted positions of one word.
struct WordRows {
    lanes: u64,
    images: Vec<Transform>,
    /// The number of counted orders of like pawns.
    orders: usize,
}

impl WordRows {
    /// Returns the number of rows.
    fn len(&self) -> usize {
        self.lanes.count_ones() as usize * self.images.len() * self.orders
    }
}

impl Iterator for Rows {
    type Item = Columns;

    fn next(&mut self) -> Option<Columns> {
        // `batch_rows` may exceed the number of rows that are left.
        let room = self.batch_rows.min(ROOM_MAX);
        let mut columns = Columns {
            squares: self.layout().men().iter().map(|_| Vec::with_capacity(room)).collect(),
            side: Vec::with_capacity(room),
            result: Vec::with_capacity(room),
            distances: self.tables.iter().map(|_| Vec::with_capacity(room)).collect(),
            ..Columns::default()
        };
        let words = self.layout().words();
        while self.side < 2 {
            if self.word == words {
                (self.side, self.word) = (self.side + 1, 0);
                continue;
            }
            if let Some(rows) = self.word_rows(self.side, self.word) {
                if !columns.is_empty() && columns.len() + rows.len() > self.batch_rows {
                    break;
                }
                self.add(self.side, self.word, &rows, &mut columns);
            }
            self.word += 1;
        }
        columns.decisive = bits(&columns.result);
        (!columns.is_empty()).then_some(columns)
    }
}

/// The result of each cell for the side to move, `[cell]`: 1, 0 or -1.
const RESULTS: [i8; Cell::COUNT] = {
    let mut results = [0; Cell::COUNT];
    let mut cell = 1;
    while cell < Cell::COUNT {
        results[cell] = if cell % 2 == 0 { 1 } else { -1 };
        cell += 1;
    }
    results
};

/// Returns the signed distance of each cell by a metric, `[cell]`.
fn distances(metric: Metric) -> [i16; Cell::COUNT] {
    let of_cell = |cell: usize| signed(metric.signed_plies(Cell::from_byte(cell as u8).value()));
    std::array::from_fn(of_cell)
}

/// Converts a signed distance in plies into the number of a column; `None` becomes [`NO_DISTANCE`].
fn signed(plies: Option<i32>) -> i16 {
    plies.map_or(NO_DISTANCE, |plies| i16::try_from(plies).expect("a distance is at most 1,023"))
}

/// Returns one bit for each result, set if the result is not a draw.
fn bits(results: &[i8]) -> Vec<u8> {
    let byte = |results: &[i8]| {
        let bit = |(place, &result): (usize, &i8)| u8::from(result != 0) << place;
        results.iter().enumerate().map(bit).sum()
    };
    results.chunks(8).map(byte).collect()
}

/// Appends a square once for each lane.
fn push_times(column: &mut Vec<u8>, square: Square, lanes: u64) {
    column.resize(column.len() + lanes.count_ones() as usize, square as u8);
}

/// Returns all orders of the like pawns of each colour. An order names, for each man, the man whose
/// square it takes; the first order changes nothing. Orders of other like men are separate
/// positions of a table.
fn pawn_orders(men: &[Man]) -> Vec<Vec<usize>> {
    let mut orders = vec![(0..men.len()).collect::<Vec<usize>>()];
    for (man, kind) in men.iter().enumerate().filter(|(_, kind)| kind.piece == Piece::Pawn) {
        let earlier = (0..man).filter(|&other| men[other] == *kind);
        for other in earlier.collect::<Vec<_>>() {
            // The orders so far that leave this man in its own place.
            let own = orders.iter().filter(|order| order[man] == man).cloned();
            let exchanged = own.map(|mut order| {
                order.swap(man, other);
                order
            });
            orders.extend(exchanged.collect::<Vec<_>>());
        }
    }
    orders.sort_unstable();
    orders
}
