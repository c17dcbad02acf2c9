//! The boards of answers.

use drawproof_report::{
    escape::escaped,
    html::frame::{badge, game},
};
use drawproof_verifier::Line;

use crate::{
    judgement::Worst,
    record::ChangedAnswer,
    report::{
        changes_words,
        words::{answered, line_from, moves, truth},
    },
};

/// The worst answers, each with score, truth and moves.
pub(super) fn worst(out: &mut String, worst: &[Worst]) {
    if worst.is_empty() {
        return;
    }
    out.push_str("<h3>Worst answers</h3>\n<p class=\"note\">Of all classes. The squares of the ");
    out.push_str("engine's move are marked.</p>\n<div class=\"boards games\">\n");
    for it in worst {
        let is_right = it.told.as_ref() == Some(&it.truth);
        let lead = format!(
            "<p>{}</p><p class=\"big\">{}</p><p>{}</p>",
            badge(is_right, &escaped(&answered(it))),
            escaped(&truth(it)),
            escaped(&moves(it))
        );
        let (played, class) = (it.played.as_deref().unwrap_or(""), it.class.replace('-', " "));
        game(out, &it.fen, played, &lead, &class, &shown_line(&it.fen, &it.line));
    }
    out.push_str("</div>\n");
}

/// A position with both answers.
pub(super) fn changed(out: &mut String, it: &ChangedAnswer) {
    let lead = format!("<p>{}</p>", escaped(&changes_words::changed(it)));
    let (played, class) = (it.new_move.as_deref().unwrap_or(""), it.class.replace('-', " "));
    game(out, &it.fen, played, &lead, &class, &shown_line(&it.fen, &it.line));
}

/// As many plies of a line as a page shows as boards.
fn shown_line(fen: &str, moves: &[String]) -> Line {
    /// The most of them.
    const PLIES_MAX: usize = 15;
    let mut line = line_from(fen, moves);
    line.uci.truncate(PLIES_MAX);
    line.san.truncate(PLIES_MAX);
    line.fens.truncate(PLIES_MAX);
    line
}
