//! Folders with files of one side to move.

use drawproof_generator::decided_by_conversions;
use drawproof_tablebase::{Error, Metric, Tablebase};
use drawproof_tables::file::{Folder, pack_one_side};

use crate::{material, position, solved, write};

const POSITIONS: [&str; 6] = [
    "8/8/8/8/8/2k5/1p6/1K1R4 w - - 0 1",
    "8/8/8/8/8/2k5/1p6/1K1R4 b - - 0 1",
    "8/8/8/8/8/6K1/4p3/5k1R b - - 0 1",
    "3R4/8/8/8/1k6/1p6/8/2K5 w - - 0 1",
    // The table has the colours exchanged.
    "4r3/8/8/1k6/8/8/2P5/1K6 w - - 0 1",
    "4r3/8/8/1k6/8/8/2P5/1K6 b - - 0 1",
];

#[test]
fn answers_are_those_of_files_of_both_sides() {
    let tables = solved("KRKP", Metric::Dtm);
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [both, one] = folders.each_ref().map(|folder| folder.path());
    let names: Vec<String> = tables.iter().map(|table| table.material().to_string()).collect();
    write(both, &tables, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let folder = Folder::new(one);
    for table in tables.iter() {
        let decided = decided_by_conversions(table, &tables).unwrap();
        let bytes = pack_one_side(table, decided.each_ref().map(|side| &side[..]), 1, &|_| {});
        let material = table.material();
        folder.write(&folder.lock(material).unwrap(), material, &bytes).unwrap();
    }
    let [of_both, of_one] = [both, one].map(|folder| Tablebase::open(folder).unwrap());
    for fen in POSITIONS {
        let position = position(fen);
        assert_eq!(of_one.probe(position).unwrap(), of_both.probe(position).unwrap(), "{fen}");
        assert_eq!(of_one.line(position).unwrap(), of_both.line(position).unwrap(), "{fen}");
    }
    // The pawn promotes to a queen, into a table that is missing.
    std::fs::remove_file(folder.file(material("KQKR"))).unwrap();
    let promoting = position("8/8/8/8/8/5R2/1p6/3K2k1 b - - 0 1");
    let error = Tablebase::open(one).unwrap().probe(promoting).unwrap_err();
    assert!(matches!(&error, Error::NoTable { endgame, .. } if endgame == "KQKR"), "{error}");
}
