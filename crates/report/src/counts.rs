//! The counts of a verdict that reports list, in their order.

use drawproof_verifier::{Class, Tally, Verdict};

use crate::{claim_words::other_kinds, words::class_name};

/// A count's name, and its number in a tally.
pub(crate) type Count = (String, Box<dyn Fn(&Tally) -> u64>);

/// The counts that a report of a verdict lists; if `detailed`, also how often claims of each kind were
/// made, and incorrect claims by class.
pub(crate) fn counts(verdict: &Verdict, detailed: bool) -> Vec<Count> {
    let whole = verdict.total_with_en_passant();
    let mut counts: Vec<Count> = Vec::new();
    let mut put = |name: &str, count: Box<dyn Fn(&Tally) -> u64>| counts.push((name.into(), count));
    put("positions", Box::new(|t| t.positions));
    if whole.not_asked > 0 {
        put("not asked", Box::new(|t| t.not_asked));
    }
    put("draws", Box::new(|t| t.draws));
    put("decisive", Box::new(|t| t.decisive));
    if verdict.is_about_draws() {
        put("spotted", Box::new(|t| t.spotted));
        put("missed", Box::new(|t| t.missed));
    }
    for (kind, _) in other_kinds(&whole.claims).into_iter().filter(|_| detailed) {
        let name = format!("'{}'", kind.name());
        put(&name, Box::new(move |t| t.claims.kind(kind).made));
    }
    put("incorrect", Box::new(|t| t.incorrect));
    for class in Class::ALL.into_iter().filter(|_| detailed && whole.incorrect > 0) {
        let name = format!("  {}", class_name(class));
        put(&name, Box::new(move |t| t.incorrect_by_class.of(class)));
    }
    if whole.incorrect_but_cursed > 0 {
        put("incorrect but cursed", Box::new(|t| t.incorrect_but_cursed));
    }
    put("asymmetric", Box::new(|t| t.asymmetric));
    counts
}
