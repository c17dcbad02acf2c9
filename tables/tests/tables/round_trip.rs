//! Every packed value is read back unchanged.

use drawproof_board::Color;
use drawproof_tables::{
    Metric, PlainTable, Width,
    file::{Table, pack},
};

use crate::{SMALL, material, packed};

fn assert_same(table: &PlainTable, packed: &[u8]) {
    let read = Table::new(packed, "memory").unwrap();
    assert_eq!((read.metric(), read.width()), (Metric::Dtm, Width::One));
    let loaded = read.load().unwrap();
    for side in Color::ALL {
        assert_eq!(loaded.legal(side), table.legal(side), "{}", table.material());
        assert!(loaded.cells(side) == table.cells(side), "{}", table.material());
    }
    // Reads single values, a few of each block of 4096.
    for index in (0..table.layout().count()).step_by(997) {
        for side in Color::ALL {
            let expected = table.is_legal(side, index).then(|| table.value(side, index));
            assert_eq!(read.value(side, index).unwrap(), expected);
        }
    }
}

#[test]
fn every_value_and_every_legal_position_of_35_tables_comes_back() {
    assert_eq!(SMALL.iter().count(), 35);
    for table in SMALL.iter() {
        assert_same(table, &packed(&table.material().to_string(), 1));
    }
}

/// A table whose numbers need a second layer is read back, in bulk and by single positions. Every
/// change of a byte in either layer is detected.
#[test]
fn numbers_beyond_a_cell_come_back() {
    let krk = material("KRK");
    let solved = drawproof_generator::solve_closure(&[krk], &()).unwrap();
    let table = solved.get(krk).unwrap();
    // Every win and loss is moved beyond the cells, by 2 to 510.
    let far_of = |index: usize| (index % 256) as u8;
    let raised = |side: Color| -> (Vec<u8>, Vec<u8>) {
        let raised = table.cells(side).iter().enumerate().map(|(index, &cell)| match cell {
            0 => (0, 0),
            cell if index % 3 == 0 => (cell, 0),
            cell => (254 + (cell & 1), far_of(index)),
        });
        raised.unzip()
    };
    let [(white, far_white), (black, far_black)] = Color::ALL.map(raised);
    let legal = Color::ALL.map(|side| table.legal(side).to_vec());
    let layers = [far_white, far_black].map(Into::into);
    let wide = PlainTable::new(table.layout().clone(), [white, black], legal)
        .with_metric(Metric::Dtz, Some(layers));
    let bytes = pack(&wide, 3);
    let read = Table::new(&bytes[..], "memory").unwrap();
    assert_eq!((read.metric(), read.width()), (Metric::Dtz, Width::Two));
    read.verify().unwrap();
    let loaded = read.load().unwrap();
    let mut beyond = 0;
    for side in Color::ALL {
        assert!(loaded.cells(side) == wide.cells(side));
        for index in 0..wide.layout().count() {
            let expected = wide.is_legal(side, index).then(|| wide.value(side, index));
            assert_eq!(read.value(side, index).unwrap(), expected);
            assert_eq!(loaded.value(side, index), wide.value(side, index));
            beyond += usize::from(expected.is_some_and(|v| v.number() > Some(254)));
        }
    }
    assert!(beyond > 10_000, "{beyond}");
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        let found = Table::new(&damaged[..], "memory").and_then(|table| table.verify_checksums());
        assert!(found.is_err(), "byte {place} of {}", bytes.len());
    }
    assert!(Table::new(&bytes[..bytes.len() - 1], "memory").is_err());
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
