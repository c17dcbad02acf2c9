//! KRKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  21561456
//! draws      15138064
//! spotted    15138064 (100.000 %)
//! incorrect  0
//! size       319 leaves, 633 bytes packed
//! features   62
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
pub const LEAVES: usize = 319;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 633;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 15138064;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 15138064;

/// The question of each branch.
static QUESTIONS: [u8; 318] = [
    131, 115, 111, 114, 128, 38, 9, 139, 71, 36, 37, 44, 112, 70, 25, 53, 53, 135, 129, 49, 9,
    117, 9, 57, 100, 41, 32, 84, 101, 39, 20, 16, 25, 25, 137, 97, 53, 86, 106, 37, 53, 48, 30,
    117, 112, 49, 30, 16, 30, 44, 120, 16, 41, 98, 127, 116, 30, 112, 137, 95, 14, 27, 8, 45,
    137, 9, 25, 116, 130, 9, 8, 16, 135, 7, 75, 99, 36, 121, 95, 39, 85, 81, 138, 57, 49, 26,
    70, 124, 28, 80, 76, 12, 56, 100, 132, 12, 78, 73, 21, 12, 38, 96, 134, 28, 36, 74, 92, 67,
    84, 53, 73, 137, 48, 96, 32, 122, 10, 70, 50, 133, 33, 76, 90, 58, 50, 137, 112, 143, 42,
    119, 118, 80, 73, 36, 34, 63, 144, 121, 6, 85, 41, 71, 8, 109, 54, 94, 102, 142, 107, 82,
    46, 27, 108, 73, 36, 125, 12, 13, 137, 86, 118, 40, 36, 31, 36, 107, 66, 117, 47, 110, 76,
    18, 54, 55, 0, 36, 65, 16, 64, 11, 28, 33, 100, 5, 67, 87, 59, 48, 57, 57, 69, 62, 73, 125,
    61, 79, 107, 75, 7, 77, 109, 56, 11, 69, 4, 11, 123, 43, 80, 29, 89, 37, 17, 31, 23, 40,
    141, 27, 133, 30, 62, 24, 19, 43, 80, 2, 66, 31, 47, 117, 96, 77, 63, 35, 68, 68, 14, 77,
    15, 13, 18, 57, 78, 117, 27, 20, 68, 18, 3, 83, 42, 102, 105, 91, 0, 66, 22, 52, 4, 46, 11,
    0, 76, 39, 121, 78, 12, 81, 126, 73, 72, 113, 31, 1, 20, 18, 54, 32, 136, 42, 9, 20, 109,
    143, 36, 66, 10, 88, 7, 81, 63, 12, 60, 18, 71, 18, 39, 51, 36, 31, 42, 68, 54, 75, 93, 36,
    52, 125, 104, 20, 66, 9, 27, 50, 50, 103, 32, 140,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 145] = [
    0, 1, 0, 1, 2, 0, 2, 1, 0, 0, 1, 2, 0, 0, 1, 2, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 3, 0, 1, 2, 1,
    2, 3, 4, 5, 6, 0, 1, 1, 2, 3, 0, 1, 2, 1, 2, 3, 5, 6, 0, 1, 3, 1, 2, 3, 4, 0, 1, 2, 6, 7, 8,
    9, 7, 8, 9, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 0, 1, 2, 5, 6, 7, 8, 9,
    10, 11, 16, 0, 2, 3, 0, 1, 2, 3, 4, 3, 7, 8, 0, 10, 1, 2, 10, 0, 0, 1, 0, 0, 0, 1, 6, 8, 11,
    0, 2, 7, 9, 10, 11, 13, 0, 0, 1, 0, 0, 1, 2, 1, 2, 1, 3, 5, 1, 3, 1, 2, 4,
];

/// Questions that begin the next feature.
static OPENS: [u64; 3] = [
    0x891212506a1133a4, 0x0a5ddc8480317bee, 0x0000000000005a9b,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 3] = [
    0, 22, 52,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 10] = [
    0x551f54fdf5df5fff, 0xd3bff457f93ef9b5, 0x1131741faed71554, 0x77a945967fd65c19,
    0xdd406e96942ea9d7, 0x12b0197a962eaad0, 0xd0e08c60c86e5c76, 0x18452075259b66a0,
    0x99a9e107f9450045, 0x00046585242210f3,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 10] = [
    0, 46, 90, 121, 157, 190, 218, 246, 271, 298,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 5] = [
    0x5e7e6e6d76dfe946, 0xaaffcfd6dbfd99db, 0xb34dfbebaddfdbdb, 0xd556eed4c9af68aa,
    0x335c4d2db6bbed9e,
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
        // other-rook-parts-kings
        27 => parts(m3, m0, m2),
        // own-king-parts-other-rook
        28 => parts(m0, m3, m2),
        // other-king-parts-other-rook
        29 => parts(m2, m3, m0),
        // own-king-parts-own-rook-other-rook
        30 => parts(m0, m1, m3),
        // own-rook-parts-own-king-other-rook
        31 => parts(m1, m0, m3),
        // other-king-parts-own-rook-other-rook
        32 => parts(m2, m1, m3),
        // own-rook-parts-other-king-other-rook
        33 => parts(m1, m2, m3),
        // other-rook-parts-other-king-own-rook
        34 => parts(m3, m2, m1),
        // own-king-flights
        35 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((steps(t4) & !((t4 | t5) | (steps(t6) | rook(m3, ((t5 | t6) | bit(m3)))))))
        }
        // own-king-room
        37 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t8 = (t4 | t5);
            let t23 = (steps(t6) | rook(m3, ((t5 | t6) | bit(m3))));
            let t62 = (steps(t4) & !(t8 | t23));
            count((t62 | (steps(t62) & !(t23 | t8))))
        }
        // own-king-ring
        38 => count((steps(bit(m0)) & rook(m3, ((bit(m1) | bit(m2)) | bit(m3))))),
        // other-king-flights
        39 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))))))
        }
        // other-king-room
        40 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t21 = (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)));
            let t76 = (steps(t6) & !(t11 | t21));
            count((t76 | (steps(t76) & !(t21 | t11))))
        }
        // own-rook-safe-moves
        42 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            count((rook(m1, ((t8 | t6) | t7)) & !(t8 | (steps(t6) | rook(m3, ((t5 | t6) | t7))))))
        }
        // own-rook-kept-moves
        43 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | t5);
            count((((rook(m1, ((t8 | t6) | t7)) & !t8) & steps(t4)) & !rook(m3, ((t5 | t6) | t7))))
        }
        // own-rook-safe-checks
        46 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | (steps(t6) | rook(m3, ((t5 | t6) | t7))))))
        }
        // own-rook-cuts
        49 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((steps(t6) & rook(m1, ((t4 | bit(m1)) | t7))) & !steps(t4)) & !(t6 | t7)))
        }
        // other-rook-safe-moves
        50 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            count((rook(m3, ((t8 | t6) | t7)) & !((t6 | t7) | (steps(t4) | rook(m1, (t8 | t7))))))
        }
        // other-rook-kept-moves
        51 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count((((rook(m3, ((t8 | t6) | t7)) & !(t6 | t7)) & steps(t6)) & !rook(m1, (t8 | t7))))
        }
        // other-rook-moves
        52 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((rook(m3, (((bit(m0) | bit(m1)) | t6) | t7)) & !(t6 | t7)))
        }
        // other-rook-cuts
        56 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((((steps(t4) & rook(m3, ((t5 | t6) | bit(m3)))) & !steps(t6)) & !(t4 | t5)))
        }
        // own-king-walk-own-rook
        57 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t4, steps(t5), !((steps(t6) | rook(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // own-king-walk-other-rook
        58 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(t6) | rook(m3, ((t5 | t6) | t7))) | (t4 | t5)))
        }
        // other-king-walk-own-rook
        60 => {
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
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    let t12 = steps(t4);
    let t13 = (t8 | t7);
    let t14 = rook(m1, t10);
    let t15 = rook(m1, t13);
    let t16 = steps(t6);
    let t17 = (t5 | t6);
    let t18 = (t17 | t7);
    let t20 = rook(m3, t18);
    let t21 = (t12 | t15);
    let t23 = (t16 | t20);
    if ((t7 & t21) & !t16) != 0 {
        let t11 = (t6 | t7);
        if ((t14 & t11) & !t23) != 0 {
            if corner(m2) > 0 {
                return false;
            }
            if parts(m3, m0, m2) > 0 {
                return false;
            }
            if offset(m2, m3) > 1 {
                return false;
            }
            let t62 = (t12 & !(t8 | t23));
            let t74 = (t11 | t21);
            let t76 = (t16 & !t74);
            let t77 = count(t76);
            if count((t62 | (steps(t62) & !(t23 | t8)))) <= 2 {
                return true;
            }
            if t77 > 0 {
                return false;
            }
            return further(74, m0, m1, m2, m3);
        }
        let t60 = (t8 | t23);
        let t99 = (t5 | 0);
        let t101 = (t10 & !t99);
        let t102 = rook(m2, t101);
        let t103 = (t14 & t102);
        let t104 = (t103 & !t60);
        let t105 = count(t104);
        if distance(m1, m2) > 1 {
            if t105 > 0 {
                return false;
            }
            if corner(m2) > 0 {
                return false;
            }
            return further(36, m0, m1, m2, m3);
        }
        let t84 = (t16 & t15);
        let t115 = (t84 & !t12);
        let t117 = (t115 & !t11);
        let t118 = count(t117);
        if distance(m1, m3) <= 1 {
            return further(20, m0, m1, m2, m3);
        }
        if t118 > 1 {
            return true;
        }
        return further(35, m0, m1, m2, m3);
    }
    let t60 = (t8 | t23);
    let t86 = (t14 & !t60);
    let t99 = (t5 | 0);
    let t101 = (t10 & !t99);
    let t102 = rook(m2, t101);
    let t106 = (t86 & t102);
    let t108 = (t10 & !t17);
    let t109 = rook(m3, t108);
    let t110 = (t106 & t109);
    let t111 = count(t110);
    if (t5 & t23) != 0 {
        let t19 = rook(m3, t10);
        let t38 = offset(m0, m3);
        if ((t19 & t8) & !t21) != 0 {
            if t38 > 1 {
                return true;
            }
            let t42 = offset(m1, m3);
            if t42 <= 0 {
                if distance(m0, m2) > 2 {
                    return true;
                }
                if distance(m0, m3) > 1 {
                    if edge(m2) > 0 {
                        return true;
                    }
                    return further(96, m0, m1, m2, m3);
                }
                if corner(m2) > 0 {
                    return false;
                }
                return further(95, m0, m1, m2, m3);
            }
            let t66 = (t23 | t8);
            if walk(t4, steps(t7), !t66) <= 1 {
                if distance(m1, m3) > 1 {
                    return true;
                }
                return further(71, m0, m1, m2, m3);
            }
            let t145 = steps(t5);
            let t146 = walk(t4, t145, !t66);
            if count((t19 & !((t6 | t7) | t21))) > 11 {
                return true;
            }
            if t146 <= 1 {
                return further(97, m0, m1, m2, m3);
            }
            if offset(m0, m1) > 1 {
                return false;
            }
            if t42 > 1 {
                return further(153, m0, m1, m2, m3);
            }
            return further(152, m0, m1, m2, m3);
        }
        if t38 <= 0 {
            if walk(t4, steps(t5), !(t23 | t8)) > 1 {
                let t42 = offset(m1, m3);
                if offset(m0, m1) > 0 {
                    return true;
                }
                if t42 > 0 {
                    return further(64, m0, m1, m2, m3);
                }
                return false;
            }
            if distance(m1, m2) > 2 {
                return true;
            }
            if ((t14 & t102) & !t60) != 0 {
                return true;
            }
            return further(63, m0, m1, m2, m3);
        }
        let t11 = (t6 | t7);
        let t34 = distance(m0, m2);
        let t74 = (t11 | t21);
        let t131 = (t7 | 0);
        let t133 = (t10 & !t131);
        let t134 = rook(m0, t133);
        let t135 = (t19 & t134);
        let t136 = (t135 & !t74);
        let t137 = count(t136);
        if t137 <= 0 {
            if distance(m0, m1) > 1 {
                return true;
            }
            if distance(m0, m3) > 1 {
                return further(66, m0, m1, m2, m3);
            }
            return further(65, m0, m1, m2, m3);
        }
        if t34 > 2 {
            return true;
        }
        if distance(m0, m1) <= 1 {
            if (((t16 & t15) & !t12) & !t11) != 0 {
                return true;
            }
            return further(93, m0, m1, m2, m3);
        }
        if t137 > 1 {
            return true;
        }
        if (((t12 & t20) & !t16) & !t8) != 0 {
            return true;
        }
        if parts(m2, m1, m3) > 0 {
            return further(149, m0, m1, m2, m3);
        }
        return true;
    }
    let t66 = (t23 | t8);
    let t149 = steps(t16);
    let t150 = walk(t4, t149, !t66);
    if t111 > 0 {
        let t43 = distance(m2, m3);
        if parts(m0, m3, m2) > 0 {
            if t43 > 2 {
                return false;
            }
            if count((t16 & !((t6 | t7) | t21))) > 3 {
                return true;
            }
            return further(43, m0, m1, m2, m3);
        }
        if t43 > 2 {
            if (t4 & t20) != 0 {
                return true;
            }
            return false;
        }
        let t37 = distance(m0, m3);
        if t37 > 3 {
            return true;
        }
        let t28 = edge(m2);
        if t37 <= 1 {
            return further(61, m0, m1, m2, m3);
        }
        if t28 > 0 {
            return true;
        }
        if offset(m0, m2) > 1 {
            return true;
        }
        return further(117, m0, m1, m2, m3);
    }
    if t150 > 5 {
        return true;
    }
    let t34 = distance(m0, m2);
    if t34 > 2 {
        let t41 = distance(m1, m3);
        let t72 = (t12 & t20);
        let t73 = count(t72);
        if offset(m1, m2) <= 0 {
            if distance(m2, m3) <= 2 {
                return true;
            }
            if walk(t4, steps(t7), !t66) <= 1 {
                return further(83, m0, m1, m2, m3);
            }
            if offset(m1, m3) > 0 {
                return true;
            }
            return false;
        }
        if t41 > 6 {
            if corner(m3) > 1 {
                if count((rook(m3, t10) & !(t6 | t7))) > 9 {
                    return true;
                }
                return further(116, m0, m1, m2, m3);
            }
            if parts(m3, m0, m2) > 0 {
                if count((((rook(m3, t10) & !(t6 | t7)) & t16) & !t15)) <= 2 {
                    return true;
                }
                if distance(m2, m3) > 3 {
                    return further(175, m0, m1, m2, m3);
                }
                return true;
            }
            if distance(m0, m3) > 3 {
                return true;
            }
            if count((((t14 & !t8) & t12) & !t20)) > 2 {
                return further(174, m0, m1, m2, m3);
            }
            return true;
        }
        if t73 <= 0 {
            return true;
        }
        if t34 > 3 {
            return true;
        }
        if t73 > 2 {
            return true;
        }
        if edge(m2) > 0 {
            return true;
        }
        let t43 = distance(m2, m3);
        if t43 > 4 {
            return true;
        }
        if parts(m2, m1, m0) > 0 {
            return true;
        }
        if lead(distance(m0, m3), t43) <= 7 {
            let t62 = (t12 & !t60);
            if count((t62 | (steps(t62) & !t66))) > 9 {
                return further(270, m0, m1, m2, m3);
            }
            return true;
        }
        if edge(m0) > 0 {
            return true;
        }
        if count(((t14 & t102) & !t60)) > 1 {
            return further(283, m0, m1, m2, m3);
        }
        return further(282, m0, m1, m2, m3);
    }
    let t11 = (t6 | t7);
    let t74 = (t11 | t21);
    let t76 = (t16 & !t74);
    let t77 = count(t76);
    if t77 <= 2 {
        let t84 = (t16 & t15);
        if t84 != 0 {
            let t72 = (t12 & t20);
            let t73 = count(t72);
            if ((t84 & !t12) & !t11) == 0 {
                return further(77, m0, m1, m2, m3);
            }
            if t73 <= 0 {
                return true;
            }
            let t62 = (t12 & !t60);
            if count((t62 | (steps(t62) & !t66))) > 10 {
                return true;
            }
            let t37 = distance(m0, m3);
            if t62 == 0 {
                return further(162, m0, m1, m2, m3);
            }
            if t37 > 2 {
                if count((rook(m3, t10) & !t11)) > 10 {
                    return true;
                }
                return further(220, m0, m1, m2, m3);
            }
            if parts(m0, m1, m3) <= 0 {
                return true;
            }
            if t37 > 1 {
                return further(243, m0, m1, m2, m3);
            }
            return further(242, m0, m1, m2, m3);
        }
        if count((rook(m3, t10) & !t11)) <= 13 {
            let t72 = (t12 & t20);
            if t77 <= 1 {
                if count(t72) > 2 {
                    return further(126, m0, m1, m2, m3);
                }
                return further(125, m0, m1, m2, m3);
            }
            let t78 = (t21 | t11);
            let t147 = steps(t7);
            let t152 = walk(t6, t147, !t78);
            if count(((t72 & !t16) & !t8)) > 2 {
                return false;
            }
            if t152 > 2 {
                return true;
            }
            let t41 = distance(m1, m3);
            if corner(m3) <= 0 {
                return further(186, m0, m1, m2, m3);
            }
            if t41 > 6 {
                return further(216, m0, m1, m2, m3);
            }
            return true;
        }
        let t35 = offset(m0, m2);
        if offset(m0, m3) <= 0 {
            return true;
        }
        if t35 > 1 {
            return true;
        }
        if offset(m1, m2) <= 1 {
            return further(158, m0, m1, m2, m3);
        }
        let t51 = parts(m2, m1, m0);
        let t62 = (t12 & !t60);
        let t72 = (t12 & t20);
        let t142 = (t72 & !t16);
        let t143 = (t142 & !t8);
        let t144 = count(t143);
        if count((t62 | (steps(t62) & !t66))) <= 2 {
            return further(189, m0, m1, m2, m3);
        }
        if t51 > 0 {
            return true;
        }
        if t144 <= 1 {
            return false;
        }
        if offset(m2, m3) > 1 {
            return false;
        }
        return further(262, m0, m1, m2, m3);
    }
    let t38 = offset(m0, m3);
    if t38 > 1 {
        let t147 = steps(t7);
        let t148 = walk(t4, t147, !t66);
        if ((t14 & t102) & !t60) == 0 {
            if count((t12 & !t60)) <= 1 {
                return further(110, m0, m1, m2, m3);
            }
            if t148 > 1 {
                return true;
            }
            return further(140, m0, m1, m2, m3);
        }
        if t148 > 3 {
            return true;
        }
        if distance(m1, m3) <= 6 {
            return true;
        }
        if parts(m0, m3, m2) > 0 {
            return true;
        }
        return further(172, m0, m1, m2, m3);
    }
    let t43 = distance(m2, m3);
    let t62 = (t12 & !t60);
    let t68 = steps(t62);
    let t69 = (t68 & !t66);
    let t70 = (t62 | t69);
    let t71 = count(t70);
    if distance(m0, m3) <= 1 {
        if distance(m1, m2) <= 2 {
            return true;
        }
        if parts(m0, m1, m2) <= 0 {
            return further(132, m0, m1, m2, m3);
        }
        if t38 <= 0 {
            return true;
        }
        if count(t86) > 10 {
            return further(195, m0, m1, m2, m3);
        }
        return true;
    }
    if t71 <= 1 {
        if (t4 & t20) != 0 {
            return further(135, m0, m1, m2, m3);
        }
        return further(134, m0, m1, m2, m3);
    }
    if t43 <= 2 {
        if walk(t6, steps(t7), !(t21 | t11)) <= 4 {
            return true;
        }
        if distance(m1, m3) > 5 {
            return further(198, m0, m1, m2, m3);
        }
        return true;
    }
    if (((rook(m3, t10) & !t11) & t16) & !t15) == 0 {
        let t89 = (t14 & !t8);
        let t90 = (t89 & t12);
        let t92 = (t90 & !t20);
        let t93 = count(t92);
        if count(t89) <= 10 {
            if parts(m1, m2, m3) > 0 {
                return true;
            }
            return further(227, m0, m1, m2, m3);
        }
        if t93 <= 2 {
            return true;
        }
        if distance(m1, m3) > 5 {
            return further(249, m0, m1, m2, m3);
        }
        return true;
    }
    if parts(m2, m1, m3) <= 0 {
        return true;
    }
    let t72 = (t12 & t20);
    let t73 = count(t72);
    if offset(m2, m3) <= 0 {
        return further(229, m0, m1, m2, m3);
    }
    if t73 <= 2 {
        return true;
    }
    if t77 > 4 {
        return true;
    }
    if parts(m0, m1, m3) <= 0 {
        return true;
    }
    if offset(m1, m2) > 1 {
        return further(290, m0, m1, m2, m3);
    }
    if count(t62) > 1 {
        return true;
    }
    return false;
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
