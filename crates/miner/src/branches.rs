//! Finds conditions that make the wrong branches of a rule right, in one endgame or in several.
//!
//! Each branch is fixed separately: its exceptions must match all of its wrong claims and should
//! match few of its right ones.

use drawproof_features::Library;
use drawproof_verifier::{
    Claimed, KindCounts, Scope, Verdict,
    saved_file::FileError,
    tune::{Branch, BranchException, BranchFix, Branches, KindPrice, NearMiss, branches, merged},
};
use serde::Serialize;

use crate::{
    families::most_general,
    fixes::{Fix, Verified, fixes_of, scopes},
    near::near_miss,
    patterns::{ListRule, Pattern, Patterns, report::Figures},
    search::Search,
    withdrawals::{WeightedClaims, Withdrawals, withdrawals, withdrawn_lanes},
};

/// The maximum number of exceptions in a branch's fix; an author would not write more.
pub const PATTERNS_MAX: usize = 3;

/// The fix of one branch, in each endgame of a family.
pub struct BranchFixes {
    /// The name of the branch.
    pub id: String,
    /// The index of each endgame in which the branch makes claims, with the fix expressed in that
    /// endgame's features.
    pub members: Vec<(usize, Fix)>,
}

/// Returns the branches of a rule with their counts summed over several endgames; `None` if the
/// rule has no branches.
pub fn family_branches(verdicts: &[&Verdict]) -> Option<Branches> {
    let of_members: Vec<Option<Branches>> = verdicts.iter().map(|it| branches(it)).collect();
    let parts = verdicts.iter().copied().zip(&of_members);
    let parts: Vec<_> = parts.filter_map(|(verdict, it)| Some((verdict, it.as_ref()?))).collect();
    merged(&parts)
}

/// The counts of a branch that makes wrong claims, or of a whole rule without branches.
#[derive(Clone, Debug, Serialize)]
pub struct GoesWrong {
    /// The name of the branch; `None` for a rule without branches.
    pub branch: Option<String>,
    /// The number of claims of the branch or rule.
    pub claims: u64,
    /// The number of wrong claims of the branch or rule.
    pub wrong: u64,
    /// The condition that the author most likely forgot; `None` if no plain condition describes the
    /// wrong claims.
    pub near_miss: Option<NearMiss>,
}

/// Returns the branches that make the most wrong claims about an endgame, or the whole rule if it
/// has no branches.
///
/// # Errors
///
/// Fails if the recording is damaged or belongs to another endgame.
pub fn goes_wrong(verified: &Verified) -> Result<Vec<GoesWrong>, FileError> {
    let Some(found) = branches(verified.verdict) else {
        let KindCounts { right, wrong, .. } = Scope::All.counts(&verified.verdict.total().claims);
        let claimed = verified.recording.claimed(verified.world.layout(), Scope::All)?;
        let near_miss = if wrong > 0 { near_miss(verified, &claimed)? } else { None };
        return Ok(vec![GoesWrong { branch: None, claims: right + wrong, wrong, near_miss }]);
    };
    let some = [*verified];
    let search = BranchSearch { verified: &some, of_members: vec![Some(found.clone())] };
    let wrong = found.branches.iter().filter(|it| it.wrong > 0).take(PATTERNS_MAX);
    let of_branch = |it: &Branch| {
        let near_miss = search.near_miss(&it.id)?;
        Ok(GoesWrong { branch: Some(it.id.clone()), claims: it.claims, wrong: it.wrong, near_miss })
    };
    wrong.map(of_branch).collect()
}

/// Searches for a fix of every wrong branch, with the same exceptions in all endgames where the
/// branch makes claims. Stores the fixes, and the right claims of the rule with all fixes, in
/// `found`.
///
/// # Errors
///
/// Fails if a recording is damaged or belongs to another endgame.
pub fn fix_branches(
    verified: &[Verified],
    found: &mut Branches,
    how: Search,
) -> Result<Vec<BranchFixes>, FileError> {
    let how = Search { most: how.most.min(PATTERNS_MAX), ..how };
    let of_members: Vec<Option<Branches>> =
        verified.iter().map(|it| branches(it.verdict)).collect();
    let search = BranchSearch { verified, of_members };
    how.begin();
    let how = how.one_of(found.branches.iter().filter(|it| it.wrong > 0).count());
    let mut all = Vec::new();
    for branch in found.branches.iter_mut().filter(|it| it.wrong > 0) {
        let members = search.claiming(&branch.id);
        let some: Vec<Verified> = members.iter().map(|&it| verified[it]).collect();
        let claimed = members.iter().map(|&it| search.claimed(it, &[&branch.id], Scope::All));
        let claimed = claimed.collect::<Result<Vec<Claimed>, _>>()?;
        // Otherwise its wrong claims are not among the stored positions.
        if claimed.iter().any(Claimed::has_wrong) {
            let Some(fixes) = fixes_of(&some, &claimed, Scope::All, how)? else {
                branch.near_miss = search.near_miss(&branch.id)?;
                break;
            };
            for (own, fix) in branch.by_endgame.iter_mut().zip(&fixes) {
                own.right_lost = fix.counted.withdrawn.right;
                own.wrong_left = fix.counted.all.wrong - fix.counted.withdrawn.wrong;
            }
            let fixes = BranchFixes {
                id: branch.id.clone(),
                members: members.into_iter().zip(fixes).collect(),
            };
            branch.fix = Some(search.branch_fix(&fixes, how.allowed)?);
            // A short fix within the price states the same, exactly.
            if branch.fix.as_ref().is_some_and(|it| !it.natural) {
                branch.near_miss = search.near_miss(&branch.id)?;
            }
            all.push(fixes);
        }
    }
    found.best_branches.right_repaired = search.right_repaired(found, &all)?;
    Ok(all)
}

/// The endgames, with the branches in each.
struct BranchSearch<'a> {
    verified: &'a [Verified<'a>],
    of_members: Vec<Option<Branches>>,
}

impl BranchSearch<'_> {
    /// Returns the index of a branch among the reasons in an endgame; `None` if it makes no claim
    /// there.
    fn place(&self, member: usize, id: &str) -> Option<usize> {
        let own = self.of_members[member].as_ref()?.branches.iter().find(|it| it.id == id)?;
        (own.claims > 0).then_some(own.bit)
    }

    /// Returns the endgames in which a branch makes claims.
    fn claiming(&self, id: &str) -> Vec<usize> {
        (0..self.verified.len()).filter(|&it| self.place(it, id).is_some()).collect()
    }

    /// Returns the claims of the named branches in an endgame.
    fn claimed(&self, member: usize, ids: &[&str], scope: Scope) -> Result<Claimed, FileError> {
        let places: Vec<usize> = ids.iter().filter_map(|id| self.place(member, id)).collect();
        let Verified { recording, world, .. } = self.verified[member];
        recording.claimed_because(world.layout(), &places, scope)
    }

    /// Returns what the author of a branch most likely forgot. `None` also if the branch claims in
    /// several endgames, because its counts are sums.
    fn near_miss(&self, id: &str) -> Result<Option<NearMiss>, FileError> {
        let [member] = self.claiming(id)[..] else { return Ok(None) };
        near_miss(&self.verified[member], &self.claimed(member, &[id], Scope::All)?)
    }

    /// Returns the fix of a branch in the form of reports.
    fn branch_fix(&self, fixes: &BranchFixes, allowed: f64) -> Result<BranchFix, FileError> {
        let members = &fixes.members;
        let libraries: Vec<&Library> =
            members.iter().map(|(it, _)| self.verified[*it].library).collect();
        let general = most_general(&libraries);
        let (fix, library) = (&members[general].1, libraries[general]);
        let exception = |pattern: &Pattern| BranchException {
            in_words: pattern.in_words(library),
            says: pattern.says(library),
        };
        let common = fix.repair.in_common.iter();
        let sum = |of: fn(&Withdrawals) -> u64| members.iter().map(|(_, it)| of(&it.counted)).sum();
        let by_kind = self.price_by_kind(fixes)?;
        let mut found = BranchFix {
            exceptions: fix.patterns().list.iter().map(exception).collect(),
            in_common: common.map(|it| it.in_words(library)).collect(),
            natural: fix.repair.is_short(),
            allowed,
            right_lost: sum(|it| it.withdrawn.right),
            right_left: sum(|it| it.all.right - it.withdrawn.right),
            wrong_left: sum(|it| it.all.wrong - it.withdrawn.wrong),
            by_kind,
        };
        found.natural &= found.is_within_price() && found.is_within_price_by_kind();
        Ok(found)
    }

    /// Returns the price of a fix in each kind of claim that the branch makes; empty if there is
    /// only one kind.
    fn price_by_kind(&self, fixes: &BranchFixes) -> Result<Vec<KindPrice>, FileError> {
        let mut found = Vec::new();
        for scope in scopes(self.verified, false) {
            let [mut lost, mut right] = [0, 0];
            for (member, fix) in &fixes.members {
                let Verified { recording, world, library, .. } = self.verified[*member];
                let claimed = self.claimed(*member, &[&fixes.id], scope)?;
                let weights = recording.weights(world.layout())?;
                let claims = WeightedClaims { claimed: &claimed, weights: &weights };
                let exceptions = ListRule::new("exceptions", library, fix.patterns());
                let counted = withdrawals(world, &exceptions, claims);
                lost += counted.withdrawn.right;
                right += counted.all.right;
            }
            let is_even = self.verified[fixes.members[0].0].world.men().is_even();
            if let Some(claim) = scope.in_words(is_even).filter(|_| right > 0) {
                let (claim, right_left) = (claim.into(), right - lost);
                found.push(KindPrice { claim, right_lost: lost, right_left });
            }
        }
        Ok(if found.len() > 1 { found } else { Vec::new() })
    }

    /// Returns the right claims of the rule with all fixes; `None` if a wrong branch has no fix, or
    /// its fix leaves wrong claims.
    fn right_repaired(
        &self,
        found: &Branches,
        fixes: &[BranchFixes],
    ) -> Result<Option<u64>, FileError> {
        let is_right = |it: &BranchFix| it.wrong_left == 0;
        let mut wrong = found.branches.iter().filter(|it| it.wrong > 0);
        if !wrong.all(|it| it.fix.as_ref().is_some_and(is_right)) {
            return Ok(None);
        }
        let sound = found.branches.iter().filter(|it| it.wrong == 0);
        if self.verified.iter().any(|it| it.verdict.has_halves) {
            let left = found.branches.iter().filter_map(|it| Some(it.fix.as_ref()?.right_left));
            return Ok(Some(sound.map(|it| it.right).chain(left).sum()));
        }
        // Where several branches match, the rule makes one claim.
        let sound: Vec<&str> = sound.map(|it| it.id.as_str()).collect();
        let mut sum = 0;
        for (member, it) in self.verified.iter().enumerate() {
            let mut kept = self.claimed(member, &sound, Scope::All)?;
            for BranchFixes { id, members } in fixes {
                let Some((_, fix)) = members.iter().find(|(it, _)| *it == member) else { continue };
                let claimed = self.claimed(member, &[id], Scope::All)?;
                let exceptions = ListRule::new("exceptions", it.library, fix.patterns());
                let withdrawn = withdrawn_lanes(it.world, &exceptions, &claimed);
                for (side, of_side) in kept.right.iter_mut().enumerate() {
                    for (word, lanes) in of_side.iter_mut().enumerate() {
                        *lanes |= claimed.right[side][word] & !withdrawn[side][word];
                    }
                }
            }
            let weights = it.recording.weights(it.world.layout())?;
            let claims = WeightedClaims { claimed: &kept, weights: &weights };
            let none = ListRule::new("", it.library, &Patterns::default());
            sum += withdrawals(it.world, &none, claims).all.right;
        }
        Ok(Some(sum))
    }
}

/// Returns the counts of a branch's exceptions, for the comments of the generated source code.
pub fn branch_figures(fix: &Fix, library: &Library, verdict: &Verdict) -> Figures {
    let without_rows = Verdict { rows: Vec::new(), ..verdict.clone() };
    Figures::new(library, fix.patterns(), &without_rows).with_withdrawals(&fix.counted)
}
