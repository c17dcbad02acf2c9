//! Any bytes open as a table or are an error. How to run it: tests/fuzz/README.md.
//!
//! Under `cfg(fuzzing)` checksums are not compared, so that the fuzzer reaches the code behind them.

#![no_main]

use drawproof_tables::file::Table;
use libfuzzer_sys::fuzz_target;

/// Blocks of a table of three men. Decoding more takes too long for a fuzz iteration.
const BLOCKS_MAX: usize = 24;

fuzz_target!(|bytes: &[u8]| {
    let Ok(table) = Table::new(bytes, "fuzzed") else { return };
    let _ = table.verify_checksums();
    if table.blocks() <= BLOCKS_MAX {
        let _ = table.verify();
    }
});
