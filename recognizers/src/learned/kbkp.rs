//! KBKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  18854368
//! draws      16039534
//! spotted    15853446 (98.839 %)
//! incorrect  0
//! size       1235 leaves, 2046 bytes packed
//! features   69
//! table      xxh3 193909850c835bec
//! command    drawproof mine KBKP --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KBKP";
/// Leaves of the tree.
pub const LEAVES: usize = 1235;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2046;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 16039534;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 15853446;

/// The question of each branch.
static QUESTIONS: [u8; 1234] = [
    148, 156, 140, 168, 0, 149, 0, 0, 0, 62, 62, 159, 141, 168, 173, 35, 170, 155, 147, 126,
    138, 183, 209, 160, 35, 210, 169, 58, 206, 10, 209, 63, 177, 105, 59, 138, 140, 86, 168,
    209, 138, 35, 155, 112, 9, 204, 155, 219, 160, 220, 35, 141, 140, 100, 177, 178, 58, 58,
    147, 35, 120, 21, 168, 44, 209, 163, 142, 168, 182, 142, 135, 62, 35, 141, 0, 115, 205, 72,
    152, 203, 144, 50, 96, 201, 32, 79, 30, 213, 10, 210, 182, 133, 210, 147, 136, 177, 168,
    168, 90, 86, 86, 105, 140, 155, 35, 49, 207, 182, 12, 26, 86, 130, 144, 0, 0, 117, 152, 122,
    139, 22, 117, 45, 122, 167, 185, 167, 26, 151, 152, 220, 27, 150, 204, 161, 166, 147, 58,
    132, 49, 138, 110, 157, 152, 62, 62, 133, 100, 133, 191, 159, 179, 168, 21, 78, 179, 110,
    158, 138, 122, 48, 88, 100, 198, 59, 124, 171, 97, 2, 139, 153, 155, 182, 64, 138, 8, 8,
    122, 153, 107, 63, 150, 0, 150, 48, 86, 201, 32, 86, 26, 203, 220, 88, 159, 50, 88, 88, 152,
    26, 149, 150, 150, 183, 182, 174, 147, 61, 21, 211, 58, 106, 147, 90, 191, 177, 54, 147, 10,
    68, 86, 64, 91, 144, 48, 125, 36, 36, 214, 206, 57, 142, 61, 142, 45, 32, 191, 59, 8, 86,
    168, 155, 139, 105, 46, 152, 5, 114, 143, 108, 90, 26, 122, 136, 112, 74, 16, 166, 152, 50,
    29, 48, 92, 31, 30, 166, 209, 79, 35, 213, 149, 79, 151, 12, 18, 160, 149, 29, 48, 160, 160,
    52, 166, 152, 147, 93, 11, 111, 62, 5, 126, 102, 101, 5, 211, 173, 178, 134, 71, 212, 215,
    118, 204, 18, 22, 8, 83, 182, 105, 137, 100, 182, 27, 195, 214, 44, 36, 55, 153, 23, 67, 27,
    21, 194, 201, 63, 194, 86, 152, 21, 182, 147, 210, 155, 6, 4, 139, 152, 62, 29, 136, 62,
    136, 123, 144, 46, 108, 143, 131, 32, 149, 26, 159, 216, 218, 92, 100, 174, 88, 180, 212,
    151, 220, 149, 218, 88, 195, 33, 146, 21, 16, 166, 205, 160, 15, 49, 58, 56, 150, 21, 216,
    86, 215, 5, 21, 12, 24, 163, 142, 152, 122, 88, 109, 92, 185, 86, 66, 152, 119, 118, 3, 179,
    119, 153, 21, 100, 159, 7, 120, 41, 117, 152, 40, 144, 207, 153, 154, 87, 36, 59, 174, 127,
    88, 2, 59, 2, 196, 211, 152, 79, 111, 171, 121, 180, 79, 147, 177, 153, 167, 204, 180, 62,
    61, 152, 64, 137, 3, 136, 74, 131, 184, 45, 53, 112, 74, 62, 62, 62, 209, 183, 32, 92, 152,
    185, 37, 27, 213, 191, 15, 37, 13, 51, 3, 32, 185, 42, 48, 197, 152, 51, 25, 141, 35, 209,
    177, 52, 88, 166, 58, 209, 195, 13, 221, 32, 54, 96, 118, 41, 134, 127, 117, 59, 59, 214,
    110, 213, 69, 21, 176, 196, 86, 168, 152, 69, 2, 118, 13, 114, 178, 153, 172, 142, 105, 8,
    152, 211, 161, 21, 201, 4, 161, 88, 33, 198, 3, 175, 90, 190, 199, 88, 2, 50, 90, 91, 35,
    87, 21, 98, 171, 21, 147, 199, 159, 67, 118, 46, 117, 211, 62, 62, 116, 153, 9, 13, 211,
    152, 111, 86, 50, 152, 143, 142, 118, 44, 9, 45, 62, 31, 0, 75, 150, 49, 144, 29, 37, 189,
    141, 82, 63, 196, 49, 54, 194, 89, 88, 30, 18, 51, 80, 35, 209, 220, 114, 81, 88, 160, 14,
    152, 15, 29, 152, 54, 86, 32, 111, 88, 21, 5, 183, 72, 90, 91, 8, 39, 119, 118, 21, 21, 181,
    21, 187, 79, 57, 86, 27, 162, 127, 5, 44, 142, 110, 21, 153, 74, 136, 90, 174, 86, 115, 209,
    154, 5, 153, 193, 10, 217, 80, 128, 5, 185, 212, 21, 21, 214, 192, 152, 152, 178, 2, 18, 86,
    147, 153, 174, 75, 45, 6, 179, 137, 145, 9, 123, 175, 142, 153, 194, 8, 142, 142, 195, 18,
    62, 37, 212, 212, 128, 74, 208, 21, 86, 3, 142, 21, 75, 153, 84, 118, 4, 12, 4, 112, 19, 11,
    54, 24, 30, 14, 152, 79, 13, 161, 152, 50, 86, 88, 86, 13, 32, 186, 215, 213, 216, 86, 31,
    213, 212, 59, 75, 78, 153, 20, 153, 46, 219, 192, 59, 79, 153, 64, 79, 18, 98, 204, 199, 52,
    38, 220, 21, 174, 53, 153, 21, 74, 199, 21, 179, 160, 142, 9, 178, 139, 152, 21, 175, 27,
    11, 6, 18, 152, 21, 45, 36, 92, 212, 2, 45, 91, 32, 175, 111, 56, 119, 117, 2, 49, 159, 6,
    147, 91, 3, 6, 87, 110, 8, 5, 216, 136, 186, 143, 187, 38, 123, 8, 198, 113, 65, 219, 73,
    153, 21, 142, 99, 21, 142, 12, 119, 212, 21, 118, 27, 65, 18, 142, 21, 63, 21, 21, 152, 81,
    62, 159, 26, 26, 48, 206, 33, 149, 214, 55, 195, 141, 215, 15, 115, 19, 54, 56, 46, 22, 46,
    128, 75, 134, 110, 201, 90, 86, 65, 113, 21, 18, 55, 117, 134, 11, 55, 163, 2, 154, 9, 116,
    178, 100, 1, 40, 100, 88, 3, 86, 214, 40, 78, 1, 172, 59, 186, 152, 77, 111, 5, 90, 21, 67,
    67, 84, 169, 86, 180, 6, 70, 3, 212, 118, 139, 178, 133, 126, 9, 15, 173, 2, 125, 84, 113,
    42, 144, 13, 126, 5, 122, 194, 86, 213, 18, 200, 7, 17, 160, 125, 152, 21, 66, 11, 68, 6,
    195, 86, 79, 86, 131, 25, 81, 116, 21, 40, 151, 48, 88, 151, 36, 86, 25, 3, 58, 152, 78,
    214, 187, 130, 129, 212, 219, 159, 71, 117, 74, 21, 118, 11, 152, 60, 163, 180, 2, 214, 212,
    3, 21, 3, 3, 34, 160, 165, 67, 32, 215, 90, 90, 33, 88, 69, 117, 2, 202, 35, 78, 147, 85,
    110, 5, 5, 27, 21, 46, 78, 5, 8, 90, 19, 21, 84, 175, 154, 3, 126, 196, 175, 21, 35, 2, 194,
    46, 191, 26, 152, 3, 90, 21, 27, 80, 116, 57, 49, 200, 86, 28, 58, 32, 32, 90, 43, 52, 98,
    136, 6, 13, 3, 2, 8, 27, 11, 1, 5, 97, 120, 115, 5, 139, 196, 117, 174, 68, 49, 204, 54, 33,
    85, 80, 45, 21, 147, 116, 55, 3, 3, 147, 21, 2, 147, 21, 116, 126, 21, 164, 74, 37, 117,
    154, 21, 13, 4, 86, 104, 6, 77, 6, 23, 133, 25, 119, 87, 15, 217, 40, 36, 23, 18, 47, 21,
    154, 78, 71, 100, 27, 39, 159, 159, 3, 153, 13, 8, 128, 163, 201, 161, 31, 52, 201, 159, 2,
    159, 128, 175, 21, 6, 161, 78, 73, 152, 122, 80, 17, 21, 21, 38, 188, 200, 103, 33, 59, 12,
    21, 142, 178, 118, 40, 16, 128, 27, 136, 21, 75, 153, 5, 136, 90, 178, 84, 127, 195, 75, 6,
    5, 32, 76, 97, 122, 21, 46, 13, 99, 3, 172, 94, 152, 49, 6, 97, 159, 128, 129, 64, 5, 126,
    74, 18, 163, 160, 12, 2, 2, 91, 18, 40, 21, 95, 12, 85, 160, 12, 3, 5, 21, 21, 21, 21, 119,
    2, 119, 12, 21, 86, 7, 13, 3, 93,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 222] = [
    0, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 3, 4, 5, 0, 1, 2, 0, 1, 2, 0, 2, 3, 0, 1, 1, 2, 3, 4, 5,
    0, 1, 2, 3, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 4, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 0, 1, 2, 3,
    0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 2, 3, 4, 5, 5, 6, 7, 8, 9, 11, 6, 7, 9, 0, 1, 0, 1, 0, 1,
    0, 1, 15, 16, 17, 18, 19, 20, 0, 0, 2, 4, 5, 0, 2, 10, 16, 0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7,
    8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 3, 4, 1, 2, 3, 4,
    5, 0, 1, 2, 0, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 1, 3, 4, 0, 1, 2, 3, 1, 2, 3, 4, 5,
    1, 2, 4, 1, 2, 3, 4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 0, 1, 2, 3, 4, 5, 7, 9, 6, 8, 10, 0, 0, 0,
    1, 2, 3, 4, 5, 0, 1, 2, 3, 4,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0xc441110885648492, 0x0401663055482108, 0x22422484390b7da8, 0x00000000020e4842,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 19, 36, 60,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0x777dddffffff5fff, 0x5afa539ff3777ffd, 0x5bee3dddbe729de7, 0xad954fd5eb6dfabf,
    0x0d10fdab39529fef, 0xdaf7dd51fd5f9f07, 0xcb65ad8cb772bfde, 0xd070b7fd7bfd97e3,
    0xa02d5e71259f4ff3, 0xd1e68df2ee936b84, 0x411a56f65f5dbbfe, 0x675ede440f6547ed,
    0x78177eeb278bb44b, 0x7b36fad1577fb960, 0xa43d047517dd568e, 0x525b9181242145ce,
    0xbce7ecb0b9bff8ce, 0x23867f74dfa79bb2, 0x051438cd4c085638, 0x8ff8e33297a9aa79,
    0xa821babedd180ad9, 0xf03a248b6ff7e527, 0x02ee13220140e49b, 0x55efbae04e109aa7,
    0x20a02f2bade300a1, 0xa7185e09fd5f451d, 0x68480809a243296a, 0x42a82169d9a0580c,
    0x01a5e4d41cda8c8a, 0x01c42524ed7603b4, 0x4043afd9ef3a1219, 0x40000922ee4e57b8,
    0xf90d8004258357c2, 0xaa042800a67f0081, 0x06400886022417a0, 0x85380864e4e55c97,
    0x008e07fec4229410, 0x080e968228120018, 0x0000000050120281,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 56, 102, 145, 188, 224, 267, 307, 349, 384, 419, 458, 494, 530, 569, 601, 626, 667, 705,
    728, 764, 795, 831, 854, 887, 912, 946, 967, 990, 1017, 1043, 1074, 1098, 1123, 1143, 1159,
    1187, 1210, 1226,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0xf7fda67d78bddfbf, 0x943fefcba5989d8f, 0x2921b535abfc538a, 0x336bbffff82eed12,
    0xaffeb5fad4b36895, 0xac52e255cecee9ef, 0x5b3d9777b675575b, 0x92d9be6128cd49db,
    0xaeeebf31adfb35dd, 0xa295299967151664, 0x78564c2a766abb3e, 0x322d9750435ffbbd,
    0xfea692e734d77f6d, 0xb4ae1324bb5cc8cd, 0x7cd2b2cb65b79497, 0x6695fd3684953655,
    0xe4ae96ab66adf572, 0x49972ba95794dd16, 0xb35ab7cc8ad65ba5, 0x000000000004cb52,
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
        // strong-bishop-corner
        2 => corner(m1),
        // weak-king-edge
        3 => edge(m2),
        // strong-king-strong-bishop-distance
        4 => distance(m0, m1),
        // strong-king-strong-bishop-offset
        5 => offset(m0, m1),
        // strong-king-strong-bishop-slant
        6 => slant(m0, m1),
        // strong-king-strong-bishop-colours
        7 => equal(light(m0), light(m1)),
        // strong-king-weak-king-distance
        8 => distance(m0, m2),
        // strong-king-weak-king-offset
        9 => offset(m0, m2),
        // strong-king-weak-pawn-distance
        10 => distance(m0, m3),
        // strong-king-weak-pawn-offset
        11 => offset(m0, m3),
        // strong-bishop-weak-king-distance
        12 => distance(m1, m2),
        // strong-bishop-weak-king-offset
        13 => offset(m1, m2),
        // strong-bishop-weak-king-slant
        14 => slant(m1, m2),
        // strong-bishop-weak-pawn-distance
        15 => distance(m1, m3),
        // strong-bishop-weak-pawn-offset
        16 => offset(m1, m3),
        // strong-bishop-weak-pawn-slant
        17 => slant(m1, m3),
        // strong-bishop-weak-pawn-colours
        18 => equal(light(m1), light(m3)),
        // weak-king-weak-pawn-distance
        19 => distance(m2, m3),
        // weak-king-weak-pawn-offset
        20 => offset(m2, m3),
        // weak-king-strong-bishop-corner
        21 => colour_corner(m2, m1),
        // race-strong-bishop
        22 => lead(distance(m0, m1), distance(m2, m1)),
        // race-edge
        23 => lead(edge(m0), edge(m2)),
        // strong-king-parts-strong-bishop-weak-pawn
        24 => parts(m0, m1, m3),
        // weak-pawn-parts-strong-king-strong-bishop
        25 => parts(m3, m0, m1),
        // weak-king-parts-strong-bishop-weak-pawn
        26 => parts(m2, m1, m3),
        // weak-pawn-parts-weak-king-strong-bishop
        27 => parts(m3, m2, m1),
        // strong-king-room
        28 => {
            let t4 = bit(m0);
            let t8 = (t4 | bit(m1));
            let t21 = (steps(bit(m2)) | hits_down(bit(m3)));
            let t56 = (steps(t4) & !(t8 | t21));
            count((t56 | (steps(t56) & !(t21 | t8))))
        }
        // strong-king-ring
        29 => count((steps(bit(m0)) & hits_down(bit(m3)))),
        // weak-king-flights
        30 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((steps(t6) & !((t6 | t7) | (steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7))))))
        }
        // weak-king-in-check
        31 => any((bit(m2) & bishop(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // weak-king-room
        32 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t11 = (t6 | t7);
            let t19 = (steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7)));
            let t67 = (steps(t6) & !(t11 | t19));
            count((t67 | (steps(t67) & !(t19 | t11))))
        }
        // weak-king-takes
        33 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (t4 | bit(m1));
            any(((steps(t6) & !((t6 | t7) | (steps(t4) | bishop(m1, (t8 | t7))))) & t8))
        }
        // weak-king-ring
        34 => count((steps(bit(m2)) & bishop(m1, ((bit(m0) | bit(m1)) | bit(m3))))),
        // strong-bishop-safe-moves
        35 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | bit(m1));
            count((bishop(m1, ((t8 | t6) | t7)) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-bishop-moves
        36 => {
            let t8 = (bit(m0) | bit(m1));
            count((bishop(m1, ((t8 | bit(m2)) | bit(m3))) & !t8))
        }
        // strong-bishop-takes
        37 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count(((bishop(m1, (((bit(m0) | bit(m1)) | t6) | t7)) & (t6 | t7)) & !(steps(t6) | hits_down(t7))))
        }
        // strong-bishop-safe-checks
        38 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((bishop(m1, t10) & bishop(m2, (t10 & !(t5 | 0)))) & !(t8 | (steps(t6) | hits_down(t7)))))
        }
        // strong-bishop-weak-pawn-threats
        40 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t8 = (bit(m0) | t5);
            let t10 = ((t8 | t6) | t7);
            count(((bishop(m1, t10) & !(t8 | (steps(t6) | hits_down(t7)))) & bishop(m3, (t10 & !(t5 | 0)))))
        }
        // strong-bishop-weak-pawn-hits
        41 => {
            let t7 = bit(m3);
            any((bishop(m1, ((bit(m0) | bit(m1)) | t7)) & t7))
        }
        // strong-bishop-weak-pawn-lined-up
        42 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            any((bishop(m3, ((((bit(m0) | t5) | t6) | bit(m3)) & !t5)) & t6))
        }
        // strong-bishop-hangs
        43 => any(((bit(m1) & (steps(bit(m2)) | hits_down(bit(m3)))) & !steps(bit(m0)))),
        // strong-bishop-attacked-by-men
        44 => any((bit(m1) & hits_down(bit(m3)))),
        // strong-bishop-cuts
        45 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((steps(t6) & bishop(m1, ((t4 | bit(m1)) | t7))) & !steps(t4)) & !(t6 | t7)))
        }
        // weak-pawn-hangs
        46 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            any(((t7 & (steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7)))) & !steps(bit(m2))))
        }
        // weak-king-walk-kings
        47 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t12 = steps(t4);
            walk(t6, steps(t12), !((t12 | bishop(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-pawn-to-go
        48 => ranks(m3, 0),
        // weak-pawn-file
        49 => file_edge(m3),
        // weak-pawn-blocked
        50 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (((bit(m0) | bit(m1)) | bit(m2)) | t7)))
        }
        // strong-king-goal-weak-pawn
        52 => walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0),
        // strong-king-near-goal-weak-pawn
        53 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t141 = (fill_down(t7) & 0xff);
            walk(t4, (t141 | steps(t141)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-path-weak-pawn
        54 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, fill_down(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-stop-weak-pawn
        55 => walk(bit(m0), down(bit(m3)), !0),
        // strong-king-files-weak-pawn
        56 => files(m0, m3),
        // weak-king-goal-weak-pawn
        57 => walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0),
        // weak-king-near-goal-weak-pawn
        58 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t141 = (fill_down(t7) & 0xff);
            walk(t6, (t141 | steps(t141)), !((steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-path-weak-pawn
        59 => {
            let t4 = bit(m0);
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, fill_down(t7), !((steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7))) | (t6 | t7)))
        }
        // weak-king-stop-weak-pawn
        60 => walk(bit(m2), down(bit(m3)), !0),
        // weak-king-behind-weak-pawn
        61 => lead(ranks(m2, 0), ranks(m3, 0)),
        // weak-king-files-weak-pawn
        62 => files(m2, m3),
        // race-goal-weak-pawn
        63 => {
            let t141 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t141, !0), walk(bit(m2), t141, !0))
        }
        // race-stop-weak-pawn
        64 => {
            let t134 = down(bit(m3));
            lead(walk(bit(m0), t134, !0), walk(bit(m2), t134, !0))
        }
        // strong-guards-weak-pawn
        65 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            count((fill_down(t7) & (steps(t4) | bishop(m1, ((t4 | bit(m1)) | t7)))))
        }
        // strong-men-guard-weak-pawn
        66 => {
            let t7 = bit(m3);
            count((fill_down(t7) & bishop(m1, ((bit(m0) | bit(m1)) | t7))))
        }
        // strong-bishop-weak-pawn-rank
        67 => ranks(m1, 0),
        // strong-bishop-weak-pawn-files
        _ => files(m1, m3),
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
    let first = ((colour[0] & kind[0]).count_ones() != 0) as usize;
    let to_move = (side_to_move as usize == first) as u64;
    let turn = 56 * first as u64;
    let mut set = colour[first] & kind[5];
    let m0 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[first] & kind[2];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[0];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t8 = (t4 | t5);
    let t12 = steps(t4);
    let t16 = steps(t6);
    let t18 = hits_down(t7);
    let t21 = (t16 | t18);
    let t129 = ranks(m3, 0);
    let t131 = fill_down(t7);
    if t129 > 2 {
        let t141 = (t131 & 0xff);
        let t142 = walk(t4, t141, !0);
        if ((t5 & t21) & !t12) != 0 {
            if to_move > 0 {
                return true;
            }
            let t57 = (t21 | t8);
            let t146 = walk(t4, t131, !t57);
            if t146 <= 2 {
                if (t131 & bishop(m1, (t8 | t7))) == 0 {
                    if (t131 & ((t8 | t6) | t7)) != 0 {
                        return further(80, m0, m1, m2, m3, to_move);
                    }
                    return further(79, m0, m1, m2, m3, to_move);
                }
                if files(m1, m3) > 2 {
                    return further(82, m0, m1, m2, m3, to_move);
                }
                if distance(m1, m3) > 3 {
                    return further(126, m0, m1, m2, m3, to_move);
                }
                if t146 > 1 {
                    return further(186, m0, m1, m2, m3, to_move);
                }
                return further(185, m0, m1, m2, m3, to_move);
            }
            if t146 <= 3 {
                if t142 > 4 {
                    return further(84, m0, m1, m2, m3, to_move);
                }
                return further(83, m0, m1, m2, m3, to_move);
            }
            if files(m1, m3) > 3 {
                return further(86, m0, m1, m2, m3, to_move);
            }
            let t149 = walk(t6, t141, !0);
            let t156 = lead(t142, t149);
            if lead(distance(m0, m1), distance(m2, m1)) <= 7 {
                return further(131, m0, m1, m2, m3, to_move);
            }
            if t156 <= 7 {
                return further(196, m0, m1, m2, m3, to_move);
            }
            if distance(m0, m3) <= 1 {
                return further(276, m0, m1, m2, m3, to_move);
            }
            if t142 <= 4 {
                return further(375, m0, m1, m2, m3, to_move);
            }
            if t129 > 4 {
                return further(485, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if t129 > 3 {
            let t9 = (t8 | t6);
            let t10 = (t9 | t7);
            let t14 = bishop(m1, t10);
            let t54 = (t8 | t21);
            let t81 = (t14 & !t54);
            let t82 = count(t81);
            if (t5 & t18) != 0 {
                return further(24, m0, m1, m2, m3, to_move);
            }
            if t142 <= 4 {
                if t82 > 0 {
                    return true;
                }
                return further(76, m0, m1, m2, m3, to_move);
            }
            let t46 = colour_corner(m2, m1);
            if edge(m2) > 2 {
                if file_edge(m3) > 0 {
                    if count((t14 & !t8)) > 1 {
                        return true;
                    }
                    return further(182, m0, m1, m2, m3, to_move);
                }
                if slant(m1, m2) > 1 {
                    return true;
                }
                return further(181, m0, m1, m2, m3, to_move);
            }
            if t46 <= 0 {
                if distance(m0, m2) > 2 {
                    return true;
                }
                return further(179, m0, m1, m2, m3, to_move);
            }
            if t82 > 5 {
                return true;
            }
            if t129 > 4 {
                return true;
            }
            let t11 = (t6 | t7);
            let t13 = (t8 | t7);
            let t15 = bishop(m1, t13);
            let t79 = (t16 & t15);
            let t119 = (t79 & !t12);
            let t121 = (t119 & !t11);
            let t122 = count(t121);
            if count((t14 & !t8)) <= 1 {
                return further(344, m0, m1, m2, m3, to_move);
            }
            if t122 <= 1 {
                return true;
            }
            if equal(light(m1), light(m3)) > 0 {
                return true;
            }
            return further(577, m0, m1, m2, m3, to_move);
        }
        let t13 = (t8 | t7);
        let t15 = bishop(m1, t13);
        let t19 = (t12 | t15);
        if t142 <= 3 {
            if walk(t6, (t141 | steps(t141)), !(t19 | (t6 | t7))) > 2 {
                if distance(m1, m2) > 1 {
                    return true;
                }
                return further(73, m0, m1, m2, m3, to_move);
            }
            if (t15 & t7) != 0 {
                return further(72, m0, m1, m2, m3, to_move);
            }
            if equal(light(m1), light(m3)) > 0 {
                return further(113, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if (t131 & t19) != 0 {
            return true;
        }
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t14 = bishop(m1, t10);
        if (t131 & t10) != 0 {
            if count((t14 & !(t8 | t21))) > 3 {
                return true;
            }
            return further(117, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            if file_edge(m3) > 0 {
                if count((t14 & !t8)) > 1 {
                    return true;
                }
                return further(247, m0, m1, m2, m3, to_move);
            }
            if edge(m2) > 1 {
                return further(246, m0, m1, m2, m3, to_move);
            }
            if count((t14 & !(t8 | t21))) > 2 {
                return true;
            }
            return further(340, m0, m1, m2, m3, to_move);
        }
        let t54 = (t8 | t21);
        let t81 = (t14 & !t54);
        if count(t81) <= 5 {
            if (t15 & t7) != 0 {
                return further(242, m0, m1, m2, m3, to_move);
            }
            if (t6 & t15) != 0 {
                return further(333, m0, m1, m2, m3, to_move);
            }
            return further(332, m0, m1, m2, m3, to_move);
        }
        if edge(m2) > 1 {
            if corner(m1) > 1 {
                return further(339, m0, m1, m2, m3, to_move);
            }
            return further(338, m0, m1, m2, m3, to_move);
        }
        if file_edge(m3) <= 0 {
            if equal(light(m1), light(m3)) > 0 {
                return further(444, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if distance(m0, m3) > 4 {
            return true;
        }
        if (t81 & bishop(m3, (t10 & !(t5 | 0)))) == 0 {
            return true;
        }
        if distance(m1, m3) > 3 {
            return further(698, m0, m1, m2, m3, to_move);
        }
        return further(697, m0, m1, m2, m3, to_move);
    }
    let t9 = (t8 | t6);
    let t10 = (t9 | t7);
    let t13 = (t8 | t7);
    let t15 = bishop(m1, t13);
    let t19 = (t12 | t15);
    let t134 = down(t7);
    if (t134 & !(t10 | t19)) == 0 {
        if walk(t4, t131, !(t21 | t8)) <= 2 {
            if to_move > 0 {
                return true;
            }
            if files(m0, m3) <= 0 {
                if slant(m1, m3) > 0 {
                    return true;
                }
                return further(50, m0, m1, m2, m3, to_move);
            }
            if lead(walk(t4, t134, !0), walk(t6, t134, !0)) > 6 {
                return further(52, m0, m1, m2, m3, to_move);
            }
            if (t5 & t18) != 0 {
                return further(88, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        let t141 = (t131 & 0xff);
        let t149 = walk(t6, t141, !0);
        if to_move > 0 {
            if walk(t4, t134, !0) <= 1 {
                return further(31, m0, m1, m2, m3, to_move);
            }
            if t149 > 1 {
                return true;
            }
            return further(57, m0, m1, m2, m3, to_move);
        }
        let t158 = (t131 & t19);
        let t159 = count(t158);
        if distance(m1, m2) <= 1 {
            return further(29, m0, m1, m2, m3, to_move);
        }
        if t159 > 0 {
            if t149 > 2 {
                return true;
            }
            return further(92, m0, m1, m2, m3, to_move);
        }
        if t149 > 1 {
            return true;
        }
        return further(91, m0, m1, m2, m3, to_move);
    }
    let t30 = light(m1);
    let t42 = light(m3);
    let t43 = equal(t30, t42);
    if to_move > 0 {
        if t43 > 0 {
            if (t15 & t7) != 0 {
                return true;
            }
            if (t131 & t19) != 0 {
                return true;
            }
            let t14 = bishop(m1, t10);
            let t54 = (t8 | t21);
            let t81 = (t14 & !t54);
            let t123 = (t7 & t19);
            let t125 = (t123 & !t16);
            let t126 = any(t125);
            let t132 = (t131 & t10);
            let t133 = count(t132);
            if ((t81 & bishop(m2, (t10 & !(t5 | 0)))) & bishop(m3, (t10 & !(t5 | t6)))) != 0 {
                return true;
            }
            let t57 = (t21 | t8);
            let t146 = walk(t4, t131, !t57);
            if t126 > 0 {
                return true;
            }
            if t133 > 0 {
                return true;
            }
            if t146 <= 2 {
                return further(328, m0, m1, m2, m3, to_move);
            }
            if t129 <= 1 {
                if walk(t6, (t131 & 0xff), !0) > 1 {
                    return false;
                }
                return further(551, m0, m1, m2, m3, to_move);
            }
            if file_edge(m3) > 1 {
                if slant(m1, m2) > 2 {
                    return true;
                }
                return further(679, m0, m1, m2, m3, to_move);
            }
            if count(t81) <= 6 {
                return further(677, m0, m1, m2, m3, to_move);
            }
            if edge(m2) > 2 {
                return further(802, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        let t11 = (t6 | t7);
        let t14 = bishop(m1, t10);
        let t57 = (t21 | t8);
        let t84 = (t14 & !t8);
        let t85 = count(t84);
        let t146 = walk(t4, t131, !t57);
        if t85 <= 5 {
            return further(37, m0, m1, m2, m3, to_move);
        }
        if t146 <= 2 {
            let t141 = (t131 & 0xff);
            if walk(t6, (t141 | steps(t141)), !(t19 | t11)) > 1 {
                return true;
            }
            return further(109, m0, m1, m2, m3, to_move);
        }
        if (((t16 & t15) & !t12) & !t11) == 0 {
            if parts(m0, m1, m3) <= 0 {
                return true;
            }
            if edge(m0) > 1 {
                return further(233, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        if t85 > 9 {
            if file_edge(m3) > 1 {
                return further(237, m0, m1, m2, m3, to_move);
            }
            return further(236, m0, m1, m2, m3, to_move);
        }
        if (bishop(m3, (t10 & !t5)) & t6) != 0 {
            return further(235, m0, m1, m2, m3, to_move);
        }
        if walk(t6, t134, !0) <= 3 {
            if lead(ranks(m2, 0), t129) > 7 {
                return further(422, m0, m1, m2, m3, to_move);
            }
            return further(421, m0, m1, m2, m3, to_move);
        }
        if files(m2, m3) > 3 {
            if lead(ranks(m2, 0), t129) > 9 {
                return further(539, m0, m1, m2, m3, to_move);
            }
            return further(538, m0, m1, m2, m3, to_move);
        }
        if edge(m0) > 1 {
            return further(537, m0, m1, m2, m3, to_move);
        }
        return true;
    }
    if t43 <= 0 {
        let t69 = (t6 & t15);
        let t70 = any(t69);
        if (t131 & t10) != 0 {
            return further(34, m0, m1, m2, m3, to_move);
        }
        if t70 > 0 {
            if distance(m1, m2) <= 1 {
                return further(97, m0, m1, m2, m3, to_move);
            }
            if parts(m2, m1, m3) > 0 {
                return further(151, m0, m1, m2, m3, to_move);
            }
            return further(150, m0, m1, m2, m3, to_move);
        }
        if t129 <= 1 {
            if walk(t6, (t131 & 0xff), !0) > 1 {
                return false;
            }
            return further(145, m0, m1, m2, m3, to_move);
        }
        if walk(t4, t131, !(t21 | t8)) <= 2 {
            return further(146, m0, m1, m2, m3, to_move);
        }
        if ((bishop(m1, t10) & bishop(m2, (t10 & !(t5 | 0)))) & !(t8 | t21)) == 0 {
            return false;
        }
        if walk(t6, (t131 & 0xff), !0) <= 1 {
            return further(295, m0, m1, m2, m3, to_move);
        }
        let t11 = (t6 | t7);
        let t45 = offset(m2, m3);
        let t71 = (t19 | t11);
        let t151 = walk(t6, t131, !t71);
        if t45 > 4 {
            return further(393, m0, m1, m2, m3, to_move);
        }
        if t151 <= 1 {
            return further(503, m0, m1, m2, m3, to_move);
        }
        if t45 > 2 {
            return further(620, m0, m1, m2, m3, to_move);
        }
        return further(619, m0, m1, m2, m3, to_move);
    }
    if t129 <= 1 {
        if (t15 & t7) != 0 {
            if slant(m1, m2) > 0 {
                return false;
            }
            return further(102, m0, m1, m2, m3, to_move);
        }
        if walk(t4, t131, !(t21 | t8)) > 2 {
            return false;
        }
        return further(101, m0, m1, m2, m3, to_move);
    }
    if ((t5 & t21) & !t12) != 0 {
        let t141 = (t131 & 0xff);
        if walk(t4, (t141 | steps(t141)), !(t21 | t8)) > 2 {
            return false;
        }
        return further(105, m0, m1, m2, m3, to_move);
    }
    if (t131 & t19) != 0 {
        if distance(m1, m2) > 1 {
            return true;
        }
        return further(159, m0, m1, m2, m3, to_move);
    }
    let t106 = (t15 & t7);
    let t107 = any(t106);
    if (t131 & t10) != 0 {
        return further(158, m0, m1, m2, m3, to_move);
    }
    if t107 > 0 {
        if distance(m1, m2) <= 2 {
            return further(308, m0, m1, m2, m3, to_move);
        }
        let t141 = (t131 & 0xff);
        if walk(t6, (t141 | steps(t141)), !(t19 | (t6 | t7))) <= 1 {
            return further(408, m0, m1, m2, m3, to_move);
        }
        if file_edge(m3) > 0 {
            return true;
        }
        return further(525, m0, m1, m2, m3, to_move);
    }
    let t14 = bishop(m1, t10);
    let t54 = (t8 | t21);
    let t81 = (t14 & !t54);
    let t90 = (t5 | 0);
    let t92 = (t10 & !t90);
    let t103 = bishop(m3, t92);
    let t104 = (t81 & t103);
    let t105 = count(t104);
    if count((t14 & !t8)) <= 4 {
        return further(306, m0, m1, m2, m3, to_move);
    }
    if t105 > 1 {
        if count(t81) > 8 {
            return further(521, m0, m1, m2, m3, to_move);
        }
        return further(520, m0, m1, m2, m3, to_move);
    }
    if edge(m2) <= 0 {
        return further(518, m0, m1, m2, m3, to_move);
    }
    if (((t16 & t15) & !t12) & !(t6 | t7)) != 0 {
        return further(636, m0, m1, m2, m3, to_move);
    }
    return further(635, m0, m1, m2, m3, to_move);
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

/// The squares behind those of `set`, as White sees the board.
#[inline(always)]
fn down(set: u64) -> u64 {
    set >> 8
}

/// The squares black pawns on `set` attack.
#[inline(always)]
fn hits_down(set: u64) -> u64 {
    ((set >> 7) & 0xfefe_fefe_fefe_fefe) | ((set >> 9) & 0x7f7f_7f7f_7f7f_7f7f)
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
        b"KBKP learned\0".as_ptr().cast()
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
