//! One layer of a table in its file: the header, the block index, and the blocks.

use std::{
    borrow::Cow,
    ops::Range,
    sync::{Arc, OnceLock},
};

use drawproof_board::Color;

use crate::{
    endgame::layout::Layout,
    file::{
        bytes::ReadBytes,
        cache::Keys,
        codec::{Decoder, Frame, walk},
        error::{Damage, Part},
        grid::{Block, SIDE},
        header::{Directory, Header, Prefix},
        index::{self, Group},
        sides::Sides,
    },
    value::width::Width,
};

/// The bytes read at once when a table is opened. They include the prefix and header of every table
/// of five men.
const HEAD_BYTES: u64 = 16 << 10;

/// One layer of a table: one byte for each value. If values take two bytes, a second layer follows
/// the first.
#[derive(Debug)]
pub struct Layer {
    pub prefix: Prefix,
    pub header: Header,
    /// The offset of the block index.
    index_start: u64,
    /// The keys of the layer's blocks in caches.
    pub keys: Keys,
}

impl Layer {
    /// Returns the number of blocks of the layer.
    pub fn blocks(&self) -> usize {
        self.header.blocks.len()
    }

    /// Returns the number of the layer's first block among the blocks of the table.
    pub fn first_block(&self) -> usize {
        self.header.blocks.start
    }

    /// Returns the offset of the layer's end in the bytes of the table.
    fn end(&self) -> u64 {
        let index_bytes = index::bytes(self.blocks()) as u64;
        (self.index_start + index_bytes).saturating_add(self.header.data_bytes)
    }

    pub fn decode(&self, number: usize, bytes: &[u8], until: Option<(Color, usize)>) -> Box<Block> {
        let Header { layout, grid, first, model, .. } = &self.header;
        let mut block = Block::empty();
        // To decode part of the side coded first, no more words of the frame are needed.
        let until = match self.prefix.sides {
            Sides::One(side) => Some(until.unwrap_or((side, SIDE - 1))),
            Sides::Both => until,
        };
        let words = until.filter(|&(side, _)| side == *first).map_or(SIDE, |(_, word)| word + 1);
        let frame = Frame::new(layout, grid, number, words);
        walk(&mut Decoder::new(model, bytes), &frame, *first, until, &mut block);
        block
    }

    /// Returns the bytes of a group of the block index, not yet checked.
    pub fn group_bytes<'b>(
        &self,
        bytes: &'b impl ReadBytes,
        group: usize,
    ) -> Result<Cow<'b, [u8]>, Damage> {
        let range = index::group_range(group, self.blocks());
        let range = self.index_start + range.start..self.index_start + range.end;
        read_exact(bytes, Part::IndexGroup(group), range)
    }

    /// Reads a range of the bytes of all blocks. An error names `part` as the unreadable part.
    pub fn data<'b>(
        &self,
        bytes: &'b impl ReadBytes,
        part: Part,
        range: &Range<u64>,
    ) -> Result<Cow<'b, [u8]>, Damage> {
        let found = self.header.data_bytes;
        if range.end > found {
            return Err(Damage::Length { part, expected: range.end, found });
        }
        let start = self.index_start + index::bytes(self.blocks()) as u64;
        read_exact(bytes, part, start + range.start..start + range.end)
    }

    /// Checks that the blocks of a group end where the blocks of the next group begin. The blocks
    /// of the last group must end at the end of the file.
    pub fn check_end(&self, bytes: &impl ReadBytes, group: &Group) -> Result<(), Damage> {
        let begins_first = group.number() > 0 || group.range().start == 0;
        let next = group.number() + 1;
        let expected = if next < index::groups(self.blocks()) {
            index::unchecked_offset(&self.group_bytes(bytes, next)?)
        } else {
            self.header.data_bytes
        };
        if begins_first && group.range().end == expected {
            return Ok(());
        }
        let what = "its blocks and those of its neighbours are not contiguous".to_owned();
        Err(Damage::Content { part: Part::IndexGroup(group.number()), what })
    }
}

/// A separately packed part of a table's bytes: the whole table or a pawn slice.
#[derive(Debug)]
pub struct Section {
    /// The byte range of the section in the table.
    range: Range<u64>,
    /// The layer of the cells and, if values have two bytes, the second layer. Read when first
    /// needed.
    layers: OnceLock<Result<Vec<Layer>, Damage>>,
}

/// The headers of a table, before any block is decoded.
pub struct Opened {
    /// The prefix at the start of the table.
    pub prefix: Prefix,
    /// The layout of the table.
    pub layout: Arc<Layout>,
    /// The separately packed sections: a single one for the whole table, or one for each slice.
    pub sections: Vec<Section>,
}

/// Reads the headers of a table. Returns an error unless the length of `table` is the sum of the
/// lengths of its parts.
pub fn parse(table: &impl ReadBytes) -> Result<Opened, Damage> {
    let size = table.size_bytes();
    let (head, (prefix, header, end)) = parse_head(table, 0)?;
    if prefix.is_sliced && prefix.layer != Prefix::DIRECTORY {
        let what = "one slice in place of all".to_owned();
        return Err(Damage::Content { part: Part::Prefix, what });
    }
    if prefix.is_sliced && prefix.sides != Sides::Both {
        return Err(Damage::OneSide);
    }
    if !prefix.is_sliced {
        let layers = parse_layers(table, 0..size)?;
        let Header { layout, .. } = &layers[0].header;
        let layout = layout.clone();
        let sections = vec![Section { range: 0..size, layers: OnceLock::from(Ok(layers)) }];
        return Ok(Opened { prefix, layout, sections });
    }
    let Directory { material, slice_bytes } = Directory::parse(&head[header])?;
    let mut start = end as u64;
    let mut sections = Vec::new();
    for bytes in slice_bytes {
        let range = start..start.saturating_add(bytes);
        start = range.end;
        sections.push(Section { range, layers: OnceLock::new() });
    }
    if start != size {
        return Err(Damage::Length { part: Part::File, expected: start, found: size });
    }
    Ok(Opened { prefix, layout: Arc::new(Layout::new(material)), sections })
}

/// Reads the headers in the bytes of one slice, which is treated as a table that lacks the other
/// slices. Also returns the number of the slice.
pub fn parse_slice(table: &impl ReadBytes) -> Result<(Opened, usize), Damage> {
    let range = 0..table.size_bytes();
    let layers = parse_layers(table, range.clone())?;
    let Layer { prefix, header, .. } = &layers[0];
    if !prefix.is_sliced {
        let what = "a whole table in place of a slice".to_owned();
        return Err(Damage::Content { part: Part::Prefix, what });
    }
    let (prefix, layout) = (*prefix, header.layout.clone());
    let slice = header.blocks.start / header.blocks.len();
    let absent = || Section { range: 0..0, layers: OnceLock::new() };
    let mut sections: Vec<Section> = (0..layout.outer_count()).map(|_| absent()).collect();
    sections[slice] = Section { range, layers: OnceLock::from(Ok(layers)) };
    Ok((Opened { prefix, layout, sections }, slice))
}

impl Section {
    /// Opens the layers of the section, for slice `number` of the table with this prefix and
    /// layout.
    pub fn layers(
        &self,
        table: &impl ReadBytes,
        (prefix, layout, number): (&Prefix, &Layout, usize),
    ) -> Result<&[Layer], Damage> {
        let read = || {
            let layers = parse_layers(table, self.range.clone())?;
            let Layer { prefix: own, header, .. } = &layers[0];
            let is_meant = own.is_sliced
                && (own.metric, own.sides) == (prefix.metric, prefix.sides)
                && (own.width == Width::One || prefix.width == Width::Two)
                && header.layout.material() == layout.material()
                && header.blocks == header.grid.blocks_of(&(number..number + 1));
            if !is_meant {
                let what = format!("another slice in place of slice {number}");
                return Err(Damage::Content { part: Part::Header, what });
            }
            Ok(layers)
        };
        match self.layers.get_or_init(read) {
            Ok(layers) => Ok(layers),
            Err(damage) => Err(damage.clone()),
        }
    }
}

/// Reads the layers of a table or a slice in a range of the bytes. The length of the range must be
/// the sum of their parts.
fn parse_layers(table: &impl ReadBytes, range: Range<u64>) -> Result<Vec<Layer>, Damage> {
    let first = parse_layer(table, range.start, 0)?;
    let mut end = first.end();
    let mut layers = vec![first];
    if layers[0].prefix.width == Width::Two {
        let second = parse_layer(table, end, 1)?;
        let [of_first, of_second] = [&layers[0], &second].map(|layer| {
            let Header { layout, blocks, .. } = &layer.header;
            (layer.prefix.metric, layout.material(), blocks)
        });
        if of_first != of_second {
            let what = "its second layer is that of another table".to_owned();
            return Err(Damage::Content { part: Part::Header, what });
        }
        end = second.end();
        layers.push(second);
    }
    if end != range.end {
        let (part, found) = (Part::File, range.end);
        return Err(Damage::Length { part, expected: end, found });
    }
    Ok(layers)
}

/// Returns the bytes that begin with a prefix at `start`, the prefix, the range of its header, and
/// the end of both.
#[expect(clippy::type_complexity, reason = "it occurs once")]
fn parse_head(
    table: &impl ReadBytes,
    start: u64,
) -> Result<(Cow<'_, [u8]>, (Prefix, Range<usize>, usize)), Damage> {
    let read = |bytes: u64| {
        table
            .read(start..start.saturating_add(bytes))
            .map_err(|cause| Damage::Unreadable { part: Part::Header, cause: cause.to_string() })
    };
    let mut head = read(HEAD_BYTES)?;
    if let Ok(end) = Prefix::end(&head)
        && end as u64 > HEAD_BYTES
    {
        head = read(end as u64)?;
    }
    let (prefix, header, end) = Prefix::parse(&head)?;
    let header = end - header.len()..end;
    Ok((head, (prefix, header, end)))
}

/// Reads the layer with this number, whose prefix begins at `start`.
fn parse_layer(table: &impl ReadBytes, start: u64, number: u8) -> Result<Layer, Damage> {
    let (head, (prefix, header, end)) = parse_head(table, start)?;
    if prefix.layer != number {
        let what = format!("layer {} in place of layer {number}", prefix.layer);
        return Err(Damage::Content { part: Part::Prefix, what });
    }
    let header = Header::parse(&head[header], prefix.is_sliced)?;
    if !prefix.sides.has(header.first) {
        let what = "the side to move coded first is not in it".to_owned();
        return Err(Damage::Content { part: Part::Header, what });
    }
    Ok(Layer { prefix, header, index_start: start + end as u64, keys: Keys::new() })
}

/// Returns the bytes of a range of a table; an error if the table has become shorter.
fn read_exact(
    table: &impl ReadBytes,
    part: Part,
    range: Range<u64>,
) -> Result<Cow<'_, [u8]>, Damage> {
    let expected = range.end - range.start;
    match table.read(range) {
        Ok(bytes) if bytes.len() as u64 == expected => Ok(bytes),
        Ok(bytes) => Err(Damage::Length { part, expected, found: bytes.len() as u64 }),
        Err(cause) => Err(Damage::Unreadable { part, cause: cause.to_string() }),
    }
}
