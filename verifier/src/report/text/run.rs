//! Verdicts as text.

use std::fmt::Write;

use crate::{
    judge::{Run, Tally, Verdict},
    report::words::{faults, grouped, numbered, outcome, percent, white_to_move, wrapped},
};

/// Columns of sentences.
const COLUMNS: usize = 80;

/// The run as text; with `colour`, terminal escapes make verdicts green or red.
pub fn text(run: &Run, colour: bool) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}\n", wrapped(run.counting.sentence(), COLUMNS));
    for verdict in &run.verdicts {
        recognizer(&mut out, verdict, colour);
    }
    if run.verdicts.len() > 1 {
        summary(&mut out, run, colour);
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

fn recognizer(out: &mut String, verdict: &Verdict, colour: bool) {
    let title = painted(&verdict.endgame, 39, colour);
    let _ = writeln!(out, "{title}  {}  ({} counting)", verdict.name, verdict.counting);
    let header = ["positions", "draws", "decisive", "spotted", "missed", "incorrect", "asymmetric"];
    let _ = write!(out, "  {:<14}", "");
    for name in header {
        let _ = write!(out, " {name:>13}");
    }
    out.push('\n');
    let total = verdict.total();
    row(out, "White to move", &verdict.sides[0]);
    row(out, "Black to move", &verdict.sides[1]);
    row(out, "both", &total);
    if verdict.en_passant.positions > 0 {
        row(out, "en passant", &verdict.en_passant);
    }
    if verdict.claims_wins() {
        let [wins, losses, none] = [total.claimed_wins, total.claimed_losses, total.unclaimed];
        let [wins, losses, none] = [wins, losses, none].map(grouped);
        let _ = writeln!(out, "  claimed won {wins}, claimed lost {losses}, unclaimed {none}");
    }
    let spotted = percent(total.spotted, total.draws);
    let _ = writeln!(
        out,
        "  {}; {spotted} of the draws spotted; {:.1} ns a call",
        judgement(verdict, colour),
        verdict.nanoseconds_per_call
    );
    patterns(out, verdict);
    counterexamples(out, verdict);
    out.push('\n');
}

fn row(out: &mut String, name: &str, tally: &Tally) {
    let _ = write!(out, "  {name:<14}");
    for count in [
        tally.positions,
        tally.draws,
        tally.decisive,
        tally.spotted,
        tally.missed,
        tally.incorrect,
        tally.asymmetric,
    ] {
        let _ = write!(out, " {:>13}", grouped(count));
    }
    out.push('\n');
}

fn patterns(out: &mut String, verdict: &Verdict) {
    if verdict.patterns.is_empty() {
        return;
    }
    let width = verdict.patterns.iter().map(|p| p.name.id.len()).max().unwrap_or(0).max(7);
    let _ = writeln!(
        out,
        "\n  {:<width$} {:>13} {:>21} {:>17}",
        "pattern", "matched", "unique wins protected", "unique draws cost"
    );
    for pattern in &verdict.patterns {
        let counts =
            [pattern.matched, pattern.only_guard_of_decisive, pattern.only_blocker_of_draws];
        let [matched, protected, cost] = counts.map(grouped);
        let (id, says) = (&pattern.name.id, &pattern.name.says);
        let line = format!("  {id:<width$} {matched:>13} {protected:>21} {cost:>17}  {says}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

fn counterexamples(out: &mut String, verdict: &Verdict) {
    if !verdict.counterexamples.is_empty() {
        let _ =
            writeln!(out, "\n  counterexamples, quickest mate first, one of each symmetry class:");
    }
    for (number, wrong) in verdict.counterexamples.iter().enumerate() {
        let claimed = outcome(&wrong.fen, &wrong.claim, None);
        let result = outcome(&wrong.fen, &wrong.truth, wrong.dtm);
        let _ = writeln!(out, "  {:>3}. {}  claims {claimed}; {result}", number + 1, wrong.fen);
        if !wrong.line.san.is_empty() {
            let line = numbered(&wrong.line.san, white_to_move(&wrong.fen));
            let _ = writeln!(out, "       {line}");
        }
    }
    if !verdict.asymmetries.is_empty() {
        let _ = writeln!(
            out,
            "\n  symmetric positions (mirrored or colour-reversed) with different claims:"
        );
    }
    for pair in &verdict.asymmetries {
        let _ = writeln!(out, "       {}  {}", pair.fen, pair.claim);
        let _ = writeln!(out, "       {}  {}", pair.other_fen, pair.other_claim);
    }
}

fn summary(out: &mut String, run: &Run, colour: bool) {
    for verdict in &run.verdicts {
        let total = verdict.total();
        let spotted = percent(total.spotted, total.draws);
        let judged = judgement(verdict, colour);
        let _ = writeln!(out, "{:<8} {spotted:>9} spotted  {judged}", verdict.endgame);
    }
    let unsound = run.verdicts.iter().filter(|v| !v.is_sound()).count();
    let all = run.verdicts.len();
    let _ = match unsound {
        0 => writeln!(out, "{all} rules, all sound"),
        _ => writeln!(out, "{all} rules, {unsound} not sound"),
    };
}
