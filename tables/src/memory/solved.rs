//! The one seam through which solved tables are read in bulk, wherever their cells are.
//!
//! For solvers, which read the tables that the conversions of an endgame lead to. The hot path
//! fetches a [`SolvedPart`] and reads its slices directly. The implementation decides where they
//! are: in plain memory ([`super::plain::PlainTable`]), in a mapped file, in an unpacked block.
//! Single positions are read through [`crate::probe::Values`].

use std::{fmt::Debug, sync::Arc};

use drawproof_board::Color;

use crate::{
    endgame::{layout::Layout, material::NormalMaterial},
    value::{cell::Cell, metric::Metric, outcome::Value, width::RawCell},
};

/// The solved values of one endgame.
///
/// A part is a king pair (endgames without pawns) or a pawn slice (endgames with pawns): the unit
/// numbered by [`Layout::outer`], `64^digits` indices. All positions that one conversion of a word
/// leads to are in one part, unless a king of the target's king pairs varies.
///
/// Reading cannot fail: an implementation over a file checks the bytes of a part before it hands
/// them out, and opens, maps or unpacks its files before it is passed to a solver.
pub trait SolvedTable: Debug + Send + Sync {
    /// Position <-> index of the table.
    fn layout(&self) -> &Layout;

    /// The distance that the values count.
    fn metric(&self) -> Metric;

    /// The cells and legal positions of king pair or pawn slice `outer` with `side_to_move` to
    /// move. Panics if `outer` is not below [`Layout::outer_count`].
    fn part(&self, side_to_move: Color, outer: usize) -> SolvedPart<'_>;
}

/// The cells and legal positions of one king pair or pawn slice, one side to move.
///
/// A place is an index without its outer number: `index % 64^digits`.
#[derive(Clone, Copy, Debug)]
pub struct SolvedPart<'a> {
    /// [`Cell`] bytes by place, `64^digits` of them; a draw where the place is no legal position.
    pub cells: &'a [RawCell],
    /// The second layer by place ([`Cell::value_beyond`]); `None` if all values fit a cell.
    pub far: Option<&'a [RawCell]>,
    /// Legal positions by word, `64^digits / 64` of them, bit = lane.
    pub legal: &'a [u64],
}

impl SolvedPart<'_> {
    /// Whether the place is a legal position.
    #[inline]
    pub fn is_legal(&self, place: usize) -> bool {
        self.legal[place / 64] >> (place % 64) & 1 != 0
    }

    /// The value at a place for the side to move, a draw where the place is no legal position.
    #[inline]
    pub fn value(&self, place: usize) -> Value {
        Cell::from_byte(self.cells[place]).value_beyond(self.far.map_or(0, |far| far[place]))
    }
}

/// The solved tables that an endgame can be solved from.
pub trait SolvedTables: Sync {
    /// The solved table of an endgame; `None` if it is missing.
    fn solved(&self, material: NormalMaterial) -> Option<Arc<dyn SolvedTable>>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::material::memory::{plain::PlainTable, set::TableSet};

    #[test]
    fn the_parts_of_a_plain_table_are_its_cells_and_legal_positions() {
        for name in ["KRK", "KPK"] {
            let material = name.parse::<NormalMaterial>().unwrap();
            let layout = Arc::new(Layout::new(material));
            let cells: [Vec<RawCell>; 2] =
                [1, 7].map(|factor| (0..layout.count()).map(|n| (n * factor) as RawCell).collect());
            let legal: [Vec<u64>; 2] =
                [3, 5].map(|factor| (0..layout.words() as u64).map(|n| n * factor).collect());
            let mut tables = TableSet::new();
            tables.insert(Arc::new(PlainTable::new(layout.clone(), cells.clone(), legal.clone())));
            let table = tables.solved(material).unwrap();
            for side in Color::ALL {
                let parts = || (0..layout.outer_count()).map(|outer| table.part(side, outer));
                let all_cells: Vec<RawCell> =
                    parts().flat_map(|part| part.cells).copied().collect();
                let all_legal: Vec<u64> = parts().flat_map(|part| part.legal).copied().collect();
                assert!(all_cells == cells[side as usize], "{name}");
                assert!(all_legal == legal[side as usize], "{name}");
            }
            let part = table.part(Color::White, 1);
            assert_eq!(part.is_legal(1), part.legal[0] & 2 != 0);
        }
    }
}
