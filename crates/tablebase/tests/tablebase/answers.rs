//! Compares answers with whole solved tables and with the probes of the tables crate.

use drawproof_board::{Board, Color};
use drawproof_tablebase::{
    AnswerSource, Error, FiftyMoves, Metric, Options, Position, Tablebase, Wdl,
};
use drawproof_tables::{Dtm, Placement, TableSet, Value, probe};

use crate::{material, position, solved, tables_of_four_men, write};

/// Probes every 97th position of some endgames, also with colours reversed.
fn compare(tablebase: &Tablebase, tables: &TableSet, endgames: &[&str]) {
    for endgame in endgames {
        let table = tables.get(material(endgame)).unwrap();
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
                            let dtm = Metric::Dtm.signed_plies(value);
                            assert_eq!(answer.dtm, dtm, "{}", placement.to_fen());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn files_and_memory_have_the_values_of_solved_tables() {
    let (folder, tables) = tables_of_four_men();
    let all = ["KPK", "KQK", "KBK", "KRKB", "KRKN", "KPKP"];
    compare(&Tablebase::open(folder).unwrap(), tables, &all);
    let by_memory = ["KPK", "KBK", "KRKB", "KRKN", "KRKB"];
    compare(&Tablebase::in_memory(), tables, &by_memory);
    // Enough memory for one of the tables at a time.
    let in_turns = Options::new().solve_within(16 << 20).threads(1).open().unwrap();
    compare(&in_turns, tables, &by_memory);
}

#[test]
fn en_passant_rights_count() {
    let (folder, tables) = tables_of_four_men();
    let opened = Tablebase::open(folder).unwrap();
    for fen in [
        "8/8/8/8/1pP1k3/8/8/4K3 b - c3 0 1",
        "8/8/8/8/k1pP4/8/8/K7 b - d3 0 1",
        // The capture is the only move.
        "8/8/8/8/pP6/k7/8/K7 b - b3 0 1",
        "4k3/8/8/8/P1p5/8/8/4K3 b - a3 0 1",
    ] {
        let Ok(board) = drawproof_board::fen::parse(fen) else { panic!("{fen}") };
        let expected: Value<Dtm> = probe::probe_as(&board, tables).unwrap();
        assert_eq!(opened.probe(&board).unwrap().dtm, expected.signed_plies(), "{fen}");
        let moves = probe::moves(&board, tables).unwrap();
        let found = opened.moves(&board).unwrap();
        let san = |mv| drawproof_board::notation::display_san_move(&board, mv);
        let expected: Vec<_> = moves.into_iter().map(|it| (it.mv, san(it.mv))).collect();
        let found: Vec<_> = found.into_iter().map(|mv| (mv.mv, mv.san)).collect();
        assert_eq!(found, expected, "{fen}");
    }
}

#[test]
fn every_metric_that_has_a_file_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    for metric in [Metric::Dtz, Metric::Dtc] {
        write(folder.path(), &solved("KRKN", metric), &["KRKN", "KRK"]);
    }
    // KRK is embedded by DTM; there is no DTM file of KRKN.
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
    assert_eq!(tablebase.endgames(Metric::Dtz).unwrap(), ["KRK", "KRKN"]);
    assert!(tablebase.endgames(Metric::Dtm).unwrap().is_empty());
}

#[test]
fn moves_are_ranked_by_a_metric_that_all_of_them_have() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &solved("KRKN", Metric::Dtc), &["KRKN", "KRK"]);
    // The captures lead to KRK, whose distances to mate are embedded. After Kc2 the knight is lost
    // a move later.
    let board = position("7k/8/8/8/8/8/8/RnK5 w - - 0 1");
    for metrics in [&Metric::ALL[..], &[Metric::Dtc]] {
        let options = Options::new().folder(folder.path()).metrics(metrics);
        let moves = options.open().unwrap().moves(board).unwrap();
        let sans: Vec<&str> = moves.iter().take(2).map(|mv| mv.san.as_str()).collect();
        assert_eq!(sans, ["Kxb1", "Rxb1"], "{metrics:?}");
    }
}

#[test]
fn a_line_ends_in_mate_and_each_move_of_it_is_best() {
    let tablebase = Tablebase::open(&tables_of_four_men().0).unwrap();
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

#[test]
fn a_position_is_the_same_from_bitboards_a_fen_and_either_board() {
    for fen in [
        "8/8/8/8/1pP1k3/8/8/4K3 b - c3 5 40",
        "8/3r4/3k4/8/8/4K3/4R3/8 w - - 17 60",
        "3k1BK1/8/2r5/8/8/8/8/8 b - - 100 90",
    ] {
        let read = position(fen);
        let ours: Board = fen.parse().unwrap();
        assert_eq!(Position::from(&ours), read);
        let theirs: cozy_chess::Board = fen.parse().unwrap();
        assert_eq!(Position::from(&theirs), read);
        let built = Position::new(read.colours(), read.kinds(), read.is_white_to_move())
            .with_en_passant(read.en_passant().map_or(64, |square| square as u8))
            .with_halfmove_clock(read.halfmove_clock().into());
        assert_eq!(built, read);
        assert_eq!(Position::from(&read.board().unwrap()), read);
    }
    let castling: cozy_chess::Board = "r3k3/8/8/8/8/8/8/4K3 w q - 0 1".parse().unwrap();
    assert!(matches!(Tablebase::in_memory().probe(&castling), Err(Error::CastlingRights)));
}

/// Writes a file in the format of Syzygy's tables of results. It says that White, with this number
/// of queens against the bare king, has won.
fn write_syzygy_of_queens(folder: &std::path::Path, queens: usize) {
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 1, 0, 0x66, 0xee];
    bytes.extend(vec![0x55; queens]);
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    bytes.extend([0x80, 4, 0x80, 0]);
    bytes.resize(80, 0);
    std::fs::write(folder.join(format!("K{}vK.rtbw", "Q".repeat(queens))), bytes).unwrap();
}

#[test]
fn syzygy_answers_where_there_is_no_other_table() {
    let folder = tempfile::tempdir().unwrap();
    (1..=5).for_each(|queens| write_syzygy_of_queens(folder.path(), queens));
    let options = || Options::new().syzygy([folder.path()]);
    let tables = options().solve_within(1 << 28).open().unwrap();
    let queens = position("8/8/8/8/8/6k1/8/Q1K5 w - - 0 1");
    let own = tables.probe(queens).unwrap();
    assert!(own.source == AnswerSource::Drawproof && own.dtm.is_some(), "{own:?}");
    for (fen, result, fifty) in [
        ("8/8/8/8/7k/Q7/QQQQ4/K7 w - - 0 1", Wdl::Win, Some(FiftyMoves::Win)),
        ("8/8/8/8/7k/8/QQQQ4/K7 b - - 0 1", Wdl::Loss, Some(FiftyMoves::Loss)),
        // Only a distance could show whether the loss comes in time.
        ("8/8/8/8/7k/8/QQQQ4/K7 b - - 7 1", Wdl::Loss, None),
    ] {
        let answer = tables.probe(position(fen)).unwrap();
        assert_eq!((answer.source, answer.result), (AnswerSource::Syzygy, result), "{fen}");
        assert_eq!((answer.fifty, answer.dtm, answer.dtz), (fifty, None, None), "{fen}");
        let moves = tables.moves(position(fen)).unwrap();
        assert!(moves.iter().all(|mv| mv.answer.source == AnswerSource::Syzygy));
        assert_eq!(moves[0].answer.result, result.reversed());
    }
    let error = |fen: &str| tables.probe(position(fen)).unwrap_err().to_string();
    assert!(error("8/8/8/8/7k/R7/QQQR4/K7 w - - 0 1").contains("KQQQRRvK.rtbw"));
    assert!(error("8/8/8/8/7k/QR6/QQQQ4/K7 w - - 0 1").contains("tables have at most 7"));
    // Without files of ours and without solving, errors name what is missing as before.
    let tables = options().open().unwrap();
    assert_eq!(tables.probe(queens).unwrap().source, own.source, "KQK needs no file");
    let four = tables.probe(position("8/8/8/8/8/6k1/8/QQK5 w - - 0 1")).unwrap();
    assert_eq!(four.source, AnswerSource::Syzygy);
    let rook = tables.probe(position("8/8/8/8/8/6k1/8/QRK5 w - - 0 1"));
    assert!(matches!(rook, Err(Error::NoTable { .. })), "{rook:?}");
    let nowhere = Options::new().syzygy(["/no/such/folder"]).open();
    assert!(matches!(nowhere, Err(Error::Syzygy(_))));
    // Beside our tables: moves are in the order of distances to zeroing.
    let checkout = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let truth = checkout.join("../shared/truth/syzygy");
    if !truth.is_dir() {
        eprintln!("NOT COMPARED: there are no Syzygy tables in {}", truth.display());
        return;
    }
    let tables = Options::new().syzygy([truth]).open().unwrap();
    for fen in ["8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1", "8/8/8/8/4k3/8/4K3/6BN w - - 0 1"] {
        let answer = tables.probe(position(fen)).unwrap();
        let dtz = answer.dtz.unwrap();
        assert!(dtz > 0 && answer.source == AnswerSource::Syzygy, "{fen}");
        let best = tables.best_move(position(fen)).unwrap().unwrap().answer.dtz.unwrap();
        assert!((best + dtz).abs() <= 2, "{fen}: {dtz}, {best}");
    }
}
