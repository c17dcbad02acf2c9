//! A condition from outside this crate that limits the positions a rule is asked about, besides the
//! domain.

use drawproof_board::{Board, Color};
use drawproof_tables::{PlainTable, Transform};

use super::{batch::Batch, stored_word::WordPlace};
use crate::{position::board_of, tables::TableError};

/// A condition on positions, evaluated with White as the first side of the endgame's name and
/// without mirroring the board. A colour-reversed position is treated like its original.
pub trait Filter: Sync {
    /// Returns the symmetries of the board for whose images the condition must be evaluated, the
    /// identity first. If the condition treats all images of a position alike, this is the identity
    /// alone.
    fn images(&self) -> &'static [Transform];

    /// Returns a function that evaluates the condition on the words of `table`. Given lanes with
    /// legal positions of a word, the function returns the lanes whose image meets the condition.
    fn words<'f>(&'f self, table: &'f PlainTable) -> Box<Words<'f>>;

    /// Returns whether a position, with its en-passant right, meets the condition.
    fn holds(&self, board: &Board) -> bool;

    /// Returns the first error that occurred when a position was evaluated; `None` if there was no
    /// error. A position with an error counts as not meeting the condition.
    fn failure(&self) -> Option<TableError>;
}

/// A function of the side to move, the number of the word, the image and the lanes; it returns the
/// lanes that meet the condition.
pub type Words<'f> = dyn FnMut(Color, usize, Transform, u64) -> u64 + 'f;

/// A filter of the positions of a table.
pub(super) struct Filtered<'f> {
    filter: &'f dyn Filter,
    words: Box<Words<'f>>,
}

impl<'f> Filtered<'f> {
    pub fn new(filter: &'f dyn Filter, table: &'f PlainTable) -> Filtered<'f> {
        Filtered { filter, words: filter.words(table) }
    }

    /// Returns the same symmetries as [`Filter::images`].
    pub fn images(&self) -> &'static [Transform] {
        self.filter.images()
    }

    /// Returns the subset of `lanes` in which the image of the position meets the condition.
    /// `batch` makes the images of the word's positions.
    pub fn lanes(
        &mut self,
        place: WordPlace,
        image: Transform,
        lanes: u64,
        batch: impl FnOnce() -> Batch,
    ) -> u64 {
        if lanes == 0 || !place.is_en_passant() {
            return (self.words)(place.side_to_move(), place.word, image, lanes);
        }
        let mut found = 0;
        batch().for_each(|lane, position| {
            let holds = board_of(position).is_some_and(|board| self.filter.holds(&board));
            found |= u64::from(holds) << lane;
        });
        found & lanes
    }
}
