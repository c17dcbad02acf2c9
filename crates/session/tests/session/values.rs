//! Single values of a store.

use std::sync::Arc;

use drawproof_board::Color;
use drawproof_session::store::Store;
use drawproof_tables::{NormalMaterial, Placement, probe::Values};

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
