//! The first bytes of a table: format version, metric, width, and where the header ends.
//!
//! The prefix stands before anything that serde or bincode decode, so that a table of a later
//! version, another metric or another width is refused before its header is read.

use twox_hash::XxHash3_64;

use super::{
    error::{Damage, Part},
    sides::Sides,
};
use crate::value::{metric::Metric, width::Width};

/// How every table begins.
const MAGIC: [u8; 8] = *b"drawprf\n";

/// The version of the format that this program writes; it reads every version from 1 on.
const VERSION: u32 = 2;

/// Bytes of the prefix in version 1: magic, version, length of the header, checksum of the header.
const BYTES_V1: usize = 24;

/// Bytes of the prefix in version 2: those of version 1, metric (1), width (1), layer (1), sides (1), checksum
/// of all these (4).
const BYTES_V2: usize = 32;

/// A header is never longer.
const HEADER_BYTES_MAX: usize = 1 << 20;

/// The prefix of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The distance that the values count.
    pub metric: Metric,
    /// The width of a cell.
    pub width: Width,
    /// The number of the layer that follows: 0 = cells, 1 = the second layer of a table of two
    /// bytes a cell.
    pub layer: u8,
    /// The sides to move whose values it has.
    pub sides: Sides,
    /// Checksum of the header. The checksums of index and blocks depend on it.
    pub identity: u64,
}

impl Prefix {
    /// The prefix, in the current version, of a table with that header.
    pub fn new(metric: Metric, width: Width, layer: u8, sides: Sides, header: &[u8]) -> Prefix {
        Prefix { metric, width, layer, sides, identity: header_checksum(header, sides) }
    }

    /// The bytes of the prefix, followed by `header`.
    pub fn followed_by(&self, header: &[u8]) -> Vec<u8> {
        assert!(header.len() <= HEADER_BYTES_MAX);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(self.identity.to_le_bytes());
        bytes.extend([self.metric.code(), self.width.code(), self.layer, self.sides.code()]);
        bytes.extend(prefix_checksum(&bytes).to_le_bytes());
        assert_eq!(bytes.len(), BYTES_V2);
        bytes.extend(header);
        bytes
    }

    /// Bytes that prefix and header take at most, from the prefix at the start of `table`.
    pub fn end(table: &[u8]) -> Result<usize, Damage> {
        Ok(BYTES_V2 + header_bytes(table)?)
    }

    /// Reads the prefix at the start of `table`. Returns it, the header, and the bytes of both.
    pub fn parse(table: &[u8]) -> Result<(Prefix, &[u8], usize), Damage> {
        let magic = take(table, 0)?;
        if magic != MAGIC {
            return Err(Damage::Magic { expected: MAGIC, found: magic });
        }
        let version = u32::from_le_bytes(take(table, 8)?);
        let ((metric, width, layer, sides), start) = match version {
            1 => ((Metric::Dtm, Width::One, 0, Sides::Both), BYTES_V1),
            2 => (parse_v2(table)?, BYTES_V2),
            found => return Err(Damage::Version { expected: VERSION, found }),
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
        Ok((Prefix { metric, width, layer, sides, identity }, header, end))
    }
}

/// The length of the header, which the prefix at the start of `table` states.
fn header_bytes(table: &[u8]) -> Result<usize, Damage> {
    let length = u32::from_le_bytes(take(table, 12)?) as usize;
    if length > HEADER_BYTES_MAX {
        let what = format!("a header of {length} bytes");
        return Err(Damage::Content { part: Part::Prefix, what });
    }
    Ok(length)
}

/// Metric, width, layer and sides of a prefix of version 2.
fn parse_v2(table: &[u8]) -> Result<(Metric, Width, u8, Sides), Damage> {
    let prefix: [u8; BYTES_V2] = take(table, 0)?;
    let (fields, stored) = prefix.split_at(BYTES_V2 - 4);
    let expected = u32::from_le_bytes(take(stored, 0)?);
    let found = prefix_checksum(fields);
    if found != expected && !cfg!(fuzzing) {
        let (expected, found) = (expected.into(), found.into());
        return Err(Damage::Checksum { part: Part::Prefix, expected, found });
    }
    let [metric, width, layer, sides] = take::<4>(fields, BYTES_V1)?;
    let Some(known_sides) = Sides::from_code(sides).filter(|_| layer <= 1) else {
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

/// The checksum of a header, the same in versions 1 and 2; its length counts too, and the sides to move, so
/// that a table of one side is never taken for one of both.
fn header_checksum(header: &[u8], sides: Sides) -> u64 {
    let seed = u64::from(sides.code()) << 33 | 1 << 32 | header.len() as u64;
    XxHash3_64::oneshot_with_seed(seed, header)
}

/// The checksum of a prefix of version 2 up to the checksum.
fn prefix_checksum(fields: &[u8]) -> u32 {
    XxHash3_64::oneshot_with_seed(VERSION.into(), fields) as u32
}

/// `N` bytes of a prefix from `start` on.
fn take<const N: usize>(bytes: &[u8], start: usize) -> Result<[u8; N], Damage> {
    let taken = bytes.get(start..).and_then(|rest| rest.first_chunk());
    taken.copied().ok_or(Damage::Length {
        part: Part::Prefix,
        expected: (start + N) as u64,
        found: bytes.len() as u64,
    })
}
