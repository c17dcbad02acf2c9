//! The best move of the two men that move within a block.

use cozy_chess::{BitBoard, Color, Piece, Square};

use super::frame::Frame;
use crate::{
    endgame::{layout::Man, legality::attacks},
    file::grid::SIDE,
};

/// One byte a place of a block, `[row][lane]`.
pub type Bytes = [[u8; SIDE]; SIDE];

/// No move within the block.
pub const NONE: u8 = u8::MAX;

/// Rank of a successor's cell for the one who moves there, the lower the better: lost ones by
/// distance, the draw, won ones by distance from far to near. [`NONE`] is the worst.
static RANKS: [u8; 256] = {
    let mut ranks = [128; 256];
    let mut plies = 0;
    while plies < 255 {
        ranks[plies] = if plies % 2 == 0 { plies / 2 } else { 255 - plies / 2 } as u8;
        plies += 1;
    }
    ranks
};

/// The cell for the mover whose best successor has a rank.
pub static BEFORE: [u8; 256] = {
    let mut cells = [255; 256];
    let mut plies = 0;
    while plies < 254 {
        cells[RANKS[plies] as usize] = plies as u8 + 1;
        plies += 1;
    }
    cells
};

/// The rank of the best successor that `mover` reaches by a move of the row man or the lane man,
/// or [`NONE`]. `cells` are those where the other side is to move, `known` tells which there are.
pub fn best_moves(frame: &Frame, mover: Color, cells: &Bytes, known: &[u64; SIDE]) -> Box<Bytes> {
    let mut best = Box::new([[NONE; SIDE]; SIDE]);
    let mut ranks = Box::new([[NONE; SIDE]; SIDE]);
    for row in 0..SIDE {
        for lane in BitBoard(known[row]) {
            ranks[row][lane as usize] = RANKS[usize::from(cells[row][lane as usize])];
        }
    }
    if let Some(man) = frame.row_man.filter(|man| man.color == mover) {
        row_moves(man, frame.fixed[0], &ranks, &mut best);
    }
    if frame.lane_man.color != mover {
        return best;
    }
    if frame.row_man.is_none() {
        for row in 0..SIDE {
            lane_moves(frame.lane_man, frame.fixed[row], &ranks[row], &mut best[row]);
        }
        return best;
    }
    // Along the lanes as from row to row, rows and lanes exchanged.
    transpose(&mut ranks);
    transpose(&mut best);
    row_moves(frame.lane_man, frame.fixed[0], &ranks, &mut best);
    transpose(&mut best);
    best
}

/// Moves of the man whose squares are rows, for all squares of the lane man at once.
fn row_moves(man: Man, fixed: u64, ranks: &Bytes, best: &mut Bytes) {
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

/// Moves along one line of the board, back towards `start`.
fn slide(start: Square, (files, ranks_up): (i8, i8), fixed: u64, ranks: &Bytes, best: &mut Bytes) {
    // The best rank on the squares passed since the last obstacle, by lane.
    let mut passed = [NONE; SIDE];
    let mut next = Some(start);
    while let Some(square) = next {
        let row = square as usize;
        if fixed >> row & 1 != 0 {
            passed = [NONE; SIDE];
        } else {
            take_better(&mut best[row], &passed);
            take_better(&mut passed, &ranks[row]);
            // The lane man is in the way where it stands on this square.
            passed[row] = NONE;
        }
        next = square.try_offset(files, ranks_up);
    }
}

/// Moves of the lane man in one row.
fn lane_moves(man: Man, fixed: u64, ranks: &[u8; SIDE], best: &mut [u8; SIDE]) {
    for square in Square::ALL {
        for to in BitBoard(attacks(man.piece, man.color, square, fixed) & !fixed) {
            let lane = square as usize;
            best[lane] = best[lane].min(ranks[to as usize]);
        }
    }
}

fn take_better(best: &mut [u8; SIDE], ranks: &[u8; SIDE]) {
    for (best, rank) in best.iter_mut().zip(ranks) {
        *best = (*best).min(*rank);
    }
}

/// Exchanges rows and lanes.
pub fn transpose(bytes: &mut Bytes) {
    const TILE: usize = 8;
    for row in (0..SIDE).step_by(TILE) {
        for lane in (row..SIDE).step_by(TILE) {
            for i in 0..TILE {
                for j in 0..TILE {
                    let (a, b) = (row + i, lane + j);
                    if a < b {
                        let kept = bytes[a][b];
                        bytes[a][b] = bytes[b][a];
                        bytes[b][a] = kept;
                    }
                }
            }
        }
    }
}
