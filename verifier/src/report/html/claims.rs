//! The claims of a rule by kind and by true result.

use std::fmt::Write;

use super::table::{Cell, table};
use crate::{
    judge::Verdict,
    report::claim_words::{
        COLOURS_MEAN, KIND_HEAD, POSSIBLE_MEANS, TRUTH_HEAD, kind_rows, truth_rows,
    },
};

/// The tables of claims; nothing if all claims are draws.
pub(super) fn claims(out: &mut String, verdict: &Verdict) {
    if !verdict.claims_wins() {
        return;
    }
    let claims = verdict.total().claims;
    let _ = writeln!(out, "<h3>Claims</h3>\n<p class=\"note\">{COLOURS_MEAN} {POSSIBLE_MEANS}</p>");
    // Red where a claim is wrong.
    let kind_row = |[name, made, right, wrong, possible, share]: [String; 6]| {
        let wrong = if wrong == "0" { Cell::Number(wrong) } else { Cell::Wrong(wrong) };
        let [made, right, possible, share] = [made, right, possible, share].map(Cell::Number);
        vec![Cell::Title(name), made, right, wrong, possible, share]
    };
    let rows: Vec<Vec<Cell>> = kind_rows(&claims).into_iter().map(kind_row).collect();
    table(out, &KIND_HEAD, &rows);
    let truth_row = |[name, white, draw, black]: [String; 4]| {
        let [white, draw, black] = [white, draw, black].map(Cell::Number);
        vec![Cell::Title(name), white, draw, black]
    };
    let rows: Vec<Vec<Cell>> = truth_rows(&claims).into_iter().map(truth_row).collect();
    table(out, &TRUTH_HEAD, &rows);
}
