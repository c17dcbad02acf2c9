//! Marks: a bit for each word of a block in which something has changed, 64 words a row.

/// Marks of all blocks, `[block][row]`.
#[derive(Debug)]
pub struct Marks {
    rows: Vec<u64>,
    /// By block: whether there is a mark.
    any: Vec<bool>,
    rows_in_block: usize,
}

/// The marks of one block, to be changed.
pub struct BlockMarks<'m> {
    /// By row.
    pub rows: &'m mut [u64],
    /// Whether there is a mark.
    pub any: &'m mut bool,
}

impl Marks {
    /// No marks.
    pub fn new(blocks: usize, words: usize) -> Marks {
        let rows_in_block = words.div_ceil(64);
        Marks { rows: vec![0; blocks * rows_in_block], any: vec![false; blocks], rows_in_block }
    }

    /// The marks of a block, if there are any.
    pub fn get(&self, block: usize) -> Option<&[u64]> {
        let rows = || &self.rows[block * self.rows_in_block..(block + 1) * self.rows_in_block];
        self.any[block].then(rows)
    }

    /// The rows, their number in a block, and by block whether there is a mark: to be split.
    pub fn split(&mut self) -> (&mut [u64], usize, &mut [bool]) {
        (&mut self.rows, self.rows_in_block, &mut self.any)
    }
}
