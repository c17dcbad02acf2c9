//! KRBKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  1220948456
//! draws      947696348
//! spotted    824259764 (86.975 %)
//! incorrect  0
//! size       1240 leaves, 2045 bytes packed
//! features   72
//! table      xxh3 7c522b8fc4836390
//! command    drawproof mine KRBKR --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KRBKR";
/// Leaves of the tree.
pub const LEAVES: usize = 1240;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2045;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 947696348;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 824259764;

/// The question of each branch.
static QUESTIONS: [u8; 1239] = [
    196, 0, 0, 31, 171, 134, 83, 137, 55, 204, 43, 177, 207, 79, 55, 117, 43, 139, 7, 159, 83,
    18, 146, 146, 158, 38, 157, 134, 7, 195, 58, 194, 9, 159, 82, 82, 115, 162, 32, 158, 162,
    210, 71, 43, 146, 200, 88, 162, 10, 77, 16, 176, 137, 134, 134, 176, 31, 76, 210, 71, 175,
    210, 83, 13, 204, 46, 118, 55, 180, 71, 64, 58, 160, 176, 1, 160, 76, 164, 49, 197, 195, 1,
    2, 195, 58, 89, 146, 1, 58, 161, 212, 28, 176, 9, 79, 142, 15, 1, 159, 115, 175, 83, 64,
    163, 173, 59, 79, 121, 154, 205, 55, 179, 22, 200, 198, 160, 160, 71, 160, 31, 49, 71, 193,
    55, 176, 146, 38, 180, 77, 162, 162, 139, 106, 82, 113, 31, 121, 36, 107, 142, 176, 59, 59,
    36, 58, 55, 97, 182, 1, 130, 124, 88, 49, 16, 71, 109, 9, 77, 32, 47, 212, 25, 7, 134, 134,
    1, 46, 83, 36, 121, 79, 121, 131, 76, 77, 133, 79, 121, 121, 7, 145, 129, 71, 160, 71, 67,
    56, 66, 162, 64, 7, 55, 71, 77, 64, 88, 49, 38, 18, 109, 22, 160, 16, 38, 79, 113, 58, 174,
    20, 47, 163, 31, 7, 121, 138, 76, 76, 100, 16, 162, 7, 79, 107, 79, 134, 76, 96, 97, 142,
    53, 141, 49, 134, 100, 146, 111, 88, 16, 15, 7, 130, 33, 213, 65, 33, 37, 46, 9, 130, 24,
    176, 76, 54, 76, 181, 71, 165, 79, 57, 140, 115, 1, 10, 79, 163, 115, 173, 115, 10, 185, 76,
    136, 111, 163, 121, 71, 56, 71, 56, 85, 39, 183, 138, 131, 111, 132, 69, 128, 31, 117, 117,
    46, 10, 22, 186, 77, 27, 24, 16, 200, 160, 14, 174, 95, 1, 60, 1, 1, 64, 78, 180, 72, 46,
    64, 88, 18, 138, 212, 31, 72, 79, 193, 152, 190, 178, 106, 96, 178, 159, 134, 162, 76, 36,
    162, 8, 197, 155, 124, 207, 79, 15, 7, 15, 65, 152, 26, 50, 49, 116, 71, 43, 32, 204, 185,
    176, 22, 33, 43, 135, 159, 43, 54, 79, 212, 202, 71, 71, 109, 49, 212, 71, 159, 195, 71, 10,
    10, 92, 76, 163, 147, 84, 31, 58, 172, 21, 9, 84, 137, 9, 182, 18, 140, 64, 71, 178, 132,
    59, 41, 117, 117, 32, 4, 125, 25, 193, 160, 89, 89, 89, 7, 9, 71, 89, 31, 162, 88, 89, 33,
    72, 21, 63, 51, 140, 46, 32, 169, 174, 18, 18, 146, 172, 40, 65, 140, 38, 18, 169, 40, 80,
    71, 167, 166, 164, 176, 150, 79, 94, 138, 79, 52, 8, 29, 55, 21, 201, 162, 79, 80, 146, 10,
    176, 50, 27, 17, 130, 16, 77, 176, 137, 181, 187, 166, 204, 32, 204, 33, 205, 176, 186, 7,
    79, 176, 184, 80, 7, 32, 28, 213, 210, 43, 61, 118, 204, 59, 175, 90, 79, 161, 80, 31, 151,
    59, 71, 72, 163, 140, 129, 161, 33, 205, 147, 109, 39, 213, 77, 133, 166, 114, 205, 107,
    197, 141, 101, 123, 29, 29, 88, 55, 131, 55, 105, 160, 66, 2, 71, 31, 31, 50, 68, 72, 19,
    46, 25, 99, 59, 54, 76, 183, 127, 68, 89, 46, 43, 40, 142, 212, 212, 124, 194, 47, 212, 66,
    138, 183, 142, 186, 16, 10, 195, 62, 132, 46, 79, 195, 24, 141, 61, 101, 156, 156, 52, 79,
    89, 11, 151, 97, 85, 28, 43, 130, 99, 24, 67, 89, 209, 70, 107, 68, 9, 185, 137, 181, 59,
    191, 188, 5, 191, 103, 71, 67, 16, 70, 102, 4, 204, 88, 71, 12, 132, 22, 161, 88, 43, 64,
    64, 64, 59, 31, 84, 10, 10, 114, 163, 64, 71, 147, 10, 80, 31, 205, 165, 58, 109, 162, 7,
    187, 86, 7, 10, 76, 136, 109, 112, 192, 59, 70, 107, 7, 71, 55, 128, 126, 47, 213, 137, 82,
    90, 26, 170, 36, 122, 137, 22, 161, 28, 21, 46, 169, 89, 89, 43, 50, 136, 133, 43, 201, 104,
    16, 43, 168, 169, 195, 24, 125, 69, 122, 65, 61, 64, 19, 40, 64, 65, 102, 43, 141, 96, 61,
    120, 143, 90, 90, 42, 148, 8, 161, 47, 187, 176, 33, 102, 72, 138, 215, 142, 59, 88, 43,
    204, 1, 59, 205, 2, 32, 140, 88, 40, 40, 207, 54, 63, 146, 104, 79, 131, 59, 72, 111, 8, 85,
    8, 109, 118, 5, 161, 10, 71, 31, 64, 28, 180, 114, 33, 39, 113, 187, 72, 130, 192, 59, 187,
    207, 1, 33, 85, 141, 33, 84, 7, 148, 213, 166, 64, 189, 71, 192, 29, 68, 25, 89, 1, 55, 187,
    72, 4, 146, 106, 105, 195, 84, 77, 112, 73, 1, 71, 172, 58, 93, 102, 103, 19, 16, 69, 205,
    43, 16, 15, 119, 56, 89, 10, 44, 172, 134, 6, 65, 28, 8, 50, 80, 178, 12, 19, 52, 36, 5, 28,
    22, 18, 43, 207, 178, 10, 10, 178, 10, 189, 149, 99, 205, 141, 176, 142, 154, 179, 79, 49,
    154, 12, 3, 5, 111, 10, 40, 138, 31, 149, 77, 6, 8, 59, 40, 71, 58, 111, 64, 8, 39, 33, 65,
    189, 153, 187, 165, 138, 9, 210, 184, 34, 58, 75, 102, 118, 7, 84, 206, 131, 135, 180, 121,
    182, 43, 143, 133, 144, 38, 212, 49, 58, 131, 208, 124, 207, 111, 176, 1, 176, 6, 75, 126,
    2, 208, 1, 9, 17, 117, 146, 199, 66, 81, 39, 108, 107, 80, 61, 133, 176, 178, 86, 141, 131,
    91, 64, 35, 132, 190, 57, 64, 102, 204, 102, 76, 58, 124, 149, 85, 190, 39, 1, 102, 45, 181,
    186, 10, 166, 11, 40, 130, 187, 36, 138, 187, 137, 109, 108, 214, 33, 58, 214, 179, 10, 70,
    137, 181, 86, 32, 140, 59, 9, 9, 210, 76, 22, 111, 33, 33, 109, 76, 33, 199, 192, 64, 127,
    4, 26, 210, 71, 11, 35, 197, 159, 92, 91, 197, 164, 73, 11, 57, 66, 122, 82, 71, 213, 21,
    22, 77, 164, 10, 72, 132, 138, 85, 39, 72, 190, 55, 71, 71, 31, 109, 109, 33, 12, 212, 59,
    205, 150, 205, 72, 30, 39, 40, 112, 35, 76, 197, 5, 180, 206, 70, 43, 165, 212, 113, 33, 7,
    144, 84, 50, 22, 73, 98, 137, 82, 62, 191, 71, 12, 185, 29, 2, 35, 22, 165, 189, 180, 142,
    88, 164, 167, 10, 10, 113, 112, 161, 9, 85, 33, 48, 10, 73, 28, 36, 187, 10, 58, 139, 85,
    129, 103, 6, 206, 148, 205, 179, 150, 29, 69, 70, 32, 87, 180, 3, 128, 41, 39, 111, 132, 88,
    109, 150, 27, 25, 4, 36, 161, 148, 121, 39, 50, 188, 8, 5, 39, 86, 23, 121, 80, 190, 153,
    20, 144, 76, 76, 203, 9, 112, 146, 110, 180, 74, 137, 199, 68, 112, 11, 29, 35, 111, 109,
    112, 191, 5, 85, 82, 150, 22, 39, 165, 138, 121, 28, 32, 186, 112, 147, 186, 59, 50, 10, 72,
    213, 61, 7, 59, 2, 59, 180, 72, 44, 112, 39, 82, 61, 80, 187, 188, 76, 198, 132, 68, 203,
    13, 41, 150, 8, 180, 106, 164, 68, 143, 10, 10, 28, 136, 69, 176, 39, 146, 107, 186, 90, 15,
    6, 211, 189, 8, 92, 121,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 216] = [
    0, 0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 1, 2, 3, 4, 0, 1, 3, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3,
    2, 3, 4, 5, 0, 1, 2, 1, 2, 3, 4, 5, 0, 1, 2, 0, 1, 3, 0, 1, 2, 3, 4, 5, 1, 2, 3, 0, 1, 1, 4,
    5, 6, 0, 1, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 5, 6, 0, 1, 2, 3, 4,
    5, 6, 7, 8, 9, 10, 5, 6, 7, 8, 9, 10, 6, 7, 8, 9, 0, 1, 0, 1, 0, 1, 0, 1, 2, 3, 4, 5, 0, 2,
    4, 5, 6, 7, 9, 11, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 1, 2, 3, 4,
    10, 9, 10, 11, 13, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 3, 2, 3, 5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0,
    1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 0, 0, 0, 0, 1, 2, 1, 2, 3, 5, 1, 2, 3, 1, 3, 4,
    1, 3, 1, 2, 3, 4,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x1482484889245292, 0x060aa208410cb085, 0x0097d91fa30c00c2, 0x000000000014913e,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 19, 37, 61,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xffdfcefedbdfbfff, 0xf79fffff6b6ffefe, 0xefe5fbf7ef7ffbff, 0xa96a9ffd60af7f97,
    0x6fe9d77bb9bf8eab, 0xff9ae1bff6ef8ebf, 0x1a4a4385ab9c3acc, 0xfbcbfd3229fbe7db,
    0x15881baf3699ae59, 0xd9aab4379bdbaaef, 0xc8c412b4f1955514, 0x6b95a027ffe86953,
    0xa6aeadea346b3fd8, 0x99e2b1ee5384aad2, 0xc19dd514b772db3a, 0x9ee1ebfe58eb7d0b,
    0xd1d5e7b29d1e0df4, 0x8a9940010422b211, 0xb0d4130008de6972, 0x50a95bfa9b675b44,
    0xb26a35a97bc45fff, 0x48440a9282126af7, 0x03d9f59021a294c0, 0xffb94ef3f7ea83a4,
    0xb96c8052205f461c, 0x900a6c80641a0283, 0x577a99811cb44702, 0x3471bec008a82e24,
    0x0884484850135bef, 0xf562c01400142a00, 0xeacd351a2c1e22e3, 0x19c000a400420a5f,
    0xc53244b4f0e3b6a0, 0x0907ce40c715c64d, 0x19536688a067bf80, 0x6c04219bc0a88800,
    0x00481467a131dbcd, 0xf802a087d0066003, 0x000005008480202d,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 55, 109, 164, 205, 249, 296, 325, 369, 401, 441, 468, 503, 540, 572, 607, 647, 683, 701,
    726, 760, 799, 823, 848, 889, 915, 934, 962, 987, 1011, 1029, 1060, 1078, 1107, 1134, 1162,
    1181, 1207, 1228,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x815808a8000000a0, 0x8c16a386464505c7, 0x2b205d242806e691, 0x9561a956c5703550,
    0xc52961c600564520, 0xdd900aeb37ee7264, 0x9b5559d2247bc454, 0x30afbadd69a95c5a,
    0x5470cb2091604be8, 0x60b6abfd4b573596, 0xaed3349572577b1c, 0xb81d1cdac9aa5955,
    0xd8eeadd6d2aa425b, 0x16caaea6b9ecd295, 0x4cfaab4af15e96a9, 0x55f78d4d96b66a15,
    0xa6abdd915ca6b9cb, 0x92b995d74eb7d5ec, 0x4a854eabb374d353, 0x0000000000b96c53,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64, m4: u64, to_move: u64) -> u64 {
    match feature {
        // strong-king-edge
        1 => edge(m0),
        // strong-bishop-edge
        2 => edge(m2),
        // weak-king-edge
        3 => edge(m3),
        // weak-king-corner
        4 => corner(m3),
        // weak-rook-corner
        5 => corner(m4),
        // strong-king-strong-rook-distance
        6 => distance(m0, m1),
        // strong-king-strong-rook-offset
        7 => offset(m0, m1),
        // strong-king-strong-bishop-distance
        8 => distance(m0, m2),
        // strong-king-strong-bishop-offset
        9 => offset(m0, m2),
        // strong-king-strong-bishop-slant
        10 => slant(m0, m2),
        // strong-king-weak-king-distance
        11 => distance(m0, m3),
        // strong-king-weak-king-offset
        12 => offset(m0, m3),
        // strong-king-weak-rook-distance
        13 => distance(m0, m4),
        // strong-king-weak-rook-offset
        14 => offset(m0, m4),
        // strong-rook-strong-bishop-offset
        15 => offset(m1, m2),
        // strong-rook-strong-bishop-slant
        16 => slant(m1, m2),
        // strong-rook-weak-king-distance
        17 => distance(m1, m3),
        // strong-rook-weak-king-offset
        18 => offset(m1, m3),
        // strong-rook-weak-rook-distance
        19 => distance(m1, m4),
        // strong-rook-weak-rook-offset
        20 => offset(m1, m4),
        // strong-bishop-weak-king-distance
        21 => distance(m2, m3),
        // strong-bishop-weak-king-slant
        22 => slant(m2, m3),
        // strong-bishop-weak-king-colours
        23 => equal(light(m2), light(m3)),
        // strong-bishop-weak-rook-offset
        24 => offset(m2, m4),
        // strong-bishop-weak-rook-slant
        25 => slant(m2, m4),
        // strong-bishop-weak-rook-colours
        26 => equal(light(m2), light(m4)),
        // weak-king-weak-rook-distance
        27 => distance(m3, m4),
        // strong-king-strong-bishop-corner
        28 => colour_corner(m0, m2),
        // race-strong-rook
        29 => lead(distance(m0, m1), distance(m3, m1)),
        // race-strong-bishop
        30 => lead(distance(m0, m2), distance(m3, m2)),
        // race-edge
        31 => lead(edge(m0), edge(m3)),
        // weak-king-parts-strong-rook-weak-rook
        32 => parts(m3, m1, m4),
        // strong-rook-parts-weak-king-weak-rook
        33 => parts(m1, m3, m4),
        // weak-rook-parts-weak-king-strong-rook
        34 => parts(m4, m3, m1),
        // strong-king-flights
        35 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((steps(t5) & !(((t5 | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))))))
        }
        // strong-king-in-check
        36 => any((bit(m0) & rook(m4, (((bit(m1) | bit(m2)) | bit(m3)) | bit(m4))))),
        // strong-king-room
        37 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t30 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t74 = (steps(t5) & !(t11 | t30));
            count((t74 | (steps(t74) & !(t30 | t11))))
        }
        // weak-king-flights
        38 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            count((steps(t8) & !((t8 | t9) | ((steps(t5) | rook(m1, t16)) | bishop(m2, t16)))))
        }
        // weak-king-in-check
        39 => {
            let t16 = (((bit(m0) | bit(m1)) | bit(m2)) | bit(m4));
            any((bit(m3) & (rook(m1, t16) | bishop(m2, t16))))
        }
        // weak-king-room
        40 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t14 = (t8 | t9);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            let t28 = ((steps(t5) | rook(m1, t16)) | bishop(m2, t16));
            let t87 = (steps(t8) & !(t14 | t28));
            count((t87 | (steps(t87) & !(t28 | t14))))
        }
        // weak-king-takes
        41 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t16 = (t11 | t9);
            any(((steps(t8) & !((t8 | t9) | ((steps(t5) | rook(m1, t16)) | bishop(m2, t16)))) & t11))
        }
        // weak-king-ring
        42 => {
            let t16 = (((bit(m0) | bit(m1)) | bit(m2)) | bit(m4));
            count((steps(bit(m3)) & (rook(m1, t16) | bishop(m2, t16))))
        }
        // strong-rook-safe-moves
        43 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            count((rook(m1, ((t11 | t8) | t9)) & !(t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))))))
        }
        // strong-rook-moves
        44 => {
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            count((rook(m1, ((t11 | bit(m3)) | bit(m4))) & !t11))
        }
        // strong-rook-takes
        45 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            count(((rook(m1, ((((bit(m0) | t6) | t7) | t8) | t9)) & (t8 | t9)) & !(steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)))))
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
        // strong-rook-weak-rook-hits
        47 => {
            let t9 = bit(m4);
            any((rook(m1, (((bit(m0) | bit(m1)) | bit(m2)) | t9)) & t9))
        }
        // strong-rook-weak-rook-lined-up
        48 => {
            let t6 = bit(m1);
            let t8 = bit(m3);
            any((rook(m4, (((((bit(m0) | t6) | bit(m2)) | t8) | bit(m4)) & !t6)) & t8))
        }
        // strong-rook-hangs
        49 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            any(((t6 & (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)))) & !(steps(t5) | bishop(m2, (((t5 | t6) | t7) | t9)))))
        }
        // strong-rook-discovers
        50 => {
            let t8 = bit(m3);
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | bit(m4));
            any(((rook(m1, (t13 & !t11)) & t8) & !rook(m1, t13)))
        }
        // strong-rook-cuts
        51 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            count((((steps(t8) & rook(m1, t16)) & !(steps(t5) | bishop(m2, t16))) & !(t8 | t9)))
        }
        // strong-bishop-moves
        52 => {
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            count((bishop(m2, ((t11 | bit(m3)) | bit(m4))) & !t11))
        }
        // strong-bishop-weak-rook-threats
        54 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            count(((bishop(m2, t13) & !(t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))))) & bishop(m4, (t13 & !(t7 | 0)))))
        }
        // strong-bishop-weak-rook-hits
        55 => {
            let t9 = bit(m4);
            any((bishop(m2, (((bit(m0) | bit(m1)) | bit(m2)) | t9)) & t9))
        }
        // strong-bishop-weak-rook-lined-up
        56 => {
            let t7 = bit(m2);
            let t8 = bit(m3);
            any((bishop(m4, (((((bit(m0) | bit(m1)) | t7) | t8) | bit(m4)) & !t7)) & t8))
        }
        // strong-bishop-hangs
        57 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            any(((t7 & (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)))) & !(steps(t5) | rook(m1, (((t5 | t6) | t7) | t9)))))
        }
        // strong-bishop-cuts
        59 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            count((((steps(t8) & bishop(m2, t16)) & !(steps(t5) | rook(m1, t16))) & !(t8 | t9)))
        }
        // weak-rook-kept-moves
        60 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t16 = (t11 | t9);
            count((((rook(m4, ((t11 | t8) | t9)) & !(t8 | t9)) & steps(t8)) & !(rook(m1, t16) | bishop(m2, t16))))
        }
        // weak-rook-moves
        61 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((rook(m4, ((((bit(m0) | bit(m1)) | bit(m2)) | t8) | t9)) & !(t8 | t9)))
        }
        // weak-rook-safe-checks
        62 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | t9);
            let t16 = (t11 | t9);
            count(((rook(m4, t13) & rook(m0, (t13 & !(t9 | 0)))) & !((t8 | t9) | ((steps(t5) | rook(m1, t16)) | bishop(m2, t16)))))
        }
        // weak-rook-strong-rook-forks
        63 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | t9);
            let t16 = (t11 | t9);
            count((((rook(m4, t13) & !((t8 | t9) | ((steps(t5) | rook(m1, t16)) | bishop(m2, t16)))) & rook(m0, (t13 & !(t9 | 0)))) & rook(m1, (t13 & !(t9 | t5)))))
        }
        // weak-rook-strong-bishop-lined-up
        64 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            any((rook(m2, (((((t5 | bit(m1)) | bit(m2)) | bit(m3)) | t9) & !t9)) & t5))
        }
        // weak-rook-cuts
        66 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((((steps(t5) & rook(m4, (((t6 | t7) | t8) | bit(m4)))) & !steps(t8)) & !((t5 | t6) | t7)))
        }
        // strong-king-walk-strong-rook
        67 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            walk(t5, steps(t6), !((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // strong-king-walk-kings
        68 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t21 = steps(t8);
            walk(t5, steps(t21), !((t21 | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // weak-king-walk-strong-rook
        69 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | t6) | bit(m2)) | t9);
            walk(t8, steps(t6), !(((steps(t5) | rook(m1, t16)) | bishop(m2, t16)) | (t8 | t9)))
        }
        // weak-king-walk-weak-rook
        70 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            walk(t8, steps(t9), !(((steps(t5) | rook(m1, t16)) | bishop(m2, t16)) | (t8 | t9)))
        }
        // weak-king-walk-kings
        _ => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t15 = steps(t5);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            walk(t8, steps(t15), !(((t15 | rook(m1, t16)) | bishop(m2, t16)) | (t8 | t9)))
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
    let first = ((colour[0] & kind[2]).count_ones() != 1) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[3];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[2];
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
    let t20 = bishop(m2, t16);
    let t27 = (t15 | t18);
    let t28 = (t27 | t20);
    if (t9 & t28) != 0 {
        if to_move > 0 {
            let t50 = distance(m1, m3);
            if distance(m3, m4) > 1 {
                if t50 > 1 {
                    return false;
                }
                return further(26, m0, m1, m2, m3, m4, to_move);
            }
            if slant(m2, m4) > 0 {
                return further(25, m0, m1, m2, m3, m4, to_move);
            }
            return false;
        }
        let t8 = bit(m3);
        let t14 = (t8 | t9);
        let t31 = (t18 | t20);
        if (t8 & t31) != 0 {
            let t21 = steps(t8);
            let t91 = (t28 | t14);
            if walk(t8, steps(t6), !t91) <= 1 {
                if ((t21 & !(t14 | t28)) & t11) != 0 {
                    return further(40, m0, m1, m2, m3, m4, to_move);
                }
                return further(39, m0, m1, m2, m3, m4, to_move);
            }
            let t12 = (t11 | t8);
            let t13 = (t12 | t9);
            let t22 = (t6 | t7);
            let t23 = (t22 | t8);
            let t24 = (t23 | t9);
            let t26 = rook(m4, t24);
            let t30 = (t21 | t26);
            if count(((rook(m1, t13) & t14) & !t30)) > 1 {
                return further(42, m0, m1, m2, m3, m4, to_move);
            }
            if walk(t8, steps(t9), !t91) <= 1 {
                return further(72, m0, m1, m2, m3, m4, to_move);
            }
            if ((t7 & t30) & !t27) != 0 {
                return further(128, m0, m1, m2, m3, m4, to_move);
            }
            if (((rook(m4, t13) & !t14) & t21) & !t31) != 0 {
                return further(205, m0, m1, m2, m3, m4, to_move);
            }
            return false;
        }
        let t13 = ((t11 | t8) | t9);
        let t39 = offset(m0, m1);
        if ((bishop(m2, (t13 & !(t14 & !t8))) & t8) & !bishop(m2, t13)) != 0 {
            return further(22, m0, m1, m2, m3, m4, to_move);
        }
        if t39 <= 0 {
            let t21 = steps(t8);
            let t22 = (t6 | t7);
            let t23 = (t22 | t8);
            let t24 = (t23 | t9);
            let t26 = rook(m4, t24);
            let t30 = (t21 | t26);
            if ((t6 & t30) & !(t15 | t20)) != 0 {
                return further(65, m0, m1, m2, m3, m4, to_move);
            }
            if walk(t5, steps(t21), !(t30 | t11)) > 1 {
                return further(111, m0, m1, m2, m3, m4, to_move);
            }
            return further(110, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m0, m3) > 3 {
            let t55 = slant(m2, m3);
            let t63 = colour_corner(m0, m2);
            if distance(m1, m3) <= 1 {
                return further(116, m0, m1, m2, m3, m4, to_move);
            }
            let t121 = (t18 & t9);
            let t122 = any(t121);
            if t55 <= 0 {
                return further(194, m0, m1, m2, m3, m4, to_move);
            }
            if t63 <= 0 {
                return further(299, m0, m1, m2, m3, m4, to_move);
            }
            if t122 > 0 {
                if distance(m1, m4) > 6 {
                    return further(545, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            if distance(m0, m2) <= 1 {
                return further(543, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m1, m3) > 1 {
                return true;
            }
            return further(684, m0, m1, m2, m3, m4, to_move);
        }
        let t21 = steps(t8);
        let t22 = (t6 | t7);
        let t23 = (t22 | t8);
        let t24 = (t23 | t9);
        let t26 = rook(m4, t24);
        let t30 = (t21 | t26);
        if count((t15 & !(t11 | t30))) <= 3 {
            if count((((t15 & t26) & !t21) & !t11)) > 1 {
                return further(189, m0, m1, m2, m3, m4, to_move);
            }
            return further(188, m0, m1, m2, m3, m4, to_move);
        }
        if (t18 & t9) == 0 {
            return further(190, m0, m1, m2, m3, m4, to_move);
        }
        let t42 = slant(m0, m2);
        if distance(m1, m3) <= 1 {
            return further(295, m0, m1, m2, m3, m4, to_move);
        }
        if t42 <= 0 {
            return further(413, m0, m1, m2, m3, m4, to_move);
        }
        if ((t6 & t30) & !(t15 | t20)) == 0 {
            return true;
        }
        if slant(m2, m3) > 1 {
            return further(679, m0, m1, m2, m3, m4, to_move);
        }
        return further(678, m0, m1, m2, m3, m4, to_move);
    }
    let t8 = bit(m3);
    let t21 = steps(t8);
    if to_move <= 0 {
        let t14 = (t8 | t9);
        let t85 = (t14 | t28);
        let t87 = (t21 & !t85);
        let t91 = (t28 | t14);
        let t93 = steps(t87);
        let t94 = (t93 & !t91);
        let t95 = (t87 | t94);
        let t96 = count(t95);
        if distance(m0, m3) <= 2 {
            if t96 <= 3 {
                return false;
            }
            if count((t15 & !(t11 | (t21 | rook(m4, (((t6 | t7) | t8) | t9)))))) <= 2 {
                return further(27, m0, m1, m2, m3, m4, to_move);
            }
            if edge(m3) <= 0 {
                return further(48, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m2, m4) <= 0 {
                return further(83, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m1, m3) <= 0 {
                return further(146, m0, m1, m2, m3, m4, to_move);
            }
            let t31 = (t18 | t20);
            if count((((rook(m4, ((t11 | t8) | t9)) & !t14) & t21) & !t31)) > 2 {
                return true;
            }
            if (t8 & t31) != 0 {
                return further(339, m0, m1, m2, m3, m4, to_move);
            }
            if walk(t8, steps(t6), !t91) > 1 {
                return further(459, m0, m1, m2, m3, m4, to_move);
            }
            return further(458, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m1, m3) <= 1 {
            let t12 = (t11 | t8);
            let t13 = (t12 | t9);
            let t207 = (t13 & !t9);
            let t208 = rook(m2, t207);
            let t209 = (t208 & t5);
            let t210 = any(t209);
            if offset(m0, m4) <= 0 {
                return false;
            }
            if t210 > 0 {
                return further(51, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m0, m1) <= 3 {
                return further(85, m0, m1, m2, m3, m4, to_move);
            }
            if (t87 & t11) == 0 {
                return further(149, m0, m1, m2, m3, m4, to_move);
            }
            let t30 = (t21 | rook(m4, (((t6 | t7) | t8) | t9)));
            let t74 = (t15 & !(t11 | t30));
            if count((t74 | (steps(t74) & !(t30 | t11)))) > 5 {
                return true;
            }
            return further(236, m0, m1, m2, m3, m4, to_move);
        }
        let t31 = (t18 | t20);
        let t89 = (t8 & t31);
        let t90 = any(t89);
        if t96 <= 5 {
            if offset(m1, m3) <= 0 {
                return further(52, m0, m1, m2, m3, m4, to_move);
            }
            if t90 > 0 {
                return further(92, m0, m1, m2, m3, m4, to_move);
            }
            if slant(m0, m2) <= 1 {
                return further(156, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m2, m4) > 0 {
                return further(247, m0, m1, m2, m3, m4, to_move);
            }
            return further(246, m0, m1, m2, m3, m4, to_move);
        }
        let t12 = (t11 | t8);
        let t13 = (t12 | t9);
        let t25 = rook(m4, t13);
        if (((t25 & !t85) & rook(m0, (t13 & !(t9 | 0)))) & rook(m1, (t13 & !(t9 | t5)))) != 0 {
            return further(55, m0, m1, m2, m3, m4, to_move);
        }
        if t90 > 0 {
            let t35 = edge(m3);
            let t55 = slant(m2, m3);
            if slant(m2, m4) <= 0 {
                return false;
            }
            if t35 <= 0 {
                if count((((t25 & !t14) & t21) & !t31)) > 1 {
                    return further(367, m0, m1, m2, m3, m4, to_move);
                }
                if t55 > 0 {
                    return further(486, m0, m1, m2, m3, m4, to_move);
                }
                return further(485, m0, m1, m2, m3, m4, to_move);
            }
            if t55 > 0 {
                if walk(t8, steps(t15), !t91) > 1 {
                    return true;
                }
                return further(491, m0, m1, m2, m3, m4, to_move);
            }
            if slant(m1, m2) <= 0 {
                return further(489, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m1, m4) > 4 {
                return further(620, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        let t41 = offset(m0, m2);
        if corner(m3) <= 0 {
            return further(160, m0, m1, m2, m3, m4, to_move);
        }
        if t41 > 1 {
            if equal(light(m2), light(m3)) <= 0 {
                return true;
            }
            let t35 = edge(m3);
            if slant(m2, m3) <= 0 {
                return further(483, m0, m1, m2, m3, m4, to_move);
            }
            if t35 > 0 {
                return true;
            }
            return further(611, m0, m1, m2, m3, m4, to_move);
        }
        let t224 = steps(t15);
        let t225 = walk(t8, t224, !t91);
        if slant(m1, m2) > 5 {
            return further(364, m0, m1, m2, m3, m4, to_move);
        }
        if t225 <= 1 {
            if edge(m3) > 0 {
                return further(607, m0, m1, m2, m3, m4, to_move);
            }
            return further(606, m0, m1, m2, m3, m4, to_move);
        }
        let t54 = distance(m2, m3);
        if slant(m2, m4) <= 0 {
            return further(608, m0, m1, m2, m3, m4, to_move);
        }
        if t54 > 2 {
            return true;
        }
        return further(727, m0, m1, m2, m3, m4, to_move);
    }
    let t12 = (t11 | t8);
    let t13 = (t12 | t9);
    let t17 = rook(m1, t13);
    let t22 = (t6 | t7);
    let t23 = (t22 | t8);
    let t24 = (t23 | t9);
    let t26 = rook(m4, t24);
    let t30 = (t21 | t26);
    let t72 = (t11 | t30);
    let t78 = (t30 | t11);
    let t101 = (t17 & !t72);
    let t110 = (t6 | 0);
    let t112 = (t13 & !t110);
    let t113 = rook(m3, t112);
    let t114 = (t101 & t113);
    let t115 = (t6 | t8);
    let t117 = (t13 & !t115);
    let t118 = rook(m4, t117);
    let t119 = (t114 & t118);
    let t120 = count(t119);
    let t220 = steps(t21);
    let t221 = walk(t5, t220, !t78);
    if (((bishop(m2, t13) & !t72) & bishop(m3, (t13 & !(t7 | 0)))) & bishop(m4, (t13 & !(t7 | t8)))) != 0 {
        return further(10, m0, m1, m2, m3, m4, to_move);
    }
    if t221 <= 1 {
        let t35 = edge(m3);
        if t35 <= 0 {
            if corner(m3) <= 0 {
                return false;
            }
            if distance(m0, m3) <= 2 {
                if edge(m0) > 0 {
                    return false;
                }
                return further(167, m0, m1, m2, m3, m4, to_move);
            }
            let t45 = offset(m0, m3);
            if t120 > 0 {
                return false;
            }
            if t45 > 1 {
                return further(262, m0, m1, m2, m3, m4, to_move);
            }
            return further(261, m0, m1, m2, m3, m4, to_move);
        }
        let t43 = light(m2);
        let t56 = light(m3);
        let t57 = equal(t43, t56);
        let t74 = (t15 & !t72);
        let t75 = count(t74);
        if t120 > 0 {
            return further(58, m0, m1, m2, m3, m4, to_move);
        }
        if t57 <= 0 {
            let t76 = (t5 & t26);
            let t77 = any(t76);
            if t75 <= 0 {
                return false;
            }
            if t77 > 0 {
                return further(264, m0, m1, m2, m3, m4, to_move);
            }
            let t124 = (t13 & !t6);
            let t125 = rook(m4, t124);
            let t126 = (t125 & t8);
            let t127 = any(t126);
            let t138 = (t13 & !t11);
            let t139 = rook(m1, t138);
            let t140 = (t139 & t8);
            let t141 = (t140 & !t17);
            let t142 = any(t141);
            if slant(m2, m4) <= 0 {
                return false;
            }
            if t142 > 0 {
                return false;
            }
            if t127 > 0 {
                return further(628, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m0, m3) > 2 {
                return further(749, m0, m1, m2, m3, m4, to_move);
            }
            if t35 > 1 {
                return further(861, m0, m1, m2, m3, m4, to_move);
            }
            return further(860, m0, m1, m2, m3, m4, to_move);
        }
        if (bishop(m4, (t13 & !t7)) & t8) != 0 {
            return further(171, m0, m1, m2, m3, m4, to_move);
        }
        let t62 = distance(m3, m4);
        if slant(m2, m4) <= 0 {
            return false;
        }
        if t75 <= 0 {
            return false;
        }
        if t62 <= 2 {
            return further(499, m0, m1, m2, m3, m4, to_move);
        }
        let t53 = offset(m1, m4);
        let t55 = slant(m2, m3);
        if count((t21 & (t18 | t20))) > 4 {
            return further(634, m0, m1, m2, m3, m4, to_move);
        }
        let t45 = offset(m0, m3);
        let t51 = offset(m1, m3);
        if t53 <= 0 {
            return false;
        }
        if t55 <= 0 {
            return false;
        }
        if t51 <= 0 {
            return false;
        }
        if t45 > 1 {
            return further(1039, m0, m1, m2, m3, m4, to_move);
        }
        return further(1038, m0, m1, m2, m3, m4, to_move);
    }
    let t43 = light(m2);
    let t53 = offset(m1, m4);
    let t55 = slant(m2, m3);
    let t60 = light(m4);
    let t61 = equal(t43, t60);
    if t120 > 0 {
        return further(35, m0, m1, m2, m3, m4, to_move);
    }
    let t14 = (t8 | t9);
    let t85 = (t14 | t28);
    let t87 = (t21 & !t85);
    let t88 = count(t87);
    if t61 > 0 {
        let t138 = (t13 & !t11);
        let t139 = rook(m1, t138);
        let t140 = (t139 & t8);
        let t141 = (t140 & !t17);
        let t142 = any(t141);
        if (bishop(m4, (t13 & !t7)) & t8) != 0 {
            return further(104, m0, m1, m2, m3, m4, to_move);
        }
        let t59 = slant(m2, m4);
        if t142 > 0 {
            return false;
        }
        if t59 <= 0 {
            return further(274, m0, m1, m2, m3, m4, to_move);
        }
        if t55 <= 0 {
            return false;
        }
        if t53 <= 0 {
            return further(514, m0, m1, m2, m3, m4, to_move);
        }
        if t88 > 4 {
            let t35 = edge(m3);
            if parts(m1, m3, m4) > 1 {
                return further(779, m0, m1, m2, m3, m4, to_move);
            }
            if t35 > 0 {
                return true;
            }
            return further(900, m0, m1, m2, m3, m4, to_move);
        }
        if parts(m3, m1, m4) > 0 {
            return further(777, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m0, m3) <= 4 {
            return further(896, m0, m1, m2, m3, m4, to_move);
        }
        let t56 = light(m3);
        let t57 = equal(t43, t56);
        if count((t87 | (steps(t87) & !(t28 | t14)))) <= 1 {
            return further(990, m0, m1, m2, m3, m4, to_move);
        }
        if t57 > 0 {
            return further(1060, m0, m1, m2, m3, m4, to_move);
        }
        return further(1059, m0, m1, m2, m3, m4, to_move);
    }
    if t55 <= 0 {
        return false;
    }
    if t53 <= 0 {
        return further(174, m0, m1, m2, m3, m4, to_move);
    }
    if t88 > 4 {
        let t25 = rook(m4, t13);
        let t31 = (t18 | t20);
        let t186 = (t25 & !t14);
        let t187 = (t186 & t21);
        let t189 = (t187 & !t31);
        let t190 = count(t189);
        if ((rook(m1, (t13 & !t11)) & t8) & !t17) != 0 {
            return further(390, m0, m1, m2, m3, m4, to_move);
        }
        if t190 > 2 {
            return further(511, m0, m1, m2, m3, m4, to_move);
        }
        if (t21 & t31) != 0 {
            return true;
        }
        if distance(m3, m4) > 5 {
            return true;
        }
        return further(773, m0, m1, m2, m3, m4, to_move);
    }
    if parts(m1, m3, m4) > 0 {
        if corner(m3) <= 0 {
            return further(508, m0, m1, m2, m3, m4, to_move);
        }
        if t221 <= 2 {
            return further(644, m0, m1, m2, m3, m4, to_move);
        }
        let t33 = edge(m0);
        if count((rook(m4, t13) & !t14)) <= 8 {
            return further(771, m0, m1, m2, m3, m4, to_move);
        }
        if t33 > 0 {
            return further(893, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    let t124 = (t13 & !t6);
    let t125 = rook(m4, t124);
    let t126 = (t125 & t8);
    let t127 = any(t126);
    if count((t87 | (steps(t87) & !(t28 | t14)))) <= 3 {
        return further(506, m0, m1, m2, m3, m4, to_move);
    }
    if t127 > 0 {
        return further(642, m0, m1, m2, m3, m4, to_move);
    }
    let t71 = parts(m4, m3, m1);
    if offset(m1, m3) <= 0 {
        return further(763, m0, m1, m2, m3, m4, to_move);
    }
    if t71 > 0 {
        return further(883, m0, m1, m2, m3, m4, to_move);
    }
    return further(882, m0, m1, m2, m3, m4, to_move);
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

/// Whether a square is light: 1 or 0.
#[inline(always)]
fn light(square: u64) -> u64 {
    (square ^ (square >> 3)) & 1
}

/// King moves to the nearest corner of the colour of `of`.
#[inline(always)]
fn colour_corner(square: u64, of: u64) -> u64 {
    let near = 7 * light(of);
    least(distance(square, near), distance(square, 63 - near))
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
        b"KRBKR learned\0".as_ptr().cast()
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
