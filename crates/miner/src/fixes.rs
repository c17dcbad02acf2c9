//! Fixes an unsound rule: exceptions for the claims of each kind by themselves, and, of a rule that states
//! halves, for each half, so that what is right of a claim stays.

use std::cmp::Reverse;

use drawproof_features::Library;
use drawproof_verifier::{Recording, Scope, Verdict, saved_file::FileError};

use crate::{
    patterns::{ListRule, Patterns, ScopedPatterns},
    repair::{Repair, Search, fix},
    withdrawals::{WeightedClaims, Withdrawals, withdrawals},
    world::World,
};

/// Most searches for a fix within the price.
const ATTEMPTS: u32 = 4;

/// What a limit is lowered by besides, so that the next fix is within the price though prices differ again.
const NEARER: f64 = 0.995;

/// The exceptions for some of a rule's claims, and the claims that they withdraw.
pub struct Fix {
    /// The claims.
    pub scope: Scope,
    /// The exceptions.
    pub repair: Repair,
    /// What they withdraw.
    pub counted: Withdrawals,
}

impl Fix {
    /// The fix of a rule that is left as it is.
    pub fn none(natural: bool) -> Fix {
        let repair = Repair { natural, ..Repair::needless() };
        Fix { scope: Scope::All, repair, counted: Withdrawals::default() }
    }

    /// Whether no wrong claim is left.
    pub fn leaves_none(&self) -> bool {
        self.counted.all.wrong == self.counted.withdrawn.wrong
    }

    /// The exceptions.
    pub fn patterns(&self) -> &Patterns {
        &self.repair.found.patterns
    }
}

/// What a fix withdraws from which claims.
pub fn lists(fixes: &[Fix]) -> Vec<ScopedPatterns> {
    let list = |fix: &Fix| ScopedPatterns { scope: fix.scope, patterns: fix.patterns().clone() };
    fixes.iter().map(list).collect()
}

/// The fixes of a rule that was verified and recorded: one for each kind of claim, or for each half, that
/// has wrong ones. The price of each is a share of its own claims. `note` receives the name of each step.
///
/// # Errors
///
/// The recording is damaged, or of another endgame than the world.
pub fn fixes(
    world: &World,
    library: &Library,
    (recording, verdict): (&Recording, &Verdict),
    how: Search,
    note: &dyn Fn(&str),
) -> Result<Vec<Fix>, FileError> {
    let (layout, en_passant) = (world.layout(), &verdict.en_passant);
    let weights = recording.weights(layout)?;
    let kinds = verdict.total_with_en_passant().claims.kinds_made();
    let scopes = Scope::of_rule(&kinds, verdict.has_halves);
    let most = how.most.min(ListRule::PATTERNS_MAX / scopes.len());
    let mut found: Vec<Fix> = Vec::new();
    for &scope in &scopes {
        let claimed = recording.claimed(layout, scope)?;
        let wrong_en_passant = match world.men().is_even() {
            true => en_passant.incorrect,
            false => scope.counts(&en_passant.claims).wrong,
        };
        if !claimed.has_wrong() && wrong_en_passant == 0 && scopes.len() > 1 {
            continue;
        }
        let claims = WeightedClaims { claimed: &claimed, weights: &weights };
        let (mut repair, mut counted) =
            within_price(world, library, claims, Search { most, ..how }, note);
        let patterns = &mut repair.found.patterns;
        patterns.en_passant = wrong_en_passant > 0;
        counted.sort(patterns);
        found.push(Fix { scope, repair, counted });
    }
    if found.is_empty() {
        // Symmetric positions have different answers, which no fix changes.
        found.push(Fix::none(true));
    }
    // The dearest mistakes first.
    found.sort_by_key(|fix| Reverse(fix.counted.all.wrong));
    Ok(found)
}

/// Searches for exceptions, and counts the claims that they withdraw. The search knows prices from a sample of
/// the claims: where the counted price is above the limit, it is repeated with a lower one.
fn within_price(
    world: &World,
    library: &Library,
    claims: WeightedClaims,
    mut how: Search,
    note: &dyn Fn(&str),
) -> (Repair, Withdrawals) {
    let limit = how.allowed;
    for attempt in 1.. {
        let mut found = fix(world, library, claims.claimed, how, note);
        let exceptions = ListRule::new("exceptions", library, &found.found.patterns);
        let counted = withdrawals(world, &exceptions, claims);
        let price = counted.withdrawn.right as f64 / counted.all.right.max(1) as f64;
        let is_within = price <= limit;
        found.natural &= is_within;
        if is_within || found.found.price > how.allowed || attempt == ATTEMPTS {
            return (found, counted);
        }
        how.allowed *= limit / price * NEARER;
    }
    unreachable!("the last attempt returns")
}
