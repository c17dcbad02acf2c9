//! Verdicts as Markdown.

use std::fmt::Write;

use drawproof_verifier::{ClaimCounts, Run, Verdict};

use crate::{
    escape::cell,
    notes::notes,
    verdicts::{
        BRANCHES_MEAN, POSSIBLE_MEANS, REVERSED_CLAIMS, WRONG, asymmetries_name_colours,
        baseline_lines, draws, family_left_out, family_title, family_verdict, kind_rows, not_asked,
        reasons, scope_of, sound, spotted_share, truth_rows,
    },
    words::{
        CLASSES_MEAN, claimed, class_name, classes, counted, faults, grouped, numbered, percent,
        result_in_words, white_to_move,
    },
};

/// Renders the run as Markdown.
pub fn markdown(run: &Run) -> String {
    let mut out = String::new();
    let state = match (run.is_sound(), run.passes()) {
        (true, true) => "all rules are sound",
        (false, true) => "no wrong claim is new",
        (_, false) => "**not sound**",
    };
    let _ = writeln!(out, "## Draw rules: {state}\n");
    let _ = writeln!(out, "{} ({} counting)\n", run.counting.sentence(), run.counting);
    for sentence in scope_of(run, true) {
        let _ = writeln!(out, "{sentence}\n");
    }
    for line in baseline_lines(run) {
        let _ = writeln!(out, "{}\n", cell(&line));
    }
    let [_, draws] = draws(run.truth());
    let _ = writeln!(
        out,
        "| endgame | rule | positions | {draws} | spotted | missed | incorrect | verdict |"
    );
    out.push_str("|---|---|---:|---:|---:|---:|---:|---|\n");
    for verdict in &run.verdicts {
        let total = verdict.total();
        let verdict_in_words = faults(verdict)
            .map_or_else(|| format!("✅ {}", sound(verdict)), |faults| format!("❌ {faults}"));
        let (spotted, missed) = match verdict.is_about_draws() {
            true => {
                let share = spotted_share(&total.claims);
                (format!("{} ({share})", grouped(total.spotted)), grouped(total.missed))
            }
            false => ("–".into(), "–".into()),
        };
        let not_asked = not_asked(verdict).map_or(String::new(), |text| format!("; {text}"));
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {spotted} | {missed} | {} | {verdict_in_words}{not_asked} |",
            verdict.endgame,
            cell(&verdict.name),
            grouped(total.positions),
            grouped(total.draws),
            grouped(total.incorrect),
        );
    }
    families(&mut out, run);
    left_out(&mut out, run);
    for verdict in &run.verdicts {
        for note in notes(verdict) {
            let _ = writeln!(out, "\n{}: {}.", verdict.endgame, cell(&note));
        }
    }
    claims(&mut out, run);
    run.verdicts.iter().for_each(|verdict| details(&mut out, verdict));
    out
}

/// Writes the total row of each family.
fn families(out: &mut String, run: &Run) {
    for family in &run.families {
        let total = &family.total;
        let mark = if family.is_sound { "✅" } else { "❌" };
        let (spotted, missed) = match total.claims.are_about_draws() {
            true => {
                let share = percent(total.spotted, total.draws);
                (format!("{} ({share})", grouped(total.spotted)), grouped(total.missed))
            }
            false => ("–".into(), "–".into()),
        };
        let _ = writeln!(
            out,
            "| **{}** | {} | {} | {} | {spotted} | {missed} | {} | {mark} {} |",
            cell(&family_title(family)),
            counted(family.endgames.len() as u64, "endgame", "endgames"),
            grouped(total.positions),
            grouped(total.draws),
            grouped(total.incorrect),
            family_verdict(family),
        );
    }
}

/// Writes the endgames of each family that were left out.
fn left_out(out: &mut String, run: &Run) {
    for family in &run.families {
        if let Some(left_out) = family_left_out(family) {
            let _ = writeln!(out, "\n{}: {left_out}.", cell(&family_title(family)));
        }
    }
}

fn details(out: &mut String, verdict: &Verdict) {
    if !verdict.counterexamples.is_empty() {
        let _ = writeln!(out, "\n### {}: counterexamples, quiet ones first\n", verdict.endgame);
        let classes = classes(verdict);
        if !classes.is_empty() {
            let _ = writeln!(out, "All incorrect claims: {classes}. {CLASSES_MEAN}\n");
        }
        out.push_str("| class | position | claim | result | line |\n|---|---|---|---|---|\n");
        for wrong in &verdict.counterexamples {
            let claim = claimed(&wrong.fen, &wrong.claim);
            let result = result_in_words(wrong);
            let line = numbered(&wrong.line.san, white_to_move(&wrong.fen));
            let (class, fen) = (class_name(wrong.class), &wrong.fen);
            let _ = writeln!(out, "| {class} | `{fen}` | {claim} | {result} | {line} |");
        }
    }
    if !verdict.asymmetries.is_empty() {
        let _ =
            writeln!(out, "\n### {}: symmetric positions, different answers\n", verdict.endgame);
        if asymmetries_name_colours(verdict) {
            let _ = writeln!(out, "{REVERSED_CLAIMS}\n");
        }
        out.push_str("| position | claim | mirrored or colour-reversed position | claim |\n");
        out.push_str("|---|---|---|---|\n");
        for pair in &verdict.asymmetries {
            let (fen, other) = (&pair.fen, &pair.other_fen);
            let claims = [claimed(fen, &pair.claim), claimed(other, &pair.other_claim)];
            let _ = writeln!(out, "| `{fen}` | {} | `{other}` | {} |", claims[0], claims[1]);
        }
    }
    reason_tables(out, verdict);
}

/// Writes a table of the kinds of claims, and the claims of each rule by true result; nothing if
/// all claims are draws.
fn claims(out: &mut String, run: &Run) {
    let rules: Vec<&Verdict> =
        run.verdicts.iter().filter(|verdict| verdict.claims_wins()).collect();
    if rules.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### Claims by kind\n\n{POSSIBLE_MEANS}");
    let truths = |claims: &ClaimCounts| truth_rows(claims, run.truth());
    for table in [&kind_rows as &dyn Fn(&ClaimCounts) -> Vec<Vec<String>>, &truths] {
        for (number, verdict) in rules.iter().enumerate() {
            let rows = table(&verdict.total().claims);
            if number == 0 {
                let columns = "---:|".repeat(rows[0].len() - 1);
                let _ =
                    writeln!(out, "\n| endgame | {} |\n|---|---|{columns}", rows[0].join(" | "));
            }
            for row in &rows[1..] {
                let _ = writeln!(out, "| {} | {} |", verdict.endgame, row.join(" | "));
            }
        }
    }
}

/// Writes the tables of branches and exceptions, folded unless a branch makes wrong claims.
fn reason_tables(out: &mut String, verdict: &Verdict) {
    for reasons in reasons(verdict) {
        let table = |out: &mut String| {
            if reasons.are_branches {
                let _ = writeln!(out, "{BRANCHES_MEAN}\n");
            }
            if !reasons.rows.is_empty() {
                let (name, head) = (reasons.name, reasons.head.join(" | "));
                let columns = "---:|".repeat(reasons.head.len());
                let _ = writeln!(out, "| {name} | {head} | meaning |\n|---|{columns}---|");
            }
            for reason in &reasons.rows {
                let mut counts = reason.counts.clone();
                if reason.is_wrong {
                    counts[WRONG] = format!("❌ {}", counts[WRONG]);
                }
                let (id, meaning) = (cell(reason.id), cell(reason.says));
                let _ = writeln!(out, "| `{id}` | {} | {meaning} |", counts.join(" | "));
            }
            if let Some(idle) = &reasons.idle {
                let _ = writeln!(out, "\n{idle}");
            }
        };
        let title = format!("{}: {}", verdict.endgame, reasons.title);
        if reasons.rows.iter().any(|reason| reason.is_wrong) {
            let _ = writeln!(out, "\n### {title}\n");
            table(out);
        } else {
            folded(out, &title, table);
        }
    }
}

/// Writes a section with a title that readers click to unfold.
pub fn folded(out: &mut String, title: &str, part: impl FnOnce(&mut String)) {
    out.push_str(&format!("\n<details><summary>{title}</summary>\n\n"));
    part(out);
    out.push_str("\n</details>\n");
}
