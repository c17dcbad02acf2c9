//! The results of up to 64 positions as sets of lanes.

use drawproof_tables::Cell;

/// The lanes of each result, for the side to move. The sets are disjoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneResults {
    /// The drawn positions.
    pub draw: u64,
    /// Those that the side to move wins.
    pub win: u64,
    /// Those that it loses.
    pub loss: u64,
}

impl LaneResults {
    /// The results of 64 table cells, only for the lanes `legal`.
    pub fn of(cells: &[u8; 64], legal: u64) -> LaneResults {
        let (mut draw, mut odd) = (0, 0);
        for (lane, &cell) in cells.iter().enumerate() {
            draw |= u64::from(cell == Cell::DRAW.byte()) << lane;
            odd |= u64::from(cell & 1) << lane;
        }
        LaneResults { draw: draw & legal, win: !odd & !draw & legal, loss: odd & legal }
    }

    /// The same positions with the decisive ones of `lanes` drawn.
    #[inline(always)]
    pub(crate) fn with_draws(self, lanes: u64) -> LaneResults {
        let draw = self.draw | (self.win | self.loss) & lanes;
        LaneResults { draw, win: self.win & !lanes, loss: self.loss & !lanes }
    }

    /// The results of `lanes` alone.
    #[inline(always)]
    pub fn among(self, lanes: u64) -> LaneResults {
        LaneResults { draw: self.draw & lanes, win: self.win & lanes, loss: self.loss & lanes }
    }

    /// The name of the result in a lane, for the side to move.
    pub fn name(self, lane: usize) -> &'static str {
        ["draw", "win", "loss"][self.code(lane)]
    }

    /// The result in a lane as a number: 0 draw, 1 win, 2 loss.
    #[inline(always)]
    pub fn code(self, lane: usize) -> usize {
        ((self.win >> lane & 1) + 2 * (self.loss >> lane & 1)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_become_sets() {
        let mut cells = [Cell::DRAW.byte(); 64];
        for (lane, plies) in [(0, 0), (1, 1), (2, Cell::NUMBER_MAX), (63, Cell::NUMBER_MAX - 1)] {
            cells[lane] = Cell::from_number(plies).unwrap().byte();
        }
        let results = LaneResults::of(&cells, !8);
        assert_eq!(results.loss, 0b101);
        assert_eq!(results.win, 1 << 63 | 0b10);
        assert_eq!(results.draw, !(1 << 63 | 0b1111));
        assert_eq!([0, 1, 2, 4].map(|lane| results.code(lane)), [2, 1, 2, 0]);
    }
}
