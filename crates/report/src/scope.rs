//! What a run is about, in sentences shared by all formats: its domain, and its families of
//! endgames.

use crate::{
    claim_words::kind_headlines,
    words::{counted, grouped, percent},
};
use drawproof_verifier::{Condition, Domain, FamilyVerdict, FiftyMoveRule, Run, Verdict};

/// The positions that were asked about, as a sentence; `None` if they are all.
pub fn domain_sentence(domain: Domain) -> Option<String> {
    let conditions: Vec<&str> = domain.conditions().map(Condition::sentence).collect();
    let conditions = conditions.join("; ");
    (!domain.is_everything()).then(|| {
        format!(
            "Domain {domain}: a rule is asked only about positions in which {conditions}. The others \
             count as not asked."
        )
    })
}

/// That the fifty-move rule was applied, as a sentence.
pub(crate) const FIFTY_MOVES_APPLIED: &str = "The fifty-move rule is applied, with the half-move \
     clock at 0: a win for which it leaves no time (a cursed win) is a draw. Classes and distances to \
     mate are those without the rule.";

/// That the fifty-move rule was applied to a run; `None` if it was not.
pub(crate) fn fifty_moves_sentence(run: &Run) -> Option<&'static str> {
    (run.fifty_moves() == FiftyMoveRule::Applied).then_some(FIFTY_MOVES_APPLIED)
}

/// How many claims the fifty-move rule makes right, as a sentence; `None` if there are none.
pub(crate) fn pardoned(verdict: &Verdict) -> Option<String> {
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

/// The name of a family and the bound of its men: `family KBP+K, up to 5 men`.
pub(crate) fn family_title(family: &FamilyVerdict) -> String {
    match family.name.as_str() {
        "all" => format!("all endgames of up to {} men", family.men),
        name => format!("family {name}, up to {} men", family.men),
    }
}

/// The verdict on a family: `sound`, or its faults.
pub(crate) fn family_verdict(family: &FamilyVerdict) -> String {
    let mut all = family.total;
    all.add(&family.en_passant);
    let faults = [
        (all.incorrect, "incorrect claim", "incorrect claims"),
        (all.asymmetric, "asymmetric answer", "asymmetric answers"),
        (family.not_verified.len() as u64, "endgame not judged", "endgames not judged"),
    ];
    let faults = faults.into_iter().filter(|(count, ..)| *count > 0);
    let faults: Vec<String> = faults.map(|(count, one, more)| counted(count, one, more)).collect();
    if faults.is_empty() { "sound".into() } else { faults.join(", ") }
}

/// The counts of a family: `2 endgames, 1,234 positions, 56.78 % of the draws spotted`.
pub(crate) fn family_counts(family: &FamilyVerdict) -> String {
    let total = &family.total;
    let mut parts = vec![
        counted(family.endgames.len() as u64, "endgame", "endgames"),
        counted(total.positions, "position", "positions"),
    ];
    if total.claims.are_about_draws() {
        parts.push(format!(
            "{} of {} spotted ({})",
            grouped(total.spotted),
            counted(total.draws, "draw", "draws"),
            percent(total.spotted, total.draws),
        ));
    }
    parts.extend(kind_headlines(&total.claims));
    parts.join(", ")
}

/// The endgames of a family that were left out, as a sentence; `None` if none were.
pub(crate) fn family_left_out(family: &FamilyVerdict) -> Option<String> {
    let parts =
        [("not judged", &family.not_verified), ("the rule is not about", &family.not_applied)];
    let parts = parts.into_iter().filter(|(_, endgames)| !endgames.is_empty());
    let parts: Vec<String> =
        parts.map(|(what, endgames)| format!("{what} {}", endgames.join(", "))).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// All about a family in one line.
pub(crate) fn family_line(family: &FamilyVerdict) -> String {
    let (title, verdict) = (family_title(family), family_verdict(family));
    let left_out = family_left_out(family).map_or_else(String::new, |it| format!("; {it}"));
    format!("{title}: {verdict}; {}{left_out}", family_counts(family))
}
