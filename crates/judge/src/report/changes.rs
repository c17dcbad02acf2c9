//! The differences between two judgements: sentences shared by all formats, the text form, and the
//! Markdown form.

use std::fmt::Write;

use drawproof_report::{
    TextStyle,
    escape::cell,
    grouped,
    markdown::folded,
    words::outcome,
    wrap::{fitting, position, table},
    wrapped,
};

use super::words::{class, figure_name, line, percent, san, score_in_words, squared_error};
use crate::{
    answer::Score,
    record::{
        ChangeVerdict, ChangedAnswer, ComparedRun, Comparison, Difference, Differences,
        EndgameComparison,
    },
};

/// A sentence on the meaning of the verdicts.
pub(super) const VERDICTS_MEAN: &str = "Better and worse: with 95 % confidence not due to the choice \
     of positions, corrected for the number of figures (Holm). Any other difference is within the \
     noise.";

/// Describes one of the two runs: `Stockfish 16 (stockfish), nodes 1, 10,000 of 81,664 positions,
/// seed 1`.
pub(super) fn run(run: &ComparedRun) -> String {
    let ComparedRun { engine, command, limit, sample, draw_band: band } = run;
    let (positions, of, seed) = (grouped(sample.positions), grouped(sample.of), sample.seed);
    format!(
        "{engine} ({command}), {limit}, {positions} of {of} positions, seed {seed}, draws from \
         -{band} to {band} centipawns"
    )
}

/// Returns a line for each run that has endgames of its own, with their names.
pub(super) fn left_out(comparison: &Comparison) -> Vec<String> {
    let lists = [("old", &comparison.only_old), ("new", &comparison.only_new)];
    let lists = lists.into_iter().filter(|(_, endgames)| !endgames.is_empty());
    lists.map(|(run, names)| format!("only in the {run} run: {}", names.join(", "))).collect()
}

/// Returns the cells of a figure: name, verdict, change, old and new value, interval, probability;
/// `None` if there was nothing to compare.
fn figure(key: &str, it: &Difference) -> Option<[String; 7]> {
    let is_share = key != "mean_squared_error";
    let value = |value: f64| match is_share {
        true => percent(Some(value)),
        false => squared_error(Some(value)),
    };
    let change = |change: f64| match is_share {
        true => format!("{:+.2} %", change * 100.0),
        false => format!("{change:+.4}"),
    };
    let (old, new) = (it.old?, it.new?);
    let interval = it.interval.map_or(String::new(), |[low, high]| match is_share {
        true => format!("{:+.2} to {:+.2} %", low * 100.0, high * 100.0),
        false => format!("{low:+.4} to {high:+.4}"),
    });
    let probability = |p: f64| if p < 0.0001 { "<0.0001".into() } else { format!("{p:.4}") };
    Some([
        figure_name(key).into(),
        it.verdict.name().into(),
        it.difference.map_or("-".into(), change),
        value(old),
        value(new),
        interval,
        it.corrected_p.map_or("-".into(), probability),
    ])
}

/// Returns a figure in one cell: the new value and, if it changed, the old value and the change.
pub(super) fn figure_cell(key: &str, it: &Difference) -> String {
    match figure(key, it) {
        None => "-".into(),
        Some([_, _, _, _, new, ..]) if it.verdict == ChangeVerdict::Unchanged => new,
        Some([_, _, change, old, new, ..]) => format!("{old} → {new} ({change})"),
    }
}

/// Describes how many answers of an endgame changed.
fn counts(endgame: &EndgameComparison) -> String {
    if !endgame.paired {
        let [old, new] = [endgame.asked_old, endgame.asked_new].map(grouped);
        return format!("different samples: {old} positions in the old run, {new} in the new one");
    }
    let results = [endgame.asked_both, endgame.newly_wrong, endgame.newly_right].map(grouped);
    let moves = [endgame.new_move_errors, endgame.fixed_move_errors].map(grouped);
    let ([asked, wrong, right], [wrong_moves, right_moves]) = (results, moves);
    format!(
        "{asked} positions asked in both runs: {wrong} results newly wrong, {right} newly right; \
         {wrong_moves} moves newly wrong, {right_moves} newly right"
    )
}

/// Summarizes an endgame in one line: `KPK: worse (results right -5.12 %, moves: win to draw +1.00
/// %)`.
fn endgame_line(endgame: &EndgameComparison) -> String {
    let figures = endgame.differences.figures().into_iter();
    let changed: Vec<String> = figures
        .filter(|(_, it)| it.verdict.is_change())
        .filter_map(|(key, it)| figure(key, it))
        .map(|[name, _, change, ..]| format!("{name} {change}"))
        .collect();
    let verdict = endgame.differences.verdict.name();
    match changed.is_empty() {
        true => format!("{}: {verdict}", endgame.endgame),
        false => format!("{}: {verdict} ({})", endgame.endgame, changed.join(", ")),
    }
}

/// Returns the comparison in lines: the verdict, warnings, and the endgames whose changes exceed
/// the noise.
pub(super) fn changed_lines(comparison: &Comparison) -> Vec<String> {
    let mut lines = vec![format!("compared with the baseline: {}", comparison.verdict.name())];
    lines.extend(comparison.warnings.iter().map(|warning| format!("warning: {warning}")));
    let changed = comparison.endgames.iter().filter(|it| it.differences.verdict.is_change());
    lines.extend(changed.map(endgame_line));
    lines
}

/// Describes a position about which the two runs disagree: both scores and moves, and the truth.
pub(super) fn changed(it: &ChangedAnswer) -> String {
    let score = |score: Option<Score>| {
        score.map_or("no score".into(), |score| score_in_words(score, &it.fen))
    };
    let (old, new) = (score(it.old_score), score(it.new_score));
    let truth = outcome(&it.fen, &it.truth, it.dtm);
    let mut text = format!("old score {old}, new score {new}; truth: {truth}");
    if it.old_move != it.new_move {
        let moves = [("old", &it.old_move, &it.old_after), ("new", &it.new_move, &it.new_after)];
        for (which, played, after) in moves {
            if let Some(played) = played {
                text += &format!("; {which} move {}", san(&it.fen, played));
                if let Some(after) = after.as_ref().filter(|after| **after != it.truth) {
                    text += &format!(", which leaves a {after}");
                }
            }
        }
    }
    text
}

/// Returns the kinds of examples of an endgame, each with its name.
fn kinds(endgame: &EndgameComparison) -> [(&'static str, &[ChangedAnswer]); 2] {
    [("newly wrong", &endgame.examples_wrong), ("newly right", &endgame.examples_right)]
}

/// Renders the differences as text: each endgame that changed, a line for the others, then the
/// total.
pub(super) fn text(comparison: &Comparison, style: TextStyle) -> String {
    let width = style.width;
    let mut out = wrapped("old  ", &run(&comparison.old), width);
    out.push_str(&wrapped("new  ", &run(&comparison.new), width));
    for warning in &comparison.warnings {
        out.push_str(&wrapped(&format!("{}: ", style.painted("warning", 31)), warning, width));
    }
    for sentence in [VERDICTS_MEAN.to_owned()].iter().chain(&left_out(comparison)) {
        out.push_str(&wrapped("", sentence, width));
    }
    out.push('\n');
    let is_changed = |it: &&EndgameComparison| it.differences.verdict.is_change();
    let (changed, others): (Vec<_>, Vec<_>) = comparison.endgames.iter().partition(is_changed);
    for endgame in changed {
        let verdict = verdict(endgame.differences.verdict, style);
        let title = format!("{}  ", style.painted(&endgame.endgame, 39));
        out.push_str(&wrapped(&title, &verdict, width));
        figures(&mut out, &endgame.differences, style);
        out.push_str(&wrapped("  ", &counts(endgame), width));
        for (kind, answers) in kinds(endgame).into_iter().filter(|(_, it)| !it.is_empty()) {
            let _ = write!(out, "\n  {kind}, the worst of all classes:\n");
            for (number, it) in answers.iter().enumerate() {
                let parts = [self::changed(it), line(&it.fen, &it.line)];
                let parts = parts.into_iter().filter(|part| !part.is_empty());
                let text = parts.collect::<Vec<_>>().join("; ");
                position(&mut out, number, &class(&it.class), &it.fen, &[text], width);
            }
        }
        out.push('\n');
    }
    for endgame in others {
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

/// Returns a coloured verdict.
fn verdict(verdict: ChangeVerdict, style: TextStyle) -> String {
    match verdict {
        ChangeVerdict::Better => style.painted(verdict.name(), 32),
        ChangeVerdict::Worse => style.painted(verdict.name(), 31),
        _ => verdict.name().into(),
    }
}

fn figures(out: &mut String, differences: &Differences, style: TextStyle) {
    let head = ["figure", "verdict", "change", "old", "new", "95 % interval", "p"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let found = differences.figures();
    rows.extend(found.iter().filter_map(|(key, it)| figure(key, it)).map(|row| row.to_vec()));
    if rows.len() > 1 {
        out.push_str(&table(&fitting(rows, style.width), &[0, 1], &[], style.width));
    }
}

/// Returns the differences as Markdown: a table with a row for each endgame, then a collapsed
/// section for each endgame that changed.
pub(super) fn markdown(comparison: &Comparison) -> String {
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
    let figures = comparison.total.figures().map(|(key, _)| figure_name(key));
    let _ = writeln!(out, "| endgame | verdict | {} |", figures.join(" | "));
    let _ = writeln!(out, "|---|---|{}", "---:|".repeat(figures.len()));
    for (name, differences) in comparison.rows("**all together**") {
        row(&mut out, name, differences);
    }
    for endgame in comparison.endgames.iter().filter(|it| it.differences.verdict.is_change()) {
        let title = format!("{}: {}", endgame.endgame, endgame.differences.verdict.name());
        folded(&mut out, &title, |out| details(out, endgame));
    }
    out
}

/// Writes a row of old and new figures, those that changed beyond the noise in bold.
fn row(out: &mut String, name: &str, differences: &Differences) {
    let verdict = match differences.verdict {
        ChangeVerdict::Better => "✅ better",
        ChangeVerdict::Worse => "❌ worse",
        other => other.name(),
    };
    let _ = write!(out, "| {name} | {verdict} |");
    for (key, it) in differences.figures() {
        let mark = if it.verdict.is_change() { "**" } else { "" };
        let _ = write!(out, " {mark}{}{mark} |", figure_cell(key, it));
    }
    out.push('\n');
}

fn details(out: &mut String, endgame: &EndgameComparison) {
    let _ = writeln!(out, "{}.\n", counts(endgame));
    let kinds = kinds(endgame);
    if kinds.iter().any(|(_, answers)| !answers.is_empty()) {
        out.push_str("| | class | position | answers | line |\n|---|---|---|---|---|\n");
    }
    for (kind, answers) in kinds {
        for it in answers {
            let (class, fen, line) = (class(&it.class), &it.fen, line(&it.fen, &it.line));
            let answers = cell(&changed(it));
            let _ = writeln!(out, "| {kind} | {class} | `{fen}` | {answers} | {line} |");
        }
    }
}
