//! A rule that is asked about many positions at once, given as columns.

use drawproof_board::Square;
use drawproof_recognizers::Position;
use drawproof_tables::{Layout, Transform};

use super::interface::Fault;
use crate::{
    enumerate::{Batch, for_each_lane},
    position::fen_of,
};

/// The value in [`PositionColumns::en_passant`] for a position without a legal en-passant right.
pub const NO_EN_PASSANT: u8 = 64;

/// Positions of one endgame as columns, one entry for each position. White is the first side of the
/// endgame's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionColumns {
    /// The square of each man, `[man][position]`, men in the order of [`Layout::men`]; a1 is 0, b1
    /// is 1, h8 is 63.
    pub squares: Vec<Vec<u8>>,
    /// The side to move of each position: 0 is White, 1 is Black.
    pub side: Vec<u8>,
    /// The target square of each position's legal en-passant capture, or [`NO_EN_PASSANT`].
    pub en_passant: Vec<u8>,
}

/// A rule that is asked about many positions at once, given as columns.
///
/// White is the endgame's first side in all positions. The rule's claim about a position also
/// counts as its claim about the colour-reversed position.
pub trait ColumnRule {
    /// Returns the rule's name.
    fn name(&self) -> String;

    /// Returns the claim about each position as a set of the results that it leaves possible: 1 is
    /// Black wins, 2 a draw, 4 White wins. So 2 claims a draw and 7 makes no claim; 0 is a position
    /// outside of the rule's domain.
    ///
    /// # Errors
    ///
    /// Fails if the rule fails.
    fn claims(&mut self, positions: PositionColumns) -> Result<Vec<u8>, Fault>;
}

impl PositionColumns {
    /// Returns columns for positions of `men` men, without rows.
    pub(crate) fn new(men: usize) -> PositionColumns {
        PositionColumns { squares: vec![Vec::new(); men], ..PositionColumns::default() }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.side.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.side.is_empty()
    }

    /// Returns the FEN of position number `row`. Panics if there is no such position.
    pub fn fen(&self, layout: &Layout, row: usize) -> String {
        let mut position = Position {
            colour: [0; 2],
            kind: [0; 6],
            side_to_move: self.side[row],
            en_passant: self.en_passant[row],
        };
        for (man, column) in layout.men().iter().zip(&self.squares) {
            let set = 1 << column[row];
            position.colour[man.color as usize] |= set;
            position.kind[man.piece as usize] |= set;
        }
        fen_of(&position)
    }

    /// Adds the positions of a batch, lowest lane first. The batch is the image of a word under
    /// `image`; `squares` are the squares of the men in the word's first position.
    pub(crate) fn add(
        &mut self,
        batch: &Batch,
        layout: &Layout,
        squares: &[Square],
        image: Transform,
    ) {
        let rows = self.len() + batch.len();
        let low_man = layout.low_man();
        for (man, column) in self.squares.iter_mut().enumerate() {
            if man == low_man {
                for_each_lane(batch.lanes(), |lane| column.push(image.squares()[lane]));
            } else {
                column.resize(rows, image.square(squares[man]) as u8);
            }
        }
        self.side.resize(rows, batch.base().side_to_move);
        self.en_passant.resize(rows, batch.base().en_passant);
    }
}
