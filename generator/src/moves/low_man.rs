//! Moves of the low man to all lanes of a word at once.

use drawproof_board::{BitBoard, Piece};

use crate::shape::attacks::attacks;

/// Returns the squares that a `piece`, not a pawn, attacks from any square of `set`, if men on
/// `occupied` squares block its way. For the low man of a word these are also the lanes from which
/// it moves to a lane of `set`.
#[inline]
pub fn low_man_moves(piece: Piece, set: u64, occupied: u64) -> u64 {
    match piece {
        Piece::Knight => knight_steps(set),
        Piece::King => king_steps(set),
        _ if set.count_ones() <= 4 => {
            let mut reached = 0;
            for square in BitBoard(set) {
                reached |= attacks(piece, square, occupied);
            }
            reached
        }
        Piece::Rook => rook_fill(set, !occupied),
        Piece::Bishop => bishop_fill(set, !occupied),
        _ => rook_fill(set, !occupied) | bishop_fill(set, !occupied),
    }
}

const NOT_A: u64 = !0x0101010101010101;
const NOT_H: u64 = !0x8080808080808080;
const NOT_AB: u64 = NOT_A & (NOT_A << 1);
const NOT_GH: u64 = NOT_H & (NOT_H >> 1);

/// Returns the squares that are a knight's move away from a square of `set`.
#[inline(always)]
fn knight_steps(set: u64) -> u64 {
    let one = ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    let two = ((set << 2) & NOT_AB) | ((set >> 2) & NOT_GH);
    (one << 16) | (one >> 16) | (two << 8) | (two >> 8)
}

/// Returns the squares that are a king's move away from a square of `set`.
#[inline(always)]
fn king_steps(set: u64) -> u64 {
    let row = set | ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    let all = row | (row << 8) | (row >> 8);
    // A square of the set itself is reached only if it is a neighbour of another square of the set.
    let beside = ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    (all & !set) | (set & (beside | (row << 8) | (row >> 8)))
}

/// Returns the squares reached from `set` by sliding to higher squares in steps of `SHIFT` over
/// `free` squares. Squares outside `wrap` are excluded as targets, because such a step would leave
/// the board.
#[inline(always)]
fn slide_up<const SHIFT: u32>(set: u64, free: u64, wrap: u64) -> u64 {
    let mut open = free & wrap;
    let mut front = set;
    front |= open & (front << SHIFT);
    open &= open << SHIFT;
    front |= open & (front << (2 * SHIFT));
    open &= open << (2 * SHIFT);
    front |= open & (front << (4 * SHIFT));
    (front << SHIFT) & wrap
}

/// Does what [`slide_up`] does, towards lower squares.
#[inline(always)]
fn slide_down<const SHIFT: u32>(set: u64, free: u64, wrap: u64) -> u64 {
    let mut open = free & wrap;
    let mut front = set;
    front |= open & (front >> SHIFT);
    open &= open >> SHIFT;
    front |= open & (front >> (2 * SHIFT));
    open &= open >> (2 * SHIFT);
    front |= open & (front >> (4 * SHIFT));
    (front >> SHIFT) & wrap
}

#[inline(always)]
fn rook_fill(set: u64, free: u64) -> u64 {
    slide_up::<8>(set, free, u64::MAX)
        | slide_down::<8>(set, free, u64::MAX)
        | slide_up::<1>(set, free, NOT_A)
        | slide_down::<1>(set, free, NOT_H)
}

#[inline(always)]
fn bishop_fill(set: u64, free: u64) -> u64 {
    slide_up::<9>(set, free, NOT_A)
        | slide_down::<9>(set, free, NOT_H)
        | slide_up::<7>(set, free, NOT_H)
        | slide_down::<7>(set, free, NOT_A)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_numbers::numbers;

    #[test]
    fn fills_equal_the_union_of_single_attacks() {
        let mut next = numbers();
        for round in 0..4000 {
            let thin = |x: u64, y: u64| if round % 2 == 0 { x & y } else { x };
            let set = thin(next(), next());
            let occupied = next() & next() & next() & !set;
            for piece in Piece::ALL.into_iter().filter(|&p| p != Piece::Pawn) {
                let one_by_one =
                    BitBoard(set).into_iter().fold(0, |all, s| all | attacks(piece, s, occupied));
                assert_eq!(low_man_moves(piece, set, occupied), one_by_one, "{piece} {set:x}");
            }
        }
    }
}
