//! The first bytes of a table: what it is of, and how the rest is to be read.
//!
//! A prefix of our own (magic, version, length, checksum) guards what serde and bincode make of a
//! [`Header`]. No other file knows of them.

use std::{cell::RefCell, io, sync::Arc};

use cozy_chess::Color;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;
use zstd::bulk::Decompressor;

use super::{
    codec::{CONTEXTS, Model},
    error::{Damage, Part},
    grid::Grid,
    index,
};
use crate::endgame::{layout::Layout, material::Material};

/// How every table begins.
const MAGIC: [u8; 8] = *b"drawprf\n";

/// The version of the format that this program writes and reads.
pub const VERSION: u32 = 1;

/// Bytes before what bincode wrote: magic, version, length of the header, checksum of both.
const PREFIX_BYTES: usize = 24;

/// A header is never longer.
const HEADER_BYTES_MAX: usize = 1 << 20;

/// The zstd level of models.
const MODEL_LEVEL: i32 = 19;

/// What a table is of, and how its blocks are to be read.
#[derive(Clone, Debug)]
pub struct Header {
    /// Where each position stands; it knows the endgame.
    pub layout: Arc<Layout>,
    /// Which places a block holds.
    pub grid: Grid,
    /// The side to move whose values are coded first in each block.
    pub first: Color,
    /// The probabilities of all decisions.
    pub model: Model,
    /// Bytes of all blocks together.
    pub data_bytes: u64,
}

/// The fields as they are stored.
#[derive(Serialize, Deserialize)]
struct Fields<'a> {
    /// Canonical name, such as `KRPKR`.
    material: &'a str,
    /// The digits that run within a block, `[row, lane]`.
    digits: [u8; 2],
    /// 0 = White, 1 = Black.
    first: u8,
    blocks: u64,
    data_bytes: u64,
    /// The levels of the model by context, compressed by zstd.
    model: &'a [u8],
}

impl Header {
    /// The prefix and the header itself, as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let model = zstd::bulk::compress(self.model.levels(), MODEL_LEVEL)
            .expect("memory is there to compress into");
        let fields = Fields {
            material: &self.layout.material().to_string(),
            digits: self.grid.digits(),
            first: self.first as u8,
            blocks: self.grid.blocks() as u64,
            data_bytes: self.data_bytes,
            model: &model,
        };
        let body = bincode::serde::encode_to_vec(&fields, bincode::config::standard())
            .expect("names, numbers and bytes can be encoded");
        assert!(body.len() <= HEADER_BYTES_MAX);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(checksum(body.len(), &body).to_le_bytes());
        bytes.extend(&body);
        bytes
    }

    /// The header of a table, its checksum, and the number of bytes it takes. The length of `table`
    /// must be what the header says.
    pub fn parse(table: &[u8]) -> Result<(Header, u64, usize), Damage> {
        let (header, checksum, end) = Header::parse_prefix(table)?;
        let blocks = index::bytes(header.grid.blocks()) as u64;
        let expected = (end as u64 + blocks).checked_add(header.data_bytes);
        if expected != Some(table.len() as u64) {
            let expected = expected.unwrap_or(u64::MAX);
            return Err(Damage::Length { part: Part::File, expected, found: table.len() as u64 });
        }
        Ok((header, checksum, end))
    }

    /// The header at the start of `table`, its checksum, and the number of bytes it takes.
    pub fn parse_prefix(table: &[u8]) -> Result<(Header, u64, usize), Damage> {
        let too_short = |expected: usize| Damage::Length {
            part: Part::Header,
            expected: expected as u64,
            found: table.len() as u64,
        };
        let found: [u8; 8] = take(table, 0).ok_or_else(|| too_short(PREFIX_BYTES))?;
        if found != MAGIC {
            return Err(Damage::Magic { expected: MAGIC, found });
        }
        let version = u32::from_le_bytes(take(table, 8).ok_or_else(|| too_short(PREFIX_BYTES))?);
        if version != VERSION {
            return Err(Damage::Version { expected: VERSION, found: version });
        }
        let length = u32::from_le_bytes(take(table, 12).ok_or_else(|| too_short(PREFIX_BYTES))?);
        let expected = u64::from_le_bytes(take(table, 16).ok_or_else(|| too_short(PREFIX_BYTES))?);
        let length = length as usize;
        if length > HEADER_BYTES_MAX {
            return Err(content("its length"));
        }
        let end = PREFIX_BYTES + length;
        let body = table.get(PREFIX_BYTES..end).ok_or_else(|| too_short(end))?;
        let found = checksum(length, body);
        if found != expected && !cfg!(fuzzing) {
            return Err(Damage::Checksum { part: Part::Header, expected, found });
        }
        Ok((Header::from_body(body)?, found, end))
    }

    fn from_body(body: &[u8]) -> Result<Header, Damage> {
        let config = bincode::config::standard().with_limit::<HEADER_BYTES_MAX>();
        let (fields, used): (Fields, usize) =
            bincode::serde::borrow_decode_from_slice(body, config)
                .map_err(|e| content(&e.to_string()))?;
        if used != body.len() {
            return Err(content("bytes are left over"));
        }
        let (material, swapped) =
            fields.material.parse::<Material>().map_err(|e| content(&e.to_string()))?.normalise();
        if swapped || material.to_string() != fields.material || material.get().men() < 3 {
            return Err(content(&format!("the endgame '{}'", fields.material)));
        }
        let layout = Layout::new(material);
        let grid = Grid::new(&layout, fields.digits)
            .ok_or_else(|| content(&format!("the digits {:?}", fields.digits)))?;
        if grid.blocks() as u64 != fields.blocks {
            return Err(content(&format!("{} blocks for {material}", fields.blocks)));
        }
        let first = match fields.first {
            0 => Color::White,
            1 => Color::Black,
            other => return Err(content(&format!("{other} as the first side to move"))),
        };
        let levels =
            unpack_levels(fields.model).map_err(|error| content(&format!("its model: {error}")))?;
        let model = Model::from_levels(levels).ok_or_else(|| content("its model is too short"))?;
        let data_bytes = fields.data_bytes;
        Ok(Header { layout: Arc::new(layout), grid, first, model, data_bytes })
    }
}

/// The levels of a model. Each thread keeps what zstd works with, as making it takes longer than the
/// work.
fn unpack_levels(packed: &[u8]) -> io::Result<Vec<u8>> {
    thread_local! {
        static DECOMPRESSOR: RefCell<Decompressor<'static>> =
            RefCell::new(Decompressor::new().expect("memory is there to work in"));
    }
    DECOMPRESSOR.with_borrow_mut(|decompressor| decompressor.decompress(packed, CONTEXTS))
}

/// The checksum of a header: its length counts too.
fn checksum(length: usize, body: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(u64::from(VERSION) << 32 | length as u64, body)
}

fn content(what: &str) -> Damage {
    Damage::Content { part: Part::Header, what: what.to_owned() }
}

/// `N` bytes from `start` on, if there are as many.
pub fn take<const N: usize>(bytes: &[u8], start: usize) -> Option<[u8; N]> {
    bytes.get(start..)?.first_chunk().copied()
}
