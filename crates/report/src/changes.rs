//! The differences between two runs, as text and as Markdown for a pull-request comment.

use std::fmt::Write;

use drawproof_verifier::{
    Change, Changed, ClaimCounts, ClaimKind, Diff, KindChange, Label, TruthKind,
};

use crate::{
    escape::cell,
    markdown::folded,
    verdicts::{COLOURS_MEAN, kind_headlines, scope, spotted, spotted_share},
    words::{
        claimed, class_name, counted, grouped, numbered, percent, white_to_move, within_fifty_moves,
    },
    wrap::{TextStyle, position, wrapped},
};

/// Returns the name of a label in reports.
fn label_name(label: Label) -> &'static str {
    match label {
        Label::NewlyIncorrect => "newly incorrect",
        Label::Corrected => "corrected",
        Label::Lost => "lost",
        Label::Gained => "gained",
    }
}

/// Returns the title of the examples of a label.
fn title(label: Label) -> &'static str {
    match label {
        Label::NewlyIncorrect => {
            "newly incorrect: positions about which only the new rule's claim is wrong"
        }
        Label::Corrected => "corrected: positions about which only the old rule's claim is wrong",
        Label::Lost => "lost: right claims that only the old rule makes",
        Label::Gained => "gained: right claims that only the new rule makes",
    }
}

/// Returns both claims, and the true result if one of them is incorrect: `old: no claim; new: a
/// draw; quiet: White mates in 3 (5 plies)`.
fn claims(changed: &Changed) -> String {
    let claim = |claim: &str| claimed(&changed.fen, claim);
    let claims = format!("old: {}; new: {}", claim(&changed.old), claim(&changed.new));
    match changed.class {
        None => claims,
        Some(class) => {
            let is_cursed = changed.fifty.is_some();
            let truth = within_fifty_moves(&changed.fen, &changed.truth, changed.dtm, is_cursed);
            format!("{claims}; {}: {truth}", class_name(class))
        }
    }
}

/// Returns the line to mate; empty if the claim has no such line.
fn proof(changed: &Changed) -> String {
    numbered(&changed.line.san, white_to_move(&changed.fen))
}

/// Returns the right claims that one rule gains over the other: `1,000 draws` or, with claims other
/// than draws, `1,234 claims (1,000 draws, 234 'White cannot win')`.
fn right_claims(diff: &Diff, change: &Change) -> String {
    if !diff.has_other_than_draws() {
        return counted(change.draws, "draw", "draws");
    }
    let of_kinds = kinds(change, |change| change.right);
    format!("{}{of_kinds}", counted(change.claims, "claim", "claims"))
}

/// Returns the incorrect claims that only one rule makes: `12 claims` or, with claims other than
/// draws, `12 claims (12 'White cannot win')`.
fn incorrect_claims(diff: &Diff, change: &Change) -> String {
    let claims = counted(change.incorrect, "claim", "claims");
    if !diff.has_other_than_draws() {
        return claims;
    }
    format!("{claims}{}", kinds(change, |change| change.incorrect))
}

/// Returns a count of each kind of claim, in parentheses; empty for a rule without claims.
fn kinds(change: &Change, count: impl Fn(KindChange) -> u64) -> String {
    let counts = change.kinds_changed().map(|(kind, change)| (kind, count(change)));
    let counts = counts.filter(|(_, count)| *count > 0);
    let part = |(kind, count): (ClaimKind, u64)| match kind {
        ClaimKind::Draw => counted(count, "draw", "draws"),
        _ => format!("{} '{}'", grouped(count), kind.name()),
    };
    let parts: Vec<String> = counts.map(part).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// Renders the differences as text.
pub(crate) fn diff_text(diffs: &[Diff], style: TextStyle) -> String {
    let width = style.width;
    let mut out = String::new();
    if let Some(diff) = diffs.first() {
        let counting = format!("{} counting: {}", diff.counting, diff.counting.sentence());
        out.push_str(&wrapped("", &counting, width));
        let with_colours = diffs.iter().any(Diff::has_other_than_draws);
        for sentence in scope(with_colours, diff.domain, diff.fifty_move) {
            out.push_str(&wrapped("", &sentence, width));
        }
        out.push('\n');
    }
    for diff in diffs {
        let _ = writeln!(out, "{} ({} counting)", diff.endgame, diff.counting);
        rule(&mut out, "old", &diff.old, &diff.old_claims, width);
        rule(&mut out, "new", &diff.new, &diff.new_claims, width);
        let newly = incorrect_claims(diff, &diff.gained);
        let corrected = incorrect_claims(diff, &diff.lost);
        let text = format!("newly incorrect: {newly}; corrected: {corrected}");
        out.push_str(&wrapped("  ", &text, width));
        change_text(&mut out, diff, ("gained", &diff.gained), ["new", "old"], width);
        change_text(&mut out, diff, ("lost", &diff.lost), ["old", "new"], width);
        if diff.other_claims_changed > 0 {
            let changed = grouped(diff.other_claims_changed);
            let _ = writeln!(out, "  other claims changed: {changed}");
        }
        for label in Label::ALL {
            text_examples(&mut out, diff, label, width);
        }
        out.push('\n');
    }
    out
}

/// Writes a rule's name and the counts of its claims.
fn rule(out: &mut String, which: &str, name: &str, claims: &ClaimCounts, width: usize) {
    let spotted =
        spotted(claims, TruthKind::Result).map_or(String::new(), |spotted| format!(": {spotted}"));
    out.push_str(&wrapped(&format!("  {which}  "), &format!("{name}{spotted}"), width));
    for headline in kind_headlines(claims) {
        out.push_str(&wrapped("       ", &headline, width));
    }
}

/// Writes the claims gained or lost, with the branches of the rule that makes them and the patterns
/// of the rule that does not.
fn change_text(
    out: &mut String,
    diff: &Diff,
    (name, change): (&str, &Change),
    [claiming, silent]: [&str; 2],
    width: usize,
) {
    let right = right_claims(diff, change);
    out.push_str(&wrapped("  ", &format!("right claims {name}: {right}"), width));
    let rows = [
        ("branch", "makes the claim", &change.branches, claiming),
        ("pattern", "withdraws the claim", &change.patterns, silent),
    ];
    for (noun, does, reasons, rule) in rows {
        for (id, count) in reasons {
            let first = format!("    {:>13}  ", grouped(*count));
            out.push_str(&wrapped(
                &first,
                &format!("{noun} {id} of the {rule} rule {does}"),
                width,
            ));
        }
    }
}

fn text_examples(out: &mut String, diff: &Diff, label: Label, width: usize) {
    let examples: Vec<&Changed> = diff.examples.iter().filter(|e| e.label == label).collect();
    if examples.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}", wrapped("  ", &format!("{}:", title(label)), width)));
    for (number, changed) in examples.into_iter().enumerate() {
        let label = format!("{:<15}", label_name(label));
        position(out, number, &label, &changed.fen, &[claims(changed), proof(changed)], width);
    }
}

/// Renders the differences as Markdown.
pub(crate) fn diff_markdown(diffs: &[Diff]) -> String {
    let mut out = String::from("## Draw rules: differences between two runs\n\n");
    if let Some(diff) = diffs.first() {
        let _ = writeln!(out, "{} ({} counting)\n", diff.counting.sentence(), diff.counting);
        for sentence in scope(false, diff.domain, diff.fifty_move) {
            let _ = writeln!(out, "{sentence}\n");
        }
    }
    let any_other = diffs.iter().any(Diff::has_other_than_draws);
    let what = if any_other { "claims" } else { "draws" };
    let _ = writeln!(
        out,
        "| endgame | spotted before | spotted now | {what} gained | {what} lost | new incorrect | \
         incorrect fixed |\n|---|---:|---:|---:|---:|---:|---:|"
    );
    for diff in diffs {
        let mark = if diff.gained.incorrect > 0 { "❌ " } else { "" };
        let right = |change: &Change| grouped(if any_other { change.claims } else { change.draws });
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {mark}{} | {} |",
            diff.endgame,
            spotted_or_dash(&diff.old_claims),
            spotted_or_dash(&diff.new_claims),
            right(&diff.gained),
            right(&diff.lost),
            grouped(diff.gained.incorrect),
            grouped(diff.lost.incorrect),
        );
    }
    if any_other {
        markdown_kinds(&mut out, diffs);
    }
    for diff in diffs {
        for label in Label::ALL {
            markdown_examples(&mut out, diff, label);
        }
        for (what, change, rules) in
            [("gained", &diff.gained, ["new", "old"]), ("lost", &diff.lost, ["old", "new"])]
        {
            let [claiming, silent] = rules;
            let branches = format!("claims {what}, by branch of the {claiming} rule");
            reasons(&mut out, &diff.endgame, &branches, &change.branches);
            let patterns = format!("claims {what}, by pattern of the {silent} rule");
            reasons(&mut out, &diff.endgame, &patterns, &change.patterns);
        }
    }
    out
}

/// Returns the percentage of the draws that a rule spots; `-` for a rule that claims no draws.
fn spotted_or_dash(claims: &ClaimCounts) -> String {
    if claims.are_about_draws() { spotted_share(claims) } else { "–".into() }
}

/// Writes the counts of each kind of claim that one of the rules makes.
fn markdown_kinds(out: &mut String, diffs: &[Diff]) {
    let _ = writeln!(
        out,
        "\n### Claims by kind\n\n{COLOURS_MEAN} Shares are of the positions of which the claim is \
         true.\n\n| endgame | claim | made before | made now | wrong before | wrong now | share before \
         | share now | gained | lost |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    );
    for diff in diffs {
        for (place, kind) in ClaimKind::ALL.into_iter().enumerate() {
            let [old, new] = [&diff.old_claims, &diff.new_claims].map(|claims| claims.kind(kind));
            if old.made + new.made == 0 {
                continue;
            }
            let mark = if new.wrong > old.wrong { "❌ " } else { "" };
            let [old_share, new_share] =
                [old, new].map(|counts| percent(counts.right, counts.possible));
            let changed = [&diff.gained, &diff.lost].map(|change| change.kinds[place].right);
            let [made, now, wrong, wrong_now, gained, lost] =
                [old.made, new.made, old.wrong, new.wrong, changed[0], changed[1]].map(grouped);
            let _ = writeln!(
                out,
                "| {} | {} | {made} | {now} | {wrong} | {mark}{wrong_now} | {old_share} | {new_share} \
                 | {gained} | {lost} |",
                diff.endgame,
                kind.name()
            );
        }
    }
}

/// Writes the examples of a label. Examples of incorrect claims are shown; all others are folded.
fn markdown_examples(out: &mut String, diff: &Diff, label: Label) {
    let examples: Vec<&Changed> = diff.examples.iter().filter(|e| e.label == label).collect();
    if examples.is_empty() {
        return;
    }
    let table = |out: &mut String| {
        out.push_str("| position | claims and result | line |\n|---|---|---|\n");
        for changed in examples {
            let (fen, claims, line) = (&changed.fen, claims(changed), proof(changed));
            let _ = writeln!(out, "| `{fen}` | {claims} | {line} |");
        }
    };
    let title = format!("{}: {}", diff.endgame, title(label));
    match label {
        Label::NewlyIncorrect => {
            let _ = writeln!(out, "\n### {title}\n");
            table(out);
        }
        _ => folded(out, &title, table),
    }
}

/// Writes reasons and the number of positions on which each matches, folded.
fn reasons(out: &mut String, endgame: &str, title: &str, reasons: &[(String, u64)]) {
    if reasons.is_empty() {
        return;
    }
    folded(out, &format!("{endgame}: {title}"), |out| {
        out.push_str("| pattern | positions |\n|---|---:|\n");
        for (id, count) in reasons {
            let _ = writeln!(out, "| `{}` | {} |", cell(id), grouped(*count));
        }
    });
}
