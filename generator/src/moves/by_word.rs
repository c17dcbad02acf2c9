//! Quiet moves on sets of positions: the operator at the heart of the analysis.
//!
//! [`add_predecessors`] goes backwards from a few positions to all that move there;
//! [`without_escapes`] looks from a few positions forward for a move into a set. Both go word by
//! word. Where a block has rows of 64 words, [`crate::moves::predecessors`] and [`crate::moves::escapes`] do the same
//! eight words, and [`crate::moves::slides`] a row, at once.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Color, Piece, Square};
use drawproof_tables::Man;

use crate::{
    moves::lanes::lane_moves,
    sets::accumulator::Accumulator,
    sets::chunk_list::{ChunkList, Entry},
    shape::Shape,
    shape::attacks::attacks,
};

/// The squares in one direction from a square, nearest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ray {
    squares: [u8; 7],
    len: u8,
}

impl Ray {
    /// Its squares, nearest first.
    #[inline(always)]
    pub fn squares(&self) -> &[u8] {
        &self.squares[..usize::from(self.len)]
    }
}

/// `[square][direction]`; rook directions first.
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

/// The rays a slider moves on.
#[inline(always)]
pub fn rays(piece: Piece, square: usize) -> &'static [Ray] {
    let all = &RAYS[square];
    match piece {
        Piece::Rook => &all[..4],
        Piece::Bishop => &all[4..],
        _ => all,
    }
}

/// The squares of all men of a word but the lane man's.
#[inline(always)]
fn known(shape: &Shape, standing: u64, word: usize) -> u64 {
    shape.rows.iter().fold(standing, |known, &(_, shift)| known | 1 << (word >> shift & 63))
}

/// The squares of the row men above the lowest, of a row of 64 words.
#[inline(always)]
pub fn upper_squares(shape: &Shape, row: usize) -> u64 {
    let upper = shape.rows.iter().filter(|(_, shift)| *shift > 0);
    upper.fold(0, |squares, &(_, shift)| squares | 1 << (row << 6 >> shift & 63))
}

/// The squares that a man moves to from one of the board's, past men on `known` squares.
#[inline(always)]
pub fn moves_of_upper(piece: Piece, from: usize, known: u64) -> u64 {
    attacks(piece, Square::index(from), known) & !known
}

/// Adds to `found` the positions of `block` in which `side` has a quiet move, legal or not, into
/// one of `positions` (by block, the other side to move). Illegal positions may be among them;
/// legal moves from legal positions are all found and no others. Of words that differ by an
/// exchange of twins only the first are given and found.
pub fn add_predecessors(
    shape: &Shape,
    side: Color,
    block: usize,
    positions: &[ChunkList],
    found: &mut Accumulator,
) {
    let first = |word: usize| shape.twins.map_or(word, |twins| twins.first(word));
    for step in shape.king_steps(side, block) {
        let back = step.transform.inverse();
        for entry in positions[step.block].entries() {
            let word = shape.transform_word(back, entry.word as usize);
            found.add(first(word), back.set(entry.lanes));
        }
    }
    let (standing, low) = (shape.standing(block), shape.low_man(side));
    for entry in positions[block].entries() {
        add_moves_of_others(shape, side, standing, entry, found);
        if let Some(piece) = low {
            add_low_moves(shape, piece, standing, entry, found);
        }
    }
}

/// Adds the positions from which the lane man or a row man other than the lowest, of `side`, moves to
/// one of a word.
#[inline(always)]
pub fn add_moves_of_others(
    shape: &Shape,
    side: Color,
    standing: u64,
    entry: Entry,
    found: &mut Accumulator,
) {
    let lane = shape.man(shape.lane);
    let word = entry.word as usize;
    let known = known(shape, standing, word);
    if lane.color == side {
        found.add(word, lane_moves(lane.piece, entry.lanes, known));
    }
    for &(man, shift) in shape.rows.iter().filter(|(_, shift)| *shift > 0) {
        let Man { color, piece } = shape.man(man);
        if color == side {
            add_row_moves(shape, piece, shift, entry, known, found);
        }
    }
}

/// Adds the positions from which the low man, of this kind, moves to one of a word.
#[inline(always)]
pub fn add_low_moves(
    shape: &Shape,
    piece: Piece,
    standing: u64,
    entry: Entry,
    found: &mut Accumulator,
) {
    let known = known(shape, standing, entry.word as usize);
    add_row_moves(shape, piece, 0, entry, known, found);
}

/// Adds the words from which a row man reaches a word, with the lanes that are not in its way.
#[inline(always)]
fn add_row_moves(
    shape: &Shape,
    piece: Piece,
    shift: u32,
    Entry { word, lanes }: Entry,
    known: u64,
    found: &mut Accumulator,
) {
    let first = |word: usize| shape.twins.map_or(word, |twins| twins.first(word));
    let mut add = |word, lanes| found.add(first(word), lanes);
    let word = word as usize;
    let from = word >> shift & 63;
    let moved = |to: usize| word ^ ((from ^ to) << shift);
    if matches!(piece, Piece::King | Piece::Knight) {
        for to in BitBoard(attacks(piece, Square::index(from), 0) & !known) {
            add(moved(to as usize), lanes);
        }
        return;
    }
    for ray in rays(piece, from) {
        let mut free = lanes;
        for &to in ray.squares() {
            if known >> to & 1 != 0 || free == 0 {
                break;
            }
            add(moved(to.into()), free);
            free &= !(1 << to);
        }
    }
}

/// Those of `candidates` (lanes of a word, `side` to move) without a quiet move into `open`, a set
/// of legal positions with the other side to move, `[block][word]`.
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
    let known = known(shape, standing, word);
    let lane = shape.man(shape.lane);
    let own = &open[block * shape.words..(block + 1) * shape.words];
    if lane.color == side {
        candidates &= !lane_moves(lane.piece, own[word], known);
    }
    for step in shape.king_steps(side, block) {
        if candidates == 0 {
            return 0;
        }
        let there = step.block * shape.words + shape.transform_word(step.transform, word);
        candidates &= !step.transform.inverse().set(open[there]);
    }
    for &(man, shift) in shape.rows.iter().filter(|(man, _)| shape.man(*man).color == side) {
        if candidates == 0 {
            return 0;
        }
        candidates &= !row_moves(shape.man(man).piece, shift, word, candidates, known, own);
    }
    candidates
}

/// Those lanes of `word`, at least all among `wanted`, from which a row man moves into `open`.
#[inline(always)]
pub fn row_moves(
    piece: Piece,
    shift: u32,
    word: usize,
    wanted: u64,
    known: u64,
    open: &[u64],
) -> u64 {
    let from = word >> shift & 63;
    let moved = |to: usize| word ^ ((from ^ to) << shift);
    let mut lanes = 0;
    if matches!(piece, Piece::King | Piece::Knight) {
        for to in BitBoard(attacks(piece, Square::index(from), 0) & !known) {
            lanes |= open[moved(to as usize)];
        }
        return lanes;
    }
    for ray in rays(piece, from) {
        let mut free = wanted & !lanes;
        for &to in ray.squares() {
            if known >> to & 1 != 0 || free == 0 {
                break;
            }
            lanes |= open[moved(to.into())] & free;
            free &= !(1 << to);
        }
    }
    lanes
}
