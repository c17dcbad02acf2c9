//! The columns of some positions.

/// The distance of a draw in [`Columns::distances`]: no distance.
pub const NO_DISTANCE: i16 = i16::MIN;

/// Positions as columns. All columns have the same length; a row is a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The square of each man, a1 = 0, b1 = 1, h8 = 63. White's men, then Black's, each side in the
    /// order of the endgame's name, of which White is the first side.
    pub squares: Vec<Vec<u8>>,
    /// The side to move: 0 = White, 1 = Black.
    pub side: Vec<u8>,
    /// The result for the side to move: 1 = win, 0 = draw, -1 = loss.
    pub result: Vec<i8>,
    /// For each table, the distance in plies: positive for a win of the side to move, negative for a
    /// loss, 0 = mated, [`NO_DISTANCE`] for a draw.
    pub distances: Vec<Vec<i16>>,
    /// The rows that have distances, one bit a row: bit `r % 8` of byte `r / 8` is set if row `r` is
    /// no draw. Bits after the last row are 0.
    pub decisive: Vec<u8>,
    /// The number of draws, which have no distance.
    pub draws: usize,
}

/// The values of one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values<'a> {
    /// Unsigned bytes, none missing.
    UInt8(&'a [u8]),
    /// Signed bytes, none missing.
    Int8(&'a [i8]),
    /// Signed 16-bit numbers, of which some are missing.
    Int16 {
        /// The numbers; [`NO_DISTANCE`] where they are missing.
        values: &'a [i16],
        /// One bit a row, set if the number is there: [`Columns::decisive`].
        valid: &'a [u8],
    },
}

impl Columns {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.side.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.side.is_empty()
    }

    /// The values of a column by its place in [`schema`](crate::schema()). Panics if there is no such
    /// column.
    pub fn column(&self, place: usize) -> Values<'_> {
        let men = self.squares.len();
        match place {
            _ if place < men => Values::UInt8(&self.squares[place]),
            _ if place == men => Values::UInt8(&self.side),
            _ if place == men + 1 => Values::Int8(&self.result),
            _ => Values::Int16 { values: &self.distances[place - men - 2], valid: &self.decisive },
        }
    }
}
