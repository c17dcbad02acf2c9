//! KRKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  21561456
//! draws      15138064
//! spotted    15138064 (100.000 %)
//! incorrect  0
//! size       454 leaves, 867 bytes packed
//! features   64
//! table      xxh3 050a2ff280fa765c
//! command    drawproof mine KRKR --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KRKR";
/// Leaves of the tree.
pub const LEAVES: usize = 454;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 867;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 15138064;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 15138064;

/// The question of each branch.
static QUESTIONS: [u8; 453] = [
    156, 133, 41, 135, 57, 131, 110, 30, 96, 37, 96, 47, 110, 60, 111, 112, 43, 30, 160, 33, 13,
    137, 76, 81, 98, 13, 136, 91, 164, 51, 35, 62, 134, 11, 109, 39, 122, 138, 132, 96, 107, 39,
    35, 57, 52, 31, 147, 52, 77, 81, 164, 35, 113, 35, 21, 35, 17, 89, 168, 109, 132, 51, 91,
    68, 19, 39, 155, 60, 57, 11, 149, 11, 13, 49, 44, 52, 144, 13, 2, 32, 9, 25, 61, 139, 57,
    36, 33, 167, 39, 36, 137, 87, 24, 114, 92, 59, 37, 58, 149, 16, 120, 82, 41, 47, 127, 0, 21,
    16, 96, 21, 146, 75, 58, 169, 65, 79, 149, 81, 21, 48, 90, 168, 23, 96, 163, 15, 24, 26,
    146, 164, 35, 81, 66, 4, 89, 145, 145, 16, 154, 65, 2, 90, 33, 62, 87, 9, 38, 68, 105, 39,
    0, 82, 86, 121, 52, 79, 115, 91, 53, 45, 123, 141, 130, 100, 27, 72, 0, 42, 132, 28, 64, 72,
    53, 57, 147, 78, 103, 4, 38, 9, 153, 85, 93, 69, 95, 34, 13, 36, 74, 140, 141, 149, 57, 1,
    107, 116, 35, 159, 72, 51, 90, 45, 119, 63, 150, 36, 8, 75, 13, 79, 128, 9, 72, 99, 117, 40,
    157, 12, 12, 0, 30, 3, 73, 21, 58, 14, 79, 94, 33, 60, 119, 42, 46, 16, 114, 125, 50, 40,
    146, 63, 151, 37, 15, 4, 16, 63, 13, 94, 71, 154, 137, 102, 72, 93, 81, 58, 68, 1, 153, 54,
    106, 142, 25, 58, 158, 44, 151, 137, 10, 25, 63, 17, 50, 100, 146, 165, 33, 58, 89, 93, 19,
    81, 129, 23, 50, 8, 14, 14, 72, 118, 40, 33, 72, 5, 5, 125, 21, 53, 36, 72, 42, 1, 4, 161,
    80, 35, 101, 63, 11, 16, 84, 79, 29, 163, 54, 126, 44, 15, 102, 32, 104, 37, 15, 71, 140,
    108, 108, 26, 69, 124, 9, 39, 23, 56, 14, 22, 0, 1, 83, 161, 111, 93, 143, 54, 44, 32, 10,
    154, 52, 85, 15, 32, 137, 70, 72, 45, 5, 148, 85, 136, 101, 20, 18, 20, 14, 6, 23, 55, 56,
    1, 162, 35, 149, 117, 74, 52, 11, 67, 74, 159, 97, 88, 23, 161, 21, 53, 93, 116, 20, 4, 10,
    0, 42, 5, 42, 64, 26, 62, 45, 36, 97, 60, 132, 55, 36, 51, 51, 147, 0, 79, 11, 72, 15, 166,
    28, 45, 128, 36, 58, 45, 58, 32, 142, 4, 152, 7, 39, 1, 7, 4, 19, 169, 32, 23, 95, 23, 19,
    22, 11, 40, 76, 19, 0, 4, 58, 37, 37, 20, 89, 3, 19, 1, 26,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 170] = [
    0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2,
    3, 0, 1, 2, 1, 2, 3, 6, 0, 1, 1, 2, 0, 1, 2, 4, 1, 2, 3, 5, 6, 0, 1, 2, 3, 1, 2, 3, 4, 1, 5,
    6, 7, 8, 9, 10, 6, 7, 8, 9, 9, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
    1, 2, 3, 4, 0, 1, 2, 4, 5, 6, 8, 10, 11, 16, 17, 0, 2, 3, 0, 1, 2, 4, 5, 1, 2, 3, 4, 6, 8,
    0, 0, 2, 4, 8, 10, 0, 1, 2, 11, 0, 0, 0, 0, 0, 0, 1, 3, 4, 5, 6, 7, 8, 11, 0, 1, 2, 7, 10,
    11, 12, 13, 0, 0, 1, 0, 0, 1, 2, 1, 2, 3, 4, 1, 3, 2, 3, 1, 2,
];

/// Questions that begin the next feature.
static OPENS: [u64; 3] = [
    0x31108a8d42252924, 0x960848030aaafb88, 0x00000151361205fc,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 3] = [
    0, 21, 45,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 15] = [
    0xbff74477f5c7ffff, 0xbbb8157575beddaf, 0x576d7461259dd439, 0x59d9a98156223519,
    0xd2d959e7d4b3c1bf, 0x49191d29e9dacb9e, 0x4b1ddce97ff94973, 0xe69af31166f0b475,
    0x52a0586cf45c4579, 0x9a947c74ce90d015, 0x6ac09186504df495, 0xa67f1b540a0a6067,
    0x09846eaa04060250, 0x3011a213322b28a0, 0x0000000000000032,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 15] = [
    0, 49, 90, 123, 151, 189, 222, 261, 295, 324, 353, 380, 409, 428, 449,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 8] = [
    0xea9ab5f1bff8d6e5, 0xfffb55ff75cb2efe, 0xbdddfef729b9f766, 0x7df5ee5dbafeafeb,
    0x977b652fff4cbeb5, 0x26555cf6eca53b7e, 0xcaacab4b77a5aadf, 0x0000000000000029,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64) -> u64 {
    match feature {
        // own-king-edge
        0 => edge(m0),
        // own-king-corner
        1 => corner(m0),
        // own-rook-edge
        2 => edge(m1),
        // own-rook-corner
        3 => corner(m1),
        // other-king-edge
        4 => edge(m2),
        // other-king-corner
        5 => corner(m2),
        // other-rook-edge
        6 => edge(m3),
        // other-rook-corner
        7 => corner(m3),
        // own-king-own-rook-distance
        8 => distance(m0, m1),
        // own-king-own-rook-offset
        9 => offset(m0, m1),
        // own-king-other-king-distance
        10 => distance(m0, m2),
        // own-king-other-king-offset
        11 => offset(m0, m2),
        // own-king-other-king-slant
        12 => slant(m0, m2),
        // own-king-other-rook-distance
        13 => distance(m0, m3),
        // own-king-other-rook-offset
        14 => offset(m0, m3),
        // own-rook-other-king-distance
        15 => distance(m1, m2),
        // own-rook-other-king-offset
        16 => offset(m1, m2),
        // own-rook-other-rook-distance
        17 => distance(m1, m3),
        // own-rook-other-rook-offset
        18 => offset(m1, m3),
        // other-king-other-rook-distance
        19 => distance(m2, m3),
        // other-king-other-rook-offset
        20 => offset(m2, m3),
        // race-own-rook
        21 => lead(distance(m0, m1), distance(m2, m1)),
        // race-other-rook
        22 => lead(distance(m0, m3), distance(m2, m3)),
        // race-edge
        23 => lead(edge(m0), edge(m2)),
        // own-rook-parts-kings
        24 => parts(m1, m0, m2),
        // own-king-parts-own-rook
        25 => parts(m0, m1, m2),
        // other-king-parts-own-rook
        26 => parts(m2, m1, m0),
        // other-rook-parts-kings
        27 => parts(m3, m0, m2),
        // own-king-parts-own-rook-other-rook
        30 => parts(m0, m1, m3),
        // own-rook-parts-own-king-other-rook
        31 => parts(m1, m0, m3),
        // other-rook-parts-own-king-own-rook
        32 => parts(m3, m0, m1),
        // other-king-parts-own-rook-other-rook
        33 => parts(m2, m1, m3),
        // own-rook-parts-other-king-other-rook
        34 => parts(m1, m2, m3),
        // other-rook-parts-other-king-own-rook
        35 => parts(m3, m2, m1),
        // own-king-flights
        36 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((steps(t4) & !((t4 | t5) | (steps(t6) | rook(m3, ((t5 | t6) | bit(m3)))))))
        }
        // own-king-in-check
        37 => any((bit(m0) & rook(m3, ((bit(m1) | bit(m2)) | bit(m3))))),
        // own-king-room
        38 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t8 = (t4 | t5);
            let t23 = (steps(t6) | rook(m3, ((t5 | t6) | bit(m3))));
            let t63 = (steps(t4) & !(t8 | t23));
            count((t63 | (steps(t63) & !(t23 | t8))))
        }
        // own-king-ring
        39 => count((steps(bit(m0)) & rook(m3, ((bit(m1) | bit(m2)) | bit(m3))))),
        // other-king-flights
        40 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))))))
        }
        // other-king-room
        41 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t21 = (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)));
            let t77 = (steps(t6) & !(t11 | t21));
            count((t77 | (steps(t77) & !(t21 | t11))))
        }
        // other-king-takes
        42 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            any(((steps(t6) & !((t6 | t7) | (steps(t4) | rook(m1, (t8 | t7))))) & t8))
        }
        // other-king-ring
        43 => count((steps(bit(m2)) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // own-rook-safe-moves
        44 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            count((rook(m1, ((t8 | t6) | t7)) & !(t8 | (steps(t6) | rook(m3, ((t5 | t6) | t7))))))
        }
        // own-rook-kept-moves
        45 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | t5);
            count((((rook(m1, ((t8 | t6) | t7)) & !t8) & steps(t4)) & !rook(m3, ((t5 | t6) | t7))))
        }
        // own-rook-safe-checks
        48 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | (steps(t6) | rook(m3, ((t5 | t6) | t7))))))
        }
        // own-rook-cuts
        52 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((steps(t6) & rook(m1, ((t4 | bit(m1)) | t7))) & !steps(t4)) & !(t6 | t7)))
        }
        // other-rook-safe-moves
        53 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            count((rook(m3, ((t8 | t6) | t7)) & !((t6 | t7) | (steps(t4) | rook(m1, (t8 | t7))))))
        }
        // other-rook-kept-moves
        54 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count((((rook(m3, ((t8 | t6) | t7)) & !(t6 | t7)) & steps(t6)) & !rook(m1, (t8 | t7))))
        }
        // other-rook-moves
        55 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((rook(m3, (((bit(m0) | bit(m1)) | t6) | t7)) & !(t6 | t7)))
        }
        // other-rook-takes
        56 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            count(((rook(m3, ((t8 | bit(m2)) | t7)) & t8) & !(steps(t4) | rook(m1, (t8 | t7)))))
        }
        // other-rook-safe-checks
        57 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            count(((rook(m3, t10) & rook(m0, (t10 & !(t7 | 0)))) & !((t6 | t7) | (steps(t4) | rook(m1, (t8 | t7))))))
        }
        // other-rook-cuts
        59 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((((steps(t4) & rook(m3, ((t5 | t6) | bit(m3)))) & !steps(t6)) & !(t4 | t5)))
        }
        // own-king-walk-own-rook
        60 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t4, steps(t5), !((steps(t6) | rook(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // other-king-walk-own-rook
        62 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t5), !((steps(t4) | rook(m1, ((t4 | t5) | t7))) | (t6 | t7)))
        }
        // other-king-walk-other-rook
        _ => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
    }
}

/// The answer from a branch on, by the tables.
fn further(mut at: usize, m0: u64, m1: u64, m2: u64, m3: u64) -> bool {
    loop {
        let question = QUESTIONS[at] as usize;
        let opened = OPENS[question >> 6] & (2_u64 << (question & 63)).wrapping_sub(1);
        let feature = OPENS_BEFORE[question >> 6] as u64 + count(opened);
        let value = value(feature, m0, m1, m2, m3);
        let way = 2 * at + (value > THRESHOLDS[question] as u64) as usize;
        let (word, here) = (SHAPE[way >> 6], way & 63);
        let below = count(word & ((1 << here) - 1)) as usize;
        let before = SHAPE_BEFORE[way >> 6] as usize + below;
        if word >> here & 1 == 0 {
            let leaf = way - before;
            return CLAIMS[leaf >> 6] >> (leaf & 63) & 1 != 0;
        }
        at = before + 1;
    }
}

/// Whether the position is proved drawn.
#[allow(unused_variables, unused_mut, unused_parens)]
pub fn is_draw(colour: &[u64; 2], kind: &[u64; 6], side_to_move: u8) -> bool {
    let first = side_to_move as usize;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[3];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[3];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t8 = (t4 | t5);
    let t12 = steps(t4);
    let t13 = (t8 | t7);
    let t15 = rook(m1, t13);
    let t16 = steps(t6);
    let t21 = (t12 | t15);
    if ((t7 & t21) & !t16) != 0 {
        let t11 = (t6 | t7);
        let t29 = corner(m2);
        let t75 = (t11 | t21);
        let t77 = (t16 & !t75);
        let t78 = count(t77);
        if distance(m1, m2) <= 1 {
            if ((rook(m1, ((t8 | t6) | t7)) & t11) & !(t16 | rook(m3, ((t5 | t6) | t7)))) != 0 {
                if t78 > 0 {
                    return false;
                }
                return further(22, m0, m1, m2, m3);
            }
            let t87 = (t16 & t15);
            let t120 = (t87 & !t12);
            let t122 = (t120 & !t11);
            let t123 = count(t122);
            if distance(m1, m3) <= 1 {
                return further(20, m0, m1, m2, m3);
            }
            if t123 > 1 {
                return true;
            }
            return further(34, m0, m1, m2, m3);
        }
        if t78 <= 0 {
            return further(13, m0, m1, m2, m3);
        }
        if t78 > 1 {
            if t29 > 0 {
                return false;
            }
            let t10 = ((t8 | t6) | t7);
            if ((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | (t16 | rook(m3, ((t5 | t6) | t7))))) != 0 {
                return false;
            }
            return further(59, m0, m1, m2, m3);
        }
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t19 = rook(m3, t10);
        let t23 = (t16 | rook(m3, ((t5 | t6) | t7)));
        let t63 = (t12 & !(t8 | t23));
        let t79 = (t21 | t11);
        let t124 = (t19 & !t75);
        let t125 = count(t124);
        let t152 = steps(t7);
        let t155 = walk(t6, t152, !t79);
        if count((t63 | (steps(t63) & !(t23 | t8)))) <= 2 {
            return further(36, m0, m1, m2, m3);
        }
        if t125 <= 3 {
            return further(57, m0, m1, m2, m3);
        }
        if t155 <= 1 {
            return further(82, m0, m1, m2, m3);
        }
        if t125 > 4 {
            return false;
        }
        return further(109, m0, m1, m2, m3);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    let t14 = rook(m1, t10);
    let t17 = (t5 | t6);
    let t18 = (t17 | t7);
    let t20 = rook(m3, t18);
    let t23 = (t16 | t20);
    let t34 = distance(m0, m2);
    let t61 = (t8 | t23);
    let t89 = (t14 & !t61);
    let t102 = (t5 | 0);
    let t104 = (t10 & !t102);
    let t105 = rook(m2, t104);
    let t117 = (t5 & t23);
    let t118 = any(t117);
    if ((t89 & t105) & rook(m3, (t10 & !t17))) != 0 {
        if distance(m2, m3) > 2 {
            if (t4 & t20) != 0 {
                return true;
            }
            return false;
        }
        let t37 = distance(m0, m3);
        if t37 > 3 {
            return true;
        }
        if offset(m0, m2) > 1 {
            return true;
        }
        if edge(m2) > 0 {
            if t37 > 1 {
                return true;
            }
            return further(79, m0, m1, m2, m3);
        }
        if count((t16 & !((t6 | t7) | t21))) > 4 {
            return true;
        }
        if corner(m0) > 0 {
            return further(106, m0, m1, m2, m3);
        }
        return true;
    }
    if t118 > 0 {
        if (t4 & t20) != 0 {
            let t67 = (t23 | t8);
            if walk(t4, steps(t5), !t67) <= 1 {
                if lead(distance(m0, m1), distance(m2, m1)) <= 6 {
                    return true;
                }
                if parts(m1, m0, m3) > 0 {
                    return true;
                }
                if offset(m1, m2) > 1 {
                    return true;
                }
                if distance(m1, m2) > 1 {
                    return further(130, m0, m1, m2, m3);
                }
                if walk(t4, steps(t7), !t67) > 1 {
                    return further(155, m0, m1, m2, m3);
                }
                return further(154, m0, m1, m2, m3);
            }
            if (t15 & t7) != 0 {
                if distance(m0, m3) > 1 {
                    return true;
                }
                return further(77, m0, m1, m2, m3);
            }
            if walk(t4, steps(t7), !t67) <= 1 {
                if offset(m1, m3) <= 0 {
                    return false;
                }
                if distance(m1, m3) > 1 {
                    return true;
                }
                return false;
            }
            let t92 = (t14 & !t8);
            let t93 = (t92 & t12);
            let t95 = (t93 & !t20);
            let t96 = count(t95);
            if count((rook(m3, t10) & !((t6 | t7) | t21))) > 11 {
                return true;
            }
            if t96 <= 0 {
                return false;
            }
            if parts(m1, m0, m3) > 0 {
                return further(158, m0, m1, m2, m3);
            }
            return false;
        }
        if t34 > 2 {
            return true;
        }
        let t53 = parts(m0, m3, m2);
        if distance(m0, m3) <= 1 {
            let t29 = corner(m2);
            if offset(m1, m3) > 0 {
                return true;
            }
            if t29 > 0 {
                return false;
            }
            return further(99, m0, m1, m2, m3);
        }
        if t53 > 0 {
            return true;
        }
        let t11 = (t6 | t7);
        if distance(m1, m3) > 3 {
            if parts(m1, m0, m3) > 1 {
                return true;
            }
            if count((((rook(m3, t10) & !t11) & t16) & !t15)) > 1 {
                return further(153, m0, m1, m2, m3);
            }
            let t58 = parts(m2, m1, m3);
            if t58 > 1 {
                return true;
            }
            if t58 > 0 {
                return further(215, m0, m1, m2, m3);
            }
            return further(214, m0, m1, m2, m3);
        }
        let t77 = (t16 & !(t11 | t21));
        if count((t77 | (steps(t77) & !(t21 | t11)))) > 8 {
            return true;
        }
        if offset(m0, m1) > 1 {
            return true;
        }
        if parts(m1, m0, m3) > 1 {
            return true;
        }
        if ((rook(m3, t10) & t8) & !t21) != 0 {
            return true;
        }
        let t63 = (t12 & !t61);
        if count((t63 | (steps(t63) & !(t23 | t8)))) > 4 {
            return further(250, m0, m1, m2, m3);
        }
        return further(249, m0, m1, m2, m3);
    }
    if t34 > 2 {
        let t41 = distance(m1, m3);
        if offset(m1, m2) <= 0 {
            if walk(t4, steps(t7), !(t23 | t8)) <= 1 {
                return further(43, m0, m1, m2, m3);
            }
            if offset(m1, m3) > 0 {
                return true;
            }
            return further(68, m0, m1, m2, m3);
        }
        if t41 > 6 {
            let t11 = (t6 | t7);
            let t19 = rook(m3, t10);
            let t126 = (t19 & !t11);
            let t131 = count(t126);
            if count(((t126 & t16) & !t15)) > 2 {
                if edge(m2) > 0 {
                    if t131 > 10 {
                        return true;
                    }
                    return further(126, m0, m1, m2, m3);
                }
                if distance(m2, m3) > 3 {
                    return further(125, m0, m1, m2, m3);
                }
                return true;
            }
            if t131 > 10 {
                return true;
            }
            if distance(m0, m3) > 3 {
                return true;
            }
            let t67 = (t23 | t8);
            if walk(t4, steps(t5), !t67) > 4 {
                return true;
            }
            let t63 = (t12 & !t61);
            if count((t63 | (steps(t63) & !t67))) > 16 {
                return true;
            }
            return further(177, m0, m1, m2, m3);
        }
        if t34 > 3 {
            return true;
        }
        if edge(m2) > 0 {
            return true;
        }
        let t43 = distance(m2, m3);
        if t43 > 4 {
            return true;
        }
        let t37 = distance(m0, m3);
        if (t4 & t20) == 0 {
            if t37 > 6 {
                return further(174, m0, m1, m2, m3);
            }
            return true;
        }
        if lead(t37, t43) > 7 {
            let t63 = (t12 & !t61);
            if count((t63 | (steps(t63) & !(t23 | t8)))) > 10 {
                return true;
            }
            if count((((t14 & !t8) & t12) & !t20)) > 1 {
                return further(246, m0, m1, m2, m3);
            }
            return true;
        }
        if parts(m2, m3, m0) > 0 {
            return further(209, m0, m1, m2, m3);
        }
        if corner(m2) > 0 {
            return true;
        }
        return further(244, m0, m1, m2, m3);
    }
    let t11 = (t6 | t7);
    let t75 = (t11 | t21);
    let t77 = (t16 & !t75);
    let t78 = count(t77);
    if t78 <= 2 {
        if (((t16 & t15) & !t12) & !t11) != 0 {
            if (t12 & t20) == 0 {
                return true;
            }
            let t37 = distance(m0, m3);
            if (t12 & !t61) == 0 {
                return further(88, m0, m1, m2, m3);
            }
            if t37 > 2 {
                if count((rook(m3, t10) & !t11)) > 10 {
                    return true;
                }
                return further(139, m0, m1, m2, m3);
            }
            if parts(m0, m1, m3) <= 0 {
                return true;
            }
            if ((rook(m3, t10) & rook(m0, (t10 & !(t7 | 0)))) & !t75) == 0 {
                return further(164, m0, m1, m2, m3);
            }
            if parts(m1, m0, m2) > 0 {
                return further(197, m0, m1, m2, m3);
            }
            return true;
        }
        if (t4 & t20) != 0 {
            if distance(m1, m3) > 6 {
                return further(87, m0, m1, m2, m3);
            }
            return true;
        }
        if ((t14 & t105) & !t61) == 0 {
            if distance(m0, m3) > 2 {
                return true;
            }
            return further(110, m0, m1, m2, m3);
        }
        if offset(m0, m2) > 1 {
            if distance(m2, m3) > 3 {
                return true;
            }
            return further(137, m0, m1, m2, m3);
        }
        let t19 = rook(m3, t10);
        let t126 = (t19 & !t11);
        let t127 = (t126 & t16);
        let t129 = (t127 & !t15);
        let t130 = count(t129);
        if parts(m2, m1, m0) > 0 {
            return true;
        }
        if t130 <= 0 {
            if count((t14 & !t8)) > 11 {
                return false;
            }
            return further(193, m0, m1, m2, m3);
        }
        let t63 = (t12 & !t61);
        if count((t63 | (steps(t63) & !(t23 | t8)))) <= 5 {
            return true;
        }
        if (t12 & t20) == 0 {
            return further(225, m0, m1, m2, m3);
        }
        if parts(m0, m1, m3) <= 0 {
            return further(264, m0, m1, m2, m3);
        }
        if offset(m1, m2) <= 1 {
            return further(304, m0, m1, m2, m3);
        }
        if distance(m0, m3) > 1 {
            return false;
        }
        return further(338, m0, m1, m2, m3);
    }
    let t19 = rook(m3, t10);
    let t37 = distance(m0, m3);
    let t63 = (t12 & !t61);
    let t64 = count(t63);
    let t136 = (t7 | 0);
    let t138 = (t10 & !t136);
    let t139 = rook(m0, t138);
    let t140 = (t19 & t139);
    let t141 = (t140 & !t75);
    let t142 = count(t141);
    if t64 <= 0 {
        return further(41, m0, m1, m2, m3);
    }
    if t37 <= 1 {
        if offset(m0, m3) <= 0 {
            return true;
        }
        if distance(m0, m1) > 4 {
            return further(120, m0, m1, m2, m3);
        }
        if distance(m1, m3) <= 2 {
            return true;
        }
        if offset(m0, m2) > 1 {
            return true;
        }
        return further(168, m0, m1, m2, m3);
    }
    if t142 > 1 {
        if t64 > 1 {
            return true;
        }
        if distance(m0, m1) > 3 {
            return true;
        }
        return further(145, m0, m1, m2, m3);
    }
    if t78 > 5 {
        return true;
    }
    let t152 = steps(t7);
    if walk(t6, t152, !(t21 | t11)) <= 1 {
        return true;
    }
    if parts(m1, m2, m3) > 0 {
        if offset(m1, m3) > 1 {
            return true;
        }
        if t37 > 2 {
            if count((t19 & !t11)) > 12 {
                return true;
            }
            if t64 > 2 {
                return true;
            }
            return further(319, m0, m1, m2, m3);
        }
        if lead(distance(m0, m1), distance(m2, m1)) > 7 {
            return true;
        }
        if parts(m3, m2, m1) > 0 {
            return true;
        }
        return further(318, m0, m1, m2, m3);
    }
    if parts(m1, m0, m2) > 0 {
        let t126 = (t19 & !t11);
        if count(t126) <= 11 {
            return further(237, m0, m1, m2, m3);
        }
        if count(((t126 & t16) & !t15)) > 1 {
            return further(277, m0, m1, m2, m3);
        }
        return true;
    }
    if lead(distance(m0, m1), distance(m2, m1)) > 7 {
        if distance(m1, m3) <= 5 {
            return true;
        }
        if walk(t4, t152, !(t23 | t8)) > 3 {
            return true;
        }
        if offset(m1, m2) > 1 {
            return further(350, m0, m1, m2, m3);
        }
        return true;
    }
    let t90 = count(t89);
    if t90 <= 8 {
        return further(273, m0, m1, m2, m3);
    }
    if count((((t19 & !t11) & t16) & !t15)) <= 1 {
        return true;
    }
    if t90 > 10 {
        return further(349, m0, m1, m2, m3);
    }
    return true;
}

/// The squares a king on a square of `set` attacks.
#[inline(always)]
fn steps(set: u64) -> u64 {
    let beside = ((set << 1) & 0xfefe_fefe_fefe_fefe) | ((set >> 1) & 0x7f7f_7f7f_7f7f_7f7f);
    let row = beside | set;
    beside | (row << 8) | (row >> 8)
}

/// The squares of `line` (which has not `square`) seen from `square` up to the first of `occupied`.
#[inline(always)]
fn seen(square: u64, occupied: u64, line: u64) -> u64 {
    let blockers = occupied & line;
    let behind = blockers & ((1 << square) - 1);
    let ahead = blockers & !((1 << square) - 1);
    let first = 0x8000_0000_0000_0000 >> (behind | 1).leading_zeros();
    let last = ahead & ahead.wrapping_neg();
    line & (last << 1).wrapping_sub(first)
}

/// The squares a rook on `square` attacks over `occupied` squares.
#[inline(always)]
fn rook(square: u64, occupied: u64) -> u64 {
    let row = (0xff << (square & 56)) ^ (1 << square);
    let file = (0x0101_0101_0101_0101 << (square & 7)) ^ (1 << square);
    seen(square, occupied, row) | seen(square, occupied, file)
}

/// The set of one square.
#[inline(always)]
fn bit(square: u64) -> u64 {
    1 << square
}

/// The number of squares in `set`.
#[inline(always)]
fn count(set: u64) -> u64 {
    set.count_ones() as u64
}

/// Whether `set` has a square: 1 or 0.
#[inline(always)]
fn any(set: u64) -> u64 {
    (set != 0) as u64
}

/// The smaller number.
#[inline(always)]
fn least(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

/// The larger number.
#[inline(always)]
fn most(a: u64, b: u64) -> u64 {
    if a > b { a } else { b }
}

/// By how much `a` is more than `b`, with 8 added; 0 if that is negative.
#[inline(always)]
fn lead(a: u64, b: u64) -> u64 {
    (a + 8).saturating_sub(b)
}

/// Difference of the files of two squares.
#[inline(always)]
fn files(a: u64, b: u64) -> u64 {
    (a & 7).abs_diff(b & 7)
}

/// Difference of the ranks of two squares.
#[inline(always)]
fn ranks(a: u64, b: u64) -> u64 {
    (a >> 3).abs_diff(b >> 3)
}

/// King moves between two squares.
#[inline(always)]
fn distance(a: u64, b: u64) -> u64 {
    most(files(a, b), ranks(a, b))
}

/// Ranks or files between two squares, whichever are fewer; 0 = on one line.
#[inline(always)]
fn offset(a: u64, b: u64) -> u64 {
    least(files(a, b), ranks(a, b))
}

/// Diagonals between two squares: 0 = on one diagonal.
#[inline(always)]
fn slant(a: u64, b: u64) -> u64 {
    files(a, b).abs_diff(ranks(a, b))
}

/// King moves to the nearest edge.
#[inline(always)]
fn edge(square: u64) -> u64 {
    least(file_edge(square), least(square >> 3, 7 - (square >> 3)))
}

/// King moves to the nearest corner.
#[inline(always)]
fn corner(square: u64) -> u64 {
    most(file_edge(square), least(square >> 3, 7 - (square >> 3)))
}

/// On how many axes (files, ranks) `middle` is strictly between `a` and `b`.
#[inline(always)]
fn parts(middle: u64, a: u64, b: u64) -> u64 {
    let (file, row) = (middle & 7, middle >> 3);
    let by_file = ((a & 7) < file && file < (b & 7)) || ((b & 7) < file && file < (a & 7));
    let by_row = ((a >> 3) < row && row < (b >> 3)) || ((b >> 3) < row && row < (a >> 3));
    by_file as u64 + by_row as u64
}

/// King moves from a square of `set` to one of `goal` over `free` squares only; 6 = that or more.
#[inline(always)]
fn walk(set: u64, goal: u64, free: u64) -> u64 {
    let mut reached = set;
    let mut moves = 0;
    while moves < 6 && reached & goal == 0 {
        reached |= steps(reached) & free;
        moves += 1;
    }
    moves
}

/// Files to the nearer of the a- and h-file.
#[inline(always)]
fn file_edge(square: u64) -> u64 {
    least(square & 7, 7 - (square & 7))
}

/// The functions of drawproof.h.
#[cfg(drawproof_plugin)]
mod plugin {
    use std::ffi::{c_char, c_int};

    /// `drawproof_position` of drawproof.h.
    #[repr(C)]
    pub struct Position {
        colour: [u64; 2],
        kind: [u64; 6],
        side_to_move: u8,
        en_passant: u8,
    }

    #[no_mangle]
    pub extern "C" fn drawproof_abi() -> u32 {
        1
    }

    #[no_mangle]
    pub extern "C" fn drawproof_name() -> *const c_char {
        b"KRKR learned\0".as_ptr().cast()
    }

    /// # Safety
    ///
    /// `position` is valid, as drawproof.h says.
    #[no_mangle]
    pub unsafe extern "C" fn drawproof_claim(position: *const Position, _: *mut u64) -> c_int {
        // SAFETY: the caller passes a valid position.
        let position = unsafe { &*position };
        let side = position.side_to_move;
        let known = position.en_passant == 64;
        c_int::from(known && super::is_draw(&position.colour, &position.kind, side))
    }
}
