//! Marks: a bit for each word of a block in which something has changed, 64 words a row.

use cozy_chess::{BitBoard, Color};

use crate::{
    arena::Arena,
    lanes::lane_moves,
    moves::{moves_of_upper, upper_squares},
};

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

/// Marks the words of `block` from which `side` may have a quiet move into a marked word; more than
/// those, where a man is in the way. Tells whether there are any.
#[inline(always)]
pub fn mark_predecessors(
    arena: &Arena,
    side: Color,
    block: usize,
    marks: &Marks,
    found: &mut [u64],
) -> bool {
    let mut any = false;
    for step in arena.king_steps(side, block) {
        let Some(there) = marks.get(step.block) else { continue };
        any = true;
        if step.transform.number() == 0 {
            for (row, &marks) in found.iter_mut().zip(there) {
                *row |= marks;
            }
            continue;
        }
        let back = step.transform.inverse();
        for (upper, &marks) in there.iter().enumerate().filter(|(_, marks)| **marks != 0) {
            found[arena.transform_word(back, upper << 6) >> 6] |= back.set(marks);
        }
    }
    let Some(here) = marks.get(block) else { return any };
    let standing = arena.standing(block);
    if arena.man(arena.lane).color == side {
        for (row, &marks) in found.iter_mut().zip(here) {
            *row |= marks;
        }
    }
    for &(man, shift) in arena.rows.iter().filter(|(man, _)| arena.man(*man).color == side) {
        let piece = arena.man(man).piece;
        for (upper, &marks) in here.iter().enumerate().filter(|(_, marks)| **marks != 0) {
            let known = standing | upper_squares(arena, upper);
            if shift == 0 {
                found[upper] |= lane_moves(piece, marks, known);
                continue;
            }
            let from = upper >> (shift - 6) & 63;
            for to in BitBoard(moves_of_upper(piece, from, known)) {
                found[upper ^ ((from ^ to as usize) << (shift - 6))] |= marks;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, Material};

    use super::*;
    use crate::numbers::numbers;
    use crate::{accumulator::Accumulator, lists::ChunkList, moves::add_predecessors};

    #[test]
    fn words_with_a_move_into_a_marked_word_are_marked() {
        let mut next = numbers();
        for name in ["KRKB", "KNNKQ", "KQBKR", "KRKP", "KBPKN"] {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            let arena = Arena::new(&layout, 0);
            let mut marks = Marks::new(arena.blocks, arena.words);
            let mut positions = vec![ChunkList::default(); arena.blocks];
            let (rows, rows_in_block, any) = marks.split();
            for (block, entries) in positions.iter_mut().enumerate() {
                // Both of two twins are marked, the first is listed.
                for word in 0..arena.words {
                    if !next().is_multiple_of(99) {
                        continue;
                    }
                    let men = arena.word(block, word);
                    let lanes = next() & !men.known;
                    let first = arena.twins.map_or(word, |twins| twins.first(word));
                    if men.overlaps || first != word || lanes == 0 {
                        continue;
                    }
                    entries.push_word(word, lanes);
                    any[block] = true;
                    for word in std::iter::once(word).chain(arena.twins.map(|t| t.exchanged(word)))
                    {
                        rows[block * rows_in_block + word / 64] |= 1 << (word % 64);
                    }
                }
            }
            for side in Color::ALL {
                let (mut reached, mut marked) = (0, 0);
                for block in 0..arena.blocks {
                    let mut found = vec![0; rows_in_block];
                    mark_predecessors(&arena, side, block, &marks, &mut found);
                    let mut set = Accumulator::new(arena.words);
                    add_predecessors(&arena, side, block, &positions, &mut set);
                    for (word, lanes) in set.drained() {
                        let men = arena.word(block, word);
                        if men.overlaps || lanes & !men.known == 0 {
                            continue;
                        }
                        reached += 1;
                        assert!(found[word / 64] >> (word % 64) & 1 != 0, "{name} {side} {word}");
                    }
                    marked += found.iter().map(|row| row.count_ones()).sum::<u32>();
                }
                assert!(reached > 0 && marked < (arena.blocks * arena.words) as u32, "{name}");
            }
        }
    }
}
