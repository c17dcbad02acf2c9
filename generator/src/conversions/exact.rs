//! Outcomes whose numbers exceed a byte ([`FAR`]).
//!
//! They are rare among the events of a block: pawn moves in a metric that continues counting from
//! distances beyond a cell. Positions are read one by one, by the definition of the metric.
//!
//! [`FAR`]: super::outcomes::FAR

use std::collections::BTreeMap;

use drawproof_board::{BitBoard, Color};
use drawproof_tables::Value;

use crate::{
    conversions::{
        by_word::{Step, places, steps},
        en_passant,
        kinds::Subproblem,
        read::{Reader, SuccessorValues},
    },
    shape::{Word, attacks::bit, row::Place},
};

/// The outcomes of the 64 positions of a word with one side to move, for numbers too large for a
/// cell.
pub struct ExactOutcomes {
    /// The number of the win by the best conversion, `[lane]`; [`u16::MAX`] if no conversion wins.
    pub win: [u16; 64],
    /// The number after which the last escape by a conversion expires, `[lane]`; [`u16::MAX`] if an
    /// escape never expires, 0 without an escape.
    pub escape: [u16; 64],
}

impl ExactOutcomes {
    /// Computes the outcomes of the positions `lanes` of a word with `side` to move. All of these
    /// positions must be legal.
    pub fn new(problem: &Subproblem, side: Color, word: &Word, lanes: u64) -> ExactOutcomes {
        let mut outcomes = ExactOutcomes { win: [u16::MAX; 64], escape: [0; 64] };
        for step in steps(problem, side, word, lanes) {
            outcomes.fold_step(problem, side, word, step);
        }
        outcomes
    }

    fn fold_step(&mut self, problem: &Subproblem, side: Color, word: &Word, step: Step) {
        let Step { conversion, to, passed, lanes } = step;
        let places = &places(problem.shape, word);
        let reader = Reader::new(problem, conversion, side);
        let mut after = reader.values(places, to, lanes);
        if let (Some(passed), Place::Fixed(arrival)) = (passed, to) {
            let squares = [passed, arrival];
            en_passant::add_captures_to_values(
                problem, conversion, side, places, squares, &mut after,
            );
        }
        let SuccessorValues { legal, values } = after;
        for lane in BitBoard(legal).into_iter().map(|lane| lane as usize) {
            let (win, escape) = (&mut self.win[lane], &mut self.escape[lane]);
            match reader.before(values[lane]) {
                Value::Win(number) => {
                    *win = (*win).min(number.get());
                    *escape = u16::MAX;
                }
                Value::Draw => *escape = u16::MAX,
                // The number of a loss is one more than that of the win that it leads into.
                Value::Loss(number) => *escape = (*escape).max(number.get() - 1),
            }
        }
    }
}

/// Groups `lanes` by their numbers. `numbers` has the number of each lane, `[lane]`.
pub fn lanes_by_number(numbers: &[u16; 64], lanes: u64) -> BTreeMap<u16, u64> {
    let mut by_number = BTreeMap::new();
    for lane in BitBoard(lanes) {
        *by_number.entry(numbers[lane as usize]).or_insert(0) |= bit(lane);
    }
    by_number
}
