//! Remarks on the counts of a verdict: what a sample shows, what the fifty-move rule makes right, how often games
//! meet the endgame.

use drawproof_verifier::{FiftyMoveRule, Verdict};

use crate::{
    intervals::{lower_percent, upper_bound, upper_percent, wilson},
    verdicts::draws,
    words::{counted, grouped},
};

/// Returns further remarks on the counts of a verdict, one per line.
pub(crate) fn notes(verdict: &Verdict) -> impl Iterator<Item = String> {
    sampled(verdict).into_iter().chain(pardoned(verdict)).chain(met(verdict))
}

/// Returns a sentence on the claims that the fifty-move rule makes right; `None` if there are none.
fn pardoned(verdict: &Verdict) -> Option<String> {
    let total = verdict.total_with_en_passant();
    let pardoned = total.incorrect_but_cursed;
    if let Some(why) = &verdict.why_not_pardoned {
        return Some(format!(
            "how many incorrect claims the fifty-move rule makes right was not counted: {why}"
        ));
    }
    let claims = counted(pardoned, "claim is", "claims are");
    match verdict.fifty_moves {
        _ if pardoned == 0 => None,
        FiftyMoveRule::Applied => {
            Some(format!("{claims} right by the fifty-move rule and incorrect without it"))
        }
        FiftyMoveRule::Counted | FiftyMoveRule::Ignored => Some(format!(
            "{} of {} would be right by the fifty-move rule, by tables of distances to zeroing: see \
             --fifty-move",
            grouped(pardoned),
            counted(total.incorrect, "incorrect claim", "incorrect claims")
        )),
    }
}

/// The conclusions from a sample for all positions, as shares from 0 to 1.
pub(crate) struct SampleShares {
    /// The 95 % interval of the share of the draws that are spotted; `None` without draws.
    pub spotted: Option<[f64; 2]>,
    /// The 95 % interval of the share of the draws that are missed; `None` without draws.
    pub missed: Option<[f64; 2]>,
    /// The 95 % upper bound of the share of the claims that are incorrect; `None` without claims.
    pub incorrect_at_most: Option<f64>,
}

impl SampleShares {
    pub fn of(verdict: &Verdict) -> SampleShares {
        let total = verdict.total();
        let interval = |hits| (total.draws > 0).then(|| wilson(hits, total.draws));
        let claims: u64 = total.claims.kinds().map(|(_, counts)| counts.made).sum();
        SampleShares {
            spotted: interval(total.spotted),
            missed: interval(total.missed),
            incorrect_at_most: (claims > 0).then(|| upper_bound(total.incorrect, claims)),
        }
    }
}

/// Returns a sentence on the sample and its conclusions for all positions; `None` if the rule was
/// asked about all positions.
pub(crate) fn sampled(verdict: &Verdict) -> Option<String> {
    let sampled = verdict.sampled.as_ref()?;
    let shares = SampleShares::of(verdict);
    let size = counted(verdict.total().positions, "position", "positions");
    let of = format!("a random sample of {size} of about {}", grouped(sampled.of));
    let source = match sampled.source.as_str() {
        "syzygy" => ", verified with Syzygy tables",
        _ => "",
    };
    let spotted = shares.spotted.filter(|_| verdict.is_about_draws()).map(|[low, high]| {
        let (low, high) = (lower_percent(low), upper_percent(high, 2));
        let [_, draws] = draws(verdict.truth);
        format!("; {low} to {high} of all {draws} are spotted")
    });
    let wrong = shares.incorrect_at_most.map(|bound| {
        // Enough digits for three significant ones.
        let digits = (2.0 - (100.0 * bound).log10().floor()).clamp(0.0, 12.0) as usize;
        format!("; at most {} of all claims are incorrect", upper_percent(bound, digits))
    });
    let parts = [spotted, wrong].into_iter().flatten().collect::<String>();
    Some(format!("{of} (seed {}){source}{parts} (95 % confidence)", sampled.seed))
}

/// Returns how often games meet the endgame, and what the rule misses there; `None` if that is not known.
fn met(verdict: &Verdict) -> Option<String> {
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
