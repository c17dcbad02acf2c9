//! The outcomes of a row's positions. Conversions that lead to nothing but draws are noted as sets, all
//! others as [`Outcomes`].
//!
//! For [`super::by_row`], which folds conversions, and the initialization, which reads them.

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

/// A line of draws, and of places that are no legal position.
pub const DRAWS: [u8; 64] = [Cell::DRAW.byte(); 64];

/// The outcomes of a row's positions.
pub struct RowOutcomes {
    /// The positions that a conversion saves from being lost for good because it leads to a draw, by
    /// conversions that lead to nothing but draws in the whole row: KNNKN takes 0.9 of the time.
    pub saved: RowSet,
    /// By first upper man's square: the outcomes of all other conversions.
    others: Box<[Outcomes; 64]>,
    /// Whether a conversion has been folded into `others`; they are undefined before.
    has_others: bool,
}

impl RowOutcomes {
    /// Returns the outcomes without conversions.
    pub fn new() -> RowOutcomes {
        let others = Box::new([const { Outcomes::NONE }; 64]);
        RowOutcomes { saved: [0; 64], others, has_others: false }
    }

    /// Returns the outcomes of the conversions that [`RowOutcomes::saved`] leaves out, by first
    /// upper man's square; `None` if there are none.
    pub fn others(&self) -> Option<&[Outcomes; 64]> {
        self.has_others.then_some(&*self.others)
    }

    /// Removes all conversions.
    pub fn clear(&mut self) {
        self.saved = [0; 64];
        self.has_others = false;
    }

    /// Returns the outcomes to fold a conversion into that may lead to more than draws.
    #[inline(always)]
    pub fn others_mut(&mut self) -> &mut [Outcomes; 64] {
        if !self.has_others {
            self.others.fill(Outcomes::NONE);
            self.has_others = true;
        }
        &mut self.others
    }

    /// Folds the words of a tile in which the conversion is possible.
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

    /// Folds a conversion that leads to draws where it is possible and legal.
    #[inline(always)]
    pub fn save(&mut self, possible: &RowSet, legal: &RowSet) {
        for square in 0..64 {
            self.saved[square] |= possible[square] & legal[square];
        }
    }
}
