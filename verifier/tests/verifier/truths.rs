//! What legal moves of both sides can still bring about: counts against those of single positions, and
//! helpmates that refute claims.

use std::{error::Error, sync::Mutex};

use drawproof_board::{Board, Color, GameStatus, fen, notation::parse_uci_move};
use drawproof_recognizers::{Claim, Position};
use drawproof_tables::{
    census::helpmate_stats,
    helpmate::{Helpmates, helpmates},
};
use drawproof_verifier::{
    Asker, Class, Counterexample, Counting, Options, Predicate, Sample, Subject, Tally, TrueResult,
    TrueValue, TruthKind, Truths, Verdict, Verification, board_of, class_of,
};

use super::{
    naive::{KPK, any_claim, with_en_passant},
    shared::{HELPMATES, material},
};

fn verified(subject: &dyn Subject, endgame: &str) -> Verdict {
    let options = Options { truth: TruthKind::CanMate, record: true, ..Options::default() };
    let verification = Verification::new(material(endgame), &*HELPMATES, &options);
    verification.run(Asker::Function(subject)).unwrap().verdict
}

fn any_rule() -> impl Subject {
    Predicate::new("any", &[], |p: &Position| (any_claim(p, 3), 0))
}

/// The results that are possible, as bits of a claim of the side to move.
fn possible(board: &Board) -> u8 {
    let found: Helpmates = helpmates(board, &*HELPMATES).unwrap();
    let can = |color: Color| found[color as usize].is_some();
    let side = board.side_to_move();
    2 | u8::from(can(side)) << 2 | u8::from(can(!side))
}

/// The class, one position at a time.
fn class(board: &Board) -> Class {
    let truth = |board: &Board| OfTables.value(board).map(|value| value.truth);
    class_of(board, truth(board).unwrap(), truth).unwrap()
}

/// Counts of positions, one by one.
fn one_by_one<'p>(positions: impl Iterator<Item = &'p Position>) -> ([u64; 7], [u64; 4]) {
    let (mut counts, mut classes) = ([0; 7], [0; 4]);
    for position in positions {
        let (claim, board) = (any_claim(position, 3), board_of(position).unwrap());
        counts[6] += u64::from(claim != any_claim(&position.reversed(), 3));
        if claim == Claim::NOT_ASKED {
            counts[5] += 1;
            continue;
        }
        let truth = possible(&board);
        let (is_dead, is_wrong) = (truth == 2, truth & !claim.bits() != 0);
        counts[0] += 1;
        counts[1] += u64::from(is_dead);
        counts[2] += u64::from(is_dead && claim == Claim::DRAW);
        counts[3] += u64::from(is_wrong);
        counts[4] += u64::from(claim == Claim::NONE);
        if is_wrong {
            classes[class(&board) as usize] += 1;
        }
    }
    (counts, classes)
}

fn counted(tally: &Tally) -> ([u64; 7], [u64; 4]) {
    let Tally { positions, draws, spotted, incorrect, unclaimed, not_asked, asymmetric, .. } =
        *tally;
    (
        [positions, draws, spotted, incorrect, unclaimed, not_asked, asymmetric],
        Class::ALL.map(|class| tally.incorrect_by_class.of(class)),
    )
}

#[test]
fn every_count_is_that_of_positions_counted_one_by_one() {
    let verdict = verified(&any_rule(), "KPK");
    for side in Color::ALL {
        let own = KPK.iter().map(|(position, _)| position).filter(|it| it.stm() == side);
        assert_eq!(counted(&verdict.sides[side as usize]), one_by_one(own), "{side}");
    }
    let verdict = verified(&any_rule(), "KPKP");
    let positions = with_en_passant();
    let found = one_by_one(positions.iter().map(|(position, _)| position));
    assert_eq!(counted(&verdict.en_passant), found);
    assert!(found.1.iter().filter(|&&count| count > 0).count() >= 2, "{found:?}");
}

#[test]
fn truths_are_those_of_the_census() {
    for endgame in ["KBKN", "KRKN", "KPKP"] {
        let silent = Predicate::new("silent", &[], |_: &Position| (Claim::NONE, 0));
        let verdict = verified(&silent, endgame);
        let stats = helpmate_stats(material(endgame), &HELPMATES, Counting::Full).unwrap();
        let truths = [TrueResult::Draw, TrueResult::MayWin, TrueResult::MayLose, TrueResult::Open];
        for (tally, side) in verdict.sides.iter().zip([&stats.white_to_move, &stats.black_to_move])
        {
            let found = truths.map(|truth| tally.claims.of(truth, Claim::NONE));
            assert_eq!(
                found,
                [side.dead, side.only_white, side.only_black, side.both],
                "{endgame}"
            );
        }
    }
}

struct OfTables;

impl Truths for OfTables {
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn Error + Send + Sync>> {
        Ok(TrueValue::of_helpmates(helpmates(board, &*HELPMATES)?, board.side_to_move()))
    }

    fn source(&self) -> &'static str {
        "drawproof"
    }

    fn has_distances(&self) -> bool {
        true
    }
}

/// One thread asks about each position of a sample, and then about the colour-reversed one.
#[test]
fn a_sample_is_counted_as_its_positions_one_by_one() {
    for endgame in ["KRKN", "KPKP"] {
        let asked = Mutex::new(Vec::new());
        let rule = Predicate::new("any", &[], |position: &Position| {
            asked.lock().unwrap().push(*position);
            (any_claim(position, 3), 0)
        });
        let options = Options { truth: TruthKind::CanMate, ..Options::default() };
        let verification = Verification::new(material(endgame), &*HELPMATES, &options);
        let sample = Sample { size: 10_000, seed: 7 };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let verdict = pool
            .install(|| verification.sample(Asker::Function(&rule), sample, &OfTables))
            .unwrap()
            .verdict;
        let asked: Vec<Position> = asked.lock().unwrap().iter().step_by(2).copied().collect();
        for side in Color::ALL {
            let own = asked.iter().filter(|it| it.stm() == side && it.en_passant == 64);
            assert_eq!(counted(&verdict.sides[side as usize]), one_by_one(own), "{endgame}");
        }
        let with_rights = asked.iter().filter(|it| it.en_passant < 64);
        assert_eq!(counted(&verdict.en_passant), one_by_one(with_rights), "{endgame}");
        assert!(verdict.counterexamples.len() > 3);
        verdict.counterexamples.iter().for_each(is_refuted);
    }
}

/// A counterexample's line is a shortest helpmate by a colour that the claim says cannot win.
fn is_refuted(wrong: &Counterexample) {
    let mut board: Board = fen::parse(&wrong.fen).unwrap();
    let found = helpmates(&board, &*HELPMATES).unwrap();
    let side = board.side_to_move();
    let is_excluded = |color: Color| match &wrong.claim[..] {
        "draw" => true,
        "win" => color != side,
        "loss" => color == side,
        "white-or-draw" => color == Color::Black,
        "draw-or-black" => color == Color::White,
        _ => false,
    };
    let excluded = Color::ALL.into_iter().filter(|&color| is_excluded(color));
    let shortest = excluded.filter_map(|color| found[color as usize]).min();
    assert_eq!(wrong.helpmate, shortest, "{wrong:?}");
    assert_eq!(wrong.line.uci.len(), usize::from(shortest.unwrap_or(0)), "{wrong:?}");
    for mv in &wrong.line.uci {
        board.play(parse_uci_move(&board, mv).unwrap());
    }
    if shortest.is_some() {
        assert_eq!(board.status(), GameStatus::Won, "{wrong:?}");
        assert!(is_excluded(!board.side_to_move()), "{wrong:?}");
    }
}

#[test]
fn claims_are_refuted_by_helpmates() {
    for endgame in ["KBKN", "KPKP"] {
        let verdict = verified(&any_rule(), endgame);
        verdict.counterexamples.iter().for_each(is_refuted);
        let with_helpmate = verdict.counterexamples.iter().filter(|it| it.helpmate.is_some());
        assert!(with_helpmate.count() >= 3, "{:?}", verdict.counterexamples);
    }
}
