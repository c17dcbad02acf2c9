//! The section of the page about one rule.

use std::fmt::Write;

use super::{
    claims::{claims, reason_tables, sides, wrong, wrong_and_claims},
    frame::{self, analysis, badge, game, numbers, to_move},
    svg, tuning,
};
use drawproof_verifier::{Counterexample, Verdict, tune::Tuning};

use crate::{
    escape::escaped,
    notes::notes,
    verdicts::{
        REVERSED_CLAIMS, asymmetries_name_colours, draws, listed_counts, other_kinds, sound,
        spotted_share, titled,
    },
    words::{claimed, class_name, duration, faults, grouped, percent, result_in_words},
};

pub(super) fn recognizer(out: &mut String, verdict: &Verdict, report: Option<&Tuning>) {
    let (endgame, name) = (escaped(&verdict.endgame), escaped(&verdict.name));
    let badge = match faults(verdict) {
        None => badge(true, &format!("✓ {}", sound(verdict))),
        Some(faults) => badge(false, &format!("✗ {faults}")),
    };
    let _ =
        writeln!(out, "<section id=\"{endgame}\">\n<div class=\"head\"><h2>{endgame}</h2>{badge}");
    let _ = writeln!(out, "</div>\n<p class=\"soft\">{name}</p>");
    figures(out, verdict);
    claims(out, verdict);
    wrong(out, verdict);
    counterexamples(out, verdict);
    asymmetries(out, verdict);
    counts(out, verdict);
    reason_tables(out, verdict);
    if let Some(report) = report {
        tuning::tuning(out, verdict, report);
    }
    if verdict.is_about_draws() {
        missed(out, verdict);
        heat_maps(out, verdict);
    }
    out.push_str("</section>\n");
}

/// Writes the most important figures, those of wrong claims first.
fn figures(out: &mut String, verdict: &Verdict) {
    let total = verdict.total();
    let mut leading = Vec::new();
    let (wrong, claims) = wrong_and_claims(verdict);
    if wrong > 0 {
        leading.push((percent(wrong, claims), "of the claims are wrong"));
        leading.push((grouped(wrong), if wrong == 1 { "wrong claim" } else { "wrong claims" }));
    }
    let [_, draws] = draws(verdict.truth);
    let mut figures = Vec::new();
    if verdict.is_about_draws() {
        figures.push((spotted_share(&total.claims), format!("of the {draws} spotted")));
    }
    for (kind, counts) in other_kinds(&total.claims) {
        let share = percent(counts.right, counts.possible);
        figures.push((share, format!("'{}' where it is true", kind.name())));
    }
    figures.push((grouped(total.draws), draws.into()));
    if verdict.is_about_draws() {
        figures.push((grouped(total.missed), "missed".into()));
    }
    figures.push((grouped(total.positions), "positions".into()));
    let not_asked = verdict.total_with_en_passant().not_asked;
    if not_asked > 0 {
        figures.push((grouped(not_asked), "not asked about".into()));
    }
    figures.push((duration(verdict.nanoseconds_per_call), "a call".into()));
    frame::figures(out, &leading, &figures);
}

fn counts(out: &mut String, verdict: &Verdict) {
    out.push_str("<h3>Counts</h3>\n");
    let columns = listed_counts(verdict, false);
    let mut rows = vec![titled("", columns.iter().map(|(name, _)| name))];
    for (name, tally) in sides(verdict) {
        rows.push(titled(name, columns.iter().map(|(_, count)| grouped(count(tally)))));
    }
    numbers(out, &rows, None);
    for note in notes(verdict) {
        let _ = writeln!(out, "<p class=\"note\">{}.</p>", escaped(&note));
    }
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

/// Writes an incorrect claim: a board with claim and result, then the line as a strip of boards.
fn counterexample(out: &mut String, wrong: &Counterexample) {
    let claimed = badge(false, &format!("claims {}", claimed(&wrong.fen, &wrong.claim)));
    let lead = format!("<p>{claimed}</p><p class=\"big\">{}</p>", result_in_words(wrong));
    game(out, &wrong.fen, "", &lead, class_name(wrong.class), &wrong.line);
}

fn asymmetries(out: &mut String, verdict: &Verdict) {
    if verdict.asymmetries.is_empty() {
        return;
    }
    out.push_str("<h3>Symmetric positions, different answers</h3>\n<p class=\"note\">The second ");
    out.push_str("position is the first mirrored, or with colours reversed. The claims should ");
    let note = if asymmetries_name_colours(verdict) { REVERSED_CLAIMS } else { "" };
    let _ = writeln!(out, "be equal. {note}</p>\n<div class=\"boards\">");
    for pair in &verdict.asymmetries {
        out.push_str("<figure class=\"pair\">");
        for (fen, claim) in [(&pair.fen, &pair.claim), (&pair.other_fen, &pair.other_claim)] {
            let _ = write!(
                out,
                "<div>{}<figcaption><b>{}</b>, {}<code>{}</code>{}</figcaption></div>",
                svg::board(fen, &[]),
                claimed(fen, claim),
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
        out.push_str("<div class=\"chips\">");
        for pattern in &example.patterns {
            let _ = write!(out, "<span class=\"chip\">{}</span>", escaped(pattern));
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
