//! The conditions that would make the wrong branches of a rule right.
//!
//! Each branch is fixed by itself: the exceptions must match every wrong claim of the branch, and
//! should match few of its right ones.

use drawproof_features::Library;
use drawproof_tables::PlainTable;
use drawproof_verifier::{
    Claimed, Recording,
    saved_file::FileError,
    tune::{Branch, BranchException, BranchFix, Branches},
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
    /// The share of a branch's right claims that its fix may cost, 0 to 1.
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
        let sound = found.branches.iter().filter(|it| it.wrong == 0);
        let sound = sound.fold(0, |set, it| set | 1u64 << it.bit);
        let mut kept = self.recording.claimed_because(layout, sound)?.right;
        let mut all_right = true;
        for branch in found.branches.iter_mut().filter(|it| it.wrong > 0) {
            let claimed = self.recording.claimed_because(layout, 1 << branch.bit)?;
            let Some(exceptions) = self.fix_branch(&world, branch, &claimed, &weights, note) else {
                all_right = false;
                continue;
            };
            all_right &= branch.fix.as_ref().is_some_and(|fix| fix.wrong_left == 0);
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
        let right = withdrawals(&world, &none, claims).all.right;
        found.best_branches.right_repaired = all_right.then_some(right);
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
        });
        Some(exceptions)
    }
}
