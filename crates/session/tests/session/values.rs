//! Single values of a store.

use std::sync::Arc;

use drawproof_board::Color;
use drawproof_session::store::Store;
use drawproof_tables::{
    Layout, NormalMaterial, Placement,
    file::{Folder, pack},
    positions::{RandomPositions, Sample},
    probe::{Values, probe, with_en_passant_rights},
};

#[test]
fn three_men_are_answered_without_whole_tables() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().into(), 1 << 20, Arc::new(()));
    for name in ["KPK", "KRK", "KQK", "KBK", "KNK"] {
        let material = name.parse::<NormalMaterial>().unwrap();
        let solved = drawproof_generator::solve_closure(&[material], &()).unwrap();
        let table = solved.get(material).unwrap();
        let layout = table.layout();
        for index in (0..layout.count()).step_by(7) {
            for side in Color::ALL {
                let placement = Placement::new(layout, &layout.squares(index), side);
                let expected = table.probe(&placement);
                let value = store.value(material, &placement);
                assert_eq!(value.ok(), expected, "{name}");
            }
        }
    }
    assert!(store.shelf().tables().is_empty(), "a whole table was solved");
}

#[test]
fn many_positions_are_read_from_files_without_whole_tables() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::new(place.path());
    let kpkp = "KPKP".parse::<NormalMaterial>().unwrap();
    let solved = drawproof_generator::solve_closure(&[kpkp], &()).unwrap();
    for table in solved.iter() {
        let material = table.material();
        folder.write(&folder.lock(material).unwrap(), material, &pack(table, 1)).unwrap();
    }
    let store = Store::new(place.path().into(), 64 << 20, Arc::new(()));
    assert!(store.for_lookups(kpkp).unwrap().iter().next().is_none());
    let layout = Arc::new(Layout::new(kpkp));
    let positions = RandomPositions::new(&layout, Sample { size: 5000, seed: 2 });
    let mut boards = Vec::new();
    for board in (0..5000).map(|number| positions.get(number).unwrap().board) {
        boards.extend(with_en_passant_rights(&board));
        boards.push(board);
    }
    assert!(boards.len() > 5000);
    let values = store.values_of(kpkp, &boards).unwrap();
    for (board, value) in boards.iter().zip(values) {
        assert_eq!(value, probe(board, &solved).unwrap(), "{board}");
    }
    assert!(store.shelf().tables().is_empty(), "a whole table was loaded");
}
