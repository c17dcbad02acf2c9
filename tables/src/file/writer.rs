//! From values in memory to the bytes of a file.

use rayon::prelude::*;

use super::{
    block::{Block, VALUE_BYTES},
    grid::Grid,
    header::Header,
    index,
};
use crate::PlainTable;

/// The compression level that is used unless someone asks for another.
pub const LEVEL_DEFAULT: u8 = 9;

/// The highest compression level.
pub const LEVEL_MAX: u8 = 19;

/// The bytes of a table. A higher `level` (1..=[`LEVEL_MAX`]) makes them fewer and takes longer.
/// Works on the current rayon pool; the bytes are the same for any number of threads.
pub fn pack(table: &PlainTable, level: u8) -> Vec<u8> {
    let layout = table.layout();
    let grid = Grid::new(layout, [1, 0]).expect("every layout has these digits");
    let blocks: Vec<Vec<u8>> = (0..grid.blocks())
        .into_par_iter()
        .map(|number| encode(&Block::gather(table, &grid, number), level))
        .collect();
    let data_bytes = blocks.iter().map(|block| block.len() as u64).sum();
    let header = Header { layout: layout.clone(), grid, data_bytes };
    let mut bytes = header.to_bytes();
    let (_, identity, _) = Header::parse_prefix(&bytes).expect("the header is sound");
    bytes.extend(index::write(&blocks, identity));
    blocks.iter().for_each(|block| bytes.extend(block));
    bytes
}

/// The bytes of a block.
fn encode(block: &Block, level: u8) -> Vec<u8> {
    let mut values = Vec::with_capacity(VALUE_BYTES);
    for (cells, legal) in block.cells.iter().zip(&block.legal) {
        // Where no legal position stands, the last value again costs least.
        let mut last = cells[0][0];
        for (row, lanes) in cells.iter().zip(legal) {
            for (lane, &cell) in row.iter().enumerate() {
                if lanes >> lane & 1 != 0 {
                    last = cell;
                }
                values.push(last);
            }
        }
    }
    let level = level.clamp(1, LEVEL_MAX);
    zstd::bulk::compress(&values, level.into()).expect("memory is there to compress into")
}
