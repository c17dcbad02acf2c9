//! The conditions that would make the wrong branches of a rule right.
//!
//! Each branch is fixed by itself: the exceptions must match every wrong claim of the branch, and
//! should match few of its right ones.

use drawproof_features::Library;
use drawproof_tables::PlainTable;
use drawproof_verifier::{
    ClaimKind, Claimed, Recording, Scope, Verdict,
    saved_file::FileError,
    tune::{Branch, BranchException, BranchFix, Branches, KindPrice, branches, merged},
};

use crate::{
    families::{Verified, fixes_of},
    fixes::Fix,
    patterns::{ListRule, Pattern, Patterns, report::Figures},
    repair::{Search, problem, repair},
    withdrawals::{WeightedClaims, Withdrawals, withdrawals, withdrawn_lanes},
    world::World,
};

/// Most exceptions of a branch's fix: an author would not write more.
pub const PATTERNS_MAX: usize = 3;

/// What the search works with.
pub struct BranchSearch<'a> {
    /// The endgame's table.
    pub table: &'a PlainTable,
    /// The features of conditions.
    pub library: &'a Library,
    /// The rule's claims and reasons.
    pub recording: &'a Recording,
    /// The kinds of claims that the rule makes.
    pub kinds: Vec<ClaimKind>,
    /// The share of a branch's right claims of each kind that its fix may cost, 0 to 1.
    pub allowed: f64,
}

impl BranchSearch<'_> {
    /// Searches a fix for every wrong branch, and counts the right claims of the rule with all fixes.
    /// Returns the fixes, with the names of the branches. `note` receives the steps.
    ///
    /// # Errors
    ///
    /// The recording is damaged, or of another endgame than the table.
    pub fn fix(
        &self,
        found: &mut Branches,
        note: &dyn Fn(&str),
    ) -> Result<Vec<(String, Fix)>, FileError> {
        let mut fixes = Vec::new();
        let layout = self.table.layout();
        let world = World::new(self.table);
        let weights = self.recording.weights(layout)?;
        let has_halves = self.recording.header.has_halves();
        let sound = found.branches.iter().filter(|it| it.wrong == 0);
        let places: Vec<usize> = sound.clone().map(|it| it.bit).collect();
        let mut right_of_branches: u64 = sound.map(|it| it.right).sum();
        let mut kept = self.recording.claimed_because(layout, &places, Scope::All)?.right;
        let mut all_right = true;
        for branch in found.branches.iter_mut().filter(|it| it.wrong > 0) {
            let places = [branch.bit];
            let claimed = self.recording.claimed_because(layout, &places, Scope::All)?;
            let Some(fix) = self.fix_branch(&world, branch, &claimed, &weights, note) else {
                all_right = false;
                continue;
            };
            let exceptions = ListRule::new("exceptions", self.library, fix.patterns());
            fixes.push((branch.id.clone(), fix));
            self.price_by_kind(&world, branch, &exceptions, &weights)?;
            if let Some(fix) = &branch.fix {
                all_right &= fix.wrong_left == 0;
                right_of_branches += fix.right_left;
            }
            let withdrawn = withdrawn_lanes(&world, &exceptions, &claimed);
            for (side, of_side) in kept.iter_mut().enumerate() {
                for (word, lanes) in of_side.iter_mut().enumerate() {
                    *lanes |= claimed.right[side][word] & !withdrawn[side][word];
                }
            }
        }
        let nothing = kept.clone().map(|lanes| vec![0; lanes.len()]);
        let kept = Claimed { right: kept, wrong: nothing };
        let claims = WeightedClaims { claimed: &kept, weights: &weights };
        let none = ListRule::new("", self.library, &Patterns::default());
        let right = match has_halves {
            true => right_of_branches,
            false => withdrawals(&world, &none, claims).all.right,
        };
        found.best_branches.right_repaired = all_right.then_some(right);
        Ok(fixes)
    }

    /// Counts what a fix costs of each kind of claim that the branch makes, if there are several.
    fn price_by_kind(
        &self,
        world: &World,
        branch: &mut Branch,
        exceptions: &ListRule,
        weights: &[Vec<u8>; 2],
    ) -> Result<(), FileError> {
        let Some(fix) = &mut branch.fix else { return Ok(()) };
        let layout = self.table.layout();
        let mut found = Vec::new();
        for scope in Scope::of_rule(&self.kinds, false) {
            let claimed = self.recording.claimed_because(layout, &[branch.bit], scope)?;
            let claims = WeightedClaims { claimed: &claimed, weights };
            let counted = withdrawals(world, exceptions, claims);
            let (lost, right) = (counted.withdrawn.right, counted.all.right);
            if let Some(claim) = scope.in_words(world.men().is_even())
                && right > 0
            {
                found.push(KindPrice {
                    claim: claim.into(),
                    right_lost: lost,
                    right_left: right - lost,
                });
            }
        }
        if found.len() > 1 {
            let is_dear = |it: &KindPrice| {
                it.right_lost as f64 > self.allowed * (it.right_lost + it.right_left) as f64
            };
            fix.natural &= !found.iter().any(is_dear);
            fix.by_kind = found;
        }
        Ok(())
    }

    /// Searches a fix for a branch; `None` if its wrong claims are not among the stored positions.
    fn fix_branch(
        &self,
        world: &World,
        branch: &mut Branch,
        claimed: &Claimed,
        weights: &[Vec<u8>; 2],
        note: &dyn Fn(&str),
    ) -> Option<Fix> {
        let problem = problem(world, self.library, claimed, note);
        if problem.to_exclude() == 0 {
            return None;
        }
        note("searching a condition for");
        let found = repair(&problem, self.allowed, PATTERNS_MAX);
        let exceptions = ListRule::new("exceptions", self.library, &found.found.patterns);
        let claims = WeightedClaims { claimed, weights };
        let counted = withdrawals(world, &exceptions, claims);
        let fix = Fix { scope: Scope::All, repair: found, counted };
        branch.fix = Some(branch_fix(&[&fix], self.library));
        Some(fix)
    }
}

/// The fix of a branch as reports have it: the same exceptions, in the words of a library, in one endgame or
/// in several, of which the last is the library's.
pub fn branch_fix(fixes: &[&Fix], library: &Library) -> BranchFix {
    let last = fixes.last().expect("there is a fix");
    let exception = |pattern: &Pattern| BranchException {
        in_words: pattern.in_words(library),
        says: pattern.says(library),
    };
    let common = last.repair.in_common.iter();
    let sum = |of: fn(&Withdrawals) -> u64| fixes.iter().map(|it| of(&it.counted)).sum();
    BranchFix {
        exceptions: last.patterns().list.iter().map(exception).collect(),
        in_common: common.map(|it| it.in_words(library)).collect(),
        natural: last.repair.natural,
        right_lost: sum(|it| it.withdrawn.right),
        right_left: sum(|it| it.all.right - it.withdrawn.right),
        wrong_left: sum(|it| it.all.wrong - it.withdrawn.wrong),
        by_kind: Vec::new(),
    }
}

/// The counts of a branch's exceptions, for their source code.
pub fn branch_figures(fix: &Fix, library: &Library, verdict: &Verdict) -> Figures {
    let without_rows = Verdict { rows: Vec::new(), ..verdict.clone() };
    Figures::new(library, fix.patterns(), &without_rows).with_withdrawals(&fix.counted)
}

/// The branches of a rule in all members of a family: their counts added up, and the wrong ones with one
/// condition for all members in which they claim. Returns the fixes by branch, each with its member.
/// `note` receives the steps.
///
/// # Errors
///
/// A recording is damaged, or of another endgame than its member.
pub fn family_branches(
    verified: &[Verified],
    how: Search,
    note: &dyn Fn(&str),
) -> Result<Option<(Branches, FamilyFixes)>, FileError> {
    let of_members: Vec<Option<Branches>> =
        verified.iter().map(|it| branches(it.verdict)).collect();
    let parts = verified.iter().map(|it| it.verdict).zip(&of_members);
    let parts: Vec<_> = parts.filter_map(|(verdict, it)| Some((verdict, it.as_ref()?))).collect();
    let Some(mut all) = merged(&parts) else { return Ok(None) };
    let mut fixes = Vec::new();
    let mut right_left = Some(0);
    for branch in all.branches.iter_mut() {
        if branch.wrong == 0 {
            right_left = right_left.map(|right| right + branch.right);
            continue;
        }
        let place = |it: &Option<Branches>| {
            let own = it.as_ref()?.branches.iter().find(|it| it.id == branch.id)?;
            (own.claims > 0).then_some(own.bit)
        };
        let places: Vec<Option<usize>> = of_members.iter().map(place).collect();
        let members: Vec<usize> = (0..verified.len()).filter(|&it| places[it].is_some()).collect();
        let some: Vec<Verified> = members.iter().map(|&it| verified[it]).collect();
        let claimed = members.iter().map(|&it| {
            let place = places[it].expect("it claims there");
            verified[it].recording.claimed_because(
                verified[it].world.layout(),
                &[place],
                Scope::All,
            )
        });
        let claimed = claimed.collect::<Result<Vec<Claimed>, _>>()?;
        if !claimed.iter().any(Claimed::has_wrong) {
            right_left = None;
            continue;
        }
        let found = fixes_of(&some, &claimed, Scope::All, how, note)?;
        let library = some.last().expect("it claims somewhere").library;
        let fix = branch_fix(&found.iter().collect::<Vec<_>>(), library);
        right_left = right_left.filter(|_| fix.wrong_left == 0).map(|right| right + fix.right_left);
        for (own, fix) in branch.by_endgame.iter_mut().zip(&found) {
            own.right_lost = fix.counted.withdrawn.right;
            own.wrong_left = fix.counted.all.wrong - fix.counted.withdrawn.wrong;
        }
        branch.fix = Some(fix);
        fixes.push((branch.id.clone(), members.into_iter().zip(found).collect()));
    }
    // Of other rules, claims of several branches would count several times.
    let has_halves = verified.iter().any(|it| it.verdict.has_halves);
    all.best_branches.right_repaired = right_left.filter(|_| has_halves);
    Ok(Some((all, fixes)))
}

/// For each branch the fixes of some members, by number.
pub type FamilyFixes = Vec<(String, Vec<(usize, Fix)>)>;
