//! Tables whose cells are assembled part by part when they are read, so that no memory holds all of
//! them.
//!
//! For code that reads every value of a table about once, such as that which packs it.

use std::{fmt::Debug, sync::Arc};

use super::{plain::PlainTable, solved::SolvedTable};
use crate::{
    endgame::layout::Layout,
    value::{metric::Metric, width::RawCell},
};

/// The values of one endgame, one byte each, by part: a king pair or a pawn slice, as of
/// [`SolvedTable::part`].
pub trait TableParts: Debug + Send + Sync {
    /// Position <-> index of the table.
    fn layout(&self) -> &Arc<Layout>;

    /// The distance that the values count.
    fn metric(&self) -> Metric;

    /// Replaces `cells`, by `[side to move][place]`, by those of king pair or pawn slice `outer`. Panics if
    /// `outer` is not below [`Layout::outer_count`], or if there are not as many cells as places.
    fn assemble(&self, outer: usize, cells: [&mut [RawCell]; 2]);
}

/// Copies the cells. Panics unless all values fit a byte.
impl TableParts for PlainTable {
    fn layout(&self) -> &Arc<Layout> {
        PlainTable::layout(self)
    }

    fn metric(&self) -> Metric {
        PlainTable::metric(self)
    }

    fn assemble(&self, outer: usize, cells: [&mut [RawCell]; 2]) {
        for (side, cells) in drawproof_board::Color::ALL.into_iter().zip(cells) {
            assert!(self.far(side).is_none(), "values of one byte");
            cells.copy_from_slice(self.part(side, outer).cells);
        }
    }
}
