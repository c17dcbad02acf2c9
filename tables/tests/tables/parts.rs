//! A table packed part by part has the same bytes as one packed as a whole.

use drawproof_generator::{Options, Request, is_logged, solve_closure, solve_logged};
use drawproof_tables::{
    Metric, NormalMaterial, TableSet,
    file::{pack, pack_parts},
};

use crate::{SMALL, material, packed};

/// Compares the bytes at a level: of the table in memory, of its parts if `with_parts`, and of the
/// parts of a log.
fn assert_same(material: NormalMaterial, tables: &TableSet, level: u8, with_parts: bool) {
    let table = &**tables.get(material).unwrap();
    let small = material.get().men() < 5;
    let expected = if small { packed(&material.to_string(), level) } else { pack(table, level) };
    let (logged, _) = solve_logged(Request::new(&Options::default(), material, tables)).unwrap();
    assert!(pack_parts(&logged, level, &|_| {}) == expected, "{material}, level {level}");
    if with_parts {
        assert!(pack_parts(table, level, &|_| {}) == expected, "{material}, level {level}");
    }
}

#[test]
fn all_tables_of_four_men_without_pawns() {
    let all = NormalMaterial::all_with_men(4);
    for material in all.into_iter().filter(|&it| is_logged(Metric::Dtm, it)) {
        assert_same(material, &SMALL, 1, false);
    }
    // Levels differ in how many blocks and contexts are tried, for every endgame.
    for level in [1, 3, 4, 5, 6, 9] {
        assert_same(material("KNNK"), &SMALL, level, true);
    }
    assert_same(material("KRKB"), &SMALL, 5, true);
}

#[test]
fn a_table_of_five_men() {
    let tables = solve_closure(&[material("KBBKN")], &()).unwrap();
    // Tests with four men have covered the levels. A table's parts are parts of its memory with any
    // number of men.
    assert_same(material("KBBKN"), &tables, 1, false);
}

#[test]
fn parts_with_pawns() {
    let table = SMALL.get(material("KRKP")).unwrap();
    assert!(pack_parts(&**table, 5, &|_| {}) == pack(table, 5));
}

#[test]
#[should_panic(expected = "whole blocks")]
fn parts_smaller_than_a_block_are_refused() {
    pack_parts(&**SMALL.get(material("KRK")).unwrap(), 5, &|_| {});
}
