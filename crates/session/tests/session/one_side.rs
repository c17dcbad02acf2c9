//! Stores over files of one side to move: whole tables and single values are those of both sides.

use std::{path::Path, sync::Arc};

use drawproof_board::Color;
use drawproof_generator::{decided_by_conversions, solve_closure};
use drawproof_session::{error::SessionError, store::Store};
use drawproof_tables::{
    NormalMaterial, Placement, PlainTable, TableSet,
    file::{Folder, Sides, pack_one_side},
    probe::Values,
};

fn material(name: &str) -> NormalMaterial {
    name.parse::<NormalMaterial>().unwrap()
}

/// Writes a table with one side to move; `tables` holds those that it was solved from.
fn write(folder: &Folder, table: &PlainTable, tables: &TableSet) {
    let decided = decided_by_conversions(table, tables).unwrap();
    let bytes = pack_one_side(table, decided.each_ref().map(|side| &side[..]), 1, &|_| {});
    let material = table.material();
    folder.write(&folder.lock(material).unwrap(), material, &bytes).unwrap();
    assert!(matches!(folder.open(material).unwrap().sides(), Sides::One(_)));
}

fn store(folder: &Path) -> Store {
    Store::new(folder.into(), 1 << 30, Arc::new(()))
}

fn assert_same(found: &PlainTable, expected: &PlainTable) {
    for side in Color::ALL {
        assert!(found.cells(side) == expected.cells(side), "{}", expected.material());
        assert!(found.legal(side) == expected.legal(side), "{}", expected.material());
    }
}

#[test]
fn whole_tables_are_those_that_were_packed() {
    let mut all: Vec<_> = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men).collect();
    all.push(material("KNNKB"));
    let tables = solve_closure(&all, &()).unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    tables.iter().for_each(|table| write(&folder, table, &tables));
    let store = store(place.path());
    // A few hundred blocks of all files.
    let small = Store::new(place.path().into(), 64 << 20, Arc::new(()));
    for expected in tables.iter() {
        let material = expected.material();
        let layout = expected.layout();
        // Before the table is in memory. A value takes those after all moves, each from a block of its own.
        for index in (0..layout.count()).step_by(layout.count() / 60) {
            for side in Color::ALL {
                let placement = Placement::new(layout, &layout.squares(index), side);
                let Some(value) = expected.probe(&placement) else { continue };
                assert_eq!(store.value(material, &placement).unwrap(), value);
                assert_eq!(small.value(material, &placement).unwrap(), value);
            }
        }
        assert_same(&store.table(material).unwrap(), expected);
    }
    let cache = small.shelf().cache();
    assert!(cache.bytes_max() <= (64 << 20) / 20 && cache.bytes() <= cache.bytes_max());
    assert!(cache.bytes() > cache.bytes_max() / 2, "{} bytes", cache.bytes());
}

#[test]
fn a_file_of_other_values_is_an_error() {
    let krkn = material("KRKN");
    let tables = solve_closure(&[krkn], &()).unwrap();
    let table = tables.get(krkn).unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    write(&folder, table, &tables);
    // What it depends on has no file and is solved.
    assert_same(&store(place.path()).table(krkn).unwrap(), table);
    // Mates in 3 in place of mates in 1, for either side.
    let other = Color::ALL.map(|side| {
        let cells = table.cells(side).iter();
        cells.map(|&cell| if matches!(cell, 2 | 3) { cell + 2 } else { cell }).collect::<Vec<u8>>()
    });
    let legal = Color::ALL.map(|side| table.legal(side).to_vec());
    write(&folder, &PlainTable::new(table.layout().clone(), other, legal), &tables);
    let error = store(place.path()).table(krkn).unwrap_err();
    assert!(matches!(error, SessionError::Table(_)), "{error}");
    assert!(error.to_string().contains("its values are not those of the endgame"), "{error}");
    assert!(error.to_string().contains("KRKN.dpt"), "{error}");
}
