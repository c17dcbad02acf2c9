//! What a store keeps in memory, and what in scratch files.

use std::sync::Arc;

use drawproof_session::{budget::solve_needs, store::Store};
use drawproof_tables::{Metric, NormalMaterial};

#[test]
fn a_tenth_of_the_memory_is_left_where_there_are_scratch_files() {
    let folder = tempfile::tempdir().unwrap();
    let material = "KNNKB".parse::<NormalMaterial>().unwrap();
    let needed = solve_needs(Metric::Dtm, material, false).memory();
    let store = |bytes| Store::new(folder.path().into(), bytes, Arc::new(()));
    for (bytes, spills) in [(needed / 95 * 100, true), (needed / 80 * 100, false)] {
        for scratch in [true, false] {
            let mut store = store(bytes);
            if scratch {
                store = store.with_scratch(folder.path().into());
            }
            let (solved, _) = store.solve(material).unwrap();
            assert_eq!(solved.is_in_scratch(), scratch && spills, "{bytes}");
            drop(solved);
            store.keep_only(&[]);
            let obtained = store.table(material).unwrap();
            assert_eq!(obtained.is_in_scratch(), scratch && spills, "{bytes}");
        }
    }
}

#[test]
fn tables_that_later_work_needs_go_to_scratch_files_where_others_are_dropped() {
    let [kept, next] = ["KRKN", "KQKR"].map(|name| name.parse::<NormalMaterial>().unwrap());
    let memory_bytes = solve_needs(Metric::Dtm, next, false).memory() / 9 * 10 + 10;
    for is_expected in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().into(), memory_bytes, Arc::new(()));
        let store = store.with_scratch(folder.path().into());
        store.solve(kept).unwrap();
        store.expect(is_expected.then_some(kept).as_slice());
        let (solved, _) = store.solve(next).unwrap();
        assert!(!solved.is_in_scratch());
        let found = store.shelf().whole(kept).map(|table| table.is_in_scratch());
        assert_eq!(found, is_expected.then_some(true));
    }
}
