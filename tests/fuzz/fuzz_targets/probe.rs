//! Probes of any bytes give a value or an error. How to run it: tests/fuzz/README.md.
//!
//! The first eight bytes choose the side to move and the index, the others are the table, of both sides to
//! move or of one.

#![no_main]

use drawproof_board::Color;
use drawproof_tables::{
    Metric, NormalMaterial, Placement, Value,
    file::Table,
    probe::{ProbeError, Values},
};
use libfuzzer_sys::fuzz_target;

/// What captures, promotions and capture en passant lead to: draws.
struct AllDrawn;

impl Values for AllDrawn {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, _: NormalMaterial, _: &Placement) -> Result<Value, ProbeError> {
        Ok(Value::Draw)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((chosen, table)) = bytes.split_first_chunk() else { return };
    let Ok(table) = Table::new(table, "fuzzed") else { return };
    let chosen = u64::from_le_bytes(*chosen) as usize;
    let side = Color::ALL[chosen & 1];
    let index = (chosen >> 1) % table.layout().count();
    if let Ok(value) = table.value(side, index) {
        assert_eq!(table.value(side, index).expect("the first read succeeded"), value);
    }
    let placement = Placement::new(table.layout(), &table.layout().squares(index), side);
    if let Ok(value) = table.probe_among(&placement, &AllDrawn) {
        let again = table.probe_among(&placement, &AllDrawn);
        assert_eq!(again.expect("the first probe succeeded"), value);
    }
});
