//! Compares a table of one side to move with a table in memory.

use drawproof_board::BitBoard;

use super::{
    bytes::ReadBytes,
    error::{Damage, Part, TableError},
    grid::{Block, Spot},
    reader::Table,
    sides::Sides,
};
use crate::{
    memory::plain::PlainTable,
    value::{cell::Cell, width::RawCell},
};

impl<D: ReadBytes> Table<D> {
    /// Verifies the values of a table of one side to move against `table`, the whole table of the
    /// endgame. Each value must equal the value in `table`; where a capture or promotion decides
    /// the position, the value may also be worse for the side to move. `decided` has the positions
    /// that captures and promotions decide, `[side to move][word]`, bit = lane. Runs on the current
    /// rayon pool.
    ///
    /// # Errors
    ///
    /// Fails if a block is damaged or a value differs. Panics if the table holds both sides to move
    /// or is of another endgame.
    pub fn verify_against(
        &self,
        table: &PlainTable,
        decided: [&[u64]; 2],
    ) -> Result<(), TableError> {
        let Sides::One(side) = self.sides() else { panic!("the table holds both sides to move") };
        assert!(self.material() == table.material() && self.metric() == table.metric());
        let (cells, decided) = (table.cells(side), decided[side as usize]);
        let grid = self.grid();
        let agrees = |number: usize, block: &Block| {
            (0..grid.words(number)).all(|word| {
                let first = grid.index(Spot { block: number, word, lane: 0 });
                BitBoard(block.stored[side as usize][word]).into_iter().all(|lane| {
                    let index = first + lane as usize * grid.stride(1);
                    let found = block.cells[side as usize][word][lane as usize];
                    let is_decided = decided[index / 64] >> (index % 64) & 1 != 0;
                    is_allowed(Cell::from_file_byte(found), cells[index], is_decided)
                })
            })
        };
        self.each_decoded_block(&|number, block| {
            if agrees(number, block) {
                return Ok(());
            }
            let what = "its values are not those of the endgame".to_owned();
            Err(Damage::Content { part: Part::Block(number), what })
        })
    }
}

/// Returns whether the stored cell may stand for `actual`. If the position `is_decided`, a capture
/// or promotion attains `actual`.
fn is_allowed(found: Cell, actual: RawCell, is_decided: bool) -> bool {
    let actual = Cell::from_byte(actual);
    found == actual || is_decided && found.value().rank() <= actual.value().rank()
}
