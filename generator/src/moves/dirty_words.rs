//! Dirty words: one bit for each word of a set that has changed since the bits were cleared; and
//! the words that may have a move into a dirty word.

use drawproof_board::{BitBoard, Color};

use crate::{
    moves::{
        by_word::{higher_upper_squares, moves_past},
        low_man::low_man_moves,
    },
    shape::Shape,
};

/// The set of all words, in any block, in which the last step changed positions.
#[derive(Debug)]
pub struct DirtyWords {
    /// The dirty bits, `[block][row]`, one for each of the row's 64 words.
    rows: Vec<u64>,
    /// Whether each block has a dirty word.
    any: Vec<bool>,
    rows_in_block: usize,
}

/// Mutable access to the dirty words of one block.
pub struct BlockDirtyWords<'m> {
    /// The dirty bits, `[row]`, one for each of the row's 64 words.
    pub rows: &'m mut [u64],
    /// Whether the block has a dirty word.
    pub any: &'m mut bool,
}

impl DirtyWords {
    /// Makes a set without dirty words, for `blocks` blocks of `words` words.
    pub fn new(blocks: usize, words: usize) -> DirtyWords {
        let rows_in_block = words.div_ceil(64);
        DirtyWords {
            rows: vec![0; blocks * rows_in_block],
            any: vec![false; blocks],
            rows_in_block,
        }
    }

    /// Returns the dirty words of a block, `[row]`, one bit each; `None` if the block has none.
    pub fn get(&self, block: usize) -> Option<&[u64]> {
        let rows = || &self.rows[block * self.rows_in_block..(block + 1) * self.rows_in_block];
        self.any[block].then(rows)
    }

    /// Returns the fields of the set, so that they can be split by block: the rows, `[block][row]`;
    /// the number of rows in a block; and whether each block has a dirty word.
    pub fn split(&mut self) -> (&mut [u64], usize, &mut [bool]) {
        (&mut self.rows, self.rows_in_block, &mut self.any)
    }
}

/// Adds to `found` (`[row]`, one bit for each word) the words of `block` from which `side` may have
/// a quiet move into a `dirty` word. The low man and the first upper man are treated as if they
/// blocked no move, so `found` may include words without such a move. Returns whether the block, or
/// a block that is one king's move away, has a dirty word.
#[inline(always)]
pub fn add_dirty_predecessors(
    shape: &Shape,
    side: Color,
    block: usize,
    dirty: &DirtyWords,
    found: &mut [u64],
) -> bool {
    let mut any = false;
    for step in shape.king_steps(side, block) {
        let Some(rows) = dirty.get(step.block) else { continue };
        any = true;
        if step.transform.number() == 0 {
            for (row, &words) in found.iter_mut().zip(rows) {
                *row |= words;
            }
            continue;
        }
        let back = step.transform.inverse();
        for (row, &words) in rows.iter().enumerate().filter(|(_, words)| **words != 0) {
            found[shape.transform_word(back, row << 6) >> 6] |= back.set(words);
        }
    }
    let Some(rows) = dirty.get(block) else { return any };
    let standing = shape.standing(block);
    if shape.man(shape.low_man).color == side {
        for (row, &words) in found.iter_mut().zip(rows) {
            *row |= words;
        }
    }
    for &(man, shift) in shape.upper_men.iter().filter(|(man, _)| shape.man(*man).color == side) {
        let piece = shape.man(man).piece;
        for (row, &words) in rows.iter().enumerate().filter(|(_, words)| **words != 0) {
            let occupied = standing | higher_upper_squares(shape, row);
            if shift == 0 {
                found[row] |= low_man_moves(piece, words, occupied);
                continue;
            }
            let from = row >> (shift - 6) & 63;
            for to in BitBoard(moves_past(piece, from, occupied)) {
                found[row ^ ((from ^ to as usize) << (shift - 6))] |= words;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, NormalMaterial};

    use super::*;
    use crate::test_numbers::numbers;
    use crate::{
        moves::by_word::add_predecessors, sets::accumulator::Accumulator,
        sets::chunk_list::ChunkList,
    };

    #[test]
    fn words_with_a_move_into_a_dirty_word_are_found() {
        let mut next = numbers();
        for name in ["KRKB", "KNNKQ", "KQBKR", "KRKP", "KBPKN"] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let shape = Shape::new(&layout, 0);
            let mut dirty = DirtyWords::new(shape.blocks, shape.words);
            let mut positions = vec![ChunkList::default(); shape.blocks];
            let (rows, rows_in_block, any) = dirty.split();
            for (block, entries) in positions.iter_mut().enumerate() {
                // Both a canonical word and the word with like men exchanged are dirty; the list
                // has the canonical one.
                for word in 0..shape.words {
                    if !next().is_multiple_of(99) {
                        continue;
                    }
                    let men = shape.word(block, word);
                    let lanes = next() & !men.occupied;
                    let canonical = shape.like_pair.map_or(word, |pair| pair.canonical(word));
                    if men.overlaps || canonical != word || lanes == 0 {
                        continue;
                    }
                    entries.push_word(word, lanes);
                    any[block] = true;
                    for word in std::iter::once(word)
                        .chain(shape.like_pair.map(|pair| pair.exchanged(word)))
                    {
                        rows[block * rows_in_block + word / 64] |= 1 << (word % 64);
                    }
                }
            }
            for side in Color::ALL {
                let (mut reached, mut found_count) = (0, 0);
                for block in 0..shape.blocks {
                    let mut found = vec![0; rows_in_block];
                    add_dirty_predecessors(&shape, side, block, &dirty, &mut found);
                    let mut set = Accumulator::new(shape.words);
                    add_predecessors(&shape, side, block, &positions, &mut set);
                    for (word, lanes) in set.drained() {
                        let men = shape.word(block, word);
                        if men.overlaps || lanes & !men.occupied == 0 {
                            continue;
                        }
                        reached += 1;
                        assert!(found[word / 64] >> (word % 64) & 1 != 0, "{name} {side} {word}");
                    }
                    found_count += found.iter().map(|row| row.count_ones()).sum::<u32>();
                }
                assert!(reached > 0 && found_count < (shape.blocks * shape.words) as u32, "{name}");
            }
        }
    }
}
