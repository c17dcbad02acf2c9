//! The index of a position among those of a part of a table.

use std::sync::LazyLock;

use drawproof_board::{Square, get_king_moves};

/// The maximum number of men of a table, kings included.
pub const MEN_MAX: usize = 7;

/// The number of placements of three different men, up to symmetry.
pub const THREE_MEN: u64 = 31_332;

/// The number of placements of the two kings, up to symmetry.
pub const KING_PAIRS: u64 = 462;

/// A group of men whose squares form one digit of the index: the leading pawns, the first two or
/// three men, the other side's pawns, or like men.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub men: usize,
    pub factor: u64,
}

/// The properties of a table that determine how its positions are numbered.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    /// The number of pawns of the leading side: of the sides with pawns, the one with fewer.
    pub leading_pawns: usize,
    /// The number of pawns of the side that does not lead.
    pub other_pawns: usize,
    /// Whether, in a table without pawns, the first group is the two kings instead of three men.
    pub kings_lead: bool,
}

/// Returns the number of ways to select `k` of `n` things.
pub fn choose(n: u64, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, i| if n < i { 0 } else { ways * (n - i) / (i + 1) })
}

/// Returns the number of a pawn's square, 47 to 0 in this order: a2, h2, a3, h3 ... a7, h7, b2 ...
/// e7.
pub fn pawn_number(square: u8) -> u64 {
    let (file, rank) = (u64::from(square % 8), u64::from(square / 8));
    let edge = file.min(7 - file);
    47 - 12 * edge - 2 * (rank - 1) - u64::from(file != edge)
}

/// Returns the number of placements of `pawns` leading pawns with the leading pawn on `file` (0 to
/// 3) and on a rank below `rank` (1 = the second rank).
pub fn leading_placements(pawns: usize, file: u8, rank: u8) -> u64 {
    (1..rank).map(|r| choose(pawn_number(8 * r + file), pawns - 1)).sum()
}

/// The numbers of squares and of pairs of squares from which the index of a position without pawns
/// is computed.
struct Numbers {
    /// The number of each placement of the kings, `[number of the first king in the
    /// triangle][square of the second king]`.
    kings: [[u16; 64]; 10],
    /// The number of each square in the triangle, 0 to 9: b1 c1 d1 c2 d2 d3, then a1 b2 c3 d4.
    /// Mirror images have the same number.
    triangle: [u8; 64],
    /// The number of each square below the diagonal a1-h8: b1 ... h1, c2 ... h7.
    below: [u8; 64],
}

/// Returns the square's rank minus its file: 0 on the diagonal a1-h8.
fn above_diagonal(square: u8) -> i32 {
    i32::from(square / 8) - i32::from(square % 8)
}

/// Returns whether two squares are neighbours or the same, so that kings on them are impossible.
pub fn are_adjacent(a: u8, b: u8) -> bool {
    a == b || get_king_moves(Square::index(a.into())).has(Square::index(b.into()))
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut numbers = Numbers { kings: [[0; 64]; 10], triangle: [0; 64], below: [0; 64] };
    let below = (0..64u8).filter(|&square| above_diagonal(square) < 0);
    for (number, square) in below.enumerate() {
        numbers.below[usize::from(square)] = number as u8;
    }
    let in_quarter = |square: &u8| square % 8 < 4 && square / 8 < 4;
    let triangle: Vec<u8> = (0..64u8)
        .filter(|it| in_quarter(it) && above_diagonal(*it) < 0)
        .chain([0, 9, 18, 27])
        .collect();
    for square in 0..64u8 {
        let file = (square % 8).min(7 - square % 8);
        let rank = (square / 8).min(7 - square / 8);
        let image = if rank <= file { 8 * rank + file } else { 8 * file + rank };
        let number = triangle.iter().position(|&it| it == image).expect("it is in the triangle");
        numbers.triangle[usize::from(square)] = number as u8;
    }
    // Both kings on the diagonal come last.
    let mut next = 0;
    for both_on_diagonal in [false, true] {
        for (number, &first) in triangle.iter().enumerate() {
            for second in 0..64u8 {
                let is_image = above_diagonal(first) == 0 && above_diagonal(second) > 0;
                let is_diagonal = above_diagonal(first) == 0 && above_diagonal(second) == 0;
                if !are_adjacent(first, second) && !is_image && is_diagonal == both_on_diagonal {
                    numbers.kings[number][usize::from(second)] = next;
                    next += 1;
                }
            }
        }
    }
    assert_eq!(u64::from(next), KING_PAIRS);
    numbers
});

impl Numbering {
    /// Returns the index of the men on `squares`, which are in the order of the part, leading pawn
    /// first. Reorders and transforms `squares`.
    pub fn index(&self, groups: &[Group], squares: &mut [u8]) -> u64 {
        let first = match self.leading_pawns {
            0 => self.of_first_men(squares),
            pawns => of_pawns(pawns, squares),
        };
        let mut index = first * groups[0].factor;
        let mut placed = groups[0].men;
        for (number, group) in groups.iter().enumerate().skip(1) {
            let unused = if number == 1 && self.other_pawns > 0 { 8 } else { 0 };
            index += of_like_men(squares, placed, group.men, unused) * group.factor;
            placed += group.men;
        }
        index
    }

    /// Mirrors the board so that the first man is in the triangle a1 d1 d4, and returns the index of the
    /// first group.
    fn of_first_men(&self, squares: &mut [u8]) -> u64 {
        let mask =
            (if squares[0] & 4 != 0 { 7 } else { 0 }) | (if squares[0] & 32 != 0 { 56 } else { 0 });
        squares.iter_mut().for_each(|square| *square ^= mask);
        let leading = if self.kings_lead { 2 } else { 3 };
        let off_diagonal =
            squares[..leading].iter().map(|&it| above_diagonal(it)).find(|&it| it != 0);
        if off_diagonal.is_some_and(|above| above > 0) {
            squares.iter_mut().for_each(|square| *square = *square >> 3 | (*square & 7) << 3);
        }
        if self.kings_lead {
            let first = NUMBERS.triangle[usize::from(squares[0])];
            return NUMBERS.kings[usize::from(first)][usize::from(squares[1])].into();
        }
        of_three([squares[0], squares[1], squares[2]])
    }
}

/// Returns the index of the first three men, all different. The first of their squares that is not
/// on the diagonal a1-h8 must be below the diagonal.
fn of_three([a, b, c]: [u8; 3]) -> u64 {
    let below = |square: u8| u64::from(NUMBERS.below[usize::from(square)]);
    let b_after = u64::from(b > a);
    let c_after = u64::from(c > a) + u64::from(c > b);
    // On the diagonal, the rank is the number of the square.
    let diagonal = |square: u8| u64::from(square / 8);
    let (c_left, b_left) = (u64::from(c) - c_after, u64::from(b) - b_after);
    if above_diagonal(a) != 0 {
        return u64::from(NUMBERS.triangle[usize::from(a)]) * 63 * 62 + b_left * 62 + c_left;
    }
    if above_diagonal(b) != 0 {
        return 6 * 63 * 62 + diagonal(a) * 28 * 62 + below(b) * 62 + c_left;
    }
    let b_number = diagonal(b) - b_after;
    if above_diagonal(c) != 0 {
        return 6 * 63 * 62 + 4 * 28 * 62 + diagonal(a) * 7 * 28 + b_number * 28 + below(c);
    }
    6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + diagonal(a) * 7 * 6 + b_number * 6 + diagonal(c)
        - c_after
}

/// Mirrors the board so that the leader, the first man, is on the files a to d, and returns the index of
/// the leading pawns.
fn of_pawns(pawns: usize, squares: &mut [u8]) -> u64 {
    if squares[0] & 4 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    squares[1..pawns].sort_by_key(|&square| std::cmp::Reverse(pawn_number(square)));
    let mut index = leading_placements(pawns, squares[0] % 8, squares[0] / 8);
    for (i, &square) in squares[..pawns].iter().enumerate().skip(1) {
        index += choose(pawn_number(square), pawns - i);
    }
    index
}

/// Returns the index of like men among the squares that the men before them leave free. The first
/// `unused` squares do not count.
fn of_like_men(squares: &mut [u8], first: usize, men: usize, unused: u64) -> u64 {
    let (before, rest) = squares.split_at_mut(first);
    let group = &mut rest[..men];
    group.sort_unstable();
    let number = |(place, square): (usize, &u8)| {
        let used = before.iter().filter(|&it| it < square).count() as u64 + unused;
        choose(u64::from(*square).saturating_sub(used), place + 1)
    };
    group.iter().enumerate().map(number).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_of_the_leading_men_has_its_number() {
        for kings_lead in [true, false] {
            let numbering = Numbering { leading_pawns: 0, other_pawns: 0, kings_lead };
            let mut seen = std::collections::BTreeSet::new();
            for a in 0..64u8 {
                for b in (0..64).filter(|&b| b != a) {
                    if kings_lead {
                        if !are_adjacent(a, b) {
                            seen.insert(numbering.of_first_men(&mut [a, b]));
                        }
                        continue;
                    }
                    for c in (0..64).filter(|&c| c != a && c != b) {
                        seen.insert(numbering.of_first_men(&mut [a, b, c]));
                    }
                }
            }
            let count = if kings_lead { KING_PAIRS } else { THREE_MEN };
            assert!(seen.into_iter().eq(0..count));
        }
    }
}
