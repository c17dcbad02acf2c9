//! Solved values: conversions read sub-tables and solved slices only through this module.
//!
//! A conversion leads to a table of other men, or to another slice of the table to solve. The other
//! files of this folder ask a [`Target`] for a [`SolvedPart`], wherever its cells are.
//! [`super::read`] selects the part and its cells.

use std::{borrow::Cow, sync::Arc};

use drawproof_board::Color;
use drawproof_tables::{Layout, PlainTable, SolvedPart};

use crate::conversions::promoted::Promoted;

/// The source of the values that a conversion leads to.
#[derive(Debug)]
pub enum Target {
    /// Bare kings, always a draw.
    Kings,
    /// Another slice of the table that is being solved.
    Slice,
    /// The table of another endgame.
    Table(Arc<PlainTable>),
    /// The best promotions of a pawn, indexed by the position before the move.
    Promoted(Arc<Promoted>, usize),
}

/// The solved values of one slice of the table that is being solved.
#[derive(Debug)]
pub struct SolvedSlice<'a> {
    /// The values by side to move.
    pub parts: [SolvedPart<'a>; 2],
    /// The stalemates by side to move, as pairs of a word and lanes, in ascending order of words.
    /// They are kept only if a pawn may just have made a double push and can be captured en
    /// passant.
    pub stalemates: [Cow<'a, [(usize, u64)]>; 2],
}

/// The solved slices of the table that is being solved, by number; `None` if a slice is not solved
/// yet.
pub type SolvedSlices<'a> = [Option<SolvedSlice<'a>>];

impl Target {
    /// Returns the layout of the values. `own` is the layout of the table that is being solved.
    pub fn layout<'t>(&'t self, own: &'t Layout) -> &'t Layout {
        match self {
            Target::Kings => unreachable!("bare kings have no layout"),
            Target::Slice | Target::Promoted(..) => own,
            Target::Table(table) => table.layout(),
        }
    }

    /// Returns the values of king pair or slice `outer` with `side_to_move` to move. `mating` is
    /// the colour whose helpmates are counted, in terms of the target table's colours.
    pub fn part<'t>(
        &'t self,
        slices: &'t SolvedSlices,
        mating: Option<Color>,
        side_to_move: Color,
        outer: usize,
    ) -> SolvedPart<'t> {
        match (self, mating) {
            (Target::Kings, _) => unreachable!("bare kings have no values"),
            (Target::Slice, _) => solved_slice(slices, outer).parts[side_to_move as usize],
            (Target::Promoted(parts, pawn), _) => parts.part(outer, *pawn),
            (Target::Table(table), None) => table.part(side_to_move, outer),
            (Target::Table(table), Some(mating)) => {
                table.helpmate_part(mating, side_to_move, outer)
            }
        }
    }
}

/// Returns a slice that pawn moves lead to. Panics if the slice is not solved yet.
pub fn solved_slice<'s, 'a>(slices: &'s SolvedSlices<'a>, slice: usize) -> &'s SolvedSlice<'a> {
    slices[slice].as_ref().expect("more advanced slices are solved first")
}
