//! DirtyWords: a bit for each word of a block in which something has changed, 64 words a row.

/// DirtyWords of all blocks, `[block][row]`.
#[derive(Debug)]
pub struct DirtyWords {
    rows: Vec<u64>,
    /// By block: whether there is a mark.
    any: Vec<bool>,
    rows_in_block: usize,
}

/// The dirty of one block, to be changed.
pub struct BlockDirtyWords<'m> {
    /// By row.
    pub rows: &'m mut [u64],
    /// Whether there is a mark.
    pub any: &'m mut bool,
}

impl DirtyWords {
    /// No dirty.
    pub fn new(blocks: usize, words: usize) -> DirtyWords {
        let rows_in_block = words.div_ceil(64);
        DirtyWords {
            rows: vec![0; blocks * rows_in_block],
            any: vec![false; blocks],
            rows_in_block,
        }
    }

    /// The dirty of a block, if there are any.
    pub fn get(&self, block: usize) -> Option<&[u64]> {
        let rows = || &self.rows[block * self.rows_in_block..(block + 1) * self.rows_in_block];
        self.any[block].then(rows)
    }

    /// The rows, their number in a block, and by block whether there is a mark: to be split.
    pub fn split(&mut self) -> (&mut [u64], usize, &mut [bool]) {
        (&mut self.rows, self.rows_in_block, &mut self.any)
    }
}
