//! Domains: which positions a rule is asked about, and that all others are counted apart.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use drawproof_board::{Color, Piece};
use drawproof_recognizers::{Claim, Position};
use drawproof_verifier::{
    Asker, Class, Counting, Domain, IncorrectAtDistance, Options, Predicate, Subject, Tally,
    Verdict, Verification, board_of,
};

use super::shared::{TABLES, material};

/// Endgames with and without pawns, with like men, with en passant, and with a king as the low man.
const ENDGAMES: [&str; 4] = ["KPK", "KRK", "KPKP", "KNNK"];

fn verified(subject: &dyn Subject, endgame: &str, domain: &str, counting: Counting) -> Verdict {
    let domain = domain.parse().unwrap();
    let options = Options { counting, domain, ..Options::default() };
    Verification::new(material(endgame), &*TABLES, &options)
        .run(Asker::Function(subject))
        .unwrap()
        .verdict
}

/// The counts without and with an en-passant right.
fn tallies(verdict: &Verdict) -> [Tally; 2] {
    [verdict.total(), verdict.en_passant]
}

/// The numbers of all positions by class, and of mates: every position is claimed what it is not, by
/// one of two rules.
fn classes_of_all(endgame: &str, counting: Counting) -> ([[u64; Class::COUNT]; 2], u64) {
    let (mut classes, mut mates) = ([[0; Class::COUNT]; 2], 0);
    for claim in [Claim::DRAW, Claim::NO_DRAW] {
        let rule = Predicate::new("always the same", &[], move |_: &Position| (claim, 0));
        let verdict = verified(&rule, endgame, "", counting);
        for (sum, tally) in classes.iter_mut().zip(tallies(&verdict)) {
            let counts = tally.incorrect_by_class;
            Class::ALL.iter().for_each(|&class| sum[class as usize] += counts.of(class));
        }
        let at_once = verdict.incorrect_by_distance.iter().find(|it| it.plies == Some(0));
        mates += at_once.map_or(0, |it| it.incorrect.total());
    }
    (classes, mates)
}

#[test]
fn the_domain_has_exactly_the_positions_of_its_classes() {
    let silent = Predicate::new("silent", &[], |_: &Position| (Claim::NONE, 0));
    for endgame in ENDGAMES {
        let counting = Counting::Unique;
        let all = tallies(&verified(&silent, endgame, "", counting));
        let (classes, mates) = classes_of_all(endgame, counting);
        for domain in [
            "quiet",
            "not-tactical",
            "not-over",
            "not-in-check",
            "not-in-check,not-over",
            "not-in-check,not-over,not-tactical",
            "not-over,not-tactical",
        ] {
            let verdict = verified(&silent, endgame, domain, counting);
            for (kind, tally) in tallies(&verdict).into_iter().enumerate() {
                let of = |class: Class| classes[kind][class as usize];
                let total = all[kind].positions;
                assert_eq!(total, classes[kind].iter().sum::<u64>(), "{endgame}");
                // Where a pawn can be captured en passant, the game is not over.
                let mates = if kind == 0 { mates } else { 0 };
                let expected = match domain {
                    "quiet" | "not-in-check,not-over,not-tactical" => of(Class::Quiet),
                    "not-tactical" => total - of(Class::Tactical),
                    "not-over" => total - of(Class::Over),
                    "not-in-check" => total - of(Class::InCheck) - mates,
                    "not-in-check,not-over" => of(Class::Quiet) + of(Class::Tactical),
                    _ => of(Class::Quiet) + of(Class::InCheck),
                };
                let about = format!("{endgame} {domain} {kind}");
                assert_eq!(tally.positions, expected, "{about}");
                assert_eq!(tally.not_asked, total - expected, "{about}");
                assert_eq!(tally.draws + tally.decisive, expected, "{about}");
                assert_eq!(tally.unclaimed, expected, "{about}");
            }
            assert!(verdict.is_sound(), "{endgame} {domain}");
        }
    }
}

#[test]
fn mates_in_one_are_outside_of_the_domain_without_them() {
    let silent = Predicate::new("silent", &[], |_: &Position| (Claim::NONE, 0));
    let draws = Predicate::new("all drawn", &[], |_: &Position| (Claim::DRAW, 0));
    for endgame in ENDGAMES {
        let all = verified(&draws, endgame, "", Counting::Unique);
        let at = |plies| move |it: &&IncorrectAtDistance| it.plies == Some(plies);
        let mates =
            all.incorrect_by_distance.iter().find(at(1)).map_or(0, |it| it.incorrect.total());
        let inside = verified(&silent, endgame, "not-mate-in-1", Counting::Unique);
        let [before, after] = [&all, &inside].map(|it| it.total_with_en_passant());
        assert_eq!(after.positions + mates, before.positions, "{endgame}");
        assert_eq!(after.not_asked, mates, "{endgame}");
        assert!(mates > 0, "{endgame}");
    }
}

/// Whether a position has its men as the endgame's name does, not with colours reversed.
fn is_upright(position: &Position, endgame: &str) -> bool {
    let normal = material(endgame).get();
    let is_so =
        |color, piece| position.men(color, piece).len() as usize == normal.count(color, piece);
    Color::ALL.iter().all(|&color| Piece::ALL.iter().all(|&piece| is_so(color, piece)))
}

/// The number of calls about positions for which `is_inside` does not hold.
fn calls_outside(
    endgame: &str,
    domain: &str,
    is_inside: impl Fn(&Position) -> bool + Sync,
) -> (u64, Verdict) {
    let outside = AtomicU64::new(0);
    let subject = Predicate::new("watchful", &[], |position: &Position| {
        if !is_inside(position) {
            outside.fetch_add(1, Relaxed);
        }
        (Claim::DRAW, 0)
    });
    let verdict = verified(&subject, endgame, domain, Counting::Full);
    (outside.load(Relaxed), verdict)
}

#[test]
fn no_position_outside_is_asked_about_neither_mirrored_nor_reversed() {
    for endgame in ["KPK", "KRK"] {
        let is_quiet = |position: &Position| {
            board_of(position).is_some_and(|board| board.checkers().is_empty())
        };
        let (outside, verdict) = calls_outside(endgame, "not-in-check", is_quiet);
        assert_eq!(outside, 0, "{endgame}");
        assert_eq!(verdict.total().asymmetric, 0, "{endgame}");
        assert!(verdict.total().not_asked > 0 && verdict.total().incorrect > 0, "{endgame}");
        let white =
            |position: &Position| (position.stm() == Color::White) == is_upright(position, endgame);
        let (outside, verdict) = calls_outside(endgame, "white-to-move", white);
        assert_eq!(outside, 0, "{endgame}");
        let [first, second] = verdict.sides;
        assert_eq!((first.not_asked, second.positions), (0, 0), "{endgame}");
        assert_eq!(second.incorrect + second.draws + second.decisive, 0, "{endgame}");
        let (outside, other) = calls_outside(endgame, "black-to-move", |position| !white(position));
        assert_eq!(outside, 0, "{endgame}");
        assert_eq!(other.sides[1].positions, second.not_asked, "{endgame}");
    }
}

#[test]
fn counts_inside_are_those_of_a_rule_that_is_silent_outside() {
    let everything: Domain = "".parse().unwrap();
    assert!(everything.is_everything());
    for endgame in ["KPK", "KRK"] {
        let claim = |position: &Position| {
            let is_in_check = board_of(position).is_none_or(|it| !it.checkers().is_empty());
            (if is_in_check { Claim::NOT_ASKED } else { Claim::NO_WIN }, 0)
        };
        let rule = Predicate::new("never in check", &[], claim);
        let always = Predicate::new("never in check", &[], |_: &Position| (Claim::NO_WIN, 0));
        let own = verified(&rule, endgame, "", Counting::Full);
        let by_domain = verified(&always, endgame, "not-in-check", Counting::Full);
        assert_eq!(own.sides, by_domain.sides, "{endgame}");
        assert_eq!(own.incorrect_by_distance, by_domain.incorrect_by_distance, "{endgame}");
        assert_eq!(own.heat, by_domain.heat, "{endgame}");
    }
}
