//! The section of the page about one endgame.

use std::fmt::Write;

use drawproof_report::{
    counted,
    escape::escaped,
    grouped,
    html::frame::{self, badge, small_bar},
    words::CLASSES_MEAN,
};

use super::{boards::worst, plots};
use crate::{
    judgement::EndgameJudgement,
    report::{
        failed,
        words::{RESULTS, failure, failures, interval, percent, sample, squared_error},
    },
};

pub(super) fn endgame(out: &mut String, endgame: &EndgameJudgement, exceeds: bool) {
    let name = escaped(&endgame.endgame);
    let right = percent(endgame.accuracy.share);
    let badge = match exceeds {
        true => badge(false, &format!("✗ {right} right")),
        false => badge(true, &format!("{right} right")),
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
    needed(out, endgame);
    failures_part(out, endgame);
    worst(out, &endgame.worst);
    out.push_str("</section>\n");
}

fn figures(out: &mut String, endgame: &EndgameJudgement) {
    let wrong = endgame.accuracy.share.map(|right| 1.0 - right);
    let mut figures = Vec::new();
    let within = interval(&endgame.accuracy);
    if !within.is_empty() {
        figures.push((within, "right, 95 % interval".to_owned()));
    }
    if endgame.moves.asked > 0 {
        let found = &endgame.moves;
        figures.push((percent(found.win_to_draw.share), "of the wins become draws".into()));
        figures.push((percent(found.win_to_loss.share), "of the wins become losses".into()));
        figures.push((percent(found.draw_to_loss.share), "of the draws become losses".into()));
    }
    if let (Some(error), Some(curve)) = (endgame.mean_squared_error, endgame.logistic) {
        let scale = format!("squared error, scale {:.0} centipawns", curve.scale);
        figures.push((squared_error(Some(error)), scale));
    }
    if let Some(band) = endgame.best_band {
        let right = percent(Some(band.accuracy));
        figures.push((format!("±{}", band.centipawns), format!("best band: {right} right")));
    }
    frame::figures(out, &[(percent(wrong), "of the results are wrong")], &figures);
}

/// The table of true results by results that scores mean.
fn results(out: &mut String, endgame: &EndgameJudgement) {
    out.push_str("<h3>True results by score</h3>\n<p class=\"note\">Positions asked, and their ");
    out.push_str("share of all positions. Results are for the side to move.</p>\n");
    out.push_str("<table class=\"stack confusion\"><thead><tr><th></th>");
    for told in RESULTS {
        let _ = write!(out, "<th>score: {told}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for (truth, name) in RESULTS.iter().enumerate() {
        let _ = write!(out, "<tr><td class=\"h\">true {name}</td>");
        for (told, score) in RESULTS.iter().enumerate() {
            let (count, share) = (endgame.results[truth][told], endgame.shares[truth][told]);
            let class = match (count, truth == told) {
                (0, _) => "",
                (_, true) => " class=\"yes\"",
                (_, false) => " class=\"wrong\"",
            };
            let _ = write!(
                out,
                "<td{class} data-head=\"score: {score}\"><span>{} <small>{}</small></span></td>",
                grouped(count),
                percent(Some(share))
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n");
}

/// The calibration and the maps of both kings, side by side.
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

/// A bar a class, as long as its share of wrong results.
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
    for class in classes {
        let wrong = class.accuracy.share.map(|right| 1.0 - right);
        let asked = counted(class.asked, "position", "positions");
        let text = format!("{} <small>of {asked}</small>", percent(wrong));
        let title = escaped(&class.class.replace('-', " "));
        small_bar(out, &title, Some("w0"), wrong.unwrap_or(0.0), &text);
    }
    out.push_str("</div>\n");
}

/// The share of positions that are right from a depth, or a number of nodes, on.
fn needed(out: &mut String, endgame: &EndgameJudgement) {
    let Some(needed) = endgame.needed.as_ref().filter(|it| it.by_depth.len() > 1) else { return };
    let depths = needed.by_depth.iter().map(|(at, share)| (format!("depth {at}"), *share));
    let nodes = needed.by_nodes.iter().map(|(at, share)| (counted(*at, "node", "nodes"), *share));
    for (title, points) in
        [("Right by depth", depths.collect::<Vec<_>>()), ("Right by nodes", nodes.collect())]
    {
        if points.is_empty() {
            continue;
        }
        let _ = writeln!(
            out,
            "<h3>{title}</h3>\n<p class=\"note\">The share of all positions whose result is right \
             from there on.</p>\n<div class=\"bars small kinds\">"
        );
        for (at, share) in points {
            small_bar(out, &at, None, share, &percent(Some(share)));
        }
        out.push_str("</div>\n");
    }
}

fn failures_part(out: &mut String, endgame: &EndgameJudgement) {
    let Some(text) = failures(endgame) else { return };
    let _ = writeln!(
        out,
        "<h3>No answer or score in {}</h3>\n<p class=\"note\">{text}. The engine was restarted after each \
         failure.\
         </p>\n<ul class=\"list\">",
        counted(failed(endgame), "position", "positions")
    );
    for (fen, found) in &endgame.failures.examples {
        let (fen, found) = (escaped(fen), escaped(&failure(found)));
        let _ = writeln!(out, "<li><code>{fen}</code>: {found}</li>");
    }
    out.push_str("</ul>\n");
}
