//! Wins and losses that the fifty-move rule turns into draws, as sets of positions.
//!
//! The half-move clock of every position is 0. A mate within 100 plies is one within the rule,
//! whatever happens on the way, so an endgame without a farther mate has no such position and needs
//! no table of distances to zeroing.

use std::collections::HashMap;

use drawproof_board::Color;
use drawproof_tables::{Cell, FIFTY_MOVES_PLIES, PlainTable, TableSet};
use rayon::prelude::*;

use super::{en_passant::DoublePush, stored_word::WordPlace};

/// The cursed wins and blessed losses of an endgame.
#[derive(Debug, Default)]
pub(crate) struct Cursed {
    /// The positions without an en-passant right, `[side to move][word]`; empty if there are none.
    words: [Vec<u64>; 2],
    /// The positions with an en-passant right; words without any are left out.
    en_passant: HashMap<WordPlace, u64>,
    /// The metric and the hash of the table of distances to zeroing; `None` if no table was needed.
    pub table: Option<(String, String)>,
}

impl Cursed {
    /// Collects the cursed wins and blessed losses of an endgame. `table` is the endgame's table of
    /// distances to zeroing; `tables` holds it and the tables that en-passant captures lead to.
    /// Runs on the current rayon pool.
    pub(super) fn new(table: &PlainTable, tables: &TableSet, pushes: &[DoublePush]) -> Cursed {
        let words = Color::ALL.map(|side| -> Vec<u64> {
            let lanes = |cells: &[u8]| lanes_of(cells, is_cursed);
            table.cells(side).par_chunks_exact(64).with_min_len(1 << 12).map(lanes).collect()
        });
        let layout = table.layout();
        let words_a_slice = 1 << (6 * (layout.digits() - 1));
        let after_push = |push: &DoublePush| {
            let words = push.slice * words_a_slice..(push.slice + 1) * words_a_slice;
            let of_word = |word: usize| {
                let lanes = push.lanes(table, word);
                if lanes == 0 {
                    return None;
                }
                let (lanes, cells) = push.values(layout, tables, word, lanes);
                let cursed = lanes_of(&cells[0], is_cursed) & lanes;
                (cursed != 0).then(|| (push.place(word), cursed))
            };
            words.filter_map(of_word).collect::<Vec<_>>()
        };
        let en_passant = pushes.par_iter().flat_map_iter(after_push).collect();
        Cursed { words, en_passant, table: None }
    }

    /// Returns the lanes of the word at `place` that hold a cursed win or a blessed loss, as bits.
    #[inline]
    pub fn lanes(&self, place: WordPlace) -> u64 {
        match place.target {
            None => {
                let of_side = &self.words[usize::from(place.black_to_move)];
                of_side.get(place.word).copied().unwrap_or(0)
            }
            Some(_) => self.en_passant.get(&place).copied().unwrap_or(0),
        }
    }
}

/// Returns whether a table of distances to mate has a mate that takes longer than the fifty-move
/// rule allows.
pub(super) fn has_far_mate(table: &PlainTable) -> bool {
    let mut sides = Color::ALL.into_iter();
    sides.any(|side| table.cells(side).par_chunks(1 << 16).any(is_any_far))
}

/// Returns whether the mate of any of these cells is farther than the fifty-move rule allows. Most
/// words have none: a maximum without a branch is taken with vector instructions.
fn is_any_far(cells: &[u8]) -> bool {
    is_far(cells.iter().copied().max().unwrap_or(0))
}

/// Returns the lanes of a word in which mate takes longer than the fifty-move rule allows, given
/// the cells of a table of distances to mate. All cursed wins and blessed losses are among these
/// lanes.
pub(crate) fn far_lanes(cells: &[u8; 64]) -> u64 {
    if is_any_far(cells) { lanes_of(cells, is_far) } else { 0 }
}

/// Returns the lanes whose cells fulfil a condition.
#[inline(always)]
fn lanes_of(cells: &[u8], condition: impl Fn(u8) -> bool) -> u64 {
    let lanes = cells.iter().enumerate();
    lanes.fold(0, |set, (lane, &cell)| set | u64::from(condition(cell)) << lane)
}

/// Returns whether the cell of a distance to mate is beyond the fifty-move rule.
#[inline(always)]
fn is_far(cell: u8) -> bool {
    cell > NEAR_MATES
}

/// Returns whether the cell of a distance to zeroing is a cursed win or a blessed loss.
#[inline(always)]
fn is_cursed(cell: u8) -> bool {
    cell > WITHIN_FIFTY_MOVES
}

/// The greatest cell of a mate that the fifty-move rule allows.
const NEAR_MATES: u8 = Cell::from_number(FIFTY_MOVES_PLIES).expect("a cell holds it").byte();

/// The greatest cell of a distance to zeroing within the fifty-move rule: its number is twice the
/// distance, and one more for a win. Numbers that need the second layer of a table are beyond.
const WITHIN_FIFTY_MOVES: u8 =
    Cell::from_number(2 * FIFTY_MOVES_PLIES + 1).expect("a cell holds it").byte();

const _: () = assert!(Cell::FAR.byte() > WITHIN_FIFTY_MOVES);

#[cfg(test)]
mod tests {
    use drawproof_tables::{FiftyMoves, Metric};

    use super::*;

    #[test]
    fn cursed_cells_are_those_that_the_fifty_move_rule_cuts() {
        for byte in 0..=u8::MAX {
            let fifty = FiftyMoves::new(Metric::Dtz.read(Cell::from_byte(byte).value()), 0);
            let cursed = matches!(fifty, FiftyMoves::CursedWin | FiftyMoves::BlessedLoss);
            assert_eq!(is_cursed(byte), cursed, "{byte}");
        }
    }
}
