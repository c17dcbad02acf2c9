//! Tables packed part by part have the bytes of those packed as a whole.

use drawproof_generator::{Options, Request, is_logged, solve_closure, solve_logged};
use drawproof_tables::{
    Metric, NormalMaterial, TableSet,
    file::{pack, pack_parts},
};

use crate::{SMALL, material};

/// Compares the bytes at some levels: of the table in memory, of its parts, and of parts of a log.
fn assert_same(material: NormalMaterial, tables: &TableSet, levels: &[u8]) {
    let table = &**tables.get(material).unwrap();
    let (logged, _) = solve_logged(Request::new(&Options::default(), material, tables)).unwrap();
    for &level in levels {
        let expected = pack(table, level);
        assert!(pack_parts(table, level, &|_| {}) == expected, "{material}, level {level}");
        assert!(pack_parts(&logged, level, &|_| {}) == expected, "{material}, level {level}");
    }
}

#[test]
fn all_tables_of_four_men_without_pawns() {
    let all = NormalMaterial::all_with_men(4);
    for material in all.into_iter().filter(|&it| is_logged(Metric::Dtm, it)) {
        assert_same(material, &SMALL, &[1]);
    }
    // Levels differ in how many blocks and contexts are tried, whatever the endgame.
    for name in ["KRKB", "KNNK"] {
        assert_same(material(name), &SMALL, &[3, 4, 5, 6, 9]);
    }
}

#[test]
fn a_table_of_five_men() {
    let tables = solve_closure(&[material("KBBKN")], &()).unwrap();
    // Four men have shown the levels.
    assert_same(material("KBBKN"), &tables, &[1]);
}

#[test]
fn parts_with_pawns() {
    let tables = solve_closure(&[material("KRKP")], &()).unwrap();
    let table = tables.get(material("KRKP")).unwrap();
    assert!(pack_parts(&**table, 5, &|_| {}) == pack(table, 5));
}

#[test]
#[should_panic(expected = "whole blocks")]
fn parts_smaller_than_a_block_are_refused() {
    let tables = solve_closure(&[material("KRK")], &()).unwrap();
    pack_parts(&**tables.get(material("KRK")).unwrap(), 5, &|_| {});
}
