//! The squares that men attack, as sets.

const NOT_A: u64 = 0xfefefefefefefefe;
const NOT_H: u64 = 0x7f7f7f7f7f7f7f7f;

pub(super) fn king_moves(king: u64) -> u64 {
    let row = king | king << 1 & NOT_A | king >> 1 & NOT_H;
    (row | row << 8 | row >> 8) & !king
}

fn knight_moves(knight: u64) -> u64 {
    let one = knight << 1 & NOT_A | knight >> 1 & NOT_H;
    let two = knight << 2 & 0xfcfcfcfcfcfcfcfc | knight >> 2 & 0x3f3f3f3f3f3f3f3f;
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// Returns the squares of `line` seen from `from`, up to the first occupied square in each
/// direction.
fn seen(from: u64, occupied: u64, line: u64) -> u64 {
    let line = line & !from;
    let behind = occupied & line & (from - 1) | 1;
    let ahead = occupied & line & from.wrapping_neg();
    let first = 1 << 63 >> behind.leading_zeros();
    line & ((ahead & ahead.wrapping_neg()) << 1).wrapping_sub(first)
}

fn lines(from: u64, occupied: u64) -> u64 {
    let square = from.trailing_zeros();
    seen(from, occupied, 0xff << (square & 56))
        | seen(from, occupied, 0x0101010101010101 << (square & 7))
}

fn diagonals(from: u64, occupied: u64) -> u64 {
    let (file, row) = (from.trailing_zeros() % 8 * 8, from.trailing_zeros() & 56);
    let (rising, falling): (u64, u64) = (0x8040201008040201, 0x0102040810204080);
    let rising = if row > file { rising << (row - file) } else { rising >> (file - row) };
    let sum = file + row;
    let falling = if sum > 56 { falling << (sum - 56) } else { falling >> (56 - sum) };
    seen(from, occupied, rising) | seen(from, occupied, falling)
}

/// Returns the squares that a man on `from` attacks if the squares `occupied` are occupied. `man`
/// is the number of its kind, plus 8 for Black.
pub(super) fn attacks(man: usize, from: u64, occupied: u64) -> u64 {
    match man & 7 {
        0 if man & 8 != 0 => from >> 9 & NOT_H | from >> 7 & NOT_A,
        0 => from << 9 & NOT_A | from << 7 & NOT_H,
        1 => knight_moves(from),
        2 => diagonals(from, occupied),
        3 => lines(from, occupied),
        4 => diagonals(from, occupied) | lines(from, occupied),
        _ => king_moves(from),
    }
}
