//! The best move of the two men that vary within a block.

use drawproof_board::{BitBoard, Color, Piece, Square};

use super::frame::Frame;
use crate::{
    endgame::{layout::Man, legality::attacks},
    file::grid::SIDE,
    value::{cell::Cell, width::RawCell},
};

/// A file cell or a rank by place of a block, `[word][lane]`.
pub type Bytes = [[RawCell; SIDE]; SIDE];

/// The rank of no move within the block.
pub const NONE: RawCell = RawCell::MAX;

/// Rank of a successor for the player who moves to it, the lower the better, by file cell: losses of
/// the opponent by distance, the draw, wins of the opponent from the longest to the shortest.
/// [`NONE`] is the worst.
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

/// The file cell of a position by the rank of its best successor.
pub static BEFORE: [RawCell; Cell::COUNT] = {
    let mut cells = [Cell::DRAW.file_byte(); Cell::COUNT];
    let mut plies = 0;
    while plies < Cell::PLIES_MAX as usize {
        cells[RANKS[plies] as usize] = plies as RawCell + 1;
        plies += 1;
    }
    cells
};

/// By place, the rank of the best successor that `mover` reaches by a move of the upper or the low
/// man, or [`NONE`]. `cells` are the file cells with the other side to move, of the places `known`.
pub fn best_moves(frame: &Frame, mover: Color, cells: &Bytes, known: &[u64; SIDE]) -> Box<Bytes> {
    let mut ranks = Box::new([[NONE; SIDE]; SIDE]);
    for word in 0..SIDE {
        for lane in BitBoard(known[word]) {
            ranks[word][lane as usize] = RANKS[usize::from(cells[word][lane as usize])];
        }
    }
    best_by_ranks(frame, mover, ranks)
}

/// [`best_moves`] by the ranks of the places with the other side to move, [`NONE`] where a value is not
/// known.
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
    transpose(&mut best);
    upper_moves(frame.low_man, frame.fixed[0], &ranks, &mut best);
    transpose(&mut best);
    best
}

/// Moves of the upper man, for all squares of the low man at once.
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

/// Moves of the upper man along one line of the board, back towards `start`.
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

/// Moves of the low man in one word.
#[inline(always)]
fn low_moves(man: Man, fixed: u64, ranks: &[RawCell; SIDE], best: &mut [RawCell; SIDE]) {
    for square in Square::ALL {
        for to in BitBoard(attacks(man.piece, man.color, square, fixed) & !fixed) {
            let lane = square as usize;
            best[lane] = best[lane].min(ranks[to as usize]);
        }
    }
}

/// The better of two ranks, lane by lane.
#[inline(always)]
pub fn take_better(best: &mut [RawCell; SIDE], ranks: &[RawCell; SIDE]) {
    for (best, rank) in best.iter_mut().zip(ranks) {
        *best = (*best).min(*rank);
    }
}

/// Exchanges words and lanes.
#[inline(always)]
pub fn transpose(bytes: &mut Bytes) {
    const TILE: usize = 8;
    for word in (0..SIDE).step_by(TILE) {
        for lane in (word..SIDE).step_by(TILE) {
            for i in 0..TILE {
                for j in 0..TILE {
                    let (a, b) = (word + i, lane + j);
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
