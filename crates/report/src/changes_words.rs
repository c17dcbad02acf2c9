//! Sentences of the report about differences, shared by text and Markdown.

use crate::words::{
    claimed, class_name, counted, grouped, numbered, white_to_move, within_fifty_moves,
};
use drawproof_verifier::{Change, Changed, ClaimKind, Diff, KindChange, Label};

/// The label as people read it.
pub(crate) fn label_name(label: Label) -> &'static str {
    match label {
        Label::NewlyIncorrect => "newly incorrect",
        Label::Corrected => "corrected",
        Label::Lost => "lost",
        Label::Gained => "gained",
    }
}

/// What the examples of a label are.
pub(crate) fn title(label: Label) -> &'static str {
    match label {
        Label::NewlyIncorrect => {
            "newly incorrect: positions about which only the new rule's claim is wrong"
        }
        Label::Corrected => "corrected: positions about which only the old rule's claim is wrong",
        Label::Lost => "lost: right claims that only the old rule makes",
        Label::Gained => "gained: right claims that only the new rule makes",
    }
}

/// Both claims, and the truth where one is incorrect:
/// `old: no claim; new: a draw; quiet: White mates in 3 (5 plies)`.
pub(crate) fn claims(changed: &Changed) -> String {
    let claim = |claim: &str| claimed(&changed.fen, claim);
    let claims = format!("old: {}; new: {}", claim(&changed.old), claim(&changed.new));
    match changed.class {
        None => claims,
        Some(class) => {
            let is_cursed = changed.fifty.is_some();
            let truth = within_fifty_moves(&changed.fen, &changed.truth, changed.dtm, is_cursed);
            format!("{claims}; {}: {truth}", class_name(class))
        }
    }
}

/// The line to mate, if there is one.
pub(crate) fn proof(changed: &Changed) -> Option<String> {
    let line = numbered(&changed.line.san, white_to_move(&changed.fen));
    (!line.is_empty()).then_some(line)
}

/// The right claims that one rule gains over the other: `1,000 draws`, or where other claims are
/// made `1,234 claims (1,000 draws, 234 'White cannot win')`.
pub(crate) fn right_claims(diff: &Diff, change: &Change) -> String {
    if !diff.has_other_than_draws() {
        return counted(change.draws, "draw", "draws");
    }
    let of_kinds = kinds(change, |change| change.right);
    format!("{}{of_kinds}", counted(change.claims, "claim", "claims"))
}

/// The incorrect claims that only one rule makes: `12 claims`, or where other claims than draws are
/// made `12 claims (12 'White cannot win')`.
pub(crate) fn incorrect_claims(diff: &Diff, change: &Change) -> String {
    let claims = counted(change.incorrect, "claim", "claims");
    if !diff.has_other_than_draws() {
        return claims;
    }
    format!("{claims}{}", kinds(change, |change| change.incorrect))
}

/// A count of each kind of claim, in parentheses; empty if there is none.
fn kinds(change: &Change, count: impl Fn(KindChange) -> u64) -> String {
    let counts = change.kinds_changed().map(|(kind, change)| (kind, count(change)));
    let counts = counts.filter(|(_, count)| *count > 0);
    let part = |(kind, count): (ClaimKind, u64)| match kind {
        ClaimKind::Draw => counted(count, "draw", "draws"),
        _ => format!("{} '{}'", grouped(count), kind.name()),
    };
    let parts: Vec<String> = counts.map(part).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
