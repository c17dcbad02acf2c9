//! A tablebase as a program uses it: answers, errors, threads, allocations.

mod allocations;
mod answers;
mod errors;
mod threads;

use std::path::Path;

use drawproof_generator::{Options, solve_closure_with};
use drawproof_tablebase::{Metric, Position};
use drawproof_tables::{
    Material, TableSet,
    file::{Folder, pack},
};

/// Solves an endgame and writes the files of it and of all that it is solved from.
fn write_tables(folder: &Path, endgame: &str, metric: Metric) -> TableSet {
    let material = endgame.parse::<Material>().unwrap().normalise().0;
    let options = Options { metric, ..Options::default() };
    let tables = solve_closure_with(&options, &[material], &()).unwrap();
    let folder = Folder::new(folder).of_metric(metric);
    for table in tables.iter() {
        let material = table.material();
        folder.write(&folder.lock(material).unwrap(), material, &pack(table, 1)).unwrap();
    }
    tables
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}
