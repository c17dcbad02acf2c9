//! KRKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  18063048
//! draws      2424280
//! spotted    2004866 (82.699 %)
//! incorrect  0
//! size       1242 leaves, 2048 bytes packed
//! features   69
//! table      xxh3 94b5a12bb72c4c8f
//! command    drawproof mine KRKP --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KRKP";
/// Leaves of the tree.
pub const LEAVES: usize = 1242;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2048;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 2424280;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 2004866;

/// The question of each branch.
static QUESTIONS: [u8; 1241] = [
    200, 107, 156, 199, 138, 0, 50, 198, 156, 7, 156, 126, 107, 106, 162, 111, 126, 50, 56, 0,
    216, 6, 107, 165, 192, 0, 194, 174, 145, 161, 125, 155, 183, 0, 140, 0, 0, 27, 27, 211, 0,
    50, 52, 144, 192, 0, 108, 192, 0, 0, 213, 205, 155, 142, 119, 146, 52, 29, 0, 193, 162, 0,
    0, 145, 214, 125, 154, 144, 68, 0, 137, 0, 135, 39, 98, 214, 107, 107, 66, 124, 0, 46, 107,
    107, 202, 0, 98, 156, 156, 46, 46, 181, 51, 24, 0, 0, 145, 205, 140, 98, 46, 213, 104, 106,
    47, 55, 185, 112, 131, 196, 37, 33, 60, 0, 48, 6, 162, 144, 140, 104, 132, 133, 194, 126,
    168, 202, 169, 185, 52, 53, 124, 119, 104, 205, 39, 0, 108, 169, 0, 162, 0, 118, 98, 163,
    186, 0, 34, 28, 65, 161, 30, 124, 125, 98, 83, 124, 5, 84, 94, 119, 180, 68, 189, 120, 42,
    124, 198, 39, 37, 69, 128, 33, 46, 6, 0, 27, 126, 196, 98, 82, 213, 194, 136, 74, 129, 35,
    204, 211, 215, 209, 0, 28, 137, 165, 72, 39, 7, 49, 157, 72, 131, 157, 157, 51, 148, 51, 79,
    202, 185, 205, 124, 125, 206, 167, 124, 0, 0, 142, 104, 51, 0, 191, 0, 84, 144, 39, 39, 213,
    125, 192, 157, 147, 157, 187, 204, 28, 157, 158, 17, 46, 92, 124, 47, 124, 124, 74, 12, 154,
    98, 99, 151, 129, 124, 55, 216, 43, 33, 125, 0, 55, 42, 137, 52, 135, 12, 202, 53, 123, 5,
    37, 83, 212, 175, 137, 171, 206, 137, 43, 164, 39, 159, 0, 158, 0, 179, 160, 131, 131, 208,
    210, 52, 132, 206, 72, 84, 31, 82, 102, 208, 52, 197, 136, 156, 129, 202, 17, 46, 84, 119,
    214, 50, 124, 205, 50, 29, 0, 209, 84, 91, 50, 39, 52, 49, 213, 65, 106, 84, 102, 157, 112,
    98, 141, 206, 202, 94, 65, 136, 166, 126, 137, 82, 65, 202, 141, 53, 129, 130, 52, 17, 131,
    191, 124, 211, 196, 126, 59, 197, 208, 125, 131, 68, 137, 207, 214, 178, 189, 155, 45, 116,
    37, 190, 133, 210, 125, 129, 129, 125, 31, 134, 157, 139, 141, 32, 37, 129, 202, 21, 137,
    118, 47, 102, 35, 106, 176, 111, 100, 157, 110, 91, 53, 193, 126, 91, 157, 207, 157, 141,
    141, 202, 67, 101, 119, 72, 163, 85, 146, 53, 18, 136, 204, 95, 0, 98, 129, 125, 106, 207,
    0, 124, 214, 192, 207, 208, 213, 146, 124, 124, 66, 214, 124, 0, 211, 163, 18, 122, 80, 160,
    208, 131, 72, 179, 215, 40, 72, 163, 118, 131, 18, 72, 137, 46, 211, 213, 214, 214, 93, 65,
    68, 179, 172, 130, 177, 213, 121, 163, 2, 118, 99, 109, 84, 157, 51, 13, 74, 44, 33, 215,
    209, 125, 216, 142, 197, 37, 45, 134, 39, 13, 136, 129, 67, 161, 207, 206, 29, 204, 92, 72,
    144, 65, 63, 43, 52, 213, 15, 53, 25, 0, 148, 95, 215, 157, 118, 0, 157, 0, 39, 214, 72, 79,
    136, 160, 78, 7, 146, 163, 214, 114, 100, 191, 156, 130, 50, 39, 49, 47, 67, 213, 104, 72,
    213, 131, 202, 54, 126, 163, 88, 16, 97, 191, 20, 207, 115, 191, 67, 208, 47, 81, 126, 127,
    144, 206, 209, 140, 99, 160, 213, 102, 131, 47, 12, 39, 206, 213, 112, 213, 28, 70, 152,
    137, 117, 130, 74, 70, 4, 46, 187, 168, 61, 161, 61, 145, 187, 129, 132, 70, 206, 126, 179,
    47, 145, 73, 54, 151, 12, 74, 31, 47, 39, 45, 206, 13, 214, 199, 58, 142, 126, 55, 31, 139,
    6, 144, 207, 191, 179, 214, 209, 90, 160, 39, 137, 47, 12, 38, 213, 90, 179, 4, 46, 208, 2,
    210, 130, 0, 78, 26, 125, 117, 145, 40, 157, 214, 137, 203, 213, 137, 137, 23, 146, 162,
    125, 153, 178, 94, 91, 129, 2, 129, 17, 124, 65, 213, 93, 210, 187, 208, 129, 208, 129, 84,
    126, 129, 11, 72, 72, 53, 144, 115, 135, 124, 53, 205, 214, 149, 57, 72, 131, 3, 187, 125,
    4, 99, 16, 129, 62, 39, 116, 6, 34, 4, 157, 180, 192, 129, 147, 101, 148, 69, 53, 49, 210,
    46, 101, 206, 99, 79, 208, 183, 129, 214, 140, 49, 161, 66, 49, 52, 100, 181, 67, 131, 11,
    191, 103, 211, 136, 151, 126, 45, 133, 213, 27, 112, 6, 183, 177, 47, 44, 52, 13, 160, 129,
    127, 43, 12, 129, 136, 180, 170, 207, 98, 67, 38, 40, 28, 90, 104, 102, 214, 21, 15, 85,
    157, 6, 87, 157, 94, 209, 137, 187, 146, 201, 125, 214, 0, 42, 5, 71, 102, 65, 83, 137, 177,
    131, 26, 53, 135, 17, 188, 213, 213, 70, 74, 195, 41, 100, 177, 207, 49, 7, 211, 19, 126,
    129, 179, 214, 17, 180, 136, 11, 12, 124, 151, 66, 46, 95, 42, 91, 21, 20, 115, 20, 106, 46,
    78, 130, 192, 81, 162, 98, 214, 113, 11, 78, 8, 99, 5, 188, 104, 52, 213, 126, 79, 78, 141,
    140, 82, 173, 17, 151, 211, 54, 125, 163, 91, 67, 202, 171, 124, 47, 67, 20, 163, 67, 111,
    43, 212, 215, 128, 34, 12, 129, 14, 213, 113, 68, 214, 79, 6, 150, 24, 177, 103, 126, 86,
    214, 195, 161, 25, 147, 75, 99, 100, 202, 90, 30, 160, 130, 209, 2, 70, 81, 102, 172, 70,
    125, 0, 0, 52, 83, 129, 146, 66, 46, 20, 90, 145, 129, 117, 39, 129, 94, 81, 129, 81, 44,
    94, 129, 162, 65, 52, 35, 82, 67, 124, 53, 119, 99, 121, 96, 209, 214, 214, 70, 210, 81, 2,
    214, 125, 43, 140, 209, 214, 104, 208, 67, 184, 206, 74, 211, 112, 157, 74, 31, 182, 46, 44,
    68, 180, 128, 129, 154, 128, 128, 47, 1, 207, 76, 214, 150, 8, 93, 20, 70, 38, 151, 99, 74,
    102, 214, 126, 213, 129, 129, 105, 117, 140, 145, 208, 4, 16, 126, 143, 102, 207, 92, 141,
    82, 111, 90, 72, 65, 70, 92, 203, 71, 21, 125, 126, 206, 65, 140, 94, 202, 74, 202, 124, 71,
    82, 207, 61, 54, 129, 67, 214, 129, 40, 211, 94, 74, 130, 61, 57, 100, 103, 211, 141, 125,
    166, 129, 207, 207, 104, 104, 145, 44, 30, 68, 68, 29, 9, 12, 57, 49, 74, 12, 79, 144, 144,
    2, 151, 150, 77, 211, 62, 214, 130, 83, 22, 30, 173, 125, 193, 125, 2, 30, 146, 210, 205,
    202, 206, 16, 112, 5, 166, 161, 121, 126, 60, 84, 24, 79, 210, 53, 29, 52, 2, 74, 167, 94,
    205, 39, 23, 72, 140, 89, 136, 42, 10, 213, 198, 116, 208, 64, 25, 36, 95, 38, 25, 16, 214,
    8, 160, 129, 35, 91, 137, 180, 18, 143, 162, 162, 75, 214, 202, 20, 83, 94, 214, 160, 214,
    122, 53, 4, 30, 52, 129, 47, 13, 19, 35, 96, 86, 130, 20, 206, 80, 39, 11, 158, 206, 171,
    180, 1, 141, 130, 9, 167, 210, 187, 208, 130, 52, 95, 14, 24, 23, 211, 3, 74, 214, 162, 148,
    137, 213, 176, 39, 187, 27, 16, 153, 151, 94, 148, 113, 206, 6, 19, 91, 147, 70, 62, 24,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 217] = [
    0, 0, 0, 1, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 4,
    5, 6, 0, 1, 2, 3, 1, 2, 0, 1, 2, 1, 2, 3, 4, 0, 1, 2, 1, 2, 3, 0, 1, 2, 7, 8, 9, 10, 6, 7,
    9, 10, 11, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 15, 17, 1, 2, 3, 4, 5, 6, 0, 3, 9, 10, 11,
    14, 0, 1, 2, 8, 9, 10, 12, 13, 0, 0, 1, 3, 0, 0, 1, 2, 0, 0, 0, 4, 1, 2, 3, 4, 5, 1, 2, 5,
    1, 2, 3, 4, 1, 2, 1, 2, 3, 4, 5, 0, 1, 0, 0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 3, 4, 7, 8, 9, 10,
    11, 13, 0, 1, 2, 3, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 6, 7,
    8, 9, 0, 1, 2, 3, 6, 7, 8, 9, 0, 1, 5, 7, 8, 9, 10, 11, 12, 6, 7, 8, 9, 10, 11, 0, 1, 2, 0,
    0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x089244a208885056, 0x14487ccc2430555b, 0x2888c2208441443a, 0x0000000000206c10,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 18, 44, 62,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xfe7bdbffdffff7ff, 0x7fdebe6db7f5dd7d, 0x75faf75df69a9777, 0xff7e5997befe5a7e,
    0xeeffd695f77965ff, 0x35c5ea5fd876afa9, 0x59db5e76c49fb6bf, 0xd2ad7a5f9fddffea,
    0x8fd7ced4587dd699, 0xc9a7df6faa5fe066, 0xa81bbf7551affa9c, 0x96e8671c69440009,
    0x0b471a6dfd5d0125, 0xaf756ee267672ed2, 0xd156ea5726d057f2, 0xfa0629d73fb1b117,
    0x61e058207bf7ddfb, 0x92ad58b26859f9a7, 0x42e6d3a29192f3fa, 0x6019833cf859be5b,
    0x688bdd5ee31884fd, 0x1379842e39d0b4a9, 0x326145d140de41a9, 0x1b88a0b02e5899ab,
    0xa7d57efa314a5da0, 0x195717243020d6b7, 0x52593404a0261055, 0x2122a7f980042a9c,
    0x2652d9c05f9968a1, 0x4910176b18e7f914, 0x168b760130584351, 0x0aa198d012005075,
    0x04031fa7ba640888, 0x1d4118c32250c241, 0x2c0be098f826d010, 0x2004402000184e73,
    0x054447cba6424805, 0x204a908054818698, 0x0000001450980970,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 57, 105, 149, 195, 242, 280, 321, 366, 404, 443, 481, 505, 536, 574, 608, 643, 679, 712,
    745, 777, 811, 840, 866, 893, 928, 956, 977, 1001, 1030, 1059, 1083, 1103, 1127, 1148, 1172,
    1187, 1210, 1228,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x0224000000800000, 0x0004b998113d8000, 0x81459d22d322b81c, 0x397d2d2d1a8b6848,
    0x048085a9d3fcc837, 0x82d61d5ac87e4509, 0xca5452069a550a30, 0xb2cd4b29781a9156,
    0x20b145232c6d4fe8, 0x23b1a32ea8a56ea3, 0xea4a5b5fbe275eb3, 0xb69377acc86936a9,
    0x56ed552b1224a9f2, 0xc8d29cd8b6757a2f, 0x9ae4a37d96d9466a, 0x55a9a9aa175a9855,
    0x4ccaa8b4baae5494, 0xb76b2b8d325765b3, 0x525b59694f755896, 0x0000000001a97b5d,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64, to_move: u64) -> u64 {
    match feature {
        // strong-to-move
        0 => to_move,
        // strong-rook-edge
        1 => edge(m1),
        // weak-king-edge
        2 => edge(m2),
        // weak-king-corner
        3 => corner(m2),
        // strong-king-strong-rook-distance
        4 => distance(m0, m1),
        // strong-king-strong-rook-offset
        5 => offset(m0, m1),
        // strong-king-weak-king-distance
        6 => distance(m0, m2),
        // strong-king-weak-king-offset
        7 => offset(m0, m2),
        // strong-king-weak-king-slant
        8 => slant(m0, m2),
        // strong-king-weak-pawn-distance
        9 => distance(m0, m3),
        // strong-king-weak-pawn-offset
        10 => offset(m0, m3),
        // strong-rook-weak-king-distance
        11 => distance(m1, m2),
        // strong-rook-weak-king-offset
        12 => offset(m1, m2),
        // strong-rook-weak-pawn-distance
        13 => distance(m1, m3),
        // strong-rook-weak-pawn-offset
        14 => offset(m1, m3),
        // weak-king-weak-pawn-distance
        15 => distance(m2, m3),
        // weak-king-weak-pawn-offset
        16 => offset(m2, m3),
        // race-strong-rook
        17 => lead(distance(m0, m1), distance(m2, m1)),
        // race-weak-pawn
        18 => lead(distance(m0, m3), distance(m2, m3)),
        // strong-rook-parts-kings
        19 => parts(m1, m0, m2),
        // weak-king-parts-weak-pawn
        20 => parts(m2, m3, m0),
        // strong-rook-parts-strong-king-weak-pawn
        21 => parts(m1, m0, m3),
        // weak-pawn-parts-strong-king-strong-rook
        22 => parts(m3, m0, m1),
        // weak-king-parts-strong-rook-weak-pawn
        23 => parts(m2, m1, m3),
        // strong-rook-parts-weak-king-weak-pawn
        24 => parts(m1, m2, m3),
        // weak-pawn-parts-weak-king-strong-rook
        25 => parts(m3, m2, m1),
        // strong-king-room
        26 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t21 = (steps(bit(m2)) | hits_down(bit(m3)));
            let t51 = (steps(t4) & !(t8 | t21));
            count((t51 | (steps(t51) & !(t21 | t8))))
        }
        // weak-king-flights
        27 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))))))
        }
        // weak-king-in-check
        28 => any((bit(m2) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // weak-king-room
        29 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t19 = (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)));
            let t60 = (steps(t6) & !(t11 | t19));
            count((t60 | (steps(t60) & !(t19 | t11))))
        }
        // weak-king-ring
        30 => count((steps(bit(m2)) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // strong-rook-safe-moves
        31 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count((rook(m1, ((t8 | t6) | t7)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-rook-takes
        32 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count(((rook(m1, (((bit(m0) | bit(m1)) | t6) | t7)) & (t6 | t7)) & !(steps(t6) | hits_down(t7))))
        }
        // strong-rook-safe-checks
        33 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-rook-weak-pawn-forks
        34 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count((((rook(m1, t10) & !(t8 | (steps(t6) | hits_down(t7)))) & rook(m2, (t10 & !(t5 | 0)))) & rook(m3, (t10 & !(t5 | t6)))))
        }
        // strong-rook-weak-pawn-threats
        35 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & !(t8 | (steps(t6) | hits_down(t7)))) & rook(m3, (t10 & !(t5 | 0)))))
        }
        // strong-rook-weak-pawn-hits
        36 => {
            let t7 = bit(m3);
            any((rook(m1, ((bit(m0) | bit(m1)) | t7)) & t7))
        }
        // strong-rook-attacked
        37 => any((bit(m1) & (steps(bit(m2)) | hits_down(bit(m3))))),
        // strong-king-walk-strong-rook
        39 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            walk(t4, steps(t5), !((steps(bit(m2)) | hits_down(bit(m3))) | (t4 | t5)))
        }
        // strong-king-walk-weak-pawn
        40 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // weak-king-walk-strong-rook
        41 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t5), !((steps(t4) | rook(m1, ((t4 | t5) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-weak-pawn
        42 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-kings
        43 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t12 = steps(t4);
            walk(t6, steps(t12), !((t12 | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-pawn-to-go
        44 => ranks(m3, 0),
        // weak-pawn-file
        45 => file_edge(m3),
        // weak-pawn-runs
        46 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            any((down(t7) & !(((t8 | bit(m2)) | t7) | (steps(t4) | rook(m1, (t8 | t7))))))
        }
        // weak-pawn-goal-light
        47 => equal(light(ranks(m3, 0)), 0),
        // strong-king-near-goal-weak-pawn
        48 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t122 = (fill_down(t7) & 0xff);
            walk(t4, (t122 | steps(t122)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-path-weak-pawn
        49 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, fill_down(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-stop-weak-pawn
        50 => walk(bit(m0), down(bit(m3)), !0),
        // strong-king-behind-weak-pawn
        51 => lead(ranks(m0, 0), ranks(m3, 0)),
        // strong-king-files-weak-pawn
        52 => files(m0, m3),
        // strong-king-square-weak-pawn
        53 => lead(walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // weak-king-goal-weak-pawn
        54 => walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0),
        // weak-king-near-goal-weak-pawn
        55 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t122 = (fill_down(t7) & 0xff);
            walk(t6, (t122 | steps(t122)), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-path-weak-pawn
        56 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, fill_down(t7), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-stop-weak-pawn
        57 => walk(bit(m2), down(bit(m3)), !0),
        // weak-king-behind-weak-pawn
        58 => lead(ranks(m2, 0), ranks(m3, 0)),
        // weak-king-files-weak-pawn
        59 => files(m2, m3),
        // weak-king-square-weak-pawn
        60 => lead(walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // weak-king-file
        61 => file_edge(m2),
        // race-goal-weak-pawn
        62 => {
            let t122 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t122, !0), walk(bit(m2), t122, !0))
        }
        // race-stop-weak-pawn
        63 => {
            let t113 = down(bit(m3));
            lead(walk(bit(m0), t113, !0), walk(bit(m2), t113, !0))
        }
        // strong-guards-weak-pawn
        64 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            count((fill_down(t7) & (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)))))
        }
        // weak-guards-weak-pawn
        65 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (steps(bit(m2)) | hits_down(t7))))
        }
        // strong-rook-weak-pawn-blocks
        66 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count(((rook(m1, ((t8 | t6) | t7)) & fill_down(t7)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-rook-weak-pawn-rank
        67 => ranks(m1, 0),
        // strong-rook-weak-pawn-files
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
    let mut set = colour[first] & kind[3];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[0];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t16 = steps(t6);
    let t18 = hits_down(t7);
    let t21 = (t16 | t18);
    let t96 = (t5 & t21);
    let t97 = any(t96);
    let t112 = fill_down(t7);
    let t113 = down(t7);
    let t122 = (t112 & 0xff);
    let t128 = walk(t4, t113, !0);
    let t136 = walk(t6, t113, !0);
    let t143 = lead(t128, t136);
    if t143 > 10 {
        let t110 = ranks(m3, 0);
        let t123 = walk(t4, t122, !0);
        let t132 = lead(t123, t110);
        if t132 <= 9 {
            if to_move > 0 {
                return false;
            }
            let t8 = (t4 | t5);
            let t11 = (t6 | t7);
            let t12 = steps(t4);
            let t13 = (t8 | t7);
            let t15 = rook(m1, t13);
            let t19 = (t12 | t15);
            let t64 = (t19 | t11);
            let t124 = steps(t122);
            let t125 = (t122 | t124);
            let t134 = walk(t6, t125, !t64);
            if t110 <= 3 {
                return further(22, m0, m1, m2, m3, to_move);
            }
            if t134 <= 1 {
                return further(43, m0, m1, m2, m3, to_move);
            }
            let t133 = walk(t6, t122, !0);
            let t142 = lead(t123, t133);
            if t142 <= 9 {
                if t97 > 0 {
                    return further(121, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if t97 > 0 {
                return false;
            }
            let t32 = offset(m0, m3);
            if t142 > 11 {
                return further(186, m0, m1, m2, m3, to_move);
            }
            if t32 > 2 {
                return false;
            }
            return further(274, m0, m1, m2, m3, to_move);
        }
        if distance(m2, m3) > 2 {
            if (rook(m1, ((t4 | t5) | t7)) & t7) != 0 {
                return further(27, m0, m1, m2, m3, to_move);
            }
            if lead(t123, walk(t6, t122, !0)) > 11 {
                return further(49, m0, m1, m2, m3, to_move);
            }
            if to_move > 0 {
                return false;
            }
            if t97 > 0 {
                return false;
            }
            if t110 > 1 {
                return further(201, m0, m1, m2, m3, to_move);
            }
            return further(200, m0, m1, m2, m3, to_move);
        }
        if t97 > 0 {
            if to_move > 0 {
                return further(47, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t8 = (t4 | t5);
        let t12 = steps(t4);
        let t13 = (t8 | t7);
        let t15 = rook(m1, t13);
        let t19 = (t12 | t15);
        let t98 = (t7 & t19);
        let t100 = (t98 & !t16);
        let t101 = any(t100);
        let t133 = walk(t6, t122, !0);
        if lead(t123, t133) <= 9 {
            return further(45, m0, m1, m2, m3, to_move);
        }
        if t101 > 0 {
            if to_move > 0 {
                return false;
            }
            return further(127, m0, m1, m2, m3, to_move);
        }
        if t110 <= 1 {
            if (t112 & t19) != 0 {
                return further(191, m0, m1, m2, m3, to_move);
            }
            if to_move > 0 {
                if t133 <= 0 {
                    return further(394, m0, m1, m2, m3, to_move);
                }
                let t10 = ((t8 | t6) | t7);
                if count(((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | t21))) > 1 {
                    return true;
                }
                return further(514, m0, m1, m2, m3, to_move);
            }
            if offset(m1, m2) <= 0 {
                return further(392, m0, m1, m2, m3, to_move);
            }
            if lead(ranks(m2, 0), t110) <= 7 {
                return further(511, m0, m1, m2, m3, to_move);
            }
            let t139 = files(m2, m3);
            if files(m1, m3) <= 0 {
                return further(644, m0, m1, m2, m3, to_move);
            }
            if t139 > 0 {
                return false;
            }
            return further(785, m0, m1, m2, m3, to_move);
        }
        let t11 = (t6 | t7);
        let t64 = (t19 | t11);
        let t124 = steps(t122);
        let t125 = (t122 | t124);
        if walk(t6, t112, !t64) <= 0 {
            if walk(t4, t125, !(t21 | t8)) <= 5 {
                return further(281, m0, m1, m2, m3, to_move);
            }
            if t132 > 11 {
                return true;
            }
            return further(397, m0, m1, m2, m3, to_move);
        }
        if walk(t6, t125, !t64) > 1 {
            if files(m2, m3) <= 0 {
                return further(400, m0, m1, m2, m3, to_move);
            }
            if t110 > 3 {
                return further(524, m0, m1, m2, m3, to_move);
            }
            let t152 = files(m1, m3);
            if t132 <= 10 {
                return further(662, m0, m1, m2, m3, to_move);
            }
            let t25 = corner(m2);
            if t152 <= 0 {
                return further(803, m0, m1, m2, m3, to_move);
            }
            if t25 <= 2 {
                return true;
            }
            if to_move > 0 {
                return further(1038, m0, m1, m2, m3, to_move);
            }
            return further(1037, m0, m1, m2, m3, to_move);
        }
        if to_move <= 0 {
            if count((t16 & t15)) > 1 {
                return further(519, m0, m1, m2, m3, to_move);
            }
            if count((rook(m1, ((t8 | t6) | t7)) & !(t8 | t21))) > 10 {
                return true;
            }
            return further(654, m0, m1, m2, m3, to_move);
        }
        if offset(m2, m3) > 1 {
            return further(521, m0, m1, m2, m3, to_move);
        }
        if t132 <= 10 {
            return further(657, m0, m1, m2, m3, to_move);
        }
        if offset(m1, m2) > 1 {
            return true;
        }
        return further(797, m0, m1, m2, m3, to_move);
    }
    if t97 > 0 {
        let t8 = (t4 | t5);
        let t52 = (t21 | t8);
        if walk(t4, t112, !t52) <= 2 {
            let t26 = distance(m0, m1);
            if t26 <= 2 {
                if lead(t26, distance(m2, m1)) > 8 {
                    return further(36, m0, m1, m2, m3, to_move);
                }
                if to_move > 0 {
                    return false;
                }
                return further(63, m0, m1, m2, m3, to_move);
            }
            let t31 = distance(m0, m3);
            if to_move > 0 {
                if t31 > 1 {
                    return false;
                }
                return further(67, m0, m1, m2, m3, to_move);
            }
            if t31 <= 1 {
                return further(65, m0, m1, m2, m3, to_move);
            }
            if lead(walk(t4, t122, !0), ranks(m3, 0)) > 7 {
                return further(110, m0, m1, m2, m3, to_move);
            }
            if t143 <= 6 {
                return further(168, m0, m1, m2, m3, to_move);
            }
            let t152 = files(m1, m3);
            if parts(m3, m0, m1) > 1 {
                return true;
            }
            if t152 > 3 {
                return true;
            }
            return further(364, m0, m1, m2, m3, to_move);
        }
        if lead(walk(t4, t122, !0), ranks(m3, 0)) > 9 {
            let t37 = distance(m2, m3);
            if distance(m0, m1) <= 1 {
                return false;
            }
            if t37 > 2 {
                return false;
            }
            if to_move > 0 {
                return further(116, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if files(m1, m3) > 3 {
            if to_move > 0 {
                return false;
            }
            return further(70, m0, m1, m2, m3, to_move);
        }
        if ranks(m1, 0) > 5 {
            return further(69, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m0, m1) <= 0 {
            if lead(distance(m0, m3), distance(m2, m3)) <= 7 {
                return further(173, m0, m1, m2, m3, to_move);
            }
            if to_move > 0 {
                return false;
            }
            return further(259, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            return false;
        }
        let t124 = steps(t122);
        let t125 = (t122 | t124);
        let t126 = walk(t4, t125, !t52);
        if distance(m0, m3) <= 1 {
            return further(260, m0, m1, m2, m3, to_move);
        }
        if t126 > 5 {
            return false;
        }
        return further(372, m0, m1, m2, m3, to_move);
    }
    if t143 > 9 {
        let t110 = ranks(m3, 0);
        let t123 = walk(t4, t122, !0);
        let t132 = lead(t123, t110);
        if t132 <= 9 {
            if t110 <= 3 {
                if t132 <= 8 {
                    return further(56, m0, m1, m2, m3, to_move);
                }
                if distance(m0, m3) > 3 {
                    return further(95, m0, m1, m2, m3, to_move);
                }
                return further(94, m0, m1, m2, m3, to_move);
            }
            if lead(walk(t6, t122, !0), t110) > 6 {
                return false;
            }
            if to_move > 0 {
                return false;
            }
            if lead(ranks(m0, 0), t110) > 8 {
                return further(150, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if distance(m2, m3) <= 2 {
            let t133 = walk(t6, t122, !0);
            if to_move > 0 {
                if t133 > 3 {
                    return further(100, m0, m1, m2, m3, to_move);
                }
                if ((rook(m1, (((t4 | t5) | t6) | t7)) & (t6 | t7)) & !t21) != 0 {
                    return false;
                }
                if t110 > 1 {
                    return further(236, m0, m1, m2, m3, to_move);
                }
                return further(235, m0, m1, m2, m3, to_move);
            }
            if lead(t123, t133) > 10 {
                return further(98, m0, m1, m2, m3, to_move);
            }
            let t8 = (t4 | t5);
            if ((rook(m1, ((t8 | t6) | t7)) & t112) & !(t8 | t21)) != 0 {
                return further(152, m0, m1, m2, m3, to_move);
            }
            if t110 > 1 {
                return further(228, m0, m1, m2, m3, to_move);
            }
            return further(227, m0, m1, m2, m3, to_move);
        }
        let t8 = (t4 | t5);
        if walk(t4, t112, !(t21 | t8)) <= 4 {
            return further(61, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            if offset(m1, m3) <= 1 {
                return false;
            }
            if files(m2, m3) > 1 {
                return false;
            }
            return further(243, m0, m1, m2, m3, to_move);
        }
        let t13 = (t8 | t7);
        let t15 = rook(m1, t13);
        if (t15 & t7) != 0 {
            return false;
        }
        if walk(t6, steps(t7), !((steps(t4) | t15) | (t6 | t7))) > 2 {
            if offset(m1, m3) > 1 {
                return false;
            }
            return further(351, m0, m1, m2, m3, to_move);
        }
        if t110 > 1 {
            return further(350, m0, m1, m2, m3, to_move);
        }
        return further(349, m0, m1, m2, m3, to_move);
    }
    if t143 <= 8 {
        if walk(t6, t122, !0) > 3 {
            return false;
        }
        if lead(ranks(m0, 0), ranks(m3, 0)) <= 8 {
            return false;
        }
        let t8 = (t4 | t5);
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t14 = rook(m1, t10);
        if ((t14 & t112) & !(t8 | t21)) != 0 {
            return false;
        }
        if ((t14 & (t6 | t7)) & !t21) != 0 {
            if ((t7 & (steps(t4) | rook(m1, (t8 | t7)))) & !t16) != 0 {
                return false;
            }
            return further(208, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            return false;
        }
        if (t112 & (steps(t4) | rook(m1, (t8 | t7)))) != 0 {
            return further(301, m0, m1, m2, m3, to_move);
        }
        if t143 > 7 {
            return further(418, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    let t8 = (t4 | t5);
    let t104 = steps(t7);
    let t110 = ranks(m3, 0);
    if walk(t4, t104, !(t21 | t8)) <= 2 {
        if walk(t6, t122, !0) > 2 {
            if t128 <= 3 {
                if lead(walk(t4, t122, !0), t110) > 9 {
                    return further(139, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if offset(m1, m3) <= 0 {
                return false;
            }
            if to_move > 0 {
                return further(214, m0, m1, m2, m3, to_move);
            }
            return further(213, m0, m1, m2, m3, to_move);
        }
        let t123 = walk(t4, t122, !0);
        let t132 = lead(t123, t110);
        if t132 <= 8 {
            return false;
        }
        if t132 > 9 {
            if to_move > 0 {
                return further(211, m0, m1, m2, m3, to_move);
            }
            return further(210, m0, m1, m2, m3, to_move);
        }
        if walk(t6, t112, !((steps(t4) | rook(m1, (t8 | t7))) | (t6 | t7))) <= 0 {
            return false;
        }
        if ((rook(m1, ((t8 | t6) | t7)) & t112) & !(t8 | t21)) != 0 {
            return false;
        }
        return further(303, m0, m1, m2, m3, to_move);
    }
    if t110 > 2 {
        if lead(ranks(m0, 0), t110) <= 9 {
            return false;
        }
        if distance(m2, m3) > 3 {
            return false;
        }
        if to_move > 0 {
            return false;
        }
        return further(221, m0, m1, m2, m3, to_move);
    }
    let t11 = (t6 | t7);
    let t13 = (t8 | t7);
    let t15 = rook(m1, t13);
    if walk(t6, t104, !((steps(t4) | t15) | t11)) <= 2 {
        if offset(m1, m3) <= 0 {
            return further(141, m0, m1, m2, m3, to_move);
        }
        if ((rook(m1, ((t8 | t6) | t7)) & t11) & !t21) != 0 {
            return further(217, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            return further(313, m0, m1, m2, m3, to_move);
        }
        return further(312, m0, m1, m2, m3, to_move);
    }
    let t133 = walk(t6, t122, !0);
    if files(m2, m3) > 2 {
        if lead(t133, t110) > 9 {
            return false;
        }
        return further(220, m0, m1, m2, m3, to_move);
    }
    if t133 <= 4 {
        return further(218, m0, m1, m2, m3, to_move);
    }
    let t62 = (t6 & t15);
    let t63 = any(t62);
    if distance(m2, m3) <= 3 {
        return further(316, m0, m1, m2, m3, to_move);
    }
    if t63 > 0 {
        return further(441, m0, m1, m2, m3, to_move);
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
        b"KRKP learned\0".as_ptr().cast()
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
