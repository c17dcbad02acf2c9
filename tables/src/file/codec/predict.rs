//! The best move of the two men that vary within a block.

#![allow(clippy::needless_range_loop, reason = "loops over lanes become vectors")]

use drawproof_board::{BitBoard, Color, Piece, Square};

use super::frame::Frame;
use crate::{
    endgame::{layout::Man, legality::attacks},
    file::grid::SIDE,
    value::{cell::Cell, width::RawCell},
};

/// For each cell of a block, a file cell or a rank, `[word][lane]`.
pub type Bytes = [[RawCell; SIDE]; SIDE];

/// The rank that marks a cell from which no move stays within the block.
pub const NONE: RawCell = RawCell::MAX;

/// The rank of a successor for the player who moves to it, by file cell; lower is better. The order
/// is: losses of the opponent by distance, the draw, wins of the opponent from the longest to the
/// shortest, and [`NONE`].
static RANKS: [RawCell; Cell::COUNT] = {
    let mut ranks = [(Cell::COUNT / 2) as RawCell; Cell::COUNT];
    let mut plies = 0;
    while plies < Cell::COUNT - 1 {
        let from_end = Cell::COUNT - 1 - plies / 2;
        ranks[plies] = if plies % 2 == 0 { plies / 2 } else { from_end } as RawCell;
        plies += 1;
    }
    ranks
};

/// The file cell of a position, indexed by the rank of its best successor.
pub static BEFORE: [RawCell; Cell::COUNT] = {
    let mut cells = [Cell::DRAW.file_byte(); Cell::COUNT];
    let mut plies = 0;
    while plies < Cell::NUMBER_MAX as usize {
        cells[RANKS[plies] as usize] = plies as RawCell + 1;
        plies += 1;
    }
    cells
};

/// Returns, for each cell, the rank of the best successor that `mover` reaches by a move of the
/// upper or the low man; [`NONE`] without such a move. `cells` has the file cells with the other
/// side to move; only the cells in `known` are valid.
pub fn best_moves(frame: &Frame, mover: Color, cells: &Bytes, known: &[u64; SIDE]) -> Box<Bytes> {
    let mut ranks = Box::new([[NONE; SIDE]; SIDE]);
    for word in 0..SIDE {
        for lane in BitBoard(known[word]) {
            ranks[word][lane as usize] = RANKS[usize::from(cells[word][lane as usize])];
        }
    }
    best_by_ranks(frame, mover, ranks)
}

/// Does what [`best_moves`] does, from the ranks of the cells with the other side to move; [`NONE`]
/// marks an unknown value.
#[inline(always)]
pub fn best_by_ranks(frame: &Frame, mover: Color, mut ranks: Box<Bytes>) -> Box<Bytes> {
    let mut best = Box::new([[NONE; SIDE]; SIDE]);
    if let Some(man) = frame.upper_man.filter(|man| man.color == mover) {
        upper_moves(man, frame.fixed[0], &ranks, &mut best);
    }
    if frame.low_man.color != mover {
        return best;
    }
    if frame.upper_man.is_none() {
        for word in 0..SIDE {
            low_moves(frame.low_man, frame.fixed[word], &ranks[word], &mut best[word]);
        }
        return best;
    }
    // With words and lanes exchanged, the low man moves as the upper man does.
    transpose(&mut ranks);
    let mut of_low = Box::new([[NONE; SIDE]; SIDE]);
    upper_moves(frame.low_man, frame.fixed[0], &ranks, &mut of_low);
    transpose(&mut of_low);
    for (best, of_low) in best.iter_mut().zip(&of_low[..]) {
        take_better(best, of_low);
    }
    best
}

/// Takes the moves of the upper man, for all squares of the low man at once.
#[inline(always)]
fn upper_moves(man: Man, fixed: u64, ranks: &Bytes, best: &mut Bytes) {
    const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let directions: &[&[(i8, i8)]] = match man.piece {
        Piece::Rook => &[&ROOK],
        Piece::Bishop => &[&BISHOP],
        Piece::Queen => &[&ROOK, &BISHOP],
        _ => {
            for square in Square::ALL {
                for to in BitBoard(attacks(man.piece, man.color, square, 0)) {
                    take_better(&mut best[square as usize], &ranks[to as usize]);
                }
            }
            return;
        }
    };
    for &direction in directions.iter().copied().flatten() {
        for start in
            Square::ALL.into_iter().filter(|s| s.try_offset(-direction.0, -direction.1).is_none())
        {
            slide(start, direction, fixed, ranks, best);
        }
    }
}

/// Takes the moves of the upper man along one line of the board, back towards `start`.
#[inline(always)]
fn slide(start: Square, (files, ranks_up): (i8, i8), fixed: u64, ranks: &Bytes, best: &mut Bytes) {
    // The best rank on the squares passed since the last obstacle, by lane.
    let mut passed = [NONE; SIDE];
    let mut next = Some(start);
    while let Some(square) = next {
        let word = square as usize;
        if fixed >> word & 1 != 0 {
            passed = [NONE; SIDE];
        } else {
            take_better(&mut best[word], &passed);
            take_better(&mut passed, &ranks[word]);
            // The low man blocks the line where it stands on this square.
            passed[word] = NONE;
        }
        next = square.try_offset(files, ranks_up);
    }
}

/// Takes the moves of the low man in one word.
#[inline(always)]
fn low_moves(man: Man, fixed: u64, ranks: &[RawCell; SIDE], best: &mut [RawCell; SIDE]) {
    for square in Square::ALL {
        for to in BitBoard(attacks(man.piece, man.color, square, fixed) & !fixed) {
            let lane = square as usize;
            best[lane] = best[lane].min(ranks[to as usize]);
        }
    }
}

/// Replaces each rank in `best` by the rank in `ranks` of the same lane if the latter is better.
#[inline(always)]
pub fn take_better(best: &mut [RawCell; SIDE], ranks: &[RawCell; SIDE]) {
    for (best, rank) in best.iter_mut().zip(ranks) {
        *best = (*best).min(*rank);
    }
}

/// Exchanges words and lanes in place.
#[inline(always)]
pub fn transpose(bytes: &mut Bytes) {
    /// The side of a square that is transposed at once, in bytes.
    const TILE: usize = 8;
    const TILES: usize = SIDE / TILE;
    let mut eights = [[0_u64; TILES]; SIDE];
    for (eights, row) in eights.iter_mut().zip(bytes.iter()) {
        for (eight, bytes) in eights.iter_mut().zip(row.as_chunks::<TILE>().0) {
            *eight = u64::from_le_bytes(*bytes);
        }
    }
    // In each square of 8 x 8 bytes, bytes whose row and column differ in one bit change places,
    // bit by bit. Eight adjacent squares are transposed at once.
    for tile in 0..TILES {
        let rows: &mut [[u64; TILES]; TILE] =
            eights[tile * TILE..].first_chunk_mut().expect("a tile has 8 rows");
        exchange::<4, 0x0000_0000_ffff_ffff>(rows);
        exchange::<2, 0x0000_ffff_0000_ffff>(rows);
        exchange::<1, 0x00ff_00ff_00ff_00ff>(rows);
    }
    for (word, row) in bytes.iter_mut().enumerate() {
        for (tile, bytes) in row.as_chunks_mut::<TILE>().0.iter_mut().enumerate() {
            *bytes = eights[tile * TILE + word % TILE][word / TILE].to_le_bytes();
        }
    }
}

/// Exchanges the upper bytes of each row, those not in `LOWER`, with the lower bytes of the row
/// `APART` further.
#[inline(always)]
fn exchange<const APART: usize, const LOWER: u64>(rows: &mut [[u64; 8]; 8]) {
    for first in 0..8 {
        if first & APART != 0 {
            continue;
        }
        for tile in 0..8 {
            let (a, b) = (rows[first][tile], rows[first + APART][tile]);
            let differing = (a >> (8 * APART) ^ b) & LOWER;
            rows[first][tile] = a ^ differing << (8 * APART);
            rows[first + APART][tile] = b ^ differing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_lanes_are_exchanged() {
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut bytes = [[0; SIDE]; SIDE];
        for byte in bytes.iter_mut().flatten() {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            *byte = (seed >> 56) as u8;
        }
        let mut transposed = bytes;
        transpose(&mut transposed);
        for word in 0..SIDE {
            for lane in 0..SIDE {
                assert_eq!(transposed[word][lane], bytes[lane][word], "{word} {lane}");
            }
        }
    }
}
