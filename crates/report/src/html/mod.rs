//! One self-contained HTML page: no network, no script, light and dark, wide and narrow. Head, summary
//! of all rules, a section for each.

mod claims;
pub mod frame;
mod rule;
pub mod svg;
mod tuning;

use std::fmt::Write;

use drawproof_verifier::{Run, TruthKind, Verdict, tune::Tuning};

use self::{
    claims::wrong_and_claims,
    frame::{badge, page},
};
use crate::{
    escape::escaped,
    verdicts::{COLOURS_MEAN, baseline_lines, draws, family_line, other_kinds, scope_of},
    words::{faults, grouped, percent},
};

pub use self::frame::STYLE;

/// Renders the run as a page. `tunings` are the tuning reports in the order of the verdicts, or
/// empty.
pub fn html(run: &Run, tunings: &[Tuning]) -> String {
    let names: Vec<&str> = run.verdicts.iter().map(|v| v.endgame.as_str()).collect();
    let title = match &names[..] {
        [one] => format!("Draw rule of {one}"),
        _ => "Draw rules".into(),
    };
    page(
        &title,
        "",
        |out| header(out, run, &title),
        |out| {
            summary(out, run);
            for (number, verdict) in run.verdicts.iter().enumerate() {
                rule::recognizer(out, verdict, tunings.get(number));
            }
        },
        match run.truth() {
            TruthKind::Result => {
                "drawproof asked the rules about every position counted and compared their claims with \
                 perfect endgame tables."
            }
            TruthKind::CanMate => {
                "drawproof asked the rules about every position counted and compared their claims with \
                 tables of helpmates."
            }
        },
    )
}

fn header(out: &mut String, run: &Run, title: &str) {
    let badge = match (run.is_sound(), run.passes()) {
        (true, true) => badge(true, "✓ proved: no incorrect claim"),
        (false, true) => badge(true, "no incorrect claim is new"),
        (_, false) => badge(false, "✗ refuted"),
    };
    let positions: u64 = run.verdicts.iter().map(|v| v.total().positions).sum();
    let _ = writeln!(out, "<header><div class=\"head\"><h1>{title}</h1>{badge}</div>");
    let _ = writeln!(
        out,
        "<p class=\"soft\">{} positions asked about, with either side to move, and each with colours \
         reversed ({} counting). {}</p>",
        grouped(positions),
        run.counting,
        run.counting.sentence()
    );
    let families = run.families.iter().map(|it| family_line(it, run.truth()));
    for sentence in scope_of(run, false).into_iter().chain(families).chain(baseline_lines(run)) {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escaped(&sentence));
    }
    out.push_str("</header>\n");
}

/// Writes a bar for the share of wrong claims of each refuted rule, then one for the share of draws
/// spotted by each rule.
fn summary(out: &mut String, run: &Run) {
    if !run.is_sound() {
        wrong(out, run);
    }
    spotted(out, run);
    other_claims(out, run);
}

/// Writes a bar for the share of draws spotted by each rule that claims draws.
fn spotted(out: &mut String, run: &Run) {
    let rules: Vec<&Verdict> = run.verdicts.iter().filter(|it| it.is_about_draws()).collect();
    if rules.is_empty() {
        return;
    }
    let [_, draws] = draws(run.truth());
    let title = match run.truth() {
        TruthKind::Result => "Draws",
        TruthKind::CanMate => "Dead positions",
    };
    let _ = writeln!(out, "<section>\n<h2>{title} spotted</h2>\n<div class=\"bars\">");
    for verdict in rules {
        let total = verdict.total();
        let share = total.spotted_share().unwrap_or(0.0);
        let title = escaped(&verdict.endgame);
        bar(out, &title, &title, "good", share, &percent(total.spotted, total.draws), "");
    }
    let _ = writeln!(
        out,
        "</div>\n<p class=\"key\"><span><i style=\"background:var(--good)\"></i>spotted: {draws} that the \
         rule claims</span><span><i style=\"background:var(--miss)\"></i>missed: {draws} that the rule does \
         not claim</span></p>\n</section>"
    );
}

/// Writes, for each kind of claim other than draws, a bar with the claims made as a share of the
/// positions where the claim is true.
fn other_claims(out: &mut String, run: &Run) {
    let rules: Vec<&Verdict> = run.verdicts.iter().filter(|it| it.claims_wins()).collect();
    if rules.is_empty() {
        return;
    }
    out.push_str("<section>\n<h2>Wins and one-sided claims</h2>\n<div class=\"bars kinds\">\n");
    for verdict in rules {
        for (kind, counts) in other_kinds(&verdict.total().claims) {
            let endgame = escaped(&verdict.endgame);
            let title = format!("{endgame} <small>{}</small>", kind.name());
            let share = counts.right as f64 / counts.possible.max(1) as f64;
            let percent = percent(counts.right, counts.possible);
            bar(out, &endgame, &title, "good", share, &percent, "");
        }
    }
    let _ = writeln!(
        out,
        "</div>\n<p class=\"key\"><span><i style=\"background:var(--good)\"></i>claimed</span>\
         <span><i style=\"background:var(--miss)\"></i>the claim would be true and is not made\
         </span></p>\n<p class=\"note\">{COLOURS_MEAN}</p>\n</section>"
    );
}

/// Writes a bar for each refuted rule.
fn wrong(out: &mut String, run: &Run) {
    out.push_str("<section class=\"refuted\">\n<h2>Wrong claims</h2>\n<div class=\"bars\">\n");
    for verdict in run.verdicts.iter().filter(|verdict| !verdict.is_sound()) {
        let (wrong, claims) = wrong_and_claims(verdict);
        let share = wrong as f64 / claims.max(1) as f64;
        let faults = faults(verdict).unwrap_or_default();
        let badge = format!("<em class=\"badge no\">{faults}</em>");
        let title = escaped(&verdict.endgame);
        bar(out, &title, &title, "bad", share, &percent(wrong, claims), &badge);
    }
    out.push_str("</div>\n<p class=\"key\"><span><i style=\"background:var(--bad)\"></i>share of ");
    out.push_str("the claims that are wrong</span></p>\n</section>\n");
}

/// Writes a coloured bar for a rule, linked to its section. `endgame` and `title` are HTML.
fn bar(
    out: &mut String,
    endgame: &str,
    title: &str,
    colour: &str,
    share: f64,
    percent: &str,
    badge: &str,
) {
    let share = share * 100.0;
    let _ = writeln!(
        out,
        "<a class=\"bar-row\" href=\"#{endgame}\"><b>{title}</b>\
         <div class=\"bar {colour}\" role=\"img\" aria-label=\"{percent}\">\
         <i style=\"width:{share:.3}%\"></i></div><span>{percent}</span>{badge}</a>"
    );
}
