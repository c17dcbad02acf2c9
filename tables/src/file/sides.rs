//! The sides to move that a file holds, and the values that a file of one side may hold if a
//! capture decides.
//!
//! A probe of such a file also looks at captures and promotions. If one of them is a best move, any
//! value that is no better is allowed in the file; the value that the neighbours predict takes the
//! fewest bits.

use drawproof_board::{BitBoard, Color};

use super::{
    codec::{Frame, Model, predicted_within},
    grid::{Block, Grid, Spot},
};

/// The sides to move whose values a table file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// Both sides to move: a probe reads the value.
    Both,
    /// One side to move. A probe computes the values of the other side by looking one move ahead.
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

    /// Returns the sides with a number; `None` for other numbers.
    pub(super) fn from_code(code: u8) -> Option<Sides> {
        [Sides::Both, Sides::One(Color::White), Sides::One(Color::Black)]
            .into_iter()
            .find(|sides| sides.code() == code)
    }

    /// Returns whether the file has the values with `side_to_move` to move.
    pub fn has(self, side_to_move: Color) -> bool {
        match self {
            Sides::Both => true,
            Sides::One(side) => side == side_to_move,
        }
    }
}

/// Replaces the values of `side` that a capture or promotion attains by values that take few bits.
/// `decided` has the positions with such values, by word of the layout, bit = lane. `model` has the
/// costs of decisions, if they are known.
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
