//! How often games meet an endgame, and what a rule misses there, in words.

use drawproof_verifier::Verdict;

use crate::words::{counted, grouped};

/// Returns how often games meet the endgame, and what the rule misses there; `None` if that is not known.
pub(crate) fn note(verdict: &Verdict) -> Option<String> {
    let (found, per_thousand) = (verdict.met.as_ref()?, per_thousand(verdict)?);
    let games = format!("games: {:.1} of 1,000 reach it", found.games_per_thousand);
    let Some(it) = &found.positions else {
        return Some(format!("{games}; with one random position in each: {per_thousand}"));
    };
    let not_asked = match it.not_asked {
        0 => String::new(),
        count => format!(", {} not asked about", grouped(count)),
    };
    Some(format!(
        "{games}; {} met there{not_asked}: {} ({} spotted, {} missed), {}; with one position in each: {per_thousand}",
        counted(it.positions + it.not_asked, "position", "positions"),
        counted(it.draws, "draw", "draws"),
        grouped(it.spotted),
        grouped(it.missed),
        counted(it.incorrect, "incorrect claim", "incorrect claims"),
    ))
}

/// Returns how often games meet a missed draw and an incorrect claim; `None` if that is not known.
pub(crate) fn per_thousand(verdict: &Verdict) -> Option<String> {
    let [missed, wrong] = verdict.missed_and_wrong_per_thousand()?;
    Some(format!("{missed:.2} missed, {wrong:.2} incorrect per 1,000 games"))
}
