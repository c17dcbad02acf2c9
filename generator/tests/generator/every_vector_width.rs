//! Tables are the same with every vector width and number of threads, and with lists in memory or
//! in files.

use drawproof_generator::{Options, Request, SolveError, Vectors, solve, solve_closure};
use drawproof_tables::{Metric, NormalMaterial, PlainTable, ScratchFiles, TableSet, Width};

use crate::named;

/// Solves an endgame with `threads` threads and these vector instructions.
fn solve_on(
    threads: usize,
    vectors: Vectors,
    material: NormalMaterial,
    tables: &TableSet,
) -> PlainTable {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let options = Options { vectors, ..Options::default() };
    pool.install(|| solve(Request::new(&options, material, tables))).unwrap().table
}

/// Solves an endgame in several ways (threads, vector instructions) and compares the tables.
fn assert_same(name: &str, ways: &[(usize, Vectors)]) {
    let material = named(name);
    let tables = solve_closure(&material.conversions(), &()).unwrap();
    let expected = solve_on(1, Vectors::Plain, material, &tables);
    for &(threads, vectors) in ways {
        let found = solve_on(threads, vectors, material, &tables);
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

/// Five men, so two upper men. Solving with plain instructions on one thread takes longest.
#[test]
fn five_men_slow() {
    let faster = Vectors::available().into_iter().filter(|&it| it != Vectors::Plain);
    let ways: Vec<_> = faster.map(|vectors| (2, vectors)).collect();
    assert_same("KBBKN", &ways);
}

#[test]
fn the_contents_of_pooled_buffers_do_not_matter() {
    let options = Options::default();
    for names in [["KRKB", "KQKR"], ["KRKP", "KQKP"], ["KNNKQ", "KBBKR"]] {
        let [first, second] = names.map(named);
        let sources = [first, second].map(NormalMaterial::conversions).concat();
        let tables = solve_closure(&sources, &()).unwrap();
        let table_of = |material| solve(Request::new(&options, material, &tables)).unwrap().table;
        let expected = solve_closure(&[second], &()).unwrap();
        options.pool.take_back(table_of(first));
        let bytes = options.pool.bytes();
        let found = table_of(second);
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
    let (scratch, options) = (ScratchFiles::new(folder.path().into()), Options::default());
    // With and without like men.
    for name in ["KNNKB", "KNNKN", "KBNKB", "KPPK"] {
        let material = named(name);
        let tables = solve_closure(&material.conversions(), &()).unwrap();
        let request = || Request::new(&options, material, &tables);
        let expected = solve(request()).unwrap();
        let memory = Some(scratch.table(expected.table.layout(), Width::One).unwrap());
        let in_files = Request { memory, list_files: Some(&scratch), ..request() };
        let found = solve(in_files).unwrap();
        assert_eq!(found.plies, expected.plies);
        assert!(found.table.is_in_scratch());
        for side in drawproof_board::Color::ALL {
            assert!(found.table.legal(side) == expected.table.legal(side), "{name}, {side}");
            assert!(found.table.cells(side) == expected.table.cells(side), "{name}, {side}");
        }
    }
    let gone = ScratchFiles::new(folder.path().join("missing"));
    let material = named("KBNKB");
    let tables = solve_closure(&material.conversions(), &()).unwrap();
    let request = Request::new(&options, material, &tables);
    let error = solve(Request { list_files: Some(&gone), ..request }).unwrap_err();
    assert!(error.to_string().contains("the scratch files of KBNKB cannot be written"), "{error}");
}

#[test]
fn six_men_are_refused_with_three_pawns_and_by_other_metrics_than_dtm() {
    let (pawn, pawnless) = (named("KRPPKP"), named("KRBKRN"));
    let dtz = Options { metric: Metric::Dtz, ..Options::default() };
    for (options, material) in [(Options::default(), pawn), (dtz, pawnless)] {
        let error = solve(Request::new(&options, material, &TableSet::new())).unwrap_err();
        assert_eq!(error, SolveError::Men(material));
    }
    let missing = solve(Request::new(&Options::default(), pawnless, &TableSet::new())).unwrap_err();
    assert!(matches!(missing, SolveError::MissingTable { .. }), "{missing}");
}
