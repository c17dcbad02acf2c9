//! The block index: the offset, length and checksum of each block.
//!
//! Entries are in groups, each with a checksum, so that opening a table reads no group and a probe
//! reads one.

use std::ops::Range;

use twox_hash::XxHash3_64;

use super::error::{Damage, Part};

/// The number of entries in a group; the last group may have fewer.
const GROUP: usize = 32;
/// The size of an entry: the length of the block (2 bytes) and the checksum of its bytes (4).
const ENTRY_BYTES: usize = 6;
/// The bytes before the entries of a group: the offset of its first block.
const OFFSET_BYTES: usize = 8;
/// The bytes after the entries of a group: the checksum of the entries.
const CHECKSUM_BYTES: usize = 4;
/// The bytes of a group besides its entries.
const GROUP_BYTES: usize = OFFSET_BYTES + CHECKSUM_BYTES;

/// Returns the size of the index of `blocks` blocks, in bytes.
pub fn bytes(blocks: usize) -> usize {
    blocks * ENTRY_BYTES + groups(blocks) * GROUP_BYTES
}

/// Returns the number of groups in the index of `blocks` blocks.
pub fn groups(blocks: usize) -> usize {
    blocks.div_ceil(GROUP)
}

/// Returns the number of the group that holds the entry of a block.
pub fn group_of(block: usize) -> usize {
    block / GROUP
}

/// Returns the number of the first block of a group.
pub fn first_block(group: usize) -> usize {
    group * GROUP
}

/// Returns the byte range of a group, counted from the start of the index of `blocks` blocks.
pub fn group_range(group: usize, blocks: usize) -> Range<u64> {
    let start = group * (GROUP * ENTRY_BYTES + GROUP_BYTES);
    let entries = GROUP.min(blocks - group * GROUP);
    start as u64..(start + GROUP_BYTES + entries * ENTRY_BYTES) as u64
}

/// Encodes the index of the packed `blocks`. `identity` is the checksum of the header.
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

/// A group of entries of the block index.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    number: usize,
    /// The offset of the first block among the bytes of all blocks.
    offset: u64,
    entries: &'a [u8],
}

impl<'a> Group<'a> {
    /// Reads group `number` from `bytes`, which must be the bytes at [`group_range`].
    pub fn parse(bytes: &'a [u8], number: usize, identity: u64) -> Result<Group<'a>, Damage> {
        let (group, stored) =
            bytes.split_last_chunk::<CHECKSUM_BYTES>().expect("a group has a checksum");
        let expected = u32::from_le_bytes(*stored);
        let found = group_checksum(group, number, identity);
        if found != expected && !cfg!(fuzzing) {
            let (expected, found) = (expected.into(), found.into());
            return Err(Damage::Checksum { part: Part::IndexGroup(number), expected, found });
        }
        let (offset, entries) =
            group.split_first_chunk::<OFFSET_BYTES>().expect("a group has an offset");
        Ok(Group { number, offset: u64::from_le_bytes(*offset), entries })
    }

    /// Returns the number of the group in the index.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the numbers of the blocks whose entries the group holds.
    pub fn blocks(&self) -> Range<usize> {
        let first = first_block(self.number);
        first..first + self.entries.len() / ENTRY_BYTES
    }

    /// Returns the byte range of the group's blocks, counted from the first block of the table.
    pub fn range(&self) -> Range<u64> {
        self.offset..self.offset.saturating_add(self.length(self.entries))
    }

    /// Returns the entry of a block, which must belong to the group.
    pub fn entry(&self, block: usize) -> Entry {
        let place = (block - first_block(self.number)) * ENTRY_BYTES;
        let entry = &self.entries[place..place + ENTRY_BYTES];
        let begin = self.offset.saturating_add(self.length(&self.entries[..place]));
        let length = u64::from(u16::from_le_bytes([entry[0], entry[1]]));
        let checksum = u32::from_le_bytes([entry[2], entry[3], entry[4], entry[5]]);
        Entry { range: begin..begin.saturating_add(length), checksum, block }
    }

    /// Returns the total size of the blocks of some entries, in bytes.
    fn length(&self, entries: &[u8]) -> u64 {
        let lengths = entries.chunks_exact(ENTRY_BYTES);
        lengths.map(|entry| u64::from(u16::from_le_bytes([entry[0], entry[1]]))).sum()
    }
}

/// The index entry of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The byte range of the block, counted from the first block of the table.
    pub range: Range<u64>,
    checksum: u32,
    block: usize,
}

impl Entry {
    /// Returns an error unless `bytes`, read from [`Entry::range`], match the checksum.
    pub fn check(&self, bytes: &[u8], identity: u64) -> Result<(), Damage> {
        let found = block_checksum(bytes, self.block, identity);
        if found == self.checksum || cfg!(fuzzing) {
            return Ok(());
        }
        let (expected, found) = (self.checksum.into(), found.into());
        Err(Damage::Checksum { part: Part::Block(self.block), expected, found })
    }
}

/// Reads the offset of a group's first block from the bytes of the group, without checking the
/// checksum.
pub fn unchecked_offset(group: &[u8]) -> u64 {
    u64::from_le_bytes(*group.first_chunk::<OFFSET_BYTES>().expect("a group has an offset"))
}

/// Returns the checksum of a block. It includes the block's number and the table's header.
fn block_checksum(bytes: &[u8], block: usize, identity: u64) -> u32 {
    XxHash3_64::oneshot_with_seed(identity.wrapping_add(2 * block as u64), bytes) as u32
}

fn group_checksum(bytes: &[u8], group: usize, identity: u64) -> u32 {
    XxHash3_64::oneshot_with_seed(identity.wrapping_add(2 * group as u64 + 1), bytes) as u32
}
