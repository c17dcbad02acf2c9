//! KQKQ: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  17905216
//! draws      10349776
//! spotted    10349776 (100.000 %)
//! incorrect  0
//! size       1031 leaves, 1750 bytes packed
//! features   69
//! table      xxh3 2c1d5d2dde6f0eed
//! command    drawproof mine KQKQ --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KQKQ";
/// Leaves of the tree.
pub const LEAVES: usize = 1031;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 1750;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 10349776;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 10349776;

/// The question of each branch.
static QUESTIONS: [u8; 1030] = [
    78, 124, 180, 42, 180, 124, 205, 211, 39, 126, 43, 193, 50, 209, 12, 39, 48, 118, 40, 178,
    178, 177, 12, 43, 101, 54, 79, 91, 12, 12, 39, 208, 192, 162, 162, 88, 87, 39, 51, 60, 105,
    90, 163, 9, 179, 120, 12, 12, 21, 21, 149, 117, 39, 125, 42, 129, 126, 128, 181, 39, 82,
    139, 16, 39, 127, 137, 179, 211, 54, 211, 93, 211, 121, 13, 118, 15, 170, 39, 137, 18, 21,
    162, 21, 51, 65, 56, 101, 3, 30, 196, 168, 21, 207, 200, 39, 150, 107, 7, 45, 107, 112, 56,
    22, 42, 171, 101, 212, 15, 207, 167, 56, 143, 39, 18, 209, 81, 208, 124, 105, 137, 86, 170,
    144, 0, 82, 44, 1, 56, 178, 6, 61, 34, 57, 33, 65, 108, 113, 13, 6, 211, 206, 139, 82, 40,
    22, 111, 172, 80, 104, 194, 87, 198, 31, 79, 138, 114, 33, 181, 9, 39, 59, 10, 126, 126,
    118, 76, 211, 44, 39, 43, 39, 50, 15, 152, 101, 136, 103, 73, 171, 89, 121, 74, 13, 41, 44,
    57, 26, 24, 57, 104, 204, 91, 16, 142, 147, 95, 139, 21, 105, 104, 50, 113, 187, 109, 167,
    21, 81, 83, 106, 15, 57, 101, 93, 16, 42, 27, 150, 149, 100, 15, 18, 207, 118, 10, 94, 118,
    26, 153, 172, 60, 43, 170, 119, 64, 173, 137, 101, 113, 16, 102, 30, 147, 58, 4, 33, 6, 34,
    29, 166, 54, 11, 5, 26, 1, 153, 92, 5, 104, 48, 12, 106, 21, 81, 12, 104, 111, 183, 108,
    208, 162, 147, 45, 22, 38, 40, 45, 57, 49, 25, 73, 79, 130, 120, 189, 12, 195, 119, 167, 5,
    127, 41, 129, 75, 29, 207, 115, 127, 0, 46, 76, 117, 137, 15, 15, 170, 193, 60, 158, 82, 74,
    16, 171, 63, 101, 174, 57, 175, 187, 189, 15, 41, 4, 75, 177, 58, 86, 196, 101, 101, 179,
    12, 196, 153, 162, 12, 106, 85, 101, 37, 12, 80, 39, 56, 41, 42, 57, 153, 49, 96, 68, 18,
    49, 16, 132, 177, 80, 177, 113, 151, 122, 17, 70, 168, 88, 135, 23, 208, 9, 195, 106, 34,
    163, 189, 16, 147, 6, 0, 20, 172, 111, 69, 164, 61, 156, 90, 21, 156, 29, 90, 77, 26, 101,
    34, 9, 160, 52, 167, 37, 5, 183, 15, 116, 27, 75, 93, 59, 120, 32, 165, 176, 46, 102, 13,
    132, 4, 113, 30, 12, 85, 61, 61, 8, 62, 5, 108, 9, 133, 33, 79, 18, 183, 0, 21, 107, 59, 1,
    207, 83, 56, 140, 29, 21, 95, 16, 204, 190, 192, 122, 109, 83, 5, 203, 123, 118, 54, 70,
    162, 110, 153, 58, 190, 2, 18, 8, 118, 66, 174, 89, 21, 1, 5, 5, 89, 204, 167, 172, 159,
    105, 1, 85, 137, 105, 7, 7, 82, 31, 63, 104, 82, 13, 140, 196, 21, 101, 80, 47, 196, 95,
    207, 42, 51, 83, 85, 12, 152, 140, 75, 171, 0, 1, 129, 182, 5, 17, 35, 83, 201, 80, 16, 18,
    107, 108, 129, 62, 96, 94, 171, 213, 56, 186, 155, 158, 79, 53, 129, 114, 198, 167, 197,
    133, 73, 33, 73, 13, 60, 34, 3, 44, 191, 176, 127, 11, 54, 126, 56, 160, 194, 162, 5, 105,
    58, 17, 0, 147, 60, 162, 111, 16, 42, 116, 22, 86, 148, 197, 200, 119, 11, 60, 163, 22, 61,
    101, 101, 162, 209, 51, 101, 154, 13, 141, 92, 83, 45, 5, 107, 105, 50, 187, 71, 171, 147,
    66, 138, 174, 184, 11, 48, 135, 50, 5, 83, 5, 80, 86, 46, 194, 101, 145, 4, 75, 29, 5, 5,
    11, 9, 12, 73, 129, 60, 6, 74, 2, 34, 162, 155, 34, 33, 77, 70, 29, 9, 60, 11, 71, 162, 27,
    7, 179, 34, 70, 71, 31, 171, 26, 105, 105, 5, 83, 82, 8, 10, 38, 110, 7, 92, 183, 56, 42,
    57, 153, 185, 149, 80, 171, 87, 80, 84, 35, 7, 29, 10, 57, 77, 202, 5, 80, 49, 18, 80, 158,
    171, 156, 35, 191, 89, 6, 5, 148, 17, 103, 70, 33, 148, 80, 158, 17, 58, 41, 57, 102, 176,
    192, 0, 75, 8, 19, 171, 6, 83, 175, 22, 60, 160, 33, 76, 171, 1, 26, 60, 8, 172, 5, 191, 6,
    7, 108, 126, 197, 22, 110, 89, 53, 47, 34, 42, 91, 3, 0, 199, 24, 90, 55, 86, 161, 73, 73,
    162, 59, 35, 84, 21, 23, 18, 158, 11, 18, 131, 108, 16, 125, 63, 23, 44, 194, 80, 92, 35,
    45, 148, 33, 97, 10, 53, 67, 60, 46, 29, 199, 174, 10, 61, 54, 13, 110, 31, 0, 21, 16, 50,
    4, 52, 162, 66, 23, 201, 1, 164, 57, 74, 172, 105, 171, 164, 6, 50, 31, 26, 12, 46, 127, 61,
    157, 28, 28, 138, 91, 84, 51, 188, 3, 192, 89, 5, 6, 121, 64, 147, 70, 56, 6, 79, 146, 6,
    169, 11, 42, 60, 61, 61, 194, 101, 45, 67, 73, 20, 66, 13, 201, 68, 29, 9, 34, 86, 172, 171,
    171, 160, 75, 159, 5, 172, 77, 192, 175, 80, 179, 38, 137, 91, 120, 139, 33, 84, 34, 102,
    110, 66, 173, 148, 18, 162, 22, 160, 129, 113, 94, 29, 76, 20, 144, 68, 89, 31, 172, 33, 11,
    204, 113, 17, 1, 20, 122, 110, 18, 50, 11, 24, 10, 41, 50, 142, 50, 99, 61, 148, 1, 52, 73,
    27, 200, 18, 154, 5, 36, 68, 138, 5, 122, 11, 213, 93, 173, 160, 213, 162, 134, 61, 98, 10,
    35, 189, 71, 66, 197, 82, 9, 156, 179, 29, 36, 25, 26, 16, 146, 87, 87, 28, 20, 22, 22, 71,
    209, 189, 33, 73, 15, 173, 173, 61, 60, 11, 2, 57, 162, 50, 172, 74, 30, 6, 210, 73, 32, 6,
    7, 34, 9, 11, 110, 45, 202, 11, 7, 14, 34, 70, 36, 111, 32, 23, 165, 173, 9, 122, 26, 207,
    158, 157, 26, 102, 7, 70, 9, 160, 5, 207, 110, 110, 72, 24, 74,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 214] = [
    0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 3, 4, 5, 0, 1,
    2, 3, 0, 1, 2, 3, 4, 5, 2, 3, 0, 1, 1, 2, 3, 4, 5, 1, 2, 1, 2, 3, 2, 3, 5, 0, 1, 2, 0, 1, 2,
    3, 4, 5, 2, 3, 5, 6, 0, 1, 2, 3, 1, 2, 3, 4, 5, 1, 2, 3, 5, 0, 1, 2, 0, 1, 2, 5, 6, 7, 8, 9,
    6, 7, 8, 9, 10, 6, 7, 8, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 2, 3, 4,
    5, 0, 1, 2, 3, 4, 5, 6, 10, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 7, 8, 10, 0,
    1, 3, 7, 10, 11, 12, 13, 14, 17, 0, 1, 2, 3, 14, 16, 19, 22, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0,
    0, 0, 0, 1, 6, 7, 9, 10, 13, 14, 15, 16, 0, 1, 2, 10, 17, 19, 23, 1, 2, 3, 4, 6, 0, 0, 0, 0,
    1, 1, 3, 1, 1, 4,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x09250a8221249248, 0x3056df6421244222, 0x017e0c4409008210, 0x00000000001af089,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 18, 42, 58,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 33] = [
    0xcff7fd5ed7fd7fff, 0x7de55d97fffffdeb, 0xc39755c8f5cb756d, 0x3ad31db5775555df,
    0xde6477f57c59ad11, 0xd79616cdd5d51df7, 0x7d158ed6567df9b7, 0x776c0c252dfe5670,
    0x81940e5f7a9557ff, 0x0806f85a44a0927e, 0xd857766fff5ffda5, 0x3898169d69ff5d89,
    0xb9ea65ebf4d00131, 0x7bdd879e152b4559, 0xee05c90221779daa, 0xeaff155bf45588b3,
    0xaa524599da6a5d63, 0xa549dedd6604103d, 0x907da2245eb767ac, 0x1828e8c012c9aa95,
    0x4c294095b2e4d240, 0xf447376c10767ea4, 0xaaf93da93009f3a8, 0xaea813817a856743,
    0x948063e218648e65, 0x15660a2656518909, 0xd802a9480040ee76, 0xd3a2a932192aa129,
    0xfb64140da0a21ad3, 0x800648d0d51dc020, 0x14846c7998c61280, 0x00b0ca003108cb28,
    0x0000000000000041,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 33] = [
    0, 53, 103, 140, 179, 216, 255, 295, 328, 364, 389, 434, 468, 500, 535, 565, 602, 634, 664,
    697, 721, 745, 778, 810, 839, 864, 888, 911, 938, 966, 986, 1009, 1027,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 17] = [
    0xe7f977627b7fc5b3, 0xc35077d3f7f37653, 0xfff965d173bf4faf, 0xdad63092d6ed7b3f,
    0xb99ac51af3f1fa7f, 0xab91e7db9f59fff9, 0x7b7dfeabfaec76a3, 0xcdefe5f5d6327333,
    0x4af324e92d6d1bf4, 0xf36ad6abdeea26ad, 0x942ce4befebab14c, 0xd4ebd21bb5aa578a,
    0x7aa4529eaaa4d65b, 0x9baa6a32d7917d69, 0x2adb6a534b5543b2, 0x932a499a4eb0d34b,
    0x000000000000004d,
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
        // own-queen-edge
        2 => edge(m1),
        // own-queen-corner
        3 => corner(m1),
        // other-king-edge
        4 => edge(m2),
        // other-king-corner
        5 => corner(m2),
        // other-queen-edge
        6 => edge(m3),
        // other-queen-corner
        7 => corner(m3),
        // own-king-own-queen-distance
        8 => distance(m0, m1),
        // own-king-own-queen-offset
        9 => offset(m0, m1),
        // own-king-own-queen-slant
        10 => slant(m0, m1),
        // own-king-other-king-distance
        11 => distance(m0, m2),
        // own-king-other-king-offset
        12 => offset(m0, m2),
        // own-king-other-queen-distance
        13 => distance(m0, m3),
        // own-king-other-queen-offset
        14 => offset(m0, m3),
        // own-king-other-queen-slant
        15 => slant(m0, m3),
        // own-queen-other-king-distance
        16 => distance(m1, m2),
        // own-queen-other-king-offset
        17 => offset(m1, m2),
        // own-queen-other-king-slant
        18 => slant(m1, m2),
        // own-queen-other-queen-distance
        19 => distance(m1, m3),
        // own-queen-other-queen-offset
        20 => offset(m1, m3),
        // own-queen-other-queen-slant
        21 => slant(m1, m3),
        // other-king-other-queen-distance
        22 => distance(m2, m3),
        // other-king-other-queen-offset
        23 => offset(m2, m3),
        // other-king-other-queen-slant
        24 => slant(m2, m3),
        // race-own-queen
        25 => lead(distance(m0, m1), distance(m2, m1)),
        // race-other-queen
        26 => lead(distance(m0, m3), distance(m2, m3)),
        // race-edge
        27 => lead(edge(m0), edge(m2)),
        // own-queen-parts-kings
        28 => parts(m1, m0, m2),
        // own-king-parts-own-queen
        29 => parts(m0, m1, m2),
        // other-king-parts-own-queen
        30 => parts(m2, m1, m0),
        // other-queen-parts-kings
        31 => parts(m3, m0, m2),
        // own-king-parts-other-queen
        32 => parts(m0, m3, m2),
        // other-king-parts-other-queen
        33 => parts(m2, m3, m0),
        // own-king-parts-own-queen-other-queen
        34 => parts(m0, m1, m3),
        // own-queen-parts-own-king-other-queen
        35 => parts(m1, m0, m3),
        // other-queen-parts-own-king-own-queen
        36 => parts(m3, m0, m1),
        // other-king-parts-own-queen-other-queen
        37 => parts(m2, m1, m3),
        // own-queen-parts-other-king-other-queen
        38 => parts(m1, m2, m3),
        // other-queen-parts-other-king-own-queen
        39 => parts(m3, m2, m1),
        // own-king-flights
        40 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t22 = ((t5 | t6) | bit(m3));
            count((steps(t4) & !((t4 | t5) | (steps(t6) | (rook(m3, t22) | bishop(m3, t22))))))
        }
        // own-king-in-check
        41 => {
            let t22 = ((bit(m1) | bit(m2)) | bit(m3));
            any((bit(m0) & (rook(m3, t22) | bishop(m3, t22))))
        }
        // own-king-room
        42 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t8 = (t4 | t5);
            let t22 = ((t5 | t6) | bit(m3));
            let t31 = (steps(t6) | (rook(m3, t22) | bishop(m3, t22)));
            let t75 = (steps(t4) & !(t8 | t31));
            count((t75 | (steps(t75) & !(t31 | t8))))
        }
        // own-king-ring
        43 => {
            let t22 = ((bit(m1) | bit(m2)) | bit(m3));
            count((steps(bit(m0)) & (rook(m3, t22) | bishop(m3, t22))))
        }
        // other-king-flights
        44 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // other-king-room
        45 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t13 = ((t4 | bit(m1)) | t7);
            let t29 = (steps(t4) | (rook(m1, t13) | bishop(m1, t13)));
            let t89 = (steps(t6) & !(t11 | t29));
            count((t89 | (steps(t89) & !(t29 | t11))))
        }
        // other-king-ring
        46 => {
            let t13 = ((bit(m0) | bit(m1)) | bit(m3));
            count((steps(bit(m2)) & (rook(m1, t13) | bishop(m1, t13))))
        }
        // own-queen-safe-moves
        47 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            count(((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | (rook(m3, t22) | bishop(m3, t22))))))
        }
        // own-queen-kept-moves
        48 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | t5);
            let t10 = ((t8 | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            count(((((rook(m1, t10) | bishop(m1, t10)) & !t8) & steps(t4)) & !(rook(m3, t22) | bishop(m3, t22))))
        }
        // own-queen-moves
        49 => {
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | bit(m2)) | bit(m3));
            count(((rook(m1, t10) | bishop(m1, t10)) & !t8))
        }
        // own-queen-takes
        50 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | t5) | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            count((((rook(m1, t10) | bishop(m1, t10)) & (t6 | t7)) & !(steps(t6) | (rook(m3, t22) | bishop(m3, t22)))))
        }
        // own-queen-safe-checks
        51 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            let t114 = (t10 & !(t5 | 0));
            count((((rook(m1, t10) | bishop(m1, t10)) & (rook(m2, t114) | bishop(m2, t114))) & !(t8 | (steps(t6) | (rook(m3, t22) | bishop(m3, t22))))))
        }
        // own-queen-other-queen-forks
        52 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t21 = (t5 | t6);
            let t22 = (t21 | t7);
            let t114 = (t10 & !(t5 | 0));
            let t123 = (t10 & !t21);
            count(((((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | (rook(m3, t22) | bishop(m3, t22))))) & (rook(m2, t114) | bishop(m2, t114))) & (rook(m3, t123) | bishop(m3, t123))))
        }
        // own-queen-other-queen-hits
        53 => {
            let t7 = bit(m3);
            let t13 = ((bit(m0) | bit(m1)) | t7);
            any(((rook(m1, t13) | bishop(m1, t13)) & t7))
        }
        // own-queen-other-queen-lined-up
        54 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t132 = ((((bit(m0) | t5) | t6) | bit(m3)) & !t5);
            any(((rook(m3, t132) | bishop(m3, t132)) & t6))
        }
        // own-queen-cuts
        57 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((((steps(t6) & (rook(m1, t13) | bishop(m1, t13))) & !steps(t4)) & !(t6 | t7)))
        }
        // other-queen-safe-moves
        58 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            count(((rook(m3, t10) | bishop(m3, t10)) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // other-queen-kept-moves
        59 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            count(((((rook(m3, t10) | bishop(m3, t10)) & !(t6 | t7)) & steps(t6)) & !(rook(m1, t13) | bishop(m1, t13))))
        }
        // other-queen-moves
        60 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | bit(m1)) | t6) | t7);
            count(((rook(m3, t10) | bishop(m3, t10)) & !(t6 | t7)))
        }
        // other-queen-safe-checks
        61 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            let t163 = (t10 & !(t7 | 0));
            count((((rook(m3, t10) | bishop(m3, t10)) & (rook(m0, t163) | bishop(m0, t163))) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // other-queen-own-queen-forks
        62 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            let t163 = (t10 & !(t7 | 0));
            let t173 = (t10 & !(t7 | t4));
            count(((((rook(m3, t10) | bishop(m3, t10)) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))) & (rook(m0, t163) | bishop(m0, t163))) & (rook(m1, t173) | bishop(m1, t173))))
        }
        // other-queen-discovers
        64 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((t4 | bit(m1)) | t6) | t7);
            let t184 = (t10 & !(t6 | t7));
            any((((rook(m3, t184) | bishop(m3, t184)) & t4) & !(rook(m3, t10) | bishop(m3, t10))))
        }
        // other-queen-cuts
        65 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t22 = ((t5 | t6) | bit(m3));
            count((((steps(t4) & (rook(m3, t22) | bishop(m3, t22))) & !steps(t6)) & !(t4 | t5)))
        }
        // own-king-walk-own-queen
        66 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t22 = ((t5 | t6) | bit(m3));
            walk(t4, steps(t5), !((steps(t6) | (rook(m3, t22) | bishop(m3, t22))) | (t4 | t5)))
        }
        // own-king-walk-kings
        67 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t20 = steps(t6);
            let t22 = ((t5 | t6) | bit(m3));
            walk(t4, steps(t20), !((t20 | (rook(m3, t22) | bishop(m3, t22))) | (t4 | t5)))
        }
        // other-king-walk-other-queen
        _ => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            walk(t6, steps(t7), !((steps(t4) | (rook(m1, t13) | bishop(m1, t13))) | (t6 | t7)))
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
    let mut set = colour[first] & kind[4];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[4];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t8 = (t4 | t5);
    let t20 = steps(t6);
    let t21 = (t5 | t6);
    let t22 = (t21 | t7);
    let t26 = rook(m3, t22);
    let t27 = bishop(m3, t22);
    let t28 = (t26 | t27);
    let t31 = (t20 | t28);
    let t54 = distance(m2, m3);
    let t138 = (t5 & t31);
    let t139 = any(t138);
    if t54 <= 1 {
        if (t4 & t28) != 0 {
            if t139 > 0 {
                if distance(m0, m3) <= 1 {
                    return further(19, m0, m1, m2, m3);
                }
                let t13 = (t8 | t7);
                if ((rook(m1, t13) | bishop(m1, t13)) & t7) != 0 {
                    return true;
                }
                return further(34, m0, m1, m2, m3);
            }
            let t12 = steps(t4);
            let t43 = distance(m0, m2);
            let t73 = (t8 | t31);
            let t75 = (t12 & !t73);
            let t79 = (t31 | t8);
            let t81 = steps(t75);
            let t82 = (t81 & !t79);
            let t83 = (t75 | t82);
            let t84 = count(t83);
            if t84 <= 2 {
                return further(17, m0, m1, m2, m3);
            }
            if t43 > 3 {
                return true;
            }
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            if ((((rook(m3, t10) | bishop(m3, t10)) & !(t6 | t7)) & t20) & !(rook(m1, t13) | bishop(m1, t13))) == 0 {
                return further(54, m0, m1, m2, m3);
            }
            if t84 > 5 {
                return true;
            }
            return further(92, m0, m1, m2, m3);
        }
        if offset(m0, m2) > 1 {
            if distance(m0, m2) > 2 {
                return true;
            }
            if offset(m0, m3) > 1 {
                return further(29, m0, m1, m2, m3);
            }
            return true;
        }
        if walk(t4, steps(t20), !(t31 | t8)) > 1 {
            return true;
        }
        if distance(m0, m2) > 2 {
            if edge(m2) <= 0 {
                return further(48, m0, m1, m2, m3);
            }
            if corner(m3) > 0 {
                return true;
            }
            return further(85, m0, m1, m2, m3);
        }
        if lead(distance(m0, m1), distance(m2, m1)) > 8 {
            return further(47, m0, m1, m2, m3);
        }
        if edge(m2) <= 0 {
            return further(79, m0, m1, m2, m3);
        }
        if corner(m3) > 0 {
            return true;
        }
        return false;
    }
    if t139 > 0 {
        let t12 = steps(t4);
        let t13 = (t8 | t7);
        let t17 = rook(m1, t13);
        let t18 = bishop(m1, t13);
        let t19 = (t17 | t18);
        let t29 = (t12 | t19);
        let t36 = edge(m2);
        if ((t7 & t29) & !t20) == 0 {
            if walk(t4, steps(t5), !(t31 | t8)) > 1 {
                return false;
            }
            if distance(m1, m2) > 3 {
                return true;
            }
            return further(43, m0, m1, m2, m3);
        }
        if t36 > 0 {
            return false;
        }
        if t54 <= 2 {
            let t9 = (t8 | t6);
            let t10 = (t9 | t7);
            let t132 = (t10 & !t5);
            if ((rook(m3, t132) | bishop(m3, t132)) & t6) != 0 {
                if (((rook(m1, t10) | bishop(m1, t10)) & (t6 | t7)) & !t31) != 0 {
                    return false;
                }
                return further(119, m0, m1, m2, m3);
            }
            let t64 = parts(m3, m0, m2);
            if corner(m2) <= 0 {
                return further(117, m0, m1, m2, m3);
            }
            if t64 > 0 {
                return false;
            }
            return further(170, m0, m1, m2, m3);
        }
        if count((t12 & !(t8 | t31))) > 2 {
            let t11 = (t6 | t7);
            let t87 = (t11 | t29);
            let t89 = (t20 & !t87);
            let t91 = (t29 | t11);
            let t93 = steps(t89);
            let t94 = (t93 & !t91);
            let t95 = (t89 | t94);
            let t96 = count(t95);
            if t89 == 0 {
                return further(121, m0, m1, m2, m3);
            }
            if t96 > 2 {
                return false;
            }
            if (t20 & t19) != 0 {
                return false;
            }
            return further(234, m0, m1, m2, m3);
        }
        if distance(m0, m2) > 2 {
            return false;
        }
        if slant(m2, m3) <= 1 {
            return further(171, m0, m1, m2, m3);
        }
        if corner(m2) > 0 {
            return false;
        }
        return further(233, m0, m1, m2, m3);
    }
    if (t4 & t28) != 0 {
        if slant(m0, m3) <= 1 {
            let t45 = distance(m0, m3);
            if t45 <= 1 {
                if slant(m1, m2) > 1 {
                    let t132 = (((t8 | t6) | t7) & !t5);
                    if ((rook(m3, t132) | bishop(m3, t132)) & t6) == 0 {
                        return false;
                    }
                    if corner(m2) > 0 {
                        return false;
                    }
                    return further(155, m0, m1, m2, m3);
                }
                let t11 = (t6 | t7);
                let t12 = steps(t4);
                let t13 = (t8 | t7);
                let t17 = rook(m1, t13);
                let t18 = bishop(m1, t13);
                let t19 = (t17 | t18);
                let t29 = (t12 | t19);
                let t91 = (t29 | t11);
                let t196 = steps(t7);
                let t199 = walk(t6, t196, !t91);
                if (t20 & !(t11 | t29)) == 0 {
                    return further(105, m0, m1, m2, m3);
                }
                if t199 > 1 {
                    return false;
                }
                return further(154, m0, m1, m2, m3);
            }
            if parts(m3, m0, m2) > 0 {
                if distance(m1, m2) > 3 {
                    return true;
                }
                let t10 = ((t8 | t6) | t7);
                if count(((rook(m1, t10) | bishop(m1, t10)) & !t8)) > 16 {
                    return true;
                }
                return further(158, m0, m1, m2, m3);
            }
            if walk(t4, steps(t20), !(t31 | t8)) > 1 {
                return true;
            }
            let t9 = (t8 | t6);
            let t10 = (t9 | t7);
            let t12 = steps(t4);
            let t14 = rook(m1, t10);
            let t15 = bishop(m1, t10);
            let t16 = (t14 | t15);
            let t142 = (t10 & !t8);
            let t143 = rook(m1, t142);
            let t144 = bishop(m1, t142);
            let t145 = (t143 | t144);
            let t146 = (t145 & t6);
            let t147 = (t146 & !t16);
            let t148 = any(t147);
            if (((t12 & t28) & !t20) & !t8) == 0 {
                return further(156, m0, m1, m2, m3);
            }
            let t59 = lead(t45, t54);
            if t148 > 0 {
                return further(213, m0, m1, m2, m3);
            }
            if t59 <= 6 {
                return true;
            }
            let t13 = (t8 | t7);
            if count(((rook(m3, t10) | bishop(m3, t10)) & !((t6 | t7) | (t12 | (rook(m1, t13) | bishop(m1, t13)))))) > 14 {
                return further(362, m0, m1, m2, m3);
            }
            return true;
        }
        if parts(m1, m0, m2) > 0 {
            let t10 = ((t8 | t6) | t7);
            let t12 = steps(t4);
            if count(((((rook(m1, t10) | bishop(m1, t10)) & !t8) & t12) & !t28)) <= 1 {
                if walk(t4, steps(t20), !(t31 | t8)) > 1 {
                    return true;
                }
                if edge(m3) > 0 {
                    return true;
                }
                return further(163, m0, m1, m2, m3);
            }
            let t73 = (t8 | t31);
            let t75 = (t12 & !t73);
            let t76 = count(t75);
            if t76 > 3 {
                if t54 <= 5 {
                    return true;
                }
                if walk(t4, steps(t20), !(t31 | t8)) > 1 {
                    return true;
                }
                return further(227, m0, m1, m2, m3);
            }
            if walk(t4, steps(t5), !(t31 | t8)) > 1 {
                return further(165, m0, m1, m2, m3);
            }
            if t76 > 0 {
                return true;
            }
            return further(224, m0, m1, m2, m3);
        }
        if lead(distance(m0, m1), distance(m2, m1)) > 7 {
            if lead(distance(m0, m3), t54) <= 6 {
                let t11 = (t6 | t7);
                let t13 = (t8 | t7);
                let t29 = (steps(t4) | (rook(m1, t13) | bishop(m1, t13)));
                let t89 = (t20 & !(t11 | t29));
                if count((t89 | (steps(t89) & !(t29 | t11)))) > 1 {
                    return true;
                }
                return further(161, m0, m1, m2, m3);
            }
            if distance(m0, m2) > 2 {
                return true;
            }
            let t12 = steps(t4);
            let t75 = (t12 & !(t8 | t31));
            if count((t75 | (steps(t75) & !(t31 | t8)))) <= 2 {
                return further(220, m0, m1, m2, m3);
            }
            let t53 = slant(m1, m3);
            if (((t12 & t28) & !t20) & !t8) == 0 {
                return further(291, m0, m1, m2, m3);
            }
            if t53 > 3 {
                return further(371, m0, m1, m2, m3);
            }
            return true;
        }
        let t79 = (t31 | t8);
        if walk(t4, steps(t20), !t79) > 1 {
            return true;
        }
        let t32 = edge(m0);
        let t36 = edge(m2);
        let t50 = slant(m1, m2);
        let t60 = lead(t32, t36);
        if offset(m1, m2) <= 0 {
            return further(159, m0, m1, m2, m3);
        }
        if t50 <= 0 {
            return further(217, m0, m1, m2, m3);
        }
        if t60 > 8 {
            return true;
        }
        let t35 = corner(m1);
        let t75 = (steps(t4) & !(t8 | t31));
        if count((t75 | (steps(t75) & !t79))) <= 3 {
            return further(366, m0, m1, m2, m3);
        }
        if t35 > 0 {
            return true;
        }
        return further(454, m0, m1, m2, m3);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    let t11 = (t6 | t7);
    let t13 = (t8 | t7);
    let t17 = rook(m1, t13);
    let t18 = bishop(m1, t13);
    let t19 = (t17 | t18);
    let t23 = rook(m3, t10);
    let t24 = bishop(m3, t10);
    let t25 = (t23 | t24);
    let t155 = (t25 & !t11);
    if count(((t155 & t20) & !t19)) > 1 {
        if edge(m2) > 0 {
            if slant(m0, m3) > 2 {
                let t73 = (t8 | t31);
                let t75 = (steps(t4) & !t73);
                if count((t75 | (steps(t75) & !(t31 | t8)))) > 3 {
                    return true;
                }
                let t114 = (t10 & !(t5 | 0));
                if (((rook(m1, t10) | bishop(m1, t10)) & (rook(m2, t114) | bishop(m2, t114))) & !t73) != 0 {
                    return true;
                }
                return further(152, m0, m1, m2, m3);
            }
            if distance(m0, m2) > 2 {
                return true;
            }
            if offset(m0, m2) > 1 {
                return true;
            }
            if count(t155) > 23 {
                return true;
            }
            if offset(m2, m3) > 1 {
                return true;
            }
            if offset(m0, m3) > 2 {
                return further(359, m0, m1, m2, m3);
            }
            let t29 = (steps(t4) | t19);
            let t89 = (t20 & !(t11 | t29));
            if count((t89 | (steps(t89) & !(t29 | t11)))) > 10 {
                return true;
            }
            if corner(m3) > 0 {
                return further(526, m0, m1, m2, m3);
            }
            return further(525, m0, m1, m2, m3);
        }
        if distance(m0, m2) <= 2 {
            if count((t20 & !(t11 | (steps(t4) | t19)))) <= 2 {
                if parts(m2, m3, m0) > 0 {
                    return further(147, m0, m1, m2, m3);
                }
                return further(146, m0, m1, m2, m3);
            }
            if parts(m3, m0, m1) > 1 {
                return true;
            }
            if parts(m2, m1, m0) > 0 {
                return further(203, m0, m1, m2, m3);
            }
            return further(202, m0, m1, m2, m3);
        }
        if corner(m2) <= 1 {
            if offset(m1, m2) > 0 {
                return true;
            }
            return further(149, m0, m1, m2, m3);
        }
        let t39 = corner(m3);
        if t39 > 1 {
            return true;
        }
        if slant(m2, m3) > 2 {
            return further(206, m0, m1, m2, m3);
        }
        if t39 > 0 {
            return true;
        }
        return further(275, m0, m1, m2, m3);
    }
    let t14 = rook(m1, t10);
    let t15 = bishop(m1, t10);
    let t16 = (t14 | t15);
    let t40 = distance(m0, m1);
    let t57 = distance(m2, m1);
    let t58 = lead(t40, t57);
    let t114 = (t10 & !(t5 | 0));
    let t123 = (t10 & !t21);
    if (((t16 & !(t8 | t31)) & (rook(m2, t114) | bishop(m2, t114))) & (rook(m3, t123) | bishop(m3, t123))) != 0 {
        if slant(m2, m3) > 2 {
            return false;
        }
        if offset(m2, m3) > 0 {
            return false;
        }
        return further(98, m0, m1, m2, m3);
    }
    if t58 <= 5 {
        let t142 = (t10 & !t8);
        if (((rook(m1, t142) | bishop(m1, t142)) & t6) & !t16) != 0 {
            return further(95, m0, m1, m2, m3);
        }
        return true;
    }
    let t43 = distance(m0, m2);
    if t43 > 2 {
        if edge(m1) > 1 {
            if corner(m3) > 1 {
                return true;
            }
            if count((t20 & !(t11 | (steps(t4) | t19)))) > 2 {
                return true;
            }
            return further(262, m0, m1, m2, m3);
        }
        if t43 > 3 {
            return true;
        }
        if lead(distance(m0, m3), t54) <= 8 {
            return true;
        }
        if corner(m3) > 0 {
            return true;
        }
        return further(339, m0, m1, m2, m3);
    }
    let t12 = steps(t4);
    let t29 = (t12 | t19);
    let t87 = (t11 | t29);
    let t89 = (t20 & !t87);
    if parts(m2, m3, m0) > 0 {
        if offset(m2, m3) <= 0 {
            if count(t89) > 5 {
                return true;
            }
            return further(258, m0, m1, m2, m3);
        }
        if count((t89 | (steps(t89) & !(t29 | t11)))) <= 5 {
            if edge(m2) > 0 {
                return further(336, m0, m1, m2, m3);
            }
            return further(335, m0, m1, m2, m3);
        }
        if parts(m0, m3, m2) > 0 {
            if slant(m0, m1) > 4 {
                return further(419, m0, m1, m2, m3);
            }
            return true;
        }
        if parts(m1, m0, m2) > 0 {
            return further(418, m0, m1, m2, m3);
        }
        if edge(m2) <= 0 {
            return true;
        }
        if slant(m2, m3) > 0 {
            return true;
        }
        return further(589, m0, m1, m2, m3);
    }
    if count(t89) > 2 {
        if corner(m2) <= 1 {
            return further(256, m0, m1, m2, m3);
        }
        if parts(m2, m1, m0) > 0 {
            if count((t20 & t19)) > 1 {
                return further(408, m0, m1, m2, m3);
            }
            return further(407, m0, m1, m2, m3);
        }
        if count(t155) > 17 {
            return true;
        }
        return further(406, m0, m1, m2, m3);
    }
    if t58 > 8 {
        return further(255, m0, m1, m2, m3);
    }
    let t97 = (t20 & t19);
    if count(t97) <= 1 {
        if count(t155) > 17 {
            return further(398, m0, m1, m2, m3);
        }
        return further(397, m0, m1, m2, m3);
    }
    if parts(m1, m0, m2) > 0 {
        return further(400, m0, m1, m2, m3);
    }
    if count(((t97 & !t12) & !t11)) > 1 {
        return further(480, m0, m1, m2, m3);
    }
    return further(479, m0, m1, m2, m3);
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

/// The squares a bishop on `square` attacks over `occupied` squares.
#[inline(always)]
fn bishop(square: u64, occupied: u64) -> u64 {
    let (file, row) = (8 * (square & 7), square & 56);
    let rising = (0x8040_2010_0804_0201 << row.saturating_sub(file)) >> file.saturating_sub(row);
    let sum = file + row;
    let falling = (0x0102_0408_1020_4080 << sum.saturating_sub(56)) >> 56_u64.saturating_sub(sum);
    seen(square, occupied, rising ^ (1 << square)) | seen(square, occupied, falling ^ (1 << square))
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
        b"KQKQ learned\0".as_ptr().cast()
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
