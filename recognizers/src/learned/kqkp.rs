//! KQKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  16704944
//! draws      1246100
//! spotted    1172990 (94.132 %)
//! incorrect  0
//! size       1214 leaves, 2037 bytes packed
//! features   72
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
pub const LEAVES: usize = 1214;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2037;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 1246100;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 1172990;

/// The question of each branch.
static QUESTIONS: [u8; 1213] = [
    157, 0, 124, 114, 225, 152, 174, 164, 174, 194, 163, 225, 0, 228, 220, 198, 246, 124, 198,
    30, 162, 194, 158, 187, 168, 248, 189, 189, 232, 16, 193, 28, 152, 60, 151, 201, 109, 163,
    161, 232, 158, 110, 0, 85, 16, 38, 236, 160, 61, 229, 161, 156, 151, 40, 198, 10, 197, 16,
    241, 163, 163, 76, 167, 163, 162, 232, 226, 153, 0, 202, 163, 23, 219, 47, 179, 172, 187,
    89, 102, 60, 22, 172, 38, 167, 163, 166, 127, 33, 163, 138, 119, 101, 212, 250, 47, 89, 162,
    111, 162, 113, 181, 207, 162, 234, 207, 51, 164, 31, 51, 14, 30, 212, 182, 162, 204, 87,
    221, 17, 62, 1, 138, 59, 38, 161, 249, 161, 248, 160, 249, 1, 59, 249, 110, 135, 162, 169,
    28, 183, 180, 162, 17, 155, 80, 178, 197, 76, 153, 148, 239, 38, 161, 167, 119, 161, 112,
    167, 14, 138, 232, 138, 168, 13, 111, 168, 109, 163, 0, 38, 161, 233, 25, 34, 218, 4, 53,
    48, 86, 43, 19, 18, 164, 194, 160, 178, 237, 42, 179, 152, 175, 23, 191, 98, 95, 38, 239,
    161, 172, 35, 183, 39, 161, 246, 133, 170, 85, 161, 167, 106, 182, 48, 211, 32, 182, 212, 7,
    166, 93, 150, 163, 24, 29, 17, 25, 59, 167, 13, 30, 138, 208, 216, 162, 164, 164, 14, 207,
    13, 138, 138, 5, 135, 163, 162, 138, 178, 233, 205, 114, 84, 97, 37, 8, 97, 223, 207, 159,
    221, 249, 93, 44, 61, 152, 160, 183, 229, 168, 62, 38, 59, 66, 235, 67, 97, 228, 247, 207,
    9, 59, 185, 228, 221, 230, 42, 151, 115, 72, 121, 120, 167, 30, 33, 51, 54, 111, 33, 93, 45,
    125, 1, 14, 190, 76, 195, 64, 10, 83, 60, 97, 162, 167, 162, 165, 14, 29, 72, 108, 110, 236,
    45, 155, 156, 222, 80, 163, 161, 138, 153, 135, 72, 166, 164, 79, 247, 162, 114, 76, 0, 227,
    114, 114, 234, 153, 164, 214, 97, 230, 49, 104, 40, 18, 85, 97, 20, 61, 95, 167, 205, 133,
    231, 97, 183, 41, 38, 161, 65, 243, 20, 20, 161, 66, 239, 72, 28, 21, 177, 67, 23, 146, 244,
    172, 98, 207, 250, 30, 134, 182, 162, 43, 221, 178, 2, 2, 92, 191, 210, 94, 111, 100, 56,
    41, 93, 46, 154, 60, 150, 62, 105, 250, 133, 131, 143, 26, 217, 216, 250, 70, 225, 242, 51,
    51, 71, 75, 28, 15, 167, 167, 51, 136, 162, 180, 154, 44, 71, 99, 246, 13, 206, 114, 234,
    114, 79, 143, 51, 227, 79, 51, 112, 80, 205, 4, 194, 87, 77, 203, 33, 158, 19, 221, 208, 43,
    194, 164, 186, 41, 42, 156, 247, 60, 173, 240, 21, 24, 234, 197, 245, 219, 89, 93, 241, 214,
    62, 240, 17, 192, 198, 93, 222, 221, 240, 166, 161, 15, 145, 161, 90, 53, 154, 91, 13, 161,
    101, 96, 250, 161, 222, 33, 43, 129, 79, 98, 249, 119, 150, 213, 153, 103, 215, 146, 184,
    243, 78, 10, 196, 136, 195, 39, 97, 64, 147, 25, 122, 182, 182, 102, 51, 166, 39, 55, 212,
    10, 163, 79, 56, 166, 74, 11, 14, 156, 13, 234, 16, 247, 30, 216, 138, 14, 54, 52, 86, 174,
    87, 220, 87, 196, 149, 19, 55, 77, 19, 41, 59, 21, 199, 219, 95, 188, 247, 220, 152, 95, 23,
    164, 65, 41, 214, 178, 243, 40, 27, 161, 98, 22, 97, 237, 234, 91, 179, 65, 161, 44, 46, 52,
    167, 17, 153, 163, 23, 146, 15, 175, 197, 167, 97, 125, 148, 143, 61, 22, 51, 170, 165, 223,
    143, 184, 12, 161, 163, 45, 223, 81, 221, 144, 245, 224, 61, 182, 167, 181, 213, 165, 161,
    51, 178, 39, 38, 190, 18, 247, 183, 122, 129, 134, 51, 3, 172, 10, 156, 234, 43, 94, 141,
    16, 72, 176, 98, 79, 111, 138, 247, 75, 234, 138, 71, 44, 28, 207, 196, 230, 49, 208, 93,
    77, 42, 139, 158, 138, 187, 17, 95, 59, 44, 202, 18, 44, 44, 90, 171, 61, 178, 41, 43, 44,
    65, 96, 152, 22, 223, 247, 160, 27, 244, 243, 240, 8, 5, 59, 84, 52, 17, 191, 197, 16, 100,
    14, 43, 92, 199, 162, 149, 98, 170, 223, 60, 166, 146, 148, 243, 45, 43, 196, 120, 138, 11,
    142, 14, 7, 81, 8, 250, 50, 95, 165, 10, 249, 10, 243, 170, 26, 25, 14, 134, 8, 40, 169, 72,
    144, 99, 12, 156, 10, 54, 248, 71, 99, 234, 54, 40, 79, 52, 114, 54, 13, 156, 51, 241, 30,
    26, 185, 111, 43, 82, 230, 19, 212, 200, 60, 43, 43, 61, 238, 17, 134, 237, 45, 41, 45, 23,
    63, 20, 244, 244, 178, 29, 180, 161, 134, 167, 248, 2, 91, 15, 75, 212, 2, 115, 111, 167,
    156, 86, 181, 11, 33, 11, 33, 33, 8, 127, 79, 213, 209, 97, 91, 92, 11, 15, 57, 12, 55, 67,
    52, 240, 11, 39, 58, 178, 165, 183, 140, 77, 60, 18, 8, 134, 51, 72, 172, 8, 126, 247, 73,
    165, 116, 120, 166, 241, 246, 248, 111, 98, 8, 36, 139, 59, 160, 44, 42, 20, 243, 160, 143,
    32, 33, 80, 32, 44, 166, 51, 126, 86, 197, 242, 104, 133, 223, 97, 77, 217, 77, 40, 8, 136,
    131, 105, 27, 196, 103, 80, 96, 181, 172, 161, 69, 9, 201, 56, 30, 118, 60, 144, 96, 251,
    62, 134, 178, 99, 81, 8, 31, 96, 250, 182, 133, 6, 26, 71, 39, 130, 56, 246, 34, 54, 13,
    160, 44, 26, 40, 32, 152, 66, 158, 99, 247, 33, 153, 60, 92, 126, 26, 44, 8, 80, 93, 49, 99,
    91, 78, 25, 72, 133, 250, 69, 46, 3, 74, 121, 98, 62, 141, 6, 170, 123, 194, 166, 88, 25,
    191, 182, 10, 60, 26, 209, 25, 134, 250, 56, 53, 96, 51, 148, 54, 79, 65, 66, 138, 67, 188,
    158, 22, 99, 15, 79, 108, 86, 138, 98, 75, 223, 40, 72, 107, 40, 147, 25, 69, 8, 167, 9, 91,
    77, 98, 178, 26, 134, 16, 247, 178, 86, 120, 99, 10, 12, 97, 51, 55, 163, 40, 140, 135, 13,
    137, 241, 241, 28, 54, 182, 61, 161, 98, 239, 89, 7, 249, 103, 24, 148, 77, 248, 166, 182,
    8, 77, 178, 1, 72, 97, 4, 66, 68, 195, 128, 78, 3, 113, 15, 73, 217, 49, 166, 51, 80, 112,
    15, 55, 8, 3, 251, 194, 39, 25, 191, 247, 178, 4, 15, 25, 71, 26, 15, 196, 149, 132, 144,
    117, 96, 156, 9, 146, 53, 248, 25, 26, 18, 113, 250, 135, 98, 166, 5, 161, 241, 69, 195, 56,
    77, 161, 108, 167, 198, 225, 30, 91, 113, 7, 116, 78, 77, 10, 120, 40, 244, 41, 44, 55, 15,
    12, 57, 12, 251, 7, 9, 125, 56, 50, 107, 57, 241, 243, 10, 52, 224, 77, 144, 178, 178, 135,
    248, 55, 81, 29, 71, 138, 10, 113, 92, 5, 91, 116, 62, 167, 143, 198, 77, 161, 10, 167, 112,
    145, 66, 126, 51, 143, 77, 77, 52,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 252] = [
    0, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 0, 2, 3, 2, 3, 4,
    5, 0, 1, 2, 3, 3, 4, 1, 2, 3, 4, 5, 0, 1, 2, 4, 1, 2, 3, 4, 0, 1, 2, 0, 1, 2, 3, 4, 1, 2, 3,
    4, 5, 6, 0, 1, 2, 3, 4, 5, 0, 1, 2, 4, 5, 1, 2, 3, 0, 1, 2, 3, 4, 6, 7, 8, 9, 5, 6, 7, 8, 9,
    0, 1, 0, 1, 0, 0, 1, 1, 2, 7, 5, 6, 7, 11, 13, 16, 21, 0, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6, 7,
    8, 10, 0, 0, 1, 2, 4, 9, 18, 19, 23, 1, 2, 17, 20, 23, 0, 1, 3, 4, 6, 0, 1, 2, 3, 4, 5, 8,
    0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 5, 0, 1, 2, 0, 2, 3, 4, 5, 2, 3, 4, 5, 1, 2, 3, 5, 2, 7, 8, 9,
    10, 0, 1, 2, 4, 6, 7, 8, 9, 0, 2, 0, 1, 2, 3, 4, 5, 1, 4, 1, 3, 1, 3, 4, 6, 7, 8, 9, 10, 12,
    13, 0, 1, 2, 3, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 6, 8, 9, 10, 0, 1, 0, 1, 0, 1, 2, 0,
    1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x0848885112412492, 0x300c4096a1089082, 0x4442223237c494a2, 0x0040951005100d41,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 17, 34, 57,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 38] = [
    0xf75edffffdd7ffff, 0x75d7f4ffbbd5d7d6, 0x8ff5d5fddfd39dfe, 0xafed9fdd786166b7,
    0xf52677ffbddda6cf, 0xdf2ff0876e9d563a, 0x355fdeffd4aa81f7, 0x73c63f594576ad56,
    0x075de4be1ec6f7a4, 0x46147bdd9ff57f80, 0x1d2fe5574625d5d4, 0x3d9561de32a3fe84,
    0x6fce23f7d3955d80, 0x18d38d91068a93ae, 0xe185d1656c17a65c, 0x980da9b996befd07,
    0xc319fe5387dfe0f7, 0x57d205126889a575, 0xcc495695676c9954, 0xdd7b7b73e5220169,
    0xdc22fc65ea00192d, 0x0c1a5095dc165125, 0xd7343f382a862466, 0x00408d1ad9dcd93b,
    0x05402400459a6430, 0xd80a40990d941154, 0x466c9d7fa6d7665b, 0x0279514000488a42,
    0xedd68ea650ad5604, 0x050e298a1099972b, 0x6d40a1b0d0a94a12, 0x0c360858074c5dc5,
    0x5e1cd32a3dc029cc, 0x57507d9990222814, 0x4e02720019680a51, 0x3550cb041002835d,
    0x096f231c31e133ea, 0x0044f60c40065227,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 38] = [
    0, 56, 102, 149, 190, 235, 273, 314, 350, 386, 423, 457, 491, 527, 555, 586, 621, 660, 688,
    719, 754, 783, 808, 838, 866, 883, 905, 943, 960, 991, 1016, 1040, 1065, 1095, 1120, 1140,
    1162, 1192,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 19] = [
    0xd9a80616a05b0210, 0xa6145cedc14423bb, 0xab2ba7295a180126, 0x6722809784abac6a,
    0x482bbb738b2cbb29, 0x3d72e84d303562a3, 0x6eb30a7f8fa76b41, 0x5a5b2958ba21fb45,
    0x8b24aa8b4d3d7cd2, 0x376a99ed646944f6, 0xba69051659ab5376, 0x7b6ad64d56704d29,
    0x595466976c9baefc, 0x4d436b2fb33eac52, 0x4b57aa85a4dd23a1, 0x35ed6f699cb352b5,
    0x952cb4bddd2acd6b, 0x6ce2a4a64d3d125a, 0x25b954d02a9c5367,
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
        // strong-king-weak-king-slant
        11 => slant(m0, m2),
        // strong-king-weak-pawn-distance
        12 => distance(m0, m3),
        // strong-king-weak-pawn-offset
        13 => offset(m0, m3),
        // strong-queen-weak-king-distance
        14 => distance(m1, m2),
        // strong-queen-weak-king-offset
        15 => offset(m1, m2),
        // strong-queen-weak-king-slant
        16 => slant(m1, m2),
        // strong-queen-weak-pawn-distance
        17 => distance(m1, m3),
        // strong-queen-weak-pawn-offset
        18 => offset(m1, m3),
        // strong-queen-weak-pawn-slant
        19 => slant(m1, m3),
        // weak-king-weak-pawn-distance
        20 => distance(m2, m3),
        // weak-king-weak-pawn-offset
        21 => offset(m2, m3),
        // race-strong-queen
        22 => lead(distance(m0, m1), distance(m2, m1)),
        // race-weak-pawn
        23 => lead(distance(m0, m3), distance(m2, m3)),
        // weak-pawn-parts-kings
        24 => parts(m3, m0, m2),
        // strong-king-parts-strong-queen-weak-pawn
        25 => parts(m0, m1, m3),
        // weak-pawn-parts-strong-king-strong-queen
        26 => parts(m3, m0, m1),
        // weak-king-parts-strong-queen-weak-pawn
        27 => parts(m2, m1, m3),
        // strong-king-flights
        28 => {
            let t4 = bit(m0);
            count((steps(t4) & !((t4 | bit(m1)) | (steps(bit(m2)) | hits_down(bit(m3))))))
        }
        // strong-king-room
        29 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t25 = (steps(bit(m2)) | hits_down(bit(m3)));
            let t57 = (steps(t4) & !(t8 | t25));
            count((t57 | (steps(t57) & !(t25 | t8))))
        }
        // weak-king-flights
        30 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // weak-king-in-check
        31 => {
            let t13 = ((bit(m0) | bit(m1)) | bit(m3));
            any((bit(m2) & (rook(m1, t13) | bishop(m1, t13))))
        }
        // weak-king-room
        32 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t13 = ((t4 | bit(m1)) | t7);
            let t23 = (steps(t4) | (rook(m1, t13) | bishop(m1, t13)));
            let t67 = (steps(t6) & !(t11 | t23));
            count((t67 | (steps(t67) & !(t23 | t11))))
        }
        // weak-king-ring
        34 => {
            let t13 = ((bit(m0) | bit(m1)) | bit(m3));
            count((steps(bit(m2)) & (rook(m1, t13) | bishop(m1, t13))))
        }
        // strong-queen-safe-moves
        35 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-queen-kept-moves
        36 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | bit(m2)) | t7);
            count(((((rook(m1, t10) | bishop(m1, t10)) & !t8) & steps(t4)) & !hits_down(t7)))
        }
        // strong-queen-moves
        37 => {
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | bit(m2)) | bit(m3));
            count(((rook(m1, t10) | bishop(m1, t10)) & !t8))
        }
        // strong-queen-takes
        38 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | bit(m1)) | t6) | t7);
            count((((rook(m1, t10) | bishop(m1, t10)) & (t6 | t7)) & !(steps(t6) | hits_down(t7))))
        }
        // strong-queen-safe-checks
        39 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t96 = (t10 & !(t5 | 0));
            count((((rook(m1, t10) | bishop(m1, t10)) & (rook(m2, t96) | bishop(m2, t96))) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-queen-weak-pawn-forks
        40 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t96 = (t10 & !(t5 | 0));
            let t105 = (t10 & !(t5 | t6));
            count(((((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | hits_down(t7)))) & (rook(m2, t96) | bishop(m2, t96))) & (rook(m3, t105) | bishop(m3, t105))))
        }
        // strong-queen-weak-pawn-threats
        41 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t96 = (t10 & !(t5 | 0));
            count((((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | hits_down(t7)))) & (rook(m3, t96) | bishop(m3, t96))))
        }
        // strong-queen-weak-pawn-lined-up
        42 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t117 = ((((bit(m0) | t5) | t6) | bit(m3)) & !t5);
            any(((rook(m3, t117) | bishop(m3, t117)) & t6))
        }
        // strong-queen-attacked
        43 => any((bit(m1) & (steps(bit(m2)) | hits_down(bit(m3))))),
        // strong-queen-attacked-by-men
        44 => any((bit(m1) & hits_down(bit(m3)))),
        // strong-queen-pins
        45 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | bit(m1)) | t6) | t7);
            let t131 = (t10 & !((t6 | t7) & !t6));
            any((((rook(m1, t131) | bishop(m1, t131)) & t6) & !(rook(m1, t10) | bishop(m1, t10))))
        }
        // strong-queen-cuts
        46 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((((steps(t6) & (rook(m1, t13) | bishop(m1, t13))) & !steps(t4)) & !(t6 | t7)))
        }
        // weak-pawn-attacked
        47 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            any((t7 & (steps(t4) | (rook(m1, t13) | bishop(m1, t13)))))
        }
        // weak-pawn-to-go
        48 => ranks(m3, 0),
        // weak-pawn-file
        49 => file_edge(m3),
        // weak-pawn-runs
        50 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t13 = (t8 | t7);
            any((down(t7) & !(((t8 | bit(m2)) | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // strong-king-goal-weak-pawn
        51 => walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0),
        // strong-king-near-goal-weak-pawn
        52 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t155 = (fill_down(t7) & 0xff);
            walk(t4, (t155 | steps(t155)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-path-weak-pawn
        53 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, fill_down(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-behind-weak-pawn
        54 => lead(ranks(m0, 0), ranks(m3, 0)),
        // strong-king-files-weak-pawn
        55 => files(m0, m3),
        // strong-king-square-weak-pawn
        56 => lead(walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // strong-king-file
        57 => file_edge(m0),
        // weak-king-goal-weak-pawn
        58 => walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0),
        // weak-king-near-goal-weak-pawn
        59 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            let t155 = (fill_down(t7) & 0xff);
            walk(t6, (t155 | steps(t155)), !((steps(t4) | (rook(m1, t13) | bishop(m1, t13))) | (t6 | t7)))
        }
        // weak-king-path-weak-pawn
        60 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            walk(t6, fill_down(t7), !((steps(t4) | (rook(m1, t13) | bishop(m1, t13))) | (t6 | t7)))
        }
        // weak-king-stop-weak-pawn
        61 => walk(bit(m2), down(bit(m3)), !0),
        // weak-king-behind-weak-pawn
        62 => lead(ranks(m2, 0), ranks(m3, 0)),
        // weak-king-files-weak-pawn
        63 => files(m2, m3),
        // weak-king-file
        64 => file_edge(m2),
        // race-goal-weak-pawn
        65 => {
            let t155 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t155, !0), walk(bit(m2), t155, !0))
        }
        // race-stop-weak-pawn
        66 => {
            let t148 = down(bit(m3));
            lead(walk(bit(m0), t148, !0), walk(bit(m2), t148, !0))
        }
        // weak-guards-weak-pawn
        67 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (steps(bit(m2)) | hits_down(t7))))
        }
        // strong-queen-weak-pawn-blocks
        68 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | t6) | t7);
            count((((rook(m1, t10) | bishop(m1, t10)) & fill_down(t7)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-queen-weak-pawn-covers
        69 => {
            let t7 = bit(m3);
            let t10 = (((bit(m0) | bit(m1)) | bit(m2)) | t7);
            count(((rook(m1, t10) | bishop(m1, t10)) & fill_down(t7)))
        }
        // strong-queen-weak-pawn-rank
        70 => ranks(m1, 0),
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
    let t20 = steps(t6);
    let t23 = (t12 | t19);
    let t145 = ranks(m3, 0);
    let t147 = fill_down(t7);
    let t155 = (t147 & 0xff);
    let t167 = walk(t6, t155, !0);
    if t145 > 1 {
        let t22 = hits_down(t7);
        let t65 = (t11 | t23);
        let t67 = (t20 & !t65);
        let t126 = (t5 & t22);
        let t127 = any(t126);
        let t156 = walk(t4, t155, !0);
        let t175 = lead(t156, t167);
        if (t67 & t8) != 0 {
            let t25 = (t20 | t22);
            let t59 = (t25 | t8);
            if walk(t4, t147, !t59) <= 2 {
                let t148 = down(t7);
                let t161 = walk(t4, t148, !0);
                let t170 = walk(t6, t148, !0);
                let t176 = lead(t161, t170);
                if t176 <= 6 {
                    if t156 > 5 {
                        return further(45, m0, m1, m2, m3, to_move);
                    }
                    return true;
                }
                if files(m1, m3) > 2 {
                    if t145 > 5 {
                        return further(78, m0, m1, m2, m3, to_move);
                    }
                    return true;
                }
                let t9 = (t8 | t6);
                let t10 = (t9 | t7);
                let t14 = rook(m1, t10);
                let t15 = bishop(m1, t10);
                let t16 = (t14 | t15);
                let t179 = (t16 & t147);
                let t182 = count(t179);
                if t182 <= 0 {
                    return further(76, m0, m1, m2, m3, to_move);
                }
                if lead(distance(m0, m3), distance(m2, m3)) <= 6 {
                    return further(122, m0, m1, m2, m3, to_move);
                }
                if file_edge(m3) <= 0 {
                    return further(183, m0, m1, m2, m3, to_move);
                }
                if t182 <= 1 {
                    return further(262, m0, m1, m2, m3, to_move);
                }
                if t176 > 8 {
                    return further(360, m0, m1, m2, m3, to_move);
                }
                return further(359, m0, m1, m2, m3, to_move);
            }
            let t165 = lead(t156, t145);
            if t175 <= 6 {
                if t165 > 9 {
                    return false;
                }
                let t43 = distance(m1, m3);
                if t43 > 3 {
                    if offset(m0, m1) > 0 {
                        return true;
                    }
                    return further(127, m0, m1, m2, m3, to_move);
                }
                if t43 > 2 {
                    return further(126, m0, m1, m2, m3, to_move);
                }
                return further(125, m0, m1, m2, m3, to_move);
            }
            if t165 > 9 {
                return false;
            }
            let t148 = down(t7);
            let t161 = walk(t4, t148, !0);
            let t170 = walk(t6, t148, !0);
            let t176 = lead(t161, t170);
            if t176 <= 8 {
                if walk(t4, (t155 | steps(t155)), !t59) > 5 {
                    return further(129, m0, m1, m2, m3, to_move);
                }
                if files(m1, m3) > 3 {
                    return further(192, m0, m1, m2, m3, to_move);
                }
                return further(191, m0, m1, m2, m3, to_move);
            }
            let t184 = files(m1, m3);
            if distance(m0, m3) <= 1 {
                return further(130, m0, m1, m2, m3, to_move);
            }
            if t184 > 3 {
                return further(196, m0, m1, m2, m3, to_move);
            }
            if file_edge(m3) > 0 {
                if t176 > 9 {
                    return false;
                }
                if parts(m2, m1, m3) > 0 {
                    return further(486, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if t175 <= 7 {
                return further(377, m0, m1, m2, m3, to_move);
            }
            if walk(t4, (t155 | steps(t155)), !t59) > 5 {
                return false;
            }
            return further(485, m0, m1, m2, m3, to_move);
        }
        if t127 > 0 {
            if to_move > 0 {
                return false;
            }
            let t32 = distance(m0, m1);
            if lead(t156, t145) <= 7 {
                if lead(t32, distance(m2, m1)) > 7 {
                    if t175 > 5 {
                        return further(116, m0, m1, m2, m3, to_move);
                    }
                    return further(115, m0, m1, m2, m3, to_move);
                }
                if offset(m0, m1) > 1 {
                    return further(114, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            let t162 = ranks(m0, 0);
            let t163 = lead(t162, t145);
            if t32 <= 1 {
                return further(73, m0, m1, m2, m3, to_move);
            }
            if t163 > 8 {
                return false;
            }
            if t32 <= 2 {
                return further(175, m0, m1, m2, m3, to_move);
            }
            if lead(t32, distance(m2, m1)) > 8 {
                return further(255, m0, m1, m2, m3, to_move);
            }
            return further(254, m0, m1, m2, m3, to_move);
        }
        if t175 > 11 {
            if t145 > 2 {
                return false;
            }
            if to_move > 0 {
                return false;
            }
            let t146 = file_edge(m3);
            if t146 > 2 {
                return false;
            }
            if t146 > 1 {
                if count((t147 & (t20 | t22))) > 1 {
                    return further(246, m0, m1, m2, m3, to_move);
                }
                return further(245, m0, m1, m2, m3, to_move);
            }
            if t146 > 0 {
                return false;
            }
            if count((t147 & (t20 | t22))) > 1 {
                return further(337, m0, m1, m2, m3, to_move);
            }
            return further(336, m0, m1, m2, m3, to_move);
        }
        if t167 > 2 {
            if t67 != 0 {
                return false;
            }
            let t164 = files(m0, m3);
            if walk(t6, down(t7), !0) <= 1 {
                return further(111, m0, m1, m2, m3, to_move);
            }
            if t164 > 0 {
                return false;
            }
            return further(167, m0, m1, m2, m3, to_move);
        }
        if t145 > 2 {
            return false;
        }
        if to_move > 0 {
            return false;
        }
        if distance(m0, m2) > 4 {
            return further(165, m0, m1, m2, m3, to_move);
        }
        let t25 = (t20 | t22);
        let t57 = (t12 & !(t8 | t25));
        if count((t57 | (steps(t57) & !(t25 | t8)))) > 21 {
            return further(240, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    if to_move > 0 {
        let t156 = walk(t4, t155, !0);
        if lead(t156, t167) > 11 {
            let t146 = file_edge(m3);
            if t146 > 2 {
                return false;
            }
            if t146 > 1 {
                if (t147 & (t20 | hits_down(t7))) != 0 {
                    return further(67, m0, m1, m2, m3, to_move);
                }
                return further(66, m0, m1, m2, m3, to_move);
            }
            if t146 > 0 {
                return false;
            }
            return further(65, m0, m1, m2, m3, to_move);
        }
        if t167 > 2 {
            return false;
        }
        if distance(m0, m2) > 4 {
            return further(37, m0, m1, m2, m3, to_move);
        }
        let t25 = (t20 | hits_down(t7));
        let t57 = (t12 & !(t8 | t25));
        if count((t57 | (steps(t57) & !(t25 | t8)))) > 21 {
            return further(63, m0, m1, m2, m3, to_move);
        }
        if t156 > 4 {
            return further(101, m0, m1, m2, m3, to_move);
        }
        if lead(ranks(m0, 0), t145) > 10 {
            return further(156, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    if (t6 & t19) != 0 {
        let t22 = hits_down(t7);
        let t25 = (t20 | t22);
        if walk(t4, t147, !(t25 | t8)) <= 2 {
            if ((t20 & !(t11 | t23)) & t8) != 0 {
                if distance(m1, m3) > 2 {
                    return true;
                }
                return further(58, m0, m1, m2, m3, to_move);
            }
            if (t5 & t22) != 0 {
                return further(57, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t71 = (t23 | t11);
        if walk(t6, (t155 | steps(t155)), !t71) <= 1 {
            if (t5 & t25) != 0 {
                return false;
            }
            let t146 = file_edge(m3);
            if t146 > 2 {
                return further(97, m0, m1, m2, m3, to_move);
            }
            if t146 > 1 {
                return further(151, m0, m1, m2, m3, to_move);
            }
            return further(150, m0, m1, m2, m3, to_move);
        }
        if walk(t6, t147, !t71) > 3 {
            if distance(m2, m3) > 1 {
                return false;
            }
            return further(99, m0, m1, m2, m3, to_move);
        }
        let t146 = file_edge(m3);
        if t146 > 2 {
            return false;
        }
        if t146 > 1 {
            return further(154, m0, m1, m2, m3, to_move);
        }
        return further(153, m0, m1, m2, m3, to_move);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    if (down(t7) & !(t10 | t23)) == 0 {
        if walk(t6, (t155 | steps(t155)), !(t23 | t11)) > 1 {
            if distance(m0, m1) > 1 {
                return false;
            }
            return further(52, m0, m1, m2, m3, to_move);
        }
        if (t147 & (t20 | hits_down(t7))) != 0 {
            return further(51, m0, m1, m2, m3, to_move);
        }
        let t146 = file_edge(m3);
        if t146 <= 0 {
            return further(83, m0, m1, m2, m3, to_move);
        }
        if t146 > 2 {
            return false;
        }
        return further(134, m0, m1, m2, m3, to_move);
    }
    let t184 = files(m1, m3);
    if t184 <= 0 {
        let t71 = (t23 | t11);
        let t157 = steps(t155);
        let t158 = (t155 | t157);
        let t168 = walk(t6, t158, !t71);
        if t167 <= 1 {
            return further(53, m0, m1, m2, m3, to_move);
        }
        if t168 <= 1 {
            return further(88, m0, m1, m2, m3, to_move);
        }
        if (((rook(m1, t10) | bishop(m1, t10)) & t11) & !(t20 | hits_down(t7))) != 0 {
            return false;
        }
        return further(140, m0, m1, m2, m3, to_move);
    }
    let t35 = distance(m0, m2);
    if t35 <= 2 {
        if edge(m2) <= 0 {
            let t67 = (t20 & !(t11 | t23));
            if count((t67 | (steps(t67) & !(t23 | t11)))) > 5 {
                return further(142, m0, m1, m2, m3, to_move);
            }
            if count((((t20 & t19) & !t12) & !t11)) > 1 {
                return further(209, m0, m1, m2, m3, to_move);
            }
            return further(208, m0, m1, m2, m3, to_move);
        }
        if count((t12 & !(t8 | (t20 | hits_down(t7))))) <= 2 {
            return further(143, m0, m1, m2, m3, to_move);
        }
        if t167 > 5 {
            return further(214, m0, m1, m2, m3, to_move);
        }
        if files(m2, m3) <= 0 {
            return further(300, m0, m1, m2, m3, to_move);
        }
        if t167 <= 3 {
            return further(403, m0, m1, m2, m3, to_move);
        }
        if distance(m1, m3) > 4 {
            return further(515, m0, m1, m2, m3, to_move);
        }
        return further(514, m0, m1, m2, m3, to_move);
    }
    if t167 > 5 {
        let t22 = hits_down(t7);
        let t25 = (t20 | t22);
        let t55 = (t8 | t25);
        if t184 > 4 {
            let t34 = slant(m0, m1);
            if ranks(m1, 0) <= 0 {
                return further(221, m0, m1, m2, m3, to_move);
            }
            if t34 <= 0 {
                return further(313, m0, m1, m2, m3, to_move);
            }
            let t57 = (t12 & !t55);
            if count((t57 | (steps(t57) & !(t25 | t8)))) > 16 {
                return true;
            }
            return further(420, m0, m1, m2, m3, to_move);
        }
        let t96 = (t10 & !(t5 | 0));
        if count((((rook(m1, t10) | bishop(m1, t10)) & !t55) & (rook(m3, t96) | bishop(m3, t96)))) > 5 {
            if t35 > 3 {
                return true;
            }
            return further(311, m0, m1, m2, m3, to_move);
        }
        if offset(m0, m1) > 2 {
            return true;
        }
        if walk(t4, t155, !0) <= 2 {
            return further(416, m0, m1, m2, m3, to_move);
        }
        let t164 = files(m0, m3);
        if offset(m1, m2) <= 0 {
            return further(529, m0, m1, m2, m3, to_move);
        }
        if t164 > 0 {
            return true;
        }
        return further(645, m0, m1, m2, m3, to_move);
    }
    let t14 = rook(m1, t10);
    let t15 = bishop(m1, t10);
    let t16 = (t14 | t15);
    let t129 = (t11 & !t6);
    let t131 = (t10 & !t129);
    let t132 = rook(m1, t131);
    let t133 = bishop(m1, t131);
    let t134 = (t132 | t133);
    let t135 = (t134 & t6);
    let t137 = (t135 & !t16);
    let t138 = any(t137);
    if files(m2, m3) <= 0 {
        if distance(m2, m3) <= 1 {
            return further(215, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m0, m2) > 0 {
            return further(306, m0, m1, m2, m3, to_move);
        }
        return further(305, m0, m1, m2, m3, to_move);
    }
    let t117 = (t10 & !t5);
    let t118 = rook(m3, t117);
    let t119 = bishop(m3, t117);
    let t120 = (t118 | t119);
    let t121 = (t120 & t6);
    let t122 = any(t121);
    if t138 > 0 {
        return further(218, m0, m1, m2, m3, to_move);
    }
    if t122 > 0 {
        if walk(t4, t155, !0) > 4 {
            if offset(m1, m3) > 5 {
                return further(526, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if t184 > 4 {
            return further(525, m0, m1, m2, m3, to_move);
        }
        if distance(m0, m3) > 2 {
            return further(640, m0, m1, m2, m3, to_move);
        }
        return further(639, m0, m1, m2, m3, to_move);
    }
    let t174 = file_edge(m2);
    if file_edge(m3) > 1 {
        if t174 > 1 {
            if t167 > 3 {
                return further(638, m0, m1, m2, m3, to_move);
            }
            return further(637, m0, m1, m2, m3, to_move);
        }
        if count((t16 & !t8)) > 20 {
            return true;
        }
        if lead(ranks(m0, 0), t145) > 10 {
            return true;
        }
        return further(749, m0, m1, m2, m3, to_move);
    }
    if t174 > 2 {
        if t167 > 4 {
            return further(635, m0, m1, m2, m3, to_move);
        }
        if files(m0, m3) > 0 {
            return further(747, m0, m1, m2, m3, to_move);
        }
        return further(746, m0, m1, m2, m3, to_move);
    }
    if edge(m2) <= 0 {
        return further(632, m0, m1, m2, m3, to_move);
    }
    if distance(m1, m3) <= 3 {
        return true;
    }
    if offset(m2, m3) > 2 {
        return further(850, m0, m1, m2, m3, to_move);
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
