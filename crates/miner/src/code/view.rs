// The features of the trees of exact outcomes, and the choice of one position from each class of
// symmetric ones. The learner uses this file, and exported Rust code contains it.
//
// The men are White's king, Black's king and one or two others. A man's code is its kind (pawn 0 to
// king 5), plus 8 for Black; squares: a1 = 0, h8 = 63. Of three men the last is `NO_MAN`, on the
// square of the one before it. The attacks of men are the primitives of features, which exported
// code contains as well.
use drawproof_features::primitives::{bishop, hits_down, hits_up, jumps, rook, steps};

/// The code for a missing man.
pub const NO_MAN: u8 = 15;
/// The number of features.
pub const FEATURES: usize = 109;
/// The largest value of a feature.
pub const FEATURE_MAX: u32 = 31;

/// Returns the squares that a man attacks from `square`. `man` is the man's code; the squares in
/// `occupied` block lines.
pub fn attacks(man: u8, square: u8, occupied: u64) -> u64 {
    let (at, from) = (1_u64 << square, u64::from(square));
    match man & 7 {
        0 if man & 8 == 0 => hits_up(at),
        0 => hits_down(at),
        1 => jumps(at),
        2 => bishop(from, occupied),
        3 => rook(from, occupied),
        4 => rook(from, occupied) | bishop(from, occupied),
        _ => steps(at) | at,
    }
}

/// Returns the squares of the men in the representative of a class of symmetric positions.
pub fn fold(men: [u8; 4], mut squares: [u8; 4]) -> [u8; 4] {
    let alike = men[2] == men[3];
    let ordered = |mut squares: [u8; 4]| {
        if alike && squares[2] > squares[3] {
            squares.swap(2, 3);
        }
        squares
    };
    let first = |a: [u8; 4], b: [u8; 4]| if order(b) < order(a) { b } else { a };
    let mirrored = squares.map(|square| square ^ 7);
    if men[2] & 7 == 0 && alike {
        return first(ordered(squares), ordered(mirrored));
    }
    if men[2] & 7 == 0 || men[3] & 7 == 0 {
        let lead = if men[2] & 7 == 0 { 2 } else { 3 };
        return if squares[lead] & 7 > 3 { mirrored } else { squares };
    }
    let turn = if squares[0] & 7 > 3 { 7 } else { 0 } ^ if squares[0] > 31 { 56 } else { 0 };
    squares = squares.map(|square| square ^ turn);
    let transposed = squares.map(|square| square << 3 & 56 | square >> 3);
    if squares[0] >> 3 > squares[0] & 7 {
        return ordered(transposed);
    }
    let squares = ordered(squares);
    if squares[0] >> 3 == squares[0] & 7 { first(squares, ordered(transposed)) } else { squares }
}

/// Returns a key that orders symmetric positions; the representative has the lowest key.
fn order(squares: [u8; 4]) -> u32 {
    u32::from_be_bytes([squares[2], squares[3], squares[0], squares[1]])
}

/// Sets of squares in a position.
pub struct View {
    /// The squares of White's men and of Black's men.
    pub own: [u64; 2],
    /// The squares that each man attacks. Lines continue behind the other side's king.
    pub hits: [u64; 4],
    /// The squares that the men of each side attack, kings excluded.
    pub by_men: [u64; 2],
    /// The squares that each side attacks.
    pub by_all: [u64; 2],
}

/// Returns the side of the man with a code: 0 for White, 1 for Black.
pub fn side(man: u8) -> usize {
    usize::from(man >> 3 & 1)
}

/// Computes the sets of a position. `men` are the codes of the men on `squares`.
pub fn view(men: [u8; 4], squares: [u8; 4]) -> View {
    let at = squares.map(|square| 1_u64 << square);
    let others = if men[3] == NO_MAN { 2..3 } else { 2..4 };
    let (mut own, mut by_men) = ([at[0], at[1]], [0; 2]);
    for man in others.clone() {
        own[side(men[man])] |= at[man];
    }
    let occupied = own[0] | own[1];
    let mut hits = [steps(at[0]) | at[0], steps(at[1]) | at[1], 0, 0];
    for man in others {
        let side = side(men[man]);
        hits[man] = attacks(men[man], squares[man], occupied & !at[1 - side]);
        by_men[side] |= hits[man];
    }
    let by_all = [by_men[0] | hits[0], by_men[1] | hits[1]];
    View { own, hits, by_men, by_all }
}

/// Returns the number of king moves between two squares.
fn apart(a: u8, b: u8) -> u8 {
    (a & 7).abs_diff(b & 7).max((a >> 3).abs_diff(b >> 3))
}

fn number(set: u64) -> u8 {
    set.count_ones().min(FEATURE_MAX) as u8
}

fn bits(conditions: [bool; 4]) -> u8 {
    conditions.iter().rev().fold(0, |sum, &holds| sum << 1 | u8::from(holds))
}

/// Computes the features of a position. `men` are the codes of the men on `squares`; `view` has the
/// sets of the position.
pub fn features(men: [u8; 4], squares: [u8; 4], view: &View) -> [u8; FEATURES] {
    let mut out = [0; FEATURES];
    let (mut file, mut rank) = ([0; 4], [0; 4]);
    for man in 0..4 {
        (file[man], rank[man]) = (squares[man] & 7, squares[man] >> 3);
        let (by_file, by_rank) = (file[man].min(7 - file[man]), rank[man].min(7 - rank[man]));
        out[man] = file[man];
        out[4 + man] = rank[man];
        out[8 + man] = by_file.min(by_rank);
        out[12 + man] = by_file.max(by_rank);
    }
    const PAIRS: [[usize; 8]; 2] = [[0, 0, 0, 1, 1, 2, 0, 0], [1, 2, 3, 2, 3, 3, 0, 0]];
    for pair in 0..8 {
        let (a, b) = (PAIRS[0][pair], PAIRS[1][pair]);
        let (files, ranks) = (file[a].abs_diff(file[b]), rank[a].abs_diff(rank[b]));
        out[16 + pair] = 7 + file[a] - file[b];
        out[24 + pair] = 7 + rank[a] - rank[b];
        out[32 + pair] = files;
        out[40 + pair] = ranks;
        out[48 + pair] = files.max(ranks);
        out[56 + pair] = files.abs_diff(ranks);
        out[64 + pair] = files + ranks;
    }
    let at = squares.map(|square| 1_u64 << square);
    let colour = |man: usize| (file[man] ^ rank[man]) & 1;
    for king in 0..2 {
        let flights = view.hits[king] & !(view.own[king] | view.by_all[1 - king]);
        out[72 + king] = number(flights);
        out[74 + king] = u8::from(at[king] & view.by_men[1 - king] != 0);
        out[76 + king] = colour(king) ^ if king == 1 { colour(0) } else { 0 };
        out[78 + king] = colour(2 + king) ^ colour(0);
    }
    out[80] = colour(2) ^ colour(3);
    let occupied = view.own[0] | view.own[1];
    for man in if men[3] == NO_MAN { 2..3 } else { 2..4 } {
        let out = &mut out[81 + 14 * (man - 2)..][..14];
        let (own, foe) = (side(men[man]), 1 - side(men[man]));
        let other = 5 - man;
        let has_other = men[3] != NO_MAN;
        let helper = if has_other && side(men[other]) == own { view.hits[other] } else { 0 };
        let by_king = at[man] & view.hits[foe] != 0;
        out[0] = bits([by_king, at[man] & view.by_men[foe] != 0, false, false]);
        out[1] = bits([at[man] & view.hits[own] != 0, at[man] & helper != 0, false, false]);
        let safe = view.hits[man] & !(view.own[own] | view.by_all[foe]);
        out[2] = number(safe);
        if men[man] & 7 != 0 {
            let from =
                |to: usize, gone: u64| attacks(men[man], squares[to], occupied & !(at[man] | gone));
            let checks = safe & from(foe, 0);
            out[3] = number(checks);
            if has_other && side(men[other]) == foe {
                out[4] = number(checks & from(other, at[foe]));
                out[5] = u8::from(view.hits[man] & at[other] != 0);
            }
            continue;
        }
        let goal = squares[man] & 7 | if own == 0 { 56 } else { 0 };
        let front = if own == 0 { squares[man] + 8 } else { squares[man] - 8 };
        let column = 0x0101_0101_0101_0101 << (squares[man] & 7);
        let path = column & if own == 0 { !1 << squares[man] } else { at[man] - 1 };
        let to_go = if own == 0 { 7 - rank[man] } else { rank[man] };
        let near = [apart(squares[own], goal), apart(squares[foe], goal)];
        out[3] = near[0];
        out[4] = near[1];
        out[5] = bits([path & view.own[foe] != 0, path & view.own[own] != 0, false, false]);
        out[6] = number(path & view.by_men[foe]);
        out[7] = number(path & view.by_all[own]);
        out[8] = apart(squares[own], front);
        out[9] = apart(squares[foe], front);
        out[10] = to_go;
        out[11] = near[1] + 8 - to_go;
        out[12] = near[1] + 8 - near[0];
        let held = |square: u8, side: usize| view.by_all[side] >> square & 1 != 0;
        out[13] = bits([held(goal, foe), held(goal, own), held(front, foe), held(front, own)]);
    }
    out
}

/// Returns the value (1, 0 or -1) that the tree at `at` gives. A branch is a word: the feature (7
/// bits), its threshold (5 bits), then two children of 2 bits each, for features up to the
/// threshold and above it. A child is a value plus 1, or 3 for another branch. The first such
/// branch is the next word; if there are two, the word between holds the distance to the second.
pub fn leaf(trees: &[u16], mut at: usize, features: &[u8; FEATURES]) -> i32 {
    loop {
        let branch = trees[at];
        let is_above = u16::from(features[usize::from(branch >> 9)]) > branch >> 4 & 31;
        let next = if is_above { branch & 3 } else { branch >> 2 & 3 };
        if next != 3 {
            return i32::from(next) - 1;
        }
        at += 1;
        if branch & 15 == 15 {
            at += if is_above { usize::from(trees[at]) } else { 1 };
        }
    }
}
