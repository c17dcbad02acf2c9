//! Win, draw or loss as plain bits.

use cozy_chess::Color;
use drawproof_tables::{PlainTable, Value};

use super::{Array, Parts};

/// Constants and arrays of the outcomes: `BITS` a place (1 where neither side has more than two
/// outcomes, else 2), `VALUES` by side to move and index, and `OUTCOMES`, by side to move, what
/// each means, one more than it is.
pub fn parts(table: &PlainTable) -> Parts {
    let meanings = Color::ALL.map(|side| meanings(table, side));
    let bits = if meanings.iter().all(|m| m.len() <= 2) { 1 } else { 2 };
    let mut values = Vec::new();
    let mut outcomes = Vec::new();
    for side in Color::ALL {
        let meanings = &meanings[side as usize];
        let count = table.layout().count();
        values.extend((0..count).step_by(8 / bits).map(|first| {
            (0..8 / bits).fold(0, |byte, place| {
                let outcome = outcome(table.value(side, first + place));
                let legal = table.is_legal(side, first + place);
                let code = meanings.iter().position(|&m| legal && m == outcome).unwrap_or(0);
                byte | (code as u32) << (bits * place)
            })
        }));
        outcomes.extend((0..4).map(|code| meanings.get(code).copied().unwrap_or(1)));
    }
    Parts {
        constants: vec![("BITS", bits as u32)],
        arrays: vec![
            Array { name: "VALUES", bits: 8, numbers: values },
            Array { name: "OUTCOMES", bits: 8, numbers: outcomes },
        ],
    }
}

/// The outcomes of legal positions, each one more than it is: 0 loss, 1 draw, 2 win.
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
