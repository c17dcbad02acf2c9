//! How a metric counts a conversion, as a change of the successor's cell.
//!
//! Folding ([`super::outcomes`]) places a win one ply after the successor's loss, and a loss one
//! ply after its win. That is what DTM counts. For other metrics the cells are changed before, so
//! that adding one ply gives the correct number. No other file of this module depends on the
//! metric.
//!
//! If numbers are doubled ([`Metric::is_doubled`]), a loss in n plies has the number 2n, and a win
//! in n plies the number 2n + 1. A loss one ply after a win in n has the number 2n + 2: one more. A
//! win one ply after a loss in n has the number 2n + 3: three more. If that exceeds a cell, the
//! outcome is [`FAR`].
//!
//! For helpmates, both sides want the shortest line. Folding minimizes the number only for wins. So
//! a successor from which the other side mates in n, with the mover's help, is folded as a loss in
//! n - 1. The outcome is then n, one less than the number of the position;
//! [`Timeline::put_off`](crate::sets::timeline::Timeline::put_off) corrects that.

use drawproof_tables::{Cell, FIFTY_MOVES_PLIES, Metric, MoveKind, Worth};

use crate::conversions::outcomes::{FAR, cell_before};

/// A change to the cells of successors. If one ply is added to the changed cells, the result is the
/// distance by the metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recount {
    /// Do not change the cells.
    Keep,
    /// For numbers that are twice the distance: count one ply more than the successor's distance.
    Doubled,
    /// For helpmates with the mover as the helping side: turn a win of the other side into a loss
    /// one ply shorter.
    Helping,
    /// For numbers that are twice the distance: count one ply, whatever the successor's distance
    /// is; 101 plies for cells above `cut`.
    One {
        /// The greatest cell that the fifty-move rule does not affect.
        cut: u8,
    },
}

/// Returns the cell of a win or loss in `plies` plies, in a metric with doubled numbers.
const fn cell(win: bool, plies: u16) -> u8 {
    let number = Metric::Dtz.decisive(win, plies).number().expect("decisive");
    Cell::from_number(number).expect("within the cells").byte()
}

/// The cell that becomes a distance of one ply when one ply is added, by result (0 = loss); and the
/// difference that the fifty-move rule adds.
const FRESH: [u8; 2] = [cell(true, 1) - 1, cell(false, 1) - 1];
const CUT: u8 = cell(true, FIFTY_MOVES_PLIES + 1) - cell(true, 1);

const _: () = assert!(FRESH[0] == 3 && FRESH[1] == 2);
const _: () = assert!(cell(false, FIFTY_MOVES_PLIES + 1) - cell(false, 1) == CUT);

impl Recount {
    /// Returns how `metric` changes the value of a conversion of this `kind`.
    pub fn new(metric: Metric, kind: MoveKind) -> Recount {
        match metric.worth(kind) {
            Worth::Distance if metric.is_doubled() => Recount::Doubled,
            Worth::Distance => Recount::Keep,
            Worth::One { cut: false } => Recount::One { cut: u8::MAX },
            Worth::One { cut: true } => Recount::One { cut: cell(true, FIFTY_MOVES_PLIES) },
        }
    }

    /// Changes the cells in place, in vectorized loops.
    #[inline(always)]
    pub fn apply(self, cells: &mut [u8; 64]) {
        match self {
            Recount::Keep => {}
            _ => cells.iter_mut().for_each(|cell| *cell = self.of(*cell)),
        }
    }

    /// Returns `cell` after the change. A draw stays a draw.
    #[inline(always)]
    pub fn of(self, cell: u8) -> u8 {
        let is_loss = cell & 1;
        match self {
            Recount::Keep => cell,
            // A loss at `FAR` or beyond folds to a win at `FAR`.
            Recount::Doubled => {
                cell.saturating_add(2 * is_loss).min(if is_loss == 1 { FAR } else { u8::MAX })
            }
            Recount::Helping => cell.saturating_sub(1),
            Recount::One { cut } => {
                let fresh = FRESH[1] + is_loss + if cell > cut { CUT } else { 0 };
                if cell == Cell::DRAW.byte() { cell } else { fresh }
            }
        }
    }
}

impl Recount {
    /// Returns the mover's cell of a position whose best move leads to `cell`, to which this change
    /// has already been applied. The distance grows by one ply.
    pub fn before(self, cell: u8) -> u8 {
        match self {
            Recount::Helping if cell != Cell::DRAW.byte() => {
                cell.checked_add(2).expect("a number that a cell holds")
            }
            _ => cell_before(cell),
        }
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::Value;

    use super::*;
    use crate::{
        conversions::outcomes::{NEVER, NO_WIN},
        simd::{Plain, Simd},
    };

    #[test]
    fn one_ply_after_the_changed_cell_is_what_the_metric_counts() {
        use MoveKind::{Conversion, PawnMove};
        for metric in Metric::ALL {
            for kind in [PawnMove, Conversion] {
                let recount = Recount::new(metric, kind);
                let mut cells = [0; 64];
                for byte in 0..=250_u8 {
                    let after = Cell::from_byte(byte).value();
                    cells.fill(byte);
                    recount.apply(&mut cells);
                    let folded = Cell::from_byte(cells[7]).value();
                    let folded = Metric::Dtm.before(kind, folded);
                    assert_eq!(folded, metric.before(kind, after), "{metric} {kind:?} {byte}");
                }
                let beyond = (251..=254).map(|number| Cell::from_number(number).unwrap());
                for cell in beyond.filter(|_| recount == Recount::Doubled) {
                    let (mut win, mut escape) = ([NO_WIN; 64], [NEVER; 64]);
                    cells.fill(cell.byte());
                    recount.apply(&mut cells);
                    Plain.fold(&mut win, &mut escape, &cells, u64::MAX);
                    let folded = match metric.before(kind, cell.value()) {
                        Value::Win(number) => (win[7], number.get()),
                        Value::Loss(number) => (escape[7], number.get() - 1),
                        Value::Draw => unreachable!("decisive"),
                    };
                    assert_eq!(u16::from(folded.0), folded.1.min(FAR.into()));
                }
            }
        }
    }
}
