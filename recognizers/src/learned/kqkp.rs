//! KQKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  16704944
//! draws      1246100
//! spotted    1208648 (96.994 %)
//! incorrect  0
//! size       1228 leaves, 2045 bytes packed
//! features   71
//! table      xxh3 c77376416b8e9dcb
//! command    drawproof mine KQKP --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KQKP";
/// Leaves of the tree.
pub const LEAVES: usize = 1228;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2045;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 1246100;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 1208648;

/// The question of each branch.
static QUESTIONS: [u8; 1227] = [
    143, 0, 113, 104, 203, 138, 159, 150, 151, 73, 149, 203, 0, 224, 199, 180, 222, 113, 76, 14,
    148, 176, 144, 16, 168, 154, 60, 62, 209, 16, 175, 28, 138, 60, 137, 183, 173, 152, 147,
    204, 144, 100, 104, 46, 171, 138, 212, 62, 146, 147, 43, 154, 164, 100, 139, 137, 100, 114,
    142, 13, 179, 16, 59, 149, 115, 148, 212, 209, 209, 64, 197, 184, 211, 210, 188, 79, 163,
    206, 90, 73, 61, 39, 35, 138, 160, 173, 88, 61, 84, 38, 173, 142, 148, 171, 17, 103, 17,
    180, 162, 10, 12, 88, 46, 217, 180, 125, 73, 149, 176, 189, 49, 150, 14, 154, 0, 153, 193,
    158, 0, 13, 212, 144, 25, 151, 17, 147, 18, 171, 147, 172, 225, 41, 59, 64, 225, 224, 219,
    173, 35, 157, 163, 40, 137, 149, 101, 215, 149, 87, 99, 149, 73, 36, 167, 1, 162, 193, 162,
    111, 162, 35, 148, 177, 212, 37, 125, 149, 154, 125, 139, 5, 148, 164, 0, 0, 35, 149, 0,
    102, 186, 90, 81, 47, 200, 214, 29, 125, 147, 188, 213, 88, 147, 225, 24, 211, 20, 224, 147,
    173, 152, 225, 59, 61, 147, 160, 146, 173, 16, 148, 152, 28, 29, 152, 98, 148, 11, 125, 53,
    87, 93, 167, 136, 75, 86, 139, 90, 167, 29, 90, 65, 147, 153, 148, 49, 211, 13, 148, 125,
    91, 13, 49, 224, 175, 0, 11, 125, 0, 193, 101, 14, 78, 81, 198, 182, 200, 189, 145, 185, 38,
    35, 208, 22, 59, 42, 171, 42, 41, 21, 62, 150, 172, 34, 9, 30, 65, 27, 145, 144, 43, 90,
    164, 173, 224, 173, 226, 147, 204, 147, 222, 35, 33, 49, 147, 173, 148, 17, 42, 179, 139,
    35, 94, 96, 179, 91, 72, 90, 167, 149, 26, 75, 75, 49, 26, 167, 168, 153, 13, 36, 147, 183,
    37, 109, 147, 15, 223, 75, 49, 49, 149, 149, 222, 72, 104, 14, 148, 53, 73, 187, 189, 86,
    189, 4, 116, 18, 81, 79, 173, 17, 221, 88, 20, 150, 217, 138, 210, 60, 60, 216, 42, 184,
    213, 65, 23, 35, 163, 23, 22, 23, 160, 163, 146, 219, 215, 144, 39, 163, 153, 137, 4, 69,
    147, 153, 153, 149, 84, 45, 201, 32, 55, 87, 151, 97, 216, 136, 97, 177, 152, 60, 26, 36,
    148, 148, 119, 91, 195, 108, 29, 8, 25, 43, 100, 150, 3, 197, 190, 153, 85, 37, 189, 28, 11,
    59, 150, 11, 87, 104, 42, 53, 13, 205, 147, 75, 195, 207, 129, 195, 4, 86, 18, 90, 29, 144,
    19, 144, 79, 223, 216, 64, 38, 60, 142, 146, 17, 119, 19, 120, 64, 90, 61, 59, 147, 216, 38,
    220, 147, 182, 37, 43, 37, 37, 88, 23, 23, 21, 225, 216, 157, 43, 223, 153, 28, 167, 1, 60,
    15, 152, 114, 76, 76, 197, 53, 76, 76, 83, 90, 26, 134, 190, 40, 94, 73, 199, 10, 69, 169,
    128, 26, 204, 197, 203, 18, 54, 128, 136, 167, 26, 95, 49, 37, 197, 43, 150, 197, 92, 36,
    49, 150, 153, 125, 155, 16, 13, 180, 207, 53, 151, 148, 211, 129, 10, 14, 11, 139, 50, 4,
    48, 177, 76, 90, 87, 198, 139, 178, 190, 20, 59, 64, 19, 59, 23, 90, 38, 37, 188, 198, 63,
    188, 64, 9, 224, 19, 63, 173, 38, 37, 146, 142, 147, 118, 27, 1, 221, 138, 170, 157, 90,
    118, 37, 49, 15, 59, 50, 87, 140, 84, 43, 59, 135, 196, 50, 84, 162, 181, 177, 41, 2, 84,
    16, 117, 147, 74, 166, 45, 201, 27, 153, 76, 25, 191, 89, 54, 10, 69, 74, 72, 1, 136, 31,
    191, 132, 147, 32, 61, 64, 1, 69, 111, 44, 100, 15, 142, 5, 142, 3, 51, 140, 125, 180, 142,
    13, 224, 92, 69, 53, 105, 139, 210, 49, 31, 30, 49, 75, 142, 175, 42, 129, 218, 51, 152,
    190, 207, 207, 48, 187, 170, 22, 39, 18, 20, 39, 20, 198, 63, 153, 60, 38, 138, 60, 65, 146,
    161, 22, 22, 88, 88, 101, 11, 212, 2, 147, 63, 152, 114, 41, 78, 49, 108, 33, 101, 193, 180,
    139, 60, 91, 148, 41, 194, 202, 66, 11, 92, 1, 69, 196, 123, 23, 224, 129, 91, 63, 119, 60,
    153, 165, 136, 151, 36, 152, 73, 74, 37, 68, 29, 77, 69, 3, 153, 190, 53, 107, 139, 123, 92,
    69, 153, 55, 105, 13, 104, 147, 125, 50, 222, 91, 222, 49, 13, 47, 73, 200, 33, 72, 130, 41,
    52, 36, 120, 18, 3, 218, 168, 42, 18, 64, 164, 4, 65, 63, 17, 147, 42, 5, 36, 154, 78, 70,
    94, 176, 39, 141, 33, 224, 25, 32, 80, 116, 110, 33, 91, 85, 76, 33, 128, 90, 108, 128, 60,
    221, 43, 147, 72, 54, 43, 168, 223, 227, 41, 178, 125, 164, 114, 221, 14, 101, 86, 215, 67,
    124, 162, 220, 225, 14, 69, 70, 77, 61, 152, 115, 42, 92, 216, 48, 43, 165, 165, 63, 54, 29,
    211, 1, 92, 148, 128, 5, 182, 222, 75, 32, 4, 24, 29, 199, 208, 172, 138, 37, 23, 17, 36,
    65, 35, 19, 20, 22, 20, 41, 63, 9, 36, 3, 223, 97, 88, 79, 24, 225, 91, 109, 225, 175, 15,
    109, 108, 53, 15, 73, 202, 1, 84, 202, 91, 151, 55, 39, 11, 42, 90, 167, 68, 68, 98, 33, 11,
    15, 219, 152, 54, 64, 109, 176, 14, 157, 68, 88, 63, 215, 76, 124, 18, 8, 62, 5, 227, 9, 30,
    85, 69, 50, 28, 53, 15, 16, 224, 156, 189, 17, 43, 138, 146, 23, 26, 146, 37, 9, 224, 146,
    20, 8, 70, 59, 49, 153, 45, 88, 14, 142, 14, 141, 32, 152, 152, 78, 37, 82, 91, 41, 54, 163,
    69, 223, 94, 76, 157, 44, 7, 73, 58, 165, 56, 122, 20, 10, 77, 30, 162, 69, 36, 89, 175, 10,
    224, 152, 118, 62, 6, 89, 49, 211, 222, 106, 223, 49, 41, 218, 144, 221, 65, 120, 49, 154,
    38, 14, 37, 148, 114, 25, 133, 25, 35, 39, 15, 152, 51, 42, 97, 201, 69, 11, 84, 64, 51,
    153, 15, 10, 178, 225, 90, 73, 25, 71, 114, 215, 68, 226, 176, 61, 63, 23, 222, 54, 182, 14,
    153, 36, 170, 42, 41, 82, 174, 192, 15, 14, 49, 147, 67, 131, 32, 25, 81, 94, 119, 15, 224,
    88, 119, 94, 136, 29, 73, 63, 126, 69, 227, 15, 78, 26, 169, 10, 225, 162, 9, 17, 188, 16,
    73, 15, 15, 56, 62, 7, 19, 160, 152, 121, 142, 86, 39, 77, 63, 16, 174, 97, 8, 179, 43, 154,
    4, 11, 61, 101, 73, 25, 220, 4, 25, 129, 7, 10, 89, 91, 77, 68, 127, 48, 49, 168, 48, 142,
    25, 225, 60, 112, 33, 91, 149, 42, 93, 154, 129, 94, 61, 14, 95, 147, 151, 48, 36, 176, 118,
    57, 63, 178, 68, 102, 153, 8, 37, 152, 221, 68, 15, 15, 50, 62, 103, 51, 63, 64, 37, 25,
    103, 56, 101, 177, 153, 218, 215, 32, 54, 54, 177, 5, 200, 147, 54, 226, 55, 105, 147, 9,
    25, 153, 121, 198, 30, 55, 147, 57,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 228] = [
    0, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 0, 2, 3, 2, 3, 4,
    5, 0, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 4, 5, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 1, 2, 3,
    4, 0, 1, 2, 4, 5, 0, 1, 3, 5, 1, 2, 3, 0, 1, 2, 6, 7, 8, 9, 6, 7, 8, 9, 0, 1, 0, 1, 0, 0, 1,
    1, 2, 7, 4, 5, 10, 15, 0, 2, 3, 4, 0, 2, 3, 4, 5, 6, 7, 8, 10, 0, 0, 1, 2, 13, 1, 2, 3, 17,
    18, 19, 20, 0, 3, 4, 0, 1, 2, 2, 4, 5, 7, 8, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 5, 0, 1, 2, 0, 2,
    3, 4, 5, 3, 4, 5, 0, 2, 3, 3, 7, 8, 9, 10, 13, 0, 1, 2, 6, 7, 8, 9, 2, 1, 2, 3, 4, 5, 1, 4,
    1, 3, 1, 4, 4, 6, 7, 8, 9, 10, 12, 0, 1, 2, 3, 1, 5, 6, 7, 8, 9, 11, 12, 13, 6, 9, 10, 0, 1,
    0, 0, 1, 2, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x8822420912412492, 0x626603112d444910, 0x0550c48248c8df09, 0x00000000409a4062,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 17, 38, 61,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xffffdffffdd7ffff, 0xe7fd39fe7f75da56, 0x42ffd72b59ebf7d9, 0xdbd255d685574ffd,
    0x37ff355967779b57, 0x6765f7d955a5e747, 0xfff05f45c598f6ad, 0xd6f8355d09d4df5d,
    0xa5cd76b61605f92f, 0x57796e1df6b7ca42, 0x435556f58f0962f5, 0x94b9f66ebdbdd484,
    0xf682d1bad3feed6c, 0x3d863b1a7569d666, 0x766c3ab5c9c7ac08, 0x89df5bff1769d6d2,
    0x05d5aad662d64ba5, 0x4343e10846352a79, 0x0f863c0445091006, 0x7251b2dd7c2fd83f,
    0x48747e2a92087568, 0xae91b30db1f4000d, 0x9df4f0359b43dffe, 0x1841771c548a42b8,
    0x5a68e714756d0257, 0x0a7e20b9b19e05ac, 0x1626890028a49faf, 0x80062d0abcd01040,
    0x5af5407051652c57, 0xd00052b22105c63f, 0x3b36b05bc0000184, 0x780f001f3bde0233,
    0x6f702de22b874b02, 0x062084007472fb67, 0x02fa54bd75cc5648, 0x0bb451829b040050,
    0x21904080021091c0, 0x9165a05f4614f85a, 0x0000000000024220,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 60, 105, 147, 186, 228, 267, 306, 343, 378, 415, 448, 485, 524, 558, 590, 630, 662, 688,
    708, 745, 772, 800, 840, 865, 896, 925, 951, 970, 999, 1023, 1045, 1074, 1104, 1129, 1160,
    1180, 1193, 1222,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x0681954f440ae020, 0x49dff008c7320cdc, 0x0f0a0b2a1987e8da, 0x4e0f541b18584509,
    0x8204cdd6e9906751, 0xb3372cdaa4b9e1be, 0x892665800882befc, 0x995cd6d369a9a951,
    0xdb9481251aaf73cf, 0xd96a6ee8c4d222aa, 0xfd3281335c6d64a2, 0x66a6a8f4dd6dbaaa,
    0x9395356be2a54cc4, 0x5a9e146ddb6d5acf, 0x6cda528ce665a562, 0x91bfccf5499336a5,
    0x5aabdab5f956a765, 0x556551a9f6f2756a, 0x285d4dab4adad6ab, 0x0000000000000ae9,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64, to_move: u64) -> u64 {
    match feature {
        // strong-to-move
        0 => to_move,
        // strong-king-edge
        1 => edge(m0),
        // strong-queen-edge
        2 => edge(m1),
        // strong-queen-corner
        3 => corner(m1),
        // weak-king-edge
        4 => edge(m2),
        // weak-king-corner
        5 => corner(m2),
        // strong-king-strong-queen-distance
        6 => distance(m0, m1),
        // strong-king-strong-queen-offset
        7 => offset(m0, m1),
        // strong-king-strong-queen-slant
        8 => slant(m0, m1),
        // strong-king-weak-king-distance
        9 => distance(m0, m2),
        // strong-king-weak-king-offset
        10 => offset(m0, m2),
        // strong-king-weak-pawn-distance
        11 => distance(m0, m3),
        // strong-king-weak-pawn-offset
        12 => offset(m0, m3),
        // strong-queen-weak-king-distance
        13 => distance(m1, m2),
        // strong-queen-weak-king-offset
        14 => offset(m1, m2),
        // strong-queen-weak-king-slant
        15 => slant(m1, m2),
        // strong-queen-weak-pawn-distance
        16 => distance(m1, m3),
        // strong-queen-weak-pawn-offset
        17 => offset(m1, m3),
        // strong-queen-weak-pawn-slant
        18 => slant(m1, m3),
        // weak-king-weak-pawn-distance
        19 => distance(m2, m3),
        // weak-king-weak-pawn-offset
        20 => offset(m2, m3),
        // race-strong-queen
        21 => lead(distance(m0, m1), distance(m2, m1)),
        // race-weak-pawn
        22 => lead(distance(m0, m3), distance(m2, m3)),
        // weak-pawn-parts-kings
        23 => parts(m3, m0, m2),
        // strong-king-parts-strong-queen-weak-pawn
        24 => parts(m0, m1, m3),
        // weak-pawn-parts-strong-king-strong-queen
        25 => parts(m3, m0, m1),
        // weak-king-parts-strong-queen-weak-pawn
        26 => parts(m2, m1, m3),
        // strong-king-flights
        27 => {
            let t4 = bit(m0);
            count((steps(t4) & !((t4 | bit(m1)) | (steps(bit(m2)) | hits_down(bit(m3))))))
        }
        // strong-king-room
        28 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t25 = (steps(bit(m2)) | hits_down(bit(m3)));
            let t56 = (steps(t4) & !(t8 | t25));
            count((t56 | (steps(t56) & !(t25 | t8))))
        }
        // weak-king-flights
        29 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // weak-king-in-check
        30 => {
            let t13 = ((bit(m0) | bit(m1)) | bit(m3));
            any((bit(m2) & (rook(m1, t13) | bishop(m1, t13))))
        }
        // weak-king-room
        31 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t13 = ((t4 | bit(m1)) | t7);
            let t23 = (steps(t4) | (rook(m1, t13) | bishop(m1, t13)));
            let t66 = (steps(t6) & !(t11 | t23));
            count((t66 | (steps(t66) & !(t23 | t11))))
        }
        // weak-king-ring
        33 => {
            let t13 = ((bit(m0) | bit(m1)) | bit(m3));
            count((steps(bit(m2)) & (rook(m1, t13) | bishop(m1, t13))))
        }
        // strong-queen-safe-moves
        34 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-queen-kept-moves
        35 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | bit(m2)) | t7);
            count(((((rook(m1, t10) | bishop(m1, t10)) & !t8) & steps(t4)) & !hits_down(t7)))
        }
        // strong-queen-moves
        36 => {
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | bit(m2)) | bit(m3));
            count(((rook(m1, t10) | bishop(m1, t10)) & !t8))
        }
        // strong-queen-takes
        37 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | bit(m1)) | t6) | t7);
            count((((rook(m1, t10) | bishop(m1, t10)) & (t6 | t7)) & !(steps(t6) | hits_down(t7))))
        }
        // strong-queen-safe-checks
        38 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t95 = (t10 & !(t5 | 0));
            count((((rook(m1, t10) | bishop(m1, t10)) & (rook(m2, t95) | bishop(m2, t95))) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-queen-weak-pawn-forks
        39 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t95 = (t10 & !(t5 | 0));
            let t104 = (t10 & !(t5 | t6));
            count(((((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | hits_down(t7)))) & (rook(m2, t95) | bishop(m2, t95))) & (rook(m3, t104) | bishop(m3, t104))))
        }
        // strong-queen-weak-pawn-threats
        40 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t95 = (t10 & !(t5 | 0));
            count((((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | hits_down(t7)))) & (rook(m3, t95) | bishop(m3, t95))))
        }
        // strong-queen-weak-pawn-lined-up
        41 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t116 = ((((bit(m0) | t5) | t6) | bit(m3)) & !t5);
            any(((rook(m3, t116) | bishop(m3, t116)) & t6))
        }
        // strong-queen-attacked
        42 => any((bit(m1) & (steps(bit(m2)) | hits_down(bit(m3))))),
        // strong-queen-attacked-by-men
        43 => any((bit(m1) & hits_down(bit(m3)))),
        // strong-queen-pins
        44 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | bit(m1)) | t6) | t7);
            let t130 = (t10 & !((t6 | t7) & !t6));
            any((((rook(m1, t130) | bishop(m1, t130)) & t6) & !(rook(m1, t10) | bishop(m1, t10))))
        }
        // strong-queen-cuts
        45 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((((steps(t6) & (rook(m1, t13) | bishop(m1, t13))) & !steps(t4)) & !(t6 | t7)))
        }
        // weak-pawn-attacked
        46 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            any((t7 & (steps(t4) | (rook(m1, t13) | bishop(m1, t13)))))
        }
        // weak-pawn-to-go
        47 => ranks(m3, 0),
        // weak-pawn-file
        48 => file_edge(m3),
        // weak-pawn-runs
        49 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t13 = (t8 | t7);
            any((down(t7) & !(((t8 | bit(m2)) | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // strong-king-goal-weak-pawn
        50 => walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0),
        // strong-king-near-goal-weak-pawn
        51 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t154 = (fill_down(t7) & 0xff);
            walk(t4, (t154 | steps(t154)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-path-weak-pawn
        52 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, fill_down(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-behind-weak-pawn
        53 => lead(ranks(m0, 0), ranks(m3, 0)),
        // strong-king-files-weak-pawn
        54 => files(m0, m3),
        // strong-king-square-weak-pawn
        55 => lead(walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // strong-king-file
        56 => file_edge(m0),
        // weak-king-goal-weak-pawn
        57 => walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0),
        // weak-king-near-goal-weak-pawn
        58 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            let t154 = (fill_down(t7) & 0xff);
            walk(t6, (t154 | steps(t154)), !((steps(t4) | (rook(m1, t13) | bishop(m1, t13))) | (t6 | t7)))
        }
        // weak-king-path-weak-pawn
        59 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            walk(t6, fill_down(t7), !((steps(t4) | (rook(m1, t13) | bishop(m1, t13))) | (t6 | t7)))
        }
        // weak-king-stop-weak-pawn
        60 => walk(bit(m2), down(bit(m3)), !0),
        // weak-king-behind-weak-pawn
        61 => lead(ranks(m2, 0), ranks(m3, 0)),
        // weak-king-files-weak-pawn
        62 => files(m2, m3),
        // weak-king-file
        63 => file_edge(m2),
        // race-goal-weak-pawn
        64 => {
            let t154 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t154, !0), walk(bit(m2), t154, !0))
        }
        // race-stop-weak-pawn
        65 => {
            let t147 = down(bit(m3));
            lead(walk(bit(m0), t147, !0), walk(bit(m2), t147, !0))
        }
        // weak-guards-weak-pawn
        66 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (steps(bit(m2)) | hits_down(t7))))
        }
        // strong-queen-weak-pawn-blocks
        67 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | t6) | t7);
            count((((rook(m1, t10) | bishop(m1, t10)) & fill_down(t7)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-queen-weak-pawn-covers
        68 => {
            let t7 = bit(m3);
            let t10 = (((bit(m0) | bit(m1)) | bit(m2)) | t7);
            count(((rook(m1, t10) | bishop(m1, t10)) & fill_down(t7)))
        }
        // strong-queen-weak-pawn-rank
        69 => ranks(m1, 0),
        // strong-queen-weak-pawn-files
        _ => files(m1, m3),
    }
}

/// The answer from a branch on, by the tables.
fn further(mut at: usize, m0: u64, m1: u64, m2: u64, m3: u64, to_move: u64) -> bool {
    loop {
        let question = QUESTIONS[at] as usize;
        let opened = OPENS[question >> 6] & (2_u64 << (question & 63)).wrapping_sub(1);
        let feature = OPENS_BEFORE[question >> 6] as u64 + count(opened);
        let value = value(feature, m0, m1, m2, m3, to_move);
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
    let first = ((colour[0] & kind[0]).count_ones() != 0) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[4];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[0];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t8 = (t4 | t5);
    let t11 = (t6 | t7);
    let t12 = steps(t4);
    let t13 = (t8 | t7);
    let t17 = rook(m1, t13);
    let t18 = bishop(m1, t13);
    let t19 = (t17 | t18);
    let t23 = (t12 | t19);
    let t144 = ranks(m3, 0);
    let t146 = fill_down(t7);
    let t154 = (t146 & 0xff);
    let t155 = walk(t4, t154, !0);
    let t166 = walk(t6, t154, !0);
    if t144 > 1 {
        let t20 = steps(t6);
        let t22 = hits_down(t7);
        let t64 = (t11 | t23);
        let t66 = (t20 & !t64);
        let t125 = (t5 & t22);
        let t126 = any(t125);
        let t174 = lead(t155, t166);
        if (t66 & t8) == 0 {
            if t126 > 0 {
                if to_move > 0 {
                    return false;
                }
                let t32 = distance(m0, m1);
                if t32 <= 1 {
                    return further(43, m0, m1, m2, m3, to_move);
                }
                if lead(t155, t144) <= 7 {
                    if lead(t32, distance(m2, m1)) > 7 {
                        return further(123, m0, m1, m2, m3, to_move);
                    }
                    return further(122, m0, m1, m2, m3, to_move);
                }
                if lead(ranks(m0, 0), t144) > 8 {
                    return false;
                }
                if t32 <= 2 {
                    return further(181, m0, m1, m2, m3, to_move);
                }
                if t174 > 7 {
                    return further(256, m0, m1, m2, m3, to_move);
                }
                return further(255, m0, m1, m2, m3, to_move);
            }
            if t174 > 11 {
                if t144 > 2 {
                    return false;
                }
                if (t6 & t19) != 0 {
                    return further(73, m0, m1, m2, m3, to_move);
                }
                let t10 = ((t8 | t6) | t7);
                if (((rook(m1, t10) | bishop(m1, t10)) & t146) & !(t8 | (t20 | t22))) != 0 {
                    return further(119, m0, m1, m2, m3, to_move);
                }
                if to_move > 0 {
                    return false;
                }
                let t145 = file_edge(m3);
                if t145 > 2 {
                    return false;
                }
                if files(m2, m3) <= 0 {
                    return further(332, m0, m1, m2, m3, to_move);
                }
                if t145 > 1 {
                    return further(430, m0, m1, m2, m3, to_move);
                }
                return further(429, m0, m1, m2, m3, to_move);
            }
            if t166 > 2 {
                if t66 != 0 {
                    return false;
                }
                let t25 = (t20 | t22);
                let t58 = (t25 | t8);
                let t159 = walk(t4, t146, !t58);
                if walk(t6, down(t7), !0) <= 1 {
                    return further(116, m0, m1, m2, m3, to_move);
                }
                if t159 > 0 {
                    return false;
                }
                return further(174, m0, m1, m2, m3, to_move);
            }
            if t144 > 2 {
                return false;
            }
            if file_edge(m2) > 1 {
                if t155 > 4 {
                    return further(172, m0, m1, m2, m3, to_move);
                }
                if lead(ranks(m0, 0), t144) > 9 {
                    return further(242, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if to_move > 0 {
                return false;
            }
            if file_edge(m3) > 1 {
                return further(241, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t25 = (t20 | t22);
        let t58 = (t25 | t8);
        if walk(t4, t146, !t58) <= 2 {
            if files(m1, m3) > 2 {
                if t155 > 5 {
                    return further(48, m0, m1, m2, m3, to_move);
                }
                if distance(m1, m3) > 4 {
                    return true;
                }
                if distance(m0, m3) > 5 {
                    return further(130, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if files(m0, m3) > 1 {
                let t10 = ((t8 | t6) | t7);
                if ((rook(m1, t10) | bishop(m1, t10)) & t146) == 0 {
                    return further(79, m0, m1, m2, m3, to_move);
                }
                if distance(m1, m3) > 3 {
                    return further(129, m0, m1, m2, m3, to_move);
                }
                return further(128, m0, m1, m2, m3, to_move);
            }
            let t147 = down(t7);
            let t160 = walk(t4, t147, !0);
            let t169 = walk(t6, t147, !0);
            let t175 = lead(t160, t169);
            if t126 > 0 {
                return further(78, m0, m1, m2, m3, to_move);
            }
            if t175 <= 6 {
                return true;
            }
            if file_edge(m3) <= 0 {
                return true;
            }
            let t10 = ((t8 | t6) | t7);
            if count(((rook(m1, t10) | bishop(m1, t10)) & t146)) > 2 {
                return further(258, m0, m1, m2, m3, to_move);
            }
            return further(257, m0, m1, m2, m3, to_move);
        }
        let t42 = distance(m1, m3);
        if t174 <= 6 {
            if t42 <= 2 {
                return further(49, m0, m1, m2, m3, to_move);
            }
            if offset(m0, m3) > 2 {
                return further(86, m0, m1, m2, m3, to_move);
            }
            return further(85, m0, m1, m2, m3, to_move);
        }
        if t42 > 4 {
            if lead(ranks(m0, 0), t144) > 9 {
                return false;
            }
            let t37 = distance(m0, m3);
            if t37 <= 4 {
                return further(140, m0, m1, m2, m3, to_move);
            }
            if t37 > 6 {
                return false;
            }
            return further(205, m0, m1, m2, m3, to_move);
        }
        if t155 > 5 {
            let t37 = distance(m0, m3);
            if lead(t37, distance(m2, m3)) > 8 {
                if walk(t4, (t154 | steps(t154)), !t58) > 5 {
                    return false;
                }
                if file_edge(m3) > 0 {
                    return false;
                }
                return further(280, m0, m1, m2, m3, to_move);
            }
            if t37 <= 1 {
                return further(200, m0, m1, m2, m3, to_move);
            }
            if t42 > 3 {
                return further(279, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if t42 > 3 {
            if lead(t155, t144) > 9 {
                return false;
            }
            return further(199, m0, m1, m2, m3, to_move);
        }
        if ranks(m1, 0) > 4 {
            return further(198, m0, m1, m2, m3, to_move);
        }
        if lead(t155, t144) > 9 {
            return false;
        }
        if slant(m0, m1) > 3 {
            return further(363, m0, m1, m2, m3, to_move);
        }
        let t145 = file_edge(m3);
        if distance(m0, m3) <= 1 {
            return further(458, m0, m1, m2, m3, to_move);
        }
        if t145 <= 0 {
            return further(567, m0, m1, m2, m3, to_move);
        }
        if files(m1, m3) > 2 {
            return further(684, m0, m1, m2, m3, to_move);
        }
        if t42 > 2 {
            return further(780, m0, m1, m2, m3, to_move);
        }
        return further(779, m0, m1, m2, m3, to_move);
    }
    if to_move > 0 {
        let t45 = distance(m2, m3);
        if lead(t155, t166) > 11 {
            let t145 = file_edge(m3);
            if t145 > 2 {
                return false;
            }
            if t145 > 1 {
                return further(39, m0, m1, m2, m3, to_move);
            }
            if t145 > 0 {
                return false;
            }
            return further(67, m0, m1, m2, m3, to_move);
        }
        if t45 > 2 {
            return false;
        }
        if corner(m2) <= 1 {
            return further(36, m0, m1, m2, m3, to_move);
        }
        if t155 <= 3 {
            return false;
        }
        let t10 = ((t8 | t6) | t7);
        if ((rook(m1, t10) | bishop(m1, t10)) & t146) != 0 {
            return false;
        }
        if t166 > 2 {
            return false;
        }
        if file_edge(m3) > 2 {
            return false;
        }
        return further(235, m0, m1, m2, m3, to_move);
    }
    if (t6 & t19) != 0 {
        if t155 <= 2 {
            if ((steps(t6) & !(t11 | t23)) & t8) != 0 {
                return further(33, m0, m1, m2, m3, to_move);
            }
            if (t5 & hits_down(t7)) != 0 {
                return further(61, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if offset(m2, m3) > 1 {
            if walk(t6, t146, !(t23 | t11)) > 3 {
                return false;
            }
            return further(64, m0, m1, m2, m3, to_move);
        }
        let t20 = steps(t6);
        let t22 = hits_down(t7);
        let t25 = (t20 | t22);
        if (t5 & t25) != 0 {
            return false;
        }
        let t145 = file_edge(m3);
        if t145 > 2 {
            let t10 = ((t8 | t6) | t7);
            if (((rook(m1, t10) | bishop(m1, t10)) & t11) & !t25) != 0 {
                return false;
            }
            return further(162, m0, m1, m2, m3, to_move);
        }
        if walk(t6, (t154 | steps(t154)), !(t23 | t11)) > 1 {
            if t166 > 3 {
                return false;
            }
            return further(231, m0, m1, m2, m3, to_move);
        }
        if t145 > 1 {
            return further(230, m0, m1, m2, m3, to_move);
        }
        return further(229, m0, m1, m2, m3, to_move);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    if (down(t7) & !(t10 | t23)) == 0 {
        let t20 = steps(t6);
        if walk(t6, (t154 | steps(t154)), !(t23 | t11)) > 1 {
            let t64 = (t11 | t23);
            let t66 = (t20 & !t64);
            let t67 = count(t66);
            if distance(m0, m1) <= 1 {
                return further(55, m0, m1, m2, m3, to_move);
            }
            if t67 > 0 {
                return false;
            }
            return further(93, m0, m1, m2, m3, to_move);
        }
        if (t146 & (t20 | hits_down(t7))) != 0 {
            return further(54, m0, m1, m2, m3, to_move);
        }
        let t164 = lead(t155, t144);
        if (t20 & !(t11 | t23)) == 0 {
            return true;
        }
        if t164 <= 9 {
            return further(142, m0, m1, m2, m3, to_move);
        }
        if file_edge(m3) > 2 {
            return false;
        }
        return further(207, m0, m1, m2, m3, to_move);
    }
    if files(m1, m3) <= 0 {
        let t142 = (t7 & t23);
        let t143 = any(t142);
        if t166 <= 1 {
            return further(57, m0, m1, m2, m3, to_move);
        }
        let t70 = (t23 | t11);
        let t156 = steps(t154);
        let t157 = (t154 | t156);
        let t167 = walk(t6, t157, !t70);
        if t143 <= 0 {
            return further(96, m0, m1, m2, m3, to_move);
        }
        if t167 <= 1 {
            return further(149, m0, m1, m2, m3, to_move);
        }
        let t14 = rook(m1, t10);
        let t15 = bishop(m1, t10);
        let t16 = (t14 | t15);
        let t20 = steps(t6);
        let t22 = hits_down(t7);
        let t25 = (t20 | t22);
        let t89 = (t16 & t11);
        let t91 = (t89 & !t25);
        let t92 = count(t91);
        if distance(m2, m3) <= 2 {
            return further(214, m0, m1, m2, m3, to_move);
        }
        if t92 > 0 {
            return false;
        }
        return further(294, m0, m1, m2, m3, to_move);
    }
    let t35 = distance(m0, m2);
    if t35 <= 2 {
        let t30 = edge(m2);
        if corner(m2) <= 0 {
            return further(98, m0, m1, m2, m3, to_move);
        }
        if t30 <= 0 {
            if edge(m0) > 0 {
                return further(219, m0, m1, m2, m3, to_move);
            }
            return further(218, m0, m1, m2, m3, to_move);
        }
        let t46 = offset(m2, m3);
        if lead(ranks(m0, 0), t144) <= 7 {
            return further(220, m0, m1, m2, m3, to_move);
        }
        if t46 <= 0 {
            return further(301, m0, m1, m2, m3, to_move);
        }
        if parts(m2, m1, m3) <= 0 {
            return further(393, m0, m1, m2, m3, to_move);
        }
        if t166 > 3 {
            return further(500, m0, m1, m2, m3, to_move);
        }
        return further(499, m0, m1, m2, m3, to_move);
    }
    if t166 > 5 {
        if parts(m0, m1, m3) <= 0 {
            let t66 = (steps(t6) & !(t11 | t23));
            if count((t66 | (steps(t66) & !(t23 | t11)))) > 8 {
                return true;
            }
            if t35 > 3 {
                return true;
            }
            return further(310, m0, m1, m2, m3, to_move);
        }
        let t43 = offset(m1, m3);
        if lead(ranks(m0, 0), t144) <= 7 {
            return further(227, m0, m1, m2, m3, to_move);
        }
        if t43 > 2 {
            return further(313, m0, m1, m2, m3, to_move);
        }
        if files(m0, m3) > 0 {
            return true;
        }
        return further(406, m0, m1, m2, m3, to_move);
    }
    let t172 = files(m2, m3);
    if edge(m2) > 2 {
        return further(156, m0, m1, m2, m3, to_move);
    }
    let t14 = rook(m1, t10);
    let t15 = bishop(m1, t10);
    let t16 = (t14 | t15);
    let t128 = (t11 & !t6);
    let t130 = (t10 & !t128);
    let t131 = rook(m1, t130);
    let t132 = bishop(m1, t130);
    let t133 = (t131 | t132);
    let t134 = (t133 & t6);
    let t136 = (t134 & !t16);
    let t137 = any(t136);
    if t172 <= 0 {
        return further(222, m0, m1, m2, m3, to_move);
    }
    let t163 = files(m0, m3);
    if t137 > 0 {
        return further(306, m0, m1, m2, m3, to_move);
    }
    if t163 <= 0 {
        return further(398, m0, m1, m2, m3, to_move);
    }
    if file_edge(m3) <= 1 {
        let t116 = (t10 & !t5);
        let t117 = rook(m3, t116);
        let t118 = bishop(m3, t116);
        let t119 = (t117 | t118);
        let t120 = (t119 & t6);
        let t121 = any(t120);
        if lead(t155, t166) > 12 {
            return true;
        }
        if t121 > 0 {
            return further(731, m0, m1, m2, m3, to_move);
        }
        if distance(m1, m3) <= 2 {
            return further(832, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m0, m2) > 0 {
            return further(929, m0, m1, m2, m3, to_move);
        }
        return further(928, m0, m1, m2, m3, to_move);
    }
    if file_edge(m2) > 1 {
        if lead(ranks(m2, 0), t144) > 10 {
            return further(734, m0, m1, m2, m3, to_move);
        }
        let t116 = (t10 & !t5);
        if ((rook(m3, t116) | bishop(m3, t116)) & t6) != 0 {
            return further(838, m0, m1, m2, m3, to_move);
        }
        return further(837, m0, m1, m2, m3, to_move);
    }
    if t35 > 5 {
        return true;
    }
    if lead(ranks(m0, 0), t144) > 10 {
        return true;
    }
    return further(836, m0, m1, m2, m3, to_move);
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

/// The squares behind those of `set`, as White sees the board.
#[inline(always)]
fn down(set: u64) -> u64 {
    set >> 8
}

/// The squares black pawns on `set` attack.
#[inline(always)]
fn hits_down(set: u64) -> u64 {
    ((set >> 7) & 0xfefe_fefe_fefe_fefe) | ((set >> 9) & 0x7f7f_7f7f_7f7f_7f7f)
}

/// All squares behind those of `set`, as White sees the board.
#[inline(always)]
fn fill_down(set: u64) -> u64 {
    let two = (set >> 8) | (set >> 16);
    let four = two | (two >> 16);
    four | (four >> 32)
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
        b"KQKP learned\0".as_ptr().cast()
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
