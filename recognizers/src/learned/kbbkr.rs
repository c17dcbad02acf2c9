//! KBBKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  1266756416
//! draws      1146767336
//! spotted    1105120024 (96.368 %)
//! incorrect  0
//! size       1245 leaves, 2048 bytes packed
//! features   72
//! table      xxh3 a4a7beada3fad155
//! command    drawproof mine KBBKR --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KBBKR";
/// Leaves of the tree.
pub const LEAVES: usize = 1245;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2048;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 1146767336;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 1105120024;

/// The question of each branch.
static QUESTIONS: [u8; 1244] = [
    66, 191, 0, 168, 0, 186, 121, 28, 0, 46, 146, 125, 18, 120, 172, 114, 171, 186, 163, 146,
    114, 71, 212, 43, 189, 79, 83, 191, 116, 0, 6, 137, 18, 96, 3, 28, 120, 208, 185, 212, 186,
    168, 163, 79, 146, 67, 189, 196, 1, 84, 28, 193, 112, 191, 193, 120, 160, 35, 0, 36, 58, 79,
    134, 46, 170, 190, 167, 69, 146, 125, 75, 172, 39, 3, 193, 171, 30, 190, 74, 46, 76, 28, 11,
    87, 30, 97, 172, 115, 25, 62, 212, 30, 43, 32, 87, 56, 180, 171, 67, 46, 171, 69, 121, 9, 0,
    0, 0, 167, 176, 173, 124, 0, 0, 0, 47, 146, 1, 21, 33, 62, 120, 35, 167, 120, 178, 141, 112,
    199, 173, 158, 158, 30, 18, 87, 186, 20, 47, 4, 62, 35, 70, 46, 159, 6, 146, 43, 114, 17,
    126, 80, 169, 62, 212, 62, 20, 169, 115, 30, 114, 4, 212, 89, 196, 120, 88, 87, 139, 35, 6,
    69, 0, 24, 46, 120, 46, 56, 171, 36, 46, 177, 47, 200, 109, 0, 212, 144, 25, 136, 172, 76,
    30, 178, 39, 204, 167, 94, 212, 92, 63, 29, 1, 205, 43, 146, 1, 46, 179, 46, 165, 182, 44,
    36, 55, 55, 75, 142, 170, 105, 104, 20, 186, 186, 17, 171, 2, 104, 103, 115, 135, 204, 212,
    20, 170, 52, 56, 75, 110, 165, 56, 21, 192, 1, 67, 79, 193, 190, 62, 92, 80, 43, 187, 3,
    187, 212, 43, 80, 40, 194, 80, 27, 16, 19, 39, 172, 88, 32, 200, 172, 4, 187, 46, 12, 176,
    39, 47, 170, 18, 46, 0, 0, 9, 171, 2, 47, 170, 91, 172, 169, 43, 120, 163, 124, 68, 78, 136,
    46, 212, 192, 47, 97, 55, 174, 30, 43, 208, 136, 94, 135, 136, 120, 0, 1, 28, 199, 3, 213,
    114, 43, 43, 182, 29, 39, 212, 28, 34, 194, 1, 106, 173, 12, 135, 176, 204, 210, 43, 3, 142,
    57, 179, 62, 145, 74, 173, 18, 62, 1, 169, 21, 16, 1, 205, 43, 164, 170, 43, 198, 44, 62,
    31, 169, 39, 194, 109, 46, 141, 159, 9, 46, 72, 187, 80, 187, 196, 20, 197, 1, 1, 129, 84,
    44, 93, 87, 94, 204, 115, 111, 125, 26, 46, 116, 80, 99, 80, 19, 44, 27, 43, 169, 80, 125,
    52, 146, 171, 171, 185, 32, 56, 10, 183, 3, 4, 62, 152, 118, 171, 46, 49, 35, 140, 134, 18,
    69, 176, 16, 195, 68, 43, 55, 190, 47, 115, 135, 212, 167, 174, 212, 165, 70, 3, 6, 135, 1,
    17, 17, 39, 170, 62, 12, 120, 165, 46, 29, 17, 192, 76, 52, 169, 46, 135, 9, 136, 35, 179,
    16, 115, 193, 43, 30, 62, 139, 30, 10, 43, 46, 61, 159, 169, 125, 28, 28, 179, 175, 4, 44,
    58, 174, 135, 70, 136, 29, 174, 212, 12, 65, 29, 62, 121, 125, 17, 92, 29, 18, 1, 203, 195,
    70, 198, 30, 194, 187, 43, 126, 170, 105, 152, 1, 118, 124, 175, 175, 77, 14, 8, 27, 16, 46,
    195, 128, 27, 192, 21, 43, 114, 87, 148, 118, 213, 1, 212, 151, 115, 194, 194, 79, 63, 39,
    132, 189, 62, 202, 113, 33, 24, 51, 39, 80, 83, 70, 169, 123, 143, 190, 6, 112, 32, 5, 32,
    201, 26, 15, 52, 135, 2, 33, 169, 72, 32, 172, 33, 208, 174, 109, 62, 4, 146, 104, 57, 49,
    62, 1, 1, 91, 46, 172, 13, 192, 13, 166, 165, 204, 47, 201, 0, 39, 1, 3, 1, 113, 62, 187,
    15, 4, 137, 136, 46, 182, 160, 115, 43, 24, 41, 43, 182, 120, 56, 58, 52, 159, 212, 146,
    208, 98, 55, 68, 1, 58, 43, 196, 189, 4, 4, 22, 56, 114, 205, 8, 212, 4, 35, 128, 26, 32,
    165, 36, 170, 15, 178, 10, 13, 212, 213, 16, 39, 9, 1, 190, 30, 36, 153, 115, 126, 212, 13,
    55, 123, 4, 136, 195, 152, 28, 189, 32, 136, 170, 3, 17, 98, 105, 205, 21, 89, 92, 73, 195,
    43, 16, 193, 43, 205, 40, 39, 212, 125, 43, 192, 81, 44, 20, 29, 84, 21, 43, 21, 80, 22, 26,
    170, 7, 33, 123, 33, 80, 62, 39, 187, 74, 59, 115, 7, 32, 75, 196, 75, 200, 184, 199, 21,
    75, 46, 62, 90, 167, 146, 4, 110, 170, 172, 169, 117, 47, 5, 169, 37, 47, 36, 43, 127, 4,
    190, 148, 58, 150, 39, 209, 169, 78, 113, 46, 9, 12, 24, 160, 93, 22, 45, 207, 11, 192, 15,
    1, 39, 189, 212, 111, 1, 141, 167, 209, 37, 182, 22, 43, 23, 131, 181, 204, 162, 99, 17,
    160, 137, 46, 62, 141, 58, 203, 187, 4, 17, 161, 4, 152, 159, 138, 170, 204, 59, 128, 89,
    47, 37, 10, 138, 176, 179, 117, 175, 9, 53, 86, 130, 3, 4, 205, 22, 187, 20, 139, 108, 160,
    193, 21, 187, 22, 62, 26, 126, 78, 67, 192, 43, 33, 16, 24, 189, 146, 148, 169, 62, 169,
    169, 81, 82, 63, 81, 155, 123, 149, 22, 134, 1, 125, 136, 127, 124, 147, 146, 47, 57, 52,
    38, 55, 167, 4, 1, 110, 35, 4, 62, 47, 125, 90, 44, 194, 22, 152, 135, 10, 25, 5, 69, 69, 4,
    189, 21, 24, 62, 4, 196, 32, 4, 24, 203, 4, 204, 103, 212, 46, 177, 5, 133, 192, 92, 124,
    33, 30, 11, 16, 124, 1, 187, 3, 29, 135, 161, 1, 212, 36, 34, 21, 206, 42, 43, 127, 128, 53,
    151, 19, 24, 46, 14, 12, 36, 19, 21, 121, 28, 174, 151, 2, 21, 98, 109, 178, 52, 59, 46, 47,
    31, 47, 10, 190, 119, 156, 174, 187, 134, 44, 117, 154, 2, 48, 115, 29, 212, 46, 24, 67,
    146, 146, 183, 91, 24, 88, 46, 88, 81, 28, 1, 180, 170, 89, 150, 196, 81, 176, 40, 187, 190,
    5, 190, 43, 184, 11, 149, 62, 50, 1, 88, 11, 176, 13, 115, 62, 45, 4, 15, 4, 21, 152, 4, 70,
    167, 201, 160, 73, 188, 89, 125, 92, 102, 130, 89, 39, 20, 189, 3, 26, 162, 21, 115, 95, 60,
    62, 22, 205, 77, 167, 0, 18, 22, 22, 146, 100, 211, 139, 39, 12, 52, 12, 5, 68, 135, 20, 60,
    174, 118, 7, 4, 59, 20, 128, 40, 154, 128, 7, 181, 114, 148, 42, 26, 193, 195, 128, 75, 88,
    109, 136, 73, 13, 25, 18, 33, 153, 137, 21, 32, 1, 117, 2, 181, 32, 54, 10, 204, 76, 115, 3,
    4, 21, 20, 62, 46, 125, 21, 135, 63, 122, 154, 36, 43, 58, 43, 1, 43, 209, 52, 107, 52, 32,
    85, 57, 128, 52, 91, 52, 193, 201, 151, 61, 105, 141, 146, 106, 76, 76, 5, 11, 4, 68, 97, 2,
    193, 57, 45, 206, 93, 16, 36, 92, 138, 192, 21, 135, 196, 39, 24, 1, 5, 127, 68, 130, 37,
    92, 36, 44, 92, 157, 64, 43, 70, 104, 76, 176, 50, 101, 7, 62, 21, 15, 174, 143, 40, 60, 63,
    135, 204, 59, 129, 1, 186, 132, 55, 193, 5, 11, 108, 58, 5, 160, 5, 100, 115, 21, 148, 3, 4,
    5, 170, 60, 68, 169, 89, 4, 108, 16, 22, 59, 5, 68, 26, 2, 109, 157,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 214] = [
    0, 0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 3, 0, 1, 0, 1, 2, 3, 0, 1, 2, 0, 2, 3, 4,
    5, 0, 1, 2, 1, 2, 3, 5, 0, 1, 2, 3, 1, 2, 3, 0, 1, 2, 1, 2, 3, 1, 2, 3, 0, 0, 1, 1, 2, 3, 4,
    0, 1, 2, 3, 0, 0, 1, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 0, 1, 2, 5, 2, 3, 4, 5, 6, 7, 8, 7, 8, 9,
    10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 4, 6, 7, 8, 9, 10, 0, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7,
    0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 10, 0, 0, 1,
    8, 9, 11, 12, 13, 14, 16, 17, 18, 0, 0, 0, 2, 3, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
    0, 1, 2, 6, 7, 8, 9, 12, 13, 0, 0, 2, 0, 0, 0, 0, 0, 1, 2, 1, 2, 3, 1, 2, 3, 4, 5, 1, 2, 3,
    4, 1, 2, 3, 4, 1, 2,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x459248891914924a, 0x0301a081042c842c, 0xec12ff99c02c0840, 0x0000000000111093,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 22, 38, 64,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xfd5fffffefefffff, 0xcffff6fdeeffffff, 0xad1f75e73dbed7fd, 0xa3fbbfffffffede4,
    0xfaef3c7d2b7fb7bf, 0x7f75177fafffaed7, 0x1dad1c9f59f7aff7, 0x3fd769a46ee99de5,
    0xf87efb4db57417e8, 0x37697fbff2d59c5a, 0xd33ecb992e89bdf8, 0x59e1d1ee048ed874,
    0xf4bcda475396e9fb, 0x7cf8591d55d85bea, 0x61d9d278daf9d7af, 0xbe5b9978a08456e3,
    0x590c0f03dd43056b, 0x164a309475e74919, 0x3225575afecfe49f, 0x4a62b7d8052425ff,
    0x2819823f45b25488, 0xc41f720c211c5b08, 0x9340302914493e40, 0xc563f8d9745fb6aa,
    0xdd71465fde730185, 0x81ea013443a02215, 0x801f05925715c154, 0x98e709001850780d,
    0xee218903d03e014a, 0x0e5452d004106330, 0x0410555804542850, 0xc5e88b9400012558,
    0x5d86e29a8c3fa8c5, 0x8000280a5280040f, 0x2941059158983060, 0xc10a0c1057c33218,
    0x0d767228811a2d19, 0x8564025122804040, 0x000047424520000a,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 59, 116, 161, 213, 260, 308, 350, 389, 428, 469, 506, 537, 576, 612, 651, 683, 711, 739,
    777, 808, 833, 858, 879, 916, 950, 971, 996, 1018, 1043, 1063, 1080, 1102, 1134, 1148, 1168,
    1190, 1216, 1231,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x215541057bdb2afe, 0x94db78759c8d9f78, 0x8b58559a55fb10ab, 0xcb16f07ae948aab4,
    0x5754b9500cbefb60, 0xdbb5553e6ba6da19, 0x59d2f49332cd4aee, 0xc57d2b2792a4ba6d,
    0x8d299a6d72675ba8, 0xd56bb8a57824d565, 0xb7c92576b0d55fdd, 0xd52b4f55532d55ab,
    0xad755465ab51ae9c, 0xabfcd852ad4f5755, 0x4c9da94acd4a65a2, 0xd55351cb4b9ba905,
    0xd5228ab5b75a5754, 0xaec495baadadb4a7, 0x5353bf54e2b95566, 0x0000000014bb6aa5,
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
        // weak-king-edge
        3 => edge(m3),
        // weak-king-corner
        4 => corner(m3),
        // weak-rook-edge
        5 => edge(m4),
        // strong-king-strong-bishop-distance-least
        6 => least(distance(m0, m1), distance(m0, m2)),
        // strong-king-strong-bishop-offset-least
        7 => least(offset(m0, m1), offset(m0, m2)),
        // strong-king-strong-bishop-offset-most
        8 => most(offset(m0, m1), offset(m0, m2)),
        // strong-king-strong-bishop-slant-least
        9 => least(slant(m0, m1), slant(m0, m2)),
        // strong-king-strong-bishop-colours-most
        10 => {
            let t48 = light(m0);
            most(equal(t48, light(m1)), equal(t48, light(m2)))
        }
        // strong-king-weak-king-distance
        11 => distance(m0, m3),
        // strong-king-weak-king-offset
        12 => offset(m0, m3),
        // strong-king-weak-rook-distance
        13 => distance(m0, m4),
        // strong-king-weak-rook-offset
        14 => offset(m0, m4),
        // strong-bishop-weak-king-distance-least
        15 => least(distance(m1, m3), distance(m2, m3)),
        // strong-bishop-weak-king-slant-least
        16 => least(slant(m1, m3), slant(m2, m3)),
        // strong-bishop-weak-king-slant-most
        17 => most(slant(m1, m3), slant(m2, m3)),
        // strong-bishop-weak-rook-distance-least
        18 => least(distance(m1, m4), distance(m2, m4)),
        // strong-bishop-weak-rook-offset-least
        19 => least(offset(m1, m4), offset(m2, m4)),
        // strong-bishop-weak-rook-slant-least
        20 => least(slant(m1, m4), slant(m2, m4)),
        // strong-bishops-distance
        21 => distance(m1, m2),
        // strong-bishops-offset
        22 => offset(m1, m2),
        // strong-bishops-slant
        24 => slant(m1, m2),
        // weak-king-weak-rook-distance
        25 => distance(m3, m4),
        // weak-king-weak-rook-offset
        26 => offset(m3, m4),
        // strong-king-strong-bishop-corner-least
        27 => least(colour_corner(m0, m1), colour_corner(m0, m2)),
        // strong-king-strong-bishop-corner-most
        28 => most(colour_corner(m0, m1), colour_corner(m0, m2)),
        // weak-king-strong-bishop-corner-least
        29 => least(colour_corner(m3, m1), colour_corner(m3, m2)),
        // race-strong-bishop-least
        30 => least(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-strong-bishop-most
        31 => most(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-strong-bishop-sum
        32 => plus(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-weak-rook
        33 => lead(distance(m0, m4), distance(m3, m4)),
        // strong-king-parts-weak-rook
        34 => parts(m0, m4, m3),
        // weak-rook-parts-strong-king-strong-bishop-least
        35 => least(parts(m4, m0, m1), parts(m4, m0, m2)),
        // strong-king-flights
        36 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((steps(t5) & !(((t5 | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))))))
        }
        // strong-king-in-check
        37 => any((bit(m0) & rook(m4, (((bit(m1) | bit(m2)) | bit(m3)) | bit(m4))))),
        // strong-king-room
        38 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t30 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t101 = (steps(t5) & !(t11 | t30));
            count((t101 | (steps(t101) & !(t30 | t11))))
        }
        // weak-king-flights
        39 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            count((steps(t8) & !((t8 | t9) | ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)))))
        }
        // weak-king-room
        40 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t14 = (t8 | t9);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            let t28 = ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16));
            let t114 = (steps(t8) & !(t14 | t28));
            count((t114 | (steps(t114) & !(t28 | t14))))
        }
        // weak-king-takes
        41 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t16 = (t11 | t9);
            any(((steps(t8) & !((t8 | t9) | ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)))) & t11))
        }
        // strong-bishop-kept-moves-most
        42 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            let t15 = steps(t5);
            let t26 = rook(m4, (((t6 | t7) | t8) | t9));
            most(count((((bishop(m1, t13) & !t11) & t15) & !t26)), count((((bishop(m2, t13) & !t11) & t15) & !t26)))
        }
        // strong-bishop-moves-sum
        43 => {
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t13 = ((t11 | bit(m3)) | bit(m4));
            plus(count((bishop(m1, t13) & !t11)), count((bishop(m2, t13) & !t11)))
        }
        // strong-bishop-takes-least
        44 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t13 = ((((bit(m0) | t6) | t7) | t8) | t9);
            let t14 = (t8 | t9);
            let t30 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)));
            least(count(((bishop(m1, t13) & t14) & !t30)), count(((bishop(m2, t13) & t14) & !t30)))
        }
        // strong-bishop-takes-most
        45 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t13 = ((((bit(m0) | t6) | t7) | t8) | t9);
            let t14 = (t8 | t9);
            let t30 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)));
            most(count(((bishop(m1, t13) & t14) & !t30)), count(((bishop(m2, t13) & t14) & !t30)))
        }
        // strong-bishop-safe-checks-most
        46 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            let t99 = (t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))));
            most(count(((bishop(m1, t13) & bishop(m3, (t13 & !(t6 | 0)))) & !t99)), count(((bishop(m2, t13) & bishop(m3, (t13 & !(t7 | 0)))) & !t99)))
        }
        // strong-bishop-weak-rook-forks-most
        47 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            let t99 = (t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))));
            most(count((((bishop(m1, t13) & !t99) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8))))), count((((bishop(m2, t13) & !t99) & bishop(m3, (t13 & !(t7 | 0)))) & bishop(m4, (t13 & !(t7 | t8))))))
        }
        // strong-bishop-weak-rook-threats-most
        48 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            let t99 = (t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))));
            most(count(((bishop(m1, t13) & !t99) & bishop(m4, (t13 & !(t6 | 0))))), count(((bishop(m2, t13) & !t99) & bishop(m4, (t13 & !(t7 | 0))))))
        }
        // strong-bishop-weak-rook-hits-most
        49 => {
            let t9 = bit(m4);
            let t16 = (((bit(m0) | bit(m1)) | bit(m2)) | t9);
            most(any((bishop(m1, t16) & t9)), any((bishop(m2, t16) & t9)))
        }
        // strong-bishop-weak-rook-lined-up-least
        50 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t13 = ((((bit(m0) | t6) | t7) | t8) | bit(m4));
            least(any((bishop(m4, (t13 & !t6)) & t8)), any((bishop(m4, (t13 & !t7)) & t8)))
        }
        // strong-bishop-attacked-least
        51 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t30 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            least(any((t6 & t30)), any((t7 & t30)))
        }
        // strong-bishop-hangs-least
        52 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t15 = steps(t5);
            let t16 = (((t5 | t6) | t7) | t9);
            let t30 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)));
            least(any(((t6 & t30) & !(t15 | bishop(m2, t16)))), any(((t7 & t30) & !(t15 | bishop(m1, t16)))))
        }
        // strong-bishop-hangs-most
        53 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t15 = steps(t5);
            let t16 = (((t5 | t6) | t7) | t9);
            let t30 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)));
            most(any(((t6 & t30) & !(t15 | bishop(m2, t16)))), any(((t7 & t30) & !(t15 | bishop(m1, t16)))))
        }
        // strong-bishop-attacked-by-men-most
        54 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t26 = rook(m4, (((t6 | t7) | bit(m3)) | bit(m4)));
            most(any((t6 & t26)), any((t7 & t26)))
        }
        // strong-bishop-discovers-most
        55 => {
            let t8 = bit(m3);
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | bit(m4));
            let t223 = (t13 & !t11);
            most(any(((bishop(m1, t223) & t8) & !bishop(m1, t13))), any(((bishop(m2, t223) & t8) & !bishop(m2, t13))))
        }
        // strong-bishop-cuts-least
        56 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t14 = (t8 | t9);
            let t15 = steps(t5);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            let t18 = bishop(m1, t16);
            let t20 = bishop(m2, t16);
            let t21 = steps(t8);
            least(count((((t21 & t18) & !(t15 | t20)) & !t14)), count((((t21 & t20) & !(t15 | t18)) & !t14)))
        }
        // strong-bishop-cuts-most
        57 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t14 = (t8 | t9);
            let t15 = steps(t5);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            let t18 = bishop(m1, t16);
            let t20 = bishop(m2, t16);
            let t21 = steps(t8);
            most(count((((t21 & t18) & !(t15 | t20)) & !t14)), count((((t21 & t20) & !(t15 | t18)) & !t14)))
        }
        // weak-rook-kept-moves
        58 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t16 = (t11 | t9);
            count((((rook(m4, ((t11 | t8) | t9)) & !(t8 | t9)) & steps(t8)) & !(bishop(m1, t16) | bishop(m2, t16))))
        }
        // weak-rook-moves
        59 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((rook(m4, ((((bit(m0) | bit(m1)) | bit(m2)) | t8) | t9)) & !(t8 | t9)))
        }
        // weak-rook-takes
        60 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t16 = (t11 | t9);
            count(((rook(m4, ((t11 | bit(m3)) | t9)) & t11) & !((steps(t5) | bishop(m1, t16)) | bishop(m2, t16))))
        }
        // weak-rook-safe-checks
        61 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | t9);
            let t16 = (t11 | t9);
            count(((rook(m4, t13) & rook(m0, (t13 & !(t9 | 0)))) & !((t8 | t9) | ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)))))
        }
        // weak-rook-strong-bishop-forks-least
        62 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | t9);
            let t16 = (t11 | t9);
            let t262 = ((rook(m4, t13) & !((t8 | t9) | ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)))) & rook(m0, (t13 & !(t9 | 0))));
            let t265 = (t13 & !(t9 | t5));
            least(count((t262 & rook(m1, t265))), count((t262 & rook(m2, t265))))
        }
        // weak-rook-strong-bishop-lined-up-most
        63 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            let t274 = (((((t5 | bit(m1)) | bit(m2)) | bit(m3)) | t9) & !t9);
            most(any((rook(m1, t274) & t5)), any((rook(m2, t274) & t5)))
        }
        // weak-rook-hangs
        64 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            any(((t9 & ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16))) & !steps(bit(m3))))
        }
        // weak-rook-discovers
        65 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t13 = ((((t5 | bit(m1)) | bit(m2)) | t8) | t9);
            any(((rook(m4, (t13 & !(t8 | t9))) & t5) & !rook(m4, t13)))
        }
        // weak-rook-cuts
        66 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((((steps(t5) & rook(m4, (((t6 | t7) | t8) | bit(m4)))) & !steps(t8)) & !((t5 | t6) | t7)))
        }
        // strong-king-walk-strong-bishop-least
        67 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t105 = ((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7));
            least(walk(t5, steps(t6), !t105), walk(t5, steps(t7), !t105))
        }
        // strong-king-walk-weak-rook
        68 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t5, steps(t9), !((steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))) | ((t5 | t6) | t7)))
        }
        // strong-king-walk-kings
        69 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t21 = steps(t8);
            walk(t5, steps(t21), !((t21 | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // weak-king-walk-weak-rook
        70 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            walk(t8, steps(t9), !(((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)) | (t8 | t9)))
        }
        // weak-king-walk-kings
        _ => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t15 = steps(t5);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            walk(t8, steps(t15), !(((t15 | bishop(m1, t16)) | bishop(m2, t16)) | (t8 | t9)))
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
    let first = ((colour[0] & kind[2]).count_ones() != 2) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[2];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    set &= set - 1;
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[3];
    let m4 = set.trailing_zeros() as u64 ^ turn;
    let t5 = bit(m0);
    let t6 = bit(m1);
    let t7 = bit(m2);
    let t8 = bit(m3);
    let t9 = bit(m4);
    let t10 = (t5 | t6);
    let t11 = (t10 | t7);
    let t15 = steps(t5);
    let t21 = steps(t8);
    if equal(light(m1), light(m2)) > 0 {
        let t22 = (t6 | t7);
        let t23 = (t22 | t8);
        let t24 = (t23 | t9);
        let t26 = rook(m4, t24);
        let t30 = (t21 | t26);
        let t105 = (t30 | t11);
        if to_move > 0 {
            let t99 = (t11 | t30);
            let t101 = (t15 & !t99);
            let t216 = (t6 & t26);
            let t217 = any(t216);
            let t218 = (t7 & t26);
            let t219 = any(t218);
            let t220 = most(t217, t219);
            if count((t101 | (steps(t101) & !t105))) <= 2 {
                return further(13, m0, m1, m2, m3, m4, to_move);
            }
            if t220 <= 0 {
                return true;
            }
            if count(t101) > 4 {
                return true;
            }
            let t16 = (t11 | t9);
            if ((t9 & ((t15 | bishop(m1, t16)) | bishop(m2, t16))) & !t21) != 0 {
                return true;
            }
            if slant(m1, m2) <= 0 {
                return true;
            }
            if (t5 & t26) != 0 {
                return further(266, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m0, m3) > 0 {
                return true;
            }
            return further(398, m0, m1, m2, m3, m4, to_move);
        }
        let t12 = (t11 | t8);
        let t13 = (t12 | t9);
        let t16 = (t11 | t9);
        let t18 = bishop(m1, t16);
        let t20 = bishop(m2, t16);
        let t25 = rook(m4, t13);
        let t27 = (t15 | t18);
        let t28 = (t27 | t20);
        if ((t25 & t11) & !t28) != 0 {
            if least(offset(m0, m1), offset(m0, m2)) > 0 {
                let t54 = distance(m0, m3);
                if least(colour_corner(m0, m1), colour_corner(m0, m2)) <= 0 {
                    return further(49, m0, m1, m2, m3, m4, to_move);
                }
                if t54 <= 2 {
                    if offset(m0, m3) > 0 {
                        return further(159, m0, m1, m2, m3, m4, to_move);
                    }
                    return further(158, m0, m1, m2, m3, m4, to_move);
                }
                if least(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))) <= 6 {
                    return true;
                }
                if walk(t8, steps(t15), !(t28 | (t8 | t9))) <= 1 {
                    return further(261, m0, m1, m2, m3, m4, to_move);
                }
                if offset(m0, m4) > 0 {
                    return true;
                }
                return further(397, m0, m1, m2, m3, m4, to_move);
            }
            let t14 = (t8 | t9);
            let t262 = ((t25 & !(t14 | t28)) & rook(m0, (t13 & !(t9 | 0))));
            let t265 = (t13 & !(t9 | t5));
            if least(count((t262 & rook(m1, t265))), count((t262 & rook(m2, t265)))) > 0 {
                return further(48, m0, m1, m2, m3, m4, to_move);
            }
            if least(walk(t5, steps(t6), !t105), walk(t5, steps(t7), !t105)) > 1 {
                if offset(m1, m2) <= 0 {
                    return further(154, m0, m1, m2, m3, m4, to_move);
                }
                if least(any((t6 & t30)), any((t7 & t30))) > 0 {
                    return further(254, m0, m1, m2, m3, m4, to_move);
                }
                return further(253, m0, m1, m2, m3, m4, to_move);
            }
            if least(slant(m0, m1), slant(m0, m2)) > 1 {
                return further(153, m0, m1, m2, m3, m4, to_move);
            }
            if walk(t8, steps(t15), !(t28 | t14)) > 1 {
                return further(249, m0, m1, m2, m3, m4, to_move);
            }
            return further(248, m0, m1, m2, m3, m4, to_move);
        }
        let t99 = (t11 | t30);
        let t101 = (t15 & !t99);
        if count((t101 | (steps(t101) & !t105))) <= 6 {
            let t14 = (t8 | t9);
            if walk(t8, steps(t15), !(t28 | t14)) > 1 {
                if ((t21 & !(t14 | t28)) & t11) != 0 {
                    return further(84, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            let t38 = distance(m0, m1);
            let t39 = distance(m0, m2);
            let t87 = distance(m3, m1);
            let t88 = lead(t38, t87);
            let t89 = distance(m3, m2);
            let t90 = lead(t39, t89);
            let t91 = least(t88, t90);
            if least(colour_corner(m0, m1), colour_corner(m0, m2)) <= 0 {
                return further(82, m0, m1, m2, m3, m4, to_move);
            }
            if t91 <= 6 {
                return further(145, m0, m1, m2, m3, m4, to_move);
            }
            if count(t101) > 2 {
                return further(242, m0, m1, m2, m3, m4, to_move);
            }
            return further(241, m0, m1, m2, m3, m4, to_move);
        }
        if least(distance(m1, m3), distance(m2, m3)) > 1 {
            let t262 = ((t25 & !((t8 | t9) | t28)) & rook(m0, (t13 & !(t9 | 0))));
            let t265 = (t13 & !(t9 | t5));
            if least(count((t262 & rook(m1, t265))), count((t262 & rook(m2, t265)))) > 0 {
                return further(87, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if slant(m1, m2) <= 0 {
            if plus(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))) > 14 {
                return true;
            }
            return further(148, m0, m1, m2, m3, m4, to_move);
        }
        let t80 = colour_corner(m0, m1);
        let t81 = colour_corner(m0, m2);
        let t82 = least(t80, t81);
        if most(any((t6 & t26)), any((t7 & t26))) > 0 {
            return further(150, m0, m1, m2, m3, m4, to_move);
        }
        let t274 = (t13 & !t9);
        let t275 = rook(m1, t274);
        let t276 = (t275 & t5);
        let t277 = any(t276);
        let t278 = rook(m2, t274);
        let t279 = (t278 & t5);
        let t280 = any(t279);
        let t281 = most(t277, t280);
        if t82 <= 1 {
            return further(244, m0, m1, m2, m3, m4, to_move);
        }
        if t281 > 0 {
            return further(375, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    let t16 = (t11 | t9);
    let t18 = bishop(m1, t16);
    let t20 = bishop(m2, t16);
    let t27 = (t15 | t18);
    let t28 = (t27 | t20);
    if ((t9 & t28) & !t21) != 0 {
        if to_move > 0 {
            if ((t21 & !((t8 | t9) | t28)) & t11) == 0 {
                return false;
            }
            if distance(m3, m4) > 3 {
                return further(42, m0, m1, m2, m3, m4, to_move);
            }
            return further(41, m0, m1, m2, m3, m4, to_move);
        }
        let t61 = slant(m1, m3);
        let t62 = slant(m2, m3);
        let t63 = least(t61, t62);
        if t63 <= 0 {
            let t14 = (t8 | t9);
            if ((t21 & !(t14 | t28)) & t11) != 0 {
                if count((rook(m4, ((t11 | t8) | t9)) & !t14)) > 13 {
                    return further(73, m0, m1, m2, m3, m4, to_move);
                }
                return further(72, m0, m1, m2, m3, m4, to_move);
            }
            if walk(t8, steps(t9), !(t28 | t14)) <= 1 {
                return further(70, m0, m1, m2, m3, m4, to_move);
            }
            let t26 = rook(m4, (((t6 | t7) | t8) | t9));
            if most(any((t6 & t26)), any((t7 & t26))) > 0 {
                return further(129, m0, m1, m2, m3, m4, to_move);
            }
            let t13 = ((t11 | t8) | t9);
            let t223 = (t13 & !t11);
            if most(any(((bishop(m1, t223) & t8) & !bishop(m1, t13))), any(((bishop(m2, t223) & t8) & !bishop(m2, t13)))) > 0 {
                return further(215, m0, m1, m2, m3, m4, to_move);
            }
            return further(214, m0, m1, m2, m3, m4, to_move);
        }
        let t22 = (t6 | t7);
        let t23 = (t22 | t8);
        let t24 = (t23 | t9);
        let t26 = rook(m4, t24);
        let t30 = (t21 | t26);
        let t99 = (t11 | t30);
        let t101 = (t15 & !t99);
        let t102 = count(t101);
        if t102 <= 2 {
            if walk(t8, steps(t15), !(t28 | (t8 | t9))) > 1 {
                return further(75, m0, m1, m2, m3, m4, to_move);
            }
            return further(74, m0, m1, m2, m3, m4, to_move);
        }
        let t12 = (t11 | t8);
        let t13 = (t12 | t9);
        if ((rook(m4, t13) & t11) & !t28) != 0 {
            let t274 = (t13 & !t9);
            if most(any((rook(m1, t274) & t5)), any((rook(m2, t274) & t5))) > 0 {
                return further(138, m0, m1, m2, m3, m4, to_move);
            }
            if corner(m0) > 1 {
                return further(230, m0, m1, m2, m3, m4, to_move);
            }
            return further(229, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m0, m3) > 4 {
            return true;
        }
        if t63 > 1 {
            if count((t21 & !((t8 | t9) | t28))) > 1 {
                return true;
            }
            return further(356, m0, m1, m2, m3, m4, to_move);
        }
        if t102 <= 3 {
            return further(354, m0, m1, m2, m3, m4, to_move);
        }
        let t105 = (t30 | t11);
        if least(walk(t5, steps(t6), !t105), walk(t5, steps(t7), !t105)) > 3 {
            return true;
        }
        if least(distance(m1, m3), distance(m2, m3)) > 1 {
            return further(682, m0, m1, m2, m3, m4, to_move);
        }
        return further(681, m0, m1, m2, m3, m4, to_move);
    }
    let t12 = (t11 | t8);
    let t13 = (t12 | t9);
    let t22 = (t6 | t7);
    let t23 = (t22 | t8);
    let t24 = (t23 | t9);
    let t26 = rook(m4, t24);
    let t30 = (t21 | t26);
    if least(any((bishop(m4, (t13 & !t6)) & t8)), any((bishop(m4, (t13 & !t7)) & t8))) > 0 {
        if to_move > 0 {
            let t99 = (t11 | t30);
            if most(count((((bishop(m1, t13) & !t99) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8))))), count((((bishop(m2, t13) & !t99) & bishop(m3, (t13 & !(t7 | 0)))) & bishop(m4, (t13 & !(t7 | t8)))))) > 0 {
                if (t5 & t26) != 0 {
                    return further(69, m0, m1, m2, m3, m4, to_move);
                }
                return further(68, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m0, m3) <= 2 {
                return further(66, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m3, m4) > 1 {
                if (t5 & t26) != 0 {
                    return further(209, m0, m1, m2, m3, m4, to_move);
                }
                return further(208, m0, m1, m2, m3, m4, to_move);
            }
            if most(any((t18 & t9)), any((t20 & t9))) > 0 {
                return further(207, m0, m1, m2, m3, m4, to_move);
            }
            return further(206, m0, m1, m2, m3, m4, to_move);
        }
        if ((rook(m4, t13) & t11) & !t28) != 0 {
            let t274 = (t13 & !t9);
            let t275 = rook(m1, t274);
            let t276 = (t275 & t5);
            let t277 = any(t276);
            let t278 = rook(m2, t274);
            let t279 = (t278 & t5);
            let t280 = any(t279);
            let t281 = most(t277, t280);
            if corner(m0) <= 0 {
                return further(64, m0, m1, m2, m3, m4, to_move);
            }
            if t281 > 0 {
                return further(119, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m0, m3) > 1 {
                return further(201, m0, m1, m2, m3, m4, to_move);
            }
            return further(200, m0, m1, m2, m3, m4, to_move);
        }
        if plus(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))) <= 13 {
            return further(62, m0, m1, m2, m3, m4, to_move);
        }
        if least(slant(m1, m3), slant(m2, m3)) <= 0 {
            return further(115, m0, m1, m2, m3, m4, to_move);
        }
        if edge(m0) > 0 {
            return further(197, m0, m1, m2, m3, m4, to_move);
        }
        return further(196, m0, m1, m2, m3, m4, to_move);
    }
    if distance(m0, m3) <= 2 {
        let t99 = (t11 | t30);
        if count((t15 & !t99)) <= 2 {
            if to_move > 0 {
                return further(55, m0, m1, m2, m3, m4, to_move);
            }
            return further(54, m0, m1, m2, m3, m4, to_move);
        }
        if edge(m3) <= 0 {
            if most(count(((bishop(m1, t13) & bishop(m3, (t13 & !(t6 | 0)))) & !t99)), count(((bishop(m2, t13) & bishop(m3, (t13 & !(t7 | 0)))) & !t99))) <= 0 {
                return further(103, m0, m1, m2, m3, m4, to_move);
            }
            if to_move > 0 {
                return further(173, m0, m1, m2, m3, m4, to_move);
            }
            return further(172, m0, m1, m2, m3, m4, to_move);
        }
        let t56 = distance(m0, m4);
        if t56 <= 1 {
            return further(105, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            if t56 <= 2 {
                return further(288, m0, m1, m2, m3, m4, to_move);
            }
            if (t5 & t26) != 0 {
                return further(430, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        let t202 = (t6 & t30);
        let t204 = (t7 & t30);
        if most(any((t202 & !(t15 | t20))), any((t204 & !t27))) > 0 {
            if least(any(t202), any(t204)) > 0 {
                return further(428, m0, m1, m2, m3, m4, to_move);
            }
            if least(offset(m1, m4), offset(m2, m4)) > 0 {
                return further(590, m0, m1, m2, m3, m4, to_move);
            }
            return further(589, m0, m1, m2, m3, m4, to_move);
        }
        let t77 = slant(m1, m2);
        if most(any((t6 & t26)), any((t7 & t26))) > 0 {
            return further(426, m0, m1, m2, m3, m4, to_move);
        }
        if t77 > 1 {
            return further(587, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    let t207 = (t15 | t20);
    if most(any(((t6 & t30) & !t207)), any(((t7 & t30) & !t27))) <= 0 {
        let t14 = (t8 | t9);
        let t112 = (t14 | t28);
        let t114 = (t21 & !t112);
        if count(t114) > 3 {
            if distance(m0, m4) > 2 {
                let t101 = (t15 & !(t11 | t30));
                let t116 = (t28 | t14);
                let t118 = steps(t114);
                let t119 = (t118 & !t116);
                let t120 = (t114 | t119);
                let t121 = count(t120);
                if count((t101 | (steps(t101) & !(t30 | t11)))) <= 5 {
                    return further(184, m0, m1, m2, m3, m4, to_move);
                }
                if t121 > 6 {
                    return true;
                }
                return further(298, m0, m1, m2, m3, m4, to_move);
            }
            let t95 = parts(m0, m4, m3);
            let t223 = (t13 & !t11);
            if most(any(((bishop(m1, t223) & t8) & !bishop(m1, t13))), any(((bishop(m2, t223) & t8) & !bishop(m2, t13)))) > 0 {
                return further(183, m0, m1, m2, m3, m4, to_move);
            }
            if t95 > 0 {
                return true;
            }
            if walk(t8, steps(t15), !(t28 | t14)) > 1 {
                return true;
            }
            return further(437, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            if most(count((((t21 & t18) & !t207) & !t14)), count((((t21 & t20) & !t27) & !t14))) > 1 {
                return further(181, m0, m1, m2, m3, m4, to_move);
            }
            if least(slant(m1, m3), slant(m2, m3)) > 1 {
                return further(294, m0, m1, m2, m3, m4, to_move);
            }
            return further(293, m0, m1, m2, m3, m4, to_move);
        }
        let t61 = slant(m1, m3);
        let t62 = slant(m2, m3);
        let t63 = least(t61, t62);
        if most(any((t18 & t9)), any((t20 & t9))) > 0 {
            return further(179, m0, m1, m2, m3, m4, to_move);
        }
        if t63 <= 0 {
            return further(290, m0, m1, m2, m3, m4, to_move);
        }
        let t101 = (t15 & !(t11 | t30));
        if count((t101 | (steps(t101) & !(t30 | t11)))) > 5 {
            return true;
        }
        return further(432, m0, m1, m2, m3, m4, to_move);
    }
    if least(offset(m0, m1), offset(m0, m2)) <= 0 {
        if distance(m1, m2) <= 1 {
            return further(111, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            if offset(m3, m4) > 2 {
                return further(305, m0, m1, m2, m3, m4, to_move);
            }
            let t14 = (t8 | t9);
            if walk(t8, steps(t9), !(t28 | t14)) <= 1 {
                return further(447, m0, m1, m2, m3, m4, to_move);
            }
            if (t5 & t26) != 0 {
                return further(614, m0, m1, m2, m3, m4, to_move);
            }
            if count((t21 & !(t14 | t28))) > 2 {
                return true;
            }
            return further(787, m0, m1, m2, m3, m4, to_move);
        }
        if most(any((t6 & t26)), any((t7 & t26))) <= 0 {
            return further(302, m0, m1, m2, m3, m4, to_move);
        }
        if least(distance(m1, m3), distance(m2, m3)) <= 1 {
            return further(445, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m1, m2) <= 0 {
            return further(610, m0, m1, m2, m3, m4, to_move);
        }
        if corner(m0) <= 1 {
            return further(784, m0, m1, m2, m3, m4, to_move);
        }
        let t14 = (t8 | t9);
        let t33 = edge(m0);
        let t114 = (t21 & !(t14 | t28));
        if count((t114 | (steps(t114) & !(t28 | t14)))) <= 3 {
            return further(934, m0, m1, m2, m3, m4, to_move);
        }
        if t33 > 0 {
            return true;
        }
        return further(1049, m0, m1, m2, m3, m4, to_move);
    }
    let t61 = slant(m1, m3);
    let t62 = slant(m2, m3);
    let t63 = least(t61, t62);
    if least(colour_corner(m0, m1), colour_corner(m0, m2)) <= 0 {
        return further(113, m0, m1, m2, m3, m4, to_move);
    }
    if t63 > 1 {
        if walk(t5, steps(t21), !(t30 | t11)) > 1 {
            return true;
        }
        return further(311, m0, m1, m2, m3, m4, to_move);
    }
    let t14 = (t8 | t9);
    let t116 = (t28 | t14);
    if offset(m0, m4) <= 0 {
        return further(309, m0, m1, m2, m3, m4, to_move);
    }
    if to_move > 0 {
        let t300 = steps(t9);
        let t304 = walk(t8, t300, !t116);
        if corner(m3) <= 0 {
            return further(629, m0, m1, m2, m3, m4, to_move);
        }
        if t304 <= 1 {
            return further(800, m0, m1, m2, m3, m4, to_move);
        }
        if t63 > 0 {
            return true;
        }
        return further(952, m0, m1, m2, m3, m4, to_move);
    }
    let t38 = distance(m0, m1);
    let t39 = distance(m0, m2);
    let t305 = steps(t15);
    let t306 = walk(t8, t305, !t116);
    if count((t21 & !(t14 | t28))) <= 1 {
        return further(627, m0, m1, m2, m3, m4, to_move);
    }
    if t306 <= 1 {
        if plus(lead(t38, distance(m3, m1)), lead(t39, distance(m3, m2))) > 16 {
            return further(947, m0, m1, m2, m3, m4, to_move);
        }
        return further(946, m0, m1, m2, m3, m4, to_move);
    }
    if least(t38, t39) > 3 {
        return true;
    }
    if least(slant(m0, m1), slant(m0, m2)) <= 0 {
        return true;
    }
    if walk(t5, steps(t21), !(t30 | t11)) > 2 {
        return true;
    }
    return further(1134, m0, m1, m2, m3, m4, to_move);
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
        b"KBBKR learned\0".as_ptr().cast()
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
