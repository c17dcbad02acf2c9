//! The differences between two judgements as text.

use std::fmt::Write;

use drawproof_report::{
    TextStyle,
    wrap::{fitting, table},
    wrapped,
};

use super::changes_words::{
    FIGURE_HEAD, VERDICTS_MEAN, changed, counts, endgame_line, figure, left_out, line, run,
};
use crate::record::{ChangeVerdict, ChangedAnswer, Comparison, Differences};

/// The differences as text: each endgame that changed, a line for the others, then all together.
pub(super) fn changes_text(comparison: &Comparison, style: TextStyle) -> String {
    let width = style.width;
    let mut out = wrapped("old  ", &run(&comparison.old), width);
    out.push_str(&wrapped("new  ", &run(&comparison.new), width));
    for warning in &comparison.warnings {
        out.push_str(&wrapped(&format!("{}: ", style.painted("warning", 31)), warning, width));
    }
    out.push_str(&wrapped("", VERDICTS_MEAN, width));
    for left_out in left_out(comparison) {
        out.push_str(&wrapped("", &left_out, width));
    }
    out.push('\n');
    let is_changed = |verdict| matches!(verdict, ChangeVerdict::Better | ChangeVerdict::Worse);
    for endgame in comparison.endgames.iter().filter(|it| is_changed(it.differences.verdict)) {
        let verdict = verdict(endgame.differences.verdict, style);
        let title = format!("{}  ", style.painted(&endgame.endgame, 39));
        out.push_str(&wrapped(&title, &verdict, width));
        figures(&mut out, &endgame.differences, style);
        out.push_str(&wrapped("  ", &counts(endgame), width));
        examples(&mut out, "newly wrong", &endgame.examples_wrong, style);
        examples(&mut out, "newly right", &endgame.examples_right, style);
        out.push('\n');
    }
    for endgame in comparison.endgames.iter().filter(|it| !is_changed(it.differences.verdict)) {
        out.push_str(&wrapped("", &endgame_line(endgame), width));
    }
    if comparison.endgames.len() > 1 {
        let verdict = verdict(comparison.total.verdict, style);
        out.push_str(&wrapped("", &format!("all endgames together: {verdict}"), width));
        figures(&mut out, &comparison.total, style);
    }
    out.push_str(&wrapped("", &verdict(comparison.verdict, style), width));
    out
}

/// A verdict, coloured.
fn verdict(verdict: ChangeVerdict, style: TextStyle) -> String {
    match verdict {
        ChangeVerdict::Better => style.painted(verdict.name(), 32),
        ChangeVerdict::Worse => style.painted(verdict.name(), 31),
        _ => verdict.name().into(),
    }
}

fn figures(out: &mut String, differences: &Differences, style: TextStyle) {
    let mut rows = vec![FIGURE_HEAD.map(String::from).to_vec()];
    let found = differences.figures();
    rows.extend(found.iter().filter_map(|(key, it)| figure(key, it)).map(|row| row.to_vec()));
    if rows.len() > 1 {
        out.push_str(&table(&fitting(rows, style.width), &[0, 1], &[], style.width));
    }
}

fn examples(out: &mut String, title: &str, examples: &[ChangedAnswer], style: TextStyle) {
    if examples.is_empty() {
        return;
    }
    let _ = write!(out, "\n  {title}, the worst of all classes:\n");
    for (number, it) in examples.iter().enumerate() {
        let _ = writeln!(out, "  {:>3}. {:<9} {}", number + 1, it.class.replace('-', " "), it.fen);
        let text = [changed(it), line(it)].into_iter().filter(|part| !part.is_empty());
        let text: Vec<String> = text.collect();
        out.push_str(&wrapped("       ", &text.join("; "), style.width));
    }
}
