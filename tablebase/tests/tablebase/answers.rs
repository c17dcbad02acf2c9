//! Answers, compared with whole solved tables and with the probe of the tables crate.

use drawproof_board::{Board, Color};
use drawproof_tablebase::{FiftyMoves, Metric, Options, Position, Tablebase, Wdl};
use drawproof_tables::{Placement, TableSet, probe};

use crate::{position, write_tables};

/// Probes each 97th position of each table, and its colour-reversed position.
fn compare(tablebase: &Tablebase, tables: &TableSet) {
    for table in tables.iter() {
        let layout = table.layout();
        for index in (0..layout.count()).step_by(97) {
            for side in Color::ALL {
                let placement = Placement::new(layout, &layout.squares(index), side);
                let expected = table.probe(&placement);
                for placement in [placement, placement.swapped()] {
                    let colours = Color::ALL.map(|color| placement.colour(color).0);
                    let kinds = [0, 1, 2, 3, 4, 5]
                        .map(|kind| placement.men[0][kind].0 | placement.men[1][kind].0);
                    let white = placement.side_to_move == Color::White;
                    let answer = tablebase.probe(Position::new(colours, kinds, white));
                    match expected {
                        None => assert!(answer.is_err(), "{}", placement.to_fen()),
                        Some(value) => {
                            let answer = answer.unwrap();
                            assert_eq!(answer.result, value.wdl(), "{}", placement.to_fen());
                            assert_eq!(answer.dtm, value.signed_plies(), "{}", placement.to_fen());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn files_and_memory_have_the_values_of_solved_tables() {
    let folder = tempfile::tempdir().unwrap();
    let tables = write_tables(folder.path(), "KRKP", Metric::Dtm);
    compare(&Tablebase::open(folder.path()).unwrap(), &tables);
    compare(&Tablebase::in_memory(), &tables);
    let in_turns = Options::new().solve_within(24 << 20).threads(1).open().unwrap();
    compare(&in_turns, &tables);
}

#[test]
fn en_passant_rights_count() {
    let folder = tempfile::tempdir().unwrap();
    let tables = write_tables(folder.path(), "KPKP", Metric::Dtm);
    let opened = Tablebase::open(folder.path()).unwrap();
    let in_memory = Tablebase::in_memory();
    for fen in [
        "8/8/8/8/1pP1k3/8/8/4K3 b - c3 0 1",
        "8/8/8/8/k1pP4/8/8/K7 b - d3 0 1",
        // The capture is the only move.
        "8/8/8/8/pP6/k7/8/K7 b - b3 0 1",
        "4k3/8/8/8/P1p5/8/8/4K3 b - a3 0 1",
    ] {
        let Ok(board) = drawproof_board::fen::parse(fen) else { panic!("{fen}") };
        let expected = probe::probe(&board, &tables).unwrap();
        for tablebase in [&opened, &in_memory] {
            assert_eq!(tablebase.probe(&board).unwrap().dtm, expected.signed_plies(), "{fen}");
        }
        let moves = probe::moves(&board, &tables).unwrap();
        let found = opened.moves(&board).unwrap();
        let expected: Vec<_> = moves.into_iter().map(|mv| (mv.mv, mv.san)).collect();
        let found: Vec<_> = found.into_iter().map(|mv| (mv.mv, mv.san)).collect();
        assert_eq!(found, expected, "{fen}");
    }
}

#[test]
fn every_metric_that_has_a_file_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    for metric in [Metric::Dtz, Metric::Dtc] {
        write_tables(folder.path(), "KRKN", metric);
    }
    // KRKN has no DTM file, KRK none of any other metric is needed.
    let tablebase = Tablebase::open(folder.path()).unwrap();
    let win = "8/8/8/8/8/1n6/8/R1K4k w - - 0 1";
    let answer = tablebase.probe(position(win)).unwrap();
    assert_eq!((answer.result, answer.dtm, answer.dtz, answer.dtc), (Wdl::Draw, None, None, None));
    assert_eq!(answer.fifty, Some(FiftyMoves::Draw));
    let lost = position("8/8/8/8/8/1k6/3r4/K7 w - - 0 1");
    let answer = tablebase.probe(lost).unwrap();
    assert_eq!(answer.dtm, answer.dtz, "nothing can be captured before the mate");
    assert_eq!(answer.fifty, Some(FiftyMoves::Loss));
    let late = tablebase.probe(lost.with_halfmove_clock(99)).unwrap();
    assert_eq!(late.fifty, Some(FiftyMoves::BlessedLoss));
    assert_eq!(late.dtm, answer.dtm);
    let only = Options::new().folder(folder.path()).metrics(&[Metric::Dtc]).open().unwrap();
    let answer = only.probe(lost).unwrap();
    assert!(answer.dtm.is_none() && answer.dtz.is_none() && answer.dtc.is_some());
    assert_eq!(tablebase.endgames(Metric::Dtz).unwrap(), only_names(folder.path()));
}

/// The endgames of the DTZ files in a folder.
fn only_names(folder: &std::path::Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| name.strip_suffix(".dtz.dpt").map(str::to_owned)).collect();
    names.sort();
    names
}

#[test]
fn a_line_ends_in_mate_and_each_move_of_it_is_best() {
    let tablebase = Tablebase::in_memory();
    tablebase.prepare("KRKB").unwrap();
    let mut at: Board = "8/8/8/8/8/5K2/6R1/b4k2 w - - 0 1".parse().unwrap();
    let answer = tablebase.probe(&at).unwrap();
    let line = tablebase.line(&at).unwrap();
    assert_eq!(line.len() as i32, answer.dtm.unwrap());
    for mv in line {
        assert_eq!(tablebase.best_move(&at).unwrap().unwrap().mv, mv);
        at.play(mv);
    }
    let mated = tablebase.probe(&at).unwrap();
    assert_eq!((mated.result, mated.dtm), (Wdl::Loss, Some(0)));
    assert_eq!(tablebase.best_move(&at).unwrap(), None);
    let kings = tablebase.probe(position("8/8/8/8/8/6k1/8/2K5 w - - 0 1")).unwrap();
    assert_eq!((kings.result, kings.dtm), (Wdl::Draw, None));
}
