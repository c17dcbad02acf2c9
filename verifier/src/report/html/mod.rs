//! One self-contained HTML page: no network, no script, light and dark, wide and narrow.

mod parts;

use std::fmt::Write;

use super::{escaped, faults, grouped, percent, svg};
use crate::{Run, tune::Tuning};

/// The style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");

/// The run as a page; with the tuning reports of its rules, if there are any, in their order.
pub fn html(run: &Run, tunings: &[Tuning]) -> String {
    let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n");
    out.push_str("<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let names: Vec<&str> = run.verdicts.iter().map(|v| v.endgame.as_str()).collect();
    let title = match &names[..] {
        [one] => format!("Draw rule of {one}"),
        _ => "Draw rules".into(),
    };
    let _ = writeln!(out, "<title>{title} - drawproof</title>\n<style>\n{STYLE}</style>\n</head>");
    out.push_str("<body>\n");
    out.push_str(&svg::definitions());
    header(&mut out, run, &title);
    out.push_str("<main>\n");
    summary(&mut out, run);
    for (number, verdict) in run.verdicts.iter().enumerate() {
        parts::recognizer(&mut out, verdict, tunings.get(number));
    }
    out.push_str("</main>\n<footer><p>Made by drawproof, which asked the rules about every ");
    out.push_str("legal position and compared their claims with perfect endgame tables. ");
    out.push_str("Lines are optimal: the winner mates as fast, the loser holds out as long as ");
    out.push_str("can be.</p></footer>\n</body>\n</html>\n");
    out
}

fn header(out: &mut String, run: &Run, title: &str) {
    let badge = if run.is_sound() {
        "<span class=\"badge ok\">✓ proved: no incorrect claim</span>"
    } else {
        "<span class=\"badge no\">✗ refuted</span>"
    };
    let positions: u64 = run.verdicts.iter().map(|v| v.total().positions).sum();
    let counting = match run.counting {
        crate::Counting::Full => "every legal position of the whole board",
        crate::Counting::Core10 => {
            "every legal position with the strong king on its ten (with pawns, 32) squares"
        }
    };
    let _ = writeln!(out, "<header><div class=\"head\"><h1>{title}</h1>{badge}</div>");
    let _ = writeln!(
        out,
        "<p class=\"soft\">{} positions asked about: {counting}, both sides to move, and each \
         with colours reversed.</p></header>",
        grouped(positions)
    );
}

/// A bar for every rule.
fn summary(out: &mut String, run: &Run) {
    out.push_str("<section>\n<h2>Draws spotted</h2>\n<div class=\"bars\">\n");
    for verdict in &run.verdicts {
        let total = verdict.total();
        let share = total.spotted_share().unwrap_or(0.0) * 100.0;
        let spotted = percent(total.spotted, total.draws);
        let judged = match faults(verdict) {
            None => String::new(),
            Some(faults) => format!("<em class=\"badge no\">{faults}</em>"),
        };
        let endgame = escaped(&verdict.endgame);
        let _ = writeln!(
            out,
            "<a class=\"bar-row\" href=\"#{endgame}\"><b>{endgame}</b>\
             <div class=\"bar\" role=\"img\" aria-label=\"{spotted} spotted\">\
             <i style=\"width:{share:.3}%\"></i></div><span>{spotted}</span>{judged}</a>"
        );
    }
    out.push_str(
        "</div>\n<p class=\"key\"><span><i style=\"background:var(--good)\"></i>spotted: ",
    );
    out.push_str("draws the rule claims</span><span><i style=\"background:var(--miss)\"></i>");
    out.push_str("missed: draws it says nothing about</span></p>\n</section>\n");
}
