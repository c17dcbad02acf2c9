//! GitHub workflow commands: annotations, at most ten, then a summary.

use std::fmt::Write;

use crate::{
    claim_words::{COLOURS_MEAN, incorrect_title, kind_headlines, not_asked, spotted},
    scope::{domain_sentence, family_line, fifty_moves_sentence, pardoned},
    words::{claimed, class_name, classes, faults, refutation},
};
use drawproof_verifier::{Run, Verdict};

/// GitHub shows at most ten annotations of a step.
const ANNOTATIONS_MAX: usize = 10;

/// The run as workflow commands, followed by a summary: a line a rule, and one for each kind of
/// claim that it makes other than draws.
pub fn github(run: &Run) -> String {
    let annotations = annotations(run);
    let mut out = String::new();
    for (title, text) in annotations.iter().take(ANNOTATIONS_MAX) {
        let _ = writeln!(out, "::error title={}::{}", property(title), message(text));
    }
    for verdict in &run.verdicts {
        let claims = verdict.total().claims;
        let verdict_in_words = match (faults(verdict), classes(verdict)) {
            (None, _) => "sound".into(),
            (Some(faults), classes) if classes.is_empty() => faults,
            (Some(faults), classes) => format!("{faults} ({classes})"),
        };
        let mut parts = vec![verdict_in_words];
        parts.extend(not_asked(verdict));
        parts.extend(spotted(&claims));
        let name = one_line(&verdict.name);
        let _ = writeln!(out, "{} {name}: {}", verdict.endgame, parts.join(", "));
        if let Some(pardoned) = pardoned(verdict) {
            let _ = writeln!(out, "{} {}", verdict.endgame, one_line(&pardoned));
        }
        for headline in kind_headlines(&claims) {
            let _ = writeln!(out, "{} {headline}", verdict.endgame);
        }
    }
    if run.verdicts.iter().any(Verdict::claims_wins) {
        let _ = writeln!(out, "{COLOURS_MEAN}");
    }
    for family in &run.families {
        let _ = writeln!(out, "{}", one_line(&family_line(family)));
    }
    let _ = writeln!(out, "{} counting: {}", run.counting, run.counting.sentence());
    if let Some(domain) = domain_sentence(run.domain()) {
        let _ = writeln!(out, "{domain}");
    }
    if let Some(applied) = fifty_moves_sentence(run) {
        let _ = writeln!(out, "{applied}");
    }
    out
}

/// The title and the text of each annotation: of each rule in turn, so that no rule with many
/// examples hides another one.
fn annotations(run: &Run) -> Vec<(String, String)> {
    let of_rule = |verdict: &Verdict| -> Vec<(String, String)> {
        let wrong = verdict.counterexamples.iter().map(|wrong| {
            let class = class_name(wrong.class);
            let title = format!("{}: {} ({class})", verdict.endgame, incorrect_title(wrong));
            (title, format!("{}\n{}", wrong.fen, refutation(wrong)))
        });
        let unequal = verdict.asymmetries.iter().map(|pair| {
            let title = format!("{}: answers differ in symmetric positions", verdict.endgame);
            let answer = |fen: &str, claim: &str| format!("{fen}: {}", claimed(fen, claim));
            let answers = answer(&pair.fen, &pair.claim);
            (title, format!("{answers}\n{}", answer(&pair.other_fen, &pair.other_claim)))
        });
        wrong.chain(unequal).collect()
    };
    let rules: Vec<_> = run.verdicts.iter().map(of_rule).collect();
    let most = rules.iter().map(Vec::len).max().unwrap_or(0);
    let turns = (0..most).flat_map(|turn| rules.iter().filter_map(move |rule| rule.get(turn)));
    turns.cloned().collect()
}

/// `text` on one line, so that no line of it begins a workflow command.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The escapes of a workflow command's message.
pub fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The escapes of a workflow command's property.
pub fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
