//! What a run is about, in sentences shared by all formats: its domain, and its families of
//! endgames.

use crate::{
    claim_words::kind_headlines,
    words::{counted, grouped, percent},
};
use drawproof_verifier::{Condition, Domain, FamilyVerdict};

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
        (family.not_judged.len() as u64, "endgame not judged", "endgames not judged"),
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
        [("not judged", &family.not_judged), ("the rule is not about", &family.not_applied)];
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
