//! The same tables with every vector width and number of threads, wherever lists are.

use std::sync::Arc;

use drawproof_generator::{Options, SolveError, Vectors, solve_closure, solve_with};
use drawproof_tables::{Metric, NormalMaterial, PlainTable, Scratch, TableSet, Width};

use crate::named;

/// Solves an endgame with so many threads and these vector instructions.
fn solve(
    material: NormalMaterial,
    tables: &TableSet,
    threads: usize,
    vectors: Vectors,
) -> PlainTable {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let options = Options { vectors, ..Options::default() };
    pool.install(|| solve_with(&options, material, tables, &())).unwrap().table
}

/// Solves an endgame in several ways (threads, vector instructions) and compares the tables.
fn assert_same(name: &str, ways: &[(usize, Vectors)]) {
    let material = named(name);
    let tables = solve_closure(&material.conversions(), &()).unwrap();
    let expected = solve(material, &tables, 1, Vectors::PLAIN);
    for &(threads, vectors) in ways {
        let found = solve(material, &tables, threads, vectors);
        for side in drawproof_board::Color::ALL {
            let way = format!("{name}, {side} moves, {threads} threads, {vectors}");
            assert!(found.legal(side) == expected.legal(side), "legal positions of {way}");
            assert!(found.cells(side) == expected.cells(side), "values of {way}");
        }
    }
}

#[test]
fn up_to_four_men() {
    let ways: Vec<_> =
        Vectors::available().into_iter().flat_map(|v| [(1, v), (2, v), (5, v)]).collect();
    for name in ["KQK", "KPK", "KRKN", "KBNK", "KQKR", "KRKP", "KPKP", "KPPK"] {
        assert_same(name, &ways);
    }
}

/// Five men: two upper men.
#[test]
fn five_men_slow() {
    let mut ways: Vec<_> = Vectors::available().into_iter().map(|v| (2, v)).collect();
    ways.push((1, Vectors::best()));
    assert_same("KBBKN", &ways);
}

#[test]
fn the_contents_of_pooled_buffers_do_not_matter() {
    let options = Options::default();
    for names in [["KRKB", "KQKR"], ["KRKP", "KQKP"], ["KNNKQ", "KBBKR"]] {
        let [first, second] = names.map(named);
        let sources = [first, second].map(NormalMaterial::conversions).concat();
        let tables = solve_closure(&sources, &()).unwrap();
        let solve = |material| solve_with(&options, material, &tables, &()).unwrap().table;
        let expected = solve_closure(&[second], &()).unwrap();
        options.pool.take_back(solve(first));
        let bytes = options.pool.bytes();
        let found = solve(second);
        assert!(bytes > options.pool.bytes(), "{second} uses buffers of {first}");
        let expected = expected.get(second).unwrap();
        for side in drawproof_board::Color::ALL {
            assert!(found.cells(side) == expected.cells(side), "{second} after {first}, {side}");
            assert!(found.legal(side) == expected.legal(side), "{second} after {first}, {side}");
        }
    }
}

#[test]
fn lists_in_scratch_files_give_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let scratch = Arc::new(Scratch::new(folder.path().into()));
    // Like men, and without.
    for name in ["KNNKB", "KNNKN", "KBNKB", "KPPK"] {
        let material = named(name);
        let tables = solve_closure(&material.conversions(), &()).unwrap();
        let expected = solve_with(&Options::default(), material, &tables, &()).unwrap();
        let options = Options::default();
        options.pool.spill_lists(Some(scratch.clone()));
        options.pool.reserve(material, scratch.table(expected.table.layout(), Width::One).unwrap());
        let found = solve_with(&options, material, &tables, &()).unwrap();
        assert_eq!(found.plies, expected.plies);
        assert!(found.table.is_in_scratch());
        for side in drawproof_board::Color::ALL {
            assert!(found.table.legal(side) == expected.table.legal(side), "{name}, {side}");
            assert!(found.table.cells(side) == expected.table.cells(side), "{name}, {side}");
        }
    }
    let gone = Arc::new(Scratch::new(folder.path().join("missing")));
    let (material, options) = (named("KBNKB"), Options::default());
    let tables = solve_closure(&material.conversions(), &()).unwrap();
    options.pool.spill_lists(Some(gone));
    let error = solve_with(&options, material, &tables, &()).unwrap_err();
    assert!(error.to_string().contains("the scratch files of KBNKB cannot be written"), "{error}");
}

#[test]
fn six_men_are_refused_with_pawns_and_by_other_metrics_than_dtm() {
    let (pawn, pawnless) = (named("KRPKRN"), named("KRBKRN"));
    let dtz = Options { metric: Metric::Dtz, ..Options::default() };
    for (options, material) in [(Options::default(), pawn), (dtz, pawnless)] {
        let error = solve_with(&options, material, &TableSet::new(), &()).unwrap_err();
        assert_eq!(error, SolveError::Men(material));
    }
    let missing = solve_with(&Options::default(), pawnless, &TableSet::new(), &()).unwrap_err();
    assert!(matches!(missing, SolveError::MissingTable { .. }), "{missing}");
}
