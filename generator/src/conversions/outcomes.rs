//! Outcomes: what the conversions of 64 positions are worth to the side to move.
//!
//! The analysis sees conversions as outcomes only, and all conversions of the room go through
//! [`Outcomes::fold`], which counts one ply more than the successor. What another metric counts is the
//! subject of [`super::recount`]. Which moves are conversions is decided in [`super::kinds`].

use drawproof_tables::{Cell, Metric, MoveKind};

use crate::simd::Simd;

/// Of [`Outcomes::win`]: no conversion wins.
pub const NO_WIN: u8 = Cell::NO_NUMBER;

/// Of [`Outcomes::escape`]: some conversion escapes at every ply.
pub const ALWAYS: u8 = Cell::NO_NUMBER;

/// Of [`Outcomes::escape`]: no conversion escapes at any ply.
pub const NEVER: u8 = 0;

/// Of [`Outcomes::win`] and [`Outcomes::escape`]: this number or a greater one, which two layers of
/// cells hold ([`Cell::FAR`]). [`super::exact`] reads which.
pub const FAR: u8 = Cell::FAR.byte() - 1;

const _: () = assert!(FAR % 2 == 1 && FAR < NO_WIN);

/// The outcomes of the 64 positions of a word, one side to move.
#[derive(Clone, Debug)]
// Each array in one cache line.
#[repr(align(64))]
pub struct Outcomes {
    /// By lane: the ply at which the best conversion wins, or [`FAR`] or [`NO_WIN`].
    pub win: [u8; 64],
    /// By lane: the ply after which the last conversion that escapes expires, because its successor
    /// is then known to be won by the opponent; or [`FAR`], [`ALWAYS`] or [`NEVER`].
    pub escape: [u8; 64],
}

impl Outcomes {
    /// The outcomes of positions without conversions.
    pub const NONE: Outcomes = Outcomes { win: [NO_WIN; 64], escape: [NEVER; 64] };

    /// Adds a conversion that is legal in `lanes` and leads to `cells`, which are the opponent's.
    ///
    /// Where the opponent is lost, the conversion wins one ply later than the opponent loses, and
    /// always escapes; a draw always escapes; a win of the opponent escapes until the ply of that
    /// win.
    #[inline(always)]
    pub fn fold<S: Simd>(&mut self, simd: S, cells: &[u8; 64], lanes: u64) {
        simd.fold(&mut self.win, &mut self.escape, cells, lanes);
    }
}

/// Returns the cell, for the mover, of a position whose best move leads to `cell`, one ply later.
pub fn cell_before(cell: u8) -> u8 {
    let value = Metric::Dtm.before(MoveKind::Quiet, Cell::from_byte(cell).value());
    value.number().map_or(Cell::DRAW.byte(), cell_at)
}

/// Returns the cell of a position decided at `ply`. Panics if no cell holds that ply: then the
/// endgame has more men than [`crate::solve::solve`] accepts.
///
/// Call it for plies at which a position is decided only. After the last of them the analysis looks
/// once more, and the last of KPPKP is 254, the longest that a cell holds.
pub fn cell_at(ply: u16) -> u8 {
    let cell = Cell::from_number(ply);
    let too_long = || panic!("ply {ply} is not within {} plies", Cell::NUMBER_MAX);
    cell.unwrap_or_else(too_long).byte()
}
