//! The conditions that would make the wrong branches of a rule right.
//!
//! Each branch is fixed by itself: the exceptions must match every wrong claim of the branch, and
//! should match few of its right ones.

use drawproof_features::Library;
use drawproof_tables::PlainTable;
use drawproof_verifier::{
    ClaimKind, Claimed, Recording, Scope,
    saved_file::FileError,
    tune::{Branch, BranchException, BranchFix, Branches, KindPrice},
};

use crate::{
    patterns::{ListRule, Pattern, Patterns},
    repair::{problem, repair},
    withdrawals::{WeightedClaims, withdrawals, withdrawn_lanes},
    world::World,
};

/// Most exceptions of a branch's fix: an author would not write more.
const PATTERNS_MAX: usize = 3;

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
    /// `note` receives the steps.
    ///
    /// # Errors
    ///
    /// The recording is damaged, or of another endgame than the table.
    pub fn fix(&self, found: &mut Branches, note: &dyn Fn(&str)) -> Result<(), FileError> {
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
            let Some(exceptions) = self.fix_branch(&world, branch, &claimed, &weights, note) else {
                all_right = false;
                continue;
            };
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
        Ok(())
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
    ) -> Option<ListRule> {
        let problem = problem(world, self.library, claimed, note);
        if problem.to_exclude() == 0 {
            return None;
        }
        note("searching a condition for");
        let found = repair(&problem, self.allowed, PATTERNS_MAX);
        let patterns: &Patterns = &found.found.patterns;
        let exceptions = ListRule::new("exceptions", self.library, patterns);
        let claims = WeightedClaims { claimed, weights };
        let counted = withdrawals(world, &exceptions, claims);
        let exception = |pattern: &Pattern| BranchException {
            in_words: pattern.in_words(self.library),
            says: pattern.says(self.library),
        };
        let common = found.in_common.iter();
        branch.fix = Some(BranchFix {
            exceptions: patterns.list.iter().map(exception).collect(),
            in_common: common.map(|it| it.in_words(self.library)).collect(),
            natural: found.natural,
            right_lost: counted.withdrawn.right,
            right_left: counted.all.right - counted.withdrawn.right,
            wrong_left: counted.all.wrong - counted.withdrawn.wrong,
            by_kind: Vec::new(),
        });
        Some(exceptions)
    }
}
