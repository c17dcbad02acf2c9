//! Sentences of the report about differences, shared by text and Markdown.

use super::words::{class_name, numbered, outcome, white_to_move};
use crate::record::{Changed, Label};

/// The label as people read it.
pub(super) fn label_name(label: Label) -> &'static str {
    match label {
        Label::NewlyIncorrect => "newly incorrect",
        Label::Corrected => "corrected",
        Label::Lost => "lost",
        Label::Gained => "gained",
    }
}

/// What the examples of a label are.
pub(super) fn title(label: Label) -> &'static str {
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
pub(super) fn claims(changed: &Changed) -> String {
    let claim = |claim: &str| outcome(&changed.fen, claim, None);
    let claims = format!("old: {}; new: {}", claim(&changed.old), claim(&changed.new));
    match changed.class {
        None => claims,
        Some(class) => {
            let truth = outcome(&changed.fen, &changed.truth, changed.dtm);
            format!("{claims}; {}: {truth}", class_name(class))
        }
    }
}

/// The line to mate, if there is one.
pub(super) fn proof(changed: &Changed) -> Option<String> {
    let line = numbered(&changed.line.san, white_to_move(&changed.fen));
    (!line.is_empty()).then_some(line)
}
