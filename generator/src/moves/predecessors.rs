//! Moves backwards, a chunk or a row at a time: the positions from which a side moves to one of a few
//! others.

use cozy_chess::{BitBoard, Color, Piece};
use drawproof_tables::{Man, Transform};

use crate::{
    moves::by_word::{self, moves_of_upper, rays, upper_squares},
    moves::chunks::{self, OWN_SQUARES},
    moves::slides::SweptRow,
    sets::accumulator::Accumulator,
    sets::chunk,
    sets::chunk_list::{ChunkList, Entry},
    shape::Shape,
    simd::Simd,
};

/// Words of a row with a position from which on the low man's slides go for all of them at once.
const SWEPT_WORDS: u32 = 3;

/// Adds to `found` the positions of `block`, one of 64 words or more, in which `side` has a quiet
/// move, legal or not, into one of `positions` (by block, the other side to move). Illegal positions
/// may be among them; legal moves from legal positions are all found and no others. Of words that
/// differ by an exchange of twins only the first are given and found.
///
/// The same as [`crate::moves::by_word::add_predecessors`]. A word alone in its chunk goes by itself, which is
/// less work; the low man's slides into many words of a row go together.
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
        add_turned(simd, shape, step.transform.inverse(), &positions[step.block], found);
    }
    if !positions[block].is_empty() {
        add_moves_within(simd, shape, side, block, &positions[block], found);
    }
    if let Some(twins) = shape.twins {
        found.exchange_twins(simd, twins);
    }
}

/// Adds the images of positions.
#[inline(always)]
fn add_turned<S: Simd>(
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
        0 => add_turned_by::<S, 0>(simd, shape, positions, found),
        1 => add_turned_by::<S, 1>(simd, shape, positions, found),
        2 => add_turned_by::<S, 2>(simd, shape, positions, found),
        3 => add_turned_by::<S, 3>(simd, shape, positions, found),
        4 => add_turned_by::<S, 4>(simd, shape, positions, found),
        5 => add_turned_by::<S, 5>(simd, shape, positions, found),
        6 => add_turned_by::<S, 6>(simd, shape, positions, found),
        _ => add_turned_by::<S, 7>(simd, shape, positions, found),
    }
}

/// The same for the symmetry with a number.
#[inline(always)]
fn add_turned_by<S: Simd, const NUMBER: usize>(
    simd: S,
    shape: &Shape,
    positions: &ChunkList,
    found: &mut Accumulator,
) {
    let transform = const { Transform::ALL[NUMBER] };
    let mut positions = positions.chunks();
    while let Some((first, occupied, words)) = positions.next(simd) {
        if transform == Transform::IDENTITY {
            found.add_chunk(simd, first, words);
            continue;
        }
        let row = shape.transform_word(transform, first & !63) & !63;
        let image = &transform.squares()[first & 63..][..8];
        if transform.keeps_ranks() {
            let turned = chunk::turn_rank(simd, transform, words);
            found.add_chunk(simd, row + usize::from(image[0] & !7), turned);
            continue;
        }
        let mut lanes = [0; 8];
        simd.save(words, &mut lanes);
        let turned = chunk::transform(transform, lanes);
        for word in BitBoard(occupied.into()) {
            let word = word as usize;
            found.add(row + usize::from(image[word]), turned[word]);
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
    let (standing, low) = (shape.standing(block), shape.low_man(side));
    let mut positions = positions.chunks();
    let mut next = positions.next(simd);
    while let Some((first, ..)) = next {
        // The chunks of one row that follow each other.
        let mut row = TargetRow::new(simd, standing, first & !63);
        while let Some((first, words, lanes)) = next.filter(|(at, ..)| at & !63 == row.first) {
            row.add((first & 63) / 8, words, lanes);
            next = positions.next(simd);
        }
        row.add_moves(shape, side, low, found);
    }
}

/// Positions of a row of 64 words to move to.
struct TargetRow<S: Simd> {
    simd: S,
    /// Its first word.
    first: usize,
    /// The squares of the men that stand still in the block.
    standing: u64,
    /// By rank of the low man: the positions.
    targets: [S::Words; 8],
    /// By rank: a bit for each word that holds one.
    occupied: [u8; 8],
}

impl<S: Simd> TargetRow<S> {
    #[inline(always)]
    fn new(simd: S, standing: u64, first: usize) -> TargetRow<S> {
        TargetRow { simd, first, standing, targets: [simd.splat(0); 8], occupied: [0; 8] }
    }

    /// Adds a chunk, a bit for each of its words that holds a position, and its positions.
    #[inline(always)]
    fn add(&mut self, rank: usize, words: u8, lanes: S::Words) {
        let simd = self.simd;
        self.targets[rank] = simd.or(self.targets[rank], lanes);
        self.occupied[rank] |= words;
    }

    /// Adds the positions from which a man of `side`, other than a king of the block, moves to one of
    /// the row. `low`: the kind of the low man, if it is of the side.
    #[inline(always)]
    fn add_moves(&self, shape: &Shape, side: Color, low: Option<Piece>, found: &mut Accumulator) {
        let simd = self.simd;
        // The squares of all men but the low man and the lane man.
        let known = self.standing | upper_squares(shape, self.first >> 6);
        let words = u64::from_le_bytes(self.occupied).count_ones();
        let slides = |piece: &Piece| !matches!(piece, Piece::King | Piece::Knight);
        let swept = low.filter(slides).filter(|_| words >= SWEPT_WORDS);
        if let Some(piece) = swept {
            SweptRow { simd, first: self.first, known, targets: &self.targets }
                .add_slides(piece, found);
        }
        let low = low.filter(|_| swept.is_none());
        for (rank, &words) in self.occupied.iter().enumerate().filter(|(_, words)| **words != 0) {
            let (first, lanes) = (self.first + 8 * rank, self.targets[rank]);
            if words.is_power_of_two() {
                let word = first as u32 + words.trailing_zeros();
                let mut alone = [0; 8];
                simd.compress(lanes, words, &mut alone);
                let entry = Entry { word, lanes: alone[0] };
                by_word::add_moves_of_others(shape, side, self.standing, entry, found);
                if let Some(piece) = low {
                    by_word::add_low_moves(shape, piece, self.standing, entry, found);
                }
            } else {
                add_moves_of_others(simd, shape, side, known, first, lanes, found);
                if let Some(piece) = low {
                    add_low_moves(simd, piece, first, known, lanes, found);
                }
            }
        }
    }
}

/// Adds the positions from which the lane man or a row man other than the lowest, of `side`, moves to
/// those of a chunk.
#[inline(always)]
fn add_moves_of_others<S: Simd>(
    simd: S,
    shape: &Shape,
    side: Color,
    known: u64,
    first: usize,
    targets: S::Words,
    found: &mut Accumulator,
) {
    let lane = shape.man(shape.lane);
    if lane.color == side {
        let moves = chunks::lane_moves(simd, lane.piece, targets, known, first & 63);
        found.add_chunk(simd, first, moves);
    }
    for &(man, shift) in shape.rows.iter().filter(|(_, shift)| *shift > 0) {
        let Man { color, piece } = shape.man(man);
        if color == side {
            add_upper_moves(simd, piece, shift, first, known, targets, found);
        }
    }
}

/// Adds the chunks from which a row man other than the lowest reaches a chunk. The low man, and past
/// its square the lane man, may be in the way.
#[inline(always)]
fn add_upper_moves<S: Simd>(
    simd: S,
    piece: Piece,
    shift: u32,
    first: usize,
    known: u64,
    targets: S::Words,
    found: &mut Accumulator,
) {
    let from = first >> shift & 63;
    let moved = |to: usize| first ^ ((from ^ to) << shift);
    if matches!(piece, Piece::King | Piece::Knight) {
        for to in BitBoard(moves_of_upper(piece, from, known)) {
            let to = to as usize;
            found.add_chunk(simd, moved(to), without_low_man_on(simd, to, first, targets));
        }
        return;
    }
    for ray in rays(piece, from) {
        let mut free = targets;
        for to in ray.squares().iter().map(|&to| usize::from(to)) {
            if known >> to & 1 != 0 {
                break;
            }
            free = without_low_man_on(simd, to, first, free);
            found.add_chunk(simd, moved(to), free);
            free = simd.without(free, simd.splat(1 << to));
        }
    }
}

/// The words of a chunk but the one, if there is such, that has the low man on a square.
#[inline(always)]
fn without_low_man_on<S: Simd>(simd: S, square: usize, first: usize, words: S::Words) -> S::Words {
    let there = if (first ^ square) & 0o70 == 0 { 1 << (square & 7) } else { 0 };
    simd.keep(words, !there)
}

/// Adds the chunks from which the low man reaches a chunk. The lane man may be in the way.
#[inline(always)]
fn add_low_moves<S: Simd>(
    simd: S,
    piece: Piece,
    first: usize,
    known: u64,
    targets: S::Words,
    found: &mut Accumulator,
) {
    let low = LowMan { row: first & !63, rank: (first & 63) / 8, known };
    if matches!(piece, Piece::King | Piece::Knight) {
        let (right, left) = (simd.to_next::<1>(targets), simd.to_previous::<1>(targets));
        let beside = simd.or(right, left);
        if piece == Piece::King {
            let three = simd.or(beside, targets);
            low.step(simd, 1, three, found);
            low.step(simd, 0, beside, found);
            low.step(simd, -1, three, found);
        } else {
            let two_away = simd.or(simd.to_next::<1>(right), simd.to_previous::<1>(left));
            low.step(simd, 2, beside, found);
            low.step(simd, 1, two_away, found);
            low.step(simd, -1, two_away, found);
            low.step(simd, -2, beside, found);
        }
        return;
    }
    if piece != Piece::Bishop {
        low.slide::<S, 0>(simd, 1, targets, found);
        low.slide::<S, 0>(simd, -1, targets, found);
        low.slide::<S, 1>(simd, 0, targets, found);
        low.slide::<S, -1>(simd, 0, targets, found);
    }
    if piece != Piece::Rook {
        low.slide::<S, 1>(simd, 1, targets, found);
        low.slide::<S, 1>(simd, -1, targets, found);
        low.slide::<S, -1>(simd, 1, targets, found);
        low.slide::<S, -1>(simd, -1, targets, found);
    }
}

/// Moves of the low man to the squares of a chunk.
struct LowMan {
    /// First word of the row.
    row: usize,
    /// The chunk's number in it.
    rank: usize,
    /// The squares of all men but this one and the lane man.
    known: u64,
}

impl LowMan {
    /// Adds the words, whose files are right, that many ranks away.
    #[inline(always)]
    fn step<S: Simd>(&self, simd: S, ranks: isize, words: S::Words, found: &mut Accumulator) {
        let there = self.rank.wrapping_add_signed(ranks);
        if there < 8 {
            let free = !(self.known >> (8 * there)) as u8;
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
            free = simd.keep(free, !(self.known >> (8 * there)) as u8);
            if simd.occupied(free) == 0 {
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
                    let lanes = next() & next() & next() & !word.known;
                    let one_of = if block % 2 == 0 { 40 } else { 4 };
                    let lanes = if next().is_multiple_of(one_of) { lanes } else { 0 };
                    let own = shape.own_of_row(number & !63) >> (number & 63) & 1 != 0;
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
                            *lanes &= !word.known;
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
