//! Positions without an answer, and files that cannot be read.

use std::fs;

use drawproof_tablebase::{Error, Illegal, Metric, Options, Position, Tablebase};

use crate::{position, solved, write};

const KRKB: &str = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";

#[test]
fn illegal_positions_are_named() {
    let tablebase = Tablebase::in_memory();
    for (fen, illegal) in [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", Illegal::Kings),
        ("8/8/8/8/8/8/8/Kk5R w - - 0 1", Illegal::KingsTouch),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", Illegal::PawnRank),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", Illegal::OpponentInCheck),
    ] {
        let parsed = fen.parse::<Position>();
        assert!(matches!(parsed, Err(Error::Illegal(found)) if found == illegal), "{parsed:?}");
    }
    let (a1, b1, h1, h8) = (1, 2, 1 << 7, 1 << 63);
    let probe = |colours, kinds| tablebase.probe(Position::new(colours, kinds, true));
    for (colours, kinds, illegal) in [
        ([a1, 0], [0, 0, 0, 0, 0, a1], Illegal::Kings),
        ([a1 | h1, h8], [0, 0, 0, 0, 0, a1 | h1 | h8], Illegal::Kings),
        ([a1, b1], [0, 0, 0, 0, 0, a1 | b1], Illegal::KingsTouch),
        ([a1 | h1, b1], [0, 0, 0, h1, 0, a1 | b1], Illegal::KingsTouch),
        ([a1 | h1, h8], [h1, 0, 0, 0, 0, a1 | h8], Illegal::PawnRank),
        ([a1 | h1, h8], [0, 0, 0, h1, 0, a1 | h8], Illegal::OpponentInCheck),
        ([a1 | h1, h8 | h1], [0, 0, 0, h1, 0, a1 | h8], Illegal::Men),
        ([a1 | h1, h8], [0, 0, 0, h1, h1, a1 | h8], Illegal::Men),
        ([a1 | h1, h8], [0, 0, 0, 0, 0, a1 | h8], Illegal::Men),
        ([0, 0], [0; 6], Illegal::Kings),
        ([!0, !0], [!0; 6], Illegal::Men),
    ] {
        let found = probe(colours, kinds);
        assert!(matches!(found, Err(Error::Illegal(found)) if found == illegal), "{found:?}");
    }
    let right = position("8/8/8/3k4/2P5/8/8/4K3 b - - 0 1").with_en_passant(43);
    assert!(matches!(tablebase.probe(right), Err(Error::Illegal(Illegal::EnPassant(_)))));
    assert!(matches!(tablebase.moves(right), Err(Error::Illegal(Illegal::EnPassant(_)))));
}

#[test]
fn what_no_table_answers_is_an_error() {
    let tablebase = Tablebase::in_memory();
    let castling = position(KRKB).with_castling_rights(true);
    assert!(matches!(tablebase.probe(castling), Err(Error::CastlingRights)));
    let castling = "r3k3/8/8/8/8/8/8/4K3 w q - 0 1".parse::<Position>();
    assert!(matches!(castling, Err(Error::CastlingRights)));
    let seven = position("4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1");
    assert!(matches!(tablebase.probe(seven), Err(Error::TooManyMen { men: 7, men_max: 6 })));
    let six = position("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1");
    let refused = tablebase.probe(six).unwrap_err().to_string();
    assert!(refused.contains("KPPPPK") && refused.contains("3 to 5"), "{refused}");
    assert!(matches!("8/8 w".parse::<Position>(), Err(Error::Fen(_))));
    assert!(matches!(tablebase.prepare("KXK"), Err(Error::EndgameName(_))));
}

#[test]
fn a_folder_without_the_table_and_too_little_memory_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let tablebase = Tablebase::open(folder.path()).unwrap();
    let error = tablebase.probe(position(KRKB)).unwrap_err().to_string();
    assert_eq!(error, format!("there is no table of KRKB in '{path}'"));
    assert!(matches!(tablebase.line(position(KRKB)), Err(Error::NoTable { .. })));
    assert!(matches!(tablebase.prepare("KRKB"), Err(Error::NoTable { .. })));
    assert_eq!(tablebase.endgames(Metric::Dtm).unwrap(), Vec::<String>::new());
    assert!(matches!(Tablebase::open(folder.path().join("none")), Err(Error::System { .. })));
    let little = Options::new().solve_within(1 << 20).open().unwrap();
    let error = little.probe(position(KRKB)).unwrap_err();
    assert!(matches!(error, Error::Memory { allowed_bytes: 0x10_0000, .. }), "{error}");
}

#[test]
fn a_damaged_file_is_named_and_never_solved_instead() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &solved("KRKB", Metric::Dtm), &["KRKB"]);
    let file = folder.path().join("KRKB.dpt");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    for byte in &mut bytes[last / 8..] {
        *byte ^= 0x55;
    }
    fs::write(&file, &bytes).unwrap();
    let options = || Options::new().folder(folder.path()).solve_within(64 << 20);
    let answer = options().open().unwrap().probe(position(KRKB));
    assert!(matches!(answer, Err(Error::Damaged(_))), "{answer:?}");
    assert!(answer.unwrap_err().to_string().contains(&file.display().to_string()));
    fs::write(&file, &bytes[..7]).unwrap();
    let answer = options().open().unwrap().probe(position(KRKB));
    assert!(matches!(answer, Err(Error::Damaged(_))), "{answer:?}");
}

#[test]
fn a_fault_while_solving_is_an_error_of_one_probe() {
    use std::sync::atomic::{AtomicBool, Ordering};
    static HAS_FAILED: AtomicBool = AtomicBool::new(false);
    fn fail_once(endgame: &str) {
        assert!(endgame != "KRKB" || HAS_FAILED.swap(true, Ordering::SeqCst), "a fault for a test");
    }
    let tablebase = Options::new().solve_within(64 << 20).on_solve(fail_once).open().unwrap();
    let error = tablebase.probe(position(KRKB)).unwrap_err();
    assert!(matches!(error, Error::Fault { .. }), "{error}");
    assert!(tablebase.probe(position(KRKB)).is_ok());
}

#[test]
fn a_repaired_file_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("KRKB.dpt");
    fs::write(&file, "no table").unwrap();
    let tablebase = Tablebase::open(folder.path()).unwrap();
    assert!(matches!(tablebase.probe(position(KRKB)), Err(Error::Damaged(_))));
    write(folder.path(), &solved("KRKB", Metric::Dtm), &["KRKB"]);
    assert!(tablebase.probe(position(KRKB)).is_ok());
}
