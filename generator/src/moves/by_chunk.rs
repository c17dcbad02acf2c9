//! Moves of the low man to all lanes of a chunk at once.

use drawproof_board::Piece;

use crate::{
    sets::chunk::chunk,
    simd::{Chunk, Simd},
};

/// Returns, for each word of a chunk, the lanes from which the low man, a `piece`, moves to a lane
/// of `targets`. The men on `standing` block its way. So does the first upper man, which stands on
/// square `first` in the first word, on `first` + 1 in the second, and so on.
#[inline(always)]
pub fn low_man_moves<S: Simd>(
    simd: S,
    piece: Piece,
    targets: S::Words,
    standing: u64,
    first: usize,
) -> S::Words {
    if piece == Piece::Knight {
        return knight_steps(simd, targets);
    }
    if piece == Piece::King {
        return king_steps(simd, targets);
    }
    let free: Chunk = std::array::from_fn(|i| !(standing | 1 << first << i));
    let free = simd.load(&free);
    match piece {
        Piece::Rook => rook_fill(simd, targets, free),
        Piece::Bishop => bishop_fill(simd, targets, free),
        _ => simd.or(rook_fill(simd, targets, free), bishop_fill(simd, targets, free)),
    }
}

const NOT_A: u64 = !0x0101010101010101;
const NOT_H: u64 = !0x8080808080808080;
const NOT_AB: u64 = NOT_A & (NOT_A << 1);
const NOT_GH: u64 = NOT_H & (NOT_H >> 1);

#[inline(always)]
fn knight_steps<S: Simd>(simd: S, set: S::Words) -> S::Words {
    let one = simd.or(
        simd.and(simd.up::<1>(set), simd.splat(NOT_A)),
        simd.and(simd.down::<1>(set), simd.splat(NOT_H)),
    );
    let two = simd.or(
        simd.and(simd.up::<2>(set), simd.splat(NOT_AB)),
        simd.and(simd.down::<2>(set), simd.splat(NOT_GH)),
    );
    simd.or(
        simd.or(simd.up::<16>(one), simd.down::<16>(one)),
        simd.or(simd.up::<8>(two), simd.down::<8>(two)),
    )
}

#[inline(always)]
fn king_steps<S: Simd>(simd: S, set: S::Words) -> S::Words {
    let beside = simd.or(
        simd.and(simd.up::<1>(set), simd.splat(NOT_A)),
        simd.and(simd.down::<1>(set), simd.splat(NOT_H)),
    );
    let three = simd.or(set, beside);
    simd.or(beside, simd.or(simd.up::<8>(three), simd.down::<8>(three)))
}

/// Returns for each word the squares reached from `set` by sliding to higher squares in steps of
/// `ONE` over `free` squares. `TWO` and `FOUR` are twice and four times `ONE`. Squares outside
/// `wrap` are excluded as targets, because such a step would leave the board.
#[inline(always)]
fn slide_up<S: Simd, const ONE: u32, const TWO: u32, const FOUR: u32>(
    simd: S,
    set: S::Words,
    free: S::Words,
    wrap: u64,
) -> S::Words {
    let wrap = simd.splat(wrap);
    let mut open = simd.and(free, wrap);
    let mut front = simd.or(set, simd.and(open, simd.up::<ONE>(set)));
    open = simd.and(open, simd.up::<ONE>(open));
    front = simd.or(front, simd.and(open, simd.up::<TWO>(front)));
    open = simd.and(open, simd.up::<TWO>(open));
    front = simd.or(front, simd.and(open, simd.up::<FOUR>(front)));
    simd.and(simd.up::<ONE>(front), wrap)
}

/// Does what [`slide_up`] does, towards lower squares.
#[inline(always)]
fn slide_down<S: Simd, const ONE: u32, const TWO: u32, const FOUR: u32>(
    simd: S,
    set: S::Words,
    free: S::Words,
    wrap: u64,
) -> S::Words {
    let wrap = simd.splat(wrap);
    let mut open = simd.and(free, wrap);
    let mut front = simd.or(set, simd.and(open, simd.down::<ONE>(set)));
    open = simd.and(open, simd.down::<ONE>(open));
    front = simd.or(front, simd.and(open, simd.down::<TWO>(front)));
    open = simd.and(open, simd.down::<TWO>(open));
    front = simd.or(front, simd.and(open, simd.down::<FOUR>(front)));
    simd.and(simd.down::<ONE>(front), wrap)
}

#[inline(always)]
fn rook_fill<S: Simd>(simd: S, set: S::Words, free: S::Words) -> S::Words {
    simd.or(
        simd.or(
            slide_up::<S, 8, 16, 32>(simd, set, free, u64::MAX),
            slide_down::<S, 8, 16, 32>(simd, set, free, u64::MAX),
        ),
        simd.or(
            slide_up::<S, 1, 2, 4>(simd, set, free, NOT_A),
            slide_down::<S, 1, 2, 4>(simd, set, free, NOT_H),
        ),
    )
}

#[inline(always)]
fn bishop_fill<S: Simd>(simd: S, set: S::Words, free: S::Words) -> S::Words {
    simd.or(
        simd.or(
            slide_up::<S, 9, 18, 36>(simd, set, free, NOT_A),
            slide_down::<S, 9, 18, 36>(simd, set, free, NOT_H),
        ),
        simd.or(
            slide_up::<S, 7, 14, 28>(simd, set, free, NOT_H),
            slide_down::<S, 7, 14, 28>(simd, set, free, NOT_A),
        ),
    )
}

/// Returns, for each word of the chunk that starts with word `first`, the union of the row's words
/// that are a king's move away. The number of a word in the row is a square.
#[inline(always)]
pub fn king_neighbours(row: &[u64], first: usize) -> Chunk {
    let own = chunk(row, first);
    let mut beside = [0; 8];
    for neighbour in [first.wrapping_sub(8), first + 8] {
        if neighbour < row.len() {
            let words = chunk(row, neighbour);
            for i in 0..8 {
                beside[i] |= words[i];
            }
        }
    }
    let files: Chunk = std::array::from_fn(|i| beside[i] | own[i]);
    for i in 0..7 {
        beside[i] |= files[i + 1];
        beside[i + 1] |= files[i];
    }
    beside
}

#[cfg(test)]
mod tests {
    use drawproof_board::{BitBoard, Square};

    use super::*;
    use crate::{
        moves::low_man,
        shape::attacks::{attacks, bit},
        simd::Plain,
        test_numbers::numbers,
    };

    #[test]
    fn moves_of_chunks_are_those_of_their_words() {
        let mut next = numbers();
        for _ in 0..300 {
            let row: [u64; 64] = std::array::from_fn(|_| next() & next() & next());
            for first in (0..64).step_by(8) {
                let chunk = *chunk(&row, first);
                let neighbours = king_neighbours(&row, first);
                let standing = next() & next() & next();
                for i in 0..8 {
                    let from = Square::index(first + i);
                    let steps = BitBoard(attacks(Piece::King, from, 0)).into_iter();
                    assert_eq!(neighbours[i], steps.fold(0, |all, to| all | row[to as usize]));
                    for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::Pawn) {
                        let moves = low_man_moves(Plain, piece, chunk, standing, first);
                        let occupied = standing | bit(from);
                        assert_eq!(moves[i], low_man::low_man_moves(piece, chunk[i], occupied));
                    }
                }
            }
        }
    }
}
