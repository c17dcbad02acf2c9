//! Every packed value comes back.

use drawproof_board::Color;
use drawproof_tables::{
    Metric, NormalMaterial, PlainTable, Width,
    file::{Table, pack},
};

use crate::material;

/// All 35 tables of three and four men.
fn tables() -> drawproof_tables::TableSet {
    let all: Vec<_> = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men).collect();
    drawproof_generator::solve_closure(&all, &()).unwrap()
}

fn assert_same(table: &PlainTable, packed: &[u8]) {
    let read = Table::new(packed, "memory").unwrap();
    assert_eq!((read.metric(), read.width()), (Metric::Dtm, Width::One));
    let loaded = read.load().unwrap();
    for side in Color::ALL {
        assert_eq!(loaded.legal(side), table.legal(side), "{}", table.material());
        assert!(loaded.cells(side) == table.cells(side), "{}", table.material());
    }
    for index in (0..table.layout().count()).step_by(97) {
        for side in Color::ALL {
            let expected = table.is_legal(side, index).then(|| table.value(side, index));
            assert_eq!(read.value(side, index).unwrap(), expected);
        }
    }
}

#[test]
fn every_value_and_every_legal_position_of_35_tables_comes_back() {
    let tables = tables();
    assert_eq!(tables.iter().count(), 35);
    for table in tables.iter() {
        assert_same(table, &pack(table, 1));
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let material = material("KRKN");
    let tables = drawproof_generator::solve_closure(&[material], &()).unwrap();
    let table = tables.get(material).unwrap();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert_eq!(one.install(|| pack(table, 3)), three.install(|| pack(table, 3)));
}
