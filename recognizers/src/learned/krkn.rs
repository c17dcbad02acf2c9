//! KRKN: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  23315984
//! draws      16740224
//! spotted    14871712 (88.838 %)
//! incorrect  0
//! size       1226 leaves, 2045 bytes packed
//! features   71
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
pub const LEAVES: usize = 1226;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2045;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 16740224;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 14871712;

/// The question of each branch.
static QUESTIONS: [u8; 1225] = [
    0, 89, 152, 153, 62, 67, 66, 202, 21, 136, 209, 175, 88, 175, 197, 53, 155, 187, 154, 42,
    29, 44, 111, 72, 41, 163, 192, 31, 62, 14, 139, 175, 137, 201, 28, 154, 211, 103, 168, 117,
    98, 182, 149, 205, 53, 181, 209, 4, 2, 101, 123, 172, 41, 171, 196, 202, 180, 44, 14, 53,
    198, 73, 154, 14, 206, 41, 41, 138, 167, 211, 11, 182, 139, 175, 153, 153, 103, 111, 101,
    68, 11, 211, 30, 219, 171, 53, 53, 171, 217, 216, 221, 187, 189, 30, 77, 193, 228, 53, 18,
    53, 53, 57, 204, 14, 82, 204, 203, 11, 191, 120, 159, 11, 147, 130, 129, 5, 73, 53, 181, 99,
    86, 181, 196, 22, 201, 107, 11, 204, 209, 201, 193, 210, 14, 7, 53, 63, 2, 53, 199, 171,
    171, 98, 53, 2, 171, 1, 102, 105, 63, 204, 204, 167, 1, 170, 171, 69, 41, 128, 43, 203, 181,
    188, 68, 51, 97, 94, 73, 63, 90, 14, 123, 212, 13, 68, 18, 57, 162, 167, 103, 104, 103, 53,
    211, 62, 12, 176, 23, 72, 139, 204, 19, 180, 203, 49, 220, 16, 111, 192, 33, 193, 90, 90,
    90, 11, 175, 94, 11, 165, 44, 176, 101, 32, 172, 62, 74, 201, 158, 53, 82, 38, 13, 63, 184,
    184, 186, 98, 180, 13, 11, 216, 204, 119, 206, 205, 188, 95, 33, 77, 205, 138, 18, 228, 168,
    132, 163, 196, 105, 50, 83, 15, 42, 54, 162, 2, 51, 60, 134, 118, 28, 145, 210, 41, 170, 30,
    119, 199, 14, 210, 147, 72, 72, 17, 165, 18, 15, 218, 41, 204, 29, 109, 205, 11, 98, 196,
    72, 202, 68, 150, 16, 54, 196, 28, 203, 202, 30, 148, 162, 83, 94, 68, 14, 43, 130, 169,
    192, 207, 177, 14, 146, 219, 217, 162, 182, 13, 82, 59, 15, 98, 26, 46, 219, 107, 205, 29,
    107, 161, 203, 98, 11, 37, 122, 2, 118, 43, 72, 74, 8, 205, 72, 33, 197, 172, 148, 185, 97,
    196, 201, 132, 90, 228, 23, 181, 74, 105, 181, 221, 2, 123, 138, 23, 76, 161, 91, 70, 97, 2,
    214, 103, 103, 92, 53, 97, 66, 32, 187, 157, 215, 102, 20, 14, 13, 20, 94, 95, 29, 217, 202,
    189, 14, 105, 74, 148, 158, 97, 14, 98, 90, 229, 46, 53, 99, 99, 46, 204, 180, 31, 77, 34,
    91, 74, 221, 99, 178, 69, 13, 33, 175, 53, 103, 53, 131, 51, 177, 63, 55, 28, 47, 107, 83,
    98, 105, 217, 84, 13, 77, 30, 58, 82, 95, 33, 63, 75, 101, 36, 7, 10, 127, 58, 68, 69, 121,
    126, 70, 227, 35, 163, 172, 74, 35, 13, 121, 119, 220, 45, 98, 172, 144, 29, 69, 172, 46,
    38, 106, 9, 212, 197, 223, 101, 32, 118, 74, 83, 207, 156, 71, 101, 90, 213, 126, 73, 98,
    90, 28, 132, 30, 212, 27, 197, 142, 63, 18, 126, 213, 18, 73, 118, 2, 73, 194, 174, 108,
    181, 180, 163, 72, 63, 72, 65, 73, 189, 53, 205, 77, 53, 196, 91, 184, 157, 30, 28, 147,
    193, 54, 204, 14, 82, 158, 33, 31, 19, 111, 13, 13, 17, 4, 155, 210, 69, 148, 38, 17, 16,
    74, 19, 42, 46, 33, 206, 217, 58, 138, 170, 6, 5, 62, 83, 206, 28, 201, 127, 170, 57, 94,
    18, 77, 31, 98, 217, 71, 80, 102, 63, 198, 11, 102, 87, 10, 208, 215, 83, 88, 220, 150, 115,
    180, 72, 157, 172, 192, 189, 52, 72, 113, 12, 167, 157, 28, 7, 61, 46, 209, 101, 224, 96,
    216, 57, 105, 110, 215, 25, 15, 7, 122, 29, 14, 31, 219, 4, 97, 218, 150, 106, 83, 27, 184,
    138, 18, 99, 162, 30, 101, 16, 94, 97, 63, 160, 101, 185, 63, 206, 147, 13, 150, 207, 168,
    72, 11, 53, 98, 78, 69, 77, 23, 119, 128, 89, 163, 162, 204, 46, 73, 85, 19, 64, 181, 11,
    153, 68, 224, 74, 37, 2, 217, 179, 19, 33, 93, 223, 203, 180, 73, 33, 74, 11, 180, 42, 207,
    176, 98, 167, 23, 131, 190, 97, 192, 98, 63, 33, 73, 223, 81, 222, 172, 14, 71, 13, 172, 77,
    228, 212, 109, 148, 45, 5, 116, 218, 143, 95, 27, 75, 57, 81, 218, 116, 217, 100, 34, 130,
    13, 83, 98, 137, 172, 216, 57, 29, 204, 171, 228, 141, 3, 28, 99, 113, 97, 55, 50, 135, 114,
    129, 29, 83, 55, 95, 151, 59, 97, 189, 14, 29, 46, 149, 63, 18, 163, 28, 162, 92, 179, 192,
    118, 125, 163, 145, 43, 118, 72, 53, 11, 43, 147, 220, 106, 47, 196, 10, 36, 13, 205, 128,
    182, 46, 158, 112, 171, 63, 197, 12, 13, 68, 153, 193, 148, 183, 50, 217, 64, 45, 147, 19,
    14, 95, 170, 77, 189, 168, 47, 204, 91, 16, 10, 74, 45, 121, 25, 177, 173, 11, 223, 105,
    134, 64, 82, 5, 20, 129, 182, 138, 30, 172, 52, 41, 100, 102, 41, 103, 20, 218, 71, 229,
    150, 63, 69, 50, 75, 203, 2, 137, 172, 31, 172, 13, 172, 204, 180, 93, 98, 210, 105, 210,
    87, 171, 45, 83, 77, 79, 3, 170, 74, 40, 172, 226, 2, 25, 190, 202, 2, 167, 127, 63, 5, 7,
    47, 198, 53, 59, 76, 228, 201, 200, 14, 104, 16, 217, 74, 86, 204, 204, 2, 183, 10, 183,
    155, 55, 70, 84, 73, 33, 98, 73, 74, 105, 138, 68, 108, 48, 50, 33, 93, 14, 48, 55, 31, 224,
    11, 156, 209, 155, 77, 73, 192, 15, 14, 24, 38, 16, 121, 53, 77, 10, 102, 38, 10, 177, 100,
    172, 10, 5, 71, 20, 101, 97, 75, 5, 119, 201, 76, 217, 220, 185, 172, 58, 166, 73, 197, 130,
    45, 133, 101, 73, 214, 148, 96, 65, 87, 215, 38, 70, 73, 41, 38, 5, 147, 220, 38, 53, 148,
    156, 143, 173, 157, 228, 124, 46, 119, 23, 74, 31, 109, 58, 224, 73, 199, 203, 225, 47, 147,
    183, 63, 31, 46, 203, 37, 14, 62, 47, 68, 106, 220, 45, 89, 33, 89, 93, 112, 89, 22, 102,
    18, 55, 4, 138, 196, 157, 76, 221, 30, 61, 26, 101, 83, 206, 189, 4, 193, 143, 33, 113, 222,
    30, 213, 201, 18, 52, 144, 140, 192, 130, 31, 56, 73, 11, 114, 114, 10, 72, 194, 170, 197,
    216, 9, 215, 94, 170, 23, 90, 124, 15, 128, 67, 43, 72, 59, 69, 210, 203, 199, 10, 227, 106,
    127, 1, 182, 140, 203, 115, 99, 175, 147, 78, 102, 141, 157, 44, 116, 89, 15, 29, 196, 64,
    103, 162, 213, 196, 91, 196, 77, 10, 63, 70, 13, 219, 133, 45, 101, 223, 150, 82, 196, 77,
    133, 195, 204, 27, 84, 220, 36, 121, 33, 34, 121, 94, 19, 228, 42, 79, 105, 61, 137, 17, 99,
    20, 131, 119, 2, 155, 21, 137, 147, 185, 89, 164, 74, 147, 11, 126, 47, 14, 179, 39, 134,
    168, 191, 75, 32, 94, 38, 204, 216, 169, 73, 204, 183, 73, 74, 107, 56, 20, 77, 18, 19, 75,
    106, 130, 204, 222, 200, 53, 171, 34, 200, 215, 10, 170, 58,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 230] = [
    0, 0, 1, 2, 1, 2, 0, 1, 2, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4,
    5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 1, 2, 3, 4, 0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2, 3, 1, 2, 3, 4, 5,
    0, 1, 2, 3, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 0, 4, 5, 6, 7, 8, 9, 10, 11, 4, 5, 6, 7, 8, 9,
    10, 7, 8, 9, 10, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 5, 6, 0, 6, 14, 15, 16, 17, 0, 2, 3, 4,
    5, 6, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 0, 0, 2, 3, 7, 9, 10, 11, 12, 0, 1, 0, 1,
    0, 1, 2, 0, 0, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 4, 0, 1, 3, 4, 0, 0, 0, 0, 3, 4, 1, 2, 3, 4, 5,
    1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5, 1, 2, 3, 1, 2, 3, 4, 1, 2, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1,
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 1, 2,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x4222221114252a52, 0x1821aaee20406104, 0x0910bea11f6a1300, 0x0000001000120289,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 19, 39, 63,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xeffeffddfff5dfff, 0x5ff5775fd6ff7f7f, 0xffceef8dfb7e1d7d, 0x3e7e553fefd6d6bc,
    0x6edff7ed497516ff, 0xeb91815e1c79ffdf, 0x5babb9213dffdff2, 0x976db9e00ded5bb5,
    0x6e4ec69963e54c7d, 0xebebe99ffffebff0, 0xdd1a3eb66a5ff9ad, 0x4705c2369f98097b,
    0x6d7ccf7d31b7de6a, 0x001559b9fb315717, 0x905f2fcd369dd681, 0x8055c299954e9c87,
    0x6bfa60249994563b, 0xf9a356e9056f7d95, 0xaf7c15eaa52820af, 0x49b1f996d9b241da,
    0x23818a22b5141871, 0x90578f75af825cab, 0x66a44c06beb562a2, 0x0471271ac15d7554,
    0x1c35c7160a07d222, 0x9dd5837aa75f3808, 0x2082599e69a0880b, 0x606153e23c171331,
    0x7e4215b8b2061948, 0x3a855762579c86d5, 0x86ec4108a0f6a0c0, 0x1bae151101620675,
    0xd6e4c2560204ba08, 0x52160505c8a18305, 0x02a04573d4a09905, 0x000080881d00e813,
    0xc0042571211012e0, 0x04a0110821000682, 0x0000000000000840,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 57, 108, 155, 198, 242, 281, 323, 360, 395, 444, 484, 514, 555, 586, 620, 648, 679, 716,
    748, 781, 804, 838, 867, 895, 921, 954, 977, 1004, 1030, 1062, 1085, 1110, 1134, 1155, 1178,
    1192, 1210, 1222,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x5a4eb430aaffcd9e, 0x42056e1d575aa7a7, 0x0b4d2969d995eabe, 0x0e95db99bdcdfa98,
    0x64d95f04cf7554d8, 0x142a74e7c55698ed, 0x56b1b9b7590aa643, 0xd15ecdea79df359d,
    0x13acba97092abb15, 0xd96e6dffc514aeae, 0xaeca6955ad989e38, 0x4f2639b794f394ff,
    0xa7366393391e7ba9, 0x2e9446b55a57f984, 0x9d612693dd692ab6, 0x537d73cab6ad7359,
    0xb3d4ab66d4555525, 0x5cfdadb3b66596d5, 0x6aad29499556a52a, 0x0000000000000265,
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
        // weak-knight-takes
        55 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            count(((jumps(t7) & t8) & !(steps(t4) | rook(m1, (t8 | t7)))))
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
        59 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            walk(t4, steps(t5), !((steps(bit(m2)) | jumps(bit(m3))) | (t4 | t5)))
        }
        // strong-king-walk-weak-knight
        60 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(bit(m2)) | jumps(t7)) | (t4 | bit(m1))))
        }
        // strong-king-walk-kings
        61 => {
            let t4 = bit(m0);
            let t16 = steps(bit(m2));
            walk(t4, steps(t16), !((t16 | jumps(bit(m3))) | (t4 | bit(m1))))
        }
        // weak-king-walk-strong-rook
        62 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t5), !((steps(t4) | rook(m1, ((t4 | t5) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-weak-knight
        63 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-kings
        64 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t12 = steps(t4);
            walk(t6, steps(t12), !((t12 | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-knight-leaps-king
        65 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            leaps(t7, steps(t6), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-knight-leaps-other-king
        66 => leaps(bit(m3), steps(bit(m0)), !0),
        // weak-knight-refuge
        67 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t19 = (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)));
            let t157 = (jumps(t7) & !(t19 | t11));
            count(((t157 | (jumps(t157) & !t11)) & steps((steps(t6) & !(t11 | t19)))))
        }
        // weak-knight-shelter
        68 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t16 = steps(t6);
            count(((jumps(t7) & !t11) & (steps((t16 & !(t11 | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)))))) | t16)))
        }
        // weak-knight-room
        69 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t77 = ((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (bit(m2) | t7));
            let t157 = (jumps(t7) & !t77);
            count((t157 | (jumps(t157) & !t77)))
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
    let t13 = (t8 | t7);
    let t15 = rook(m1, t13);
    let t16 = steps(t6);
    let t43 = distance(m2, m3);
    if to_move > 0 {
        if (t15 & t7) != 0 {
            if t43 > 1 {
                return false;
            }
            let t18 = jumps(t7);
            if walk(t4, steps(t7), !((t16 | t18) | t8)) <= 1 {
                return further(24, m0, m1, m2, m3, to_move);
            }
            if count((t18 & !((t6 | t7) | (steps(t4) | t15)))) > 3 {
                return further(46, m0, m1, m2, m3, to_move);
            }
            return further(45, m0, m1, m2, m3, to_move);
        }
        let t18 = jumps(t7);
        let t36 = distance(m0, m3);
        if t43 <= 2 {
            let t11 = (t6 | t7);
            if walk(t4, steps(t7), !((t16 | t18) | t8)) <= 1 {
                if distance(m0, m2) > 3 {
                    return further(37, m0, m1, m2, m3, to_move);
                }
                if count(((t18 & !t11) & (steps((t16 & !(t11 | (steps(t4) | t15)))) | t16))) > 2 {
                    return further(66, m0, m1, m2, m3, to_move);
                }
                if t36 > 1 {
                    return further(111, m0, m1, m2, m3, to_move);
                }
                return further(110, m0, m1, m2, m3, to_move);
            }
            if t36 > 4 {
                if (t16 & !(t11 | (steps(t4) | t15))) != 0 {
                    return true;
                }
                return further(71, m0, m1, m2, m3, to_move);
            }
            let t124 = (t18 & !t11);
            if count(t124) > 4 {
                if edge(m2) > 0 {
                    return true;
                }
                return further(118, m0, m1, m2, m3, to_move);
            }
            if count((t124 & (steps((t16 & !(t11 | (steps(t4) | t15)))) | t16))) > 2 {
                return further(117, m0, m1, m2, m3, to_move);
            }
            return further(116, m0, m1, m2, m3, to_move);
        }
        let t49 = lead(t36, t43);
        if t49 <= 6 {
            if (t4 & t18) != 0 {
                let t21 = (t16 | t18);
                if walk(t4, steps(t16), !(t21 | t8)) > 3 {
                    return further(75, m0, m1, m2, m3, to_move);
                }
                if (t5 & t21) != 0 {
                    return further(123, m0, m1, m2, m3, to_move);
                }
                if leaps(t7, t16, !((steps(t4) | t15) | (t6 | t7))) > 2 {
                    return further(192, m0, m1, m2, m3, to_move);
                }
                return further(191, m0, m1, m2, m3, to_move);
            }
            if parts(m3, m0, m2) <= 0 {
                if count((t16 & t15)) > 3 {
                    return further(119, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            let t21 = (t16 | t18);
            let t65 = (t21 | t8);
            if walk(t4, steps(t7), !t65) > 1 {
                if walk(t4, steps(t16), !t65) > 2 {
                    return further(190, m0, m1, m2, m3, to_move);
                }
                return further(189, m0, m1, m2, m3, to_move);
            }
            if t49 <= 4 {
                return false;
            }
            if count((t16 & t15)) > 3 {
                return further(277, m0, m1, m2, m3, to_move);
            }
            if t36 > 1 {
                return further(383, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t44 = offset(m2, m3);
        if t44 <= 0 {
            let t10 = ((t8 | t6) | t7);
            if (((rook(m1, t10) & !(t8 | (t16 | t18))) & rook(m2, (t10 & !(t5 | 0)))) & rook(m3, (t10 & !(t5 | t6)))) != 0 {
                if (t4 & t18) != 0 {
                    return further(127, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if parts(m2, m1, m3) > 0 {
                return further(126, m0, m1, m2, m3, to_move);
            }
            if parts(m3, m2, m1) > 0 {
                return further(196, m0, m1, m2, m3, to_move);
            }
            return further(195, m0, m1, m2, m3, to_move);
        }
        let t11 = (t6 | t7);
        let t12 = steps(t4);
        let t19 = (t12 | t15);
        let t71 = (t11 | t19);
        let t73 = (t16 & !t71);
        let t77 = (t19 | t11);
        let t79 = steps(t73);
        let t157 = (t18 & !t77);
        let t158 = jumps(t157);
        let t159 = (t158 & !t11);
        let t160 = (t157 | t159);
        let t161 = (t160 & t79);
        let t162 = count(t161);
        if t162 > 4 {
            if t43 > 3 {
                if count(((t18 & !t11) & (t79 | t16))) > 1 {
                    return further(206, m0, m1, m2, m3, to_move);
                }
                if lead(edge(m0), edge(m2)) > 8 {
                    return further(304, m0, m1, m2, m3, to_move);
                }
                return further(303, m0, m1, m2, m3, to_move);
            }
            if walk(t6, steps(t12), !t77) > 2 {
                if walk(t4, steps(t7), !((t16 | t18) | t8)) > 1 {
                    return true;
                }
                return further(302, m0, m1, m2, m3, to_move);
            }
            if edge(m2) <= 0 {
                return further(300, m0, m1, m2, m3, to_move);
            }
            if t36 <= 3 {
                return further(416, m0, m1, m2, m3, to_move);
            }
            if offset(m1, m2) > 0 {
                return true;
            }
            return further(558, m0, m1, m2, m3, to_move);
        }
        if parts(m2, m3, m0) > 0 {
            if t162 <= 0 {
                return further(201, m0, m1, m2, m3, to_move);
            }
            if t49 <= 8 {
                if lead(edge(m0), edge(m2)) > 8 {
                    return further(411, m0, m1, m2, m3, to_move);
                }
                return further(410, m0, m1, m2, m3, to_move);
            }
            if t43 <= 3 {
                return further(412, m0, m1, m2, m3, to_move);
            }
            if t43 > 4 {
                if corner(m3) > 1 {
                    return further(693, m0, m1, m2, m3, to_move);
                }
                return further(692, m0, m1, m2, m3, to_move);
            }
            if t44 > 2 {
                return further(691, m0, m1, m2, m3, to_move);
            }
            return further(690, m0, m1, m2, m3, to_move);
        }
        if ((t18 & !t11) & (t79 | t16)) != 0 {
            if t49 > 8 {
                return further(295, m0, m1, m2, m3, to_move);
            }
            if distance(m0, m2) > 4 {
                return further(405, m0, m1, m2, m3, to_move);
            }
            return further(404, m0, m1, m2, m3, to_move);
        }
        if walk(t6, steps(t12), !t77) > 2 {
            if t162 > 1 {
                return further(403, m0, m1, m2, m3, to_move);
            }
            return further(402, m0, m1, m2, m3, to_move);
        }
        if t162 > 2 {
            return further(401, m0, m1, m2, m3, to_move);
        }
        if parts(m0, m3, m2) > 0 {
            return false;
        }
        return further(534, m0, m1, m2, m3, to_move);
    }
    let t11 = (t6 | t7);
    let t12 = steps(t4);
    let t18 = jumps(t7);
    let t19 = (t12 | t15);
    let t36 = distance(m0, m3);
    let t49 = lead(t36, t43);
    let t71 = (t11 | t19);
    let t73 = (t16 & !t71);
    if t49 > 7 {
        let t42 = offset(m1, m3);
        if t42 <= 0 {
            if (t73 & t8) != 0 {
                return true;
            }
            let t77 = (t19 | t11);
            let t146 = steps(t7);
            let t151 = walk(t6, t146, !t77);
            if t151 <= 1 {
                if walk(t4, t146, !((t16 | t18) | t8)) <= 1 {
                    return further(56, m0, m1, m2, m3, to_move);
                }
                if t36 > 4 {
                    return true;
                }
                let t79 = steps(t73);
                let t157 = (t18 & !t77);
                let t158 = jumps(t157);
                let t159 = (t158 & !t11);
                let t160 = (t157 | t159);
                let t161 = (t160 & t79);
                let t162 = count(t161);
                if corner(m3) <= 0 {
                    return further(158, m0, m1, m2, m3, to_move);
                }
                if t162 > 2 {
                    return true;
                }
                return further(242, m0, m1, m2, m3, to_move);
            }
            if (t16 & t15) != 0 {
                if offset(m1, m2) <= 0 {
                    return further(101, m0, m1, m2, m3, to_move);
                }
                let t157 = (t18 & !t77);
                if count(((t157 | (jumps(t157) & !t11)) & steps(t73))) > 3 {
                    return true;
                }
                return further(163, m0, m1, m2, m3, to_move);
            }
            if corner(m2) <= 1 {
                return further(99, m0, m1, m2, m3, to_move);
            }
            if offset(m1, m2) <= 0 {
                return false;
            }
            if t151 <= 2 {
                return further(245, m0, m1, m2, m3, to_move);
            }
            if parts(m1, m2, m3) > 0 {
                return further(349, m0, m1, m2, m3, to_move);
            }
            return further(348, m0, m1, m2, m3, to_move);
        }
        let t21 = (t16 | t18);
        let t79 = steps(t73);
        let t111 = (t5 & t21);
        let t114 = (t111 & !t12);
        let t115 = any(t114);
        if ((t18 & !t11) & (t79 | t16)) == 0 {
            if t115 > 0 {
                return true;
            }
            let t77 = (t19 | t11);
            let t157 = (t18 & !t77);
            let t158 = jumps(t157);
            let t159 = (t158 & !t11);
            let t160 = (t157 | t159);
            let t161 = (t160 & t79);
            let t162 = count(t161);
            if t162 <= 0 {
                if leaps(t7, t16, !t77) > 4 {
                    return further(104, m0, m1, m2, m3, to_move);
                }
                return further(103, m0, m1, m2, m3, to_move);
            }
            if offset(m2, m3) > 1 {
                if t162 > 2 {
                    return true;
                }
                if t49 > 8 {
                    return true;
                }
                return further(258, m0, m1, m2, m3, to_move);
            }
            if t162 > 3 {
                return true;
            }
            if t42 > 1 {
                return further(257, m0, m1, m2, m3, to_move);
            }
            return further(256, m0, m1, m2, m3, to_move);
        }
        if t36 <= 2 {
            if distance(m0, m2) > 2 {
                return further(63, m0, m1, m2, m3, to_move);
            }
            return further(62, m0, m1, m2, m3, to_move);
        }
        if t115 > 0 {
            return true;
        }
        let t157 = (t18 & !(t19 | t11));
        if count(((t157 | (jumps(t157) & !t11)) & t79)) > 5 {
            return true;
        }
        if count(t73) > 4 {
            if corner(m3) > 0 {
                return true;
            }
            return further(265, m0, m1, m2, m3, to_move);
        }
        if t43 > 3 {
            return further(264, m0, m1, m2, m3, to_move);
        }
        if distance(m0, m2) > 4 {
            return true;
        }
        if t49 > 10 {
            return true;
        }
        let t51 = parts(m2, m1, m0);
        if corner(m3) <= 0 {
            return further(642, m0, m1, m2, m3, to_move);
        }
        if t51 > 0 {
            return true;
        }
        return further(785, m0, m1, m2, m3, to_move);
    }
    if (t5 & (t16 | t18)) != 0 {
        if distance(m0, m1) > 1 {
            return true;
        }
        return further(16, m0, m1, m2, m3, to_move);
    }
    let t77 = (t19 | t11);
    let t79 = steps(t73);
    let t157 = (t18 & !t77);
    let t158 = jumps(t157);
    let t159 = (t158 & !t11);
    let t160 = (t157 | t159);
    let t161 = (t160 & t79);
    let t162 = count(t161);
    if t162 <= 1 {
        if leaps(t7, t16, !t77) > 3 {
            if distance(m0, m2) > 5 {
                if (t6 & t15) != 0 {
                    return false;
                }
                return further(89, m0, m1, m2, m3, to_move);
            }
            if parts(m2, m3, m0) > 0 {
                return further(88, m0, m1, m2, m3, to_move);
            }
            let t52 = parts(m3, m0, m2);
            if (((t18 & !t71) & jumps(t4)) & jumps(t5)) != 0 {
                return further(142, m0, m1, m2, m3, to_move);
            }
            if t52 > 0 {
                return further(216, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t23 = edge(m0);
        if walk(t6, steps(t12), !t77) <= 1 {
            let t122 = (t18 & !t71);
            let t134 = jumps(t4);
            let t138 = (t122 & t134);
            let t139 = jumps(t5);
            let t140 = (t138 & t139);
            let t141 = count(t140);
            if corner(m0) <= 1 {
                return further(83, m0, m1, m2, m3, to_move);
            }
            if t141 > 0 {
                return further(137, m0, m1, m2, m3, to_move);
            }
            if t23 > 1 {
                return false;
            }
            return further(210, m0, m1, m2, m3, to_move);
        }
        if t23 > 1 {
            return further(86, m0, m1, m2, m3, to_move);
        }
        if offset(m1, m2) <= 0 {
            return further(138, m0, m1, m2, m3, to_move);
        }
        let t44 = offset(m2, m3);
        if (((t18 & !t71) & jumps(t4)) & jumps(t5)) != 0 {
            return true;
        }
        if t44 > 2 {
            return further(312, m0, m1, m2, m3, to_move);
        }
        return further(311, m0, m1, m2, m3, to_move);
    }
    if offset(m1, m2) <= 0 {
        if offset(m1, m3) <= 0 {
            return further(51, m0, m1, m2, m3, to_move);
        }
        if t36 <= 1 {
            return further(91, m0, m1, m2, m3, to_move);
        }
        if walk(t6, steps(t7), !t77) > 3 {
            return further(149, m0, m1, m2, m3, to_move);
        }
        return further(148, m0, m1, m2, m3, to_move);
    }
    if corner(m2) <= 1 {
        let t33 = distance(m0, m2);
        if (((t18 & !t71) & jumps(t4)) & jumps(t5)) != 0 {
            return true;
        }
        if t33 <= 4 {
            if t162 > 3 {
                return further(228, m0, m1, m2, m3, to_move);
            }
            return further(227, m0, m1, m2, m3, to_move);
        }
        if count((t18 & !t11)) <= 3 {
            return further(229, m0, m1, m2, m3, to_move);
        }
        if t162 > 3 {
            return true;
        }
        return further(332, m0, m1, m2, m3, to_move);
    }
    if leaps(t7, t16, !t77) > 2 {
        if walk(t6, steps(t12), !t77) > 2 {
            return further(155, m0, m1, m2, m3, to_move);
        }
        let t23 = edge(m0);
        let t27 = edge(m2);
        let t50 = lead(t23, t27);
        if (((t18 & !t71) & jumps(t4)) & jumps(t5)) != 0 {
            return true;
        }
        if t50 > 9 {
            return further(339, m0, m1, m2, m3, to_move);
        }
        return further(338, m0, m1, m2, m3, to_move);
    }
    if equal(light(m2), light(m3)) <= 0 {
        if edge(m0) <= 0 {
            return further(231, m0, m1, m2, m3, to_move);
        }
        if t162 > 5 {
            return true;
        }
        return further(334, m0, m1, m2, m3, to_move);
    }
    if ((t18 & jumps(t4)) & !t71) != 0 {
        if walk(t6, steps(t7), !t77) > 2 {
            return further(337, m0, m1, m2, m3, to_move);
        }
        return true;
    }
    if t162 > 4 {
        return further(336, m0, m1, m2, m3, to_move);
    }
    return further(335, m0, m1, m2, m3, to_move);
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
