//! The claims of a rule by kind and true result, its reasons, and its wrong claims by class and
//! distance to mate.

use std::fmt::Write;

use drawproof_verifier::{Class, ClassCounts, Tally, TruthKind, Verdict};

use super::frame::{Cell, numbers, small_bar, table};
use crate::{
    verdicts::{
        BRANCHES_MEAN, POSSIBLE_MEANS, ReasonRow, WRONG, kind_rows, reasons, titled, truth_rows,
    },
    words::{CLASSES_MEAN, class_name, counted, grouped, percent},
};

/// The maximum number of bars of the histogram. If there are more distances, each bar covers
/// several.
const BARS_MAX: usize = 48;

/// Writes the tables of claims, unless all claims are draws.
pub(super) fn claims(out: &mut String, verdict: &Verdict) {
    if !verdict.claims_wins() {
        return;
    }
    let claims = verdict.total().claims;
    let _ = writeln!(out, "<h3>Claims</h3>\n<p class=\"note\">{POSSIBLE_MEANS}</p>");
    numbers(out, &kind_rows(&claims), Some(3));
    out.push_str("<h3>Claims by true result</h3>\n");
    numbers(out, &truth_rows(&claims, verdict.truth), None);
    out.push_str("<h3>Claims by side to move</h3>\n");
    let sides = sides(verdict);
    let mut rows = vec![titled("claims made", sides.iter().map(|(name, _)| name))];
    for kind in verdict.total_with_en_passant().claims.kinds_made() {
        let made = sides.iter().map(|(_, tally)| grouped(tally.claims.kind(kind).made));
        rows.push(titled(kind.name(), made));
    }
    numbers(out, &rows, None);
}

/// Returns the counts by side to move and, if any were counted, the counts of positions with an
/// en-passant right.
pub(super) fn sides(verdict: &Verdict) -> Vec<(&'static str, &Tally)> {
    let mut sides =
        vec![("White to move", &verdict.sides[0]), ("Black to move", &verdict.sides[1])];
    if verdict.en_passant.positions + verdict.en_passant.not_asked > 0 {
        sides.push(("with en passant", &verdict.en_passant));
    }
    sides
}

/// Writes the tables of branches and exceptions. Wrong branches come first, in red.
pub(super) fn reason_tables(out: &mut String, verdict: &Verdict) {
    for reasons in reasons(verdict) {
        let note = match (reasons.are_branches, verdict.is_about_draws()) {
            (true, _) => BRANCHES_MEAN,
            (false, true) => {
                "Unique wins protected: decisive positions that only this pattern keeps from being \
                 claimed drawn. Unique draws cost: draws that only this pattern keeps from being \
                 spotted."
            }
            (false, false) => {
                "Unique wins protected: decisive positions in which only this pattern matches. \
                 Unique draws cost: draws in which only this pattern matches."
            }
        };
        let title = reasons.title[..1].to_uppercase() + &reasons.title[1..];
        let _ = writeln!(out, "<h3>{title}</h3>\n<p class=\"note\">{note}</p>");
        let row = |ReasonRow { id, says, is_wrong, counts }: &ReasonRow| {
            let id = (*id).to_owned();
            let mut row = vec![if *is_wrong { Cell::WrongCode(id) } else { Cell::Code(id) }];
            row.extend(counts.iter().enumerate().map(|(column, count)| {
                // The columns of wrong claims, and of wrong claims that only this branch makes.
                let is_wrong = *is_wrong && (column == WRONG || column + 1 == counts.len());
                if is_wrong { Cell::Wrong(count.clone()) } else { Cell::Number(count.clone()) }
            }));
            row.push(Cell::Text((*says).to_owned()));
            row
        };
        let rows: Vec<Vec<Cell>> = reasons.rows.iter().map(row).collect();
        // The column of meanings is left out if all meanings are empty.
        let meaning = reasons.rows.iter().any(|reason| !reason.says.is_empty());
        let meaning = meaning.then_some("meaning");
        let head = std::iter::once(reasons.name).chain(reasons.head.iter().copied());
        if !rows.is_empty() {
            table(out, &head.chain(meaning).collect::<Vec<_>>(), &rows);
        }
        if let Some(idle) = &reasons.idle {
            let _ = writeln!(out, "<p class=\"note\">{idle}</p>");
        }
    }
}

/// Returns the numbers of incorrect claims and of all claims of a rule, en passant included.
pub(super) fn wrong_and_claims(verdict: &Verdict) -> (u64, u64) {
    let total = verdict.total_with_en_passant();
    (total.incorrect, total.positions - total.unclaimed)
}

/// Writes the wrong claims by class and distance, if there are any.
pub(super) fn wrong(out: &mut String, verdict: &Verdict) {
    let total = verdict.total_with_en_passant();
    if total.incorrect == 0 {
        return;
    }
    classes(out, &total.incorrect_by_class);
    histogram(out, verdict);
}

/// Writes a bar for each class.
fn classes(out: &mut String, counts: &ClassCounts) {
    let _ = writeln!(
        out,
        "<h3>Wrong claims by class</h3>\n<p class=\"note\">{CLASSES_MEAN}</p>\n\
         <div class=\"bars small\">"
    );
    for class in Class::ALL {
        let (count, all) = (counts.of(class), counts.total());
        let share = count as f64 / all.max(1) as f64;
        let text = format!("{} <small>{}</small>", grouped(count), percent(count, all));
        let colour = format!("w{}", class as usize);
        small_bar(out, class_name(class), Some(&colour), share, &text);
    }
    out.push_str("</div>\n");
}

/// Writes a histogram of wrong claims by moves to mate, with quiet and other positions apart and
/// draws in a bar of their own.
fn histogram(out: &mut String, verdict: &Verdict) {
    let distances = &verdict.incorrect_by_distance;
    let moves = |plies: u16| usize::from(plies.div_ceil(2));
    let longest = distances.iter().filter_map(|d| d.plies).map(moves).max();
    let step = longest.map_or(1, |longest| (longest + 1).div_ceil(BARS_MAX));
    let mut bars = vec![ClassCounts::default(); longest.map_or(0, |longest| longest / step + 1)];
    let mut draws = ClassCounts::default();
    for distance in distances {
        match distance.plies {
            Some(plies) => bars[moves(plies) / step].add(&distance.incorrect),
            None => draws.add(&distance.incorrect),
        }
    }
    let mut labelled: Vec<(String, ClassCounts)> = bars
        .into_iter()
        .enumerate()
        .map(|(bar, counts)| (bar_label(bar * step, step), counts))
        .collect();
    if draws.total() > 0 {
        labelled.push(("draw".into(), draws));
    }
    let most = labelled.iter().map(|(_, counts)| counts.total()).max().unwrap_or(1).max(1);
    let mates = match verdict.truth {
        TruthKind::Result => "mate",
        TruthKind::CanMate => "the helpmate",
    };
    let _ = write!(
        out,
        "<h3>Wrong claims by moves to {mates}</h3>\n<p class=\"note\">0: mate is on the board. "
    );
    if draws.total() > 0 {
        out.push_str("Draw: the position is drawn, and the claim excludes a draw. ");
    }
    let _ = writeln!(
        out,
        "The highest bar is {}.</p>\n<div class=\"hist\" role=\"img\" aria-label=\"wrong claims by \
         moves to mate\">",
        counted(most, "claim", "claims")
    );
    let ticks = labelled.len().div_ceil(8).max(1);
    let last = labelled.len() - 1;
    for (bar, (label, counts)) in labelled.iter().enumerate() {
        let quiet = counts.of(Class::Quiet);
        let height = |count: u64| count as f64 / most as f64 * 100.0;
        let title = match label.as_str() {
            "draw" => "drawn".to_owned(),
            "0" => "mate on the board".to_owned(),
            "1" => "mate in 1 move".to_owned(),
            moves => format!("mate in {moves} moves"),
        };
        // A label this near to the previous one would overlap it.
        let shown = bar == last || bar % ticks == 0 && last - bar >= ticks.div_ceil(2);
        let _ = writeln!(
            out,
            "<div title=\"{title}: {}, {} of them quiet\"><i class=\"w1\" style=\"height:{:.2}%\">\
             </i><i class=\"w0\" style=\"height:{:.2}%\"></i><b>{}</b></div>",
            grouped(counts.total()),
            grouped(quiet),
            height(counts.total() - quiet),
            height(quiet),
            if shown { label } else { "" }
        );
    }
    out.push_str("</div>\n<p class=\"key\"><span><i class=\"w0\"></i>quiet positions</span>");
    out.push_str("<span><i class=\"w1\"></i>tactical, in check or over</span></p>\n");
}

/// Returns the label of a bar that begins at `moves` and holds `step` distances.
fn bar_label(moves: usize, step: usize) -> String {
    match step {
        1 => moves.to_string(),
        _ => format!("{moves}-{}", moves + step - 1),
    }
}
