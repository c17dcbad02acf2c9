//! The calibration plot and the maps of kings as inline SVG.

use std::fmt::Write;

use drawproof_report::{counted, escape::escaped, html::svg};

use crate::{
    judgement::{CalibrationBin, MapSquare},
    report::words::{pawns, percent},
};

/// The side of the plot in SVG units, without its labels.
const SIDE: f64 = 300.0;

/// Renders true against expected scores, with a dot for each bin. Bins with more positions have
/// larger dots.
pub(super) fn calibration(bins: &[CalibrationBin]) -> String {
    let mut out = format!(
        "<svg class=\"plot\" viewBox=\"-34 -8 {} {}\" role=\"img\" aria-label=\"true score by \
         expected score\">",
        SIDE + 46.0,
        SIDE + 50.0
    );
    for tick in 0..=4 {
        let share = f64::from(tick) / 4.0;
        let (x, y) = place(share, share);
        let _ = write!(
            out,
            "<path class=\"grid\" d=\"M{x:.1} 0V{SIDE}M0 {y:.1}H{SIDE}\"/><text x=\"{x:.1}\" \
             y=\"{}\" text-anchor=\"middle\">{share}</text><text x=\"-6\" y=\"{:.1}\" \
             text-anchor=\"end\">{share}</text>",
            SIDE + 16.0,
            y + 4.0
        );
    }
    let _ = write!(
        out,
        "<path class=\"even\" d=\"M0 {SIDE}L{SIDE} 0\"/><text x=\"{}\" y=\"{}\" \
         text-anchor=\"middle\">expected score</text><text x=\"8\" y=\"14\">true score</text>",
        SIDE / 2.0,
        SIDE + 34.0
    );
    let bins: Vec<&CalibrationBin> = bins.iter().filter(|bin| bin.asked > 0).collect();
    let most = bins.iter().map(|bin| bin.share).fold(f64::MIN_POSITIVE, f64::max);
    let point = |bin: &&CalibrationBin| {
        let (x, y) = place(bin.expected, bin.actual);
        format!("{x:.1} {y:.1}")
    };
    let points: Vec<String> = bins.iter().map(point).collect();
    if !points.is_empty() {
        let _ = write!(out, "<path class=\"path\" d=\"M{}\"/>", points.join("L"));
    }
    for bin in bins {
        let (x, y) = place(bin.expected, bin.actual);
        let radius = 2.5 + 7.5 * (bin.share / most).sqrt();
        let title = format!(
            "{}: {}, expected {:.3}, true {:.3}",
            scores(bin),
            counted(bin.asked, "position", "positions"),
            bin.expected,
            bin.actual
        );
        let _ = write!(
            out,
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>{}</title>\
             </circle>",
            escaped(&title)
        );
    }
    out.push_str("</svg><figcaption>calibration</figcaption>");
    out
}

/// Returns the range of scores of a bin as text.
fn scores(bin: &CalibrationBin) -> String {
    match (bin.mate, bin.from < 1) {
        (false, _) => format!("scores from {} to {}", pawns(bin.from), pawns(bin.to)),
        (true, false) => "scores of a mate".into(),
        (true, true) => "scores of being mated".into(),
    }
}

/// Returns the coordinates for an expected and a true score.
fn place(expected: f64, actual: f64) -> (f64, f64) {
    (expected.clamp(0.0, 1.0) * SIDE, (1.0 - actual.clamp(0.0, 1.0)) * SIDE)
}

/// Renders a board with the share of wrong results for each square of a king.
pub(super) fn map(king: &str, squares: &[MapSquare]) -> String {
    let share = |it: &MapSquare| it.error.unwrap_or(0.0);
    let most = squares.iter().map(share).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let shade = |it: &MapSquare| {
        let text = format!(
            "{} wrong (asked: {}, wrong: {})",
            percent(it.error),
            counted(it.asked, "position", "positions"),
            it.wrong
        );
        (it.asked > 0).then(|| (0.04 + 0.96 * share(it) / most, text))
    };
    let shades: Vec<_> = squares.iter().map(shade).collect();
    let piece = svg::piece(if king == "White" { 'K' } else { 'k' });
    format!(
        "{}<figcaption>{piece}{king}'s king; darkest: {} wrong</figcaption>",
        svg::shaded(&format!("wrong results by the square of {king}'s king"), &shades),
        percent(Some(if most > f64::MIN_POSITIVE { most } else { 0.0 }))
    )
}
