//! Numbers, results and lines as people read them, shared by all formats.

use drawproof_tables::helpmate::notation;
use drawproof_verifier::{Class, Counterexample, Verdict};

/// Returns the faults of a rule, such as `12 incorrect claims`; `None` if it is sound.
pub(crate) fn faults(verdict: &Verdict) -> Option<String> {
    let total = verdict.total_with_en_passant();
    all_counted([
        (total.incorrect, "incorrect claim", "incorrect claims"),
        (total.asymmetric, "asymmetric answer", "asymmetric answers"),
    ])
}

/// Lists the numbers other than 0 with their nouns: `2 crashes, 1 timeout`; `None` if all are 0.
pub fn all_counted<const N: usize>(counts: [(u64, &str, &str); N]) -> Option<String> {
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, one, more)| counted(count, one, more)).collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// Returns a number with its noun: `1 ply`, `2,000 plies`.
pub fn counted(number: u64, singular: &str, plural: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { singular } else { plural })
}

/// Returns names separated by commas; `nothing` for an empty list.
pub(crate) fn listed(names: &[String]) -> String {
    if names.is_empty() { "nothing".into() } else { names.join(", ") }
}

/// Returns the name of a class of positions in reports.
pub fn class_name(class: Class) -> &'static str {
    match class {
        Class::Quiet => "quiet",
        Class::Tactical => "tactical",
        Class::InCheck => "in check",
        Class::Over => "over",
    }
}

/// Returns the incorrect claims by class in one line: `12 quiet, 3 in check`; empty if there are
/// none.
pub(crate) fn classes(verdict: &Verdict) -> String {
    let total = verdict.total_with_en_passant().incorrect_by_class;
    let counts = Class::ALL.map(|class| (class, total.of(class)));
    let counts = counts.iter().filter(|(_, count)| *count > 0);
    let parts: Vec<String> =
        counts.map(|&(class, count)| format!("{} {}", grouped(count), class_name(class))).collect();
    parts.join(", ")
}

/// A sentence on the meaning of the classes.
pub const CLASSES_MEAN: &str = "Quiet: none of the others. Tactical: a capture or promotion \
     keeps the result. In check: the side to move is. Over: mate or stalemate is on the board.";

/// Returns a number with commas between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a duration in a readable unit, such as `26.9 us`.
pub fn duration(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "us")];
    let (size, unit) =
        units.into_iter().find(|(size, _)| nanoseconds >= *size).unwrap_or((1.0, "ns"));
    format!("{:.1} {unit}", nanoseconds / size)
}

/// Formats `part` as a percentage of `whole` with two decimal places, rounded down so that no
/// report promises too much; `-` if `whole` is 0. Only the whole is 100.00 %, and only 0 is 0.00 %.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".into();
    }
    let hundredths = u128::from(part) * 10_000 / u128::from(whole);
    let hundredths = if part > 0 { hundredths.max(1) } else { 0 };
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
}

/// Numbers the moves of a line from 1: `1. Ra8+ Kd7 2. Rh8`, or `1... Kd7 2. Rh8`.
pub fn numbered(san: &[String], white_begins: bool) -> String {
    let mut text = String::new();
    for (ply, mv) in san.iter().enumerate() {
        let ply = if white_begins { ply } else { ply + 1 };
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        } else if text.is_empty() {
            text.push_str("1... ");
        }
        text.push_str(mv);
        text.push(' ');
    }
    text.truncate(text.trim_end().len());
    text
}

/// Returns the result that refutes an incorrect claim, with its line: `White mates in 1 (1 ply): 1.
/// Ra8#`.
pub(crate) fn refutation(wrong: &Counterexample) -> String {
    let result = result_in_words(wrong);
    match &numbered(&wrong.line.san, white_to_move(&wrong.fen))[..] {
        "" => result,
        line => format!("{result}: {line}"),
    }
}

/// Returns whether a FEN has White to move.
pub fn white_to_move(fen: &str) -> bool {
    fen.split(' ').nth(1) == Some("w")
}

/// Names a claim by colour: `draw`, `White cannot win`, `no claim`. `claim` is one of the words of
/// [`Claim::word`].
///
/// [`Claim::word`]: drawproof_recognizers::Claim::word
pub fn claim_in_words(claim: &str, white_to_move: bool) -> &'static str {
    match (claim, white_to_move) {
        ("draw", _) => "draw",
        ("skip", _) => "not asked",
        ("white-or-draw", _) => "Black cannot win",
        ("draw-or-black", _) => "White cannot win",
        ("white-or-black", _) => "no draw",
        ("win", true) | ("loss", false) => "White wins",
        ("win", false) | ("loss", true) => "Black wins",
        _ => "no claim",
    }
}

/// Names the claim about a position as the object of a sentence: `a draw`, `White cannot win`.
pub fn claimed(fen: &str, claim: &str) -> &'static str {
    match claim_in_words(claim, white_to_move(fen)) {
        "draw" => "a draw",
        other => other,
    }
}

/// Names a true result by colour: `White mates in 3 (5 plies)`, `a draw`, `Black is mated`.
/// `result` is `draw`, `win` or `loss` for the side to move; `dtm` is `None` for a draw.
pub fn outcome(fen: &str, result: &str, dtm: Option<i32>) -> String {
    let mover_is_white = white_to_move(fen);
    let (mover, other) = if mover_is_white { ("White", "Black") } else { ("Black", "White") };
    match dtm {
        None => claimed(fen, result).into(),
        Some(0) => format!("{mover} is mated"),
        Some(plies) => {
            let winner = if plies > 0 { mover } else { other };
            let plies = plies.unsigned_abs();
            let moves = plies.div_ceil(2);
            format!("{winner} mates in {moves} ({})", counted(plies.into(), "ply", "plies"))
        }
    }
}

/// Names the true result of an incorrect claim, as [`outcome`] does, with the effect of the
/// fifty-move rule.
pub(crate) fn result_in_words(wrong: &Counterexample) -> String {
    let who = match &wrong.truth[..] {
        "dead" => "the position is dead",
        "only_white" => "only White can mate",
        "only_black" => "only Black can mate",
        "both" => "both sides can mate",
        _ => return decided(wrong),
    };
    match wrong.helpmate {
        Some(plies) => format!("{who} ({})", notation(plies)),
        None => format!("{who}, and no side has to"),
    }
}

/// Names the result under perfect play, with the effect of the fifty-move rule.
fn decided(wrong: &Counterexample) -> String {
    within_fifty_moves(&wrong.fen, &wrong.truth, wrong.dtm, wrong.fifty.is_some())
}

/// Extends [`outcome`] by the fifty-move rule, which turns the win or loss into a draw if it
/// `is_cursed`. If the rule is applied, `result` is a draw. `dtm` is the distance without the rule.
pub(crate) fn within_fifty_moves(
    fen: &str,
    result: &str,
    dtm: Option<i32>,
    is_cursed: bool,
) -> String {
    let without_the_rule = outcome(fen, result, dtm);
    match (is_cursed, result) {
        (false, _) => without_the_rule,
        (true, "draw") => {
            format!("a draw by the fifty-move rule; without it, {without_the_rule}")
        }
        (true, _) => format!("{without_the_rule}; a draw by the fifty-move rule"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_shares_cut() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(percent(0, 10), "0.00 %");
        assert_eq!(percent(1, 3), "33.33 %");
        assert_eq!(percent(2, 3), "66.66 %");
        assert_eq!(percent(999_999, 1_000_000), "99.99 %");
        assert_eq!(percent(9_999_999, 10_000_000), "99.99 %");
        assert_eq!(percent(1, 1_000_000), "0.01 %");
        assert_eq!(percent(5, 5), "100.00 %");
        assert_eq!(percent(0, 0), "-");
    }

    #[test]
    fn lines_are_numbered_from_the_side_to_move() {
        let line = ["Ra8+", "Kd7", "Rh8"].map(String::from);
        assert_eq!(numbered(&line, true), "1. Ra8+ Kd7 2. Rh8");
        assert_eq!(numbered(&line, false), "1... Ra8+ 2. Kd7 Rh8");
        assert_eq!(numbered(&[], true), "");
    }

    #[test]
    fn outcomes_name_the_colour() {
        let fen = "8/8/8/8/8/8/8/8 b - - 0 1";
        assert_eq!(outcome(fen, "win", Some(5)), "Black mates in 3 (5 plies)");
        assert_eq!(outcome(fen, "loss", Some(-4)), "White mates in 2 (4 plies)");
        assert_eq!(outcome(fen, "loss", Some(0)), "Black is mated");
        assert_eq!(outcome(fen, "draw", None), "a draw");
        assert_eq!(
            within_fifty_moves(fen, "draw", Some(119), true),
            "a draw by the fifty-move rule; without it, Black mates in 60 (119 plies)"
        );
        assert_eq!(
            within_fifty_moves(fen, "loss", Some(-118), true),
            "White mates in 59 (118 plies); a draw by the fifty-move rule"
        );
        assert_eq!(within_fifty_moves(fen, "draw", None, false), "a draw");
        let claims = ["draw", "win", "loss", "draw-or-black", "white-or-draw", "-", "skip"];
        assert_eq!(
            claims.map(|claim| claimed(fen, claim)),
            [
                "a draw",
                "Black wins",
                "White wins",
                "White cannot win",
                "Black cannot win",
                "no claim",
                "not asked"
            ]
        );
    }

    #[test]
    fn durations_have_a_readable_unit() {
        let texts = [0.0, 43.21, 999.4, 26_964.1, 3.2e6, 4.56e9].map(duration);
        assert_eq!(texts, ["0.0 ns", "43.2 ns", "999.4 ns", "27.0 us", "3.2 ms", "4.6 s"]);
    }
}
