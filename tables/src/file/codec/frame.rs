//! What is known of a block before any value: which places have one, and what is attacked there.

use cozy_chess::{Color, Square};

use crate::{
    endgame::{
        layout::{Layout, Man},
        legality::Lanes,
        like_men,
    },
    file::grid::{Grid, SIDE, Spot},
};

/// Rows of a block as sets of lanes, by `[side to move][row]`.
pub type Rows = [[u64; SIDE]; 2];

/// What is known of a block before any value.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Places that have a value in the file: legal positions, and of those that differ by an
    /// exchange of like men one. By `[side to move][row]`, bit = lane.
    pub stored: Rows,
    /// Whether the side to move is in check.
    check: Rows,
    /// Whether the side to move attacks an undefended man.
    can_take: Rows,
    /// Squares of the men that stand still in the block, by row; the same in all rows unless rows
    /// are king pairs.
    pub fixed: [u64; SIDE],
    /// The man that moves from row to row, if rows are squares.
    pub row_man: Option<Man>,
    /// The man that moves along the lanes.
    pub lane_man: Man,
}

impl Frame {
    /// The frame of a block's first `rows` rows; in the others nothing is stored.
    pub fn new(layout: &Layout, grid: &Grid, number: usize, rows: usize) -> Box<Frame> {
        let men = layout.men();
        let (row, lane) = grid.men(layout);
        let mut frame = Box::new(Frame {
            stored: [[0; SIDE]; 2],
            check: [[0; SIDE]; 2],
            can_take: [[0; SIDE]; 2],
            fixed: [0; SIDE],
            row_man: row.map(|man| men[man]),
            lane_man: men[lane],
        });
        for row_number in 0..grid.rows(number).min(rows) {
            let squares =
                layout.squares(grid.index(Spot { block: number, row: row_number, lane: 0 }));
            let in_order = lanes_in_order(layout, &squares, lane);
            for (man, &square) in squares.iter().enumerate() {
                if man != lane && Some(man) != row {
                    frame.fixed[row_number] |= square.bitboard().0;
                }
            }
            let lanes = Lanes::new(men, &squares, lane);
            let placed = lanes.placed() & in_order;
            if placed == 0 {
                continue;
            }
            let check = Color::ALL.map(|side| lanes.check(side));
            for side in Color::ALL {
                frame.stored[side as usize][row_number] = placed & !check[!side as usize];
                frame.check[side as usize][row_number] = check[side as usize];
                frame.can_take[side as usize][row_number] = lanes.can_take(side);
            }
        }
        frame
    }

    /// Whether the two men that move are alike.
    pub fn alike(&self) -> bool {
        self.row_man == Some(self.lane_man)
    }

    /// What is attacked where `side` is to move: bit 0 its king, bit 1 an undefended man of the
    /// other side, bit 2 an undefended man of its own.
    #[inline]
    pub fn tension(&self, side: Color, row: usize, lane: usize) -> u8 {
        let (own, other) = (side as usize, !side as usize);
        let bits = (self.check[own][row] >> lane & 1)
            | (self.can_take[own][row] >> lane & 1) << 1
            | (self.can_take[other][row] >> lane & 1) << 2;
        bits as u8
    }
}

/// The lanes in which like men with a digit stand in rising order, the one with the highest digit
/// on the lowest square.
fn lanes_in_order(layout: &Layout, squares: &[Square], lane: usize) -> u64 {
    let mut lanes = u64::MAX;
    for [low, high] in like_men::pairs(layout) {
        let above = |square: Square| u64::MAX << (square as u32) << 1;
        lanes &= if high == lane {
            above(squares[low])
        } else if low == lane {
            !above(squares[high]) & !squares[high].bitboard().0
        } else if squares[low] < squares[high] {
            u64::MAX
        } else {
            0
        };
    }
    lanes
}
