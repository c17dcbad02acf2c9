//! Predecessors, a chunk or a row at a time: the positions from which a side moves into a sparse
//! set.

use drawproof_board::{BitBoard, Color, Piece};
use drawproof_tables::{Man, Transform};

use crate::{
    moves::{
        by_chunk,
        by_word::{self, higher_upper_squares, moves_past, rays},
        slides::RowSlides,
    },
    sets::{
        accumulator::Accumulator,
        chunk,
        chunk_list::{ChunkList, Entry},
    },
    shape::Shape,
    simd::Simd,
};

/// Slides of the first upper man go row by row if at least this many words of the row hold a
/// position, otherwise word by word.
const ROW_SLIDE_WORDS_MIN: u32 = 3;

/// Adds to `found` the positions of `block` from which `side` has a quiet move into `positions`,
/// `[block]`, which have the other side to move. A block must have at least 64 words.
///
/// Legality is not checked: `found` may contain illegal positions. Of the legal positions it
/// contains exactly those with a legal move into `positions`. With like men, `positions` and
/// `found` hold canonical words only. [`by_word::add_predecessors`] finds the same positions, word
/// by word.
#[inline(always)]
pub fn add_predecessors<S: Simd>(
    simd: S,
    shape: &Shape,
    side: Color,
    block: usize,
    positions: &[ChunkList],
    found: &mut Accumulator,
) {
    for step in shape.king_steps(side, block) {
        add_transformed(simd, shape, step.transform.inverse(), &positions[step.block], found);
    }
    if !positions[block].is_empty() {
        add_moves_within(simd, shape, side, block, &positions[block], found);
    }
    if let Some(like_pair) = shape.like_pair {
        found.fold_like_words(simd, like_pair);
    }
}

/// Adds the images of positions under a symmetry.
#[inline(always)]
fn add_transformed<S: Simd>(
    simd: S,
    shape: &Shape,
    transform: Transform,
    positions: &ChunkList,
    found: &mut Accumulator,
) {
    if positions.is_empty() {
        return;
    }
    match transform.number() {
        0 => add_transformed_by::<S, 0>(simd, shape, positions, found),
        1 => add_transformed_by::<S, 1>(simd, shape, positions, found),
        2 => add_transformed_by::<S, 2>(simd, shape, positions, found),
        3 => add_transformed_by::<S, 3>(simd, shape, positions, found),
        4 => add_transformed_by::<S, 4>(simd, shape, positions, found),
        5 => add_transformed_by::<S, 5>(simd, shape, positions, found),
        6 => add_transformed_by::<S, 6>(simd, shape, positions, found),
        _ => add_transformed_by::<S, 7>(simd, shape, positions, found),
    }
}

/// Does what [`add_transformed`] does, for the symmetry `Transform::ALL[NUMBER]`.
#[inline(always)]
fn add_transformed_by<S: Simd, const NUMBER: usize>(
    simd: S,
    shape: &Shape,
    positions: &ChunkList,
    found: &mut Accumulator,
) {
    let transform = const { Transform::ALL[NUMBER] };
    let mut positions = positions.chunks();
    while let Some((first, nonzero, words)) = positions.next(simd) {
        if transform == Transform::IDENTITY {
            found.add_chunk(simd, first, words);
            continue;
        }
        let row = shape.transform_word(transform, first & !63) & !63;
        let image = &transform.squares()[first & 63..][..8];
        if transform.keeps_ranks() {
            let transformed = chunk::transform_chunk(simd, transform, words);
            found.add_chunk(simd, row + usize::from(image[0] & !7), transformed);
            continue;
        }
        let mut lanes = [0; 8];
        simd.save(words, &mut lanes);
        let transformed = chunk::transform(transform, lanes);
        for word in BitBoard(nonzero.into()) {
            let word = word as usize;
            found.add(row + usize::from(image[word]), transformed[word]);
        }
    }
}

/// Adds the positions from which `side` moves a man to one of `positions`, other than a king of the
/// block.
#[inline(always)]
fn add_moves_within<S: Simd>(
    simd: S,
    shape: &Shape,
    side: Color,
    block: usize,
    positions: &ChunkList,
    found: &mut Accumulator,
) {
    let (standing, first_upper) = (shape.standing(block), shape.first_upper_piece(side));
    let mut positions = positions.chunks();
    let mut next = positions.next(simd);
    while let Some((first, ..)) = next {
        // A row: consecutive chunks whose words belong to the same row.
        let mut row = TargetRow::new(simd, standing, first & !63);
        while let Some((first, words, lanes)) = next.filter(|(at, ..)| at & !63 == row.first) {
            row.add((first & 63) / 8, words, lanes);
            next = positions.next(simd);
        }
        row.add_moves(shape, side, first_upper, found);
    }
}

/// The positions of a row, as targets of moves.
struct TargetRow<S: Simd> {
    simd: S,
    /// The first word of the row.
    first: usize,
    /// The squares of the men that are fixed within the block.
    standing: u64,
    /// The positions by rank of the first upper man.
    targets: [S::Words; 8],
    /// One bit for each word that holds a position, by rank of the first upper man.
    nonzero: [u8; 8],
}

impl<S: Simd> TargetRow<S> {
    #[inline(always)]
    fn new(simd: S, standing: u64, first: usize) -> TargetRow<S> {
        TargetRow { simd, first, standing, targets: [simd.splat(0); 8], nonzero: [0; 8] }
    }

    /// Adds a chunk: its rank, one bit for each of its words that holds a position, and the
    /// positions.
    #[inline(always)]
    fn add(&mut self, rank: usize, words: u8, lanes: S::Words) {
        let simd = self.simd;
        self.targets[rank] = simd.or(self.targets[rank], lanes);
        self.nonzero[rank] |= words;
    }

    /// Adds the positions from which a man of `side`, other than a block man, moves to a position
    /// of the row. `first_upper` is the kind of the first upper man if it belongs to `side`.
    #[inline(always)]
    fn add_moves(
        &self,
        shape: &Shape,
        side: Color,
        first_upper: Option<Piece>,
        found: &mut Accumulator,
    ) {
        let simd = self.simd;
        // The squares of all men except the first upper man and the low man.
        let occupied = self.standing | higher_upper_squares(shape, self.first >> 6);
        let words = u64::from_le_bytes(self.nonzero).count_ones();
        let row_slider =
            first_upper.filter(|piece| is_slider(*piece) && words >= ROW_SLIDE_WORDS_MIN);
        if let Some(piece) = row_slider {
            RowSlides { simd, first: self.first, occupied, targets: &self.targets }
                .add_slides(piece, found);
        }
        let first_upper = first_upper.filter(|_| row_slider.is_none());
        for (rank, &words) in self.nonzero.iter().enumerate().filter(|(_, words)| **words != 0) {
            let (first, lanes) = (self.first + 8 * rank, self.targets[rank]);
            if words.is_power_of_two() {
                let word = first as u32 + words.trailing_zeros();
                let mut alone = [0; 8];
                simd.compress(lanes, words, &mut alone);
                let entry = Entry { word, lanes: alone[0] };
                by_word::add_moves_of_others(shape, side, self.standing, entry, found);
                if let Some(piece) = first_upper {
                    by_word::add_first_upper_moves(shape, piece, self.standing, entry, found);
                }
            } else {
                add_moves_of_others(simd, shape, side, occupied, first, lanes, found);
                match first_upper {
                    Some(piece) if is_slider(piece) => {
                        let mut chunk = [0; 8];
                        simd.save(lanes, &mut chunk);
                        for i in BitBoard(words.into()) {
                            let entry =
                                Entry { word: first as u32 + i as u32, lanes: chunk[i as usize] };
                            by_word::add_first_upper_moves(
                                shape,
                                piece,
                                self.standing,
                                entry,
                                found,
                            );
                        }
                    }
                    Some(piece) => {
                        add_first_upper_steps(simd, piece, first, occupied, lanes, found)
                    }
                    None => {}
                }
            }
        }
    }
}

/// Returns whether a man other than a pawn moves along lines.
fn is_slider(piece: Piece) -> bool {
    !matches!(piece, Piece::King | Piece::Knight)
}

/// Adds the positions from which the low man or a higher upper man of `side` moves to positions of
/// a chunk.
#[inline(always)]
fn add_moves_of_others<S: Simd>(
    simd: S,
    shape: &Shape,
    side: Color,
    occupied: u64,
    first: usize,
    targets: S::Words,
    found: &mut Accumulator,
) {
    let low_man = shape.man(shape.low_man);
    if low_man.color == side {
        let moves = by_chunk::low_man_moves(simd, low_man.piece, targets, occupied, first & 63);
        found.add_chunk(simd, first, moves);
    }
    for &(man, shift) in shape.upper_men.iter().filter(|(_, shift)| *shift > 0) {
        let Man { color, piece } = shape.man(man);
        if color == side {
            add_higher_upper_moves(simd, piece, shift, first, occupied, targets, found);
        }
    }
}

/// Adds the positions from which a higher upper man moves to positions of a chunk. The first upper
/// man or the low man may be in the way.
#[inline(always)]
fn add_higher_upper_moves<S: Simd>(
    simd: S,
    piece: Piece,
    shift: u32,
    first: usize,
    occupied: u64,
    targets: S::Words,
    found: &mut Accumulator,
) {
    let from = first >> shift & 63;
    let moved = |to: usize| first ^ ((from ^ to) << shift);
    if matches!(piece, Piece::King | Piece::Knight) {
        for to in BitBoard(moves_past(piece, from, occupied)) {
            let to = to as usize;
            found.add_chunk(simd, moved(to), without_first_upper_on(simd, to, first, targets));
        }
        return;
    }
    for ray in rays(piece, from) {
        let mut free = targets;
        for to in ray.squares().iter().map(|&to| usize::from(to)) {
            if occupied >> to & 1 != 0 {
                break;
            }
            free = without_first_upper_on(simd, to, first, free);
            found.add_chunk(simd, moved(to), free);
            free = simd.without(free, simd.splat(1 << to));
        }
    }
}

/// Clears the word of a chunk in which the first upper man stands on `square`, if the chunk has it.
#[inline(always)]
fn without_first_upper_on<S: Simd>(
    simd: S,
    square: usize,
    first: usize,
    words: S::Words,
) -> S::Words {
    let cleared = if (first ^ square) & 0o70 == 0 { 1 << (square & 7) } else { 0 };
    simd.keep(words, !cleared)
}

/// Adds the positions from which the first upper man, a king or knight, moves to positions of a
/// chunk.
#[inline(always)]
fn add_first_upper_steps<S: Simd>(
    simd: S,
    piece: Piece,
    first: usize,
    occupied: u64,
    targets: S::Words,
    found: &mut Accumulator,
) {
    // Adds `words` to the chunk that is `ranks` ranks away; their files are already those of the
    // predecessors.
    let mut add = |ranks: isize, words: S::Words| {
        let rank = ((first & 63) / 8).wrapping_add_signed(ranks);
        if rank < 8 {
            let free = !(occupied >> (8 * rank)) as u8;
            found.add_chunk(simd, (first & !63) + 8 * rank, simd.keep(words, free));
        }
    };
    let (right, left) = (simd.to_next::<1>(targets), simd.to_previous::<1>(targets));
    let beside = simd.or(right, left);
    if piece == Piece::King {
        let three = simd.or(beside, targets);
        add(1, three);
        add(0, beside);
        add(-1, three);
    } else {
        let two_away = simd.or(simd.to_next::<1>(right), simd.to_previous::<1>(left));
        add(2, beside);
        add(1, two_away);
        add(-1, two_away);
        add(-2, beside);
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, NormalMaterial};

    use super::*;
    use crate::simd::Plain;
    use crate::test_numbers::numbers;

    #[test]
    fn predecessors_of_chunks_are_those_of_their_words() {
        let mut next = numbers();
        for name in [
            "KRKB", "KQKR", "KNNKQ", "KQBKR", "KBBKR", "KPPK", "KRKP", "KRPKN", "KQPKN", "KRNKNN",
            "KNNNKR", "KRBBKQ",
        ] {
            let layout = Layout::new(name.parse::<NormalMaterial>().unwrap());
            let shape = Shape::new(&layout, 0);
            // In even blocks a few words of a row hold positions, in odd blocks many. No position
            // has two men on one square.
            let mut positions = vec![ChunkList::default(); shape.blocks];
            let (blocks, near) = shape.sample_of_blocks();
            for block in near {
                let entries = &mut positions[block];
                let mut chunk = [0; 8];
                for number in 0..shape.words {
                    // With six men, only a few rows are filled.
                    if shape.words > 4096 && !(number / 64).is_multiple_of(17) {
                        continue;
                    }
                    if number % 8 == 0 {
                        chunk = [0; 8];
                    }
                    let word = shape.word(block, number);
                    let lanes = next() & next() & next() & !word.occupied;
                    let one_of = if block % 2 == 0 { 40 } else { 4 };
                    let lanes = if next().is_multiple_of(one_of) { lanes } else { 0 };
                    let is_canonical =
                        shape.canonical_in_row(number & !63) >> (number & 63) & 1 != 0;
                    if !word.overlaps && is_canonical && lanes != 0 {
                        chunk[number % 8] = lanes;
                    }
                    if number % 8 == 7 {
                        entries.push_words(number - 7, &chunk);
                    }
                }
            }
            for side in Color::ALL {
                for &block in &blocks {
                    let mut sets = [Accumulator::new(shape.words), Accumulator::new(shape.words)];
                    by_word::add_predecessors(&shape, side, block, &positions, &mut sets[0]);
                    add_predecessors(Plain, &shape, side, block, &positions, &mut sets[1]);
                    // Either version may find anything in positions with two men on one square.
                    let [expected, found] = sets.each_mut().map(|set| {
                        let mut words = set.drained();
                        words.retain_mut(|(number, lanes)| {
                            let word = shape.word(block, *number);
                            *lanes &= !word.occupied;
                            !word.overlaps && *lanes != 0
                        });
                        words
                    });
                    assert!(shape.words < 4096 || expected.len() > 100);
                    assert_eq!(found, expected, "{name} {side} {block}");
                }
            }
        }
    }
}
