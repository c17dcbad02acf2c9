//! The tuning report as text and as Markdown, and the sentences that it shares with the HTML page.

use std::fmt::Write;

use drawproof_verifier::{
    Run, Verdict,
    tune::{Ablation, Branches, Dropped, Tuning},
};

use crate::{
    branches::{branches_markdown, branches_text},
    escape::cell,
    markdown::markdown,
    notes::notes,
    text::{summary, text},
    words::{counted, grouped, listed, percent},
    wrap::{TextStyle, table, wrapped},
};

/// The sentence for a rule without an ablation.
pub(crate) const NO_ABLATION: &str = "No ablation: the rule reports no patterns, or does not claim a draw exactly where none of them \
     matches.";

/// Returns a phrase that says whether the best subset is proved to be the best.
pub(crate) fn proof(ablation: &Ablation) -> &'static str {
    match ablation.best.proved {
        true => "no other choice does better",
        false => "the search stopped early: another choice may do better",
    }
}

/// Returns the heading of the best subset.
pub(crate) fn best_heading(ablation: &Ablation) -> &'static str {
    match ablation.best.incorrect {
        0 => "the best choice of patterns that makes no incorrect claim",
        _ => "no choice of patterns is without incorrect claims; the one with the fewest",
    }
}

/// Returns the suggested next step for a rule that makes incorrect claims.
pub(crate) fn next_step(verdict: &Verdict, branches: Option<&Branches>) -> Option<String> {
    let endgame = &verdict.endgame;
    let claims = match verdict.total().incorrect {
        0 => return None,
        1 => "1 incorrect claim".to_owned(),
        incorrect => format!("{} incorrect claims", grouped(incorrect)),
    };
    let commands = format!(
        "'drawproof repair {endgame}' finds exceptions to add, 'drawproof mine {endgame}' learns a \
         sound rule."
    );
    Some(match branches {
        // Its patterns cannot exclude these claims: the rule makes them where no pattern matches,
        // or has no patterns.
        None => format!(
            "This rule cannot be made sound by removing patterns: no pattern excludes its {claims}. \
             {commands}"
        ),
        Some(branches) if branches.by_no_branch.wrong > 0 => format!(
            "This rule cannot be made sound by removing branches: it makes {} where no branch \
             matches. {commands}",
            counted(branches.by_no_branch.wrong, "incorrect claim", "incorrect claims")
        ),
        Some(_) => format!(
            "The {claims} come from the wrong branches: repair them as above, or drop them. \
             'drawproof repair {endgame}' finds exceptions for the whole rule and writes them as \
             source code."
        ),
    })
}

/// Returns a remark on a pattern that can be removed, with the reason; empty for other patterns.
pub(crate) fn remark(dropped: &Dropped) -> String {
    match (dropped.breaks, &dropped.covered_by[..]) {
        (0, []) if dropped.draws_matched + dropped.decisive_matched == 0 => "never matches".into(),
        (0, []) => "can be removed: protects no win alone".into(),
        (0, others) => format!("can be removed: matches only where {} matches", others.join(", ")),
        _ => String::new(),
    }
}

/// Renders the tuning report as text, with at most `limit` groups of missed draws.
pub fn tuning_text(verdict: &Verdict, tuning: &Tuning, limit: usize, style: TextStyle) -> String {
    let run = Run::new(verdict.counting, vec![verdict.clone()]);
    let has_wrong = tuning.branches.as_ref().is_some_and(Branches::has_wrong);
    let mut out = String::new();
    match has_wrong {
        true => head(&mut out, &run, style),
        false => out = text(&run, style),
    }
    match (&tuning.ablation, &tuning.branches) {
        (Some(ablation), _) => ablation_text(&mut out, ablation, style),
        (None, Some(branches)) => branches_text(&mut out, branches, style),
        (None, None) => out.push_str(&wrapped("", NO_ABLATION, style.width)),
    }
    if let Some(next_step) = next_step(verdict, tuning.branches.as_ref()) {
        out.push_str(&format!("\n{}", wrapped("", &next_step, style.width)));
    }
    match verdict.total().missed {
        // Wrong claims come first.
        draws if draws > 0 && has_wrong => {
            let draws = counted(draws, "draw is missed", "draws are missed");
            let line = format!("{draws}; --html and --format json have their groups.");
            out.push_str(&wrapped("", &line, style.width));
        }
        _ => missed(&mut out, verdict, tuning, limit, style),
    }
    out
}

/// Writes a line for each rule, then what its counts cover.
fn head(out: &mut String, run: &Run, style: TextStyle) {
    summary(out, run, style);
    for note in run.verdicts.iter().flat_map(notes) {
        out.push_str(&wrapped("", &note, style.width));
    }
    out.push('\n');
}

fn missed(out: &mut String, verdict: &Verdict, tuning: &Tuning, limit: usize, style: TextStyle) {
    let missed = verdict.total().missed;
    if missed == 0 {
        out.push_str("\nno draw is missed\n");
        return;
    }
    let _ = writeln!(out, "\nmissed draws by feature");
    let row = |share: &drawproof_verifier::tune::Share| {
        let of_all = percent(share.missed, missed);
        vec![share.about.clone(), share.value.clone(), grouped(share.missed), of_all]
    };
    let rows: Vec<Vec<String>> = tuning.by_feature.iter().map(row).collect();
    out.push_str(&table(&rows, &[0, 1], &[], style.width));
    let _ = writeln!(
        out,
        "\nlargest groups of missed draws, those without a check or a hanging man first"
    );
    for group in tuning.missed_groups.iter().take(limit) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let (count, of_all) = (grouped(group.missed), percent(group.missed, missed));
        let of_group = percent(group.missed, group.draws);
        let _ = writeln!(
            out,
            "  {count}, {of_all} of all missed; the rule misses {of_group} of such draws"
        );
        out.push_str(&wrapped("    ", &features.join("; "), style.width));
        for fen in &group.examples {
            let _ = writeln!(out, "    {fen}");
        }
    }
}

fn ablation_text(out: &mut String, ablation: &Ablation, style: TextStyle) {
    let head = ["pattern", "draws matched", "draws gained", "wins claimed drawn"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut notes = vec![String::new()];
    for dropped in &ablation.dropped {
        let counts = [dropped.draws_matched, dropped.gains, dropped.breaks].map(grouped);
        rows.push(std::iter::once(dropped.id.clone()).chain(counts).collect());
        notes.push(remark(dropped));
    }
    let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
    let _ = writeln!(out, "effect of removing one pattern");
    out.push_str(&table(&rows, &[0], &notes, style.width));
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let head =
        format!("{}: it spots {share} of the draws ({})", best_heading(ablation), proof(ablation));
    out.push('\n');
    out.push_str(&wrapped("", &head, style.width));
    out.push_str(&wrapped("  keep   ", &listed(&best.keep), style.width));
    out.push_str(&wrapped("  remove ", &listed(&best.drop), style.width));
}

/// Renders the branches of a rule in several endgames as text. Conditions are shared by all
/// endgames.
pub fn family_tuning_text(run: &Run, branches: Option<&Branches>, style: TextStyle) -> String {
    let mut out = String::new();
    head(&mut out, run, style);
    match branches {
        Some(branches) => branches_text(&mut out, branches, style),
        None => out.push_str(&wrapped("", "The rule reports no branches.", style.width)),
    }
    out
}

/// Renders the report of [`family_tuning_text`] as Markdown.
pub fn family_tuning_markdown(run: &Run, branches: Option<&Branches>) -> String {
    let mut out = markdown(run);
    if let Some(branches) = branches {
        branches_markdown(&mut out, branches);
    }
    out
}

/// Renders the tuning report as Markdown, with at most `limit` groups of missed draws.
pub fn tuning_markdown(verdict: &Verdict, tuning: &Tuning, limit: usize) -> String {
    let run = Run::new(verdict.counting, vec![verdict.clone()]);
    let mut out = markdown(&run);
    match (&tuning.ablation, &tuning.branches) {
        (None, Some(branches)) => branches_markdown(&mut out, branches),
        (None, None) => {
            let _ = writeln!(out, "\n### Effect of removing one pattern\n\n{NO_ABLATION}");
        }
        (Some(ablation), _) => {
            let _ = writeln!(out, "\n### Effect of removing one pattern\n");
            ablation_markdown(&mut out, ablation);
        }
    }
    if let Some(next_step) = next_step(verdict, tuning.branches.as_ref()) {
        let _ = writeln!(out, "\n{next_step}");
    }
    let missed = verdict.total().missed;
    out.push_str(
        "\n### Largest groups of missed draws, those without a check or a hanging man first\n\n\
         | missed | share | of such draws |",
    );
    out.push_str(" features | example |\n|---:|---:|---:|---|---|\n");
    for group in tuning.missed_groups.iter().take(limit) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | `{}` |",
            grouped(group.missed),
            percent(group.missed, missed),
            percent(group.missed, group.draws),
            features.join("; "),
            group.examples.first().map_or("", String::as_str),
        );
    }
    out
}

fn ablation_markdown(out: &mut String, ablation: &Ablation) {
    out.push_str("| pattern | draws gained | wins claimed drawn | |\n|---|---:|---:|---|\n");
    for dropped in &ablation.dropped {
        let [gains, breaks] = [dropped.gains, dropped.breaks].map(grouped);
        let (id, remark) = (cell(&dropped.id), cell(&remark(dropped)));
        let _ = writeln!(out, "| `{id}` | {gains} | {breaks} | {remark} |");
    }
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let (keep, drop) = (cell(&listed(&best.keep)), cell(&listed(&best.drop)));
    let (heading, proof) = (best_heading(ablation), proof(ablation));
    let _ = writeln!(
        out,
        "\n**{heading}** ({share} of the draws; {proof}): keep {keep}; remove {drop}."
    );
}
