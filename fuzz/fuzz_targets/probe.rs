//! Probes of any bytes give a value or an error. How to run it: fuzz/README.md.
//!
//! The first eight bytes choose the side to move and the index, the others are the table.

#![no_main]

use drawproof_board::Color;
use drawproof_tables::file::Table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((chosen, table)) = bytes.split_first_chunk() else { return };
    let Ok(table) = Table::new(table, "fuzzed") else { return };
    let chosen = u64::from_le_bytes(*chosen) as usize;
    let side = Color::ALL[chosen & 1];
    let index = (chosen >> 1) % table.layout().count();
    if let Ok(value) = table.value(side, index) {
        assert_eq!(table.value(side, index).expect("the first read succeeded"), value);
    }
});
