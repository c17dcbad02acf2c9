//! The reasons of a rule: branches and exceptions.

use std::fmt::Write;

use super::table::{Cell, table};
use drawproof_verifier::{PatternTally, Role, Verdict};

use crate::claim_words::{
    BRANCH_HEAD, BRANCHES_MEAN, EXCEPTION_HEAD, branch_counts, exception_counts, exceptions_name,
    with_role,
};

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
