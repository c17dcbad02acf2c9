//! Table files: a header, the offsets of the blocks, and the blocks, with White to move first. A
//! block is 16,384 bytes, one per position, compressed by LZMA.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use drawproof_board::Color;
use drawproof_tables::{
    NormalMaterial,
    file::{FileBytes, ReadBytes},
    parallel::locked,
};

use crate::{index, lzma};

/// Why a Gaviota table cannot be found or read.
#[derive(Debug, thiserror::Error)]
pub enum GaviotaError {
    /// A folder cannot be listed.
    #[error("the folder '{}' cannot be read: {source}", path.display())]
    Folder {
        /// The path of the folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("the Gaviota file '{}' cannot be read: {source}", path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file is not a valid table, or was truncated or changed.
    #[error("the Gaviota file '{}' is damaged: {why}", path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// A description of the damage.
        why: &'static str,
    },
    /// None of the folders has a table of this endgame.
    #[error("there is no Gaviota file {0}.gtb.cp4")]
    Missing(String),
}

const BLOCK_BYTES: u64 = 1 << 14;
const HEADER_BYTES: u64 = 40;

/// The maximum size of a compressed block in bytes. LZMA makes incompressible data a little longer.
const CODED_BYTES_MAX: u64 = 2 * BLOCK_BYTES;

/// The maximum number of decoded blocks that a table keeps: those of one pawn structure of five
/// men.
const KEPT_BLOCKS: usize = 2048;

const ENDS: &str = "it ends too early";

/// An open table file.
pub struct Table {
    path: PathBuf,
    bytes: FileBytes,
    /// The number of positions for each side to move.
    count: u64,
    /// The file offset of each block, and the end of the last one.
    starts: Vec<u32>,
    blocks: Mutex<HashMap<u64, Arc<Vec<u8>>>>,
}

impl Table {
    pub fn open(path: &Path, material: NormalMaterial) -> Result<Table, GaviotaError> {
        let read = |source| GaviotaError::Read { path: path.to_owned(), source };
        let (path, bytes) = (path.to_owned(), FileBytes::open(path).map_err(read)?);
        let count = index::count(material);
        let blocks = Mutex::default();
        let mut table = Table { path, bytes, count, starts: Vec::new(), blocks };
        let places = 2 * count.div_ceil(BLOCK_BYTES) + 1;
        let head = table.read(0, HEADER_BYTES + 4 * places)?;
        let numbers =
            head.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        let numbers: Vec<u32> = numbers.collect();
        let (header, starts) = numbers.split_at(HEADER_BYTES as usize / 4);
        if u64::from(header[2]) != BLOCK_BYTES || header[8] as usize != head.len() {
            return Err(table.damaged("its header is none of a table of these men"));
        }
        if !starts.is_sorted() || starts[0] != header[8] {
            return Err(table.damaged("its blocks are out of order"));
        }
        if u64::from(starts[starts.len() - 1]) > table.bytes.size_bytes() {
            return Err(table.damaged(ENDS));
        }
        table.starts = starts.to_vec();
        Ok(table)
    }

    fn damaged(&self, why: &'static str) -> GaviotaError {
        GaviotaError::Damaged { path: self.path.clone(), why }
    }

    fn read(&self, start: u64, end: u64) -> Result<Vec<u8>, GaviotaError> {
        let bytes = self.bytes.read(start..end);
        let read = |source| GaviotaError::Read { path: self.path.clone(), source };
        let bytes = bytes.map_err(read)?.into_owned();
        if bytes.len() as u64 == end - start { Ok(bytes) } else { Err(self.damaged(ENDS)) }
    }

    /// Returns the stored byte of the position at `index` with `side` to move.
    pub fn byte(&self, side: Color, index: u64) -> Result<u8, GaviotaError> {
        let (of_side, place) = (index / BLOCK_BYTES, (index % BLOCK_BYTES) as usize);
        let number = side as u64 * self.count.div_ceil(BLOCK_BYTES) + of_side;
        if let Some(block) = locked(&self.blocks).get(&number) {
            return Ok(block[place]);
        }
        let size = BLOCK_BYTES.min(self.count - of_side * BLOCK_BYTES);
        let block = Arc::new(self.block(number as usize, size as usize)?);
        let byte = block[place];
        let mut blocks = locked(&self.blocks);
        if blocks.len() >= KEPT_BLOCKS {
            blocks.clear();
        }
        blocks.insert(number, block);
        Ok(byte)
    }

    /// Decodes a block. Its header has a byte each for the scheme and the filter, LZMA's
    /// properties, and the size.
    fn block(&self, number: usize, size: usize) -> Result<Vec<u8>, GaviotaError> {
        let (start, end) = (self.starts[number].into(), self.starts[number + 1].into());
        if end - start > CODED_BYTES_MAX {
            return Err(self.damaged("a block is too long"));
        }
        let bytes = self.read(start, end)?;
        let (head, coded) = bytes.split_at_checked(15).ok_or_else(|| self.damaged(ENDS))?;
        let is_of_size = head[7..] == (size as u64).to_le_bytes();
        if head[1] != 0 || !is_of_size {
            return Err(self.damaged("the header of a block is none of a table"));
        }
        lzma::decode(head[2], coded, size).ok_or_else(|| self.damaged("a block cannot be decoded"))
    }
}
