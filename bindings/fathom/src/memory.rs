//! All endgames of up to four men in memory, and the quick way from a position to its value.

use std::{sync::Arc, thread};

use drawproof_board::{Color, Piece, Square};
use drawproof_session::store::Store;
use drawproof_tablebase::Position;
use drawproof_tables::{
    MEN_MIN, Man, Material, Metric, NormalMaterial, PlainTable, TableSet, file::Folder, probe,
};
use rayon::ThreadPoolBuilder;

/// The maximum number of men, kings included, of the endgames in memory.
pub const MEN_MAX: usize = 4;

/// The memory limit for solving, in bytes. It is more than all endgames of four men need.
const MEMORY_BYTES: u64 = 1 << 30;

/// The maximum number of threads that solve; more would gain little.
const THREADS_MAX: usize = 4;

/// The code of a missing man.
const NO_MAN: usize = 15;

/// The distances to zeroing of all endgames of up to four men.
pub struct Memory {
    tables: TableSet,
    /// The table for each pair of men other than the kings. The index is the code of the man on the
    /// lower square plus 16 times the code of the other man. A code is the kind of man, pawn 0 to
    /// queen 4, plus 8 for Black.
    of_men: Vec<Option<OfMen>>,
}

/// The table for some men, and the arrangement of the men in it.
struct OfMen {
    table: Arc<PlainTable>,
    /// The number that is combined with each square by exclusive or: 56 if the table's White is
    /// Black in the position, otherwise 0.
    turn: u8,
    /// The indices, among the table's men, of White's king, Black's king and the other men.
    places: [usize; MEN_MAX],
}

impl Memory {
    /// Solves the endgames; `None` if there is too little memory.
    pub fn solve() -> Option<Memory> {
        let threads = thread::available_parallelism().map_or(1, usize::from).min(THREADS_MAX);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
        let store = Store::over(Folder::none(), MEMORY_BYTES, Arc::new(())).of_metric(Metric::Dtz);
        let mut tables = TableSet::new();
        for endgame in (MEN_MIN..=MEN_MAX).flat_map(NormalMaterial::all_with_men) {
            tables.insert(pool.install(|| store.table(endgame)).ok()?);
        }
        let of_men = (0..256).map(|codes| of_codes(&tables, [codes % 16, codes / 16])).collect();
        Some(Memory { tables, of_men })
    }

    /// Returns the plies to zeroing, negative for a loss, 0 for a mate on the board; `Some(None)`
    /// for a draw. Returns `None` if no table has the position, which may be illegal. For other
    /// illegal positions, the result is arbitrary.
    #[inline]
    pub fn plies(&self, position: &Position) -> Option<Option<i32>> {
        if position.en_passant().is_some() {
            let value = probe::probe(&position.board().ok()?, &self.tables).ok()?;
            return Some(Metric::Dtz.signed_plies(value));
        }
        let (colours, kinds) = (position.colours(), position.kinds());
        let kings = colours.map(|colour| colour & kinds[Piece::King as usize]);
        let mut others = (colours[0] | colours[1]) & !kinds[Piece::King as usize];
        let mut squares = [0; MEN_MAX];
        let mut codes = [NO_MAN; 2];
        for (place, code) in codes.iter_mut().enumerate() {
            if others == 0 {
                break;
            }
            let man = others & others.wrapping_neg();
            let kind = kinds.iter().position(|kind| kind & man != 0)?;
            *code = kind + if colours[1] & man != 0 { 8 } else { 0 };
            squares[2 + place] = man.trailing_zeros() as u8;
            others ^= man;
        }
        if others != 0 || kings.iter().any(|king| king.count_ones() != 1) {
            return None;
        }
        for (square, king) in squares.iter_mut().zip(kings) {
            *square = king.trailing_zeros() as u8;
        }
        let Some(OfMen { table, turn, places }) = &self.of_men[codes[0] + 16 * codes[1]] else {
            // Bare kings.
            return (codes == [NO_MAN; 2]).then_some(None);
        };
        let mut of_table = [Square::A1; MEN_MAX];
        for (place, square) in places.iter().zip(squares) {
            of_table[*place] = Square::index(usize::from(square ^ turn));
        }
        let is_white = position.is_white_to_move() == (*turn == 0);
        let side_to_move = if is_white { Color::White } else { Color::Black };
        let layout = table.layout();
        let index = layout.index(&of_table[..layout.men().len()])?;
        Some(Metric::Dtz.signed_plies(table.value(side_to_move, index)))
    }
}

/// Returns the table of an endgame with these men.
fn of_codes(tables: &TableSet, codes: [usize; 2]) -> Option<OfMen> {
    let mut men = vec![(0, Piece::King), (1, Piece::King)];
    for code in codes.into_iter().filter(|&code| code != NO_MAN) {
        men.push((code / 8, *Piece::ALL.get(code % 8).filter(|&&piece| piece != Piece::King)?));
    }
    let count =
        |color: Color, piece| men.iter().filter(|&&it| it == (color as usize, piece)).count();
    let material = Material::from_counts(|color, piece| count(color, piece) as u8);
    let (material, is_reversed) = material.normalise();
    let table = tables.get(material)?.clone();
    // Of three men the last is put where nothing is read.
    let mut places = [MEN_MAX - 1; MEN_MAX];
    for (number, &(color, piece)) in men.iter().enumerate() {
        let color = Color::ALL[color ^ usize::from(is_reversed)];
        let is_free = |place: &usize| !places[..number].contains(place);
        let of_table = table.layout().men().iter().enumerate();
        let mut alike = of_table.filter(|it| *it.1 == Man { color, piece }).map(|it| it.0);
        places[number] = alike.find(is_free)?;
    }
    Some(OfMen { table, turn: if is_reversed { 56 } else { 0 }, places })
}
