//! KQKQ: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  17905216
//! draws      10349776
//! spotted    10341360 (99.918 %)
//! incorrect  0
//! size       1216 leaves, 2043 bytes packed
//! features   73
//! table      xxh3 2c1d5d2dde6f0eed
//! command    drawproof mine KQKQ --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KQKQ";
/// Leaves of the tree.
pub const LEAVES: usize = 1216;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2043;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 10349776;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 10341360;

/// The question of each branch.
static QUESTIONS: [u8; 1215] = [
    241, 200, 155, 37, 221, 193, 252, 12, 242, 141, 44, 114, 132, 14, 156, 163, 141, 20, 181,
    85, 105, 42, 188, 119, 114, 202, 37, 206, 141, 203, 152, 136, 118, 251, 9, 44, 86, 111, 203,
    118, 20, 86, 4, 251, 142, 12, 160, 47, 207, 203, 39, 141, 202, 91, 203, 203, 226, 96, 205,
    57, 127, 90, 204, 143, 19, 185, 244, 22, 104, 206, 203, 121, 74, 156, 220, 157, 29, 3, 42,
    0, 20, 109, 109, 221, 40, 143, 109, 146, 232, 10, 251, 47, 88, 62, 166, 12, 44, 143, 109,
    134, 248, 141, 201, 175, 242, 48, 156, 202, 74, 21, 4, 1, 56, 3, 28, 205, 201, 181, 3, 141,
    220, 15, 184, 34, 112, 110, 16, 48, 107, 243, 201, 85, 13, 61, 184, 114, 38, 39, 83, 15, 72,
    104, 222, 84, 2, 127, 37, 75, 247, 169, 245, 10, 40, 232, 204, 60, 181, 42, 221, 118, 109,
    118, 117, 40, 181, 130, 90, 126, 44, 107, 181, 201, 141, 18, 194, 73, 88, 65, 22, 239, 27,
    80, 195, 69, 53, 1, 122, 81, 0, 32, 28, 247, 147, 243, 28, 181, 9, 205, 34, 12, 12, 79, 38,
    12, 119, 220, 1, 1, 118, 12, 95, 44, 147, 182, 244, 1, 37, 34, 117, 37, 181, 187, 32, 0, 64,
    181, 121, 40, 109, 253, 120, 197, 1, 62, 250, 81, 127, 18, 15, 43, 109, 61, 88, 68, 153,
    224, 15, 32, 223, 133, 201, 75, 103, 220, 119, 197, 18, 17, 25, 134, 9, 5, 7, 145, 22, 114,
    9, 6, 42, 13, 160, 222, 181, 19, 220, 174, 4, 24, 141, 5, 106, 9, 186, 47, 161, 2, 47, 20,
    181, 32, 16, 6, 121, 181, 147, 119, 195, 61, 127, 222, 181, 18, 63, 96, 102, 133, 15, 130,
    5, 40, 5, 117, 214, 44, 134, 5, 154, 27, 50, 91, 5, 16, 170, 65, 103, 118, 0, 238, 87, 181,
    165, 34, 114, 33, 194, 107, 137, 254, 110, 244, 22, 220, 127, 25, 143, 40, 36, 183, 149, 43,
    152, 137, 109, 205, 146, 0, 196, 83, 28, 56, 231, 238, 151, 236, 210, 215, 134, 142, 139, 4,
    20, 28, 142, 47, 28, 60, 12, 12, 131, 18, 103, 17, 123, 171, 117, 195, 190, 83, 87, 17, 70,
    96, 16, 85, 118, 208, 162, 248, 197, 221, 69, 132, 87, 221, 16, 222, 90, 48, 221, 72, 164,
    197, 152, 34, 78, 183, 109, 52, 17, 103, 157, 191, 181, 40, 71, 0, 19, 15, 49, 249, 229,
    114, 13, 22, 147, 75, 71, 40, 9, 57, 64, 248, 41, 49, 135, 166, 61, 90, 153, 129, 158, 141,
    227, 75, 49, 15, 53, 27, 234, 104, 115, 27, 117, 62, 61, 244, 170, 58, 220, 5, 125, 96, 34,
    39, 195, 196, 20, 109, 227, 15, 135, 0, 216, 124, 176, 118, 213, 118, 226, 238, 15, 71, 125,
    130, 253, 48, 133, 125, 5, 230, 223, 54, 243, 33, 164, 194, 46, 170, 0, 164, 70, 39, 51,
    209, 49, 240, 173, 19, 252, 98, 67, 13, 65, 108, 16, 243, 117, 40, 6, 114, 13, 144, 110,
    130, 221, 140, 17, 238, 125, 61, 10, 171, 101, 147, 220, 92, 37, 117, 1, 19, 114, 34, 114,
    23, 177, 145, 43, 94, 94, 16, 1, 171, 80, 92, 109, 109, 74, 177, 206, 136, 228, 4, 110, 54,
    116, 50, 15, 118, 109, 90, 130, 128, 255, 44, 103, 48, 5, 109, 228, 161, 181, 221, 223, 30,
    110, 124, 181, 29, 48, 90, 219, 136, 220, 189, 40, 3, 92, 7, 172, 113, 237, 144, 39, 49,
    142, 196, 157, 125, 3, 33, 43, 217, 80, 108, 85, 75, 170, 15, 40, 5, 29, 196, 186, 127, 7,
    129, 100, 94, 176, 52, 195, 15, 123, 5, 15, 137, 141, 64, 56, 125, 197, 194, 107, 142, 202,
    75, 94, 91, 54, 192, 115, 199, 194, 82, 156, 32, 202, 59, 40, 20, 119, 15, 119, 20, 53, 118,
    109, 10, 177, 130, 96, 108, 15, 6, 77, 123, 21, 181, 21, 170, 11, 156, 225, 235, 216, 87,
    44, 178, 95, 17, 212, 128, 235, 207, 43, 141, 1, 197, 220, 126, 46, 2, 82, 20, 130, 10, 215,
    117, 181, 135, 237, 186, 114, 114, 225, 61, 147, 16, 180, 167, 136, 0, 57, 66, 197, 0, 75,
    169, 89, 70, 80, 12, 15, 16, 80, 213, 61, 117, 124, 1, 20, 34, 194, 90, 17, 230, 94, 230,
    95, 9, 249, 61, 197, 196, 33, 156, 152, 152, 35, 71, 15, 91, 199, 43, 94, 218, 90, 54, 81,
    90, 0, 220, 40, 243, 96, 170, 150, 66, 73, 30, 165, 73, 52, 99, 136, 221, 196, 175, 221, 44,
    135, 152, 212, 171, 44, 10, 78, 19, 195, 64, 175, 33, 3, 125, 9, 27, 123, 163, 43, 26, 22,
    195, 8, 64, 111, 177, 163, 185, 135, 33, 114, 117, 65, 179, 94, 31, 1, 181, 181, 15, 129,
    90, 76, 24, 253, 161, 17, 220, 109, 126, 138, 85, 85, 108, 86, 1, 87, 40, 245, 98, 142, 98,
    96, 95, 215, 44, 28, 211, 87, 232, 44, 35, 230, 234, 132, 180, 216, 134, 87, 17, 21, 17,
    237, 43, 96, 118, 8, 123, 40, 123, 158, 167, 87, 61, 32, 66, 32, 5, 142, 33, 6, 182, 138,
    57, 61, 168, 11, 76, 40, 114, 52, 54, 5, 18, 0, 170, 27, 206, 90, 23, 64, 69, 182, 20, 98,
    210, 221, 226, 88, 77, 29, 125, 92, 221, 22, 236, 179, 198, 75, 248, 15, 162, 80, 43, 29,
    26, 183, 54, 118, 81, 115, 61, 46, 48, 61, 77, 234, 110, 5, 139, 19, 55, 194, 44, 95, 198,
    24, 4, 175, 61, 34, 83, 103, 76, 208, 28, 172, 66, 72, 32, 146, 206, 50, 136, 28, 8, 35, 70,
    73, 69, 0, 123, 195, 234, 27, 27, 95, 17, 64, 181, 177, 176, 80, 104, 202, 70, 24, 127, 103,
    160, 59, 179, 11, 32, 213, 216, 253, 89, 114, 128, 25, 142, 54, 7, 28, 86, 25, 116, 157, 29,
    181, 34, 164, 134, 188, 25, 236, 175, 206, 133, 46, 82, 212, 103, 175, 24, 69, 129, 221, 72,
    158, 253, 220, 234, 158, 6, 125, 27, 33, 218, 87, 19, 43, 54, 181, 170, 75, 21, 233, 71, 5,
    153, 75, 221, 43, 222, 197, 109, 0, 96, 217, 118, 217, 75, 232, 17, 157, 11, 213, 215, 76,
    53, 21, 0, 129, 45, 189, 98, 81, 28, 159, 158, 178, 145, 221, 77, 4, 0, 24, 197, 165, 16, 8,
    80, 32, 74, 224, 19, 160, 10, 75, 138, 61, 96, 195, 195, 246, 14, 148, 165, 96, 235, 97, 47,
    73, 87, 75, 3, 237, 61, 93, 198, 23, 77, 235, 20, 58, 184, 112, 25, 183, 18, 65, 39, 244,
    11, 43, 72, 155, 65, 11, 86, 73, 44, 107, 236, 149, 219, 29, 77, 122, 27, 123, 0, 233, 71,
    44, 166, 83, 137, 166, 22, 235, 137, 218, 126, 94, 184, 42, 181, 74, 166, 72, 39, 47, 73, 5,
    71, 11, 28, 68, 45, 32, 1, 75, 65, 7, 7, 178, 164, 2, 235, 88, 70, 17,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 256] = [
    0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 2, 3, 4, 5, 6, 0, 1, 2, 3,
    4, 0, 1, 2, 5, 6, 2, 3, 0, 1, 3, 1, 2, 3, 4, 5, 0, 1, 2, 3, 6, 0, 1, 3, 5, 2, 3, 4, 5, 0, 1,
    2, 0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 6, 1, 2, 3, 5, 6, 0, 1, 2,
    4, 0, 1, 2, 3, 4, 6, 4, 5, 6, 8, 9, 10, 5, 6, 7, 8, 9, 10, 6, 7, 0, 0, 1, 0, 0, 0, 1, 0, 1,
    0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 13, 0,
    2, 4, 0, 1, 2, 4, 5, 1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 0, 1, 3, 5, 7, 10, 11, 12, 13, 14, 17,
    0, 1, 2, 3, 14, 16, 17, 18, 19, 20, 22, 24, 0, 0, 1, 2, 3, 4, 6, 0, 0, 0, 0, 0, 0, 0, 1, 2,
    4, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 0, 1, 2, 3, 14, 15, 17, 18, 19, 21, 22, 23, 0, 0, 1,
    2, 3, 4, 0, 3, 0, 0, 0, 0, 1, 2, 3, 1, 3, 4, 5, 1, 1, 2, 4, 5,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x911086a1084a5248, 0xaaed041044208420, 0x0220240109006056, 0x188f430110047f06,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 19, 37, 50,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 38] = [
    0xff7d9defde7fffff, 0xf53ff7bf7665d557, 0x775dfddfffe49427, 0xdd9f75d7f0671dbd,
    0x2c77595596adfa9f, 0x5b95d86fa70d5efe, 0x505274553d576d9d, 0x5616fa965657bafa,
    0xf766b46650555ddd, 0xd936ff6797f03a5a, 0x11875cd9bb9316f6, 0xe3561a45354e9b0e,
    0x27e2455265f32e43, 0xa5540397db9dbab9, 0xaebf5e64526a5a96, 0x99d86949d43bd09e,
    0x64d5654c57da5256, 0x7fabaaebee40d426, 0x1965ecf1a99064bf, 0x9ae69192e8d09e1b,
    0xa55bf546b7e42922, 0x6e6b568998290616, 0x558592489a354645, 0xa955365791fac113,
    0xa2c4b15d1d464027, 0x72519a6ae06ad2e8, 0x7416ea7f9f361638, 0x6655967161494a1d,
    0x814814918a4fdc40, 0x7e505047a7da89b5, 0x6811991663d60402, 0x64552528056017ac,
    0x26fe66225aaaaa51, 0x71c50988902c0112, 0x8601060e414ae6a6, 0x404344100ac11a21,
    0xa293a1905e51e400, 0x02800da0c4055856,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 38] = [
    0, 55, 100, 144, 186, 224, 263, 296, 333, 369, 408, 442, 473, 504, 539, 574, 606, 638, 674,
    707, 738, 771, 799, 825, 857, 884, 914, 949, 978, 1001, 1033, 1056, 1080, 1111, 1131, 1154,
    1171, 1195,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 19] = [
    0x34ddfe4676ceaef1, 0xf6ffbf5f57dfffbf, 0xaeffaf5eff9b9df7, 0xdeff3ef77ac77fbf,
    0xbefe7aeeb1ef7d6d, 0x7f7bdfffeabfdf6b, 0xdeedff6ffbf7d72f, 0x6dfaf79f7ff6b54b,
    0x7f7df4db7fef7c9f, 0xf769bdeffb5fc896, 0xf35f54f8de5f475d, 0xba43af77c97bd6b6,
    0x56cab67f3b7ddabf, 0x56faedbd93da6c5b, 0x35eab559eb7f3af3, 0xaa662b1fb7fbfdb7,
    0x8f4da66b997b6c2d, 0xfacad96bb5a5db76, 0x9aa68b6675436df3,
];

/// The value of a feature. Not inlined: as part of a loop all features would be worked out before it.
#[allow(unused_variables, unused_parens)]
#[inline(never)]
fn value(feature: u64, m0: u64, m1: u64, m2: u64, m3: u64) -> u64 {
    match feature {
        // own-king-edge
        0 => edge(m0),
        // own-king-corner
        1 => corner(m0),
        // own-queen-edge
        2 => edge(m1),
        // own-queen-corner
        3 => corner(m1),
        // other-king-edge
        4 => edge(m2),
        // other-king-corner
        5 => corner(m2),
        // other-queen-edge
        6 => edge(m3),
        // other-queen-corner
        7 => corner(m3),
        // own-king-own-queen-distance
        8 => distance(m0, m1),
        // own-king-own-queen-offset
        9 => offset(m0, m1),
        // own-king-own-queen-slant
        10 => slant(m0, m1),
        // own-king-other-king-distance
        11 => distance(m0, m2),
        // own-king-other-king-offset
        12 => offset(m0, m2),
        // own-king-other-king-slant
        13 => slant(m0, m2),
        // own-king-other-queen-distance
        14 => distance(m0, m3),
        // own-king-other-queen-offset
        15 => offset(m0, m3),
        // own-king-other-queen-slant
        16 => slant(m0, m3),
        // own-queen-other-king-distance
        17 => distance(m1, m2),
        // own-queen-other-king-offset
        18 => offset(m1, m2),
        // own-queen-other-king-slant
        19 => slant(m1, m2),
        // own-queen-other-queen-distance
        20 => distance(m1, m3),
        // own-queen-other-queen-offset
        21 => offset(m1, m3),
        // own-queen-other-queen-slant
        22 => slant(m1, m3),
        // other-king-other-queen-distance
        23 => distance(m2, m3),
        // other-king-other-queen-offset
        24 => offset(m2, m3),
        // other-king-other-queen-slant
        25 => slant(m2, m3),
        // race-own-queen
        26 => lead(distance(m0, m1), distance(m2, m1)),
        // race-other-queen
        27 => lead(distance(m0, m3), distance(m2, m3)),
        // race-edge
        28 => lead(edge(m0), edge(m2)),
        // own-queen-parts-kings
        29 => parts(m1, m0, m2),
        // own-king-parts-own-queen
        30 => parts(m0, m1, m2),
        // other-king-parts-own-queen
        31 => parts(m2, m1, m0),
        // other-queen-parts-kings
        32 => parts(m3, m0, m2),
        // own-king-parts-other-queen
        33 => parts(m0, m3, m2),
        // other-king-parts-other-queen
        34 => parts(m2, m3, m0),
        // own-king-parts-own-queen-other-queen
        35 => parts(m0, m1, m3),
        // own-queen-parts-own-king-other-queen
        36 => parts(m1, m0, m3),
        // other-queen-parts-own-king-own-queen
        37 => parts(m3, m0, m1),
        // other-king-parts-own-queen-other-queen
        38 => parts(m2, m1, m3),
        // own-queen-parts-other-king-other-queen
        39 => parts(m1, m2, m3),
        // other-queen-parts-other-king-own-queen
        40 => parts(m3, m2, m1),
        // own-king-flights
        41 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t22 = ((t5 | t6) | bit(m3));
            count((steps(t4) & !((t4 | t5) | (steps(t6) | (rook(m3, t22) | bishop(m3, t22))))))
        }
        // own-king-in-check
        42 => {
            let t22 = ((bit(m1) | bit(m2)) | bit(m3));
            any((bit(m0) & (rook(m3, t22) | bishop(m3, t22))))
        }
        // own-king-room
        43 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t8 = (t4 | t5);
            let t22 = ((t5 | t6) | bit(m3));
            let t31 = (steps(t6) | (rook(m3, t22) | bishop(m3, t22)));
            let t76 = (steps(t4) & !(t8 | t31));
            count((t76 | (steps(t76) & !(t31 | t8))))
        }
        // own-king-ring
        44 => {
            let t22 = ((bit(m1) | bit(m2)) | bit(m3));
            count((steps(bit(m0)) & (rook(m3, t22) | bishop(m3, t22))))
        }
        // other-king-flights
        45 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // other-king-room
        46 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t13 = ((t4 | bit(m1)) | t7);
            let t29 = (steps(t4) | (rook(m1, t13) | bishop(m1, t13)));
            let t90 = (steps(t6) & !(t11 | t29));
            count((t90 | (steps(t90) & !(t29 | t11))))
        }
        // other-king-ring
        47 => {
            let t13 = ((bit(m0) | bit(m1)) | bit(m3));
            count((steps(bit(m2)) & (rook(m1, t13) | bishop(m1, t13))))
        }
        // own-queen-safe-moves
        48 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            count(((rook(m1, t10) | bishop(m1, t10)) & !(t8 | (steps(t6) | (rook(m3, t22) | bishop(m3, t22))))))
        }
        // own-queen-kept-moves
        49 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | t5);
            let t10 = ((t8 | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            count(((((rook(m1, t10) | bishop(m1, t10)) & !t8) & steps(t4)) & !(rook(m3, t22) | bishop(m3, t22))))
        }
        // own-queen-moves
        50 => {
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | bit(m2)) | bit(m3));
            count(((rook(m1, t10) | bishop(m1, t10)) & !t8))
        }
        // own-queen-takes
        51 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | t5) | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            count((((rook(m1, t10) | bishop(m1, t10)) & (t6 | t7)) & !(steps(t6) | (rook(m3, t22) | bishop(m3, t22)))))
        }
        // own-queen-safe-checks
        52 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            let t115 = (t10 & !(t5 | 0));
            count((((rook(m1, t10) | bishop(m1, t10)) & (rook(m2, t115) | bishop(m2, t115))) & !(t8 | (steps(t6) | (rook(m3, t22) | bishop(m3, t22))))))
        }
        // own-queen-other-queen-hits
        54 => {
            let t7 = bit(m3);
            let t13 = ((bit(m0) | bit(m1)) | t7);
            any(((rook(m1, t13) | bishop(m1, t13)) & t7))
        }
        // own-queen-other-queen-lined-up
        55 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t133 = ((((bit(m0) | t5) | t6) | bit(m3)) & !t5);
            any(((rook(m3, t133) | bishop(m3, t133)) & t6))
        }
        // own-queen-attacked
        56 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t22 = ((t5 | t6) | bit(m3));
            any((t5 & (steps(t6) | (rook(m3, t22) | bishop(m3, t22)))))
        }
        // own-queen-discovers
        58 => {
            let t6 = bit(m2);
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | t6) | bit(m3));
            let t145 = (t10 & !t8);
            any((((rook(m1, t145) | bishop(m1, t145)) & t6) & !(rook(m1, t10) | bishop(m1, t10))))
        }
        // own-queen-cuts
        59 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            count((((steps(t6) & (rook(m1, t13) | bishop(m1, t13))) & !steps(t4)) & !(t6 | t7)))
        }
        // other-queen-safe-moves
        60 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            count(((rook(m3, t10) | bishop(m3, t10)) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // other-queen-kept-moves
        61 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            count(((((rook(m3, t10) | bishop(m3, t10)) & !(t6 | t7)) & steps(t6)) & !(rook(m1, t13) | bishop(m1, t13))))
        }
        // other-queen-moves
        62 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t10 = (((bit(m0) | bit(m1)) | t6) | t7);
            count(((rook(m3, t10) | bishop(m3, t10)) & !(t6 | t7)))
        }
        // other-queen-takes
        63 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | bit(m2)) | t7);
            let t13 = (t8 | t7);
            count((((rook(m3, t10) | bishop(m3, t10)) & t8) & !(steps(t4) | (rook(m1, t13) | bishop(m1, t13)))))
        }
        // other-queen-safe-checks
        64 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            let t170 = (t10 & !(t7 | 0));
            count((((rook(m3, t10) | bishop(m3, t10)) & (rook(m0, t170) | bishop(m0, t170))) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))))
        }
        // other-queen-own-queen-forks
        65 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            let t170 = (t10 & !(t7 | 0));
            let t180 = (t10 & !(t7 | t4));
            count(((((rook(m3, t10) | bishop(m3, t10)) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))) & (rook(m0, t170) | bishop(m0, t170))) & (rook(m1, t180) | bishop(m1, t180))))
        }
        // other-queen-own-queen-threats
        66 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            let t10 = ((t8 | t6) | t7);
            let t13 = (t8 | t7);
            let t170 = (t10 & !(t7 | 0));
            count((((rook(m3, t10) | bishop(m3, t10)) & !((t6 | t7) | (steps(t4) | (rook(m1, t13) | bishop(m1, t13))))) & (rook(m1, t170) | bishop(m1, t170))))
        }
        // other-queen-behind-king
        68 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | t5);
            let t10 = ((t8 | t6) | t7);
            let t22 = ((t5 | t6) | t7);
            count((((rook(m3, t22) | bishop(m3, t22)) & !(rook(m3, t10) | bishop(m3, t10))) & (t8 & !t4)))
        }
        // other-queen-cuts
        69 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t22 = ((t5 | t6) | bit(m3));
            count((((steps(t4) & (rook(m3, t22) | bishop(m3, t22))) & !steps(t6)) & !(t4 | t5)))
        }
        // own-king-walk-own-queen
        70 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t22 = ((t5 | t6) | bit(m3));
            walk(t4, steps(t5), !((steps(t6) | (rook(m3, t22) | bishop(m3, t22))) | (t4 | t5)))
        }
        // own-king-walk-kings
        71 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t20 = steps(t6);
            let t22 = ((t5 | t6) | bit(m3));
            walk(t4, steps(t20), !((t20 | (rook(m3, t22) | bishop(m3, t22))) | (t4 | t5)))
        }
        // other-king-walk-other-queen
        _ => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t13 = ((t4 | bit(m1)) | t7);
            walk(t6, steps(t7), !((steps(t4) | (rook(m1, t13) | bishop(m1, t13))) | (t6 | t7)))
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
    let mut set = colour[first] & kind[4];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[4];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t8 = (t4 | t5);
    let t12 = steps(t4);
    let t13 = (t8 | t7);
    let t17 = rook(m1, t13);
    let t18 = bishop(m1, t13);
    let t19 = (t17 | t18);
    let t20 = steps(t6);
    let t29 = (t12 | t19);
    if ((t7 & t29) & !t20) != 0 {
        let t11 = (t6 | t7);
        let t88 = (t11 | t29);
        let t90 = (t20 & !t88);
        let t91 = count(t90);
        let t92 = (t29 | t11);
        let t206 = steps(t7);
        let t209 = walk(t6, t206, !t92);
        if t91 <= 0 {
            return further(5, m0, m1, m2, m3);
        }
        if t209 > 1 {
            if t91 > 1 {
                return false;
            }
            if (((t20 & t19) & !t12) & !t11) != 0 {
                return false;
            }
            return further(47, m0, m1, m2, m3);
        }
        let t43 = distance(m0, m2);
        if corner(m2) <= 0 {
            return further(25, m0, m1, m2, m3);
        }
        if t43 <= 2 {
            if edge(m2) > 0 {
                return false;
            }
            return further(71, m0, m1, m2, m3);
        }
        if count((t90 | (steps(t90) & !t92))) <= 1 {
            return further(72, m0, m1, m2, m3);
        }
        if t91 > 1 {
            return false;
        }
        return further(108, m0, m1, m2, m3);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    let t14 = rook(m1, t10);
    let t15 = bishop(m1, t10);
    let t16 = (t14 | t15);
    let t21 = (t5 | t6);
    let t22 = (t21 | t7);
    let t26 = rook(m3, t22);
    let t27 = bishop(m3, t22);
    let t28 = (t26 | t27);
    let t31 = (t20 | t28);
    let t74 = (t8 | t31);
    let t100 = (t16 & !t74);
    let t113 = (t5 | 0);
    let t115 = (t10 & !t113);
    let t116 = rook(m2, t115);
    let t117 = bishop(m2, t115);
    let t118 = (t116 | t117);
    let t124 = (t10 & !t21);
    if ((t100 & t118) & (rook(m3, t124) | bishop(m3, t124))) != 0 {
        if count(((((rook(m3, t10) | bishop(m3, t10)) & !(t6 | t7)) & t20) & !t19)) <= 1 {
            let t55 = distance(m2, m3);
            if (t4 & t28) == 0 {
                if t55 <= 1 {
                    if distance(m0, m3) > 3 {
                        return true;
                    }
                    return further(60, m0, m1, m2, m3);
                }
                if t55 > 2 {
                    return false;
                }
                if offset(m2, m3) > 0 {
                    return false;
                }
                return further(96, m0, m1, m2, m3);
            }
            if lead(distance(m0, m1), distance(m2, m1)) > 10 {
                return true;
            }
            if lead(distance(m0, m3), t55) > 10 {
                return true;
            }
            let t76 = (t12 & !t74);
            let t80 = (t31 | t8);
            let t82 = steps(t76);
            let t83 = (t82 & !t80);
            let t84 = (t76 | t83);
            let t85 = count(t84);
            if ((t5 & t31) & !t12) != 0 {
                return further(98, m0, m1, m2, m3);
            }
            let t53 = offset(m1, m3);
            if t85 <= 2 {
                return further(146, m0, m1, m2, m3);
            }
            if t53 > 1 {
                return true;
            }
            return further(211, m0, m1, m2, m3);
        }
        let t46 = distance(m0, m3);
        if t46 > 3 {
            if count((t16 & !t8)) > 18 {
                return true;
            }
            if corner(m3) > 1 {
                return true;
            }
            return further(66, m0, m1, m2, m3);
        }
        if t46 <= 1 {
            return further(38, m0, m1, m2, m3);
        }
        if parts(m3, m0, m2) > 0 {
            if count((t16 & !t8)) > 14 {
                return true;
            }
            return further(103, m0, m1, m2, m3);
        }
        let t130 = (t19 & t7);
        let t131 = any(t130);
        if corner(m3) <= 0 {
            return further(101, m0, m1, m2, m3);
        }
        if t131 > 0 {
            return true;
        }
        let t43 = distance(m0, m2);
        if ((t5 & t31) & !t12) != 0 {
            return further(220, m0, m1, m2, m3);
        }
        if t43 > 2 {
            return true;
        }
        let t76 = (t12 & !t74);
        if count((t76 | (steps(t76) & !(t31 | t8)))) <= 6 {
            return further(376, m0, m1, m2, m3);
        }
        if edge(m2) > 0 {
            return true;
        }
        return further(466, m0, m1, m2, m3);
    }
    let t43 = distance(m0, m2);
    if t43 > 2 {
        let t23 = rook(m3, t10);
        let t24 = bishop(m3, t10);
        let t25 = (t23 | t24);
        let t39 = corner(m3);
        if ((t28 & !t25) & (t8 & !t4)) != 0 {
            if (((t16 & !t8) & t12) & !t28) == 0 {
                return false;
            }
            if corner(m1) > 0 {
                return true;
            }
            return further(59, m0, m1, m2, m3);
        }
        let t80 = (t31 | t8);
        let t207 = steps(t20);
        let t208 = walk(t4, t207, !t80);
        if t39 > 1 {
            if t208 > 1 {
                return true;
            }
            let t50 = offset(m1, m2);
            let t145 = (t10 & !t8);
            if (((rook(m1, t145) | bishop(m1, t145)) & t6) & !t16) != 0 {
                return further(94, m0, m1, m2, m3);
            }
            if t50 > 2 {
                return true;
            }
            let t40 = distance(m0, m1);
            let t58 = distance(m2, m1);
            let t59 = lead(t40, t58);
            if t59 > 9 {
                return true;
            }
            let t11 = (t6 | t7);
            if (((t25 & !t11) & t20) & !t19) != 0 {
                if corner(m1) > 0 {
                    return true;
                }
                return further(360, m0, m1, m2, m3);
            }
            if lead(distance(m0, m3), distance(m2, m3)) <= 5 {
                return true;
            }
            if distance(m1, m2) <= 2 {
                return true;
            }
            if count((t20 & !(t11 | t29))) > 4 {
                return true;
            }
            if t59 > 5 {
                return further(637, m0, m1, m2, m3);
            }
            return true;
        }
        if parts(m3, m0, m2) > 0 {
            if slant(m2, m3) <= 2 {
                if offset(m0, m3) > 0 {
                    return true;
                }
                return further(138, m0, m1, m2, m3);
            }
            if distance(m2, m3) > 5 {
                if distance(m1, m3) > 5 {
                    return further(204, m0, m1, m2, m3);
                }
                return true;
            }
            if corner(m2) <= 1 {
                return true;
            }
            if edge(m2) > 0 {
                return true;
            }
            if (t4 & t28) != 0 {
                return further(357, m0, m1, m2, m3);
            }
            return further(356, m0, m1, m2, m3);
        }
        if count((t25 & !(t6 | t7))) <= 17 {
            if corner(m1) <= 1 {
                return further(135, m0, m1, m2, m3);
            }
            if t43 > 3 {
                return true;
            }
            if edge(m2) > 0 {
                return true;
            }
            return further(273, m0, m1, m2, m3);
        }
        if t208 > 1 {
            return true;
        }
        if offset(m0, m2) > 0 {
            if slant(m1, m3) > 0 {
                return true;
            }
            return further(276, m0, m1, m2, m3);
        }
        if edge(m2) <= 0 {
            return further(274, m0, m1, m2, m3);
        }
        if count(t100) > 7 {
            return true;
        }
        return further(354, m0, m1, m2, m3);
    }
    if edge(m2) > 0 {
        if (t4 & t28) != 0 {
            let t76 = (t12 & !t74);
            let t139 = (t5 & t31);
            let t140 = any(t139);
            if count(t76) <= 2 {
                if t140 > 0 {
                    return further(86, m0, m1, m2, m3);
                }
                if count((t76 | (steps(t76) & !(t31 | t8)))) <= 2 {
                    return further(128, m0, m1, m2, m3);
                }
                let t41 = offset(m0, m1);
                if (((t12 & t28) & !t20) & !t8) == 0 {
                    return further(189, m0, m1, m2, m3);
                }
                if t41 > 1 {
                    return true;
                }
                return further(262, m0, m1, m2, m3);
            }
            let t80 = (t31 | t8);
            let t82 = steps(t76);
            let t83 = (t82 & !t80);
            let t84 = (t76 | t83);
            let t85 = count(t84);
            if t140 > 0 {
                return further(88, m0, m1, m2, m3);
            }
            let t50 = offset(m1, m2);
            if t85 <= 5 {
                return further(132, m0, m1, m2, m3);
            }
            if t50 <= 1 {
                return true;
            }
            if offset(m0, m1) > 1 {
                return true;
            }
            if edge(m1) > 0 {
                return true;
            }
            return further(348, m0, m1, m2, m3);
        }
        if (t12 & t28) == 0 {
            let t133 = (t10 & !t5);
            if ((rook(m3, t133) | bishop(m3, t133)) & t6) == 0 {
                if lead(distance(m0, m3), distance(m2, m3)) > 8 {
                    return true;
                }
                return further(124, m0, m1, m2, m3);
            }
            if count(((((rook(m3, t10) | bishop(m3, t10)) & !(t6 | t7)) & t20) & !t19)) > 1 {
                return further(126, m0, m1, m2, m3);
            }
            if lead(distance(m0, m3), distance(m2, m3)) <= 9 {
                return further(182, m0, m1, m2, m3);
            }
            if distance(m1, m3) <= 2 {
                return further(253, m0, m1, m2, m3);
            }
            if parts(m0, m3, m2) > 0 {
                return true;
            }
            if parts(m1, m0, m2) > 0 {
                return further(423, m0, m1, m2, m3);
            }
            return further(422, m0, m1, m2, m3);
        }
        if offset(m2, m3) > 1 {
            return true;
        }
        if offset(m0, m2) > 1 {
            return true;
        }
        if offset(m0, m3) > 1 {
            if parts(m2, m3, m0) > 1 {
                return true;
            }
            if edge(m3) > 0 {
                return further(336, m0, m1, m2, m3);
            }
            return further(335, m0, m1, m2, m3);
        }
        if edge(m0) > 1 {
            return true;
        }
        if edge(m3) > 1 {
            return true;
        }
        let t39 = corner(m3);
        if ((t16 & t118) & !t74) == 0 {
            return further(425, m0, m1, m2, m3);
        }
        if t39 > 0 {
            return true;
        }
        return further(518, m0, m1, m2, m3);
    }
    let t11 = (t6 | t7);
    let t88 = (t11 | t29);
    let t90 = (t20 & !t88);
    if count((t90 | (steps(t90) & !(t29 | t11)))) > 5 {
        let t44 = offset(m0, m2);
        if (t5 & t31) != 0 {
            return further(51, m0, m1, m2, m3);
        }
        if t44 <= 0 {
            if edge(m0) > 0 {
                return further(119, m0, m1, m2, m3);
            }
            if corner(m0) > 0 {
                return further(173, m0, m1, m2, m3);
            }
            return further(172, m0, m1, m2, m3);
        }
        if corner(m3) <= 1 {
            return further(120, m0, m1, m2, m3);
        }
        let t40 = distance(m0, m1);
        if corner(m2) <= 1 {
            return further(177, m0, m1, m2, m3);
        }
        if t40 <= 2 {
            return true;
        }
        if parts(m3, m2, m1) > 1 {
            return true;
        }
        if distance(m2, m3) > 3 {
            return further(419, m0, m1, m2, m3);
        }
        return further(418, m0, m1, m2, m3);
    }
    if (t4 & t28) != 0 {
        let t33 = corner(m0);
        if (t5 & t31) != 0 {
            return further(78, m0, m1, m2, m3);
        }
        let t46 = distance(m0, m3);
        let t145 = (t10 & !t8);
        let t146 = rook(m1, t145);
        let t147 = bishop(m1, t145);
        let t148 = (t146 | t147);
        let t149 = (t148 & t6);
        let t150 = (t149 & !t16);
        let t151 = any(t150);
        if t33 <= 0 {
            return further(114, m0, m1, m2, m3);
        }
        if t151 > 0 {
            return further(169, m0, m1, m2, m3);
        }
        if t46 > 3 {
            return true;
        }
        if edge(m3) > 1 {
            return true;
        }
        let t23 = rook(m3, t10);
        let t24 = bishop(m3, t10);
        let t25 = (t23 | t24);
        let t158 = (t25 & !t11);
        let t159 = (t158 & t20);
        let t161 = (t159 & !t19);
        let t162 = count(t161);
        if (t12 & !t74) == 0 {
            return further(402, m0, m1, m2, m3);
        }
        if t162 > 1 {
            return true;
        }
        return further(493, m0, m1, m2, m3);
    }
    if count((((t20 & t19) & !t12) & !t11)) > 1 {
        if offset(m0, m1) > 2 {
            return further(113, m0, m1, m2, m3);
        }
        if distance(m1, m2) > 2 {
            return further(165, m0, m1, m2, m3);
        }
        return further(164, m0, m1, m2, m3);
    }
    if count(t90) > 2 {
        if edge(m0) > 1 {
            return further(163, m0, m1, m2, m3);
        }
        return further(162, m0, m1, m2, m3);
    }
    let t33 = corner(m0);
    let t65 = parts(m3, m0, m2);
    if t33 <= 1 {
        return further(160, m0, m1, m2, m3);
    }
    if t65 > 0 {
        return further(227, m0, m1, m2, m3);
    }
    if parts(m2, m3, m0) > 0 {
        return further(300, m0, m1, m2, m3);
    }
    let t40 = distance(m0, m1);
    let t58 = distance(m2, m1);
    let t59 = lead(t40, t58);
    if count(((((rook(m3, t10) | bishop(m3, t10)) & !t11) & t20) & !t19)) > 2 {
        return further(381, m0, m1, m2, m3);
    }
    if t59 > 8 {
        return further(470, m0, m1, m2, m3);
    }
    if t33 > 2 {
        return further(560, m0, m1, m2, m3);
    }
    let t32 = edge(m0);
    let t64 = parts(m2, m1, m0);
    let t119 = (t16 & t118);
    let t120 = (t119 & !t74);
    let t121 = count(t120);
    if corner(m2) > 2 {
        return further(652, m0, m1, m2, m3);
    }
    if t121 <= 0 {
        return further(746, m0, m1, m2, m3);
    }
    if t64 > 0 {
        return further(837, m0, m1, m2, m3);
    }
    if t32 > 1 {
        return further(918, m0, m1, m2, m3);
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
        b"KQKQ learned\0".as_ptr().cast()
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
