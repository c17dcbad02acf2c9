//! Win, draw or loss: rows of plain bits, each distinct row once.

use std::collections::HashMap;

use drawproof_board::{BitBoard, Color};
use drawproof_tables::{PlainTable, Value};

use super::parts::{Array, Parts};

/// Places of a row.
const ROW: usize = 64;

/// How many of the latest rows a row is compared with to find one that it can share.
const COMPARED: usize = 2048;

/// Constants and arrays of the outcomes.
///
/// `BITS` per place: 1 if neither side has more than two outcomes, else 2. `ROWS` holds, by
/// `[side to move][index / 64]`, the number of a row of 64 places. `VALUES` holds the distinct rows.
/// `OUTCOMES` holds, by `[side to move][code]`, the outcome: 0 loss, 1 draw, 2 win.
pub fn parts(table: &PlainTable) -> Parts {
    let meanings = Color::ALL.map(|side| meanings(table, side));
    let bits = if meanings.iter().all(|m| m.len() <= 2) { 1 } else { 2 };
    let mut rows = Rows::default();
    let mut outcomes = Vec::new();
    let mut numbers = Vec::new();
    for side in Color::ALL {
        let meanings = &meanings[side as usize];
        numbers.extend((0..table.layout().words()).map(|word| {
            let legal = table.legal(side)[word];
            let mut row = Row::default();
            for lane in BitBoard(legal) {
                let outcome = outcome(table.value(side, word * ROW + lane as usize));
                let code = meanings
                    .iter()
                    .position(|&m| m == outcome)
                    .expect("meanings lists every outcome");
                let place = bits * lane as usize;
                row.defined |= ((1 << bits) - 1) << place;
                row.values |= (code as u128) << place;
            }
            rows.number(row)
        }));
        outcomes.extend((0..4).map(|code| meanings.get(code).copied().unwrap_or(1)));
    }
    let row_bytes = ROW * bits / 8;
    let values =
        rows.rows.iter().flat_map(|row| row.values.to_le_bytes().into_iter().take(row_bytes));
    Parts {
        constants: vec![("BITS", bits as u32)],
        arrays: vec![
            Array { name: "ROWS", bits: if rows.rows.len() <= 1 << 16 { 16 } else { 32 }, numbers },
            Array { name: "VALUES", bits: 8, numbers: values.map(u32::from).collect() },
            Array { name: "OUTCOMES", bits: 8, numbers: outcomes },
        ],
    }
}

/// The numbers of 64 places, the first in the lowest bits.
#[derive(Clone, Copy, Default)]
struct Row {
    values: u128,
    /// The bits of legal positions; the other bits are zero and may take any value.
    defined: u128,
}

/// Distinct rows.
#[derive(Default)]
struct Rows {
    rows: Vec<Row>,
    /// The number that [`Rows::number`] returned for each row.
    seen: HashMap<(u128, u128), u32>,
}

impl Rows {
    /// The number of a row that agrees with `row` at its legal positions.
    fn number(&mut self, row: Row) -> u32 {
        let Rows { rows, seen } = self;
        *seen.entry((row.values, row.defined)).or_insert_with(|| {
            let agrees =
                |other: &Row| (other.values ^ row.values) & other.defined & row.defined == 0;
            let found = rows.iter().rev().take(COMPARED).position(agrees);
            let number = found.map_or(rows.len(), |back| rows.len() - 1 - back);
            if number == rows.len() {
                rows.push(Row::default());
            }
            rows[number].values |= row.values;
            rows[number].defined |= row.defined;
            number as u32
        })
    }
}

/// The outcomes that legal positions have: 0 loss, 1 draw, 2 win.
fn meanings(table: &PlainTable, side: Color) -> Vec<u32> {
    let mut seen = [false; 3];
    for index in 0..table.layout().count() {
        if table.is_legal(side, index) {
            seen[outcome(table.value(side, index)) as usize] = true;
        }
    }
    (0..3).filter(|&outcome| seen[outcome as usize]).collect()
}

fn outcome(value: Value) -> u32 {
    match value {
        Value::Loss(_) => 0,
        Value::Draw => 1,
        Value::Win(_) => 2,
    }
}
