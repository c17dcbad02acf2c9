//! The block index: the offset, length and checksum of each block.
//!
//! Entries stand in groups with a checksum each, so that opening a table reads no group and a probe
//! reads one.

use std::ops::Range;

use twox_hash::XxHash3_64;

use super::error::{Damage, Part};

/// Entries of a group; the last group may have fewer.
const GROUP: usize = 32;
/// Bytes of an entry: length of the block (2), checksum of its bytes (4).
const ENTRY_BYTES: usize = 6;
/// Bytes of a group beside its entries: offset of its first block (8), checksum (4).
const GROUP_BYTES: usize = 12;

/// Bytes of the index of `blocks` blocks.
pub fn bytes(blocks: usize) -> usize {
    blocks * ENTRY_BYTES + blocks.div_ceil(GROUP) * GROUP_BYTES
}

/// The index of `blocks`, in their order. `identity` is the checksum of the header.
pub fn write(blocks: &[Vec<u8>], identity: u64) -> Vec<u8> {
    let mut index = Vec::with_capacity(bytes(blocks.len()));
    let mut offset = 0_u64;
    for (number, group) in blocks.chunks(GROUP).enumerate() {
        let start = index.len();
        index.extend(offset.to_le_bytes());
        for (place, block) in group.iter().enumerate() {
            let length = u16::try_from(block.len()).expect("a block is shorter than 64 KiB");
            index.extend(length.to_le_bytes());
            index.extend(block_checksum(block, number * GROUP + place, identity).to_le_bytes());
            offset += u64::from(length);
        }
        let checksum = group_checksum(&index[start..], number, identity);
        index.extend(checksum.to_le_bytes());
    }
    index
}

/// The index entry of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The bytes of the block among the bytes of all blocks.
    pub range: Range<u64>,
    checksum: u32,
    block: usize,
}

impl Entry {
    /// Reads the entry of `block` from the `index` of a table of `blocks` blocks.
    pub fn read(index: &[u8], blocks: usize, block: usize, identity: u64) -> Result<Entry, Damage> {
        assert!(block < blocks);
        let number = block / GROUP;
        let start = number * (GROUP * ENTRY_BYTES + GROUP_BYTES);
        let entries = GROUP.min(blocks - number * GROUP);
        let end = start + 8 + entries * ENTRY_BYTES;
        let part = Part::IndexGroup(number);
        let group = index.get(start..end);
        let stored = index.get(end..).and_then(|rest| rest.first_chunk());
        let (Some(group), Some(&stored)) = (group, stored) else {
            let (expected, found) = (bytes(blocks) as u64, index.len() as u64);
            return Err(Damage::Length { part, expected, found });
        };
        let expected = u32::from_le_bytes(stored);
        let found = group_checksum(group, number, identity);
        if found != expected && !cfg!(fuzzing) {
            let (expected, found) = (expected.into(), found.into());
            return Err(Damage::Checksum { part, expected, found });
        }
        let (offset, entries) = group.split_at(8);
        let mut begin = u64::from_le_bytes(offset.try_into().expect("eight bytes"));
        let (before, from) = entries.split_at(block % GROUP * ENTRY_BYTES);
        for entry in before.chunks_exact(ENTRY_BYTES) {
            begin = begin.saturating_add(u16::from_le_bytes([entry[0], entry[1]]).into());
        }
        let length = u64::from(u16::from_le_bytes([from[0], from[1]]));
        let checksum = u32::from_le_bytes([from[2], from[3], from[4], from[5]]);
        Ok(Entry { range: begin..begin.saturating_add(length), checksum, block })
    }

    /// `Ok` if `bytes`, read from [`Entry::range`], are those that were written.
    pub fn check(&self, bytes: &[u8], identity: u64) -> Result<(), Damage> {
        let found = block_checksum(bytes, self.block, identity);
        if found == self.checksum || cfg!(fuzzing) {
            return Ok(());
        }
        let (expected, found) = (self.checksum.into(), found.into());
        Err(Damage::Checksum { part: Part::Block(self.block), expected, found })
    }
}

/// The checksum of a block; the block's number and the table's header count too.
fn block_checksum(bytes: &[u8], block: usize, identity: u64) -> u32 {
    XxHash3_64::oneshot_with_seed(identity.wrapping_add(2 * block as u64), bytes) as u32
}

fn group_checksum(bytes: &[u8], group: usize, identity: u64) -> u32 {
    XxHash3_64::oneshot_with_seed(identity.wrapping_add(2 * group as u64 + 1), bytes) as u32
}
