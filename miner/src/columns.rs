//! The positions of a batch as features are evaluated: a column of squares a man.

use drawproof_recognizers::features::{Men, expression::Column};
use drawproof_verifier::Batch;

/// A batch by men.
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
        let count = men.seats().len();
        let mut columns = BatchColumns {
            men: vec![[0; 64]; count],
            varying: 0,
            first_to_move: false,
            en_passant: 0,
        };
        let mut known = None;
        batch.for_each(|lane, position| {
            let (squares, to_move) = men.squares(position);
            columns.first_to_move = to_move;
            columns.en_passant |= u64::from(position.en_passant != 64) << lane;
            for (place, column) in columns.men.iter_mut().enumerate() {
                column[lane] = squares[place];
            }
            let first = known.get_or_insert(squares);
            for place in 0..count {
                columns.varying |= u8::from(first[place] != squares[place]) << place;
            }
        });
        // Lanes without a position take some square that is on the board and the men fixed.
        if let Some(first) = known {
            for (place, column) in columns.men.iter_mut().enumerate() {
                if columns.varying >> place & 1 == 0 {
                    column.fill(first[place]);
                }
            }
        }
        columns
    }
}
