//! The section of the page about one endgame.

use std::fmt::Write;

use drawproof_report::{
    counted,
    escape::escaped,
    grouped,
    html::frame::{self, badge, game, small_bar},
    words::CLASSES_MEAN,
};

use super::plots;
use crate::{
    judgement::{EndgameJudgement, Worst},
    report::words::{
        RESULTS, answered, class, failed, failure, failures, interval, line_from, moves, needed,
        parts_in_percent, percent, rest_percent, sample, squared_error, truth,
    },
};

pub(super) fn endgame(out: &mut String, endgame: &EndgameJudgement, exceeds: bool) {
    let name = escaped(&endgame.endgame);
    let right = percent(endgame.accuracy.share);
    // Only a perfect figure is shown as good. Without a limit none is shown as bad.
    let badge = match (exceeds, endgame.accuracy.share) {
        (true, _) => badge(false, &format!("✗ {right} right")),
        (false, Some(1.0)) => badge(true, &format!("{right} right")),
        (false, _) => format!("<span class=\"badge plain\">{right} right</span>"),
    };
    let _ = writeln!(
        out,
        "<section id=\"{name}\">\n<div class=\"head\"><h2>{name}</h2>{badge}</div>\n\
         <p class=\"soft\">{}</p>",
        sample(endgame)
    );
    figures(out, endgame);
    results(out, endgame);
    plots(out, endgame);
    classes(out, endgame);
    depths(out, endgame);
    failures_part(out, endgame);
    worst(out, &endgame.worst);
    out.push_str("</section>\n");
}

fn figures(out: &mut String, endgame: &EndgameJudgement) {
    let wrong = rest_percent(endgame.accuracy.share);
    let mut figures = Vec::new();
    let within = interval(&endgame.accuracy);
    if !within.is_empty() {
        figures.push((within, "right, 95 % interval".to_owned()));
    }
    if endgame.moves.asked > 0 {
        let what = ["wins become draws", "wins become losses", "draws become losses"];
        let moves = endgame.moves.shares().into_iter().zip(what);
        figures.extend(moves.map(|(it, what)| (percent(it.share), format!("of the {what}"))));
    }
    if let (Some(error), Some(curve)) = (endgame.mean_squared_error, endgame.logistic) {
        let scale = format!("squared error, scale {:.0} centipawns", curve.scale);
        figures.push((squared_error(Some(error)), scale));
    }
    if let Some(band) = endgame.best_band {
        let right = percent(Some(band.accuracy));
        figures.push((format!("±{}", band.centipawns), format!("best band: {right} right")));
    }
    frame::figures(out, &[(wrong, "of the results are wrong")], &figures);
}

/// Writes the table of true results by the results that scores state.
fn results(out: &mut String, endgame: &EndgameJudgement) {
    out.push_str("<h3>True results by score</h3>\n<p class=\"note\">Positions asked, and their ");
    out.push_str("share of all positions. Results are for the side to move.</p>\n");
    out.push_str("<table class=\"stack confusion\"><thead><tr><th></th>");
    for told in RESULTS {
        let _ = write!(out, "<th>score: {told}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    let cells = shares_in_percent(endgame);
    for (truth, name) in RESULTS.iter().enumerate() {
        let _ = write!(out, "<tr><td class=\"h\">true {name}</td>");
        for (told, score) in RESULTS.iter().enumerate() {
            let (count, share) = (endgame.results[truth][told], &cells[truth][told]);
            let class = match (count, truth == told) {
                (0, _) => "",
                (_, true) => " class=\"yes\"",
                (_, false) => " class=\"wrong\"",
            };
            let _ = write!(
                out,
                "<td{class} data-head=\"score: {score}\"><span>{} <small>{}</small></span></td>",
                grouped(count),
                share
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n");
}

/// Returns the share of each cell in percent. The right cells add up to the share that is right,
/// all cells to 100.00 %.
fn shares_in_percent(endgame: &EndgameJudgement) -> [[String; 3]; 3] {
    let mut cells: [[String; 3]; 3] = Default::default();
    let places = (0..3).flat_map(|truth| (0..3).map(move |told| (truth, told)));
    let (right, wrong): (Vec<_>, Vec<_>) = places.partition(|(truth, told)| truth == told);
    for (places, is_wrong) in [(right, false), (wrong, true)] {
        let parts = places.iter().map(|&(truth, told)| endgame.shares[truth][told]);
        let right = endgame.accuracy.share.unwrap_or(0.0);
        let shown = parts_in_percent(&parts.collect::<Vec<_>>(), right, is_wrong);
        for ((truth, told), shown) in places.into_iter().zip(shown) {
            cells[truth][told] = shown;
        }
    }
    cells
}

/// Writes the calibration plot and the maps of both kings side by side.
fn plots(out: &mut String, endgame: &EndgameJudgement) {
    out.push_str("<h3>Calibration, and where the kings stand when the score is wrong</h3>\n");
    out.push_str(
        "<p class=\"note\">Plot: the true score of positions by the score that the engine ",
    );
    out.push_str("expects, 0 = loss, 1 = win; on the dashed line both are equal, above it the ");
    out.push_str(
        "engine is too pessimistic. Maps: the darker a square, the more of the positions ",
    );
    out.push_str("with the king there are wrong. White is the first side of the endgame's name.");
    out.push_str("</p>\n<div class=\"plots\">\n");
    let _ = writeln!(out, "<figure>{}</figure>", plots::calibration(&endgame.calibration));
    for (king, squares) in ["White", "Black"].into_iter().zip(&endgame.maps) {
        let _ = writeln!(out, "<figure>{}</figure>", plots::map(king, squares));
    }
    out.push_str("</div>\n");
}

/// Writes a bar for each class, proportional to its share of wrong results.
fn classes(out: &mut String, endgame: &EndgameJudgement) {
    let classes: Vec<_> = endgame.classes.iter().filter(|it| it.accuracy.share.is_some()).collect();
    if classes.len() < 2 {
        return;
    }
    let _ = writeln!(
        out,
        "<h3>Wrong results by class</h3>\n<p class=\"note\">{CLASSES_MEAN}</p>\n\
         <div class=\"bars small\">"
    );
    for it in classes {
        let wrong = it.accuracy.share.map(|right| 1.0 - right);
        let asked = counted(it.asked, "position", "positions");
        let text = format!("{} <small>of {asked}</small>", rest_percent(it.accuracy.share));
        let title = escaped(&class(&it.class));
        small_bar(out, &title, Some("w0"), wrong.unwrap_or(0.0), &text);
    }
    out.push_str("</div>\n");
}

/// Writes the shares of positions that are right from a depth or a number of nodes on.
fn depths(out: &mut String, endgame: &EndgameJudgement) {
    for (what, points) in needed(endgame) {
        let _ = writeln!(
            out,
            "<h3>Right by {what}</h3>\n<p class=\"note\">The share of all positions whose result is \
             right from there on.</p>\n<div class=\"bars small kinds\">"
        );
        for (at, share) in points {
            let at = match what {
                "depth" => format!("depth {at}"),
                _ => counted(at, "node", "nodes"),
            };
            small_bar(out, &at, None, share, &percent(Some(share)));
        }
        out.push_str("</div>\n");
    }
}

fn failures_part(out: &mut String, endgame: &EndgameJudgement) {
    let Some(text) = failures(endgame) else { return };
    let positions = counted(failed(endgame), "position", "positions");
    let _ = writeln!(
        out,
        "<h3>No answer or score in {positions}</h3>\n<p class=\"note\">{text}. The engine was \
         restarted after each failure.</p>\n<ul class=\"list\">"
    );
    for (fen, found) in &endgame.failures.examples {
        let (fen, found) = (escaped(fen), escaped(&failure(found)));
        let _ = writeln!(out, "<li><code>{fen}</code>: {found}</li>");
    }
    out.push_str("</ul>\n");
}

/// Writes the worst answers with score, truth and moves.
fn worst(out: &mut String, worst: &[Worst]) {
    if worst.is_empty() {
        return;
    }
    out.push_str("<h3>Worst answers</h3>\n<p class=\"note\">Of all classes. The squares of the ");
    out.push_str("engine's move are marked.</p>\n<div class=\"boards games\">\n");
    for it in worst {
        let badge = badge(it.told.as_ref() == Some(&it.truth), &escaped(&answered(it)));
        let (truth, moves) = (escaped(&truth(it)), escaped(&moves(it)));
        let lead = format!("<p>{badge}</p><p class=\"big\">{truth}</p><p>{moves}</p>");
        example(out, &it.fen, &it.played, &lead, &it.class, &it.line);
    }
    out.push_str("</div>\n");
}

/// Writes the position `fen` with the move `played` and the boards of `line`. `lead` is the HTML
/// above them.
pub(super) fn example(
    out: &mut String,
    fen: &str,
    played: &Option<String>,
    lead: &str,
    class_key: &str,
    line: &[String],
) {
    /// The maximum number of plies that a page shows as boards.
    const PLIES_MAX: usize = 15;
    let mut line = line_from(fen, line);
    line.uci.truncate(PLIES_MAX);
    line.san.truncate(PLIES_MAX);
    line.fens.truncate(PLIES_MAX);
    game(out, fen, played.as_deref().unwrap_or(""), lead, &class(class_key), &line);
}
