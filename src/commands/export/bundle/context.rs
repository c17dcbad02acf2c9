//! What is known of a cell before it is decoded: the number that it is likely to hold, and the
//! context that selects its code.

/// A cell that holds a draw. Other cells hold the rank of a decisive value.
pub const DRAW: u8 = 255;

/// Number of contexts.
pub const CONTEXTS: usize = INNER * 2 + 9;

/// Contexts of cells with a cell above that is decisive; as many where it is a draw.
const INNER: usize = 8 * 6 * 6 * 4;

/// A cell that is decoded next.
pub struct Next {
    /// Its square.
    pub place: usize,
    /// The number that it is likely to hold; not a draw.
    pub expected: u8,
    /// Its context, below [`CONTEXTS`].
    pub context: usize,
    /// What it holds if no legal position has it: the cell above, or else beside it.
    pub filler: u8,
}

/// Calls `cell` with each coded cell of a block in the order of decoding; it returns what the cell
/// holds. `start` is the prediction of the first cell.
pub fn walk(coded: u64, start: u8, mut cell: impl FnMut(Next) -> u8) {
    let mut cells = [start; 64];
    let mut recent = start;
    for place in 0..64 {
        let (file, rank) = (place % 8, place / 8);
        let beside =
            if place > 0 { cells[if file > 0 { place - 1 } else { place - 8 }] } else { start };
        if coded >> place & 1 == 0 {
            cells[place] = beside;
            continue;
        }
        let (expected, context, filler) = if rank == 0 {
            let difference = nearness(beside, recent, 3);
            (recent, 2 * INNER + if file == 0 { 8 } else { difference }, beside)
        } else {
            let above = cells[place - 8];
            let expected = if above == DRAW { recent } else { above };
            let left = if file > 0 { cells[place - 9] } else { above };
            let right = if file < 7 { cells[place - 7] } else { above };
            let farther = if rank > 1 { cells[place - 16] } else { above };
            let neighbours = (nearness(beside, expected, 3) * 6 + nearness(left, expected, 2)) * 24
                + nearness(right, expected, 2) * 4
                + nearness(farther, expected, 1);
            (expected, neighbours + if above == DRAW { INNER } else { 0 }, above)
        };
        cells[place] = cell(Next { place, expected, context, filler });
        if cells[place] != DRAW {
            recent = cells[place];
        }
    }
}

/// How a neighbour differs from the prediction: 0 to `2 * bound`, or one more for a draw.
fn nearness(neighbour: u8, expected: u8, bound: i32) -> usize {
    if neighbour == DRAW {
        return 2 * bound as usize + 1;
    }
    let difference = i32::from(neighbour) - i32::from(expected);
    (difference.clamp(-bound, bound) + bound) as usize
}
