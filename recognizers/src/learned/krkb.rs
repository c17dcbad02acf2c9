//! KRKB: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  22613192
//! draws      18444144
//! spotted    18265104 (99.029 %)
//! incorrect  0
//! size       1212 leaves, 2029 bytes packed
//! features   72
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
pub const LEAVES: usize = 1212;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2029;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 18444144;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 18265104;

/// The question of each branch.
static QUESTIONS: [u8; 1211] = [
    223, 0, 0, 160, 81, 60, 56, 199, 41, 77, 150, 199, 161, 187, 233, 154, 163, 112, 194, 201,
    41, 239, 31, 244, 226, 94, 187, 204, 199, 87, 204, 12, 19, 191, 51, 149, 32, 196, 202, 41,
    86, 94, 94, 205, 63, 65, 5, 155, 94, 69, 73, 204, 198, 196, 233, 41, 245, 201, 51, 219, 197,
    32, 82, 95, 47, 153, 207, 196, 17, 73, 196, 199, 201, 234, 30, 95, 203, 150, 71, 82, 154,
    201, 32, 87, 227, 43, 42, 154, 238, 95, 21, 196, 70, 27, 234, 217, 94, 148, 149, 95, 111,
    234, 148, 41, 57, 205, 82, 205, 233, 57, 44, 128, 212, 235, 188, 149, 95, 105, 178, 242, 92,
    147, 12, 219, 76, 148, 91, 149, 60, 65, 82, 151, 194, 238, 96, 69, 92, 18, 17, 191, 113,
    188, 189, 151, 12, 39, 233, 90, 15, 36, 111, 189, 78, 95, 60, 31, 92, 72, 233, 204, 103, 20,
    95, 233, 233, 225, 205, 176, 12, 31, 85, 31, 154, 159, 63, 154, 99, 96, 158, 243, 87, 69,
    204, 109, 208, 34, 207, 115, 94, 244, 57, 83, 15, 15, 82, 95, 82, 209, 177, 57, 15, 55, 17,
    244, 150, 200, 49, 48, 1, 49, 20, 33, 212, 128, 162, 40, 15, 106, 145, 71, 173, 12, 12, 51,
    51, 69, 51, 19, 126, 233, 232, 229, 57, 35, 83, 47, 123, 117, 101, 62, 60, 244, 20, 110, 60,
    126, 206, 60, 77, 230, 25, 1, 234, 171, 152, 64, 14, 58, 160, 85, 30, 154, 160, 90, 212,
    150, 125, 168, 11, 52, 134, 61, 178, 5, 47, 21, 43, 224, 200, 201, 95, 97, 5, 117, 20, 96,
    95, 109, 214, 196, 92, 82, 96, 96, 60, 191, 34, 93, 188, 208, 161, 183, 234, 165, 33, 245,
    94, 94, 78, 95, 71, 41, 33, 32, 78, 95, 62, 59, 46, 14, 78, 87, 121, 157, 42, 30, 34, 57,
    29, 204, 34, 229, 134, 20, 77, 78, 244, 77, 68, 229, 124, 98, 8, 114, 48, 95, 34, 163, 185,
    19, 24, 106, 151, 103, 58, 160, 33, 222, 33, 15, 186, 88, 2, 5, 90, 38, 125, 165, 210, 194,
    148, 69, 102, 173, 158, 111, 158, 157, 222, 82, 93, 126, 89, 156, 76, 38, 83, 68, 122, 195,
    48, 57, 200, 233, 109, 158, 28, 111, 76, 17, 96, 39, 75, 51, 149, 62, 61, 34, 71, 11, 61,
    188, 82, 95, 181, 161, 62, 234, 69, 78, 166, 5, 225, 119, 210, 125, 8, 229, 69, 82, 158,
    227, 204, 146, 116, 12, 209, 17, 135, 92, 208, 125, 43, 128, 38, 60, 205, 97, 38, 71, 213,
    110, 33, 213, 20, 85, 44, 57, 38, 43, 205, 68, 70, 68, 66, 71, 15, 200, 222, 8, 160, 209,
    126, 147, 29, 12, 52, 12, 118, 47, 131, 157, 41, 45, 191, 175, 83, 56, 1, 61, 154, 96, 82,
    30, 156, 225, 20, 107, 34, 47, 145, 89, 38, 226, 167, 207, 92, 149, 7, 61, 51, 2, 51, 76,
    111, 12, 95, 182, 230, 94, 56, 160, 35, 69, 222, 130, 87, 41, 52, 100, 109, 182, 26, 158,
    32, 38, 14, 51, 158, 85, 108, 118, 54, 85, 89, 19, 118, 244, 88, 149, 44, 141, 90, 7, 33,
    50, 38, 229, 238, 18, 68, 164, 33, 69, 17, 111, 109, 60, 109, 43, 207, 204, 138, 233, 33,
    21, 236, 29, 163, 85, 12, 31, 57, 128, 70, 212, 16, 200, 158, 87, 213, 210, 33, 207, 47, 5,
    225, 148, 167, 83, 88, 66, 208, 147, 177, 108, 33, 92, 142, 60, 124, 41, 15, 117, 1, 146,
    128, 53, 20, 48, 53, 41, 171, 39, 92, 71, 191, 20, 126, 55, 182, 183, 48, 159, 48, 168, 48,
    2, 82, 137, 97, 2, 2, 95, 11, 234, 245, 78, 95, 174, 47, 122, 175, 213, 71, 104, 108, 96,
    231, 57, 82, 178, 159, 205, 98, 28, 82, 158, 121, 119, 230, 18, 245, 69, 60, 239, 180, 5,
    107, 189, 62, 13, 108, 225, 140, 204, 133, 34, 172, 163, 166, 11, 207, 98, 11, 135, 194,
    235, 123, 201, 59, 161, 5, 197, 5, 206, 15, 43, 16, 219, 140, 208, 192, 235, 15, 191, 242,
    166, 5, 124, 87, 48, 196, 208, 48, 11, 191, 87, 43, 197, 17, 133, 119, 137, 196, 21, 196,
    16, 142, 42, 19, 48, 191, 94, 107, 61, 95, 111, 30, 12, 31, 95, 90, 88, 123, 56, 53, 78, 96,
    4, 144, 224, 95, 176, 160, 41, 42, 18, 95, 230, 83, 53, 3, 20, 55, 69, 21, 44, 47, 98, 97,
    92, 224, 71, 244, 16, 174, 188, 189, 62, 151, 43, 233, 171, 57, 31, 51, 205, 209, 212, 90,
    194, 12, 68, 184, 30, 231, 105, 18, 20, 151, 201, 96, 160, 31, 162, 230, 238, 66, 64, 222,
    56, 78, 90, 120, 48, 54, 222, 29, 156, 209, 108, 142, 125, 240, 29, 73, 146, 20, 118, 60,
    41, 14, 196, 128, 19, 42, 91, 60, 128, 111, 19, 12, 197, 12, 17, 90, 69, 142, 35, 157, 174,
    91, 86, 69, 156, 132, 213, 93, 1, 160, 234, 119, 37, 91, 69, 121, 31, 231, 90, 119, 65, 245,
    237, 242, 210, 90, 54, 174, 105, 169, 74, 220, 21, 57, 51, 174, 52, 228, 62, 31, 177, 80,
    118, 121, 204, 109, 16, 121, 143, 60, 176, 5, 55, 15, 12, 17, 125, 68, 110, 57, 110, 128,
    28, 181, 83, 165, 222, 33, 34, 62, 2, 127, 150, 42, 215, 11, 15, 7, 76, 5, 177, 2, 118, 60,
    43, 150, 97, 182, 48, 230, 95, 19, 108, 80, 122, 38, 16, 15, 47, 136, 43, 20, 109, 241, 183,
    129, 161, 194, 120, 160, 15, 225, 83, 125, 78, 15, 35, 21, 8, 17, 48, 67, 170, 188, 208,
    103, 233, 12, 34, 68, 122, 9, 12, 50, 215, 122, 77, 107, 209, 60, 83, 131, 62, 126, 204,
    140, 231, 49, 208, 190, 159, 123, 179, 174, 225, 221, 105, 12, 5, 124, 5, 19, 241, 19, 209,
    69, 21, 6, 122, 194, 172, 211, 48, 123, 6, 55, 240, 126, 61, 184, 210, 199, 127, 6, 198, 20,
    11, 82, 96, 18, 129, 79, 172, 122, 107, 141, 6, 11, 199, 16, 65, 80, 231, 238, 126, 71, 61,
    16, 204, 16, 61, 138, 216, 212, 17, 51, 90, 176, 141, 238, 158, 96, 226, 88, 105, 224, 236,
    52, 19, 31, 25, 221, 28, 16, 45, 47, 43, 97, 66, 222, 17, 237, 84, 173, 3, 7, 72, 158, 83,
    69, 69, 242, 5, 18, 12, 188, 218, 129, 97, 159, 71, 48, 183, 162, 175, 16, 10, 90, 205, 174,
    103, 108, 88, 188, 222, 193, 17, 186, 127, 21, 56, 3, 92, 71, 106, 64, 5, 221, 194, 213,
    117, 90, 57, 13, 16, 183, 11, 92, 71, 21, 92, 23, 83, 59, 137, 157, 222, 193, 10, 122, 171,
    91, 29, 194, 34, 92, 108, 70, 15, 208, 222, 17, 61, 69, 42, 119, 47, 22, 145, 139, 208, 92,
    230, 188, 10, 34, 18, 122, 10, 79, 19, 16, 172, 88, 71, 64, 213, 90, 7, 222,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 246] = [
    0, 0, 1, 2, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 3, 4, 5, 0, 1, 2, 2,
    3, 4, 0, 1, 2, 3, 0, 1, 2, 4, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 5, 0, 1,
    2, 1, 2, 3, 4, 5, 0, 1, 2, 0, 1, 2, 3, 5, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 0, 2, 3,
    4, 0, 1, 2, 3, 4, 5, 6, 4, 5, 6, 7, 8, 9, 5, 6, 7, 8, 9, 10, 11, 5, 7, 8, 9, 0, 1, 0, 0, 0,
    0, 1, 0, 0, 1, 0, 1, 1, 3, 5, 6, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 0, 1, 1, 2, 3,
    4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 0, 1, 2, 4, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3,
    3, 8, 9, 10, 11, 12, 13, 0, 0, 1, 2, 0, 1, 0, 1, 2, 0, 0, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 4,
    5, 6, 7, 0, 1, 0, 2, 3, 4, 5, 6, 9, 10, 0, 0, 0, 1, 1, 2, 3, 1, 2, 3, 4, 1, 2, 1, 2, 4, 5,
    1, 2, 3, 4, 5, 1, 2,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x91888222484a5252, 0x6fc408204c221090, 0x981102400c140045, 0x00108a25c05011f2,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 20, 39, 53,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 38] = [
    0xdd3f7ffff77f5fff, 0xf5dd79d5f6dff5fd, 0x5d5cd59dc5df3d5f, 0xfeeb67dfd9f7ffe7,
    0x3f9fd51d7db7da97, 0x6415629f67e7fdf9, 0x540d7e17475417fc, 0xd515dffc5e573f3f,
    0x77bf1acac2edc480, 0x877f4a215617e5de, 0x595d465ffc7c5eaf, 0x977fd20d211af734,
    0xdad2f61275c5f217, 0xe7dde5707f0d4cf9, 0x1c4151c39e1951a0, 0xec115815a97579b8,
    0x16a67c94bb071a5e, 0x54cf87fce587d9a8, 0x501ccde656534585, 0x76f3b1b70d0696a9,
    0x117bd60d6466c4ba, 0x025625296ad7d84c, 0x4b5032161af12942, 0x48aba665774a1ece,
    0x5e75bb9d1995217a, 0x11552095900a1bbb, 0x0547908886922548, 0xa14776015a693058,
    0x441009d76f78695d, 0x0b5a1c0201809157, 0xa4491635369ad436, 0x401613dc62bc3f15,
    0x280c66166c810a1c, 0x02bf8246f10fd120, 0x5248046450504502, 0x90a5c0208e08167a,
    0x64127018ca219406, 0x0005400082834441,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 38] = [
    0, 55, 103, 144, 195, 238, 277, 310, 353, 386, 421, 461, 495, 530, 569, 594, 625, 657, 693,
    722, 756, 787, 815, 840, 873, 908, 933, 954, 980, 1010, 1031, 1060, 1089, 1111, 1138, 1155,
    1177, 1198,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 19] = [
    0x653debf3eb3dd7d6, 0xef7cf4af3db27bff, 0xbdaebc94f9e5e9cd, 0xef967bf6496b273b,
    0xb67525c97bb6bb56, 0xf9da559ce45faabf, 0xb2e4be2f9acbd73a, 0x56fd796af9c74fa5,
    0xfdfb55f9be2a836d, 0xc5ad9737c7e9322e, 0x965ffefeb6656a7c, 0xb5b65d1775bb6b5a,
    0x5f49fd6fab9d2b9a, 0xd6c1b545769a2e53, 0x9a734f357aea557f, 0xbd9d6b734f6eb6b6,
    0xcdc9b5baeb2d66f5, 0xebab54cbd4da3656, 0x0bcaad566e56d6ea,
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
        // strong-king-walk-strong-rook
        66 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t4, steps(t5), !((steps(t6) | bishop(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // strong-king-walk-weak-bishop
        67 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(t6) | bishop(m3, ((t5 | t6) | t7))) | (t4 | t5)))
        }
        // strong-king-walk-kings
        68 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t16 = steps(t6);
            walk(t4, steps(t16), !((t16 | bishop(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // weak-king-walk-strong-rook
        69 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t5), !((steps(t4) | rook(m1, ((t4 | t5) | t7))) | (t6 | t7)))
        }
        // weak-king-walk-weak-bishop
        70 => {
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
            return further(24, m0, m1, m2, m3, to_move);
        }
        let t11 = (t6 | t7);
        let t87 = (t21 | t11);
        if offset(m1, m2) <= 0 {
            let t17 = (t5 | t6);
            let t18 = (t17 | t7);
            let t20 = bishop(m3, t18);
            let t23 = (t16 | t20);
            if ((t5 & t23) & !t12) != 0 {
                return true;
            }
            if walk(t6, steps(t7), !t87) <= 1 {
                return further(39, m0, m1, m2, m3, to_move);
            }
            if slant(m2, m3) <= 1 {
                if slant(m1, m3) > 2 {
                    return further(112, m0, m1, m2, m3, to_move);
                }
                return further(111, m0, m1, m2, m3, to_move);
            }
            if (t15 & t7) == 0 {
                return further(113, m0, m1, m2, m3, to_move);
            }
            let t10 = ((t8 | t6) | t7);
            if ((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | t23)) != 0 {
                return false;
            }
            return further(175, m0, m1, m2, m3, to_move);
        }
        let t81 = (t11 | t21);
        let t83 = (t16 & !t81);
        if count((t83 | (steps(t83) & !t87))) > 7 {
            if walk(t6, steps(t12), !t87) > 1 {
                return true;
            }
            let t9 = (t8 | t6);
            let t10 = (t9 | t7);
            let t17 = (t5 | t6);
            let t18 = (t17 | t7);
            let t19 = bishop(m3, t10);
            let t20 = bishop(m3, t18);
            let t55 = colour_corner(m2, m3);
            let t79 = (t12 & t20);
            let t80 = count(t79);
            let t140 = (t19 & !t81);
            let t141 = count(t140);
            if t141 <= 1 {
                return further(74, m0, m1, m2, m3, to_move);
            }
            if t55 <= 1 {
                return further(120, m0, m1, m2, m3, to_move);
            }
            if t80 <= 1 {
                return true;
            }
            if offset(m0, m2) > 1 {
                return true;
            }
            if corner(m0) <= 2 {
                return true;
            }
            if t141 > 6 {
                return true;
            }
            return further(477, m0, m1, m2, m3, to_move);
        }
        let t55 = colour_corner(m2, m3);
        if distance(m0, m2) > 3 {
            if t55 > 0 {
                return true;
            }
            return further(73, m0, m1, m2, m3, to_move);
        }
        let t93 = (t16 & t15);
        let t136 = (t93 & !t12);
        let t138 = (t136 & !t11);
        let t139 = count(t138);
        if t55 <= 0 {
            return further(71, m0, m1, m2, m3, to_move);
        }
        if t139 <= 1 {
            if count(t83) > 2 {
                return further(177, m0, m1, m2, m3, to_move);
            }
            return further(176, m0, m1, m2, m3, to_move);
        }
        if t55 <= 1 {
            return further(178, m0, m1, m2, m3, to_move);
        }
        if walk(t6, steps(t7), !t87) > 5 {
            return further(268, m0, m1, m2, m3, to_move);
        }
        return true;
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
            let t38 = distance(m0, m3);
            if t38 <= 1 {
                return further(15, m0, m1, m2, m3, to_move);
            }
            if t92 > 10 {
                if (bishop(m3, ((t8 | t6) | t7)) & !t81) != 0 {
                    return true;
                }
                return further(53, m0, m1, m2, m3, to_move);
            }
            if slant(m2, m3) <= 2 {
                if (bishop(m3, ((t8 | t6) | t7)) & !t81) == 0 {
                    return further(85, m0, m1, m2, m3, to_move);
                }
                if t38 > 2 {
                    return true;
                }
                if walk(t6, steps(t5), !t87) > 5 {
                    return further(202, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if (t5 & (t16 | bishop(m3, ((t5 | t6) | t7)))) != 0 {
                return true;
            }
            if (t6 & t15) != 0 {
                if offset(m1, m3) <= 1 {
                    return further(204, m0, m1, m2, m3, to_move);
                }
                if (((t16 & t15) & !t12) & !t11) != 0 {
                    return true;
                }
                return further(293, m0, m1, m2, m3, to_move);
            }
            if colour_corner(m2, m3) > 2 {
                return true;
            }
            if walk(t6, steps(t12), !t87) > 1 {
                return true;
            }
            return further(290, m0, m1, m2, m3, to_move);
        }
        let t17 = (t5 | t6);
        let t18 = (t17 | t7);
        let t20 = bishop(m3, t18);
        let t23 = (t16 | t20);
        if ((t5 & t23) & !t12) != 0 {
            return true;
        }
        let t55 = colour_corner(m2, m3);
        if walk(t4, steps(t16), !(t23 | t8)) > 1 {
            if ((rook(m1, ((t8 | t6) | t7)) & t11) & !t23) != 0 {
                return further(49, m0, m1, m2, m3, to_move);
            }
            if t55 > 0 {
                return true;
            }
            if distance(m0, m2) > 4 {
                return true;
            }
            return further(129, m0, m1, m2, m3, to_move);
        }
        if t55 <= 0 {
            return further(46, m0, m1, m2, m3, to_move);
        }
        let t93 = (t16 & t15);
        let t136 = (t93 & !t12);
        let t138 = (t136 & !t11);
        let t139 = count(t138);
        if t92 <= 1 {
            return further(80, m0, m1, m2, m3, to_move);
        }
        if t139 <= 1 {
            if count(t83) > 2 {
                if t55 > 1 {
                    return further(283, m0, m1, m2, m3, to_move);
                }
                return further(282, m0, m1, m2, m3, to_move);
            }
            if offset(m2, m3) > 1 {
                return further(281, m0, m1, m2, m3, to_move);
            }
            return further(280, m0, m1, m2, m3, to_move);
        }
        if offset(m1, m2) <= 0 {
            return further(196, m0, m1, m2, m3, to_move);
        }
        if count((bishop(m3, ((t8 | t6) | t7)) & !t81)) > 5 {
            return true;
        }
        if t55 <= 1 {
            return further(384, m0, m1, m2, m3, to_move);
        }
        if slant(m0, m2) > 1 {
            return true;
        }
        return further(498, m0, m1, m2, m3, to_move);
    }
    let t50 = offset(m2, m3);
    if t50 <= 0 {
        let t49 = distance(m2, m3);
        if t49 <= 2 {
            let t38 = distance(m0, m3);
            if lead(t38, t49) > 10 {
                if corner(m3) > 0 {
                    return true;
                }
                return further(56, m0, m1, m2, m3, to_move);
            }
            if edge(m2) > 0 {
                if t38 > 1 {
                    return true;
                }
                return further(91, m0, m1, m2, m3, to_move);
            }
            if walk(t4, steps(t16), !((t16 | bishop(m3, ((t5 | t6) | t7))) | t8)) > 1 {
                return further(90, m0, m1, m2, m3, to_move);
            }
            if colour_corner(m2, m3) > 1 {
                return further(137, m0, m1, m2, m3, to_move);
            }
            return further(136, m0, m1, m2, m3, to_move);
        }
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t14 = rook(m1, t10);
        let t17 = (t5 | t6);
        let t18 = (t17 | t7);
        let t20 = bishop(m3, t18);
        let t23 = (t16 | t20);
        let t69 = (t8 | t23);
        let t95 = (t14 & !t69);
        let t108 = (t5 | 0);
        let t110 = (t10 & !t108);
        if count((t95 & rook(m3, t110))) > 1 {
            if slant(m0, m3) <= 0 {
                return further(59, m0, m1, m2, m3, to_move);
            }
            if (rook(m3, (t10 & !t5)) & t6) != 0 {
                return false;
            }
            return further(98, m0, m1, m2, m3, to_move);
        }
        if ((t95 & rook(m2, t110)) & rook(m3, (t10 & !t17))) != 0 {
            if slant(m0, m3) > 0 {
                return false;
            }
            return further(95, m0, m1, m2, m3, to_move);
        }
        let t11 = (t6 | t7);
        if count((((t16 & t15) & !t12) & !t11)) <= 1 {
            return further(93, m0, m1, m2, m3, to_move);
        }
        if walk(t4, steps(t16), !(t23 | t8)) > 2 {
            return true;
        }
        if count((t16 & !(t11 | t21))) > 4 {
            return true;
        }
        if lead(distance(m0, m1), distance(m2, m1)) > 9 {
            return further(307, m0, m1, m2, m3, to_move);
        }
        return further(306, m0, m1, m2, m3, to_move);
    }
    let t11 = (t6 | t7);
    let t81 = (t11 | t21);
    let t83 = (t16 & !t81);
    let t84 = count(t83);
    let t93 = (t16 & t15);
    let t136 = (t93 & !t12);
    let t138 = (t136 & !t11);
    let t139 = count(t138);
    if t84 <= 3 {
        if t139 <= 1 {
            if t84 <= 2 {
                let t55 = colour_corner(m2, m3);
                if distance(m0, m2) > 4 {
                    return true;
                }
                if t55 > 1 {
                    return further(150, m0, m1, m2, m3, to_move);
                }
                return further(149, m0, m1, m2, m3, to_move);
            }
            let t17 = (t5 | t6);
            let t18 = (t17 | t7);
            let t20 = bishop(m3, t18);
            let t23 = (t16 | t20);
            if t50 <= 1 {
                if lead(distance(m0, m3), distance(m2, m3)) > 9 {
                    return further(152, m0, m1, m2, m3, to_move);
                }
                let t10 = ((t8 | t6) | t7);
                if count(((rook(m1, t10) & rook(m2, (t10 & !(t5 | 0)))) & !(t8 | t23))) > 1 {
                    return further(226, m0, m1, m2, m3, to_move);
                }
                return further(225, m0, m1, m2, m3, to_move);
            }
            let t73 = (t23 | t8);
            if walk(t4, steps(t16), !t73) > 2 {
                if offset(m1, m2) > 0 {
                    return true;
                }
                return further(231, m0, m1, m2, m3, to_move);
            }
            if colour_corner(m2, m3) <= 1 {
                return further(229, m0, m1, m2, m3, to_move);
            }
            if walk(t4, steps(t7), !t73) > 4 {
                return further(322, m0, m1, m2, m3, to_move);
            }
            return further(321, m0, m1, m2, m3, to_move);
        }
        if distance(m0, m2) > 4 {
            return true;
        }
        let t55 = colour_corner(m2, m3);
        if t55 <= 1 {
            return further(102, m0, m1, m2, m3, to_move);
        }
        let t17 = (t5 | t6);
        let t18 = (t17 | t7);
        let t20 = bishop(m3, t18);
        let t23 = (t16 | t20);
        let t38 = distance(m0, m3);
        let t73 = (t23 | t8);
        let t166 = steps(t16);
        let t167 = walk(t4, t166, !t73);
        if t38 <= 1 {
            return further(157, m0, m1, m2, m3, to_move);
        }
        if t167 > 1 {
            if lead(distance(m0, m1), distance(m2, m1)) > 4 {
                return true;
            }
            return further(331, m0, m1, m2, m3, to_move);
        }
        let t25 = edge(m0);
        let t29 = edge(m2);
        let t59 = lead(t25, t29);
        if t59 > 9 {
            return further(330, m0, m1, m2, m3, to_move);
        }
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t19 = bishop(m3, t10);
        let t140 = (t19 & !t81);
        let t141 = count(t140);
        if t141 <= 0 {
            return further(433, m0, m1, m2, m3, to_move);
        }
        if t59 > 8 {
            return further(551, m0, m1, m2, m3, to_move);
        }
        if t38 > 4 {
            return true;
        }
        if t141 <= 1 {
            return further(778, m0, m1, m2, m3, to_move);
        }
        if t55 > 4 {
            return further(884, m0, m1, m2, m3, to_move);
        }
        return true;
    }
    let t38 = distance(m0, m3);
    if t38 <= 1 {
        return further(37, m0, m1, m2, m3, to_move);
    }
    if t139 > 2 {
        if count((bishop(m3, ((t8 | t6) | t7)) & !t81)) > 3 {
            return true;
        }
        if walk(t4, steps(t16), !((t16 | bishop(m3, ((t5 | t6) | t7))) | t8)) > 1 {
            return true;
        }
        return further(166, m0, m1, m2, m3, to_move);
    }
    if t84 > 6 {
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t17 = (t5 | t6);
        let t18 = (t17 | t7);
        let t19 = bishop(m3, t10);
        let t20 = bishop(m3, t18);
        let t79 = (t12 & t20);
        let t140 = (t19 & !t81);
        let t141 = count(t140);
        let t159 = (t79 & !t16);
        let t160 = (t159 & !t8);
        let t161 = count(t160);
        if t141 <= 1 {
            return further(164, m0, m1, m2, m3, to_move);
        }
        if t161 <= 1 {
            if t141 > 2 {
                return true;
            }
            return further(343, m0, m1, m2, m3, to_move);
        }
        let t51 = slant(m2, m3);
        let t55 = colour_corner(m2, m3);
        if offset(m1, m2) <= 0 {
            return further(344, m0, m1, m2, m3, to_move);
        }
        if t55 <= 1 {
            return further(454, m0, m1, m2, m3, to_move);
        }
        if t51 > 0 {
            return true;
        }
        return further(574, m0, m1, m2, m3, to_move);
    }
    if t50 > 1 {
        if walk(t4, steps(t16), !((t16 | bishop(m3, ((t5 | t6) | t7))) | t8)) > 1 {
            let t65 = parts(m0, m1, m3);
            if offset(m1, m2) <= 0 {
                return further(339, m0, m1, m2, m3, to_move);
            }
            if t65 > 1 {
                return further(450, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        let t49 = distance(m2, m3);
        let t58 = lead(t38, t49);
        if t58 > 8 {
            if offset(m1, m3) > 0 {
                return true;
            }
            return further(448, m0, m1, m2, m3, to_move);
        }
        let t55 = colour_corner(m2, m3);
        if t49 <= 2 {
            return further(446, m0, m1, m2, m3, to_move);
        }
        if t55 > 3 {
            if t38 > 3 {
                return further(688, m0, m1, m2, m3, to_move);
            }
            return further(687, m0, m1, m2, m3, to_move);
        }
        if t58 > 7 {
            return further(686, m0, m1, m2, m3, to_move);
        }
        return further(685, m0, m1, m2, m3, to_move);
    }
    if colour_corner(m2, m3) <= 1 {
        if walk(t6, steps(t12), !(t21 | t11)) > 1 {
            return further(334, m0, m1, m2, m3, to_move);
        }
        return further(333, m0, m1, m2, m3, to_move);
    }
    if corner(m3) <= 1 {
        if distance(m2, m3) > 3 {
            return further(443, m0, m1, m2, m3, to_move);
        }
        if t38 > 3 {
            return true;
        }
        return further(561, m0, m1, m2, m3, to_move);
    }
    if walk(t6, steps(t12), !(t21 | t11)) > 1 {
        if offset(m1, m2) > 0 {
            return true;
        }
        return further(566, m0, m1, m2, m3, to_move);
    }
    if slant(m0, m2) > 1 {
        if lead(t38, distance(m2, m3)) > 9 {
            return true;
        }
        return further(683, m0, m1, m2, m3, to_move);
    }
    if edge(m3) <= 0 {
        return further(681, m0, m1, m2, m3, to_move);
    }
    if lead(t38, distance(m2, m3)) > 6 {
        return true;
    }
    return further(798, m0, m1, m2, m3, to_move);
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
