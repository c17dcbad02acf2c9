//! Positions that the engine must solve, each within a number of nodes or plies.

use std::time::Duration;

use crate::solved::Solved;
use drawproof_engine::{
    endgames::Endgames,
    fen,
    game::Game,
    knowledge::Knowledge,
    moves, score,
    search::{self, Report, Resources},
    time::{Limits, Signals},
    tt::Table,
};
use drawproof_session::three_men;

/// Returns all reports of a search with one thread and an empty table of 64 MiB.
fn reports(fen: &str, limits: &Limits, endgames: &dyn Endgames, recognize: bool) -> Vec<Report> {
    let game = Game::new(fen::parse(fen).unwrap());
    let resources = Resources {
        table: &Table::new(64).unwrap(),
        endgames,
        use_recognizers: recognize,
        fifty_move_rule: true,
        threads: 1,
        lines: 1,
        overhead: Duration::ZERO,
        signals: &Signals::new(false),
    };
    let mut reports = Vec::new();
    let last = search::run(&game, limits, resources, &mut |report| reports.push(report.clone()));
    reports.push(last);
    reports
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

fn depth(plies: u32) -> Limits {
    Limits { depth: Some(plies), ..Limits::default() }
}

fn best(fen: &str, report: &Report) -> String {
    moves::to_uci(&fen::parse(fen).unwrap(), report.line[0])
}

/// Asserts that the search of `count` nodes ends with `expected` as the best move.
fn finds(fen: &str, count: u64, expected: &str) {
    let reports = reports(fen, &nodes(count), &Knowledge::new(three_men()), true);
    assert_eq!(best(fen, reports.last().unwrap()), expected);
}

/// King, rook and bishop: White mates in 29, and only Ke1 wins.
const KRKB: &str = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1";

#[test]
fn king_and_pawn_mate_in_23_at_depth_1_with_the_whole_line() {
    let fen = "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1";
    let reports = reports(fen, &depth(1), &Knowledge::new(three_men()), true);
    assert_eq!(reports[0].depth, 1);
    assert_eq!(score::to_uci(reports[0].score), "mate 23");
    assert!(reports[0].table_hits > 0);
    assert_eq!(reports[0].line.len(), 45);
    let mut board = fen::parse(fen).unwrap();
    reports[0].line.iter().for_each(|&mv| board.play(mv));
    assert_eq!(board.status(), drawproof_board::GameStatus::Won);
}

#[test]
fn two_knights_mate_a_knight_in_4() {
    let fen = "8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1";
    let reports = reports(fen, &nodes(100_000), &Knowledge::new(three_men()), true);
    let last = reports.last().unwrap();
    assert_eq!(score::to_uci(last.score), "mate 4");
    assert_eq!(best(fen, last), "c1c2");
}

#[test]
fn a_mate_with_two_knights_is_no_draw() {
    let fen = "8/8/8/8/1N6/1N6/2K5/k7 b - - 0 1";
    let mated = reports(fen, &depth(3), &Knowledge::new(three_men()), true);
    assert_eq!(score::to_uci(mated[0].score), "mate 0");
    assert!(mated[0].line.is_empty());
    let before = "8/8/8/8/1N1N4/8/2K5/k7 w - - 0 1";
    let mates = reports(before, &depth(3), &Knowledge::new(three_men()), true);
    assert_eq!(score::to_uci(mates.last().unwrap().score), "mate 1");
}

#[test]
fn rook_against_bishop_mate_in_29_with_tables() {
    let reports = reports(KRKB, &depth(1), &Solved::new("KRKB"), true);
    assert_eq!(score::to_uci(reports[0].score), "mate 29");
    assert_eq!(best(KRKB, &reports[0]), "d1e1");
    assert_eq!(reports[0].line.len(), 57);
}

#[test]
fn rook_against_bishop_without_tables() {
    for recognize in [true, false] {
        let reports = reports(KRKB, &nodes(3_000_000), &Knowledge::new(three_men()), recognize);
        assert_eq!(best(KRKB, reports.last().unwrap()), "d1e1", "recognizers: {recognize}");
    }
}

#[test]
fn fine_70() {
    finds("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 300_000, "a1b1");
}

#[test]
fn the_pawn_that_shuts_the_rook_in() {
    finds("1r6/1pb1k1p1/4p2p/1p1p4/3Pp2P/1R2P1PB/1P2P1K1/8 b - - 0 1", 300_000, "b5b4");
}

#[test]
fn the_rook_for_two_pawns_on_the_sixth() {
    finds("8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", 300_000, "b3b2");
}

#[test]
fn a_blocked_position_is_under_one_pawn_from_depth_12_on() {
    let fen = "4k3/8/1p1p4/pPpPp1p1/P1P1PpPp/5P1P/2BB4/K7 b - - 0 1";
    let reports = reports(fen, &depth(30), &Knowledge::new(three_men()), true);
    assert_eq!(reports.last().unwrap().depth, 30);
    for report in reports.iter().filter(|report| report.depth >= 12) {
        assert!(report.score.abs() < 100, "depth {}: {}", report.depth, report.score);
    }
}

#[test]
fn rook_pawns_and_the_wrong_bishop_are_a_draw_at_every_depth() {
    let fen = "k7/8/1K6/P7/P7/P7/8/2B5 w - - 0 1";
    let reports = reports(fen, &depth(22), &Knowledge::new(three_men()), true);
    assert!(reports.iter().all(|report| report.score.abs() < 20));
}

#[test]
fn a_loss_is_announced_no_sooner_than_the_longest_defence_allows() {
    // Black is mated in 15: 30 plies.
    let fen = "8/3K4/8/1p6/8/8/7R/3k4 b - - 0 1";
    for count in (50..1000).step_by(50) {
        let reports = reports(fen, &nodes(count), &Knowledge::new(three_men()), true);
        let plies = |report: &Report| score::MATE + report.score;
        let sooner = reports.iter().find(|it| score::is_mate(it.score) && plies(it) < 30);
        assert!(sooner.is_none(), "{count} nodes: {sooner:?}");
    }
}

#[test]
fn searches_with_several_threads_find_the_same_mate() {
    let fen = "8/8/8/1N6/n7/3N4/k7/2K5 w - - 0 1";
    let game = Game::new(fen::parse(fen).unwrap());
    let resources = Resources {
        table: &Table::new(1).unwrap(),
        endgames: &Knowledge::new(three_men()),
        use_recognizers: true,
        fifty_move_rule: true,
        threads: 4,
        lines: 1,
        overhead: Duration::ZERO,
        signals: &Signals::new(false),
    };
    let report = search::run(&game, &depth(12), resources, &mut |_| {});
    assert_eq!(score::to_uci(report.score), "mate 4");
}
