//! KPKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  14872176
//! draws      4970180
//! spotted    3389524 (68.197 %)
//! incorrect  0
//! size       1226 leaves, 2048 bytes packed
//! features   72
//! table      xxh3 60cd411d6cb7d82f
//! command    drawproof mine KPKP --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KPKP";
/// Leaves of the tree.
pub const LEAVES: usize = 1226;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2048;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 4970180;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 3389524;

/// The question of each branch.
static QUESTIONS: [u8; 1225] = [
    147, 199, 199, 115, 165, 163, 148, 140, 224, 207, 55, 110, 86, 94, 38, 144, 90, 155, 25,
    168, 82, 159, 186, 143, 99, 25, 53, 91, 173, 168, 105, 132, 217, 16, 132, 34, 82, 182, 63,
    173, 154, 59, 25, 57, 148, 106, 26, 145, 60, 166, 38, 111, 232, 91, 93, 93, 187, 60, 51,
    183, 160, 123, 163, 60, 165, 214, 41, 170, 133, 53, 99, 97, 177, 139, 232, 232, 17, 187, 68,
    201, 158, 14, 60, 60, 230, 170, 39, 166, 40, 40, 40, 40, 201, 93, 66, 155, 182, 34, 162, 66,
    189, 60, 165, 40, 165, 75, 75, 180, 169, 53, 106, 218, 169, 174, 35, 19, 4, 146, 41, 47,
    171, 167, 96, 232, 61, 142, 192, 53, 53, 173, 227, 198, 153, 96, 27, 84, 35, 11, 55, 174,
    189, 143, 92, 33, 63, 97, 96, 38, 166, 166, 219, 167, 33, 49, 168, 44, 60, 87, 83, 189, 224,
    82, 96, 168, 153, 224, 176, 129, 1, 46, 86, 62, 95, 196, 94, 137, 96, 105, 30, 136, 29, 53,
    60, 126, 57, 106, 226, 201, 138, 132, 82, 169, 190, 104, 225, 32, 96, 48, 94, 213, 60, 89,
    96, 4, 186, 73, 92, 96, 225, 196, 87, 5, 28, 29, 48, 11, 162, 30, 4, 92, 20, 6, 22, 17, 19,
    99, 30, 39, 173, 68, 76, 19, 30, 224, 40, 165, 177, 191, 35, 221, 181, 165, 146, 168, 86,
    154, 105, 223, 169, 40, 94, 185, 192, 14, 98, 25, 53, 165, 82, 53, 129, 38, 123, 29, 69, 34,
    220, 66, 50, 156, 82, 66, 15, 160, 7, 82, 215, 186, 130, 69, 155, 169, 41, 170, 146, 180,
    18, 160, 57, 110, 88, 102, 94, 30, 67, 11, 192, 31, 206, 11, 201, 94, 53, 166, 168, 58, 207,
    160, 53, 2, 11, 34, 12, 68, 169, 38, 25, 119, 167, 167, 4, 99, 80, 9, 92, 166, 117, 99, 115,
    41, 96, 94, 161, 75, 94, 29, 68, 61, 60, 156, 124, 35, 123, 182, 5, 82, 153, 212, 153, 107,
    14, 10, 96, 94, 11, 94, 163, 38, 160, 94, 66, 46, 25, 49, 66, 75, 182, 25, 25, 67, 161, 20,
    99, 5, 208, 198, 106, 67, 12, 34, 184, 54, 87, 33, 99, 222, 108, 66, 87, 29, 130, 51, 223,
    163, 227, 155, 62, 226, 21, 93, 55, 29, 44, 231, 146, 212, 60, 14, 40, 161, 133, 36, 154,
    153, 55, 159, 26, 87, 6, 8, 47, 39, 120, 93, 39, 96, 18, 30, 39, 39, 96, 129, 173, 190, 167,
    190, 69, 83, 94, 94, 40, 212, 39, 161, 54, 96, 96, 67, 146, 114, 223, 113, 75, 159, 29, 100,
    45, 95, 208, 83, 28, 36, 161, 212, 9, 177, 223, 94, 170, 114, 64, 155, 39, 88, 99, 191, 195,
    160, 69, 142, 84, 36, 26, 132, 129, 86, 87, 93, 25, 169, 36, 82, 27, 167, 57, 125, 94, 48,
    33, 134, 39, 14, 121, 103, 30, 6, 209, 82, 136, 29, 77, 218, 29, 53, 94, 204, 13, 30, 30,
    89, 168, 87, 186, 111, 229, 194, 192, 29, 47, 118, 143, 133, 179, 11, 11, 121, 49, 71, 46,
    190, 39, 118, 93, 139, 7, 173, 141, 143, 13, 167, 167, 149, 120, 140, 92, 101, 170, 138,
    165, 161, 101, 28, 104, 209, 88, 107, 39, 153, 40, 82, 69, 58, 41, 29, 162, 183, 197, 165,
    86, 230, 180, 14, 11, 35, 212, 221, 39, 40, 105, 12, 127, 2, 48, 19, 205, 40, 46, 94, 40,
    152, 96, 190, 173, 8, 161, 181, 161, 216, 230, 58, 230, 177, 58, 110, 60, 105, 28, 108, 99,
    96, 33, 51, 160, 86, 231, 90, 78, 130, 195, 18, 170, 134, 39, 156, 93, 53, 47, 230, 82, 40,
    132, 140, 109, 66, 122, 4, 33, 49, 149, 169, 35, 28, 136, 209, 49, 18, 7, 21, 31, 39, 117,
    99, 7, 96, 141, 99, 47, 200, 31, 167, 125, 143, 99, 96, 1, 201, 29, 104, 89, 135, 40, 149,
    61, 101, 154, 108, 224, 213, 28, 222, 10, 86, 94, 107, 94, 96, 36, 108, 224, 226, 57, 14,
    145, 36, 154, 34, 11, 212, 198, 123, 209, 101, 163, 181, 4, 96, 55, 177, 203, 95, 84, 39,
    86, 128, 53, 168, 68, 84, 161, 95, 0, 35, 2, 212, 103, 55, 30, 48, 166, 223, 99, 43, 99, 82,
    146, 116, 197, 84, 106, 222, 165, 170, 226, 117, 106, 40, 228, 169, 30, 230, 220, 214, 168,
    70, 101, 141, 117, 190, 143, 7, 39, 7, 211, 47, 29, 29, 99, 166, 166, 150, 92, 92, 92, 210,
    33, 4, 113, 207, 63, 78, 14, 47, 173, 170, 34, 137, 165, 165, 173, 29, 164, 66, 198, 55,
    134, 43, 155, 67, 167, 183, 47, 94, 229, 49, 186, 21, 22, 224, 107, 90, 209, 149, 69, 87, 7,
    34, 142, 3, 169, 29, 92, 82, 30, 94, 108, 134, 210, 134, 188, 131, 80, 165, 134, 69, 106,
    130, 56, 20, 225, 132, 20, 29, 93, 220, 7, 97, 96, 7, 143, 190, 120, 211, 200, 129, 97, 30,
    31, 166, 29, 39, 170, 8, 0, 7, 107, 99, 99, 70, 211, 32, 177, 187, 7, 43, 84, 29, 7, 169,
    21, 33, 179, 155, 30, 163, 113, 40, 5, 90, 210, 90, 69, 53, 48, 96, 159, 202, 4, 91, 192,
    38, 99, 39, 162, 60, 174, 109, 18, 25, 29, 208, 65, 18, 14, 21, 103, 78, 24, 26, 120, 70,
    47, 87, 28, 66, 116, 7, 209, 149, 120, 99, 39, 17, 113, 190, 208, 70, 4, 143, 7, 88, 18,
    138, 177, 103, 78, 180, 67, 121, 60, 44, 183, 220, 212, 202, 229, 36, 5, 47, 165, 163, 40,
    40, 76, 190, 76, 112, 223, 173, 146, 11, 122, 131, 140, 151, 29, 78, 52, 143, 78, 47, 7, 78,
    27, 28, 69, 97, 170, 223, 46, 125, 89, 9, 39, 170, 77, 4, 172, 96, 193, 7, 141, 21, 20, 20,
    31, 5, 171, 166, 11, 220, 41, 6, 168, 123, 172, 88, 8, 102, 168, 223, 92, 218, 65, 27, 8,
    45, 193, 113, 44, 7, 0, 170, 42, 175, 149, 171, 170, 98, 67, 210, 37, 171, 28, 129, 2, 15,
    191, 37, 97, 28, 7, 47, 186, 177, 212, 28, 7, 178, 94, 184, 176, 29, 61, 18, 87, 39, 53,
    149, 46, 36, 21, 17, 45, 201, 81, 77, 61, 209, 41, 28, 37, 170, 28, 27, 172, 129, 29, 72,
    97, 21, 23, 98, 69, 48, 115, 48, 2, 194, 118, 21, 76, 7, 77, 174, 212, 225, 11, 186, 79, 87,
    21, 97, 23, 63, 79, 48, 69, 149, 15, 47, 76, 27, 45, 48, 64, 85, 97, 175, 42, 177, 24, 44,
    129, 67, 27, 9, 3, 120, 114, 171, 97, 157, 4, 94, 101, 18, 18, 2, 171, 213, 29, 29, 44, 71,
    76, 190, 96, 3, 103, 16, 71, 18, 77, 47, 44, 44, 28, 80, 17, 78, 74, 116, 43, 6, 5, 6, 117,
    67, 175, 45, 63, 71, 36, 2, 5, 107, 65, 170, 29, 31, 45, 76, 67, 2, 19, 3, 150, 15, 15, 2,
    3, 63, 24, 113, 80, 31, 53, 0, 72, 101, 113, 170, 19, 81, 18,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 233] = [
    2, 1, 2, 3, 0, 1, 2, 2, 3, 4, 5, 1, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 0,
    1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2, 6, 7, 8, 9, 10, 11, 13, 3, 5, 6, 7,
    8, 9, 0, 0, 1, 0, 0, 1, 0, 4, 5, 7, 0, 15, 0, 6, 7, 6, 7, 8, 10, 0, 0, 1, 3, 1, 2, 3, 1, 2,
    1, 2, 3, 4, 5, 0, 1, 2, 0, 0, 2, 3, 5, 1, 2, 3, 2, 3, 4, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0,
    2, 3, 8, 0, 6, 2, 3, 4, 5, 1, 3, 4, 5, 1, 2, 3, 4, 4, 5, 6, 7, 8, 0, 2, 3, 7, 8, 9, 0, 1, 5,
    6, 7, 8, 9, 10, 5, 6, 7, 8, 9, 10, 0, 2, 0, 1, 2, 3, 4, 0, 1, 2, 0, 0, 3, 4, 5, 1, 2, 3, 4,
    5, 4, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 4, 6, 7, 8, 9, 1, 2, 3, 4, 2, 3, 4, 5, 8, 9, 10, 0,
    1, 2, 3, 5, 4, 5, 6, 7, 9, 10, 5, 6, 7, 8, 9, 10, 12, 6, 7, 8, 9,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x8204888242105892, 0x590049390a5c5e6d, 0x5184e46820a48444, 0x0000002041085108,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 16, 43, 63,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0xfffbabbfdfffffff, 0xfbefefd7d9abf7ff, 0xff9ae7f3d37e5cde, 0xe678bd7fb69ebbff,
    0xff8ab51b9947aee5, 0xb61fdf3be3faefbb, 0x02ed31c77abe9576, 0xbee7efcdfdbe0dad,
    0x607c4d6adece476c, 0xd548439179086078, 0x7e66677dcbac5f77, 0xcf6fa682f43ea7ba,
    0xc346896c88dfa30e, 0x7117ffbbaa936a49, 0x0af57fc44f893df4, 0xd1d3efa0a1091246,
    0xa6905d43200a3b6a, 0x793305ec19eaeca4, 0x1551f4b6e0b020f8, 0x18e50e859b8ba8ba,
    0xdee6ad9c10eb088c, 0x38358681cce75a2d, 0x3ca039480880ad50, 0x9da460845911eb29,
    0x7d0011b8fb891fb2, 0x00191921e404aa04, 0xdaa2d220920665a0, 0xdd2d619f6b582971,
    0x52b4548321190c0c, 0x640204b79e57cd3a, 0xa800e51880a72400, 0x225e3a38dfc3755d,
    0xda8f541ca7c06108, 0x80e7e8230207f9e2, 0x404d09acd7d80b1c, 0x270764a95e4ca0b0,
    0x011aaa9d40790d01, 0x8e000176038908e0, 0x0000000000000040,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 58, 110, 155, 201, 239, 285, 320, 365, 399, 424, 466, 504, 534, 571, 607, 635, 661, 693,
    721, 751, 782, 812, 833, 860, 891, 909, 933, 967, 989, 1019, 1037, 1072, 1099, 1127, 1154,
    1181, 1204, 1223,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x7802990856980028, 0x944a0b0194546080, 0xaed4aaa1e94c1169, 0x4d20417c5b096982,
    0x4008558ca139adb2, 0x7509888ea94acba5, 0x1401101494aaa9f5, 0x3d88a694e9324b96,
    0x655440928a52f75e, 0xb2b3729acba93e94, 0x4ba44a4421913725, 0x8b352c19594ab5cb,
    0xcb58901a18262514, 0x65291d4126baaa2a, 0x7470a645aa9dd535, 0x6274fa4e9dca5124,
    0x74ad4d6ca5981aab, 0xfe6a32a4d6abd4b6, 0x32acd372bb955670, 0x00000000000001a9,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64) -> u64 {
    match feature {
        // other-king-corner
        0 => corner(m2),
        // own-king-own-pawn-distance
        1 => distance(m0, m1),
        // own-king-own-pawn-offset
        2 => offset(m0, m1),
        // own-king-other-king-distance
        3 => distance(m0, m2),
        // own-king-other-king-offset
        4 => offset(m0, m2),
        // own-king-other-king-slant
        5 => slant(m0, m2),
        // own-king-other-pawn-distance
        6 => distance(m0, m3),
        // own-king-other-pawn-offset
        7 => offset(m0, m3),
        // own-pawn-other-king-distance
        8 => distance(m1, m2),
        // own-pawn-other-king-offset
        9 => offset(m1, m2),
        // own-pawn-other-pawn-distance
        10 => distance(m1, m3),
        // own-pawn-other-pawn-offset
        11 => offset(m1, m3),
        // other-king-other-pawn-distance
        12 => distance(m2, m3),
        // other-king-other-pawn-offset
        13 => offset(m2, m3),
        // race-own-pawn
        14 => lead(distance(m0, m1), distance(m2, m1)),
        // race-other-pawn
        15 => lead(distance(m0, m3), distance(m2, m3)),
        // own-king-parts-own-pawn-other-pawn
        16 => parts(m0, m1, m3),
        // own-pawn-parts-own-king-other-pawn
        17 => parts(m1, m0, m3),
        // other-king-parts-own-pawn-other-pawn
        18 => parts(m2, m1, m3),
        // own-pawn-parts-other-king-other-pawn
        19 => parts(m1, m2, m3),
        // other-pawn-parts-other-king-own-pawn
        20 => parts(m3, m2, m1),
        // own-king-flights
        21 => {
            let t4 = bit(m0);
            count((steps(t4) & !((t4 | bit(m1)) | (steps(bit(m2)) | hits_down(bit(m3))))))
        }
        // own-king-room
        23 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t18 = (steps(bit(m2)) | hits_down(bit(m3)));
            let t43 = (steps(t4) & !(t8 | t18));
            count((t43 | (steps(t43) & !(t18 | t8))))
        }
        // own-king-takes
        24 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            any(((steps(t4) & !((t4 | bit(m1)) | (steps(t6) | hits_down(t7)))) & (t6 | t7)))
        }
        // other-king-flights
        25 => {
            let t6 = bit(m2);
            count((steps(t6) & !((t6 | bit(m3)) | (steps(bit(m0)) | hits_up(bit(m1))))))
        }
        // other-king-room
        26 => {
            let t6 = bit(m2);
            let t11 = (t6 | bit(m3));
            let t16 = (steps(bit(m0)) | hits_up(bit(m1)));
            let t57 = (steps(t6) & !(t11 | t16));
            count((t57 | (steps(t57) & !(t16 | t11))))
        }
        // own-pawn-attacked-by-men
        27 => any((bit(m1) & hits_down(bit(m3)))),
        // other-pawn-hangs
        28 => any(((bit(m3) & (steps(bit(m0)) | hits_up(bit(m1)))) & !steps(bit(m2)))),
        // own-king-walk-own-pawn
        29 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            walk(t4, steps(t5), !((steps(bit(m2)) | hits_down(bit(m3))) | (t4 | t5)))
        }
        // own-king-walk-other-pawn
        30 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // other-king-walk-own-pawn
        31 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t6, steps(t5), !((steps(bit(m0)) | hits_up(t5)) | (t6 | bit(m3))))
        }
        // own-pawn-to-go
        32 => ranks(m1, 0x38),
        // own-pawn-file
        33 => file_edge(m1),
        // own-pawn-blocked
        34 => {
            let t5 = bit(m1);
            count((fill_up(t5) & (((bit(m0) | t5) | bit(m2)) | bit(m3))))
        }
        // own-pawn-goal-light
        35 => equal(light(ranks(m1, 0x38)), 0),
        // own-king-goal-own-pawn
        36 => walk(bit(m0), (fill_up(bit(m1)) & 0xff00000000000000), !0),
        // own-king-near-goal-own-pawn
        37 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t87 = (fill_up(t5) & 0xff00000000000000);
            walk(t4, (t87 | steps(t87)), !((steps(bit(m2)) | hits_down(bit(m3))) | (t4 | t5)))
        }
        // own-king-path-own-pawn
        38 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            walk(t4, fill_up(t5), !((steps(bit(m2)) | hits_down(bit(m3))) | (t4 | t5)))
        }
        // own-king-behind-own-pawn
        39 => lead(ranks(m0, 0x38), ranks(m1, 0x38)),
        // own-king-files-own-pawn
        40 => files(m0, m1),
        // own-king-square-own-pawn
        41 => lead(walk(bit(m0), (fill_up(bit(m1)) & 0xff00000000000000), !0), ranks(m1, 0x38)),
        // own-king-rank-own-pawn
        42 => ranks(m0, 0x38),
        // other-king-goal-own-pawn
        43 => walk(bit(m2), (fill_up(bit(m1)) & 0xff00000000000000), !0),
        // other-king-near-goal-own-pawn
        44 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t87 = (fill_up(t5) & 0xff00000000000000);
            walk(t6, (t87 | steps(t87)), !((steps(bit(m0)) | hits_up(t5)) | (t6 | bit(m3))))
        }
        // other-king-path-own-pawn
        45 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t6, fill_up(t5), !((steps(bit(m0)) | hits_up(t5)) | (t6 | bit(m3))))
        }
        // other-king-behind-own-pawn
        46 => lead(ranks(m2, 0x38), ranks(m1, 0x38)),
        // other-king-files-own-pawn
        47 => files(m2, m1),
        // other-king-square-own-pawn
        48 => lead(walk(bit(m2), (fill_up(bit(m1)) & 0xff00000000000000), !0), ranks(m1, 0x38)),
        // other-king-file
        49 => file_edge(m2),
        // race-goal-own-pawn
        50 => {
            let t87 = (fill_up(bit(m1)) & 0xff00000000000000);
            lead(walk(bit(m0), t87, !0), walk(bit(m2), t87, !0))
        }
        // race-stop-own-pawn
        51 => {
            let t82 = up(bit(m1));
            lead(walk(bit(m0), t82, !0), walk(bit(m2), t82, !0))
        }
        // other-guards-own-pawn
        52 => count((fill_up(bit(m1)) & (steps(bit(m2)) | hits_down(bit(m3))))),
        // other-men-guard-own-pawn
        53 => count((fill_up(bit(m1)) & hits_down(bit(m3)))),
        // other-pawn-to-go
        54 => ranks(m3, 0),
        // other-pawn-file
        55 => file_edge(m3),
        // other-pawn-blocked
        56 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (((bit(m0) | bit(m1)) | bit(m2)) | t7)))
        }
        // other-pawn-runs
        57 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t7 = bit(m3);
            any((down(t7) & !((((t4 | t5) | bit(m2)) | t7) | (steps(t4) | hits_up(t5)))))
        }
        // own-king-goal-other-pawn
        58 => walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0),
        // own-king-near-goal-other-pawn
        59 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t124 = (fill_down(t7) & 0xff);
            walk(t4, (t124 | steps(t124)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // own-king-path-other-pawn
        60 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, fill_down(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // own-king-stop-other-pawn
        61 => walk(bit(m0), down(bit(m3)), !0),
        // own-king-behind-other-pawn
        62 => lead(ranks(m0, 0), ranks(m3, 0)),
        // own-king-files-other-pawn
        63 => files(m0, m3),
        // own-king-square-other-pawn
        64 => lead(walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // other-king-goal-other-pawn
        65 => walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0),
        // other-king-near-goal-other-pawn
        66 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t124 = (fill_down(t7) & 0xff);
            walk(t6, (t124 | steps(t124)), !((steps(bit(m0)) | hits_up(bit(m1))) | (t6 | t7)))
        }
        // other-king-behind-other-pawn
        67 => lead(ranks(m2, 0), ranks(m3, 0)),
        // other-king-files-other-pawn
        68 => files(m2, m3),
        // other-king-square-other-pawn
        69 => lead(walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // race-goal-other-pawn
        70 => {
            let t124 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t124, !0), walk(bit(m2), t124, !0))
        }
        // race-stop-other-pawn
        _ => {
            let t118 = down(bit(m3));
            lead(walk(bit(m0), t118, !0), walk(bit(m2), t118, !0))
        }
    }
}

/// The answer from a branch on, by the tables.
fn further(mut at: usize, m0: u64, m1: u64, m2: u64, m3: u64) -> bool {
    loop {
        let question = QUESTIONS[at] as usize;
        let opened = OPENS[question >> 6] & (2_u64 << (question & 63)).wrapping_sub(1);
        let feature = OPENS_BEFORE[question >> 6] as u64 + count(opened);
        let value = value(feature, m0, m1, m2, m3);
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
    let first = side_to_move as usize;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[0];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[0];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t77 = ranks(m1, 0x38);
    let t79 = fill_up(t5);
    let t87 = (t79 & 0xff00000000000000);
    let t98 = walk(t6, t87, !0);
    let t105 = lead(t98, t77);
    let t113 = ranks(m3, 0);
    let t115 = fill_down(t7);
    let t124 = (t115 & 0xff);
    let t125 = walk(t4, t124, !0);
    let t134 = lead(t125, t113);
    if t105 > 8 {
        if t134 <= 9 {
            let t8 = (t4 | t5);
            let t9 = (t8 | t6);
            let t10 = (t9 | t7);
            let t14 = steps(t6);
            let t15 = hits_down(t7);
            let t18 = (t14 | t15);
            let t80 = (t79 & t10);
            let t81 = count(t80);
            let t94 = ranks(m0, 0x38);
            let t95 = lead(t94, t77);
            if (t79 & t18) != 0 {
                if walk(t4, steps(t7), !(t18 | t8)) <= 1 {
                    return further(25, m0, m1, m2, m3);
                }
                if lead(distance(m0, m1), distance(m2, m1)) > 9 {
                    return further(48, m0, m1, m2, m3);
                }
                return further(47, m0, m1, m2, m3);
            }
            if t95 <= 3 {
                return further(23, m0, m1, m2, m3);
            }
            if t81 > 0 {
                if walk(t4, (t87 | steps(t87)), !(t18 | t8)) > 3 {
                    return further(80, m0, m1, m2, m3);
                }
                return false;
            }
            if t105 > 9 {
                return false;
            }
            let t135 = walk(t6, t124, !0);
            if t135 <= 2 {
                if lead(t125, t135) > 10 {
                    return further(204, m0, m1, m2, m3);
                }
                return false;
            }
            if t134 <= 8 {
                if (t4 & t15) != 0 {
                    return further(302, m0, m1, m2, m3);
                }
                return false;
            }
            if t77 <= 2 {
                return further(303, m0, m1, m2, m3);
            }
            if t113 > 3 {
                return false;
            }
            return further(412, m0, m1, m2, m3);
        }
        if t105 <= 9 {
            if t77 > 4 {
                if (t115 & (((t4 | t5) | t6) | t7)) != 0 {
                    return further(52, m0, m1, m2, m3);
                }
                let t30 = offset(m1, m3);
                if lead(ranks(m0, 0x38), t77) > 4 {
                    if t30 > 1 {
                        return further(145, m0, m1, m2, m3);
                    }
                    return false;
                }
                if t30 > 1 {
                    return further(144, m0, m1, m2, m3);
                }
                return false;
            }
            if t77 <= 1 {
                return further(49, m0, m1, m2, m3);
            }
            let t29 = distance(m1, m3);
            if t29 > 6 {
                return false;
            }
            if t113 <= 1 {
                if t77 > 2 {
                    return false;
                }
                return further(218, m0, m1, m2, m3);
            }
            if t29 <= 1 {
                return false;
            }
            if t77 <= 2 {
                return further(318, m0, m1, m2, m3);
            }
            if t113 > 2 {
                return further(424, m0, m1, m2, m3);
            }
            return further(423, m0, m1, m2, m3);
        }
        if distance(m1, m3) > 6 {
            return false;
        }
        if t113 > 3 {
            if t77 > 3 {
                return further(94, m0, m1, m2, m3);
            }
            return false;
        }
        if t77 <= 1 {
            if walk(t6, t124, !0) <= 2 {
                if t113 > 1 {
                    return false;
                }
                return further(224, m0, m1, m2, m3);
            }
            if t113 > 1 {
                return false;
            }
            let t11 = (t6 | t7);
            let t12 = steps(t4);
            let t13 = hits_up(t5);
            let t14 = steps(t6);
            let t16 = (t12 | t13);
            let t55 = (t11 | t16);
            let t57 = (t14 & !t55);
            let t59 = (t16 | t11);
            let t61 = steps(t57);
            let t62 = (t61 & !t59);
            let t63 = (t57 | t62);
            let t64 = count(t63);
            if (t79 & (((t4 | t5) | t6) | t7)) != 0 {
                return further(323, m0, m1, m2, m3);
            }
            if t64 <= 8 {
                return further(428, m0, m1, m2, m3);
            }
            if offset(m1, m3) <= 0 {
                return false;
            }
            let t102 = ranks(m2, 0x38);
            let t103 = lead(t102, t77);
            if files(m2, m1) <= 0 {
                return false;
            }
            if t103 > 7 {
                return further(772, m0, m1, m2, m3);
            }
            return false;
        }
        if t77 > 3 {
            if t113 > 2 {
                return further(228, m0, m1, m2, m3);
            }
            return false;
        }
        if lead(walk(t6, t124, !0), t113) <= 7 {
            if offset(m1, m2) <= 0 {
                return false;
            }
            if t77 > 2 {
                return further(432, m0, m1, m2, m3);
            }
            return further(431, m0, m1, m2, m3);
        }
        if offset(m1, m3) <= 0 {
            return false;
        }
        if t113 > 1 {
            if t113 > 2 {
                if t77 > 2 {
                    return further(672, m0, m1, m2, m3);
                }
                return false;
            }
            let t104 = files(m2, m1);
            if lead(ranks(m2, 0x38), t77) <= 6 {
                return false;
            }
            if t104 <= 0 {
                return further(781, m0, m1, m2, m3);
            }
            if t77 > 2 {
                return further(877, m0, m1, m2, m3);
            }
            return further(876, m0, m1, m2, m3);
        }
        if files(m0, m3) <= 0 {
            return false;
        }
        if files(m0, m1) <= 0 {
            return false;
        }
        if ranks(m0, 0x38) > 6 {
            return false;
        }
        if t77 > 2 {
            return further(874, m0, m1, m2, m3);
        }
        if distance(m0, m2) > 2 {
            return further(941, m0, m1, m2, m3);
        }
        return false;
    }
    if t134 > 9 {
        let t15 = hits_down(t7);
        let t65 = (t5 & t15);
        let t66 = any(t65);
        let t138 = ranks(m2, 0);
        let t139 = lead(t138, t113);
        if (t79 & t15) != 0 {
            return further(10, m0, m1, m2, m3);
        }
        let t8 = (t4 | t5);
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t116 = (t115 & t10);
        let t117 = count(t116);
        if t139 <= 5 {
            return further(19, m0, m1, m2, m3);
        }
        if t66 > 0 {
            return further(40, m0, m1, m2, m3);
        }
        if t117 > 0 {
            if lead(ranks(m2, 0x38), t77) > 5 {
                return further(123, m0, m1, m2, m3);
            }
            return further(122, m0, m1, m2, m3);
        }
        if t125 <= 5 {
            return false;
        }
        if t113 <= 2 {
            return false;
        }
        if walk(t4, (t87 | steps(t87)), !((steps(t6) | t15) | t8)) > 1 {
            return false;
        }
        let t82 = up(t5);
        if lead(walk(t4, t82, !0), walk(t6, t82, !0)) > 8 {
            return false;
        }
        return further(399, m0, m1, m2, m3);
    }
    let t94 = ranks(m0, 0x38);
    if lead(t94, t77) > 8 {
        let t135 = walk(t6, t124, !0);
        let t142 = lead(t125, t135);
        if t142 > 7 {
            if distance(m1, m2) <= 1 {
                return further(36, m0, m1, m2, m3);
            }
            if walk(t4, (t124 | steps(t124)), !((steps(t6) | hits_down(t7)) | (t4 | t5))) > 5 {
                return false;
            }
            if lead(distance(m0, m1), distance(m2, m1)) > 9 {
                return further(118, m0, m1, m2, m3);
            }
            return further(117, m0, m1, m2, m3);
        }
        let t88 = walk(t4, t87, !0);
        let t107 = lead(t88, t98);
        if t107 <= 9 {
            if walk(t6, (t87 | steps(t87)), !((steps(t4) | hits_up(t5)) | (t6 | t7))) > 4 {
                return further(64, m0, m1, m2, m3);
            }
            if lead(distance(m0, m3), distance(m2, m3)) > 7 {
                return further(110, m0, m1, m2, m3);
            }
            return further(109, m0, m1, m2, m3);
        }
        let t29 = distance(m1, m3);
        if t29 <= 2 {
            if files(m2, m3) > 3 {
                return further(113, m0, m1, m2, m3);
            }
            if t113 > 4 {
                if lead(distance(m0, m1), distance(m2, m1)) > 9 {
                    return further(272, m0, m1, m2, m3);
                }
                return further(271, m0, m1, m2, m3);
            }
            if distance(m1, m2) > 5 {
                return further(270, m0, m1, m2, m3);
            }
            if t107 <= 10 {
                return further(380, m0, m1, m2, m3);
            }
            if lead(distance(m0, m1), distance(m2, m1)) > 10 {
                return further(502, m0, m1, m2, m3);
            }
            if distance(m0, m3) <= 1 {
                return further(622, m0, m1, m2, m3);
            }
            if walk(t4, steps(t7), !((steps(t6) | hits_down(t7)) | (t4 | t5))) > 1 {
                return further(738, m0, m1, m2, m3);
            }
            return true;
        }
        if offset(m1, m3) > 2 {
            return true;
        }
        if t29 <= 3 {
            let t118 = down(t7);
            let t130 = walk(t4, t118, !0);
            if lead(distance(m0, m3), distance(m2, m3)) <= 3 {
                return further(276, m0, m1, m2, m3);
            }
            if t130 > 3 {
                return further(391, m0, m1, m2, m3);
            }
            if walk(t6, (t87 | steps(t87)), !((steps(t4) | hits_up(t5)) | (t6 | t7))) > 1 {
                return further(510, m0, m1, m2, m3);
            }
            return true;
        }
        let t40 = parts(m3, m2, m1);
        if walk(t4, (t87 | steps(t87)), !((steps(t6) | hits_down(t7)) | (t4 | t5))) <= 3 {
            return further(278, m0, m1, m2, m3);
        }
        if t40 > 0 {
            return true;
        }
        if t142 > 6 {
            return further(513, m0, m1, m2, m3);
        }
        if distance(m1, m2) > 5 {
            return further(636, m0, m1, m2, m3);
        }
        return true;
    }
    if lead(ranks(m2, 0x38), t77) > 6 {
        let t11 = (t6 | t7);
        let t12 = steps(t4);
        if walk(t6, steps(t5), !((t12 | hits_up(t5)) | t11)) > 2 {
            if distance(m0, m3) > 3 {
                return further(62, m0, m1, m2, m3);
            }
            if lead(walk(t4, t87, !0), t77) > 8 {
                return further(106, m0, m1, m2, m3);
            }
            return false;
        }
        let t15 = hits_down(t7);
        if lead(walk(t6, t124, !0), t113) <= 5 {
            if walk(t4, t115, !((steps(t6) | t15) | (t4 | t5))) > 4 {
                return further(103, m0, m1, m2, m3);
            }
            if (t79 & t15) != 0 {
                return further(168, m0, m1, m2, m3);
            }
            return further(167, m0, m1, m2, m3);
        }
        let t82 = up(t5);
        if lead(walk(t4, t82, !0), walk(t6, t82, !0)) <= 8 {
            if (t79 & t15) != 0 {
                return further(170, m0, m1, m2, m3);
            }
            return false;
        }
        if ((t12 & !((t4 | t5) | (steps(t6) | t15))) & t11) != 0 {
            return further(172, m0, m1, m2, m3);
        }
        if lead(distance(m0, m3), distance(m2, m3)) > 9 {
            return further(258, m0, m1, m2, m3);
        }
        if (t79 & t15) != 0 {
            return further(367, m0, m1, m2, m3);
        }
        return further(366, m0, m1, m2, m3);
    }
    let t89 = steps(t87);
    let t90 = (t87 | t89);
    if files(m2, m1) > 2 {
        if walk(t6, t90, !((steps(t4) | hits_up(t5)) | (t6 | t7))) > 4 {
            return further(58, m0, m1, m2, m3);
        }
        if lead(distance(m0, m3), distance(m2, m3)) <= 7 {
            if parts(m2, m1, m3) > 0 {
                return further(163, m0, m1, m2, m3);
            }
            if file_edge(m1) <= 0 {
                return further(243, m0, m1, m2, m3);
            }
            if walk(t4, steps(t7), !((steps(t6) | hits_down(t7)) | (t4 | t5))) > 1 {
                return further(348, m0, m1, m2, m3);
            }
            return further(347, m0, m1, m2, m3);
        }
        let t135 = walk(t6, t124, !0);
        let t142 = lead(t125, t135);
        if lead(ranks(m0, 0), t113) > 6 {
            if t142 > 7 {
                return further(249, m0, m1, m2, m3);
            }
            return further(248, m0, m1, m2, m3);
        }
        if lead(walk(t4, t87, !0), t98) <= 7 {
            return further(246, m0, m1, m2, m3);
        }
        if t142 > 6 {
            return further(353, m0, m1, m2, m3);
        }
        return further(352, m0, m1, m2, m3);
    }
    let t8 = (t4 | t5);
    let t14 = steps(t6);
    let t15 = hits_down(t7);
    let t18 = (t14 | t15);
    let t47 = (t18 | t8);
    if walk(t4, t90, !t47) <= 2 {
        if t77 <= 3 {
            return further(95, m0, m1, m2, m3);
        }
        if walk(t4, (t124 | steps(t124)), !t47) > 5 {
            return further(157, m0, m1, m2, m3);
        }
        if lead(distance(m0, m3), distance(m2, m3)) > 7 {
            return further(233, m0, m1, m2, m3);
        }
        return further(232, m0, m1, m2, m3);
    }
    if walk(t4, down(t7), !0) > 4 {
        return further(98, m0, m1, m2, m3);
    }
    let t29 = distance(m1, m3);
    if t29 <= 2 {
        if ((t7 & (steps(t4) | hits_up(t5))) & !t14) != 0 {
            return further(237, m0, m1, m2, m3);
        }
        return further(236, m0, m1, m2, m3);
    }
    if lead(ranks(m0, 0), t113) <= 6 {
        if t29 <= 3 {
            return further(338, m0, m1, m2, m3);
        }
        if lead(walk(t4, t87, !0), t98) > 10 {
            return true;
        }
        return further(451, m0, m1, m2, m3);
    }
    if lead(walk(t6, t124, !0), t113) > 10 {
        return further(341, m0, m1, m2, m3);
    }
    if t94 <= 0 {
        return further(452, m0, m1, m2, m3);
    }
    let t82 = up(t5);
    if lead(walk(t4, t82, !0), walk(t6, t82, !0)) > 7 {
        return further(579, m0, m1, m2, m3);
    }
    return further(578, m0, m1, m2, m3);
}

/// The squares a king on a square of `set` attacks.
#[inline(always)]
fn steps(set: u64) -> u64 {
    let beside = ((set << 1) & 0xfefe_fefe_fefe_fefe) | ((set >> 1) & 0x7f7f_7f7f_7f7f_7f7f);
    let row = beside | set;
    beside | (row << 8) | (row >> 8)
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

/// The squares in front of those of `set`, as White sees the board.
#[inline(always)]
fn up(set: u64) -> u64 {
    set << 8
}

/// The squares behind those of `set`, as White sees the board.
#[inline(always)]
fn down(set: u64) -> u64 {
    set >> 8
}

/// The squares white pawns on `set` attack.
#[inline(always)]
fn hits_up(set: u64) -> u64 {
    ((set << 9) & 0xfefe_fefe_fefe_fefe) | ((set << 7) & 0x7f7f_7f7f_7f7f_7f7f)
}

/// The squares black pawns on `set` attack.
#[inline(always)]
fn hits_down(set: u64) -> u64 {
    ((set >> 7) & 0xfefe_fefe_fefe_fefe) | ((set >> 9) & 0x7f7f_7f7f_7f7f_7f7f)
}

/// All squares in front of those of `set`, as White sees the board.
#[inline(always)]
fn fill_up(set: u64) -> u64 {
    let two = (set << 8) | (set << 16);
    let four = two | (two << 16);
    four | (four << 32)
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
        b"KPKP learned\0".as_ptr().cast()
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
