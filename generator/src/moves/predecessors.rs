//! Moves backwards, a chunk or a row at a time: the positions from which a side moves to one of a few
//! others.

use cozy_chess::{BitBoard, Color, Piece};
use drawproof_tables::{Man, Transform};

use crate::{
    moves::by_chunk::{self, OWN_SQUARES},
    moves::by_word::{self, higher_upper_squares, moves_past, rays},
    moves::slides::RowSlides,
    sets::accumulator::Accumulator,
    sets::chunk,
    sets::chunk_list::{ChunkList, Entry},
    shape::Shape,
    simd::Simd,
};

/// Words of a row with a position from which on the first upper man's slides go for all of them at once.
const ROW_SLIDE_WORDS_MIN: u32 = 3;

/// Adds to `found` the positions of `block`, one of 64 words or more, in which `side` has a quiet
/// move, legal or not, into one of `positions` (by block, the other side to move). Illegal positions
/// may be among them; legal moves from legal positions are all found and no others. Of words that
/// differ by an exchange of like_pair only the first are given and found.
///
/// The same as [`crate::moves::by_word::add_predecessors`]. A word alone in its chunk goes by itself, which is
/// less work; the first upper man's slides into many words of a row go together.
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

/// Adds the images of positions.
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

/// The same for the symmetry with a number.
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

/// Adds the positions from which `side` moves a man, other than a king of the block, to one of
/// `positions`.
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
        // The chunks of one row that follow each other.
        let mut row = TargetRow::new(simd, standing, first & !63);
        while let Some((first, words, lanes)) = next.filter(|(at, ..)| at & !63 == row.first) {
            row.add((first & 63) / 8, words, lanes);
            next = positions.next(simd);
        }
        row.add_moves(shape, side, first_upper, found);
    }
}

/// Positions of a row of 64 words to move to.
struct TargetRow<S: Simd> {
    simd: S,
    /// Its first word.
    first: usize,
    /// The squares of the men that stand still in the block.
    standing: u64,
    /// By rank of the first upper man: the positions.
    targets: [S::Words; 8],
    /// By rank: a bit for each word that holds one.
    nonzero: [u8; 8],
}

impl<S: Simd> TargetRow<S> {
    #[inline(always)]
    fn new(simd: S, standing: u64, first: usize) -> TargetRow<S> {
        TargetRow { simd, first, standing, targets: [simd.splat(0); 8], nonzero: [0; 8] }
    }

    /// Adds a chunk, a bit for each of its words that holds a position, and its positions.
    #[inline(always)]
    fn add(&mut self, rank: usize, words: u8, lanes: S::Words) {
        let simd = self.simd;
        self.targets[rank] = simd.or(self.targets[rank], lanes);
        self.nonzero[rank] |= words;
    }

    /// Adds the positions from which a man of `side`, other than a king of the block, moves to one of
    /// the row. `first_upper`: the kind of the first upper man, if it is of the side.
    #[inline(always)]
    fn add_moves(
        &self,
        shape: &Shape,
        side: Color,
        first_upper: Option<Piece>,
        found: &mut Accumulator,
    ) {
        let simd = self.simd;
        // The squares of all men but the first upper man and the low man.
        let occupied = self.standing | higher_upper_squares(shape, self.first >> 6);
        let words = u64::from_le_bytes(self.nonzero).count_ones();
        let slides = |piece: &Piece| !matches!(piece, Piece::King | Piece::Knight);
        let row_slider = first_upper.filter(slides).filter(|_| words >= ROW_SLIDE_WORDS_MIN);
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
                if let Some(piece) = first_upper {
                    add_first_upper_moves(simd, piece, first, occupied, lanes, found);
                }
            }
        }
    }
}

/// Adds the positions from which the low man or a higher upper man, of `side`, moves to
/// those of a chunk.
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
    let lane = shape.man(shape.low_man);
    if lane.color == side {
        let moves = by_chunk::low_man_moves(simd, lane.piece, targets, occupied, first & 63);
        found.add_chunk(simd, first, moves);
    }
    for &(man, shift) in shape.upper_men.iter().filter(|(_, shift)| *shift > 0) {
        let Man { color, piece } = shape.man(man);
        if color == side {
            add_higher_upper_moves(simd, piece, shift, first, occupied, targets, found);
        }
    }
}

/// Adds the chunks from which a higher upper man reaches a chunk. The first upper man, and past
/// its square the low man, may be in the way.
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

/// The words of a chunk but the one, if there is such, that has the first upper man on a square.
#[inline(always)]
fn without_first_upper_on<S: Simd>(
    simd: S,
    square: usize,
    first: usize,
    words: S::Words,
) -> S::Words {
    let there = if (first ^ square) & 0o70 == 0 { 1 << (square & 7) } else { 0 };
    simd.keep(words, !there)
}

/// Adds the chunks from which the first upper man reaches a chunk. The low man may be in the way.
#[inline(always)]
fn add_first_upper_moves<S: Simd>(
    simd: S,
    piece: Piece,
    first: usize,
    occupied: u64,
    targets: S::Words,
    found: &mut Accumulator,
) {
    let first_upper = FirstUpperMoves { row: first & !63, rank: (first & 63) / 8, occupied };
    if matches!(piece, Piece::King | Piece::Knight) {
        let (right, left) = (simd.to_next::<1>(targets), simd.to_previous::<1>(targets));
        let beside = simd.or(right, left);
        if piece == Piece::King {
            let three = simd.or(beside, targets);
            first_upper.step(simd, 1, three, found);
            first_upper.step(simd, 0, beside, found);
            first_upper.step(simd, -1, three, found);
        } else {
            let two_away = simd.or(simd.to_next::<1>(right), simd.to_previous::<1>(left));
            first_upper.step(simd, 2, beside, found);
            first_upper.step(simd, 1, two_away, found);
            first_upper.step(simd, -1, two_away, found);
            first_upper.step(simd, -2, beside, found);
        }
        return;
    }
    if piece != Piece::Bishop {
        first_upper.slide::<S, 0>(simd, 1, targets, found);
        first_upper.slide::<S, 0>(simd, -1, targets, found);
        first_upper.slide::<S, 1>(simd, 0, targets, found);
        first_upper.slide::<S, -1>(simd, 0, targets, found);
    }
    if piece != Piece::Rook {
        first_upper.slide::<S, 1>(simd, 1, targets, found);
        first_upper.slide::<S, 1>(simd, -1, targets, found);
        first_upper.slide::<S, -1>(simd, 1, targets, found);
        first_upper.slide::<S, -1>(simd, -1, targets, found);
    }
}

/// Moves of the first upper man to the squares of a chunk.
struct FirstUpperMoves {
    /// First word of the row.
    row: usize,
    /// The chunk's number in it.
    rank: usize,
    /// The squares of all men but this one and the low man.
    occupied: u64,
}

impl FirstUpperMoves {
    /// Adds the words, whose files are right, that many ranks away.
    #[inline(always)]
    fn step<S: Simd>(&self, simd: S, ranks: isize, words: S::Words, found: &mut Accumulator) {
        let there = self.rank.wrapping_add_signed(ranks);
        if there < 8 {
            let free = !(self.occupied >> (8 * there)) as u8;
            found.add_chunk(simd, self.row + 8 * there, simd.keep(words, free));
        }
    }

    /// Adds the words on the way in one direction, each step so many files and ranks.
    #[inline(always)]
    fn slide<S: Simd, const FILES: i8>(
        &self,
        simd: S,
        ranks: isize,
        targets: S::Words,
        found: &mut Accumulator,
    ) {
        let (mut free, mut there) = (targets, self.rank);
        loop {
            there = there.wrapping_add_signed(ranks);
            if there >= 8 {
                return;
            }
            free = match FILES {
                1 => simd.to_next::<1>(free),
                -1 => simd.to_previous::<1>(free),
                _ => free,
            };
            free = simd.keep(free, !(self.occupied >> (8 * there)) as u8);
            if simd.nonzero(free) == 0 {
                return;
            }
            found.add_chunk(simd, self.row + 8 * there, free);
            free = simd.without(free, simd.load(&OWN_SQUARES[there]));
        }
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Layout, Material};

    use super::*;
    use crate::simd::Plain;
    use crate::test_numbers::numbers;

    #[test]
    fn chunks_are_reached_from_where_their_words_are() {
        let mut next = numbers();
        for name in ["KRKB", "KQKR", "KNNKQ", "KQBKR", "KBBKR", "KPPK", "KRKP", "KRPKN", "KQPKN"] {
            let layout = Layout::new(name.parse::<Material>().unwrap().normalise().0);
            let shape = Shape::new(&layout, 0);
            // Some words hold positions, few of a row or many; men that share a square are in none.
            let mut positions = vec![ChunkList::default(); shape.blocks];
            for (block, entries) in positions.iter_mut().enumerate() {
                let mut chunk = [0; 8];
                for number in 0..shape.words {
                    if number % 8 == 0 {
                        chunk = [0; 8];
                    }
                    let word = shape.word(block, number);
                    let lanes = next() & next() & next() & !word.occupied;
                    let one_of = if block % 2 == 0 { 40 } else { 4 };
                    let lanes = if next().is_multiple_of(one_of) { lanes } else { 0 };
                    let own = shape.canonical_in_row(number & !63) >> (number & 63) & 1 != 0;
                    if !word.overlaps && own && lanes != 0 {
                        chunk[number % 8] = lanes;
                    }
                    if number % 8 == 7 {
                        entries.push_words(number - 7, &chunk);
                    }
                }
            }
            for side in Color::ALL {
                for block in (0..shape.blocks).step_by(37) {
                    let mut sets = [Accumulator::new(shape.words), Accumulator::new(shape.words)];
                    by_word::add_predecessors(&shape, side, block, &positions, &mut sets[0]);
                    add_predecessors(Plain, &shape, side, block, &positions, &mut sets[1]);
                    // Where men share a square there is no position, and both may say anything.
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
