//! Solved values: the one place through which conversions read sub-tables and solved slices.
//!
//! A conversion leads to a table of other men, or to another slice of the table in the making. The
//! rest of this room asks a [`Target`] for a [`SolvedPart`] and does not know where its cells are.
//! Which part and which of its cells a move leads to is the subject of [`super::read`].

use std::{borrow::Cow, sync::Arc};

use drawproof_board::Color;
use drawproof_tables::{Layout, PlainTable, SolvedPart};

use crate::conversions::promoted::Promoted;

/// The values that a conversion leads to.
#[derive(Debug)]
pub enum Target {
    /// Bare kings: a draw.
    Kings,
    /// Another slice of the table in the making.
    Slice,
    /// Another table.
    Table(Arc<PlainTable>),
    /// The best promotions of a pawn, by the place before the move.
    Promoted(Arc<Promoted>, usize),
}

/// The solved values of one slice of the table in the making.
#[derive(Debug)]
pub struct SolvedSlice<'a> {
    /// By side to move.
    pub parts: [SolvedPart<'a>; 2],
    /// Stalemates as (word, lanes) in rising order of words, by side to move; kept where a pawn
    /// that has just advanced two squares may be taken en passant.
    pub stalemates: [Cow<'a, [(usize, u64)]>; 2],
}

/// The slices of the table in the making by number, `None` = not solved yet.
pub type SolvedSlices<'a> = [Option<SolvedSlice<'a>>];

impl Target {
    /// Returns the layout of the values. `own`: that of the table in the making.
    pub fn layout<'t>(&'t self, own: &'t Layout) -> &'t Layout {
        match self {
            Target::Kings => unreachable!("bare kings have no layout"),
            Target::Slice | Target::Promoted(..) => own,
            Target::Table(table) => table.layout(),
        }
    }

    /// Returns the values of king pair or slice `outer` with `side_to_move` to move; `mating`: the
    /// colour, of the target, whose helpmates they are.
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

/// Returns a slice that pawn moves lead to.
pub fn solved_slice<'s, 'a>(slices: &'s SolvedSlices<'a>, slice: usize) -> &'s SolvedSlice<'a> {
    slices[slice].as_ref().expect("more advanced slices are solved first")
}
