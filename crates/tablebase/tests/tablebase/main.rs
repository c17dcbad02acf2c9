//! Tests of a tablebase as a program uses it: answers, errors, threads, allocations.

mod allocations;
mod answers;
mod errors;
mod one_side;
mod threads;

use std::{
    path::{Path, PathBuf},
    sync::LazyLock,
};

use drawproof_generator::{Options, solve_closure_with};
use drawproof_tablebase::{Metric, Position};
use drawproof_tables::{
    NormalMaterial, TableSet,
    file::{Folder, pack},
};

/// Returns a folder with tables of four men, and those tables with all tables they are solved from.
fn tables_of_four_men() -> &'static (PathBuf, TableSet) {
    static TABLES: LazyLock<(PathBuf, TableSet)> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables-of-four-men");
        let tables = solved("KPKP", Metric::Dtm);
        write(&folder, &tables, &["KPKP", "KRKB", "KRKN"]);
        (folder, tables)
    });
    &TABLES
}

/// Solves an endgame and all endgames that it is solved from.
fn solved(endgame: &str, metric: Metric) -> TableSet {
    let options = Options { metric, ..Options::default() };
    solve_closure_with(&options, &[material(endgame)], &()).unwrap()
}

/// Writes the table files of some endgames.
fn write(folder: &Path, tables: &TableSet, endgames: &[&str]) {
    let folder = Folder::new(folder).of_metric(tables.metric());
    for &endgame in endgames {
        let material = material(endgame);
        let bytes = pack(tables.get(material).unwrap(), 1);
        folder.write(&folder.lock(material).unwrap(), material, &bytes).unwrap();
    }
}

fn material(endgame: &str) -> NormalMaterial {
    endgame.parse::<NormalMaterial>().unwrap()
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}
