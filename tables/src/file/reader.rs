//! Reading a table from its bytes, in a file or in memory.

mod bulk;
mod layer;

pub use bulk::Place;

use std::{ops::Range, sync::Arc};

use drawproof_board::Color;
use rayon::prelude::*;

use self::layer::{Layer, Opened, Section, parse, parse_slice};
use super::{
    bytes::ReadBytes,
    cache::{BlockCache, Entry, Keys},
    error::{Damage, Part, TableError},
    grid::{Block, Grid, SIDE, Spot},
    header::Prefix,
    index::{self, Group},
    rebuilt::Rebuilt,
    sides::Sides,
};
use crate::{
    endgame::{layout::Layout, like_men::LikeMen, material::NormalMaterial, placement::Placement},
    one_side::OneSide,
    probe::{ProbeError, Values},
    value::{cell::Cell, metric::Metric, outcome::Value, width::Width},
};

/// The bytes of decoded blocks that a table with its own cache keeps.
const CACHE_BYTES: u64 = 18 << 20;

/// A table that is read from the bytes of its file.
///
/// `D` holds the bytes: [`super::FileBytes`] for a file, a `Vec<u8>`, or a `&'static [u8]`. Opening
/// reads and checks only the header; a probe reads and checks one block. Threads can share a table,
/// and no thread waits for another. The cache of decoded blocks has a limited size;
/// [`Table::with_cache`] makes tables share a cache. In a table of both sides to move, a probe of a
/// cached block allocates nothing.
///
/// ```
/// use drawproof_board::fen;
/// use drawproof_tables::{NormalMaterial, Placement, Value, Wdl, file::{Table, pack}};
///
/// # let material = "KQK".parse::<NormalMaterial>()?;
/// # let solved = drawproof_generator::solve_closure(&[material], &())?;
/// # let bytes: Vec<u8> = pack(solved.get(material).unwrap(), 1);
/// // From bytes in memory; `Folder::open` and `open_file` do the same with a file.
/// let table = Table::new(&bytes[..], "KQK.dpt")?;
///
/// let board = fen::parse("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1")?;
/// let value = table.probe(&Placement::from(&board))?.ok_or("not a legal position")?;
/// assert_eq!(value.wdl(), Wdl::Win);
/// assert_eq!(table.metric().plies(value), Some(1));
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
    like_men: LikeMen,
    prefix: Prefix,
    layout: Arc<Layout>,
    /// The whole table as one section, or one section for each pawn slice.
    sections: Vec<Section>,
    /// The decoded blocks and, for a table of one side to move, the rebuilt values.
    cache: Arc<BlockCache>,
    /// The keys of the rebuilt values, for a table of one side to move.
    rebuilt: Option<Keys>,
}

impl<D: ReadBytes> Table<D> {
    /// Opens a table from its bytes, in any version of the format. In errors, the bytes are named
    /// `origin`, such as the path of the file.
    pub fn new(bytes: D, origin: impl Into<String>) -> Result<Table<D>, TableError> {
        let origin = origin.into();
        match parse(&bytes) {
            Ok(opened) => Ok(Table::opened(bytes, origin, opened)),
            Err(damage) => Err(TableError { origin, damage }),
        }
    }

    /// Opens the bytes of one pawn slice ([`super::pack_slice`]) as a table that can read only this
    /// slice. Also returns the number of the slice.
    pub fn of_slice(bytes: D, origin: impl Into<String>) -> Result<(Table<D>, usize), TableError> {
        let origin = origin.into();
        match parse_slice(&bytes) {
            Ok((opened, slice)) => Ok((Table::opened(bytes, origin, opened), slice)),
            Err(damage) => Err(TableError { origin, damage }),
        }
    }

    fn opened(bytes: D, origin: String, opened: Opened) -> Table<D> {
        let Opened { prefix, layout, sections } = opened;
        let like_men = LikeMen::new(&layout);
        let rebuilt = (prefix.sides != Sides::Both).then(Keys::new);
        let cache = Arc::new(BlockCache::new(CACHE_BYTES));
        Table { bytes, origin, like_men, prefix, layout, sections, cache, rebuilt }
    }

    /// Makes the table keep its decoded blocks in `cache`, which tables may share.
    #[must_use]
    pub fn with_cache(self, cache: &Arc<BlockCache>) -> Table<D> {
        Table { cache: cache.clone(), ..self }
    }

    /// Returns the layers of a section: the cells, and the second layer if values take two bytes.
    #[inline]
    fn layers(&self, section: usize) -> Result<&[Layer], TableError> {
        let layers =
            self.sections[section].layers(&self.bytes, (&self.prefix, &self.layout, section));
        layers.map_err(|damage| self.damaged(damage))
    }

    /// Returns the section that has an index.
    fn section_of(&self, index: usize) -> usize {
        if self.sections.len() == 1 { 0 } else { index >> (6 * self.layout.digits()) }
    }

    /// Returns the king pairs or pawn slices of a section.
    fn parts_of(&self, section: usize) -> Range<usize> {
        if self.sections.len() == 1 { 0..self.layout.outer_count() } else { section..section + 1 }
    }

    /// Returns the endgame of the table.
    pub fn material(&self) -> NormalMaterial {
        self.layout.material()
    }

    /// Returns the metric of the table.
    pub fn metric(&self) -> Metric {
        self.prefix.metric
    }

    /// Returns the width of the table's cells.
    pub fn width(&self) -> Width {
        self.prefix.width
    }

    /// Returns the layout of the table, which maps positions to indices.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns the name that errors give the bytes, such as the path of the file.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the sides to move whose values the table holds.
    pub fn sides(&self) -> Sides {
        self.prefix.sides
    }

    /// Returns the size of the table in bytes.
    pub fn size_bytes(&self) -> usize {
        self.bytes.size_bytes() as usize
    }

    /// Returns the number of blocks in one layer of the table. Each block holds values of both
    /// sides to move.
    pub fn blocks(&self) -> usize {
        self.layout.count().div_ceil(SIDE * SIDE)
    }

    /// Returns the value of a position; `None` if the position is illegal. The position must have
    /// the material of this table, with White as the first side of the canonical name. Returns an
    /// error if the block with the value is damaged, or if the table holds only one side to move;
    /// [`Table::probe_among`] reads such tables too.
    pub fn probe(&self, placement: &Placement) -> Result<Option<Value>, TableError> {
        match self.sides() {
            Sides::Both => self.stored(placement),
            Sides::One(_) => Err(self.damaged(Damage::OneSide)),
        }
    }

    /// Returns the value of a position as [`Table::probe`] does, also from a table of one side to
    /// move. `values` must supply the values of this table and of the tables that captures and
    /// promotions lead to.
    ///
    /// # Errors
    ///
    /// Fails if a block is damaged, or if `values` lacks or cannot read a table that a capture or
    /// promotion leads to.
    #[inline]
    pub fn probe_among(
        &self,
        placement: &Placement,
        values: &(impl Values + ?Sized),
    ) -> Result<Option<Value>, ProbeError> {
        let unreadable = |error: TableError| ProbeError::Unreadable(error.into());
        match (self.sides(), &self.rebuilt) {
            (Sides::One(side), Some(rebuilt)) => {
                self.probe_one_side(side, rebuilt, placement, values)
            }
            _ => self.stored(placement).map_err(unreadable),
        }
    }

    /// Does what [`Table::probe_among`] does for a table of one side to move.
    fn probe_one_side(
        &self,
        side: Color,
        rebuilt: &Keys,
        placement: &Placement,
        values: &(impl Values + ?Sized),
    ) -> Result<Option<Value>, ProbeError> {
        let Some(index) = placement.index(self.layout()) else { return Ok(None) };
        let spot = self.grid().spot(self.like_men.stored(index));
        let key = rebuilt.of(spot.block);
        let known = self.cache.read(key, |entry| match entry {
            Entry::Rebuilt(values) => values.read(placement.side_to_move, spot),
            Entry::Decoded(_) => None,
        });
        if let Some(Some(cell)) = known {
            return Ok(Some(cell.value()));
        }
        let stored = |placement: &Placement| {
            self.stored(placement).map_err(|error| ProbeError::Unreadable(error.into()))
        };
        let one_side = OneSide { side, material: self.material().get(), stored: &stored, values };
        let value = one_side.value(placement)?;
        if let Some(cell) = value.and_then(|value| Cell::try_from(value).ok()) {
            let write = |values: &Rebuilt| values.write(placement.side_to_move, spot, cell);
            let written = self.cache.read(key, |entry| match entry {
                Entry::Rebuilt(values) => write(values),
                Entry::Decoded(_) => {}
            });
            if written.is_none() {
                let values = Rebuilt::new();
                write(&values);
                self.cache.keep(key, Entry::Rebuilt(values));
            }
        }
        Ok(value)
    }

    /// Returns the stored value of a position.
    #[inline]
    fn stored(&self, placement: &Placement) -> Result<Option<Value>, TableError> {
        match placement.index(self.layout()) {
            Some(index) => self.value(placement.side_to_move, index),
            None => Ok(None),
        }
    }

    /// Returns the stored value at an index, for the side to move; `None` if the index is not a
    /// legal position.
    ///
    /// In a table of one side to move, a capture or promotion may be better than the stored value.
    /// Returns an error if the block with the value is damaged, or if the table does not hold
    /// values for `side_to_move`. Panics unless `index` is below [`Layout::count`].
    pub fn value(&self, side_to_move: Color, index: usize) -> Result<Option<Value>, TableError> {
        if !self.sides().has(side_to_move) {
            return Err(self.damaged(Damage::OneSide));
        }
        let layers = self.layers(self.section_of(index))?;
        let Some(cell) = self.cell(&layers[0], side_to_move, index)? else { return Ok(None) };
        match layers.get(1).filter(|_| cell.byte() >= Cell::FAR.byte()) {
            None => Ok(Some(cell.value())),
            Some(layer) => {
                let far = self.cell(layer, side_to_move, index)?;
                Ok(Some(cell.value_beyond(far.map_or(0, Cell::byte))))
            }
        }
    }

    /// Returns the cell of a layer at an index; `None` if the index is not a legal position.
    #[inline]
    fn cell(
        &self,
        layer: &Layer,
        side_to_move: Color,
        index: usize,
    ) -> Result<Option<Cell>, TableError> {
        let spot = layer.header.grid.spot(self.like_men.stored(index));
        let cell = |entry: &Entry| match entry {
            Entry::Decoded(block) if block.has(side_to_move, spot) => {
                Some(block.cell(side_to_move, spot))
            }
            _ => None,
        };
        match self.cache.read(layer.keys.of(spot.block), cell) {
            Some(Some(cell)) => Ok(cell),
            // The first probe of a block decodes up to its word; the first probe that needs a later
            // word decodes the whole block.
            Some(None) => self.decode_and_keep(layer, side_to_move, spot, None),
            None => {
                let until = Some((side_to_move, spot.word));
                self.decode_and_keep(layer, side_to_move, spot, until)
            }
        }
    }

    #[cold]
    fn decode_and_keep(
        &self,
        layer: &Layer,
        side: Color,
        spot: Spot,
        until: Option<(Color, usize)>,
    ) -> Result<Option<Cell>, TableError> {
        let block = self.block(layer, spot.block, until)?;
        let cell = block.cell(side, spot);
        self.cache.keep(layer.keys.of(spot.block), Entry::Decoded(block));
        Ok(cell)
    }

    /// Compares all bytes with their checksums. Returns an error if any byte has changed since it
    /// was written.
    pub fn verify_checksums(&self) -> Result<(), TableError> {
        self.each_group(|layer, group| self.each_block(layer, group, |_, _| ()))
    }

    /// Compares the bytes of a pawn slice with their checksums.
    pub(super) fn verify_checksums_of(&self, slice: usize) -> Result<(), TableError> {
        self.each_group_of(slice, &|layer, group| self.each_block(layer, group, |_, _| ()))
    }

    /// Compares all bytes with their checksums and decodes every block.
    pub fn verify(&self) -> Result<(), TableError> {
        self.each_group(|layer, group| self.decode_group(layer, group).map(drop))
    }

    /// Returns the grid that divides the table into blocks. The table must be packed as a whole, as
    /// every table of one side to move is.
    pub(super) fn grid(&self) -> &Grid {
        &self.layers(0).expect("it was read when the table was opened")[0].header.grid
    }

    /// Calls `read` with the number and the values of each block of the first layer. Runs on the
    /// current rayon pool.
    pub(super) fn each_decoded_block(
        &self,
        read: &(dyn Fn(usize, &Block) -> Result<(), Damage> + Sync),
    ) -> Result<(), TableError> {
        self.each_group(|layer, group| {
            let blocks = self.decode_group(layer, group)?.into_iter();
            let mut read = blocks.map(|(number, block)| read(number, &block));
            read.try_for_each(|read| read.map_err(|damage| self.damaged(damage)))
        })
    }

    /// Calls `read` for each group of blocks of each layer. Runs on the current rayon pool.
    fn each_group(
        &self,
        read: impl Fn(&Layer, usize) -> Result<(), TableError> + Send + Sync,
    ) -> Result<(), TableError> {
        (0..self.sections.len()).try_for_each(|section| self.each_group_of(section, &read))
    }

    /// Calls `read` for each group of blocks of each layer of a section.
    fn each_group_of(
        &self,
        section: usize,
        read: &(impl Fn(&Layer, usize) -> Result<(), TableError> + Send + Sync),
    ) -> Result<(), TableError> {
        self.layers(section)?.iter().try_for_each(|layer| {
            let groups = (0..index::groups(layer.blocks())).into_par_iter();
            groups.try_for_each(|group| read(layer, group))
        })
    }

    /// Decodes the blocks of a group, and returns them with their numbers.
    fn decode_group(
        &self,
        layer: &Layer,
        group: usize,
    ) -> Result<Vec<(usize, Box<Block>)>, TableError> {
        self.decode_among(layer, group, &|_| true, None)
    }

    /// Decodes the wanted blocks of a group ([`Layer::decode`]), and returns them with their
    /// numbers.
    fn decode_among(
        &self,
        layer: &Layer,
        group: usize,
        is_wanted: &(dyn Fn(usize) -> bool + Sync),
        until: Option<(Color, usize)>,
    ) -> Result<Vec<(usize, Box<Block>)>, TableError> {
        let mut blocks = Vec::new();
        self.each_block(layer, group, |number, bytes| {
            if is_wanted(number) {
                blocks.push((number, layer.decode(number, bytes, until)));
            }
        })?;
        Ok(blocks)
    }

    /// Calls `read` with the number and the bytes of each block of a group, after comparing the
    /// checksums.
    fn each_block(
        &self,
        layer: &Layer,
        group: usize,
        mut read: impl FnMut(usize, &[u8]),
    ) -> Result<(), TableError> {
        let mut each = || -> Result<(), Damage> {
            let bytes = layer.group_bytes(&self.bytes, group)?;
            let group = Group::parse(&bytes, group, layer.prefix.identity)?;
            layer.check_end(&self.bytes, &group)?;
            let range = group.range();
            let data = layer.data(&self.bytes, Part::Block(group.blocks().start), &range)?;
            for number in group.blocks() {
                let entry = group.entry(number);
                let place = |at: u64| (at - range.start) as usize;
                let block = &data[place(entry.range.start)..place(entry.range.end)];
                entry.check(block, layer.prefix.identity)?;
                read(layer.first_block() + number, block);
            }
            Ok(())
        };
        each().map_err(|damage| self.damaged(damage))
    }

    /// Decodes a block up to a word of a side to move, or completely.
    fn block(
        &self,
        layer: &Layer,
        number: usize,
        until: Option<(Color, usize)>,
    ) -> Result<Box<Block>, TableError> {
        let bytes = || {
            let own = number - layer.first_block();
            let group = index::group_of(own);
            let bytes = layer.group_bytes(&self.bytes, group)?;
            let entry = Group::parse(&bytes, group, layer.prefix.identity)?.entry(own);
            let data = layer.data(&self.bytes, Part::Block(number), &entry.range)?;
            entry.check(&data, layer.prefix.identity)?;
            Ok(data)
        };
        let bytes = bytes().map_err(|damage| self.damaged(damage))?;
        Ok(layer.decode(number, &bytes, until))
    }

    fn damaged(&self, damage: Damage) -> TableError {
        TableError { origin: self.origin.clone(), damage }
    }
}
