//! KPKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  14872176
//! draws      4970180
//! spotted    2970888 (59.774 %)
//! incorrect  0
//! size       1216 leaves, 2043 bytes packed
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
pub const LEAVES: usize = 1216;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2043;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 4970180;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 2970888;

/// The question of each branch.
static QUESTIONS: [u8; 1215] = [
    156, 219, 219, 165, 82, 175, 95, 164, 247, 180, 59, 99, 251, 181, 39, 170, 34, 34, 196, 188,
    178, 165, 147, 95, 163, 25, 172, 92, 94, 209, 83, 134, 57, 247, 170, 103, 52, 74, 248, 186,
    253, 212, 61, 181, 190, 94, 97, 14, 252, 15, 179, 179, 32, 36, 155, 95, 190, 97, 247, 106,
    196, 58, 33, 100, 39, 34, 253, 178, 97, 105, 97, 173, 223, 157, 94, 203, 15, 54, 216, 216,
    84, 146, 93, 100, 149, 99, 58, 240, 171, 217, 178, 203, 82, 172, 58, 94, 35, 40, 74, 97,
    207, 255, 255, 195, 35, 131, 166, 44, 184, 186, 90, 108, 141, 171, 228, 248, 131, 236, 15,
    170, 166, 72, 72, 249, 124, 138, 115, 169, 90, 51, 68, 246, 38, 38, 38, 40, 37, 201, 97,
    246, 39, 100, 211, 255, 17, 99, 216, 176, 65, 231, 113, 172, 94, 74, 28, 172, 224, 197, 172,
    82, 188, 244, 232, 236, 52, 56, 52, 114, 135, 23, 35, 184, 7, 216, 76, 248, 34, 184, 200,
    106, 114, 40, 229, 209, 106, 237, 87, 39, 66, 58, 145, 255, 218, 111, 140, 67, 46, 37, 240,
    87, 87, 157, 66, 68, 208, 33, 11, 45, 221, 149, 120, 241, 37, 38, 149, 234, 7, 20, 189, 178,
    253, 94, 32, 224, 235, 216, 58, 239, 97, 106, 11, 231, 52, 97, 36, 60, 31, 217, 168, 96, 78,
    64, 94, 178, 243, 83, 155, 184, 238, 48, 145, 175, 188, 139, 54, 118, 225, 6, 48, 184, 166,
    99, 129, 89, 82, 205, 90, 96, 69, 168, 90, 5, 181, 185, 143, 126, 100, 247, 137, 97, 68, 60,
    16, 235, 85, 93, 172, 197, 52, 112, 79, 29, 97, 159, 148, 87, 52, 57, 253, 142, 170, 170,
    49, 29, 37, 209, 29, 119, 93, 180, 145, 99, 142, 31, 69, 43, 65, 95, 163, 239, 58, 131, 51,
    171, 178, 171, 24, 84, 36, 36, 231, 242, 49, 244, 175, 102, 26, 178, 24, 65, 80, 46, 167,
    166, 203, 65, 38, 11, 192, 127, 202, 139, 122, 93, 83, 245, 55, 100, 99, 231, 79, 39, 28,
    192, 225, 206, 218, 177, 217, 3, 49, 83, 82, 139, 181, 38, 128, 44, 60, 205, 62, 54, 166,
    40, 131, 112, 11, 17, 199, 211, 179, 33, 118, 16, 182, 98, 111, 117, 109, 50, 122, 26, 141,
    34, 207, 58, 184, 16, 234, 121, 79, 209, 180, 93, 37, 158, 47, 99, 35, 203, 168, 181, 49,
    38, 246, 52, 254, 42, 19, 129, 89, 196, 72, 88, 191, 82, 173, 14, 39, 20, 43, 94, 60, 149,
    58, 24, 62, 235, 127, 33, 116, 192, 39, 47, 127, 208, 184, 119, 174, 50, 172, 67, 155, 64,
    29, 183, 135, 39, 55, 43, 107, 2, 252, 65, 235, 39, 95, 113, 97, 187, 93, 95, 184, 140, 161,
    63, 112, 107, 61, 141, 210, 228, 89, 155, 92, 242, 48, 18, 11, 11, 18, 25, 52, 88, 130, 29,
    132, 37, 180, 144, 186, 145, 234, 66, 0, 29, 102, 242, 141, 193, 74, 178, 182, 196, 74, 177,
    142, 40, 139, 208, 34, 138, 52, 232, 178, 236, 79, 181, 61, 11, 94, 56, 52, 17, 127, 28, 48,
    26, 244, 33, 12, 177, 180, 141, 70, 167, 16, 6, 13, 32, 123, 57, 167, 215, 118, 188, 32, 68,
    100, 231, 245, 130, 172, 29, 104, 188, 68, 130, 200, 29, 202, 97, 248, 29, 66, 248, 87, 18,
    172, 61, 109, 212, 9, 180, 28, 112, 246, 157, 7, 171, 11, 146, 230, 3, 247, 75, 88, 29, 31,
    20, 149, 180, 149, 209, 99, 149, 161, 64, 43, 143, 99, 7, 27, 40, 103, 39, 66, 172, 128,
    198, 35, 53, 83, 26, 253, 236, 20, 230, 97, 194, 77, 175, 91, 104, 72, 39, 145, 59, 178, 63,
    38, 95, 39, 15, 186, 236, 110, 235, 108, 29, 179, 104, 188, 186, 94, 254, 167, 171, 54, 63,
    30, 175, 13, 107, 175, 246, 33, 107, 17, 47, 96, 42, 59, 29, 85, 117, 112, 40, 9, 62, 114,
    138, 170, 99, 42, 70, 150, 8, 152, 8, 190, 144, 194, 180, 121, 34, 121, 97, 234, 66, 146,
    44, 146, 163, 196, 77, 99, 137, 241, 245, 235, 34, 135, 11, 33, 125, 56, 46, 39, 42, 236,
    52, 32, 239, 109, 231, 63, 105, 86, 95, 202, 33, 217, 218, 95, 182, 68, 186, 94, 167, 204,
    95, 218, 188, 166, 57, 67, 117, 245, 217, 122, 5, 52, 9, 65, 47, 80, 6, 113, 65, 47, 34, 18,
    75, 157, 125, 51, 27, 218, 87, 41, 13, 237, 65, 41, 133, 69, 116, 211, 213, 186, 117, 99,
    180, 234, 97, 87, 42, 99, 65, 129, 151, 109, 185, 11, 182, 47, 20, 131, 6, 122, 78, 99, 172,
    89, 178, 125, 4, 57, 2, 97, 97, 19, 137, 31, 60, 137, 176, 189, 27, 38, 236, 30, 28, 118,
    146, 49, 188, 97, 90, 204, 109, 127, 95, 135, 188, 140, 107, 227, 94, 234, 253, 163, 68,
    243, 199, 21, 152, 52, 79, 6, 81, 159, 210, 185, 8, 153, 165, 24, 104, 35, 189, 110, 22,
    152, 212, 186, 63, 180, 212, 36, 118, 99, 161, 150, 169, 8, 48, 77, 69, 61, 86, 140, 9, 58,
    253, 12, 162, 62, 2, 170, 193, 79, 188, 96, 30, 144, 43, 30, 181, 76, 173, 109, 101, 68, 66,
    151, 188, 226, 155, 203, 141, 245, 237, 2, 11, 26, 221, 140, 24, 163, 107, 52, 70, 45, 159,
    102, 210, 8, 1, 98, 158, 40, 16, 132, 62, 73, 191, 147, 20, 185, 250, 35, 190, 6, 37, 12,
    151, 90, 221, 159, 35, 77, 126, 31, 31, 82, 51, 70, 11, 58, 158, 140, 246, 32, 32, 11, 93,
    218, 175, 135, 193, 158, 237, 184, 192, 16, 13, 211, 52, 113, 98, 46, 39, 235, 185, 185,
    134, 75, 70, 194, 235, 98, 8, 36, 21, 97, 8, 149, 98, 133, 214, 50, 77, 98, 31, 220, 5, 222,
    2, 115, 80, 152, 26, 147, 28, 185, 235, 75, 227, 85, 175, 7, 143, 32, 108, 15, 181, 175,
    108, 227, 234, 16, 58, 179, 242, 181, 86, 158, 184, 151, 45, 1, 154, 245, 145, 212, 8, 133,
    77, 30, 70, 77, 185, 71, 69, 76, 161, 5, 27, 152, 8, 69, 43, 98, 63, 71, 191, 69, 159, 81,
    24, 8, 246, 132, 30, 209, 162, 4, 235, 25, 172, 155, 231, 178, 52, 89, 29, 179, 100, 160,
    46, 15, 249, 0, 36, 71, 76, 150, 2, 5, 147, 8, 233, 10, 241, 19, 213, 28, 162, 77, 201, 77,
    24, 212, 43, 51, 75, 136, 35, 184, 236, 95, 207, 15, 5, 13, 99, 181, 138, 97, 8, 118, 71,
    77, 184, 97, 184, 34, 231, 77, 21, 229, 98, 8, 114, 0, 227, 222, 137, 76, 139, 245, 181, 62,
    97, 222, 0, 101, 24, 24, 163, 133, 200, 34, 116, 185, 8, 185, 8, 30, 222, 47, 15, 15, 190,
    110, 142, 110, 81, 213, 43, 97, 145, 159, 75, 184, 122, 89, 101, 30, 185, 180, 160, 77, 159,
    180, 43, 75, 180, 243, 89, 3, 91, 110,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 256] = [
    1, 2, 2, 3, 5, 0, 1, 2, 2, 3, 5, 1, 2, 2, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 1, 2, 3, 4, 5, 0, 1,
    2, 1, 2, 3, 4, 5, 6, 0, 1, 2, 4, 1, 2, 3, 4, 0, 1, 2, 6, 7, 8, 9, 10, 11, 13, 3, 6, 7, 8, 9,
    10, 0, 0, 1, 0, 0, 1, 0, 4, 5, 7, 0, 13, 0, 3, 6, 6, 7, 10, 13, 18, 0, 0, 1, 3, 1, 3, 5, 1,
    2, 3, 1, 2, 3, 4, 5, 0, 1, 0, 0, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 4, 3, 4, 5, 6, 7, 9, 10, 11,
    12, 0, 2, 3, 3, 4, 5, 8, 1, 2, 6, 2, 3, 4, 5, 1, 3, 4, 5, 1, 2, 3, 4, 4, 5, 6, 7, 8, 11, 0,
    1, 2, 3, 4, 5, 7, 8, 9, 0, 1, 2, 5, 6, 7, 8, 9, 10, 11, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 0,
    1, 2, 3, 4, 5, 0, 1, 0, 1, 0, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 3, 6, 8, 0,
    1, 2, 3, 4, 5, 4, 6, 7, 8, 9, 11, 1, 2, 3, 1, 2, 3, 5, 4, 5, 7, 8, 9, 10, 0, 1, 2, 3, 5, 4,
    5, 6, 9, 10, 4, 5, 6, 7, 9, 10, 12, 5, 6, 7, 8, 9,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0xc102444121086924, 0x1201423a125c2f36, 0x350c810248208889, 0x0810841120824421,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 17, 41, 58,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 38] = [
    0xdaf7db7fefffffff, 0xffdff6d33ad2d7ff, 0xb9feeedbde97ffed, 0xafed2fdd6bff3fef,
    0x0e77421555cdfbea, 0xddba9ba7d9f8ffff, 0xe9f6ed59dc72639e, 0x4ae4ffc4ec73b9eb,
    0x0ce5a12288e6a79d, 0x6a876659aaa725b1, 0xb7b7f6c49ba45bea, 0x0752286b5035894a,
    0x56cb3c01c0c09873, 0x4b3df023f6992826, 0x2f7890bf5574cf7f, 0xbe7fde45a426084a,
    0x70d0bd8bc76c4cb2, 0xa868099bf1a9a165, 0xe8c8129534048840, 0x4706717cc7a3af6f,
    0x1d94fe04044594f0, 0x6bf952b5a41abaca, 0x7a6f26b9a219be27, 0x002646c857af4580,
    0x3f3d1fe9f5c0a0a4, 0x144f495512240a94, 0x541581098e2db650, 0x5010a3c5d8af9c3f,
    0x1c255d125c131214, 0xcf6d55bdf7e4b411, 0x089a0694e12c0066, 0xdbfb10daa5e2a966,
    0x8d122e81e03404a3, 0xe286e92e31924901, 0x4a92180e49224924, 0x4d888a831247800e,
    0x0923d64248807286, 0x010c2007d50011b4,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 38] = [
    0, 56, 104, 153, 202, 237, 284, 323, 362, 391, 423, 462, 487, 513, 544, 583, 615, 647, 676,
    696, 732, 758, 792, 827, 851, 885, 908, 933, 964, 988, 1026, 1047, 1082, 1105, 1131, 1152,
    1174, 1196,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 19] = [
    0x0946910003063100, 0x4502a48005ab2d20, 0xc6d49589036db626, 0x73174ad080990816,
    0x8299553423212ae6, 0x4ceb95f446a96227, 0xabab58c8d81d0a32, 0x5931526d5ce67ed9,
    0x6cb951a3528c1415, 0x95d428449b651693, 0x95a9cacfb57fb553, 0xad64a9ae496812a0,
    0xa25d4a1655a19b66, 0x658d7a54bda9b2ae, 0x9a0a3f47d929c696, 0xe66ae58c6a635a55,
    0x269e969c25359314, 0x44d5ad0aa66b4554, 0x5d51976662e924b4,
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
        // own-king-in-check
        22 => any((bit(m0) & hits_down(bit(m3)))),
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
            if (t79 & t18) != 0 {
                let t118 = down(t7);
                let t130 = walk(t4, t118, !0);
                let t137 = walk(t6, t118, !0);
                let t143 = lead(t130, t137);
                if t143 <= 5 {
                    return further(25, m0, m1, m2, m3);
                }
                let t82 = up(t5);
                if lead(walk(t4, t82, !0), walk(t6, t82, !0)) > 9 {
                    return further(49, m0, m1, m2, m3);
                }
                if t143 <= 6 {
                    return further(79, m0, m1, m2, m3);
                }
                if walk(t4, steps(t5), !(t18 | t8)) > 1 {
                    return further(131, m0, m1, m2, m3);
                }
                return further(130, m0, m1, m2, m3);
            }
            if t81 > 0 {
                if lead(walk(t4, t87, !0), t98) > 7 {
                    return further(46, m0, m1, m2, m3);
                }
                if t77 <= 3 {
                    return false;
                }
                if distance(m0, m3) > 2 {
                    return further(124, m0, m1, m2, m3);
                }
                return false;
            }
            if t77 > 4 {
                if t125 > 4 {
                    return further(75, m0, m1, m2, m3);
                }
                return false;
            }
            if t113 > 3 {
                if t77 > 3 {
                    return false;
                }
                if (t4 & t15) != 0 {
                    return further(194, m0, m1, m2, m3);
                }
                return false;
            }
            if t105 > 9 {
                return false;
            }
            if (t4 & t15) != 0 {
                return further(193, m0, m1, m2, m3);
            }
            if t134 <= 8 {
                return false;
            }
            if t77 > 2 {
                return further(391, m0, m1, m2, m3);
            }
            return further(390, m0, m1, m2, m3);
        }
        if t77 > 4 {
            if offset(m1, m3) > 1 {
                return further(29, m0, m1, m2, m3);
            }
            return false;
        }
        if t113 > 3 {
            if t77 > 3 {
                return further(52, m0, m1, m2, m3);
            }
            return false;
        }
        if t77 <= 1 {
            if t113 > 1 {
                return false;
            }
            let t30 = offset(m1, m3);
            if lead(ranks(m2, 0x38), t77) <= 7 {
                return false;
            }
            if t30 <= 0 {
                return further(208, m0, m1, m2, m3);
            }
            if files(m2, m1) <= 0 {
                return false;
            }
            let t140 = files(m2, m3);
            if distance(m1, m3) > 6 {
                return false;
            }
            if t140 <= 0 {
                return further(505, m0, m1, m2, m3);
            }
            if t98 <= 3 {
                return further(607, m0, m1, m2, m3);
            }
            if offset(m1, m2) > 2 {
                return further(698, m0, m1, m2, m3);
            }
            return further(697, m0, m1, m2, m3);
        }
        if t113 <= 1 {
            if t77 > 2 {
                return false;
            }
            if offset(m1, m3) <= 0 {
                return false;
            }
            let t133 = files(m0, m3);
            if lead(ranks(m0, 0x38), t77) > 12 {
                return false;
            }
            if t133 <= 0 {
                return false;
            }
            if files(m0, m1) <= 0 {
                return false;
            }
            let t26 = offset(m0, m3);
            if distance(m1, m3) > 6 {
                return false;
            }
            if t26 <= 1 {
                return further(699, m0, m1, m2, m3);
            }
            if t125 > 4 {
                return further(789, m0, m1, m2, m3);
            }
            return further(788, m0, m1, m2, m3);
        }
        let t30 = offset(m1, m3);
        if equal(light(t77), 0) > 0 {
            if t30 > 2 {
                if files(m2, m1) > 0 {
                    return further(310, m0, m1, m2, m3);
                }
                return false;
            }
            if t30 > 0 {
                if t113 > 2 {
                    return false;
                }
                if t77 > 2 {
                    return false;
                }
                return further(511, m0, m1, m2, m3);
            }
            if t77 <= 2 {
                return false;
            }
            if t113 > 2 {
                return further(510, m0, m1, m2, m3);
            }
            return false;
        }
        if t30 <= 0 {
            return further(211, m0, m1, m2, m3);
        }
        let t94 = ranks(m0, 0x38);
        let t95 = lead(t94, t77);
        let t133 = files(m0, m3);
        if distance(m1, m3) > 6 {
            return false;
        }
        if t95 > 11 {
            return false;
        }
        if t133 <= 0 {
            return further(508, m0, m1, m2, m3);
        }
        let t104 = files(m2, m1);
        if lead(ranks(m2, 0x38), t77) <= 5 {
            return further(611, m0, m1, m2, m3);
        }
        if t104 <= 0 {
            return further(703, m0, m1, m2, m3);
        }
        if files(m0, m1) <= 0 {
            return further(793, m0, m1, m2, m3);
        }
        if files(m2, m3) <= 0 {
            return further(878, m0, m1, m2, m3);
        }
        if t133 > 3 {
            return further(953, m0, m1, m2, m3);
        }
        return further(952, m0, m1, m2, m3);
    }
    if t134 > 9 {
        let t8 = (t4 | t5);
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t15 = hits_down(t7);
        if (t5 & t15) != 0 {
            if lead(distance(m0, m3), distance(m2, m3)) > 8 {
                return further(22, m0, m1, m2, m3);
            }
            return further(21, m0, m1, m2, m3);
        }
        if t113 <= 2 {
            if (down(t7) & !(t10 | (steps(t4) | hits_up(t5)))) != 0 {
                return false;
            }
            return further(38, m0, m1, m2, m3);
        }
        if (t79 & t15) != 0 {
            return further(40, m0, m1, m2, m3);
        }
        if (t115 & t10) != 0 {
            return further(70, m0, m1, m2, m3);
        }
        if walk(t4, (t87 | steps(t87)), !((steps(t6) | t15) | t8)) > 1 {
            if lead(ranks(m2, 0), t113) > 4 {
                return false;
            }
            return further(183, m0, m1, m2, m3);
        }
        let t82 = up(t5);
        if lead(walk(t4, t82, !0), walk(t6, t82, !0)) > 8 {
            return further(182, m0, m1, m2, m3);
        }
        if offset(m1, m3) > 2 {
            return further(271, m0, m1, m2, m3);
        }
        return false;
    }
    let t88 = walk(t4, t87, !0);
    let t107 = lead(t88, t98);
    if t107 <= 9 {
        if t107 > 8 {
            let t29 = distance(m1, m3);
            if t29 > 3 {
                if lead(t125, walk(t6, t124, !0)) > 7 {
                    return further(60, m0, m1, m2, m3);
                }
                if walk(t4, (t87 | steps(t87)), !((steps(t6) | hits_down(t7)) | (t4 | t5))) <= 2 {
                    return further(95, m0, m1, m2, m3);
                }
                if t29 > 4 {
                    return further(155, m0, m1, m2, m3);
                }
                return further(154, m0, m1, m2, m3);
            }
            let t25 = distance(m0, m3);
            let t31 = distance(m2, m3);
            let t35 = lead(t25, t31);
            if t35 <= 6 {
                return further(57, m0, m1, m2, m3);
            }
            if lead(t125, walk(t6, t124, !0)) > 7 {
                return false;
            }
            if t35 > 7 {
                return further(152, m0, m1, m2, m3);
            }
            return further(151, m0, m1, m2, m3);
        }
        let t82 = up(t5);
        let t93 = walk(t4, t82, !0);
        let t101 = walk(t6, t82, !0);
        let t108 = lead(t93, t101);
        if t108 <= 7 {
            if ((t7 & (steps(t4) | hits_up(t5))) & !steps(t6)) != 0 {
                return false;
            }
            if t105 > 7 {
                if lead(walk(t6, t124, !0), t113) <= 5 {
                    return further(140, m0, m1, m2, m3);
                }
                if equal(light(t77), 0) > 0 {
                    return false;
                }
                return further(221, m0, m1, m2, m3);
            }
            if lead(distance(m0, m3), distance(m2, m3)) <= 7 {
                return false;
            }
            if lead(t125, walk(t6, t124, !0)) > 6 {
                return further(219, m0, m1, m2, m3);
            }
            return further(218, m0, m1, m2, m3);
        }
        if t98 > 5 {
            if t125 > 4 {
                if walk(t4, down(t7), !0) > 2 {
                    return further(148, m0, m1, m2, m3);
                }
                return further(147, m0, m1, m2, m3);
            }
            if (t79 & hits_down(t7)) != 0 {
                return further(146, m0, m1, m2, m3);
            }
            if (t79 & (((t4 | t5) | t6) | t7)) != 0 {
                return false;
            }
            if t134 > 6 {
                return further(326, m0, m1, m2, m3);
            }
            return false;
        }
        if t77 <= 4 {
            return further(88, m0, m1, m2, m3);
        }
        if t134 <= 7 {
            return further(143, m0, m1, m2, m3);
        }
        if distance(m0, m3) > 4 {
            return false;
        }
        if files(m2, m3) <= 1 {
            return further(324, m0, m1, m2, m3);
        }
        if t108 > 8 {
            return further(431, m0, m1, m2, m3);
        }
        return false;
    }
    let t135 = walk(t6, t124, !0);
    let t142 = lead(t125, t135);
    if t142 > 7 {
        if walk(t4, (t124 | steps(t124)), !((steps(t6) | hits_down(t7)) | (t4 | t5))) > 5 {
            return further(37, m0, m1, m2, m3);
        }
        if lead(distance(m0, m1), distance(m2, m1)) > 9 {
            let t118 = down(t7);
            if lead(walk(t4, t118, !0), walk(t6, t118, !0)) > 7 {
                return further(108, m0, m1, m2, m3);
            }
            return true;
        }
        if distance(m1, m3) > 3 {
            return further(107, m0, m1, m2, m3);
        }
        return further(106, m0, m1, m2, m3);
    }
    let t29 = distance(m1, m3);
    if t29 > 3 {
        if t88 <= 4 {
            if equal(light(t77), 0) > 0 {
                return further(104, m0, m1, m2, m3);
            }
            return further(103, m0, m1, m2, m3);
        }
        if offset(m1, m3) > 1 {
            return true;
        }
        if t98 > 2 {
            if t29 > 4 {
                return further(256, m0, m1, m2, m3);
            }
            return further(255, m0, m1, m2, m3);
        }
        if offset(m0, m3) > 4 {
            return further(254, m0, m1, m2, m3);
        }
        return true;
    }
    let t82 = up(t5);
    if lead(walk(t4, t82, !0), walk(t6, t82, !0)) <= 7 {
        if lead(distance(m0, m3), distance(m2, m3)) > 7 {
            if lead(ranks(m0, 0), t113) > 6 {
                return further(162, m0, m1, m2, m3);
            }
            return further(161, m0, m1, m2, m3);
        }
        let t8 = (t4 | t5);
        let t9 = (t8 | t6);
        let t10 = (t9 | t7);
        let t12 = steps(t4);
        let t13 = hits_up(t5);
        let t16 = (t12 | t13);
        let t118 = down(t7);
        let t119 = (t10 | t16);
        let t121 = (t118 & !t119);
        let t122 = any(t121);
        if file_edge(m1) <= 0 {
            return further(159, m0, m1, m2, m3);
        }
        if t122 > 0 {
            return further(239, m0, m1, m2, m3);
        }
        return further(238, m0, m1, m2, m3);
    }
    let t118 = down(t7);
    let t130 = walk(t4, t118, !0);
    let t137 = walk(t6, t118, !0);
    let t143 = lead(t130, t137);
    if t29 > 2 {
        if t143 > 9 {
            return further(166, m0, m1, m2, m3);
        }
        let t32 = offset(m2, m3);
        if lead(distance(m0, m3), distance(m2, m3)) <= 3 {
            return further(248, m0, m1, m2, m3);
        }
        if t32 > 2 {
            return true;
        }
        let t11 = (t6 | t7);
        let t12 = steps(t4);
        let t13 = hits_up(t5);
        let t16 = (t12 | t13);
        let t59 = (t16 | t11);
        let t89 = steps(t87);
        let t90 = (t87 | t89);
        let t99 = walk(t6, t90, !t59);
        if lead(distance(m0, m1), distance(m2, m1)) > 13 {
            return false;
        }
        if t99 > 1 {
            return further(571, m0, m1, m2, m3);
        }
        if t142 > 5 {
            return further(672, m0, m1, m2, m3);
        }
        return true;
    }
    if t143 > 9 {
        return further(164, m0, m1, m2, m3);
    }
    if files(m2, m3) > 2 {
        if ((t7 & (steps(t4) | hits_up(t5))) & !steps(t6)) != 0 {
            return further(351, m0, m1, m2, m3);
        }
        return further(350, m0, m1, m2, m3);
    }
    if lead(t135, t113) > 10 {
        if lead(t88, t77) > 8 {
            return true;
        }
        return further(459, m0, m1, m2, m3);
    }
    if walk(t4, (t124 | steps(t124)), !((steps(t6) | hits_down(t7)) | (t4 | t5))) > 1 {
        return further(458, m0, m1, m2, m3);
    }
    if lead(ranks(m0, 0x38), t77) > 11 {
        return true;
    }
    return further(558, m0, m1, m2, m3);
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
