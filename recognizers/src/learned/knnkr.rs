//! KNNKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  1342294512
//! draws      1298864088
//! spotted    1139893120 (87.760 %)
//! incorrect  0
//! size       1230 leaves, 2048 bytes packed
//! features   71
//! table      xxh3 d569bba1bc1d16f1
//! command    drawproof mine KNNKR --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KNNKR";
/// Leaves of the tree.
pub const LEAVES: usize = 1230;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2048;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 1298864088;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 1139893120;

/// The question of each branch.
static QUESTIONS: [u8; 1229] = [
    0, 108, 94, 170, 170, 104, 59, 140, 87, 48, 206, 147, 178, 214, 196, 94, 103, 29, 27, 1,
    122, 193, 169, 167, 10, 47, 183, 183, 171, 192, 2, 104, 190, 192, 62, 172, 106, 106, 2, 150,
    171, 27, 169, 48, 146, 92, 214, 199, 59, 146, 137, 172, 87, 147, 34, 192, 47, 3, 18, 2, 192,
    94, 31, 1, 67, 123, 18, 8, 168, 165, 101, 150, 18, 59, 182, 2, 81, 94, 96, 222, 31, 114, 3,
    138, 147, 82, 183, 84, 147, 170, 183, 183, 99, 183, 224, 183, 226, 167, 224, 91, 6, 8, 185,
    44, 182, 18, 8, 3, 99, 5, 94, 36, 48, 36, 44, 62, 62, 120, 199, 192, 169, 123, 59, 47, 171,
    224, 8, 150, 12, 59, 171, 62, 1, 62, 95, 185, 146, 220, 198, 120, 208, 19, 167, 126, 57, 62,
    185, 206, 146, 146, 223, 57, 17, 147, 155, 58, 14, 126, 8, 58, 8, 1, 47, 181, 122, 150, 57,
    38, 13, 52, 62, 45, 41, 88, 16, 99, 168, 63, 2, 199, 159, 3, 132, 168, 212, 30, 71, 169, 30,
    93, 48, 177, 192, 193, 89, 130, 62, 47, 164, 52, 25, 59, 182, 8, 43, 117, 126, 159, 193,
    155, 181, 19, 130, 82, 89, 2, 87, 62, 15, 51, 167, 183, 133, 59, 192, 6, 109, 192, 106, 188,
    139, 10, 222, 135, 147, 208, 127, 141, 54, 170, 58, 177, 155, 183, 118, 139, 63, 167, 177,
    132, 193, 44, 146, 86, 106, 123, 4, 18, 155, 2, 18, 66, 207, 112, 146, 181, 181, 106, 82,
    44, 142, 1, 47, 59, 106, 178, 64, 172, 59, 83, 24, 49, 88, 3, 1, 218, 122, 25, 89, 141, 6,
    122, 42, 217, 18, 51, 182, 16, 19, 206, 197, 8, 19, 81, 206, 2, 19, 186, 94, 17, 67, 30,
    182, 150, 33, 100, 100, 5, 100, 36, 88, 208, 150, 120, 8, 67, 59, 204, 172, 216, 173, 142,
    14, 134, 11, 168, 196, 42, 20, 196, 156, 95, 36, 167, 2, 116, 2, 214, 194, 80, 194, 1, 26,
    147, 77, 167, 118, 1, 227, 188, 3, 67, 1, 106, 63, 182, 134, 16, 181, 193, 146, 40, 146,
    172, 59, 146, 208, 207, 12, 59, 38, 162, 223, 107, 146, 62, 38, 40, 192, 88, 5, 93, 5, 120,
    164, 81, 76, 66, 19, 99, 222, 18, 45, 31, 30, 44, 3, 105, 41, 82, 44, 158, 132, 150, 36,
    111, 171, 3, 47, 109, 183, 19, 6, 206, 64, 181, 156, 206, 3, 59, 193, 59, 2, 109, 27, 43,
    13, 40, 227, 2, 20, 118, 59, 137, 163, 176, 82, 121, 3, 96, 81, 49, 221, 93, 87, 16, 36, 89,
    87, 173, 99, 206, 224, 108, 19, 197, 157, 68, 93, 5, 89, 200, 8, 206, 208, 147, 51, 215,
    168, 212, 168, 137, 170, 77, 167, 160, 12, 177, 170, 20, 177, 77, 4, 78, 177, 1, 121, 77,
    192, 63, 123, 146, 22, 28, 18, 19, 146, 75, 63, 5, 167, 87, 19, 150, 5, 180, 172, 36, 45,
    136, 99, 182, 51, 179, 93, 186, 129, 166, 104, 6, 98, 30, 98, 1, 38, 36, 104, 113, 4, 209,
    40, 15, 6, 2, 38, 182, 207, 195, 83, 3, 209, 68, 130, 44, 82, 141, 83, 92, 74, 104, 151, 94,
    120, 59, 171, 171, 122, 35, 109, 171, 171, 121, 146, 146, 129, 114, 72, 121, 96, 129, 126,
    102, 15, 75, 128, 70, 79, 53, 59, 89, 206, 183, 85, 164, 44, 131, 81, 102, 16, 95, 151, 2,
    176, 212, 83, 216, 59, 51, 164, 88, 182, 172, 101, 36, 87, 19, 3, 82, 127, 138, 12, 181, 67,
    210, 106, 153, 132, 19, 206, 207, 117, 89, 82, 96, 184, 206, 156, 20, 48, 115, 147, 178,
    169, 185, 167, 191, 84, 181, 102, 77, 51, 51, 215, 226, 184, 23, 5, 5, 180, 117, 123, 132,
    47, 150, 125, 93, 186, 12, 75, 12, 42, 24, 118, 162, 30, 69, 86, 106, 145, 67, 186, 14, 41,
    2, 19, 63, 94, 129, 77, 143, 223, 52, 50, 222, 207, 38, 199, 197, 59, 210, 2, 211, 192, 3,
    13, 16, 209, 51, 5, 1, 197, 6, 84, 85, 99, 215, 146, 150, 213, 150, 156, 41, 164, 26, 187,
    98, 84, 105, 132, 125, 6, 89, 86, 9, 3, 5, 76, 75, 172, 52, 207, 162, 57, 123, 131, 63, 214,
    96, 41, 56, 191, 20, 37, 59, 95, 12, 59, 225, 181, 155, 16, 89, 2, 89, 2, 22, 89, 88, 25,
    83, 79, 1, 181, 117, 121, 21, 110, 1, 100, 1, 74, 59, 94, 121, 5, 6, 172, 39, 10, 156, 207,
    190, 70, 200, 115, 6, 13, 112, 138, 139, 166, 95, 40, 158, 121, 67, 210, 144, 217, 170, 15,
    3, 159, 168, 95, 3, 77, 177, 140, 40, 181, 37, 214, 96, 118, 10, 150, 134, 78, 1, 228, 59,
    21, 1, 107, 142, 85, 159, 142, 204, 59, 179, 17, 1, 42, 171, 206, 94, 1, 194, 20, 119, 2,
    82, 124, 99, 117, 3, 218, 166, 163, 19, 118, 90, 205, 112, 74, 173, 118, 209, 94, 73, 164,
    20, 49, 40, 4, 39, 88, 64, 17, 20, 162, 89, 148, 40, 172, 35, 171, 39, 17, 56, 15, 52, 149,
    224, 167, 153, 52, 207, 83, 225, 150, 123, 2, 162, 12, 67, 43, 12, 155, 67, 6, 160, 59, 113,
    43, 37, 7, 82, 43, 36, 156, 99, 25, 182, 52, 57, 85, 21, 89, 3, 82, 125, 200, 20, 62, 186,
    79, 135, 111, 128, 63, 177, 113, 37, 82, 83, 37, 138, 112, 87, 98, 141, 31, 11, 187, 82,
    167, 77, 157, 85, 17, 202, 3, 123, 170, 65, 3, 126, 61, 121, 17, 10, 118, 93, 114, 38, 172,
    17, 1, 184, 126, 93, 11, 82, 9, 46, 93, 82, 166, 80, 79, 124, 1, 42, 1, 5, 76, 121, 162, 98,
    47, 85, 65, 59, 59, 52, 88, 15, 89, 11, 199, 36, 119, 74, 190, 3, 46, 17, 49, 100, 28, 174,
    6, 189, 121, 5, 26, 158, 9, 59, 21, 5, 216, 20, 161, 193, 20, 101, 32, 181, 15, 67, 203, 11,
    203, 56, 60, 36, 161, 42, 126, 5, 175, 39, 94, 143, 114, 141, 199, 193, 154, 20, 41, 10,
    155, 118, 20, 163, 101, 19, 131, 137, 100, 82, 122, 160, 206, 41, 19, 17, 173, 62, 156, 156,
    158, 224, 84, 179, 181, 128, 5, 56, 128, 85, 94, 37, 50, 1, 57, 47, 25, 92, 7, 104, 104, 59,
    64, 118, 36, 98, 45, 120, 36, 209, 123, 2, 57, 17, 99, 40, 18, 68, 141, 42, 34, 59, 126,
    206, 165, 97, 129, 74, 40, 81, 227, 37, 57, 20, 79, 143, 121, 207, 154, 10, 227, 168, 228,
    131, 139, 180, 52, 55, 168, 167, 157, 42, 172, 107, 69, 81, 105, 151, 3, 150, 164, 125, 5,
    49, 11, 57, 82, 86, 36, 194, 37, 75, 116, 37, 161, 158, 101, 156, 159, 88, 180, 215, 125,
    196, 135, 207, 97, 52, 139, 152, 181, 75, 36, 98, 67, 178, 121, 200, 83, 154, 46, 83, 203,
    123, 3, 188, 6, 201, 41, 196, 53, 176, 11, 127, 67, 207, 150, 18, 63, 219, 41, 17, 5,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 229] = [
    0, 0, 0, 1, 2, 0, 1, 2, 1, 2, 1, 2, 3, 4, 0, 1, 1, 2, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 4, 6,
    7, 9, 10, 11, 12, 0, 1, 0, 1, 2, 3, 4, 5, 1, 3, 4, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1,
    2, 1, 2, 3, 2, 3, 4, 5, 7, 8, 10, 0, 1, 2, 3, 4, 0, 1, 2, 3, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3,
    4, 5, 6, 7, 8, 9, 10, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 18, 19, 20, 6, 7, 9, 10, 5,
    6, 7, 8, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 2, 3, 5, 2, 4, 5, 6, 7, 8, 9, 10, 11, 0,
    1, 3, 5, 0, 13, 18, 19, 1, 1, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0, 0, 0, 9, 10,
    11, 13, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 2, 3, 7, 1, 2, 1, 2, 3, 2, 3, 4, 1, 3, 5, 8, 9, 2, 3,
    4, 0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 4, 6, 7, 9, 12, 15, 0, 1, 7, 10, 11, 12, 22,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x4888905021054526, 0xaf11008408822122, 0x65ea3f808cc4021b, 0x0000000140404849,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 18, 35, 62,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xff7d9bfeffffffff, 0xeeb7ece3fadfefff, 0xe5f7d743997bf7fd, 0xf5edbfffd9bfffbf,
    0x7f62589f8fd6bfd9, 0x7ff7490727759d5e, 0xe71fbbf0bd30fef6, 0xfa53774d5dcf234d,
    0x3bf7c83929a6ff48, 0xbbbd7e3feefbbd79, 0xd9d735d65a9735fd, 0x2eb9e8abad13d502,
    0xfc2ba1ffbff4eef8, 0xfa2b07aeb36f9f89, 0x57fa424f9d2b7d14, 0x942acb6d59fa5869,
    0x0b5b8f9a745e6533, 0x18d55e23da2dfbed, 0xa16058247c9d71e4, 0x6a4ade2a298ae97e,
    0x21293ba514b840de, 0xd484235686099be3, 0xa0bced845812941b, 0xf5ef360ba58e09d5,
    0x0d416c6a0b4b048d, 0x1001831ad47e3898, 0x5d3866f307099464, 0x1aa916e1059f9c13,
    0x19a894a3c815ca83, 0xa722a1c8c08750ab, 0x0dad1102125812a5, 0xf260180ac81d3804,
    0x808b241424001085, 0x0000219922428410, 0x00542d29821c421b, 0xa542882e09428c2a,
    0x209106428e300220, 0x0000803880100116, 0x000000000011a300,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 58, 108, 153, 207, 248, 287, 329, 367, 403, 451, 491, 523, 567, 605, 640, 673, 707, 744,
    772, 805, 832, 860, 887, 922, 947, 971, 1000, 1029, 1055, 1081, 1103, 1125, 1140, 1153,
    1174, 1196, 1212, 1222,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x4dcb82a793b9ca39, 0x8db0a29c25b6dad3, 0xc1bcb3658e6577ae, 0x18485a56fabf5aad,
    0xa2bb435115ca7345, 0x35ea67f2b90aceac, 0x42d225772e6b28f9, 0xb2f1de22c76a5bd0,
    0xf2d586be465c79fe, 0xb258d5154b31904a, 0xb7b69ae6c549d5ce, 0x4c55252f56f2e9b3,
    0x5b29526360b6a2f8, 0xf26cdaab577d149b, 0x344f2cda4a2a9aa2, 0xd5552a11ea759d39,
    0xa352cdabab732b52, 0x4ba34c5955a954a6, 0x959aaaab7339a52b, 0x0000000000002969,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64, m4: u64, to_move: u64) -> u64 {
    match feature {
        // strong-king-edge
        1 => edge(m0),
        // strong-king-corner
        2 => corner(m0),
        // strong-knight-corner-least
        3 => least(corner(m1), corner(m2)),
        // strong-knight-corner-most
        4 => most(corner(m1), corner(m2)),
        // strong-knight-corner-sum
        5 => plus(corner(m1), corner(m2)),
        // weak-king-edge
        6 => edge(m3),
        // weak-king-corner
        7 => corner(m3),
        // strong-king-strong-knight-distance-least
        8 => least(distance(m0, m1), distance(m0, m2)),
        // strong-king-strong-knight-distance-most
        9 => most(distance(m0, m1), distance(m0, m2)),
        // strong-king-strong-knight-distance-sum
        10 => plus(distance(m0, m1), distance(m0, m2)),
        // strong-king-strong-knight-offset-least
        11 => least(offset(m0, m1), offset(m0, m2)),
        // strong-king-strong-knight-offset-most
        12 => most(offset(m0, m1), offset(m0, m2)),
        // strong-king-strong-knight-offset-sum
        13 => plus(offset(m0, m1), offset(m0, m2)),
        // strong-king-weak-king-distance
        14 => distance(m0, m3),
        // strong-king-weak-king-offset
        15 => offset(m0, m3),
        // strong-king-weak-king-slant
        16 => slant(m0, m3),
        // strong-king-weak-rook-offset
        17 => offset(m0, m4),
        // strong-knight-weak-king-distance-least
        18 => least(distance(m1, m3), distance(m2, m3)),
        // strong-knight-weak-king-distance-most
        19 => most(distance(m1, m3), distance(m2, m3)),
        // strong-knight-weak-king-distance-sum
        20 => plus(distance(m1, m3), distance(m2, m3)),
        // strong-knight-weak-king-offset-sum
        21 => plus(offset(m1, m3), offset(m2, m3)),
        // strong-knight-weak-rook-offset-most
        22 => most(offset(m1, m4), offset(m2, m4)),
        // strong-knights-distance
        23 => distance(m1, m2),
        // strong-knights-offset
        24 => offset(m1, m2),
        // race-strong-knight-least
        25 => least(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-strong-knight-most
        26 => most(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-strong-knight-sum
        27 => plus(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-weak-rook
        28 => lead(distance(m0, m4), distance(m3, m4)),
        // race-edge
        29 => lead(edge(m0), edge(m3)),
        // strong-knight-parts-kings-least
        30 => least(parts(m1, m0, m3), parts(m2, m0, m3)),
        // strong-knight-parts-kings-most
        31 => most(parts(m1, m0, m3), parts(m2, m0, m3)),
        // strong-knight-parts-kings-sum
        32 => plus(parts(m1, m0, m3), parts(m2, m0, m3)),
        // strong-king-parts-strong-knight-most
        33 => most(parts(m0, m1, m3), parts(m0, m2, m3)),
        // weak-king-parts-strong-knight-most
        34 => most(parts(m3, m1, m0), parts(m3, m2, m0)),
        // strong-king-parts-weak-rook
        35 => parts(m0, m4, m3),
        // strong-king-parts-strong-knight-weak-rook-least
        36 => least(parts(m0, m1, m4), parts(m0, m2, m4)),
        // strong-knight-parts-strong-king-weak-rook-most
        37 => most(parts(m1, m0, m4), parts(m2, m0, m4)),
        // weak-rook-parts-strong-king-strong-knight-least
        38 => least(parts(m4, m0, m1), parts(m4, m0, m2)),
        // strong-king-flights
        39 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((steps(t5) & !(((t5 | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))))))
        }
        // strong-king-room
        40 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t27 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t100 = (steps(t5) & !(t11 | t27));
            count((t100 | (steps(t100) & !(t27 | t11))))
        }
        // weak-king-flights
        41 => {
            let t8 = bit(m3);
            count((steps(t8) & !((t8 | bit(m4)) | ((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2))))))
        }
        // weak-king-in-check
        42 => any((bit(m3) & (jumps(bit(m1)) | jumps(bit(m2))))),
        // weak-king-room
        43 => {
            let t8 = bit(m3);
            let t14 = (t8 | bit(m4));
            let t25 = ((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2)));
            let t111 = (steps(t8) & !(t14 | t25));
            count((t111 | (steps(t111) & !(t25 | t14))))
        }
        // weak-king-ring
        44 => count((steps(bit(m3)) & (jumps(bit(m1)) | jumps(bit(m2))))),
        // strong-knight-safe-moves-sum
        45 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t98 = (((bit(m0) | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))));
            plus(count((jumps(t6) & !t98)), count((jumps(t7) & !t98)))
        }
        // strong-knight-moves-sum
        46 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t11 = ((bit(m0) | t6) | t7);
            plus(count((jumps(t6) & !t11)), count((jumps(t7) & !t11)))
        }
        // strong-knight-safe-checks-most
        47 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t98 = (((bit(m0) | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))));
            let t134 = jumps(t8);
            most(count(((jumps(t6) & t134) & !t98)), count(((jumps(t7) & t134) & !t98)))
        }
        // strong-knight-attacked-least
        48 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t27 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            least(any((t6 & t27)), any((t7 & t27)))
        }
        // strong-knight-hangs-least
        49 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t15 = steps(bit(m0));
            let t27 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            least(any(((t6 & t27) & !(t15 | jumps(t7)))), any(((t7 & t27) & !(t15 | jumps(t6)))))
        }
        // strong-knight-hangs-most
        50 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t15 = steps(bit(m0));
            let t27 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            most(any(((t6 & t27) & !(t15 | jumps(t7)))), any(((t7 & t27) & !(t15 | jumps(t6)))))
        }
        // strong-knight-defended-least
        51 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t15 = steps(bit(m0));
            least(any((t6 & (t15 | jumps(t7)))), any((t7 & (t15 | jumps(t6)))))
        }
        // strong-knight-attacked-by-men-most
        52 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t23 = rook(m4, (((t6 | t7) | bit(m3)) | bit(m4)));
            most(any((t6 & t23)), any((t7 & t23)))
        }
        // weak-rook-moves
        53 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((rook(m4, ((((bit(m0) | bit(m1)) | bit(m2)) | t8) | t9)) & !(t8 | t9)))
        }
        // weak-rook-takes
        54 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t11 = ((t5 | t6) | t7);
            count(((rook(m4, ((t11 | bit(m3)) | bit(m4))) & t11) & !((steps(t5) | jumps(t6)) | jumps(t7))))
        }
        // weak-rook-safe-checks
        55 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t13 = ((((t5 | t6) | t7) | t8) | t9);
            count(((rook(m4, t13) & rook(m0, (t13 & !(t9 | 0)))) & !((t8 | t9) | ((steps(t5) | jumps(t6)) | jumps(t7)))))
        }
        // weak-rook-strong-knight-forks-most
        56 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t13 = ((((t5 | t6) | t7) | t8) | t9);
            let t181 = ((rook(m4, t13) & !((t8 | t9) | ((steps(t5) | jumps(t6)) | jumps(t7)))) & rook(m0, (t13 & !(t9 | 0))));
            let t184 = (t13 & !(t9 | t5));
            most(count((t181 & rook(m1, t184))), count((t181 & rook(m2, t184))))
        }
        // weak-rook-strong-knight-lined-up-most
        57 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            let t193 = (((((t5 | bit(m1)) | bit(m2)) | bit(m3)) | t9) & !t9);
            most(any((rook(m1, t193) & t5)), any((rook(m2, t193) & t5)))
        }
        // weak-rook-hangs
        58 => any(((bit(m4) & ((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2)))) & !steps(bit(m3)))),
        // weak-rook-cuts
        59 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((((steps(t5) & rook(m4, (((t6 | t7) | t8) | bit(m4)))) & !steps(t8)) & !((t5 | t6) | t7)))
        }
        // strong-king-walk-strong-knight-least
        60 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t102 = ((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7));
            least(walk(t5, steps(t6), !t102), walk(t5, steps(t7), !t102))
        }
        // strong-king-walk-strong-knight-sum
        61 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t102 = ((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7));
            plus(walk(t5, steps(t6), !t102), walk(t5, steps(t7), !t102))
        }
        // strong-king-walk-kings
        62 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t18 = steps(t8);
            walk(t5, steps(t18), !((t18 | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // weak-king-walk-kings
        63 => {
            let t8 = bit(m3);
            let t15 = steps(bit(m0));
            walk(t8, steps(t15), !(((t15 | jumps(bit(m1))) | jumps(bit(m2))) | (t8 | bit(m4))))
        }
        // strong-knight-leaps-king-most
        64 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t15 = steps(t5);
            let t102 = ((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7));
            most(leaps(t6, t15, !t102), leaps(t7, t15, !t102))
        }
        // strong-knight-leaps-king-sum
        65 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t15 = steps(t5);
            let t102 = ((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7));
            plus(leaps(t6, t15, !t102), leaps(t7, t15, !t102))
        }
        // strong-knight-leaps-other-king-sum
        66 => {
            let t18 = steps(bit(m3));
            plus(leaps(bit(m1), t18, !0), leaps(bit(m2), t18, !0))
        }
        // strong-knight-refuge-least
        67 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t27 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t102 = (t27 | t11);
            let t104 = steps((steps(t5) & !(t11 | t27)));
            let t226 = (jumps(t6) & !t102);
            let t232 = (jumps(t7) & !t102);
            least(count(((t226 | (jumps(t226) & !t11)) & t104)), count(((t232 | (jumps(t232) & !t11)) & t104)))
        }
        // strong-knight-refuge-sum
        68 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t27 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t102 = (t27 | t11);
            let t104 = steps((steps(t5) & !(t11 | t27)));
            let t226 = (jumps(t6) & !t102);
            let t232 = (jumps(t7) & !t102);
            plus(count(((t226 | (jumps(t226) & !t11)) & t104)), count(((t232 | (jumps(t232) & !t11)) & t104)))
        }
        // strong-knight-shelter-least
        69 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t15 = steps(t5);
            let t240 = (steps((t15 & !(t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))))))) | t15);
            least(count(((jumps(t6) & !t11) & t240)), count(((jumps(t7) & !t11) & t240)))
        }
        // strong-knight-room-sum
        _ => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t102 = ((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((bit(m0) | t6) | t7));
            let t226 = (jumps(t6) & !t102);
            let t232 = (jumps(t7) & !t102);
            plus(count((t226 | (jumps(t226) & !t102))), count((t232 | (jumps(t232) & !t102))))
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
    let first = ((colour[0] & kind[1]).count_ones() != 2) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[1];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    set &= set - 1;
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[3];
    let m4 = set.trailing_zeros() as u64 ^ turn;
    let t5 = bit(m0);
    let t6 = bit(m1);
    let t7 = bit(m2);
    let t8 = bit(m3);
    let t9 = bit(m4);
    let t15 = steps(t5);
    let t16 = jumps(t6);
    let t17 = jumps(t7);
    let t18 = steps(t8);
    let t24 = (t15 | t16);
    let t39 = distance(m0, m1);
    let t40 = distance(m0, m2);
    let t68 = distance(m3, m1);
    let t69 = lead(t39, t68);
    let t70 = distance(m3, m2);
    let t71 = lead(t40, t70);
    if to_move > 0 {
        let t25 = (t24 | t17);
        if least(t69, t71) <= 7 {
            if plus(t69, t71) <= 13 {
                let t32 = corner(m1);
                let t33 = corner(m2);
                let t36 = plus(t32, t33);
                if count((t18 & !((t8 | t9) | t25))) <= 1 {
                    return further(23, m0, m1, m2, m3, m4, to_move);
                }
                if t36 > 1 {
                    return true;
                }
                return further(45, m0, m1, m2, m3, m4, to_move);
            }
            let t10 = (t5 | t6);
            let t11 = (t10 | t7);
            let t19 = (t6 | t7);
            let t20 = (t19 | t8);
            let t21 = (t20 | t9);
            let t23 = rook(m4, t21);
            let t27 = (t18 | t23);
            let t49 = distance(m0, m3);
            let t102 = (t27 | t11);
            if count(((rook(m4, ((t11 | t8) | t9)) & t11) & !t25)) > 1 {
                if ((t9 & t25) & !t18) != 0 {
                    return further(49, m0, m1, m2, m3, m4, to_move);
                }
                if offset(m0, m4) > 0 {
                    return further(88, m0, m1, m2, m3, m4, to_move);
                }
                return further(87, m0, m1, m2, m3, m4, to_move);
            }
            if t49 <= 2 {
                let t14 = (t8 | t9);
                let t98 = (t11 | t27);
                let t100 = (t15 & !t98);
                let t104 = steps(t100);
                let t109 = (t14 | t25);
                let t111 = (t18 & !t109);
                let t112 = count(t111);
                let t226 = (t16 & !t102);
                let t227 = jumps(t226);
                let t228 = (t227 & !t11);
                let t229 = (t226 | t228);
                let t230 = (t229 & t104);
                let t231 = count(t230);
                let t232 = (t17 & !t102);
                let t233 = jumps(t232);
                let t234 = (t233 & !t11);
                let t235 = (t232 | t234);
                let t236 = (t235 & t104);
                let t237 = count(t236);
                let t239 = plus(t231, t237);
                if t239 <= 0 {
                    return further(83, m0, m1, m2, m3, m4, to_move);
                }
                if t112 <= 1 {
                    return further(136, m0, m1, m2, m3, m4, to_move);
                }
                if t239 > 12 {
                    return true;
                }
                if ((t9 & t25) & !t18) != 0 {
                    return true;
                }
                if offset(m0, m4) <= 0 {
                    return further(461, m0, m1, m2, m3, m4, to_move);
                }
                if plus(count((t226 | (t227 & !t102))), count((t232 | (t233 & !t102)))) > 7 {
                    return true;
                }
                return further(621, m0, m1, m2, m3, m4, to_move);
            }
            let t218 = leaps(t6, t15, !t102);
            let t219 = leaps(t7, t15, !t102);
            let t221 = plus(t218, t219);
            if t221 <= 3 {
                if distance(m1, m2) > 2 {
                    return true;
                }
                if t221 > 1 {
                    return true;
                }
                return further(222, m0, m1, m2, m3, m4, to_move);
            }
            if ((t9 & t25) & !t18) != 0 {
                return true;
            }
            if least(parts(m1, m0, m3), parts(m2, m0, m3)) > 0 {
                if walk(t8, steps(t15), !(t25 | (t8 | t9))) > 1 {
                    return true;
                }
                return further(330, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m0, m4) <= 0 {
                return further(328, m0, m1, m2, m3, m4, to_move);
            }
            let t104 = steps((t15 & !(t11 | t27)));
            let t226 = (t16 & !t102);
            let t232 = (t17 & !t102);
            if plus(count(((t226 | (jumps(t226) & !t11)) & t104)), count(((t232 | (jumps(t232) & !t11)) & t104))) > 4 {
                return true;
            }
            if most(t218, t219) > 4 {
                return further(626, m0, m1, m2, m3, m4, to_move);
            }
            let t14 = (t8 | t9);
            let t111 = (t18 & !(t14 | t25));
            if count((t111 | (steps(t111) & !(t25 | t14)))) > 19 {
                return further(791, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        let t10 = (t5 | t6);
        let t11 = (t10 | t7);
        let t19 = (t6 | t7);
        let t20 = (t19 | t8);
        let t21 = (t20 | t9);
        let t23 = rook(m4, t21);
        let t27 = (t18 | t23);
        let t102 = (t27 | t11);
        if offset(m0, m4) <= 0 {
            let t98 = (t11 | t27);
            let t100 = (t15 & !t98);
            let t104 = steps(t100);
            let t226 = (t16 & !t102);
            let t232 = (t17 & !t102);
            if plus(count(((t226 | (jumps(t226) & !t11)) & t104)), count(((t232 | (jumps(t232) & !t11)) & t104))) <= 0 {
                return further(27, m0, m1, m2, m3, m4, to_move);
            }
            if least(any((t6 & (t15 | t17))), any((t7 & t24))) > 0 {
                return further(52, m0, m1, m2, m3, m4, to_move);
            }
            let t201 = (t9 & t25);
            let t203 = (t201 & !t18);
            let t204 = any(t203);
            if most(any((t6 & t23)), any((t7 & t23))) > 0 {
                if t204 > 0 {
                    return further(148, m0, m1, m2, m3, m4, to_move);
                }
                return further(147, m0, m1, m2, m3, m4, to_move);
            }
            if t204 > 0 {
                return further(146, m0, m1, m2, m3, m4, to_move);
            }
            if least(distance(m1, m3), distance(m2, m3)) <= 1 {
                return further(232, m0, m1, m2, m3, m4, to_move);
            }
            if count(t100) > 3 {
                return further(340, m0, m1, m2, m3, m4, to_move);
            }
            return further(339, m0, m1, m2, m3, m4, to_move);
        }
        if most(leaps(t6, t15, !t102), leaps(t7, t15, !t102)) <= 3 {
            let t14 = (t8 | t9);
            if walk(t8, steps(t15), !(t25 | t14)) > 1 {
                if plus(t39, t40) > 11 {
                    return further(94, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            let t201 = (t9 & t25);
            let t203 = (t201 & !t18);
            let t204 = any(t203);
            if count((t18 & !(t14 | t25))) <= 1 {
                return further(92, m0, m1, m2, m3, m4, to_move);
            }
            if t204 > 0 {
                return true;
            }
            let t98 = (t11 | t27);
            let t100 = (t15 & !t98);
            let t104 = steps(t100);
            let t240 = (t104 | t15);
            if least(count(((t16 & !t11) & t240)), count(((t17 & !t11) & t240))) > 1 {
                return true;
            }
            if count((t100 | (t104 & !t102))) <= 7 {
                return further(344, m0, m1, m2, m3, m4, to_move);
            }
            if lead(edge(m0), edge(m3)) > 5 {
                return true;
            }
            return further(483, m0, m1, m2, m3, m4, to_move);
        }
        if corner(m0) <= 0 {
            if walk(t8, steps(t15), !(t25 | (t8 | t9))) > 1 {
                return further(96, m0, m1, m2, m3, m4, to_move);
            }
            return further(95, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m0, m3) <= 2 {
            let t98 = (t11 | t27);
            let t134 = jumps(t8);
            if most(count(((t16 & t134) & !t98)), count(((t17 & t134) & !t98))) > 0 {
                return further(157, m0, m1, m2, m3, m4, to_move);
            }
            return further(156, m0, m1, m2, m3, m4, to_move);
        }
        let t51 = slant(m0, m3);
        let t226 = (t16 & !t102);
        let t227 = jumps(t226);
        let t232 = (t17 & !t102);
        let t233 = jumps(t232);
        let t246 = (t227 & !t102);
        let t247 = (t226 | t246);
        let t248 = count(t247);
        let t249 = (t233 & !t102);
        let t250 = (t232 | t249);
        let t251 = count(t250);
        let t252 = plus(t248, t251);
        if t252 <= 7 {
            return further(158, m0, m1, m2, m3, m4, to_move);
        }
        if t51 > 3 {
            return true;
        }
        if ((rook(m4, ((t11 | t8) | t9)) & t11) & !t25) != 0 {
            return further(359, m0, m1, m2, m3, m4, to_move);
        }
        if t252 > 12 {
            return true;
        }
        return further(495, m0, m1, m2, m3, m4, to_move);
    }
    let t19 = (t6 | t7);
    let t20 = (t19 | t8);
    let t21 = (t20 | t9);
    let t23 = rook(m4, t21);
    let t27 = (t18 | t23);
    let t74 = plus(t69, t71);
    let t142 = (t6 & t27);
    let t144 = (t7 & t27);
    let t147 = (t15 | t17);
    let t149 = (t142 & !t147);
    let t150 = any(t149);
    let t152 = (t144 & !t24);
    let t153 = any(t152);
    let t155 = most(t150, t153);
    if t74 > 17 {
        if t155 > 0 {
            let t10 = (t5 | t6);
            let t11 = (t10 | t7);
            let t98 = (t11 | t27);
            let t100 = (t15 & !t98);
            let t102 = (t27 | t11);
            let t104 = steps(t100);
            let t226 = (t16 & !t102);
            let t232 = (t17 & !t102);
            if least(count(((t226 | (jumps(t226) & !t11)) & t104)), count(((t232 | (jumps(t232) & !t11)) & t104))) <= 0 {
                if walk(t8, steps(t15), !((t24 | t17) | (t8 | t9))) <= 2 {
                    return false;
                }
                if least(t150, t153) > 0 {
                    return false;
                }
                if least(t69, t71) > 9 {
                    return false;
                }
                if least(distance(m1, m3), distance(m2, m3)) > 1 {
                    return further(212, m0, m1, m2, m3, m4, to_move);
                }
                return further(211, m0, m1, m2, m3, m4, to_move);
            }
            if least(t150, t153) > 0 {
                return false;
            }
            if distance(m0, m3) <= 3 {
                let t240 = (t104 | t15);
                if least(count(((t16 & !t11) & t240)), count(((t17 & !t11) & t240))) > 0 {
                    return further(132, m0, m1, m2, m3, m4, to_move);
                }
                return false;
            }
            if plus(t39, t40) <= 7 {
                return further(133, m0, m1, m2, m3, m4, to_move);
            }
            if least(t69, t71) > 8 {
                if edge(m3) > 1 {
                    return false;
                }
                return further(323, m0, m1, m2, m3, m4, to_move);
            }
            if least(distance(m1, m3), distance(m2, m3)) > 1 {
                return further(322, m0, m1, m2, m3, m4, to_move);
            }
            return further(321, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m0, m3) <= 3 {
            if edge(m0) > 0 {
                if (t8 & (t16 | t17)) != 0 {
                    return further(73, m0, m1, m2, m3, m4, to_move);
                }
                let t156 = (t6 & t147);
                let t157 = any(t156);
                let t158 = (t7 & t24);
                let t159 = any(t158);
                let t160 = least(t157, t159);
                if least(t39, t40) <= 1 {
                    return further(123, m0, m1, m2, m3, m4, to_move);
                }
                if t160 > 0 {
                    return true;
                }
                return further(202, m0, m1, m2, m3, m4, to_move);
            }
            if corner(m0) <= 0 {
                return false;
            }
            if (t8 & (t16 | t17)) != 0 {
                return further(122, m0, m1, m2, m3, m4, to_move);
            }
            if most(parts(m0, m1, m3), parts(m0, m2, m3)) > 0 {
                return further(198, m0, m1, m2, m3, m4, to_move);
            }
            return further(197, m0, m1, m2, m3, m4, to_move);
        }
        if plus(parts(m1, m0, m3), parts(m2, m0, m3)) > 1 {
            if most(t39, t40) > 5 {
                if least(t69, t71) > 7 {
                    return further(130, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            if distance(m1, m2) > 1 {
                return true;
            }
            return further(129, m0, m1, m2, m3, m4, to_move);
        }
        if least(any((t6 & t147)), any((t7 & t24))) > 0 {
            return further(75, m0, m1, m2, m3, m4, to_move);
        }
        let t193 = (((((t5 | t6) | t7) | t8) | t9) & !t9);
        if most(any((rook(m1, t193) & t5)), any((rook(m2, t193) & t5))) > 0 {
            return further(127, m0, m1, m2, m3, m4, to_move);
        }
        if most(corner(m1), corner(m2)) <= 1 {
            return further(204, m0, m1, m2, m3, m4, to_move);
        }
        if lead(edge(m0), edge(m3)) <= 6 {
            return further(304, m0, m1, m2, m3, m4, to_move);
        }
        if corner(m0) > 0 {
            return further(431, m0, m1, m2, m3, m4, to_move);
        }
        return further(430, m0, m1, m2, m3, m4, to_move);
    }
    if t155 <= 0 {
        let t10 = (t5 | t6);
        let t11 = (t10 | t7);
        let t98 = (t11 | t27);
        let t100 = (t15 & !t98);
        let t102 = (t27 | t11);
        let t104 = steps(t100);
        if count((t100 | (t104 & !t102))) <= 6 {
            if least(t69, t71) > 7 {
                return further(32, m0, m1, m2, m3, m4, to_move);
            }
            if t74 <= 13 {
                if corner(m0) > 1 {
                    return true;
                }
                return further(99, m0, m1, m2, m3, m4, to_move);
            }
            if least(t39, t40) <= 1 {
                return further(100, m0, m1, m2, m3, m4, to_move);
            }
            let t77 = parts(m1, m0, m3);
            let t78 = parts(m2, m0, m3);
            let t81 = plus(t77, t78);
            if most(corner(m1), corner(m2)) <= 1 {
                return further(163, m0, m1, m2, m3, m4, to_move);
            }
            if t81 > 1 {
                return true;
            }
            return further(254, m0, m1, m2, m3, m4, to_move);
        }
        if t74 <= 12 {
            return true;
        }
        let t14 = (t8 | t9);
        let t25 = (t24 | t17);
        if walk(t8, steps(t15), !(t25 | t14)) > 1 {
            if plus(t39, t40) <= 7 {
                return true;
            }
            let t38 = corner(m3);
            if most(corner(m1), corner(m2)) <= 1 {
                return further(173, m0, m1, m2, m3, m4, to_move);
            }
            if t38 <= 1 {
                return true;
            }
            if t74 > 15 {
                return further(381, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if least(t69, t71) > 7 {
            return further(105, m0, m1, m2, m3, m4, to_move);
        }
        let t193 = (((t11 | t8) | t9) & !t9);
        if most(any((rook(m1, t193) & t5)), any((rook(m2, t193) & t5))) <= 0 {
            if offset(m0, m3) > 1 {
                return true;
            }
            if least(t39, t40) <= 1 {
                return further(370, m0, m1, m2, m3, m4, to_move);
            }
            if most(offset(m0, m1), offset(m0, m2)) > 2 {
                return further(510, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        let t226 = (t16 & !t102);
        let t227 = jumps(t226);
        let t228 = (t227 & !t11);
        let t229 = (t226 | t228);
        let t230 = (t229 & t104);
        let t231 = count(t230);
        let t232 = (t17 & !t102);
        let t233 = jumps(t232);
        let t234 = (t233 & !t11);
        let t235 = (t232 | t234);
        let t236 = (t235 & t104);
        let t237 = count(t236);
        let t238 = least(t231, t237);
        if least(distance(m1, m3), distance(m2, m3)) <= 1 {
            return further(261, m0, m1, m2, m3, m4, to_move);
        }
        if t238 <= 1 {
            return further(374, m0, m1, m2, m3, m4, to_move);
        }
        let t32 = corner(m1);
        let t33 = corner(m2);
        let t34 = least(t32, t33);
        if (t18 & !(t14 | t25)) == 0 {
            return further(513, m0, m1, m2, m3, m4, to_move);
        }
        if t34 <= 0 {
            return further(676, m0, m1, m2, m3, m4, to_move);
        }
        if t74 > 15 {
            return further(840, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    let t66 = offset(m1, m2);
    if t66 <= 0 {
        if plus(t39, t40) <= 4 {
            return further(34, m0, m1, m2, m3, m4, to_move);
        }
        if most(any((t6 & t23)), any((t7 & t23))) <= 0 {
            return further(65, m0, m1, m2, m3, m4, to_move);
        }
        let t44 = offset(m0, m1);
        let t45 = offset(m0, m2);
        let t46 = least(t44, t45);
        if least(t39, t40) <= 1 {
            return further(112, m0, m1, m2, m3, m4, to_move);
        }
        if t46 <= 0 {
            return further(183, m0, m1, m2, m3, m4, to_move);
        }
        let t11 = ((t5 | t6) | t7);
        let t102 = (t27 | t11);
        let t104 = steps((t15 & !(t11 | t27)));
        let t226 = (t16 & !t102);
        let t232 = (t17 & !t102);
        if least(count(((t226 | (jumps(t226) & !t11)) & t104)), count(((t232 | (jumps(t232) & !t11)) & t104))) > 6 {
            return further(275, m0, m1, m2, m3, m4, to_move);
        }
        if t74 > 15 {
            return further(388, m0, m1, m2, m3, m4, to_move);
        }
        return further(387, m0, m1, m2, m3, m4, to_move);
    }
    if most(t39, t40) > 5 {
        if t74 <= 15 {
            return further(69, m0, m1, m2, m3, m4, to_move);
        }
        if most(t69, t71) > 11 {
            return further(120, m0, m1, m2, m3, m4, to_move);
        }
        if walk(t8, steps(t15), !((t24 | t17) | (t8 | t9))) > 1 {
            return further(195, m0, m1, m2, m3, m4, to_move);
        }
        return false;
    }
    let t54 = distance(m1, m3);
    let t55 = distance(m2, m3);
    let t56 = least(t54, t55);
    if t74 > 15 {
        if least(any(t142), any(t144)) > 0 {
            return further(117, m0, m1, m2, m3, m4, to_move);
        }
        if t56 > 1 {
            if distance(m0, m3) > 3 {
                return further(286, m0, m1, m2, m3, m4, to_move);
            }
            return further(285, m0, m1, m2, m3, m4, to_move);
        }
        if least(t69, t71) > 6 {
            return further(284, m0, m1, m2, m3, m4, to_move);
        }
        return further(283, m0, m1, m2, m3, m4, to_move);
    }
    if most(corner(m1), corner(m2)) <= 1 {
        return further(114, m0, m1, m2, m3, m4, to_move);
    }
    if t56 <= 1 {
        return further(187, m0, m1, m2, m3, m4, to_move);
    }
    if plus(t39, t40) > 6 {
        if t66 <= 1 {
            return further(395, m0, m1, m2, m3, m4, to_move);
        }
        if plus(offset(m1, m3), offset(m2, m3)) > 4 {
            return further(541, m0, m1, m2, m3, m4, to_move);
        }
        return further(540, m0, m1, m2, m3, m4, to_move);
    }
    if distance(m0, m3) > 4 {
        return true;
    }
    let t11 = ((t5 | t6) | t7);
    if plus(count((t16 & !t11)), count((t17 & !t11))) <= 10 {
        return further(536, m0, m1, m2, m3, m4, to_move);
    }
    if lead(distance(m0, m4), distance(m3, m4)) > 7 {
        return further(702, m0, m1, m2, m3, m4, to_move);
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

/// The sum of two numbers.
#[inline(always)]
fn plus(a: u64, b: u64) -> u64 {
    a + b
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
        b"KNNKR learned\0".as_ptr().cast()
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
