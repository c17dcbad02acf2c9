//! KNKP: which positions are drawn. Learned from the perfect table and proved
//! over every legal position, both sides to move, by drawproof.
//!
//! positions  19371540
//! draws      14909882
//! spotted    13945862 (93.534 %)
//! incorrect  0
//! size       1216 leaves, 2042 bytes packed
//! features   71
//! table      xxh3 c0b3ca3494dc1a04
//! command    drawproof mine KNKP --bytes 2048 --emit rust
//!
//! [`is_draw`] is true where the position is proved drawn, false where nothing is claimed. `colour`: the
//! men of White and of Black; `kind`: all pawns, knights, bishops, rooks, queens, kings; a1 = bit 0, h8
//! = bit 63; `side_to_move`: 0 = White. The position must be legal and of this endgame, with either
//! colour on either side; where a pawn can be taken en passant nothing is proved.
//!
//! As a rule for drawproof: rustc -O --crate-type cdylib --cfg drawproof_plugin
#![allow(unexpected_cfgs, dead_code, clippy::all)]

/// The endgame.
pub const ENDGAME: &str = "KNKP";
/// Leaves of the tree.
pub const LEAVES: usize = 1216;
/// Bytes of its tables, all branches in them.
pub const BYTES: usize = 2042;
/// Draws on the whole board, and those claimed.
pub const DRAWS: u64 = 14909882;
#[allow(missing_docs)]
pub const SPOTTED: u64 = 13945862;

/// The question of each branch.
static QUESTIONS: [u8; 1215] = [
    175, 101, 142, 184, 0, 244, 0, 143, 174, 223, 137, 0, 0, 101, 244, 244, 0, 215, 0, 164, 216,
    183, 215, 243, 223, 94, 104, 244, 161, 116, 245, 217, 222, 146, 155, 0, 86, 156, 240, 18,
    224, 224, 143, 174, 53, 42, 146, 93, 176, 229, 143, 34, 83, 143, 176, 85, 0, 0, 173, 85,
    126, 102, 252, 12, 115, 157, 151, 22, 61, 146, 64, 217, 13, 56, 59, 22, 73, 101, 218, 183,
    73, 176, 206, 97, 253, 120, 253, 245, 207, 225, 74, 104, 146, 206, 143, 200, 142, 178, 179,
    223, 72, 129, 174, 114, 114, 120, 22, 23, 118, 193, 70, 141, 235, 222, 121, 60, 102, 68,
    153, 146, 104, 76, 23, 146, 95, 103, 224, 169, 141, 103, 103, 35, 141, 34, 245, 218, 143,
    55, 218, 254, 144, 144, 35, 98, 146, 113, 213, 159, 146, 246, 238, 243, 253, 142, 142, 150,
    142, 155, 64, 45, 58, 56, 138, 139, 171, 71, 155, 100, 23, 34, 222, 144, 153, 86, 64, 214,
    243, 54, 149, 18, 235, 142, 208, 67, 251, 183, 149, 141, 217, 203, 69, 106, 187, 93, 220,
    110, 207, 95, 13, 223, 141, 100, 125, 110, 95, 146, 90, 42, 64, 245, 146, 10, 218, 149, 18,
    244, 254, 254, 144, 50, 236, 144, 218, 233, 181, 146, 102, 95, 146, 9, 253, 253, 217, 31,
    242, 221, 229, 132, 217, 59, 84, 20, 83, 224, 66, 35, 54, 253, 231, 102, 22, 66, 228, 245,
    16, 252, 158, 52, 162, 228, 215, 214, 65, 137, 102, 9, 232, 130, 75, 108, 233, 185, 195, 68,
    112, 222, 146, 44, 134, 249, 103, 229, 58, 91, 159, 62, 95, 250, 110, 176, 147, 190, 146,
    144, 91, 188, 187, 147, 200, 95, 219, 134, 26, 254, 79, 253, 13, 65, 186, 216, 189, 26, 7,
    166, 135, 180, 246, 254, 29, 27, 122, 105, 22, 149, 150, 47, 47, 24, 109, 1, 150, 47, 240,
    126, 174, 80, 93, 108, 35, 148, 35, 76, 93, 146, 145, 209, 5, 205, 146, 253, 225, 146, 13,
    70, 153, 63, 173, 215, 61, 145, 200, 201, 146, 158, 240, 187, 229, 240, 74, 1, 22, 168, 23,
    226, 103, 101, 39, 146, 165, 25, 184, 97, 234, 76, 71, 149, 46, 95, 224, 237, 120, 2, 146,
    149, 73, 232, 6, 42, 113, 42, 162, 99, 216, 146, 68, 100, 146, 73, 218, 234, 113, 118, 84,
    49, 217, 127, 143, 130, 144, 219, 221, 236, 154, 211, 250, 112, 103, 147, 65, 108, 187, 135,
    146, 234, 12, 223, 35, 158, 54, 240, 113, 95, 192, 149, 229, 86, 245, 174, 29, 208, 45, 208,
    68, 145, 244, 243, 200, 54, 31, 5, 24, 109, 40, 222, 19, 18, 196, 34, 158, 51, 28, 179, 14,
    159, 151, 60, 171, 232, 149, 239, 3, 141, 207, 194, 211, 181, 160, 224, 247, 99, 107, 8, 98,
    146, 182, 189, 217, 146, 48, 5, 231, 144, 247, 147, 113, 25, 94, 112, 13, 178, 113, 211,
    144, 84, 109, 235, 153, 13, 44, 127, 130, 7, 99, 186, 146, 201, 3, 52, 184, 161, 77, 13,
    187, 66, 143, 120, 133, 97, 69, 81, 117, 149, 96, 127, 48, 254, 126, 49, 167, 37, 71, 85,
    27, 159, 250, 95, 174, 253, 14, 254, 136, 114, 247, 46, 149, 12, 95, 6, 27, 249, 12, 232,
    81, 248, 82, 224, 57, 137, 13, 15, 102, 186, 126, 245, 37, 174, 153, 43, 63, 138, 238, 21,
    61, 29, 138, 147, 39, 233, 185, 39, 19, 97, 202, 232, 8, 105, 239, 179, 146, 147, 67, 211,
    218, 201, 202, 161, 243, 146, 189, 193, 7, 166, 64, 146, 39, 96, 12, 7, 133, 113, 120, 5,
    167, 211, 92, 211, 105, 235, 188, 154, 119, 64, 98, 185, 64, 250, 191, 128, 47, 12, 166, 97,
    30, 234, 113, 218, 211, 38, 182, 203, 10, 6, 164, 52, 120, 76, 125, 136, 120, 193, 64, 135,
    178, 59, 36, 64, 160, 49, 65, 66, 47, 12, 62, 17, 232, 245, 36, 230, 217, 123, 144, 1, 230,
    185, 240, 126, 10, 245, 52, 227, 141, 22, 17, 19, 186, 179, 137, 206, 24, 172, 179, 97, 141,
    64, 182, 27, 238, 146, 203, 168, 69, 154, 198, 84, 204, 45, 109, 248, 224, 243, 179, 59,
    138, 28, 29, 9, 167, 25, 212, 84, 138, 54, 250, 66, 146, 232, 92, 63, 111, 201, 112, 118,
    218, 190, 225, 118, 138, 232, 146, 122, 5, 236, 98, 163, 253, 113, 25, 180, 64, 95, 33, 87,
    139, 110, 197, 80, 147, 127, 150, 138, 147, 212, 37, 136, 212, 153, 22, 49, 144, 245, 134,
    230, 42, 58, 80, 218, 235, 205, 210, 234, 23, 230, 78, 40, 99, 35, 229, 151, 237, 211, 147,
    184, 33, 149, 111, 7, 96, 117, 146, 43, 239, 243, 226, 147, 243, 90, 68, 41, 120, 143, 143,
    44, 198, 2, 67, 235, 237, 138, 95, 68, 38, 25, 12, 92, 14, 11, 95, 124, 36, 160, 49, 130,
    73, 27, 88, 30, 114, 90, 38, 97, 22, 138, 192, 24, 33, 170, 147, 230, 4, 147, 180, 64, 251,
    161, 147, 56, 145, 174, 155, 250, 154, 144, 102, 123, 125, 66, 6, 18, 141, 13, 92, 139, 35,
    29, 42, 177, 69, 147, 232, 239, 96, 32, 181, 35, 168, 59, 165, 185, 147, 211, 212, 223, 29,
    35, 209, 239, 143, 36, 146, 88, 121, 28, 1, 170, 4, 140, 211, 87, 13, 154, 69, 164, 80, 254,
    43, 108, 56, 69, 147, 197, 254, 182, 124, 181, 230, 125, 1, 88, 29, 181, 52, 32, 106, 65,
    139, 146, 99, 254, 231, 221, 244, 59, 148, 144, 73, 212, 120, 11, 96, 109, 10, 200, 66, 123,
    248, 47, 88, 230, 22, 239, 170, 124, 14, 101, 95, 170, 43, 59, 149, 126, 55, 181, 212, 98,
    181, 143, 237, 131, 239, 140, 11, 124, 178, 152, 188, 114, 187, 170, 78, 49, 127, 33, 138,
    33, 118, 171, 103, 233, 140, 234, 33, 25, 78, 22, 233, 163, 154, 56, 48, 229, 95, 219, 110,
    199, 76, 189, 29, 22, 64, 199, 186, 89, 139, 99, 189, 199, 75, 12, 213, 213, 98, 55, 252,
    170, 39, 233, 226, 1, 143, 88, 104, 148, 171, 112, 225, 35, 153, 119, 192, 125, 66, 2, 198,
    180, 1, 27, 35, 95, 153, 25, 149, 26, 134, 42, 127, 1, 199, 107, 95, 48, 180, 66, 74, 126,
    241, 28, 96, 47, 133, 39, 143, 146, 164, 48, 95, 140, 6, 170, 25, 6, 212, 87, 47, 14, 6,
    123, 167, 218, 78, 243, 156, 139, 244, 250, 239, 65, 101, 147, 147, 1, 1, 160, 171, 1, 135,
    42, 88, 113, 36, 95, 48, 81, 254, 42, 239, 85, 190, 95, 47, 136, 72, 249, 180, 5, 32, 193,
    151, 149, 34, 110, 180, 101, 11, 3, 53, 99, 47, 73, 42, 30, 96, 47, 211, 122, 147, 43, 28,
    43, 230, 120, 188, 72, 235, 28, 32, 29, 122, 68, 239, 96, 11, 28, 33, 51, 136, 66, 66, 238,
    35, 239, 90, 58, 152, 23, 3, 123, 149, 19, 20, 1, 33, 104, 18, 254, 96,
];

/// The largest value of the first answer, by question.
static THRESHOLDS: [u8; 255] = [
    0, 1, 0, 1, 2, 0, 2, 0, 2, 0, 1, 2, 1, 2, 3, 4, 5, 6, 1, 2, 4, 5, 1, 2, 3, 4, 5, 6, 0, 1, 2,
    3, 4, 0, 1, 2, 3, 4, 5, 0, 1, 2, 0, 2, 3, 4, 5, 0, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 6, 7, 0,
    0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 4, 5, 0, 7, 10, 12, 14, 15, 18, 19, 21, 23, 0, 1, 2, 4, 5, 6,
    7, 3, 4, 5, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 5, 1, 2, 3, 4, 1, 2, 3, 2, 5, 6, 7, 8,
    9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 22, 24, 25, 27, 1, 2, 3, 4, 2, 3, 4, 1, 2, 3, 4, 5,
    0, 1, 2, 0, 1, 3, 4, 5, 3, 4, 5, 0, 1, 2, 4, 2, 3, 7, 8, 9, 10, 11, 12, 13, 0, 3, 4, 6, 7,
    8, 9, 0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 2, 3, 4, 0, 1, 2, 3, 5, 3, 5, 6, 7, 8, 9, 10, 11, 5,
    8, 9, 10, 2, 3, 4, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 6, 7, 8, 9, 0, 1, 2, 0, 0, 1, 2, 3, 4,
    5, 6, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 4,
];

/// Questions that begin the next feature.
static OPENS: [u64; 4] = [
    0xb4048c86104412a6, 0x000913f6a4080655, 0x9082240a24642440, 0x0888206440491010,
];

/// How many begin before each word.
static OPENS_BEFORE: [u16; 4] = [
    0, 20, 41, 57,
];

/// Ways that lead to a branch: bit 2 * branch + side.
static SHAPE: [u64; 38] = [
    0xf5d6e7fbffffffff, 0x7dff7fbfff5f7b6e, 0xb751f77677a96d6e, 0xf7f17ccf47457eb7,
    0x7baf47af3f7bfe87, 0x57e6995fd6b1f6ae, 0x9e5fd5b79fd39971, 0xa1f5fda6ed6fd673,
    0xf045c2b14551365a, 0x57e2d9597dff5fdd, 0xed625a6572a36149, 0xd57d682083510ea1,
    0x6b9dab9edf07ffda, 0xf755182b5267b5d0, 0xc5851aacb406addc, 0x91d7e52ed826075a,
    0x5611e763f6711653, 0xa9aa71626d196590, 0xc9a2c1a0811e1545, 0x07539db68a7ecd9a,
    0x1568127f8b12663a, 0x848264a28713bc21, 0x272ab6a15fd7f001, 0x5e823fa5a150c294,
    0x94284302462d24f6, 0xce5dd33a83eb27e8, 0x885b9c4d3948d841, 0x046417164d02a819,
    0x2c8c5d8aad45175d, 0x654057c894b48511, 0x77205add1081e94a, 0x016182dd1144925c,
    0x403496d0a05a5441, 0x50b4461a53011d69, 0x6a7e503c8e081acc, 0xc5d2c09143678435,
    0x23026c0144062e40, 0x06010142a1023388,
];

/// How many before each word.
static SHAPE_BEFORE: [u16; 38] = [
    0, 56, 109, 150, 192, 237, 277, 318, 360, 388, 432, 463, 490, 533, 566, 596, 628, 661, 690,
    714, 749, 778, 802, 834, 862, 886, 922, 949, 971, 1002, 1027, 1055, 1078, 1100, 1125, 1153,
    1180, 1198,
];

/// Leaves that claim a draw.
static CLAIMS: [u64; 19] = [
    0xd36effd64e572fbf, 0xeaf4ef5addff26a5, 0xf5baa97c5b5baf58, 0x2b79d7fd67bb97d8,
    0xbb6bb741da7c66ca, 0xcaebcbadd7abf7f6, 0xaaddaf3aedb76dfe, 0xf21c726b24753bf7,
    0x16d668da9fd315f3, 0xa17da8cab62fd5a7, 0x16ad15efe5317659, 0x6ee9e326b1665bcf,
    0x64754cf336a165d7, 0x7b99a9ba97626fbf, 0xf3adb8bba94db26f, 0xa9bd49c4f5ee2da6,
    0x3f35652856ddb8f4, 0x5dcb2da9d58a5cb3, 0x596d6cecc655d4c5,
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
        // strong-knight-edge
        2 => edge(m1),
        // strong-knight-corner
        3 => corner(m1),
        // weak-king-edge
        4 => edge(m2),
        // weak-king-corner
        5 => corner(m2),
        // strong-king-strong-knight-distance
        6 => distance(m0, m1),
        // strong-king-weak-pawn-distance
        7 => distance(m0, m3),
        // strong-knight-weak-king-distance
        8 => distance(m1, m2),
        // strong-knight-weak-king-offset
        9 => offset(m1, m2),
        // strong-knight-weak-king-colours
        10 => equal(light(m1), light(m2)),
        // strong-knight-weak-pawn-distance
        11 => distance(m1, m3),
        // strong-knight-weak-pawn-offset
        12 => offset(m1, m3),
        // strong-knight-weak-pawn-colours
        13 => equal(light(m1), light(m3)),
        // weak-king-weak-pawn-distance
        14 => distance(m2, m3),
        // weak-king-weak-pawn-offset
        15 => offset(m2, m3),
        // race-strong-knight
        16 => lead(distance(m0, m1), distance(m2, m1)),
        // race-weak-pawn
        17 => lead(distance(m0, m3), distance(m2, m3)),
        // strong-knight-parts-kings
        18 => parts(m1, m0, m2),
        // strong-king-parts-strong-knight-weak-pawn
        19 => parts(m0, m1, m3),
        // weak-pawn-parts-strong-king-strong-knight
        20 => parts(m3, m0, m1),
        // weak-king-parts-strong-knight-weak-pawn
        21 => parts(m2, m1, m3),
        // strong-knight-parts-weak-king-weak-pawn
        22 => parts(m1, m2, m3),
        // weak-pawn-parts-weak-king-strong-knight
        23 => parts(m3, m2, m1),
        // weak-king-flights
        24 => {
            let t6 = bit(m2);
            count((steps(t6) & !((t6 | bit(m3)) | (steps(bit(m0)) | jumps(bit(m1))))))
        }
        // weak-king-in-check
        25 => any((bit(m2) & jumps(bit(m1)))),
        // weak-king-room
        26 => {
            let t6 = bit(m2);
            let t11 = (t6 | bit(m3));
            let t16 = (steps(bit(m0)) | jumps(bit(m1)));
            let t53 = (steps(t6) & !(t11 | t16));
            count((t53 | (steps(t53) & !(t16 | t11))))
        }
        // strong-knight-safe-moves
        27 => {
            let t5 = bit(m1);
            count((jumps(t5) & !((bit(m0) | t5) | (steps(bit(m2)) | hits_down(bit(m3))))))
        }
        // strong-knight-moves
        28 => {
            let t5 = bit(m1);
            count((jumps(t5) & !(bit(m0) | t5)))
        }
        // strong-knight-takes
        29 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            count(((jumps(bit(m1)) & (t6 | t7)) & !(steps(t6) | hits_down(t7))))
        }
        // strong-knight-safe-checks
        30 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            count(((jumps(t5) & jumps(t6)) & !((bit(m0) | t5) | (steps(t6) | hits_down(bit(m3))))))
        }
        // strong-knight-weak-pawn-forks
        31 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            count((((jumps(t5) & !((bit(m0) | t5) | (steps(t6) | hits_down(t7)))) & jumps(t6)) & jumps(t7)))
        }
        // strong-knight-weak-pawn-threats
        32 => {
            let t5 = bit(m1);
            let t7 = bit(m3);
            count(((jumps(t5) & !((bit(m0) | t5) | (steps(bit(m2)) | hits_down(t7)))) & jumps(t7)))
        }
        // strong-knight-weak-pawn-hits
        33 => any((jumps(bit(m1)) & bit(m3))),
        // strong-knight-hangs
        34 => any(((bit(m1) & (steps(bit(m2)) | hits_down(bit(m3)))) & !steps(bit(m0)))),
        // strong-knight-attacked-by-men
        35 => any((bit(m1) & hits_down(bit(m3)))),
        // weak-pawn-attacked
        36 => any((bit(m3) & (steps(bit(m0)) | jumps(bit(m1))))),
        // weak-pawn-hangs
        37 => any(((bit(m3) & (steps(bit(m0)) | jumps(bit(m1)))) & !steps(bit(m2)))),
        // strong-king-walk-weak-pawn
        38 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, steps(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // weak-king-walk-strong-knight
        39 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            walk(t6, steps(t5), !((steps(bit(m0)) | jumps(t5)) | (t6 | bit(m3))))
        }
        // weak-king-walk-weak-pawn
        40 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, steps(t7), !((steps(bit(m0)) | jumps(bit(m1))) | (t6 | t7)))
        }
        // strong-knight-room
        41 => {
            let t5 = bit(m1);
            let t49 = ((steps(bit(m2)) | hits_down(bit(m3))) | (bit(m0) | t5));
            let t101 = (jumps(t5) & !t49);
            count((t101 | (jumps(t101) & !t49)))
        }
        // strong-knight-leaps-weak-pawn
        42 => {
            let t5 = bit(m1);
            let t7 = bit(m3);
            leaps(t5, jumps(t7), !((steps(bit(m2)) | hits_down(t7)) | (bit(m0) | t5)))
        }
        // strong-knight-leaps-fork-weak-pawn
        43 => {
            let t5 = bit(m1);
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t49 = ((steps(t6) | hits_down(t7)) | (bit(m0) | t5));
            leaps(t5, ((jumps(t7) & jumps(t6)) & !t49), !t49)
        }
        // weak-pawn-to-go
        44 => ranks(m3, 0),
        // weak-pawn-file
        45 => file_edge(m3),
        // weak-pawn-blocked
        46 => {
            let t7 = bit(m3);
            count((fill_down(t7) & (((bit(m0) | bit(m1)) | bit(m2)) | t7)))
        }
        // strong-king-goal-weak-pawn
        47 => walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0),
        // strong-king-near-goal-weak-pawn
        48 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            let t117 = (fill_down(t7) & 0xff);
            walk(t4, (t117 | steps(t117)), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-path-weak-pawn
        49 => {
            let t4 = bit(m0);
            let t7 = bit(m3);
            walk(t4, fill_down(t7), !((steps(bit(m2)) | hits_down(t7)) | (t4 | bit(m1))))
        }
        // strong-king-stop-weak-pawn
        50 => walk(bit(m0), down(bit(m3)), !0),
        // strong-king-behind-weak-pawn
        51 => lead(ranks(m0, 0), ranks(m3, 0)),
        // strong-king-files-weak-pawn
        52 => files(m0, m3),
        // strong-king-square-weak-pawn
        53 => lead(walk(bit(m0), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // weak-king-goal-weak-pawn
        54 => walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0),
        // weak-king-near-goal-weak-pawn
        55 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            let t117 = (fill_down(t7) & 0xff);
            walk(t6, (t117 | steps(t117)), !((steps(bit(m0)) | jumps(bit(m1))) | (t6 | t7)))
        }
        // weak-king-path-weak-pawn
        56 => {
            let t6 = bit(m2);
            let t7 = bit(m3);
            walk(t6, fill_down(t7), !((steps(bit(m0)) | jumps(bit(m1))) | (t6 | t7)))
        }
        // weak-king-stop-weak-pawn
        57 => walk(bit(m2), down(bit(m3)), !0),
        // weak-king-behind-weak-pawn
        58 => lead(ranks(m2, 0), ranks(m3, 0)),
        // weak-king-square-weak-pawn
        59 => lead(walk(bit(m2), (fill_down(bit(m3)) & 0xff), !0), ranks(m3, 0)),
        // weak-king-rank-weak-pawn
        60 => ranks(m2, 0),
        // weak-king-file
        61 => file_edge(m2),
        // race-goal-weak-pawn
        62 => {
            let t117 = (fill_down(bit(m3)) & 0xff);
            lead(walk(bit(m0), t117, !0), walk(bit(m2), t117, !0))
        }
        // race-stop-weak-pawn
        63 => {
            let t115 = down(bit(m3));
            lead(walk(bit(m0), t115, !0), walk(bit(m2), t115, !0))
        }
        // strong-guards-weak-pawn
        64 => count((fill_down(bit(m3)) & (steps(bit(m0)) | jumps(bit(m1))))),
        // strong-knight-weak-pawn-blocks
        65 => {
            let t5 = bit(m1);
            let t7 = bit(m3);
            count(((jumps(t5) & fill_down(t7)) & !((bit(m0) | t5) | (steps(bit(m2)) | hits_down(t7)))))
        }
        // strong-knight-weak-pawn-rank
        66 => ranks(m1, 0),
        // strong-knight-weak-pawn-files
        67 => files(m1, m3),
        // strong-knight-weak-pawn-leaps-path
        68 => {
            let t5 = bit(m1);
            let t7 = bit(m3);
            let t112 = fill_down(t7);
            leaps(t5, (t112 | jumps(t112)), !((bit(m0) | t5) | (steps(bit(m2)) | hits_down(t7))))
        }
        // strong-knight-weak-pawn-leaps-stop
        69 => leaps(bit(m1), down(bit(m3)), !0),
        // strong-knight-weak-pawn-leaps-goal
        _ => leaps(bit(m1), (fill_down(bit(m3)) & 0xff), !0),
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
    let mut set = colour[first] & kind[1];
    let m1 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[5];
    let m2 = set.trailing_zeros() as u64 ^ turn;
    let mut set = colour[1 - first] & kind[0];
    let m3 = set.trailing_zeros() as u64 ^ turn;
    let t4 = bit(m0);
    let t5 = bit(m1);
    let t6 = bit(m2);
    let t7 = bit(m3);
    let t14 = steps(t6);
    let t15 = hits_down(t7);
    let t18 = (t14 | t15);
    let t110 = ranks(m3, 0);
    let t112 = fill_down(t7);
    let t117 = (t112 & 0xff);
    let t118 = walk(t4, t117, !0);
    let t127 = lead(t118, t110);
    if t127 <= 8 {
        let t11 = (t6 | t7);
        let t12 = steps(t4);
        let t13 = jumps(t5);
        let t16 = (t12 | t13);
        let t57 = (t16 | t11);
        let t119 = steps(t117);
        let t120 = (t117 | t119);
        let t129 = walk(t6, t120, !t57);
        if ((t5 & t18) & !t12) != 0 {
            if to_move > 0 {
                if leaps(t5, jumps(t7), !(t18 | (t4 | t5))) > 4 {
                    return further(22, m0, m1, m2, m3, to_move);
                }
                if t129 > 1 {
                    return true;
                }
                return further(42, m0, m1, m2, m3, to_move);
            }
            let t115 = down(t7);
            let t123 = walk(t4, t115, !0);
            let t131 = walk(t6, t115, !0);
            let t137 = lead(t123, t131);
            if t137 > 7 {
                let t128 = walk(t6, t117, !0);
                let t136 = lead(t118, t128);
                if t136 <= 6 {
                    return further(40, m0, m1, m2, m3, to_move);
                }
                if t137 <= 8 {
                    return further(70, m0, m1, m2, m3, to_move);
                }
                if t136 > 7 {
                    return false;
                }
                return further(119, m0, m1, m2, m3, to_move);
            }
            let t144 = files(m1, m3);
            if lead(ranks(m0, 0), t110) > 8 {
                return further(39, m0, m1, m2, m3, to_move);
            }
            if t144 > 3 {
                return further(66, m0, m1, m2, m3, to_move);
            }
            if walk(t4, t112, !(t18 | (t4 | t5))) <= 0 {
                return further(111, m0, m1, m2, m3, to_move);
            }
            if ranks(m1, 0) > 5 {
                return further(171, m0, m1, m2, m3, to_move);
            }
            return further(170, m0, m1, m2, m3, to_move);
        }
        if t129 > 2 {
            if t127 <= 7 {
                if lead(t118, walk(t6, t117, !0)) <= 5 {
                    return true;
                }
                if to_move > 0 {
                    return true;
                }
                let t8 = (t4 | t5);
                let t49 = (t18 | t8);
                let t101 = (t13 & !t49);
                let t102 = jumps(t101);
                let t103 = (t102 & !t49);
                let t104 = (t101 | t103);
                let t105 = count(t104);
                if (t5 & t15) != 0 {
                    return further(106, m0, m1, m2, m3, to_move);
                }
                if t105 > 9 {
                    return true;
                }
                return further(164, m0, m1, m2, m3, to_move);
            }
            let t8 = (t4 | t5);
            if to_move > 0 {
                let t49 = (t18 | t8);
                if walk(t4, t120, !t49) <= 5 {
                    return true;
                }
                let t51 = (t11 | t16);
                let t53 = (t14 & !t51);
                let t54 = count(t53);
                let t101 = (t13 & !t49);
                if count((t101 | (jumps(t101) & !t49))) <= 2 {
                    return false;
                }
                if t54 > 0 {
                    return true;
                }
                return false;
            }
            if count((t13 & !(t8 | t18))) > 4 {
                if distance(m0, m1) > 1 {
                    return true;
                }
                return further(109, m0, m1, m2, m3, to_move);
            }
            let t149 = leaps(t5, t117, !0);
            if t149 <= 2 {
                return further(107, m0, m1, m2, m3, to_move);
            }
            let t49 = (t18 | t8);
            let t101 = (t13 & !t49);
            if count((t101 | (jumps(t101) & !t49))) <= 7 {
                return further(166, m0, m1, m2, m3, to_move);
            }
            if (t13 & t7) != 0 {
                return further(248, m0, m1, m2, m3, to_move);
            }
            if t149 <= 3 {
                let t115 = down(t7);
                if lead(walk(t4, t115, !0), walk(t6, t115, !0)) > 9 {
                    return further(461, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if file_edge(m3) <= 0 {
                return further(462, m0, m1, m2, m3, to_move);
            }
            let t115 = down(t7);
            if lead(walk(t4, t115, !0), walk(t6, t115, !0)) > 6 {
                return further(582, m0, m1, m2, m3, to_move);
            }
            return true;
        }
        let t8 = (t4 | t5);
        if t110 <= 3 {
            if leaps(t5, (t112 | jumps(t112)), !(t8 | t18)) <= 1 {
                if lead(t118, walk(t6, t117, !0)) > 7 {
                    return further(56, m0, m1, m2, m3, to_move);
                }
                return further(55, m0, m1, m2, m3, to_move);
            }
            let t115 = down(t7);
            if lead(walk(t4, t115, !0), walk(t6, t115, !0)) <= 6 {
                return true;
            }
            if to_move > 0 {
                return further(99, m0, m1, m2, m3, to_move);
            }
            return further(98, m0, m1, m2, m3, to_move);
        }
        if to_move > 0 {
            let t49 = (t18 | t8);
            if walk(t4, t120, !t49) <= 4 {
                return true;
            }
            let t101 = (t13 & !t49);
            if count((t101 | (jumps(t101) & !t49))) > 15 {
                return true;
            }
            if walk(t6, steps(t7), !t57) > 3 {
                return true;
            }
            return further(163, m0, m1, m2, m3, to_move);
        }
        if file_edge(m3) <= 0 {
            if t127 > 6 {
                return further(101, m0, m1, m2, m3, to_move);
            }
            return further(100, m0, m1, m2, m3, to_move);
        }
        if count((t13 & !(t8 | t18))) <= 2 {
            if t127 > 7 {
                return further(161, m0, m1, m2, m3, to_move);
            }
            return further(160, m0, m1, m2, m3, to_move);
        }
        if walk(t6, steps(t7), !t57) > 3 {
            return true;
        }
        let t49 = (t18 | t8);
        if leaps(t5, ((jumps(t7) & jumps(t6)) & !t49), !t49) <= 2 {
            return true;
        }
        if distance(m0, m3) > 4 {
            return true;
        }
        if ((t13 & t11) & !t18) != 0 {
            return true;
        }
        if t110 > 5 {
            return further(574, m0, m1, m2, m3, to_move);
        }
        if leaps(t5, down(t7), !0) <= 1 {
            return true;
        }
        if lead(t118, walk(t6, t117, !0)) > 7 {
            return further(793, m0, m1, m2, m3, to_move);
        }
        return true;
    }
    let t8 = (t4 | t5);
    let t47 = (t8 | t18);
    let t145 = jumps(t112);
    let t146 = (t112 | t145);
    let t147 = leaps(t5, t146, !t47);
    if t110 <= 2 {
        if t147 <= 1 {
            if to_move > 0 {
                let t115 = down(t7);
                if lead(walk(t4, t115, !0), walk(t6, t115, !0)) <= 7 {
                    return true;
                }
                if file_edge(m3) <= 0 {
                    return further(78, m0, m1, m2, m3, to_move);
                }
                let t12 = steps(t4);
                let t13 = jumps(t5);
                let t16 = (t12 | t13);
                if walk(t6, (t117 | steps(t117)), !(t16 | (t6 | t7))) > 1 {
                    return true;
                }
                if (t7 & t16) != 0 {
                    return true;
                }
                return further(195, m0, m1, m2, m3, to_move);
            }
            if t147 <= 0 {
                if lead(distance(m0, m1), distance(m2, m1)) <= 8 {
                    if lead(distance(m0, m3), distance(m2, m3)) > 7 {
                        return further(122, m0, m1, m2, m3, to_move);
                    }
                    return true;
                }
                if distance(m1, m2) <= 1 {
                    return false;
                }
                if file_edge(m3) > 0 {
                    return further(185, m0, m1, m2, m3, to_move);
                }
                return further(184, m0, m1, m2, m3, to_move);
            }
            if equal(light(m1), light(m3)) > 0 {
                if ((t5 & t18) & !steps(t4)) != 0 {
                    return false;
                }
                let t115 = down(t7);
                if lead(walk(t4, t115, !0), walk(t6, t115, !0)) > 8 {
                    return further(190, m0, m1, m2, m3, to_move);
                }
                return further(189, m0, m1, m2, m3, to_move);
            }
            let t13 = jumps(t5);
            let t72 = jumps(t6);
            let t73 = (t13 & t72);
            let t74 = (t73 & !t47);
            let t75 = count(t74);
            if (t6 & t13) != 0 {
                return further(125, m0, m1, m2, m3, to_move);
            }
            if t75 > 0 {
                if t110 > 1 {
                    return further(272, m0, m1, m2, m3, to_move);
                }
                return further(271, m0, m1, m2, m3, to_move);
            }
            if (t112 & ((t8 | t6) | t7)) != 0 {
                return further(270, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        let t13 = jumps(t5);
        if to_move <= 0 {
            let t11 = (t6 | t7);
            let t68 = (t13 & t11);
            let t70 = (t68 & !t18);
            let t71 = count(t70);
            if t71 > 1 {
                return true;
            }
            if t71 > 0 {
                if t127 > 9 {
                    return false;
                }
                return further(131, m0, m1, m2, m3, to_move);
            }
            if (t6 & t13) != 0 {
                return further(130, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if ((t7 & (steps(t4) | t13)) & !t14) != 0 {
            return true;
        }
        if t127 <= 9 {
            if lead(walk(t6, t117, !0), t110) > 9 {
                return further(133, m0, m1, m2, m3, to_move);
            }
            return further(132, m0, m1, m2, m3, to_move);
        }
        let t72 = jumps(t6);
        if (((t13 & !t47) & t72) & jumps(t7)) != 0 {
            return true;
        }
        if t147 > 2 {
            if (t13 & t7) != 0 {
                return true;
            }
            return false;
        }
        if t110 <= 1 {
            if ((t13 & t72) & !t47) != 0 {
                return further(386, m0, m1, m2, m3, to_move);
            }
            if (t112 & ((t8 | t6) | t7)) != 0 {
                return further(492, m0, m1, m2, m3, to_move);
            }
            return false;
        }
        if leaps(t5, down(t7), !0) > 3 {
            return further(388, m0, m1, m2, m3, to_move);
        }
        if ((t13 & t72) & !t47) != 0 {
            return further(495, m0, m1, m2, m3, to_move);
        }
        if walk(t6, t117, !0) > 5 {
            return false;
        }
        if file_edge(m3) > 0 {
            return further(715, m0, m1, m2, m3, to_move);
        }
        return false;
    }
    if to_move > 0 {
        if t147 <= 1 {
            let t49 = (t18 | t8);
            let t101 = (jumps(t5) & !t49);
            if count((t101 | (jumps(t101) & !t49))) > 5 {
                return true;
            }
            return further(52, m0, m1, m2, m3, to_move);
        }
        if t147 > 2 {
            if t127 <= 9 {
                return further(93, m0, m1, m2, m3, to_move);
            }
            if t110 > 3 {
                return further(149, m0, m1, m2, m3, to_move);
            }
            return further(148, m0, m1, m2, m3, to_move);
        }
        let t111 = file_edge(m3);
        if t110 > 3 {
            if t111 > 0 {
                if file_edge(m2) > 2 {
                    return further(220, m0, m1, m2, m3, to_move);
                }
                return true;
            }
            if walk(t6, steps(t7), !((steps(t4) | jumps(t5)) | (t6 | t7))) > 2 {
                return further(219, m0, m1, m2, m3, to_move);
            }
            return further(218, m0, m1, m2, m3, to_move);
        }
        let t12 = steps(t4);
        let t13 = jumps(t5);
        let t16 = (t12 | t13);
        if ((t7 & t16) & !t14) != 0 {
            return true;
        }
        if t111 <= 0 {
            return further(216, m0, m1, m2, m3, to_move);
        }
        if leaps(t5, t117, !0) > 4 {
            return further(311, m0, m1, m2, m3, to_move);
        }
        if walk(t6, t112, !(t16 | (t6 | t7))) > 3 {
            return true;
        }
        return further(421, m0, m1, m2, m3, to_move);
    }
    let t12 = steps(t4);
    if ((t5 & t18) & !t12) != 0 {
        if walk(t4, down(t7), !0) > 2 {
            return false;
        }
        return further(51, m0, m1, m2, m3, to_move);
    }
    if t147 > 1 {
        if t110 > 3 {
            if t147 > 2 {
                return further(141, m0, m1, m2, m3, to_move);
            }
            if t110 > 4 {
                return further(211, m0, m1, m2, m3, to_move);
            }
            if file_edge(m3) <= 0 {
                return further(300, m0, m1, m2, m3, to_move);
            }
            if leaps(t5, jumps(t7), !(t18 | t8)) > 1 {
                return further(411, m0, m1, m2, m3, to_move);
            }
            return further(410, m0, m1, m2, m3, to_move);
        }
        let t149 = leaps(t5, t117, !0);
        if t149 <= 3 {
            if lead(t118, walk(t6, t117, !0)) > 8 {
                return further(208, m0, m1, m2, m3, to_move);
            }
            return further(207, m0, m1, m2, m3, to_move);
        }
        if t149 > 4 {
            return false;
        }
        if t147 > 2 {
            return false;
        }
        if ((jumps(t5) & jumps(t6)) & !t47) != 0 {
            return further(408, m0, m1, m2, m3, to_move);
        }
        return further(407, m0, m1, m2, m3, to_move);
    }
    let t13 = jumps(t5);
    if ((t13 & t112) & !t47) != 0 {
        let t49 = (t18 | t8);
        let t101 = (t13 & !t49);
        if count((t101 | (jumps(t101) & !t49))) > 9 {
            return true;
        }
        return further(137, m0, m1, m2, m3, to_move);
    }
    if leaps(t5, t117, !0) > 3 {
        if t110 <= 3 {
            return further(204, m0, m1, m2, m3, to_move);
        }
        if file_edge(m3) > 0 {
            return further(294, m0, m1, m2, m3, to_move);
        }
        return further(293, m0, m1, m2, m3, to_move);
    }
    if lead(t118, walk(t6, t117, !0)) <= 8 {
        let t49 = (t18 | t8);
        let t101 = (t13 & !t49);
        if count((t101 | (jumps(t101) & !t49))) > 14 {
            return true;
        }
        return further(288, m0, m1, m2, m3, to_move);
    }
    if walk(t6, steps(t5), !((t12 | t13) | (t6 | t7))) > 3 {
        return further(290, m0, m1, m2, m3, to_move);
    }
    if t127 <= 9 {
        let t49 = (t18 | t8);
        let t101 = (t13 & !t49);
        if count((t101 | (jumps(t101) & !t49))) > 9 {
            return further(501, m0, m1, m2, m3, to_move);
        }
        return further(500, m0, m1, m2, m3, to_move);
    }
    if edge(m1) <= 0 {
        return further(502, m0, m1, m2, m3, to_move);
    }
    if file_edge(m3) > 1 {
        return further(619, m0, m1, m2, m3, to_move);
    }
    return further(618, m0, m1, m2, m3, to_move);
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
        b"KNKP learned\0".as_ptr().cast()
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
