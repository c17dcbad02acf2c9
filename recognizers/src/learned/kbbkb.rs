//! KBBKB: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  1326818824
//! draws      1220941728
//! spotted    1220088392 (99.930 %)
//! incorrect  0
//! size       1241 leaves, 2037 bytes packed
//! features   71
//! table      xxh3 70477855e21534d0
//! command    drawproof mine KBBKB --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KBBKB";
/// Leaves of the tree.
pub const LEAVES: usize = 1241;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2037;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 1220941728;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 1220088392;

/// The question of each branch.
static QUESTIONS: [u8; 1240] = [
    189, 66, 66, 27, 114, 0, 125, 160, 43, 132, 130, 163, 144, 77, 127, 44, 47, 107, 33, 141,
    141, 55, 0, 8, 0, 70, 89, 164, 192, 0, 92, 167, 30, 154, 124, 178, 34, 141, 77, 166, 190,
    190, 34, 0, 164, 74, 0, 165, 0, 20, 60, 70, 113, 124, 57, 160, 200, 113, 155, 44, 80, 74,
    60, 132, 155, 166, 141, 47, 61, 168, 188, 161, 160, 130, 30, 103, 179, 178, 0, 130, 135,
    173, 128, 192, 18, 140, 192, 45, 45, 0, 0, 65, 47, 113, 125, 58, 192, 196, 22, 143, 40, 153,
    125, 194, 110, 153, 130, 130, 34, 131, 2, 86, 0, 124, 57, 42, 113, 165, 88, 130, 37, 141,
    108, 70, 82, 141, 188, 8, 126, 0, 161, 205, 205, 124, 70, 47, 73, 64, 68, 182, 78, 57, 0,
    68, 47, 36, 17, 95, 40, 91, 40, 95, 0, 0, 43, 121, 170, 48, 34, 179, 162, 81, 34, 52, 29,
    37, 200, 132, 8, 97, 2, 81, 166, 179, 115, 188, 161, 110, 97, 122, 179, 79, 18, 34, 131,
    102, 70, 35, 81, 0, 8, 114, 67, 51, 115, 141, 155, 120, 71, 203, 168, 141, 92, 188, 8, 162,
    14, 51, 119, 134, 6, 0, 168, 77, 192, 70, 57, 107, 192, 194, 86, 139, 35, 44, 70, 36, 9, 19,
    58, 58, 36, 190, 40, 47, 186, 191, 118, 196, 144, 45, 97, 178, 14, 19, 183, 74, 119, 155,
    125, 184, 135, 200, 32, 71, 30, 104, 160, 131, 124, 78, 74, 45, 179, 14, 196, 93, 172, 168,
    40, 40, 43, 186, 29, 130, 200, 155, 0, 44, 158, 162, 40, 141, 96, 169, 118, 170, 1, 171,
    133, 93, 35, 58, 45, 111, 35, 35, 113, 29, 34, 155, 14, 168, 102, 0, 83, 192, 31, 111, 52,
    110, 14, 6, 164, 194, 205, 122, 125, 205, 78, 0, 123, 111, 26, 19, 151, 111, 192, 19, 60,
    166, 86, 19, 169, 45, 6, 179, 17, 139, 14, 17, 35, 77, 61, 79, 74, 55, 97, 185, 58, 47, 127,
    181, 127, 20, 27, 172, 155, 147, 2, 131, 97, 34, 172, 30, 100, 147, 52, 95, 96, 172, 178,
    118, 164, 92, 29, 81, 146, 153, 34, 178, 163, 29, 0, 67, 56, 196, 8, 61, 68, 5, 141, 141,
    196, 113, 17, 169, 49, 12, 9, 35, 58, 14, 34, 48, 155, 38, 119, 113, 161, 35, 60, 126, 123,
    5, 113, 167, 202, 44, 69, 86, 130, 111, 62, 143, 192, 44, 11, 44, 205, 174, 28, 48, 72, 86,
    55, 205, 169, 129, 9, 91, 29, 176, 160, 10, 2, 74, 57, 162, 27, 13, 9, 44, 39, 205, 17, 151,
    75, 17, 47, 38, 89, 72, 167, 81, 93, 166, 8, 20, 107, 81, 77, 116, 124, 162, 83, 48, 89,
    152, 44, 61, 63, 57, 29, 6, 41, 11, 12, 95, 19, 196, 143, 29, 158, 108, 134, 40, 78, 124,
    30, 192, 199, 102, 19, 48, 67, 14, 18, 94, 55, 17, 48, 29, 42, 168, 143, 111, 41, 135, 57,
    126, 174, 6, 174, 18, 82, 38, 47, 44, 35, 144, 113, 0, 43, 12, 8, 94, 200, 76, 71, 194, 81,
    55, 155, 16, 13, 12, 168, 168, 47, 201, 155, 2, 97, 201, 195, 3, 170, 18, 5, 112, 9, 175,
    204, 93, 135, 93, 51, 14, 35, 55, 56, 42, 102, 109, 62, 178, 96, 71, 35, 178, 172, 18, 117,
    169, 32, 11, 107, 191, 43, 201, 106, 167, 42, 167, 48, 85, 37, 6, 121, 134, 167, 156, 191,
    106, 141, 142, 192, 143, 150, 47, 14, 81, 117, 168, 17, 42, 15, 58, 196, 34, 58, 19, 186,
    62, 196, 178, 45, 45, 20, 45, 119, 179, 162, 197, 127, 168, 179, 144, 202, 186, 47, 179, 0,
    201, 48, 43, 196, 0, 205, 155, 47, 40, 155, 171, 156, 122, 45, 81, 192, 86, 47, 40, 48, 3,
    14, 52, 84, 192, 0, 40, 192, 49, 58, 133, 90, 137, 174, 196, 13, 79, 178, 72, 8, 71, 178,
    172, 27, 97, 30, 17, 187, 178, 74, 118, 58, 37, 6, 197, 2, 53, 201, 13, 48, 83, 135, 70, 6,
    192, 78, 95, 78, 94, 47, 146, 191, 148, 40, 62, 14, 0, 0, 108, 97, 142, 9, 4, 155, 23, 149,
    168, 150, 111, 20, 112, 169, 51, 51, 18, 136, 6, 20, 63, 15, 94, 6, 25, 8, 141, 96, 201, 96,
    37, 186, 40, 14, 44, 133, 151, 67, 132, 84, 0, 110, 54, 16, 125, 72, 200, 30, 46, 133, 192,
    94, 44, 48, 71, 151, 110, 6, 127, 71, 52, 57, 8, 196, 19, 58, 97, 81, 167, 157, 97, 57, 11,
    52, 67, 2, 52, 79, 143, 67, 6, 29, 14, 6, 191, 29, 147, 131, 156, 16, 16, 156, 49, 48, 34,
    196, 52, 45, 60, 131, 2, 6, 187, 57, 24, 6, 160, 48, 51, 110, 47, 141, 196, 25, 61, 135,
    111, 25, 62, 148, 97, 152, 133, 120, 12, 155, 14, 67, 0, 134, 183, 44, 193, 3, 44, 98, 18,
    155, 30, 3, 11, 61, 194, 38, 196, 95, 47, 198, 3, 110, 53, 18, 172, 156, 1, 58, 11, 103,
    101, 21, 97, 15, 97, 85, 110, 73, 193, 71, 97, 141, 131, 122, 44, 187, 88, 5, 142, 143, 132,
    108, 124, 71, 105, 14, 172, 196, 78, 78, 71, 155, 112, 13, 6, 162, 111, 8, 47, 17, 176, 24,
    156, 93, 176, 10, 60, 43, 88, 174, 83, 191, 167, 183, 51, 128, 83, 72, 17, 97, 168, 111, 55,
    97, 126, 15, 78, 52, 19, 94, 78, 146, 49, 14, 44, 24, 169, 141, 197, 172, 102, 144, 139, 55,
    157, 111, 64, 192, 14, 52, 51, 183, 95, 14, 73, 49, 1, 199, 35, 99, 14, 102, 135, 155, 41,
    147, 152, 149, 14, 152, 45, 48, 135, 12, 53, 198, 142, 95, 24, 155, 19, 159, 202, 58, 19,
    43, 106, 43, 44, 97, 49, 147, 174, 73, 145, 174, 152, 191, 84, 155, 75, 78, 2, 46, 92, 118,
    166, 132, 61, 75, 63, 123, 62, 8, 156, 48, 52, 91, 131, 44, 57, 79, 58, 94, 34, 91, 29, 48,
    143, 156, 40, 196, 126, 26, 162, 91, 54, 13, 67, 128, 53, 53, 119, 191, 114, 6, 58, 93, 200,
    143, 38, 57, 168, 30, 58, 31, 14, 45, 15, 99, 72, 147, 134, 57, 155, 118, 12, 101, 156, 206,
    201, 92, 19, 11, 50, 55, 59, 155, 92, 92, 91, 1, 68, 166, 155, 177, 133, 95, 14, 48, 46,
    111, 123, 38, 187, 52, 20, 201, 44, 134, 68, 3, 58, 35, 135, 178, 52, 152, 72, 155, 58, 14,
    174, 14, 13, 148, 44, 25, 155, 150, 144, 47, 29, 145, 45, 196, 155, 48, 18, 49, 44, 79, 120,
    49, 43, 178, 91, 7, 52, 198, 48, 45, 14, 166, 14, 192, 72, 17, 156, 17, 48, 62, 48, 143, 48,
    180, 58, 93, 49, 49, 167, 95, 67, 150, 105, 198, 43, 1, 43, 13, 87, 126, 126, 52, 52, 54,
    145, 196, 142, 167, 145, 78, 94, 58, 134, 29, 2, 106, 134, 151, 71, 148, 19, 49, 67, 138,
    62, 58, 94, 14, 2, 29, 43, 12, 86, 92, 197, 150, 55, 62, 107, 18, 72, 40, 186, 111, 25, 6,
    46, 23, 16,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 207] = [
    0, 0, 1, 2, 0, 1, 2, 2, 0, 1, 2, 0, 1, 2, 0, 1, 0, 1, 2, 1, 2, 3, 1, 2, 3, 4, 5, 2, 3, 0, 1,
    2, 1, 2, 1, 2, 3, 0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 0, 1, 2, 1, 2,
    3, 4, 5, 0, 0, 1, 3, 5, 1, 2, 3, 4, 0, 1, 2, 0, 1, 2, 3, 0, 0, 2, 3, 0, 1, 2, 5, 6, 5, 6, 7,
    8, 6, 7, 8, 9, 12, 13, 14, 15, 17, 18, 19, 6, 7, 8, 9, 0, 0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 8,
    10, 0, 1, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 7, 9, 10, 12, 14, 0, 0, 1, 2, 3, 1, 3, 4, 5,
    0, 1, 2, 0, 1, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 0, 1, 2,
    3, 4, 6, 8, 10, 0, 1, 0, 0, 0, 1, 1, 3, 1, 2, 1, 2, 3, 4, 1, 2, 3, 4, 5, 1, 3,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0x1288992528494992, 0x1482e2044426244e, 0x741402ff0a44600c, 0x0000000000002115,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 22, 42, 65,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 39] = [
    0x5dfff75afff6ffdf, 0xcdf7bff6fffdf5ff, 0xb55fd5ffad7ffddf, 0x75f3ed7bfffe75cf,
    0x77e1c1a546597b7b, 0x4d476d9dd55f7d29, 0x05577defdfc75756, 0x976942ff9cd00b45,
    0xf7c44edc3f550ff7, 0x8f54979e95fdd95f, 0x3e927dd2cb245c0a, 0xe8e97f3d160dfa51,
    0x7ed53276a55360d5, 0x69190d2dd41dbcee, 0x062e6db0506b961c, 0x4d8a401cd412cffa,
    0xb54496d424a566a1, 0xe520e5854955b397, 0xd9b744ce85b11c12, 0x11fd76ef8b41a5c8,
    0x4655e2c49041d77f, 0xf130956881748d6d, 0x013e036642a071b7, 0x7ac94591756a2489,
    0xb0021a3126307a75, 0x145a5619b1c6b960, 0x19c4d83c3dc86a73, 0xa7143a930a99563c,
    0x9e160282ae10b1e3, 0x10c22959429152ed, 0x4641b80212b1be96, 0x2c669741cbd4a01e,
    0x346594022a19a089, 0xea2e07968f657410, 0x48546de1fe450400, 0x69e5cc8021810d5c,
    0x808405b8001055f1, 0x08c36690c2b023ae, 0x000002181921a402,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 39] = [
    0, 53, 107, 157, 206, 242, 280, 321, 353, 393, 433, 464, 500, 534, 567, 595, 624, 652, 683,
    713, 747, 778, 807, 833, 862, 887, 915, 946, 975, 1001, 1026, 1052, 1081, 1103, 1133, 1158,
    1183, 1202, 1227,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 20] = [
    0x9eefdd97fff7ffff, 0x37feffddfbe43a93, 0xfded7a3a7153552d, 0xf6dc8472cdd3defd,
    0x6df3dbd3c7d4ce54, 0xb6c973a62f23ac6b, 0xfd7fb7ead77bdc6a, 0x993ae97db459573e,
    0xbaf3e559536de72b, 0x55533aab1f69f928, 0x8da2eaffde79e9a5, 0x9b6737374713d3a9,
    0xb5d22aad6efeaeae, 0x252acf9efbdad5cd, 0xfdb77564d5332cd4, 0xfeaad8ecd5c75da7,
    0x3b1efb52b32c79b5, 0x46d35a37b1aacaa5, 0xda4d5b959e9b6cad, 0x0000000001511a2a,
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
        // strong-bishop-edge-most
        3 => most(edge(m1), edge(m2)),
        // weak-king-edge
        4 => edge(m3),
        // weak-king-corner
        5 => corner(m3),
        // weak-bishop-edge
        6 => edge(m4),
        // weak-bishop-corner
        7 => corner(m4),
        // strong-king-strong-bishop-distance-least
        8 => least(distance(m0, m1), distance(m0, m2)),
        // strong-king-strong-bishop-distance-most
        9 => most(distance(m0, m1), distance(m0, m2)),
        // strong-king-weak-king-distance
        10 => distance(m0, m3),
        // strong-king-weak-king-offset
        11 => offset(m0, m3),
        // strong-king-weak-king-slant
        12 => slant(m0, m3),
        // strong-king-weak-bishop-distance
        13 => distance(m0, m4),
        // strong-king-weak-bishop-offset
        14 => offset(m0, m4),
        // strong-king-weak-bishop-slant
        15 => slant(m0, m4),
        // strong-king-weak-bishop-colours
        16 => equal(light(m0), light(m4)),
        // strong-bishop-weak-king-distance-least
        17 => least(distance(m1, m3), distance(m2, m3)),
        // strong-bishop-weak-king-slant-least
        18 => least(slant(m1, m3), slant(m2, m3)),
        // strong-bishop-weak-king-slant-most
        19 => most(slant(m1, m3), slant(m2, m3)),
        // strong-bishop-weak-bishop-offset-least
        20 => least(offset(m1, m4), offset(m2, m4)),
        // strong-bishop-weak-bishop-slant-least
        21 => least(slant(m1, m4), slant(m2, m4)),
        // strong-bishop-weak-bishop-slant-most
        22 => most(slant(m1, m4), slant(m2, m4)),
        // strong-bishop-weak-bishop-colours-least
        23 => {
            let t55 = light(m4);
            least(equal(light(m1), t55), equal(light(m2), t55))
        }
        // strong-bishops-slant
        25 => slant(m1, m2),
        // weak-king-weak-bishop-distance
        26 => distance(m3, m4),
        // weak-king-weak-bishop-offset
        27 => offset(m3, m4),
        // weak-king-weak-bishop-slant
        28 => slant(m3, m4),
        // weak-king-weak-bishop-colours
        29 => equal(light(m3), light(m4)),
        // strong-king-weak-bishop-corner
        30 => colour_corner(m0, m4),
        // weak-king-weak-bishop-corner
        31 => colour_corner(m3, m4),
        // race-strong-bishop-least
        32 => least(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-strong-bishop-most
        33 => most(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-strong-bishop-sum
        34 => plus(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))),
        // race-weak-bishop
        35 => lead(distance(m0, m4), distance(m3, m4)),
        // strong-bishop-parts-kings-least
        36 => least(parts(m1, m0, m3), parts(m2, m0, m3)),
        // weak-bishop-parts-kings
        37 => parts(m4, m0, m3),
        // weak-bishop-parts-weak-king-strong-bishop-most
        38 => most(parts(m4, m3, m1), parts(m4, m3, m2)),
        // strong-king-flights
        39 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((steps(t5) & !(((t5 | t6) | t7) | (steps(t8) | bishop(m4, (((t6 | t7) | t8) | bit(m4)))))))
        }
        // strong-king-room
        40 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t11 = ((t5 | t6) | t7);
            let t30 = (steps(t8) | bishop(m4, (((t6 | t7) | t8) | bit(m4))));
            let t100 = (steps(t5) & !(t11 | t30));
            count((t100 | (steps(t100) & !(t30 | t11))))
        }
        // strong-king-ring
        41 => count((steps(bit(m0)) & bishop(m4, (((bit(m1) | bit(m2)) | bit(m3)) | bit(m4))))),
        // weak-king-flights
        42 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            count((steps(t8) & !((t8 | t9) | ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)))))
        }
        // weak-king-in-check
        43 => {
            let t16 = (((bit(m0) | bit(m1)) | bit(m2)) | bit(m4));
            any((bit(m3) & (bishop(m1, t16) | bishop(m2, t16))))
        }
        // weak-king-room
        44 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t14 = (t8 | t9);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            let t28 = ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16));
            let t112 = (steps(t8) & !(t14 | t28));
            count((t112 | (steps(t112) & !(t28 | t14))))
        }
        // weak-king-takes
        45 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t16 = (t11 | t9);
            any(((steps(t8) & !((t8 | t9) | ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)))) & t11))
        }
        // weak-king-ring
        46 => {
            let t16 = (((bit(m0) | bit(m1)) | bit(m2)) | bit(m4));
            count((steps(bit(m3)) & (bishop(m1, t16) | bishop(m2, t16))))
        }
        // strong-bishop-safe-moves-least
        47 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            let t98 = (t11 | (steps(t8) | bishop(m4, (((t6 | t7) | t8) | t9))));
            least(count((bishop(m1, t13) & !t98)), count((bishop(m2, t13) & !t98)))
        }
        // strong-bishop-kept-moves-sum
        48 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            let t15 = steps(t5);
            let t26 = bishop(m4, (((t6 | t7) | t8) | t9));
            plus(count((((bishop(m1, t13) & !t11) & t15) & !t26)), count((((bishop(m2, t13) & !t11) & t15) & !t26)))
        }
        // strong-bishop-takes-most
        49 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t13 = ((((bit(m0) | t6) | t7) | t8) | t9);
            let t14 = (t8 | t9);
            let t30 = (steps(t8) | bishop(m4, (((t6 | t7) | t8) | t9)));
            most(count(((bishop(m1, t13) & t14) & !t30)), count(((bishop(m2, t13) & t14) & !t30)))
        }
        // strong-bishop-safe-checks-most
        50 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            let t98 = (t11 | (steps(t8) | bishop(m4, (((t6 | t7) | t8) | t9))));
            most(count(((bishop(m1, t13) & bishop(m3, (t13 & !(t6 | 0)))) & !t98)), count(((bishop(m2, t13) & bishop(m3, (t13 & !(t7 | 0)))) & !t98)))
        }
        // strong-bishop-weak-bishop-forks-most
        51 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | t6) | t7);
            let t13 = ((t11 | t8) | t9);
            let t98 = (t11 | (steps(t8) | bishop(m4, (((t6 | t7) | t8) | t9))));
            most(count((((bishop(m1, t13) & !t98) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8))))), count((((bishop(m2, t13) & !t98) & bishop(m3, (t13 & !(t7 | 0)))) & bishop(m4, (t13 & !(t7 | t8))))))
        }
        // strong-bishop-weak-bishop-hits-most
        52 => {
            let t9 = bit(m4);
            let t16 = (((bit(m0) | bit(m1)) | bit(m2)) | t9);
            most(any((bishop(m1, t16) & t9)), any((bishop(m2, t16) & t9)))
        }
        // strong-bishop-attacked-most
        53 => {
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t30 = (steps(t8) | bishop(m4, (((t6 | t7) | t8) | bit(m4))));
            most(any((t6 & t30)), any((t7 & t30)))
        }
        // strong-bishop-hangs-least
        54 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t15 = steps(t5);
            let t16 = (((t5 | t6) | t7) | t9);
            let t30 = (steps(t8) | bishop(m4, (((t6 | t7) | t8) | t9)));
            least(any(((t6 & t30) & !(t15 | bishop(m2, t16)))), any(((t7 & t30) & !(t15 | bishop(m1, t16)))))
        }
        // strong-bishop-discovers-most
        55 => {
            let t8 = bit(m3);
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | bit(m4));
            let t202 = (t13 & !t11);
            most(any(((bishop(m1, t202) & t8) & !bishop(m1, t13))), any(((bishop(m2, t202) & t8) & !bishop(m2, t13))))
        }
        // strong-bishop-cuts-least
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
            least(count((((t21 & t18) & !(t15 | t20)) & !t14)), count((((t21 & t20) & !(t15 | t18)) & !t14)))
        }
        // strong-bishop-cuts-most
        58 => {
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
        // weak-bishop-safe-moves
        59 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t16 = (t11 | t9);
            count((bishop(m4, ((t11 | t8) | t9)) & !((t8 | t9) | ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)))))
        }
        // weak-bishop-kept-moves
        60 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((bit(m0) | bit(m1)) | bit(m2));
            let t16 = (t11 | t9);
            count((((bishop(m4, ((t11 | t8) | t9)) & !(t8 | t9)) & steps(t8)) & !(bishop(m1, t16) | bishop(m2, t16))))
        }
        // weak-bishop-moves
        61 => {
            let t8 = bit(m3);
            let t9 = bit(m4);
            count((bishop(m4, ((((bit(m0) | bit(m1)) | bit(m2)) | t8) | t9)) & !(t8 | t9)))
        }
        // weak-bishop-safe-checks
        62 => {
            let t5 = bit(m0);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t11 = ((t5 | bit(m1)) | bit(m2));
            let t13 = ((t11 | t8) | t9);
            let t16 = (t11 | t9);
            count(((bishop(m4, t13) & bishop(m0, (t13 & !(t9 | 0)))) & !((t8 | t9) | ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)))))
        }
        // weak-bishop-attacked
        63 => {
            let t5 = bit(m0);
            let t9 = bit(m4);
            let t16 = (((t5 | bit(m1)) | bit(m2)) | t9);
            any((t9 & ((steps(t5) | bishop(m1, t16)) | bishop(m2, t16))))
        }
        // weak-bishop-cuts
        65 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            count((((steps(t5) & bishop(m4, (((t6 | t7) | t8) | bit(m4)))) & !steps(t8)) & !((t5 | t6) | t7)))
        }
        // strong-king-walk-weak-bishop
        66 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            walk(t5, steps(t9), !((steps(t8) | bishop(m4, (((t6 | t7) | t8) | t9))) | ((t5 | t6) | t7)))
        }
        // strong-king-walk-kings
        67 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t21 = steps(t8);
            walk(t5, steps(t21), !((t21 | bishop(m4, (((t6 | t7) | t8) | bit(m4)))) | ((t5 | t6) | t7)))
        }
        // weak-king-walk-strong-bishop-least
        68 => {
            let t5 = bit(m0);
            let t6 = bit(m1);
            let t7 = bit(m2);
            let t8 = bit(m3);
            let t9 = bit(m4);
            let t16 = (((t5 | t6) | t7) | t9);
            let t116 = (((steps(t5) | bishop(m1, t16)) | bishop(m2, t16)) | (t8 | t9));
            least(walk(t8, steps(t6), !t116), walk(t8, steps(t7), !t116))
        }
        // weak-king-walk-weak-bishop
        69 => {
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
    let mut set = colour[1 - first] & kind[2];
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
    let t20 = bishop(m2, t16);
    let t21 = steps(t8);
    let t27 = (t15 | t18);
    let t28 = (t27 | t20);
    let t47 = light(m1);
    let t48 = light(m2);
    let t75 = equal(t47, t48);
    let t245 = (t9 & t28);
    if (t245 & !t21) != 0 {
        if t75 > 0 {
            return true;
        }
        if to_move > 0 {
            let t14 = (t8 | t9);
            let t22 = (t6 | t7);
            let t23 = (t22 | t8);
            let t24 = (t23 | t9);
            let t26 = bishop(m4, t24);
            let t30 = (t21 | t26);
            let t110 = (t14 | t28);
            let t112 = (t21 & !t110);
            let t116 = (t28 | t14);
            let t118 = steps(t112);
            let t119 = (t118 & !t116);
            let t120 = (t112 | t119);
            let t121 = count(t120);
            let t122 = (t112 & t11);
            let t123 = any(t122);
            if least(any(((t6 & t30) & !(t15 | t20))), any(((t7 & t30) & !t27))) > 0 {
                if least(offset(m1, m4), offset(m2, m4)) > 0 {
                    return true;
                }
                return further(36, m0, m1, m2, m3, m4, to_move);
            }
            let t57 = distance(m1, m3);
            let t58 = distance(m2, m3);
            let t59 = least(t57, t58);
            let t113 = count(t112);
            if t123 <= 0 {
                if t113 <= 0 {
                    return further(58, m0, m1, m2, m3, m4, to_move);
                }
                if t59 <= 1 {
                    return further(101, m0, m1, m2, m3, m4, to_move);
                }
                if t113 <= 1 {
                    return further(166, m0, m1, m2, m3, m4, to_move);
                }
                if t121 > 2 {
                    return false;
                }
                return further(251, m0, m1, m2, m3, m4, to_move);
            }
            let t12 = (t11 | t8);
            let t13 = (t12 | t9);
            if (((bishop(m4, t13) & !t14) & t21) & !(t18 | t20)) == 0 {
                return further(60, m0, m1, m2, m3, m4, to_move);
            }
            let t17 = bishop(m1, t13);
            let t19 = bishop(m2, t13);
            let t142 = (t17 & t14);
            let t144 = (t142 & !t30);
            let t145 = count(t144);
            let t146 = (t19 & t14);
            let t147 = (t146 & !t30);
            let t148 = count(t147);
            let t149 = most(t145, t148);
            if offset(m3, m4) <= 0 {
                return further(104, m0, m1, m2, m3, m4, to_move);
            }
            if t149 <= 0 {
                return further(170, m0, m1, m2, m3, m4, to_move);
            }
            if equal(light(m3), light(m4)) > 0 {
                return true;
            }
            if t121 > 1 {
                return false;
            }
            return further(356, m0, m1, m2, m3, m4, to_move);
        }
        let t31 = (t18 | t20);
        if (t8 & t31) != 0 {
            let t14 = (t8 | t9);
            if ((t21 & !(t14 | t28)) & t11) != 0 {
                return true;
            }
            let t13 = ((t11 | t8) | t9);
            let t22 = (t6 | t7);
            let t23 = (t22 | t8);
            let t24 = (t23 | t9);
            let t26 = bishop(m4, t24);
            let t30 = (t21 | t26);
            if most(count(((bishop(m1, t13) & t14) & !t30)), count(((bishop(m2, t13) & t14) & !t30))) > 1 {
                if (t15 & !(t11 | t30)) != 0 {
                    return true;
                }
                return further(98, m0, m1, m2, m3, m4, to_move);
            }
            let t116 = (t28 | t14);
            if walk(t8, steps(t9), !t116) <= 1 {
                return further(96, m0, m1, m2, m3, m4, to_move);
            }
            if least(walk(t8, steps(t6), !t116), walk(t8, steps(t7), !t116)) <= 1 {
                return further(160, m0, m1, m2, m3, m4, to_move);
            }
            if equal(light(m3), light(m4)) > 0 {
                return further(244, m0, m1, m2, m3, m4, to_move);
            }
            return false;
        }
        if slant(m0, m3) > 2 {
            return true;
        }
        let t22 = (t6 | t7);
        let t23 = (t22 | t8);
        let t24 = (t23 | t9);
        let t26 = bishop(m4, t24);
        let t30 = (t21 | t26);
        let t98 = (t11 | t30);
        if offset(m0, m3) > 1 {
            let t13 = ((t11 | t8) | t9);
            if most(count((((bishop(m1, t13) & !t98) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8))))), count((((bishop(m2, t13) & !t98) & bishop(m3, (t13 & !(t7 | 0)))) & bishop(m4, (t13 & !(t7 | t8)))))) > 0 {
                return further(95, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if least(slant(m1, m4), slant(m2, m4)) <= 0 {
            if (t15 & !t98) != 0 {
                return true;
            }
            return further(154, m0, m1, m2, m3, m4, to_move);
        }
        let t12 = (t11 | t8);
        let t13 = (t12 | t9);
        let t14 = (t8 | t9);
        let t25 = bishop(m4, t13);
        let t110 = (t14 | t28);
        let t124 = (t21 & t31);
        let t125 = count(t124);
        let t230 = (t25 & !t110);
        let t231 = count(t230);
        if count((t21 & !t110)) <= 1 {
            return further(155, m0, m1, m2, m3, m4, to_move);
        }
        if t231 <= 1 {
            return further(237, m0, m1, m2, m3, m4, to_move);
        }
        if t125 > 2 {
            return true;
        }
        return further(333, m0, m1, m2, m3, m4, to_move);
    }
    let t14 = (t8 | t9);
    let t22 = (t6 | t7);
    let t23 = (t22 | t8);
    let t24 = (t23 | t9);
    let t26 = bishop(m4, t24);
    let t30 = (t21 | t26);
    let t98 = (t11 | t30);
    let t110 = (t14 | t28);
    let t112 = (t21 & !t110);
    if t75 > 0 {
        let t116 = (t28 | t14);
        let t118 = steps(t112);
        let t119 = (t118 & !t116);
        let t120 = (t112 | t119);
        let t121 = count(t120);
        if count((t15 & !t98)) <= 1 {
            if equal(light(m0), light(m4)) > 0 {
                return further(16, m0, m1, m2, m3, m4, to_move);
            }
            return true;
        }
        if t121 > 2 {
            return true;
        }
        if lead(distance(m0, m4), distance(m3, m4)) > 8 {
            return further(31, m0, m1, m2, m3, m4, to_move);
        }
        return true;
    }
    let t12 = (t11 | t8);
    let t13 = (t12 | t9);
    let t17 = bishop(m1, t13);
    let t19 = bishop(m2, t13);
    let t113 = count(t112);
    if distance(m0, m3) > 2 {
        if most(count((((t17 & !t98) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8))))), count((((t19 & !t98) & bishop(m3, (t13 & !(t7 | 0)))) & bishop(m4, (t13 & !(t7 | t8)))))) > 0 {
            if least(distance(m1, m3), distance(m2, m3)) <= 1 {
                return further(28, m0, m1, m2, m3, m4, to_move);
            }
            if to_move > 0 {
                if distance(m3, m4) > 1 {
                    return further(88, m0, m1, m2, m3, m4, to_move);
                }
                return further(87, m0, m1, m2, m3, m4, to_move);
            }
            let t102 = (t30 | t11);
            let t255 = steps(t9);
            let t256 = walk(t5, t255, !t102);
            if most(slant(m1, m4), slant(m2, m4)) <= 1 {
                return further(85, m0, m1, m2, m3, m4, to_move);
            }
            if t256 > 1 {
                return true;
            }
            return further(144, m0, m1, m2, m3, m4, to_move);
        }
        if t113 > 3 {
            let t25 = bishop(m4, t13);
            let t199 = (t14 & !t8);
            let t202 = (t13 & !t11);
            let t212 = (t18 & !t17);
            let t213 = (t212 & t199);
            let t214 = count(t213);
            let t215 = (t20 & !t19);
            let t216 = (t215 & t199);
            let t217 = count(t216);
            let t218 = most(t214, t217);
            let t230 = (t25 & !t110);
            let t231 = count(t230);
            if most(any(((bishop(m1, t202) & t8) & !t17)), any(((bishop(m2, t202) & t8) & !t19))) > 0 {
                return further(48, m0, m1, m2, m3, m4, to_move);
            }
            if t218 > 0 {
                return further(82, m0, m1, m2, m3, m4, to_move);
            }
            if t231 > 4 {
                if most(slant(m1, m4), slant(m2, m4)) <= 5 {
                    return true;
                }
                if colour_corner(m3, m4) > 1 {
                    return true;
                }
                if count((t15 & t26)) > 1 {
                    return further(434, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            if distance(m3, m4) > 4 {
                return true;
            }
            if walk(t5, steps(t21), !(t30 | t11)) > 1 {
                return true;
            }
            if to_move <= 0 {
                return true;
            }
            if colour_corner(m3, m4) <= 1 {
                return further(555, m0, m1, m2, m3, m4, to_move);
            }
            if t231 > 1 {
                return true;
            }
            return further(667, m0, m1, m2, m3, m4, to_move);
        }
        let t82 = colour_corner(m3, m4);
        if t82 > 6 {
            if to_move <= 0 {
                if (t8 & (t18 | t20)) != 0 {
                    return further(133, m0, m1, m2, m3, m4, to_move);
                }
                return true;
            }
            let t116 = (t28 | t14);
            if count((t112 | (steps(t112) & !t116))) > 5 {
                if least(slant(m1, m3), slant(m2, m3)) > 0 {
                    return true;
                }
                return further(218, m0, m1, m2, m3, m4, to_move);
            }
            let t77 = distance(m3, m4);
            if t77 <= 1 {
                return further(216, m0, m1, m2, m3, m4, to_move);
            }
            if lead(distance(m0, m4), t77) > 8 {
                return true;
            }
            if walk(t8, steps(t15), !t116) > 1 {
                return further(432, m0, m1, m2, m3, m4, to_move);
            }
            return further(431, m0, m1, m2, m3, m4, to_move);
        }
        if offset(m3, m4) <= 0 {
            if (((bishop(m4, t13) & !t14) & t21) & !(t18 | t20)) != 0 {
                if walk(t8, steps(t15), !(t28 | t14)) > 1 {
                    return true;
                }
                return further(212, m0, m1, m2, m3, m4, to_move);
            }
            let t34 = corner(m0);
            if most(any((t18 & t9)), any((t20 & t9))) > 0 {
                return further(211, m0, m1, m2, m3, m4, to_move);
            }
            if t34 <= 2 {
                return true;
            }
            if offset(m0, m3) > 2 {
                return true;
            }
            if t82 <= 1 {
                return further(539, m0, m1, m2, m3, m4, to_move);
            }
            if equal(light(m3), light(m4)) > 0 {
                return true;
            }
            return further(648, m0, m1, m2, m3, m4, to_move);
        }
        if to_move <= 0 {
            return true;
        }
        if walk(t8, steps(t15), !(t28 | t14)) > 1 {
            let t102 = (t30 | t11);
            if walk(t5, steps(t9), !t102) > 1 {
                if walk(t5, steps(t21), !t102) > 1 {
                    return true;
                }
                return further(426, m0, m1, m2, m3, m4, to_move);
            }
            let t202 = (t13 & !t11);
            if most(any(((bishop(m1, t202) & t8) & !t17)), any(((bishop(m2, t202) & t8) & !t19))) > 0 {
                return false;
            }
            return true;
        }
        if slant(m3, m4) <= 0 {
            return further(310, m0, m1, m2, m3, m4, to_move);
        }
        if corner(m0) <= 2 {
            return true;
        }
        if least(distance(m1, m3), distance(m2, m3)) <= 1 {
            return further(547, m0, m1, m2, m3, m4, to_move);
        }
        if least(slant(m1, m3), slant(m2, m3)) > 0 {
            return further(659, m0, m1, m2, m3, m4, to_move);
        }
        return further(658, m0, m1, m2, m3, m4, to_move);
    }
    let t79 = slant(m3, m4);
    if t113 <= 1 {
        if count((t21 & (t18 | t20))) > 2 {
            if edge(m3) > 0 {
                return further(40, m0, m1, m2, m3, m4, to_move);
            }
            return further(39, m0, m1, m2, m3, m4, to_move);
        }
        if to_move <= 0 {
            let t116 = (t28 | t14);
            let t118 = steps(t112);
            let t119 = (t118 & !t116);
            let t120 = (t112 | t119);
            let t121 = count(t120);
            if (t112 & t11) != 0 {
                return true;
            }
            if t121 > 2 {
                return further(107, m0, m1, m2, m3, m4, to_move);
            }
            return further(106, m0, m1, m2, m3, m4, to_move);
        }
        if t79 <= 0 {
            return further(64, m0, m1, m2, m3, m4, to_move);
        }
        let t33 = edge(m0);
        if least(count((((t21 & t18) & !(t15 | t20)) & !t14)), count((((t21 & t20) & !t27) & !t14))) > 0 {
            return further(111, m0, m1, m2, m3, m4, to_move);
        }
        if t33 > 1 {
            return further(181, m0, m1, m2, m3, m4, to_move);
        }
        return further(180, m0, m1, m2, m3, m4, to_move);
    }
    if t79 <= 0 {
        if to_move > 0 {
            let t52 = distance(m0, m4);
            if t52 <= 1 {
                return further(71, m0, m1, m2, m3, m4, to_move);
            }
            if most(count((((t17 & !t98) & bishop(m3, (t13 & !(t6 | 0)))) & bishop(m4, (t13 & !(t6 | t8))))), count((((t19 & !t98) & bishop(m3, (t13 & !(t7 | 0)))) & bishop(m4, (t13 & !(t7 | t8)))))) > 0 {
                return further(123, m0, m1, m2, m3, m4, to_move);
            }
            let t77 = distance(m3, m4);
            if lead(t52, t77) <= 9 {
                if t77 > 2 {
                    return true;
                }
                return further(288, m0, m1, m2, m3, m4, to_move);
            }
            if walk(t8, steps(t9), !(t28 | t14)) > 4 {
                return true;
            }
            if least(lead(distance(m0, m1), distance(m3, m1)), lead(distance(m0, m2), distance(m3, m2))) > 8 {
                return further(397, m0, m1, m2, m3, m4, to_move);
            }
            return further(396, m0, m1, m2, m3, m4, to_move);
        }
        if (((t15 & t26) & !t21) & !t11) != 0 {
            if t245 != 0 {
                return further(119, m0, m1, m2, m3, m4, to_move);
            }
            return further(118, m0, m1, m2, m3, m4, to_move);
        }
        let t100 = (t15 & !t98);
        let t101 = count(t100);
        if most(count((((t21 & t18) & !(t15 | t20)) & !t14)), count((((t21 & t20) & !t27) & !t14))) <= 1 {
            if t101 > 0 {
                return true;
            }
            return further(190, m0, m1, m2, m3, m4, to_move);
        }
        let t199 = (t14 & !t8);
        if most(count(((t18 & !t17) & t199)), count(((t20 & !t19) & t199))) > 0 {
            return further(192, m0, m1, m2, m3, m4, to_move);
        }
        if t101 > 1 {
            return true;
        }
        return further(280, m0, m1, m2, m3, m4, to_move);
    }
    let t202 = (t13 & !t11);
    let t203 = bishop(m1, t202);
    let t204 = (t203 & t8);
    let t205 = (t204 & !t17);
    let t206 = any(t205);
    let t207 = bishop(m2, t202);
    let t208 = (t207 & t8);
    let t209 = (t208 & !t19);
    let t210 = any(t209);
    let t211 = most(t206, t210);
    if distance(m3, m4) <= 1 {
        if to_move > 0 {
            if offset(m0, m3) > 1 {
                return further(127, m0, m1, m2, m3, m4, to_move);
            }
            if t245 != 0 {
                return further(205, m0, m1, m2, m3, m4, to_move);
            }
            return further(204, m0, m1, m2, m3, m4, to_move);
        }
        if (t8 & (t18 | t20)) != 0 {
            return further(125, m0, m1, m2, m3, m4, to_move);
        }
        if colour_corner(m0, m4) > 0 {
            return true;
        }
        return further(202, m0, m1, m2, m3, m4, to_move);
    }
    let t42 = distance(m0, m1);
    let t43 = distance(m0, m2);
    let t83 = distance(m3, m1);
    let t84 = lead(t42, t83);
    let t85 = distance(m3, m2);
    let t86 = lead(t43, t85);
    let t89 = plus(t84, t86);
    if t211 > 0 {
        return further(76, m0, m1, m2, m3, m4, to_move);
    }
    if t89 > 18 {
        return true;
    }
    if t113 <= 2 {
        let t60 = slant(m1, m3);
        let t61 = slant(m2, m3);
        if most(t60, t61) <= 1 {
            return further(300, m0, m1, m2, m3, m4, to_move);
        }
        if most(count((((t21 & t18) & !(t15 | t20)) & !t14)), count((((t21 & t20) & !t27) & !t14))) > 1 {
            return true;
        }
        if corner(m0) <= 1 {
            return further(530, m0, m1, m2, m3, m4, to_move);
        }
        if to_move > 0 {
            let t88 = most(t84, t86);
            if count((((bishop(m4, t13) & !t14) & t21) & !(t18 | t20))) > 1 {
                return further(751, m0, m1, m2, m3, m4, to_move);
            }
            if t88 > 8 {
                return further(846, m0, m1, m2, m3, m4, to_move);
            }
            return further(845, m0, m1, m2, m3, m4, to_move);
        }
        if least(t60, t61) <= 0 {
            return further(748, m0, m1, m2, m3, m4, to_move);
        }
        if walk(t8, steps(t9), !(t28 | t14)) > 2 {
            return true;
        }
        return further(844, m0, m1, m2, m3, m4, to_move);
    }
    let t100 = (t15 & !t98);
    if count((t100 | (steps(t100) & !(t30 | t11)))) <= 6 {
        if t89 > 17 {
            return true;
        }
        let t39 = corner(m3);
        if t100 == 0 {
            return further(532, m0, m1, m2, m3, m4, to_move);
        }
        if t39 > 1 {
            return true;
        }
        return further(643, m0, m1, m2, m3, m4, to_move);
    }
    if to_move <= 0 {
        return true;
    }
    if most(count((((t21 & t18) & !(t15 | t20)) & !t14)), count((((t21 & t20) & !t27) & !t14))) > 0 {
        return true;
    }
    if edge(m3) > 0 {
        return true;
    }
    if least(slant(m1, m3), slant(m2, m3)) <= 1 {
        return further(755, m0, m1, m2, m3, m4, to_move);
    }
    if count((t112 | (steps(t112) & !(t28 | t14)))) > 3 {
        return true;
    }
    return further(851, m0, m1, m2, m3, m4, to_move);
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
        b"KBBKB learned\0".as_ptr().cast()
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
