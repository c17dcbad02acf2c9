//! Claims of all kinds: counts against naive counts, sides, roles of reasons, saved runs and their
//! differences.

use std::{fs, path::Path, process::Command, sync::LazyLock};

use drawproof_board::{Board, Piece};
use drawproof_recognizers::{Claim, Position};
use drawproof_report::{self as report, Format};
use drawproof_tables::{Value, probe};
use drawproof_verifier::{
    Asker, ClaimKind, ColourResult, Counting, Diff, KindCounts, Options, Outcome, PatternTally,
    Predicate, Reason, Recording, Role, Subject, Tally, Verification, board_of, diff,
    read_recordings,
    subject::{Plugin, Slots},
    write_recordings,
};

use super::shared::{TABLES, material, verified};

/// A number that looks random, the same for a position and its mirror image.
fn mixed(position: &Position, seed: u64) -> u64 {
    let mirrored = |set: u64| {
        let rank = |byte: u8| byte.reverse_bits();
        u64::from_le_bytes(set.to_le_bytes().map(rank))
    };
    let number = |of: fn(u64, &dyn Fn(u64) -> u64) -> u64| {
        let sets = position.colour.into_iter().chain(position.kind);
        let begin = seed ^ u64::from(position.side_to_move);
        let number = sets.fold(begin, |sum, set| {
            (sum ^ of(set, &mirrored)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        number ^ number >> 31
    };
    number(|set, _| set).min(number(|set, mirrored| mirrored(set)))
}

/// One of the eight sets of results.
fn any_claim(position: &Position, seed: u64) -> Claim {
    Claim::from_bits((mixed(position, seed) >> 8 & 7) as u8).unwrap()
}

/// The set of matching reasons, of which two are branches and one is an exception.
fn any_reasons(position: &Position) -> u64 {
    mixed(position, 77) >> 20 & 7
}

fn random_rule(seed: u64) -> impl Subject {
    let rule = move |p: &Position| (any_claim(p, seed), any_reasons(p));
    let because = ["first", "second"].map(|id| Reason::new(id, Role::Because));
    let reasons = because.into_iter().chain([Reason::new("third", Role::Unless)]).collect();
    Predicate::new(&format!("random {seed}"), &[], rule).with_reasons(reasons)
}

/// The position with colours reversed.
fn reversed(position: &Position) -> Position {
    let en_passant = position.en_passant;
    Position {
        colour: [position.colour[1].swap_bytes(), position.colour[0].swap_bytes()],
        kind: position.kind.map(u64::swap_bytes),
        side_to_move: 1 - position.side_to_move,
        en_passant: if en_passant < 64 { en_passant ^ 56 } else { en_passant },
    }
}

/// Whether a position of kings and pawns is legal: a pawn on no outer rank, kings apart, and the king
/// of the side not to move attacked by no pawn.
fn is_legal(position: &Position) -> bool {
    let [white, black] = position.colour.map(|men| men & position.kind[5]);
    let pawns = position.kind[0];
    let place = |king: u64| (king.trailing_zeros() % 8, king.trailing_zeros() / 8);
    let ((file, rank), (other_file, other_rank)) = (place(white), place(black));
    let is_apart = file.abs_diff(other_file).max(rank.abs_diff(other_rank)) > 1;
    let attacked = |mover: usize| {
        let pawns = pawns & position.colour[mover];
        let to_both_sides =
            (pawns & !0x8080_8080_8080_8080) << 1 | (pawns & !0x0101_0101_0101_0101) >> 1;
        if mover == 0 { to_both_sides << 8 } else { to_both_sides >> 8 }
    };
    let mover = usize::from(position.side_to_move);
    let in_check = attacked(mover) & [black, white][mover] != 0;
    pawns & 0xff00_0000_0000_00ff == 0 && is_apart && !in_check
}

/// All legal positions of KPK, each with its value.
pub static KPK: LazyLock<Vec<(Position, Value)>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for number in 0..2usize << 18 {
        let [white, black, pawn] = [0, 6, 12].map(|shift| 1u64 << (number >> shift & 63));
        let position = Position {
            colour: [white | pawn, black],
            kind: [pawn, 0, 0, 0, 0, white | black],
            side_to_move: (number >> 18) as u8,
            en_passant: 64,
        };
        if white != black && (white | black) & pawn == 0 && is_legal(&position) {
            found.push((position, value(&board_of(&position).unwrap())));
        }
    }
    found
});

/// All positions of KPKP with a legal en-passant capture, each with its value.
fn with_en_passant() -> Vec<(Position, Value)> {
    let mut found = Vec::new();
    for number in 0..2usize << 18 {
        let [white, black] = [0, 6].map(|shift| 1u64 << (number >> shift & 63));
        let [file, other] = [12, 15].map(|shift| number >> shift & 7);
        if file.abs_diff(other) != 1 {
            continue;
        }
        let [own, pushed] = [32 + file, 32 + other].map(|square| 1u64 << square);
        let position = Position {
            colour: [white | own, black | pushed],
            kind: [own | pushed, 0, 0, 0, 0, white | black],
            side_to_move: 0,
            en_passant: 40 + other as u8,
        };
        let distinct = [white, black, own, pushed].iter().fold(0, |sum, set| sum | set);
        if distinct.count_ones() < 4 || !is_legal(&position) {
            continue;
        }
        let position = if number >> 18 == 0 { position } else { reversed(&position) };
        let Some(board) = board_of(&position) else { continue };
        let is_capture = |mv: drawproof_board::Move| {
            board.piece_on(mv.from) == Some(Piece::Pawn) && mv.to as u8 == position.en_passant
        };
        let mut any = false;
        board.generate_moves(|moves| {
            any |= moves.into_iter().any(is_capture);
            false
        });
        if any {
            found.push((position, value(&board)));
        }
    }
    found
}

fn value(board: &Board) -> Value {
    probe::probe(board, &*TABLES).unwrap()
}

/// The bit of a value in the claim of the side to move.
fn bit(value: Value) -> u8 {
    match value {
        Value::Loss(_) => 1,
        Value::Draw => 2,
        Value::Win(_) => 4,
    }
}

/// The counts of positions, one by one. Claims are those of `any_claim`.
#[derive(Default, PartialEq, Eq, Debug)]
struct Naive {
    positions: u64,
    not_asked: u64,
    draws: u64,
    decisive: u64,
    spotted: u64,
    missed: u64,
    incorrect: u64,
    asymmetric: u64,
    claimed_wins: u64,
    claimed_losses: u64,
    unclaimed: u64,
    /// `[claim as White sees it][White wins, draw, Black wins]`.
    claims: [[u64; 3]; 8],
}

impl Naive {
    fn count(&mut self, position: &Position, value: Value, seed: u64) {
        let claim = any_claim(position, seed);
        self.asymmetric += u64::from(claim != any_claim(&reversed(position), seed));
        if claim == Claim::NOT_ASKED {
            self.not_asked += 1;
            return;
        }
        let is_drawn = value == Value::Draw;
        self.positions += 1;
        self.draws += u64::from(is_drawn);
        self.decisive += u64::from(!is_drawn);
        self.spotted += u64::from(is_drawn && claim == Claim::DRAW);
        self.missed += u64::from(is_drawn && claim != Claim::DRAW);
        self.incorrect += u64::from(claim.bits() & bit(value) == 0);
        self.claimed_wins += u64::from(claim == Claim::WIN);
        self.claimed_losses += u64::from(claim == Claim::LOSS);
        self.unclaimed += u64::from(claim == Claim::NONE);
        let (wins, loses, claim) = match position.side_to_move {
            0 => (0, 2, claim.bits()),
            // Bits 1 and 4 change places.
            _ => (2, 0, [0, 4, 2, 6, 1, 5, 3, 7][usize::from(claim.bits())]),
        };
        let result = match value {
            Value::Win(_) => wins,
            Value::Draw => 1,
            Value::Loss(_) => loses,
        };
        self.claims[usize::from(claim)][result] += 1;
    }

    fn of(tally: &Tally) -> Naive {
        let claim = |bits| Claim::from_bits(bits as u8).unwrap();
        let row = |bits| ColourResult::ALL.map(|result| tally.claims.of(result, claim(bits)));
        Naive {
            positions: tally.positions,
            not_asked: tally.not_asked,
            draws: tally.draws,
            decisive: tally.decisive,
            spotted: tally.spotted,
            missed: tally.missed,
            incorrect: tally.incorrect,
            asymmetric: tally.asymmetric,
            claimed_wins: tally.claimed_wins,
            claimed_losses: tally.claimed_losses,
            unclaimed: tally.unclaimed,
            claims: std::array::from_fn(row),
        }
    }
}

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
    let results = ColourResult::ALL.map(|result| tally.claims.with_result(result));
    assert_eq!(results.iter().sum::<u64>(), tally.positions);
    assert_eq!(results[0] + results[2], tally.decisive);
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

/// The outcome about KPK with a recording.
fn recorded(seed: u64) -> Outcome {
    let options = Options { record: true, ..Options::default() };
    Verification::new(material("KPK"), &*TABLES, &options)
        .run(Asker::Function(&random_rule(seed)))
        .unwrap()
}

/// A recording, written and read.
fn saved(outcome: &Outcome) -> Recording {
    let mut bytes = Vec::new();
    write_recordings(std::slice::from_ref(outcome.recording.as_ref().unwrap()), &mut bytes)
        .unwrap();
    read_recordings(&mut &bytes[..]).unwrap().pop().unwrap()
}

#[test]
fn differences_of_saved_runs_are_those_of_claims_compared_one_by_one() {
    let (old, new) = (recorded(1), recorded(2));
    let [before, after] = [&old, &new].map(saved);
    let changed = diff(&before, &after, 5, &*TABLES).unwrap();
    for (outcome, claims) in [(&old, changed.old_claims), (&new, changed.new_claims)] {
        assert_eq!(claims, outcome.verdict.total().claims);
    }

    // [gained, lost]: draws, right claims, incorrect claims; then other changes.
    let (mut counts, mut others) = ([[0; 3]; 2], 0);
    let mut kinds = [[[0; 2]; 6]; 2];
    for (position, value) in KPK.iter() {
        let claims = [2, 1].map(|seed| any_claim(position, seed));
        let wrong =
            claims.map(|claim| claim != Claim::NOT_ASKED && claim.bits() & bit(*value) == 0);
        let excluded =
            claims.map(|claim| if claim == Claim::NOT_ASKED { 0 } else { 7 & !claim.bits() });
        let mut is_counted = claims[0] == claims[1];
        for (by, other) in [(0, 1), (1, 0)] {
            let excludes_more = excluded[by] & excluded[other] == excluded[other]
                && excluded[by] != excluded[other];
            let gains = !wrong[by] && !wrong[other] && excludes_more;
            let errs = wrong[by] && !wrong[other];
            let is_draw = *value == Value::Draw && claims[by] == Claim::DRAW;
            counts[by][0] += u64::from(gains && is_draw);
            counts[by][1] += u64::from(gains);
            counts[by][2] += u64::from(errs);
            is_counted |= gains || errs;
            if gains || errs {
                let kind = ClaimKind::of(claims[by].by_colour(position.stm())).unwrap();
                kinds[by][kind as usize][usize::from(errs)] += 1;
            }
        }
        others += u64::from(!is_counted);
    }
    for (by, change) in [&changed.gained, &changed.lost].into_iter().enumerate() {
        assert_eq!([change.draws, change.claims, change.incorrect], counts[by]);
        assert_eq!(change.kinds.map(|kind| [kind.right, kind.incorrect]), kinds[by]);
    }
    assert_eq!(changed.other_claims_changed, others);
    assert!(others > 0);

    let same = diff(&before, &saved(&old), 5, &*TABLES).unwrap();
    assert_eq!((same.gained.claims, same.lost.claims, same.other_claims_changed), (0, 0, 0));
    assert!(same.examples.is_empty());
}

#[test]
fn a_difference_read_backwards_exchanges_gained_and_lost() {
    let [old, new] = [1, 2].map(|seed| saved(&recorded(seed)));
    let [there, back] =
        [(&old, &new), (&new, &old)].map(|(old, new)| diff(old, new, 4, &*TABLES).unwrap());
    let counts = |diff: &Diff| (diff.gained.clone(), diff.lost.clone());
    let without_examples = |(mut a, mut b): (_, _)| {
        for change in [&mut a, &mut b] {
            let change: &mut drawproof_verifier::Change = change;
            change.examples.clear();
        }
        (a, b)
    };
    let (gained, lost) = without_examples(counts(&there));
    assert_eq!((lost, gained), without_examples(counts(&back)));
    assert_eq!((there.old_claims, there.new_claims), (back.new_claims, back.old_claims));
    assert_eq!((there.old_spotted, there.new_spotted), (back.new_spotted, back.old_spotted));
    assert_eq!(there.other_claims_changed, back.other_claims_changed);

    // Examples name claims of any kind by colour, and prove the incorrect ones.
    let diffs = [there];
    let document = |format: Format| format.changes(&diffs, Default::default()).unwrap();
    let (text, markdown) = (document(Format::Text), document(Format::Markdown));
    for name in ["White cannot win", "Black cannot win", "White wins", "no draw"] {
        assert!(text.contains(name) && markdown.contains(name), "{name}:\n{text}");
    }
    assert!(text.contains("newly incorrect: ") && text.contains(" wrong; "), "{text}");
    let json: serde_json::Value = serde_json::from_str(&document(Format::Json)).unwrap();
    let diff = &json[0];
    assert_eq!(diff["new_claims"]["draw"]["right"], diff["new_spotted"]);
    let kinds = diff["gained"]["kinds"].as_object().unwrap();
    let right: u64 = kinds.values().map(|kind| kind["right"].as_u64().unwrap()).sum();
    assert_eq!(Some(right), diff["gained"]["claims"].as_u64());
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
