//! Rules that state what each branch leaves possible: counts against naive counts, one branch blamed for
//! nothing but its own half, saved runs, shards.

use drawproof_recognizers::Position;
use drawproof_tables::Value;
use drawproof_verifier::{
    Asker, ClaimPart, ColourResult, Fault, Halved, Options, Outcome, PatternTally, Scope, Subject,
    Unexplained, Verdict, Verification, VerifyError, chunks_of, read_recordings, tune::Tuning,
    write_recordings,
};

use super::{
    naive::KPK,
    shared::{TABLES, material},
};

const BLACK_CANNOT_WIN: u32 = 6;
const WHITE_CANNOT_WIN: u32 = 3;

/// A set by colour, with the colours of a position whose pawn is Black's exchanged.
fn turned(position: &Position, set: u32) -> u32 {
    let pawn_is_white = position.colour[0] & position.kind[0] != 0;
    if pawn_is_white { set } else { set & 2 | set >> 2 | (set & 1) << 2 }
}

/// "The bare king cannot win", always, and "the side with the pawn cannot win where its king stands on the
/// pawn's file".
fn bare_and_file(position: &Position) -> Vec<ClaimPart> {
    let strong = usize::from(position.colour[0] & position.kind[0] == 0);
    let king = (position.colour[strong] & position.kind[5]).trailing_zeros();
    let is_on_file = king & 7 == position.kind[0].trailing_zeros() & 7;
    let bare = ClaimPart { branch: 0, set: turned(position, BLACK_CANNOT_WIN) };
    let file = ClaimPart { branch: 1, set: turned(position, WHITE_CANNOT_WIN) };
    if is_on_file { vec![bare, file] } else { vec![bare] }
}

fn rule() -> Halved<fn(&Position) -> Vec<ClaimPart>> {
    Halved::new("bare and file", &["bare", "file"], bare_and_file)
}

fn outcome(rule: &dyn Subject, endgame: &str) -> Outcome {
    let options = Options { record: true, ..Options::default() };
    Verification::new(material(endgame), &*TABLES, &options).run(Asker::Function(rule)).unwrap()
}

#[test]
fn no_branch_is_blamed_for_another_ones_half() {
    let verdict = outcome(&rule(), "KPK").verdict;
    let counts =
        |it: &PatternTally| [it.claims, it.right, it.wrong, it.alone_right, it.alone_wrong];
    let all: Vec<[u64; 5]> = verdict.patterns.iter().map(counts).collect();
    assert_eq!(all, [[331_352, 331_352, 0, 331_352, 0], [37_078, 8_680, 28_398, 8_680, 28_398]]);
    assert_eq!(verdict.total().incorrect, 28_398);
    assert_eq!(verdict.unexplained, Some(Unexplained::default()));
    assert!(verdict.counterexamples.iter().all(|wrong| wrong.because == ["file"]));
    assert!(verdict.counterexamples.iter().all(|wrong| wrong.group == "bare; file"));
    let tuning = Tuning::new(&verdict).branches.unwrap();
    let ids: Vec<&str> = tuning.branches.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["file", "bare"]);
    let best = tuning.best_branches;
    assert_eq!((best.right_before, best.right), (340_032, 331_352));
    assert_eq!((best.keep, best.drop), (vec!["bare".into()], vec!["file".into()]));
}

#[test]
fn a_saved_run_has_the_halves_of_each_branch() {
    let recording = outcome(&rule(), "KPK").recording.unwrap();
    let mut bytes = Vec::new();
    write_recordings(&[recording], &mut bytes).unwrap();
    let recording = read_recordings(&mut &bytes[..]).unwrap().pop().unwrap();
    let table = TABLES.get(material("KPK")).unwrap();
    let weights = recording.weights(table.layout()).unwrap();
    let counted = |lanes: &[Vec<u64>; 2]| -> u64 {
        let of_side = |(lanes, weights): (&Vec<u64>, &Vec<u8>)| {
            let words = lanes.iter().zip(weights);
            words.map(|(set, &weight)| u64::from(set.count_ones()) * u64::from(weight)).sum::<u64>()
        };
        lanes.iter().zip(&weights).map(of_side).sum()
    };
    for (place, [right, wrong]) in [[331_352, 0], [8_680, 28_398]].into_iter().enumerate() {
        let own = recording.claimed_because(table.layout(), &[place], Scope::All).unwrap();
        assert_eq!([counted(&own.right), counted(&own.wrong)], [right, wrong]);
    }
    for (result, [right, wrong]) in [
        (ColourResult::WhiteWins, [8_680, 28_398]),
        (ColourResult::BlackWins, [331_352, 0]),
        (ColourResult::Draw, [0, 0]),
    ] {
        let half = recording.claimed(table.layout(), Scope::Half(result)).unwrap();
        assert_eq!([counted(&half.right), counted(&half.wrong)], [right, wrong]);
    }
}

/// Thousands of branches with numbers far apart, of all kinds of sets, several in a position, some of no
/// branch. Some answers have no part, others one that says "not asked".
fn many(position: &Position) -> Vec<ClaimPart> {
    let kings = [0, 1].map(|side| (position.colour[side] & position.kind[5]).trailing_zeros());
    let pawn = position.kind[0].trailing_zeros();
    if pawn / 8 == 5 && (kings[0] ^ pawn) % 16 == 1 {
        return Vec::new();
    }
    let branch = |number: u32| number.wrapping_mul(0x9e37_79b9) | 1;
    let mut parts = vec![ClaimPart { branch: branch(kings[0] * 64 + kings[1]), set: 6 }];
    if (kings[0] ^ pawn).is_multiple_of(3) {
        parts.push(ClaimPart { branch: branch(5000 + pawn), set: 3 });
    }
    if (kings[1] ^ pawn).is_multiple_of(5) {
        // For the side to move: it cannot lose.
        parts.insert(0, ClaimPart { branch: branch(6000), set: 14 });
        parts.push(ClaimPart { branch: branch(5000 + pawn), set: 7 });
    }
    if kings[1].is_multiple_of(7) {
        parts.push(ClaimPart { branch: ClaimPart::NO_BRANCH, set: 3 });
    }
    if (kings[0] ^ pawn) % 16 == 2 {
        parts.push(ClaimPart { branch: branch(7000), set: 0 });
    }
    parts
}

/// The claim of a set for the side to move, as bits.
fn for_mover(position: &Position, set: u32) -> u8 {
    let bits = (set & 7) as u8;
    let is_turned = set & 8 == 0 && position.side_to_move == 1;
    if is_turned { bits & 2 | bits >> 2 | (bits & 1) << 2 } else { bits }
}

#[test]
fn thousands_of_branches_are_counted_one_by_one() {
    let rule = Halved::new("many", &[], many);
    let verdict = outcome(&rule, "KPK").verdict;
    let mut expected: std::collections::BTreeMap<u32, [u64; 6]> = Default::default();
    let mut unexplained = Unexplained::default();
    for (position, value) in KPK.iter() {
        let truth: u8 = match value {
            Value::Draw => 2,
            Value::Win(_) => 4,
            Value::Loss(_) => 1,
        };
        let parts = many(position);
        if parts.iter().any(|part| part.set == 0) {
            continue;
        }
        let mut own: std::collections::BTreeMap<u32, u8> = Default::default();
        let mut whole = 7;
        for part in &parts {
            whole &= for_mover(position, part.set);
            if part.branch != ClaimPart::NO_BRANCH {
                *own.entry(part.branch).or_insert(7) &= for_mover(position, part.set);
            }
        }
        let named = own.values().fold(7, |all, set| all & set);
        if whole != named {
            unexplained.claims += 1;
            unexplained.wrong += u64::from(named & truth != 0 && whole & truth == 0);
        }
        for (&branch, &set) in &own {
            let others = own.iter().filter(|(other, _)| **other != branch);
            let others = others.fold(7, |all, (_, set)| all & set);
            let [matched, claims, right, wrong, alone_right, alone_wrong] =
                expected.entry(branch).or_default();
            *matched += 1;
            *claims += u64::from(set != 7);
            *right += u64::from(set != 7 && set & truth != 0);
            *wrong += u64::from(set & truth == 0);
            *alone_right += u64::from(set & truth != 0 && others & set != others);
            *alone_wrong += u64::from(set & truth == 0 && others & truth != 0);
        }
    }
    assert!(expected.len() > 3000);
    assert_eq!(verdict.unexplained, Some(unexplained));
    assert!(unexplained.wrong > 0);
    let found = verdict.patterns.iter().map(|it| {
        let counts = [it.matched, it.claims, it.right, it.wrong, it.alone_right, it.alone_wrong];
        (it.name.id.clone(), counts)
    });
    let expected = expected.iter().map(|(branch, counts)| (format!("branch {branch}"), *counts));
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

fn timeless(verdict: Verdict) -> String {
    format!("{:?}", Verdict { seconds: 0.0, nanoseconds_per_call: 0.0, ..verdict })
}

#[test]
fn shards_and_threads_make_the_same_verdict() {
    let options = Options::default();
    let verification = Verification::new(material("KPK"), &*TABLES, &options);
    let whole = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let rule = Halved::new("many", &[], many);
        timeless(pool.install(|| verification.run(Asker::Function(&rule)).unwrap().verdict))
    };
    let chunks = chunks_of(material("KPK"), options.counting);
    let parts = [0..chunks / 3, chunks / 3..chunks].map(|chunks| {
        let rule = Halved::new("many", &[], many);
        verification.part(Asker::Function(&rule), chunks).unwrap()
    });
    let merged = timeless(verification.conclude(parts.into()).unwrap().verdict);
    assert_eq!(merged, whole(1));
    assert_eq!(merged, whole(3));
}

#[test]
fn parts_that_contradict_each_other_are_a_fault() {
    let contrary = Halved::new("contrary", &["first", "second"], |_: &Position| {
        vec![ClaimPart { branch: 0, set: 4 }, ClaimPart { branch: 1, set: 3 }]
    });
    let run = |rule: &dyn Subject| {
        Verification::new(material("KPK"), &*TABLES, &Options::default()).run(Asker::Function(rule))
    };
    let error = run(&contrary).err().unwrap();
    assert!(matches!(error, VerifyError::Fault(Fault::Contradiction { .. })), "{error}");
    let nonsense =
        Halved::new("nonsense", &[], |_: &Position| vec![ClaimPart { branch: 0, set: 16 }]);
    assert!(matches!(run(&nonsense).err().unwrap(), VerifyError::Fault(Fault::Nonsense { .. })));
    // No part is no claim, and a set of 0 is "not asked".
    let silent = Halved::new("silent", &[], |position: &Position| match position.side_to_move {
        0 => Vec::new(),
        _ => vec![ClaimPart { branch: 3, set: 0 }],
    });
    let total = run(&silent).unwrap().verdict.total();
    assert_eq!((total.unclaimed, total.incorrect), (163_328, 0));
    assert_eq!(total.not_asked, 168_024);
}
