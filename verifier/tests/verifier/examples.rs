//! Classes of incorrect claims and the choice of counterexamples.

use std::{collections::HashSet, sync::Mutex};

use drawproof_board::{Board, Color, Piece};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{Placement, Value, probe};
use drawproof_verifier::{
    Asker, Class, Counting, Options, Predicate, Subject, Verdict, Verification, board_of, class_of,
};

use super::shared::{TABLES, material, mixed, verified};

fn always_drawn() -> impl Subject {
    Predicate::new("always a draw", &[], |_| (Claim::DRAW, 0))
}

/// The board of a position without an en-passant right, however many men give check.
fn of_three_checkers(position: &Position) -> Option<Board> {
    let men = Color::ALL.map(|color| Piece::ALL.map(|piece| position.men(color, piece)));
    Placement { men, side_to_move: position.stm() }.to_board()
}

/// The class, one position at a time.
fn class(board: &Board) -> Class {
    let result = |board: &Board| probe::probe(board, &*TABLES).map(|value| value.wdl().into());
    class_of(board, result(board).unwrap(), result).unwrap()
}

/// The verdict on a rule that makes a claim about one of `among` positions, whatever symmetry says,
/// and the numbers of its incorrect claims by class, counted one by one: without and with an
/// en-passant right.
fn both_ways(endgame: &str, claim: Claim, among: u64) -> (Verdict, [[u64; Class::COUNT]; 2]) {
    let claimed = Mutex::new(Vec::new());
    let subject = Predicate::new("sample", &[], |position: &Position| {
        if !mixed(position).is_multiple_of(among) {
            return (Claim::NONE, 0);
        }
        claimed.lock().unwrap().push(*position);
        (claim, 0)
    });
    let verdict = verified(&subject, endgame, Counting::Full);
    let normal = material(endgame).get();
    let mut counts = [[0; Class::COUNT]; 2];
    for position in claimed.lock().unwrap().iter() {
        let board = board_of(position).or_else(|| of_three_checkers(position)).unwrap();
        let men = |piece| position.men(Color::White, piece).len() as usize;
        if Piece::ALL.iter().any(|&piece| men(piece) != normal.count(Color::White, piece)) {
            // A colour-reversed position: its claim is asked for and not counted.
            continue;
        }
        let is_right = match probe::probe(&board, &*TABLES).unwrap() {
            Value::Draw => claim == Claim::DRAW,
            Value::Win(_) => claim == Claim::WIN,
            Value::Loss(_) => claim == Claim::LOSS,
        };
        if !is_right {
            let kind = usize::from(position.en_passant < 64);
            counts[kind][class(&board) as usize] += 1;
        }
    }
    if normal == normal.swapped() {
        // Each position was asked about twice: also as the colour-reversed position of another.
        counts.iter_mut().flatten().for_each(|count| *count /= 2);
    }
    (verdict, counts)
}

#[test]
fn classes_are_counted_by_their_definition() {
    // Promotions, en passant, captures by both sides, and like men.
    for (endgame, claim, among) in [
        ("KPK", Claim::DRAW, 7),
        ("KPK", Claim::WIN, 7),
        ("KPKP", Claim::DRAW, 1999),
        ("KPKP", Claim::LOSS, 4999),
        ("KQKR", Claim::DRAW, 9973),
        ("KBNK", Claim::DRAW, 9973),
        ("KRKN", Claim::WIN, 4999),
        ("KPPK", Claim::DRAW, 4999),
    ] {
        let (verdict, counted) = both_ways(endgame, claim, among);
        let total = verdict.total();
        let of = |tally: &drawproof_verifier::Tally| {
            Class::ALL.map(|class| tally.incorrect_by_class.of(class))
        };
        assert_eq!(of(&total), counted[0], "{endgame}");
        assert_eq!(of(&verdict.en_passant), counted[1], "{endgame}");
        for tally in [total, verdict.en_passant] {
            assert_eq!(tally.incorrect_by_class.total(), tally.incorrect, "{endgame}");
        }
        let by_distance = &verdict.incorrect_by_distance;
        let all: u64 = by_distance.iter().map(|distance| distance.incorrect.total()).sum();
        assert_eq!(all, total.incorrect + verdict.en_passant.incorrect, "{endgame}");
    }
}

#[test]
fn counterexamples_are_of_all_classes_distances_and_groups() {
    for endgame in ["KQK", "KRKN", "KQKR", "KPKP"] {
        let verdict = verified(&always_drawn(), endgame, Counting::Full);
        let examples = &verdict.counterexamples;
        assert_eq!(examples.len(), 10, "{endgame}");
        assert!(examples.is_sorted_by_key(|c| (c.class, c.dtm.unwrap().abs())), "{endgame}");
        let distinct = |of: &dyn Fn(&drawproof_verifier::Counterexample) -> String| {
            examples.iter().map(of).collect::<HashSet<_>>().len()
        };
        let present =
            Class::ALL.iter().filter(|&&c| verdict.total().incorrect_by_class.of(c) > 0).count();
        assert_eq!(distinct(&|c| c.class.name().into()), present, "{endgame}");
        assert_eq!(distinct(&|c| c.group.clone()), 10, "{endgame}");
        let longest = verdict.incorrect_by_distance.iter().filter_map(|d| d.plies).max().unwrap();
        let longest_shown = examples.iter().map(|c| c.dtm.unwrap().unsigned_abs()).max().unwrap();
        assert!(longest_shown * 4 >= u32::from(longest), "{endgame}: {longest_shown} of {longest}");
        for wrong in examples {
            assert_eq!(wrong.line.uci.len(), wrong.dtm.unwrap().unsigned_abs() as usize);
            let board: Board = wrong.fen.parse().unwrap();
            assert_eq!(class(&board), wrong.class, "{}", wrong.fen);
        }
    }
}

#[test]
fn a_claimed_win_is_refuted_by_moves_that_hold_the_draw() {
    let subject = Predicate::new("rooks win", &[], |p: &Position| {
        (if p.stm() == Color::White { Claim::WIN } else { Claim::NONE }, 0)
    });
    let verdict = verified(&subject, "KRKN", Counting::Full);
    let drawn: Vec<_> = verdict.counterexamples.iter().filter(|c| c.truth == "draw").collect();
    assert!(!drawn.is_empty());
    for wrong in drawn {
        let mut board: Board = wrong.fen.parse().unwrap();
        assert!(!wrong.line.uci.is_empty() || wrong.class == Class::Over, "{}", wrong.fen);
        for mv in &wrong.line.uci {
            board.play(mv.parse().unwrap());
            assert_eq!(probe::probe(&board, &*TABLES).unwrap(), Value::Draw, "{}", wrong.fen);
        }
    }
}

#[test]
fn a_pattern_that_matches_is_the_group_of_a_claim() {
    let subject = Predicate::new("branches", &["edge", "corner"], |p: &Position| {
        let king = p.colour[1] & p.kind[5];
        let edge = king & 0xff81_8181_8181_81ff != 0;
        let corner = king & 0x8100_0000_0000_0081 != 0;
        (Claim::DRAW, u64::from(edge) | u64::from(corner) << 1)
    });
    let verdict = verified(&subject, "KRK", Counting::Full);
    let groups: HashSet<_> = verdict.counterexamples.iter().map(|c| c.group.as_str()).collect();
    assert!(groups.contains("edge") && groups.contains("edge; corner"), "{groups:?}");
}

#[test]
fn the_number_of_examples_is_the_number_asked_for() {
    for examples in [0, 1, 37, 2000] {
        let options = Options { examples, ..Options::default() };
        let verdict = Verification::new(material("KQK"), &*TABLES, &options)
            .run(Asker::Function(&always_drawn()));
        let shown = verdict.unwrap().verdict.counterexamples;
        assert_eq!(shown.len(), examples);
        let fens: HashSet<_> = shown.iter().map(|c| &c.fen).collect();
        assert_eq!(fens.len(), examples);
    }
}
