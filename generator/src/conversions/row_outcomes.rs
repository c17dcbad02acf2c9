//! The outcomes of a row's positions. Conversions that lead only to draws are stored as sets, all
//! others as [`Outcomes`].
//!
//! [`super::by_row`] folds the conversions; the initialization reads the result.

#![allow(
    clippy::needless_range_loop,
    reason = "vector operations over the first upper man's squares"
)]

use drawproof_tables::Cell;

use crate::{
    conversions::{outcomes::Outcomes, tiles::Tile},
    shape::row::RowSet,
    simd::Simd,
};

/// The cells of a line on which all positions are draws or illegal.
pub const DRAWS: [u8; 64] = [Cell::DRAW.byte(); 64];

/// The outcomes of all conversions in the positions of a row.
pub struct RowOutcomes {
    /// The positions that a conversion saves from losing, if the conversion leads only to draws in
    /// the whole row. Keeping these positions in a set of their own saves 10 % of the time to solve
    /// KNNKN.
    pub saved: RowSet,
    /// The outcomes of all other conversions, by the square of the first upper man.
    others: Box<[Outcomes; 64]>,
    /// Whether a conversion has been folded into `others`; before that, `others` is undefined.
    has_others: bool,
}

impl RowOutcomes {
    /// Makes the outcomes of positions without conversions.
    pub fn new() -> RowOutcomes {
        let others = Box::new([const { Outcomes::NONE }; 64]);
        RowOutcomes { saved: [0; 64], others, has_others: false }
    }

    /// Returns the outcomes of the conversions that are not in [`RowOutcomes::saved`], by the
    /// square of the first upper man; `None` without such conversions.
    pub fn others(&self) -> Option<&[Outcomes; 64]> {
        self.has_others.then_some(&*self.others)
    }

    /// Resets to the outcomes of positions without conversions.
    pub fn clear(&mut self) {
        self.saved = [0; 64];
        self.has_others = false;
    }

    /// Returns the outcomes mutably, to add a conversion that may lead to more than draws.
    #[inline(always)]
    pub fn others_mut(&mut self) -> &mut [Outcomes; 64] {
        if !self.has_others {
            self.others.fill(Outcomes::NONE);
            self.has_others = true;
        }
        &mut self.others
    }

    /// Adds a conversion whose successors are in `tile`, for the positions in `possible`, in which
    /// the conversion can be made.
    #[inline(always)]
    pub fn fold_tile<S: Simd>(&mut self, simd: S, tile: &Tile, possible: &RowSet) {
        if tile.only_draws {
            return self.save(possible, &tile.legal);
        }
        let outcomes = self.others_mut();
        for square in 0..64 {
            let legal = possible[square] & tile.legal[square];
            if legal != 0 {
                outcomes[square].fold(simd, &tile.cells[square], legal);
            }
        }
    }

    /// Adds a conversion that leads to a draw wherever it is possible and legal.
    #[inline(always)]
    pub fn save(&mut self, possible: &RowSet, legal: &RowSet) {
        for square in 0..64 {
            self.saved[square] |= possible[square] & legal[square];
        }
    }
}
