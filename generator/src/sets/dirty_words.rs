//! Dirty words: a bit for each word of a set that has changed since the bits were cleared.

/// The dirty words of all blocks.
#[derive(Debug)]
pub struct DirtyWords {
    /// `[block][row]`, a bit for each of the row's 64 words.
    rows: Vec<u64>,
    /// `[block]`: whether the block has a dirty word.
    any: Vec<bool>,
    rows_in_block: usize,
}

/// The dirty words of one block, mutable.
pub struct BlockDirtyWords<'m> {
    /// `[row]`, a bit for each of the row's 64 words.
    pub rows: &'m mut [u64],
    /// Whether the block has a dirty word.
    pub any: &'m mut bool,
}

impl DirtyWords {
    /// No dirty words in `blocks` blocks of `words` words.
    pub fn new(blocks: usize, words: usize) -> DirtyWords {
        let rows_in_block = words.div_ceil(64);
        DirtyWords {
            rows: vec![0; blocks * rows_in_block],
            any: vec![false; blocks],
            rows_in_block,
        }
    }

    /// The dirty words of a block, `[row]`, if it has any.
    pub fn get(&self, block: usize) -> Option<&[u64]> {
        let rows = || &self.rows[block * self.rows_in_block..(block + 1) * self.rows_in_block];
        self.any[block].then(rows)
    }

    /// Its parts: the rows, `[block][row]`; the number of rows in a block; and for each block
    /// whether it has a dirty word.
    pub fn split(&mut self) -> (&mut [u64], usize, &mut [bool]) {
        (&mut self.rows, self.rows_in_block, &mut self.any)
    }
}
