//! GitHub workflow commands: annotations, at most ten, then a summary.

use std::fmt::Write;

use crate::{
    claim_words::{COLOURS_MEAN, incorrect_title, kind_headlines, not_asked, spotted},
    escape::{message, one_line, property},
    scope::{domain_sentence, family_line, fifty_moves_sentence, pardoned},
    words::{claimed, class_name, classes, faults, refutation},
};
use drawproof_verifier::{Run, Verdict};

/// GitHub shows at most ten annotations of a step.
const ANNOTATIONS_MAX: usize = 10;

/// The run as workflow commands, followed by a summary: a line a rule, and one for each kind of
/// claim that it makes other than draws.
pub fn github(run: &Run) -> String {
    let mut out = annotated(annotations(run));
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

/// An annotation: its level (`error`, `warning`, `notice`), title and text.
pub type Annotation = (&'static str, String, String);

/// The first annotations as workflow commands.
pub fn annotated(annotations: Vec<Annotation>) -> String {
    let shown = annotations.into_iter().take(ANNOTATIONS_MAX);
    let command = |(level, title, text): Annotation| {
        format!("::{level} title={}::{}\n", property(&title), message(&text))
    };
    shown.map(command).collect()
}

/// The elements of several lists, of each list in turn, so that no list hides another one.
pub fn in_turn<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        all.extend(lists.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}

/// The annotations of each rule in turn.
fn annotations(run: &Run) -> Vec<Annotation> {
    let of_rule = |verdict: &Verdict| -> Vec<Annotation> {
        let wrong = verdict.counterexamples.iter().map(|wrong| {
            let class = class_name(wrong.class);
            let title = format!("{}: {} ({class})", verdict.endgame, incorrect_title(wrong));
            ("error", title, format!("{}\n{}", wrong.fen, refutation(wrong)))
        });
        let unequal = verdict.asymmetries.iter().map(|pair| {
            let title = format!("{}: answers differ in symmetric positions", verdict.endgame);
            let answer = |fen: &str, claim: &str| format!("{fen}: {}", claimed(fen, claim));
            let answers = answer(&pair.fen, &pair.claim);
            ("error", title, format!("{answers}\n{}", answer(&pair.other_fen, &pair.other_claim)))
        });
        wrong.chain(unequal).collect()
    };
    in_turn(run.verdicts.iter().map(of_rule).collect())
}
