//! The results of the positions after captures and promotions.

use std::sync::Arc;

use drawproof_board::{Color, PROMOTIONS_OR_NONE, Piece, Square};
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, MEN_MAX, Material, NormalMaterial, PlainTable};
use rayon::prelude::*;

use super::{results::LaneResults, values::WordValues};
use crate::tables::{TableError, TableSource};

/// The results of all positions after one capture or promotion in an endgame, as sets of positions
/// with two bits per position.
pub(crate) struct Conversions {
    /// The tables that hold the results.
    tables: Vec<Results>,
    /// The place of the results, `[mover][captured kind, or 6][promoted kind, or 6]`; `None` where
    /// no move leads.
    places: [[[Option<Place>; 7]; 7]; 2],
}

/// Where the results after one kind of conversion are.
#[derive(Clone, Copy)]
enum Place {
    /// All positions are drawn: bare kings.
    Drawn,
    /// In this table, with colours exchanged if `swapped`.
    Table { number: usize, swapped: bool },
}

/// The results of the positions of one endgame.
struct Results {
    layout: Arc<Layout>,
    /// For each needed side to move and each word, the positions that it may win, and those that it
    /// may lose.
    sides: [Vec<[u64; 2]>; 2],
}

impl Conversions {
    /// Collects the results after all captures and promotions in `material`.
    pub fn new(
        material: NormalMaterial,
        source: &dyn TableSource,
    ) -> Result<Conversions, TableError> {
        let mut needed: Vec<(NormalMaterial, [bool; 2])> = Vec::new();
        let mut places = [[[None; 7]; 7]; 2];
        for mover in Color::ALL {
            for captured in Piece::ALL[..5].iter().map(|&piece| Some(piece)).chain([None]) {
                for promoted in PROMOTIONS_OR_NONE {
                    let Some(after) = after(material, mover, captured, promoted) else { continue };
                    let place = &mut places[mover as usize][number(captured)][number(promoted)];
                    if after.men() == 2 {
                        *place = Some(Place::Drawn);
                        continue;
                    }
                    let (normal, swapped) = after.normalise();
                    let known = needed.iter().position(|(material, _)| *material == normal);
                    let number = known.unwrap_or_else(|| {
                        needed.push((normal, [false; 2]));
                        needed.len() - 1
                    });
                    // The other side is to move after the conversion.
                    let side = if swapped { mover } else { !mover };
                    needed[number].1[side as usize] = true;
                    *place = Some(Place::Table { number, swapped });
                }
            }
        }
        let mut tables = Vec::new();
        for (material, sides) in needed {
            let table = source.table(material)?;
            tables.push(Results::new(&table, sides, source));
        }
        Ok(Conversions { tables, places })
    }

    /// Returns two flags about a legal position after a capture or promotion by `mover`: whether
    /// the true result of the position allows a win of the side to move, and whether it allows a
    /// win of the other side.
    pub fn winners(
        &self,
        position: &Position,
        mover: Color,
        captured: Option<Piece>,
        promoted: Option<Piece>,
    ) -> [bool; 2] {
        let place = self.places[mover as usize][number(captured)][number(promoted)];
        let Place::Table { number, swapped } = place.expect("the conversion exists") else {
            return [false; 2];
        };
        let table = &self.tables[number];
        let mut squares = [Square::A1; MEN_MAX];
        let (mut last, mut left) = (None, 0);
        for (place, &man) in squares.iter_mut().zip(table.layout.men()) {
            if last != Some(man) {
                let color = if swapped { !man.color } else { man.color };
                left = position.men(color, man.piece).0;
                last = Some(man);
            }
            let square = left.trailing_zeros();
            left &= left - 1;
            // Exchanging colours flips the ranks.
            let square = if swapped { square ^ 0o70 } else { square };
            *place = Square::index(square as usize);
        }
        let side = if swapped { mover } else { !mover };
        let men = table.layout.men().len();
        let index = table.layout.index(&squares[..men]).expect("a legal position has an index");
        table.sides[side as usize][index / 64].map(|lanes| lanes >> (index % 64) & 1 != 0)
    }
}

impl Results {
    /// Returns the results of the `sides` to move of a table.
    fn new(table: &PlainTable, sides: [bool; 2], source: &dyn TableSource) -> Results {
        const WORDS: usize = 1 << 12;
        let results = |side: Color| {
            let legal = table.legal(side);
            let of_word = |word: usize| {
                let LaneResults { win, loss, .. } =
                    WordValues::of(table, side, word).results(side, legal[word]);
                [win, loss]
            };
            let mut all = vec![[0; 2]; legal.len()];
            all.par_chunks_mut(WORDS).enumerate().for_each(|(chunk, results)| {
                source.keep_within_bound();
                results.iter_mut().zip(chunk * WORDS..).for_each(|(it, word)| *it = of_word(word));
            });
            all
        };
        let sides = Color::ALL.map(|side| match sides[side as usize] {
            true => results(side),
            false => Vec::new(),
        });
        Results { layout: table.layout().clone(), sides }
    }
}

/// Returns the men after a conversion by `mover`; `None` if `material` has no such move.
fn after(
    material: NormalMaterial,
    mover: Color,
    captured: Option<Piece>,
    promoted: Option<Piece>,
) -> Option<Material> {
    let mut after = material.get();
    if captured.is_none() && promoted.is_none() {
        return None;
    }
    if let Some(captured) = captured {
        if after.count(!mover, captured) == 0 {
            return None;
        }
        after = after.without(!mover, captured);
    }
    if let Some(promoted) = promoted {
        if after.count(mover, Piece::Pawn) == 0 {
            return None;
        }
        after = after.without(mover, Piece::Pawn).with(mover, promoted);
    }
    Some(after)
}

/// Returns the place of a kind of man, or of none, in an array.
fn number(piece: Option<Piece>) -> usize {
    piece.map_or(6, |piece| piece as usize)
}
