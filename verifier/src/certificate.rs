//! Certificates: tables and claims in the plain form of `verifier/checker`, whose checker shares nothing with
//! this workspace.

use std::{
    io::{self, Write},
    ops::Range,
};

use drawproof_board::{Color, Piece, Rank, Square};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{
    Layout, MEN_MAX, Man, PlainTable, Value,
    probe::with_en_passant_rights,
    progress::{Progress, Stage},
};
use rayon::prelude::*;

use crate::position::board_of;

/// The number of values in a block.
const BLOCK: usize = 1 << 20;

/// The number of blocks that are computed in parallel.
const BLOCKS: usize = 8;

/// The zstd compression level of a block.
const ZSTD_LEVEL: i32 = 3;

/// The code of a draw. Codes of decisive values are greater, and 0 marks an index that is not a
/// position.
const DRAW: u16 = 1;

/// The greatest code in a certificate with one byte for each value.
const BYTE_MAX: u16 = u8::MAX as u16;

/// The claim code of an index that is not a position.
const NO_POSITION: u8 = u8::MAX;

/// The squares of the white king in certified tables without pawns.
const TRIANGLE: [Square; 10] = {
    use Square::{A1, B1, B2, C1, C2, C3, D1, D2, D3, D4};
    [A1, B1, C1, D1, B2, C2, D2, C3, D3, D4]
};

/// The order of positions: a number of mixed digits, the side to move first, then the square of each man.
struct Order {
    /// The squares of each man, in the order of its digit.
    squares: Vec<Vec<Square>>,
    /// For each man, whether the man before it has the same colour and kind.
    like: Vec<bool>,
}

impl Order {
    /// Returns the order of a certified table, which has one of the positions that are reflections
    /// of each other.
    fn of_table(layout: &Layout) -> Order {
        let mut order = Order::of_board(layout.men());
        order.squares[0] = match layout.material().get().has_pawns() {
            true => Square::ALL.into_iter().filter(|it| (it.file() as usize) < 4).collect(),
            false => TRIANGLE.to_vec(),
        };
        order
    }

    /// Returns the order of all positions of the whole board.
    fn of_board(men: &[Man]) -> Order {
        let squares = |man: &Man| match man.piece {
            Piece::Pawn => Square::ALL[8..56].to_vec(),
            _ => Square::ALL.to_vec(),
        };
        let like = |at: usize| at > 0 && men[at] == men[at - 1];
        Order {
            squares: men.iter().map(squares).collect(),
            like: (0..men.len()).map(like).collect(),
        }
    }

    /// Returns the number of placements for each side to move.
    fn placements(&self) -> usize {
        self.squares.iter().map(Vec::len).product()
    }

    /// Returns the side to move and the squares at an index, and the index of the position in
    /// `table`; `None` if the index is not a legal position.
    fn legal_place(
        &self,
        table: &PlainTable,
        index: usize,
    ) -> Option<(Color, [Square; MEN_MAX], usize)> {
        let side = Color::ALL[index / self.placements()];
        let mut rest = index % self.placements();
        let mut squares = [Square::A1; MEN_MAX];
        for (man, all) in self.squares.iter().enumerate().rev() {
            squares[man] = all[rest % all.len()];
            rest /= all.len();
        }
        let men = &squares[..self.squares.len()];
        let descends = |man: usize| self.like[man] && men[man - 1] >= men[man];
        if (1..men.len()).any(descends) {
            return None;
        }
        let place = table.layout().index(men).filter(|&it| table.is_legal(side, it))?;
        Some((side, squares, place))
    }

    /// Returns the position at an index; `None` if the index is not a legal position.
    fn position(&self, table: &PlainTable, index: usize) -> Option<Position> {
        let (side, squares, _) = self.legal_place(table, index)?;
        let mut position = Position {
            colour: [0; 2],
            kind: [0; 6],
            side_to_move: side as u8,
            en_passant: Square::NUM as u8,
        };
        for (man, square) in table.layout().men().iter().zip(squares) {
            position.colour[man.color as usize] |= square.bitboard().0;
            position.kind[man.piece as usize] |= square.bitboard().0;
        }
        Some(position)
    }
}

/// Writes a table of distances to mate to `out`, as a certificate for `verifier/checker`.
///
/// # Errors
///
/// Fails if `out` cannot be written, or if `progress` stops the work.
pub fn write_table(
    table: &PlainTable,
    progress: &dyn Progress,
    out: &mut dyn Write,
) -> io::Result<()> {
    let layout = &**table.layout();
    let order = Order::of_table(layout);
    let value = |index: usize| {
        let place = order.legal_place(table, index);
        place.map_or(0, |(side, _, place)| number(table.value(side, place)))
    };
    let greatest = Color::ALL.into_par_iter().flat_map(|side| {
        let all = (0..layout.count()).into_par_iter();
        all.filter(move |&it| table.is_legal(side, it)).map(move |it| number(table.value(side, it)))
    });
    let bytes = if greatest.max() > Some(BYTE_MAX) { 2 } else { 1 };
    let count = 2 * order.placements();
    write_head(b"DPCERT1\n", layout, bytes, count, out)?;
    let block = |indices: Range<usize>| {
        let values = indices.map(value);
        Ok(match bytes {
            1 => values.map(|value| value as u8).collect(),
            _ => values.flat_map(u16::to_le_bytes).collect(),
        })
    };
    write_blocks(layout, count, &block, progress, out)
}

/// Writes a rule's claims about all positions of an endgame to `out`. `table` is the endgame's
/// table; `ask` returns the rule's claims about a list of positions, in their order.
///
/// # Errors
///
/// Fails if `out` cannot be written, the rule fails, or `progress` stops the work.
pub fn write_claims(
    table: &PlainTable,
    ask: &(dyn Fn(&[Position]) -> io::Result<Vec<Claim>> + Sync),
    progress: &dyn Progress,
    out: &mut dyn Write,
) -> io::Result<()> {
    let layout = &**table.layout();
    let order = Order::of_board(layout.men());
    let count = 2 * order.placements();
    let rights = en_passant_positions(table, &order);
    write_head(b"DPCLAIM1", layout, 1, count + rights.len(), out)?;
    let block = |indices: Range<usize>| {
        let mut claims = vec![NO_POSITION; indices.len()];
        let (mut asked, mut places) = (Vec::new(), Vec::new());
        for (place, index) in indices.enumerate() {
            let position = match index.checked_sub(count) {
                Some(right) => Some(rights[right]),
                None => order.position(table, index),
            };
            if let Some(position) = position {
                asked.push(position);
                places.push(place);
            }
        }
        for ((claim, place), position) in ask(&asked)?.into_iter().zip(places).zip(&asked) {
            claims[place] = claim.by_colour(position.stm()).bits();
        }
        Ok(claims)
    };
    write_blocks(layout, count + rights.len(), &block, progress, out)
}

/// Returns the code of a value in a certificate.
fn number(value: Value) -> u16 {
    value.distance().map_or(DRAW, |number| number.get() + DRAW + 1)
}

/// Returns the positions in which an en-passant capture is legal, ordered by placement and then by
/// file.
fn en_passant_positions(table: &PlainTable, order: &Order) -> Vec<Position> {
    let of_kind = |color| table.material().get().count(color, Piece::Pawn) > 0;
    if !Color::ALL.into_iter().all(of_kind) {
        return Vec::new();
    }
    let found = (0..2 * order.placements()).into_par_iter().flat_map_iter(|index| {
        let board = order.position(table, index).filter(is_ready).and_then(|it| board_of(&it));
        let mut boards = board.map_or_else(Vec::new, |board| with_en_passant_rights(&board));
        boards.sort_by_key(|board| board.en_passant().map(|it| it as u8));
        boards.into_iter().map(|board| Position::from(&board)).collect::<Vec<_>>()
    });
    found.collect()
}

/// Whether a pawn of the side to move stands beside one that a double push may have brought there.
fn is_ready(position: &Position) -> bool {
    let side = position.stm();
    let rank = Rank::Fifth.relative_to(side).bitboard();
    let [own, pushed] = [side, !side].map(|color| (position.men(color, Piece::Pawn) & rank).0);
    // The ranks are in the middle of the board: what leaves one at its end is on another.
    (pushed << 1 | pushed >> 1) & own != 0
}

/// Writes the first 32 bytes of a file.
fn write_head(
    magic: &[u8; 8],
    layout: &Layout,
    bytes: u64,
    count: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut name = [0; 8];
    let text = layout.material().to_string();
    name[..text.len()].copy_from_slice(text.as_bytes());
    out.write_all(magic)?;
    out.write_all(&name)?;
    out.write_all(&bytes.to_le_bytes())?;
    out.write_all(&(count as u64).to_le_bytes())
}

/// Packs and writes the blocks of some values, which `block` makes.
fn write_blocks(
    layout: &Layout,
    count: usize,
    block: &(dyn Fn(Range<usize>) -> io::Result<Vec<u8>> + Sync),
    progress: &dyn Progress,
    out: &mut dyn Write,
) -> io::Result<()> {
    let stage = Stage::Packing(layout.material());
    progress.begin(stage, count as u64);
    for group in (0..count).step_by(BLOCK * BLOCKS) {
        let starts: Vec<_> = (group..count.min(group + BLOCK * BLOCKS)).step_by(BLOCK).collect();
        let packed = starts.into_par_iter().map(|start| {
            let indices = start..count.min(start + BLOCK);
            if progress.advance(stage, indices.len() as u64).is_break() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            zstd::bulk::compress(&block(indices)?, ZSTD_LEVEL)
        });
        for packed in packed.collect::<io::Result<Vec<_>>>()? {
            out.write_all(&(packed.len() as u32).to_le_bytes())?;
            out.write_all(&packed)?;
        }
    }
    progress.end(stage);
    Ok(())
}
