//! The claims of a rule by kind and by true result, and its reasons: branches and exceptions.

use std::fmt::Write;

use super::frame::{Cell, table};
use drawproof_verifier::{ClaimKind, PatternTally, Role, Verdict};

use crate::{
    claim_words::{
        BRANCH_HEAD, BRANCHES_MEAN, EXCEPTION_HEAD, KIND_HEAD, POSSIBLE_MEANS, TRUTH_HEAD,
        branch_counts, exception_counts, exceptions_name, kind_rows, truth_rows, with_role,
    },
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

pub(super) fn reasons(out: &mut String, verdict: &Verdict) {
    branches(out, verdict);
    exceptions(out, verdict);
}

/// The branches, those with wrong claims first, in red.
fn branches(out: &mut String, verdict: &Verdict) {
    let branches = with_role(verdict, Role::Because);
    if branches.is_empty() {
        return;
    }
    let _ = writeln!(out, "<h3>Branches</h3>\n<p class=\"note\">{BRANCHES_MEAN}</p>");
    let row = |branch: &&PatternTally| {
        let [claims, right, wrong, alone_right, alone_wrong] = branch_counts(branch);
        let id = branch.name.id.clone();
        let [name, wrong, alone_wrong] = if branch.wrong > 0 {
            [Cell::WrongCode(id), Cell::Wrong(wrong), Cell::Wrong(alone_wrong)]
        } else {
            [Cell::Code(id), Cell::Number(wrong), Cell::Number(alone_wrong)]
        };
        let [claims, right, alone_right] = [claims, right, alone_right].map(Cell::Number);
        let says = Cell::Text(branch.name.says.clone());
        vec![name, claims, right, wrong, alone_right, alone_wrong, says]
    };
    let rows: Vec<Vec<Cell>> = branches.iter().map(row).collect();
    table(out, &head("because", &BRANCH_HEAD, &rows), &rows);
}

fn exceptions(out: &mut String, verdict: &Verdict) {
    let exceptions = with_role(verdict, Role::Unless);
    if exceptions.is_empty() {
        return;
    }
    let name = exceptions_name(verdict);
    let title = if name == "unless" { "Exceptions" } else { "Patterns" };
    let _ = writeln!(out, "<h3>{title}</h3>");
    out.push_str(if verdict.is_about_draws() {
        "<p class=\"note\">Unique wins protected: decisive positions that only this pattern keeps \
         from being claimed drawn. Unique draws cost: draws that only this pattern keeps from being \
         spotted.</p>\n"
    } else {
        "<p class=\"note\">Unique wins protected: decisive positions in which only this pattern \
         matches. Unique draws cost: draws in which only this pattern matches.</p>\n"
    });
    let row = |exception: &&PatternTally| {
        let mut row = vec![Cell::Code(exception.name.id.clone())];
        row.extend(exception_counts(exception).map(Cell::Number));
        row.push(Cell::Text(exception.name.says.clone()));
        row
    };
    let rows: Vec<Vec<Cell>> = exceptions.iter().map(row).collect();
    table(out, &head(name, &EXCEPTION_HEAD, &rows), &rows);
}

/// The heads of a table of reasons; without a column of meanings where all of them are empty.
fn head<'a>(name: &'a str, counts: &[&'a str], rows: &[Vec<Cell>]) -> Vec<&'a str> {
    let says = |cell: &Cell| matches!(cell, Cell::Text(text) if !text.is_empty());
    let meaning = rows.iter().any(|row| row.iter().any(says)).then_some("meaning");
    std::iter::once(name).chain(counts.iter().copied()).chain(meaning).collect()
}
