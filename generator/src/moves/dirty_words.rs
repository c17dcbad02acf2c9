//! Which words may have a move into a dirty word.

use cozy_chess::{BitBoard, Color};

use crate::{
    moves::{
        by_word::{moves_of_upper, upper_squares},
        lanes::lane_moves,
    },
    sets::dirty_words::Marks,
    shape::Shape,
};

/// Marks the words of `block` from which `side` may have a quiet move into a marked word; more than
/// those, where a man is in the way. Tells whether there are any.
#[inline(always)]
pub fn mark_predecessors(
    shape: &Shape,
    side: Color,
    block: usize,
    marks: &Marks,
    found: &mut [u64],
) -> bool {
    let mut any = false;
    for step in shape.king_steps(side, block) {
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
            found[shape.transform_word(back, upper << 6) >> 6] |= back.set(marks);
        }
    }
    let Some(here) = marks.get(block) else { return any };
    let standing = shape.standing(block);
    if shape.man(shape.lane).color == side {
        for (row, &marks) in found.iter_mut().zip(here) {
            *row |= marks;
        }
    }
    for &(man, shift) in shape.rows.iter().filter(|(man, _)| shape.man(*man).color == side) {
        let piece = shape.man(man).piece;
        for (upper, &marks) in here.iter().enumerate().filter(|(_, marks)| **marks != 0) {
            let known = standing | upper_squares(shape, upper);
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
            let mut marks = Marks::new(shape.blocks, shape.words);
            let mut positions = vec![ChunkList::default(); shape.blocks];
            let (rows, rows_in_block, any) = marks.split();
            for (block, entries) in positions.iter_mut().enumerate() {
                // Both of two twins are marked, the first is listed.
                for word in 0..shape.words {
                    if !next().is_multiple_of(99) {
                        continue;
                    }
                    let men = shape.word(block, word);
                    let lanes = next() & !men.known;
                    let first = shape.twins.map_or(word, |twins| twins.first(word));
                    if men.overlaps || first != word || lanes == 0 {
                        continue;
                    }
                    entries.push_word(word, lanes);
                    any[block] = true;
                    for word in std::iter::once(word).chain(shape.twins.map(|t| t.exchanged(word)))
                    {
                        rows[block * rows_in_block + word / 64] |= 1 << (word % 64);
                    }
                }
            }
            for side in Color::ALL {
                let (mut reached, mut marked) = (0, 0);
                for block in 0..shape.blocks {
                    let mut found = vec![0; rows_in_block];
                    mark_predecessors(&shape, side, block, &marks, &mut found);
                    let mut set = Accumulator::new(shape.words);
                    add_predecessors(&shape, side, block, &positions, &mut set);
                    for (word, lanes) in set.drained() {
                        let men = shape.word(block, word);
                        if men.overlaps || lanes & !men.known == 0 {
                            continue;
                        }
                        reached += 1;
                        assert!(found[word / 64] >> (word % 64) & 1 != 0, "{name} {side} {word}");
                    }
                    marked += found.iter().map(|row| row.count_ones()).sum::<u32>();
                }
                assert!(reached > 0 && marked < (shape.blocks * shape.words) as u32, "{name}");
            }
        }
    }
}
