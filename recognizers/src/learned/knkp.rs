//! KNKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  19371540
//! draws      14909882
//! spotted    14133932 (94.795 %)
//! incorrect  0
//! size       1218 leaves, 2046 bytes packed
//! features   71
//! table      xxh3 c0b3ca3494dc1a04
//! command    drawproof mine KNKP --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KNKP";
/// Leaves of the tree.
pub const LEAVES: usize = 1218;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2046;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 14909882;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 14133932;

/// The question of each branch.
static QUESTIONS: [u8; 1217] = [
    167, 98, 134, 175, 228, 229, 0, 229, 166, 154, 0, 232, 0, 98, 229, 165, 0, 204, 2, 0, 0,
    150, 79, 207, 0, 90, 93, 214, 154, 213, 154, 149, 135, 135, 135, 0, 115, 0, 149, 170, 49,
    79, 145, 145, 158, 184, 0, 19, 228, 101, 89, 101, 88, 86, 31, 113, 101, 96, 55, 170, 85, 54,
    147, 149, 73, 106, 0, 0, 32, 65, 13, 33, 135, 58, 205, 226, 15, 226, 151, 134, 98, 12, 138,
    98, 97, 178, 69, 168, 168, 135, 138, 107, 32, 79, 150, 135, 154, 134, 228, 0, 174, 211, 141,
    134, 79, 99, 17, 139, 112, 96, 65, 5, 121, 186, 49, 145, 13, 194, 166, 19, 34, 18, 230, 155,
    58, 138, 0, 133, 106, 212, 198, 138, 141, 100, 69, 230, 170, 96, 227, 230, 135, 135, 155,
    15, 146, 70, 45, 230, 136, 0, 81, 0, 232, 211, 53, 79, 134, 142, 9, 174, 230, 220, 55, 28,
    158, 138, 4, 19, 207, 196, 146, 148, 237, 216, 237, 185, 138, 224, 158, 192, 15, 101, 211,
    176, 138, 203, 155, 32, 222, 193, 138, 56, 162, 182, 208, 71, 174, 138, 91, 40, 236, 190,
    96, 54, 91, 230, 31, 141, 141, 237, 136, 172, 237, 176, 237, 201, 4, 237, 237, 229, 108,
    138, 144, 7, 231, 135, 140, 149, 153, 4, 0, 94, 38, 100, 237, 91, 230, 126, 195, 138, 43,
    56, 236, 151, 14, 127, 122, 151, 117, 237, 96, 96, 4, 119, 147, 13, 135, 99, 26, 63, 15,
    166, 117, 15, 156, 54, 99, 155, 63, 58, 158, 219, 170, 191, 221, 36, 146, 106, 178, 184,
    138, 162, 106, 36, 176, 169, 40, 133, 69, 147, 212, 7, 42, 105, 19, 97, 193, 40, 63, 141,
    96, 13, 211, 230, 94, 237, 111, 207, 80, 117, 136, 136, 207, 127, 136, 136, 110, 91, 136,
    235, 135, 229, 60, 230, 175, 9, 176, 138, 35, 138, 47, 106, 99, 217, 62, 228, 138, 99, 9,
    91, 138, 5, 141, 238, 110, 237, 139, 91, 146, 43, 136, 145, 165, 237, 148, 184, 59, 141,
    147, 140, 1, 51, 51, 136, 138, 54, 8, 15, 52, 65, 221, 56, 103, 31, 205, 138, 149, 21, 215,
    191, 51, 149, 157, 134, 34, 31, 18, 35, 159, 31, 169, 0, 143, 31, 218, 160, 25, 69, 64, 100,
    100, 91, 155, 138, 162, 93, 180, 126, 174, 32, 139, 133, 237, 150, 21, 40, 66, 207, 40, 32,
    219, 63, 126, 154, 189, 82, 4, 81, 229, 40, 69, 7, 74, 238, 64, 19, 173, 139, 110, 189, 197,
    238, 7, 144, 238, 205, 146, 176, 127, 105, 138, 176, 230, 60, 216, 138, 15, 237, 19, 45, 0,
    141, 19, 4, 169, 141, 166, 134, 179, 130, 238, 63, 74, 94, 119, 72, 121, 72, 174, 139, 45,
    136, 138, 147, 228, 51, 24, 138, 191, 32, 224, 213, 166, 217, 181, 53, 39, 4, 139, 8, 100,
    141, 100, 22, 141, 138, 185, 133, 138, 173, 176, 40, 143, 22, 108, 225, 172, 54, 237, 66,
    51, 151, 237, 177, 198, 226, 221, 63, 91, 183, 139, 63, 138, 139, 176, 107, 141, 129, 7, 40,
    207, 80, 178, 171, 229, 177, 34, 229, 110, 207, 22, 177, 61, 233, 69, 6, 221, 229, 220, 35,
    93, 238, 238, 170, 238, 200, 48, 4, 209, 129, 46, 231, 49, 174, 157, 52, 141, 30, 237, 19,
    99, 32, 166, 141, 89, 64, 230, 127, 237, 12, 22, 85, 126, 123, 237, 53, 210, 1, 39, 179, 22,
    111, 136, 211, 176, 106, 222, 37, 4, 58, 137, 14, 170, 61, 133, 37, 41, 16, 219, 36, 138,
    225, 139, 15, 173, 133, 161, 159, 215, 208, 73, 138, 59, 190, 175, 220, 161, 133, 91, 10,
    107, 110, 61, 138, 187, 104, 191, 128, 1, 212, 176, 182, 95, 201, 39, 4, 61, 138, 25, 8,
    238, 40, 160, 91, 181, 3, 236, 91, 39, 83, 124, 221, 53, 141, 21, 37, 40, 230, 141, 40, 85,
    177, 91, 181, 141, 23, 178, 128, 181, 27, 29, 230, 230, 117, 109, 114, 65, 16, 91, 64, 154,
    194, 8, 16, 216, 150, 51, 59, 170, 136, 57, 42, 170, 4, 2, 138, 77, 35, 38, 195, 230, 59,
    117, 21, 36, 102, 20, 224, 170, 46, 83, 59, 89, 92, 138, 178, 190, 161, 16, 206, 58, 57,
    207, 207, 138, 91, 35, 177, 133, 238, 177, 95, 150, 138, 196, 130, 69, 138, 220, 105, 40,
    81, 6, 160, 23, 138, 105, 184, 139, 141, 220, 8, 223, 110, 78, 178, 24, 61, 69, 36, 19, 27,
    110, 69, 47, 22, 33, 200, 30, 170, 173, 107, 11, 8, 40, 27, 1, 219, 63, 181, 35, 91, 207,
    91, 156, 145, 1, 223, 115, 179, 181, 222, 237, 29, 30, 218, 238, 47, 199, 199, 21, 27, 152,
    227, 77, 53, 119, 155, 238, 105, 11, 218, 3, 82, 154, 163, 36, 45, 116, 191, 196, 147, 176,
    175, 33, 138, 178, 139, 163, 237, 138, 62, 223, 57, 160, 180, 229, 118, 117, 116, 75, 86,
    146, 36, 229, 116, 159, 220, 141, 131, 229, 217, 238, 60, 59, 139, 130, 227, 227, 159, 8,
    107, 125, 144, 218, 109, 233, 141, 200, 37, 61, 189, 13, 92, 121, 234, 30, 210, 111, 160,
    63, 196, 173, 8, 160, 8, 107, 220, 91, 113, 127, 77, 22, 47, 209, 91, 117, 51, 201, 238, 76,
    139, 157, 191, 59, 190, 40, 13, 228, 26, 147, 23, 138, 191, 225, 45, 98, 173, 92, 4, 81,
    138, 107, 59, 221, 225, 185, 225, 75, 171, 110, 108, 75, 59, 138, 7, 238, 60, 179, 226, 139,
    138, 67, 5, 128, 35, 222, 118, 37, 63, 130, 20, 172, 25, 9, 146, 163, 3, 139, 174, 208, 57,
    38, 67, 185, 8, 184, 114, 30, 92, 117, 231, 50, 171, 42, 207, 218, 140, 238, 59, 63, 218,
    108, 216, 92, 139, 61, 104, 45, 59, 191, 30, 91, 30, 138, 92, 62, 138, 188, 45, 119, 23,
    189, 1, 222, 5, 75, 38, 42, 87, 238, 30, 29, 30, 138, 216, 45, 5, 178, 91, 91, 185, 201, 1,
    26, 42, 234, 229, 125, 156, 22, 49, 43, 139, 130, 180, 132, 18, 26, 30, 19, 225, 3, 123, 2,
    109, 147, 26, 141, 170, 33, 200, 133, 19, 61, 46, 170, 227, 7, 23, 25, 221, 62, 178, 14,
    161, 56, 57, 139, 119, 123, 5, 210, 4, 24, 238, 40, 105, 207, 130, 26, 76, 91, 63, 25, 151,
    164, 125, 60, 53, 132, 13, 23, 59, 110, 136, 139, 166, 224, 27, 163, 221, 95, 18, 169, 38,
    138, 19, 225, 21, 55, 227, 26, 87, 202, 33, 30, 120, 145, 23, 41, 179, 229, 170, 225, 139,
    45, 127, 139, 49, 27, 7, 171, 156, 185, 64, 169, 220, 24, 139, 21, 87, 35, 61, 12, 219, 14,
    1, 131, 44, 173, 139, 82, 237, 36, 59, 28, 68, 139, 138, 219, 25, 147, 13, 25, 81, 51, 30,
    93, 37, 86, 145, 151, 103, 163, 29, 123, 206, 34, 59, 138, 49, 164, 117, 92, 202, 139, 30,
    84, 164, 94, 59, 37, 55, 225, 103, 1,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 239] = [
    0, 1, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 3, 1, 2, 4, 5, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 0,
    1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 4, 5, 0, 1, 2, 3, 7, 8, 9, 10, 11, 6, 7, 0, 1, 0, 0, 1,
    0, 1, 0, 1, 0, 4, 5, 7, 0, 7, 10, 11, 12, 14, 15, 18, 19, 23, 0, 1, 2, 3, 4, 5, 6, 3, 4, 5,
    0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 4, 5, 1, 2, 3, 1, 2, 3, 2, 5, 6, 7, 8, 9, 11,
    12, 13, 14, 15, 16, 18, 19, 1, 2, 3, 4, 2, 3, 4, 1, 2, 3, 4, 5, 0, 1, 2, 0, 1, 3, 4, 5, 3,
    4, 5, 1, 2, 3, 4, 5, 2, 3, 6, 7, 8, 10, 11, 12, 13, 0, 3, 6, 7, 8, 9, 1, 2, 3, 4, 5, 1, 2,
    3, 4, 5, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 5, 6, 8, 9, 10, 2, 0, 1, 2, 4, 5, 6,
    7, 8, 9, 10, 12, 7, 8, 9, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 0, 1, 2, 3, 1, 2, 3, 1,
    2, 3, 4,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0xad412310c2089296, 0x4001247f6a408062, 0x2088422814246424, 0x0000091081c80984,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 22, 42, 58,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xb9d7fffbffffffff, 0xb9e56777d5737f7f, 0xeb7ff5790d7dd3fe, 0xe5ced5b5cdefffef,
    0xda3bd7e36ff762f9, 0xd4df65c5673e14fb, 0xfe9abff7ffeffd5f, 0xb7099ecaecf572db,
    0xf6e6464dcf4083e6, 0x5f77eedd64e4097b, 0xfd59575e442fdf50, 0x25413000390c206a,
    0xf3a99d6b9d180448, 0x98b21f5eee6fb9de, 0xa416e83bfd0d2bd9, 0xd9b85860855af63a,
    0x9951fef3f7e41210, 0xc067cbbdcd84db61, 0xe50941c14994883d, 0xbee256215e406019,
    0xc8eb550cbddd6fad, 0xb810d5e65166b5d4, 0x206f020932811e02, 0x6e43087b1359f064,
    0x30aa2bb850956faf, 0x00822d1692aa809f, 0x0aa7266a88e32a22, 0x71764c8068577b8f,
    0x570043010555b792, 0x5ee626ac503fd686, 0x058b12426dc3050d, 0x46a9e7650c8b3421,
    0x8130740193284180, 0x45647791001510fa, 0x684b61461b853006, 0xa0c012604594e444,
    0x50a5a4a600935201, 0x21b5e0809040045a, 0x0000000000000000,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 58, 103, 148, 195, 238, 276, 329, 367, 400, 439, 476, 494, 524, 564, 598, 629, 663, 697,
    722, 749, 787, 818, 838, 867, 899, 922, 948, 980, 1004, 1037, 1061, 1089, 1107, 1132, 1156,
    1176, 1197, 1216,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x6d3f7b297bfdf2f7, 0xfb6a6673f76f5f32, 0xa26f86d52c99afea, 0x32f2b9b7bc6d8dc6,
    0xed44766f51aa9a53, 0x55a4d4cfd9ade2dd, 0xaad258934991d52d, 0x4d34fb25b2d6b6d4,
    0xcba3b1a9968ab8e6, 0xaa48caa9ab52f5b6, 0x12fd6ecdf8ca8a8a, 0x01231b25737bca8b,
    0xaba7cd39b2ddda4d, 0x66ad3396a47eb26a, 0x1905691aab475e55, 0xcdaae654cb5a12eb,
    0x6f6ead7469a2a46a, 0x6599cd59995ace49, 0x9299554aaa872167, 0x0000000000000001,
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
        // strong-knight-edge
        2 => edge(m1),
        // strong-knight-corner
        3 => corner(m1),
        // weak-king-edge
        4 => edge(m2),
        // weak-king-corner
        5 => corner(m2),
        // strong-king-strong-knight-distance
        6 => distance(m0, m1),
        // strong-king-weak-pawn-distance
        7 => distance(m0, m3),
        // strong-knight-weak-king-distance
        8 => distance(m1, m2),
        // strong-knight-weak-king-offset
        9 => offset(m1, m2),
        // strong-knight-weak-king-colours
        10 => equal(light(m1), light(m2)),
        // strong-knight-weak-pawn-distance
        11 => distance(m1, m3),
        // strong-knight-weak-pawn-offset
        12 => offset(m1, m3),
        // strong-knight-weak-pawn-colours
        13 => equal(light(m1), light(m3)),
        // weak-king-weak-pawn-distance
        14 => distance(m2, m3),
        // weak-king-weak-pawn-offset
        15 => offset(m2, m3),
        // race-strong-knight
        16 => lead(distance(m0, m1), distance(m2, m1)),
        // race-weak-pawn
        17 => lead(distance(m0, m3), distance(m2, m3)),
        // strong-king-parts-strong-knight-weak-pawn
        18 => parts(m0, m1, m3),
        // weak-pawn-parts-strong-king-strong-knight
        19 => parts(m3, m0, m1),
        // weak-king-parts-strong-knight-weak-pawn
        20 => parts(m2, m1, m3),
        // strong-knight-parts-weak-king-weak-pawn
        21 => parts(m1, m2, m3),
        // weak-pawn-parts-weak-king-strong-knight
        22 => parts(m3, m2, m1),
        // weak-king-flights
        23 => {
            let t6 = bit(m2);
            count((steps(t6) & !((t6 | bit(m3)) | (steps(bit(m0)) | jumps(bit(m1))))))
        }
        // weak-king-in-check
        24 => any((bit(m2) & jumps(bit(m1)))),
        // weak-king-room
        25 => {
            let t6 = bit(m2);
            let t11 = (t6 | bit(m3));
            let t16 = (steps(bit(m0)) | jumps(bit(m1)));
            let t52 = (steps(t6) & !(t11 | t16));
            count((t52 | (steps(t52) & !(t16 | t11))))
        }
        // strong-knight-safe-moves
        26 => {
            let t5 = bit(m1);
            count((jumps(t5) & !((bit(m0) | t5) | (steps(bit(m2)) | hits_down(bit(m3))))))
        }
        // strong-knight-moves
        27 => {
            let t5 = bit(m1);
            count((jumps(t5) & !(bit(m0) | t5)))
        }
        // strong-knight-takes
        28 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count(((jumps(bit(m1)) & (t6 | t7)) & !(steps(t6) | hits_down(t7))))
        }
        // strong-knight-safe-checks
        29 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            count(((jumps(t5) & jumps(t6)) & !((bit(m0) | t5) | (steps(t6) | hits_down(bit(m3))))))
        }
        // strong-knight-weak-pawn-forks
        30 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((jumps(t5) & !((bit(m0) | t5) | (steps(t6) | hits_down(t7)))) & jumps(t6)) & jumps(t7)))
        }
        // strong-knight-weak-pawn-threats
        31 => {
            let t5 = bit(m1);
            let t7 = bit(m3);
            count(((jumps(t5) & !((bit(m0) | t5) | (steps(bit(m2)) | hits_down(t7)))) & jumps(t7)))
        }
        // strong-knight-weak-pawn-hits
        32 => any((jumps(bit(m1)) & bit(m3))),
        // strong-knight-attacked
        33 => any((bit(m1) & (steps(bit(m2)) | hits_down(bit(m3))))),
        // strong-knight-hangs
        34 => any(((bit(m1) & (steps(bit(m2)) | hits_down(bit(m3)))) & !steps(bit(m0)))),
        // strong-knight-attacked-by-men
        35 => any((bit(m1) & hits_down(bit(m3)))),
        // weak-pawn-attacked
        36 => any((bit(m3) & (steps(bit(m0)) | jumps(bit(m1))))),
        // weak-pawn-hangs
        37 => any(((bit(m3) & (steps(bit(m0)) | jumps(bit(m1)))) & !steps(bit(m2)))),
        // strong-king-walk-weak-pawn
        38 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // weak-king-walk-strong-knight
        39 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t6, steps(t5), !((steps(bit(m0)) | jumps(t5)) | (t6 | bit(m3))))
        }
        // weak-king-walk-weak-pawn
        40 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(bit(m0)) | jumps(bit(m1))) | (t6 | t7)))
        }
        // strong-knight-room
        41 => {
            let t5 = bit(m1);
            let t48 = ((steps(bit(m2)) | hits_down(bit(m3))) | (bit(m0) | t5));
            let t101 = (jumps(t5) & !t48);
            count((t101 | (jumps(t101) & !t48)))
        }
        // strong-knight-leaps-weak-pawn
        42 => {
            let t5 = bit(m1);
            let t7 = bit(m3);
            leaps(t5, jumps(t7), !((steps(bit(m2)) | hits_down(t7)) | (bit(m0) | t5)))
        }
        // strong-knight-leaps-fork-weak-pawn
        43 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t48 = ((steps(t6) | hits_down(t7)) | (bit(m0) | t5));
            leaps(t5, ((jumps(t7) & jumps(t6)) & !t48), !t48)
        }
        // weak-pawn-to-go
        44 => ranks(m3, 0),
        // weak-pawn-file
        45 => file_edge(m3),
        // weak-pawn-blocked
        46 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (((bit(m0) | bit(m1)) | bit(m2)) | t7)))
        }
        // strong-king-goal-weak-pawn
        47 => walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0),
        // strong-king-near-goal-weak-pawn
        48 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t117 = (fill_down(t7) & 0xff);
            walk(t4, (t117 | steps(t117)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
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
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t117 = (fill_down(t7) & 0xff);
            walk(t6, (t117 | steps(t117)), !((steps(bit(m0)) | jumps(bit(m1))) | (t6 | t7)))
        }
        // weak-king-path-weak-pawn
        56 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, fill_down(t7), !((steps(bit(m0)) | jumps(bit(m1))) | (t6 | t7)))
        }
        // weak-king-stop-weak-pawn
        57 => walk(bit(m2), down(bit(m3)), !0),
        // weak-king-behind-weak-pawn
        58 => lead(ranks(m2, 0), ranks(m3, 0)),
        // weak-king-square-weak-pawn
        59 => lead(walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // weak-king-rank-weak-pawn
        60 => ranks(m2, 0),
        // weak-king-file
        61 => file_edge(m2),
        // race-goal-weak-pawn
        62 => {
            let t117 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t117, !0), walk(bit(m2), t117, !0))
        }
        // race-stop-weak-pawn
        63 => {
            let t115 = down(bit(m3));
            lead(walk(bit(m0), t115, !0), walk(bit(m2), t115, !0))
        }
        // strong-knight-weak-pawn-blocks
        65 => {
            let t5 = bit(m1);
            let t7 = bit(m3);
            count(((jumps(t5) & fill_down(t7)) & !((bit(m0) | t5) | (steps(bit(m2)) | hits_down(t7)))))
        }
        // strong-knight-weak-pawn-rank
        66 => ranks(m1, 0),
        // strong-knight-weak-pawn-files
        67 => files(m1, m3),
        // strong-knight-weak-pawn-leaps-path
        68 => {
            let t5 = bit(m1);
            let t7 = bit(m3);
            let t112 = fill_down(t7);
            leaps(t5, (t112 | jumps(t112)), !((bit(m0) | t5) | (steps(bit(m2)) | hits_down(t7))))
        }
        // strong-knight-weak-pawn-leaps-stop
        69 => leaps(bit(m1), down(bit(m3)), !0),
        // strong-knight-weak-pawn-leaps-goal
        _ => leaps(bit(m1), (fill_down(bit(m3)) & 0xff), !0),
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
    let mut set = colour[first] & kind[1];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[0];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t14 = steps(t6);
    let t15 = hits_down(t7);
    let t18 = (t14 | t15);
    let t110 = ranks(m3, 0);
    let t112 = fill_down(t7);
    let t117 = (t112 & 0xff);
    let t118 = walk(t4, t117, !0);
    let t127 = lead(t118, t110);
    if t127 <= 8 {
        let t12 = steps(t4);
        let t13 = jumps(t5);
        if ((t5 & t18) & !t12) != 0 {
            let t8 = (t4 | t5);
            let t46 = (t8 | t18);
            if leaps(t5, (t112 | jumps(t112)), !t46) <= 0 {
                if walk(t4, down(t7), !0) <= 2 {
                    if to_move > 0 {
                        return further(39, m0, m1, m2, m3, to_move);
                    }
                    return further(38, m0, m1, m2, m3, to_move);
                }
                if to_move > 0 {
                    if (t13 & !t46) != 0 {
                        return true;
                    }
                    return false;
                }
                if lead(distance(m0, m1), distance(m2, m1)) > 7 {
                    return further(74, m0, m1, m2, m3, to_move);
                }
                return further(73, m0, m1, m2, m3, to_move);
            }
            if to_move > 0 {
                let t115 = down(t7);
                let t131 = walk(t6, t115, !0);
                if (t13 & !t46) == 0 {
                    return further(44, m0, m1, m2, m3, to_move);
                }
                if t131 > 1 {
                    return true;
                }
                return further(79, m0, m1, m2, m3, to_move);
            }
            if walk(t4, t112, !(t18 | t8)) > 2 {
                return further(43, m0, m1, m2, m3, to_move);
            }
            let t144 = files(m1, m3);
            if t118 > 5 {
                return further(76, m0, m1, m2, m3, to_move);
            }
            if t144 > 3 {
                return true;
            }
            return further(121, m0, m1, m2, m3, to_move);
        }
        let t11 = (t6 | t7);
        let t16 = (t12 | t13);
        let t56 = (t16 | t11);
        let t119 = steps(t117);
        let t120 = (t117 | t119);
        if walk(t6, t120, !t56) > 2 {
            if t127 <= 7 {
                if lead(t118, walk(t6, t117, !0)) <= 5 {
                    return true;
                }
                if to_move > 0 {
                    return true;
                }
                if walk(t6, steps(t5), !t56) > 1 {
                    if distance(m0, m3) > 4 {
                        return further(168, m0, m1, m2, m3, to_move);
                    }
                    return true;
                }
                let t22 = corner(m1);
                if (t5 & t15) != 0 {
                    return further(167, m0, m1, m2, m3, to_move);
                }
                if t22 > 0 {
                    return true;
                }
                return further(247, m0, m1, m2, m3, to_move);
            }
            if edge(m1) > 0 {
                if to_move > 0 {
                    if (t14 & !(t11 | t16)) != 0 {
                        return true;
                    }
                    return false;
                }
                if distance(m1, m3) > 2 {
                    let t48 = (t18 | (t4 | t5));
                    let t101 = (t13 & !t48);
                    if count((t101 | (jumps(t101) & !t48))) > 14 {
                        return true;
                    }
                    return further(176, m0, m1, m2, m3, to_move);
                }
                if corner(m1) > 1 {
                    return further(175, m0, m1, m2, m3, to_move);
                }
                return further(174, m0, m1, m2, m3, to_move);
            }
            let t8 = (t4 | t5);
            let t48 = (t18 | t8);
            let t101 = (t13 & !t48);
            let t102 = jumps(t101);
            let t103 = (t102 & !t48);
            let t104 = (t101 | t103);
            let t105 = count(t104);
            if t105 <= 7 {
                return further(66, m0, m1, m2, m3, to_move);
            }
            if to_move > 0 {
                if (t14 & !(t11 | t16)) != 0 {
                    return true;
                }
                return false;
            }
            let t149 = leaps(t5, t117, !0);
            if (t13 & t7) != 0 {
                return further(173, m0, m1, m2, m3, to_move);
            }
            if t149 > 3 {
                return further(254, m0, m1, m2, m3, to_move);
            }
            if t105 > 12 {
                return true;
            }
            return further(364, m0, m1, m2, m3, to_move);
        }
        let t8 = (t4 | t5);
        let t46 = (t8 | t18);
        if leaps(t5, (t112 | jumps(t112)), !t46) > 1 {
            if to_move > 0 {
                if t110 <= 3 {
                    return further(63, m0, m1, m2, m3, to_move);
                }
                let t52 = (t14 & !(t11 | t16));
                if count((t52 | (steps(t52) & !t56))) > 12 {
                    return further(104, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if t110 <= 3 {
                return further(61, m0, m1, m2, m3, to_move);
            }
            if walk(t4, t120, !(t18 | t8)) > 4 {
                return further(102, m0, m1, m2, m3, to_move);
            }
            return further(101, m0, m1, m2, m3, to_move);
        }
        if t127 <= 6 {
            if walk(t4, t112, !(t18 | t8)) <= 1 {
                return true;
            }
            if lead(distance(m0, m3), distance(m2, m3)) <= 7 {
                return true;
            }
            if walk(t4, down(t7), !0) <= 2 {
                return further(149, m0, m1, m2, m3, to_move);
            }
            if count((t13 & !t46)) > 2 {
                return true;
            }
            return further(226, m0, m1, m2, m3, to_move);
        }
        if t110 <= 3 {
            return further(59, m0, m1, m2, m3, to_move);
        }
        let t62 = (t13 & !t46);
        let t63 = count(t62);
        if t63 > 6 {
            return true;
        }
        if to_move > 0 {
            if t63 > 0 {
                return true;
            }
            return false;
        }
        let t33 = offset(m1, m3);
        if lead(distance(m0, m1), distance(m2, m1)) > 11 {
            return further(233, m0, m1, m2, m3, to_move);
        }
        if t33 > 2 {
            return true;
        }
        if file_edge(m3) <= 0 {
            return further(461, m0, m1, m2, m3, to_move);
        }
        let t32 = distance(m1, m3);
        if distance(m1, m2) <= 1 {
            return further(580, m0, m1, m2, m3, to_move);
        }
        if t32 > 2 {
            return further(703, m0, m1, m2, m3, to_move);
        }
        return true;
    }
    let t8 = (t4 | t5);
    if t110 > 2 {
        if to_move > 0 {
            let t46 = (t8 | t18);
            let t115 = down(t7);
            let t123 = walk(t4, t115, !0);
            let t145 = jumps(t112);
            let t146 = (t112 | t145);
            let t147 = leaps(t5, t146, !t46);
            if t147 <= 1 {
                if lead(t123, walk(t6, t115, !0)) <= 9 {
                    return true;
                }
                let t48 = (t18 | t8);
                let t101 = (jumps(t5) & !t48);
                if count((t101 | (jumps(t101) & !t48))) > 5 {
                    return true;
                }
                return further(93, m0, m1, m2, m3, to_move);
            }
            if t123 <= 2 {
                return further(56, m0, m1, m2, m3, to_move);
            }
            if (jumps(t5) & t7) != 0 {
                return true;
            }
            if t110 > 3 {
                if t110 > 4 {
                    return further(224, m0, m1, m2, m3, to_move);
                }
                if edge(m2) > 0 {
                    return further(329, m0, m1, m2, m3, to_move);
                }
                return further(328, m0, m1, m2, m3, to_move);
            }
            if t147 > 2 {
                return further(222, m0, m1, m2, m3, to_move);
            }
            if file_edge(m3) <= 0 {
                return further(324, m0, m1, m2, m3, to_move);
            }
            let t128 = walk(t6, t117, !0);
            let t136 = lead(t118, t128);
            if corner(m2) <= 0 {
                return further(444, m0, m1, m2, m3, to_move);
            }
            let t149 = leaps(t5, t117, !0);
            if t136 <= 6 {
                return true;
            }
            if t149 > 4 {
                return further(684, m0, m1, m2, m3, to_move);
            }
            return further(683, m0, m1, m2, m3, to_move);
        }
        let t12 = steps(t4);
        if ((t5 & t18) & !t12) != 0 {
            if walk(t4, down(t7), !0) > 2 {
                return false;
            }
            return further(54, m0, m1, m2, m3, to_move);
        }
        let t13 = jumps(t5);
        let t16 = (t12 | t13);
        let t65 = (t13 & !t8);
        let t66 = count(t65);
        if (t112 & t16) != 0 {
            if t66 > 3 {
                return true;
            }
            return further(91, m0, m1, m2, m3, to_move);
        }
        if t66 > 5 {
            if file_edge(m3) <= 0 {
                if t110 > 3 {
                    return further(213, m0, m1, m2, m3, to_move);
                }
                return further(212, m0, m1, m2, m3, to_move);
            }
            if t110 > 3 {
                if file_edge(m2) > 1 {
                    return further(318, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if leaps(t5, t117, !0) > 3 {
                return further(317, m0, m1, m2, m3, to_move);
            }
            if walk(t6, steps(t7), !(t16 | (t6 | t7))) > 2 {
                return further(435, m0, m1, m2, m3, to_move);
            }
            return further(434, m0, m1, m2, m3, to_move);
        }
        if t110 <= 3 {
            if files(m1, m3) > 4 {
                return further(209, m0, m1, m2, m3, to_move);
            }
            if (t112 & ((t8 | t6) | t7)) != 0 {
                return further(306, m0, m1, m2, m3, to_move);
            }
            if leaps(t5, t117, !0) > 3 {
                return further(418, m0, m1, m2, m3, to_move);
            }
            return further(417, m0, m1, m2, m3, to_move);
        }
        let t46 = (t8 | t18);
        if leaps(t5, (t112 | jumps(t112)), !t46) > 2 {
            return further(211, m0, m1, m2, m3, to_move);
        }
        let t48 = (t18 | t8);
        if t110 > 4 {
            let t101 = (t13 & !t48);
            if count((t101 | (jumps(t101) & !t48))) > 9 {
                return further(424, m0, m1, m2, m3, to_move);
            }
            return further(423, m0, m1, m2, m3, to_move);
        }
        let t76 = jumps(t7);
        let t106 = leaps(t5, t76, !t48);
        if count((t13 & !t46)) <= 1 {
            return false;
        }
        if t106 <= 1 {
            return further(533, m0, m1, m2, m3, to_move);
        }
        if walk(t6, (t117 | steps(t117)), !(t16 | (t6 | t7))) > 3 {
            return further(654, m0, m1, m2, m3, to_move);
        }
        return further(653, m0, m1, m2, m3, to_move);
    }
    let t46 = (t8 | t18);
    let t145 = jumps(t112);
    let t146 = (t112 | t145);
    let t147 = leaps(t5, t146, !t46);
    if t147 <= 1 {
        if leaps(t5, down(t7), !0) <= 1 {
            if lead(t118, walk(t6, t117, !0)) <= 8 {
                if to_move > 0 {
                    return true;
                }
                return further(80, m0, m1, m2, m3, to_move);
            }
            if distance(m1, m2) <= 1 {
                return further(81, m0, m1, m2, m3, to_move);
            }
            if file_edge(m3) > 0 {
                return further(128, m0, m1, m2, m3, to_move);
            }
            return further(127, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            let t12 = steps(t4);
            let t13 = jumps(t5);
            let t16 = (t12 | t13);
            if ((t7 & t16) & !t14) != 0 {
                return true;
            }
            if walk(t6, (t117 | steps(t117)), !(t16 | (t6 | t7))) > 5 {
                return true;
            }
            if file_edge(m3) <= 0 {
                return further(200, m0, m1, m2, m3, to_move);
            }
            if lead(ranks(m2, 0), t110) <= 7 {
                return further(292, m0, m1, m2, m3, to_move);
            }
            if walk(t4, steps(t7), !(t18 | t8)) > 5 {
                return further(408, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if t147 <= 0 {
            return further(83, m0, m1, m2, m3, to_move);
        }
        if (t5 & t18) != 0 {
            return false;
        }
        if lead(walk(t6, t117, !0), t110) <= 10 {
            if ((jumps(t5) & jumps(t6)) & !t46) != 0 {
                return further(287, m0, m1, m2, m3, to_move);
            }
            return further(286, m0, m1, m2, m3, to_move);
        }
        if equal(light(m1), light(m3)) > 0 {
            return further(289, m0, m1, m2, m3, to_move);
        }
        let t13 = jumps(t5);
        let t71 = jumps(t6);
        let t72 = (t13 & t71);
        let t73 = (t72 & !t46);
        let t74 = count(t73);
        if (t6 & t13) != 0 {
            return further(402, m0, m1, m2, m3, to_move);
        }
        if t74 > 0 {
            return further(507, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    let t13 = jumps(t5);
    if to_move <= 0 {
        let t11 = (t6 | t7);
        let t67 = (t13 & t11);
        let t69 = (t67 & !t18);
        let t70 = count(t69);
        if t70 > 1 {
            return true;
        }
        if t70 > 0 {
            if t127 <= 9 {
                return further(134, m0, m1, m2, m3, to_move);
            }
            if t147 > 2 {
                return false;
            }
            return further(204, m0, m1, m2, m3, to_move);
        }
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t113 = (t112 & t10);
        let t114 = count(t113);
        if (t6 & t13) != 0 {
            return further(133, m0, m1, m2, m3, to_move);
        }
        if t114 > 0 {
            return further(202, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    let t12 = steps(t4);
    let t16 = (t12 | t13);
    let t71 = jumps(t6);
    let t90 = (t7 & t16);
    let t93 = (t90 & !t14);
    let t94 = any(t93);
    if (((t13 & !t46) & t71) & jumps(t7)) != 0 {
        return true;
    }
    if t94 > 0 {
        return true;
    }
    if t127 <= 9 {
        if walk(t6, t117, !0) > 2 {
            return further(206, m0, m1, m2, m3, to_move);
        }
        return further(205, m0, m1, m2, m3, to_move);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    let t113 = (t112 & t10);
    let t114 = count(t113);
    if (t13 & t7) != 0 {
        return true;
    }
    if t114 > 0 {
        return further(304, m0, m1, m2, m3, to_move);
    }
    if t147 > 2 {
        return false;
    }
    if equal(light(m1), light(m3)) <= 0 {
        return further(523, m0, m1, m2, m3, to_move);
    }
    if lead(walk(t6, t117, !0), t110) <= 10 {
        if t110 > 1 {
            return further(746, m0, m1, m2, m3, to_move);
        }
        return further(745, m0, m1, m2, m3, to_move);
    }
    if ((t13 & t71) & !t46) != 0 {
        return further(748, m0, m1, m2, m3, to_move);
    }
    if walk(t6, (t117 | steps(t117)), !(t16 | (t6 | t7))) > 4 {
        return false;
    }
    return further(849, m0, m1, m2, m3, to_move);
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
        b"KNKP learned\0".as_ptr().cast()
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
