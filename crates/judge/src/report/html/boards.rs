//! The boards of the worst answers.

use std::fmt::Write;

use drawproof_report::{
    html::{
        position::{analysis, play_through, to_move},
        svg,
    },
    xml::escaped,
};
use drawproof_verifier::Line;

use crate::{
    judgement::Worst,
    report::words::{answered, line_of, moves, truth},
};

/// The plies of a line that a page shows as boards.
const PLIES_MAX: usize = 15;

/// The worst answers as boards.
pub(super) fn worst(out: &mut String, worst: &[Worst]) {
    if worst.is_empty() {
        return;
    }
    out.push_str("<h3>Worst answers</h3>\n<p class=\"note\">Of all classes. The squares of the ");
    out.push_str("engine's move are marked.</p>\n<div class=\"boards games\">\n");
    worst.iter().for_each(|it| one(out, it));
    out.push_str("</div>\n");
}

/// One board with score, truth and moves, then the line as a strip of boards.
fn one(out: &mut String, worst: &Worst) {
    let played = worst.played.as_deref().unwrap_or("");
    let marks = [played.get(..2).unwrap_or(""), played.get(2..4).unwrap_or("")];
    let is_right = worst.told.as_ref() == Some(&worst.truth);
    let _ = write!(
        out,
        "<figure class=\"game\"><div class=\"lead\">{}<div><p><span class=\"badge {}\">{}</span></p>\
         <p class=\"big\">{}</p><p>{}</p><p class=\"soft\">{}, {}</p><p><code>{}</code></p>\
         <p>{}</p></div></div>",
        svg::board(&worst.fen, &marks),
        if is_right { "ok" } else { "no" },
        escaped(&answered(worst)),
        escaped(&truth(worst)),
        escaped(&moves(worst)),
        to_move(&worst.fen),
        escaped(&worst.class.replace('-', " ")),
        escaped(&worst.fen),
        analysis(&worst.fen)
    );
    play_through(out, &worst.fen, &begin_of(line_of(worst)));
    out.push_str("</figure>\n");
}

/// The first plies of a line.
pub(super) fn begin_of(mut line: Line) -> Line {
    line.uci.truncate(PLIES_MAX);
    line.san.truncate(PLIES_MAX);
    line.fens.truncate(PLIES_MAX);
    line
}
