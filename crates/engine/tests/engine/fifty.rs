//! The fifty-move rule: wins survive the half-move clock, and cursed wins are worth little.

use std::{path::Path, time::Duration};

use crate::{
    endings::{Numbers, play, random},
    solved::Solved,
    talk::Talk,
};
use drawproof_board::{
    Board, BoardBuilder,
    Color::{Black as B, White as W},
    GameStatus,
    Piece::{self, King, Knight, Queen, Rook},
};
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
use drawproof_generator::{Options, solve_closure_with};
use drawproof_session::three_men;
use drawproof_tables::{
    Dtz, FiftyMoves, Metric, NormalMaterial,
    file::{Folder, pack},
};

/// KPK: the next pawn move comes after 13 plies, mate after 45.
const KPK: &str = "8/8/8/8/8/6k1/4P3/2K5 w - -";
/// KRK: mate in 25 plies, and no capture or pawn move on the way.
const KRK: &str = "8/8/8/8/8/3k4/8/R6K w - -";
/// KQKR: mate in 3 plies, or in 5 by a capture.
const KQKR: &str = "8/8/k1K5/8/8/6r1/6Q1/8 w - -";

fn searched(game: &Game, endgames: &dyn Endgames, fifty_move_rule: bool) -> Report {
    let resources = Resources {
        table: &Table::new(1).unwrap(),
        endgames,
        use_recognizers: false,
        fifty_move_rule,
        threads: 1,
        lines: 1,
        overhead: Duration::ZERO,
        signals: &Signals::new(false),
    };
    let limits = Limits { depth: Some(6), ..Limits::default() };
    search::run(game, &limits, resources, &mut |_| {})
}

/// Returns the best move and the score of a position with a half-move clock.
fn best(position: &str, clock: u32, endgames: &dyn Endgames) -> (String, i32) {
    let board = fen::parse(&format!("{position} {clock} 90")).unwrap();
    let report = searched(&Game::new(board.clone()), endgames, true);
    (moves::to_uci(&board, report.line[0]), report.score)
}

/// Writes the tables of an endgame and of all endgames that it leads to, for the given metrics.
fn knowledge(folder: &Path, endgame: &str, metrics: &[Metric]) -> Knowledge {
    let material = endgame.parse::<NormalMaterial>().unwrap();
    for &metric in metrics {
        let folder = Folder::new(folder).of_metric(metric);
        let options = Options { metric, ..Options::default() };
        for table in solve_closure_with(&options, &[material], &()).unwrap().iter() {
            std::fs::write(folder.file(table.material()), pack(table, 1)).unwrap();
        }
    }
    Knowledge::new(three_men()).with_folder(&Folder::new(folder)).unwrap()
}

#[test]
fn a_pawn_wins_as_long_as_it_moves_in_time() {
    let knowledge = Knowledge::new(three_men());
    for clock in [0, 1, 50, 55] {
        assert_eq!(score::to_uci(best(KPK, clock, &knowledge).1), "mate 23", "clock {clock}");
    }
    for clock in [56, 60, 86, 87] {
        let (mv, score) = best(KPK, clock, &knowledge);
        assert_eq!(mv, "c1c2", "clock {clock}");
        assert!(score > score::TABLE_BOUND && !score::is_mate(score), "clock {clock}: {score}");
    }
    for clock in [88, 95, 98] {
        let (mv, score) = best(KPK, clock, &knowledge);
        // Pawn moves lose the win for good.
        assert_eq!(mv, "c1c2", "clock {clock}");
        assert!((1..=20).contains(&score), "clock {clock}: {score}");
    }
    assert_eq!(best(KPK, 99, &knowledge).1, score::DRAW);
}

#[test]
fn a_cursed_win_is_worth_little_and_a_blessed_loss_as_little_less_than_a_draw() {
    let knowledge = Knowledge::new(three_men());
    assert_eq!(score::to_uci(best(KRK, 75, &knowledge).1), "mate 13");
    let scores = [76, 80, 90, 98].map(|clock| best(KRK, clock, &knowledge).1);
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(scores.iter().all(|score| (1..=20).contains(score)), "{scores:?}");
    let black = KRK.replace(" w ", " b ");
    assert_eq!(score::to_uci(best(&black, 70, &knowledge).1), "mate -15");
    let score = best(&black, 80, &knowledge).1;
    assert!((-20..0).contains(&score), "{score}");
    // Without the rule it is a win again.
    let board = fen::parse(&format!("{KRK} 98 90")).unwrap();
    let report = searched(&Game::new(board), &knowledge, false);
    assert_eq!(score::to_uci(report.score), "mate 13");
}

#[test]
fn without_files_the_clock_decides_what_is_solved() {
    let knowledge = Knowledge::new(three_men());
    // Bishop and knight mate in 47 plies; after 54 plies without a capture that is one ply too
    // late.
    let late = best("8/8/6k1/3B4/3K4/4N3/8/8 w - -", 54, &knowledge).1;
    assert!((1..=20).contains(&late), "{late}");
    let in_time = best("8/8/6k1/3B4/3K4/4N3/8/8 w - -", 46, &knowledge).1;
    assert!(in_time > score::TABLE_BOUND, "{in_time}");
}

#[test]
fn a_capture_in_time_comes_before_a_mate_that_is_late() {
    let of_mate = tempfile::tempdir().unwrap();
    let of_both = tempfile::tempdir().unwrap();
    let solved = Solved::new("KQKR");
    let mate_only = knowledge(of_mate.path(), "KQKR", &[Metric::Dtm]);
    let both = knowledge(of_both.path(), "KQKR", &[Metric::Dtm, Metric::Dtz]);
    let of_zeroing = tempfile::tempdir().unwrap();
    let zeroing_only = knowledge(of_zeroing.path(), "KQKR", &[Metric::Dtz]);
    let all: [&dyn Endgames; 3] = [&solved, &mate_only, &both];
    for endgames in all {
        let at = |clock| best(KQKR, clock, endgames);
        assert_eq!((at(97).0.as_str(), score::to_uci(at(97).1).as_str()), ("g2a2", "mate 2"));
        assert_eq!((at(99).0.as_str(), score::to_uci(at(99).1).as_str()), ("g2g3", "mate 3"));
    }
    for clock in [0, 97, 99] {
        let (mv, score) = best(KQKR, clock, &zeroing_only);
        assert_eq!(mv, "g2g3", "clock {clock}");
        assert!(score > score::TABLE_BOUND, "clock {clock}: {score}");
    }
}

/// Plays positions at the last half-move clock that leaves enough time, and one ply later, with
/// tables for both sides.
fn wins_at_the_last_moment(men: &[(Piece, drawproof_board::Color)], knowledge: &Knowledge) {
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut played = 0;
    while played < 12 {
        let board = random(&mut numbers, men);
        // Illegal positions have no value.
        let Some(zeroing) = knowledge.zeroing(&board) else { continue };
        let plies = zeroing.distance().map_or(0, Dtz::plies) as u8;
        if plies < 9 || FiftyMoves::new(zeroing, 0) != FiftyMoves::Win {
            continue;
        }
        for (late, end) in [(0, GameStatus::Won), (1, GameStatus::Drawn)] {
            let mut builder = BoardBuilder::from_board(&board);
            builder.halfmove_clock = 100 - plies + late;
            let start: Board = builder.build().unwrap();
            assert_eq!(play(&start, &limits, knowledge, knowledge).1, end, "{start}");
        }
        played += 1;
    }
}

/// Asks for Black's moves in lost positions at the last half-move clock that leaves White enough
/// time. No move may bring the next capture or pawn move nearer than necessary.
fn loses_as_late_as_possible(men: &[(Piece, drawproof_board::Color)], knowledge: &Knowledge) {
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let mut asked = 0;
    while asked < 50 {
        let mut builder = BoardBuilder::from_board(&random(&mut numbers, men));
        builder.side_to_move = B;
        let plies = |board: &Board| Some(knowledge.zeroing(board)?.distance()?.plies());
        let Ok(Some(before @ 10..)) = builder.build().map(|board| plies(&board)) else { continue };
        builder.halfmove_clock = 100 - before as u8;
        let board = builder.build().unwrap();
        let report = searched(&Game::new(board.clone()), knowledge, true);
        let mut after = board.clone();
        after.play(report.line[0]);
        assert_eq!(plies(&after), Some(before - 1), "{board}");
        assert!(report.score < -score::TABLE_BOUND, "{board}: {}", report.score);
        asked += 1;
    }
}

#[test]
fn wins_survive_the_best_defence_at_the_last_moment() {
    let folder = tempfile::tempdir().unwrap();
    let metrics = [Metric::Dtm, Metric::Dtz];
    let rook_against_knight = [(King, W), (King, B), (Rook, W), (Knight, B)];
    let of_rook = knowledge(folder.path(), "KRKN", &metrics);
    wins_at_the_last_moment(&rook_against_knight, &of_rook);
    loses_as_late_as_possible(&rook_against_knight, &of_rook);
    let queen_against_rook = [(King, W), (King, B), (Queen, W), (Rook, B)];
    wins_at_the_last_moment(&queen_against_rook, &knowledge(folder.path(), "KQKR", &metrics));
}

#[test]
fn a_win_is_kept_from_repeating_the_position() {
    let knowledge = Knowledge::new(three_men());
    let mut game = Game::new(fen::parse(&format!("{KPK} 60 90")).unwrap());
    for text in "c1c2 g3f4 c2c1 f4g3 c1c2 g3f4 c2c1 f4g3".split(' ') {
        let mv = moves::from_uci(game.board(), text).unwrap();
        game.play(mv);
    }
    // The position after c1c2, the best move, would occur for the third time: a draw.
    let report = searched(&game, &knowledge, true);
    assert_eq!(moves::to_uci(game.board(), report.line[0]), "c1d2");
    assert!(report.score > score::TABLE_BOUND, "{}", report.score);
}

#[test]
fn the_rule_can_be_turned_off() {
    let talk = Talk::new();
    talk.say("uci");
    talk.hear("option name FiftyMoveRule type check default true");
    talk.say(&format!("position fen {KRK} 90 120"));
    talk.say("go depth 2");
    let info = talk.hear("info depth 2");
    assert!(info.contains("score cp 1"), "{info}");
    talk.say("setoption name FiftyMoveRule value false");
    talk.say("go depth 2");
    let info = talk.hear("info depth 2");
    assert!(info.contains("score mate 13"), "{info}");
    talk.end();
}

#[test]
fn syzygy_settles_what_has_no_own_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/truth/syzygy");
    if !folder.is_dir() {
        eprintln!("NOT COMPARED: there are no Syzygy tables in {}", folder.display());
        return;
    }
    let syzygy = || drawproof_syzygy::Syzygy::open([folder.as_path()]).unwrap();
    let knowledge = Knowledge::new(three_men()).with_syzygy(syzygy());
    let table = |score: i32| score.abs() > score::TABLE_BOUND && !score::is_mate(score);
    // Mate in 29 by Ke1 alone, a draw, and a loss.
    let krkb = "8/8/8/8/8/2R5/8/3K1bk1 w - -";
    let (mv, score) = best(krkb, 0, &knowledge);
    assert!(mv == "d1e1" && score > 0 && table(score), "{mv} {score}");
    let (_, score) = best("3k4/3r4/8/8/8/8/1R6/1K6 b - -", 0, &knowledge);
    assert_eq!(score, score::DRAW);
    let (_, score) = best("8/8/8/8/8/2R5/8/4K1kb b - -", 0, &knowledge);
    assert!(score < 0 && table(score), "{score}");
    // Too late for the clock.
    let (_, score) = best(krkb, 95, &knowledge);
    assert!((1..=20).contains(&score), "{score}");
    // A damaged file is reported once, and the position is evaluated.
    let damaged = tempfile::tempdir().unwrap();
    for name in ["KRvKB.rtbw", "KRvK.rtbw", "KBvK.rtbw"] {
        std::fs::write(damaged.path().join(name), [0; 80]).unwrap();
    }
    let tables = drawproof_syzygy::Syzygy::open([damaged.path()]).unwrap();
    let knowledge = Knowledge::new(three_men()).with_syzygy(tables);
    let (_, score) = best(krkb, 0, &knowledge);
    assert!(!table(score), "{score}");
    let faults = knowledge.faults();
    assert!(faults.iter().any(|it| it.contains("KRvKB.rtbw")), "{faults:?}");
}

#[test]
fn a_game_does_not_depend_on_tables_solved_in_earlier_ones() {
    let knowledge = Knowledge::new(three_men());
    let [queens, rooks]: [Board; 2] =
        [KQKR, KRK].map(|it| fen::parse(&format!("{it} 0 1")).unwrap());
    let knows = |board| knowledge.zeroing(board).is_some();
    assert!(!knows(&queens));
    for _ in 0..2 {
        knowledge.prepare_zeroing(&queens, Duration::from_secs(9));
        assert!(knows(&queens) && knows(&rooks));
        knowledge.begin_game();
        assert!(!knows(&queens) && !knows(&rooks));
        // Already solved tables are no reason to exceed the time.
        knowledge.prepare_zeroing(&queens, Duration::ZERO);
        assert!(!knows(&queens));
        knowledge.prepare_zeroing(&rooks, Duration::from_secs(9));
        assert!(knows(&rooks) && !knows(&queens));
        knowledge.begin_game();
    }

    let answers = |talk: &Talk| {
        talk.heard.borrow_mut().clear();
        for clock in [0, 40] {
            talk.say(&format!("position fen {KQKR} {clock} 60"));
            talk.say("go nodes 300");
            talk.hear("bestmove");
        }
        let untimed = |line: &String| line.split(" nps ").next().map(String::from);
        talk.heard.borrow().iter().map(untimed).collect::<Vec<_>>()
    };
    let [fresh, used] = [Talk::new(), Talk::new()];
    // The clock is high, so distances to zeroing are solved.
    used.say(&format!("position fen {KQKR} 97 120"));
    used.say("go nodes 300");
    used.hear("bestmove");
    used.say("ucinewgame");
    assert_eq!(answers(&used), answers(&fresh));
    used.end();
    fresh.end();
}
