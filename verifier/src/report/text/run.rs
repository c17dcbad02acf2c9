//! Verdicts as text.

use std::fmt::Write;

use drawproof_recognizers::Claim;

use crate::{
    judge::{Class, ColourResult, Counterexample, KindCounts, PatternTally, Run, Tally, Verdict},
    report::{
        format::TextStyle,
        scope::{domain_sentence, family_line},
        words::{class_name, counted, faults, grouped, numbered, outcome, percent, white_to_move},
        wrap::{table, wrapped},
    },
    subject::Role,
};

/// The run as text.
pub fn text(run: &Run, style: TextStyle) -> String {
    let counting = format!("{} counting: {}", run.counting, run.counting.sentence());
    let mut out = wrapped("", &counting, style.width);
    if let Some(domain) = domain_sentence(run.domain()) {
        out.push_str(&wrapped("", &domain, style.width));
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

/// `text` in bold with a terminal colour, if `colour`.
fn painted(text: &str, code: u8, colour: bool) -> String {
    if colour { format!("\x1b[1;{code}m{text}\x1b[0m") } else { text.into() }
}

/// `sound`, or the faults of the rule.
fn judgement(verdict: &Verdict, colour: bool) -> String {
    match faults(verdict) {
        None => painted("sound: no incorrect claim", 32, colour),
        Some(faults) => painted(&format!("NOT SOUND: {faults}"), 31, colour),
    }
}

fn recognizer(out: &mut String, verdict: &Verdict, style: TextStyle) {
    let title = painted(&verdict.endgame, 39, style.colour);
    let name = format!("{}  ({} counting)", verdict.name, verdict.counting);
    out.push_str(&wrapped(&format!("{title}  "), &name, style.width));
    counts(out, verdict, style);
    let total = verdict.total();
    let spotted = percent(total.spotted, total.draws);
    let verdict_in_words = format!(
        "{}; {spotted} of the draws spotted; {:.1} ns a call",
        judgement(verdict, style.colour),
        verdict.nanoseconds_per_call
    );
    out.push_str(&wrapped("  ", &verdict_in_words, style.width));
    claims(out, verdict, style);
    branches(out, verdict, style);
    exceptions(out, verdict, style);
    counterexamples(out, verdict, style);
    asymmetries(out, verdict, style);
    out.push('\n');
}

/// A row of the table of counts: its title, and the count of a tally.
type Row = (&'static str, Box<dyn Fn(&Tally) -> u64>);

/// The table of counts, a column for each set of positions.
fn counts(out: &mut String, verdict: &Verdict, style: TextStyle) {
    let mut columns = vec![
        ("White to move", verdict.sides[0]),
        ("Black to move", verdict.sides[1]),
        ("both", verdict.total()),
    ];
    if verdict.en_passant.positions > 0 {
        columns.push(("en passant", verdict.en_passant));
    }
    let mut lines: Vec<Row> = vec![("positions", Box::new(|t| t.positions))];
    if columns.iter().any(|(_, tally)| tally.not_asked > 0) {
        lines.push(("not asked", Box::new(|t| t.not_asked)));
    }
    let counted: [Row; 5] = [
        ("draws", Box::new(|t| t.draws)),
        ("decisive", Box::new(|t| t.decisive)),
        ("spotted", Box::new(|t| t.spotted)),
        ("missed", Box::new(|t| t.missed)),
        ("incorrect", Box::new(|t| t.incorrect)),
    ];
    lines.extend(counted);
    if columns.iter().any(|(_, tally)| tally.incorrect > 0) {
        for class in Class::ALL {
            let count = move |tally: &Tally| tally.incorrect_by_class.of(class);
            lines.push((class_name(class), Box::new(count)));
        }
    }
    lines.push(("asymmetric", Box::new(|t| t.asymmetric)));
    let head = columns.iter().map(|(name, _)| name.to_string());
    let mut rows: Vec<Vec<String>> = vec![std::iter::once(String::new()).chain(head).collect()];
    for (name, count) in lines {
        let is_class = Class::ALL.iter().any(|&class| class_name(class) == name);
        let name = if is_class { format!("  {name}") } else { name.into() };
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
    let counts = verdict.total().claims;
    let kinds = counts.kinds_made();
    let head = ["claim", "made", "right", "wrong", "would be true of", "share made"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for &kind in &kinds {
        let KindCounts { made, right, wrong, possible } = counts.kind(kind);
        let mut row = vec![kind.name().to_owned()];
        row.extend([made, right, wrong, possible].map(grouped));
        row.push(percent(right, possible));
        rows.push(row);
    }
    out.push('\n');
    out.push_str(&table(&rows, &[0], &[], style.width));
    let claimed = kinds.iter().map(|kind| (format!("'{}'", kind.name()), kind.claim()));
    let columns: Vec<(String, Claim)> =
        claimed.chain([("no claim".to_owned(), Claim::NONE)]).collect();
    let head = columns.iter().map(|(name, _)| name.clone());
    let mut rows: Vec<Vec<String>> =
        vec![std::iter::once("truth by claim".to_owned()).chain(head).collect()];
    for result in ColourResult::ALL {
        let cells = columns.iter().map(|&(_, claim)| grouped(counts.of(result, claim)));
        rows.push(std::iter::once(result.name().to_owned()).chain(cells).collect());
    }
    out.push('\n');
    out.push_str(&table(&rows, &[0], &[], style.width));
}

/// The reasons with a role.
fn with_role(verdict: &Verdict, role: Role) -> Vec<&PatternTally> {
    verdict.patterns.iter().filter(|pattern| pattern.name.role == role).collect()
}

/// The branches that make the rule's claims.
fn branches(out: &mut String, verdict: &Verdict, style: TextStyle) {
    let branches = with_role(verdict, Role::Because);
    if branches.is_empty() {
        return;
    }
    let head = ["because", "claims", "right", "wrong", "right, alone", "wrong, alone"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut notes = vec![""];
    for branch in branches {
        let counts =
            [branch.claims, branch.right, branch.wrong, branch.alone_right, branch.alone_wrong];
        let mut row = vec![branch.name.id.clone()];
        row.extend(counts.map(grouped));
        rows.push(row);
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
    let head = ["pattern", "matched", "unique wins protected", "unique draws cost"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut notes = vec![""];
    for pattern in exceptions {
        let counts =
            [pattern.matched, pattern.only_guard_of_decisive, pattern.only_blocker_of_draws];
        let [matched, protected, cost] = counts.map(grouped);
        rows.push(vec![pattern.name.id.clone(), matched, protected, cost]);
        notes.push(&pattern.name.says);
    }
    out.push('\n');
    out.push_str(&table(&rows, &[0], &notes, style.width));
}

fn counterexamples(out: &mut String, verdict: &Verdict, style: TextStyle) {
    if verdict.counterexamples.is_empty() {
        return;
    }
    let mut total = verdict.total();
    total.add(&verdict.en_passant);
    let shown = counted(verdict.counterexamples.len() as u64, "counterexample", "counterexamples");
    let head = format!(
        "{shown} of {}, of all classes, distances and groups, quiet ones first:",
        counted(total.incorrect, "incorrect claim", "incorrect claims")
    );
    out.push('\n');
    out.push_str(&wrapped("  ", &head, style.width));
    for (number, wrong) in verdict.counterexamples.iter().enumerate() {
        let _ = writeln!(out, "  {:>3}. {:<9} {}", number + 1, class_name(wrong.class), wrong.fen);
        counterexample(out, wrong, style);
    }
}

/// Claim, result and line of an incorrect claim, below its FEN.
pub(super) fn counterexample(out: &mut String, wrong: &Counterexample, style: TextStyle) {
    let claimed = outcome(&wrong.fen, &wrong.claim, None);
    let result = outcome(&wrong.fen, &wrong.truth, wrong.dtm);
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
    for pair in &verdict.asymmetries {
        let _ = writeln!(out, "       {}  {}", pair.fen, pair.claim);
        let _ = writeln!(out, "       {}  {}", pair.other_fen, pair.other_claim);
    }
}

fn summary(out: &mut String, run: &Run, style: TextStyle) {
    for verdict in &run.verdicts {
        let total = verdict.total();
        let spotted = percent(total.spotted, total.draws);
        let judged = judgement(verdict, style.colour);
        let first = format!("{:<8} {spotted:>9} spotted  ", verdict.endgame);
        out.push_str(&wrapped(&first, &judged, style.width));
    }
    let unsound = run.verdicts.iter().filter(|v| !v.is_sound()).count();
    let all = counted(run.verdicts.len() as u64, "rule", "rules");
    let _ = match unsound {
        0 => writeln!(out, "{all}, all sound"),
        _ => writeln!(out, "{all}, {unsound} not sound"),
    };
}
