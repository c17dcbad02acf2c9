//! Chunks: eight neighbouring words, one rank of the low man's squares. One vector operation each.

use cozy_chess::Piece;
use drawproof_tables::Transform;

use crate::lanes::lane_fill;

/// Eight words.
pub type Chunk = [u64; 8];

/// The chunk of a set that starts with a word.
#[inline(always)]
pub fn load(set: &[u64], first: usize) -> Chunk {
    set[first..first + 8].try_into().expect("eight words")
}

/// The words in either.
#[inline(always)]
pub fn or(a: Chunk, b: Chunk) -> Chunk {
    std::array::from_fn(|i| a[i] | b[i])
}

/// The words of `a` without those of `b`.
#[inline(always)]
pub fn without(a: Chunk, b: Chunk) -> Chunk {
    std::array::from_fn(|i| a[i] & !b[i])
}

/// Whether all eight are empty.
#[inline(always)]
pub fn is_empty(chunk: Chunk) -> bool {
    chunk.into_iter().fold(0, |all, word| all | word) == 0
}

/// A bit for each word that is not empty.
#[inline(always)]
pub fn occupied(chunk: Chunk) -> u8 {
    let mut bits = 0;
    for (i, word) in chunk.into_iter().enumerate() {
        bits |= u8::from(word != 0) << i;
    }
    bits
}

/// The image of each word's lanes.
#[inline(always)]
pub fn transform(transform: Transform, chunk: Chunk) -> Chunk {
    #[inline(always)]
    fn all<const NUMBER: usize>(chunk: Chunk) -> Chunk {
        let mut image = chunk;
        for word in &mut image {
            *word = const { Transform::ALL[NUMBER] }.set(*word);
        }
        image
    }
    match transform.number() {
        0 => chunk,
        1 => all::<1>(chunk),
        2 => all::<2>(chunk),
        3 => all::<3>(chunk),
        4 => all::<4>(chunk),
        5 => all::<5>(chunk),
        6 => all::<6>(chunk),
        _ => all::<7>(chunk),
    }
}

/// By word: the lanes from which the lane man moves to a lane of `targets`, with men on `standing`
/// and the low man on the word's square in the way. `first` is the square of the first word.
#[inline(always)]
pub fn lane_moves(piece: Piece, targets: Chunk, standing: u64, first: usize) -> Chunk {
    #[inline(always)]
    fn all(targets: Chunk, standing: u64, first: usize, fill: impl Fn(u64, u64) -> u64) -> Chunk {
        let mut from = [0; 8];
        for i in 0..8 {
            from[i] = fill(targets[i], !(standing | 1 << first << i));
        }
        from
    }
    match piece {
        Piece::Queen => all(targets, standing, first, |set, free| {
            lane_fill::<{ Piece::Queen as u8 }>(set, free)
        }),
        Piece::Rook => {
            all(targets, standing, first, |set, free| lane_fill::<{ Piece::Rook as u8 }>(set, free))
        }
        Piece::Bishop => all(targets, standing, first, |set, free| {
            lane_fill::<{ Piece::Bishop as u8 }>(set, free)
        }),
        Piece::Knight => all(targets, standing, first, |set, free| {
            lane_fill::<{ Piece::Knight as u8 }>(set, free)
        }),
        _ => {
            all(targets, standing, first, |set, free| lane_fill::<{ Piece::King as u8 }>(set, free))
        }
    }
}

/// By word: the lanes of the words a king's step away from its square, in a row of 64.
#[inline(always)]
pub fn king_neighbours(row: &[u64], first: usize) -> Chunk {
    let here = load(row, first);
    let mut beside = [0; 8];
    if first >= 8 {
        beside = or(beside, load(row, first - 8));
    }
    if first + 8 < row.len() {
        beside = or(beside, load(row, first + 8));
    }
    let files = or(beside, here);
    for i in 0..7 {
        beside[i] |= files[i + 1];
        beside[i + 1] |= files[i];
    }
    beside
}

#[cfg(test)]
mod tests {
    use cozy_chess::{BitBoard, Square};

    use super::*;
    use crate::lanes;

    /// Numbers that look random, the same every time (xorshift).
    fn numbers() -> impl FnMut() -> u64 {
        let mut x = 0x2545f4914f6cdd1d_u64;
        move || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        }
    }

    #[test]
    fn a_chunk_is_eight_words() {
        let mut next = numbers();
        for _ in 0..300 {
            let row: [u64; 64] = std::array::from_fn(|_| next() & next() & next());
            for first in (0..64).step_by(8) {
                let chunk = load(&row, first);
                let neighbours = king_neighbours(&row, first);
                let standing = next() & next() & next();
                for i in 0..8 {
                    assert_eq!(occupied(chunk) >> i & 1 != 0, chunk[i] != 0);
                    let from = Square::index(first + i);
                    let steps = BitBoard(lanes::attacks(Piece::King, from, 0)).into_iter();
                    assert_eq!(neighbours[i], steps.fold(0, |all, to| all | row[to as usize]));
                    for piece in [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop] {
                        let moves = lane_moves(piece, chunk, standing, first);
                        let known = standing | lanes::bit(from);
                        assert_eq!(moves[i], lanes::lane_moves(piece, chunk[i], known));
                    }
                    for t in Transform::ALL {
                        assert_eq!(transform(t, chunk)[i], t.set(chunk[i]));
                    }
                }
            }
        }
    }
}
