//! The positions of a batch in the form in which features are evaluated: one column of squares a man.

use drawproof_features::{Men, operator::Column};
use drawproof_verifier::Batch;

/// The squares of a batch's men.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct BatchColumns {
    /// The squares of each man by lane, in the order of [`Men::seats`].
    pub men: Vec<Column>,
    /// The men that stand on different squares in the lanes: bit = index of the man.
    pub varying: u8,
    /// Whether the first side is to move.
    pub first_to_move: bool,
    /// Lanes with a legal en-passant capture, which features do not see.
    pub en_passant: u64,
}

impl BatchColumns {
    /// The positions of a batch.
    pub fn of(batch: &Batch, men: &Men) -> BatchColumns {
        let mut columns = BatchColumns::default();
        columns.fill(batch, men);
        columns
    }

    /// Replaces the positions by those of a batch.
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
        // Men with one square take it in the empty lanes too, so that they count as fixed.
        if let Some(first) = known {
            for (place, column) in self.men.iter_mut().enumerate() {
                if self.varying >> place & 1 == 0 {
                    column.fill(first[place]);
                }
            }
        }
    }
}
