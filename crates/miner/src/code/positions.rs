//! What a tree is learned from: the positions that captures and promotions do not decide.

use drawproof_tables::parallel;
use rayon::prelude::*;

use super::{
    endgame::{Endgame, Endgames},
    view::{FEATURES, features as describe, fold, view},
};

/// Kinds of positions by the answers that are right: won, drawn, lost, drawn or lost.
pub const KINDS: usize = 4;
const WON: u8 = 0;
const DRAWN: u8 = 1;
const LOST: u8 = 2;
const NOT_WON: u8 = 3;

/// Indices that one thread goes through at a time.
const PART: usize = 1 << 14;

/// Bytes that a place of a table takes at most, one side to move, while its tree is learned: what
/// describes a position, its squares and kind twice, and its place in the order.
pub const PLACE_BYTES: u64 = FEATURES as u64 + 16;

/// Positions of an endgame with one side to move, one of each class of symmetric positions.
pub struct Positions {
    features: Vec<[u8; FEATURES]>,
    kinds: Vec<u8>,
}

impl Positions {
    /// The positions that a capture or promotion does not win.
    pub fn of(endgames: &Endgames, endgame: &Endgame, side: usize) -> Positions {
        let men = endgame.men();
        let parts = parallel::map_ranges(endgame.count(), PART, |indices| {
            let asked = indices.filter_map(|index| {
                let (squares, value) = endgame.at(index, side)?;
                let kind = match (value, endgames.best_conversion(endgame, squares, side)) {
                    (_, Some(1)) => return None,
                    (0, Some(0)) => NOT_WON,
                    (1, _) => WON,
                    (0, _) => DRAWN,
                    _ => LOST,
                };
                Some((fold(men, squares), kind))
            });
            asked.collect::<Vec<_>>()
        });
        let mut all: Vec<([u8; 4], u8)> = parts.into_iter().flatten().collect();
        all.sort_unstable();
        all.dedup();
        let kinds = all.iter().map(|&(_, kind)| kind).collect();
        let mut features = vec![[0; FEATURES]; all.len()];
        let parts = features.par_chunks_mut(PART).zip(all.par_chunks(PART));
        parts.for_each(|(features, positions)| {
            for (features, &(squares, _)) in features.iter_mut().zip(positions) {
                *features = describe(men, squares, &view(men, squares));
            }
        });
        Positions { features, kinds }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The features of a position.
    #[inline(always)]
    pub fn features(&self, position: u32) -> &[u8; FEATURES] {
        &self.features[position as usize]
    }

    /// The kind of a position, below [`KINDS`].
    #[inline(always)]
    pub fn kind(&self, position: u32) -> usize {
        usize::from(self.kinds[position as usize] & 3)
    }
}

/// Positions of each kind.
pub type Counts = [u32; KINDS];

/// The numbers of positions won, drawn and lost, where those that may be either are what more of
/// the others are.
pub fn by_value(counts: &Counts) -> [u32; 3] {
    let [won, mut drawn, mut lost, either] = *counts;
    *if drawn >= lost { &mut drawn } else { &mut lost } += either;
    [won, drawn, lost]
}
