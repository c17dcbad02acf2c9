//! Fixes an unsound rule, in one endgame or in several. Exceptions are found for each kind of
//! claims or, if the rule states halves, for each half, so that right parts of a claim stay.

use std::cmp::Reverse;

use drawproof_features::Library;
use drawproof_verifier::{ClaimCounts, Claimed, Recording, Scope, Verdict, saved_file::FileError};

use crate::{
    families::{Member, family_repairs},
    patterns::{ListRule, Patterns, ScopedPatterns},
    repair::{Repair, fix},
    search::Search,
    withdrawals::{WeightedClaims, Withdrawals},
    world::World,
};

/// The maximum number of searches for a fix within the price.
const ATTEMPTS: u32 = 4;

/// A lowered limit is multiplied by this margin, so that the next fix stays within the price
/// although sampled prices vary.
const NEARER: f64 = 0.995;

/// Exceptions for some of a rule's claims in an endgame, and the claims that they withdraw.
pub struct Fix {
    /// The scope of the claims that the fix is for.
    pub scope: Scope,
    /// The exceptions, and the course of the search.
    pub repair: Repair,
    /// The numbers of claims that the exceptions withdraw.
    pub counted: Withdrawals,
    /// Whether the withdrawn right claims are at most the allowed share of the right claims.
    pub within_price: bool,
}

impl Fix {
    /// Makes a fix that changes nothing; `natural` becomes [`Repair::natural`].
    pub fn none(natural: bool) -> Fix {
        let repair = Repair { natural, ..Repair::needless() };
        let counted = Withdrawals::default();
        Fix { scope: Scope::All, repair, counted, within_price: true }
    }

    /// Returns whether the fix changes nothing.
    pub fn is_none(&self) -> bool {
        self.patterns().list.is_empty() && !self.patterns().en_passant
    }

    /// Returns whether the fix leaves no wrong claim.
    pub fn leaves_none(&self) -> bool {
        self.counted.all.wrong == self.counted.withdrawn.wrong
    }

    /// Returns the exceptions of the fix.
    pub fn patterns(&self) -> &Patterns {
        &self.repair.found.patterns
    }
}

/// Returns the exceptions of several fixes, each with the scope of the claims that it withdraws.
pub fn exceptions_of(fixes: &[Fix]) -> Vec<ScopedPatterns> {
    let list = |fix: &Fix| ScopedPatterns { scope: fix.scope, patterns: fix.patterns().clone() };
    fixes.iter().map(list).collect()
}

/// An endgame for which a rule was verified, with the recording of the rule's claims.
#[derive(Clone, Copy)]
pub struct Verified<'a> {
    /// The positions of the endgame.
    pub world: &'a World<'a>,
    /// The features of the endgame.
    pub library: &'a Library,
    /// The recording of the rule's claims.
    pub recording: &'a Recording,
    /// The verdict on the rule.
    pub verdict: &'a Verdict,
}

impl Verified<'_> {
    fn claimed(&self, scope: Scope) -> Result<Claimed, FileError> {
        self.recording.claimed(self.world.layout(), scope)
    }

    /// Returns whether a claim in the scope is wrong in a position with a legal en-passant capture.
    fn is_wrong_en_passant(&self, scope: Scope) -> bool {
        let en_passant = &self.verdict.en_passant;
        match self.world.men().is_even() {
            true => en_passant.incorrect > 0,
            false => scope.counts(&en_passant.claims).wrong > 0,
        }
    }
}

/// Returns the kinds of claims, or the halves, that are fixed separately.
pub(crate) fn scopes(verified: &[Verified], halves: bool) -> Vec<Scope> {
    let mut all = ClaimCounts::default();
    verified.iter().for_each(|it| all.add(&it.verdict.total_with_en_passant().claims));
    // If all claims are draws, halves would fix claims that the rule does not make.
    Scope::of_rule(&all.kinds_made(), halves && all.has_other_than_draws())
}

/// Searches for the fixes of a rule in each endgame, `[endgame][fix]`. There is one fix for each
/// kind of claim, or each half, that is wrong in any endgame, with the same exceptions in all
/// endgames. Its price is a share of the claims it is for. If no claim is wrong, the fix is empty.
///
/// # Errors
///
/// Fails if a recording is damaged or belongs to another endgame.
pub fn fixes(verified: &[Verified], how: Search) -> Result<Vec<Vec<Fix>>, FileError> {
    let claimed = |scope: Scope| {
        verified.iter().map(|it| it.claimed(scope)).collect::<Result<Vec<Claimed>, _>>()
    };
    let mut wrong = Vec::new();
    for scope in scopes(verified, verified.iter().any(|it| it.verdict.has_halves)) {
        let en_passant = verified.iter().any(|it| it.is_wrong_en_passant(scope));
        if en_passant || claimed(scope)?.iter().any(Claimed::has_wrong) {
            wrong.push((scope, en_passant));
        }
    }
    how.begin();
    let most = how.most.min(ListRule::PATTERNS_MAX / wrong.len().max(1));
    let each = Search { most, ..how.one_of(wrong.len()) };
    let mut found = Vec::new();
    for (scope, en_passant) in wrong {
        let Some(mut fixes) = fixes_of(verified, &claimed(scope)?, scope, each)? else { break };
        fixes.iter_mut().for_each(|it| it.repair.found.patterns.en_passant = en_passant);
        found.push(fixes);
    }
    if found.is_empty() {
        // Symmetric positions have different answers, which no fix changes.
        found.push(verified.iter().map(|_| Fix::none(true)).collect());
    }
    // The most expensive mistakes first.
    found.sort_by_key(|it| Reverse(it.iter().map(|fix| fix.counted.all.wrong).sum::<u64>()));
    let mut of_endgames: Vec<Vec<Fix>> = verified.iter().map(|_| Vec::new()).collect();
    for fixes in found {
        of_endgames.iter_mut().zip(fixes).for_each(|(of_endgame, fix)| of_endgame.push(fix));
    }
    Ok(of_endgames)
}

/// Searches for exceptions to some claims, the same in each endgame, and counts the claims that
/// they withdraw. The search estimates prices from a sample. If the counted price exceeds the
/// limit, the search is repeated with a lower limit. `None` if it is stopped before it has
/// exceptions.
///
/// # Errors
///
/// Fails if a recording is damaged or belongs to another endgame.
pub(crate) fn fixes_of(
    verified: &[Verified],
    claimed: &[Claimed],
    scope: Scope,
    mut how: Search,
) -> Result<Option<Vec<Fix>>, FileError> {
    let weights = verified.iter().map(|it| it.recording.weights(it.world.layout()));
    let weights = weights.collect::<Result<Vec<_>, _>>()?;
    let members = verified.iter().zip(claimed).zip(&weights);
    let members: Vec<Member> = members
        .map(|((it, claimed), weights)| Member {
            world: it.world,
            library: it.library,
            claims: WeightedClaims { claimed, weights },
        })
        .collect();
    let limit = how.allowed;
    let mut best = None;
    for attempt in 1..=ATTEMPTS {
        let own = how.take(attempt == ATTEMPTS);
        let counted = |it: &Member, repair: Repair| {
            let counted = it.counted(&repair.found.patterns);
            (repair, counted)
        };
        let found = match &members[..] {
            all if !claimed.iter().any(Claimed::has_wrong) => {
                Some(all.iter().map(|it| counted(it, Repair::needless())).collect())
            }
            [one] => {
                let repair = fix(one.world, one.library, one.claims.claimed, own);
                repair.map(|repair| vec![counted(one, repair)])
            }
            _ => family_repairs(&members, own),
        };
        let Some(found) = found else { break };
        if best.is_some() && how.is_stopped() {
            // The search was stopped early.
            break;
        }
        let sum = |of: fn(&Withdrawals) -> u64| found.iter().map(|(_, it)| of(it)).sum::<u64>();
        let price = sum(|it| it.withdrawn.right) as f64 / sum(|it| it.all.right).max(1) as f64;
        let is_within = price <= limit;
        let is_dear = found[0].0.found.price > how.allowed;
        best = Some((found, is_within));
        if is_within || is_dear || how.is_stopped() {
            break;
        }
        how.allowed *= limit / price * NEARER;
    }
    how.end();
    Ok(best.map(|(mut found, is_within)| {
        sort_patterns(&mut found);
        let fix = |(mut repair, counted): (Repair, Withdrawals)| {
            repair.natural &= is_within;
            Fix { scope, repair, counted, within_price: is_within }
        };
        found.into_iter().map(fix).collect()
    }))
}

/// Sorts the patterns in the same way for all endgames, by the number of wrong claims that they
/// withdraw.
fn sort_patterns(found: &mut [(Repair, Withdrawals)]) {
    let wrong = |number: usize| found.iter().map(|(_, it)| it.patterns[number].wrong).sum::<u64>();
    let mut order: Vec<usize> = (0..found[0].1.patterns.len()).collect();
    order.sort_by_key(|&number| Reverse(wrong(number)));
    for (repair, counted) in found {
        let list = &mut repair.found.patterns.list;
        *list = order.iter().map(|&number| list[number].clone()).collect();
        counted.patterns = order.iter().map(|&number| counted.patterns[number]).collect();
    }
}
