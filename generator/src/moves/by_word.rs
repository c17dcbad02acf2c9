//! Quiet moves, one word at a time: [`add_predecessors`] backwards, [`without_escapes`] forwards.

use std::sync::LazyLock;

use drawproof_board::{BitBoard, Color, Piece, Square};
use drawproof_tables::Man;

use crate::{
    moves::low_man::low_man_moves,
    sets::{
        accumulator::Accumulator,
        chunk_list::{ChunkList, Entry},
    },
    shape::{Shape, attacks::attacks},
};

/// The squares from a square in one direction, nearest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ray {
    squares: [u8; 7],
    len: u8,
}

impl Ray {
    /// Returns the squares, nearest first.
    #[inline(always)]
    pub fn squares(&self) -> &[u8] {
        &self.squares[..usize::from(self.len)]
    }
}

/// The rays, `[square][direction]`, the four directions of a rook first.
static RAYS: LazyLock<[[Ray; 8]; 64]> = LazyLock::new(|| {
    const DIRECTIONS: [(i8, i8); 8] =
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    std::array::from_fn(|square| {
        DIRECTIONS.map(|(files, ranks)| {
            let mut ray = Ray::default();
            let mut next = Square::index(square).try_offset(files, ranks);
            while let Some(square) = next {
                ray.squares[usize::from(ray.len)] = square as u8;
                ray.len += 1;
                next = square.try_offset(files, ranks);
            }
            ray
        })
    })
});

/// Returns the rays that a slider on `square` moves along.
#[inline(always)]
pub fn rays(piece: Piece, square: usize) -> &'static [Ray] {
    let all = &RAYS[square];
    match piece {
        Piece::Rook => &all[..4],
        Piece::Bishop => &all[4..],
        _ => all,
    }
}

/// Returns the squares of all men of a word except the low man. `standing` are the squares of the
/// men that are fixed within the block.
#[inline(always)]
fn occupied(shape: &Shape, standing: u64, word: usize) -> u64 {
    shape
        .upper_men
        .iter()
        .fold(standing, |occupied, &(_, shift)| occupied | 1 << (word >> shift & 63))
}

/// Returns the squares of all upper men except the first one, which are the same in the whole row.
#[inline(always)]
pub fn higher_upper_squares(shape: &Shape, row: usize) -> u64 {
    let upper = shape.upper_men.iter().filter(|(_, shift)| *shift > 0);
    upper.fold(0, |squares, &(_, shift)| squares | 1 << (row << 6 >> shift & 63))
}

/// Returns the squares to which a man of this kind can move from square `from` if men stand on the
/// squares `occupied`.
#[inline(always)]
pub fn moves_past(piece: Piece, from: usize, occupied: u64) -> u64 {
    attacks(piece, Square::index(from), occupied) & !occupied
}

/// Adds to `found` the positions of `block` from which `side` has a quiet move into `positions`,
/// `[block]`, which have the other side to move.
///
/// Legality is not checked: `found` may contain illegal positions. Of the legal positions it
/// contains exactly those with a legal move into `positions`. With like men, `positions` and
/// `found` hold canonical words only.
pub fn add_predecessors(
    shape: &Shape,
    side: Color,
    block: usize,
    positions: &[ChunkList],
    found: &mut Accumulator,
) {
    let first = |word: usize| shape.like_pair.map_or(word, |like_pair| like_pair.canonical(word));
    for step in shape.king_steps(side, block) {
        let back = step.transform.inverse();
        for entry in positions[step.block].entries() {
            let word = shape.transform_word(back, entry.word as usize);
            found.add(first(word), back.set(entry.lanes));
        }
    }
    let (standing, first_upper) = (shape.standing(block), shape.first_upper_piece(side));
    for entry in positions[block].entries() {
        add_moves_of_others(shape, side, standing, entry, found);
        if let Some(piece) = first_upper {
            add_first_upper_moves(shape, piece, standing, entry, found);
        }
    }
}

/// Adds the positions from which the low man or a higher upper man of `side` can move to one of the
/// given positions of a word.
#[inline(always)]
pub fn add_moves_of_others(
    shape: &Shape,
    side: Color,
    standing: u64,
    entry: Entry,
    found: &mut Accumulator,
) {
    let low_man = shape.man(shape.low_man);
    let word = entry.word as usize;
    let occupied = occupied(shape, standing, word);
    if low_man.color == side {
        found.add(word, low_man_moves(low_man.piece, entry.lanes, occupied));
    }
    for &(man, shift) in shape.upper_men.iter().filter(|(_, shift)| *shift > 0) {
        let Man { color, piece } = shape.man(man);
        if color == side {
            add_upper_man_moves(shape, piece, shift, entry, occupied, found);
        }
    }
}

/// Adds the positions from which the first upper man, a `piece`, can move to one of the given
/// positions of a word.
#[inline(always)]
pub fn add_first_upper_moves(
    shape: &Shape,
    piece: Piece,
    standing: u64,
    entry: Entry,
    found: &mut Accumulator,
) {
    let occupied = occupied(shape, standing, entry.word as usize);
    add_upper_man_moves(shape, piece, 0, entry, occupied, found);
}

/// Adds the positions from which an upper man moves to positions of a word. Beyond the
/// low man's square its lane is dropped, because the low man is in the way.
#[inline(always)]
fn add_upper_man_moves(
    shape: &Shape,
    piece: Piece,
    shift: u32,
    Entry { word, lanes }: Entry,
    occupied: u64,
    found: &mut Accumulator,
) {
    let first = |word: usize| shape.like_pair.map_or(word, |like_pair| like_pair.canonical(word));
    let mut add = |word, lanes| found.add(first(word), lanes);
    let word = word as usize;
    let from = word >> shift & 63;
    let moved = |to: usize| word ^ ((from ^ to) << shift);
    if matches!(piece, Piece::King | Piece::Knight) {
        for to in BitBoard(attacks(piece, Square::index(from), 0) & !occupied) {
            add(moved(to as usize), lanes);
        }
        return;
    }
    for ray in rays(piece, from) {
        let mut free = lanes;
        for &to in ray.squares() {
            if occupied >> to & 1 != 0 || free == 0 {
                break;
            }
            add(moved(to.into()), free);
            free &= !(1 << to);
        }
    }
}

/// Returns the `candidates` (lanes of a word, with `side` to move) that have no quiet move into
/// `open` (`[block][word]`, legal positions with the other side to move).
#[inline(always)]
pub fn without_escapes(
    shape: &Shape,
    side: Color,
    block: usize,
    standing: u64,
    word: usize,
    mut candidates: u64,
    open: &[u64],
) -> u64 {
    let occupied = occupied(shape, standing, word);
    let low_man = shape.man(shape.low_man);
    let own = &open[block * shape.words..(block + 1) * shape.words];
    if low_man.color == side {
        candidates &= !low_man_moves(low_man.piece, own[word], occupied);
    }
    for step in shape.king_steps(side, block) {
        if candidates == 0 {
            return 0;
        }
        let successor = step.block * shape.words + shape.transform_word(step.transform, word);
        candidates &= !step.transform.inverse().set(open[successor]);
    }
    for &(man, shift) in shape.upper_men.iter().filter(|(man, _)| shape.man(*man).color == side) {
        if candidates == 0 {
            return 0;
        }
        candidates &=
            !upper_man_moves(shape.man(man).piece, shift, word, candidates, occupied, own);
    }
    candidates
}

/// Returns the lanes of `word` from which an upper man moves into `open` (`[word]`). The result is
/// exact for the `wanted` lanes; other lanes may be missing.
#[inline(always)]
pub fn upper_man_moves(
    piece: Piece,
    shift: u32,
    word: usize,
    wanted: u64,
    occupied: u64,
    open: &[u64],
) -> u64 {
    let from = word >> shift & 63;
    let moved = |to: usize| word ^ ((from ^ to) << shift);
    let mut lanes = 0;
    if matches!(piece, Piece::King | Piece::Knight) {
        for to in BitBoard(attacks(piece, Square::index(from), 0) & !occupied) {
            lanes |= open[moved(to as usize)];
        }
        return lanes;
    }
    for ray in rays(piece, from) {
        let mut free = wanted & !lanes;
        for &to in ray.squares() {
            if occupied >> to & 1 != 0 || free == 0 {
                break;
            }
            lanes |= open[moved(to.into())] & free;
            free &= !(1 << to);
        }
    }
    lanes
}
