//! The differences between two judgements as Markdown.

use std::fmt::Write;

use drawproof_report::{escape::cell, markdown::folded};

use super::{
    changes_words::{VERDICTS_MEAN, changed, counts, figure, left_out, line, run},
    words::figure_name,
};
use crate::record::{ChangeVerdict, ChangedAnswer, Comparison, Differences, EndgameComparison};

/// The differences as Markdown: a row an endgame, then those that changed, folded.
pub(super) fn changes_markdown(comparison: &Comparison) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "## Changes in endgames: {}\n", comparison.verdict.name());
    let _ = writeln!(out, "- old: {}", cell(&run(&comparison.old)));
    let _ = writeln!(out, "- new: {}", cell(&run(&comparison.new)));
    for warning in &comparison.warnings {
        let _ = writeln!(out, "- ⚠️ {}", cell(warning));
    }
    for left_out in left_out(comparison) {
        let _ = writeln!(out, "- {left_out}");
    }
    let _ = writeln!(out, "\n{VERDICTS_MEAN}\n");
    table(&mut out, comparison);
    let changed = comparison.endgames.iter().filter(|it| {
        matches!(it.differences.verdict, ChangeVerdict::Better | ChangeVerdict::Worse)
    });
    for endgame in changed {
        let title = format!("{}: {}", endgame.endgame, endgame.differences.verdict.name());
        folded(&mut out, &title, |out| details(out, endgame));
    }
    out
}

fn table(out: &mut String, comparison: &Comparison) {
    let figures = comparison.total.figures().map(|(key, _)| figure_name(key));
    let _ = writeln!(out, "| endgame | verdict | {} |", figures.join(" | "));
    let _ = writeln!(out, "|---|---|{}", "---:|".repeat(figures.len()));
    for endgame in &comparison.endgames {
        row(out, &endgame.endgame, &endgame.differences);
    }
    if comparison.endgames.len() > 1 {
        row(out, "**all together**", &comparison.total);
    }
}

/// A row of old and new figures, those that changed beyond the noise in bold.
fn row(out: &mut String, name: &str, differences: &Differences) {
    let verdict = match differences.verdict {
        ChangeVerdict::Better => "✅ better",
        ChangeVerdict::Worse => "❌ worse",
        other => other.name(),
    };
    let _ = write!(out, "| {name} | {verdict} |");
    for (key, it) in differences.figures() {
        let text =
            figure(key, it).map_or("-".into(), |[_, _, change, old, new, ..]| match it.verdict {
                ChangeVerdict::Unchanged => new,
                _ => format!("{old} → {new} ({change})"),
            });
        let bold = matches!(it.verdict, ChangeVerdict::Better | ChangeVerdict::Worse);
        let mark = if bold { "**" } else { "" };
        let _ = write!(out, " {mark}{text}{mark} |");
    }
    out.push('\n');
}

fn details(out: &mut String, endgame: &EndgameComparison) {
    let _ = writeln!(out, "{}.\n", counts(endgame));
    let groups =
        [("newly wrong", &endgame.examples_wrong), ("newly right", &endgame.examples_right)];
    if groups.iter().any(|(_, examples)| !examples.is_empty()) {
        out.push_str("| | class | position | answers | line |\n|---|---|---|---|---|\n");
    }
    for (label, examples) in groups {
        examples.iter().for_each(|it| example(out, label, it));
    }
}

fn example(out: &mut String, label: &str, it: &ChangedAnswer) {
    let class = it.class.replace('-', " ");
    let (answers, line) = (cell(&changed(it)), line(it));
    let _ = writeln!(out, "| {label} | {class} | `{}` | {answers} | {line} |", it.fen);
}
