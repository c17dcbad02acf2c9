//! Moves on bitboards, without castling: the positions after them, and whether they were legal.

use super::attacks::attacks;
use crate::position::Position;

/// Returns the squares of a set as sets of one square, in ascending order.
pub(super) fn singles(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Returns whether the side that is not to move is in check.
pub(super) fn is_illegal(position: &Position) -> bool {
    let mover = usize::from(position.side_to_move & 1);
    let occupied = position.colour[0] | position.colour[1];
    let king = position.kind[5] & position.colour[1 - mover];
    // A man attacks the king if a man of its kind and the king's colour, on the king's square,
    // attacks it.
    (0..6).any(|kind| {
        let men = position.kind[kind] & position.colour[mover];
        men != 0 && attacks(kind + 8 * (1 - mover), king, occupied) & men != 0
    })
}

/// Returns the position after a move. `kind` is the number of the man's kind after the move.
pub(super) fn after(position: &Position, man: usize, from: u64, to: u64, kind: usize) -> Position {
    let mover = usize::from(position.side_to_move & 1);
    let behind = |square: u64| if mover == 1 { square << 8 } else { square >> 8 };
    let mut after = *position;
    let mut taken = to;
    if man == 0 && position.en_passant < 64 && to == 1 << position.en_passant {
        taken |= behind(to);
    }
    for set in &mut after.kind {
        *set &= !(from | taken & !position.colour[mover]);
    }
    after.colour[1 - mover] &= !taken;
    after.colour[mover] = after.colour[mover] & !from | to;
    after.kind[kind] |= to;
    after.side_to_move = 1 - mover as u8;
    after.en_passant = 64;
    if man == 0 && (to == from << 16 || to == from >> 16) {
        let passed = behind(to);
        if attacks(8 * mover, passed, 0) & after.kind[0] & after.colour[1 - mover] != 0 {
            after.en_passant = passed.trailing_zeros() as u8;
        }
    }
    after
}

/// Returns the squares to which a man can move, ignoring check.
pub(super) fn targets(position: &Position, man: usize, from: u64) -> u64 {
    let mover = usize::from(position.side_to_move & 1);
    let occupied = position.colour[0] | position.colour[1];
    let set = attacks(man + 8 * mover, from, occupied);
    if man != 0 {
        return set & !position.colour[mover];
    }
    let ahead = |set: u64| if mover == 1 { set >> 8 } else { set << 8 } & !occupied;
    let target = if position.en_passant < 64 { 1 << position.en_passant } else { 0 };
    let steps = ahead(from);
    let first = from & if mover == 1 { 255 << 48 } else { 255 << 8 } != 0;
    set & (position.colour[1 - mover] | target) | steps | if first { ahead(steps) } else { 0 }
}
