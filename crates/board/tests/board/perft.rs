//! Perft: counts of the move sequences of a given length.

use std::{
    env, fs,
    io::{Write, stderr},
    path::PathBuf,
};

use cozy_chess as oracle;
use drawproof_board::Board;

fn perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            count += perft(&next, depth - 1);
        }
        false
    });
    count
}

fn oracle_perft(board: &oracle::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            count += if depth == 1 { 1 } else { oracle_perft(&next, depth - 1) };
        }
        false
    });
    count
}

#[test]
fn published_counts() {
    for (fen, counts) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &[20, 400, 8_902, 197_281, 4_865_609][..],
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2_039, 97_862, 4_085_603],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
    ] {
        let board: Board = fen.parse().unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&board, depth), count, "{fen} at depth {depth}");
        }
    }
}

/// Returns the path of `perft.epd`, whose lines are `FEN ;D1 count ;D2 count ...`. The file is in
/// the folder of `$DRAWPROOF_TRUTH`, or else beside the repository.
fn counts_file() -> PathBuf {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/truth");
    env::var_os("DRAWPROOF_TRUTH").map_or_else(beside, PathBuf::from).join("perft.epd")
}

/// Depths with more sequences than this are left out.
const COUNT_MAX: u64 = 500_000;

#[test]
fn counts_of_a_file() {
    let path = counts_file();
    let Ok(text) = fs::read_to_string(&path) else {
        // Written past the test's captured output: a run without the file must be recognizable.
        let _ = writeln!(stderr(), "{} is absent: its counts were not compared", path.display());
        return;
    };
    for line in text.lines() {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap().trim();
        let board: Board = fen.parse().unwrap();
        for field in fields {
            let (depth, count) = field.trim_start_matches('D').trim().split_once(' ').unwrap();
            let (depth, count) = (depth.parse().unwrap(), count.parse().unwrap());
            if count <= COUNT_MAX {
                assert_eq!(perft(&board, depth), count, "{fen} at depth {depth}");
            }
        }
    }
}

#[test]
fn chess960_counts() {
    for fen in [
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1",
        "1rk1r3/2p5/8/8/8/8/8/q1RKR3 w EC - 0 1",
        "rk2r3/1p6/8/8/8/8/8/1RK4R w HBea - 0 1",
    ] {
        let (ours, theirs) = (fen.parse().unwrap(), fen.parse().unwrap());
        assert_eq!(perft(&ours, 4), oracle_perft(&theirs, 4), "{fen}");
    }
}
