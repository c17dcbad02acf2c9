//! Answers from the bytes of a table, wherever they are.

use std::sync::Arc;

use cozy_chess::Color;
use rayon::prelude::*;

use super::{
    block::{Block, VALUE_BYTES},
    cache::Cache,
    error::{Damage, Part, TableError},
    grid::Spot,
    header::Header,
    index::{self, Entry},
};
use crate::{Cell, Layout, NormalMaterial, Placement, PlainTable, Value};

/// A table as it is stored, and its answers.
///
/// `D` is where the bytes are: [`super::FileBytes`] for a file, a `Vec<u8>`, a `&'static [u8]`.
/// Opening reads the header only; what else is read is checked when it is. Threads share a table
/// freely: a bounded number of decoded blocks is kept, and no thread waits for another.
#[derive(Debug)]
pub struct Table<D> {
    bytes: D,
    origin: String,
    header: Header,
    /// Checksum of the header, which all others depend on.
    identity: u64,
    /// Where the block index begins.
    index_start: usize,
    cache: Cache,
}

impl<D: AsRef<[u8]> + Sync> Table<D> {
    /// Opens a table from its bytes. Errors will call them `origin`, such as the path of the file.
    pub fn new(bytes: D, origin: impl Into<String>) -> Result<Table<D>, TableError> {
        let origin = origin.into();
        match Header::parse(bytes.as_ref()) {
            Ok((header, identity, index_start)) => {
                let cache = Cache::new(header.grid.blocks());
                Ok(Table { bytes, origin, header, identity, index_start, cache })
            }
            Err(damage) => Err(TableError { origin, damage }),
        }
    }

    /// The endgame.
    pub fn material(&self) -> NormalMaterial {
        self.header.layout.material()
    }

    /// Where each position stands.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.header.layout
    }

    /// What errors call these bytes.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Number of bytes.
    pub fn size_bytes(&self) -> usize {
        self.bytes.as_ref().len()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.header.grid.blocks()
    }

    /// The value of a position with this table's material, White the canonical first side; `None`
    /// if it is no legal position.
    pub fn probe(&self, placement: &Placement) -> Result<Option<Value>, TableError> {
        match placement.index(self.layout()) {
            Some(index) => self.value(placement.side_to_move, index),
            None => Ok(None),
        }
    }

    /// The value at an index for the side to move, `None` where the place is no legal position.
    /// Panics if the layout has no such index.
    pub fn value(&self, side_to_move: Color, index: usize) -> Result<Option<Value>, TableError> {
        let spot = self.header.grid.spot(index);
        let cell = |block: &Block| block.cell(side_to_move, spot);
        let cell = match self.cache.read(spot.block, cell) {
            Some(cell) => cell,
            None => self.decode_and_keep(side_to_move, spot)?,
        };
        Ok(cell.map(Cell::value))
    }

    #[cold]
    fn decode_and_keep(&self, side: Color, spot: Spot) -> Result<Option<Cell>, TableError> {
        let block = self.block(spot.block)?;
        let cell = block.cell(side, spot);
        self.cache.keep(spot.block, block);
        Ok(cell)
    }

    /// All values, in memory. Works on the current rayon pool.
    pub fn load(&self) -> Result<PlainTable, TableError> {
        /// Blocks decoded before they are put in their places.
        const BATCH: usize = 1024;
        let layout = self.layout();
        let mut cells = [0; 2].map(|_| vec![Cell::DRAW.byte(); layout.count()]);
        let mut legal = [0; 2].map(|_| vec![0; layout.words()]);
        for first in (0..self.blocks()).step_by(BATCH) {
            let numbers = first..self.blocks().min(first + BATCH);
            let blocks: Result<Vec<Box<Block>>, TableError> =
                numbers.clone().into_par_iter().map(|number| self.block(number)).collect();
            for (number, block) in numbers.zip(blocks?) {
                block.scatter(&self.header.grid, number, &mut cells, &mut legal);
            }
        }
        Ok(PlainTable::new(layout.clone(), cells, legal))
    }

    /// Reads every byte: `Ok` if all are as they were written.
    pub fn verify(&self) -> Result<(), TableError> {
        (0..self.blocks()).into_par_iter().try_for_each(|number| self.block(number).map(drop))
    }

    /// Decodes a block.
    fn block(&self, number: usize) -> Result<Box<Block>, TableError> {
        self.decode(number).map_err(|damage| TableError { origin: self.origin.clone(), damage })
    }

    fn decode(&self, number: usize) -> Result<Box<Block>, Damage> {
        let grid = &self.header.grid;
        let (index, data) = self.index_and_data();
        let entry = Entry::read(index, grid.blocks(), number, self.identity)?;
        let part = Part::Block(number);
        let start = usize::try_from(entry.range.start).unwrap_or(usize::MAX);
        let end = usize::try_from(entry.range.end).unwrap_or(usize::MAX);
        let bytes = data.get(start..end).ok_or(Damage::Length {
            part,
            expected: entry.range.end,
            found: data.len() as u64,
        })?;
        entry.check(bytes, self.identity)?;
        let values = zstd::bulk::decompress(bytes, VALUE_BYTES)
            .map_err(|error| Damage::Content { part, what: error.to_string() })?;
        if values.len() != VALUE_BYTES {
            let what = format!("{} values", values.len());
            return Err(Damage::Content { part, what });
        }
        let mut block = Block::drawn(self.layout(), grid, number);
        let Block { cells, legal } = &mut *block;
        let rows = cells.iter_mut().flatten().zip(legal.iter().flatten());
        for ((row, lanes), values) in rows.zip(values.chunks_exact(64)) {
            for (lane, (cell, value)) in row.iter_mut().zip(values).enumerate() {
                if lanes >> lane & 1 != 0 {
                    *cell = *value;
                }
            }
        }
        Ok(block)
    }

    fn index_and_data(&self) -> (&[u8], &[u8]) {
        let index_bytes = index::bytes(self.header.grid.blocks());
        // A map may change under our hands only against its contract; even so nothing is overread.
        let rest = self.bytes.as_ref().get(self.index_start..).unwrap_or_default();
        rest.split_at_checked(index_bytes).unwrap_or((rest, &[]))
    }
}
