//! Distances to mate, coded cell by cell with the preceding neighbours as context.

use drawproof_board::Color;
use drawproof_tables::{Cell, PlainTable};

use super::parts::{Array, Parts};

/// Cells that are decoded together at most.
const BLOCK: usize = 512;

/// Constants and arrays of the distances.
///
/// A cell is its number in the palette of its side to move, coded bit by bit from the highest. The
/// context of each bit is the cell before, whether the cell eight before equals it, and the bits
/// coded so far; each context has its probability. `CODE` holds the range-coded blocks, `STARTS`
/// the place where each begins, `SHARES` the probabilities of ones in units of 1/512, less one half.
pub fn parts(table: &PlainTable) -> Parts {
    let palettes = Color::ALL.map(|side| palette(table, side));
    let size = palettes.iter().map(Vec::len).max().unwrap_or(1).next_power_of_two().max(2);
    let depth = size.ilog2();
    let mut code = Vec::new();
    let mut starts = Vec::new();
    let mut shares = Vec::new();
    let mut palette_numbers = Vec::new();
    for side in Color::ALL {
        let palette = &palettes[side as usize];
        let cells = numbered(table, side, palette);
        let side_shares = count_shares(&cells, depth);
        for block in cells.chunks(BLOCK) {
            starts.push(code.len() as u32);
            encode(block, depth, &side_shares, &mut code);
        }
        shares.extend(side_shares);
        // Entries beyond the palette are never read.
        let unused = Cell::DRAW.file_byte();
        palette_numbers
            .extend((0..size).map(|n| u32::from(palette.get(n).copied().unwrap_or(unused))));
    }
    // The decoder of the last block reads two bytes beyond its code.
    code.extend([0, 0]);
    let bytes = |bytes: Vec<u8>| bytes.into_iter().map(u32::from).collect();
    Parts {
        constants: vec![("DEPTH", depth), ("BLOCK", BLOCK as u32)],
        arrays: vec![
            Array { name: "PALETTES", bits: 8, numbers: palette_numbers },
            Array { name: "SHARES", bits: 8, numbers: bytes(shares) },
            Array { name: "STARTS", bits: 32, numbers: starts },
            Array { name: "CODE", bits: 8, numbers: bytes(code) },
        ],
    }
}

/// The file byte of a cell: plies, or 255 = draw.
fn file_byte(cell: u8) -> u8 {
    Cell::from_byte(cell).file_byte()
}

/// The file bytes that occur, in rising order.
fn palette(table: &PlainTable, side: Color) -> Vec<u8> {
    let mut seen = [false; Cell::COUNT];
    let legal = |index: &usize| table.is_legal(side, *index);
    for index in (0..table.layout().count()).filter(legal) {
        seen[usize::from(file_byte(table.cells(side)[index]))] = true;
    }
    (0..=u8::MAX).filter(|&cell| seen[usize::from(cell)]).collect()
}

/// The cells as numbers of the palette; at illegal positions the number that costs the
/// fewest bits.
fn numbered(table: &PlainTable, side: Color, palette: &[u8]) -> Vec<u8> {
    let mut cells = Vec::with_capacity(table.layout().count());
    for (index, cell) in table.cells(side).iter().enumerate() {
        let number = palette
            .iter()
            .position(|&p| p == file_byte(*cell))
            .filter(|_| table.is_legal(side, index));
        let block = &cells[index / BLOCK * BLOCK..];
        let expected = before(block, index % BLOCK).0;
        cells.push(number.map_or(expected, |number| number as u8));
    }
    cells
}

/// The cell before the one at `place` of a block (the one eight before at the start of a rank, 0
/// where there is none), and whether the one eight before equals it.
fn before(block: &[u8], place: usize) -> (u8, bool) {
    let lane = place % 64;
    let below = (lane >= 8).then(|| block[place - 8]);
    let left = if !lane.is_multiple_of(8) { Some(block[place - 1]) } else { below };
    (left.unwrap_or(0), left.is_some() && left == below)
}

/// Calls `each` with the context and the value of every bit of a block.
fn each_bit(block: &[u8], depth: u32, mut each: impl FnMut(usize, bool)) {
    for place in 0..block.len() {
        let (left, same) = before(block, place);
        let context = (2 * usize::from(left) + usize::from(same)) << depth;
        let mut node = 1;
        for bit in (0..depth).rev() {
            let one = block[place] >> bit & 1 != 0;
            each(context + node, one);
            node = 2 * node + usize::from(one);
        }
    }
}

fn count_shares(cells: &[u8], depth: u32) -> Vec<u8> {
    let mut counts = vec![[0_u64; 2]; 2 << (2 * depth)];
    for block in cells.chunks(BLOCK) {
        each_bit(block, depth, |context, one| counts[context][usize::from(one)] += 1);
    }
    let share = |[zeros, ones]: &[u64; 2]| (256 * ones / (zeros + ones).max(1)).min(255) as u8;
    counts.iter().map(share).collect()
}

/// Appends the code of a block. A decoder may read any bytes after it.
fn encode(block: &[u8], depth: u32, shares: &[u8], code: &mut Vec<u8>) {
    let start = code.len();
    let (mut low, mut range) = (0_u64, u64::from(u32::MAX));
    let carry = |code: &mut Vec<u8>| {
        for byte in code[start..].iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    };
    each_bit(block, depth, |context, one| {
        let bound = (range >> 9) * (2 * u64::from(shares[context]) + 1);
        if one {
            range = bound;
        } else {
            low += bound;
            range -= bound;
        }
        if low >> 32 != 0 {
            carry(code);
            low &= u64::from(u32::MAX);
        }
        while range < 1 << 24 {
            code.push((low >> 24) as u8);
            low = low << 8 & u64::from(u32::MAX);
            range <<= 8;
        }
    });
    // Two bytes that stay within the range whatever bytes follow.
    let end = low + 0xffff;
    if end >> 32 != 0 {
        carry(code);
    }
    code.extend([(end >> 24) as u8, (end >> 16) as u8]);
}
