//! Answers from the bytes of a table, wherever they are.

use std::sync::Arc;

use cozy_chess::{BitBoard, Color};
use rayon::prelude::*;

use super::{
    block::Block,
    cache::Cache,
    codec::{Decoder, Frame, walk},
    error::{Damage, Part, TableError},
    grid::{SIDE, Spot},
    header::Header,
    index::{self, Entry},
};
use crate::{
    endgame::{
        layout::Layout, legality::Lanes, like_men::LikeMen, material::NormalMaterial,
        placement::Placement,
    },
    memory::{aligned::Aligned, plain::PlainTable},
    value::{cell::Cell, outcome::Value},
};

/// A table as it is stored, and its answers.
///
/// `D` is where the bytes are: [`super::FileBytes`] for a file, a `Vec<u8>`, a `&'static [u8]`.
/// Opening reads the header only; what else is read is checked when it is. Threads share a table
/// freely: a bounded number of decoded blocks is kept, and no thread waits for another. A probe of a
/// block that is kept allocates nothing.
///
/// ```
/// use drawproof_tables::{Dtm, Material, Placement, Value, Wdl, fen, file::{Table, pack}};
///
/// # let material = "KQK".parse::<Material>()?.normalise().0;
/// # let solved = drawproof_generator::solve_closure(&[material], &())?;
/// # let bytes: Vec<u8> = pack(solved.get(material).unwrap(), 1);
/// // From bytes in memory; `Folder::open` and `open_file` do the same with a mapped file.
/// let table = Table::new(&bytes[..], "KQK.dpt")?;
///
/// let board = fen::parse("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1")?;
/// let value = table.probe(&Placement::from(&board))?.ok_or("not a legal position")?;
/// assert_eq!(value.wdl(), Wdl::Win);
/// assert_eq!(value.dtm(), Some(Dtm::from_plies(1)));
///
/// // The same men, Black to move: stalemate.
/// let board = fen::parse("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")?;
/// assert_eq!(table.probe(&Placement::from(&board))?, Some(Value::Draw));
///
/// // Bytes that are not as they were written are an error, never a value.
/// assert!(Table::new(&bytes[1..], "KQK.dpt").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table<D> {
    bytes: D,
    origin: String,
    header: Header,
    /// Checksum of the header, which all others depend on.
    identity: u64,
    /// Where the block index begins.
    index_start: usize,
    like_men: LikeMen,
    cache: Cache,
}

impl<D: AsRef<[u8]> + Sync> Table<D> {
    /// Opens a table from its bytes. Errors will call them `origin`, such as the path of the file.
    pub fn new(bytes: D, origin: impl Into<String>) -> Result<Table<D>, TableError> {
        let origin = origin.into();
        match Header::parse(bytes.as_ref()) {
            Ok((header, identity, index_start)) => {
                let cache = Cache::new(header.grid.blocks());
                let like_men = LikeMen::new(&header.layout);
                Ok(Table { bytes, origin, header, identity, index_start, like_men, cache })
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
        let spot = self.header.grid.spot(self.like_men.stored(index));
        let cell =
            |block: &Block| block.has(side_to_move, spot).then(|| block.cell(side_to_move, spot));
        let cell = match self.cache.read(spot.block, cell) {
            Some(Some(cell)) => cell,
            // The first probe of a block decodes what it needs, the next one that needs more, all.
            Some(None) => self.decode_and_keep(side_to_move, spot, None)?,
            None => self.decode_and_keep(side_to_move, spot, Some((side_to_move, spot.row)))?,
        };
        Ok(cell.map(Cell::value))
    }

    #[cold]
    fn decode_and_keep(
        &self,
        side: Color,
        spot: Spot,
        until: Option<(Color, usize)>,
    ) -> Result<Option<Cell>, TableError> {
        let block = self.block(spot.block, until)?;
        let cell = block.cell(side, spot);
        self.cache.keep(spot.block, block);
        Ok(cell)
    }

    /// All values, in memory. Works on the current rayon pool.
    pub fn load(&self) -> Result<PlainTable, TableError> {
        /// Blocks decoded before they are put in their places.
        const BATCH: usize = 1024;
        // Draws.
        let mut cells = [0; 2].map(|_| Aligned::new(self.layout().count()));
        for first in (0..self.blocks()).step_by(BATCH) {
            let numbers = first..self.blocks().min(first + BATCH);
            let blocks: Result<Vec<Box<Block>>, TableError> =
                numbers.clone().into_par_iter().map(|number| self.block(number, None)).collect();
            for (number, block) in numbers.zip(blocks?) {
                block.scatter(&self.header.grid, number, &mut cells);
            }
        }
        let legal = legal_places(self.layout());
        if !self.like_men.is_empty() {
            exchange(&self.like_men, &mut cells, &legal);
        }
        Ok(PlainTable::new(self.layout().clone(), cells, legal))
    }

    /// Compares every byte with its checksum: `Ok` if all are as they were written.
    pub fn verify_checksums(&self) -> Result<(), TableError> {
        (0..self.blocks()).into_par_iter().try_for_each(|number| {
            let bytes = self.block_bytes(number).map(drop);
            bytes.map_err(|damage| TableError { origin: self.origin.clone(), damage })
        })
    }

    /// Compares every byte with its checksum and decodes every block.
    pub fn verify(&self) -> Result<(), TableError> {
        (0..self.blocks()).into_par_iter().try_for_each(|number| self.block(number, None).map(drop))
    }

    /// Decodes a block, as far as a row of a side to move, or all of it.
    fn block(
        &self,
        number: usize,
        until: Option<(Color, usize)>,
    ) -> Result<Box<Block>, TableError> {
        self.decode(number, until)
            .map_err(|damage| TableError { origin: self.origin.clone(), damage })
    }

    /// The bytes of a block, which are as they were written.
    fn block_bytes(&self, number: usize) -> Result<&[u8], Damage> {
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
        Ok(bytes)
    }

    fn decode(&self, number: usize, until: Option<(Color, usize)>) -> Result<Box<Block>, Damage> {
        let bytes = self.block_bytes(number)?;
        let grid = &self.header.grid;
        let Header { layout, first, model, .. } = &self.header;
        let mut block = Block::empty();
        // The side coded first needs no more rows than are decoded of it.
        let rows = until.filter(|&(side, _)| side == *first).map_or(SIDE, |(_, row)| row + 1);
        let frame = Frame::new(layout, grid, number, rows);
        walk(&mut Decoder::new(model, bytes), &frame, *first, until, &mut block);
        Ok(block)
    }

    fn index_and_data(&self) -> (&[u8], &[u8]) {
        let index_bytes = index::bytes(self.header.grid.blocks());
        // A map may change under our hands only against its contract; even so nothing is overread.
        let rest = self.bytes.as_ref().get(self.index_start..).unwrap_or_default();
        rest.split_at_checked(index_bytes).unwrap_or((rest, &[]))
    }
}

/// The legal positions of a layout by `[side to move][word]`, bit = lane.
fn legal_places(layout: &Layout) -> [Aligned<u64>; 2] {
    let lane = layout.low_man();
    let mut legal = [0; 2].map(|_| Aligned::new(layout.words()));
    let [white, black] = legal.each_mut();
    white.par_iter_mut().zip(black.par_iter_mut()).enumerate().for_each(
        |(word, (white, black))| {
            let squares = layout.squares(64 * word);
            [*white, *black] = Lanes::new(layout.men(), &squares, lane).legal();
        },
    );
    legal
}

/// Fills in the legal places that differ from stored ones by an exchange of like men.
fn exchange(like_men: &LikeMen, cells: &mut [Aligned<u8>; 2], legal: &[Aligned<u64>; 2]) {
    for (cells, legal) in cells.iter_mut().zip(legal) {
        for (word, &lanes) in legal.iter().enumerate() {
            for lane in BitBoard(lanes) {
                let index = 64 * word + lane as usize;
                let stored = like_men.stored(index);
                if stored != index {
                    cells[index] = cells[stored];
                }
            }
        }
    }
}
