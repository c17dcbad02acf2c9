//! Fills the parts of [`super::promoted`] from tables that are read window by window.

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use drawproof_board::{BitBoard, Color, PROMOTIONS, Piece, Rank, Square};
use drawproof_tables::{Cell, Layout, MEN_MAX, Man, Needed, NormalMaterial, PlainTable, Windows};
use rayon::prelude::*;

use crate::{
    conversions::{
        kinds::{Conversion, Conversions, Subproblem, pawn_square, pushed},
        promoted::{Promoted, PromotedPart},
        read::Reader,
        tiles::{ReadTile, Tile},
    },
    shape::{
        Shape,
        attacks::Geometry,
        row::{Place, Row},
    },
    simd::{self, Kernel, Simd, Vectors},
};

/// Instead of a king pair or slice: the promotion from a row leads nowhere, because the kings are
/// adjacent or two men share a square.
const NOWHERE: u32 = u32::MAX;

/// Returns the endgames to which an endgame's promotions without captures lead.
pub fn promotion_targets(material: NormalMaterial) -> Vec<NormalMaterial> {
    let has_pawn = |&color: &Color| material.get().count(color, Piece::Pawn) > 0;
    let mut targets: Vec<NormalMaterial> = Color::ALL
        .into_iter()
        .filter(has_pawn)
        .flat_map(|color| PROMOTIONS.map(|piece| promoted(material, color, piece)))
        .collect();
    targets.sort();
    targets.dedup();
    targets
}

/// Returns the endgame after a pawn of `color` has promoted to `piece`.
fn promoted(material: NormalMaterial, color: Color, piece: Piece) -> NormalMaterial {
    material.get().without(color, Piece::Pawn).with(color, piece).normalise().0
}

/// Returns the piece to which a pawn of `color` must promote, without a capture, to turn one
/// endgame into the other; `None` if that is impossible.
fn piece_into(from: NormalMaterial, color: Color, to: NormalMaterial) -> Option<Piece> {
    PROMOTIONS.into_iter().find(|&piece| promoted(from, color, piece) == to)
}

impl Promoted {
    /// Adds the promotions of pawns of `layout` that lead into the table of `windows`, which has
    /// distances to mate. Call this once for each of [`promotion_targets`]. Runs on the current
    /// rayon pool.
    ///
    /// # Errors
    ///
    /// Fails if the values cannot be read (`unreadable` makes the error), or if `go_on` fails.
    /// `go_on` is called for each window, with the fraction of the table that has been read.
    pub fn add<E>(
        &mut self,
        layout: &Layout,
        vectors: Vectors,
        windows: &mut Windows,
        unreadable: impl Fn(Box<dyn Error + Send + Sync>) -> E,
        mut go_on: impl FnMut(f64) -> Result<(), E>,
    ) -> Result<(), E> {
        let (all, material) = (0..windows.layout().outer_count(), windows.layout().material());
        let mut outer_of_rows = vec![None; self.parts.len()];
        if let Some(needed) = after_promotions(layout.material(), material) {
            windows.need_only(needed);
        }
        windows.each(all.clone(), unreadable, |table, range| {
            go_on(range.start as f64 / all.end as f64)?;
            for ((&(slice, pawn), part), outer) in self.parts.iter_mut().zip(&mut outer_of_rows) {
                let shape = &Shape::new(layout, slice);
                let Some(conversion) = promotion_into(shape, pawn, table) else { continue };
                let (sides, metric) = ([Vec::new(), Vec::new()], table.metric());
                let conversions = &Conversions { sides, metric, mating: None };
                let problem = &Subproblem { shape, conversions, slices: &[] };
                let color = shape.man(pawn).color;
                let promotion = Promotion {
                    shape,
                    reader: &Reader::new(problem, &conversion, color),
                    to: pushed(pawn_square(shape, pawn), color),
                    vectors,
                    is_first: part.added == 0,
                };
                let outer: &Vec<u32> = outer.get_or_insert_with(|| promotion.outer_of_rows());
                let is_meant = |row: usize| {
                    range == all || outer[row] != NOWHERE && range.contains(&(outer[row] as usize))
                };
                promotion.add(&is_meant, part);
            }
            Ok(())
        })?;
        for (&(_, pawn), part) in &mut self.parts {
            let color = layout.men()[pawn].color;
            part.added += u8::from(piece_into(layout.material(), color, material).is_some());
        }
        Ok(())
    }
}

/// Returns the positions right after promotions without captures that lead from one endgame into
/// another.
fn after_promotions(from: NormalMaterial, to: NormalMaterial) -> Option<Needed> {
    let has_pawn = |&color: &Color| from.get().count(color, Piece::Pawn) > 0;
    let promotes = |color| Some((color, piece_into(from, color, to)?));
    // If both colours promote into the same endgame, the positions are the same with colours
    // exchanged.
    let (color, piece) = Color::ALL.into_iter().filter(has_pawn).find_map(promotes)?;
    let (_, swapped) = from.get().without(color, Piece::Pawn).with(color, piece).normalise();
    let color = if swapped { !color } else { color };
    let last = Rank::Eighth.relative_to(color).bitboard().0;
    let squares = to.symmetries().iter().fold(0, |squares, image| squares | image.set(last));
    Some(Needed { man: Man { color, piece }, squares, side_to_move: !color })
}

/// Returns the promotion of a pawn that leads into `table`; `None` if there is no such promotion.
fn promotion_into(shape: &Shape, pawn: usize, table: &Arc<PlainTable>) -> Option<Conversion> {
    let (layout, color) = (shape.layout, shape.man(pawn).color);
    let piece = piece_into(layout.material(), color, table.material())?;
    let find = |material| (material == table.material()).then(|| table.clone());
    Conversion::new(layout, &find, (pawn, None, Some(piece)), table.metric()).ok()
}

/// The promotion of a pawn of a slice to one kind of piece.
#[derive(Clone, Copy)]
struct Promotion<'p> {
    shape: &'p Shape<'p>,
    reader: &'p Reader<'p>,
    to: Square,
    vectors: Vectors,
    is_first: bool,
}

impl Promotion<'_> {
    /// Returns the men of a row of 64 words; `None` if two fixed men share a square.
    fn row(&self, number: usize) -> Option<Row<'_>> {
        let rows = self.shape.words / 64;
        Row::new(self.shape, Geometry::get(), number / rows, number % rows * 64)
    }

    /// Returns for each row the king pair or slice of the table that the promotion leads to. The
    /// entry is meaningless if a varying king determines the king pair, which occurs only for
    /// tables that are read as a whole.
    fn outer_of_rows(&self) -> Vec<u32> {
        assert!(self.shape.words >= 64, "a row has 64 words");
        let number = |row: usize| {
            let row = self.row(row)?;
            self.reader.outer(&row.places, Place::Fixed(self.to)).map(|outer| outer as u32)
        };
        let rows = self.shape.blocks * self.shape.words / 64;
        (0..rows).into_par_iter().map(|row| number(row).unwrap_or(NOWHERE)).collect()
    }

    /// Adds the values that the promotion leads to, in the rows for which `is_meant` is true.
    fn add(&self, is_meant: &(impl Fn(usize) -> bool + Sync), part: &mut PromotedPart) {
        const CELLS: usize = 64 * 64;
        let any_far = AtomicBool::new(part.has_far);
        let layers = part.cells.par_chunks_mut(CELLS).zip(part.far.par_chunks_mut(CELLS));
        let rows = layers.zip(part.legal.par_chunks_mut(64)).enumerate();
        rows.filter(|&(row, _)| is_meant(row)).for_each_init(
            || Box::new(Tile::EMPTY),
            |tile, (number, ((cells, far), legal))| {
                let Some(row) = &self.row(number) else { return };
                let into = Into { cells, far, legal, any_far: &any_far };
                simd::run(self.vectors, AddRow { promotion: *self, row, tile, into });
            },
        );
        part.has_far = any_far.into_inner();
    }
}

/// Adds the values that a promotion leads to in one row.
struct AddRow<'a> {
    promotion: Promotion<'a>,
    row: &'a Row<'a>,
    tile: &'a mut Tile,
    into: Into<'a>,
}

/// The best promotions of a row so far, `[word][lane]`.
struct Into<'a> {
    cells: &'a mut [u8],
    far: &'a mut [u8],
    legal: &'a mut [u64],
    any_far: &'a AtomicBool,
}

impl Kernel for AddRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let AddRow { promotion, row, tile, into } = self;
        let (reader, places, to) = (promotion.reader, &row.places, Place::Fixed(promotion.to));
        let squares = (u64::MAX, u64::MAX);
        simd.call(ReadTile { tile: &mut *tile, reader, places, to, squares });
        let cells = into.cells.as_chunks_mut::<64>().0.iter_mut();
        let far = into.far.as_chunks_mut::<64>().0.iter_mut();
        let into_words = cells.zip(far).zip(into.legal);
        for (number, ((cells, far), legal)) in into_words.enumerate() {
            let (found, lanes) = (&tile.cells[number], tile.legal[number]);
            let found: [u8; 64] =
                std::array::from_fn(|lane| if lanes >> lane & 1 != 0 { found[lane] } else { 0 });
            let greatest = found.iter().chain(&*cells).fold(0, |most, &cell| most.max(cell));
            if greatest < Cell::FAR.byte() {
                if promotion.is_first {
                    *cells = found;
                } else {
                    for (cell, found) in cells.iter_mut().zip(found) {
                        *cell = if rank(found) < rank(*cell) { found } else { *cell };
                    }
                }
            } else {
                let there = with_first_upper_on(*places, number);
                let values = reader.values(&there, to, lanes).values;
                for lane in BitBoard(lanes).into_iter().map(|lane| lane as usize) {
                    let before = Cell::from_byte(cells[lane]).value_beyond(far[lane]);
                    if promotion.is_first || values[lane].rank() < before.rank() {
                        let split = values[lane].number().map(Cell::split);
                        let (cell, beyond) = split.unwrap_or((Cell::DRAW, 0));
                        (cells[lane], far[lane]) = (cell.byte(), beyond);
                        if beyond > 0 {
                            into.any_far.store(true, Relaxed);
                        }
                    }
                }
            }
            *legal = lanes;
        }
    }
}

/// Returns the places with the first upper man fixed on a square.
fn with_first_upper_on(places: [Place; MEN_MAX], square: usize) -> [Place; MEN_MAX] {
    let fixed = Place::Fixed(Square::index(square));
    places.map(|place| if place == Place::FirstUpper { fixed } else { place })
}

/// Ranks the opponent's cells for the side that promotes: the lower, the better.
#[inline(always)]
fn rank(cell: u8) -> u8 {
    let half = cell >> 1;
    match (cell, cell & 1) {
        (0, _) => 128,
        (_, 1) => half,
        _ => half.wrapping_neg(),
    }
}
