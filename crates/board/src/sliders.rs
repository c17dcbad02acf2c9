//! Attacks of rooks and bishops, line by line. The squares of a line that a slider attacks depend
//! on the slider's square and on the six inner squares of the line.
//!
//! The tables take 9.5 KiB and stay in the first-level cache. A table by square and all relevant
//! blockers would take one access instead of two, but 700 KiB.

use cozy_chess_types::Square;

/// Multiplying by this constant gathers files b to g on the last rank, in all bits but the highest
/// and the lowest.
const GATHER_FILES: u64 = 0x0202020202020202;

/// Multiplying by this constant gathers ranks 2 to 7 of file a in the six highest bits.
const GATHER_RANKS: u64 = 0x0080402010080400;

const FILE_A: u64 = 0x0101010101010101;

/// The squares of the lines through a square, other than the square itself.
struct Lines {
    rank: u64,
    diagonal: u64,
    antidiagonal: u64,
}

/// The lines through each square, `[square]`.
static LINES: [Lines; Square::NUM] = lines();

/// The attacked files, repeated on every rank, `[file][occupied inner files]`.
static ACROSS_FILES: [[u64; 64]; 8] = across_files();

/// The attacked squares of file a, `[rank][occupied inner ranks]`.
static ALONG_FILE_A: [[u64; 64]; 8] = along_file_a();

/// Returns the squares that a rook on `square` attacks if the squares `blockers` are occupied,
/// including the first blocker in each direction.
#[inline]
pub fn rook(square: Square, blockers: u64) -> u64 {
    across_files_of(square, LINES[square as usize].rank, blockers) | along_file(square, blockers)
}

/// Returns the squares that a bishop on `square` attacks if the squares `blockers` are occupied,
/// including the first blocker in each direction.
#[inline]
pub fn bishop(square: Square, blockers: u64) -> u64 {
    let Lines { diagonal, antidiagonal, .. } = LINES[square as usize];
    across_files_of(square, diagonal, blockers) | across_files_of(square, antidiagonal, blockers)
}

/// Returns the attacked squares of `line`, which has at most one square on each file.
#[inline(always)]
fn across_files_of(square: Square, line: u64, blockers: u64) -> u64 {
    let inner = (line & blockers).wrapping_mul(GATHER_FILES) >> 58;
    ACROSS_FILES[square as usize % 8][inner as usize] & line
}

/// Returns the attacked squares of the slider's file.
#[inline(always)]
fn along_file(square: Square, blockers: u64) -> u64 {
    let file = square as usize % 8;
    let inner = (blockers >> file & FILE_A).wrapping_mul(GATHER_RANKS) >> 58;
    ALONG_FILE_A[square as usize / 8][inner as usize] << file
}

/// Returns the attacked squares of a line of eight, as bits 0 to 7. The slider is on `from`;
/// `occupied` has a bit for each square.
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

/// Maps bits 0 to 7 to the squares of file a.
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
