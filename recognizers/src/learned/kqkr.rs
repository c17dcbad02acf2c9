//! KQKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  19733336
//! draws      699664
//! spotted    691260 (98.798 %)
//! incorrect  0
//! size       1213 leaves, 2033 bytes packed
//! features   72
//! table      xxh3 793fc69076fe34cc
//! command    drawproof mine KQKR --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KQKR";
/// Leaves of the tree.
pub const LEAVES: usize = 1213;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2033;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 699664;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 691260;

/// The question of each branch.
static QUESTIONS: [u8; 1212] = [
    22, 197, 226, 226, 0, 57, 230, 3, 0, 57, 227, 144, 145, 0, 222, 0, 0, 151, 3, 164, 127, 86,
    46, 196, 0, 222, 151, 52, 86, 136, 119, 1, 129, 65, 6, 173, 228, 145, 196, 75, 108, 132, 28,
    86, 65, 144, 33, 151, 151, 234, 205, 224, 63, 132, 145, 41, 110, 196, 181, 198, 181, 4, 220,
    228, 73, 162, 127, 46, 241, 130, 145, 157, 116, 38, 223, 52, 132, 6, 152, 63, 151, 28, 146,
    71, 132, 86, 183, 3, 194, 15, 28, 80, 73, 86, 44, 93, 63, 39, 221, 230, 13, 164, 64, 211,
    85, 244, 113, 64, 87, 38, 14, 132, 151, 28, 117, 92, 38, 119, 104, 117, 125, 132, 1, 108,
    173, 32, 117, 113, 183, 75, 26, 62, 38, 33, 45, 155, 92, 132, 31, 9, 129, 212, 11, 124, 146,
    238, 38, 54, 67, 74, 34, 113, 87, 175, 38, 9, 135, 139, 113, 13, 200, 145, 179, 128, 16, 87,
    127, 7, 38, 33, 42, 121, 223, 28, 28, 125, 173, 231, 26, 183, 19, 39, 13, 125, 181, 125,
    169, 117, 119, 125, 132, 0, 200, 74, 196, 29, 1, 1, 229, 231, 195, 46, 115, 88, 84, 238, 87,
    86, 92, 212, 74, 92, 113, 53, 117, 63, 244, 64, 247, 202, 162, 158, 113, 110, 13, 69, 146,
    128, 92, 128, 14, 42, 129, 217, 219, 125, 9, 9, 1, 110, 100, 28, 26, 110, 92, 141, 109, 29,
    86, 24, 66, 60, 92, 132, 111, 74, 114, 228, 153, 216, 23, 65, 119, 72, 59, 155, 38, 0, 174,
    9, 225, 47, 75, 16, 18, 86, 39, 223, 145, 74, 92, 114, 137, 92, 58, 145, 202, 208, 39, 247,
    156, 118, 152, 113, 86, 237, 245, 148, 166, 172, 128, 74, 18, 1, 91, 211, 6, 113, 39, 16,
    223, 109, 232, 13, 28, 23, 101, 86, 69, 119, 113, 52, 220, 146, 110, 154, 75, 23, 125, 119,
    117, 86, 121, 117, 46, 123, 117, 0, 98, 239, 0, 63, 125, 248, 152, 204, 172, 86, 87, 1, 154,
    152, 86, 33, 248, 63, 15, 38, 174, 86, 124, 33, 87, 53, 82, 237, 154, 13, 40, 52, 76, 211,
    108, 145, 93, 71, 93, 54, 178, 212, 33, 105, 86, 186, 105, 103, 59, 193, 220, 114, 102, 170,
    120, 167, 114, 1, 29, 129, 240, 231, 96, 90, 130, 86, 52, 110, 23, 198, 115, 0, 23, 93, 44,
    0, 46, 123, 122, 53, 131, 0, 93, 122, 108, 80, 117, 224, 132, 161, 177, 133, 0, 123, 109,
    72, 72, 212, 52, 31, 223, 23, 215, 231, 73, 176, 125, 86, 212, 86, 29, 92, 47, 146, 86, 73,
    16, 117, 160, 117, 187, 91, 39, 95, 13, 86, 43, 64, 64, 54, 15, 93, 54, 200, 178, 86, 186,
    110, 243, 33, 53, 108, 182, 137, 146, 157, 49, 134, 16, 70, 36, 58, 184, 6, 7, 76, 140, 38,
    29, 110, 70, 93, 223, 88, 101, 58, 114, 0, 211, 0, 0, 0, 86, 0, 156, 21, 46, 0, 0, 228, 102,
    198, 53, 108, 54, 233, 23, 23, 49, 2, 154, 142, 151, 50, 29, 0, 120, 199, 86, 181, 54, 40,
    2, 86, 33, 74, 74, 66, 213, 154, 111, 134, 109, 21, 239, 0, 86, 3, 132, 155, 120, 68, 132,
    154, 92, 211, 248, 229, 108, 82, 39, 76, 33, 103, 93, 212, 54, 76, 44, 4, 62, 145, 34, 114,
    219, 14, 33, 86, 87, 146, 212, 10, 89, 92, 178, 53, 4, 6, 35, 108, 209, 58, 87, 223, 115,
    13, 3, 233, 207, 190, 13, 0, 220, 214, 52, 215, 0, 114, 53, 0, 157, 93, 5, 94, 114, 0, 92,
    218, 86, 72, 76, 86, 219, 86, 128, 103, 26, 86, 188, 151, 54, 78, 132, 0, 212, 111, 176, 42,
    0, 7, 5, 0, 132, 125, 148, 14, 86, 65, 24, 25, 160, 0, 74, 124, 207, 117, 151, 119, 132, 0,
    1, 74, 212, 113, 0, 74, 211, 116, 115, 212, 113, 108, 145, 134, 92, 75, 86, 86, 70, 70, 137,
    54, 190, 40, 238, 212, 168, 201, 87, 211, 146, 145, 66, 47, 54, 145, 54, 49, 165, 155, 94,
    191, 122, 113, 23, 20, 28, 50, 76, 83, 130, 0, 72, 219, 52, 152, 0, 86, 171, 55, 53, 131,
    75, 212, 69, 86, 202, 86, 229, 152, 163, 128, 223, 185, 0, 116, 20, 113, 50, 64, 237, 72,
    75, 38, 111, 195, 59, 5, 0, 65, 224, 78, 74, 52, 74, 155, 115, 125, 112, 59, 219, 74, 97,
    59, 69, 3, 212, 153, 51, 108, 210, 111, 38, 182, 201, 104, 3, 134, 224, 4, 92, 113, 54, 5,
    86, 102, 91, 212, 105, 104, 37, 41, 21, 86, 156, 166, 143, 185, 53, 47, 211, 169, 46, 34,
    73, 4, 236, 20, 69, 29, 46, 38, 0, 38, 38, 0, 126, 75, 152, 5, 188, 74, 212, 70, 113, 216,
    123, 34, 123, 20, 33, 76, 21, 92, 152, 4, 58, 16, 203, 16, 64, 86, 92, 72, 0, 0, 174, 77,
    10, 30, 74, 74, 73, 155, 161, 194, 0, 68, 113, 210, 14, 4, 0, 0, 224, 1, 75, 0, 103, 246,
    147, 174, 75, 55, 113, 92, 83, 46, 149, 106, 104, 150, 42, 40, 55, 55, 7, 103, 204, 114, 38,
    50, 105, 75, 77, 11, 209, 13, 71, 37, 187, 124, 146, 0, 27, 246, 158, 146, 38, 21, 202, 76,
    244, 72, 7, 21, 58, 50, 162, 48, 33, 196, 0, 50, 7, 10, 0, 0, 0, 74, 24, 218, 4, 91, 116,
    39, 11, 79, 148, 224, 7, 146, 152, 0, 6, 0, 1, 100, 120, 68, 0, 9, 15, 47, 93, 11, 223, 219,
    206, 168, 69, 242, 34, 209, 70, 62, 200, 49, 39, 162, 75, 152, 38, 56, 183, 115, 211, 18,
    107, 58, 47, 169, 47, 26, 235, 99, 3, 12, 53, 110, 15, 75, 3, 212, 19, 76, 0, 54, 205, 7,
    58, 11, 52, 237, 212, 208, 201, 167, 32, 119, 0, 0, 90, 42, 108, 37, 39, 7, 0, 17, 7, 121,
    147, 0, 4, 0, 163, 0, 10, 163, 145, 16, 105, 114, 208, 138, 193, 34, 72, 35, 77, 122, 54,
    192, 88, 82, 33, 53, 37, 224, 4, 38, 125, 0, 0, 223, 86, 75, 0, 2, 29, 119, 189, 169, 9, 29,
    48, 33, 116, 40, 211, 224, 92, 224, 111, 66, 224, 15, 113, 162, 0, 82, 59, 239, 128, 47, 86,
    248, 86, 86, 14, 39, 56, 2, 73, 33, 61, 7, 7, 0, 219, 44, 184, 181, 19, 169, 147, 224, 72,
    212, 74, 117, 76, 201, 16, 36, 33, 113, 0, 45, 13, 15, 48, 28, 86, 6, 18, 103, 116, 11, 55,
    0, 158, 149, 151, 51, 115, 58, 14, 4, 8, 3, 86, 12, 74, 166, 215, 11, 69, 55, 0, 46, 76, 54,
    115, 82, 5, 107, 55, 6, 108, 63, 19, 6, 6, 12, 76, 218, 107, 16, 0, 75, 122, 188, 62, 29,
    185, 159, 88, 56, 12, 125, 117, 48, 25, 120, 50, 24, 24, 24, 7, 69, 72, 29, 70, 76, 55, 29,
    71, 180, 81, 27, 10, 24,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 249] = [
    0, 0, 1, 0, 1, 2, 0, 1, 2, 1, 2, 0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 0,
    1, 4, 2, 3, 4, 5, 6, 0, 1, 2, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5,
    0, 1, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 6, 0, 1,
    2, 3, 4, 5, 8, 9, 10, 11, 5, 6, 7, 8, 9, 10, 11, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0,
    0, 1, 0, 0, 1, 0, 1, 2, 3, 5, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 18, 0, 0, 1, 2, 3, 4, 5,
    0, 1, 2, 3, 5, 6, 7, 8, 10, 0, 1, 2, 3, 4, 11, 13, 14, 15, 16, 17, 18, 0, 1, 2, 3, 15, 20,
    21, 22, 26, 0, 1, 2, 3, 4, 0, 1, 2, 0, 1, 2, 3, 4, 5, 7, 0, 0, 0, 1, 2, 3, 4, 1, 3, 4, 5, 6,
    7, 9, 10, 0, 1, 5, 6, 8, 9, 10, 11, 12, 13, 0, 1, 0, 1, 4, 0, 0, 0, 0, 1, 2, 3, 5, 1, 2, 3,
    4, 5, 1, 3, 1, 2, 3, 1, 2, 3, 4, 5,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x4210424250492a4a, 0xb6aed02108410421, 0x2461102101830030, 0x0012847ca02808f0,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 18, 39, 53,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 38] = [
    0xfe5f9c97effdffff, 0xbe40bbfbd9ff6547, 0x71fc56ddf0e74d3f, 0xbf3af7fb843f4bef,
    0x7edda5051ffbfbbe, 0xeed9ced4c7890f57, 0xed736be40b20ff57, 0x7bd1575759d51428,
    0x72e56f13bf7dfd5f, 0xaa5b514900e6cfdb, 0xfdffff644a276e77, 0xa2c6975e6f4f6df5,
    0xc6d759c66393232f, 0xfe79f5baf66e016f, 0xd1db818b16cac240, 0x7ab069d2984048de,
    0x3ef5ac1d20befd4b, 0xa9d6bf8ea6dd9acd, 0x899a001016c8cbdd, 0x77a15d14a555f0a2,
    0xa345aa7c86ae56f6, 0x5370da860817eaa1, 0x109c984910090039, 0xcb40f4e3d12ed019,
    0x9039186f7dd3c079, 0x636a6002318b8b19, 0x3409a596605c610e, 0xa013dd86b62655dd,
    0xe049a4275616eda7, 0x5a833d9fa32b6574, 0x86128008a0447210, 0x1c1ea24865ae4881,
    0x080c2b7d6c656110, 0xa4a4492b64741651, 0x8dc459d1204a2148, 0x90c0965b100a9145,
    0x8044929410221408, 0x000083e3208db633,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 38] = [
    0, 52, 93, 133, 177, 220, 257, 294, 327, 371, 403, 447, 486, 520, 561, 588, 616, 653, 692,
    717, 748, 782, 810, 828, 858, 890, 915, 940, 972, 1003, 1037, 1053, 1078, 1103, 1129, 1152,
    1174, 1189,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 19] = [
    0xd5c85053563dd950, 0x11d243045a219026, 0x401ed56165c356a8, 0x0e140e448a971417,
    0x2c821f79d1541b40, 0x529bf245c5531001, 0x0112092b057a7d2e, 0x199db596531b1842,
    0x548850a8804bad10, 0xccd22a5d69d936d5, 0x4a4b4b616ab29366, 0xb0f59484d36d14f9,
    0xa89a95e82068d000, 0x71d025250849215c, 0x2299dc62eacaa49d, 0x8c0b46aad4049a49,
    0x46ad464d8888bb66, 0xce4cb8aaa5595087, 0x152ab58fce939a56,
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
        // strong-king-corner
        2 => corner(m0),
        // strong-queen-edge
        3 => edge(m1),
        // strong-queen-corner
        4 => corner(m1),
        // weak-king-edge
        5 => edge(m2),
        // weak-king-corner
        6 => corner(m2),
        // weak-rook-edge
        7 => edge(m3),
        // weak-rook-corner
        8 => corner(m3),
        // strong-king-strong-queen-distance
        9 => distance(m0, m1),
        // strong-king-strong-queen-offset
        10 => offset(m0, m1),
        // strong-king-strong-queen-slant
        11 => slant(m0, m1),
        // strong-king-weak-king-distance
        12 => distance(m0, m2),
        // strong-king-weak-king-offset
        13 => offset(m0, m2),
        // strong-king-weak-king-slant
        14 => slant(m0, m2),
        // strong-king-weak-rook-distance
        15 => distance(m0, m3),
        // strong-king-weak-rook-offset
        16 => offset(m0, m3),
        // strong-queen-weak-king-distance
        17 => distance(m1, m2),
        // strong-queen-weak-king-offset
        18 => offset(m1, m2),
        // strong-queen-weak-king-slant
        19 => slant(m1, m2),
        // strong-queen-weak-rook-distance
        20 => distance(m1, m3),
        // strong-queen-weak-rook-offset
        21 => offset(m1, m3),
        // strong-queen-weak-rook-slant
        22 => slant(m1, m3),
        // weak-king-weak-rook-distance
        23 => distance(m2, m3),
        // weak-king-weak-rook-offset
        24 => offset(m2, m3),
        // race-strong-queen
        25 => lead(distance(m0, m1), distance(m2, m1)),
        // race-weak-rook
        26 => lead(distance(m0, m3), distance(m2, m3)),
        // strong-queen-parts-kings
        27 => parts(m1, m0, m2),
        // strong-king-parts-strong-queen
        28 => parts(m0, m1, m2),
        // weak-king-parts-strong-queen
        29 => parts(m2, m1, m0),
        // weak-rook-parts-kings
        30 => parts(m3, m0, m2),
        // strong-king-parts-weak-rook
        31 => parts(m0, m3, m2),
        // weak-king-parts-weak-rook
        32 => parts(m2, m3, m0),
        // strong-king-parts-strong-queen-weak-rook
        33 => parts(m0, m1, m3),
        // strong-queen-parts-strong-king-weak-rook
        34 => parts(m1, m0, m3),
        // weak-rook-parts-strong-king-strong-queen
        35 => parts(m3, m0, m1),
        // weak-king-parts-strong-queen-weak-rook
        36 => parts(m2, m1, m3),
        // strong-queen-parts-weak-king-weak-rook
        37 => parts(m1, m2, m3),
        // weak-rook-parts-weak-king-strong-queen
        38 => parts(m3, m2, m1),
        // strong-king-flights
        39 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((steps(t4) & !((t4 | t5) | (steps(t6) | rook(m3, ((t5 | t6) | bit(m3)))))))
        }
        // strong-king-in-check
        40 => any((bit(m0) & rook(m3, ((bit(m1) | bit(m2)) | bit(m3))))),
        // strong-king-room
        41 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t8 = (t4 | t5);
            let t27 = (steps(t6) | rook(m3, ((t5 | t6) | bit(m3))));
            let t70 = (steps(t4) & !(t8 | t27));
            count((t70 | (steps(t70) & !(t27 | t8))))
        }
        // strong-king-takes
        42 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            any(((steps(t4) & !((t4 | t5) | (steps(t6) | rook(m3, ((t5 | t6) | t7))))) & (t6 | t7)))
        }
        // weak-king-flights
        43 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // weak-king-in-check
        44 => {
            let t13 = ((bit(m0) | bit(m1)) | bit(m3));
            any((bit(m2) & (rook(m1, t13) | bishop(m1, t13))))
        }
        // weak-king-room
        45 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t13 = ((t4 | bit(m1)) | t7);
            let t25 = (steps(t4) | (rook(m1, t13) | bishop(m1, t13)));
            let t85 = (steps(t6) & !(t11 | t25));
            count((t85 | (steps(t85) & !(t25 | t11))))
        }
        // weak-king-ring
        46 => {
            let t13 = ((bit(m0) | bit(m1)) | bit(m3));
            count((steps(bit(m2)) & (rook(m1, t13) | bishop(m1, t13))))
        }
        // strong-queen-safe-moves
        47 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | rook(m3, ((t5 | t6) | t7))))))
        }
        // strong-queen-kept-moves
        48 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | t5);
            let t10 = ((t8 | t6) | t7);
            count(((((rook(m1, t10) | bishop(m1, t10)) & !t8) & steps(t4)) & !rook(m3, ((t5 | t6) | t7))))
        }
        // strong-queen-moves
        49 => {
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | bit(m2)) | bit(m3));
            count(((rook(m1, t10) | bishop(m1, t10)) & !t8))
        }
        // strong-queen-takes
        50 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | t5) | t6) | t7);
            count((((rook(m1, t10) | bishop(m1, t10)) & (t6 | t7)) & !(steps(t6) | rook(m3, ((t5 | t6) | t7)))))
        }
        // strong-queen-safe-checks
        51 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t112 = (t10 & !(t5 | 0));
            count((((rook(m1, t10) | bishop(m1, t10)) & (rook(m2, t112) | bishop(m2, t112))) & !(t8 | (steps(t6) | rook(m3, ((t5 | t6) | t7))))))
        }
        // strong-queen-weak-rook-forks
        52 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t21 = (t5 | t6);
            let t112 = (t10 & !(t5 | 0));
            let t121 = (t10 & !t21);
            count(((((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | rook(m3, (t21 | t7))))) & (rook(m2, t112) | bishop(m2, t112))) & (rook(m3, t121) | bishop(m3, t121))))
        }
        // strong-queen-weak-rook-threats
        53 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t112 = (t10 & !(t5 | 0));
            count((((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | rook(m3, ((t5 | t6) | t7))))) & (rook(m3, t112) | bishop(m3, t112))))
        }
        // strong-queen-weak-rook-hits
        54 => {
            let t7 = bit(m3);
            let t13 = ((bit(m0) | bit(m1)) | t7);
            any(((rook(m1, t13) | bishop(m1, t13)) & t7))
        }
        // strong-queen-behind-king
        56 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            count((((rook(m1, t13) | bishop(m1, t13)) & !(rook(m1, t10) | bishop(m1, t10))) & ((t6 | t7) & !t6)))
        }
        // strong-queen-cuts
        57 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((((steps(t6) & (rook(m1, t13) | bishop(m1, t13))) & !steps(t4)) & !(t6 | t7)))
        }
        // weak-rook-safe-moves
        58 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t13 = (t8 | t7);
            count((rook(m3, ((t8 | t6) | t7)) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // weak-rook-kept-moves
        59 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            let t13 = (t8 | t7);
            count((((rook(m3, ((t8 | t6) | t7)) & !(t6 | t7)) & steps(t6)) & !(rook(m1, t13) | bishop(m1, t13))))
        }
        // weak-rook-moves
        60 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((rook(m3, (((bit(m0) | bit(m1)) | t6) | t7)) & !(t6 | t7)))
        }
        // weak-rook-takes
        61 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t13 = (t8 | t7);
            count(((rook(m3, ((t8 | bit(m2)) | t7)) & t8) & !(steps(t4) | (rook(m1, t13) | bishop(m1, t13)))))
        }
        // weak-rook-safe-checks
        62 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            count(((rook(m3, t10) & rook(m0, (t10 & !(t7 | 0)))) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // weak-rook-pins
        65 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | bit(m2)) | bit(m3));
            any(((rook(m3, (t10 & !(t8 & !t4))) & t4) & !rook(m3, t10)))
        }
        // weak-rook-cuts
        66 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((((steps(t4) & rook(m3, ((t5 | t6) | bit(m3)))) & !steps(t6)) & !(t4 | t5)))
        }
        // strong-king-walk-strong-queen
        67 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t4, steps(t5), !((steps(t6) | rook(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // strong-king-walk-weak-rook
        68 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(t6) | rook(m3, ((t5 | t6) | t7))) | (t4 | t5)))
        }
        // strong-king-walk-kings
        69 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t20 = steps(t6);
            walk(t4, steps(t20), !((t20 | rook(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // weak-king-walk-weak-rook
        70 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            walk(t6, steps(t7), !((steps(t4) | (rook(m1, t13) | bishop(m1, t13))) | (t6 | t7)))
        }
        // weak-king-walk-kings
        _ => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t12 = steps(t4);
            let t13 = ((t4 | bit(m1)) | t7);
            walk(t6, steps(t12), !((t12 | (rook(m1, t13) | bishop(m1, t13))) | (t6 | t7)))
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
    let first = ((colour[0] & kind[3]).count_ones() != 0) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[4];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[3];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t8 = (t4 | t5);
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    let t11 = (t6 | t7);
    let t12 = steps(t4);
    let t13 = (t8 | t7);
    let t17 = rook(m1, t13);
    let t18 = bishop(m1, t13);
    let t19 = (t17 | t18);
    let t20 = steps(t6);
    let t21 = (t5 | t6);
    let t22 = (t21 | t7);
    let t23 = rook(m3, t10);
    let t24 = rook(m3, t22);
    let t25 = (t12 | t19);
    let t37 = distance(m0, m1);
    let t83 = (t11 | t25);
    let t147 = (t23 & !t83);
    let t159 = (t7 | 0);
    let t161 = (t10 & !t159);
    let t162 = rook(m0, t161);
    let t166 = (t147 & t162);
    let t167 = (t7 | t4);
    let t169 = (t10 & !t167);
    let t170 = rook(m1, t169);
    let t171 = (t166 & t170);
    let t172 = count(t171);
    if t37 <= 1 {
        if (t5 & t24) != 0 {
            if to_move <= 0 {
                let t95 = (t20 & t19);
                let t96 = count(t95);
                if distance(m1, m2) <= 1 {
                    return further(18, m0, m1, m2, m3, to_move);
                }
                if t96 > 4 {
                    return further(35, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            let t51 = distance(m2, m3);
            if (t7 & t25) == 0 {
                return further(20, m0, m1, m2, m3, to_move);
            }
            let t85 = (t20 & !t83);
            let t86 = count(t85);
            if t51 <= 1 {
                return further(36, m0, m1, m2, m3, to_move);
            }
            if t86 > 0 {
                return false;
            }
            return further(58, m0, m1, m2, m3, to_move);
        }
        if t172 > 0 {
            if to_move > 0 {
                return false;
            }
            if (t6 & t19) != 0 {
                return false;
            }
            if slant(m1, m2) > 1 {
                return true;
            }
            return further(55, m0, m1, m2, m3, to_move);
        }
        if corner(m0) <= 0 {
            return further(15, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            if count((t12 & !(t8 | (t20 | t24)))) <= 2 {
                if (t4 & t24) != 0 {
                    return further(83, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            let t51 = distance(m2, m3);
            if (t20 & !t83) == 0 {
                return further(84, m0, m1, m2, m3, to_move);
            }
            if t51 > 1 {
                return false;
            }
            if (t4 & t24) != 0 {
                return further(168, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t46 = offset(m1, m2);
        if edge(m0) <= 0 {
            if count(((t23 & t162) & !t83)) > 1 {
                return further(80, m0, m1, m2, m3, to_move);
            }
            if t46 > 1 {
                if offset(m0, m1) > 0 {
                    return further(155, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if (t6 & t19) != 0 {
                return further(154, m0, m1, m2, m3, to_move);
            }
            if count(((((rook(m1, t10) | bishop(m1, t10)) & !t8) & t12) & !t24)) > 3 {
                return further(211, m0, m1, m2, m3, to_move);
            }
            return further(210, m0, m1, m2, m3, to_move);
        }
        if t46 > 1 {
            if count((t20 & !t83)) > 1 {
                return false;
            }
            return further(117, m0, m1, m2, m3, to_move);
        }
        if offset(m0, m1) > 0 {
            if offset(m0, m2) <= 0 {
                return further(160, m0, m1, m2, m3, to_move);
            }
            if (t20 & !t83) != 0 {
                return false;
            }
            return further(223, m0, m1, m2, m3, to_move);
        }
        if offset(m2, m3) > 1 {
            return further(159, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m0, m2) > 0 {
            return further(219, m0, m1, m2, m3, to_move);
        }
        return further(218, m0, m1, m2, m3, to_move);
    }
    let t45 = distance(m1, m2);
    let t155 = (t23 & t8);
    let t157 = (t155 & !t25);
    let t158 = count(t157);
    if t172 > 0 {
        if walk(t4, steps(t5), !((t20 | t24) | t8)) > 1 {
            if t158 > 1 {
                return further(28, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if to_move > 0 {
            if offset(m0, m3) > 0 {
                return false;
            }
            return further(45, m0, m1, m2, m3, to_move);
        }
        if (t6 & t19) != 0 {
            return false;
        }
        if slant(m1, m2) > 1 {
            return true;
        }
        return further(69, m0, m1, m2, m3, to_move);
    }
    let t38 = offset(m0, m1);
    let t85 = (t20 & !t83);
    let t86 = count(t85);
    if t45 <= 1 {
        let t43 = distance(m0, m3);
        if ((t12 & !(t8 | (t20 | t24))) & t11) != 0 {
            if (t19 & t7) != 0 {
                return further(39, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if t43 > 1 {
            return false;
        }
        return further(38, m0, m1, m2, m3, to_move);
    }
    if t86 <= 0 {
        if to_move > 0 {
            return further(41, m0, m1, m2, m3, to_move);
        }
        return further(40, m0, m1, m2, m3, to_move);
    }
    if t158 > 1 {
        let t89 = (t25 | t11);
        let t190 = steps(t7);
        let t194 = walk(t6, t190, !t89);
        if distance(m2, m3) <= 1 {
            return further(67, m0, m1, m2, m3, to_move);
        }
        if t194 > 1 {
            return false;
        }
        return further(100, m0, m1, m2, m3, to_move);
    }
    if t38 <= 0 {
        let t95 = (t20 & t19);
        if count(t95) > 2 {
            if offset(m0, m2) > 1 {
                if (t4 & t24) != 0 {
                    return further(193, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if offset(m2, m3) > 1 {
                let t149 = (t23 & !t11);
                let t154 = count(t149);
                if count(((t95 & !t12) & !t11)) <= 2 {
                    return further(258, m0, m1, m2, m3, to_move);
                }
                if t154 > 9 {
                    return false;
                }
                return further(333, m0, m1, m2, m3, to_move);
            }
            if to_move > 0 {
                let t62 = parts(m0, m1, m3);
                if ((rook(m3, (t10 & !(t8 & !t4))) & t4) & !t23) != 0 {
                    return further(331, m0, m1, m2, m3, to_move);
                }
                if t62 > 0 {
                    return further(418, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if parts(m0, m3, m2) > 0 {
                return further(329, m0, m1, m2, m3, to_move);
            }
            if parts(m3, m2, m1) > 0 {
                return further(416, m0, m1, m2, m3, to_move);
            }
            return further(415, m0, m1, m2, m3, to_move);
        }
        if offset(m1, m2) <= 1 {
            if slant(m0, m2) > 4 {
                return further(188, m0, m1, m2, m3, to_move);
            }
            if parts(m0, m1, m3) > 0 {
                if t45 > 4 {
                    return further(321, m0, m1, m2, m3, to_move);
                }
                return further(320, m0, m1, m2, m3, to_move);
            }
            if slant(m1, m2) > 2 {
                return false;
            }
            return further(319, m0, m1, m2, m3, to_move);
        }
        let t72 = (t4 & t24);
        let t73 = any(t72);
        if count((t85 | (steps(t85) & !(t25 | t11)))) > 5 {
            if t73 <= 0 {
                return false;
            }
            if offset(m1, m3) > 0 {
                return false;
            }
            return further(327, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m2, m1) <= 0 {
            return further(253, m0, m1, m2, m3, to_move);
        }
        if parts(m2, m1, m0) > 0 {
            return further(326, m0, m1, m2, m3, to_move);
        }
        return further(325, m0, m1, m2, m3, to_move);
    }
    let t27 = (t20 | t24);
    let t68 = (t8 | t27);
    let t70 = (t12 & !t68);
    let t71 = count(t70);
    let t74 = (t27 | t8);
    let t188 = steps(t5);
    let t189 = walk(t4, t188, !t74);
    if t71 <= 0 {
        return further(98, m0, m1, m2, m3, to_move);
    }
    if t189 <= 1 {
        let t29 = edge(m0);
        if corner(m1) <= 1 {
            if t29 > 0 {
                if t45 > 3 {
                    return false;
                }
                return further(341, m0, m1, m2, m3, to_move);
            }
            if distance(m1, m3) > 4 {
                return further(340, m0, m1, m2, m3, to_move);
            }
            return further(339, m0, m1, m2, m3, to_move);
        }
        if t29 > 0 {
            if offset(m0, m2) > 0 {
                let t44 = offset(m0, m3);
                if count(t147) <= 3 {
                    return further(435, m0, m1, m2, m3, to_move);
                }
                if t44 > 0 {
                    return false;
                }
                if offset(m1, m3) > 0 {
                    return false;
                }
                return further(654, m0, m1, m2, m3, to_move);
            }
            let t48 = distance(m1, m3);
            if count((t85 | (steps(t85) & !(t25 | t11)))) <= 1 {
                return further(433, m0, m1, m2, m3, to_move);
            }
            if t48 > 4 {
                return further(542, m0, m1, m2, m3, to_move);
            }
            let t67 = parts(m3, m2, m1);
            if distance(m2, m3) <= 1 {
                return further(650, m0, m1, m2, m3, to_move);
            }
            if t67 > 0 {
                return further(763, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t89 = (t25 | t11);
        if count((t85 | (steps(t85) & !t89))) <= 5 {
            if parts(m3, m2, m1) > 0 {
                return further(430, m0, m1, m2, m3, to_move);
            }
            if count((t70 | (steps(t70) & !t74))) > 3 {
                return false;
            }
            return further(534, m0, m1, m2, m3, to_move);
        }
        if walk(t6, steps(t12), !t89) <= 5 {
            let t14 = rook(m1, t10);
            let t15 = bishop(m1, t10);
            let t16 = (t14 | t15);
            let t106 = (t16 & t11);
            let t108 = (t106 & !t27);
            let t109 = count(t108);
            if parts(m2, m1, m3) > 1 {
                return further(538, m0, m1, m2, m3, to_move);
            }
            if t109 > 0 {
                return false;
            }
            return further(644, m0, m1, m2, m3, to_move);
        }
        if parts(m1, m0, m2) <= 1 {
            return false;
        }
        if offset(m0, m2) <= 2 {
            return further(647, m0, m1, m2, m3, to_move);
        }
        if corner(m0) > 2 {
            return further(759, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    let t51 = distance(m2, m3);
    if t71 <= 2 {
        let t14 = rook(m1, t10);
        let t15 = bishop(m1, t10);
        let t16 = (t14 | t15);
        let t100 = (t16 & !t8);
        let t101 = (t100 & t12);
        let t103 = (t101 & !t24);
        let t104 = count(t103);
        if (((t12 & t24) & !t20) & !t8) == 0 {
            if to_move > 0 {
                return false;
            }
            if t104 > 0 {
                return further(438, m0, m1, m2, m3, to_move);
            }
            return further(437, m0, m1, m2, m3, to_move);
        }
        if t104 > 2 {
            return further(348, m0, m1, m2, m3, to_move);
        }
        let t149 = (t23 & !t11);
        let t154 = count(t149);
        if t51 > 1 {
            if t154 > 8 {
                return false;
            }
            return further(550, m0, m1, m2, m3, to_move);
        }
        let t76 = steps(t70);
        let t77 = (t76 & !t74);
        let t78 = (t70 | t77);
        let t79 = count(t78);
        if t37 <= 2 {
            return further(548, m0, m1, m2, m3, to_move);
        }
        if t79 > 4 {
            return further(660, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    let t89 = (t25 | t11);
    let t91 = steps(t85);
    let t92 = (t91 & !t89);
    let t93 = (t85 | t92);
    let t94 = count(t93);
    if t189 <= 2 {
        if corner(m1) <= 1 {
            if edge(m0) <= 0 {
                return further(442, m0, m1, m2, m3, to_move);
            }
            if count(((rook(m1, t10) | bishop(m1, t10)) & !t8)) > 15 {
                return false;
            }
            return further(554, m0, m1, m2, m3, to_move);
        }
        if t94 <= 3 {
            if parts(m3, m2, m1) > 0 {
                return further(555, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if t51 <= 1 {
            if (t4 & t24) != 0 {
                return further(669, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if t94 > 5 {
            return false;
        }
        if count((((t23 & !t11) & t20) & !t19)) > 1 {
            return further(781, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    if count(((t23 & t162) & !t83)) > 4 {
        return further(352, m0, m1, m2, m3, to_move);
    }
    if t94 <= 1 {
        let t63 = parts(m1, m0, m3);
        if count((((t23 & !t11) & t20) & !t19)) > 1 {
            return further(559, m0, m1, m2, m3, to_move);
        }
        if t63 > 1 {
            return further(671, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    if t51 <= 1 {
        if (t4 & t24) != 0 {
            return further(673, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    if t94 > 3 {
        if parts(m2, m3, m0) <= 1 {
            return false;
        }
        let t49 = offset(m1, m3);
        if count((t70 | (steps(t70) & !t74))) <= 4 {
            return further(879, m0, m1, m2, m3, to_move);
        }
        if t49 <= 1 {
            return false;
        }
        if corner(m1) > 1 {
            return false;
        }
        return further(1037, m0, m1, m2, m3, to_move);
    }
    if (((t23 & !t11) & t20) & !t19) == 0 {
        return false;
    }
    let t63 = parts(m1, m0, m3);
    if corner(m0) <= 0 {
        return further(877, m0, m1, m2, m3, to_move);
    }
    if t86 > 2 {
        return further(957, m0, m1, m2, m3, to_move);
    }
    if t63 > 1 {
        return further(1034, m0, m1, m2, m3, to_move);
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
        b"KQKR learned\0".as_ptr().cast()
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
