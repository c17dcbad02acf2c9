//! The section of the page about one rule.

use std::fmt::Write;

use super::{
    svg,
    table::{Cell, table},
    tuning,
    wrong::{wrong, wrong_and_claims},
};
use crate::{
    judge::{Counterexample, Tally, Verdict},
    report::{
        words::{class_name, faults, grouped, numbered, outcome, percent, white_to_move},
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
    wrong(out, verdict);
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

/// The most important figures: of a refuted rule first what is wrong.
fn figures(out: &mut String, verdict: &Verdict) {
    let total = verdict.total();
    out.push_str("<div class=\"figures\">");
    let (wrong, claims) = wrong_and_claims(verdict);
    if wrong > 0 {
        for (figure, what) in [
            (percent(wrong, claims), "of the claims are wrong"),
            (grouped(wrong), if wrong == 1 { "wrong claim" } else { "wrong claims" }),
        ] {
            let _ = write!(out, "<div class=\"lead no\"><b>{figure}</b><span>{what}</span></div>");
        }
    }
    let figures = [
        (percent(total.spotted, total.draws), "of the draws spotted"),
        (grouped(total.draws), "draws"),
        (grouped(total.missed), "missed"),
        (grouped(total.positions), "positions"),
        (format!("{:.1} ns", verdict.nanoseconds_per_call), "a call"),
    ];
    for (figure, what) in figures {
        let _ = write!(out, "<div><b>{figure}</b><span>{what}</span></div>");
    }
    out.push_str("</div>\n");
}

fn counts(out: &mut String, verdict: &Verdict) {
    out.push_str("<h3>Counts</h3>\n");
    let row = |name: &str, tally: &Tally| {
        let counts = [
            tally.positions,
            tally.draws,
            tally.decisive,
            tally.spotted,
            tally.missed,
            tally.incorrect,
            tally.asymmetric,
        ];
        let title = std::iter::once(Cell::Title(name.into()));
        title.chain(counts.map(|count| Cell::Number(grouped(count)))).collect()
    };
    let mut rows: Vec<Vec<Cell>> =
        vec![row("White to move", &verdict.sides[0]), row("Black to move", &verdict.sides[1])];
    if verdict.en_passant.positions > 0 {
        rows.push(row("with en passant", &verdict.en_passant));
    }
    let head =
        ["", "positions", "draws", "decisive", "spotted", "missed", "incorrect", "asymmetric"];
    table(out, &head, &rows);
}

fn patterns(out: &mut String, verdict: &Verdict) {
    if verdict.patterns.is_empty() {
        return;
    }
    out.push_str("<h3>Patterns</h3>\n<p class=\"note\">Unique wins protected: decisive positions ");
    out.push_str(
        "that only this pattern keeps from being claimed drawn. Unique draws cost: draws that ",
    );
    out.push_str("only this pattern keeps from being spotted.</p>\n");
    let row = |pattern: &crate::judge::PatternTally| {
        let counts =
            [pattern.matched, pattern.only_guard_of_decisive, pattern.only_blocker_of_draws];
        let mut row = vec![Cell::Code(pattern.name.id.clone())];
        row.extend(counts.map(|count| Cell::Number(grouped(count))));
        row.push(Cell::Text(pattern.name.says.clone()));
        row
    };
    let rows: Vec<Vec<Cell>> = verdict.patterns.iter().map(row).collect();
    let head = ["pattern", "matched", "unique wins protected", "unique draws cost", "meaning"];
    table(out, &head, &rows);
}

/// The side to move, in words.
fn to_move(fen: &str) -> &'static str {
    if white_to_move(fen) { "White to move" } else { "Black to move" }
}

/// A link to the position on an analysis board.
fn analysis(fen: &str) -> String {
    let place = fen.replace(' ', "_");
    format!(
        "<a class=\"analysis\" rel=\"noopener noreferrer\" \
         href=\"https://lichess.org/analysis/standard/{}\">analysis board</a>",
        escaped(&place)
    )
}

fn counterexamples(out: &mut String, verdict: &Verdict) {
    if verdict.counterexamples.is_empty() {
        return;
    }
    out.push_str(
        "<h3>Counterexamples</h3>\n<p class=\"note\">Of all classes, distances to mate and ",
    );
    out.push_str("groups of like positions; quiet positions first.</p>\n");
    out.push_str("<div class=\"boards games\">\n");
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
         {claimed}</span></p><p class=\"big\">{result}</p><p class=\"soft\">{}, {}</p>\
         <p><code>{}</code></p><p>{}</p>",
        svg::board(&wrong.fen, &[]),
        to_move(&wrong.fen),
        class_name(wrong.class),
        escaped(&wrong.fen),
        analysis(&wrong.fen)
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
                "<div>{}<figcaption><b>{}</b>, {}<code>{}</code>{}</figcaption></div>",
                svg::board(fen, &[]),
                claim(claimed),
                to_move(fen),
                escaped(fen),
                analysis(fen)
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
        let _ = writeln!(
            out,
            "</div><code>{}</code>{}</figcaption></figure>",
            escaped(&example.fen),
            analysis(&example.fen)
        );
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
