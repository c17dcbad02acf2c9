//! The functions that features are made of. Their arguments and results are `u64`: squares (0-63,
//! a1 = 0, h1 = 7, h8 = 63), sets of squares (bit = square) and small numbers.
//!
//! `primitives.h` has the same functions in C under the same names. The source code of a learned
//! rule contains the functions that it calls. Each function commutes with the eight symmetries of
//! the board. The functions about pawns (`rank`, `file_edge`, `up`, `down`, `hits_up`, `hits_down`,
//! `fill_up`, `fill_down`) commute only with the reflection of files.

/// Returns the squares that kings on `set` attack.
#[inline(always)]
pub fn steps(set: u64) -> u64 {
    let beside = ((set << 1) & 0xfefe_fefe_fefe_fefe) | ((set >> 1) & 0x7f7f_7f7f_7f7f_7f7f);
    let row = beside | set;
    beside | (row << 8) | (row >> 8)
}

/// Returns the squares that knights on `set` attack.
#[inline(always)]
pub fn jumps(set: u64) -> u64 {
    let one = ((set << 1) & 0xfefe_fefe_fefe_fefe) | ((set >> 1) & 0x7f7f_7f7f_7f7f_7f7f);
    let two = ((set << 2) & 0xfcfc_fcfc_fcfc_fcfc) | ((set >> 2) & 0x3f3f_3f3f_3f3f_3f3f);
    (one << 16) | (one >> 16) | (two << 8) | (two >> 8)
}

/// Returns the squares of `line` seen from `square`, up to the first occupied square in each
/// direction. `line` does not contain `square`.
#[inline(always)]
pub fn seen(square: u64, occupied: u64, line: u64) -> u64 {
    let blockers = occupied & line;
    let behind = blockers & ((1 << square) - 1);
    let ahead = blockers & !((1 << square) - 1);
    let first = 0x8000_0000_0000_0000 >> (behind | 1).leading_zeros();
    let last = ahead & ahead.wrapping_neg();
    line & (last << 1).wrapping_sub(first)
}

/// Returns the squares that a rook on `square` attacks over `occupied` squares.
#[inline(always)]
pub fn rook(square: u64, occupied: u64) -> u64 {
    let row = (0xff << (square & 56)) ^ (1 << square);
    let file = (0x0101_0101_0101_0101 << (square & 7)) ^ (1 << square);
    seen(square, occupied, row) | seen(square, occupied, file)
}

/// Returns the squares that a bishop on `square` attacks over `occupied` squares.
#[inline(always)]
pub fn bishop(square: u64, occupied: u64) -> u64 {
    let (file, row) = (8 * (square & 7), square & 56);
    let rising = (0x8040_2010_0804_0201 << row.saturating_sub(file)) >> file.saturating_sub(row);
    let sum = file + row;
    let falling = (0x0102_0408_1020_4080 << sum.saturating_sub(56)) >> 56_u64.saturating_sub(sum);
    seen(square, occupied, rising ^ (1 << square)) | seen(square, occupied, falling ^ (1 << square))
}

/// Returns the set of one square.
#[inline(always)]
pub fn bit(square: u64) -> u64 {
    1 << square
}

/// Returns the number of squares in `set`.
#[inline(always)]
pub fn count(set: u64) -> u64 {
    set.count_ones() as u64
}

/// Returns whether `set` has a square: 1 or 0.
#[inline(always)]
pub fn any(set: u64) -> u64 {
    (set != 0) as u64
}

/// Returns whether two numbers are equal: 1 or 0.
#[inline(always)]
pub fn equal(a: u64, b: u64) -> u64 {
    (a == b) as u64
}

/// Returns whether `a` is less than `b`: 1 or 0.
#[inline(always)]
pub fn less(a: u64, b: u64) -> u64 {
    (a < b) as u64
}

/// Returns the smaller number.
#[inline(always)]
pub fn least(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

/// Returns the larger number.
#[inline(always)]
pub fn most(a: u64, b: u64) -> u64 {
    if a > b { a } else { b }
}

/// Returns the sum of two numbers.
#[inline(always)]
pub fn plus(a: u64, b: u64) -> u64 {
    a + b
}

/// Returns `a - b + 8`, or 0 if that is negative.
#[inline(always)]
pub fn lead(a: u64, b: u64) -> u64 {
    (a + 8).saturating_sub(b)
}

/// Returns `a` if `condition` is 1, `b` if it is 0.
#[inline(always)]
pub fn choose(condition: u64, a: u64, b: u64) -> u64 {
    if condition != 0 { a } else { b }
}

/// Returns the difference of the files of two squares.
#[inline(always)]
pub fn files(a: u64, b: u64) -> u64 {
    (a & 7).abs_diff(b & 7)
}

/// Returns the difference of the ranks of two squares.
#[inline(always)]
pub fn ranks(a: u64, b: u64) -> u64 {
    (a >> 3).abs_diff(b >> 3)
}

/// Returns the number of king moves between two squares.
#[inline(always)]
pub fn distance(a: u64, b: u64) -> u64 {
    most(files(a, b), ranks(a, b))
}

/// Returns the smaller of the file and rank differences of two squares; 0 = on one file or rank.
#[inline(always)]
pub fn offset(a: u64, b: u64) -> u64 {
    least(files(a, b), ranks(a, b))
}

/// Returns how many diagonals two squares are apart; 0 = on one diagonal.
#[inline(always)]
pub fn slant(a: u64, b: u64) -> u64 {
    files(a, b).abs_diff(ranks(a, b))
}

/// Returns the number of king moves to the nearest edge.
#[inline(always)]
pub fn edge(square: u64) -> u64 {
    least(file_edge(square), least(square >> 3, 7 - (square >> 3)))
}

/// Returns the number of king moves to the nearest corner.
#[inline(always)]
pub fn corner(square: u64) -> u64 {
    most(file_edge(square), least(square >> 3, 7 - (square >> 3)))
}

/// Returns whether a square is light: 1 or 0.
#[inline(always)]
pub fn light(square: u64) -> u64 {
    (square ^ (square >> 3)) & 1
}

/// Returns the number of king moves from `square` to the nearest corner of the colour of `of`.
#[inline(always)]
pub fn colour_corner(square: u64, of: u64) -> u64 {
    let near = 7 * light(of);
    least(distance(square, near), distance(square, 63 - near))
}

/// Returns on how many axes (files, ranks) `middle` is strictly between `a` and `b`.
#[inline(always)]
pub fn parts(middle: u64, a: u64, b: u64) -> u64 {
    let (file, row) = (middle & 7, middle >> 3);
    let by_file = ((a & 7) < file && file < (b & 7)) || ((b & 7) < file && file < (a & 7));
    let by_row = ((a >> 3) < row && row < (b >> 3)) || ((b >> 3) < row && row < (a >> 3));
    by_file as u64 + by_row as u64
}

/// Returns the least number of king moves from `set` to `goal` over `free` squares only; 6 stands for 6 or more.
#[inline(always)]
pub fn walk(set: u64, goal: u64, free: u64) -> u64 {
    let mut reached = set;
    let mut moves = 0;
    while moves < 6 && reached & goal == 0 {
        reached |= steps(reached) & free;
        moves += 1;
    }
    moves
}

/// Returns the knight moves from `set` to `goal` over `free` squares only; 5 stands for 5 or more.
#[inline(always)]
pub fn leaps(set: u64, goal: u64, free: u64) -> u64 {
    let mut reached = set;
    let mut moves = 0;
    while moves < 5 && reached & goal == 0 {
        reached |= jumps(reached) & free;
        moves += 1;
    }
    moves
}

/// Returns the rank of a square, 0-7.
#[inline(always)]
pub fn rank(square: u64) -> u64 {
    square >> 3
}

/// Returns the number of files to the nearer of the a- and h-file.
#[inline(always)]
pub fn file_edge(square: u64) -> u64 {
    least(square & 7, 7 - (square & 7))
}

/// Returns the squares one rank in front of `set`, as White sees the board.
#[inline(always)]
pub fn up(set: u64) -> u64 {
    set << 8
}

/// Returns the squares one rank behind `set`, as White sees the board.
#[inline(always)]
pub fn down(set: u64) -> u64 {
    set >> 8
}

/// Returns the squares that white pawns on `set` attack.
#[inline(always)]
pub fn hits_up(set: u64) -> u64 {
    ((set << 9) & 0xfefe_fefe_fefe_fefe) | ((set << 7) & 0x7f7f_7f7f_7f7f_7f7f)
}

/// Returns the squares that black pawns on `set` attack.
#[inline(always)]
pub fn hits_down(set: u64) -> u64 {
    ((set >> 7) & 0xfefe_fefe_fefe_fefe) | ((set >> 9) & 0x7f7f_7f7f_7f7f_7f7f)
}

/// Returns all squares in front of `set`, as White sees the board.
#[inline(always)]
pub fn fill_up(set: u64) -> u64 {
    let two = (set << 8) | (set << 16);
    let four = two | (two << 16);
    four | (four << 32)
}

/// Returns all squares behind `set`, as White sees the board.
#[inline(always)]
pub fn fill_down(set: u64) -> u64 {
    let two = (set >> 8) | (set >> 16);
    let four = two | (two >> 16);
    four | (four >> 32)
}
