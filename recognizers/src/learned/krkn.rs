//! KRKN: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  23315984
//! draws      16740224
//! spotted    14390932 (85.966 %)
//! incorrect  0
//! size       1216 leaves, 2031 bytes packed
//! features   72
//! table      xxh3 492ffd874cdfa349
//! command    drawproof mine KRKN --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KRKN";
/// Leaves of the tree.
pub const LEAVES: usize = 1216;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2031;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 16740224;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 14390932;

/// The question of each branch.
static QUESTIONS: [u8; 1215] = [
    0, 86, 184, 163, 155, 87, 145, 215, 214, 145, 95, 66, 154, 211, 54, 163, 183, 199, 99, 69,
    219, 71, 216, 2, 193, 183, 218, 3, 219, 54, 224, 67, 217, 71, 91, 27, 54, 160, 67, 220, 54,
    182, 164, 229, 217, 164, 27, 140, 230, 99, 163, 199, 218, 50, 66, 216, 91, 86, 113, 191,
    232, 13, 12, 187, 17, 159, 191, 232, 58, 183, 191, 54, 182, 130, 233, 223, 195, 13, 231, 13,
    66, 233, 26, 232, 159, 40, 145, 87, 4, 185, 10, 159, 97, 148, 231, 90, 221, 160, 13, 10,
    220, 237, 10, 11, 193, 234, 43, 138, 166, 92, 73, 10, 201, 231, 13, 230, 148, 54, 1, 191,
    170, 219, 161, 199, 10, 180, 73, 2, 139, 95, 169, 101, 25, 12, 105, 13, 191, 216, 127, 163,
    138, 26, 171, 139, 219, 218, 71, 105, 113, 179, 179, 159, 13, 171, 233, 166, 25, 66, 31,
    216, 13, 40, 232, 86, 191, 46, 26, 17, 191, 56, 21, 141, 88, 23, 128, 216, 76, 219, 88, 72,
    234, 76, 133, 182, 45, 73, 28, 2, 231, 98, 92, 98, 198, 218, 63, 182, 217, 183, 182, 157,
    10, 183, 157, 183, 10, 50, 73, 76, 95, 46, 50, 222, 128, 87, 10, 136, 148, 58, 171, 230, 13,
    231, 67, 157, 166, 93, 71, 178, 224, 71, 223, 145, 160, 234, 63, 166, 143, 104, 159, 25, 12,
    67, 16, 102, 223, 67, 91, 197, 18, 34, 131, 18, 18, 101, 177, 17, 160, 10, 156, 168, 190,
    91, 19, 18, 10, 211, 133, 56, 14, 76, 216, 133, 236, 91, 183, 28, 12, 183, 225, 151, 95,
    157, 43, 235, 101, 100, 100, 105, 230, 175, 216, 97, 92, 154, 180, 210, 178, 103, 183, 183,
    134, 205, 40, 80, 154, 87, 28, 56, 124, 223, 227, 192, 89, 158, 78, 63, 97, 89, 229, 129,
    67, 18, 13, 49, 87, 103, 59, 38, 81, 73, 107, 59, 66, 57, 54, 15, 113, 10, 91, 113, 45, 90,
    90, 72, 76, 140, 174, 188, 231, 93, 148, 66, 12, 215, 25, 1, 161, 13, 30, 113, 12, 68, 12,
    12, 13, 54, 105, 71, 29, 205, 188, 43, 12, 187, 43, 10, 159, 157, 224, 13, 69, 211, 150, 54,
    220, 157, 140, 90, 81, 204, 220, 95, 2, 241, 217, 3, 95, 98, 1, 236, 70, 182, 74, 91, 180,
    74, 95, 9, 12, 45, 147, 69, 119, 237, 67, 242, 134, 100, 71, 2, 173, 25, 99, 166, 73, 84,
    84, 208, 14, 40, 117, 21, 6, 118, 157, 68, 233, 10, 209, 72, 127, 5, 127, 59, 105, 28, 125,
    76, 21, 73, 189, 203, 166, 222, 4, 204, 54, 89, 200, 89, 68, 95, 79, 92, 59, 99, 148, 136,
    59, 91, 141, 17, 205, 219, 71, 15, 216, 113, 20, 32, 86, 164, 15, 19, 67, 31, 45, 135, 218,
    224, 97, 156, 15, 175, 85, 156, 103, 218, 72, 64, 162, 27, 16, 239, 193, 122, 205, 13, 83,
    198, 4, 190, 153, 156, 54, 42, 25, 223, 22, 95, 49, 17, 35, 64, 217, 14, 88, 97, 31, 50,
    241, 157, 75, 172, 61, 18, 75, 233, 73, 134, 190, 241, 32, 90, 18, 13, 76, 58, 110, 231, 98,
    213, 8, 98, 13, 19, 108, 63, 12, 141, 127, 94, 73, 61, 69, 235, 59, 121, 9, 183, 44, 92,
    234, 126, 71, 91, 73, 217, 217, 154, 129, 159, 137, 182, 157, 44, 173, 73, 31, 12, 211, 203,
    6, 97, 18, 101, 80, 211, 94, 137, 171, 208, 169, 18, 133, 119, 237, 187, 211, 142, 176, 30,
    238, 7, 165, 167, 94, 170, 6, 76, 187, 14, 175, 200, 14, 150, 73, 33, 17, 159, 238, 181,
    240, 135, 218, 97, 164, 4, 218, 19, 65, 25, 69, 2, 26, 218, 100, 72, 72, 15, 113, 72, 100,
    58, 160, 180, 170, 31, 187, 157, 193, 46, 193, 16, 9, 67, 192, 6, 162, 136, 117, 187, 54,
    102, 59, 131, 55, 166, 76, 2, 72, 168, 31, 47, 133, 236, 63, 104, 88, 32, 104, 11, 123, 218,
    122, 88, 241, 26, 189, 225, 170, 69, 83, 45, 98, 225, 24, 192, 183, 137, 232, 1, 60, 99, 97,
    231, 211, 44, 216, 76, 204, 73, 68, 92, 230, 93, 204, 32, 216, 99, 117, 210, 225, 183, 140,
    216, 226, 137, 138, 152, 118, 216, 72, 95, 136, 133, 153, 138, 222, 222, 192, 69, 167, 92,
    79, 13, 171, 229, 94, 185, 216, 139, 65, 51, 17, 60, 165, 15, 170, 12, 88, 8, 88, 19, 62,
    149, 1, 61, 2, 85, 47, 3, 48, 134, 13, 42, 25, 3, 28, 151, 106, 23, 64, 220, 9, 54, 10, 217,
    64, 241, 9, 46, 215, 193, 216, 86, 13, 10, 46, 15, 18, 76, 12, 28, 212, 15, 69, 10, 227, 46,
    75, 132, 207, 64, 19, 162, 27, 164, 75, 135, 20, 27, 76, 189, 214, 101, 76, 140, 6, 30, 235,
    236, 52, 109, 171, 26, 9, 159, 210, 98, 108, 44, 84, 46, 68, 146, 6, 73, 67, 72, 117, 178,
    126, 167, 170, 216, 26, 31, 12, 37, 72, 137, 208, 194, 210, 21, 13, 136, 138, 125, 17, 148,
    87, 103, 91, 63, 217, 54, 196, 215, 65, 208, 112, 72, 19, 27, 103, 12, 103, 240, 24, 93,
    156, 191, 211, 15, 97, 15, 138, 151, 228, 45, 199, 13, 73, 148, 103, 149, 9, 157, 67, 9,
    217, 45, 237, 45, 28, 27, 13, 10, 236, 148, 132, 54, 105, 216, 95, 20, 14, 156, 198, 59, 3,
    226, 14, 119, 138, 212, 22, 13, 105, 46, 30, 81, 59, 192, 206, 4, 105, 157, 82, 237, 77, 58,
    234, 71, 5, 144, 20, 91, 36, 217, 44, 31, 223, 211, 222, 73, 151, 84, 111, 159, 50, 52, 230,
    212, 241, 180, 81, 225, 148, 45, 226, 18, 210, 126, 80, 147, 190, 56, 174, 105, 41, 28, 191,
    218, 116, 13, 221, 27, 175, 192, 30, 170, 29, 100, 90, 73, 31, 193, 53, 240, 125, 13, 13,
    157, 54, 86, 67, 68, 162, 58, 219, 103, 100, 19, 6, 94, 126, 72, 68, 114, 9, 186, 157, 198,
    9, 44, 99, 51, 202, 210, 148, 83, 41, 68, 201, 67, 40, 85, 109, 36, 129, 62, 117, 63, 115,
    233, 79, 157, 67, 94, 8, 171, 30, 225, 180, 65, 87, 71, 218, 123, 51, 59, 32, 162, 193, 84,
    96, 97, 120, 45, 72, 50, 174, 67, 187, 136, 27, 63, 73, 59, 13, 54, 173, 148, 146, 76, 54,
    22, 165, 17, 39, 162, 105, 101, 59, 126, 14, 143, 216, 166, 69, 36, 23, 216, 139, 15, 95,
    64, 54, 232, 8, 181, 30, 95, 4, 4, 189, 8, 218, 87, 20, 73, 60, 57, 172, 210, 59, 84, 233,
    114, 106, 55, 73, 235, 241, 104, 192, 54, 50, 228, 5, 37, 227, 235, 85, 41, 11, 58, 15, 228,
    222, 180, 198, 103, 30, 160, 99, 189, 191, 218, 138, 65, 37, 160, 172, 16, 211, 61, 20, 8,
    239, 197, 99, 133, 49, 164, 76, 10, 223, 160, 52, 65, 77, 243, 216, 126, 157, 45, 193, 64,
    14, 148, 216,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 244] = [
    0, 0, 1, 1, 2, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6, 0,
    1, 2, 3, 4, 1, 2, 3, 4, 5, 1, 2, 3, 4, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 0, 1, 2, 3, 1, 2, 3, 5,
    0, 1, 2, 3, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 0, 5, 6, 7, 8, 9, 10, 4, 5, 6, 7, 8, 9, 10, 7, 8,
    9, 10, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 3, 4, 5, 6, 7, 0, 6, 10, 11, 13, 14, 15,
    16, 17, 18, 23, 0, 1, 2, 3, 4, 5, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 0, 0,
    1, 2, 8, 9, 10, 11, 12, 0, 1, 0, 1, 2, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1,
    2, 3, 1, 0, 1, 0, 0, 0, 1, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4,
    5, 1, 2, 3, 4, 1, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    15, 16, 17, 19, 1, 2, 3,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x44421108429294aa, 0x10060abac4083084, 0x8bd9823f9426000c, 0x0002000240621088,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 19, 37, 62,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 38] = [
    0xedffeffb7df7ef7f, 0x9efdfbdf779b77df, 0xeefacffeffe736d7, 0xff54f2f9ff557ffd,
    0x56ea46e8fd3df975, 0x577e27fed507be7e, 0xfedddf74f9fddf2d, 0x77bafff2b7fdcd89,
    0xf8d5aed79fccf966, 0x76c4e255946dbffb, 0x31d977aaa34d5dbe, 0x1560db24a9f6f160,
    0x8ee5bef776b6dafc, 0xa38d3bb8787f6cd8, 0x8a25515fc766ef9e, 0x02cee96ba8a594d5,
    0xd62d4f53dac30784, 0xf9fc006272625aab, 0x8060684802d40545, 0x58e1164916adc54f,
    0xc11f9674f184c45d, 0xd2204824649253d2, 0xdeeddf49014277e9, 0x0444c9e35e500a93,
    0xd78112a09516805c, 0x250f4151e07b3fe7, 0x02e041b241a6a410, 0x1948f89e820546f6,
    0xfbdff34f0288820a, 0xc146803001224839, 0xc9aa243236bc4b04, 0xa6df08012001432c,
    0x49001543e4910d2d, 0x7001151dce86260c, 0x62148242126a1d4d, 0x8a245482026842ca,
    0x6084813004800008, 0x02059210309400d1,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 38] = [
    0, 55, 105, 154, 202, 241, 283, 331, 376, 417, 455, 492, 522, 565, 601, 637, 668, 700, 731,
    749, 779, 810, 833, 869, 894, 918, 951, 971, 999, 1031, 1049, 1076, 1097, 1120, 1144, 1167,
    1187, 1198,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 19] = [
    0x6bcd0fc69123a8b5, 0x14ef3f009da94055, 0x7fd49ce79b06bac2, 0x3ca9ad3090a5d807,
    0x2fbef7d2cdaeb6bf, 0x5563556550e9396a, 0xaadda56b32ad9ccd, 0xb52e366ddef269ad,
    0x54aa6a32c894d9a5, 0xb5d35754b5cad2c6, 0x339aa7364ab609b6, 0x7d75736d9b4eb366,
    0x52d6a1292b4aaa49, 0x64c6e7334a9594ad, 0xa4bd955b4af369e7, 0xab5b44e52aacebb3,
    0xd5b1485452ca6bd4, 0xa9b5aa5a595aa5d2, 0x9d1bab33956e658d,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64, to_move: u64) -> u64 {
    match feature {
        // strong-king-edge
        1 => edge(m0),
        // strong-king-corner
        2 => corner(m0),
        // strong-rook-edge
        3 => edge(m1),
        // strong-rook-corner
        4 => corner(m1),
        // weak-king-edge
        5 => edge(m2),
        // weak-king-corner
        6 => corner(m2),
        // weak-knight-edge
        7 => edge(m3),
        // weak-knight-corner
        8 => corner(m3),
        // strong-king-strong-rook-distance
        9 => distance(m0, m1),
        // strong-king-strong-rook-offset
        10 => offset(m0, m1),
        // strong-king-weak-king-distance
        11 => distance(m0, m2),
        // strong-king-weak-king-offset
        12 => offset(m0, m2),
        // strong-king-weak-king-slant
        13 => slant(m0, m2),
        // strong-king-weak-knight-distance
        14 => distance(m0, m3),
        // strong-king-weak-knight-offset
        15 => offset(m0, m3),
        // strong-rook-weak-king-distance
        16 => distance(m1, m2),
        // strong-rook-weak-king-offset
        17 => offset(m1, m2),
        // strong-rook-weak-knight-distance
        18 => distance(m1, m3),
        // strong-rook-weak-knight-offset
        19 => offset(m1, m3),
        // weak-king-weak-knight-distance
        20 => distance(m2, m3),
        // weak-king-weak-knight-offset
        21 => offset(m2, m3),
        // weak-king-weak-knight-colours
        22 => equal(light(m2), light(m3)),
        // race-strong-rook
        23 => lead(distance(m0, m1), distance(m2, m1)),
        // race-weak-knight
        24 => lead(distance(m0, m3), distance(m2, m3)),
        // race-edge
        25 => lead(edge(m0), edge(m2)),
        // weak-king-parts-strong-rook
        26 => parts(m2, m1, m0),
        // weak-knight-parts-kings
        27 => parts(m3, m0, m2),
        // strong-king-parts-weak-knight
        28 => parts(m0, m3, m2),
        // weak-king-parts-weak-knight
        29 => parts(m2, m3, m0),
        // weak-knight-parts-strong-king-strong-rook
        30 => parts(m3, m0, m1),
        // weak-king-parts-strong-rook-weak-knight
        31 => parts(m2, m1, m3),
        // strong-rook-parts-weak-king-weak-knight
        32 => parts(m1, m2, m3),
        // weak-knight-parts-weak-king-strong-rook
        33 => parts(m3, m2, m1),
        // strong-king-flights
        34 => {
            let t4 = bit(m0);
            count((steps(t4) & !((t4 | bit(m1)) | (steps(bit(m2)) | jumps(bit(m3))))))
        }
        // strong-king-in-check
        35 => any((bit(m0) & jumps(bit(m3)))),
        // strong-king-room
        36 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t21 = (steps(bit(m2)) | jumps(bit(m3)));
            let t61 = (steps(t4) & !(t8 | t21));
            count((t61 | (steps(t61) & !(t21 | t8))))
        }
        // weak-king-flights
        37 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))))))
        }
        // weak-king-in-check
        38 => any((bit(m2) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // weak-king-room
        39 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t19 = (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)));
            let t73 = (steps(t6) & !(t11 | t19));
            count((t73 | (steps(t73) & !(t19 | t11))))
        }
        // weak-king-takes
        40 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            any(((steps(t6) & !((t6 | t7) | (steps(t4) | rook(m1, (t8 | t7))))) & t8))
        }
        // weak-king-ring
        41 => count((steps(bit(m2)) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // strong-rook-safe-moves
        42 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count((rook(m1, ((t8 | t6) | t7)) & !(t8 | (steps(t6) | jumps(t7)))))
        }
        // strong-rook-takes
        43 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count(((rook(m1, (((bit(m0) | bit(m1)) | t6) | t7)) & (t6 | t7)) & !(steps(t6) | jumps(t7))))
        }
        // strong-rook-safe-checks
        44 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | (steps(t6) | jumps(t7)))))
        }
        // strong-rook-weak-knight-forks
        45 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count((((rook(m1, t10) & !(t8 | (steps(t6) | jumps(t7)))) & rook(m2, (t10 & !(t5 | 0)))) & rook(m3, (t10 & !(t5 | t6)))))
        }
        // strong-rook-weak-knight-threats
        46 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & !(t8 | (steps(t6) | jumps(t7)))) & rook(m3, (t10 & !(t5 | 0)))))
        }
        // strong-rook-weak-knight-hits
        47 => {
            let t7 = bit(m3);
            any((rook(m1, ((bit(m0) | bit(m1)) | t7)) & t7))
        }
        // strong-rook-attacked
        48 => any((bit(m1) & (steps(bit(m2)) | jumps(bit(m3))))),
        // strong-rook-hangs
        49 => any(((bit(m1) & (steps(bit(m2)) | jumps(bit(m3)))) & !steps(bit(m0)))),
        // strong-rook-attacked-by-men
        50 => any((bit(m1) & jumps(bit(m3)))),
        // strong-rook-cuts
        51 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((steps(t6) & rook(m1, ((t4 | bit(m1)) | t7))) & !steps(t4)) & !(t6 | t7)))
        }
        // weak-knight-safe-moves
        52 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            count((jumps(t7) & !((bit(m2) | t7) | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))))))
        }
        // weak-knight-kept-moves
        53 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((jumps(t7) & !(t6 | t7)) & steps(t6)) & !rook(m1, ((bit(m0) | bit(m1)) | t7))))
        }
        // weak-knight-moves
        54 => {
            let t7 = bit(m3);
            count((jumps(t7) & !(bit(m2) | t7)))
        }
        // weak-knight-safe-checks
        56 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            count(((jumps(t7) & jumps(t4)) & !((bit(m2) | t7) | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))))))
        }
        // weak-knight-strong-rook-forks
        57 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t7 = bit(m3);
            count((((jumps(t7) & !((bit(m2) | t7) | (steps(t4) | rook(m1, ((t4 | t5) | t7))))) & jumps(t4)) & jumps(t5)))
        }
        // weak-knight-attacked
        58 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            any((t7 & (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)))))
        }
        // strong-king-walk-strong-rook
        60 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            walk(t4, steps(t5), !((steps(bit(m2)) | jumps(bit(m3))) | (t4 | t5)))
        }
        // strong-king-walk-weak-knight
        61 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(bit(m2)) | jumps(t7)) | (t4 | bit(m1))))
        }
        // strong-king-walk-kings
        62 => {
            let t4 = bit(m0);
            let t16 = steps(bit(m2));
            walk(t4, steps(t16), !((t16 | jumps(bit(m3))) | (t4 | bit(m1))))
        }
        // weak-king-walk-strong-rook
        63 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t5), !((steps(t4) | rook(m1, ((t4 | t5) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-weak-knight
        64 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-kings
        65 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t12 = steps(t4);
            walk(t6, steps(t12), !((t12 | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-knight-leaps-king
        66 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            leaps(t7, steps(t6), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-knight-leaps-other-king
        67 => leaps(bit(m3), steps(bit(m0)), !0),
        // weak-knight-refuge
        68 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t19 = (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)));
            let t160 = (jumps(t7) & !(t19 | t11));
            count(((t160 | (jumps(t160) & !t11)) & steps((steps(t6) & !(t11 | t19)))))
        }
        // weak-knight-shelter
        69 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t16 = steps(t6);
            count(((jumps(t7) & !t11) & (steps((t16 & !(t11 | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)))))) | t16)))
        }
        // weak-knight-room
        70 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t77 = ((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (bit(m2) | t7));
            let t160 = (jumps(t7) & !t77);
            count((t160 | (jumps(t160) & !t77)))
        }
        // weak-knight-leaps-strong-rook
        _ => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t7 = bit(m3);
            leaps(t7, jumps(t5), !((steps(t4) | rook(m1, ((t4 | t5) | t7))) | (bit(m2) | t7)))
        }
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
    let first = ((colour[0] & kind[1]).count_ones() != 0) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[3];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[1];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t8 = (t4 | t5);
    let t11 = (t6 | t7);
    let t12 = steps(t4);
    let t13 = (t8 | t7);
    let t15 = rook(m1, t13);
    let t16 = steps(t6);
    let t19 = (t12 | t15);
    if to_move > 0 {
        if ((t7 & t19) & !t16) != 0 {
            if ((t16 & !(t11 | t19)) & t8) != 0 {
                return further(12, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t18 = jumps(t7);
        let t36 = distance(m0, m3);
        let t43 = distance(m2, m3);
        let t49 = lead(t36, t43);
        if t49 > 8 {
            if t43 <= 2 {
                let t71 = (t11 | t19);
                let t73 = (t16 & !t71);
                let t77 = (t19 | t11);
                let t79 = steps(t73);
                let t160 = (t18 & !t77);
                if count(((t160 | (jumps(t160) & !t11)) & t79)) > 5 {
                    let t30 = corner(m3);
                    let t80 = (t79 & !t77);
                    let t81 = (t73 | t80);
                    let t82 = count(t81);
                    if offset(m1, m2) <= 0 {
                        return further(63, m0, m1, m2, m3, to_move);
                    }
                    if t30 <= 0 {
                        return further(106, m0, m1, m2, m3, to_move);
                    }
                    if t82 > 9 {
                        return true;
                    }
                    return further(172, m0, m1, m2, m3, to_move);
                }
                let t28 = corner(m2);
                if distance(m0, m2) > 4 {
                    if t28 > 0 {
                        return true;
                    }
                    return further(104, m0, m1, m2, m3, to_move);
                }
                if t28 <= 1 {
                    return further(102, m0, m1, m2, m3, to_move);
                }
                if edge(m2) > 1 {
                    return true;
                }
                if walk(t4, steps(t16), !((t16 | t18) | t8)) > 1 {
                    return further(255, m0, m1, m2, m3, to_move);
                }
                return further(254, m0, m1, m2, m3, to_move);
            }
            let t44 = offset(m2, m3);
            if t44 <= 0 {
                let t9 = (t8 | t6);
                let t10 = (t9 | t7);
                let t14 = rook(m1, t10);
                let t21 = (t16 | t18);
                let t59 = (t8 | t21);
                let t87 = (t14 & !t59);
                let t93 = (t5 | 0);
                let t95 = (t10 & !t93);
                if count((t87 & rook(m3, t95))) > 1 {
                    return false;
                }
                if ((t87 & rook(m2, t95)) & rook(m3, (t10 & !(t5 | t6)))) != 0 {
                    return false;
                }
                return further(108, m0, m1, m2, m3, to_move);
            }
            if t43 <= 3 {
                if walk(t4, steps(t16), !((t16 | t18) | t8)) > 1 {
                    return true;
                }
                let t23 = edge(m0);
                let t27 = edge(m2);
                let t50 = lead(t23, t27);
                let t71 = (t11 | t19);
                let t73 = (t16 & !t71);
                let t77 = (t19 | t11);
                let t79 = steps(t73);
                let t160 = (t18 & !t77);
                let t161 = jumps(t160);
                let t162 = (t161 & !t11);
                let t163 = (t160 | t162);
                let t164 = (t163 & t79);
                let t165 = count(t164);
                if t50 > 9 {
                    return further(176, m0, m1, m2, m3, to_move);
                }
                if t165 <= 2 {
                    return further(260, m0, m1, m2, m3, to_move);
                }
                if t50 > 8 {
                    return further(382, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            let t77 = (t19 | t11);
            let t160 = (t18 & !t77);
            let t161 = jumps(t160);
            let t169 = (t161 & !t77);
            let t170 = (t160 | t169);
            let t171 = count(t170);
            if t171 <= 10 {
                if t44 > 2 {
                    return further(178, m0, m1, m2, m3, to_move);
                }
                return further(177, m0, m1, m2, m3, to_move);
            }
            if edge(m2) <= 0 {
                return further(179, m0, m1, m2, m3, to_move);
            }
            if t171 <= 12 {
                return further(269, m0, m1, m2, m3, to_move);
            }
            if count(((t160 | (t161 & !t11)) & steps((t16 & !(t11 | t19))))) > 2 {
                return true;
            }
            return further(395, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m0, m2) <= 0 {
            let t71 = (t11 | t19);
            let t73 = (t16 & !t71);
            let t77 = (t19 | t11);
            let t79 = steps(t73);
            let t160 = (t18 & !t77);
            let t161 = jumps(t160);
            let t162 = (t161 & !t11);
            let t163 = (t160 | t162);
            let t164 = (t163 & t79);
            let t165 = count(t164);
            if parts(m2, m3, m0) > 0 {
                if t165 > 3 {
                    if t49 > 7 {
                        return further(96, m0, m1, m2, m3, to_move);
                    }
                    return further(95, m0, m1, m2, m3, to_move);
                }
                if lead(edge(m0), edge(m2)) > 8 {
                    return false;
                }
                if count((t160 | (t161 & !t77))) > 9 {
                    return further(152, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if t43 <= 3 {
                if t43 > 2 {
                    return further(91, m0, m1, m2, m3, to_move);
                }
                return further(90, m0, m1, m2, m3, to_move);
            }
            if t165 > 2 {
                if count((t16 & t15)) > 2 {
                    return further(151, m0, m1, m2, m3, to_move);
                }
                if count(((t18 & t8) & !t19)) > 1 {
                    return true;
                }
                return false;
            }
            if parts(m0, m3, m2) <= 0 {
                return false;
            }
            let t23 = edge(m0);
            let t27 = edge(m2);
            let t50 = lead(t23, t27);
            let t83 = (t73 & t8);
            let t84 = any(t83);
            if count(((t18 & t8) & !t19)) > 1 {
                return true;
            }
            if t84 > 0 {
                return further(339, m0, m1, m2, m3, to_move);
            }
            if t50 <= 8 {
                return false;
            }
            if (t4 & t18) != 0 {
                return further(636, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if t43 > 5 {
            if lead(edge(m0), edge(m2)) > 8 {
                return false;
            }
            let t77 = (t19 | t11);
            let t160 = (t18 & !t77);
            if count((t160 | (jumps(t160) & !t77))) > 10 {
                return further(101, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if offset(m2, m3) <= 0 {
            if (t4 & t18) != 0 {
                return further(98, m0, m1, m2, m3, to_move);
            }
            return further(97, m0, m1, m2, m3, to_move);
        }
        if walk(t4, steps(t16), !((t16 | t18) | t8)) <= 1 {
            if edge(m2) <= 0 {
                return further(160, m0, m1, m2, m3, to_move);
            }
            if t36 > 1 {
                return further(244, m0, m1, m2, m3, to_move);
            }
            return further(243, m0, m1, m2, m3, to_move);
        }
        let t77 = (t19 | t11);
        let t160 = (t18 & !t77);
        let t161 = jumps(t160);
        if count(((t160 | (t161 & !t11)) & steps((t16 & !(t11 | t19))))) > 6 {
            if t49 > 7 {
                return true;
            }
            return further(247, m0, m1, m2, m3, to_move);
        }
        let t169 = (t161 & !t77);
        let t170 = (t160 | t169);
        let t171 = count(t170);
        if t171 <= 10 {
            if t43 > 3 {
                return further(361, m0, m1, m2, m3, to_move);
            }
            return further(360, m0, m1, m2, m3, to_move);
        }
        let t28 = corner(m2);
        if lead(edge(m0), edge(m2)) > 8 {
            if t28 > 0 {
                return further(505, m0, m1, m2, m3, to_move);
            }
            return further(504, m0, m1, m2, m3, to_move);
        }
        if t28 <= 0 {
            return further(502, m0, m1, m2, m3, to_move);
        }
        if t171 > 17 {
            return further(662, m0, m1, m2, m3, to_move);
        }
        if offset(m0, m3) > 2 {
            return true;
        }
        if corner(m1) > 2 {
            return further(920, m0, m1, m2, m3, to_move);
        }
        return further(919, m0, m1, m2, m3, to_move);
    }
    let t18 = jumps(t7);
    let t21 = (t16 | t18);
    let t36 = distance(m0, m3);
    let t43 = distance(m2, m3);
    let t49 = lead(t36, t43);
    let t71 = (t11 | t19);
    let t73 = (t16 & !t71);
    let t77 = (t19 | t11);
    let t79 = steps(t73);
    let t160 = (t18 & !t77);
    let t161 = jumps(t160);
    let t162 = (t161 & !t11);
    let t163 = (t160 | t162);
    let t164 = (t163 & t79);
    let t165 = count(t164);
    if t49 > 7 {
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t14 = rook(m1, t10);
        let t142 = (t7 & t19);
        let t143 = any(t142);
        if count(((t14 & t11) & !t21)) > 1 {
            if (t73 & t8) != 0 {
                return true;
            }
            return further(17, m0, m1, m2, m3, to_move);
        }
        if t165 <= 0 {
            if ((t5 & t21) & !t12) != 0 {
                return true;
            }
            if corner(m0) <= 1 {
                return further(48, m0, m1, m2, m3, to_move);
            }
            if parts(m2, m3, m0) > 0 {
                return further(83, m0, m1, m2, m3, to_move);
            }
            return further(82, m0, m1, m2, m3, to_move);
        }
        if t143 > 0 {
            if offset(m1, m2) <= 0 {
                if walk(t6, steps(t7), !t77) > 1 {
                    return further(86, m0, m1, m2, m3, to_move);
                }
                if t36 > 1 {
                    return further(140, m0, m1, m2, m3, to_move);
                }
                return further(139, m0, m1, m2, m3, to_move);
            }
            if t165 <= 4 {
                if t49 <= 8 {
                    return further(141, m0, m1, m2, m3, to_move);
                }
                if count((t18 & !t71)) > 2 {
                    return further(223, m0, m1, m2, m3, to_move);
                }
                return further(222, m0, m1, m2, m3, to_move);
            }
            if corner(m0) <= 2 {
                return true;
            }
            if count((t73 | (t79 & !t77))) <= 10 {
                return further(224, m0, m1, m2, m3, to_move);
            }
            if lead(edge(m0), edge(m2)) > 10 {
                return further(333, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if t165 > 5 {
            return true;
        }
        if ((t5 & t21) & !t12) != 0 {
            return true;
        }
        if (((t14 & !(t8 | t21)) & rook(m2, (t10 & !(t5 | 0)))) & rook(m3, (t10 & !(t5 | t6)))) != 0 {
            if count(t73) <= 3 {
                return further(217, m0, m1, m2, m3, to_move);
            }
            if count((t18 & !t71)) > 2 {
                return true;
            }
            return further(322, m0, m1, m2, m3, to_move);
        }
        if t165 > 2 {
            if count((t16 & t15)) > 2 {
                return true;
            }
            if count(t73) > 5 {
                return true;
            }
            if walk(t6, steps(t12), !t77) > 1 {
                if corner(m1) > 0 {
                    return true;
                }
                return further(756, m0, m1, m2, m3, to_move);
            }
            if count((t160 | (t161 & !t77))) > 16 {
                return true;
            }
            return further(755, m0, m1, m2, m3, to_move);
        }
        if count((t73 | (t79 & !t77))) > 7 {
            if count((t160 | (t161 & !t77))) <= 7 {
                return further(453, m0, m1, m2, m3, to_move);
            }
            if corner(m0) > 2 {
                return further(611, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if t49 > 10 {
            return true;
        }
        if count((((t16 & t15) & !t12) & !t11)) > 1 {
            return further(608, m0, m1, m2, m3, to_move);
        }
        return further(607, m0, m1, m2, m3, to_move);
    }
    if ((t5 & t21) & !t12) != 0 {
        return true;
    }
    if t165 <= 1 {
        if leaps(t7, t16, !t77) > 3 {
            if walk(t4, steps(t16), !(t21 | t8)) > 3 {
                if count((t160 | (t161 & !t77))) > 7 {
                    return further(73, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            let t85 = (t16 & t15);
            let t86 = count(t85);
            let t122 = (t18 & !t71);
            let t134 = jumps(t4);
            let t138 = (t122 & t134);
            let t139 = jumps(t5);
            let t140 = (t138 & t139);
            let t141 = count(t140);
            if (t5 & t18) != 0 {
                return true;
            }
            if t141 > 0 {
                return further(117, m0, m1, m2, m3, to_move);
            }
            if t86 > 2 {
                return further(187, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if edge(m0) > 1 {
            if (((t18 & !t71) & jumps(t4)) & jumps(t5)) != 0 {
                return further(71, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if offset(m1, m2) <= 0 {
            return further(69, m0, m1, m2, m3, to_move);
        }
        if walk(t4, steps(t16), !(t21 | t8)) <= 1 {
            return further(114, m0, m1, m2, m3, to_move);
        }
        if count((t160 | (t161 & !t77))) <= 8 {
            return further(185, m0, m1, m2, m3, to_move);
        }
        if distance(m0, m2) > 5 {
            return further(277, m0, m1, m2, m3, to_move);
        }
        return further(276, m0, m1, m2, m3, to_move);
    }
    if offset(m1, m2) <= 0 {
        if (t7 & t19) == 0 {
            if t165 > 3 {
                return further(75, m0, m1, m2, m3, to_move);
            }
            return further(74, m0, m1, m2, m3, to_move);
        }
        let t147 = steps(t5);
        let t153 = walk(t6, t147, !t77);
        if (t5 & t18) != 0 {
            return true;
        }
        if t153 > 1 {
            return further(123, m0, m1, m2, m3, to_move);
        }
        return further(122, m0, m1, m2, m3, to_move);
    }
    if t165 > 4 {
        if count((t73 | (t79 & !t77))) > 11 {
            return true;
        }
        if corner(m2) > 1 {
            return further(129, m0, m1, m2, m3, to_move);
        }
        return further(128, m0, m1, m2, m3, to_move);
    }
    if distance(m0, m2) > 4 {
        if count((t160 | (t161 & !t77))) <= 9 {
            return further(126, m0, m1, m2, m3, to_move);
        }
        if edge(m0) > 1 {
            return further(202, m0, m1, m2, m3, to_move);
        }
        if (t7 & t19) != 0 {
            return further(297, m0, m1, m2, m3, to_move);
        }
        if count((t18 & !t11)) > 3 {
            return true;
        }
        return further(432, m0, m1, m2, m3, to_move);
    }
    if corner(m2) <= 1 {
        if edge(m2) > 0 {
            return further(196, m0, m1, m2, m3, to_move);
        }
        return further(195, m0, m1, m2, m3, to_move);
    }
    let t134 = jumps(t4);
    if ((t18 & t134) & !t71) != 0 {
        if (((t18 & !t71) & t134) & jumps(t5)) != 0 {
            return true;
        }
        if lead(edge(m0), edge(m2)) > 9 {
            return further(426, m0, m1, m2, m3, to_move);
        }
        return further(425, m0, m1, m2, m3, to_move);
    }
    if (t7 & t19) != 0 {
        return further(291, m0, m1, m2, m3, to_move);
    }
    if t165 > 2 {
        return further(422, m0, m1, m2, m3, to_move);
    }
    return further(421, m0, m1, m2, m3, to_move);
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
        b"KRKN learned\0".as_ptr().cast()
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
