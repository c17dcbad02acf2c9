//! Which words may have a move into a dirty word.

use cozy_chess::{BitBoard, Color};

use crate::{
    moves::{
        by_word::{higher_upper_squares, moves_past},
        low_man::low_man_moves,
    },
    sets::dirty_words::DirtyWords,
    shape::Shape,
};

/// DirtyWords the words of `block` from which `side` may have a quiet move into a dirty words; more than
/// those, where a man is in the way. Tells whether there are any.
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
        let Some(there) = dirty.get(step.block) else { continue };
        any = true;
        if step.transform.number() == 0 {
            for (row, &dirty) in found.iter_mut().zip(there) {
                *row |= dirty;
            }
            continue;
        }
        let back = step.transform.inverse();
        for (upper, &dirty) in there.iter().enumerate().filter(|(_, dirty)| **dirty != 0) {
            found[shape.transform_word(back, upper << 6) >> 6] |= back.set(dirty);
        }
    }
    let Some(here) = dirty.get(block) else { return any };
    let standing = shape.standing(block);
    if shape.man(shape.low_man).color == side {
        for (row, &dirty) in found.iter_mut().zip(here) {
            *row |= dirty;
        }
    }
    for &(man, shift) in shape.upper_men.iter().filter(|(man, _)| shape.man(*man).color == side) {
        let piece = shape.man(man).piece;
        for (upper, &dirty) in here.iter().enumerate().filter(|(_, dirty)| **dirty != 0) {
            let occupied = standing | higher_upper_squares(shape, upper);
            if shift == 0 {
                found[upper] |= low_man_moves(piece, dirty, occupied);
                continue;
            }
            let from = upper >> (shift - 6) & 63;
            for to in BitBoard(moves_past(piece, from, occupied)) {
                found[upper ^ ((from ^ to as usize) << (shift - 6))] |= dirty;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, Material};

    use super::*;
    use crate::test_numbers::numbers;
    use crate::{
        moves::by_word::add_predecessors, sets::accumulator::Accumulator,
        sets::chunk_list::ChunkList,
    };

    #[test]
    fn words_with_a_move_into_a_marked_word_are_marked() {
        let mut next = numbers();
        for name in ["KRKB", "KNNKQ", "KQBKR", "KRKP", "KBPKN"] {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            let shape = Shape::new(&layout, 0);
            let mut dirty = DirtyWords::new(shape.blocks, shape.words);
            let mut positions = vec![ChunkList::default(); shape.blocks];
            let (rows, rows_in_block, any) = dirty.split();
            for (block, entries) in positions.iter_mut().enumerate() {
                // Both of two like_pair are dirty_chunks, the first is listed.
                for word in 0..shape.words {
                    if !next().is_multiple_of(99) {
                        continue;
                    }
                    let men = shape.word(block, word);
                    let lanes = next() & !men.occupied;
                    let first = shape.like_pair.map_or(word, |like_pair| like_pair.canonical(word));
                    if men.overlaps || first != word || lanes == 0 {
                        continue;
                    }
                    entries.push_word(word, lanes);
                    any[block] = true;
                    for word in
                        std::iter::once(word).chain(shape.like_pair.map(|t| t.exchanged(word)))
                    {
                        rows[block * rows_in_block + word / 64] |= 1 << (word % 64);
                    }
                }
            }
            for side in Color::ALL {
                let (mut reached, mut dirty_chunks) = (0, 0);
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
                    dirty_chunks += found.iter().map(|row| row.count_ones()).sum::<u32>();
                }
                assert!(
                    reached > 0 && dirty_chunks < (shape.blocks * shape.words) as u32,
                    "{name}"
                );
            }
        }
    }
}
