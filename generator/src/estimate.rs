//! An estimate of the memory that solving takes.

use drawproof_board::Piece;
use drawproof_tables::{Layout, NormalMaterial};

use crate::{analysis::log::log_bytes, shape::Shape};

/// An upper estimate of the memory that solving an endgame takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The size in bytes of the table's first layer of cells and of its sets of legal positions,
    /// both sides to move.
    pub table_bytes: u64,
    /// The size in bytes of the second layer, which a table needs if some number exceeds
    /// [`drawproof_tables::Cell::NUMBER_MAX`].
    pub second_layer_bytes: u64,
    /// The size in bytes of the sets and lists of the analysis.
    pub working_bytes: u64,
    /// The part of `working_bytes` for lists, which can be kept in scratch files
    /// ([`crate::Request::list_files`]).
    pub list_bytes: u64,
    /// The size in bytes of all lists if the values are kept as a log ([`crate::solve_logged`]).
    /// The table then takes no memory; the rest of the working memory is unchanged.
    pub logged_list_bytes: u64,
}

/// The most slices of a table with pawns that are in memory at once, unless there are very many
/// threads: the slices of one level, and another one for each waiting thread.
const SLICES_AT_ONCE: u64 = 4;

/// The most bytes of lists for each word if the whole log is kept.
const LOGGED_WORD_BYTES: u64 = 100;

/// Returns an upper estimate of the memory that solving an endgame takes, excluding its source
/// tables. Actual use is lower for an endgame with few decisive positions, because pages of the
/// table that hold only draws are never allocated.
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
/// shape. The real size depends on the values of the sub-endgames. The constants are fitted to 25
/// pawnless tables of five men and eight tables with pawns. Except for endgames that are nearly all
/// drawn, the estimates for five men are within 10 %, for KQRKP and KPPPK within 13 %.
fn list_bytes(shape: &Shape, material: NormalMaterial) -> u64 {
    let words = 2 * (shape.blocks * shape.words) as u64;
    if material.is_large() {
        // The whole log, not only the log between two rounds; measured with KRNKNN alone.
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
