//! KRKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  18063048
//! draws      2424280
//! spotted    1877228 (77.434 %)
//! incorrect  0
//! size       1217 leaves, 2038 bytes packed
//! features   71
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
pub const LEAVES: usize = 1217;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2038;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 2424280;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 1877228;

/// The question of each branch.
static QUESTIONS: [u8; 1216] = [
    223, 116, 173, 222, 151, 162, 51, 221, 173, 0, 173, 138, 0, 116, 0, 180, 121, 138, 51, 239,
    27, 0, 51, 0, 0, 181, 215, 0, 191, 113, 162, 0, 137, 0, 181, 216, 211, 150, 161, 213, 0, 53,
    216, 116, 0, 117, 107, 240, 115, 191, 0, 172, 136, 129, 163, 215, 117, 0, 129, 0, 172, 155,
    31, 6, 33, 45, 149, 180, 87, 116, 73, 66, 67, 136, 0, 54, 116, 116, 107, 220, 179, 152, 179,
    87, 157, 162, 172, 136, 0, 174, 0, 52, 115, 113, 221, 107, 7, 118, 240, 136, 7, 140, 6, 221,
    27, 107, 116, 140, 16, 179, 191, 138, 186, 0, 174, 231, 174, 230, 107, 87, 98, 47, 136, 138,
    47, 206, 128, 117, 0, 133, 142, 0, 0, 231, 154, 74, 115, 113, 40, 129, 153, 153, 231, 76, 6,
    37, 57, 70, 27, 12, 40, 139, 47, 162, 221, 241, 46, 240, 7, 54, 153, 213, 37, 2, 239, 235,
    239, 233, 142, 156, 0, 0, 142, 238, 227, 231, 23, 237, 136, 138, 165, 18, 138, 107, 149,
    215, 230, 163, 214, 0, 214, 138, 105, 109, 142, 97, 174, 138, 142, 74, 169, 237, 214, 176,
    44, 54, 143, 153, 237, 102, 70, 197, 229, 136, 58, 57, 214, 70, 79, 6, 69, 59, 68, 137, 57,
    29, 57, 6, 174, 230, 237, 40, 235, 149, 149, 134, 107, 86, 230, 35, 182, 177, 40, 128, 149,
    227, 104, 216, 74, 40, 104, 138, 53, 80, 143, 89, 109, 142, 138, 143, 232, 228, 148, 214,
    113, 142, 237, 163, 48, 143, 115, 141, 47, 0, 107, 107, 238, 133, 19, 237, 110, 87, 199,
    180, 180, 215, 45, 40, 136, 47, 118, 26, 143, 111, 214, 233, 85, 17, 238, 40, 140, 171, 126,
    180, 236, 6, 70, 6, 236, 46, 44, 27, 202, 234, 38, 37, 72, 199, 11, 11, 12, 240, 6, 70, 140,
    68, 179, 231, 152, 3, 43, 226, 217, 52, 117, 50, 134, 74, 149, 128, 74, 125, 44, 237, 84,
    232, 138, 72, 24, 162, 226, 224, 142, 45, 74, 137, 154, 154, 137, 181, 2, 89, 226, 74, 74,
    232, 181, 179, 54, 226, 100, 72, 48, 138, 237, 17, 140, 66, 129, 103, 226, 162, 0, 0, 148,
    136, 35, 128, 124, 2, 237, 44, 81, 208, 122, 103, 153, 123, 137, 74, 232, 30, 44, 149, 226,
    75, 48, 232, 164, 140, 194, 17, 17, 34, 21, 43, 219, 220, 43, 222, 233, 139, 149, 235, 70,
    65, 212, 222, 40, 197, 140, 199, 6, 240, 168, 231, 188, 238, 229, 160, 11, 203, 138, 21,
    138, 143, 78, 63, 41, 20, 107, 98, 98, 199, 108, 54, 72, 53, 141, 232, 121, 30, 208, 103,
    18, 131, 149, 54, 157, 174, 82, 7, 39, 181, 238, 178, 109, 53, 137, 228, 101, 40, 147, 109,
    237, 218, 47, 226, 238, 45, 140, 17, 136, 136, 231, 207, 136, 11, 14, 67, 105, 161, 231, 98,
    199, 48, 90, 15, 186, 141, 179, 164, 48, 40, 230, 84, 180, 177, 67, 44, 174, 215, 83, 87,
    136, 54, 166, 158, 234, 208, 6, 196, 65, 7, 71, 186, 226, 12, 150, 76, 40, 98, 138, 146,
    162, 240, 212, 37, 171, 212, 193, 143, 70, 238, 9, 159, 152, 122, 231, 59, 226, 227, 200,
    100, 225, 149, 28, 120, 48, 104, 111, 2, 103, 103, 77, 28, 234, 72, 169, 98, 50, 162, 50,
    233, 137, 137, 94, 208, 180, 154, 54, 238, 175, 208, 179, 163, 163, 178, 233, 174, 102, 124,
    54, 102, 238, 179, 52, 140, 229, 140, 229, 173, 183, 235, 233, 103, 238, 90, 19, 142, 235,
    230, 67, 142, 173, 232, 142, 75, 49, 83, 49, 147, 229, 147, 66, 111, 11, 233, 62, 28, 232,
    148, 232, 109, 237, 226, 95, 53, 237, 238, 149, 209, 216, 237, 149, 83, 137, 239, 136, 174,
    7, 96, 86, 0, 25, 43, 106, 72, 144, 219, 139, 145, 126, 34, 34, 219, 46, 137, 64, 127, 196,
    192, 74, 199, 42, 222, 195, 15, 11, 10, 16, 230, 153, 145, 9, 125, 229, 231, 6, 88, 112,
    161, 108, 113, 121, 18, 137, 153, 5, 234, 229, 15, 32, 18, 100, 184, 89, 142, 40, 4, 32, 35,
    12, 59, 4, 73, 238, 81, 76, 209, 77, 53, 88, 225, 178, 85, 111, 114, 238, 191, 149, 163, 17,
    41, 130, 102, 77, 149, 173, 235, 237, 70, 105, 137, 141, 228, 16, 17, 48, 84, 47, 5, 98, 84,
    72, 84, 26, 214, 142, 72, 238, 231, 233, 66, 107, 98, 62, 58, 54, 99, 149, 103, 5, 5, 141,
    61, 230, 40, 238, 50, 226, 93, 200, 165, 80, 28, 49, 154, 164, 206, 13, 90, 238, 162, 238,
    1, 232, 105, 136, 48, 105, 38, 62, 136, 60, 236, 12, 136, 33, 168, 33, 186, 197, 75, 192,
    211, 42, 222, 52, 132, 12, 229, 134, 123, 113, 167, 97, 168, 72, 111, 80, 140, 125, 100,
    162, 102, 141, 73, 238, 99, 234, 137, 91, 28, 143, 40, 31, 138, 66, 40, 195, 163, 196, 238,
    185, 17, 190, 121, 157, 137, 23, 2, 72, 87, 17, 7, 181, 68, 33, 129, 87, 141, 103, 232, 72,
    109, 40, 113, 74, 73, 148, 231, 152, 17, 10, 140, 180, 146, 54, 16, 8, 125, 20, 48, 28, 65,
    40, 113, 189, 238, 149, 188, 118, 140, 66, 98, 230, 98, 141, 154, 141, 231, 131, 34, 209,
    226, 138, 188, 75, 201, 68, 127, 103, 168, 112, 53, 20, 119, 148, 28, 107, 68, 68, 31, 236,
    198, 34, 9, 238, 178, 16, 36, 167, 231, 90, 208, 81, 234, 140, 40, 179, 85, 179, 111, 227,
    87, 22, 98, 66, 230, 86, 35, 76, 100, 56, 238, 141, 44, 135, 113, 140, 233, 3, 4, 66, 237,
    7, 140, 141, 5, 102, 87, 141, 141, 66, 76, 103, 20, 232, 137, 40, 105, 140, 208, 99, 61,
    233, 87, 103, 233, 164, 122, 238, 48, 33, 184, 58, 154, 122, 77, 154, 54, 64, 66, 47, 238,
    76, 180, 168, 235, 148, 169, 48, 65, 65, 170, 31, 205, 200, 76, 53, 76, 66, 217, 105, 24,
    195, 12, 72, 6, 42, 74, 20, 50, 235, 89, 162, 133, 169, 35, 53, 86, 13, 96, 199, 238, 137,
    123, 84, 232, 40, 59, 237, 137, 233, 35, 149, 48, 41, 237, 230, 239, 5, 40, 137, 93, 3, 99,
    53, 91, 55, 81, 99, 6, 102, 167, 91, 234, 106, 137, 184, 110, 53, 102, 2, 199, 232, 238,
    100, 98, 154, 17, 149, 180, 181, 137, 78, 59, 235, 38, 25, 112, 43, 99, 95, 138, 78, 29,
    210, 29, 238, 80, 68, 113, 33, 180, 2, 24, 238, 123, 164, 184, 230, 137, 87, 101, 127, 204,
    6, 33, 85, 8, 143, 153, 131, 141, 148, 47, 103, 111, 184, 229, 183, 35, 65, 238, 82, 142,
    224, 16, 8, 237, 20, 38, 185, 73, 200, 123, 165, 83, 95, 92, 101, 2, 165, 206, 239, 103, 2,
    48, 54, 187, 72, 120, 38, 23, 42, 53, 22, 206, 83, 226, 80, 56, 44, 102, 17, 157, 111, 120,
    98, 26, 78, 48, 47, 54,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 242] = [
    0, 0, 0, 1, 1, 2, 1, 2, 3, 5, 6, 0, 1, 2, 4, 3, 4, 5, 6, 0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 4,
    5, 6, 0, 1, 2, 3, 1, 2, 3, 0, 1, 2, 1, 2, 3, 4, 0, 1, 2, 1, 2, 3, 0, 1, 2, 4, 7, 8, 9, 6, 9,
    10, 11, 8, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 15, 17, 1, 2, 3, 4, 5, 6, 7, 0, 2, 3, 4,
    5, 6, 8, 11, 13, 14, 15, 0, 1, 2, 8, 9, 10, 11, 12, 1, 0, 1, 2, 3, 0, 0, 1, 5, 0, 0, 0, 1,
    3, 1, 2, 3, 4, 5, 1, 2, 3, 1, 2, 3, 4, 5, 1, 2, 3, 1, 2, 3, 5, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5,
    1, 2, 3, 4, 5, 1, 3, 4, 5, 3, 5, 7, 8, 9, 10, 11, 13, 0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 0, 1,
    2, 3, 4, 5, 1, 2, 3, 4, 5, 0, 2, 3, 2, 3, 4, 5, 7, 8, 9, 10, 0, 1, 2, 3, 4, 5, 6, 7, 9, 0,
    1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 6, 7, 8, 9, 10, 11, 12, 0, 1, 2, 0, 0, 1, 2, 3, 4, 5, 6, 0,
    1, 2, 3, 5,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x1124892208888856, 0x21799c2401815557, 0x908208808841d121, 0x0000206c08090884,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 18, 43, 59,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 38] = [
    0xe7b555f77dffffff, 0xaff7e7955d7adff7, 0xf77de9d795dfe97e, 0x7a7bf3ff5655eedd,
    0xcff4837075f56fe5, 0x67affcf9effb57af, 0x7f9da5eae5ae7775, 0x36b1dff4bd7527bb,
    0x1feca7769be58577, 0x3e8db5b1129547aa, 0xfdf5fc4bc8689628, 0x797a762517114013,
    0x7e42a7077b7ffcf3, 0x8600069e847f5e6f, 0xf21e3f6efe7f5cac, 0xbfe13d4aff41eec8,
    0xf8280a4296d9b969, 0x9b646485a47dbd35, 0xa7a17bfd5c787bfd, 0xce99c9520d127b9d,
    0x1446d6a3c3de9ed4, 0xeb18428141b831c7, 0x1d4c1efd48d3a873, 0x06c658a560558280,
    0x39c452379d9b8606, 0x4805024ea21867b0, 0x6e9d228e53586b08, 0x8211208d44004dd3,
    0x9ebe4eb9c26110ca, 0xae4ae900048d8f54, 0x53896e4d55d99e60, 0x9b69030949a06711,
    0x82505520180180a0, 0x4d0d869a09077084, 0x088008fa04240010, 0x51803242a702496b,
    0x1844068005a09ac6, 0x0008442404011482,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 38] = [
    0, 52, 99, 145, 190, 229, 277, 319, 360, 399, 431, 466, 494, 535, 565, 607, 645, 674, 707,
    749, 781, 814, 840, 873, 895, 925, 947, 976, 996, 1027, 1053, 1085, 1110, 1125, 1149, 1162,
    1185, 1204,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x0801800008080000, 0x7520282444aa5800, 0x4692a8022aaad0c3, 0x74d25aae1423179d,
    0x9686a16824584084, 0x592d1415522b29e5, 0x08d6526aad54eaf6, 0xa352492355d06d9d,
    0x6d29b6d48aa92da2, 0x3258466332ceae95, 0xc95b574cdbb61b57, 0xcb69facae55646aa,
    0xa0cb59ca929c4b8a, 0x275e54a8d76a5459, 0x69e998cd5590a0eb, 0xd5552cd4b1948caa,
    0xb62b166b4a7aa649, 0x69557ae3f4cb72b4, 0xd2c4d89535594a76, 0x0000000000000000,
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
        // race-edge
        19 => lead(edge(m0), edge(m2)),
        // strong-rook-parts-kings
        20 => parts(m1, m0, m2),
        // weak-king-parts-weak-pawn
        21 => parts(m2, m3, m0),
        // strong-rook-parts-strong-king-weak-pawn
        22 => parts(m1, m0, m3),
        // weak-pawn-parts-strong-king-strong-rook
        23 => parts(m3, m0, m1),
        // weak-king-parts-strong-rook-weak-pawn
        24 => parts(m2, m1, m3),
        // strong-rook-parts-weak-king-weak-pawn
        25 => parts(m1, m2, m3),
        // weak-pawn-parts-weak-king-strong-rook
        26 => parts(m3, m2, m1),
        // strong-king-room
        27 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t21 = (steps(bit(m2)) | hits_down(bit(m3)));
            let t53 = (steps(t4) & !(t8 | t21));
            count((t53 | (steps(t53) & !(t21 | t8))))
        }
        // weak-king-flights
        28 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))))))
        }
        // weak-king-in-check
        29 => any((bit(m2) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // weak-king-room
        30 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t19 = (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)));
            let t62 = (steps(t6) & !(t11 | t19));
            count((t62 | (steps(t62) & !(t19 | t11))))
        }
        // weak-king-ring
        31 => count((steps(bit(m2)) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // strong-rook-safe-moves
        32 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count((rook(m1, ((t8 | t6) | t7)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-rook-kept-moves
        33 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            count((((rook(m1, ((t8 | bit(m2)) | t7)) & !t8) & steps(t4)) & !hits_down(t7)))
        }
        // strong-rook-takes
        34 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count(((rook(m1, (((bit(m0) | bit(m1)) | t6) | t7)) & (t6 | t7)) & !(steps(t6) | hits_down(t7))))
        }
        // strong-rook-safe-checks
        35 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-rook-weak-pawn-forks
        36 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count((((rook(m1, t10) & !(t8 | (steps(t6) | hits_down(t7)))) & rook(m2, (t10 & !(t5 | 0)))) & rook(m3, (t10 & !(t5 | t6)))))
        }
        // strong-rook-weak-pawn-threats
        37 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & !(t8 | (steps(t6) | hits_down(t7)))) & rook(m3, (t10 & !(t5 | 0)))))
        }
        // strong-rook-weak-pawn-hits
        38 => {
            let t7 = bit(m3);
            any((rook(m1, ((bit(m0) | bit(m1)) | t7)) & t7))
        }
        // strong-rook-attacked
        39 => any((bit(m1) & (steps(bit(m2)) | hits_down(bit(m3))))),
        // weak-pawn-hangs
        40 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            any(((t7 & (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)))) & !steps(bit(m2))))
        }
        // strong-king-walk-strong-rook
        41 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            walk(t4, steps(t5), !((steps(bit(m2)) | hits_down(bit(m3))) | (t4 | t5)))
        }
        // strong-king-walk-weak-pawn
        42 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // weak-king-walk-strong-rook
        43 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t5), !((steps(t4) | rook(m1, ((t4 | t5) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-weak-pawn
        44 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-kings
        45 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t12 = steps(t4);
            walk(t6, steps(t12), !((t12 | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-pawn-to-go
        46 => ranks(m3, 0),
        // weak-pawn-file
        47 => file_edge(m3),
        // weak-pawn-runs
        48 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            any((down(t7) & !(((t8 | bit(m2)) | t7) | (steps(t4) | rook(m1, (t8 | t7))))))
        }
        // weak-pawn-goal-light
        49 => equal(light(ranks(m3, 0)), 0),
        // strong-king-near-goal-weak-pawn
        50 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t130 = (fill_down(t7) & 0xff);
            walk(t4, (t130 | steps(t130)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-path-weak-pawn
        51 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, fill_down(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-stop-weak-pawn
        52 => walk(bit(m0), down(bit(m3)), !0),
        // strong-king-behind-weak-pawn
        53 => lead(ranks(m0, 0), ranks(m3, 0)),
        // strong-king-files-weak-pawn
        54 => files(m0, m3),
        // strong-king-square-weak-pawn
        55 => lead(walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // weak-king-goal-weak-pawn
        56 => walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0),
        // weak-king-near-goal-weak-pawn
        57 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t130 = (fill_down(t7) & 0xff);
            walk(t6, (t130 | steps(t130)), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-path-weak-pawn
        58 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, fill_down(t7), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-stop-weak-pawn
        59 => walk(bit(m2), down(bit(m3)), !0),
        // weak-king-behind-weak-pawn
        60 => lead(ranks(m2, 0), ranks(m3, 0)),
        // weak-king-files-weak-pawn
        61 => files(m2, m3),
        // weak-king-square-weak-pawn
        62 => lead(walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // weak-king-file
        63 => file_edge(m2),
        // race-goal-weak-pawn
        64 => {
            let t130 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t130, !0), walk(bit(m2), t130, !0))
        }
        // race-stop-weak-pawn
        65 => {
            let t121 = down(bit(m3));
            lead(walk(bit(m0), t121, !0), walk(bit(m2), t121, !0))
        }
        // strong-guards-weak-pawn
        66 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            count((fill_down(t7) & (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)))))
        }
        // weak-guards-weak-pawn
        67 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (steps(bit(m2)) | hits_down(t7))))
        }
        // strong-rook-weak-pawn-blocks
        68 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count(((rook(m1, ((t8 | t6) | t7)) & fill_down(t7)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-rook-weak-pawn-rank
        69 => ranks(m1, 0),
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
    let t104 = (t5 & t21);
    let t105 = any(t104);
    let t120 = fill_down(t7);
    let t121 = down(t7);
    let t136 = walk(t4, t121, !0);
    let t144 = walk(t6, t121, !0);
    let t151 = lead(t136, t144);
    if t151 > 10 {
        let t118 = ranks(m3, 0);
        let t130 = (t120 & 0xff);
        let t131 = walk(t4, t130, !0);
        let t140 = lead(t131, t118);
        if t140 <= 9 {
            if lead(ranks(m0, 0), t118) > 8 {
                if to_move > 0 {
                    return false;
                }
                if walk(t6, t130, !0) > 4 {
                    return false;
                }
                return further(43, m0, m1, m2, m3, to_move);
            }
            if t118 <= 3 {
                return further(23, m0, m1, m2, m3, to_move);
            }
            if to_move > 0 {
                return false;
            }
            if lead(t131, walk(t6, t130, !0)) > 10 {
                if parts(m2, m1, m3) > 1 {
                    return further(108, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if t105 > 0 {
                return further(107, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if distance(m2, m3) > 2 {
            if to_move > 0 {
                let t8 = (t4 | t5);
                let t10 = ((t8 | t6) | t7);
                if count(((rook(m1, t10) & !(t8 | t21)) & rook(m3, (t10 & !(t5 | 0))))) > 1 {
                    return false;
                }
                return further(49, m0, m1, m2, m3, to_move);
            }
            if t144 <= 2 {
                return further(47, m0, m1, m2, m3, to_move);
            }
            let t8 = (t4 | t5);
            let t13 = (t8 | t7);
            let t15 = rook(m1, t13);
            if (t15 & t7) != 0 {
                return false;
            }
            if t105 > 0 {
                return false;
            }
            if (t6 & t15) != 0 {
                return further(179, m0, m1, m2, m3, to_move);
            }
            if t118 > 1 {
                return further(258, m0, m1, m2, m3, to_move);
            }
            return further(257, m0, m1, m2, m3, to_move);
        }
        if t105 > 0 {
            if to_move > 0 {
                return further(46, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t8 = (t4 | t5);
        let t12 = steps(t4);
        let t13 = (t8 | t7);
        let t15 = rook(m1, t13);
        let t19 = (t12 | t15);
        let t106 = (t7 & t19);
        let t108 = (t106 & !t16);
        let t109 = any(t108);
        let t141 = walk(t6, t130, !0);
        let t150 = lead(t131, t141);
        if t150 <= 9 {
            return further(44, m0, m1, m2, m3, to_move);
        }
        if t109 > 0 {
            if to_move > 0 {
                return false;
            }
            return further(115, m0, m1, m2, m3, to_move);
        }
        if t118 <= 1 {
            if to_move > 0 {
                let t11 = (t6 | t7);
                let t60 = (t11 | t19);
                let t62 = (t16 & !t60);
                let t63 = count(t62);
                let t66 = (t19 | t11);
                let t112 = steps(t7);
                let t115 = walk(t6, t112, !t66);
                if t136 <= 3 {
                    return false;
                }
                if t115 > 1 {
                    return further(345, m0, m1, m2, m3, to_move);
                }
                if t63 > 5 {
                    return true;
                }
                let t9 = (t8 | t6);
                let t10 = (t9 | t7);
                let t14 = rook(m1, t10);
                let t51 = (t8 | t21);
                if count(((t14 & rook(m2, (t10 & !(t5 | 0)))) & !t51)) > 1 {
                    return true;
                }
                if count((t14 & !t51)) > 10 {
                    return further(704, m0, m1, m2, m3, to_move);
                }
                return further(703, m0, m1, m2, m3, to_move);
            }
            if (t121 & !(((t8 | t6) | t7) | t19)) == 0 {
                return further(241, m0, m1, m2, m3, to_move);
            }
            if offset(m1, m2) <= 0 {
                return further(342, m0, m1, m2, m3, to_move);
            }
            let t147 = files(m2, m3);
            if files(m1, m3) <= 0 {
                return further(452, m0, m1, m2, m3, to_move);
            }
            if t147 <= 0 {
                return further(570, m0, m1, m2, m3, to_move);
            }
            if edge(m2) > 0 {
                return false;
            }
            return further(702, m0, m1, m2, m3, to_move);
        }
        if t140 <= 10 {
            if to_move > 0 {
                if count((t120 & t21)) > 1 {
                    return further(349, m0, m1, m2, m3, to_move);
                }
                return further(348, m0, m1, m2, m3, to_move);
            }
            if walk(t4, (t130 | steps(t130)), !(t21 | t8)) > 5 {
                return further(347, m0, m1, m2, m3, to_move);
            }
            return further(346, m0, m1, m2, m3, to_move);
        }
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        if to_move <= 0 {
            let t14 = rook(m1, t10);
            let t51 = (t8 | t21);
            let t74 = (t14 & !t51);
            let t75 = count(t74);
            if t75 > 11 {
                return true;
            }
            if (t120 & t19) != 0 {
                return further(464, m0, m1, m2, m3, to_move);
            }
            if t75 > 10 {
                return further(587, m0, m1, m2, m3, to_move);
            }
            return further(586, m0, m1, m2, m3, to_move);
        }
        if t150 <= 10 {
            return further(351, m0, m1, m2, m3, to_move);
        }
        if (t121 & !(t10 | t19)) == 0 {
            return further(467, m0, m1, m2, m3, to_move);
        }
        if t136 <= 4 {
            return further(593, m0, m1, m2, m3, to_move);
        }
        if t141 > 2 {
            return further(733, m0, m1, m2, m3, to_move);
        }
        let t11 = (t6 | t7);
        let t62 = (t16 & !(t11 | t19));
        if count((t62 | (steps(t62) & !(t19 | t11)))) > 2 {
            return true;
        }
        return further(870, m0, m1, m2, m3, to_move);
    }
    if t105 > 0 {
        let t8 = (t4 | t5);
        let t54 = (t21 | t8);
        let t135 = walk(t4, t120, !t54);
        if t135 > 2 {
            let t130 = (t120 & 0xff);
            let t131 = walk(t4, t130, !0);
            if lead(t131, ranks(m3, 0)) > 9 {
                if distance(m2, m3) > 2 {
                    return false;
                }
                if to_move > 0 {
                    return further(67, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if to_move > 0 {
                return false;
            }
            if lead(t131, walk(t6, t130, !0)) <= 7 {
                if distance(m1, m3) > 3 {
                    return further(102, m0, m1, m2, m3, to_move);
                }
                if file_edge(m3) > 0 {
                    return further(154, m0, m1, m2, m3, to_move);
                }
                return further(153, m0, m1, m2, m3, to_move);
            }
            if walk(t4, (t130 | steps(t130)), !t54) > 5 {
                if distance(m0, m3) > 1 {
                    return false;
                }
                return further(158, m0, m1, m2, m3, to_move);
            }
            if t151 <= 8 {
                return further(156, m0, m1, m2, m3, to_move);
            }
            if files(m1, m3) > 3 {
                return further(227, m0, m1, m2, m3, to_move);
            }
            return further(226, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            if distance(m0, m3) > 1 {
                return false;
            }
            if lead(ranks(m0, 0), ranks(m3, 0)) > 7 {
                return false;
            }
            return further(64, m0, m1, m2, m3, to_move);
        }
        if files(m1, m3) > 2 {
            if t135 <= 1 {
                if distance(m0, m3) > 5 {
                    return further(98, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            let t118 = ranks(m3, 0);
            if distance(m0, m1) <= 1 {
                return false;
            }
            if t118 <= 1 {
                return further(150, m0, m1, m2, m3, to_move);
            }
            if t118 > 5 {
                return further(218, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        let t130 = (t120 & 0xff);
        let t131 = walk(t4, t130, !0);
        if lead(t131, walk(t6, t130, !0)) > 5 {
            if t136 <= 1 {
                return further(96, m0, m1, m2, m3, to_move);
            }
            if walk(t4, steps(t5), !t54) > 1 {
                return further(148, m0, m1, m2, m3, to_move);
            }
            return further(147, m0, m1, m2, m3, to_move);
        }
        if lead(t131, ranks(m3, 0)) > 8 {
            return further(95, m0, m1, m2, m3, to_move);
        }
        if t151 > 8 {
            return further(143, m0, m1, m2, m3, to_move);
        }
        return further(142, m0, m1, m2, m3, to_move);
    }
    if t151 <= 9 {
        if t151 <= 8 {
            if walk(t6, (t120 & 0xff), !0) > 3 {
                return false;
            }
            let t118 = ranks(m3, 0);
            if lead(ranks(m0, 0), t118) <= 8 {
                return false;
            }
            if to_move > 0 {
                return false;
            }
            if t151 <= 7 {
                return false;
            }
            if offset(m1, m3) <= 0 {
                return false;
            }
            if t118 <= 3 {
                return further(263, m0, m1, m2, m3, to_move);
            }
            let t8 = (t4 | t5);
            let t10 = ((t8 | t6) | t7);
            if count(((rook(m1, t10) & !(t8 | t21)) & rook(m3, (t10 & !(t5 | 0))))) > 1 {
                return false;
            }
            return further(370, m0, m1, m2, m3, to_move);
        }
        let t8 = (t4 | t5);
        let t54 = (t21 | t8);
        let t112 = steps(t7);
        let t118 = ranks(m3, 0);
        if walk(t4, t112, !t54) > 2 {
            if t118 > 2 {
                if lead(ranks(m0, 0), t118) <= 9 {
                    return false;
                }
                if t136 > 4 {
                    return false;
                }
                if to_move > 0 {
                    return false;
                }
                return further(191, m0, m1, m2, m3, to_move);
            }
            let t11 = (t6 | t7);
            let t12 = steps(t4);
            let t13 = (t8 | t7);
            let t15 = rook(m1, t13);
            let t19 = (t12 | t15);
            let t66 = (t19 | t11);
            let t115 = walk(t6, t112, !t66);
            if t115 > 2 {
                return false;
            }
            if (t6 & t15) != 0 {
                return further(127, m0, m1, m2, m3, to_move);
            }
            if t115 > 1 {
                return further(189, m0, m1, m2, m3, to_move);
            }
            return further(188, m0, m1, m2, m3, to_move);
        }
        let t130 = (t120 & 0xff);
        if to_move > 0 {
            if t118 <= 1 {
                return further(81, m0, m1, m2, m3, to_move);
            }
            let t141 = walk(t6, t130, !0);
            if t141 > 2 {
                return false;
            }
            if lead(t141, t118) > 7 {
                return further(187, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if lead(walk(t4, t130, !0), t118) <= 8 {
            return false;
        }
        if walk(t6, t130, !0) > 2 {
            if t118 > 3 {
                return false;
            }
            return further(185, m0, m1, m2, m3, to_move);
        }
        if t118 <= 1 {
            return further(183, m0, m1, m2, m3, to_move);
        }
        if walk(t4, (t130 | steps(t130)), !t54) > 5 {
            return further(268, m0, m1, m2, m3, to_move);
        }
        return further(267, m0, m1, m2, m3, to_move);
    }
    let t118 = ranks(m3, 0);
    let t130 = (t120 & 0xff);
    let t131 = walk(t4, t130, !0);
    let t140 = lead(t131, t118);
    if t140 <= 9 {
        if t118 > 3 {
            return false;
        }
        if to_move > 0 {
            return false;
        }
        if lead(t131, walk(t6, t130, !0)) > 9 {
            return further(86, m0, m1, m2, m3, to_move);
        }
        return further(85, m0, m1, m2, m3, to_move);
    }
    let t38 = distance(m2, m3);
    let t141 = walk(t6, t130, !0);
    if t38 > 2 {
        let t150 = lead(t131, t141);
        if t150 > 10 {
            if to_move > 0 {
                return further(93, m0, m1, m2, m3, to_move);
            }
            return further(92, m0, m1, m2, m3, to_move);
        }
        let t8 = (t4 | t5);
        let t13 = (t8 | t7);
        let t15 = rook(m1, t13);
        if walk(t6, steps(t7), !((steps(t4) | t15) | (t6 | t7))) > 2 {
            if t38 > 3 {
                return false;
            }
            let t39 = offset(m2, m3);
            if offset(m1, m2) <= 0 {
                return further(204, m0, m1, m2, m3, to_move);
            }
            if t39 > 1 {
                return false;
            }
            return further(295, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            let t10 = ((t8 | t6) | t7);
            if count(((rook(m1, t10) & !(t8 | t21)) & rook(m3, (t10 & !(t5 | 0))))) > 1 {
                return false;
            }
            return further(203, m0, m1, m2, m3, to_move);
        }
        if (t15 & t7) != 0 {
            return false;
        }
        if t150 <= 8 {
            return false;
        }
        if equal(light(t118), 0) > 0 {
            return further(405, m0, m1, m2, m3, to_move);
        }
        return further(404, m0, m1, m2, m3, to_move);
    }
    if t141 > 4 {
        if to_move > 0 {
            return false;
        }
        return further(89, m0, m1, m2, m3, to_move);
    }
    if ((t7 & (steps(t4) | rook(m1, ((t4 | t5) | t7)))) & !t16) != 0 {
        return further(88, m0, m1, m2, m3, to_move);
    }
    if t118 <= 1 {
        if to_move > 0 {
            return further(195, m0, m1, m2, m3, to_move);
        }
        return further(194, m0, m1, m2, m3, to_move);
    }
    if to_move <= 0 {
        if t140 > 10 {
            return further(284, m0, m1, m2, m3, to_move);
        }
        if t141 > 3 {
            return further(394, m0, m1, m2, m3, to_move);
        }
        return further(393, m0, m1, m2, m3, to_move);
    }
    if t118 > 3 {
        return false;
    }
    if lead(t131, t141) <= 9 {
        return further(397, m0, m1, m2, m3, to_move);
    }
    if t118 > 2 {
        return further(518, m0, m1, m2, m3, to_move);
    }
    return further(517, m0, m1, m2, m3, to_move);
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
