//! The shelf answers from available tables, and notices files that are repaired or added.

use std::{fs::File, sync::Arc, time::SystemTime};

use drawproof_board::{Color, fen};
use drawproof_generator::solve_closure;
use drawproof_tables::{
    Placement, Shelf,
    file::{Folder, TableError, pack},
    probe::{ProbeError, probe},
};

use super::material;

#[test]
fn a_table_is_on_the_shelf_until_it_is_taken() {
    let (krkn, shelf) = (material("KRKN"), Shelf::new(Folder::none()));
    let table = solve_closure(&[krkn], &()).unwrap().get(krkn).unwrap().clone();
    let board = fen::parse("8/8/8/8/8/1k1n4/8/K6R w - - 0 1").unwrap();
    let missing = |error| matches!(error, ProbeError::NoTable(it) if it == krkn);
    assert!(missing(probe(&board, &shelf).unwrap_err()) && !shelf.has(krkn).unwrap());
    let expected = table.probe(&Placement::from(&board)).unwrap();
    shelf.put(table);
    assert_eq!(probe(&board, &shelf).unwrap(), expected);
    assert!(shelf.has(krkn).unwrap() && shelf.tables().len() == 1);
    assert!(Arc::into_inner(shelf.take(krkn).unwrap()).is_some(), "nobody else has it");
    assert!(missing(probe(&board, &shelf).unwrap_err()) && shelf.tables().is_empty());
}

#[test]
fn a_file_that_was_repaired_is_read_again() {
    let place = tempfile::tempdir().unwrap();
    let (krkn, folder) = (material("KRKN"), Folder::new(place.path()));
    let table = solve_closure(&[krkn], &()).unwrap().get(krkn).unwrap().clone();
    let bytes = pack(&table, 1);
    let write = |bytes: &[u8]| folder.write(&folder.lock(krkn).unwrap(), krkn, bytes).unwrap();
    let shelf = Shelf::new(folder.clone()).of_lasting_folder();
    let mut damaged = bytes.clone();
    let end = damaged.len();
    damaged[end - end / 4..].fill(0);
    write(&damaged);
    let layout = table.layout();
    let wrong = (0..layout.count()).find_map(|index| {
        let placement = Placement::new(layout, &layout.squares(index), Color::White);
        shelf.stored(krkn, &placement, &shelf).err().map(|error| (placement, error))
    });
    let (placement, error) = wrong.expect("a quarter of the blocks is damaged");
    let ProbeError::Unreadable(error) = error else { panic!("{error}") };
    assert!(error.is::<TableError>(), "{error}");
    assert!(shelf.stored(krkn, &placement, &shelf).is_err(), "the same bytes");
    write(&bytes);
    // The time of the last change may be as coarse as a clock tick.
    let file = File::options().append(true).open(folder.file(krkn)).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(shelf.stored(krkn, &placement, &shelf).unwrap(), table.probe(&placement));
    assert_eq!(shelf.open_files(), 1);
}

#[test]
fn files_that_are_added_are_seen_where_they_are_expected() {
    for expects_files in [true, false] {
        let place = tempfile::tempdir().unwrap();
        let (krk, folder) = (material("KRK"), Folder::new(place.path()));
        let shelf = Shelf::new(folder.clone());
        let shelf = if expects_files { shelf } else { shelf.of_lasting_folder() };
        assert!(!shelf.has(krk).unwrap());
        let table = solve_closure(&[krk], &()).unwrap().get(krk).unwrap().clone();
        folder.write(&folder.lock(krk).unwrap(), krk, &pack(&table, 1)).unwrap();
        assert_eq!(shelf.has(krk).unwrap(), expects_files);
    }
}
