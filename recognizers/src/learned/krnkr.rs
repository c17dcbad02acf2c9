//! KRNKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  1251684048
//! draws      989913788
//! spotted    835125908 (84.363 %)
//! incorrect  0
//! size       1227 leaves, 2048 bytes packed
//! features   72
//! table      xxh3 0736f5a576f90a90
//! command    drawproof mine KRNKR --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KRNKR";
/// Leaves of the tree.
pub const LEAVES: usize = 1227;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2048;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 989913788;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 835125908;

/// The question of each branch.
static QUESTIONS: [u8; 1226] = [
    190, 166, 0, 25, 0, 133, 78, 128, 159, 49, 120, 160, 156, 169, 44, 162, 115, 160, 0, 44,
    115, 114, 25, 94, 145, 92, 29, 155, 0, 126, 191, 159, 0, 105, 75, 79, 25, 191, 137, 197, 44,
    20, 16, 217, 205, 160, 20, 95, 33, 214, 160, 187, 64, 133, 160, 160, 0, 128, 48, 0, 0, 133,
    94, 4, 120, 122, 133, 128, 197, 189, 4, 44, 4, 138, 44, 40, 2, 16, 169, 199, 29, 57, 221,
    40, 198, 160, 146, 120, 128, 67, 2, 64, 134, 44, 0, 13, 114, 0, 3, 189, 175, 133, 189, 167,
    138, 33, 165, 217, 120, 189, 137, 189, 213, 78, 143, 4, 28, 107, 33, 12, 44, 161, 1, 219,
    27, 73, 185, 155, 20, 93, 26, 37, 27, 99, 184, 186, 57, 94, 209, 27, 44, 122, 201, 145, 6,
    57, 166, 135, 26, 12, 52, 133, 115, 215, 145, 101, 93, 159, 48, 0, 7, 161, 94, 133, 12, 9,
    6, 214, 133, 193, 208, 6, 57, 36, 61, 120, 201, 109, 30, 171, 12, 7, 35, 31, 174, 66, 39,
    154, 18, 175, 4, 199, 56, 37, 188, 155, 191, 73, 155, 91, 125, 6, 61, 41, 25, 102, 37, 222,
    218, 2, 37, 29, 174, 89, 40, 36, 218, 51, 2, 114, 33, 36, 61, 160, 67, 4, 128, 51, 170, 120,
    45, 6, 135, 115, 0, 158, 12, 187, 49, 56, 5, 1, 188, 214, 44, 7, 73, 158, 144, 158, 26, 44,
    82, 134, 44, 209, 86, 112, 30, 52, 26, 82, 40, 132, 222, 20, 136, 22, 109, 220, 20, 58, 38,
    57, 138, 33, 99, 197, 212, 167, 165, 70, 31, 138, 189, 33, 209, 204, 138, 176, 2, 115, 154,
    185, 33, 6, 172, 84, 121, 64, 33, 228, 222, 97, 21, 64, 22, 23, 88, 44, 5, 44, 220, 145,
    132, 167, 48, 39, 20, 74, 1, 145, 42, 16, 67, 219, 16, 174, 114, 67, 164, 62, 193, 49, 158,
    0, 219, 1, 127, 216, 45, 63, 168, 58, 189, 159, 157, 133, 185, 48, 189, 4, 120, 92, 30, 63,
    76, 185, 189, 127, 44, 185, 112, 1, 129, 133, 11, 133, 133, 57, 209, 64, 63, 63, 214, 214,
    164, 68, 185, 38, 73, 71, 13, 120, 58, 57, 137, 22, 213, 106, 135, 51, 53, 89, 228, 41, 33,
    72, 143, 61, 61, 38, 33, 26, 163, 48, 16, 189, 114, 167, 173, 207, 185, 161, 26, 36, 189,
    91, 44, 148, 210, 44, 41, 105, 73, 44, 73, 100, 211, 7, 105, 128, 31, 129, 33, 13, 211, 41,
    36, 160, 33, 218, 177, 25, 31, 38, 63, 70, 4, 120, 73, 0, 51, 162, 57, 8, 133, 48, 98, 131,
    199, 167, 133, 12, 214, 63, 82, 44, 99, 218, 99, 51, 189, 109, 12, 48, 165, 147, 150, 34,
    157, 107, 59, 155, 109, 118, 136, 40, 41, 94, 130, 127, 33, 62, 184, 4, 197, 57, 120, 165,
    109, 67, 151, 19, 124, 223, 189, 112, 40, 120, 182, 128, 171, 69, 4, 73, 4, 57, 3, 49, 54,
    139, 74, 12, 105, 128, 63, 181, 54, 171, 162, 126, 227, 21, 226, 92, 57, 27, 21, 220, 92,
    201, 20, 13, 209, 93, 88, 105, 60, 22, 73, 137, 140, 25, 194, 222, 221, 44, 40, 33, 140,
    197, 164, 133, 133, 133, 4, 38, 176, 163, 129, 129, 138, 129, 22, 44, 175, 131, 54, 129,
    185, 3, 99, 109, 214, 57, 0, 0, 148, 40, 19, 134, 44, 135, 57, 1, 33, 216, 140, 48, 82, 176,
    49, 57, 167, 109, 96, 220, 141, 215, 127, 49, 27, 67, 57, 3, 84, 197, 49, 79, 79, 4, 44, 63,
    30, 178, 77, 13, 114, 48, 220, 218, 219, 63, 95, 197, 39, 4, 150, 56, 140, 1, 21, 21, 227,
    225, 12, 63, 231, 1, 5, 100, 36, 44, 105, 220, 101, 115, 25, 44, 209, 66, 219, 220, 220, 15,
    141, 171, 102, 61, 136, 199, 85, 57, 221, 183, 159, 54, 13, 167, 63, 75, 18, 139, 82, 116,
    219, 107, 186, 111, 4, 57, 116, 4, 221, 109, 172, 33, 182, 148, 26, 84, 56, 195, 137, 22,
    199, 167, 4, 137, 48, 55, 168, 107, 36, 173, 82, 57, 82, 49, 26, 129, 120, 183, 95, 110,
    224, 142, 30, 71, 62, 63, 67, 186, 150, 139, 40, 181, 2, 1, 220, 1, 227, 194, 135, 187, 14,
    26, 135, 187, 165, 79, 44, 87, 18, 115, 86, 106, 211, 47, 182, 95, 44, 101, 16, 88, 145,
    221, 217, 183, 31, 176, 94, 189, 167, 11, 36, 45, 67, 85, 199, 161, 19, 62, 57, 103, 193,
    82, 49, 129, 133, 168, 69, 108, 191, 214, 57, 66, 67, 194, 221, 229, 26, 163, 7, 199, 209,
    3, 56, 84, 105, 33, 138, 138, 140, 175, 49, 33, 203, 33, 162, 61, 145, 27, 65, 128, 147,
    175, 123, 167, 49, 49, 33, 69, 26, 104, 4, 165, 108, 176, 129, 209, 114, 68, 201, 172, 19,
    38, 37, 22, 14, 38, 220, 162, 48, 16, 106, 186, 93, 225, 49, 124, 194, 37, 84, 7, 103, 213,
    7, 34, 103, 139, 66, 3, 172, 195, 5, 162, 85, 62, 32, 85, 214, 4, 206, 131, 183, 20, 173,
    27, 33, 107, 161, 1, 1, 13, 13, 63, 13, 162, 203, 56, 49, 61, 24, 152, 185, 199, 137, 22,
    203, 81, 197, 209, 209, 110, 58, 179, 67, 128, 148, 69, 7, 213, 67, 210, 111, 59, 210, 8,
    165, 3, 141, 114, 140, 139, 81, 30, 165, 230, 115, 2, 113, 223, 177, 105, 101, 8, 222, 231,
    44, 202, 189, 87, 127, 172, 75, 151, 40, 49, 45, 167, 105, 201, 167, 175, 214, 196, 202,
    130, 43, 57, 63, 149, 17, 147, 228, 209, 58, 201, 94, 209, 17, 92, 138, 71, 140, 92, 45,
    168, 180, 7, 104, 74, 198, 163, 153, 54, 120, 107, 46, 64, 35, 66, 198, 201, 141, 67, 4, 11,
    26, 165, 80, 162, 171, 171, 83, 120, 98, 46, 56, 46, 77, 140, 193, 193, 193, 106, 199, 112,
    52, 56, 33, 138, 219, 167, 60, 69, 158, 67, 99, 182, 167, 31, 167, 125, 93, 129, 4, 151, 19,
    16, 7, 228, 6, 57, 67, 157, 181, 47, 202, 171, 84, 19, 26, 61, 197, 111, 187, 82, 171, 3,
    214, 114, 179, 71, 82, 61, 81, 49, 209, 214, 175, 181, 193, 209, 11, 183, 17, 30, 213, 24,
    185, 151, 192, 67, 8, 130, 163, 131, 130, 88, 99, 163, 176, 147, 163, 60, 130, 136, 134, 80,
    145, 109, 137, 193, 177, 175, 188, 140, 84, 9, 175, 6, 167, 139, 20, 209, 207, 97, 206, 7,
    70, 22, 176, 173, 200, 40, 68, 60, 148, 142, 162, 202, 80, 165, 68, 57, 99, 129, 145, 67,
    15, 97, 64, 90, 199, 111, 137, 57, 69, 63, 50, 209, 214, 30, 172, 139, 7, 71, 71, 20, 202,
    117, 67, 162, 30, 131, 80, 195, 5, 139, 5, 86, 89, 46, 95, 84, 7, 20, 20, 3, 147, 107, 6,
    197, 8, 125, 3, 202, 99, 85, 71, 84, 167, 119, 5, 129, 171, 80, 80, 89, 142, 22, 111, 10,
    201, 191, 48, 34, 171, 74, 167, 115, 54, 50,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 232] = [
    0, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 1, 2, 3, 4, 5, 0, 1, 2, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 1, 2,
    3, 4, 0, 1, 2, 1, 2, 3, 4, 0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 1, 2,
    3, 4, 5, 6, 1, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 6, 1, 2, 3, 4, 5, 6, 0, 1, 5, 6, 7, 8, 9, 5, 6,
    7, 8, 9, 10, 6, 7, 9, 6, 7, 8, 9, 10, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 2, 3, 4, 6, 7, 0, 1, 6,
    8, 11, 0, 0, 1, 2, 3, 4, 5, 6, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 1, 2, 3, 6, 10,
    11, 12, 13, 0, 1, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0, 3, 4, 5, 0, 1, 2, 4, 7, 8, 9,
    10, 11, 12, 13, 0, 1, 0, 1, 0, 0, 0, 1, 1, 2, 3, 5, 1, 2, 1, 4, 1, 2, 4, 5, 1, 2, 3, 4, 1,
    2, 1, 3, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 2, 4, 7, 8, 9, 10, 13, 15,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x1209111222090a52, 0x6307aa120850421c, 0xea0246e7a8460060, 0x00000001012a22a2,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 17, 38, 61,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xf97ffbbfd7efffff, 0xefffdfedffbefbff, 0xbaddf79edbffac3a, 0x4de47d9e6fbb7eee,
    0xf7b66c186bd6affd, 0x254ea9defffff8d7, 0xba2a2babfaeddfd2, 0xf3f06ffe26d98caa,
    0x09964ceb6beedfaf, 0xc34ed7519365859c, 0xf6650e2ad88e2e50, 0xdfdf7fa9fbf3b1af,
    0x2022c328d4100648, 0x194a60699ff8de26, 0xbc4f0abaf85b20eb, 0x43d4dfe9de2886de,
    0x58bc918849013898, 0x8a696f64a0202869, 0x085fef22714dd974, 0x058b84e17f77ada2,
    0xea278b9a31220138, 0x75c254bca9d5f96a, 0xc3fc81fedb0333f9, 0x6001525048907a20,
    0x36bc0d7e02500069, 0x55dc54f169a6d8a2, 0x86310a350ecffb11, 0x9ccc34bd6dc982ac,
    0x76d06166161f4144, 0xc10000504a31e1fb, 0x00803160258fdc57, 0xc60dadf349e138d0,
    0x8100e7436644ae20, 0x34175701847a231c, 0x582d09ef32d00057, 0x93842300404481b8,
    0xb201440489e819da, 0x000c869f100b400b, 0x0000000000002840,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 56, 113, 158, 201, 242, 286, 326, 364, 403, 435, 465, 513, 531, 563, 597, 633, 656, 681,
    714, 747, 773, 808, 845, 863, 888, 920, 950, 982, 1009, 1031, 1055, 1086, 1109, 1135, 1162,
    1180, 1203, 1222,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x9059280024144000, 0x824200f6748108a2, 0xbad6cc398c4aa20a, 0x51a6a0a81226d488,
    0x322931a4a9bab549, 0xb69976348d9315c1, 0x2a678ada39692565, 0x6924e970c6a22315,
    0x43944a59364d925b, 0x5254c9aa5bf4f19f, 0xba9752a3b539f553, 0xa2675c35aa2745a4,
    0xa533d76ac5929573, 0xdd5a56a5a955fcf6, 0x5a25a3ab4daab534, 0x7692b2b55d8ceea9,
    0x50bd0ca9a59769f5, 0xeac9aafe464d55b2, 0x5995a5b2a8aa78b6, 0x00000000000002dc,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64, m4: u64, to_move: u64) -> u64 {
    match feature {
        // strong-to-move
        0 => to_move,
        // strong-king-corner
        1 => corner(m0),
        // weak-king-edge
        2 => edge(m3),
        // weak-king-corner
        3 => corner(m3),
        // weak-rook-corner
        4 => corner(m4),
        // strong-king-strong-rook-distance
        5 => distance(m0, m1),
        // strong-king-strong-rook-offset
        6 => offset(m0, m1),
        // strong-king-strong-knight-distance
        7 => distance(m0, m2),
        // strong-king-weak-king-distance
        8 => distance(m0, m3),
        // strong-king-weak-rook-distance
        9 => distance(m0, m4),
        // strong-king-weak-rook-offset
        10 => offset(m0, m4),
        // strong-rook-strong-knight-distance
        11 => distance(m1, m2),
        // strong-rook-strong-knight-offset
        12 => offset(m1, m2),
        // strong-rook-weak-king-distance
        13 => distance(m1, m3),
        // strong-rook-weak-king-offset
        14 => offset(m1, m3),
        // strong-rook-weak-rook-distance
        15 => distance(m1, m4),
        // strong-rook-weak-rook-offset
        16 => offset(m1, m4),
        // strong-knight-weak-king-distance
        17 => distance(m2, m3),
        // strong-knight-weak-king-offset
        18 => offset(m2, m3),
        // strong-knight-weak-king-colours
        19 => equal(light(m2), light(m3)),
        // strong-knight-weak-rook-distance
        20 => distance(m2, m4),
        // strong-knight-weak-rook-offset
        21 => offset(m2, m4),
        // weak-king-weak-rook-distance
        22 => distance(m3, m4),
        // weak-king-weak-rook-offset
        23 => offset(m3, m4),
        // race-strong-rook
        24 => lead(distance(m0, m1), distance(m3, m1)),
        // race-strong-knight
        25 => lead(distance(m0, m2), distance(m3, m2)),
        // race-weak-rook
        26 => lead(distance(m0, m4), distance(m3, m4)),
        // race-edge
        27 => lead(edge(m0), edge(m3)),
        // strong-rook-parts-strong-king-strong-knight
        28 => parts(m1, m0, m2),
        // weak-king-parts-strong-rook-weak-rook
        29 => parts(m3, m1, m4),
        // strong-rook-parts-weak-king-weak-rook
        30 => parts(m1, m3, m4),
        // weak-rook-parts-weak-king-strong-rook
        31 => parts(m4, m3, m1),
        // strong-king-parts-strong-knight-weak-rook
        32 => parts(m0, m2, m4),
        // weak-rook-parts-strong-king-strong-knight
        33 => parts(m4, m0, m2),
        // strong-king-flights
        34 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((steps(t5) & !(((t5 | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))))))
        }
        // strong-king-in-check
        35 => any((bit(m0) & rook(m4, (((bit(m1) | bit(m2)) | bit(m3)) | bit(m4))))),
        // strong-king-room
        36 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t29 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t72 = (steps(t5) & !(t11 | t29));
            count((t72 | (steps(t72) & !(t29 | t11))))
        }
        // strong-king-ring
        37 => count((steps(bit(m0)) & rook(m4, (((bit(m1) | bit(m2)) | bit(m3)) | bit(m4))))),
        // weak-king-flights
        38 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((steps(t8) & !((t8 | t9) | ((steps(t5) | rook(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7)))))
        }
        // weak-king-in-check
        39 => {
            let t7 = bit(m2);
            any((bit(m3) & (rook(m1, (((bit(m0) | bit(m1)) | t7) | bit(m4))) | jumps(t7))))
        }
        // weak-king-room
        40 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t14 = (t8 | t9);
            let t27 = ((steps(t5) | rook(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7));
            let t86 = (steps(t8) & !(t14 | t27));
            count((t86 | (steps(t86) & !(t27 | t14))))
        }
        // weak-king-takes
        41 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | t7);
            any(((steps(t8) & !((t8 | t9) | ((steps(t5) | rook(m1, (t11 | t9))) | jumps(t7)))) & t11))
        }
        // weak-king-ring
        42 => {
            let t7 = bit(m2);
            count((steps(bit(m3)) & (rook(m1, (((bit(m0) | bit(m1)) | t7) | bit(m4))) | jumps(t7))))
        }
        // strong-rook-moves
        43 => {
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            count((rook(m1, ((t11 | bit(m3)) | bit(m4))) & !t11))
        }
        // strong-rook-takes
        44 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            count(((rook(m1, ((((bit(m0) | t6) | t7) | t8) | t9)) & (t8 | t9)) & !(steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)))))
        }
        // strong-rook-safe-checks
        45 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            count(((rook(m1, t13) & rook(m3, (t13 & !(t6 | 0)))) & !(t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))))))
        }
        // strong-rook-weak-rook-forks
        46 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            count((((rook(m1, t13) & !(t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))))) & rook(m3, (t13 & !(t6 | 0)))) & rook(m4, (t13 & !(t6 | t8)))))
        }
        // strong-rook-hangs
        47 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            any(((t6 & (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))))) & !(steps(bit(m0)) | jumps(t7))))
        }
        // strong-rook-discovers
        48 => {
            let t8 = bit(m3);
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | bit(m4));
            any(((rook(m1, (t13 & !t11)) & t8) & !rook(m1, t13)))
        }
        // strong-rook-cuts
        49 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((((steps(t8) & rook(m1, (((t5 | bit(m1)) | t7) | t9))) & !(steps(t5) | jumps(t7))) & !(t8 | t9)))
        }
        // strong-knight-safe-checks
        50 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count(((jumps(t7) & jumps(t8)) & !(((bit(m0) | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))))))
        }
        // strong-knight-weak-rook-forks
        51 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((((jumps(t7) & !(((bit(m0) | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))))) & jumps(t8)) & jumps(t9)))
        }
        // strong-knight-weak-rook-threats
        52 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            count(((jumps(t7) & !(((bit(m0) | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))))) & jumps(t9)))
        }
        // strong-knight-weak-rook-hits
        53 => any((jumps(bit(m2)) & bit(m4))),
        // weak-rook-safe-moves
        54 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | t7);
            count((rook(m4, ((t11 | t8) | t9)) & !((t8 | t9) | ((steps(t5) | rook(m1, (t11 | t9))) | jumps(t7)))))
        }
        // weak-rook-kept-moves
        55 => {
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | bit(m1)) | t7);
            count((((rook(m4, ((t11 | t8) | t9)) & !(t8 | t9)) & steps(t8)) & !(rook(m1, (t11 | t9)) | jumps(t7))))
        }
        // weak-rook-moves
        56 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((rook(m4, ((((bit(m0) | bit(m1)) | bit(m2)) | t8) | t9)) & !(t8 | t9)))
        }
        // weak-rook-takes
        57 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | t7);
            count(((rook(m4, ((t11 | bit(m3)) | t9)) & t11) & !((steps(t5) | rook(m1, (t11 | t9))) | jumps(t7))))
        }
        // weak-rook-safe-checks
        58 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | t7);
            let t13 = ((t11 | t8) | t9);
            count(((rook(m4, t13) & rook(m0, (t13 & !(t9 | 0)))) & !((t8 | t9) | ((steps(t5) | rook(m1, (t11 | t9))) | jumps(t7)))))
        }
        // weak-rook-strong-rook-forks
        59 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | t7);
            let t13 = ((t11 | t8) | t9);
            count((((rook(m4, t13) & !((t8 | t9) | ((steps(t5) | rook(m1, (t11 | t9))) | jumps(t7)))) & rook(m0, (t13 & !(t9 | 0)))) & rook(m1, (t13 & !(t9 | t5)))))
        }
        // weak-rook-cuts
        61 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((((steps(t5) & rook(m4, (((t6 | t7) | t8) | bit(m4)))) & !steps(t8)) & !((t5 | t6) | t7)))
        }
        // strong-king-walk-strong-rook
        62 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            walk(t5, steps(t6), !((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // strong-king-walk-kings
        63 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t20 = steps(t8);
            walk(t5, steps(t20), !((t20 | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // weak-king-walk-strong-rook
        64 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t8, steps(t6), !(((steps(t5) | rook(m1, (((t5 | t6) | t7) | t9))) | jumps(t7)) | (t8 | t9)))
        }
        // weak-king-walk-strong-knight
        65 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t8, steps(t7), !(((steps(t5) | rook(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7)) | (t8 | t9)))
        }
        // weak-king-walk-weak-rook
        66 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t8, steps(t9), !(((steps(t5) | rook(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7)) | (t8 | t9)))
        }
        // weak-king-walk-kings
        67 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t15 = steps(t5);
            walk(t8, steps(t15), !(((t15 | rook(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7)) | (t8 | t9)))
        }
        // strong-knight-leaps-king
        68 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            leaps(t7, steps(t5), !((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // strong-knight-leaps-other-king
        69 => leaps(bit(m2), steps(bit(m3)), !0),
        // strong-knight-refuge
        70 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t29 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t197 = (jumps(t7) & !(t29 | t11));
            count(((t197 | (jumps(t197) & !t11)) & steps((steps(t5) & !(t11 | t29)))))
        }
        // strong-knight-room
        _ => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t76 = ((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((bit(m0) | t6) | t7));
            let t197 = (jumps(t7) & !t76);
            count((t197 | (jumps(t197) & !t76)))
        }
    }
}

/// The answer from a branch on, by the tables.
fn further(mut at: usize, m0: u64, m1: u64, m2: u64, m3: u64, m4: u64, to_move: u64) -> bool {
    loop {
        let question = QUESTIONS[at] as usize;
        let opened = OPENS[question >> 6] & (2_u64 << (question & 63)).wrapping_sub(1);
        let feature = OPENS_BEFORE[question >> 6] as u64 + count(opened);
        let value = value(feature, m0, m1, m2, m3, m4, to_move);
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
    let first = ((colour[0] & kind[1]).count_ones() != 1) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[3];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[1];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[3];
    let m4 = set.trailing_zeros() as u64 ^ turn;
    let t5 = bit(m0);
    let t6 = bit(m1);
    let t7 = bit(m2);
    let t9 = bit(m4);
    let t10 = (t5 | t6);
    let t11 = (t10 | t7);
    let t15 = steps(t5);
    let t16 = (t11 | t9);
    let t18 = rook(m1, t16);
    let t19 = jumps(t7);
    let t26 = (t15 | t18);
    let t27 = (t26 | t19);
    if (t9 & t27) != 0 {
        if to_move > 0 {
            let t46 = distance(m1, m3);
            if distance(m3, m4) > 1 {
                if t46 > 1 {
                    return false;
                }
                return further(27, m0, m1, m2, m3, m4, to_move);
            }
            if (t19 & t9) != 0 {
                return false;
            }
            if distance(m0, m4) > 1 {
                return further(49, m0, m1, m2, m3, m4, to_move);
            }
            return further(48, m0, m1, m2, m3, m4, to_move);
        }
        let t8 = bit(m3);
        let t20 = steps(t8);
        let t21 = (t6 | t7);
        let t22 = (t21 | t8);
        let t23 = (t22 | t9);
        let t25 = rook(m4, t23);
        let t29 = (t20 | t25);
        if (t8 & (t18 | t19)) != 0 {
            let t12 = (t11 | t8);
            let t13 = (t12 | t9);
            let t14 = (t8 | t9);
            if count(((rook(m1, t13) & t14) & !t29)) > 1 {
                if lead(distance(m0, m2), distance(m3, m2)) > 6 {
                    return further(47, m0, m1, m2, m3, m4, to_move);
                }
                return further(46, m0, m1, m2, m3, m4, to_move);
            }
            if ((t20 & !(t14 | t27)) & t11) != 0 {
                return further(45, m0, m1, m2, m3, m4, to_move);
            }
            let t90 = (t27 | t14);
            if walk(t8, steps(t9), !t90) <= 1 {
                return further(78, m0, m1, m2, m3, m4, to_move);
            }
            if walk(t8, steps(t6), !t90) <= 1 {
                return further(134, m0, m1, m2, m3, m4, to_move);
            }
            if count(((rook(m4, t13) & t11) & !t27)) > 1 {
                return further(214, m0, m1, m2, m3, m4, to_move);
            }
            return false;
        }
        let t39 = distance(m0, m2);
        if ((t6 & t29) & !(t15 | t19)) == 0 {
            if distance(m0, m3) <= 2 {
                return further(40, m0, m1, m2, m3, m4, to_move);
            }
            if t39 <= 2 {
                return further(73, m0, m1, m2, m3, m4, to_move);
            }
            let t12 = (t11 | t8);
            let t13 = (t12 | t9);
            let t14 = (t8 | t9);
            let t17 = rook(m1, t13);
            let t104 = (t17 & t14);
            let t106 = (t104 & !t29);
            let t107 = count(t106);
            if distance(m1, m3) <= 1 {
                return further(126, m0, m1, m2, m3, m4, to_move);
            }
            if t107 > 0 {
                return true;
            }
            let t24 = rook(m4, t13);
            let t43 = offset(m0, m4);
            let t84 = (t14 | t27);
            let t151 = (t24 & !t84);
            let t163 = (t9 | 0);
            let t165 = (t13 & !t163);
            let t166 = rook(m0, t165);
            let t170 = (t151 & t166);
            let t171 = (t9 | t5);
            let t173 = (t13 & !t171);
            let t174 = rook(m1, t173);
            let t175 = (t170 & t174);
            let t176 = count(t175);
            if corner(m3) <= 0 {
                return further(299, m0, m1, m2, m3, m4, to_move);
            }
            if t43 <= 0 {
                return further(415, m0, m1, m2, m3, m4, to_move);
            }
            if t176 > 0 {
                return further(532, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        let t60 = distance(m3, m2);
        let t61 = lead(t39, t60);
        if t61 > 8 {
            let t197 = (t19 & !(t29 | t11));
            if count(((t197 | (jumps(t197) & !t11)) & steps((t15 & !(t11 | t29))))) <= 1 {
                return false;
            }
            if offset(m0, m1) <= 0 {
                return false;
            }
            if distance(m0, m3) > 4 {
                return further(210, m0, m1, m2, m3, m4, to_move);
            }
            return further(209, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m0, m1) <= 0 {
            return further(75, m0, m1, m2, m3, m4, to_move);
        }
        if corner(m0) <= 1 {
            return further(130, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m1, m2) <= 2 {
            return further(207, m0, m1, m2, m3, m4, to_move);
        }
        let t197 = (t19 & !(t29 | t11));
        if count(((t197 | (jumps(t197) & !t11)) & steps((t15 & !(t11 | t29))))) <= 2 {
            return further(310, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m1, m3) <= 1 {
            return further(426, m0, m1, m2, m3, m4, to_move);
        }
        if lead(edge(m0), edge(m3)) <= 6 {
            return further(544, m0, m1, m2, m3, m4, to_move);
        }
        if t61 > 7 {
            return further(658, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    let t8 = bit(m3);
    let t20 = steps(t8);
    let t21 = (t6 | t7);
    let t22 = (t21 | t8);
    let t23 = (t22 | t9);
    let t25 = rook(m4, t23);
    let t29 = (t20 | t25);
    let t41 = distance(m0, m3);
    let t70 = (t11 | t29);
    let t123 = (t15 | t19);
    if (((t19 & !t70) & jumps(t8)) & jumps(t9)) != 0 {
        if to_move > 0 {
            return further(10, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m1, m3) > 1 {
            return further(20, m0, m1, m2, m3, m4, to_move);
        }
        return further(19, m0, m1, m2, m3, m4, to_move);
    }
    let t12 = (t11 | t8);
    let t13 = (t12 | t9);
    let t14 = (t8 | t9);
    let t17 = rook(m1, t13);
    let t84 = (t14 | t27);
    let t86 = (t20 & !t84);
    let t100 = (t17 & !t70);
    let t108 = (t6 | 0);
    let t110 = (t13 & !t108);
    let t111 = rook(m3, t110);
    let t115 = (t100 & t111);
    let t116 = (t6 | t8);
    let t118 = (t13 & !t116);
    let t119 = rook(m4, t118);
    let t120 = (t115 & t119);
    let t121 = count(t120);
    if t41 <= 2 {
        let t87 = count(t86);
        if t87 <= 2 {
            if (((t20 & t18) & !t123) & !t14) == 0 {
                if to_move > 0 {
                    return false;
                }
                return further(51, m0, m1, m2, m3, m4, to_move);
            }
            let t50 = distance(m2, m3);
            if t87 <= 0 {
                return false;
            }
            if t50 > 5 {
                return further(93, m0, m1, m2, m3, m4, to_move);
            }
            if count((t86 | (steps(t86) & !(t27 | t14)))) > 2 {
                return further(154, m0, m1, m2, m3, m4, to_move);
            }
            return false;
        }
        if count((t15 & !t70)) <= 2 {
            if (((t15 & t25) & !t20) & !t11) != 0 {
                return further(54, m0, m1, m2, m3, m4, to_move);
            }
            return further(53, m0, m1, m2, m3, m4, to_move);
        }
        let t122 = (t6 & t29);
        let t125 = (t122 & !t123);
        let t126 = any(t125);
        if t121 > 0 {
            return further(56, m0, m1, m2, m3, m4, to_move);
        }
        let t35 = corner(m3);
        if t126 > 0 {
            return further(98, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            if ((rook(m1, (t13 & !t11)) & t8) & !t17) != 0 {
                return false;
            }
            if t35 <= 1 {
                return further(351, m0, m1, m2, m3, m4, to_move);
            }
            if (t5 & t25) != 0 {
                return further(467, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m3, m4) > 5 {
                return further(584, m0, m1, m2, m3, m4, to_move);
            }
            if parts(m1, m3, m4) > 0 {
                return further(690, m0, m1, m2, m3, m4, to_move);
            }
            if parts(m4, m3, m1) > 0 {
                return further(794, m0, m1, m2, m3, m4, to_move);
            }
            return further(793, m0, m1, m2, m3, m4, to_move);
        }
        if t35 <= 1 {
            return further(243, m0, m1, m2, m3, m4, to_move);
        }
        let t24 = rook(m4, t13);
        let t30 = (t18 | t19);
        let t88 = (t8 & t30);
        let t89 = any(t88);
        let t151 = (t24 & !t84);
        let t163 = (t9 | 0);
        let t165 = (t13 & !t163);
        let t166 = rook(m0, t165);
        let t170 = (t151 & t166);
        let t171 = (t9 | t5);
        let t173 = (t13 & !t171);
        let t174 = rook(m1, t173);
        let t175 = (t170 & t174);
        let t176 = count(t175);
        if distance(m1, m3) <= 1 {
            return further(349, m0, m1, m2, m3, m4, to_move);
        }
        if t176 > 0 {
            return further(463, m0, m1, m2, m3, m4, to_move);
        }
        if t89 > 0 {
            return further(578, m0, m1, m2, m3, m4, to_move);
        }
        if t87 > 5 {
            return true;
        }
        if offset(m0, m1) > 2 {
            return true;
        }
        if walk(t5, steps(t6), !(t29 | t11)) > 1 {
            return further(875, m0, m1, m2, m3, m4, to_move);
        }
        return further(874, m0, m1, m2, m3, m4, to_move);
    }
    let t122 = (t6 & t29);
    let t125 = (t122 & !t123);
    let t126 = any(t125);
    if t121 > 0 {
        if to_move > 0 {
            return further(35, m0, m1, m2, m3, m4, to_move);
        }
        return further(34, m0, m1, m2, m3, m4, to_move);
    }
    if t126 > 0 {
        if parts(m1, m0, m2) > 0 {
            if to_move > 0 {
                return further(108, m0, m1, m2, m3, m4, to_move);
            }
            return further(107, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            return further(106, m0, m1, m2, m3, m4, to_move);
        }
        let t44 = distance(m1, m2);
        if offset(m0, m4) <= 0 {
            return false;
        }
        let t39 = distance(m0, m2);
        if t44 <= 1 {
            return further(264, m0, m1, m2, m3, m4, to_move);
        }
        if t39 > 2 {
            return further(380, m0, m1, m2, m3, m4, to_move);
        }
        return further(379, m0, m1, m2, m3, m4, to_move);
    }
    if to_move <= 0 {
        let t24 = rook(m4, t13);
        let t30 = (t18 | t19);
        let t87 = count(t86);
        let t88 = (t8 & t30);
        let t89 = any(t88);
        let t151 = (t24 & !t84);
        let t163 = (t9 | 0);
        let t165 = (t13 & !t163);
        let t166 = rook(m0, t165);
        let t170 = (t151 & t166);
        let t171 = (t9 | t5);
        let t173 = (t13 & !t171);
        let t174 = rook(m1, t173);
        let t175 = (t170 & t174);
        let t176 = count(t175);
        if t87 <= 2 {
            if t89 > 0 {
                return further(167, m0, m1, m2, m3, m4, to_move);
            }
            if corner(m3) <= 0 {
                return further(250, m0, m1, m2, m3, m4, to_move);
            }
            let t66 = parts(m1, m3, m4);
            if distance(m1, m3) <= 1 {
                return further(357, m0, m1, m2, m3, m4, to_move);
            }
            if t176 > 0 {
                return further(474, m0, m1, m2, m3, m4, to_move);
            }
            if t66 > 0 {
                return further(591, m0, m1, m2, m3, m4, to_move);
            }
            return further(590, m0, m1, m2, m3, m4, to_move);
        }
        if t176 > 0 {
            return further(169, m0, m1, m2, m3, m4, to_move);
        }
        if t89 > 0 {
            if walk(t8, steps(t15), !(t27 | t14)) <= 1 {
                let t65 = parts(m3, m1, m4);
                if corner(m0) <= 0 {
                    return further(480, m0, m1, m2, m3, m4, to_move);
                }
                if t65 > 0 {
                    return further(600, m0, m1, m2, m3, m4, to_move);
                }
                return further(599, m0, m1, m2, m3, m4, to_move);
            }
            if t87 <= 3 {
                return further(482, m0, m1, m2, m3, m4, to_move);
            }
            if ((t17 & t14) & !t29) != 0 {
                if offset(m1, m4) > 0 {
                    return true;
                }
                return further(713, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m1, m3) > 1 {
                return true;
            }
            return further(712, m0, m1, m2, m3, m4, to_move);
        }
        let t43 = offset(m0, m4);
        let t68 = parts(m0, m2, m4);
        if distance(m1, m3) <= 1 {
            return further(361, m0, m1, m2, m3, m4, to_move);
        }
        if t68 > 0 {
            if t43 <= 1 {
                return true;
            }
            let t90 = (t27 | t14);
            let t92 = steps(t86);
            let t93 = (t92 & !t90);
            let t94 = (t86 | t93);
            let t95 = count(t94);
            let t197 = (t19 & !(t29 | t11));
            if ((t197 | (jumps(t197) & !t11)) & steps((t15 & !t70))) == 0 {
                return further(703, m0, m1, m2, m3, m4, to_move);
            }
            if t95 > 5 {
                return true;
            }
            return further(809, m0, m1, m2, m3, m4, to_move);
        }
        let t48 = distance(m1, m4);
        let t90 = (t27 | t14);
        let t192 = steps(t15);
        let t193 = walk(t8, t192, !t90);
        if count((t17 & !t11)) <= 6 {
            return further(595, m0, m1, m2, m3, m4, to_move);
        }
        if t43 <= 0 {
            return further(701, m0, m1, m2, m3, m4, to_move);
        }
        if t48 > 6 {
            return further(807, m0, m1, m2, m3, m4, to_move);
        }
        if t193 > 1 {
            return true;
        }
        let t39 = distance(m0, m2);
        let t60 = distance(m3, m2);
        let t61 = lead(t39, t60);
        if corner(m0) <= 0 {
            return further(979, m0, m1, m2, m3, m4, to_move);
        }
        if t61 > 8 {
            return true;
        }
        return further(1052, m0, m1, m2, m3, m4, to_move);
    }
    let t90 = (t27 | t14);
    let t92 = steps(t86);
    let t93 = (t92 & !t90);
    let t94 = (t86 | t93);
    let t95 = count(t94);
    if offset(m1, m3) <= 0 {
        return further(103, m0, m1, m2, m3, m4, to_move);
    }
    if t95 <= 6 {
        if corner(m3) <= 0 {
            if t41 > 3 {
                return further(372, m0, m1, m2, m3, m4, to_move);
            }
            return further(371, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m3, m4) > 5 {
            return further(374, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m2, m3) > 4 {
            return further(496, m0, m1, m2, m3, m4, to_move);
        }
        if edge(m3) > 0 {
            return further(614, m0, m1, m2, m3, m4, to_move);
        }
        return further(613, m0, m1, m2, m3, m4, to_move);
    }
    let t87 = count(t86);
    if offset(m1, m4) <= 0 {
        return further(262, m0, m1, m2, m3, m4, to_move);
    }
    if t87 > 6 {
        if distance(m2, m4) <= 1 {
            return further(502, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m0, m2) <= 1 {
            return further(625, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m2, m4) > 6 {
            return further(737, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    if count((((t20 & t18) & !t123) & !t14)) > 2 {
        if equal(light(m2), light(m3)) > 0 {
            if distance(m2, m3) > 4 {
                return true;
            }
            return further(735, m0, m1, m2, m3, m4, to_move);
        }
        let t102 = (t17 & !t11);
        let t103 = count(t102);
        if distance(m1, m3) <= 1 {
            return further(733, m0, m1, m2, m3, m4, to_move);
        }
        if t103 > 6 {
            return true;
        }
        return false;
    }
    if parts(m1, m3, m4) > 0 {
        if edge(m3) > 0 {
            if equal(light(m2), light(m3)) > 0 {
                return further(843, m0, m1, m2, m3, m4, to_move);
            }
            return further(842, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m2, m3) > 4 {
            if walk(t8, steps(t15), !t90) <= 1 {
                return further(932, m0, m1, m2, m3, m4, to_move);
            }
            if (t15 & !t70) != 0 {
                return true;
            }
            return false;
        }
        if t87 <= 3 {
            return further(930, m0, m1, m2, m3, m4, to_move);
        }
        if corner(m0) > 2 {
            return further(1016, m0, m1, m2, m3, m4, to_move);
        }
        return further(1015, m0, m1, m2, m3, m4, to_move);
    }
    if distance(m3, m4) <= 2 {
        if distance(m2, m4) > 4 {
            return further(837, m0, m1, m2, m3, m4, to_move);
        }
        if edge(m3) > 0 {
            return further(924, m0, m1, m2, m3, m4, to_move);
        }
        return further(923, m0, m1, m2, m3, m4, to_move);
    }
    if distance(m2, m3) <= 3 {
        if parts(m3, m1, m4) > 1 {
            return further(927, m0, m1, m2, m3, m4, to_move);
        }
        return further(926, m0, m1, m2, m3, m4, to_move);
    }
    let t192 = steps(t15);
    let t193 = walk(t8, t192, !t90);
    if count((((rook(m4, t13) & !t14) & t20) & !(t18 | t19))) > 2 {
        return further(929, m0, m1, m2, m3, m4, to_move);
    }
    if t193 > 2 {
        return further(1011, m0, m1, m2, m3, m4, to_move);
    }
    return further(1010, m0, m1, m2, m3, m4, to_move);
}

/// The squares a king on a square of `set` attacks.
#[inline(always)]
fn steps(set: u64) -> u64 {
    let beside = ((set << 1) & 0xfefe_fefe_fefe_fefe) | ((set >> 1) & 0x7f7f_7f7f_7f7f_7f7f);
    let row = beside | set;
    beside | (row << 8) | (row >> 8)
}

/// The squares a knight on a square of `set` attacks.
#[inline(always)]
fn jumps(set: u64) -> u64 {
    let one = ((set << 1) & 0xfefe_fefe_fefe_fefe) | ((set >> 1) & 0x7f7f_7f7f_7f7f_7f7f);
    let two = ((set << 2) & 0xfcfc_fcfc_fcfc_fcfc) | ((set >> 2) & 0x3f3f_3f3f_3f3f_3f3f);
    (one << 16) | (one >> 16) | (two << 8) | (two >> 8)
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

/// Whether two numbers are equal: 1 or 0.
#[inline(always)]
fn equal(a: u64, b: u64) -> u64 {
    (a == b) as u64
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

/// Whether a square is light: 1 or 0.
#[inline(always)]
fn light(square: u64) -> u64 {
    (square ^ (square >> 3)) & 1
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

/// Knight moves from a square of `set` to one of `goal` over `free` squares only; 5 = that or more.
#[inline(always)]
fn leaps(set: u64, goal: u64, free: u64) -> u64 {
    let mut reached = set;
    let mut moves = 0;
    while moves < 5 && reached & goal == 0 {
        reached |= jumps(reached) & free;
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
        b"KRNKR learned\0".as_ptr().cast()
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
