//! The one seam through which solved tables are read in bulk, wherever their cells are.
//!
//! For whoever solves an endgame from the tables that its conversions lead to, or audits one. The
//! hot path asks for a [`SolvedPart`] and reads its slices directly; where they come from (plain
//! memory today; a mapped scratch file, blocks that were unpacked) is the implementation's
//! business. Single positions are asked for through [`crate::probe::Values`].

use std::{fmt::Debug, sync::Arc};

use cozy_chess::Color;

use crate::{
    endgame::{layout::Layout, material::NormalMaterial},
    value::width::RawCell,
};

/// The solved values of one endgame.
///
/// A part is a king pair (endgames without pawns) or a pawn slice (endgames with pawns): the unit
/// numbered by [`Layout::outer`], `64^digits` indices. All positions that one conversion of a word
/// leads to are in one part, unless a king of the target's king pairs varies.
///
/// Reading cannot fail: an implementation over a file checks the bytes of a part before it hands
/// them out, and opens, maps or unpacks what it needs before it is given to a solver.
pub trait SolvedTable: Debug + Send + Sync {
    /// Position <-> index of the table.
    fn layout(&self) -> &Layout;

    /// The cells and legal positions of king pair or pawn slice `outer` with `side_to_move` to
    /// move. Panics if `outer` is not below [`Layout::outer_count`].
    fn part(&self, side_to_move: Color, outer: usize) -> SolvedPart<'_>;
}

/// The cells and legal positions of one king pair or pawn slice, one side to move.
///
/// A place is an index without its outer number: `index % 64^digits`.
#[derive(Clone, Copy, Debug)]
pub struct SolvedPart<'a> {
    /// [`crate::Cell`] bytes by place, `64^digits` of them; a draw where the place is no legal
    /// position.
    pub cells: &'a [RawCell],
    /// Legal positions by word, `64^digits / 64` of them, bit = lane.
    pub legal: &'a [u64],
}

impl SolvedPart<'_> {
    /// Whether the place is a legal position.
    #[inline]
    pub fn is_legal(&self, place: usize) -> bool {
        self.legal[place / 64] >> (place % 64) & 1 != 0
    }
}

/// The solved tables that an endgame can be solved from.
pub trait SolvedTables: Sync {
    /// The solved table of an endgame; `None` if it is missing.
    fn solved(&self, material: NormalMaterial) -> Option<Arc<dyn SolvedTable>>;
}
