//! Saved runs and their differences, claims of all kinds: compared with claims compared one by one.

use drawproof_recognizers::Claim;
use drawproof_report::Format;
use drawproof_tables::Value;
use drawproof_verifier::{
    Asker, ClaimKind, Diff, Options, Outcome, Recording, Verification, diff, read_recordings,
    write_recordings,
};

use super::{
    naive::{KPK, any_claim, bit, random_rule},
    shared::{TABLES, material},
};

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
