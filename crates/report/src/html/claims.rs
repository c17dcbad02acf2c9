//! The claims of a rule by kind and by true result.

use std::fmt::Write;

use super::table::{Cell, table};
use drawproof_verifier::{ClaimKind, Verdict};

use crate::{
    claim_words::{KIND_HEAD, POSSIBLE_MEANS, TRUTH_HEAD, kind_rows, truth_rows},
    words::grouped,
};

/// The tables of claims; nothing if all claims are draws.
pub(super) fn claims(out: &mut String, verdict: &Verdict) {
    if !verdict.claims_wins() {
        return;
    }
    let claims = verdict.total().claims;
    let _ = writeln!(out, "<h3>Claims</h3>\n<p class=\"note\">{POSSIBLE_MEANS}</p>");
    // Red where a claim is wrong.
    let kind_row = |[name, made, right, wrong, possible, share]: [String; 6]| {
        let wrong = if wrong == "0" { Cell::Number(wrong) } else { Cell::Wrong(wrong) };
        let [made, right, possible, share] = [made, right, possible, share].map(Cell::Number);
        vec![Cell::Title(name), made, right, wrong, possible, share]
    };
    let rows: Vec<Vec<Cell>> = kind_rows(&claims).into_iter().map(kind_row).collect();
    table(out, &KIND_HEAD, &rows);
    out.push_str("<h3>Claims by true result</h3>\n");
    let truth_row = |[name, white, draw, black]: [String; 4]| {
        let [white, draw, black] = [white, draw, black].map(Cell::Number);
        vec![Cell::Title(name), white, draw, black]
    };
    let rows: Vec<Vec<Cell>> = truth_rows(&claims).into_iter().map(truth_row).collect();
    table(out, &TRUTH_HEAD, &rows);
    by_side(out, verdict);
}

/// The claims made by side to move.
fn by_side(out: &mut String, verdict: &Verdict) {
    let mut columns =
        vec![("White to move", &verdict.sides[0]), ("Black to move", &verdict.sides[1])];
    if verdict.en_passant.positions + verdict.en_passant.not_asked > 0 {
        columns.push(("with en passant", &verdict.en_passant));
    }
    let row = |kind: ClaimKind| {
        let made = columns.iter().map(|(_, tally)| grouped(tally.claims.kind(kind).made));
        let title = Cell::Title(kind.name().into());
        std::iter::once(title).chain(made.map(Cell::Number)).collect()
    };
    let kinds = verdict.total_with_en_passant().claims.kinds_made();
    let rows: Vec<Vec<Cell>> = kinds.into_iter().map(row).collect();
    let head: Vec<&str> =
        std::iter::once("claims made").chain(columns.iter().map(|(name, _)| *name)).collect();
    out.push_str("<h3>Claims by side to move</h3>\n");
    table(out, &head, &rows);
}
