//! KBKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  18854368
//! draws      16039534
//! spotted    15710830 (97.950 %)
//! incorrect  0
//! size       1223 leaves, 2048 bytes packed
//! features   70
//! table      xxh3 193909850c835bec
//! command    drawproof mine KBKP --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KBKP";
/// Leaves of the tree.
pub const LEAVES: usize = 1223;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2048;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 16039534;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 15710830;

/// The question of each branch.
static QUESTIONS: [u8; 1222] = [
    151, 159, 145, 145, 0, 152, 0, 183, 0, 150, 150, 0, 146, 171, 223, 127, 171, 224, 45, 61,
    57, 61, 222, 8, 163, 36, 233, 211, 0, 226, 194, 49, 158, 171, 101, 145, 143, 61, 120, 8,
    120, 22, 117, 4, 124, 139, 212, 174, 154, 50, 168, 187, 158, 90, 102, 91, 178, 187, 5, 184,
    145, 107, 183, 222, 166, 121, 120, 171, 166, 8, 119, 58, 166, 8, 183, 234, 59, 46, 214, 155,
    11, 210, 56, 98, 155, 162, 234, 27, 150, 10, 170, 139, 0, 92, 45, 49, 227, 160, 107, 57,
    158, 113, 198, 122, 36, 49, 183, 155, 171, 147, 187, 138, 197, 144, 122, 147, 143, 18, 5,
    212, 61, 61, 61, 61, 105, 125, 9, 18, 200, 125, 86, 219, 84, 152, 27, 227, 219, 21, 155,
    152, 48, 153, 136, 61, 62, 61, 155, 150, 211, 146, 135, 61, 136, 57, 129, 162, 57, 134, 8,
    48, 86, 101, 46, 228, 37, 84, 183, 144, 2, 8, 148, 182, 187, 117, 54, 144, 84, 2, 162, 167,
    130, 139, 121, 121, 61, 8, 134, 3, 5, 147, 101, 163, 213, 125, 72, 155, 124, 9, 153, 37,
    204, 202, 11, 50, 162, 169, 86, 115, 86, 78, 15, 152, 152, 219, 163, 84, 182, 1, 143, 158,
    136, 93, 56, 102, 181, 56, 37, 144, 132, 131, 192, 123, 21, 212, 131, 217, 17, 158, 47, 3,
    147, 37, 228, 233, 187, 227, 56, 73, 2, 21, 118, 21, 122, 206, 65, 27, 23, 54, 8, 88, 89, 3,
    114, 21, 21, 212, 6, 12, 11, 96, 162, 9, 78, 193, 119, 107, 158, 193, 88, 21, 156, 190, 155,
    162, 148, 63, 47, 163, 214, 9, 108, 4, 112, 16, 38, 90, 90, 86, 27, 229, 212, 86, 234, 61,
    36, 227, 220, 25, 31, 3, 84, 230, 152, 77, 21, 203, 6, 235, 48, 22, 5, 224, 166, 65, 129,
    19, 48, 89, 2, 8, 8, 70, 69, 84, 84, 162, 89, 8, 64, 229, 113, 120, 125, 183, 155, 186, 21,
    77, 206, 28, 118, 217, 114, 155, 27, 118, 7, 2, 21, 56, 206, 178, 171, 51, 144, 161, 140,
    157, 84, 206, 226, 12, 121, 21, 2, 7, 175, 179, 62, 157, 155, 47, 47, 49, 156, 38, 127, 47,
    156, 206, 125, 47, 155, 86, 7, 221, 171, 147, 18, 4, 95, 213, 6, 171, 36, 11, 21, 62, 119,
    59, 153, 0, 223, 20, 155, 80, 231, 37, 101, 38, 27, 152, 31, 31, 210, 230, 25, 86, 56, 61,
    86, 213, 86, 86, 11, 155, 31, 54, 219, 30, 103, 59, 42, 174, 106, 114, 74, 136, 187, 65,
    139, 21, 129, 65, 20, 156, 57, 67, 84, 76, 78, 155, 156, 51, 155, 188, 228, 206, 147, 45,
    156, 141, 123, 123, 28, 21, 77, 144, 41, 130, 184, 156, 155, 3, 165, 84, 171, 147, 18, 185,
    162, 62, 67, 185, 3, 81, 144, 136, 114, 7, 119, 129, 46, 50, 198, 84, 32, 33, 21, 156, 36,
    178, 84, 122, 54, 131, 46, 121, 118, 143, 90, 39, 96, 156, 65, 82, 5, 126, 184, 8, 45, 155,
    140, 21, 84, 111, 115, 194, 84, 43, 21, 21, 45, 155, 182, 131, 79, 70, 153, 215, 107, 46,
    47, 33, 146, 221, 232, 195, 87, 117, 17, 164, 51, 221, 232, 228, 218, 36, 172, 33, 77, 225,
    217, 33, 35, 88, 225, 230, 33, 160, 24, 230, 149, 21, 5, 99, 77, 49, 18, 36, 207, 106, 162,
    90, 137, 89, 199, 21, 71, 21, 203, 78, 84, 130, 183, 101, 156, 8, 156, 158, 155, 177, 21, 7,
    162, 100, 123, 84, 41, 21, 6, 21, 203, 114, 71, 85, 33, 183, 33, 62, 203, 67, 171, 12, 184,
    208, 26, 186, 179, 207, 121, 202, 85, 91, 57, 3, 89, 18, 203, 12, 176, 55, 59, 86, 178, 55,
    234, 166, 9, 88, 73, 184, 76, 122, 95, 95, 71, 68, 162, 38, 42, 116, 21, 71, 158, 78, 88,
    148, 144, 18, 118, 155, 7, 127, 36, 2, 21, 122, 100, 214, 196, 158, 42, 77, 163, 41, 122,
    18, 160, 155, 139, 11, 55, 79, 148, 90, 20, 32, 226, 90, 155, 155, 152, 13, 208, 231, 146,
    18, 88, 16, 11, 176, 142, 16, 226, 21, 156, 158, 18, 164, 85, 115, 139, 155, 86, 21, 36, 62,
    54, 233, 206, 208, 83, 176, 54, 63, 133, 144, 18, 139, 187, 40, 2, 7, 206, 79, 128, 128,
    127, 58, 1, 97, 233, 86, 230, 155, 78, 222, 13, 37, 109, 76, 85, 2, 2, 63, 21, 209, 183,
    227, 202, 3, 163, 186, 133, 7, 212, 63, 185, 21, 88, 114, 67, 64, 59, 217, 12, 157, 95, 21,
    218, 10, 3, 2, 84, 213, 155, 183, 46, 144, 172, 183, 21, 155, 117, 89, 125, 11, 85, 39, 38,
    9, 143, 84, 2, 4, 21, 63, 158, 12, 155, 121, 211, 12, 166, 101, 168, 72, 3, 86, 72, 136,
    136, 163, 84, 119, 125, 6, 0, 21, 78, 222, 33, 30, 21, 86, 211, 217, 84, 154, 2, 37, 218,
    226, 30, 130, 35, 234, 77, 76, 137, 149, 47, 53, 225, 137, 62, 63, 114, 82, 155, 156, 7, 59,
    52, 88, 213, 221, 143, 156, 185, 5, 2, 141, 21, 140, 136, 183, 144, 155, 58, 141, 148, 8,
    163, 56, 100, 21, 37, 134, 21, 18, 233, 182, 21, 21, 2, 2, 180, 2, 5, 185, 21, 21, 69, 226,
    62, 162, 229, 53, 3, 89, 72, 84, 183, 41, 31, 66, 179, 75, 90, 34, 68, 211, 104, 183, 155,
    219, 144, 73, 132, 125, 74, 105, 116, 15, 117, 231, 202, 86, 21, 7, 131, 227, 42, 166, 11,
    140, 157, 39, 95, 202, 61, 222, 88, 159, 153, 33, 30, 15, 212, 15, 226, 29, 22, 12, 206, 82,
    21, 18, 74, 18, 194, 44, 156, 88, 99, 208, 81, 21, 21, 65, 162, 97, 130, 184, 21, 56, 156,
    101, 58, 76, 11, 45, 42, 78, 184, 74, 147, 212, 3, 123, 179, 84, 128, 128, 10, 34, 21, 59,
    50, 66, 2, 189, 36, 155, 161, 212, 66, 3, 51, 3, 25, 206, 185, 2, 21, 115, 88, 67, 155, 46,
    155, 201, 217, 4, 21, 207, 38, 11, 177, 101, 179, 194, 65, 158, 231, 123, 8, 0, 223, 154,
    223, 84, 29, 77, 114, 84, 47, 139, 6, 84, 41, 1, 3, 3, 27, 110, 21, 207, 84, 208, 3, 235,
    78, 21, 225, 20, 2, 56, 21, 13, 33, 205, 37, 82, 46, 21, 2, 182, 62, 186, 202, 21, 118, 167,
    34, 114, 13, 77, 184, 141, 173, 149, 212, 207, 18, 74, 45, 49, 14, 48, 86, 34, 16, 216, 53,
    2, 21, 162, 71, 12, 218, 212, 32, 3, 98, 179, 84, 66, 18, 11, 21, 21, 51, 15, 130, 21, 68,
    179, 33, 73, 24, 76, 36, 60, 86, 21, 97, 60, 12, 148, 123, 191, 21, 1, 2, 17, 82, 12, 28,
    84, 21, 21, 156, 162, 225, 21, 13, 3, 163, 229, 121, 21, 157, 230, 207, 5, 100, 94, 100, 53,
    226, 2, 2, 90, 30, 155, 75, 101, 27, 97, 83, 35, 79, 17, 21, 12, 21, 33, 39, 29,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 236] = [
    0, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 3, 4, 5, 0, 1, 2, 0, 1, 2, 0, 2, 3, 0, 1, 2, 1, 2, 3, 4,
    5, 0, 1, 2, 3, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 1, 2, 3, 4, 6, 1, 2, 3, 0, 1, 2, 3, 4, 0,
    1, 2, 3, 0, 1, 2, 3, 4, 0, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 7, 9, 10, 0, 1, 0, 1, 0, 1, 0, 1,
    0, 7, 10, 14, 15, 16, 17, 18, 20, 0, 0, 1, 4, 5, 6, 0, 2, 3, 14, 15, 16, 0, 0, 1, 1, 2, 3,
    4, 5, 6, 7, 8, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 0, 1, 0, 1, 0, 0, 1, 2, 4, 0, 0, 0, 0, 0, 0,
    1, 1, 2, 3, 4, 5, 0, 1, 2, 0, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 1, 3, 4, 0, 1, 2,
    3, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 1, 2, 3, 5, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5,
    6, 7, 8, 9, 11, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x6121221109648492, 0x1016186015520842, 0x08224421c87f8d40, 0x00000103c1042111,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 19, 36, 58,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xdff7ffd97fffdfff, 0xeda19fffc5d7fdfd, 0x0163fb5dc79fdffd, 0xd6bbbdfd5ffddfe3,
    0x3d7e52adfaffe7e7, 0xbffe75baff4e4be7, 0x8fb8dedf86fd5d60, 0x2faaf9e3fdbebf10,
    0x86f9ff55297abe78, 0x1ee6554991edd6f2, 0x4375cf3e23bee727, 0x97e9ef1f59fbe3c6,
    0x145766328bb5cf67, 0x6372b8e340fad4c5, 0x1db7bfc56c2f1658, 0xa6db3f85973f8834,
    0xea74ed37f44e77f4, 0x10783450964c4915, 0xff2691bb12da8a1b, 0xe5f5d9da2a005e75,
    0x123298cd6317b06a, 0x46a7da02edb6e0dc, 0x5252e836a7900776, 0x0c783e3fca844a7a,
    0xed093bcf9f86a605, 0x444a03a01803a01a, 0x0a01a909006c48a6, 0xeaec154a884208c8,
    0x591fb5a0068d8dbf, 0x30010180af258b82, 0x04103094850703ba, 0x800168d22bb2b684,
    0x030807c01022f001, 0xa5a8b053c312e246, 0x0949828a008411e6, 0x26245e2b01400d46,
    0x8866029694020122, 0x04804260a8109483, 0x00000000000000c0,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 57, 104, 146, 195, 240, 286, 325, 366, 405, 440, 478, 520, 554, 586, 622, 657, 697, 720,
    754, 788, 816, 849, 878, 909, 943, 961, 980, 1004, 1037, 1057, 1077, 1101, 1117, 1144, 1163,
    1185, 1203, 1219,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0xeffe9af7be09bfeb, 0xd1235fe7fd55a2c9, 0x85efdeff7f855cb9, 0xf5ff1b593e8dd499,
    0xa2bb34a656d5fcb5, 0xa5beded2d6a9fd95, 0x4daa9436548dbbfd, 0x8ce5af04e56fed25,
    0x2335dcdaba359569, 0x2b5d3aa8568192d8, 0xed765aa69153c8e7, 0x73a2d55572f5354f,
    0xba6f29d4d78ea08c, 0x4a877367cccaa6ae, 0x65ad957646db8d55, 0x985a4bcd3554aa65,
    0xb515695dacdcd5ce, 0xadd53571a5a0f2ac, 0x2d72eab4a32ad6fa, 0x0000000000000033,
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
        // strong-bishop-corner
        2 => corner(m1),
        // weak-king-edge
        3 => edge(m2),
        // strong-king-strong-bishop-distance
        4 => distance(m0, m1),
        // strong-king-strong-bishop-offset
        5 => offset(m0, m1),
        // strong-king-strong-bishop-slant
        6 => slant(m0, m1),
        // strong-king-strong-bishop-colours
        7 => equal(light(m0), light(m1)),
        // strong-king-weak-king-distance
        8 => distance(m0, m2),
        // strong-king-weak-king-offset
        9 => offset(m0, m2),
        // strong-king-weak-pawn-distance
        10 => distance(m0, m3),
        // strong-king-weak-pawn-offset
        11 => offset(m0, m3),
        // strong-bishop-weak-king-distance
        12 => distance(m1, m2),
        // strong-bishop-weak-king-offset
        13 => offset(m1, m2),
        // strong-bishop-weak-king-slant
        14 => slant(m1, m2),
        // strong-bishop-weak-pawn-distance
        15 => distance(m1, m3),
        // strong-bishop-weak-pawn-offset
        16 => offset(m1, m3),
        // strong-bishop-weak-pawn-slant
        17 => slant(m1, m3),
        // strong-bishop-weak-pawn-colours
        18 => equal(light(m1), light(m3)),
        // weak-king-weak-pawn-distance
        19 => distance(m2, m3),
        // weak-king-weak-pawn-offset
        20 => offset(m2, m3),
        // weak-king-strong-bishop-corner
        21 => colour_corner(m2, m1),
        // race-strong-bishop
        22 => lead(distance(m0, m1), distance(m2, m1)),
        // race-edge
        23 => lead(edge(m0), edge(m2)),
        // strong-king-parts-strong-bishop-weak-pawn
        24 => parts(m0, m1, m3),
        // weak-pawn-parts-strong-king-strong-bishop
        25 => parts(m3, m0, m1),
        // weak-king-parts-strong-bishop-weak-pawn
        26 => parts(m2, m1, m3),
        // weak-pawn-parts-weak-king-strong-bishop
        27 => parts(m3, m2, m1),
        // strong-king-room
        28 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t21 = (steps(bit(m2)) | hits_down(bit(m3)));
            let t56 = (steps(t4) & !(t8 | t21));
            count((t56 | (steps(t56) & !(t21 | t8))))
        }
        // strong-king-ring
        29 => count((steps(bit(m0)) & hits_down(bit(m3)))),
        // weak-king-flights
        30 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7))))))
        }
        // weak-king-in-check
        31 => any((bit(m2) & bishop(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // weak-king-room
        32 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t19 = (steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7)));
            let t67 = (steps(t6) & !(t11 | t19));
            count((t67 | (steps(t67) & !(t19 | t11))))
        }
        // weak-king-takes
        33 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            any(((steps(t6) & !((t6 | t7) | (steps(t4) | bishop(m1, (t8 | t7))))) & t8))
        }
        // weak-king-ring
        34 => count((steps(bit(m2)) & bishop(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // strong-bishop-safe-moves
        35 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count((bishop(m1, ((t8 | t6) | t7)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-bishop-moves
        36 => {
            let t8 = (bit(m0) | bit(m1));
            count((bishop(m1, ((t8 | bit(m2)) | bit(m3))) & !t8))
        }
        // strong-bishop-takes
        37 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count(((bishop(m1, (((bit(m0) | bit(m1)) | t6) | t7)) & (t6 | t7)) & !(steps(t6) | hits_down(t7))))
        }
        // strong-bishop-safe-checks
        38 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((bishop(m1, t10) & bishop(m2, (t10 & !(t5 | 0)))) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-bishop-weak-pawn-threats
        40 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((bishop(m1, t10) & !(t8 | (steps(t6) | hits_down(t7)))) & bishop(m3, (t10 & !(t5 | 0)))))
        }
        // strong-bishop-weak-pawn-hits
        41 => {
            let t7 = bit(m3);
            any((bishop(m1, ((bit(m0) | bit(m1)) | t7)) & t7))
        }
        // strong-bishop-weak-pawn-lined-up
        42 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            any((bishop(m3, ((((bit(m0) | t5) | t6) | bit(m3)) & !t5)) & t6))
        }
        // strong-bishop-attacked-by-men
        44 => any((bit(m1) & hits_down(bit(m3)))),
        // strong-bishop-cuts
        45 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((steps(t6) & bishop(m1, ((t4 | bit(m1)) | t7))) & !steps(t4)) & !(t6 | t7)))
        }
        // weak-pawn-hangs
        46 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            any(((t7 & (steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7)))) & !steps(bit(m2))))
        }
        // weak-king-walk-weak-pawn
        47 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-pawn-to-go
        48 => ranks(m3, 0),
        // weak-pawn-file
        49 => file_edge(m3),
        // weak-pawn-blocked
        50 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (((bit(m0) | bit(m1)) | bit(m2)) | t7)))
        }
        // weak-pawn-runs
        51 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            any((down(t7) & !(((t8 | bit(m2)) | t7) | (steps(t4) | bishop(m1, (t8 | t7))))))
        }
        // strong-king-goal-weak-pawn
        52 => walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0),
        // strong-king-near-goal-weak-pawn
        53 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t141 = (fill_down(t7) & 0xff);
            walk(t4, (t141 | steps(t141)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-path-weak-pawn
        54 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, fill_down(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-stop-weak-pawn
        55 => walk(bit(m0), down(bit(m3)), !0),
        // strong-king-files-weak-pawn
        56 => files(m0, m3),
        // weak-king-goal-weak-pawn
        57 => walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0),
        // weak-king-near-goal-weak-pawn
        58 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t141 = (fill_down(t7) & 0xff);
            walk(t6, (t141 | steps(t141)), !((steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-path-weak-pawn
        59 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, fill_down(t7), !((steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-stop-weak-pawn
        60 => walk(bit(m2), down(bit(m3)), !0),
        // weak-king-behind-weak-pawn
        61 => lead(ranks(m2, 0), ranks(m3, 0)),
        // weak-king-files-weak-pawn
        62 => files(m2, m3),
        // race-goal-weak-pawn
        63 => {
            let t141 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t141, !0), walk(bit(m2), t141, !0))
        }
        // race-stop-weak-pawn
        64 => {
            let t134 = down(bit(m3));
            lead(walk(bit(m0), t134, !0), walk(bit(m2), t134, !0))
        }
        // strong-guards-weak-pawn
        65 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            count((fill_down(t7) & (steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7)))))
        }
        // strong-men-guard-weak-pawn
        66 => {
            let t7 = bit(m3);
            count((fill_down(t7) & bishop(m1, ((bit(m0) | bit(m1)) | t7))))
        }
        // weak-guards-goal-weak-pawn
        67 => {
            let t7 = bit(m3);
            any(((fill_down(t7) & 0xff) & (steps(bit(m2)) | hits_down(t7))))
        }
        // strong-bishop-weak-pawn-rank
        68 => ranks(m1, 0),
        // strong-bishop-weak-pawn-files
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
    let mut set = colour[first] & kind[2];
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
    let t12 = steps(t4);
    let t16 = steps(t6);
    let t18 = hits_down(t7);
    let t21 = (t16 | t18);
    let t129 = ranks(m3, 0);
    if t129 > 2 {
        if ((t5 & t21) & !t12) != 0 {
            if to_move > 0 {
                return true;
            }
            let t57 = (t21 | t8);
            let t131 = fill_down(t7);
            if walk(t4, t131, !t57) <= 2 {
                if files(m1, m3) > 2 {
                    if t129 > 5 {
                        return further(83, m0, m1, m2, m3, to_move);
                    }
                    if slant(m1, m3) > 0 {
                        return true;
                    }
                    return further(133, m0, m1, m2, m3, to_move);
                }
                if walk(t4, down(t7), !0) <= 1 {
                    return further(80, m0, m1, m2, m3, to_move);
                }
                let t141 = (t131 & 0xff);
                if lead(walk(t4, t141, !0), walk(t6, t141, !0)) <= 5 {
                    return further(131, m0, m1, m2, m3, to_move);
                }
                if parts(m0, m1, m3) > 0 {
                    return further(203, m0, m1, m2, m3, to_move);
                }
                if distance(m0, m1) > 2 {
                    return further(298, m0, m1, m2, m3, to_move);
                }
                return further(297, m0, m1, m2, m3, to_move);
            }
            let t141 = (t131 & 0xff);
            if lead(walk(t4, t141, !0), walk(t6, t141, !0)) <= 6 {
                return further(49, m0, m1, m2, m3, to_move);
            }
            if walk(t4, (t141 | steps(t141)), !t57) > 4 {
                if distance(m0, m3) <= 1 {
                    return further(140, m0, m1, m2, m3, to_move);
                }
                if t129 <= 4 {
                    return false;
                }
                if edge(m0) > 0 {
                    return further(317, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if files(m1, m3) > 3 {
                return further(139, m0, m1, m2, m3, to_move);
            }
            if file_edge(m3) <= 0 {
                return further(212, m0, m1, m2, m3, to_move);
            }
            let t134 = down(t7);
            if lead(walk(t4, t134, !0), walk(t6, t134, !0)) <= 8 {
                return further(312, m0, m1, m2, m3, to_move);
            }
            if lead(distance(m0, m1), distance(m2, m1)) > 7 {
                return false;
            }
            return further(433, m0, m1, m2, m3, to_move);
        }
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t14 = bishop(m1, t10);
        if t129 > 3 {
            let t131 = fill_down(t7);
            let t141 = (t131 & 0xff);
            let t142 = walk(t4, t141, !0);
            if (t5 & t18) != 0 {
                return further(25, m0, m1, m2, m3, to_move);
            }
            if t142 <= 4 {
                if (t14 & !t8) != 0 {
                    return true;
                }
                return further(78, m0, m1, m2, m3, to_move);
            }
            let t54 = (t8 | t21);
            let t81 = (t14 & !t54);
            if (t81 & bishop(m3, (t10 & !(t5 | 0)))) != 0 {
                return true;
            }
            if file_edge(m3) > 0 {
                if count((t14 & !t8)) > 1 {
                    return true;
                }
                return further(198, m0, m1, m2, m3, to_move);
            }
            if lead(ranks(m2, 0), t129) <= 5 {
                if (t14 & !t8) != 0 {
                    return true;
                }
                return further(289, m0, m1, m2, m3, to_move);
            }
            let t11 = (t6 | t7);
            let t13 = (t8 | t7);
            let t15 = bishop(m1, t13);
            let t19 = (t12 | t15);
            let t65 = (t11 | t19);
            let t67 = (t16 & !t65);
            let t71 = (t19 | t11);
            let t73 = steps(t67);
            let t74 = (t73 & !t71);
            let t75 = (t67 | t74);
            let t76 = count(t75);
            if edge(m2) > 2 {
                return further(291, m0, m1, m2, m3, to_move);
            }
            let t82 = count(t81);
            let t149 = walk(t6, t141, !0);
            let t156 = lead(t142, t149);
            if t76 <= 2 {
                return further(407, m0, m1, m2, m3, to_move);
            }
            if t82 <= 4 {
                return further(548, m0, m1, m2, m3, to_move);
            }
            if t156 > 11 {
                return further(702, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if to_move > 0 {
            if edge(m2) <= 1 {
                if count((t14 & !(t8 | t21))) > 2 {
                    return true;
                }
                return further(75, m0, m1, m2, m3, to_move);
            }
            let t38 = slant(m1, m2);
            if corner(m1) <= 0 {
                return further(76, m0, m1, m2, m3, to_move);
            }
            if t38 > 1 {
                return true;
            }
            if slant(m0, m1) <= 0 {
                return further(194, m0, m1, m2, m3, to_move);
            }
            if file_edge(m3) > 0 {
                return true;
            }
            return further(288, m0, m1, m2, m3, to_move);
        }
        let t131 = fill_down(t7);
        if (t131 & (t12 | bishop(m1, (t8 | t7)))) != 0 {
            if distance(m0, m2) > 2 {
                return true;
            }
            if walk(t6, (t131 & 0xff), !0) > 2 {
                return true;
            }
            return further(123, m0, m1, m2, m3, to_move);
        }
        let t30 = light(m1);
        let t42 = light(m3);
        let t43 = equal(t30, t42);
        if count((t14 & !(t8 | t21))) <= 5 {
            let t141 = (t131 & 0xff);
            if walk(t4, (t141 | steps(t141)), !(t21 | t8)) <= 2 {
                return further(119, m0, m1, m2, m3, to_move);
            }
            if t43 <= 0 {
                return further(185, m0, m1, m2, m3, to_move);
            }
            if ((t14 & (t6 | t7)) & !t21) != 0 {
                return further(277, m0, m1, m2, m3, to_move);
            }
            return further(276, m0, m1, m2, m3, to_move);
        }
        if edge(m2) > 1 {
            if t43 > 0 {
                return further(189, m0, m1, m2, m3, to_move);
            }
            return further(188, m0, m1, m2, m3, to_move);
        }
        if t43 <= 0 {
            return true;
        }
        let t52 = parts(m2, m1, m3);
        if edge(m0) > 2 {
            return further(279, m0, m1, m2, m3, to_move);
        }
        if t52 > 0 {
            return further(394, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m0, m1) > 0 {
            return true;
        }
        if equal(light(m0), t30) > 0 {
            return further(685, m0, m1, m2, m3, to_move);
        }
        return further(684, m0, m1, m2, m3, to_move);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    let t13 = (t8 | t7);
    let t15 = bishop(m1, t13);
    let t19 = (t12 | t15);
    if (down(t7) & !(t10 | t19)) == 0 {
        let t131 = fill_down(t7);
        let t141 = (t131 & 0xff);
        let t149 = walk(t6, t141, !0);
        if ((t5 & t21) & !t12) != 0 {
            if to_move > 0 {
                return further(17, m0, m1, m2, m3, to_move);
            }
            if walk(t4, t131, !(t21 | t8)) > 2 {
                return false;
            }
            return further(31, m0, m1, m2, m3, to_move);
        }
        if t149 > 2 {
            if count((bishop(m1, t10) & !t8)) > 4 {
                return true;
            }
            return further(30, m0, m1, m2, m3, to_move);
        }
        if (t131 & t15) != 0 {
            if ranks(m1, 0) <= 1 {
                return further(53, m0, m1, m2, m3, to_move);
            }
            if (t16 & !((t6 | t7) | t19)) != 0 {
                return true;
            }
            return further(94, m0, m1, m2, m3, to_move);
        }
        if to_move <= 0 {
            return further(51, m0, m1, m2, m3, to_move);
        }
        if (t131 & t10) != 0 {
            return further(91, m0, m1, m2, m3, to_move);
        }
        return further(90, m0, m1, m2, m3, to_move);
    }
    if to_move > 0 {
        if t129 <= 1 {
            if slant(m1, m3) <= 1 {
                if (t15 & t7) != 0 {
                    return true;
                }
                if count((bishop(m1, t10) & !(t8 | t21))) <= 6 {
                    return further(106, m0, m1, m2, m3, to_move);
                }
                if file_edge(m3) <= 0 {
                    return further(164, m0, m1, m2, m3, to_move);
                }
                if parts(m0, m1, m3) > 0 {
                    return further(249, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            let t14 = bishop(m1, t10);
            let t54 = (t8 | t21);
            let t81 = (t14 & !t54);
            if equal(light(m1), light(m3)) > 0 {
                let t131 = fill_down(t7);
                if walk(t4, t131, !(t21 | t8)) <= 2 {
                    return further(110, m0, m1, m2, m3, to_move);
                }
                let t141 = (t131 & 0xff);
                let t149 = walk(t6, t141, !0);
                if ((t81 & bishop(m2, (t10 & !(t5 | 0)))) & bishop(m3, (t10 & !(t5 | t6)))) != 0 {
                    return true;
                }
                if t149 > 1 {
                    return false;
                }
                return further(254, m0, m1, m2, m3, to_move);
            }
            let t82 = count(t81);
            if t82 <= 5 {
                return further(108, m0, m1, m2, m3, to_move);
            }
            if (((t16 & t15) & !t12) & !(t6 | t7)) == 0 {
                if edge(m0) > 1 {
                    return further(251, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if edge(m2) > 1 {
                return further(253, m0, m1, m2, m3, to_move);
            }
            if t82 > 7 {
                return further(363, m0, m1, m2, m3, to_move);
            }
            return further(362, m0, m1, m2, m3, to_move);
        }
        let t14 = bishop(m1, t10);
        let t25 = edge(m2);
        let t54 = (t8 | t21);
        let t81 = (t14 & !t54);
        if equal(light(m1), light(m3)) > 0 {
            if t25 <= 1 {
                if count(t81) > 4 {
                    return true;
                }
                return further(116, m0, m1, m2, m3, to_move);
            }
            if slant(m1, m3) > 2 {
                return further(118, m0, m1, m2, m3, to_move);
            }
            if slant(m0, m1) <= 0 {
                return further(180, m0, m1, m2, m3, to_move);
            }
            if (t81 & bishop(m3, (t10 & !(t5 | 0)))) != 0 {
                return true;
            }
            return further(269, m0, m1, m2, m3, to_move);
        }
        let t82 = count(t81);
        if t82 <= 5 {
            let t141 = (fill_down(t7) & 0xff);
            if walk(t4, (t141 | steps(t141)), !(t21 | t8)) > 2 {
                return further(113, m0, m1, m2, m3, to_move);
            }
            return further(112, m0, m1, m2, m3, to_move);
        }
        if t25 > 1 {
            if (((t16 & t15) & !t12) & !(t6 | t7)) != 0 {
                return further(178, m0, m1, m2, m3, to_move);
            }
            return further(177, m0, m1, m2, m3, to_move);
        }
        if t82 > 7 {
            if parts(m0, m1, m3) > 0 {
                return further(263, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if (bishop(m3, (t10 & !t5)) & t6) != 0 {
            return further(262, m0, m1, m2, m3, to_move);
        }
        if edge(m0) > 2 {
            return further(373, m0, m1, m2, m3, to_move);
        }
        if t82 <= 6 {
            return further(504, m0, m1, m2, m3, to_move);
        }
        if parts(m0, m1, m3) > 0 {
            return further(650, m0, m1, m2, m3, to_move);
        }
        return true;
    }
    if t129 <= 1 {
        if slant(m1, m2) > 0 {
            return false;
        }
        if walk(t4, fill_down(t7), !(t21 | t8)) <= 2 {
            return further(59, m0, m1, m2, m3, to_move);
        }
        if ((t5 & t21) & !t12) != 0 {
            return false;
        }
        if slant(m1, m3) <= 1 {
            return further(150, m0, m1, m2, m3, to_move);
        }
        if equal(light(m1), light(m3)) > 0 {
            return false;
        }
        return further(229, m0, m1, m2, m3, to_move);
    }
    let t131 = fill_down(t7);
    if equal(light(m1), light(m3)) <= 0 {
        let t69 = (t6 & t15);
        let t70 = any(t69);
        if (t12 & t18) != 0 {
            return further(62, m0, m1, m2, m3, to_move);
        }
        if t70 > 0 {
            return further(101, m0, m1, m2, m3, to_move);
        }
        let t14 = bishop(m1, t10);
        let t54 = (t8 | t21);
        let t90 = (t5 | 0);
        let t92 = (t10 & !t90);
        let t93 = bishop(m2, t92);
        let t94 = (t14 & t93);
        let t95 = (t94 & !t54);
        let t96 = count(t95);
        if (t131 & t10) != 0 {
            return further(153, m0, m1, m2, m3, to_move);
        }
        if t96 <= 0 {
            return false;
        }
        if walk(t6, t131, !(t19 | (t6 | t7))) <= 1 {
            return further(331, m0, m1, m2, m3, to_move);
        }
        let t45 = offset(m2, m3);
        if t45 > 4 {
            return further(458, m0, m1, m2, m3, to_move);
        }
        if t45 > 2 {
            return further(596, m0, m1, m2, m3, to_move);
        }
        if parts(m2, m1, m3) > 1 {
            return further(740, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    if ((t5 & t21) & !t12) != 0 {
        let t141 = (t131 & 0xff);
        if walk(t4, (t141 | steps(t141)), !(t21 | t8)) > 2 {
            return false;
        }
        return further(105, m0, m1, m2, m3, to_move);
    }
    if (t131 & t19) != 0 {
        if distance(m1, m2) > 1 {
            return true;
        }
        return further(159, m0, m1, m2, m3, to_move);
    }
    let t14 = bishop(m1, t10);
    let t54 = (t8 | t21);
    let t81 = (t14 & !t54);
    let t82 = count(t81);
    if t82 > 7 {
        if edge(m2) > 1 {
            return further(240, m0, m1, m2, m3, to_move);
        }
        let t141 = (t131 & 0xff);
        let t149 = walk(t6, t141, !0);
        if edge(m0) > 2 {
            return further(346, m0, m1, m2, m3, to_move);
        }
        if t149 > 5 {
            return true;
        }
        if t82 > 8 {
            return further(614, m0, m1, m2, m3, to_move);
        }
        return further(613, m0, m1, m2, m3, to_move);
    }
    let t11 = (t6 | t7);
    if ((t14 & t11) & !t21) != 0 {
        if slant(m1, m2) > 2 {
            return further(344, m0, m1, m2, m3, to_move);
        }
        if walk(t6, (t131 & 0xff), !0) > 2 {
            return further(470, m0, m1, m2, m3, to_move);
        }
        return further(469, m0, m1, m2, m3, to_move);
    }
    if (t131 & t10) != 0 {
        return further(342, m0, m1, m2, m3, to_move);
    }
    if t82 <= 5 {
        return further(467, m0, m1, m2, m3, to_move);
    }
    if (((t16 & t15) & !t12) & !t11) != 0 {
        return further(607, m0, m1, m2, m3, to_move);
    }
    if file_edge(m3) > 1 {
        return further(752, m0, m1, m2, m3, to_move);
    }
    return further(751, m0, m1, m2, m3, to_move);
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
        b"KBKP learned\0".as_ptr().cast()
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
