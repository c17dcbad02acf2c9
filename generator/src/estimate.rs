//! An estimate of the memory that solving an endgame takes.

use drawproof_board::Piece;
use drawproof_tables::{Layout, NormalMaterial};

use crate::{analysis::log::log_bytes, shape::Shape};

/// The memory that solving an endgame takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The values and the legal positions of the table, both sides to move, in one layer of cells.
    pub table_bytes: u64,
    /// The second layer of a table with numbers beyond a cell ([`drawproof_tables::Cell::NUMBER_MAX`]).
    pub second_layer_bytes: u64,
    /// The working sets of the analysis, and its lists.
    pub working_bytes: u64,
    /// Those of them that are lists which go into scratch files ([`crate::Request::list_files`]).
    pub list_bytes: u64,
    /// Where the values are kept as a log ([`crate::solve_logged`]): all lists. The other part of the
    /// working memory is the same, and the table takes none.
    pub logged_list_bytes: u64,
}

/// The slices of a table with pawns that are in memory at once, at most, except with very many
/// threads: the slices of one level, and another one for each waiting thread.
const SLICES_AT_ONCE: u64 = 4;

/// The bytes of lists for each word where all of the log is kept, at most.
const LOGGED_WORD_BYTES: u64 = 100;

/// Returns an upper estimate of the memory that solving an endgame takes, without the tables of its
/// sub-endgames. An endgame with few decisive positions takes less, since the system never maps
/// pages of the table that hold only draws.
pub fn estimate(material: NormalMaterial) -> Estimate {
    let layout = Layout::new(material);
    let shape = Shape::new(&layout, 0);
    let at_once = if material.is_sliced() { 1 } else { SLICES_AT_ONCE };
    let shapes = at_once.min(layout.slices().len() as u64);
    let words = 2 * layout.words() as u64;
    let shape_words = 2 * (shape.blocks * shape.words) as u64;
    let set_bytes = shapes * shape_words * 2 * 8;
    let list_bytes = shapes * list_bytes(&shape, material);
    Estimate {
        table_bytes: (64 + 8) * words,
        second_layer_bytes: 64 * words,
        working_bytes: set_bytes + list_bytes,
        list_bytes,
        logged_list_bytes: LOGGED_WORD_BYTES * words,
    }
}

/// Returns the size of the sparse sets (outcomes of conversions, lost positions) and logs of one
/// shape. It depends on the values of the sub-endgames; the constants are fitted to 25 pawnless
/// tables of five men and eight with pawns. Of the tables of five men, those that are not nearly
/// all drawn are within 10 %, KQRKP and KPPPK within 13 %.
fn list_bytes(shape: &Shape, material: NormalMaterial) -> u64 {
    let words = 2 * (shape.blocks * shape.words) as u64;
    if material.is_large() {
        // All of the log, not what it has between two rounds; measured with KRNKNN alone.
        return words * 100;
    }
    if material.get().has_pawns() || material.get().men() < 5 {
        let logs = log_bytes(shape.blocks * shape.words * 64) as u64;
        return words * 5 + logs.min(words * 64);
    }
    let strong = |man: usize| matches!(shape.man(man).piece, Piece::Queen | Piece::Rook);
    match shape.like_pair {
        None => words * 28,
        Some(_) if (0..shape.seats.len()).any(strong) => words * 13,
        Some(_) => words * 7,
    }
}
