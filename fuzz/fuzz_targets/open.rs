//! Any bytes open as a table or are an error. Run with `cargo +nightly fuzz run open`.
//!
//! Under `cfg(fuzzing)` checksums are not compared, so that what lies behind them is reached.

#![no_main]

use drawproof_tables::file::Table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(table) = Table::new(bytes, "fuzzed") {
        let _ = table.verify();
    }
});
