//! How much memory solving takes, said beforehand.

use cozy_chess::Piece;
use drawproof_tables::{Layout, NormalMaterial};

use crate::{analysis::log::log_bytes, shape::Shape};

/// The memory that solving an endgame takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The values of the table and its legal positions, both sides.
    pub table_bytes: u64,
    /// The working sets beside them, while it is solved.
    pub working_bytes: u64,
}

/// Slices of a table with pawns that are worked on at once, at most, but for machines with very
/// many threads: those of one level, and threads that wait take up another.
const SLICES_AT_ONCE: u64 = 4;

/// The memory that solving an endgame takes at most, about, beside the tables it is made from.
/// Where few positions are decisive it takes less: pages of the table that hold draws alone never
/// come into being, and which they are is not known beforehand.
pub fn estimate(material: NormalMaterial) -> Estimate {
    let layout = Layout::new(material);
    let shape = Shape::new(&layout, 0);
    let shapes = SLICES_AT_ONCE.min(layout.slices().len() as u64);
    let words = 2 * layout.words() as u64;
    let shape_words = 2 * (shape.blocks * shape.words) as u64;
    let set_bytes = shapes * shape_words * 2 * 8;
    let list_bytes = shapes * list_bytes(&shape, material);
    Estimate { table_bytes: (64 + 8) * words, working_bytes: set_bytes + list_bytes }
}

/// Lists of what conversions bring and of what is lost, and logs, in one shape. How long they are
/// depends on the values in the tables around; these are fitted to 25 pawnless tables of five men
/// and eight with pawns. Those of five men that are not nearly all drawn come within a tenth, KQRKP
/// and KPPPK within 13 %.
fn list_bytes(shape: &Shape, material: NormalMaterial) -> u64 {
    let words = 2 * (shape.blocks * shape.words) as u64;
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
