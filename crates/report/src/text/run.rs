//! Verdicts as text.

use std::fmt::Write;

use drawproof_verifier::{Counterexample, Role, Run, Verdict};

use crate::{
    claim_words::{
        BRANCH_HEAD, COLOURS_MEAN, EXCEPTION_HEAD, KIND_HEAD, POSSIBLE_MEANS, REVERSED_CLAIMS,
        TRUTH_HEAD, asymmetries_name_colours, branch_counts, exception_counts, exceptions_name,
        kind_headlines, kind_rows, listed_counts, short_headlines, spotted, truth_rows, with_role,
    },
    scope::{domain_sentence, family_line, fifty_moves_sentence, pardoned},
    words::{
        claimed, class_name, counted, faults, grouped, numbered, result_in_words, white_to_move,
    },
    wrap::{TextStyle, table, wrapped},
};

/// The run as text.
pub fn text(run: &Run, style: TextStyle) -> String {
    let counting = format!("{} counting: {}", run.counting, run.counting.sentence());
    let mut out = wrapped("", &counting, style.width);
    if run.verdicts.iter().any(Verdict::claims_wins) {
        out.push_str(&wrapped("", COLOURS_MEAN, style.width));
    }
    if let Some(domain) = domain_sentence(run.domain()) {
        out.push_str(&wrapped("", &domain, style.width));
    }
    if let Some(applied) = fifty_moves_sentence(run) {
        out.push_str(&wrapped("", applied, style.width));
    }
    out.push('\n');
    for verdict in &run.verdicts {
        recognizer(&mut out, verdict, style);
    }
    if run.verdicts.len() > 1 {
        summary(&mut out, run, style);
    }
    for family in &run.families {
        out.push_str(&wrapped("", &family_line(family), style.width));
    }
    out
}

/// `sound`, or the faults of the rule.
fn judgement(verdict: &Verdict, style: TextStyle) -> String {
    match faults(verdict) {
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
    let time = format!("{:.1} ns a call", verdict.nanoseconds_per_call);
    let parts: Vec<String> =
        [Some(judged), spotted(&total.claims), Some(time)].into_iter().flatten().collect();
    out.push_str(&wrapped("  ", &parts.join("; "), style.width));
    if let Some(pardoned) = pardoned(verdict) {
        out.push_str(&wrapped("  ", &pardoned, style.width));
    }
    for headline in kind_headlines(&total.claims) {
        out.push_str(&wrapped("  ", &headline, style.width));
    }
    claims(out, verdict, style);
    branches(out, verdict, style);
    exceptions(out, verdict, style);
    counterexamples(out, verdict, style);
    asymmetries(out, verdict, style);
    out.push('\n');
}

/// The table of counts, a column for each set of positions.
fn counts(out: &mut String, verdict: &Verdict, style: TextStyle) {
    let mut columns = vec![
        ("White to move", verdict.sides[0]),
        ("Black to move", verdict.sides[1]),
        ("both", verdict.total()),
    ];
    if verdict.en_passant.positions + verdict.en_passant.not_asked > 0 {
        columns.push(("en passant", verdict.en_passant));
    }
    let head = columns.iter().map(|(name, _)| name.to_string());
    let mut rows: Vec<Vec<String>> = vec![std::iter::once(String::new()).chain(head).collect()];
    for (name, count) in listed_counts(verdict, true) {
        let cells = columns.iter().map(|(_, tally)| grouped(count(tally)));
        rows.push(std::iter::once(name).chain(cells).collect());
    }
    out.push_str(&table(&rows, &[0], &[], style.width));
}

/// The counts of each kind of claim, and the true results by claim, unless all claims are draws.
fn claims(out: &mut String, verdict: &Verdict, style: TextStyle) {
    if !verdict.claims_wins() {
        return;
    }
    let claims = verdict.total().claims;
    let mut rows = vec![KIND_HEAD.map(String::from).to_vec()];
    rows.extend(kind_rows(&claims).into_iter().map(|row| row.to_vec()));
    out.push('\n');
    out.push_str(&table(&rows, &[0], &[], style.width));
    out.push_str(&wrapped("  ", POSSIBLE_MEANS, style.width));
    out.push('\n');
    let mut rows = vec![TRUTH_HEAD.map(String::from).to_vec()];
    rows.extend(truth_rows(&claims).into_iter().map(|row| row.to_vec()));
    out.push_str(&table(&rows, &[0], &[], style.width));
}

/// The branches that make the rule's claims.
fn branches(out: &mut String, verdict: &Verdict, style: TextStyle) {
    let branches = with_role(verdict, Role::Because);
    if branches.is_empty() {
        return;
    }
    let mut rows = vec![titled("because", BRANCH_HEAD.map(String::from))];
    let mut notes = vec![""];
    for branch in branches {
        let mut counts = branch_counts(branch);
        if branch.wrong > 0 {
            counts[2] = style.painted(&counts[2], 31);
        }
        rows.push(titled(&branch.name.id, counts));
        notes.push(&branch.name.says);
    }
    out.push('\n');
    out.push_str(&table(&rows, &[0], &notes, style.width));
}

/// The exceptions that withdraw the rule's claims.
fn exceptions(out: &mut String, verdict: &Verdict, style: TextStyle) {
    let exceptions = with_role(verdict, Role::Unless);
    if exceptions.is_empty() {
        return;
    }
    let head = EXCEPTION_HEAD.map(String::from);
    let mut rows = vec![titled(exceptions_name(verdict), head)];
    let mut notes = vec![""];
    for exception in exceptions {
        rows.push(titled(&exception.name.id, exception_counts(exception)));
        notes.push(&exception.name.says);
    }
    out.push('\n');
    out.push_str(&table(&rows, &[0], &notes, style.width));
}

/// A row of cells after a title.
fn titled(title: &str, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(title.to_owned()).chain(cells).collect()
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
    let head = format!("{shown}{of_all}, of all classes, distances and groups, quiet ones first:");
    out.push('\n');
    out.push_str(&wrapped("  ", &head, style.width));
    for (number, wrong) in verdict.counterexamples.iter().enumerate() {
        let _ = writeln!(out, "  {:>3}. {:<9} {}", number + 1, class_name(wrong.class), wrong.fen);
        counterexample(out, wrong, style);
    }
}

/// Claim, result and line of an incorrect claim, below its FEN.
pub(super) fn counterexample(out: &mut String, wrong: &Counterexample, style: TextStyle) {
    let claimed = claimed(&wrong.fen, &wrong.claim);
    let result = result_in_words(wrong);
    out.push_str(&wrapped("       ", &format!("claims {claimed}; {result}"), style.width));
    if !wrong.line.san.is_empty() {
        let line = numbered(&wrong.line.san, white_to_move(&wrong.fen));
        out.push_str(&wrapped("       ", &line, style.width));
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

fn summary(out: &mut String, run: &Run, style: TextStyle) {
    for verdict in &run.verdicts {
        let headlines = short_headlines(&verdict.total().claims);
        let judged = judgement(verdict, style);
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
