//! The beginning of a table: first its prefix, with the format version, the metric, the width, and
//! the end of the header; then its header, with the endgame and what is needed to read the blocks.
//!
//! The prefix precedes everything that serde or bincode decode, so a table of a later version,
//! another metric or another width is refused before its header is read. Serde and bincode encode
//! the fields of a [`Header`]; no other file depends on these crates.

use std::{cell::RefCell, io, ops::Range, sync::Arc};

use drawproof_board::Color;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;
use zstd::bulk::Decompressor;

use super::{
    codec::{CONTEXTS, Model},
    error::{Damage, Part},
    grid::Grid,
    sides::Sides,
};
use crate::{
    endgame::{
        layout::Layout,
        material::{MEN_MIN, Material, NormalMaterial},
    },
    value::{metric::Metric, width::Width},
};

/// The most bytes that decoding a header may allocate: more than its longest model.
const DECODED_BYTES_MAX: usize = 1 << 20;

/// The header of a table: its endgame, and the parameters for reading its blocks.
#[derive(Clone, Debug)]
pub struct Header {
    /// The layout of the table; it includes the endgame.
    pub layout: Arc<Layout>,
    /// The grid that maps indices to blocks.
    pub grid: Grid,
    /// The numbers of the blocks that follow the header: all blocks of the table, or the blocks of
    /// one pawn slice.
    pub blocks: Range<usize>,
    /// The side to move whose values are coded first in each block.
    pub first: Color,
    /// The probabilities of all decisions of the compression.
    pub model: Model,
    /// The size of all blocks together, in bytes.
    pub data_bytes: u64,
}

/// The fields in the form that bincode stores.
#[derive(Serialize, Deserialize)]
struct Fields<'a> {
    /// The canonical name of the endgame, such as `KRPKR`.
    material: &'a str,
    /// The two digits that vary within a block, `[word, lane]`.
    digits: [u8; 2],
    /// The side coded first: 0 = White, 1 = Black.
    first: u8,
    blocks: u64,
    data_bytes: u64,
    /// The levels of the model by context, compressed with zstd.
    model: &'a [u8],
}

impl Header {
    /// Encodes the header. Its model is compressed with zstd at level `zstd_level`.
    pub fn to_bytes(&self, zstd_level: i32) -> Vec<u8> {
        let model = zstd::bulk::compress(self.model.levels(), zstd_level)
            .expect("the model fits in memory");
        let fields = Fields {
            material: &self.layout.material().to_string(),
            digits: self.grid.digits(),
            first: self.first as u8,
            blocks: self.blocks.len() as u64,
            data_bytes: self.data_bytes,
            model: &model,
        };
        match self.slice() {
            None => encoded(&fields),
            Some(slice) => encoded(&(fields, slice as u64)),
        }
    }

    /// Returns the pawn slice whose blocks follow; `None` if all blocks follow.
    fn slice(&self) -> Option<usize> {
        let is_whole = self.blocks.len() == self.grid.blocks();
        (!is_whole).then(|| self.blocks.start / self.blocks.len())
    }

    /// Decodes the header in `bytes`, which must hold nothing else. `is_of_slice` is whether the
    /// header belongs to the bytes of one pawn slice.
    pub fn parse(bytes: &[u8], is_of_slice: bool) -> Result<Header, Damage> {
        let (fields, slice): (Fields, Option<u64>) = match is_of_slice {
            false => (decoded(bytes)?, None),
            true => decoded::<(Fields, u64)>(bytes).map(|(fields, slice)| (fields, Some(slice)))?,
        };
        let material = canonical(fields.material)?;
        let layout = Layout::new(material);
        let grid = Grid::new(&layout, fields.digits)
            .ok_or_else(|| content(&format!("the digits {:?}", fields.digits)))?;
        let blocks = match slice {
            None => 0..grid.blocks(),
            Some(slice) if slice < layout.outer_count() as u64 && layout.digits() > 1 => {
                grid.blocks_of(&(slice as usize..slice as usize + 1))
            }
            Some(slice) => return Err(content(&format!("slice {slice} of {material}"))),
        };
        if blocks.len() as u64 != fields.blocks {
            return Err(content(&format!("{} blocks for {material}", fields.blocks)));
        }
        let first = match fields.first {
            0 => Color::White,
            1 => Color::Black,
            other => return Err(content(&format!("{other} as the first side to move"))),
        };
        let levels =
            unpack_levels(fields.model).map_err(|_| content("its model does not unpack"))?;
        let model = Model::from_levels(levels).ok_or_else(|| content("its model is too short"))?;
        let data_bytes = fields.data_bytes;
        Ok(Header { layout: Arc::new(layout), grid, blocks, first, model, data_bytes })
    }
}

/// The list of slice sizes in a table whose slices are packed separately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// The endgame of the table.
    pub material: NormalMaterial,
    /// The size of each slice with all its layers, in bytes.
    pub slice_bytes: Vec<u64>,
}

impl Directory {
    /// Encodes the list of slice sizes.
    pub fn to_bytes(&self) -> Vec<u8> {
        encoded(&(self.material.to_string(), &self.slice_bytes))
    }

    /// Decodes the list of slice sizes in `bytes`, which must hold nothing else.
    pub fn parse(bytes: &[u8]) -> Result<Directory, Damage> {
        let (name, slice_bytes): (&str, Vec<u64>) = decoded(bytes)?;
        let material = canonical(name)?;
        let slices = Layout::new(material).outer_count();
        if !material.get().has_pawns() || slice_bytes.len() != slices {
            return Err(content(&format!("{} slices for {material}", slice_bytes.len())));
        }
        Ok(Directory { material, slice_bytes })
    }
}

/// Returns the endgame with a canonical name; an error for other names.
fn canonical(name: &str) -> Result<NormalMaterial, Damage> {
    let parsed = name.parse::<Material>().map_err(|e| content(&e.to_string()))?;
    let (material, swapped) = parsed.normalise();
    if swapped || material.to_string() != name || material.get().men() < MEN_MIN {
        return Err(content(&format!("the endgame '{name}'")));
    }
    Ok(material)
}

fn encoded(fields: &impl Serialize) -> Vec<u8> {
    bincode::serde::encode_to_vec(fields, bincode::config::standard())
        .expect("names, numbers and bytes can be encoded")
}

/// Decodes fields that take all of `bytes`.
fn decoded<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Result<T, Damage> {
    let config = bincode::config::standard().with_limit::<DECODED_BYTES_MAX>();
    let (fields, used) = bincode::serde::borrow_decode_from_slice(bytes, config)
        .map_err(|e| content(&e.to_string()))?;
    if used != bytes.len() {
        return Err(content("bytes are left over"));
    }
    Ok(fields)
}

/// Decompresses the levels of a model. Each thread keeps its decompressor, because creating one
/// takes longer than decompressing the levels.
fn unpack_levels(packed: &[u8]) -> io::Result<Vec<u8>> {
    thread_local! {
        static DECOMPRESSOR: RefCell<Decompressor<'static>> =
            RefCell::new(Decompressor::new().expect("a decompressor fits in memory"));
    }
    DECOMPRESSOR.with_borrow_mut(|decompressor| decompressor.decompress(packed, CONTEXTS))
}

fn content(what: &str) -> Damage {
    Damage::Content { part: Part::Header, what: what.to_owned() }
}

/// The first bytes of every table.
const MAGIC: [u8; 8] = *b"drawprf\n";

/// The version of tables that are packed as a whole. All versions from 1 on can be read.
const VERSION: u32 = 2;

/// The version of tables whose slices are packed separately.
const SLICED: u32 = 3;

/// The size of the prefix in version 1: magic, version, length of the header, checksum of the
/// header.
const BYTES_V1: usize = 24;

/// The size of the prefix in version 2: the fields of version 1, then metric (1 byte), width (1),
/// layer (1), sides (1), and the checksum of all these (4).
const BYTES_V2: usize = 32;

/// The greatest length of a header, in bytes.
const HEADER_BYTES_MAX: usize = 1 << 20;

/// The fixed-size beginning of a table's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The metric of the values.
    pub metric: Metric,
    /// The width of a cell.
    pub width: Width,
    /// The number of the layer that follows: 0 = cells, 1 = the second layer of a table with cells
    /// of two bytes, [`Prefix::DIRECTORY`] = the list of slices.
    pub layer: u8,
    /// Whether the table's slices are packed separately. The prefix is then followed by a slice or
    /// by the list of slices.
    pub is_sliced: bool,
    /// The sides to move whose values the table holds.
    pub sides: Sides,
    /// The checksum of the header. The checksums of the index and the blocks depend on it.
    pub identity: u64,
}

impl Prefix {
    /// The value of [`Prefix::layer`] before the list of slices.
    pub const DIRECTORY: u8 = 2;

    /// Makes the prefix of a table, or of a layer of a slice, with this header.
    pub fn new(
        (metric, width): (Metric, Width),
        (layer, is_sliced): (u8, bool),
        sides: Sides,
        header: &[u8],
    ) -> Prefix {
        let identity = header_checksum(header, sides);
        Prefix { metric, width, layer, is_sliced, sides, identity }
    }

    /// Returns the format version that the prefix needs.
    fn version(&self) -> u32 {
        if self.is_sliced { SLICED } else { VERSION }
    }

    /// Encodes the prefix, followed by `header`.
    pub fn followed_by(&self, header: &[u8]) -> Vec<u8> {
        assert!(header.len() <= HEADER_BYTES_MAX);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.version().to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(self.identity.to_le_bytes());
        bytes.extend([self.metric.code(), self.width.code(), self.layer, self.sides.code()]);
        bytes.extend(prefix_checksum(&bytes, self.version()).to_le_bytes());
        assert_eq!(bytes.len(), BYTES_V2);
        bytes.extend(header);
        bytes
    }

    /// Reads the start of `table`, and returns an upper bound on the size of its prefix and header
    /// in bytes.
    pub fn end(table: &[u8]) -> Result<usize, Damage> {
        Ok(BYTES_V2 + header_bytes(table)?)
    }

    /// Reads the prefix at the start of `table`. Returns the prefix, the header, and the size of
    /// both.
    pub fn parse(table: &[u8]) -> Result<(Prefix, &[u8], usize), Damage> {
        let magic = take(table, 0)?;
        if magic != MAGIC {
            return Err(Damage::Magic { expected: MAGIC, found: magic });
        }
        let version = u32::from_le_bytes(take(table, 8)?);
        let ((metric, width, layer, sides), start) = match version {
            1 => ((Metric::Dtm, Width::One, 0, Sides::Both), BYTES_V1),
            VERSION | SLICED => (parse_v2(table, version)?, BYTES_V2),
            found => return Err(Damage::Version { expected: SLICED, found }),
        };
        let length = header_bytes(table)?;
        let end = start + length;
        let header = table.get(start..end).ok_or(Damage::Length {
            part: Part::Header,
            expected: length as u64,
            found: table.len().saturating_sub(start) as u64,
        })?;
        let expected = u64::from_le_bytes(take(table, 16)?);
        let identity = header_checksum(header, sides);
        if identity != expected && !cfg!(fuzzing) {
            let part = Part::Header;
            return Err(Damage::Checksum { part, expected, found: identity });
        }
        let is_sliced = version == SLICED;
        Ok((Prefix { metric, width, layer, is_sliced, sides, identity }, header, end))
    }
}

/// Returns the length of the header, as the prefix at the start of `table` states it.
fn header_bytes(table: &[u8]) -> Result<usize, Damage> {
    let length = u32::from_le_bytes(take(table, 12)?) as usize;
    if length > HEADER_BYTES_MAX {
        let what = format!("a header of {length} bytes");
        return Err(Damage::Content { part: Part::Prefix, what });
    }
    Ok(length)
}

/// Reads metric, width, layer and sides from a prefix of version 2 or later.
fn parse_v2(table: &[u8], version: u32) -> Result<(Metric, Width, u8, Sides), Damage> {
    let prefix: [u8; BYTES_V2] = take(table, 0)?;
    let (fields, stored) = prefix.split_at(BYTES_V2 - 4);
    let expected = u32::from_le_bytes(take(stored, 0)?);
    let found = prefix_checksum(fields, version);
    if found != expected && !cfg!(fuzzing) {
        let (expected, found) = (expected.into(), found.into());
        return Err(Damage::Checksum { part: Part::Prefix, expected, found });
    }
    let [metric, width, layer, sides] = take::<4>(fields, BYTES_V1)?;
    let Some(known_sides) = Sides::from_code(sides)
        .filter(|_| layer <= 1 || layer == Prefix::DIRECTORY && version == SLICED)
    else {
        let what = format!("{:?} in place of a layer and its sides", [layer, sides]);
        return Err(Damage::Content { part: Part::Prefix, what });
    };
    let metric = Metric::from_code(metric).ok_or(Damage::Metric { found: metric })?;
    let width = Width::from_code(width).ok_or(Damage::Width { found: width })?;
    if known_sides != Sides::Both && (metric, width) != (Metric::Dtm, Width::One) {
        let what = format!("one side to move of distances of {metric}, {width:?}");
        return Err(Damage::Content { part: Part::Prefix, what });
    }
    Ok((metric, width, layer, known_sides))
}

/// Returns the checksum of a header, which is the same in versions 1 and 2. It includes the length
/// and the sides to move, so a table of one side is never taken for one of both.
fn header_checksum(header: &[u8], sides: Sides) -> u64 {
    let seed = u64::from(sides.code()) << 33 | 1 << 32 | header.len() as u64;
    XxHash3_64::oneshot_with_seed(seed, header)
}

/// Returns the checksum of the fields of a prefix of version 2 or later.
fn prefix_checksum(fields: &[u8], version: u32) -> u32 {
    XxHash3_64::oneshot_with_seed(version.into(), fields) as u32
}

/// Returns the `N` bytes of a prefix that begin at `start`.
fn take<const N: usize>(bytes: &[u8], start: usize) -> Result<[u8; N], Damage> {
    let taken = bytes.get(start..).and_then(|rest| rest.first_chunk());
    taken.copied().ok_or(Damage::Length {
        part: Part::Prefix,
        expected: (start + N) as u64,
        found: bytes.len() as u64,
    })
}
