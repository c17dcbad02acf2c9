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
