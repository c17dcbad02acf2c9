//! The reasons of a rule as Markdown: branches and exceptions.

use std::fmt::Write;

use super::cell::cell;
use drawproof_verifier::{PatternTally, Role, Verdict};

use crate::claim_words::{
    BRANCH_HEAD, BRANCHES_MEAN, EXCEPTION_HEAD, branch_counts, exception_counts, exceptions_name,
    with_role,
};

/// The tables of branches and exceptions: folded, unless a branch makes wrong claims.
pub(super) fn reasons(out: &mut String, verdict: &Verdict) {
    let branches = with_role(verdict, Role::Because);
    if !branches.is_empty() {
        let any_wrong = branches.iter().any(|branch| branch.wrong > 0);
        let table = |out: &mut String| {
            let _ = writeln!(out, "{BRANCHES_MEAN}\n");
            head(out, "because", &BRANCH_HEAD);
            for branch in branches {
                let mut counts = branch_counts(branch);
                if branch.wrong > 0 {
                    counts[2] = format!("❌ {}", counts[2]);
                }
                row(out, branch, &counts);
            }
        };
        let title = format!("{}: branches", verdict.endgame);
        if any_wrong {
            let _ = writeln!(out, "\n### {title}\n");
            table(out);
        } else {
            folded(out, &title, table);
        }
    }
    let exceptions = with_role(verdict, Role::Unless);
    if !exceptions.is_empty() {
        let name = exceptions_name(verdict);
        let what = if name == "unless" { "exceptions" } else { "patterns" };
        folded(out, &format!("{}: {what}", verdict.endgame), |out| {
            head(out, name, &EXCEPTION_HEAD);
            exceptions.iter().for_each(|it| row(out, it, &exception_counts(it)));
        });
    }
}

/// A part that readers unfold.
fn folded(out: &mut String, title: &str, part: impl FnOnce(&mut String)) {
    let _ = writeln!(out, "\n<details><summary>{title}</summary>\n");
    part(out);
    out.push_str("\n</details>\n");
}

fn head(out: &mut String, name: &str, counts: &[&str]) {
    let _ = writeln!(out, "| {name} | {} | meaning |", counts.join(" | "));
    let _ = writeln!(out, "|---|{}---|", "---:|".repeat(counts.len()));
}

fn row(out: &mut String, reason: &PatternTally, counts: &[String]) {
    let (id, meaning) = (cell(&reason.name.id), cell(&reason.name.says));
    let _ = writeln!(out, "| `{id}` | {} | {meaning} |", counts.join(" | "));
}
