//! Chunks: eight neighbouring words, one rank of the low man's squares. One vector operation each.

use cozy_chess::Piece;
use drawproof_tables::Transform;

pub(crate) use crate::vectors::Chunk;
use crate::vectors::Machine;

/// The chunk of a set that starts with a word.
#[inline(always)]
pub fn chunk(set: &[u64], first: usize) -> &Chunk {
    set[first..first + 8].try_into().expect("eight words")
}

/// The same, to be changed.
#[inline(always)]
pub fn chunk_mut(set: &mut [u64], first: usize) -> &mut Chunk {
    (&mut set[first..first + 8]).try_into().expect("eight words")
}

/// By rank: eight words, the lane of each the square of that rank on the word's file. Where the low
/// man's square says the word, that is its own square.
pub static OWN_SQUARES: [Chunk; 8] = {
    let mut squares = [[0; 8]; 8];
    let mut square = 0;
    while square < 64 {
        squares[square / 8][square % 8] = 1 << square;
        square += 1;
    }
    squares
};

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

/// The image of a chunk under a symmetry that keeps ranks: words and lanes.
#[inline(always)]
pub fn turn_rank<M: Machine>(symmetry: Transform, words: M::Words) -> M::Words {
    let mut lanes = [0; 8];
    M::save(words, &mut lanes);
    let turned = M::load(&transform(symmetry, lanes));
    let [a, b, ..] = symmetry.squares();
    if a > b { M::reverse(turned) } else { turned }
}

/// By word: the lanes from which the lane man moves to a lane of `targets`, with men on `standing`
/// and the low man on the word's square in the way. `first` is the square of the first word.
#[inline(always)]
pub fn lane_moves<M: Machine>(
    piece: Piece,
    targets: M::Words,
    standing: u64,
    first: usize,
) -> M::Words {
    if piece == Piece::Knight {
        return knight_steps::<M>(targets);
    }
    if piece == Piece::King {
        return king_steps::<M>(targets);
    }
    let free: Chunk = std::array::from_fn(|i| !(standing | 1 << first << i));
    let free = M::load(&free);
    match piece {
        Piece::Rook => rook_fill::<M>(targets, free),
        Piece::Bishop => bishop_fill::<M>(targets, free),
        _ => M::or(rook_fill::<M>(targets, free), bishop_fill::<M>(targets, free)),
    }
}

const NOT_A: u64 = !0x0101010101010101;
const NOT_H: u64 = !0x8080808080808080;
const NOT_AB: u64 = NOT_A & (NOT_A << 1);
const NOT_GH: u64 = NOT_H & (NOT_H >> 1);

#[inline(always)]
fn knight_steps<M: Machine>(set: M::Words) -> M::Words {
    let one =
        M::or(M::and(M::up::<1>(set), M::splat(NOT_A)), M::and(M::down::<1>(set), M::splat(NOT_H)));
    let two = M::or(
        M::and(M::up::<2>(set), M::splat(NOT_AB)),
        M::and(M::down::<2>(set), M::splat(NOT_GH)),
    );
    M::or(M::or(M::up::<16>(one), M::down::<16>(one)), M::or(M::up::<8>(two), M::down::<8>(two)))
}

#[inline(always)]
fn king_steps<M: Machine>(set: M::Words) -> M::Words {
    let beside =
        M::or(M::and(M::up::<1>(set), M::splat(NOT_A)), M::and(M::down::<1>(set), M::splat(NOT_H)));
    let three = M::or(set, beside);
    M::or(beside, M::or(M::up::<8>(three), M::down::<8>(three)))
}

/// Squares reached from `set` by sliding to higher squares in steps of `ONE` (`TWO` and `FOUR` are
/// its double and fourfold) over `free` squares; `wrap` holds the squares a step may end on.
#[inline(always)]
fn slide_up<M: Machine, const ONE: u32, const TWO: u32, const FOUR: u32>(
    set: M::Words,
    free: M::Words,
    wrap: u64,
) -> M::Words {
    let wrap = M::splat(wrap);
    let mut open = M::and(free, wrap);
    let mut front = M::or(set, M::and(open, M::up::<ONE>(set)));
    open = M::and(open, M::up::<ONE>(open));
    front = M::or(front, M::and(open, M::up::<TWO>(front)));
    open = M::and(open, M::up::<TWO>(open));
    front = M::or(front, M::and(open, M::up::<FOUR>(front)));
    M::and(M::up::<ONE>(front), wrap)
}

/// The same towards lower squares.
#[inline(always)]
fn slide_down<M: Machine, const ONE: u32, const TWO: u32, const FOUR: u32>(
    set: M::Words,
    free: M::Words,
    wrap: u64,
) -> M::Words {
    let wrap = M::splat(wrap);
    let mut open = M::and(free, wrap);
    let mut front = M::or(set, M::and(open, M::down::<ONE>(set)));
    open = M::and(open, M::down::<ONE>(open));
    front = M::or(front, M::and(open, M::down::<TWO>(front)));
    open = M::and(open, M::down::<TWO>(open));
    front = M::or(front, M::and(open, M::down::<FOUR>(front)));
    M::and(M::down::<ONE>(front), wrap)
}

#[inline(always)]
fn rook_fill<M: Machine>(set: M::Words, free: M::Words) -> M::Words {
    M::or(
        M::or(
            slide_up::<M, 8, 16, 32>(set, free, u64::MAX),
            slide_down::<M, 8, 16, 32>(set, free, u64::MAX),
        ),
        M::or(slide_up::<M, 1, 2, 4>(set, free, NOT_A), slide_down::<M, 1, 2, 4>(set, free, NOT_H)),
    )
}

#[inline(always)]
fn bishop_fill<M: Machine>(set: M::Words, free: M::Words) -> M::Words {
    M::or(
        M::or(
            slide_up::<M, 9, 18, 36>(set, free, NOT_A),
            slide_down::<M, 9, 18, 36>(set, free, NOT_H),
        ),
        M::or(
            slide_up::<M, 7, 14, 28>(set, free, NOT_H),
            slide_down::<M, 7, 14, 28>(set, free, NOT_A),
        ),
    )
}

/// By word: the lanes of the words a king's step away from its square, in a row of 64.
#[inline(always)]
pub fn king_neighbours(row: &[u64], first: usize) -> Chunk {
    let here = chunk(row, first);
    let mut beside = [0; 8];
    for neighbour in [first.wrapping_sub(8), first + 8] {
        if neighbour < row.len() {
            let there = chunk(row, neighbour);
            for i in 0..8 {
                beside[i] |= there[i];
            }
        }
    }
    let files: Chunk = std::array::from_fn(|i| beside[i] | here[i]);
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
    use crate::numbers::numbers;
    use crate::{lanes, vectors::Plain};

    #[test]
    fn a_chunk_is_eight_words() {
        let mut next = numbers();
        for _ in 0..300 {
            let row: [u64; 64] = std::array::from_fn(|_| next() & next() & next());
            for first in (0..64).step_by(8) {
                let chunk = *chunk(&row, first);
                let neighbours = king_neighbours(&row, first);
                let standing = next() & next() & next();
                for i in 0..8 {
                    assert_eq!(Plain::occupied(chunk) >> i & 1 != 0, chunk[i] != 0);
                    let from = Square::index(first + i);
                    let steps = BitBoard(lanes::attacks(Piece::King, from, 0)).into_iter();
                    assert_eq!(neighbours[i], steps.fold(0, |all, to| all | row[to as usize]));
                    for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::Pawn) {
                        let moves = lane_moves::<Plain>(piece, chunk, standing, first);
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
