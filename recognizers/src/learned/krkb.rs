//! KRKB: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  22613192
//! draws      18444144
//! spotted    18339292 (99.431 %)
//! incorrect  0
//! size       1232 leaves, 2046 bytes packed
//! features   71
//! table      xxh3 0899fe28bf6954fd
//! command    drawproof mine KRKB --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KRKB";
/// Leaves of the tree.
pub const LEAVES: usize = 1232;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2046;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 18444144;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 18339292;

/// The question of each branch.
static QUESTIONS: [u8; 1231] = [
    204, 0, 0, 152, 88, 183, 53, 30, 39, 110, 181, 57, 174, 149, 13, 147, 182, 30, 223, 11, 48,
    71, 94, 104, 103, 183, 88, 188, 54, 157, 11, 212, 19, 29, 108, 93, 127, 217, 92, 32, 62, 86,
    71, 220, 185, 68, 183, 179, 147, 77, 86, 93, 57, 42, 94, 13, 33, 37, 200, 68, 179, 223, 181,
    30, 143, 130, 60, 11, 145, 93, 198, 94, 182, 94, 57, 83, 67, 101, 222, 83, 41, 109, 120, 39,
    182, 179, 207, 93, 33, 57, 150, 144, 83, 83, 29, 71, 27, 211, 187, 159, 119, 39, 213, 180,
    145, 212, 89, 29, 215, 8, 90, 186, 111, 202, 5, 147, 147, 5, 83, 39, 188, 182, 156, 95, 78,
    184, 39, 19, 94, 39, 14, 180, 111, 78, 84, 120, 78, 223, 11, 20, 118, 120, 59, 153, 20, 33,
    45, 206, 164, 11, 177, 171, 185, 175, 36, 16, 67, 147, 54, 13, 100, 54, 192, 31, 80, 29, 9,
    191, 2, 77, 203, 142, 94, 40, 13, 197, 57, 196, 16, 67, 105, 151, 92, 180, 68, 89, 44, 46,
    177, 92, 36, 180, 76, 198, 199, 177, 129, 144, 7, 125, 181, 11, 34, 69, 8, 5, 131, 216, 42,
    83, 68, 68, 212, 119, 19, 94, 211, 31, 83, 94, 97, 212, 177, 177, 32, 152, 170, 35, 104, 42,
    178, 151, 152, 196, 26, 2, 58, 124, 47, 80, 118, 189, 37, 68, 143, 118, 161, 161, 118, 162,
    88, 20, 207, 203, 84, 145, 31, 113, 84, 68, 39, 177, 212, 155, 40, 54, 184, 95, 16, 124, 94,
    58, 145, 195, 144, 54, 16, 131, 134, 12, 31, 95, 57, 34, 58, 67, 102, 207, 95, 49, 68, 176,
    47, 89, 32, 83, 210, 1, 131, 44, 48, 95, 176, 90, 212, 48, 99, 26, 57, 59, 48, 106, 5, 57,
    14, 31, 208, 5, 57, 71, 92, 104, 11, 109, 106, 161, 116, 173, 67, 154, 19, 35, 62, 22, 98,
    87, 74, 5, 5, 9, 192, 68, 49, 135, 203, 188, 188, 202, 11, 124, 209, 203, 118, 188, 144,
    185, 90, 46, 207, 51, 84, 58, 83, 68, 112, 89, 95, 20, 119, 150, 224, 36, 16, 22, 145, 136,
    127, 197, 67, 92, 4, 136, 48, 1, 2, 185, 44, 188, 44, 165, 32, 130, 40, 218, 106, 207, 54,
    219, 100, 20, 16, 109, 30, 117, 51, 114, 185, 92, 10, 72, 71, 90, 20, 83, 101, 32, 210, 172,
    90, 54, 30, 212, 90, 212, 19, 90, 201, 211, 68, 211, 119, 71, 207, 205, 112, 68, 95, 92, 20,
    45, 3, 218, 32, 93, 170, 146, 51, 123, 99, 191, 24, 133, 41, 94, 52, 192, 13, 90, 90, 28,
    26, 119, 40, 10, 88, 122, 2, 220, 132, 219, 84, 63, 221, 203, 29, 118, 106, 14, 16, 129,
    195, 79, 135, 106, 13, 26, 166, 168, 39, 206, 114, 53, 81, 206, 88, 218, 90, 196, 56, 168,
    11, 160, 132, 14, 58, 71, 3, 20, 171, 86, 71, 13, 58, 58, 80, 48, 2, 90, 84, 122, 189, 188,
    189, 203, 29, 173, 19, 128, 79, 26, 73, 177, 109, 16, 67, 16, 175, 172, 40, 27, 185, 46, 20,
    44, 10, 151, 26, 68, 140, 5, 65, 151, 212, 212, 52, 64, 30, 90, 203, 179, 126, 30, 55, 21,
    47, 68, 156, 175, 32, 128, 211, 57, 203, 95, 44, 52, 176, 175, 14, 12, 10, 96, 125, 71, 185,
    94, 93, 58, 96, 41, 212, 10, 172, 11, 1, 30, 209, 55, 150, 69, 203, 60, 196, 11, 77, 137,
    59, 143, 54, 1, 218, 40, 28, 66, 201, 44, 23, 3, 159, 205, 39, 6, 203, 8, 2, 20, 176, 129,
    76, 139, 65, 31, 83, 49, 45, 40, 36, 7, 45, 95, 13, 94, 13, 68, 7, 193, 144, 32, 3, 222,
    203, 197, 15, 32, 175, 53, 67, 171, 59, 20, 57, 77, 218, 129, 114, 164, 180, 119, 119, 50,
    68, 57, 193, 177, 1, 151, 209, 131, 203, 184, 20, 71, 48, 136, 165, 7, 122, 41, 22, 40, 192,
    59, 152, 91, 52, 41, 141, 10, 38, 114, 201, 28, 176, 124, 127, 92, 21, 172, 17, 71, 58, 20,
    106, 74, 20, 28, 12, 3, 140, 175, 59, 19, 45, 145, 206, 16, 95, 92, 143, 41, 189, 100, 3,
    169, 109, 66, 127, 65, 161, 101, 216, 144, 52, 11, 16, 177, 86, 45, 196, 49, 52, 42, 5, 196,
    206, 214, 21, 41, 39, 92, 27, 78, 207, 35, 114, 205, 44, 92, 195, 210, 184, 72, 45, 30, 200,
    145, 21, 10, 109, 57, 87, 120, 13, 115, 35, 163, 59, 68, 78, 164, 203, 1, 90, 86, 78, 206,
    70, 1, 165, 65, 36, 71, 149, 136, 121, 155, 41, 86, 71, 141, 58, 52, 99, 197, 7, 202, 70,
    89, 25, 16, 2, 184, 15, 176, 41, 14, 170, 58, 57, 16, 125, 55, 94, 81, 155, 167, 175, 156,
    48, 45, 68, 68, 46, 94, 134, 150, 90, 17, 10, 57, 145, 158, 59, 168, 125, 53, 11, 193, 98,
    45, 7, 27, 206, 156, 40, 185, 179, 185, 80, 27, 124, 184, 190, 196, 95, 17, 97, 68, 51, 126,
    122, 77, 21, 150, 76, 65, 7, 67, 100, 150, 36, 54, 10, 44, 192, 213, 14, 50, 9, 30, 16, 159,
    146, 13, 207, 16, 172, 149, 5, 68, 71, 78, 41, 96, 26, 2, 132, 49, 10, 95, 2, 57, 10, 21,
    69, 188, 67, 57, 31, 175, 1, 6, 94, 90, 165, 96, 103, 203, 46, 54, 10, 171, 56, 148, 40, 70,
    7, 54, 119, 33, 176, 10, 114, 207, 92, 92, 222, 57, 23, 155, 32, 194, 137, 90, 40, 30, 153,
    35, 35, 30, 66, 181, 143, 26, 88, 191, 82, 68, 101, 54, 88, 44, 124, 106, 132, 40, 114, 120,
    44, 144, 191, 31, 20, 117, 192, 114, 139, 36, 1, 177, 19, 13, 58, 63, 9, 61, 52, 170, 119,
    53, 114, 201, 52, 218, 58, 62, 12, 92, 61, 15, 83, 16, 66, 154, 200, 190, 23, 102, 71, 67,
    33, 48, 91, 114, 122, 82, 14, 16, 9, 17, 58, 5, 80, 41, 222, 14, 101, 156, 151, 43, 30, 10,
    2, 80, 176, 84, 60, 6, 53, 179, 129, 168, 16, 191, 178, 151, 135, 82, 140, 166, 185, 3, 172,
    71, 2, 177, 177, 2, 78, 150, 22, 16, 58, 86, 15, 87, 20, 191, 68, 171, 53, 168, 193, 50,
    130, 62, 58, 75, 58, 85, 222, 81, 124, 125, 94, 200, 7, 185, 194, 10, 215, 124, 107, 20,
    191, 184, 42, 175, 178, 5, 41, 42, 145, 7, 20, 219, 60, 209, 130, 2, 127, 5, 127, 45, 18,
    143, 21, 60, 84, 96, 14, 153, 10, 15, 191, 22, 119, 166, 223, 90, 192, 90, 95, 127, 171, 65,
    75, 32, 221, 109, 21, 192, 53, 193, 211, 5, 220, 45, 175, 58, 15, 120, 92, 119, 109, 103,
    197, 126, 216, 125, 22, 100, 114, 63, 155, 57, 26, 154, 14, 10, 192, 92, 27, 73, 8, 139, 15,
    3, 57, 21, 49, 78, 65, 17, 58, 179, 114, 28, 72, 179, 6, 97, 138, 68, 169, 215, 123, 135,
    100, 68, 166, 45, 24, 168, 125, 56, 109, 67, 54, 167, 5,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 225] = [
    0, 0, 1, 2, 1, 2, 0, 1, 2, 1, 2, 0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 2, 3, 4, 5, 0, 1, 2, 2, 3,
    0, 1, 2, 3, 0, 1, 2, 4, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 3, 6, 0, 1, 2, 3, 4,
    1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 0, 1, 2, 3, 0, 2, 3,
    0, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9, 5, 6, 7, 8, 9, 10, 7, 8, 9, 0, 1, 0, 1, 0, 0, 0, 1, 0,
    1, 0, 0, 1, 0, 1, 4, 5, 6, 8, 10, 11, 12, 13, 14, 16, 17, 0, 1, 0, 1, 2, 3, 4, 0, 2, 3, 4,
    5, 6, 7, 8, 9, 10, 11, 12, 0, 1, 2, 4, 8, 9, 10, 11, 1, 2, 8, 9, 10, 11, 13, 0, 0, 1, 0, 0,
    1, 0, 0, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 0, 3, 6, 8, 10, 0, 0, 0, 1, 1, 2,
    3, 4, 1, 2, 1, 2, 4, 5, 1, 2, 3, 4, 5, 1, 2, 4,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x42311088a4492a52, 0xb5d482082c441088, 0x11f6c28480185012, 0x000000004228b850,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 20, 40, 60,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xf727fbddddffd7ff, 0x75ddffff577effdd, 0x3fe14ff7d47dc5ef, 0x76c7bff06a677ed6,
    0xaf77d4b7ffb55e7f, 0x757b95b765bf41db, 0x57f7f5fffd47bb9b, 0x5c37771f4fcd75d6,
    0x435465f77d1d585b, 0x99f66c6dff59fc97, 0xa961999b71266c5e, 0xb3ce35e3faf75173,
    0xd7e4b1155687573f, 0x9f3d15e8ffff6975, 0x1d420ab802d62110, 0xade25566ab7e9b2d,
    0x97a3cd5367799697, 0x6d1f9509426011fa, 0x945139cf92d6067a, 0x4471421292bc79e6,
    0xd2a51c9efd4ff360, 0xf548a3c07060aa6a, 0x07c310390b35d953, 0x213f59095123ee4f,
    0x4695776727902158, 0x6006d0490104950b, 0x20a110249cd5201b, 0x5ad2c20352b4427c,
    0x880210a7e237ea05, 0x4154c50e92759428, 0x2474593868558554, 0x4302227307496a8c,
    0x475021237380a202, 0x065ed3ad6d3220ce, 0x0541e8087e338e01, 0x9981005646050805,
    0x30915e0094018c51, 0x84405f48a8080501, 0x0000000004121448,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 52, 104, 147, 188, 235, 275, 323, 363, 398, 440, 472, 512, 548, 591, 612, 649, 686, 714,
    745, 773, 809, 836, 864, 895, 924, 943, 964, 991, 1016, 1041, 1067, 1091, 1112, 1143, 1167,
    1185, 1205, 1223,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x4d7ceaed77dfbdf9, 0xc7f6cbd6dacedbef, 0xbfc6defd7efb7b5e, 0xd1f7de1afe4937ff,
    0x6595cbf6bf6dfcbe, 0x5fb2dff7bbb6bd68, 0x2ffdfa4ae9b7d56a, 0x4ddb9cbaa73bab6b,
    0xeb56ab5b0de7d875, 0x5df3f6a66cb9863f, 0xdb3abf35fbd5977d, 0x64b58aeadb2fd4d9,
    0x6caf964efaca77d5, 0xb4be9be65adb9d4a, 0xbaab269ed7532d47, 0xdeb255b6a38aad5a,
    0x5b30cead5a6ca755, 0x7526aa5daeb2dab5, 0x1bb6ad2129a66cb3, 0x0000000000005573,
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
        // weak-bishop-edge
        7 => edge(m3),
        // weak-bishop-corner
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
        // strong-king-weak-bishop-distance
        14 => distance(m0, m3),
        // strong-king-weak-bishop-offset
        15 => offset(m0, m3),
        // strong-king-weak-bishop-slant
        16 => slant(m0, m3),
        // strong-king-weak-bishop-colours
        17 => equal(light(m0), light(m3)),
        // strong-rook-weak-king-distance
        18 => distance(m1, m2),
        // strong-rook-weak-king-offset
        19 => offset(m1, m2),
        // strong-rook-weak-bishop-distance
        20 => distance(m1, m3),
        // strong-rook-weak-bishop-offset
        21 => offset(m1, m3),
        // strong-rook-weak-bishop-slant
        22 => slant(m1, m3),
        // weak-king-weak-bishop-distance
        23 => distance(m2, m3),
        // weak-king-weak-bishop-offset
        24 => offset(m2, m3),
        // weak-king-weak-bishop-slant
        25 => slant(m2, m3),
        // weak-king-weak-bishop-colours
        26 => equal(light(m2), light(m3)),
        // strong-king-weak-bishop-corner
        27 => colour_corner(m0, m3),
        // weak-king-weak-bishop-corner
        28 => colour_corner(m2, m3),
        // race-strong-rook
        29 => lead(distance(m0, m1), distance(m2, m1)),
        // race-weak-bishop
        30 => lead(distance(m0, m3), distance(m2, m3)),
        // race-edge
        31 => lead(edge(m0), edge(m2)),
        // strong-rook-parts-kings
        32 => parts(m1, m0, m2),
        // strong-king-parts-strong-rook
        33 => parts(m0, m1, m2),
        // weak-king-parts-strong-rook
        34 => parts(m2, m1, m0),
        // weak-bishop-parts-kings
        35 => parts(m3, m0, m2),
        // weak-king-parts-weak-bishop
        36 => parts(m2, m3, m0),
        // strong-king-parts-strong-rook-weak-bishop
        37 => parts(m0, m1, m3),
        // weak-king-parts-strong-rook-weak-bishop
        38 => parts(m2, m1, m3),
        // strong-rook-parts-weak-king-weak-bishop
        39 => parts(m1, m2, m3),
        // weak-bishop-parts-weak-king-strong-rook
        40 => parts(m3, m2, m1),
        // strong-king-flights
        41 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((steps(t4) & !((t4 | t5) | (steps(t6) | bishop(m3, ((t5 | t6) | bit(m3)))))))
        }
        // strong-king-room
        42 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t8 = (t4 | t5);
            let t23 = (steps(t6) | bishop(m3, ((t5 | t6) | bit(m3))));
            let t71 = (steps(t4) & !(t8 | t23));
            count((t71 | (steps(t71) & !(t23 | t8))))
        }
        // strong-king-ring
        43 => count((steps(bit(m0)) & bishop(m3, ((bit(m1) | bit(m2)) | bit(m3))))),
        // weak-king-flights
        44 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))))))
        }
        // weak-king-in-check
        45 => any((bit(m2) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // weak-king-room
        46 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t21 = (steps(t4) | rook(m1, ((t4 | bit(m1)) | t7)));
            let t83 = (steps(t6) & !(t11 | t21));
            count((t83 | (steps(t83) & !(t21 | t11))))
        }
        // weak-king-ring
        47 => count((steps(bit(m2)) & rook(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // strong-rook-safe-moves
        48 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            count((rook(m1, ((t8 | t6) | t7)) & !(t8 | (steps(t6) | bishop(m3, ((t5 | t6) | t7))))))
        }
        // strong-rook-kept-moves
        49 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | t5);
            count((((rook(m1, ((t8 | t6) | t7)) & !t8) & steps(t4)) & !bishop(m3, ((t5 | t6) | t7))))
        }
        // strong-rook-moves
        50 => {
            let t8 = (bit(m0) | bit(m1));
            count((rook(m1, ((t8 | bit(m2)) | bit(m3))) & !t8))
        }
        // strong-rook-safe-checks
        52 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | (steps(t6) | bishop(m3, ((t5 | t6) | t7))))))
        }
        // strong-rook-weak-bishop-forks
        53 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t17 = (t5 | t6);
            count((((rook(m1, t10) & !(t8 | (steps(t6) | bishop(m3, (t17 | t7))))) & rook(m2, (t10 & !(t5 | 0)))) & rook(m3, (t10 & !t17))))
        }
        // strong-rook-weak-bishop-threats
        54 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) & !(t8 | (steps(t6) | bishop(m3, ((t5 | t6) | t7))))) & rook(m3, (t10 & !(t5 | 0)))))
        }
        // strong-rook-weak-bishop-hits
        55 => {
            let t7 = bit(m3);
            any((rook(m1, ((bit(m0) | bit(m1)) | t7)) & t7))
        }
        // strong-rook-weak-bishop-lined-up
        56 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            any((rook(m3, ((((bit(m0) | t5) | t6) | bit(m3)) & !t5)) & t6))
        }
        // strong-rook-attacked
        57 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            any((t5 & (steps(t6) | bishop(m3, ((t5 | t6) | bit(m3))))))
        }
        // strong-rook-hangs
        58 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            any(((t5 & (steps(t6) | bishop(m3, ((t5 | t6) | bit(m3))))) & !steps(bit(m0))))
        }
        // strong-rook-cuts
        59 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((steps(t6) & rook(m1, ((t4 | bit(m1)) | t7))) & !steps(t4)) & !(t6 | t7)))
        }
        // weak-bishop-safe-moves
        60 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            count((bishop(m3, ((t8 | t6) | t7)) & !((t6 | t7) | (steps(t4) | rook(m1, (t8 | t7))))))
        }
        // weak-bishop-kept-moves
        61 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count((((bishop(m3, ((t8 | t6) | t7)) & !(t6 | t7)) & steps(t6)) & !rook(m1, (t8 | t7))))
        }
        // weak-bishop-moves
        62 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((bishop(m3, (((bit(m0) | bit(m1)) | t6) | t7)) & !(t6 | t7)))
        }
        // weak-bishop-safe-checks
        63 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            count(((bishop(m3, t10) & bishop(m0, (t10 & !(t7 | 0)))) & !((t6 | t7) | (steps(t4) | rook(m1, (t8 | t7))))))
        }
        // weak-bishop-cuts
        65 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((((steps(t4) & bishop(m3, ((t5 | t6) | bit(m3)))) & !steps(t6)) & !(t4 | t5)))
        }
        // strong-king-walk-weak-bishop
        66 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(t6) | bishop(m3, ((t5 | t6) | t7))) | (t4 | t5)))
        }
        // strong-king-walk-kings
        67 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t16 = steps(t6);
            walk(t4, steps(t16), !((t16 | bishop(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // weak-king-walk-strong-rook
        68 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t5), !((steps(t4) | rook(m1, ((t4 | t5) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-weak-bishop
        69 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(t4) | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-kings
        _ => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t12 = steps(t4);
            walk(t6, steps(t12), !((t12 | rook(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
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
    let first = ((colour[0] & kind[2]).count_ones() != 0) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[3];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[2];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t8 = (t4 | t5);
    let t12 = steps(t4);
    let t13 = (t8 | t7);
    let t15 = rook(m1, t13);
    let t16 = steps(t6);
    let t21 = (t12 | t15);
    if ((t7 & t21) & !t16) != 0 {
        if to_move > 0 {
            if distance(m1, m2) > 1 {
                return false;
            }
            if ((rook(m1, ((t8 | t6) | t7)) & (t6 | t7)) & !(t16 | bishop(m3, ((t5 | t6) | t7)))) != 0 {
                return false;
            }
            return further(23, m0, m1, m2, m3, to_move);
        }
        let t17 = (t5 | t6);
        let t18 = (t17 | t7);
        let t20 = bishop(m3, t18);
        let t23 = (t16 | t20);
        if ((t5 & t23) & !t12) != 0 {
            return true;
        }
        let t45 = offset(m1, m2);
        if t45 <= 0 {
            let t11 = (t6 | t7);
            let t48 = slant(m1, m3);
            let t87 = (t21 | t11);
            let t163 = steps(t7);
            let t168 = walk(t6, t163, !t87);
            if t48 <= 0 {
                return true;
            }
            if t168 <= 1 {
                return further(61, m0, m1, m2, m3, to_move);
            }
            let t9 = (t8 | t6);
            let t10 = (t9 | t7);
            if (rook(m3, (t10 & !t5)) & t6) != 0 {
                return further(103, m0, m1, m2, m3, to_move);
            }
            if walk(t6, steps(t5), !t87) <= 1 {
                return further(156, m0, m1, m2, m3, to_move);
            }
            let t19 = bishop(m3, t10);
            let t142 = (t19 & !t11);
            let t143 = (t142 & t16);
            let t145 = (t143 & !t15);
            let t146 = count(t145);
            if (t6 & t15) == 0 {
                return further(232, m0, m1, m2, m3, to_move);
            }
            if t146 <= 0 {
                return further(335, m0, m1, m2, m3, to_move);
            }
            if t48 > 3 {
                return further(458, m0, m1, m2, m3, to_move);
            }
            return further(457, m0, m1, m2, m3, to_move);
        }
        if colour_corner(m2, m3) <= 1 {
            if colour_corner(m0, m3) <= 3 {
                if distance(m0, m2) > 3 {
                    return true;
                }
                return further(104, m0, m1, m2, m3, to_move);
            }
            let t51 = slant(m2, m3);
            if count((t16 & !((t6 | t7) | t21))) <= 1 {
                return further(105, m0, m1, m2, m3, to_move);
            }
            if t51 > 3 {
                return further(162, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        let t36 = offset(m0, m2);
        if t36 > 1 {
            if t45 <= 3 {
                return true;
            }
            if edge(m1) > 2 {
                return further(165, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if count((t12 & !(t8 | t23))) > 5 {
            if walk(t6, steps(t5), !(t21 | (t6 | t7))) <= 4 {
                return true;
            }
            if distance(m2, m3) > 5 {
                return true;
            }
            return further(242, m0, m1, m2, m3, to_move);
        }
        if distance(m0, m2) > 2 {
            return true;
        }
        if t36 <= 0 {
            return further(240, m0, m1, m2, m3, to_move);
        }
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t11 = (t6 | t7);
        let t19 = bishop(m3, t10);
        let t142 = (t19 & !t11);
        let t147 = count(t142);
        if count((t19 & !(t11 | t21))) <= 1 {
            return further(346, m0, m1, m2, m3, to_move);
        }
        if t147 > 10 {
            return true;
        }
        return further(468, m0, m1, m2, m3, to_move);
    }
    if to_move <= 0 {
        let t11 = (t6 | t7);
        let t81 = (t11 | t21);
        let t83 = (t16 & !t81);
        let t87 = (t21 | t11);
        let t89 = steps(t83);
        let t90 = (t89 & !t87);
        let t91 = (t83 | t90);
        let t92 = count(t91);
        if t92 > 6 {
            let t17 = (t5 | t6);
            let t18 = (t17 | t7);
            let t20 = bishop(m3, t18);
            let t23 = (t16 | t20);
            let t131 = (t5 & t23);
            let t132 = any(t131);
            if distance(m0, m3) <= 1 {
                return further(15, m0, m1, m2, m3, to_move);
            }
            if t132 > 0 {
                return true;
            }
            if t92 > 11 {
                return true;
            }
            if (t6 & t15) != 0 {
                if offset(m2, m3) > 1 {
                    if (((t16 & t15) & !t12) & !t11) != 0 {
                        return true;
                    }
                    return further(185, m0, m1, m2, m3, to_move);
                }
                if distance(m2, m3) > 3 {
                    return further(184, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if walk(t6, steps(t12), !t87) > 1 {
                return true;
            }
            if colour_corner(m2, m3) > 2 {
                if (t15 & t7) != 0 {
                    return further(264, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if colour_corner(m0, m3) > 3 {
                return true;
            }
            return further(263, m0, m1, m2, m3, to_move);
        }
        if distance(m0, m2) > 3 {
            if corner(m2) > 0 {
                return true;
            }
            if slant(m2, m3) <= 2 {
                return true;
            }
            if offset(m1, m3) > 1 {
                return true;
            }
            return further(75, m0, m1, m2, m3, to_move);
        }
        if t92 <= 3 {
            if lead(distance(m0, m1), distance(m2, m1)) > 8 {
                return further(43, m0, m1, m2, m3, to_move);
            }
            if slant(m1, m3) <= 0 {
                return further(70, m0, m1, m2, m3, to_move);
            }
            if colour_corner(m2, m3) > 1 {
                return further(115, m0, m1, m2, m3, to_move);
            }
            return further(114, m0, m1, m2, m3, to_move);
        }
        if ((t5 & (t16 | bishop(m3, ((t5 | t6) | t7)))) & !t12) != 0 {
            return true;
        }
        if count((((t16 & t15) & !t12) & !t11)) <= 1 {
            if colour_corner(m2, m3) <= 1 {
                return further(117, m0, m1, m2, m3, to_move);
            }
            if offset(m2, m3) > 1 {
                return further(177, m0, m1, m2, m3, to_move);
            }
            return further(176, m0, m1, m2, m3, to_move);
        }
        if offset(m1, m2) <= 0 {
            return further(119, m0, m1, m2, m3, to_move);
        }
        let t38 = distance(m0, m3);
        let t49 = distance(m2, m3);
        let t58 = lead(t38, t49);
        if (bishop(m3, ((t8 | t6) | t7)) & !t81) == 0 {
            return further(179, m0, m1, m2, m3, to_move);
        }
        if t58 > 5 {
            return true;
        }
        return further(261, m0, m1, m2, m3, to_move);
    }
    let t51 = slant(m2, m3);
    if t51 <= 2 {
        let t38 = distance(m0, m3);
        let t49 = distance(m2, m3);
        let t58 = lead(t38, t49);
        if t58 > 10 {
            if walk(t6, steps(t12), !(t21 | (t6 | t7))) > 2 {
                return true;
            }
            if corner(m3) > 0 {
                return true;
            }
            return further(53, m0, m1, m2, m3, to_move);
        }
        if distance(m0, m2) > 3 {
            let t17 = (t5 | t6);
            let t18 = (t17 | t7);
            let t20 = bishop(m3, t18);
            let t23 = (t16 | t20);
            let t55 = colour_corner(m2, m3);
            if walk(t4, steps(t16), !(t23 | t8)) > 2 {
                if offset(m1, m2) <= 0 {
                    return further(86, m0, m1, m2, m3, to_move);
                }
                if t55 > 0 {
                    return true;
                }
                return further(137, m0, m1, m2, m3, to_move);
            }
            let t9 = (t8 | t6);
            let t10 = (t9 | t7);
            let t14 = rook(m1, t10);
            let t69 = (t8 | t23);
            let t95 = (t14 & !t69);
            let t108 = (t5 | 0);
            let t110 = (t10 & !t108);
            let t121 = rook(m3, t110);
            let t122 = (t95 & t121);
            let t123 = count(t122);
            if t55 <= 0 {
                return further(84, m0, m1, m2, m3, to_move);
            }
            if t123 > 1 {
                if t49 > 3 {
                    return true;
                }
                if edge(m2) > 0 {
                    return true;
                }
                return further(289, m0, m1, m2, m3, to_move);
            }
            if parts(m2, m3, m0) > 0 {
                return true;
            }
            if (rook(m3, (t10 & !t5)) & t6) != 0 {
                return further(288, m0, m1, m2, m3, to_move);
            }
            return further(287, m0, m1, m2, m3, to_move);
        }
        let t29 = edge(m2);
        if t29 > 0 {
            if t51 > 0 {
                let t25 = edge(m0);
                let t59 = lead(t25, t29);
                if t38 <= 1 {
                    return further(131, m0, m1, m2, m3, to_move);
                }
                if t59 <= 7 {
                    return true;
                }
                if count((t12 & !(t8 | (t16 | bishop(m3, ((t5 | t6) | t7)))))) <= 4 {
                    return further(281, m0, m1, m2, m3, to_move);
                }
                if offset(m1, m2) > 0 {
                    return true;
                }
                return further(394, m0, m1, m2, m3, to_move);
            }
            if parts(m2, m3, m0) <= 0 {
                if t38 > 1 {
                    return further(192, m0, m1, m2, m3, to_move);
                }
                return further(191, m0, m1, m2, m3, to_move);
            }
            let t9 = (t8 | t6);
            let t10 = (t9 | t7);
            let t11 = (t6 | t7);
            let t19 = bishop(m3, t10);
            let t142 = (t19 & !t11);
            let t147 = count(t142);
            if corner(m2) <= 1 {
                return further(193, m0, m1, m2, m3, to_move);
            }
            if t147 > 3 {
                return true;
            }
            return further(279, m0, m1, m2, m3, to_move);
        }
        if t49 > 2 {
            let t55 = colour_corner(m2, m3);
            if t58 > 9 {
                return true;
            }
            if t55 <= 1 {
                return further(189, m0, m1, m2, m3, to_move);
            }
            let t11 = (t6 | t7);
            let t81 = (t11 | t21);
            if slant(m0, m2) > 1 {
                if count((t16 & !t81)) > 2 {
                    return further(386, m0, m1, m2, m3, to_move);
                }
                return further(385, m0, m1, m2, m3, to_move);
            }
            if count((bishop(m3, ((t8 | t6) | t7)) & !t81)) > 7 {
                return true;
            }
            return further(384, m0, m1, m2, m3, to_move);
        }
        if t38 > 3 {
            return further(127, m0, m1, m2, m3, to_move);
        }
        if t38 <= 1 {
            return further(186, m0, m1, m2, m3, to_move);
        }
        let t55 = colour_corner(m2, m3);
        if offset(m0, m3) > 2 {
            return true;
        }
        if t55 <= 1 {
            return further(379, m0, m1, m2, m3, to_move);
        }
        if corner(m0) <= 1 {
            return further(508, m0, m1, m2, m3, to_move);
        }
        if t51 > 0 {
            return further(647, m0, m1, m2, m3, to_move);
        }
        return further(646, m0, m1, m2, m3, to_move);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    if (rook(m3, (t10 & !t5)) & t6) != 0 {
        if slant(m0, m3) <= 0 {
            let t11 = (t6 | t7);
            let t19 = bishop(m3, t10);
            let t142 = (t19 & !t11);
            let t147 = count(t142);
            if colour_corner(m2, m3) <= 0 {
                return further(57, m0, m1, m2, m3, to_move);
            }
            if t147 > 6 {
                return true;
            }
            return further(97, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m2, m1) > 0 {
            if count(((rook(m1, t10) & !(t8 | (t16 | bishop(m3, ((t5 | t6) | t7))))) & rook(m3, (t10 & !(t5 | 0))))) > 1 {
                return false;
            }
            return further(100, m0, m1, m2, m3, to_move);
        }
        let t93 = (t16 & t15);
        if offset(m1, m3) <= 1 {
            if count(((t93 & !t12) & !(t6 | t7))) > 3 {
                return true;
            }
            let t17 = (t5 | t6);
            if (((rook(m1, t10) & !(t8 | (t16 | bishop(m3, (t17 | t7))))) & rook(m2, (t10 & !(t5 | 0)))) & rook(m3, (t10 & !t17))) != 0 {
                return false;
            }
            return further(221, m0, m1, m2, m3, to_move);
        }
        if t93 != 0 {
            let t11 = (t6 | t7);
            let t81 = (t11 | t21);
            let t83 = (t16 & !t81);
            let t87 = (t21 | t11);
            let t89 = steps(t83);
            let t90 = (t89 & !t87);
            let t91 = (t83 | t90);
            let t92 = count(t91);
            if count(((t93 & !t12) & !t11)) <= 1 {
                return further(224, m0, m1, m2, m3, to_move);
            }
            if t92 > 6 {
                return true;
            }
            return further(325, m0, m1, m2, m3, to_move);
        }
        let t14 = rook(m1, t10);
        if count((t14 & !t8)) <= 10 {
            return further(222, m0, m1, m2, m3, to_move);
        }
        let t17 = (t5 | t6);
        if (((t14 & !(t8 | (t16 | bishop(m3, (t17 | t7))))) & rook(m2, (t10 & !(t5 | 0)))) & rook(m3, (t10 & !t17))) != 0 {
            return false;
        }
        return further(323, m0, m1, m2, m3, to_move);
    }
    if edge(m2) > 0 {
        if lead(distance(m0, m3), distance(m2, m3)) > 8 {
            return true;
        }
        if offset(m0, m2) > 2 {
            return true;
        }
        if distance(m0, m2) <= 2 {
            if offset(m0, m3) > 1 {
                return further(218, m0, m1, m2, m3, to_move);
            }
            return further(217, m0, m1, m2, m3, to_move);
        }
        if count((((t12 & bishop(m3, ((t5 | t6) | t7))) & !t16) & !t8)) <= 1 {
            return true;
        }
        let t45 = offset(m1, m2);
        if colour_corner(m2, m3) <= 1 {
            return further(317, m0, m1, m2, m3, to_move);
        }
        if t45 > 0 {
            return true;
        }
        return further(439, m0, m1, m2, m3, to_move);
    }
    if distance(m0, m2) <= 2 {
        if colour_corner(m2, m3) <= 1 {
            return further(90, m0, m1, m2, m3, to_move);
        }
        if count((t16 & !((t6 | t7) | t21))) > 2 {
            return further(141, m0, m1, m2, m3, to_move);
        }
        return further(140, m0, m1, m2, m3, to_move);
    }
    let t50 = offset(m2, m3);
    if corner(m2) <= 0 {
        if t50 > 1 {
            return further(143, m0, m1, m2, m3, to_move);
        }
        return further(142, m0, m1, m2, m3, to_move);
    }
    if t50 > 1 {
        if offset(m0, m2) > 2 {
            return true;
        }
        if walk(t4, steps(t16), !((t16 | bishop(m3, ((t5 | t6) | t7))) | t8)) <= 1 {
            return further(312, m0, m1, m2, m3, to_move);
        }
        if offset(m1, m2) > 0 {
            return true;
        }
        return further(432, m0, m1, m2, m3, to_move);
    }
    let t32 = corner(m3);
    if t32 <= 1 {
        if t32 > 0 {
            return further(309, m0, m1, m2, m3, to_move);
        }
        return further(308, m0, m1, m2, m3, to_move);
    }
    if colour_corner(m2, m3) <= 1 {
        return further(310, m0, m1, m2, m3, to_move);
    }
    if lead(distance(m0, m3), distance(m2, m3)) > 6 {
        return true;
    }
    if parts(m3, m0, m2) > 0 {
        return further(571, m0, m1, m2, m3, to_move);
    }
    return further(570, m0, m1, m2, m3, to_move);
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
        b"KRKB learned\0".as_ptr().cast()
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
