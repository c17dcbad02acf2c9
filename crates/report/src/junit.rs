//! JUnit XML for CI servers: one test case for each endgame and kind of fault.

use std::fmt::Write;

use crate::{
    claim_words::{
        COLOURS_MEAN, REVERSED_CLAIMS, asymmetries_name_colours, kind_headlines, not_asked,
        spotted_share,
    },
    scope::{domain_sentence, family_line, fifty_moves_sentence, pardoned},
    words::{claimed, class_name, classes, counted, grouped, refutation},
    xml::escaped,
};
use drawproof_verifier::{Counterexample, Run, Verdict};

/// A test case.
struct Case {
    /// The attributes that name it.
    name: String,
    seconds: f64,
    /// The failure's message and text; `None` if the case passes.
    failure: Option<(String, String)>,
    output: String,
}

/// The run as a JUnit document.
pub fn junit(run: &Run) -> String {
    let cases: Vec<Case> = run.verdicts.iter().flat_map(cases).collect();
    let failures = cases.iter().filter(|case| case.failure.is_some()).count();
    let seconds: f64 = run.verdicts.iter().map(|verdict| verdict.seconds).sum();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"0\"", cases.len());
    let _ = writeln!(out, "<testsuites name=\"drawproof\" {counts} time=\"{seconds:.3}\">");
    let _ = writeln!(
        out,
        "  <testsuite name=\"draw rules ({} counting)\" {counts} skipped=\"0\" time=\"{seconds:.3}\">",
        run.counting
    );
    let _ = writeln!(
        out,
        "    <properties><property name=\"counting\" value=\"{}\"/>{}</properties>",
        escaped(run.counting.sentence()),
        scope(run)
    );
    for Case { name, seconds, failure, output } in cases {
        let _ = writeln!(out, "    <testcase {name} time=\"{seconds:.3}\">");
        if let Some((message, text)) = failure {
            let (message, text) = (escaped(&message), escaped(&text));
            let _ = writeln!(
                out,
                "      <failure type=\"unsound\" message=\"{message}\">{text}</failure>"
            );
        }
        let _ = writeln!(out, "      <system-out>{}</system-out>", escaped(&output));
        out.push_str("    </testcase>\n");
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// The domain, the fifty-move rule and the families of the run as properties.
fn scope(run: &Run) -> String {
    let domain = domain_sentence(run.domain()).map(|sentence| ("domain", sentence));
    let applied = fifty_moves_sentence(run).map(|it| ("fifty-move rule", it.to_owned()));
    let families = run.families.iter().map(|family| ("family", family_line(family)));
    let property = |(name, value): (&str, String)| {
        format!("<property name=\"{name}\" value=\"{}\"/>", escaped(&value))
    };
    domain.into_iter().chain(applied).chain(families).map(property).collect()
}

/// The test cases of a rule.
fn cases(verdict: &Verdict) -> Vec<Case> {
    let class = format!("drawproof.{}", verdict.endgame);
    let name =
        |what: &str| format!("classname=\"{class}\" name=\"{}: {what}\"", escaped(&verdict.name));
    let total = verdict.total();
    let counts = counts(verdict);
    let incorrect = total.incorrect + verdict.en_passant.incorrect;
    // The claim about a colour-reversed position may be incorrect where the counted one is correct.
    let wrong = (incorrect > 0 || !verdict.counterexamples.is_empty()).then(|| {
        let examples: Vec<String> = verdict.counterexamples.iter().map(example).collect();
        let mut message = counted(incorrect, "incorrect claim", "incorrect claims");
        let classes = classes(verdict);
        if !classes.is_empty() {
            message += &format!(": {classes}");
        }
        (message, examples.join("\n"))
    });
    let asymmetric = total.asymmetric + verdict.en_passant.asymmetric;
    let unequal = (asymmetric > 0).then(|| {
        let answer = |fen: &str, claim: &str| format!("{fen}: {}", claimed(fen, claim));
        let pairs = verdict.asymmetries.iter().map(|pair| {
            let other = answer(&pair.other_fen, &pair.other_claim);
            format!("{}; {other}", answer(&pair.fen, &pair.claim))
        });
        let note = asymmetries_name_colours(verdict).then(|| REVERSED_CLAIMS.to_owned());
        let lines: Vec<String> = note.into_iter().chain(pairs).collect();
        (counted(asymmetric, "asymmetric answer", "asymmetric answers"), lines.join("\n"))
    });
    let case = |what, seconds, failure| Case {
        name: name(what),
        seconds,
        failure,
        output: counts.clone(),
    };
    vec![
        case("no incorrect claim", verdict.seconds, wrong),
        case("the same answer in symmetric positions", 0.0, unequal),
    ]
}

/// The counts of a rule, a line for each kind of claim that it makes other than draws.
fn counts(verdict: &Verdict) -> String {
    let total = verdict.total();
    let mut parts = vec![counted(total.positions, "position", "positions")];
    parts.extend(not_asked(verdict));
    parts.push(counted(total.draws, "draw", "draws"));
    if verdict.is_about_draws() {
        let share = spotted_share(&total.claims);
        parts.push(format!("{} spotted ({share})", grouped(total.spotted)));
        parts.push(format!("{} missed", grouped(total.missed)));
    }
    let mut lines = vec![parts.join(", ")];
    lines.extend(pardoned(verdict));
    lines.extend(kind_headlines(&total.claims));
    if verdict.claims_wins() {
        lines.push(COLOURS_MEAN.into());
    }
    lines.join("\n")
}

fn example(wrong: &Counterexample) -> String {
    let (class, claim) = (class_name(wrong.class), claimed(&wrong.fen, &wrong.claim));
    format!("{class}: {}: the rule claims {claim}, but {}", wrong.fen, refutation(wrong))
}
