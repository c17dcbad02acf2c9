//! The sides to move that a file holds, and what a file of one side may hold where a capture decides.
//!
//! A probe of such a file looks at captures and promotions too. Where one of them is a best move, any value
//! that is no better will do, and the one that the neighbours predict takes the fewest bits.

use drawproof_board::{BitBoard, Color};

use super::{
    codec::{Frame, Model, predicted_within},
    grid::{Block, Grid, Spot},
};

/// The sides to move whose values a table file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Both: a probe reads the value.
    Both,
    /// One. The values of the other follow from those by one move.
    One(Color),
}

impl Sides {
    /// Returns the number in the prefix of a file.
    pub(super) fn code(self) -> u8 {
        match self {
            Sides::Both => 0,
            Sides::One(Color::White) => 1,
            Sides::One(Color::Black) => 2,
        }
    }

    /// Returns the sides of a number, `None` if it stands for nothing.
    pub(super) fn from_code(code: u8) -> Option<Sides> {
        [Sides::Both, Sides::One(Color::White), Sides::One(Color::Black)]
            .into_iter()
            .find(|sides| sides.code() == code)
    }

    /// Returns whether the values of a side to move are in the file.
    pub fn has(self, side_to_move: Color) -> bool {
        match self {
            Sides::Both => true,
            Sides::One(side) => side == side_to_move,
        }
    }
}

/// Puts values that take few bits in place of those of `side` that a capture or promotion attains. `decided`:
/// these positions by word of the layout, bit = lane; `model`: what decisions cost, if that is known.
pub(super) fn choose_values(
    block: &mut Block,
    frame: &Frame,
    side: Color,
    (grid, number): (&Grid, usize),
    (decided, model): (&[u64], Option<&Model>),
) {
    for word in 0..grid.words(number) {
        let first = grid.index(Spot { block: number, word, lane: 0 });
        for lane in BitBoard(frame.stored[side as usize][word]) {
            let index = first + lane as usize * grid.stride(1);
            if decided[index / 64] >> (index % 64) & 1 != 0 {
                let actual = block.cells[side as usize][word][lane as usize];
                let place = (word, lane as usize);
                let chosen = predicted_within(frame, side, block, place, (actual, model));
                block.cells[side as usize][word][lane as usize] = chosen;
            }
        }
    }
}
