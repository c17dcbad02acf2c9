//! Input that no chess program should send: the engine refuses it with a reason, and continues.

use std::{
    sync::{Arc, Mutex, mpsc::channel},
    time::Duration,
};

use crate::talk::Talk;
use drawproof_engine::{endgames::NoEndgames, uci::LINE_BYTES_MAX};

/// Returns a conversation in the position after e2e4, which refused positions must not replace.
fn after_e2e4() -> Talk {
    let talk = Talk::new();
    talk.say("position startpos moves e2e4");
    talk
}

/// Asserts that the engine still has the position of [`after_e2e4`], and answers.
fn answers_for_black(talk: &Talk) {
    talk.say("go depth 1 searchmoves e7e5");
    assert!(talk.hear("bestmove").starts_with("bestmove e7e5"));
}

#[test]
fn an_illegal_position_is_refused_and_the_one_before_kept() {
    for (fen, reason) in [
        ("5k2/p5K1/8/8/2Q5/8/8/8 w - - 0 1", "the kings touch"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check but it is not its turn"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has 2 kings"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
        ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 b - - 0 1", "White has 17 men"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can just have passed e6"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "castling rights 'KQ'"),
    ] {
        let talk = after_e2e4();
        talk.say(&format!("position fen {fen}"));
        talk.say("go depth 6");
        assert!(talk.hear("bestmove").starts_with("bestmove "), "{fen}");
        let refusal = format!("info string position refused, the one before is kept: {reason}");
        assert!(talk.has_heard(&refusal), "{fen}: {:?}", talk.heard.borrow());
        answers_for_black(&talk);
        talk.end();
    }
}

#[test]
fn a_position_with_an_illegal_move_is_refused_as_a_whole() {
    let talk = after_e2e4();
    talk.say("position startpos moves d2d4 d2d4");
    assert!(talk.hear("info string position refused").contains("move 2 is not legal there: d2d4"));
    answers_for_black(&talk);
}

#[test]
fn positions_with_many_men_and_many_moves_are_searched() {
    let talk = Talk::new();
    for fen in [
        // Three men give check.
        "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1",
        "QQQQQQQQ/QQQQQQQ1/8/8/8/8/6K1/k7 b - - 0 1",
        // 230 legal moves.
        "1Q2QQ1K/2Q4Q/Q4Q2/3Q4/QQ4Q1/4Q3/pp5Q/kn1Q1Q2 w - - 0 1",
    ] {
        talk.say(&format!("position fen {fen}"));
        talk.say("go depth 2");
        talk.hear("bestmove");
    }
    talk.say("go perft 1");
    assert_eq!(talk.hear("Nodes searched"), "Nodes searched: 230");
    assert!(!talk.has_heard("info string"), "{:?}", talk.heard.borrow());
    talk.say(&format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(600)));
    talk.say("go depth 2");
    assert!(!talk.hear("bestmove").contains("none"));
}

#[test]
fn a_line_too_long_is_cut_and_only_its_go_is_obeyed() {
    let talk = after_e2e4();
    let moves = " g8f6 g1f3 f6g8 f3g1".repeat(LINE_BYTES_MAX / 20 + 1);
    for command in ["position startpos moves e2e4", "setoption name TablesPath value"] {
        talk.say(&format!("{command}{moves}"));
        talk.hear("info string a line is cut after 65536 bytes");
        talk.hear("info string the command is ignored, because its line was cut");
    }
    answers_for_black(&talk);
    talk.say(&format!("go depth 1 searchmoves e7e5{}", " a7a6".repeat(LINE_BYTES_MAX / 5)));
    assert!(!talk.hear("bestmove").contains("none"));
    talk.bytes(&vec![b'x'; LINE_BYTES_MAX + 1]);
    talk.bytes(b"\nisready\n");
    talk.hear("readyok");
}

#[test]
fn limits_beyond_all_bounds_are_bounded() {
    let talk = Talk::new();
    for go in [
        "go movetime 0",
        "go movetime -9223372036854775808",
        "go depth -1",
        "go nodes 0",
        "go nodes -7",
        "go wtime -1 btime -99999999999999999999",
        "go wtime 0 winc 99999999999999999999 movestogo 0",
        "go mate 1",
        "go searchmoves e2e5 xyzzy depth 2",
    ] {
        talk.say(go);
        assert!(!talk.hear("bestmove").contains("none"), "{go}");
    }
    assert!(talk.has_heard("info string not a legal move: xyzzy"));
    for go in [
        "go depth 99999999999999999999",
        "go nodes 99999999999999999999",
        "go movetime 99999999999999999999",
        "go mate 4294967295",
    ] {
        talk.say(go);
        talk.hear("info depth 3");
        talk.say("stop");
        assert!(!talk.hear("bestmove").contains("none"), "{go}");
    }
    talk.say("go perft 4294967295");
    talk.hear("info string perft counts at most 30 plies");
}

#[test]
fn every_go_has_one_answer_however_they_follow_each_other() {
    let talk = Talk::new();
    // One search and two waiting ones: `stop` ends all three.
    for _ in 0..3 {
        talk.say("go depth 100");
    }
    talk.say("stop");
    for _ in 0..500 {
        talk.say("go infinite");
    }
    talk.say("go depth 1");
    for _ in 0..100 {
        talk.say("go depth 2");
        talk.say("stop");
        talk.say("go nodes 1");
    }
    talk.say("stop");
    let heard = talk.end();
    let answers = heard.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers, 3 + 500 + 1 + 200);
    assert!(!heard.iter().any(|line| line.contains("none")));
}

#[test]
fn quit_answers_the_searches_that_run_and_wait() {
    let talk = Talk::new();
    for _ in 0..3 {
        talk.say("go depth 100");
    }
    talk.say("quit");
    let answers = talk.end().into_iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(answers, 3);
}

#[test]
fn ponderhit_without_ponder_changes_nothing() {
    let talk = Talk::new();
    talk.say("ponderhit");
    talk.say("go infinite");
    talk.say("ponderhit");
    talk.say("position startpos moves d2d4");
    talk.hear("bestmove");
    talk.say("go infinite");
    talk.say("ponderhit");
    assert_eq!(talk.end().iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn isready_is_answered_while_tables_are_loaded_and_commands_wait() {
    let (release, wait) = channel();
    let wait = Mutex::new(wait);
    let talk = Talk::with(move |options| {
        if options.tables_path == "slow" {
            let _ = wait.lock().unwrap().recv_timeout(Duration::from_secs(60));
        }
        Ok(Arc::new(NoEndgames))
    });
    talk.say("setoption name TablesPath value slow");
    talk.say("go depth 3");
    talk.say("isready");
    talk.hear("readyok");
    assert!(!talk.has_heard("bestmove"));
    release.send(()).unwrap();
    talk.hear("bestmove");
    talk.say("setoption name TablesPath value slow");
    talk.say("go depth 3");
    talk.say("quit");
    talk.result().unwrap();
    release.send(()).unwrap();
}

#[test]
fn isready_is_answered_while_a_search_runs_and_commands_wait() {
    let talk = Talk::new();
    talk.say("go depth 100");
    talk.say("position startpos moves e2e4");
    talk.say("go depth 1");
    talk.say("isready");
    talk.hear("readyok");
    assert!(!talk.has_heard("bestmove"));
    talk.say("stop");
    talk.hear("bestmove");
    talk.hear("bestmove");
}

#[test]
fn an_engine_that_nobody_reads_ends() {
    let talk = Talk::new();
    talk.say("go infinite");
    talk.hear("info depth 1 ");
    talk.stop_listening();
    assert_eq!(talk.result().unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
}
