//! Parts of tables: king pairs (endgames without pawns) and pawn slices (endgames with pawns).
//!
//! A part is the unit that [`Layout::outer`] numbers, `64^digits` indices. All positions that one
//! conversion of a word leads to are in one part, unless a king of the target's king pairs varies. A
//! solver reads the parts of tables in memory ([`PlainTable::part`]). A table of which no memory holds
//! all cells assembles them part by part ([`TableParts`]), for code that reads every value about once,
//! such as that which packs it.
//!
//! [`PlainTable::part`]: super::plain::PlainTable::part

use std::{fmt::Debug, sync::Arc};

use crate::{
    endgame::layout::Layout,
    value::{cell::Cell, metric::Metric, outcome::Value, width::RawCell},
};

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

/// The values of one endgame, one byte each, by part: a king pair or a pawn slice.
pub trait TableParts: Debug + Send + Sync {
    /// Position <-> index of the table.
    fn layout(&self) -> &Arc<Layout>;

    /// The distance that the values count.
    fn metric(&self) -> Metric;

    /// Replaces `cells`, by `[side to move][place]`, by those of king pair or pawn slice `outer`. Panics if
    /// `outer` is not below [`Layout::outer_count`], or if there are not as many cells as places.
    fn assemble(&self, outer: usize, cells: [&mut [RawCell]; 2]);
}
