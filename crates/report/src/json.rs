//! JSON with stable keys for programs.

use serde_json::{Map, Value, json as object};

use drawproof_recognizers::Claim;

use drawproof_verifier::{
    ClaimCounts, ClaimKind, Class, ClassCounts, Counterexample, Diff, FamilyVerdict, FiftyMoveRule,
    IncorrectAtDistance, PatternTally, Run, Tally, TrueResult, TruthKind, Verdict,
    tune::{Branches, Tuning},
};

use crate::notes::SampleShares;

/// Renders the run as one JSON document.
pub fn json(run: &Run) -> String {
    let document = object!({
        "counting": run.counting,
        "domain": run.domain(),
        "where": run.condition(),
        "truth": run.truth(),
        "fifty_move": run.fifty_moves() == FiftyMoveRule::Applied,
        "sound": run.is_sound(),
        "recognizers": run.verdicts.iter().map(recognizer).collect::<Vec<_>>(),
        "baseline": run.baseline,
        "families": run.families.iter().map(|it| family(it, run)).collect::<Vec<_>>(),
    });
    to_text(&document)
}

/// Renders the differences as JSON.
pub fn diff_json(diffs: &[Diff]) -> String {
    to_text(&object!(diffs))
}

/// Renders the tuning report as JSON.
pub fn tuning_json(verdict: &Verdict, tuning: &Tuning) -> String {
    let total = verdict.total();
    let mut document = object!({
        "endgame": verdict.endgame,
        "name": verdict.name,
        "counting": verdict.counting,
        "domain": verdict.domain,
        "sound": verdict.is_sound(),
        "draws": total.draws,
        "spotted": total.spotted,
        "missed": total.missed,
        "incorrect": total.incorrect,
    });
    let parts = serde_json::to_value(tuning).expect("a report has text");
    let counterexamples: Vec<Value> = verdict.counterexamples.iter().map(counterexample).collect();
    if let (Value::Object(document), Value::Object(parts)) = (&mut document, parts) {
        document.extend(parts);
        document.insert("counterexamples".into(), counterexamples.into());
        document.extend(of_sample(verdict));
    }
    to_text(&document)
}

/// Renders the branches of a rule in several endgames as JSON.
pub fn family_tuning_json(run: &Run, branches: Option<&Branches>) -> String {
    let members = run.verdicts.iter().map(|it| {
        let mut member = object!({
            "endgame": it.endgame, "sound": it.is_sound(), "incorrect": it.total().incorrect,
        });
        if let Value::Object(member) = &mut member {
            member.extend(of_sample(it));
        }
        member
    });
    let mut document = object!({
        "name": run.verdicts.first().map(|it| it.name.as_str()),
        "counting": run.counting,
        "domain": run.domain(),
        "sound": run.is_sound(),
        "endgames": members.collect::<Vec<_>>(),
    });
    let parts = object!(branches);
    if let (Value::Object(document), Value::Object(parts)) = (&mut document, parts) {
        document.extend(parts);
    }
    to_text(&document)
}

fn to_text(document: &Value) -> String {
    serde_json::to_string_pretty(document).expect("a document has text") + "\n"
}

/// Returns the verdict on a family of endgames.
fn family(family: &FamilyVerdict, run: &Run) -> Value {
    let mut verdicts = run.verdicts.iter().filter(|it| family.endgames.contains(&it.endgame));
    let counts_cursed = verdicts.all(Verdict::counts_cursed);
    let wins = family.total.claims.kinds_made().iter().any(|&kind| kind != ClaimKind::Draw);
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.into(), value);
    put("name", family.name.as_str().into());
    put("men", family.men.into());
    put("endgames", object!(family.endgames));
    put("not_applied", object!(family.not_applied));
    put("not_judged", object!(family.not_verified));
    put("sound", family.is_sound.into());
    let tally = |it: &Tally| tally(it, wins, counts_cursed);
    map.extend(tally(&family.total));
    map.insert("en_passant".into(), tally(&family.en_passant).into());
    map.into()
}

/// Returns the verdict on one rule.
fn recognizer(verdict: &Verdict) -> Value {
    let (wins, counts_cursed) = (verdict.claims_wins(), verdict.counts_cursed());
    let tally = |it: &Tally| tally(it, wins, counts_cursed);
    let mut map = Map::new();
    map.insert("endgame".into(), verdict.endgame.as_str().into());
    map.insert("name".into(), verdict.name.as_str().into());
    map.insert("sound".into(), verdict.is_sound().into());
    map.extend(tally(&verdict.total()));
    let mut put = |key: &str, value: Value| map.insert(key.into(), value);
    put("sampled", sampled(verdict));
    if let Some(met) = met(verdict) {
        put("met", met);
    }
    put("calls", verdict.calls.into());
    put("nanoseconds_per_call", object!(rounded(verdict.nanoseconds_per_call)));
    put("seconds", object!(rounded(verdict.seconds)));
    put("white_to_move", tally(&verdict.sides[0]).into());
    put("black_to_move", tally(&verdict.sides[1]).into());
    put("en_passant", tally(&verdict.en_passant).into());
    put("truth_by_claim", truth_by_claim(&verdict.total().claims, verdict.truth));
    put("patterns", verdict.patterns.iter().map(pattern).collect());
    let unexplained =
        verdict.unexplained.map(|it| object!({"claims": it.claims, "wrong": it.wrong}));
    put("unexplained", object!(unexplained));
    put("incorrect_by_plies", verdict.incorrect_by_distance.iter().map(distance).collect());
    put("counterexamples", verdict.counterexamples.iter().map(counterexample).collect());
    put("asymmetries", object!(verdict.asymmetries));
    put("missed_examples", verdict.missed.iter().map(|m| m.fen.as_str()).collect());
    map.into()
}

/// Returns keys and values of a tuning report: its sample, and how often games meet the endgame.
fn of_sample(verdict: &Verdict) -> impl Iterator<Item = (String, Value)> {
    let sampled = verdict.sampled.is_some().then(|| ("sampled".into(), sampled(verdict)));
    sampled.into_iter().chain(met(verdict).map(|met| ("met".into(), met)))
}

/// Returns how often games meet the endgame, and what the rule misses there; `None` if that is not known.
fn met(verdict: &Verdict) -> Option<Value> {
    let (met, [missed, wrong]) = (verdict.met?, verdict.missed_and_wrong_per_thousand()?);
    let positions = met.positions.map(|it| {
        object!({
            "met": it.positions, "not_asked": it.not_asked, "draws": it.draws, "spotted": it.spotted,
            "missed": it.missed, "incorrect": it.incorrect,
        })
    });
    Some(object!({
        "games_per_thousand": met.games_per_thousand, "missed_per_thousand": missed,
        "incorrect_per_thousand": wrong, "positions": positions,
    }))
}

/// Returns the sample of a verdict and the intervals that follow from it; null if all positions
/// were asked.
fn sampled(verdict: &Verdict) -> Value {
    let Some(sampled) = &verdict.sampled else { return Value::Null };
    let shares = SampleShares::of(verdict);
    object!({
        "of": sampled.of, "seed": sampled.seed, "source": sampled.source,
        "spotted_interval": shares.spotted, "missed_interval": shares.missed,
        "incorrect_share_at_most": shares.incorrect_at_most,
    })
}

/// Returns the counts of the claims of each kind.
fn kinds(claims: &ClaimCounts) -> Value {
    claims.kinds().map(|(kind, counts)| (kind.key().to_owned(), object!(counts))).collect()
}

/// Returns the counts of positions by true result and claim, both by colour.
fn truth_by_claim(claims: &ClaimCounts, truth: TruthKind) -> Value {
    let row = |&result: &TrueResult| {
        let made = claims.kinds_made().into_iter();
        let mut counts: Map<String, Value> = made
            .map(|kind| (kind.key().to_owned(), claims.of(result, kind.claim()).into()))
            .collect();
        counts.insert("no_claim".into(), claims.of(result, Claim::NONE).into());
        let key = match truth.word(result, true) {
            "win" => "white_wins",
            "loss" => "black_wins",
            word => word,
        };
        (key.to_owned(), Value::Object(counts))
    };
    Value::Object(truth.truths().iter().map(row).collect())
}

/// Returns the counts of a reason, with its name.
fn pattern(tally: &PatternTally) -> Value {
    object!({
        "id": tally.name.id,
        "says": tally.name.says,
        "role": tally.name.role,
        "matched": tally.matched,
        "only_guard_of_decisive": tally.only_guard_of_decisive,
        "only_blocker_of_draws": tally.only_blocker_of_draws,
        "claims": tally.claims,
        "right": tally.right,
        "wrong": tally.wrong,
        "alone_right": tally.alone_right,
        "alone_wrong": tally.alone_wrong,
    })
}

/// Returns an incorrect claim.
fn counterexample(c: &Counterexample) -> Value {
    object!({
        "fen": c.fen, "claim": c.claim, "truth": c.truth, "dtm": c.dtm, "helpmate": c.helpmate,
        "fifty": c.fifty, "class": c.class,
        "group": c.group, "because": c.because, "line": c.line.uci,
        "line_san": c.line.san,
    })
}

/// Returns the incorrect claims about positions of one distance to mate.
fn distance(distance: &IncorrectAtDistance) -> Value {
    object!({
        "plies": distance.plies,
        "incorrect": distance.incorrect.total(),
        "incorrect_by_class": by_class(&distance.incorrect),
    })
}

/// Returns the counts of positions by class.
fn by_class(counts: &ClassCounts) -> Value {
    let entry = |class: Class| (class.name().to_owned(), counts.of(class).into());
    Value::Object(Class::ALL.into_iter().map(entry).collect())
}

/// Returns the counts of a tally. Claims of wins and losses appear only if `wins`; claims that the
/// fifty-move rule makes right only if they were counted.
fn tally(tally: &Tally, wins: bool, counts_cursed: bool) -> Map<String, Value> {
    let mut map = Map::new();
    let counts = [
        ("positions", tally.positions),
        ("not_asked", tally.not_asked),
        ("draws", tally.draws),
        ("decisive", tally.decisive),
        ("spotted", tally.spotted),
        ("missed", tally.missed),
        ("incorrect", tally.incorrect),
        ("asymmetric", tally.asymmetric),
    ];
    let claims = [
        ("claimed_wins", tally.claimed_wins),
        ("claimed_losses", tally.claimed_losses),
        ("unclaimed", tally.unclaimed),
    ];
    for (key, count) in counts.into_iter().chain(claims.into_iter().filter(|_| wins)) {
        map.insert(key.into(), count.into());
    }
    let pardoned = counts_cursed.then_some(tally.incorrect_but_cursed);
    map.insert("incorrect_but_cursed".into(), object!(pardoned));
    map.insert("claims".into(), kinds(&tally.claims));
    map.insert("incorrect_by_class".into(), by_class(&tally.incorrect_by_class));
    map.insert("spotted_share".into(), object!(tally.spotted_share()));
    map
}

/// Returns a number rounded to three decimals.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
