//! Outcomes: what the conversions of 64 positions are worth to the side to move.
//!
//! The analysis sees conversions only as outcomes. All conversions go through [`Outcomes::fold`],
//! which adds one ply to the successor's distance. [`super::recount`] adjusts the distances for
//! other metrics; [`super::kinds`] defines which moves are conversions.

use drawproof_tables::{Cell, Metric, MoveKind};

use crate::simd::Simd;

/// The value of [`Outcomes::win`] if no conversion wins.
pub const NO_WIN: u8 = Cell::NO_NUMBER;

/// The value of [`Outcomes::escape`] if some conversion is an escape at every ply.
pub const ALWAYS: u8 = Cell::NO_NUMBER;

/// The value of [`Outcomes::escape`] if no conversion is ever an escape.
pub const NEVER: u8 = 0;

/// The value of [`Outcomes::win`] and [`Outcomes::escape`] that stands for this number and all
/// greater ones, which need a second layer of cells ([`Cell::FAR`]). [`super::exact`] reads the
/// exact number.
pub const FAR: u8 = Cell::FAR.byte() - 1;

const _: () = assert!(FAR % 2 == 1 && FAR < NO_WIN);

/// The outcomes of the 64 positions of a word, with one side to move.
#[derive(Clone, Debug)]
// Each array in one cache line.
#[repr(align(64))]
pub struct Outcomes {
    /// The ply at which the best conversion wins, `[lane]`; [`FAR`] or [`NO_WIN`] as special
    /// values.
    pub win: [u8; 64],
    /// The ply after which the last escape by a conversion expires, `[lane]`, because the position
    /// after it is then known to be won by the opponent. [`FAR`], [`ALWAYS`] or [`NEVER`] are
    /// special values.
    pub escape: [u8; 64],
}

impl Outcomes {
    /// The outcomes of positions without conversions.
    pub const NONE: Outcomes = Outcomes { win: [NO_WIN; 64], escape: [NEVER; 64] };

    /// Adds a conversion that is legal in `lanes` and leads to `cells`, from the opponent's point
    /// of view.
    ///
    /// If the opponent loses, the conversion wins one ply later, and is an escape forever. A draw
    /// is an escape forever. If the opponent wins, the conversion is an escape until the ply of
    /// that win.
    #[inline(always)]
    pub fn fold<S: Simd>(&mut self, simd: S, cells: &[u8; 64], lanes: u64) {
        simd.fold(&mut self.win, &mut self.escape, cells, lanes);
    }
}

/// Returns the mover's cell of a position whose best move leads to `cell`. The distance grows by
/// one ply.
pub fn cell_before(cell: u8) -> u8 {
    let value = Metric::Dtm.before(MoveKind::Quiet, Cell::from_byte(cell).value());
    value.number().map_or(Cell::DRAW.byte(), cell_at)
}

/// Returns the cell of a position decided at `ply`. Panics if no cell holds that ply; this happens
/// only if the endgame has more men than [`crate::solve::solve`] accepts.
///
/// Call this only for plies at which a position is decided. The analysis examines one more ply, and
/// the last ply of KPPKP is 254, the greatest that a cell holds.
pub fn cell_at(ply: u16) -> u8 {
    let cell = Cell::from_number(ply);
    let too_long = || panic!("ply {ply} is not within {} plies", Cell::NUMBER_MAX);
    cell.unwrap_or_else(too_long).byte()
}
