//! Answers as people read them.

use std::fmt::{Result, Write};

use drawproof_api::{ByColour, Helpmate, HelpmateDocument, HelpmateMove};
use drawproof_report::{claim_in_words, numbered, white_to_move};
use drawproof_session::answer::{
    Category, Distances, MoveAnswer, PositionAnswer, RecognizerAnswer,
};
use drawproof_tables::{FIFTY_MOVES_PLIES, helpmate::notation};
use drawproof_verifier::Role;

use crate::output::counted;

/// Formats the answer about a position as lines of text.
pub fn text(answer: &PositionAnswer) -> String {
    let mut out = String::new();
    write(&mut out, answer).expect("a string takes all text");
    out
}

/// Formats the shortest helpmates of a position as lines of text.
pub fn helpmates(answer: &HelpmateDocument) -> String {
    let mut out = String::new();
    write_helpmates(&mut out, answer).expect("a string takes all text");
    out
}

fn write_helpmates(out: &mut String, answer: &HelpmateDocument) -> Result {
    let HelpmateDocument { fen, can_mate, dead, helpmates, moves, .. } = answer;
    writeln!(out, "{fen}")?;
    let able = match (*dead, can_mate.white, can_mate.black) {
        (true, ..) => "dead: neither side can mate by any legal moves",
        (_, Some(_), None) => "only White can mate",
        (_, None, Some(_)) => "only Black can mate",
        _ => "both sides can mate",
    };
    writeln!(out, "  {able}")?;
    if let Some(ByColour { white, black }) = helpmates {
        for (colour, helpmate) in [("White", white), ("Black", black)] {
            let Some(Helpmate { length, solutions, san, .. }) = helpmate else { continue };
            let solutions = match solutions {
                1 => "one solution",
                2 => "two solutions",
                _ => "many solutions",
            };
            let line = if san.is_empty() { "on the board".into() } else { san.join(" ") };
            writeln!(out, "  {colour} mates: {length}, {solutions}: {line}")?;
        }
    }
    for HelpmateMove { san, can_mate, .. } in moves.iter().flatten() {
        let of = |plies: Option<u16>| plies.map_or("never".into(), notation);
        let (white, black) = (of(can_mate.white), of(can_mate.black));
        writeln!(out, "  {san:7} then White mates: {white}, Black: {black}")?;
    }
    Ok(())
}

fn write(out: &mut String, answer: &PositionAnswer) -> Result {
    writeln!(out, "{}", answer.fen)?;
    let state = match answer {
        PositionAnswer { checkmate: true, .. } => " (checkmate)",
        PositionAnswer { stalemate: true, .. } => " (stalemate)",
        PositionAnswer { insufficient_material: true, .. } => " (insufficient material)",
        _ => "",
    };
    let source = if answer.source == Some("syzygy") { " by Syzygy's tables" } else { "" };
    writeln!(out, "  value: {}{state}{source}", shown(answer.value))?;
    if let Some(distances) = distances(&answer.distances) {
        writeln!(out, "  also:  {distances}")?;
    }
    let clock = answer.fen.split(' ').nth(4).and_then(|it| it.parse::<i32>().ok()).unwrap_or(0);
    let is_late =
        answer.value.dtm.is_some_and(|it| it.abs() + clock > i32::from(FIFTY_MOVES_PLIES));
    if clock > 0 && is_late && answer.distances.fifty.is_none() {
        writeln!(out, "  the half-move clock, {clock}, does not count: --metric dtz counts it")?;
    }
    let white_to_move = white_to_move(&answer.fen);
    if let Some(line) = answer.line_san.as_ref().filter(|line| !line.is_empty()) {
        writeln!(out, "  line:  {}", numbered(line, white_to_move))?;
    }
    if let Some(line) = answer.draw_line_san.as_ref().filter(|line| !line.is_empty()) {
        writeln!(out, "  keeps the draw: {}", numbered(line, white_to_move))?;
    }
    if !answer.dtz_line_san.is_empty() {
        writeln!(out, "  by DTZ: {}", numbered(&answer.dtz_line_san, white_to_move))?;
    }
    for rule in &answer.recognizers {
        let claim = claim_in_words(rule.claim.as_deref().unwrap_or("-"), white_to_move);
        writeln!(out, "  rule {}: {claim} ({})", rule.name, reasons(rule))?;
    }
    let moves = answer.moves.as_deref().unwrap_or_default();
    for alike in moves.chunk_by(|a, b| [a, b].iter().all(|mv| mv.value.category == "draw")) {
        if alike[0].value.category == "draw" {
            let draws: Vec<&str> = alike.iter().map(|mv| mv.san.as_str()).collect();
            writeln!(out, "  draws: {}", draws.join(" "))?;
            continue;
        }
        for mv in alike {
            write_move(out, mv)?;
        }
    }
    Ok(())
}

fn write_move(out: &mut String, mv: &MoveAnswer) -> Result {
    match distances(&mv.distances) {
        // Distances stand beside each other only if they are of one point of view.
        Some(distances) => {
            writeln!(out, "  {:7} {:30} after it {distances}", mv.san, for_mover(mv))
        }
        None => writeln!(out, "  {:7} {}", mv.san, for_mover(mv)),
    }
}

/// Distances of other metrics, as `win within the fifty-move rule, DTZ 5, DTC -12`; `None` if none
/// was asked for.
fn distances(distances: &Distances) -> Option<String> {
    let Distances { dtz, dtc, fifty, dtz_rounded } = distances;
    let fifty = fifty.map(|result| match result {
        "cursed-win" => "cursed win".to_owned(),
        "blessed-loss" => "blessed loss".to_owned(),
        other => other.to_owned(),
    });
    let named = |name: &str, plies: &Option<i32>| plies.map(|plies| format!("{name} {plies}"));
    let rounded = if *dtz_rounded == Some(true) { " (rounded)" } else { "" };
    let dtz = named("DTZ", dtz).map(|text| text + rounded);
    let parts = [fifty, dtz, named("DTC", dtc)];
    let some: Vec<String> = parts.into_iter().flatten().collect();
    (!some.is_empty()).then(|| some.join(", "))
}

/// Returns the reasons that match: `because a; unless b, c`, or `b, c` if no branch matches.
fn reasons(rule: &RecognizerAnswer) -> String {
    let of_role = |role: Role| {
        let matching = rule.patterns.iter().zip(&rule.roles).filter(|(_, its)| **its == role);
        matching.map(|(id, _)| id.as_str()).collect::<Vec<_>>().join(", ")
    };
    match (&of_role(Role::Because)[..], &of_role(Role::Unless)[..]) {
        ("", "") => "no pattern".into(),
        ("", exceptions) => exceptions.into(),
        (branches, "") => format!("because {branches}"),
        (branches, exceptions) => format!("because {branches}; unless {exceptions}"),
    }
}

/// Returns the outcome of a move for the player who makes it, with its distance from before the
/// move.
fn for_mover(mv: &MoveAnswer) -> String {
    let Some(after) = mv.value.dtm else {
        return if mv.value.category == "win" { "loses" } else { "wins" }.into();
    };
    let plies = after.abs() + 1;
    match mv.value.category {
        "win" => format!("loses, mated {}", distance(plies)),
        _ if after == 0 => "mates".into(),
        _ => format!("wins, mate {}", distance(plies)),
    }
}

/// `in 12 (23 plies)`
fn distance(plies: i32) -> String {
    let shown = counted(plies.unsigned_abs().into(), "ply", "plies");
    format!("in {} ({shown})", (plies + 1) / 2)
}

/// Returns the moves to mate as the EPD opcode `dm` counts them: negative if the side to move is
/// mated, 0 if it is mated already; `None` for a draw.
pub fn moves_to_mate(value: Category) -> Option<i32> {
    value.dtm.map(|plies| (plies.abs() + 1) / 2 * plies.signum())
}

/// Describes a value for the side to move: `won, mate in 12 (23 plies)`, `drawn`.
pub fn shown(value: Category) -> String {
    match (value.category, value.dtm) {
        (_, Some(0)) => "lost, mated".into(),
        ("win", Some(plies)) => format!("won, mate {}", distance(plies)),
        ("loss", Some(plies)) => format!("lost, mated {}", distance(plies.abs())),
        ("win", None) => "won".into(),
        ("loss", None) => "lost".into(),
        _ => "drawn".into(),
    }
}
