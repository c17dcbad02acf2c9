//! Stores: the bound of the memory, files, one table after the other.

use std::sync::Arc;

use drawproof_board::Color;
use drawproof_session::{
    budget::{solve_needs, table_bytes},
    error::SessionError,
    plan::Plan,
    store::Store,
};
use drawproof_tables::{Aligned, Layout, Metric, NormalMaterial, PlainTable, file::pack};

#[test]
fn a_store_beside_another_shares_the_bound_of_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let material = "KQKR".parse::<NormalMaterial>().unwrap();
    let allowed = solve_needs(Metric::Dtm, material, false).memory();
    let small = Store::new(folder.path().into(), allowed, Arc::new(()));
    let _in_use = small.table(material).unwrap();
    // The table in use counts whether the store still holds it or not.
    for _ in 0..2 {
        let beside = small.beside(Metric::Dtz, material).unwrap();
        let error = beside.table(material).unwrap_err();
        assert!(error.to_string().contains("'drawproof generate KQKR --metric dtz'"), "{error}");
        let SessionError::Memory { needed_bytes, allowed_bytes, .. } = error else { panic!() };
        let needed =
            solve_needs(Metric::Dtz, material, false).memory() + table_bytes(Metric::Dtm, material);
        assert_eq!((needed_bytes, allowed_bytes), (needed, allowed));
        small.keep_only(&[]);
    }
    let large = Store::new(folder.path().into(), 2 * allowed, Arc::new(()));
    let _in_use = large.table(material).unwrap();
    let beside = large.beside(Metric::Dtz, material).unwrap();
    assert_eq!(beside.table(material).unwrap().metric(), Metric::Dtz);
}

#[test]
fn what_is_about_files_reads_them_though_solving_is_quicker() {
    let material = "KBNKN".parse::<NormalMaterial>().unwrap();
    let (folder, wanted) = (tempfile::tempdir().unwrap(), &[material]);
    let store = Store::new(folder.path().into(), 8 << 30, Arc::new(()));
    let layout = Arc::new(Layout::new(material));
    // Draws everywhere: no table of the endgame.
    let cells = [(); 2].map(|()| Aligned::new(layout.count()));
    let legal = [(); 2].map(|()| Aligned::new(layout.words()));
    let bytes = pack(&PlainTable::new(layout, cells, legal), 1);
    let lock = store.folder().lock(material).unwrap();
    store.folder().write(&lock, material, &bytes).unwrap();
    let plan = Plan::new(wanted, wanted, store.shelf()).unwrap();
    assert!(plan.quicker(store.shelf()).unwrap().is_some());
    let tables = store.with_conversions(material).unwrap();
    let file = tables.get(material).unwrap();
    assert!(Color::ALL.into_iter().all(|side| file.cells(side).iter().all(|&cell| cell == 0)));
}

#[test]
fn tables_are_made_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().into(), 1 << 30, Arc::new(()));
    let wanted = ["KQKR", "KRKR"].map(|name| name.parse::<NormalMaterial>().unwrap());
    let mut times = 1;
    let (missing, _) = store.missing(&wanted).unwrap();
    while store.advance(&wanted).unwrap() {
        times += 1;
        assert!((1..missing).contains(&store.missing(&wanted).unwrap().0));
    }
    assert!((1..=2).contains(&times) && !store.advance(&wanted).unwrap());
    assert_eq!(store.missing(&wanted).unwrap(), (0, 0.0));
    assert!(wanted.iter().all(|&material| store.shelf().has_whole(material)));
}
