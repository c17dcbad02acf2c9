//! The positions of a batch as features are evaluated: a column of squares a man.

use drawproof_features::{Men, operator::Column};
use drawproof_verifier::Batch;

/// A batch by men.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct BatchColumns {
    /// The squares of each man by lane, in the order of [`Men::seats`].
    pub men: Vec<Column>,
    /// The men that do not stand on one square in all lanes: bit = place.
    pub varying: u8,
    /// Whether the first side is to move.
    pub first_to_move: bool,
    /// Lanes in which a pawn can be taken en passant: features do not tell all there.
    pub en_passant: u64,
}

impl BatchColumns {
    /// The positions of a batch.
    pub fn of(batch: &Batch, men: &Men) -> BatchColumns {
        let mut columns = BatchColumns::default();
        columns.fill(batch, men);
        columns
    }

    /// Puts the positions of a batch in the place of those that are there.
    pub fn fill(&mut self, batch: &Batch, men: &Men) {
        let count = men.side(0).len() + men.side(1).len();
        self.men.clear();
        self.men.resize(count, [0; 64]);
        (self.varying, self.first_to_move, self.en_passant) = (0, false, 0);
        let mut known = None;
        batch.for_each(|lane, position| {
            let (squares, to_move) =
                men.squares(&position.colour, &position.kind, position.side_to_move);
            self.first_to_move = to_move;
            self.en_passant |= u64::from(position.en_passant != 64) << lane;
            for (place, column) in self.men.iter_mut().enumerate() {
                column[lane] = squares[place];
            }
            let first = known.get_or_insert(squares);
            for place in 0..count {
                self.varying |= u8::from(first[place] != squares[place]) << place;
            }
        });
        // Lanes without a position take some square that is on the board and the men fixed.
        if let Some(first) = known {
            for (place, column) in self.men.iter_mut().enumerate() {
                if self.varying >> place & 1 == 0 {
                    column.fill(first[place]);
                }
            }
        }
    }
}
