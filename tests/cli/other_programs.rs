//! Comparisons with results of other programs, if their files are available.

use std::path::PathBuf;

use drawproof_board::{Board, fen};
use drawproof_tables::{Dtm, NormalMaterial, Placement, Value, probe::probe_as};

/// The folder of what others know: `$DRAWPROOF_TRUTH`, else beside the repository.
pub fn truth_folder() -> PathBuf {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/truth");
    std::env::var_os("DRAWPROOF_TRUTH").map_or_else(beside, PathBuf::from)
}

fn file() -> PathBuf {
    truth_folder().join("endgame-dm-4.epd")
}

/// A position and the moves to mate from it: 0 = draw, negative = the side to move is mated.
fn parse(line: &str) -> (Board, i32) {
    let (position, moves) = line.split_once(" dm ").expect("every position has its distance");
    let moves = moves.trim_end_matches(';').parse().expect("the distance is a number");
    (fen::parse(position).expect("the position is legal"), moves)
}

#[test]
fn every_known_distance_is_found() {
    let Ok(text) = std::fs::read_to_string(file()) else {
        eprintln!("NOT COMPARED: there is no {}", file().display());
        return;
    };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions: Vec<(Board, i32)> = lines.map(parse).collect();
    assert!(!positions.is_empty());
    let endgames: Vec<NormalMaterial> =
        positions.iter().map(|(board, _)| Placement::from(board).normalise().0).collect();
    let tables = drawproof_generator::solve_closure(&endgames, &()).unwrap();
    for (board, expected) in positions {
        let moves = match probe_as::<Dtm>(&board, &tables).unwrap() {
            Value::Win(dtm) => i32::from(dtm.moves()),
            Value::Draw => 0,
            Value::Loss(dtm) => -i32::from(dtm.moves()),
        };
        assert_eq!(moves, expected, "{board}");
    }
}

#[test]
fn a_comparison_without_tables_reports_that_it_did_not_run() {
    for script in ["compare-gaviota", "compare-syzygy"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/outside").join(script);
        let nowhere = tempfile::tempdir().unwrap();
        let output = std::process::Command::new(path).arg(nowhere.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&output.stderr).contains("NOT COMPARED"));
    }
}
