//! KBNKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  1307109496
//! draws      1100948672
//! spotted    903498924 (82.065 %)
//! incorrect  0
//! size       1245 leaves, 2047 bytes packed
//! features   72
//! table      xxh3 6f6b66cca5f8c1b8
//! command    drawproof mine KBNKR --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KBNKR";
/// Leaves of the tree.
pub const LEAVES: usize = 1245;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2047;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 1100948672;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 903498924;

/// The question of each branch.
static QUESTIONS: [u8; 1244] = [
    171, 160, 0, 155, 0, 139, 148, 154, 199, 93, 185, 155, 148, 172, 129, 64, 0, 11, 169, 155,
    68, 127, 157, 198, 185, 68, 71, 83, 189, 161, 31, 0, 103, 41, 0, 151, 155, 6, 31, 31, 179,
    198, 31, 11, 161, 182, 102, 156, 76, 156, 45, 155, 116, 68, 168, 0, 116, 163, 94, 151, 162,
    94, 151, 22, 64, 162, 0, 162, 200, 176, 155, 168, 173, 166, 95, 61, 102, 168, 156, 162, 32,
    68, 77, 163, 161, 106, 41, 69, 161, 159, 68, 0, 135, 195, 0, 158, 0, 197, 68, 123, 0, 0, 11,
    161, 31, 161, 127, 102, 7, 31, 71, 162, 172, 154, 202, 130, 162, 168, 1, 55, 175, 40, 127,
    167, 57, 155, 4, 174, 169, 163, 106, 23, 38, 28, 38, 164, 199, 155, 163, 53, 159, 57, 57,
    46, 127, 173, 170, 0, 11, 18, 61, 31, 0, 61, 31, 139, 39, 161, 163, 24, 169, 130, 0, 0, 162,
    68, 31, 166, 82, 117, 189, 3, 148, 168, 50, 159, 74, 103, 0, 0, 0, 192, 87, 71, 32, 198,
    156, 127, 31, 69, 144, 201, 1, 163, 123, 169, 86, 23, 18, 7, 4, 45, 105, 163, 156, 68, 8,
    79, 149, 77, 69, 61, 79, 64, 3, 122, 163, 82, 33, 139, 127, 38, 18, 4, 39, 124, 169, 135,
    61, 148, 189, 102, 168, 142, 86, 7, 12, 7, 122, 27, 127, 193, 27, 77, 169, 61, 61, 38, 39,
    194, 11, 21, 170, 154, 68, 74, 50, 52, 41, 137, 31, 170, 0, 44, 64, 154, 27, 64, 74, 46, 18,
    30, 86, 13, 62, 127, 155, 124, 83, 119, 163, 6, 27, 11, 57, 106, 32, 1, 163, 7, 118, 92, 33,
    189, 199, 83, 39, 46, 54, 53, 159, 135, 165, 52, 162, 61, 12, 61, 86, 168, 21, 73, 89, 8,
    62, 11, 74, 0, 59, 82, 136, 163, 7, 64, 74, 169, 57, 0, 113, 189, 139, 161, 104, 197, 1, 86,
    130, 135, 18, 50, 4, 168, 168, 103, 108, 127, 78, 73, 74, 28, 123, 89, 81, 161, 86, 203, 44,
    23, 191, 162, 31, 89, 127, 189, 154, 175, 41, 170, 170, 127, 50, 182, 68, 154, 205, 102,
    163, 163, 86, 62, 128, 182, 62, 7, 162, 162, 48, 163, 13, 186, 1, 1, 40, 104, 203, 201, 104,
    54, 79, 61, 31, 165, 149, 169, 176, 103, 139, 121, 163, 9, 89, 163, 168, 163, 115, 195, 39,
    149, 0, 135, 89, 59, 103, 74, 144, 79, 39, 180, 104, 136, 61, 68, 200, 1, 38, 6, 105, 1,
    161, 128, 193, 8, 33, 189, 66, 58, 111, 125, 111, 18, 61, 86, 50, 127, 81, 124, 148, 23, 2,
    57, 64, 154, 184, 33, 64, 64, 189, 5, 144, 176, 196, 195, 202, 187, 24, 64, 24, 45, 172, 64,
    41, 101, 31, 161, 41, 31, 148, 202, 201, 31, 127, 127, 25, 25, 148, 140, 2, 1, 12, 27, 50,
    66, 12, 163, 32, 57, 102, 32, 87, 162, 198, 106, 102, 1, 31, 52, 176, 197, 187, 38, 31, 109,
    12, 174, 87, 145, 68, 179, 163, 158, 187, 12, 50, 89, 84, 66, 21, 74, 156, 127, 149, 162,
    84, 177, 0, 163, 111, 89, 25, 53, 136, 189, 57, 1, 50, 118, 159, 167, 74, 176, 89, 88, 159,
    127, 182, 193, 167, 189, 3, 41, 87, 197, 67, 33, 59, 111, 104, 1, 86, 40, 4, 181, 103, 34,
    29, 50, 197, 116, 136, 64, 187, 86, 86, 161, 86, 33, 72, 72, 203, 202, 111, 95, 45, 99, 0,
    55, 44, 112, 144, 41, 18, 54, 132, 159, 7, 154, 89, 202, 57, 21, 179, 22, 31, 118, 137, 71,
    12, 44, 57, 87, 130, 128, 105, 23, 103, 41, 163, 27, 148, 163, 186, 104, 189, 102, 178, 176,
    162, 23, 129, 205, 139, 25, 7, 26, 136, 123, 168, 123, 47, 145, 44, 51, 61, 66, 148, 104,
    86, 12, 7, 57, 135, 153, 140, 196, 164, 0, 135, 176, 162, 64, 101, 150, 27, 169, 27, 149,
    67, 76, 137, 7, 139, 1, 92, 141, 27, 102, 111, 139, 123, 96, 68, 84, 127, 65, 12, 103, 86,
    103, 18, 58, 115, 1, 163, 12, 43, 77, 152, 148, 13, 3, 45, 1, 101, 7, 192, 196, 59, 147,
    189, 53, 44, 118, 0, 98, 154, 12, 34, 64, 127, 59, 203, 208, 32, 97, 136, 137, 81, 19, 22,
    205, 118, 45, 7, 8, 159, 200, 135, 38, 1, 197, 62, 87, 129, 57, 18, 27, 186, 156, 26, 1, 83,
    162, 1, 166, 152, 41, 74, 123, 5, 139, 7, 74, 66, 39, 3, 86, 26, 190, 57, 75, 104, 72, 74,
    159, 45, 57, 0, 57, 138, 83, 68, 192, 92, 179, 111, 89, 22, 61, 57, 175, 120, 11, 176, 84,
    127, 68, 127, 16, 70, 31, 139, 115, 197, 29, 137, 12, 94, 18, 93, 12, 71, 63, 163, 163, 133,
    115, 159, 101, 1, 36, 76, 48, 20, 5, 15, 147, 45, 146, 45, 184, 74, 118, 119, 45, 205, 52,
    175, 3, 139, 19, 135, 76, 69, 44, 41, 102, 5, 175, 184, 145, 80, 84, 49, 201, 156, 197, 32,
    28, 87, 103, 153, 20, 66, 135, 162, 71, 146, 71, 188, 127, 127, 86, 42, 122, 140, 27, 61,
    87, 68, 179, 6, 137, 139, 159, 53, 136, 20, 149, 207, 159, 110, 60, 0, 37, 41, 74, 139, 51,
    89, 87, 162, 1, 66, 163, 94, 87, 144, 66, 176, 1, 115, 189, 52, 50, 188, 93, 57, 12, 139,
    44, 189, 195, 25, 7, 195, 97, 75, 159, 75, 3, 145, 135, 4, 81, 209, 57, 128, 1, 136, 96,
    207, 4, 59, 203, 210, 104, 12, 209, 4, 211, 22, 207, 162, 64, 152, 149, 91, 146, 190, 1,
    162, 174, 146, 28, 199, 64, 198, 114, 156, 53, 68, 194, 87, 74, 68, 0, 29, 0, 0, 68, 45, 68,
    103, 132, 184, 177, 12, 41, 89, 136, 150, 41, 23, 150, 212, 107, 145, 118, 26, 31, 3, 124,
    53, 103, 10, 72, 44, 76, 74, 33, 1, 41, 56, 128, 189, 111, 57, 74, 16, 100, 113, 43, 44,
    186, 18, 135, 123, 86, 83, 136, 5, 186, 139, 143, 103, 134, 85, 139, 73, 159, 74, 0, 94,
    145, 57, 137, 137, 87, 27, 188, 57, 127, 164, 152, 41, 87, 163, 27, 1, 64, 124, 17, 17, 4,
    41, 139, 190, 148, 3, 29, 89, 111, 115, 131, 2, 176, 123, 30, 87, 33, 118, 203, 204, 84, 46,
    126, 44, 12, 43, 183, 68, 145, 51, 136, 173, 2, 96, 0, 84, 197, 1, 16, 78, 72, 1, 94, 159,
    137, 24, 136, 68, 210, 179, 86, 57, 103, 87, 119, 65, 22, 57, 42, 66, 41, 189, 89, 120, 25,
    60, 54, 163, 136, 1, 57, 4, 102, 108, 173, 192, 35, 136, 101, 9, 162, 124, 136, 136, 108,
    60, 12, 41, 130, 148, 6, 36, 74, 186, 1, 41, 179, 41, 41, 177, 43, 20, 5, 150, 87, 1, 25,
    134, 118, 1, 49, 112, 35, 143, 13, 125, 104, 108, 195, 25, 51, 2, 61, 16, 1, 101, 1, 36,
    189, 6, 32, 55, 163, 148, 176, 41, 93, 201, 136, 1, 192, 14, 87, 22, 65, 89, 206, 53, 119,
    192, 18, 90, 28, 16, 7, 181, 45, 5, 72, 62, 136,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 213] = [
    0, 0, 1, 0, 1, 2, 1, 2, 3, 4, 6, 0, 1, 2, 3, 6, 0, 1, 2, 3, 5, 1, 2, 3, 4, 5, 6, 0, 1, 2, 5,
    2, 3, 4, 5, 0, 1, 2, 1, 2, 3, 0, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 0, 1, 4, 5, 1, 2, 3, 4, 0,
    1, 2, 0, 0, 1, 3, 0, 1, 4, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 6, 0, 1, 2, 0, 2, 5, 5,
    6, 7, 8, 9, 10, 11, 4, 5, 6, 7, 8, 9, 10, 6, 7, 8, 9, 10, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0,
    1, 2, 3, 5, 6, 0, 5, 6, 8, 9, 10, 12, 0, 1, 2, 3, 4, 0, 1, 2, 4, 5, 6, 7, 8, 17, 0, 0, 2, 0,
    1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 1, 2, 1, 2, 3, 1, 2, 4, 1,
    2, 3, 1, 2, 3, 4, 1, 2, 3, 1, 2, 3, 1, 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 7, 8, 9, 10, 11, 20,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x222412488821084a, 0x8376840812421093, 0x22493f3ffdb01841, 0x0000000000004029,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 16, 36, 67,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xffff9e7fffffefff, 0xd5ffffea77f9effd, 0xfacf396adfad549f, 0xffe145f56d767fab,
    0x54ffecdad91265cf, 0x29b3afbdef8fbff7, 0x7ff9a3890d1b6fee, 0x7de0abbe85f1c6ba,
    0xe6ec100e09f7f65e, 0xcfe9efb941aca41e, 0xfc9e57b1957aa9f2, 0x581507e5e7bcd4d3,
    0x471db5e9a8d757cb, 0x08c96534efecf7fe, 0x5be155c75d5c6eae, 0x954deab808f3ba5e,
    0xfff04ad2a3fb8166, 0x12e8089319fecafd, 0x4b802020c7ab6c4d, 0x22aaa6035eb8cb73,
    0x2b96c0e1b4b08244, 0x2203e1087ffa76fa, 0x1f06225681ad0689, 0x5a0322ad91967463,
    0xbbc5b4115ec4d300, 0x008d648870dbf57e, 0x823219766842110d, 0xe11301a053c06142,
    0x5f6c4827f80ffda0, 0x64a203121c588ac8, 0x6d9e5d866d065058, 0x0804ef80b06f56ae,
    0x1200924435403680, 0x3add3c3bcb1427d5, 0x7a19290483a05005, 0x94fb9a0aa0804e0b,
    0x90e07d0068480422, 0x584e64c400410005, 0x0000a448089a2003,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 59, 111, 152, 195, 233, 279, 318, 355, 389, 425, 463, 497, 534, 572, 609, 643, 679, 711,
    736, 767, 792, 825, 850, 878, 907, 937, 960, 981, 1015, 1037, 1067, 1095, 1112, 1147, 1168,
    1194, 1213, 1230,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x3a80002b00341000, 0x0a18891c24c90111, 0x282e58a8d1829903, 0x0aab20ac0d4e1423,
    0x55d66e98d0ddaa8c, 0x7b68a6c50df9bb2a, 0xc96956ab2758b21a, 0xea954aaedcd2a341,
    0xd256f845ab06c624, 0x92bb634e528a7dd8, 0xd5d4b4aac9a56691, 0x519455b2b634dc49,
    0x33964a46a0accf72, 0xbad5895372d6158e, 0x4aca54d2bf8365aa, 0xb5975d96a5b8be9a,
    0xd34cf593650dcd6d, 0x4aea8475550c2aaa, 0xca683964b556cd3b, 0x0000000014ced992,
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
        // strong-king-strong-bishop-distance
        3 => distance(m0, m1),
        // strong-king-strong-bishop-offset
        4 => offset(m0, m1),
        // strong-king-strong-bishop-slant
        5 => slant(m0, m1),
        // strong-king-strong-knight-distance
        6 => distance(m0, m2),
        // strong-king-strong-knight-offset
        7 => offset(m0, m2),
        // strong-king-weak-king-distance
        8 => distance(m0, m3),
        // strong-king-weak-king-offset
        9 => offset(m0, m3),
        // strong-king-weak-rook-distance
        10 => distance(m0, m4),
        // strong-king-weak-rook-offset
        11 => offset(m0, m4),
        // strong-bishop-strong-knight-distance
        12 => distance(m1, m2),
        // strong-bishop-strong-knight-offset
        13 => offset(m1, m2),
        // strong-bishop-strong-knight-slant
        14 => slant(m1, m2),
        // strong-bishop-weak-king-distance
        15 => distance(m1, m3),
        // strong-bishop-weak-king-slant
        16 => slant(m1, m3),
        // strong-bishop-weak-king-colours
        17 => equal(light(m1), light(m3)),
        // strong-bishop-weak-rook-offset
        18 => offset(m1, m4),
        // strong-bishop-weak-rook-slant
        19 => slant(m1, m4),
        // strong-knight-weak-king-distance
        20 => distance(m2, m3),
        // strong-knight-weak-rook-distance
        21 => distance(m2, m4),
        // weak-king-weak-rook-distance
        22 => distance(m3, m4),
        // strong-king-strong-bishop-corner
        23 => colour_corner(m0, m1),
        // weak-king-strong-bishop-corner
        24 => colour_corner(m3, m1),
        // race-strong-bishop
        25 => lead(distance(m0, m1), distance(m3, m1)),
        // race-strong-knight
        26 => lead(distance(m0, m2), distance(m3, m2)),
        // race-weak-rook
        27 => lead(distance(m0, m4), distance(m3, m4)),
        // strong-knight-parts-kings
        28 => parts(m2, m0, m3),
        // strong-king-parts-strong-knight
        29 => parts(m0, m2, m3),
        // weak-king-parts-strong-knight
        30 => parts(m3, m2, m0),
        // strong-king-parts-weak-rook
        31 => parts(m0, m4, m3),
        // strong-king-parts-strong-bishop-strong-knight
        32 => parts(m0, m1, m2),
        // strong-bishop-parts-strong-king-strong-knight
        33 => parts(m1, m0, m2),
        // strong-king-parts-strong-knight-weak-rook
        34 => parts(m0, m2, m4),
        // strong-king-flights
        35 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((steps(t5) & !(((t5 | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))))))
        }
        // strong-king-in-check
        36 => any((bit(m0) & rook(m4, (((bit(m1) | bit(m2)) | bit(m3)) | bit(m4))))),
        // strong-king-room
        37 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t29 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t72 = (steps(t5) & !(t11 | t29));
            count((t72 | (steps(t72) & !(t29 | t11))))
        }
        // weak-king-flights
        38 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((steps(t8) & !((t8 | t9) | ((steps(t5) | bishop(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7)))))
        }
        // weak-king-in-check
        39 => {
            let t7 = bit(m2);
            any((bit(m3) & (bishop(m1, (((bit(m0) | bit(m1)) | t7) | bit(m4))) | jumps(t7))))
        }
        // weak-king-room
        40 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t14 = (t8 | t9);
            let t27 = ((steps(t5) | bishop(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7));
            let t85 = (steps(t8) & !(t14 | t27));
            count((t85 | (steps(t85) & !(t27 | t14))))
        }
        // weak-king-takes
        41 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | t7);
            any(((steps(t8) & !((t8 | t9) | ((steps(t5) | bishop(m1, (t11 | t9))) | jumps(t7)))) & t11))
        }
        // strong-bishop-safe-checks
        42 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            count(((bishop(m1, t13) & bishop(m3, (t13 & !(t6 | 0)))) & !(t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))))))
        }
        // strong-bishop-weak-rook-threats
        44 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            count(((bishop(m1, t13) & !(t11 | (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9))))) & bishop(m4, (t13 & !(t6 | 0)))))
        }
        // strong-bishop-weak-rook-lined-up
        45 => {
            let t6 = bit(m1);
            let t8 = bit(m3);
            any((bishop(m4, (((((bit(m0) | t6) | bit(m2)) | t8) | bit(m4)) & !t6)) & t8))
        }
        // strong-bishop-hangs
        46 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            any(((t6 & (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))))) & !(steps(bit(m0)) | jumps(t7))))
        }
        // strong-bishop-attacked-by-men
        47 => {
            let t6 = bit(m1);
            any((t6 & rook(m4, (((t6 | bit(m2)) | bit(m3)) | bit(m4)))))
        }
        // strong-bishop-discovers
        49 => {
            let t8 = bit(m3);
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | bit(m4));
            any(((bishop(m1, (t13 & !t11)) & t8) & !bishop(m1, t13)))
        }
        // strong-knight-safe-checks
        50 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count(((jumps(t7) & jumps(t8)) & !(((bit(m0) | t6) | t7) | (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))))))
        }
        // strong-knight-weak-rook-hits
        52 => any((jumps(bit(m2)) & bit(m4))),
        // strong-knight-attacked
        53 => {
            let t7 = bit(m2);
            let t8 = bit(m3);
            any((t7 & (steps(t8) | rook(m4, (((bit(m1) | t7) | t8) | bit(m4))))))
        }
        // strong-knight-hangs
        54 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            any(((t7 & (steps(t8) | rook(m4, (((t6 | t7) | t8) | t9)))) & !(steps(t5) | bishop(m1, (((t5 | t6) | t7) | t9)))))
        }
        // strong-knight-defended
        55 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            any((t7 & (steps(t5) | bishop(m1, (((t5 | bit(m1)) | t7) | bit(m4))))))
        }
        // weak-rook-kept-moves
        56 => {
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | bit(m1)) | t7);
            count((((rook(m4, ((t11 | t8) | t9)) & !(t8 | t9)) & steps(t8)) & !(bishop(m1, (t11 | t9)) | jumps(t7))))
        }
        // weak-rook-strong-bishop-forks
        57 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | t7);
            let t13 = ((t11 | t8) | t9);
            count((((rook(m4, t13) & !((t8 | t9) | ((steps(t5) | bishop(m1, (t11 | t9))) | jumps(t7)))) & rook(m0, (t13 & !(t9 | 0)))) & rook(m1, (t13 & !(t9 | t5)))))
        }
        // weak-rook-strong-bishop-lined-up
        58 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            any((rook(m1, (((((t5 | bit(m1)) | bit(m2)) | bit(m3)) | t9) & !t9)) & t5))
        }
        // weak-rook-attacked
        59 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t9 = bit(m4);
            any((t9 & ((steps(t5) | bishop(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7))))
        }
        // weak-rook-attacked-by-men
        61 => {
            let t7 = bit(m2);
            let t9 = bit(m4);
            any((t9 & (bishop(m1, (((bit(m0) | bit(m1)) | t7) | t9)) | jumps(t7))))
        }
        // weak-rook-cuts
        62 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((((steps(t5) & rook(m4, (((t6 | t7) | t8) | bit(m4)))) & !steps(t8)) & !((t5 | t6) | t7)))
        }
        // strong-king-walk-kings
        63 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t20 = steps(t8);
            walk(t5, steps(t20), !((t20 | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // weak-king-walk-strong-bishop
        64 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t8, steps(t6), !(((steps(t5) | bishop(m1, (((t5 | t6) | t7) | t9))) | jumps(t7)) | (t8 | t9)))
        }
        // weak-king-walk-strong-knight
        65 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t8, steps(t7), !(((steps(t5) | bishop(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7)) | (t8 | t9)))
        }
        // weak-king-walk-weak-rook
        66 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t8, steps(t9), !(((steps(t5) | bishop(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7)) | (t8 | t9)))
        }
        // weak-king-walk-kings
        67 => {
            let t5 = bit(m0);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t15 = steps(t5);
            walk(t8, steps(t15), !(((t15 | bishop(m1, (((t5 | bit(m1)) | t7) | t9))) | jumps(t7)) | (t8 | t9)))
        }
        // strong-knight-leaps-king
        68 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            leaps(t7, steps(t5), !((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // strong-knight-leaps-other-king
        69 => leaps(bit(m2), steps(bit(m3)), !0),
        // strong-knight-refuge
        70 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t29 = (steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4))));
            let t206 = (jumps(t7) & !(t29 | t11));
            count(((t206 | (jumps(t206) & !t11)) & steps((steps(t5) & !(t11 | t29)))))
        }
        // strong-knight-room
        _ => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t76 = ((steps(t8) | rook(m4, (((t6 | t7) | t8) | bit(m4)))) | ((bit(m0) | t6) | t7));
            let t206 = (jumps(t7) & !t76);
            count((t206 | (jumps(t206) & !t76)))
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
    let first = ((colour[0] & kind[1]).count_ones() != 1) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[2];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[1];
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
    let t16 = (t11 | t9);
    let t18 = bishop(m1, t16);
    let t19 = jumps(t7);
    let t20 = steps(t8);
    let t26 = (t15 | t18);
    let t27 = (t26 | t19);
    let t183 = (t9 & t27);
    if (t183 & !t20) != 0 {
        let t14 = (t8 | t9);
        if to_move > 0 {
            if ((t20 & !(t14 | t27)) & t11) == 0 {
                return false;
            }
            if (t9 & (t18 | t19)) == 0 {
                return further(26, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m3, m4) > 3 {
                return further(51, m0, m1, m2, m3, m4, to_move);
            }
            return further(50, m0, m1, m2, m3, m4, to_move);
        }
        if (t8 & (t18 | t19)) != 0 {
            if ((t20 & !(t14 | t27)) & t11) != 0 {
                return further(25, m0, m1, m2, m3, m4, to_move);
            }
            let t89 = (t27 | t14);
            if walk(t8, steps(t9), !t89) <= 1 {
                return further(44, m0, m1, m2, m3, m4, to_move);
            }
            if walk(t8, steps(t7), !t89) > 1 {
                return false;
            }
            return further(82, m0, m1, m2, m3, m4, to_move);
        }
        let t21 = (t6 | t7);
        let t22 = (t21 | t8);
        let t23 = (t22 | t9);
        let t25 = rook(m4, t23);
        let t29 = (t20 | t25);
        if ((t6 & t29) & !(t15 | t19)) != 0 {
            let t206 = (t19 & !(t29 | t11));
            if count(((t206 | (jumps(t206) & !t11)) & steps((t15 & !(t11 | t29))))) > 1 {
                return further(43, m0, m1, m2, m3, m4, to_move);
            }
            return false;
        }
        let t12 = (t11 | t8);
        let t13 = (t12 | t9);
        let t40 = distance(m0, m3);
        if ((bishop(m1, (t13 & !(t14 & !t8))) & t8) & !bishop(m1, t13)) != 0 {
            return false;
        }
        if t40 <= 2 {
            if lead(distance(m0, m2), distance(m3, m2)) > 7 {
                return further(127, m0, m1, m2, m3, m4, to_move);
            }
            return further(126, m0, m1, m2, m3, m4, to_move);
        }
        let t179 = (t13 & !t9);
        let t180 = rook(m1, t179);
        let t181 = (t180 & t5);
        let t182 = any(t181);
        if (((rook(m4, t13) & !(t14 | t27)) & rook(m0, (t13 & !(t9 | 0)))) & rook(m1, (t13 & !(t9 | t5)))) != 0 {
            return further(129, m0, m1, m2, m3, m4, to_move);
        }
        if t182 > 0 {
            if distance(m0, m2) > 3 {
                return further(289, m0, m1, m2, m3, m4, to_move);
            }
            return further(288, m0, m1, m2, m3, m4, to_move);
        }
        let t32 = edge(m0);
        if colour_corner(m0, m1) <= 0 {
            return further(286, m0, m1, m2, m3, m4, to_move);
        }
        if t32 > 0 {
            if walk(t8, steps(t9), !(t27 | t14)) > 2 {
                return true;
            }
            return further(505, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m0, m1) > 2 {
            return further(504, m0, m1, m2, m3, m4, to_move);
        }
        if ((t7 & t29) & !t26) != 0 {
            return further(635, m0, m1, m2, m3, m4, to_move);
        }
        return further(634, m0, m1, m2, m3, m4, to_move);
    }
    let t21 = (t6 | t7);
    let t22 = (t21 | t8);
    let t23 = (t22 | t9);
    let t25 = rook(m4, t23);
    let t29 = (t20 | t25);
    let t70 = (t11 | t29);
    let t121 = (t6 & t29);
    let t122 = (t15 | t19);
    let t124 = (t121 & !t122);
    let t125 = any(t124);
    let t144 = jumps(t8);
    if (((t19 & !t70) & t144) & jumps(t9)) != 0 {
        if to_move > 0 {
            if walk(t8, steps(t9), !(t27 | (t8 | t9))) > 1 {
                return further(21, m0, m1, m2, m3, m4, to_move);
            }
            return further(20, m0, m1, m2, m3, m4, to_move);
        }
        if lead(distance(m0, m1), distance(m3, m1)) > 6 {
            return further(19, m0, m1, m2, m3, m4, to_move);
        }
        return further(18, m0, m1, m2, m3, m4, to_move);
    }
    let t12 = (t11 | t8);
    let t13 = (t12 | t9);
    let t72 = (t15 & !t70);
    let t76 = (t29 | t11);
    let t78 = steps(t72);
    if t125 > 0 {
        let t206 = (t19 & !t76);
        let t207 = jumps(t206);
        let t208 = (t207 & !t11);
        let t209 = (t206 | t208);
        let t210 = (t209 & t78);
        let t211 = count(t210);
        if t211 <= 2 {
            if to_move <= 0 {
                if lead(distance(m0, m2), distance(m3, m2)) > 8 {
                    return false;
                }
                return further(60, m0, m1, m2, m3, m4, to_move);
            }
            if offset(m0, m4) <= 0 {
                return further(61, m0, m1, m2, m3, m4, to_move);
            }
            let t40 = distance(m0, m3);
            if (((bishop(m1, t13) & !t70) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8)))) != 0 {
                return false;
            }
            if t40 <= 2 {
                return further(171, m0, m1, m2, m3, m4, to_move);
            }
            if ((t20 & !((t8 | t9) | t27)) & t11) != 0 {
                return further(254, m0, m1, m2, m3, m4, to_move);
            }
            if (bishop(m4, (t13 & !t6)) & t8) != 0 {
                return further(352, m0, m1, m2, m3, m4, to_move);
            }
            return further(351, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m0, m1) <= 0 {
            if to_move > 0 {
                return further(64, m0, m1, m2, m3, m4, to_move);
            }
            return further(63, m0, m1, m2, m3, m4, to_move);
        }
        let t154 = (t7 & t29);
        let t155 = any(t154);
        if (((bishop(m1, t13) & !t70) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8)))) != 0 {
            return further(66, m0, m1, m2, m3, m4, to_move);
        }
        if t155 > 0 {
            if count((t72 | (t78 & !t76))) <= 8 {
                return further(179, m0, m1, m2, m3, m4, to_move);
            }
            if to_move > 0 {
                return further(267, m0, m1, m2, m3, m4, to_move);
            }
            return further(266, m0, m1, m2, m3, m4, to_move);
        }
        if t211 <= 5 {
            if lead(distance(m0, m2), distance(m3, m2)) > 8 {
                return further(262, m0, m1, m2, m3, m4, to_move);
            }
            let t37 = light(m1);
            let t49 = light(m3);
            let t50 = equal(t37, t49);
            let t74 = (t5 & t25);
            let t75 = any(t74);
            if t183 != 0 {
                return false;
            }
            if t75 > 0 {
                return further(476, m0, m1, m2, m3, m4, to_move);
            }
            if t50 > 0 {
                return further(604, m0, m1, m2, m3, m4, to_move);
            }
            return further(603, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            if equal(light(m1), light(m3)) > 0 {
                return further(368, m0, m1, m2, m3, m4, to_move);
            }
            let t40 = distance(m0, m3);
            if t183 != 0 {
                return further(483, m0, m1, m2, m3, m4, to_move);
            }
            if t40 > 2 {
                return true;
            }
            return further(613, m0, m1, m2, m3, m4, to_move);
        }
        let t38 = distance(m0, m2);
        let t43 = offset(m0, m4);
        let t60 = distance(m3, m2);
        let t61 = lead(t38, t60);
        if distance(m1, m2) <= 1 {
            return further(365, m0, m1, m2, m3, m4, to_move);
        }
        if t43 <= 0 {
            return false;
        }
        if t61 > 6 {
            return further(612, m0, m1, m2, m3, m4, to_move);
        }
        if slant(m1, m2) > 1 {
            return true;
        }
        return further(741, m0, m1, m2, m3, m4, to_move);
    }
    if (bishop(m4, (t13 & !t6)) & t8) != 0 {
        if equal(light(m1), light(m3)) > 0 {
            if to_move <= 0 {
                if lead(distance(m0, m1), distance(m3, m1)) > 7 {
                    return further(104, m0, m1, m2, m3, m4, to_move);
                }
                return further(103, m0, m1, m2, m3, m4, to_move);
            }
            if (((bishop(m1, t13) & !t70) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8)))) != 0 {
                return further(106, m0, m1, m2, m3, m4, to_move);
            }
            let t40 = distance(m0, m3);
            if (t19 & t9) != 0 {
                return false;
            }
            if t40 > 2 {
                return further(246, m0, m1, m2, m3, m4, to_move);
            }
            return further(245, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m0, m3) <= 2 {
            return further(56, m0, m1, m2, m3, m4, to_move);
        }
        if ((t7 & t29) & !t26) != 0 {
            return further(102, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            if count((t72 | (t78 & !t76))) > 8 {
                return true;
            }
            return further(236, m0, m1, m2, m3, m4, to_move);
        }
        if (rook(m1, (t13 & !t9)) & t5) != 0 {
            return further(235, m0, m1, m2, m3, m4, to_move);
        }
        return further(234, m0, m1, m2, m3, m4, to_move);
    }
    let t14 = (t8 | t9);
    if count((t72 | (t78 & !t76))) <= 6 {
        if walk(t8, steps(t15), !(t27 | t14)) <= 1 {
            if parts(m0, m4, m3) <= 0 {
                if to_move > 0 {
                    return further(146, m0, m1, m2, m3, m4, to_move);
                }
                return further(145, m0, m1, m2, m3, m4, to_move);
            }
            if count((t20 & !(t14 | t27))) <= 1 {
                return false;
            }
            if to_move > 0 {
                return further(217, m0, m1, m2, m3, m4, to_move);
            }
            return further(216, m0, m1, m2, m3, m4, to_move);
        }
        if slant(m1, m4) <= 0 {
            return further(93, m0, m1, m2, m3, m4, to_move);
        }
        if to_move <= 0 {
            if slant(m0, m1) > 2 {
                return further(219, m0, m1, m2, m3, m4, to_move);
            }
            return further(218, m0, m1, m2, m3, m4, to_move);
        }
        let t74 = (t5 & t25);
        let t75 = any(t74);
        if slant(m1, m3) <= 0 {
            return false;
        }
        if t75 > 0 {
            return further(313, m0, m1, m2, m3, m4, to_move);
        }
        if colour_corner(m3, m1) > 0 {
            return true;
        }
        return further(415, m0, m1, m2, m3, m4, to_move);
    }
    let t24 = rook(m4, t13);
    let t40 = distance(m0, m3);
    let t83 = (t14 | t27);
    let t161 = (t24 & !t83);
    let t167 = (t9 | 0);
    let t169 = (t13 & !t167);
    let t170 = rook(m0, t169);
    let t171 = (t161 & t170);
    let t172 = (t9 | t5);
    let t174 = (t13 & !t172);
    let t175 = rook(m1, t174);
    let t176 = (t171 & t175);
    let t177 = count(t176);
    if (t19 & t9) != 0 {
        return further(55, m0, m1, m2, m3, m4, to_move);
    }
    if t177 > 0 {
        let t48 = slant(m1, m3);
        if to_move <= 0 {
            if t48 <= 0 {
                return further(225, m0, m1, m2, m3, m4, to_move);
            }
            if (rook(m1, (t13 & !t9)) & t5) == 0 {
                return further(321, m0, m1, m2, m3, m4, to_move);
            }
            if distance(m0, m1) > 2 {
                return further(428, m0, m1, m2, m3, m4, to_move);
            }
            return further(427, m0, m1, m2, m3, m4, to_move);
        }
        if t40 <= 2 {
            return further(227, m0, m1, m2, m3, m4, to_move);
        }
        let t53 = distance(m2, m3);
        if t48 <= 0 {
            return false;
        }
        if t53 > 4 {
            return true;
        }
        let t57 = colour_corner(m3, m1);
        let t74 = (t5 & t25);
        let t75 = any(t74);
        if slant(m1, m4) <= 0 {
            return further(559, m0, m1, m2, m3, m4, to_move);
        }
        if t57 <= 0 {
            return further(701, m0, m1, m2, m3, m4, to_move);
        }
        if t75 > 0 {
            return further(825, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    let t17 = bishop(m1, t13);
    if ((bishop(m1, (t13 & !t11)) & t8) & !t17) != 0 {
        return further(152, m0, m1, m2, m3, m4, to_move);
    }
    if t40 <= 2 {
        let t35 = offset(m0, m1);
        if distance(m0, m4) <= 1 {
            return further(314, m0, m1, m2, m3, m4, to_move);
        }
        if t35 <= 0 {
            return further(418, m0, m1, m2, m3, m4, to_move);
        }
        let t85 = (t20 & !t83);
        let t86 = count(t85);
        let t154 = (t7 & t29);
        let t155 = any(t154);
        if t86 <= 1 {
            return further(540, m0, m1, m2, m3, m4, to_move);
        }
        if t155 > 0 {
            if to_move > 0 {
                return further(798, m0, m1, m2, m3, m4, to_move);
            }
            return further(797, m0, m1, m2, m3, m4, to_move);
        }
        if (t7 & t26) != 0 {
            return further(796, m0, m1, m2, m3, m4, to_move);
        }
        if distance(m1, m3) <= 1 {
            return further(900, m0, m1, m2, m3, m4, to_move);
        }
        if t86 <= 3 {
            return further(985, m0, m1, m2, m3, m4, to_move);
        }
        let t206 = (t19 & !t76);
        if count(((t206 | (jumps(t206) & !t11)) & t78)) > 1 {
            return true;
        }
        return further(1061, m0, m1, m2, m3, m4, to_move);
    }
    if slant(m0, m1) > 2 {
        if to_move <= 0 {
            if lead(distance(m0, m2), distance(m3, m2)) > 8 {
                if parts(m2, m0, m3) > 0 {
                    return further(684, m0, m1, m2, m3, m4, to_move);
                }
                return further(683, m0, m1, m2, m3, m4, to_move);
            }
            if ((t7 & t29) & !t26) != 0 {
                return further(682, m0, m1, m2, m3, m4, to_move);
            }
            if count(((t17 & bishop(m3, (t13 & !(t6 | 0)))) & !t70)) > 2 {
                return further(805, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if distance(m2, m3) > 4 {
            if distance(m0, m2) > 5 {
                return further(687, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        let t51 = offset(m1, m4);
        if colour_corner(m3, m1) <= 0 {
            return further(685, m0, m1, m2, m3, m4, to_move);
        }
        if t51 > 3 {
            return further(815, m0, m1, m2, m3, m4, to_move);
        }
        if (t5 & t25) != 0 {
            return further(927, m0, m1, m2, m3, m4, to_move);
        }
        let t85 = (t20 & !t83);
        if count((t85 | (steps(t85) & !(t27 | t14)))) > 6 {
            return true;
        }
        return further(1014, m0, m1, m2, m3, m4, to_move);
    }
    if distance(m2, m3) > 4 {
        if distance(m1, m3) > 3 {
            return true;
        }
        if to_move > 0 {
            return true;
        }
        if lead(distance(m0, m2), distance(m3, m2)) > 6 {
            return further(804, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    let t196 = steps(t20);
    let t197 = walk(t5, t196, !t76);
    if colour_corner(m3, m1) <= 0 {
        return further(542, m0, m1, m2, m3, m4, to_move);
    }
    if t197 > 2 {
        if equal(light(m1), light(m3)) > 0 {
            return true;
        }
        if walk(t8, steps(t6), !(t27 | t14)) > 1 {
            return true;
        }
        return further(913, m0, m1, m2, m3, m4, to_move);
    }
    if (t7 & t29) != 0 {
        if lead(distance(m0, m1), distance(m3, m1)) <= 5 {
            return further(911, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            return further(1001, m0, m1, m2, m3, m4, to_move);
        }
        return further(1000, m0, m1, m2, m3, m4, to_move);
    }
    if leaps(t7, t15, !t76) <= 1 {
        if ((t19 & t144) & !t70) != 0 {
            return further(995, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    if lead(distance(m0, m4), distance(m3, m4)) > 10 {
        return further(997, m0, m1, m2, m3, m4, to_move);
    }
    if offset(m0, m2) > 2 {
        return further(1073, m0, m1, m2, m3, m4, to_move);
    }
    return true;
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
        b"KBNKR learned\0".as_ptr().cast()
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
