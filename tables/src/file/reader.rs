//! Reading a table from its bytes, wherever they are.

use std::sync::Arc;

use drawproof_board::{BitBoard, Color};
use rayon::prelude::*;

use super::{
    block::Block,
    cache::Cache,
    codec::{Decoder, Frame, walk},
    error::{Damage, Part, TableError},
    grid::{SIDE, Spot},
    header::Header,
    index::{self, Entry},
    prefix::Prefix,
};
use crate::{
    endgame::{
        layout::Layout, legality::Lanes, like_men::LikeMen, material::NormalMaterial,
        placement::Placement,
    },
    memory::{aligned::Aligned, plain::PlainTable},
    value::{
        cell::Cell,
        metric::Metric,
        outcome::Value,
        width::{RawCell, Width},
    },
};

/// A table in the bytes of its file.
///
/// `D` holds the bytes: [`super::FileBytes`] for a file, a `Vec<u8>`, a `&'static [u8]`. Opening
/// reads and checks the header only; a probe reads and checks one block. Threads share a table
/// freely: the cache of decoded blocks is bounded, and no thread waits for another. A probe of a
/// cached block allocates nothing.
///
/// ```
/// use drawproof_board::fen;
/// use drawproof_tables::{Dtm, Material, Placement, Value, Wdl, file::{Table, pack}};
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
/// // Damaged bytes are an error, never a value.
/// assert!(Table::new(&bytes[1..], "KQK.dpt").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table<D> {
    bytes: D,
    origin: String,
    prefix: Prefix,
    header: Header,
    /// Offset of the block index.
    index_start: usize,
    like_men: LikeMen,
    cache: Cache,
}

impl<D: AsRef<[u8]> + Sync> Table<D> {
    /// Opens a table from its bytes, of any version of the format. Errors call the bytes `origin`,
    /// such as the path of the file.
    pub fn new(bytes: D, origin: impl Into<String>) -> Result<Table<D>, TableError> {
        let origin = origin.into();
        match parse(bytes.as_ref()) {
            Ok((prefix, header, index_start)) => {
                let cache = Cache::new(header.grid.blocks());
                let like_men = LikeMen::new(&header.layout);
                Ok(Table { bytes, origin, prefix, header, index_start, like_men, cache })
            }
            Err(damage) => Err(TableError { origin, damage }),
        }
    }

    /// The endgame.
    pub fn material(&self) -> NormalMaterial {
        self.header.layout.material()
    }

    /// The distance that the values count.
    pub fn metric(&self) -> Metric {
        self.prefix.metric
    }

    /// The width of a cell.
    pub fn width(&self) -> Width {
        self.prefix.width
    }

    /// Position <-> index of the table.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.header.layout
    }

    /// The name of the bytes in errors.
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

    /// The value of a position with the material of this table, White the canonical first side;
    /// `None` if the position is illegal. An error if the block it is in is damaged.
    pub fn probe(&self, placement: &Placement) -> Result<Option<Value>, TableError> {
        match placement.index(self.layout()) {
            Some(index) => self.value(placement.side_to_move, index),
            None => Ok(None),
        }
    }

    /// The value at an index for the side to move, `None` if the index is no legal position. An error
    /// if the block it is in is damaged. Panics if `index` is not below [`Layout::count`].
    pub fn value(&self, side_to_move: Color, index: usize) -> Result<Option<Value>, TableError> {
        let spot = self.header.grid.spot(self.like_men.stored(index));
        let cell =
            |block: &Block| block.has(side_to_move, spot).then(|| block.cell(side_to_move, spot));
        let cell = match self.cache.read(spot.block, cell) {
            Some(Some(cell)) => cell,
            // The first probe of a block decodes up to its word, the first that needs a later word
            // decodes all.
            Some(None) => self.decode_and_keep(side_to_move, spot, None)?,
            None => self.decode_and_keep(side_to_move, spot, Some((side_to_move, spot.word)))?,
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

    /// Decodes all values into memory. Works on the current rayon pool.
    pub fn load(&self) -> Result<PlainTable, TableError> {
        /// Blocks decoded before they are copied to their indices.
        const BATCH: usize = 1024;
        // Zeros are draws.
        let mut cells = [0; 2].map(|_| Aligned::new(self.layout().count()));
        for first in (0..self.blocks()).step_by(BATCH) {
            let numbers = first..self.blocks().min(first + BATCH);
            let blocks: Result<Vec<Box<Block>>, TableError> =
                numbers.clone().into_par_iter().map(|number| self.block(number, None)).collect();
            for (number, block) in numbers.zip(blocks?) {
                block.scatter(&self.header.grid, number, &mut cells);
            }
        }
        let legal = legal_positions(self.layout());
        if !self.like_men.is_empty() {
            exchange(&self.like_men, &mut cells, &legal);
        }
        Ok(PlainTable::new(self.layout().clone(), cells, legal))
    }

    /// Compares every byte with its checksum: `Ok` if none has changed since it was written.
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

    /// Decodes a block up to a word of a side to move, or all of it.
    fn block(
        &self,
        number: usize,
        until: Option<(Color, usize)>,
    ) -> Result<Box<Block>, TableError> {
        self.decode(number, until)
            .map_err(|damage| TableError { origin: self.origin.clone(), damage })
    }

    /// The bytes of a block, checked.
    fn block_bytes(&self, number: usize) -> Result<&[u8], Damage> {
        let grid = &self.header.grid;
        let (index, data) = self.index_and_data();
        let entry = Entry::read(index, grid.blocks(), number, self.prefix.identity)?;
        let part = Part::Block(number);
        let start = usize::try_from(entry.range.start).unwrap_or(usize::MAX);
        let end = usize::try_from(entry.range.end).unwrap_or(usize::MAX);
        let bytes = data.get(start..end).ok_or(Damage::Length {
            part,
            expected: entry.range.end,
            found: data.len() as u64,
        })?;
        entry.check(bytes, self.prefix.identity)?;
        Ok(bytes)
    }

    fn decode(&self, number: usize, until: Option<(Color, usize)>) -> Result<Box<Block>, Damage> {
        let bytes = self.block_bytes(number)?;
        let grid = &self.header.grid;
        let Header { layout, first, model, .. } = &self.header;
        let mut block = Block::empty();
        // Decoding part of the side coded first needs no more words of the frame.
        let words = until.filter(|&(side, _)| side == *first).map_or(SIDE, |(_, word)| word + 1);
        let frame = Frame::new(layout, grid, number, words);
        walk(&mut Decoder::new(model, bytes), &frame, *first, until, &mut block);
        Ok(block)
    }

    fn index_and_data(&self) -> (&[u8], &[u8]) {
        let index_bytes = index::bytes(self.header.grid.blocks());
        // Should the file shrink while it is mapped, against the contract, nothing is overread.
        let rest = self.bytes.as_ref().get(self.index_start..).unwrap_or_default();
        rest.split_at_checked(index_bytes).unwrap_or((rest, &[]))
    }
}

/// Prefix and header of a table, and the bytes of both. The length of `table` must be that of all
/// its parts.
fn parse(table: &[u8]) -> Result<(Prefix, Header, usize), Damage> {
    let (prefix, header, end) = Prefix::parse(table)?;
    let header = Header::parse(header)?;
    let index_bytes = index::bytes(header.grid.blocks()) as u64;
    let expected = (end as u64 + index_bytes).saturating_add(header.data_bytes);
    let found = table.len() as u64;
    if expected != found {
        return Err(Damage::Length { part: Part::File, expected, found });
    }
    Ok((prefix, header, end))
}

/// The legal positions of a layout by `[side to move][word]`, bit = lane.
fn legal_positions(layout: &Layout) -> [Aligned<u64>; 2] {
    let low = layout.low_man();
    let mut legal = [0; 2].map(|_| Aligned::new(layout.words()));
    let [white, black] = legal.each_mut();
    white.par_iter_mut().zip(black.par_iter_mut()).enumerate().for_each(
        |(word, (white, black))| {
            let squares = layout.squares(64 * word);
            [*white, *black] = Lanes::new(layout.men(), &squares, low).legal();
        },
    );
    legal
}

/// Copies each stored cell to the legal indices that differ from it by an exchange of like men.
fn exchange(like_men: &LikeMen, cells: &mut [Aligned<RawCell>; 2], legal: &[Aligned<u64>; 2]) {
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
