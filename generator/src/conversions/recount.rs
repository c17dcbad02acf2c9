//! What the metric counts for a conversion, as a change of the successor's cell.
//!
//! Folding ([`super::outcomes`]) takes a win one ply after a loss of the successor, and a loss one ply
//! after its win. That is what DTM counts. For the other metrics the cells are changed first, so that
//! one ply later is the right number. The rest of the room does not know the metric.
//!
//! Where numbers are doubled ([`Metric::is_doubled`]), a loss at n plies is number 2n and a win at n
//! plies number 2n + 1. A loss one ply after a win at n is number 2n + 2, one more. A win one ply
//! after a loss at n is number 2n + 3, three more. Where that does not fit a cell, the outcome is
//! [`FAR`].
//!
//! Of helpmates, both sides want the shortest. What folding looks for is the least number of wins, so
//! a successor from which the other side mates in n, whom the mover helps, is folded as if it were lost
//! in n - 1: the outcome is n, one less than the number of the position
//! ([`Timeline::put_off`](crate::sets::timeline::Timeline::put_off)).

use drawproof_tables::{Cell, FIFTY_MOVES_PLIES, Metric, MoveKind, Worth};

use crate::conversions::outcomes::{FAR, cell_before};

/// How the cells of successors are changed before they are folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recount {
    /// Not at all.
    Keep,
    /// The successor's distance and one ply, where numbers are doubled.
    Doubled,
    /// A win of the other side, whom the mover helps to mate, as a loss of it one ply before.
    Helping,
    /// One ply whatever the distance, where numbers are doubled; 101 plies for cells above `cut`.
    One {
        /// The greatest cell that is not cut.
        cut: u8,
    },
}

/// Returns the cell of the decisive value of a doubled metric at a distance.
const fn cell(win: bool, plies: u16) -> u8 {
    let number = Metric::Dtz.decisive(win, plies).number().expect("decisive");
    Cell::from_number(number).expect("within the cells").byte()
}

/// By result, 0 = loss: the cell from which one ply later is one ply, and what the fifty-move rule adds.
const FRESH: [u8; 2] = [cell(true, 1) - 1, cell(false, 1) - 1];
const CUT: u8 = cell(true, FIFTY_MOVES_PLIES + 1) - cell(true, 1);

const _: () = assert!(FRESH[0] == 3 && FRESH[1] == 2);
const _: () = assert!(cell(false, FIFTY_MOVES_PLIES + 1) - cell(false, 1) == CUT);

impl Recount {
    /// Returns the change for conversions of a kind.
    pub fn new(metric: Metric, kind: MoveKind) -> Recount {
        match metric.worth(kind) {
            Worth::Distance if metric.is_doubled() => Recount::Doubled,
            Worth::Distance => Recount::Keep,
            Worth::One { cut: false } => Recount::One { cut: u8::MAX },
            Worth::One { cut: true } => Recount::One { cut: cell(true, FIFTY_MOVES_PLIES) },
        }
    }

    /// Changes cells. The loops are vectorized.
    #[inline(always)]
    pub fn apply(self, cells: &mut [u8; 64]) {
        match self {
            Recount::Keep => {}
            _ => cells.iter_mut().for_each(|cell| *cell = self.of(*cell)),
        }
    }

    /// Returns the changed cell. A draw stays one.
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
    /// Returns the cell, for the mover, of a position whose best move leads to a changed cell, one
    /// ply later.
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
