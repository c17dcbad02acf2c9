//! Reads many values of a table at once: all values, the values of some king pairs, or the values
//! of many positions.

use std::{io, ops::Range, sync::Arc};

use drawproof_board::{BitBoard, Color};
use rayon::prelude::*;

use super::{Table, layer::Layer};
use crate::{
    endgame::{
        layout::{Coordinate, Layout},
        legality::legal_lanes,
        like_men::LikeMen,
    },
    file::{
        bytes::ReadBytes,
        cache::Entry,
        error::{Damage, TableError},
        grid::{Block, Grid, SIDE, Spot},
        index,
        sides::Sides,
    },
    memory::{
        plain::PlainTable,
        values::TableMemory,
        windows::{Needed, Windows},
    },
    parallel,
    value::{
        cell::Cell,
        outcome::Value,
        width::{RawCell, Width},
    },
};

/// The location of a position in a table: its side to move and its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The side to move.
    pub side_to_move: Color,
    /// The index of the position in the table.
    pub index: usize,
}

/// The values to read from a layer.
struct Wanted {
    /// The king pairs or pawn slices to read.
    parts: Range<usize>,
    /// The king pair or pawn slice with which the memory begins.
    origin: usize,
    /// The positions of them that are needed; `None` if all are.
    needed: Option<Needed>,
}

/// Returns whether a block has needed positions.
fn has_needed(layout: &Layout, grid: &Grid, number: usize, needed: &Needed) -> bool {
    let first = grid.first_index(number);
    layout.men().iter().zip(layout.coordinates()).any(|(man, coordinate)| {
        *man == needed.man
            && match *coordinate {
                Coordinate::Digit(digit) => {
                    let varies = grid.digits().iter().any(|it| u32::from(*it) == digit);
                    varies || needed.squares >> (first >> (6 * digit) & 63) & 1 != 0
                }
                Coordinate::KingPair | Coordinate::Pawn => true,
            }
    })
}

impl<D: ReadBytes> Table<D> {
    /// Decodes all values into memory. Returns an error if a block is damaged or the table holds
    /// only one side to move. Runs on the current rayon pool.
    pub fn load(&self) -> Result<PlainTable, TableError> {
        self.load_into(TableMemory::new(self.layout(), self.width()), &|_| ())
    }

    /// Decodes all values into `memory`, which must have the size and the width of the table. Calls
    /// `read` with the fraction of the values decoded so far, 0 to 1. Runs on the current rayon
    /// pool.
    pub fn load_into(
        &self,
        memory: TableMemory,
        read: &dyn Fn(f64),
    ) -> Result<PlainTable, TableError> {
        let far = memory.far.filter(|_| self.width() == Width::Two);
        let mut memory = TableMemory { far, ..memory };
        let wanted = Wanted { parts: 0..self.layout().outer_count(), origin: 0, needed: None };
        self.load_parts(wanted, &mut memory, read)?;
        read(1.0);
        Ok(PlainTable::of_memory(self.layout().clone(), self.metric(), memory))
    }

    /// Decodes the values of a pawn slice into `memory`, which must have the size of one slice
    /// ([`TableMemory::of_slice`]). The memory keeps its second layer only if the slice has one.
    /// Runs on the current rayon pool.
    pub fn load_slice(&self, slice: usize, memory: &mut TableMemory) -> Result<(), TableError> {
        memory.far.take_if(|_| self.width() == Width::One);
        let wanted = Wanted { parts: slice..slice + 1, origin: slice, needed: None };
        self.load_parts(wanted, memory, &|_| ())
    }

    /// Decodes the wanted values into `memory`, which has the width of the table, and calls `read` with the share that is
    /// decoded. Runs on the current rayon pool.
    fn load_parts(
        &self,
        wanted: Wanted,
        memory: &mut TableMemory,
        read: &dyn Fn(f64),
    ) -> Result<(), TableError> {
        if self.sides() != Sides::Both {
            return Err(self.damaged(Damage::OneSide));
        }
        let Wanted { parts, origin, needed } = wanted;
        let words = self.layout().part_count() / 64;
        let place = |part: usize| (part - origin) * words;
        let TableMemory { cells, far, legal } = memory;
        let legal = legal.each_mut().map(|side| &mut side[place(parts.start)..place(parts.end)]);
        let legal = &legal_positions(self.layout(), parts.start * words, legal).map(|side| &*side);
        let mut cells = cells.each_mut().map(|side| &mut **side);
        let mut far = far.as_mut().map(|far| far.each_mut().map(|side| &mut **side));
        for section in 0..self.sections.len() {
            let own = self.parts_of(section);
            let own = own.start.max(parts.start)..own.end.min(parts.end);
            if own.is_empty() {
                continue;
            }
            let words = (own.start - parts.start) * words..(own.end - parts.start) * words;
            let legal = &legal.map(|side| &side[words.clone()]);
            let layers = self.layers(section)?;
            let read = &|share: f64| {
                let done = (own.start - parts.start) as f64 + share * own.len() as f64;
                read(done / parts.len() as f64);
            };
            let wanted = &Wanted { parts: own.clone(), origin, needed };
            self.load_layer(&layers[0], wanted, legal, &mut cells, read)?;
            if let (Some(layer), Some(far)) = (layers.get(1), &mut far) {
                self.load_layer(layer, wanted, legal, far, &|_| ())?;
            }
        }
        Ok(())
    }

    /// Decodes the bytes of a layer for some king pairs or slices into `cells`. `legal`: the legal positions of these
    /// parts.
    fn load_layer(
        &self,
        layer: &Layer,
        wanted: &Wanted,
        legal: &[&[u64]; 2],
        cells: &mut [&mut [RawCell]; 2],
        read: &dyn Fn(f64),
    ) -> Result<(), TableError> {
        /// The number of groups of blocks that are decoded before they are copied to their indices.
        const BATCH: usize = 32;
        let Wanted { parts, origin, needed } = wanted;
        let grid = &layer.header.grid;
        let blocks = grid.blocks_of(parts);
        let own = |block: usize| block - layer.first_block();
        let skipped = grid.blocks_of(&(*origin..*origin)).start;
        let groups = index::group_of(own(blocks.start))..index::groups(own(blocks.end));
        let is_wanted = |number: usize| {
            let has = |needed: &Needed| has_needed(self.layout(), grid, number, needed);
            blocks.contains(&number) && needed.as_ref().is_none_or(has)
        };
        // The side that is coded first can be decoded without the other.
        let until = needed.map(|it| (it.side_to_move, SIDE - 1));
        let until = until.filter(|(side, _)| *side == layer.header.first);
        let decode = |first: usize| {
            let count = BATCH.min(groups.end.saturating_sub(first));
            parallel::map(count, |n| self.decode_among(layer, first + n, &is_wanted, until))
        };
        let mut decoded = decode(groups.start);
        for first in groups.clone().step_by(BATCH) {
            let next = first + BATCH;
            let mut copy = || -> Result<(), TableError> {
                for group in decoded.drain(..) {
                    for (number, block) in group? {
                        block.scatter(grid, number - skipped, cells);
                    }
                }
                Ok(())
            };
            let (after, copied) = rayon::join(|| decode(next), &mut copy);
            copied?;
            decoded = after;
            read((next.min(groups.end) - groups.start) as f64 / groups.len() as f64);
        }
        if !self.like_men.is_empty() {
            let size = self.layout().part_count();
            for (cells, legal) in cells.iter_mut().zip(legal) {
                let [start, end] = [parts.start, parts.end].map(|part| (part - origin) * size);
                let cells = cells[start..end].par_chunks_mut(size);
                let work = cells.zip(legal.par_chunks(size / 64)).enumerate();
                work.for_each(|(part, (cells, legal))| {
                    exchange(&self.like_men, (parts.start + part) * size, cells, legal);
                });
            }
        }
        Ok(())
    }

    /// Returns the table index of entry `number` in the order of the file, in which the indices of
    /// a block are adjacent. King pairs and pawn slices have the same order in the file as in the
    /// table.
    ///
    /// # Errors
    ///
    /// Fails if the file is damaged.
    pub fn index_in_order(&self, number: usize) -> Result<usize, TableError> {
        let grid = &self.layers(self.section_of(number))?[0].header.grid;
        if grid.words_are_outer() {
            return Ok(number);
        }
        let [word, lane] = [number / SIDE % SIDE, number % SIDE];
        Ok(grid.index(Spot { block: number / (SIDE * SIDE), word, lane }))
    }

    /// Returns the values at `places`, in their order, as [`Table::value`] does. Each block is
    /// decoded at most once, and is kept if the cache has room. Runs on the current rayon pool.
    pub fn values(&self, places: &[Place]) -> Result<Vec<Option<Value>>, TableError> {
        if self.sides() != Sides::Both {
            return Err(self.damaged(Damage::OneSide));
        }
        let mut by_section = vec![Vec::new(); self.sections.len()];
        for (number, place) in (0_u32..).zip(places) {
            by_section[self.section_of(place.index)].push(number);
        }
        let mut values = vec![None; places.len()];
        for (section, numbers) in by_section.into_iter().enumerate() {
            if numbers.is_empty() {
                continue;
            }
            let layers = self.layers(section)?;
            let cells = self.cells(&layers[0], places, &numbers)?;
            for (&number, cell) in numbers.iter().zip(&cells) {
                values[number as usize] = cell.map(Cell::value);
            }
            let Some(layer) = layers.get(1) else { continue };
            let far: Vec<(u32, Cell)> = numbers
                .into_iter()
                .zip(cells)
                .filter_map(|(number, cell)| Some((number, cell?)))
                .filter(|(_, cell)| cell.byte() >= Cell::FAR.byte())
                .collect();
            let far_numbers: Vec<u32> = far.iter().map(|&(number, _)| number).collect();
            let beyond = self.cells(layer, places, &far_numbers)?;
            for ((number, cell), beyond) in far.into_iter().zip(beyond) {
                let beyond = beyond.map_or(0, Cell::byte);
                values[number as usize] = Some(cell.value_beyond(beyond));
            }
        }
        Ok(values)
    }

    /// Returns the cells of a layer at those of `places` that `wanted` lists by number.
    fn cells(
        &self,
        layer: &Layer,
        places: &[Place],
        wanted: &[u32],
    ) -> Result<Vec<Option<Cell>>, TableError> {
        /// The most blocks of a task.
        const TASK: usize = 64;
        let spot = |number: u32| {
            let Place { index, .. } = places[wanted[number as usize] as usize];
            layer.header.grid.spot(self.like_men.stored(index))
        };
        let mut order: Vec<(u32, u32)> = (0..wanted.len() as u32)
            .into_par_iter()
            .map(|number| (spot(number).block as u32, number))
            .collect();
        order.par_sort_unstable();
        let blocks: Vec<&[(u32, u32)]> = order.chunk_by(|one, other| one.0 == other.0).collect();
        let found = parallel::map_ranges(blocks.len(), TASK, |range| {
            let mut found = Vec::new();
            for wanted_here in &blocks[range] {
                let cells_of = |block: &Block| {
                    let cell = |&(_, number): &(u32, u32)| {
                        let side = places[wanted[number as usize] as usize].side_to_move;
                        let spot = spot(number);
                        block.has(side, spot).then(|| (number, block.cell(side, spot)))
                    };
                    wanted_here.iter().map(cell).collect::<Option<Vec<_>>>()
                };
                let block = wanted_here[0].0 as usize;
                let known = self.cache.read(layer.keys.of(block), |entry| match entry {
                    Entry::Decoded(block) => cells_of(block),
                    Entry::Rebuilt(_) => None,
                });
                if let Some(known) = known.flatten() {
                    found.extend(known);
                    continue;
                }
                // Up to the last word that is wanted; the side coded first ends before the other one.
                let first = layer.header.first;
                let last = wanted_here.iter().map(|&(_, number)| {
                    let side = places[wanted[number as usize] as usize].side_to_move;
                    (side != first, spot(number).word)
                });
                let until = last
                    .max()
                    .map(|(is_second, word)| (if is_second { !first } else { first }, word));
                let decoded = self.block(layer, block, until)?;
                found.extend(cells_of(&decoded).expect("all wanted words are decoded"));
                self.cache.keep(layer.keys.of(block), Entry::Decoded(decoded));
            }
            Ok(found)
        });
        let mut cells = vec![None; wanted.len()];
        for found in found {
            found?.into_iter().for_each(|(number, cell)| cells[number as usize] = cell);
        }
        Ok(cells)
    }
}

/// Fills `legal` with the legal positions of a layout, starting with word `first`, as `[side to
/// move][word]`, bit = lane.
fn legal_positions<'a>(
    layout: &Layout,
    first: usize,
    legal: [&'a mut [u64]; 2],
) -> [&'a mut [u64]; 2] {
    let [white, black] = legal;
    white.par_iter_mut().zip(black.par_iter_mut()).enumerate().for_each(
        |(word, (white, black))| {
            [*white, *black] = legal_lanes(layout, first + word);
        },
    );
    [white, black]
}

/// Copies each stored cell to the legal indices that differ from it by exchanging like men. `cells`
/// begins with index `first`.
fn exchange(like_men: &LikeMen, first: usize, cells: &mut [RawCell], legal: &[u64]) {
    for (word, &lanes) in legal.iter().enumerate() {
        for lane in BitBoard(lanes) {
            let place = 64 * word + lane as usize;
            let stored = like_men.stored(first + place) - first;
            if stored != place {
                cells[place] = cells[stored];
            }
        }
    }
}

impl<D: ReadBytes + Send + 'static> Table<D> {
    /// Makes a reader of all values window by window, so that only a few king pairs or slices are
    /// in memory at once.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot reserve addresses for all values.
    pub fn windows(self: &Arc<Self>) -> io::Result<Windows> {
        let file = self.clone();
        let read = Box::new(move |parts, needed, table: &mut PlainTable| {
            let wanted = Wanted { parts, origin: 0, needed };
            Ok(file.load_parts(wanted, table.memory_mut(), &|_| ())?)
        });
        Windows::in_turn(self.layout(), (self.metric(), self.width()), read)
    }
}
