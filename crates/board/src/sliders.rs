//! Attacks of rooks and bishops, line by line: the squares of a line that a slider attacks depend on
//! its square and the six inner squares of the line.
//!
//! The tables have 9.5 KiB and stay in the first-level cache. A table by square and all relevant
//! blockers, which takes one access instead of two, has 700 KiB.

use cozy_chess_types::Square;

/// Files b to g, gathered on the last rank by this product: their bits are the highest but one.
const GATHER_FILES: u64 = 0x0202020202020202;

/// Ranks 2 to 7 of file a, gathered in the six highest bits by this product.
const GATHER_RANKS: u64 = 0x0080402010080400;

const FILE_A: u64 = 0x0101010101010101;

/// The squares of the lines through a square, other than the square itself.
struct Lines {
    rank: u64,
    diagonal: u64,
    antidiagonal: u64,
}

/// `[square]`.
static LINES: [Lines; Square::NUM] = lines();

/// `[file][occupied inner files]`: the attacked files, on every rank.
static ACROSS_FILES: [[u64; 64]; 8] = across_files();

/// `[rank][occupied inner ranks]`: the attacked squares of file a.
static ALONG_FILE_A: [[u64; 64]; 8] = along_file_a();

/// Returns the squares that a rook on `square` attacks.
#[inline]
pub fn rook(square: Square, blockers: u64) -> u64 {
    across_files_of(square, LINES[square as usize].rank, blockers) | along_file(square, blockers)
}

/// Returns the squares that a bishop on `square` attacks.
#[inline]
pub fn bishop(square: Square, blockers: u64) -> u64 {
    let Lines { diagonal, antidiagonal, .. } = LINES[square as usize];
    across_files_of(square, diagonal, blockers) | across_files_of(square, antidiagonal, blockers)
}

/// Returns the attacked squares of a line that has one square on each file.
#[inline(always)]
fn across_files_of(square: Square, line: u64, blockers: u64) -> u64 {
    let inner = (line & blockers).wrapping_mul(GATHER_FILES) >> 58;
    ACROSS_FILES[square as usize % 8][inner as usize] & line
}

/// Returns the attacked squares of the file.
#[inline(always)]
fn along_file(square: Square, blockers: u64) -> u64 {
    let file = square as usize % 8;
    let inner = (blockers >> file & FILE_A).wrapping_mul(GATHER_RANKS) >> 58;
    ALONG_FILE_A[square as usize / 8][inner as usize] << file
}

/// Returns the places 0 to 7 of a line that a slider on `from` attacks; `occupied`: a bit for each
/// place.
const fn attacked(from: usize, occupied: u64) -> u64 {
    let mut set = 0;
    let mut up = from + 1;
    while up < 8 {
        set |= 1 << up;
        if occupied >> up & 1 != 0 {
            break;
        }
        up += 1;
    }
    let mut down = from;
    while down > 0 {
        down -= 1;
        set |= 1 << down;
        if occupied >> down & 1 != 0 {
            break;
        }
    }
    set
}

const fn across_files() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            table[file][inner] = attacked(file, (inner as u64) << 1) * FILE_A;
            inner += 1;
        }
        file += 1;
    }
    table
}

const fn along_file_a() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut occupied = 0;
        while occupied < 256 {
            let inner = on_file_a(occupied).wrapping_mul(GATHER_RANKS) >> 58;
            table[rank][inner as usize] = on_file_a(attacked(rank, occupied));
            occupied += 2;
        }
        rank += 1;
    }
    table
}

/// Places 0 to 7 as squares of file a.
const fn on_file_a(places: u64) -> u64 {
    let (mut set, mut rank) = (0, 0);
    while rank < 8 {
        set |= (places >> rank & 1) << (8 * rank);
        rank += 1;
    }
    set
}

const fn lines() -> [Lines; Square::NUM] {
    let mut table = [const { Lines { rank: 0, diagonal: 0, antidiagonal: 0 } }; Square::NUM];
    let mut from = 0;
    while from < Square::NUM {
        let mut to = 0;
        while to < Square::NUM {
            let files = to as i32 % 8 - from as i32 % 8;
            let ranks = to as i32 / 8 - from as i32 / 8;
            if files != 0 {
                let square = 1 << to;
                if ranks == 0 {
                    table[from].rank |= square;
                }
                if ranks == files {
                    table[from].diagonal |= square;
                }
                if ranks == -files {
                    table[from].antidiagonal |= square;
                }
            }
            to += 1;
        }
        from += 1;
    }
    table
}
