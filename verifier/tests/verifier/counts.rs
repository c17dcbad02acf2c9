//! Published totals, and verdicts on correct and incorrect rules.

use drawproof_board::{Board, Color, GameStatus, Piece};
use drawproof_recognizers::{Claim, Position, for_endgame};
use drawproof_verifier::{Builtin, Counterexample, Counting, Predicate, Subject, Verdict};

use super::shared::{builtin, verified};

fn no_op() -> impl Subject {
    Predicate::new("no-op", &[], |_| (Claim::NONE, 0))
}

#[test]
fn krkr_has_the_published_totals() {
    let verdict = verified(&no_op(), "KRKR", Counting::Full);
    let total = verdict.total();
    assert_eq!(total.positions, 21_561_456);
    assert_eq!(total.draws, 15_138_064);
    assert_eq!(total.decisive, 6_423_392);
    assert_eq!((total.missed, total.spotted, total.incorrect), (15_138_064, 0, 0));
    assert_eq!(verdict.calls, 2 * total.positions);
    assert!(verdict.is_sound());
}

#[test]
fn the_built_in_krkr_rule_is_sound() {
    let rule = for_endgame("KRKR").unwrap();
    for counting in [Counting::Full, Counting::Core10] {
        let verdict = builtin("KRKR", counting);
        assert!(verdict.is_sound());
        assert!(verdict.total().spotted_share().unwrap() > 0.85);
        assert_eq!(verdict.patterns.len(), rule.patterns().len());
        let rows: u64 = verdict.rows.iter().map(|row| row.positions()).sum();
        assert_eq!(rows, verdict.total().positions);
    }
}

#[test]
fn every_position_and_its_colour_reversed_position_are_asked_about_once() {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    // KPPK: two orders of the like pawns; KRKN: king pairs on the diagonal.
    for (endgame, orders) in [("KRKN", 1), ("KPPK", 2)] {
        let size = 1 << 24;
        let seen: Vec<AtomicU32> = (0..size).map(|_| AtomicU32::new(0)).collect();
        let slot = |p: &Position| {
            // The squares of four men in a fixed order are a number below 2^24.
            let mut number = 0usize;
            for color in Color::ALL {
                for piece in Piece::ALL {
                    for square in p.men(color, piece) {
                        number = number * 64 + square as usize;
                    }
                }
            }
            number
        };
        let white_is_strong = |p: &Position| {
            p.colour[0].count_ones() > p.colour[1].count_ones()
                || !p.men(Color::White, Piece::Rook).is_empty()
        };
        let subject = Predicate::new("counts", &[], |p: &Position| {
            if white_is_strong(p) && p.side_to_move == 0 {
                seen[slot(p)].fetch_add(1, Relaxed);
            }
            (Claim::NONE, 0)
        });
        let verdict = verified(&subject, endgame, Counting::Full);
        let counts: Vec<u32> = seen.iter().map(|n| n.load(Relaxed)).collect();
        assert!(counts.iter().all(|&n| n == 0 || n == orders), "{endgame}");
        let asked: u64 = counts.iter().map(|&n| u64::from(n)).sum();
        assert_eq!(asked, verdict.sides[0].positions, "{endgame}");
    }
}

#[test]
fn a_wrong_rule_is_refuted_by_lines_that_mate() {
    let subject = Predicate::new("knights draw", &[], |_| (Claim::DRAW, 0));
    let verdict = verified(&subject, "KRKN", Counting::Full);
    assert!(!verdict.is_sound());
    let total = verdict.total();
    assert_eq!(total.incorrect, total.decisive);
    assert_eq!(verdict.counterexamples.len(), 10);
    let order = |c: &Counterexample| (c.class, c.dtm.unwrap().abs());
    assert!(verdict.counterexamples.is_sorted_by_key(order));
    for wrong in &verdict.counterexamples {
        let mut board: Board = wrong.fen.parse().unwrap();
        assert_eq!(wrong.line.uci.len(), wrong.dtm.unwrap().unsigned_abs() as usize);
        for mv in &wrong.line.uci {
            board.play(mv.parse().unwrap());
        }
        assert_eq!(board.status(), GameStatus::Won, "{}", wrong.fen);
        assert!(!board.checkers().is_empty(), "{}", wrong.fen);
    }
}

#[test]
fn two_knights_mate_once_in_a_while() {
    let subject = Predicate::new("two knights cannot win", &[], |_| (Claim::DRAW, 0));
    let verdict = verified(&subject, "KNNK", Counting::Full);
    let last = verdict.counterexamples.last().unwrap();
    assert_eq!((last.truth.as_str(), last.dtm), ("loss", Some(0)));
    // One of each symmetry class: no two are images of each other.
    let fens: std::collections::HashSet<_> =
        verdict.counterexamples.iter().map(|c| c.fen.clone()).collect();
    assert_eq!(fens.len(), verdict.counterexamples.len());
}

#[test]
fn a_rule_with_a_favourite_colour_or_side_is_asymmetric() {
    // All claims are correct, but they depend on the colour or on the half of the board.
    let lone = |p: &Position, color| p.colour[color as usize].count_ones() == 2;
    let drawn = |p: &Position| lone(p, Color::White) && lone(p, Color::Black);
    let no_check = |p: &Position| Claim::draw_if(drawn(p));
    for (name, favourite) in [
        ("colour", (|p: &Position| !p.men(Color::White, Piece::Knight).is_empty()) as fn(&_) -> _),
        ("side", |p: &Position| (p.king(Color::White).file() as usize) < 4),
    ] {
        let subject =
            Predicate::new(name, &[], |p: &Position| (Claim::draw_if(drawn(p) && favourite(p)), 0));
        let verdict = verified(&subject, "KBKN", Counting::Full);
        assert!(verdict.total().asymmetric > 0, "{name}");
        assert!(!verdict.is_sound());
        let pair = &verdict.asymmetries[0];
        assert_ne!(pair.claim, pair.other_claim);
    }
    let even = Predicate::new("all", &[], |p: &Position| (no_check(p), 0));
    assert_eq!(verified(&even, "KBKN", Counting::Full).total().asymmetric, 0);
}

#[test]
fn en_passant_rights_are_verified_by_one_ply() {
    // Some draws without the right are wins with it: a rule that ignores the right is wrong about
    // one.
    let wins = std::sync::Mutex::new(Vec::new());
    let subject = Predicate::new("en passant", &[], |p: &Position| {
        if p.en_passant < 64 {
            wins.lock().unwrap().push(*p);
            return (Claim::DRAW, 0);
        }
        (Claim::NONE, 0)
    });
    let verdict = verified(&subject, "KPKP", Counting::Full);
    let tally = verdict.en_passant;
    assert_eq!(verdict.total().incorrect, 0);
    assert!(tally.incorrect > 0 && tally.incorrect == tally.decisive && tally.draws > 0);
    let asked = wins.into_inner().unwrap();
    assert_eq!(asked.len() as u64, 2 * tally.positions);
    let known: Board = "8/2K5/8/7k/Pp6/8/8/8 b - a3 0 1".parse().unwrap();
    assert!(asked.contains(&Position::from(&known)));
    for position in asked.iter().step_by(97) {
        let board = drawproof_verifier::board_of(position).unwrap();
        assert_eq!(Position::from(&board), *position);
    }
    assert!(!verdict.is_sound());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let by = |threads, subject: &dyn Subject| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| verified(subject, "KRKR", Counting::Core10))
    };
    let rule = Builtin(for_endgame("KRKR").unwrap());
    let wrong = Predicate::new("wrong", &["check"], |p: &Position| (Claim::DRAW, p.colour[0] & 1));
    assert_eq!(json(&by(1, &rule)), json(builtin("KRKR", Counting::Core10)));
    assert_eq!(json(&by(1, &wrong)), json(&by(3, &wrong)));
}

/// A verdict without its times.
fn json(verdict: &Verdict) -> String {
    let untimed = Verdict { seconds: 0.0, nanoseconds_per_call: 0.0, ..verdict.clone() };
    serde_json::to_string(&untimed).unwrap()
}
