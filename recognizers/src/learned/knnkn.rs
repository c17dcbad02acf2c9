//! KNNKN: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  1442073600
//! draws      1441440512
//! spotted    1441132736 (99.978 %)
//! incorrect  0
//! size       1229 leaves, 2039 bytes packed
//! features   72
//! table      xxh3 3da2d33786d0940e
//! command    drawproof mine KNNKN --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KNNKN";
/// Leaves of the tree.
pub const LEAVES: usize = 1229;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2039;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 1441440512;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 1441132736;

/// The question of each branch.
static QUESTIONS: [u8; 1228] = [
    159, 39, 152, 149, 157, 133, 63, 214, 0, 195, 119, 108, 2, 0, 74, 15, 155, 190, 172, 183,
    195, 160, 154, 0, 155, 214, 150, 0, 178, 115, 172, 81, 0, 140, 153, 22, 0, 132, 14, 41, 155,
    58, 148, 46, 99, 24, 178, 175, 153, 153, 109, 215, 148, 175, 0, 118, 195, 109, 153, 175, 0,
    153, 53, 14, 53, 188, 175, 72, 64, 69, 116, 134, 93, 45, 4, 115, 83, 40, 81, 149, 115, 175,
    52, 15, 81, 130, 81, 215, 45, 218, 0, 81, 134, 81, 53, 154, 25, 216, 98, 37, 118, 148, 89,
    49, 84, 155, 54, 115, 115, 40, 0, 174, 156, 38, 150, 2, 52, 19, 21, 62, 116, 14, 51, 8, 136,
    95, 216, 76, 42, 153, 0, 0, 0, 179, 114, 173, 189, 183, 98, 183, 1, 40, 183, 33, 154, 99,
    174, 54, 15, 40, 174, 28, 105, 137, 43, 213, 148, 38, 154, 1, 189, 175, 138, 114, 157, 110,
    37, 53, 45, 217, 8, 175, 3, 80, 115, 75, 114, 170, 140, 114, 21, 10, 85, 12, 15, 15, 215,
    62, 62, 26, 98, 153, 148, 16, 0, 13, 153, 115, 81, 140, 141, 115, 53, 163, 116, 174, 7, 105,
    24, 218, 174, 178, 53, 76, 8, 74, 115, 53, 35, 27, 81, 183, 183, 99, 116, 37, 82, 70, 15,
    183, 174, 11, 53, 114, 116, 115, 1, 98, 174, 37, 14, 98, 195, 211, 81, 175, 115, 98, 71,
    148, 81, 98, 219, 152, 134, 114, 174, 82, 106, 173, 98, 214, 54, 153, 62, 187, 81, 15, 4,
    44, 174, 115, 102, 82, 1, 109, 23, 0, 0, 0, 0, 54, 114, 15, 27, 98, 140, 54, 37, 22, 19, 61,
    51, 122, 5, 54, 116, 153, 75, 88, 27, 54, 116, 148, 37, 64, 75, 64, 58, 64, 154, 37, 35, 0,
    133, 63, 156, 99, 81, 64, 68, 14, 63, 30, 114, 174, 116, 150, 123, 175, 196, 9, 175, 115,
    67, 33, 55, 52, 162, 131, 98, 163, 15, 52, 114, 101, 50, 46, 4, 164, 14, 122, 140, 74, 185,
    54, 35, 4, 66, 53, 62, 52, 54, 19, 175, 220, 94, 1, 130, 58, 38, 50, 143, 22, 1, 62, 113,
    183, 40, 216, 130, 105, 98, 37, 100, 49, 174, 172, 100, 143, 162, 118, 183, 64, 37, 38, 138,
    50, 35, 183, 40, 14, 175, 47, 98, 38, 38, 36, 55, 38, 26, 183, 15, 46, 121, 25, 19, 41, 26,
    19, 183, 38, 110, 162, 150, 49, 56, 14, 162, 81, 14, 3, 3, 64, 116, 115, 68, 37, 73, 37, 67,
    49, 68, 14, 0, 18, 52, 216, 44, 40, 0, 54, 11, 172, 74, 183, 180, 165, 50, 43, 175, 183, 15,
    19, 51, 54, 114, 114, 115, 98, 53, 183, 8, 0, 0, 67, 155, 130, 44, 16, 183, 97, 65, 115, 54,
    109, 118, 214, 54, 29, 4, 128, 133, 175, 15, 140, 114, 25, 197, 172, 84, 35, 102, 137, 145,
    81, 175, 64, 1, 171, 75, 81, 28, 110, 74, 81, 175, 82, 148, 57, 80, 27, 172, 44, 4, 105,
    153, 54, 81, 146, 172, 215, 216, 102, 215, 215, 12, 114, 18, 149, 121, 74, 111, 71, 64, 169,
    142, 7, 82, 3, 19, 64, 81, 90, 23, 3, 68, 14, 19, 62, 107, 99, 98, 0, 137, 14, 54, 198, 17,
    175, 187, 50, 50, 11, 37, 14, 203, 82, 48, 40, 75, 74, 183, 62, 175, 62, 81, 128, 11, 116,
    62, 135, 215, 47, 88, 211, 19, 130, 19, 172, 54, 34, 27, 74, 45, 164, 25, 166, 172, 10, 188,
    155, 100, 119, 43, 78, 131, 164, 5, 19, 17, 218, 38, 118, 205, 21, 27, 50, 36, 40, 215, 27,
    47, 14, 64, 27, 104, 22, 74, 211, 220, 40, 109, 185, 14, 58, 25, 162, 62, 45, 1, 106, 74, 9,
    92, 91, 13, 123, 130, 16, 7, 106, 16, 130, 186, 73, 60, 216, 202, 81, 62, 174, 81, 35, 68,
    66, 37, 3, 75, 114, 37, 174, 41, 13, 93, 11, 0, 0, 127, 1, 4, 165, 101, 44, 175, 18, 54,
    169, 175, 172, 59, 14, 148, 98, 175, 200, 1, 11, 203, 202, 81, 183, 138, 37, 19, 131, 1,
    155, 22, 7, 58, 94, 9, 1, 192, 22, 162, 1, 12, 172, 53, 205, 17, 172, 161, 57, 101, 84, 140,
    36, 98, 28, 181, 208, 35, 37, 14, 37, 37, 35, 34, 64, 12, 27, 40, 177, 103, 131, 37, 38,
    218, 130, 75, 27, 67, 150, 44, 22, 62, 18, 40, 209, 104, 138, 19, 59, 63, 117, 60, 213, 121,
    174, 83, 199, 12, 45, 174, 130, 206, 54, 27, 35, 98, 54, 110, 158, 130, 137, 56, 50, 50,
    140, 84, 172, 1, 191, 16, 184, 45, 84, 140, 74, 183, 175, 98, 172, 87, 12, 172, 14, 74, 37,
    25, 129, 83, 22, 74, 73, 12, 62, 26, 44, 78, 172, 138, 1, 165, 22, 105, 116, 57, 34, 120,
    106, 124, 61, 48, 4, 85, 87, 118, 218, 37, 198, 38, 52, 54, 138, 1, 101, 161, 86, 172, 62,
    62, 62, 62, 210, 75, 200, 218, 194, 27, 14, 10, 38, 37, 102, 19, 6, 129, 136, 156, 94, 28,
    34, 25, 113, 176, 130, 74, 130, 9, 68, 8, 158, 14, 66, 115, 116, 165, 210, 35, 117, 130,
    148, 108, 44, 54, 49, 21, 11, 187, 180, 206, 198, 11, 168, 9, 47, 167, 12, 212, 85, 93, 38,
    11, 27, 205, 54, 206, 16, 16, 188, 12, 20, 91, 105, 140, 129, 212, 104, 175, 84, 27, 16,
    217, 8, 171, 130, 17, 10, 27, 47, 81, 13, 4, 121, 103, 17, 62, 115, 12, 150, 9, 126, 180,
    131, 144, 36, 124, 150, 3, 212, 103, 62, 158, 17, 93, 125, 62, 23, 123, 17, 216, 161, 4,
    172, 148, 50, 181, 61, 129, 114, 131, 174, 90, 163, 171, 187, 19, 172, 17, 187, 183, 75,
    193, 162, 45, 8, 131, 19, 169, 65, 104, 172, 26, 175, 54, 217, 74, 5, 37, 22, 14, 204, 175,
    16, 85, 216, 84, 102, 197, 46, 25, 12, 87, 175, 8, 17, 129, 124, 118, 24, 32, 95, 174, 29,
    56, 215, 23, 56, 108, 123, 214, 113, 175, 175, 11, 218, 205, 188, 205, 54, 14, 17, 54, 218,
    54, 21, 103, 155, 209, 21, 124, 88, 60, 130, 102, 17, 28, 102, 104, 102, 175, 9, 21, 18, 81,
    102, 11, 62, 194, 207, 74, 8, 49, 122, 6, 139, 217, 158, 101, 158, 130, 45, 151, 54, 80,
    108, 218, 127, 43, 54, 137, 54, 94, 89, 108, 18, 172, 26, 218, 211, 21, 220, 31, 10, 56,
    179, 64, 104, 79, 11, 55, 101, 6, 7, 101, 123, 9, 25, 167, 151, 38, 12, 158, 158, 11, 172,
    135, 66, 129, 127, 148, 51, 90, 162, 12, 16, 101, 56, 215, 2, 56, 86, 61, 77, 120, 12, 167,
    74, 66, 35, 29, 52, 2, 44, 56, 74, 172, 183, 21, 57, 204, 112, 11, 5, 120, 38, 9, 57, 150,
    129, 38, 122, 6, 182, 56, 217, 90, 147, 102, 183, 130, 201, 78, 96, 2, 101, 158, 94, 7, 169,
    25, 2, 1, 100, 25, 8, 49, 22, 103, 146, 77, 76, 16, 9,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 221] = [
    0, 0, 1, 2, 2, 0, 1, 0, 1, 2, 0, 1, 2, 0, 0, 1, 0, 1, 2, 0, 1, 2, 1, 2, 1, 2, 3, 4, 5, 3, 4,
    5, 6, 8, 0, 1, 2, 0, 0, 2, 0, 1, 1, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 1, 2, 3,
    4, 5, 6, 6, 7, 8, 9, 11, 12, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 0, 0, 1, 3, 4, 5, 4, 5, 6, 7, 0,
    1, 2, 2, 3, 6, 8, 0, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 0, 2, 3, 5, 6, 0, 5, 6, 7, 8, 6, 7,
    8, 9, 10, 5, 8, 9, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 11, 13, 14, 15, 17, 0, 1, 2, 3,
    4, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 1, 2, 7, 7, 8, 9, 10, 11, 0, 1, 0, 0, 1, 1, 2, 3, 4, 5,
    6, 0, 1, 1, 2, 3, 4, 5, 1, 1, 2, 4, 5, 1, 2, 1, 2, 1, 3, 4, 5, 7, 8, 9, 10, 11, 17, 20, 22,
    23, 26, 2, 3, 4, 1, 2, 0, 0, 1,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x08c20de4214964b2, 0x4230821c488e1082, 0xc282d0920610303e, 0x000000000d2104a8,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 23, 41, 62,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xd9fdf5df5fd7ffdf, 0xfbfd4dbbd6f7fe52, 0x5dfffa7af2ba7f7e, 0x792f62fd2ae52ebc,
    0xf75a5df45bf467ff, 0x77759aa7ddaab9b9, 0xd74d687e8f9a7f0f, 0xb642aebd0e3ba7fd,
    0xf5c22dd9b775ef6f, 0x69586156bb599986, 0xd5ea1b7c7a2f5e9d, 0x6fddff868677ed9d,
    0x631bafaa48c52261, 0xa8d982f556fba955, 0x5d705c6c1a8d45ad, 0x5a41d8345c97ffb1,
    0x8679b75f27568f5a, 0x4f5c3d387d537525, 0xddff40b17cae75a8, 0x905620b064016b10,
    0xac2ba94ba1ae8cad, 0x32325606e81994a1, 0x8409aa56074455ef, 0x9d0654a2796647e4,
    0xce6f976e662341ba, 0x055e610a51694806, 0xde9c144103120945, 0x048b096089e0a055,
    0x262a3e68235e47e5, 0x58c6a855447634d1, 0x16154926554cac91, 0x941a1601f7405909,
    0x47121511066d61cd, 0x86091b409371269d, 0x158056f664d00861, 0x02cf20c0d1840099,
    0x41216d9c080a4045, 0x044411aa0da750ca, 0x00000000001242a0,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 52, 98, 145, 182, 226, 266, 305, 343, 385, 416, 455, 498, 527, 562, 593, 627, 664, 699,
    736, 756, 788, 813, 841, 871, 906, 929, 952, 973, 1004, 1032, 1058, 1082, 1108, 1134, 1158,
    1178, 1198, 1221,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0xdfe75fcffdffbfff, 0xde5ff9fffd77bfbe, 0x6b77ddedfcdff9da, 0x9f7bef7bdf5797a5,
    0xffff2e7eb6e6ff77, 0xd7bdfacad6f4fdf2, 0x9b7dedde9bc5f968, 0xd65b57d6f315ffba,
    0xcdfc396abdacf17d, 0x2b1b2c82f6cd6955, 0xeadf53d55cdbf6a7, 0xece6a945cfe6c6e2,
    0x3ebd5d5e54d767f5, 0x23d2c68acab545c9, 0xa755aa06557adbf2, 0x55b40b4eca5286d4,
    0x5e869bad68eeb252, 0x4a90a9e64e664c5a, 0xd4a3ac35cd92ba9b, 0x0000000000001569,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64, m4: u64, to_move: u64) -> u64 {
    match feature {
        // strong-to-move
        0 => to_move,
        // strong-king-edge
        1 => edge(m0),
        // strong-king-corner
        2 => corner(m0),
        // strong-knight-edge-least
        3 => least(edge(m1), edge(m2)),
        // strong-knight-edge-most
        4 => most(edge(m1), edge(m2)),
        // strong-knight-corner-least
        5 => least(corner(m1), corner(m2)),
        // weak-king-edge
        6 => edge(m3),
        // weak-king-corner
        7 => corner(m3),
        // weak-knight-edge
        8 => edge(m4),
        // weak-knight-corner
        9 => corner(m4),
        // strong-king-strong-knight-distance-least
        10 => least(distance(m0, m1), distance(m0, m2)),
        // strong-king-strong-knight-distance-most
        11 => most(distance(m0, m1), distance(m0, m2)),
        // strong-king-strong-knight-distance-sum
        12 => plus(distance(m0, m1), distance(m0, m2)),
        // strong-king-strong-knight-offset-most
        13 => most(offset(m0, m1), offset(m0, m2)),
        // strong-king-strong-knight-colours-least
        14 => {
            let t45 = light(m0);
            least(equal(t45, light(m1)), equal(t45, light(m2)))
        }
        // strong-king-strong-knight-colours-most
        15 => {
            let t45 = light(m0);
            most(equal(t45, light(m1)), equal(t45, light(m2)))
        }
        // strong-king-weak-king-offset
        17 => offset(m0, m3),
        // strong-king-weak-knight-distance
        19 => distance(m0, m4),
        // strong-king-weak-knight-offset
        20 => offset(m0, m4),
        // strong-king-weak-knight-colours
        21 => equal(light(m0), light(m4)),
        // strong-knight-weak-king-distance-least
        22 => least(distance(m1, m3), distance(m2, m3)),
        // strong-knight-weak-king-distance-most
        23 => most(distance(m1, m3), distance(m2, m3)),
        // strong-knight-weak-king-distance-sum
        24 => plus(distance(m1, m3), distance(m2, m3)),
        // strong-knight-weak-king-offset-most
        25 => most(offset(m1, m3), offset(m2, m3)),
        // strong-knight-weak-king-offset-sum
        26 => plus(offset(m1, m3), offset(m2, m3)),
        // strong-knight-weak-king-colours-least
        27 => {
            let t68 = light(m3);
            least(equal(light(m1), t68), equal(light(m2), t68))
        }
        // strong-knight-weak-king-colours-most
        28 => {
            let t68 = light(m3);
            most(equal(light(m1), t68), equal(light(m2), t68))
        }
        // strong-knight-weak-knight-distance-most
        29 => most(distance(m1, m4), distance(m2, m4)),
        // strong-knight-weak-knight-distance-sum
        30 => plus(distance(m1, m4), distance(m2, m4)),
        // strong-knight-weak-knight-offset-least
        31 => least(offset(m1, m4), offset(m2, m4)),
        // strong-knight-weak-knight-offset-sum
        32 => plus(offset(m1, m4), offset(m2, m4)),
        // strong-knight-weak-knight-colours-least
        33 => {
            let t57 = light(m4);
            least(equal(light(m1), t57), equal(light(m2), t57))
        }
        // strong-knight-weak-knight-colours-most
        34 => {
            let t57 = light(m4);
            most(equal(light(m1), t57), equal(light(m2), t57))
        }
        // strong-knights-distance
        35 => distance(m1, m2),
        // weak-king-weak-knight-distance
        36 => distance(m3, m4),
        // weak-king-weak-knight-offset
        37 => offset(m3, m4),
        // weak-king-weak-knight-colours
        38 => equal(light(m3), light(m4)),
        // race-strong-knight-least
        39 => least(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-strong-knight-most
        40 => most(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-weak-knight
        41 => lead(distance(m0, m4), distance(m3, m4)),
        // strong-knight-parts-kings-least
        42 => least(parts(m1, m0, m3), parts(m2, m0, m3)),
        // strong-knight-parts-kings-most
        43 => most(parts(m1, m0, m3), parts(m2, m0, m3)),
        // weak-knight-parts-kings
        44 => parts(m4, m0, m3),
        // strong-king-flights
        46 => {
            let t5 = bit(m0);
            count((steps(t5) & !(((t5 | bit(m1)) | bit(m2)) | (steps(bit(m3)) | jumps(bit(m4))))))
        }
        // strong-king-in-check
        47 => any((bit(m0) & jumps(bit(m4)))),
        // strong-king-room
        48 => {
            let t5 = bit(m0);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t21 = (steps(bit(m3)) | jumps(bit(m4)));
            let t104 = (steps(t5) & !(t11 | t21));
            count((t104 | (steps(t104) & !(t21 | t11))))
        }
        // weak-king-flights
        49 => {
            let t8 = bit(m3);
            count((steps(t8) & !((t8 | bit(m4)) | ((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2))))))
        }
        // weak-king-in-check
        50 => any((bit(m3) & (jumps(bit(m1)) | jumps(bit(m2))))),
        // weak-king-room
        51 => {
            let t8 = bit(m3);
            let t12 = (t8 | bit(m4));
            let t19 = ((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2)));
            let t116 = (steps(t8) & !(t12 | t19));
            count((t116 | (steps(t116) & !(t19 | t12))))
        }
        // weak-king-ring
        52 => count((steps(bit(m3)) & (jumps(bit(m1)) | jumps(bit(m2))))),
        // strong-knight-safe-moves-least
        53 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t102 = (((bit(m0) | t6) | t7) | (steps(bit(m3)) | jumps(bit(m4))));
            least(count((jumps(t6) & !t102)), count((jumps(t7) & !t102)))
        }
        // strong-knight-moves-sum
        54 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t11 = ((bit(m0) | t6) | t7);
            plus(count((jumps(t6) & !t11)), count((jumps(t7) & !t11)))
        }
        // strong-knight-takes-most
        55 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t12 = (t8 | t9);
            let t21 = (steps(t8) | jumps(t9));
            most(count(((jumps(bit(m1)) & t12) & !t21)), count(((jumps(bit(m2)) & t12) & !t21)))
        }
        // strong-knight-safe-checks-least
        56 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t102 = (((bit(m0) | t6) | t7) | (steps(t8) | jumps(bit(m4))));
            let t147 = jumps(t8);
            least(count(((jumps(t6) & t147) & !t102)), count(((jumps(t7) & t147) & !t102)))
        }
        // strong-knight-safe-checks-most
        57 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t102 = (((bit(m0) | t6) | t7) | (steps(t8) | jumps(bit(m4))));
            let t147 = jumps(t8);
            most(count(((jumps(t6) & t147) & !t102)), count(((jumps(t7) & t147) & !t102)))
        }
        // weak-knight-safe-moves
        58 => {
            let t9 = bit(m4);
            count((jumps(t9) & !((bit(m3) | t9) | ((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2))))))
        }
        // weak-knight-safe-checks
        59 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            count(((jumps(t9) & jumps(t5)) & !((bit(m3) | t9) | ((steps(t5) | jumps(bit(m1))) | jumps(bit(m2))))))
        }
        // strong-king-walk-weak-knight
        60 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            walk(t5, steps(t9), !((steps(bit(m3)) | jumps(t9)) | ((t5 | bit(m1)) | bit(m2))))
        }
        // weak-king-walk-weak-knight
        62 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t8, steps(t9), !(((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2))) | (t8 | t9)))
        }
        // weak-king-walk-kings
        63 => {
            let t8 = bit(m3);
            let t13 = steps(bit(m0));
            walk(t8, steps(t13), !(((t13 | jumps(bit(m1))) | jumps(bit(m2))) | (t8 | bit(m4))))
        }
        // strong-knight-leaps-king-most
        64 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t13 = steps(t5);
            let t108 = ((steps(bit(m3)) | jumps(bit(m4))) | ((t5 | t6) | t7));
            most(leaps(t6, t13, !t108), leaps(t7, t13, !t108))
        }
        // strong-knight-leaps-king-sum
        65 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t13 = steps(t5);
            let t108 = ((steps(bit(m3)) | jumps(bit(m4))) | ((t5 | t6) | t7));
            plus(leaps(t6, t13, !t108), leaps(t7, t13, !t108))
        }
        // strong-knight-refuge-most
        66 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t11 = ((t5 | t6) | t7);
            let t21 = (steps(bit(m3)) | jumps(bit(m4)));
            let t108 = (t21 | t11);
            let t110 = steps((steps(t5) & !(t11 | t21)));
            let t176 = (jumps(t6) & !t108);
            let t182 = (jumps(t7) & !t108);
            most(count(((t176 | (jumps(t176) & !t11)) & t110)), count(((t182 | (jumps(t182) & !t11)) & t110)))
        }
        // strong-knight-room-most
        67 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t108 = ((steps(bit(m3)) | jumps(bit(m4))) | ((bit(m0) | t6) | t7));
            let t176 = (jumps(t6) & !t108);
            let t182 = (jumps(t7) & !t108);
            most(count((t176 | (jumps(t176) & !t108))), count((t182 | (jumps(t182) & !t108))))
        }
        // weak-knight-leaps-king
        68 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            leaps(t9, steps(t8), !(((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2))) | (t8 | t9)))
        }
        // weak-knight-leaps-other-king
        69 => leaps(bit(m4), steps(bit(m0)), !0),
        // weak-knight-refuge
        70 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t12 = (t8 | t9);
            let t19 = ((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2)));
            let t198 = (jumps(t9) & !(t19 | t12));
            count(((t198 | (jumps(t198) & !t12)) & steps((steps(t8) & !(t12 | t19)))))
        }
        // weak-knight-shelter
        _ => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t12 = (t8 | t9);
            let t16 = steps(t8);
            count(((jumps(t9) & !t12) & (steps((t16 & !(t12 | ((steps(bit(m0)) | jumps(bit(m1))) | jumps(bit(m2)))))) | t16)))
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
    let mut set = colour[1 - first] & kind[1];
    let m4 = set.trailing_zeros() as u64 ^ turn;
    let t5 = bit(m0);
    let t6 = bit(m1);
    let t7 = bit(m2);
    let t8 = bit(m3);
    let t9 = bit(m4);
    let t12 = (t8 | t9);
    let t13 = steps(t5);
    let t14 = jumps(t6);
    let t15 = jumps(t7);
    let t16 = steps(t8);
    let t18 = (t13 | t14);
    let t19 = (t18 | t15);
    let t114 = (t12 | t19);
    let t116 = (t16 & !t114);
    let t117 = count(t116);
    let t120 = (t19 | t12);
    let t122 = steps(t116);
    let t123 = (t122 & !t120);
    let t124 = (t116 | t123);
    let t125 = count(t124);
    if t125 > 6 {
        if t117 > 4 {
            return true;
        }
        let t10 = (t5 | t6);
        let t11 = (t10 | t7);
        let t17 = jumps(t9);
        let t21 = (t16 | t17);
        let t86 = distance(m3, m4);
        let t102 = (t11 | t21);
        let t104 = (t13 & !t102);
        let t105 = count(t104);
        if t105 <= 0 {
            return further(10, m0, m1, m2, m3, m4, to_move);
        }
        if t86 > 4 {
            if t125 > 7 {
                return true;
            }
            if to_move <= 0 {
                return true;
            }
            if walk(t8, steps(t13), !t120) > 1 {
                return true;
            }
            if most(parts(m1, m0, m3), parts(m2, m0, m3)) <= 0 {
                return true;
            }
            if slant(m0, m3) > 1 {
                if corner(m3) > 1 {
                    return true;
                }
                return further(256, m0, m1, m2, m3, m4, to_move);
            }
            if least(corner(m1), corner(m2)) > 2 {
                return further(255, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if walk(t8, steps(t13), !t120) > 1 {
            return true;
        }
        let t37 = distance(m0, m1);
        let t38 = distance(m0, m2);
        if least(t37, t38) > 1 {
            return true;
        }
        if least(lead(t37, distance(m3, m1)), lead(t38, distance(m3, m2))) > 6 {
            return true;
        }
        let t68 = light(m3);
        if least(equal(light(m1), t68), equal(light(m2), t68)) <= 0 {
            return true;
        }
        if plus(offset(m1, m3), offset(m2, m3)) > 1 {
            return true;
        }
        if most(distance(m1, m4), distance(m2, m4)) > 4 {
            return true;
        }
        let t34 = corner(m3);
        if t105 <= 1 {
            return further(341, m0, m1, m2, m3, m4, to_move);
        }
        if t34 > 1 {
            return true;
        }
        return further(445, m0, m1, m2, m3, m4, to_move);
    }
    if distance(m0, m3) > 2 {
        if t125 > 4 {
            if walk(t8, steps(t13), !t120) > 1 {
                return true;
            }
            let t17 = jumps(t9);
            let t21 = (t16 | t17);
            if most(count(((t14 & t12) & !t21)), count(((t15 & t12) & !t21))) > 0 {
                return true;
            }
            if to_move <= 0 {
                return true;
            }
            let t10 = (t5 | t6);
            let t11 = (t10 | t7);
            let t102 = (t11 | t21);
            let t147 = jumps(t8);
            if most(count(((t14 & t147) & !t102)), count(((t15 & t147) & !t102))) <= 0 {
                let t104 = (t13 & !t102);
                let t105 = count(t104);
                if offset(m0, m4) > 3 {
                    return further(125, m0, m1, m2, m3, m4, to_move);
                }
                if t105 > 3 {
                    return true;
                }
                return further(178, m0, m1, m2, m3, m4, to_move);
            }
            let t34 = corner(m3);
            if t34 > 1 {
                return true;
            }
            if leaps(t9, t13, !0) <= 1 {
                if corner(m4) <= 2 {
                    return true;
                }
                if ((t17 & !t12) & (t122 | t16)) != 0 {
                    return further(339, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            if least(corner(m1), corner(m2)) <= 0 {
                return true;
            }
            let t46 = light(m1);
            let t48 = light(m2);
            let t57 = light(m4);
            let t81 = equal(t46, t57);
            let t82 = equal(t48, t57);
            let t83 = least(t81, t82);
            if t117 > 4 {
                return true;
            }
            if t83 > 0 {
                return further(443, m0, m1, m2, m3, m4, to_move);
            }
            if plus(distance(m1, m3), distance(m2, m3)) > 9 {
                return true;
            }
            if t34 <= 0 {
                return further(678, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m3, m4) > 5 {
                return further(794, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if to_move <= 0 {
            if t125 > 2 {
                if offset(m3, m4) > 6 {
                    return further(49, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            if count((jumps(t9) & !t114)) > 2 {
                return true;
            }
            return further(48, m0, m1, m2, m3, m4, to_move);
        }
        let t10 = (t5 | t6);
        let t11 = (t10 | t7);
        let t17 = jumps(t9);
        let t21 = (t16 | t17);
        if walk(t5, steps(t16), !(t21 | t11)) > 1 {
            let t68 = light(m3);
            let t196 = leaps(t9, t16, !t120);
            if least(equal(light(m1), t68), equal(light(m2), t68)) > 0 {
                return further(52, m0, m1, m2, m3, m4, to_move);
            }
            if t196 <= 4 {
                return true;
            }
            if offset(m3, m4) > 6 {
                return further(122, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if most(count(((t14 & t12) & !t21)), count(((t15 & t12) & !t21))) > 0 {
            return true;
        }
        if distance(m3, m4) <= 5 {
            let t68 = light(m3);
            if least(equal(light(m1), t68), equal(light(m2), t68)) > 0 {
                return further(119, m0, m1, m2, m3, m4, to_move);
            }
            if corner(m4) <= 2 {
                return true;
            }
            let t102 = (t11 | t21);
            let t147 = jumps(t8);
            if most(count(((t14 & t147) & !t102)), count(((t15 & t147) & !t102))) > 0 {
                return further(240, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if t117 <= 1 {
            return further(120, m0, m1, m2, m3, m4, to_move);
        }
        if corner(m3) > 0 {
            return further(176, m0, m1, m2, m3, m4, to_move);
        }
        if most(offset(m1, m3), offset(m2, m3)) > 4 {
            return further(246, m0, m1, m2, m3, m4, to_move);
        }
        let t102 = (t11 | t21);
        let t147 = jumps(t8);
        if most(count(((t14 & t147) & !t102)), count(((t15 & t147) & !t102))) > 0 {
            return further(334, m0, m1, m2, m3, m4, to_move);
        }
        return further(333, m0, m1, m2, m3, m4, to_move);
    }
    if t117 > 1 {
        if leaps(t9, t16, !t120) > 3 {
            if corner(m3) > 1 {
                return true;
            }
            let t17 = jumps(t9);
            if to_move <= 0 {
                if count((t17 & !t114)) > 2 {
                    return true;
                }
                if least(offset(m1, m4), offset(m2, m4)) > 2 {
                    return further(112, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            let t102 = (((t5 | t6) | t7) | (t16 | t17));
            let t147 = jumps(t8);
            if most(count(((t14 & t147) & !t102)), count(((t15 & t147) & !t102))) > 0 {
                if corner(m0) > 2 {
                    if edge(m0) > 1 {
                        return further(169, m0, m1, m2, m3, m4, to_move);
                    }
                    if distance(m0, m4) > 3 {
                        return further(237, m0, m1, m2, m3, m4, to_move);
                    }
                    return true;
                }
                if t117 > 2 {
                    return further(167, m0, m1, m2, m3, m4, to_move);
                }
                let t45 = light(m0);
                if least(equal(t45, light(m1)), equal(t45, light(m2))) > 0 {
                    return further(235, m0, m1, m2, m3, m4, to_move);
                }
                return further(234, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m0, m4) <= 3 {
                return true;
            }
            let t45 = light(m0);
            if most(equal(t45, light(m1)), equal(t45, light(m2))) <= 0 {
                if t125 > 4 {
                    return true;
                }
                return further(232, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m3, m4) <= 6 {
                return true;
            }
            if offset(m3, m4) > 5 {
                return further(320, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if most(offset(m1, m3), offset(m2, m3)) > 3 {
            return true;
        }
        if t117 > 2 {
            if most(distance(m0, m1), distance(m0, m2)) > 1 {
                return true;
            }
            return further(71, m0, m1, m2, m3, m4, to_move);
        }
        let t57 = light(m4);
        if most(equal(light(m1), t57), equal(light(m2), t57)) <= 0 {
            return true;
        }
        if equal(light(m3), t57) <= 0 {
            if offset(m0, m3) <= 0 {
                return true;
            }
            let t10 = (t5 | t6);
            let t11 = (t10 | t7);
            let t17 = jumps(t9);
            let t21 = (t16 | t17);
            let t102 = (t11 | t21);
            let t147 = jumps(t8);
            if most(count(((t14 & t147) & !t102)), count(((t15 & t147) & !t102))) <= 0 {
                return true;
            }
            if corner(m3) <= 1 {
                return further(313, m0, m1, m2, m3, m4, to_move);
            }
            if (t13 & !t102) != 0 {
                return true;
            }
            return further(411, m0, m1, m2, m3, m4, to_move);
        }
        if to_move <= 0 {
            return true;
        }
        let t10 = (t5 | t6);
        let t11 = (t10 | t7);
        let t17 = jumps(t9);
        let t21 = (t16 | t17);
        let t102 = (t11 | t21);
        if count((t13 & !t102)) > 5 {
            let t147 = jumps(t8);
            if least(count(((t14 & t147) & !t102)), count(((t15 & t147) & !t102))) > 0 {
                return further(316, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if ((t17 & jumps(t5)) & !t114) != 0 {
            return true;
        }
        if most(distance(m1, m3), distance(m2, m3)) > 5 {
            return true;
        }
        if corner(m3) <= 1 {
            return further(524, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m3, m4) > 1 {
            return true;
        }
        return further(643, m0, m1, m2, m3, m4, to_move);
    }
    let t59 = distance(m1, m3);
    let t60 = distance(m2, m3);
    let t62 = most(t59, t60);
    if t62 > 5 {
        if to_move <= 0 {
            if t125 > 2 {
                return true;
            }
            if least(t59, t60) > 4 {
                return true;
            }
            if walk(t5, steps(t9), !((t16 | jumps(t9)) | ((t5 | t6) | t7))) > 4 {
                return further(101, m0, m1, m2, m3, m4, to_move);
            }
            if least(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))) > 6 {
                return further(151, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if leaps(t9, t16, !t120) <= 3 {
            let t64 = offset(m1, m3);
            let t65 = offset(m2, m3);
            let t66 = most(t64, t65);
            if t117 <= 0 {
                return further(66, m0, m1, m2, m3, m4, to_move);
            }
            if t66 > 1 {
                return true;
            }
            return further(104, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m0, m4) <= 4 {
            if t62 <= 6 {
                return further(105, m0, m1, m2, m3, m4, to_move);
            }
            if equal(light(m0), light(m4)) > 0 {
                return further(157, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if plus(t59, t60) > 11 {
            return further(108, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m3, m4) > 6 {
            return further(159, m0, m1, m2, m3, m4, to_move);
        }
        if t125 <= 1 {
            return further(223, m0, m1, m2, m3, m4, to_move);
        }
        if equal(light(m3), light(m4)) > 0 {
            return true;
        }
        return further(306, m0, m1, m2, m3, m4, to_move);
    }
    if edge(m0) > 1 {
        if to_move <= 0 {
            if offset(m0, m3) > 1 {
                return further(62, m0, m1, m2, m3, m4, to_move);
            }
            if (t8 & (t14 | t15)) != 0 {
                return further(94, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if t125 > 2 {
            if offset(m0, m4) > 4 {
                return further(99, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if corner(m3) > 0 {
            return further(98, m0, m1, m2, m3, m4, to_move);
        }
        return further(97, m0, m1, m2, m3, m4, to_move);
    }
    if t125 <= 1 {
        if parts(m3, m4, m0) > 0 {
            return further(58, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m3, m4) > 5 {
            return further(87, m0, m1, m2, m3, m4, to_move);
        }
        let t68 = light(m3);
        if least(equal(light(m1), t68), equal(light(m2), t68)) > 0 {
            return further(130, m0, m1, m2, m3, m4, to_move);
        }
        return further(129, m0, m1, m2, m3, m4, to_move);
    }
    if corner(m3) > 0 {
        if to_move <= 0 {
            if count((t13 & !(((t5 | t6) | t7) | (t16 | jumps(t9))))) > 1 {
                return true;
            }
            return further(141, m0, m1, m2, m3, m4, to_move);
        }
        let t68 = light(m3);
        if least(equal(light(m1), t68), equal(light(m2), t68)) > 0 {
            if plus(distance(m0, m1), distance(m0, m2)) > 8 {
                return true;
            }
            return further(205, m0, m1, m2, m3, m4, to_move);
        }
        if ((jumps(t9) & jumps(t5)) & !t114) != 0 {
            return true;
        }
        if equal(t68, light(m4)) > 0 {
            return further(283, m0, m1, m2, m3, m4, to_move);
        }
        return further(282, m0, m1, m2, m3, m4, to_move);
    }
    let t17 = jumps(t9);
    let t102 = (((t5 | t6) | t7) | (t16 | t17));
    let t147 = jumps(t8);
    if most(count(((t14 & t147) & !t102)), count(((t15 & t147) & !t102))) > 0 {
        let t68 = light(m3);
        if least(equal(light(m1), t68), equal(light(m2), t68)) > 0 {
            return further(140, m0, m1, m2, m3, m4, to_move);
        }
        return further(139, m0, m1, m2, m3, m4, to_move);
    }
    if to_move > 0 {
        let t57 = light(m4);
        if least(equal(light(m1), t57), equal(light(m2), t57)) > 0 {
            return further(198, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m3, m4) > 6 {
            return further(274, m0, m1, m2, m3, m4, to_move);
        }
        return further(273, m0, m1, m2, m3, m4, to_move);
    }
    if ((t17 & jumps(t5)) & !t114) != 0 {
        return true;
    }
    if (t8 & (t14 | t15)) != 0 {
        return further(272, m0, m1, m2, m3, m4, to_move);
    }
    return further(271, m0, m1, m2, m3, m4, to_move);
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
        b"KNNKN learned\0".as_ptr().cast()
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
