//! Verdicts as text.

use std::fmt::Write;

use drawproof_verifier::{Run, Verdict};

use crate::{
    notes::{notes, per_thousand},
    verdicts::{
        POSSIBLE_MEANS, REVERSED_CLAIMS, Reasons, WRONG, asymmetries_name_colours, baseline_lines,
        family_line, kind_headlines, kind_rows, listed_counts, reasons, scope_of, short_headlines,
        sound, spotted, titled, truth_rows,
    },
    words::{
        claimed, class_name, counted, duration, faults, grouped, numbered, result_in_words,
        white_to_move,
    },
    wrap::{TextStyle, position, table, wrapped},
};

/// Renders the run as text.
pub fn text(run: &Run, style: TextStyle) -> String {
    let counting = format!("{} counting: {}", run.counting, run.counting.sentence());
    let mut out = wrapped("", &counting, style.width);
    for sentence in scope_of(run, true) {
        out.push_str(&wrapped("", &sentence, style.width));
    }
    out.push('\n');
    for verdict in &run.verdicts {
        recognizer(&mut out, verdict, style);
    }
    if run.verdicts.len() > 1 {
        summary(&mut out, run, style);
    }
    for family in &run.families {
        out.push_str(&wrapped("", &family_line(family, run.truth()), style.width));
    }
    for line in baseline_lines(run) {
        out.push_str(&wrapped("", &line, style.width));
    }
    out
}

/// Returns `sound`, or the faults of the rule.
fn judgement(verdict: &Verdict, style: TextStyle) -> String {
    match faults(verdict) {
        None if verdict.sampled.is_some() => style.painted(sound(verdict), 32),
        None => style.painted("sound: no incorrect claim", 32),
        Some(faults) => style.painted(&format!("NOT SOUND: {faults}"), 31),
    }
}

fn recognizer(out: &mut String, verdict: &Verdict, style: TextStyle) {
    let title = style.painted(&verdict.endgame, 39);
    let name = format!("{}  ({} counting)", verdict.name, verdict.counting);
    out.push_str(&wrapped(&format!("{title}  "), &name, style.width));
    counts(out, verdict, style);
    let total = verdict.total();
    let judged = judgement(verdict, style);
    let time = format!("{} a call", duration(verdict.nanoseconds_per_call));
    let parts: Vec<String> = [Some(judged), spotted(&total.claims, verdict.truth), Some(time)]
        .into_iter()
        .flatten()
        .collect();
    out.push_str(&wrapped("  ", &parts.join("; "), style.width));
    for note in notes(verdict) {
        out.push_str(&wrapped("  ", &note, style.width));
    }
    for headline in kind_headlines(&total.claims) {
        out.push_str(&wrapped("  ", &headline, style.width));
    }
    claims(out, verdict, style);
    for reasons in reasons(verdict) {
        reason_table(out, &reasons, style);
    }
    counterexamples(out, verdict, style);
    asymmetries(out, verdict, style);
    out.push('\n');
}

/// Writes the table of counts, with a column for each set of positions.
fn counts(out: &mut String, verdict: &Verdict, style: TextStyle) {
    let mut columns = vec![
        ("White to move", verdict.sides[0]),
        ("Black to move", verdict.sides[1]),
        ("both", verdict.total()),
    ];
    if verdict.en_passant.positions + verdict.en_passant.not_asked > 0 {
        columns.push(("en passant", verdict.en_passant));
    }
    let mut rows = vec![titled("", columns.iter().map(|(name, _)| name))];
    for (name, count) in listed_counts(verdict, true) {
        rows.push(titled(&name, columns.iter().map(|(_, tally)| grouped(count(tally)))));
    }
    out.push_str(&table(&rows, &[0], &[], style.width));
}

/// Writes the counts of each kind of claim, and the true results by claim; nothing if all claims
/// are draws.
fn claims(out: &mut String, verdict: &Verdict, style: TextStyle) {
    if !verdict.claims_wins() {
        return;
    }
    let claims = verdict.total().claims;
    out.push('\n');
    out.push_str(&table(&kind_rows(&claims), &[0], &[], style.width));
    out.push_str(&wrapped("  ", POSSIBLE_MEANS, style.width));
    out.push('\n');
    out.push_str(&table(&truth_rows(&claims, verdict.truth), &[0], &[], style.width));
}

/// Writes a table of branches or exceptions.
fn reason_table(out: &mut String, reasons: &Reasons, style: TextStyle) {
    let mut rows = vec![titled(reasons.name, reasons.head)];
    let mut notes = vec![""];
    for reason in &reasons.rows {
        let mut counts = reason.counts.clone();
        if reason.is_wrong {
            counts[WRONG] = style.painted(&counts[WRONG], 31);
        }
        rows.push(titled(reason.id, counts));
        notes.push(reason.says);
    }
    out.push('\n');
    if rows.len() > 1 {
        out.push_str(&table(&rows, &[0], &notes, style.width));
    }
    if let Some(idle) = &reasons.idle {
        out.push_str(&wrapped("  ", idle, style.width));
    }
}

fn counterexamples(out: &mut String, verdict: &Verdict, style: TextStyle) {
    if verdict.counterexamples.is_empty() {
        return;
    }
    let total = verdict.total_with_en_passant();
    let shown = counted(verdict.counterexamples.len() as u64, "counterexample", "counterexamples");
    let of_all = match total.incorrect {
        // Claims about colour-reversed positions are no claims about positions counted.
        0 => " with colours reversed".into(),
        incorrect => format!(" of {}", counted(incorrect, "incorrect claim", "incorrect claims")),
    };
    let head =
        format!("{shown}{of_all}, from all classes, distances and groups, quiet ones first:");
    out.push('\n');
    out.push_str(&wrapped("  ", &head, style.width));
    for (number, wrong) in verdict.counterexamples.iter().enumerate() {
        let claimed = claimed(&wrong.fen, &wrong.claim);
        let claims = format!("claims {claimed}; {}", result_in_words(wrong));
        let line = numbered(&wrong.line.san, white_to_move(&wrong.fen));
        position(out, number, class_name(wrong.class), &wrong.fen, &[claims, line], style.width);
    }
}

fn asymmetries(out: &mut String, verdict: &Verdict, style: TextStyle) {
    if verdict.asymmetries.is_empty() {
        return;
    }
    let head = "symmetric positions (mirrored or colour-reversed) with different claims:";
    out.push('\n');
    out.push_str(&wrapped("  ", head, style.width));
    if asymmetries_name_colours(verdict) {
        out.push_str(&wrapped("  ", REVERSED_CLAIMS, style.width));
    }
    for pair in &verdict.asymmetries {
        for (fen, claim) in [(&pair.fen, &pair.claim), (&pair.other_fen, &pair.other_claim)] {
            let _ = writeln!(out, "       {fen}  {}", claimed(fen, claim));
        }
    }
}

pub(crate) fn summary(out: &mut String, run: &Run, style: TextStyle) {
    for verdict in &run.verdicts {
        let headlines = short_headlines(&verdict.total().claims);
        let met = per_thousand(verdict).map_or(String::new(), |met| format!("; {met}"));
        let judged = judgement(verdict, style) + &met;
        let text = headlines.join(", ");
        // Shares stand below each other.
        let share = text.find('%').map_or(0, |place| place + 1);
        let indent = " ".repeat(9usize.saturating_sub(share));
        let first = format!("{:<8} {indent}{text}  ", verdict.endgame);
        out.push_str(&wrapped(&first, &judged, style.width));
    }
    let unsound = run.verdicts.iter().filter(|v| !v.is_sound()).count();
    let all = counted(run.verdicts.len() as u64, "rule", "rules");
    let _ = match unsound {
        0 => writeln!(out, "{all}, all sound"),
        _ => writeln!(out, "{all}, {unsound} not sound"),
    };
}
