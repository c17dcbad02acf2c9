//! The report on learned trees: text, JSON, and a page with a plot of spotted draws against size.

use std::fmt::Write;

use drawproof_features::{packed::PackedTree, tree::Tree};
use drawproof_report::{STYLE, counted, grouped};
use drawproof_verifier::{Sampled, Verdict};
use serde::Serialize;

use crate::count::Counted;

/// The size of a recognizer and the counts of its claims.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The number of leaves of the recognizer's tree.
    pub leaves: usize,
    /// The size of the tree's tables in bytes.
    pub bytes: usize,
    /// The number of features that the tree asks about.
    pub features: usize,
    /// The number of draws that the tree claims.
    pub spotted: u64,
    /// The share of all draws that the tree claims, from 0 to 1.
    pub spotted_share: f64,
    /// The number of leaves that lost their claim because they contain a decisive position.
    pub demoted: usize,
}

impl Step {
    /// Makes the entry for a tree from its counts and the number of demoted leaves.
    pub fn new(tree: &Tree, counted: &Counted, demoted: usize) -> Step {
        let packed = PackedTree::new(tree);
        Step {
            leaves: tree.leaves(),
            bytes: packed.bytes(),
            features: packed.features.len(),
            spotted: counted.spotted,
            spotted_share: counted.share(),
            demoted,
        }
    }
}

/// The counts by which the verifier proved a rule.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// The number of positions asked about without an en-passant right, with either side to move.
    pub positions: u64,
    /// The number of draws claimed.
    pub spotted: u64,
    /// The number of wrong claims.
    pub incorrect: u64,
    /// The number of positions whose answer differs from the answer about the mirrored or
    /// colour-reversed position.
    pub asymmetric: u64,
    /// Whether every claim is right and symmetric positions have the same claim.
    pub sound: bool,
    /// The random sample that was asked about, which is no proof; `None` if the rule was asked
    /// about all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Sampled>,
}

impl From<&Verdict> for Proof {
    fn from(verdict: &Verdict) -> Proof {
        let mut total = verdict.total();
        let spotted = total.spotted;
        let positions = total.positions;
        total.add(&verdict.en_passant);
        Proof {
            positions,
            spotted,
            incorrect: total.incorrect,
            asymmetric: total.asymmetric,
            sound: verdict.is_sound(),
            sampled: verdict.sampled.clone(),
        }
    }
}

impl Proof {
    /// Returns the proof as a line that begins with `name`.
    pub(crate) fn text(&self, name: &str) -> String {
        let [positions, incorrect, asymmetric] =
            [self.positions, self.incorrect, self.asymmetric].map(grouped);
        let of = match &self.sampled {
            Some(sampled) => format!("random positions (seed {})", sampled.seed),
            None => "positions".into(),
        };
        let sound = match (self.sound, &self.sampled) {
            (true, None) => "sound",
            (true, Some(_)) => "not refuted",
            (false, _) => "NOT SOUND",
        };
        format!(
            "{name}, over {positions} {of}: {incorrect} incorrect, {asymmetric} asymmetric: {sound}"
        )
    }
}

/// The report on a run of learning trees.
#[derive(Clone, Debug, Serialize)]
pub struct Mined {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of positions won for either side.
    pub decisive: u64,
    /// The number of features of the endgame, and the number of those on which trees grew.
    pub features: (usize, usize),
    /// The duration of learning in seconds.
    pub learning_seconds: f64,
    /// The recognizers by size, smallest first.
    pub curve: Vec<Step>,
    /// The proof of the largest recognizer.
    pub proof: Proof,
}

/// Renders the report as text.
pub fn text(mined: &Mined) -> String {
    let mut out = String::new();
    let (offered, used) = mined.features;
    let _ = writeln!(
        out,
        "{}: {}, {} decisive; {used} of {offered} features; learned in {:.1} s",
        mined.endgame,
        counted(mined.draws, "draw", "draws"),
        grouped(mined.decisive),
        mined.learning_seconds
    );
    let _ = writeln!(out, "\n  leaves    bytes  features          spotted    share");
    for Step { leaves, bytes, features, spotted, .. } in &mined.curve {
        let (spotted, share) = (grouped(*spotted), percent(*spotted, mined.draws));
        let _ = writeln!(out, "  {leaves:6}  {bytes:7}  {features:8}  {spotted:>15}  {share:>6} %");
    }
    let _ = writeln!(out, "\n  {}", mined.proof.text("proof of the largest"));
    out
}

/// Renders the report as a self-contained HTML page.
pub fn html(mined: &Mined) -> String {
    let endgame = &mined.endgame;
    let badge = if mined.proof.sound {
        "<span class=\"badge ok\">✓ proved: no incorrect claim</span>"
    } else {
        "<span class=\"badge no\">✗ refuted</span>"
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Learned recognizer of {endgame} - drawproof</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header><div class=\"head\"><h1>Learned recognizer of {endgame}</h1>\
         {badge}</div>\n<p class=\"soft\">{} draws and {} decisive positions on the whole board, \
         both sides to move.</p></header>\n<main>\n<section>\n<h2>Size and draws spotted</h2>\n",
        grouped(mined.draws),
        grouped(mined.decisive)
    );
    out.push_str(&plot(mined));
    out.push_str("<div class=\"wide\"><table><tr><th>leaves</th><th>bytes</th><th>features</th>");
    out.push_str("<th>spotted</th><th>share</th></tr>\n");
    for Step { leaves, bytes, features, spotted, .. } in &mined.curve {
        let share = percent(*spotted, mined.draws);
        let [leaves, bytes, spotted] = [*leaves as u64, *bytes as u64, *spotted].map(grouped);
        let cells = [leaves, bytes, features.to_string(), spotted, format!("{share} %")];
        let _ = writeln!(out, "<tr><td>{}</td></tr>", cells.join("</td><td>"));
    }
    out.push_str("</table></div>\n</section>\n</main>\n</body>\n</html>\n");
    out
}

/// Renders the plot as an SVG file, in a grey that is visible on light and dark pages.
pub fn svg(mined: &Mined) -> String {
    plot(mined).replacen("<svg ", "<svg color=\"#808080\" ", 1)
}

/// Renders the plot as an SVG element: x is the size of the tables in bytes (logarithmic), y the
/// share of the draws spotted.
pub fn plot(mined: &Mined) -> String {
    const WIDTH: f64 = 640.0;
    const HEIGHT: f64 = 320.0;
    const MARGIN: f64 = 48.0;
    let bytes = |step: &Step| (step.bytes.max(1) as f64).log2();
    let least = mined.curve.iter().map(bytes).fold(f64::INFINITY, f64::min).floor();
    let most = mined.curve.iter().map(bytes).fold(0.0, f64::max).ceil().max(least + 1.0);
    let x = |log: f64| MARGIN + (log - least) / (most - least) * (WIDTH - 2.0 * MARGIN);
    let y = |share: f64| HEIGHT - MARGIN - share * (HEIGHT - 2.0 * MARGIN);
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"share of the draws of {} \
         spotted by bytes of tables\" font-family=\"sans-serif\" font-size=\"12\" \
         fill=\"currentColor\">\n",
        mined.endgame
    );
    for quarter in 0..=4 {
        let height = y(f64::from(quarter) / 4.0);
        let (end, text, below, per_cent) =
            (WIDTH - MARGIN, MARGIN - 6.0, height + 4.0, quarter * 25);
        let _ = writeln!(
            out,
            "<line x1=\"{MARGIN}\" x2=\"{end:.1}\" y1=\"{height:.1}\" y2=\"{height:.1}\" \
             stroke=\"currentColor\" stroke-opacity=\"0.2\"/><text x=\"{text:.1}\" y=\"{below:.1}\" \
             text-anchor=\"end\">{per_cent} %</text>"
        );
    }
    let mut power = least;
    while power <= most {
        let (x, y, bytes) = (x(power), HEIGHT - MARGIN + 18.0, grouped(power.exp2() as u64));
        let _ =
            writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{bytes}</text>");
        power += ((most - least) / 8.0).ceil();
    }
    let point = |step: &Step| (x(bytes(step)), y(step.spotted_share));
    let points = mined.curve.iter().map(point).map(|(x, y)| format!("{x:.1},{y:.1}"));
    let points = points.collect::<Vec<String>>().join(" ");
    let _ = writeln!(
        out,
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"#2a9d5c\" stroke-width=\"2\"/>"
    );
    for step in &mined.curve {
        let ((cx, cy), share) = (point(step), percent(step.spotted, mined.draws));
        let Step { leaves, bytes, .. } = step;
        let _ = writeln!(
            out,
            "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"3.5\" fill=\"#2a9d5c\"><title>{leaves} leaves, \
             {bytes} bytes: {share} %</title></circle>"
        );
    }
    let (x, y, endgame) = (WIDTH / 2.0, HEIGHT - 8.0, &mined.endgame);
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{endgame}: share of the draws \
         by bytes of tables</text>\n</svg>"
    );
    out
}

/// Formats `part` of `whole` as a percentage with two decimal places, rounded down.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    let hundredths = (u128::from(part) * 10_000).checked_div(u128::from(whole)).unwrap_or(0);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
