//! Claims of all kinds: counts against naive counts, sides, roles of reasons.

use std::{fs, path::Path, process::Command};

use drawproof_board::Board;
use drawproof_recognizers::{Claim, Position};
use drawproof_report::{self as report, Format};
use drawproof_tables::Value;
use drawproof_verifier::{
    ClaimKind, ColourResult, Counting, KindCounts, PatternTally, Predicate, Tally,
    subject::{Plugin, Slots},
};

use super::{
    naive::{KPK, Naive, any_claim, any_reasons, bit, random_rule, value, with_en_passant},
    shared::verified,
};

#[test]
fn every_count_is_that_of_positions_counted_one_by_one() {
    let verdict = verified(&random_rule(1), "KPK", Counting::Full);
    let mut sides = [Naive::default(), Naive::default()];
    for (position, value) in KPK.iter() {
        sides[usize::from(position.side_to_move)].count(position, *value, 1);
    }
    assert_eq!([0, 1].map(|side| Naive::of(&verdict.sides[side])), sides);
    assert!(sides.iter().all(|side| side.asymmetric > 0 && side.not_asked > 0));
    sums_agree(&verdict.total());

    let kind = |of: ClaimKind| verdict.total().claims.kind(of);
    for of in ClaimKind::ALL {
        // By colour, whoever is to move.
        let claims = |(position, value): &(Position, Value)| {
            let (claim, kind) = (any_claim(position, 1), of.claim().by_colour(position.stm()));
            let is_asked = claim != Claim::NOT_ASKED;
            is_asked.then_some((claim == kind, kind.bits() & bit(*value) != 0))
        };
        let mut counted = KindCounts::default();
        for (is_made, is_true) in KPK.iter().filter_map(claims) {
            counted.made += u64::from(is_made);
            counted.right += u64::from(is_made && is_true);
            counted.wrong += u64::from(is_made && !is_true);
            counted.possible += u64::from(is_true);
        }
        assert_eq!(kind(of), counted, "{of:?}");
        assert!(counted.made > 0, "{of:?}");
    }
}

/// The counts of a tally add up.
fn sums_agree(tally: &Tally) {
    let kinds = ClaimKind::ALL.map(|kind| tally.claims.kind(kind));
    assert_eq!(kinds.iter().map(|kind| kind.wrong).sum::<u64>(), tally.incorrect);
    assert_eq!(kinds.iter().map(|kind| kind.made).sum::<u64>() + tally.unclaimed, tally.positions);
    assert!(kinds.iter().all(|kind| kind.made == kind.right + kind.wrong));
    assert!(kinds.iter().all(|kind| kind.right <= kind.possible));
    assert_eq!(kinds[0].right, tally.spotted);
    assert_eq!(kinds[0].possible, tally.draws);
    let won = ColourResult::ALL.map(|result| tally.positions - tally.claims.half(result).possible);
    assert_eq!(won.iter().sum::<u64>(), tally.positions);
    assert_eq!(won[0] + won[2], tally.decisive);
}

#[test]
fn en_passant_claims_are_counted_one_by_one() {
    let rule = Predicate::new("with a right", &[], |p: &Position| {
        (if p.en_passant < 64 { any_claim(p, 5) } else { Claim::NOT_ASKED }, 0)
    });
    let verdict = verified(&rule, "KPKP", Counting::Full);
    let mut counted = Naive::default();
    for (position, value) in with_en_passant() {
        counted.count(&position, value, 5);
    }
    assert_eq!(Naive::of(&verdict.en_passant), counted);
    assert_eq!((verdict.total().positions, verdict.total().incorrect), (0, 0));
    assert!(verdict.total().not_asked > 0 && counted.incorrect > 0);
    sums_agree(&verdict.en_passant);
    // Kinds of claims that occur with a right only are reported too.
    assert!(verdict.claims_wins() && verdict.is_about_draws());
}

#[test]
fn branches_and_exceptions_are_counted_by_role() {
    let verdict = verified(&random_rule(1), "KPK", Counting::Full);
    let of_role = [0b011, 0b011, 0b100];
    for (bit_of, tally) in verdict.patterns.iter().enumerate() {
        let set = 1 << bit_of;
        let mut counted = PatternTally {
            name: tally.name.clone(),
            matched: 0,
            only_guard_of_decisive: 0,
            only_blocker_of_draws: 0,
            claims: 0,
            right: 0,
            wrong: 0,
            alone_right: 0,
            alone_wrong: 0,
        };
        for (position, value) in KPK.iter() {
            let (claim, reasons) = (any_claim(position, 1), any_reasons(position));
            if claim == Claim::NOT_ASKED || reasons & set == 0 {
                continue;
            }
            let is_alone = u64::from(reasons & of_role[bit_of] == set);
            counted.matched += 1;
            match value {
                Value::Draw => counted.only_blocker_of_draws += is_alone,
                _ => counted.only_guard_of_decisive += is_alone,
            }
            if claim != Claim::NONE {
                let is_right = u64::from(claim.bits() & bit(*value) != 0);
                counted.claims += 1;
                counted.right += is_right;
                counted.wrong += 1 - is_right;
                counted.alone_right += is_right * is_alone;
                counted.alone_wrong += (1 - is_right) * is_alone;
            }
        }
        assert_eq!(*tally, counted);
    }
}

/// The verdict on a rule in C about KPK.
fn verified_c(folder: &Path, name: &str, source: &str) -> drawproof_verifier::Verdict {
    let text = folder.join(name).with_extension("c");
    let library = text.with_extension("so");
    fs::write(&text, source).unwrap();
    let include =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("bindings/c/include");
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-I"]).arg(include);
    assert!(compiler.arg("-o").args([&library, &text]).status().unwrap().success());
    let plugin = Plugin::load(&library, Slots::private().unwrap()).unwrap();
    verified(&plugin, "KPK", Counting::Full)
}

#[test]
fn claims_of_version_1_are_those_of_the_side_to_move() {
    let folder = tempfile::tempdir().unwrap();
    // A number from 0 to 3 that depends on the squares and the side to move.
    let number = "static int number(const drawproof_position *p) {
        uint64_t n = (p->colour[p->side_to_move] % 1009) * 7 + p->colour[!p->side_to_move] % 1013;
        return (int)(n % 4); }
        int drawproof_claim(const drawproof_position *p, uint64_t *s) { (void)s; ";
    let first = "#include \"drawproof.h\"\nuint32_t drawproof_abi(void) { return 1; }\n";
    let second = "#include \"drawproof.h\"\nuint32_t drawproof_abi(void) { return 2; }\n";
    let answers = "const int claims[4] = { DRAWPROOF_NO_CLAIM, DRAWPROOF_DRAWN, DRAWPROOF_WIN,
        DRAWPROOF_LOSS }; return claims[number(p)]; }";
    let by_colour = "int stm = p->side_to_move;
        const int claims[4] = { 7, 2, stm ? DRAWPROOF_BLACK_WINS : DRAWPROOF_WHITE_WINS,
        stm ? DRAWPROOF_WHITE_WINS : DRAWPROOF_BLACK_WINS }; return claims[number(p)]; }";
    let version_1 =
        verified_c(folder.path(), "one", &format!("{first}{number}return number(p); }}"));
    let by_mover = verified_c(folder.path(), "mover", &format!("{second}{number}{answers}"));
    let by_colour = verified_c(folder.path(), "colour", &format!("{second}{number}{by_colour}"));
    assert_eq!(version_1.sides, by_mover.sides);
    assert_eq!(version_1.sides, by_colour.sides);
    let total = version_1.total();
    assert!(total.claimed_wins > 0 && total.claimed_losses > 0 && total.spotted > 0);
    sums_agree(&total);
}

#[test]
fn a_one_sided_claim_is_refuted_by_the_win_that_it_excludes() {
    // White cannot win, whoever is to move; and a claim of a win about every position.
    let by_colour = |p: &Position, claim: Claim| {
        // The pawn is White's, or Black's in a colour-reversed position.
        let claim = if p.colour[0] & p.kind[0] != 0 { claim } else { claim.reversed() };
        claim.by_colour(p.stm())
    };
    for (kind, refuted) in [
        (ClaimKind::WhiteCannotWin, "White mates in"),
        (ClaimKind::WhiteWins, "a draw"),
        (ClaimKind::NotDrawn, "a draw"),
    ] {
        let rule = Predicate::new("one kind", &[], move |p| (by_colour(p, kind.claim()), 0));
        let verdict = verified(&rule, "KPK", Counting::Full);
        let total = verdict.total();
        let counts = total.claims.kind(kind);
        assert_eq!((counts.made, counts.wrong), (total.positions, total.incorrect));
        assert!(!verdict.is_about_draws() && total.asymmetric == 0);
        for wrong in &verdict.counterexamples {
            let mut board: Board = wrong.fen.parse().unwrap();
            let truth = value(&board);
            for mv in &wrong.line.uci {
                board.play(mv.parse().unwrap());
            }
            let end = value(&board);
            match truth {
                Value::Draw => assert_eq!(end, Value::Draw, "{}", wrong.fen),
                _ => assert_eq!(end, Value::MATED, "{}", wrong.fen),
            }
        }
        let run = drawproof_verifier::Run {
            baseline: None,
            counting: Counting::Full,
            verdicts: vec![verdict],
            families: Vec::new(),
        };
        let text = Format::Text.run(&run, Default::default());
        let headline = format!("{}: {} made", kind.name(), report::grouped(counts.made));
        assert!(text.contains(&headline) && text.contains(refuted), "{text}");
        assert!(!text.contains("of the draws spotted"), "{text}");
    }
}
