//! The section of the page about one rule.

use std::fmt::Write;

use super::{svg, tuning};
use crate::{
    judge::{Counterexample, Tally, Verdict},
    report::{
        words::{faults, grouped, numbered, outcome, percent, white_to_move},
        xml::escaped,
    },
    tune::Tuning,
};

pub(super) fn recognizer(out: &mut String, verdict: &Verdict, report: Option<&Tuning>) {
    let (endgame, name) = (escaped(&verdict.endgame), escaped(&verdict.name));
    let badge = match faults(verdict) {
        None => "<span class=\"badge ok\">✓ sound</span>".to_owned(),
        Some(faults) => format!("<span class=\"badge no\">✗ {faults}</span>"),
    };
    let _ =
        writeln!(out, "<section id=\"{endgame}\">\n<div class=\"head\"><h2>{endgame}</h2>{badge}");
    let _ = writeln!(out, "</div>\n<p class=\"soft\">{name}</p>");
    figures(out, verdict);
    counterexamples(out, verdict);
    asymmetries(out, verdict);
    counts(out, verdict);
    patterns(out, verdict);
    if let Some(report) = report {
        tuning::tuning(out, verdict, report);
    }
    missed(out, verdict);
    heat_maps(out, verdict);
    out.push_str("</section>\n");
}

/// The most important figures.
fn figures(out: &mut String, verdict: &Verdict) {
    let total = verdict.total();
    let figures = [
        (percent(total.spotted, total.draws), "of the draws spotted"),
        (grouped(total.draws), "draws"),
        (grouped(total.missed), "missed"),
        (grouped(total.incorrect + verdict.en_passant.incorrect), "incorrect"),
        (grouped(total.positions), "positions"),
        (format!("{:.1} ns", verdict.nanoseconds_per_call), "a call"),
    ];
    out.push_str("<div class=\"figures\">");
    for (figure, what) in figures {
        let _ = write!(out, "<div><b>{figure}</b><span>{what}</span></div>");
    }
    out.push_str("</div>\n");
}

fn counts(out: &mut String, verdict: &Verdict) {
    out.push_str("<h3>Counts</h3>\n<div class=\"wide\"><table><tr><th></th>");
    for name in ["positions", "draws", "decisive", "spotted", "missed", "incorrect", "asymmetric"] {
        let _ = write!(out, "<th>{name}</th>");
    }
    out.push_str("</tr>\n");
    let mut row = |name: &str, tally: &Tally| {
        let counts = [
            tally.positions,
            tally.draws,
            tally.decisive,
            tally.spotted,
            tally.missed,
            tally.incorrect,
            tally.asymmetric,
        ];
        let _ = write!(out, "<tr><td>{name}</td>");
        for count in counts {
            let _ = write!(out, "<td>{}</td>", grouped(count));
        }
        out.push_str("</tr>\n");
    };
    row("White to move", &verdict.sides[0]);
    row("Black to move", &verdict.sides[1]);
    if verdict.en_passant.positions > 0 {
        row("with en passant", &verdict.en_passant);
    }
    out.push_str("</table></div>\n");
}

fn patterns(out: &mut String, verdict: &Verdict) {
    if verdict.patterns.is_empty() {
        return;
    }
    out.push_str("<h3>Patterns</h3>\n<p class=\"note\">Unique wins protected: decisive positions ");
    out.push_str(
        "that only this pattern keeps from being claimed drawn. Unique draws cost: draws that ",
    );
    out.push_str(
        "only this pattern keeps from being spotted.</p>\n<div class=\"wide\"><table><tr>",
    );
    out.push_str("<th>pattern</th><th>matched</th><th>unique wins<br/>protected</th>");
    out.push_str("<th>unique draws<br/>cost</th><th class=\"t\">meaning</th></tr>\n");
    for pattern in &verdict.patterns {
        let counts =
            [pattern.matched, pattern.only_guard_of_decisive, pattern.only_blocker_of_draws];
        let [matched, protected, cost] = counts.map(grouped);
        let (id, meaning) = (escaped(&pattern.name.id), escaped(&pattern.name.says));
        let _ = writeln!(
            out,
            "<tr><td><code>{id}</code></td><td>{matched}</td><td>{protected}</td><td>{cost}</td>\
             <td class=\"t\">{meaning}</td></tr>"
        );
    }
    out.push_str("</table></div>\n");
}

/// The side to move, in words.
fn to_move(fen: &str) -> &'static str {
    if white_to_move(fen) { "White to move" } else { "Black to move" }
}

fn counterexamples(out: &mut String, verdict: &Verdict) {
    if verdict.counterexamples.is_empty() {
        return;
    }
    out.push_str("<h3>Counterexamples</h3>\n<p class=\"note\">Quickest mate first, one of each ");
    out.push_str("symmetry class.</p>\n<div class=\"boards games\">\n");
    for wrong in &verdict.counterexamples {
        counterexample(out, wrong);
    }
    out.push_str("</div>\n");
}

/// An incorrect claim: one board with claim and result, then the line as a strip of boards.
fn counterexample(out: &mut String, wrong: &Counterexample) {
    let result = outcome(&wrong.fen, &wrong.truth, wrong.dtm);
    let claimed = outcome(&wrong.fen, &wrong.claim, None);
    let _ = write!(
        out,
        "<figure class=\"game\"><div class=\"lead\">{}<div><p><span class=\"badge no\">claimed \
         {claimed}</span></p><p class=\"big\">{result}</p><p class=\"soft\">{}</p><p><code>{}</code></p>",
        svg::board(&wrong.fen, &[]),
        to_move(&wrong.fen),
        escaped(&wrong.fen)
    );
    out.push_str("</div></div>");
    if !wrong.line.san.is_empty() {
        let line = numbered(&wrong.line.san, white_to_move(&wrong.fen));
        let _ = write!(out, "<details><summary>Play through: {line}</summary>");
        out.push_str("<div class=\"strip\" tabindex=\"0\">");
        let plies = wrong.line.uci.iter().zip(&wrong.line.san).zip(&wrong.line.fens);
        let begins = usize::from(!white_to_move(&wrong.fen));
        for (ply, ((uci, san), fen)) in plies.enumerate() {
            let at = ply + begins;
            let number = at / 2 + 1;
            let dots = if at.is_multiple_of(2) { "." } else { "..." };
            let marks = [uci.get(..2).unwrap_or(""), uci.get(2..4).unwrap_or("")];
            let board = svg::board(fen, &marks);
            let _ = write!(
                out,
                "<figure>{board}<figcaption>{number}{dots} {san}</figcaption></figure>"
            );
        }
        out.push_str("</div></details>");
    }
    out.push_str("</figure>\n");
}

fn asymmetries(out: &mut String, verdict: &Verdict) {
    if verdict.asymmetries.is_empty() {
        return;
    }
    out.push_str("<h3>Symmetric positions, different answers</h3>\n<p class=\"note\">The second ");
    out.push_str("position is the first mirrored, or with colours reversed. The claims should ");
    out.push_str("be equal.</p>\n<div class=\"boards\">\n");
    let claim = |claim: &str| if claim == "-" { "no claim".to_owned() } else { escaped(claim) };
    for pair in &verdict.asymmetries {
        out.push_str("<figure class=\"pair\">");
        for (fen, claimed) in [(&pair.fen, &pair.claim), (&pair.other_fen, &pair.other_claim)] {
            let _ = write!(
                out,
                "<div>{}<figcaption><b>{}</b>, {}<code>{}</code></figcaption></div>",
                svg::board(fen, &[]),
                claim(claimed),
                to_move(fen),
                escaped(fen)
            );
        }
        out.push_str("</figure>\n");
    }
    out.push_str("</div>\n");
}

fn missed(out: &mut String, verdict: &Verdict) {
    if verdict.missed.is_empty() {
        return;
    }
    out.push_str(
        "<h3>Missed draws</h3>\n<p class=\"note\">A sample: draws that the rule does not ",
    );
    out.push_str("claim, and the patterns that match.</p>\n<div class=\"boards\">\n");
    for example in &verdict.missed {
        let _ = write!(
            out,
            "<figure>{}<figcaption>{}",
            svg::board(&example.fen, &[]),
            to_move(&example.fen)
        );
        let names = verdict.patterns.iter().enumerate();
        let matching = names.filter(|(bit, _)| example.patterns >> bit & 1 != 0);
        out.push_str("<div class=\"chips\">");
        for (_, pattern) in matching {
            let _ = write!(out, "<span class=\"chip\">{}</span>", escaped(&pattern.name.id));
        }
        let _ = writeln!(out, "</div><code>{}</code></figcaption></figure>", escaped(&example.fen));
    }
    out.push_str("</div>\n");
}

fn heat_maps(out: &mut String, verdict: &Verdict) {
    if verdict.total().missed == 0 {
        return;
    }
    out.push_str("<h3>Where the men stand in missed draws</h3>\n<p class=\"note\">The darker a ");
    out.push_str(
        "square, the more missed draws have the man there. White is the strong side; the ",
    );
    out.push_str("whole board is shown.</p>\n<div class=\"boards maps\">\n");
    for heat in &verdict.heat {
        let man = heat.man;
        let side = if man.is_uppercase() { "White" } else { "Black" };
        let name = match man.to_ascii_uppercase() {
            'K' => "king",
            'Q' => "queen",
            'R' => "rook",
            'B' => "bishop",
            'N' => "knight",
            _ => "pawn",
        };
        let (map, piece) = (svg::heat(man, &heat.squares), svg::piece(man));
        let _ =
            writeln!(out, "<figure>{map}<figcaption>{piece}{side}'s {name}</figcaption></figure>");
    }
    out.push_str("</div>\n");
}
