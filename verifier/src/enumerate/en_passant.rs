//! Positions with a legal en-passant right, and their values by one ply of search.

use drawproof_board::{BitBoard, Color, File, Rank, Square};
use drawproof_tables::{
    Cell, Layout, Metric, PlainTable, TableSet, Transform, Value, helpmate::helpmates, probe,
};

use super::{
    batch::Batch,
    results::TruthKind,
    stored_word::{StoredWord, WordPlace},
    values::WordValues,
};
use crate::position::board_of;

/// A double push that an enemy pawn can capture en passant, in a slice with both pawns.
#[derive(Clone)]
pub(super) struct DoublePush {
    pub slice: usize,
    /// The side that may capture en passant.
    pub side_to_move: Color,
    /// The target square of the en-passant capture.
    pub target: Square,
    /// The square that the pawn left and the square that the pawn passed; both must be empty.
    behind: BitBoard,
}

/// Returns all double pushes in all slices that an enemy pawn stands ready to capture.
pub(super) fn double_pushes(layout: &Layout) -> Vec<DoublePush> {
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
                    found.push(DoublePush { slice, side_to_move, target, behind });
                }
            }
        }
    }
    found
}

/// Returns the squares left and right of a square.
fn beside(square: Square) -> BitBoard {
    let file = square.file() as usize;
    let left = file.checked_sub(1).map(File::index);
    let right = File::try_index(file + 1);
    left.into_iter()
        .chain(right)
        .map(|f| Square::new(f, square.rank()).bitboard())
        .fold(BitBoard::EMPTY, |set, square| set | square)
}

impl DoublePush {
    /// Returns the word `word` with the side to move and the en-passant target after the push.
    pub fn place(&self, word: usize) -> WordPlace {
        WordPlace::new(self.side_to_move, word, Some(self.target))
    }

    /// Returns the lanes of a word, as bits, whose positions may have been reached by this double
    /// push: legal, with both squares behind the pawn empty.
    pub fn lanes(&self, table: &PlainTable, word: usize) -> u64 {
        let layout = table.layout();
        let squares = layout.squares(word * 64);
        let mut upper = squares.iter().enumerate().filter(|(man, _)| *man != layout.low_man());
        let blocked = upper.any(|(_, &square)| self.behind.has(square));
        if blocked { 0 } else { table.legal(self.side_to_move)[word] & !self.behind.0 }
    }

    /// Returns the `lanes` of a word in which the en-passant capture is legal, and the table cells
    /// of the positions' values: in the cooperative game, the cells of White's helpmates and of
    /// Black's. `tables` holds the endgame's table and the tables that the capture leads to.
    pub fn values(
        &self,
        layout: &Layout,
        tables: &TableSet,
        word: usize,
        lanes: u64,
    ) -> (u64, [[u8; 64]; 2]) {
        let squares = layout.squares(word * 64);
        let (mut legal, mut cells) = (0, [[Cell::DRAW.byte(); 64]; 2]);
        self.batch(layout, &squares, word, lanes).for_each(|lane, position| {
            let Some(board) = board_of(position) else { return };
            if probe::en_passant_target(&board).is_none() {
                return;
            }
            legal |= 1 << lane;
            let values = match tables.metric() {
                Metric::Helpmate => {
                    let found = helpmates(&board, tables).expect("the caller provides the tables");
                    found.map(|plies| plies.map_or(Value::Draw, Value::from_number))
                }
                _ => {
                    let found = probe::probe(&board, tables);
                    [found.expect("the caller provides the tables"), Value::Draw]
                }
            };
            for (cells, value) in cells.iter_mut().zip(values) {
                cells[lane] = saturated(value).byte();
            }
        });
        (legal, cells)
    }

    /// Returns the positions in some lanes of a word after the push.
    fn batch(&self, layout: &Layout, squares: &[Square], word: usize, lanes: u64) -> Batch {
        let cells = &[Cell::DRAW.byte(); 64];
        let values = WordValues { kind: TruthKind::Result, cells, beyond: None };
        let stored = StoredWord::new(self.place(word), lanes, values);
        stored.batch(layout, squares, Transform::IDENTITY, false)
    }
}

/// Returns the cell of a value. For a number that a cell cannot hold, the greatest of the same
/// parity.
fn saturated(value: Value) -> Cell {
    Cell::try_from(value).unwrap_or_else(|number| {
        let greatest = Cell::NUMBER_MAX - number.get() % 2;
        Cell::from_number(greatest).expect("a cell holds its maximum")
    })
}
