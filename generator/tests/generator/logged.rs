//! A table that is kept as a log has the values of a table that is solved into cells, with lists in
//! memory or in files.

use drawproof_board::Color;
use drawproof_generator::{
    Options, Request, SolveError, Vectors, is_logged, solve, solve_closure, solve_logged,
};
use drawproof_tables::{Metric, NormalMaterial, ScratchFiles, TableParts, TableSet};

use crate::named;

/// Compares every cell of a table kept as a log with the cells of the solved table.
fn assert_same(material: NormalMaterial, tables: &TableSet, vectors: &[Vectors]) {
    let expected = solve(Request::new(&Options::default(), material, tables)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let scratch = ScratchFiles::new(folder.path().into());
    for &vectors in vectors {
        for list_files in [None, Some(&scratch)] {
            let options = Options { vectors, ..Options::default() };
            let request = Request { list_files, ..Request::new(&options, material, tables) };
            let (table, plies) = solve_logged(request).unwrap();
            let way = format!("{material}, {vectors}, spilled: {}", list_files.is_some());
            assert_eq!(plies, expected.plies, "{way}");
            let layout = table.layout().clone();
            let places = layout.count() / layout.outer_count();
            // The previous contents of the memory are meaningless.
            let mut cells = [77, 78].map(|before| vec![before; places]);
            for outer in 0..layout.outer_count() {
                table.assemble(outer, cells.each_mut().map(|cells| &mut cells[..]));
                for side in Color::ALL {
                    let expected = &expected.table.cells(side)[outer * places..][..places];
                    assert!(cells[side as usize] == expected, "{way}, {side} moves, part {outer}");
                }
            }
        }
    }
}

#[test]
fn all_tables_of_three_and_four_men_without_pawns() {
    let all: Vec<_> = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men).collect();
    let tables = solve_closure(&all, &()).unwrap();
    let mut compared = 0;
    for material in all {
        if is_logged(Metric::Dtm, material) {
            assert_same(material, &tables, &[Vectors::best()]);
            compared += 1;
        } else {
            assert!(material.get().has_pawns());
        }
    }
    assert_eq!(compared, 5 - 1 + 20);
}

#[test]
fn two_tables_of_five_men() {
    for name in ["KBBKN", "KRBKR"] {
        let tables = solve_closure(&named(name).conversions(), &()).unwrap();
        assert_same(named(name), &tables, &[Vectors::best()]);
    }
}

#[test]
fn every_vector_width() {
    for name in ["KRKN", "KNNK", "KRKR"] {
        let tables = solve_closure(&named(name).conversions(), &()).unwrap();
        assert_same(named(name), &tables, &Vectors::available());
    }
}

#[test]
fn what_is_missing_is_an_error() {
    let (missing, tables) = (named("KRKB"), TableSet::new());
    let error = solve_logged(Request::new(&Options::default(), missing, &tables)).unwrap_err();
    assert!(matches!(error, SolveError::MissingTable { .. }), "{error}");
    // The folder for scratch files does not exist.
    let options = Options::default();
    let gone = ScratchFiles::new("/not/there".into());
    let tables = solve_closure(&missing.conversions(), &()).unwrap();
    let request = Request::new(&options, missing, &tables);
    let error = solve_logged(Request { list_files: Some(&gone), ..request }).unwrap_err();
    assert!(matches!(error, SolveError::Scratch { .. }), "{error}");
    assert!(!is_logged(Metric::Dtm, named("KPK")) && !is_logged(Metric::Dtz, missing));
}
