//! KQKR: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  19733336
//! draws      699664
//! spotted    699664 (100.000 %)
//! incorrect  0
//! size       1052 leaves, 1755 bytes packed
//! features   71
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
pub const LEAVES: usize = 1052;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 1755;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 699664;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 699664;

/// The question of each branch.
static QUESTIONS: [u8; 1051] = [
    22, 164, 182, 101, 163, 53, 185, 59, 184, 123, 0, 44, 124, 60, 179, 81, 3, 130, 0, 110, 124,
    53, 183, 164, 23, 108, 179, 0, 124, 75, 178, 112, 180, 134, 0, 130, 114, 132, 3, 141, 75,
    63, 110, 3, 101, 68, 28, 81, 130, 49, 44, 32, 98, 0, 0, 40, 6, 94, 182, 182, 112, 97, 6,
    148, 136, 3, 11, 180, 0, 148, 153, 92, 38, 29, 75, 14, 141, 123, 14, 11, 75, 173, 99, 114,
    107, 49, 1, 125, 64, 39, 68, 111, 59, 188, 90, 94, 76, 6, 72, 49, 175, 28, 35, 111, 103, 0,
    103, 114, 0, 114, 44, 76, 88, 1, 124, 173, 0, 68, 32, 197, 130, 3, 180, 6, 111, 119, 195, 0,
    81, 150, 60, 55, 125, 124, 110, 124, 37, 173, 124, 171, 173, 38, 92, 4, 0, 37, 148, 109, 4,
    87, 49, 0, 92, 39, 68, 184, 1, 95, 110, 14, 32, 32, 125, 47, 130, 37, 37, 184, 7, 0, 37, 38,
    76, 14, 58, 53, 99, 0, 63, 0, 60, 49, 14, 51, 37, 138, 75, 28, 75, 109, 143, 80, 142, 49,
    63, 49, 161, 28, 112, 58, 20, 49, 114, 111, 0, 0, 0, 29, 97, 67, 93, 86, 114, 174, 165, 173,
    23, 66, 135, 114, 75, 0, 31, 58, 17, 99, 21, 77, 184, 49, 180, 14, 76, 112, 76, 151, 50, 37,
    3, 63, 91, 28, 110, 6, 98, 124, 82, 51, 0, 69, 181, 32, 14, 97, 124, 97, 91, 89, 47, 121,
    14, 167, 110, 7, 43, 97, 32, 24, 0, 3, 148, 81, 16, 110, 186, 109, 69, 79, 23, 147, 68, 59,
    0, 76, 127, 44, 112, 1, 37, 91, 110, 114, 113, 112, 101, 38, 68, 44, 11, 77, 158, 32, 28,
    196, 143, 49, 0, 17, 3, 45, 192, 58, 70, 70, 125, 54, 51, 41, 45, 115, 97, 69, 33, 180, 194,
    92, 112, 97, 106, 54, 90, 17, 41, 75, 125, 109, 85, 175, 28, 9, 163, 32, 20, 24, 0, 0, 120,
    32, 80, 29, 109, 67, 62, 32, 191, 185, 75, 1, 98, 75, 54, 108, 166, 107, 101, 37, 110, 95,
    110, 166, 69, 37, 150, 86, 105, 147, 61, 75, 113, 55, 32, 190, 38, 14, 162, 112, 133, 130,
    112, 124, 115, 14, 103, 75, 14, 134, 90, 117, 97, 1, 171, 166, 51, 14, 37, 69, 80, 149, 188,
    97, 124, 42, 60, 98, 2, 132, 2, 93, 28, 59, 3, 169, 170, 0, 80, 7, 114, 0, 38, 98, 67, 73,
    113, 125, 97, 11, 68, 123, 59, 97, 178, 81, 49, 137, 161, 94, 11, 193, 132, 101, 92, 92, 61,
    85, 105, 75, 65, 112, 103, 17, 75, 135, 109, 184, 162, 15, 161, 72, 137, 84, 9, 14, 28, 113,
    161, 46, 4, 180, 45, 0, 0, 0, 189, 55, 15, 112, 174, 69, 46, 150, 69, 91, 43, 75, 98, 33,
    112, 138, 1, 70, 38, 102, 82, 174, 159, 47, 47, 20, 44, 119, 24, 7, 3, 158, 59, 101, 28, 29,
    112, 72, 26, 95, 49, 32, 109, 81, 113, 0, 75, 81, 131, 136, 116, 14, 32, 38, 105, 97, 59, 7,
    113, 130, 77, 186, 186, 32, 106, 62, 23, 20, 23, 72, 188, 37, 59, 162, 66, 180, 84, 155,
    109, 109, 63, 76, 14, 75, 132, 4, 119, 40, 1, 152, 6, 15, 146, 197, 109, 38, 14, 63, 53, 1,
    4, 51, 75, 194, 28, 181, 91, 45, 82, 90, 50, 20, 62, 41, 39, 65, 59, 75, 129, 190, 136, 97,
    97, 5, 109, 4, 180, 6, 94, 101, 72, 25, 145, 44, 34, 75, 85, 108, 125, 157, 6, 158, 131, 37,
    69, 37, 132, 109, 32, 99, 187, 104, 180, 37, 58, 39, 112, 3, 59, 97, 130, 84, 131, 174, 75,
    1, 150, 95, 37, 33, 101, 75, 97, 62, 101, 75, 162, 11, 131, 140, 153, 128, 125, 195, 59,
    192, 16, 174, 21, 28, 20, 156, 145, 2, 11, 125, 55, 98, 75, 13, 32, 70, 51, 14, 45, 102,
    166, 74, 36, 51, 4, 157, 3, 169, 28, 2, 112, 21, 24, 80, 82, 97, 3, 184, 14, 97, 75, 14, 14,
    0, 103, 99, 103, 52, 11, 37, 109, 120, 109, 25, 180, 21, 43, 173, 126, 7, 71, 109, 2, 109,
    55, 54, 69, 101, 76, 186, 162, 149, 161, 15, 31, 61, 69, 157, 108, 194, 11, 126, 174, 77,
    97, 38, 143, 4, 6, 144, 174, 16, 51, 51, 158, 66, 29, 63, 48, 37, 14, 88, 75, 51, 51, 37,
    50, 51, 21, 82, 0, 0, 0, 46, 50, 180, 87, 59, 194, 27, 39, 81, 9, 144, 68, 43, 107, 108,
    109, 33, 95, 51, 99, 59, 17, 162, 2, 2, 119, 89, 113, 7, 55, 122, 154, 2, 62, 68, 55, 20,
    59, 139, 10, 6, 101, 19, 33, 14, 152, 55, 119, 75, 190, 180, 59, 51, 45, 50, 131, 75, 111,
    46, 75, 98, 49, 105, 10, 70, 146, 81, 108, 104, 75, 75, 3, 16, 144, 81, 3, 173, 59, 37, 80,
    58, 7, 51, 150, 69, 197, 174, 26, 138, 132, 24, 148, 15, 6, 94, 96, 68, 174, 184, 16, 35,
    168, 0, 52, 5, 143, 82, 70, 154, 112, 44, 46, 111, 70, 180, 47, 131, 145, 17, 81, 170, 118,
    178, 81, 100, 51, 9, 168, 54, 39, 54, 90, 81, 68, 100, 80, 5, 153, 55, 161, 59, 30, 120, 9,
    97, 145, 98, 144, 160, 18, 77, 20, 32, 2, 156, 95, 104, 116, 108, 42, 172, 91, 11, 134, 109,
    181, 93, 131, 51, 68, 188, 194, 32, 43, 140, 81, 25, 177, 75, 75, 17, 46, 83, 170, 76, 158,
    87, 51, 75, 106, 98, 9, 9, 109, 112, 14, 87, 7, 12, 67, 154, 117, 97, 109, 10, 32, 108, 78,
    82, 17, 69, 13, 7, 181, 93, 55, 190, 23, 128, 52, 82, 111, 9, 17, 33, 16, 56, 60, 84, 173,
    8, 50, 82, 187, 117, 91, 69, 125, 15, 75, 6, 70, 80, 78, 57, 176, 14, 115, 75, 115, 5, 7, 3,
    10, 180, 136, 55, 118, 11, 10, 161, 10, 94, 52, 17, 41, 73, 126, 1, 75,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 198] = [
    0, 0, 1, 0, 1, 2, 0, 1, 2, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2, 0, 1, 2, 1, 2, 3, 4, 5, 6, 0, 1, 0,
    1, 2, 3, 4, 5, 6, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 5, 0, 1, 2, 3, 1, 2, 3, 4, 5, 0, 1, 0, 1,
    2, 1, 2, 3, 4, 5, 0, 1, 2, 4, 0, 1, 2, 1, 2, 3, 5, 6, 0, 1, 2, 3, 7, 8, 9, 11, 6, 7, 8, 9,
    0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 3, 0, 4, 5, 6, 7, 8, 10, 12,
    14, 0, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 5, 6, 7, 0, 1, 2, 3, 4, 12, 13, 14, 15, 16, 0, 1, 2, 3,
    20, 21, 0, 1, 2, 3, 0, 1, 1, 3, 4, 5, 0, 0, 0, 1, 3, 5, 6, 7, 8, 9, 0, 1, 5, 8, 11, 13, 1,
    0, 1, 0, 0, 0, 1, 2, 5, 1, 2, 5, 3, 2, 3, 1, 2, 4, 5,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x94221121504a4a4a, 0x180c76aed1110910, 0x93d8a178a688420c, 0x0000000000000005,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 20, 43, 68,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 33] = [
    0xf9fdee37fbffffff, 0x4375ff55ff569656, 0x3fa657b74a7fff41, 0xf9757fc64fff4d77,
    0xfbd7d7ee3fd949cd, 0xa65fd25725d1df11, 0xd7bdbaf6d5719c00, 0x91fd503d3bb4772a,
    0xf337bf55102f3648, 0x8d75bdd2c7173dbb, 0x1d93903480376be2, 0x3c187e7bb7ebf557,
    0x5ccf344867d24365, 0xd64b927557642caa, 0x7f28bf2ee5e4d3ff, 0x84548af4565da646,
    0x745b9d675e98b151, 0x211515da7857959d, 0x2029c850138a1c16, 0x76ce993d55744850,
    0x14515e27e742d959, 0x1e92b00100560410, 0xd5917ebf755a1688, 0x0308c68a05655e51,
    0xef9915f61c7011fd, 0xd1c612903609a016, 0x4a584d5304049d12, 0x00354510422e003e,
    0x542213e4df2d7348, 0x21d1cce509db81a0, 0x8a55850d47712940, 0x05ba602083019bf0,
    0x000001888110731a,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 33] = [
    0, 55, 95, 136, 181, 225, 260, 296, 331, 365, 404, 432, 473, 504, 536, 578, 607, 641, 672,
    693, 724, 755, 772, 807, 831, 866, 889, 912, 931, 961, 988, 1013, 1036,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 17] = [
    0x90500715a8070118, 0x9308428a0542a02c, 0x5a244ce0880102a9, 0x45542571354490d5,
    0xcab34aaaa000b929, 0x4ae00a0621ca9f25, 0x080849248b52962d, 0xc5691e534d080500,
    0xa060010264a5d2ab, 0x98166ad34d174888, 0x2b67c300144a0024, 0xd834d02c4a82a5b5,
    0x42cca0509acd4954, 0xf9291132ad56952a, 0x324299952a550192, 0x62a620cdaaae2a75,
    0x00000000056a9264,
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
        // strong-queen-attacked-by-men
        55 => {
            let t5 = bit(m1);
            any((t5 & rook(m3, ((t5 | bit(m2)) | bit(m3)))))
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
        // weak-rook-cuts
        65 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            count((((steps(t4) & rook(m3, ((t5 | t6) | bit(m3)))) & !steps(t6)) & !(t4 | t5)))
        }
        // strong-king-walk-strong-queen
        66 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t4, steps(t5), !((steps(t6) | rook(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // strong-king-walk-weak-rook
        67 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(t6) | rook(m3, ((t5 | t6) | t7))) | (t4 | t5)))
        }
        // strong-king-walk-kings
        68 => {
            let t4 = bit(m0);
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t20 = steps(t6);
            walk(t4, steps(t20), !((t20 | rook(m3, ((t5 | t6) | bit(m3)))) | (t4 | t5)))
        }
        // weak-king-walk-weak-rook
        69 => {
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
    let t23 = rook(m3, t10);
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
        let t21 = (t5 | t6);
        let t22 = (t21 | t7);
        let t24 = rook(m3, t22);
        if (t5 & t24) != 0 {
            if (t19 & t7) == 0 {
                return further(9, m0, m1, m2, m3, to_move);
            }
            if to_move > 0 {
                if ((rook(m3, (t10 & !(t8 & !t4))) & t4) & !t23) != 0 {
                    return further(40, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            let t95 = (t20 & t19);
            let t96 = count(t95);
            if distance(m1, m2) <= 1 {
                return further(38, m0, m1, m2, m3, to_move);
            }
            if t96 > 4 {
                return further(63, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if parts(m0, m1, m3) <= 0 {
            if offset(m1, m2) > 1 {
                let t85 = (t20 & !t83);
                let t89 = (t25 | t11);
                let t91 = steps(t85);
                let t92 = (t91 & !t89);
                let t93 = (t85 | t92);
                let t94 = count(t93);
                if corner(m0) <= 0 {
                    return further(32, m0, m1, m2, m3, to_move);
                }
                if t94 > 5 {
                    return false;
                }
                return further(57, m0, m1, m2, m3, to_move);
            }
            if offset(m2, m3) > 1 {
                if count((t12 & !(t8 | (t20 | t24)))) <= 2 {
                    return further(54, m0, m1, m2, m3, to_move);
                }
                let t85 = (t20 & !t83);
                let t86 = count(t85);
                if slant(m0, m2) <= 0 {
                    return further(86, m0, m1, m2, m3, to_move);
                }
                if t86 > 1 {
                    return false;
                }
                return further(126, m0, m1, m2, m3, to_move);
            }
            if count((t23 & !t11)) > 13 {
                if to_move > 0 {
                    return further(83, m0, m1, m2, m3, to_move);
                }
                return further(82, m0, m1, m2, m3, to_move);
            }
            if parts(m0, m3, m2) > 0 {
                return further(81, m0, m1, m2, m3, to_move);
            }
            if distance(m2, m3) > 1 {
                return further(117, m0, m1, m2, m3, to_move);
            }
            return further(116, m0, m1, m2, m3, to_move);
        }
        if (((t12 & t24) & !t20) & !t8) != 0 {
            if to_move > 0 {
                if (t4 & t24) != 0 {
                    return further(60, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if (t6 & t19) != 0 {
                return false;
            }
            if t172 > 0 {
                return true;
            }
            if offset(m1, m2) > 1 {
                return further(132, m0, m1, m2, m3, to_move);
            }
            return further(131, m0, m1, m2, m3, to_move);
        }
        if (t6 & t19) != 0 {
            return false;
        }
        if to_move > 0 {
            return false;
        }
        if t172 > 0 {
            let t47 = slant(m1, m2);
            if count((t12 & !(t8 | (t20 | t24)))) <= 1 {
                return false;
            }
            if t47 > 0 {
                return true;
            }
            return false;
        }
        let t14 = rook(m1, t10);
        let t15 = bishop(m1, t10);
        let t16 = (t14 | t15);
        let t100 = (t16 & !t8);
        let t101 = (t100 & t12);
        let t103 = (t101 & !t24);
        let t104 = count(t103);
        if offset(m1, m3) <= 0 {
            return true;
        }
        if t104 <= 3 {
            return further(183, m0, m1, m2, m3, to_move);
        }
        if offset(m0, m2) <= 0 {
            return further(251, m0, m1, m2, m3, to_move);
        }
        if corner(m2) > 0 {
            return false;
        }
        return further(329, m0, m1, m2, m3, to_move);
    }
    let t45 = distance(m1, m2);
    let t85 = (t20 & !t83);
    let t86 = count(t85);
    let t155 = (t23 & t8);
    let t157 = (t155 & !t25);
    let t158 = count(t157);
    if t172 > 0 {
        if walk(t4, steps(t5), !((t20 | rook(m3, ((t5 | t6) | t7))) | t8)) > 1 {
            if t158 > 1 {
                return further(29, m0, m1, m2, m3, to_move);
            }
            if t86 > 0 {
                return false;
            }
            return further(50, m0, m1, m2, m3, to_move);
        }
        if slant(m1, m2) <= 0 {
            return false;
        }
        if to_move > 0 {
            if offset(m0, m3) > 0 {
                return false;
            }
            return further(77, m0, m1, m2, m3, to_move);
        }
        if (t6 & t19) != 0 {
            return false;
        }
        if count((t20 & t19)) > 4 {
            return further(113, m0, m1, m2, m3, to_move);
        }
        return true;
    }
    let t38 = offset(m0, m1);
    if t45 <= 1 {
        if distance(m0, m3) <= 1 {
            return further(23, m0, m1, m2, m3, to_move);
        }
        if t37 > 2 {
            return false;
        }
        if corner(m0) > 0 {
            return false;
        }
        return further(67, m0, m1, m2, m3, to_move);
    }
    let t21 = (t5 | t6);
    let t22 = (t21 | t7);
    let t24 = rook(m3, t22);
    if t86 <= 0 {
        if parts(m1, m2, m3) > 0 {
            return further(45, m0, m1, m2, m3, to_move);
        }
        return further(44, m0, m1, m2, m3, to_move);
    }
    if t158 > 1 {
        if offset(m2, m3) > 1 {
            if corner(m2) > 0 {
                return false;
            }
            return further(112, m0, m1, m2, m3, to_move);
        }
        let t51 = distance(m2, m3);
        if t51 <= 1 {
            return further(110, m0, m1, m2, m3, to_move);
        }
        if t51 > 2 {
            return false;
        }
        return further(159, m0, m1, m2, m3, to_move);
    }
    if t38 <= 0 {
        let t41 = offset(m0, m2);
        if t41 > 1 {
            if (t4 & t24) != 0 {
                if offset(m1, m3) > 0 {
                    return false;
                }
                return further(216, m0, m1, m2, m3, to_move);
            }
            if t41 > 2 {
                return false;
            }
            if (((t23 & !t11) & t20) & !t19) == 0 {
                return false;
            }
            if t86 > 3 {
                if parts(m1, m2, m3) > 0 {
                    return further(446, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if t45 > 2 {
                return further(445, m0, m1, m2, m3, to_move);
            }
            return further(444, m0, m1, m2, m3, to_move);
        }
        if parts(m1, m0, m3) > 0 {
            if parts(m1, m0, m2) > 0 {
                return further(214, m0, m1, m2, m3, to_move);
            }
            if count((((t23 & !t11) & t20) & !t19)) > 1 {
                return further(281, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if to_move > 0 {
            if (t4 & t24) == 0 {
                return false;
            }
            if offset(m1, m3) > 0 {
                return further(356, m0, m1, m2, m3, to_move);
            }
            return further(355, m0, m1, m2, m3, to_move);
        }
        if lead(t37, distance(m2, m1)) > 9 {
            if ((((rook(m1, t10) | bishop(m1, t10)) & !t8) & t12) & !t24) != 0 {
                return further(354, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if t37 <= 2 {
            if slant(m1, m2) > 2 {
                return further(434, m0, m1, m2, m3, to_move);
            }
            return further(433, m0, m1, m2, m3, to_move);
        }
        if distance(m0, m2) > 2 {
            return false;
        }
        if edge(m2) > 0 {
            return false;
        }
        return further(524, m0, m1, m2, m3, to_move);
    }
    if t38 > 1 {
        if (t4 & t24) != 0 {
            let t27 = (t20 | t24);
            let t46 = offset(m1, m2);
            let t49 = offset(m1, m3);
            let t68 = (t8 | t27);
            let t70 = (t12 & !t68);
            let t71 = count(t70);
            if t71 <= 0 {
                return further(222, m0, m1, m2, m3, to_move);
            }
            if t46 <= 0 {
                return further(295, m0, m1, m2, m3, to_move);
            }
            if t49 <= 0 {
                return further(377, m0, m1, m2, m3, to_move);
            }
            if t71 > 3 {
                return false;
            }
            if lead(t37, distance(m2, m1)) <= 7 {
                return further(565, m0, m1, m2, m3, to_move);
            }
            if count((t85 | (steps(t85) & !(t25 | t11)))) > 2 {
                return false;
            }
            return further(667, m0, m1, m2, m3, to_move);
        }
        if parts(m2, m1, m0) <= 0 {
            return false;
        }
        if to_move > 0 {
            return false;
        }
        let t27 = (t20 | t24);
        let t68 = (t8 | t27);
        if count((t12 & !t68)) <= 2 {
            let t53 = distance(m2, m1);
            let t54 = lead(t37, t53);
            if t54 > 9 {
                let t112 = (t10 & !(t5 | 0));
                if count((((rook(m1, t10) | bishop(m1, t10)) & !t68) & (rook(m3, t112) | bishop(m3, t112)))) > 5 {
                    return further(559, m0, m1, m2, m3, to_move);
                }
                return false;
            }
            if (((t12 & t24) & !t20) & !t8) == 0 {
                return further(557, m0, m1, m2, m3, to_move);
            }
            if t54 > 7 {
                return further(658, m0, m1, m2, m3, to_move);
            }
            return further(657, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m0, m1) > 0 {
            let t112 = (t10 & !(t5 | 0));
            if count((((rook(m1, t10) | bishop(m1, t10)) & !t68) & (rook(m3, t112) | bishop(m3, t112)))) > 4 {
                return further(562, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if corner(m2) <= 1 {
            return further(560, m0, m1, m2, m3, to_move);
        }
        if parts(m3, m2, m1) <= 0 {
            return false;
        }
        let t89 = (t25 | t11);
        let t193 = steps(t12);
        let t194 = walk(t6, t193, !t89);
        if count((t20 & t19)) > 3 {
            return further(748, m0, m1, m2, m3, to_move);
        }
        if t194 > 1 {
            return false;
        }
        return further(819, m0, m1, m2, m3, to_move);
    }
    if to_move > 0 {
        if edge(m0) > 0 {
            if distance(m2, m3) > 1 {
                if count((t12 & !(t8 | (t20 | t24)))) > 3 {
                    return false;
                }
                return further(372, m0, m1, m2, m3, to_move);
            }
            if (t4 & t24) != 0 {
                return further(371, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if (t4 & t24) == 0 {
            return false;
        }
        let t49 = offset(m1, m3);
        if (t12 & !(t8 | (t20 | t24))) == 0 {
            return further(369, m0, m1, m2, m3, to_move);
        }
        if t49 > 1 {
            return further(460, m0, m1, m2, m3, to_move);
        }
        if edge(m3) > 0 {
            return further(553, m0, m1, m2, m3, to_move);
        }
        return further(552, m0, m1, m2, m3, to_move);
    }
    if (((t12 & t24) & !t20) & !t8) != 0 {
        if count((t85 | (steps(t85) & !(t25 | t11)))) <= 6 {
            if offset(m0, m2) <= 0 {
                return further(366, m0, m1, m2, m3, to_move);
            }
            if parts(m2, m1, m0) > 0 {
                return further(455, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if lead(distance(m0, m3), distance(m2, m3)) <= 9 {
            return false;
        }
        let t27 = (t20 | t24);
        let t68 = (t8 | t27);
        let t70 = (t12 & !t68);
        let t71 = count(t70);
        if t71 <= 0 {
            return further(456, m0, m1, m2, m3, to_move);
        }
        if t71 > 2 {
            return false;
        }
        return further(550, m0, m1, m2, m3, to_move);
    }
    if distance(m1, m3) > 4 {
        if edge(m0) > 0 {
            if offset(m0, m2) > 0 {
                return false;
            }
            return further(452, m0, m1, m2, m3, to_move);
        }
        let t56 = parts(m1, m0, m2);
        if parts(m0, m1, m3) > 0 {
            if t56 > 0 {
                return further(544, m0, m1, m2, m3, to_move);
            }
            return further(543, m0, m1, m2, m3, to_move);
        }
        let t51 = distance(m2, m3);
        if t56 <= 0 {
            return further(541, m0, m1, m2, m3, to_move);
        }
        if t51 > 3 {
            return further(640, m0, m1, m2, m3, to_move);
        }
        return further(639, m0, m1, m2, m3, to_move);
    }
    let t46 = offset(m1, m2);
    let t65 = parts(m2, m1, m3);
    let t89 = (t25 | t11);
    let t91 = steps(t85);
    let t92 = (t91 & !t89);
    let t93 = (t85 | t92);
    let t94 = count(t93);
    if count((t12 & !(t8 | (t20 | t24)))) <= 2 {
        return further(362, m0, m1, m2, m3, to_move);
    }
    if t65 > 1 {
        return further(449, m0, m1, m2, m3, to_move);
    }
    if t94 <= 2 {
        return further(537, m0, m1, m2, m3, to_move);
    }
    if t46 > 1 {
        return false;
    }
    if t46 <= 0 {
        return false;
    }
    if parts(m3, m2, m1) > 0 {
        if offset(m0, m2) > 2 {
            return false;
        }
        return further(853, m0, m1, m2, m3, to_move);
    }
    let t51 = distance(m2, m3);
    if t37 > 6 {
        return further(852, m0, m1, m2, m3, to_move);
    }
    if t51 > 1 {
        return false;
    }
    return further(902, m0, m1, m2, m3, to_move);
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
