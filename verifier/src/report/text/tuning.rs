//! The tuning report as text.

use std::fmt::Write;

use super::run::text;
use crate::{
    judge::{Run, Verdict},
    report::{
        tuning_words::{NO_ABLATION, best_heading, listed, next_step, proof, remark},
        words::{grouped, percent},
    },
    tune::{Ablation, Tuning},
};

/// The tuning report as text, with at most `limit` groups of missed draws.
pub fn tuning_text(verdict: &Verdict, tuning: &Tuning, limit: usize) -> String {
    let run = Run { counting: verdict.counting, verdicts: vec![verdict.clone()] };
    let mut out = text(&run, false);
    match &tuning.ablation {
        None => {
            let _ = writeln!(out, "{NO_ABLATION}");
        }
        Some(ablation) => ablation_text(&mut out, ablation),
    }
    if let Some(next_step) = next_step(verdict) {
        let _ = writeln!(out, "\n{next_step}");
    }
    let missed = verdict.total().missed;
    let _ = writeln!(out, "\nmissed draws by feature");
    for share in &tuning.by_feature {
        let of_all = percent(share.missed, missed);
        let (about, value, count) = (&share.about, &share.value, grouped(share.missed));
        let _ = writeln!(out, "  {about:<12} {value:<21} {count:>13} {of_all:>9}");
    }
    let _ = writeln!(out, "\nlargest groups of missed draws");
    for group in tuning.missed_groups.iter().take(limit) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let (count, of_all) = (grouped(group.missed), percent(group.missed, missed));
        let of_group = percent(group.missed, group.draws);
        let _ = writeln!(out, "  {count} ({of_all}), {of_group} of the draws like these");
        let _ = writeln!(out, "    {}", features.join("; "));
        for fen in &group.examples {
            let _ = writeln!(out, "    {fen}");
        }
    }
    out
}

fn ablation_text(out: &mut String, ablation: &Ablation) {
    let width = ablation.dropped.iter().map(|d| d.id.len()).max().unwrap_or(0).max(7);
    let [draws, gains, breaks] = ["draws matched", "draws gained", "wins claimed drawn"];
    let _ = writeln!(out, "effect of removing one pattern");
    let _ = writeln!(out, "  {:<width$} {draws:>13} {gains:>13} {breaks:>18}", "pattern");
    for dropped in &ablation.dropped {
        let [draws, gains, breaks] =
            [dropped.draws_matched, dropped.gains, dropped.breaks].map(grouped);
        let _ = writeln!(
            out,
            "  {:<width$} {draws:>13} {gains:>13} {breaks:>18}  {}",
            dropped.id,
            remark(dropped)
        );
    }
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let heading = best_heading(ablation);
    let _ = writeln!(out, "\n{heading}: {share} of the draws spotted ({})", proof(ablation));
    let _ = writeln!(out, "  keep   {}", listed(&best.keep));
    let _ = writeln!(out, "  remove {}", listed(&best.drop));
}
