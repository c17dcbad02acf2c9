//! The checksums for comparison with the solver in the browser (`tests/outside/check-web-solver`).

use std::fmt::Write;

use drawproof_board::Color;
use drawproof_generator::solve_closure;
use drawproof_tables::{NormalMaterial, PlainTable};

/// Returns FNV-1a over 64-bit words: the cells by index, then the legal positions by word.
fn checksum(table: &PlainTable, side: Color) -> u64 {
    let cells = table.cells(side).chunks_exact(8);
    let words = cells.map(|eight| u64::from_le_bytes(eight.try_into().unwrap()));
    words.chain(table.legal(side).iter().copied()).fold(0xcbf2_9ce4_8422_2325, |sum: u64, word| {
        (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn the_checksums_of_the_web_solver_are_those_of_solved_tables() {
    let endgames: Vec<NormalMaterial> = (3..=4).flat_map(NormalMaterial::all_with_men).collect();
    let tables = solve_closure(&endgames, &()).unwrap();
    let mut found = String::new();
    for &endgame in &endgames {
        let table = tables.get(endgame).unwrap();
        let [white, black] = Color::ALL.map(|side| checksum(table, side));
        writeln!(found, "{endgame} {white:016x} {black:016x}").unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../bindings/web/solver/checksums.txt");
    let recorded = std::fs::read_to_string(path).unwrap();
    assert_eq!(endgames.len(), 35);
    assert!(found == recorded, "{path} should hold:\n{found}");
}
