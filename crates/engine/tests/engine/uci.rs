//! The conversation with a chess program, command by command.

use crate::talk::Talk;

#[test]
fn greets_and_names_its_options() {
    let talk = Talk::new();
    talk.say("uci");
    talk.hear("uciok");
    let heard = talk.heard.borrow().join("\n");
    for word in [
        "id name drawproof",
        "id author",
        "Hash",
        "Threads",
        "TablesPath",
        "FiftyMoveRule",
        "UseRecognizers",
        "Recognizers",
        "Clear Hash",
        "MultiPV",
        "UCI_AnalyseMode",
        "OwnBook",
        "BookFile",
        "BookDepth",
        "BookBestMove",
        "BookLearning",
    ] {
        assert!(heard.contains(word), "{word}");
    }
    talk.say("isready");
    talk.hear("readyok");
}

#[test]
fn searches_to_each_limit() {
    let talk = Talk::new();
    for go in [
        "go depth 4",
        "go nodes 1000",
        "go movetime 20",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go wtime 1 btime 1",
        "go wtime 0 btime 0 movestogo 1",
        "go wtime -50 btime -50",
        "go mate 1 depth 3",
        "go nodes 1",
    ] {
        talk.say("position startpos moves e2e4 e7e5");
        talk.say(go);
        let answer = talk.hear("bestmove ");
        assert!(!answer.contains("none"), "{go}: {answer}");
    }
}

#[test]
fn reports_have_the_fields_of_the_protocol() {
    let talk = Talk::new();
    talk.say("go depth 6");
    let info = talk.hear("info depth 6");
    for word in ["seldepth", "score cp", "nodes", "nps", "hashfull", "tbhits", "time", "pv"] {
        assert!(info.contains(&format!(" {word} ")), "{word}: {info}");
    }
    talk.say("position fen 8/8/8/8/8/6k1/4P3/2K5 w - - 0 1");
    talk.say("go depth 1");
    assert!(talk.hear("info depth 1").contains("score mate 23"));
}

#[test]
fn infinite_and_ponder_wait_for_a_command() {
    let talk = Talk::new();
    for (fen, stop) in
        [("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "stop"), ("7k/8/6QK/8/8/8/8/8 b - - 0 1", "stop")]
    {
        talk.say(&format!("position fen {fen}"));
        talk.say("go infinite");
        talk.hear("info depth");
        talk.say("isready");
        talk.hear("readyok");
        assert!(!talk.heard.borrow().iter().any(|line| line.starts_with("bestmove")));
        talk.say(stop);
        talk.hear("bestmove");
        talk.heard.borrow_mut().clear();
    }
    talk.say("position startpos moves e2e4");
    talk.say("go ponder wtime 100 btime 100 depth 3");
    talk.hear("info depth 3");
    talk.say("isready");
    talk.hear("readyok");
    assert!(!talk.heard.borrow().iter().any(|line| line.starts_with("bestmove")));
    talk.say("ponderhit");
    talk.hear("bestmove");
}

#[test]
fn searchmoves_are_all_it_looks_at() {
    let talk = Talk::new();
    talk.say("go depth 5 searchmoves a2a3 h2h4");
    let answer = talk.hear("bestmove");
    assert!(answer.contains("a2a3") || answer.contains("h2h4"), "{answer}");
}

#[test]
fn several_lines_are_reported_best_first() {
    let talk = Talk::new();
    talk.say("setoption name MultiPV value 3");
    // Two moves mate in one; after the third best move, nothing is decided.
    talk.say("position fen 6k1/5ppp/8/8/8/8/5PPP/R2Q2K1 w - - 0 1");
    talk.say("go depth 4");
    let best = talk.hear("bestmove");
    let heard = talk.heard.borrow();
    let last: Vec<&String> =
        heard.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    assert_eq!(last.len(), 3, "{heard:?}");
    let mut firsts = Vec::new();
    for (place, line) in last.iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} ", place + 1)), "{line}");
        let pv = line.split(" pv ").nth(1).unwrap();
        firsts.push(pv.split_whitespace().next().unwrap().to_owned());
    }
    assert!(last[0].contains("score mate 1 ") && last[1].contains("score mate 1 "), "{last:?}");
    assert_eq!(best.split_whitespace().nth(1), Some(firsts[0].as_str()));
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
    drop(heard);
    // More lines than moves. In tables, lines that throw the win away are reported too, but never
    // first.
    talk.say("setoption name MultiPV value 200");
    talk.say("position fen 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
    talk.say("go depth 3 searchmoves g5g6 g5g7 g5h5");
    assert!(!talk.hear("bestmove").contains("g5g6"), "stalemate");
    assert!(talk.has_heard("info depth 3 seldepth 3 multipv 3 score cp 0"));
}

#[test]
fn chess960_is_refused_clearly() {
    let talk = Talk::new();
    talk.say("setoption name UCI_Chess960 value false");
    talk.say("isready");
    talk.hear("readyok");
    assert!(!talk.has_heard("Chess960"));
    talk.say("setoption name UCI_Chess960 value true");
    talk.hear("info string Chess960 is not supported");
}

#[test]
fn go_mate_finds_the_mate_and_gives_up_in_time() {
    let talk = Talk::new();
    talk.say("position fen r5k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1");
    talk.say("go mate 2");
    assert!(talk.hear("bestmove").starts_with("bestmove d2d8"));
    assert!(talk.has_heard("score mate 2 "));
    talk.say("position fen 4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1");
    talk.say("go mate 1");
    talk.hear("bestmove");
    assert!(talk.has_heard("info depth 12 ") && !talk.has_heard("info depth 13 "));
}

#[test]
fn castling_and_promotion_are_written_as_uci_does() {
    let talk = Talk::new();
    talk.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8");
    talk.say("go perft 1");
    talk.hear("Nodes searched: ");
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    talk.say("go depth 1 searchmoves e1g1");
    assert!(talk.hear("bestmove").starts_with("bestmove e1g1"));
    talk.say("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1");
    talk.say("go depth 3");
    assert!(talk.hear("bestmove").starts_with("bestmove a7a8q"));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let talk = Talk::new();
    for fen in ["8/8/8/8/1N6/1N6/2K5/k7 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        talk.say(&format!("position fen {fen}"));
        talk.say("go depth 5");
        assert_eq!(talk.hear("bestmove"), "bestmove (none)");
    }
}

#[test]
fn perft_is_counted_move_by_move() {
    let talk = Talk::new();
    talk.say("go perft 4");
    assert_eq!(talk.hear("Nodes searched"), "Nodes searched: 197281");
    assert!(talk.heard.borrow().contains(&"e2e4: 13160".to_string()));
}

#[test]
fn garbage_is_survived() {
    let talk = Talk::new();
    for garbage in [
        "",
        "hello world",
        "go depth",
        "stop",
        "ponderhit",
        "position",
        "position fen",
        "position fen this is not a position",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen KKKKKKKK/8/8/8/8/8/8/kkkkkkkk w - - 0 1",
        "position fen 9999999/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4 \u{e9}\u{e9}",
        "setoption",
        "setoption name",
        "setoption name Hash value",
        "setoption name Hash value minus",
        "setoption name Hash value 1",
        "setoption name Threads value 0",
        "setoption name TablesPath value /nowhere at all",
        "setoption name Nonsense value 3",
        "go wtime abc btime",
        "ucinewgame",
    ] {
        talk.say(garbage);
        talk.say("stop");
    }
    talk.bytes(b"\xff\xfe\x00garbage\r\n");
    talk.say("stop");
    talk.say("position startpos moves e2e4");
    talk.say("isready");
    talk.hear("readyok");
    talk.say("go depth 3");
    talk.hear("info depth 3");
    talk.hear("bestmove");
}

#[test]
fn the_end_of_the_input_lets_limited_searches_finish() {
    let talk = Talk::new();
    talk.say("position startpos");
    talk.say("go depth 5");
    talk.say("position startpos moves d2d4");
    talk.say("go infinite");
    let rest = talk.end();
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove")).count(), 2);
    assert!(rest.iter().any(|line| line.starts_with("info depth 5")));
}

#[test]
fn quit_ends_a_search_at_once() {
    let talk = Talk::new();
    talk.say("go infinite");
    talk.hear("info depth 1 ");
    talk.say("quit");
    talk.end();
}

#[test]
fn several_threads_play_legal_moves() {
    let talk = Talk::new();
    talk.say("setoption name Threads value 3");
    for _ in 0..3 {
        talk.say("go movetime 30");
        assert!(!talk.hear("bestmove").contains("none"));
    }
}
