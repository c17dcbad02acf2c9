//! Positions by the reasons of their claims, and the counts of each reason.
//!
//! A branch is right or wrong by the results that *it* leaves possible, which are the rule's claim
//! unless the rule states its halves. It is alone if it excludes a result that no other branch
//! excludes.

use drawproof_recognizers::{Claim, Role};

use super::{
    histogram::{Histogram, Row},
    verdict::{PatternTally, Unexplained, WrongOfBranch},
};
use crate::{
    enumerate::{Class, ClassCounts, TrueResult},
    subject::Reasons,
};

/// Positions with the same claim for the same reasons, counted by result.
pub(crate) struct Explained {
    /// The reasons by place, and the results that each leaves possible.
    reasons: Vec<(usize, Claim)>,
    claim: Claim,
    /// By result, in the order of [`TrueResult::ALL`].
    positions: [u64; TrueResult::COUNT],
}

/// Returns the results that a claim excludes, as bits; none of a claim that is not made.
fn excluded(claim: Claim) -> u8 {
    if claim.is_made() { !claim.bits() & 7 } else { 0 }
}

/// Returns the positions of all rows: one entry for each row and claim that occurs.
pub(crate) fn explained(rows: &[Row], reasons: &Reasons) -> Vec<Explained> {
    let of_row = |row: &Row| {
        let claims = (0..Claim::COUNT as u8).filter_map(Claim::from_bits).map(|claim| Explained {
            reasons: reasons.of(row.set, claim),
            claim,
            positions: TrueResult::ALL.map(|result| row.with_claim(result, claim)),
        });
        claims.filter(|it| it.all() > 0).collect::<Vec<_>>()
    };
    rows.iter().flat_map(of_row).collect()
}

impl Explained {
    fn all(&self) -> u64 {
        self.positions.iter().sum()
    }

    /// Returns the positions with one of some results, given as bits.
    fn with_result(&self, results: u8) -> u64 {
        let counted = TrueResult::ALL.into_iter().zip(self.positions);
        counted.filter(|(truth, _)| truth.bits() & results != 0).map(|(_, count)| count).sum()
    }

    /// Returns the results that some of the reasons exclude.
    fn excluded_by(&self, wanted: impl Fn(usize) -> bool) -> u8 {
        let some = self.reasons.iter().filter(|(place, _)| wanted(*place));
        some.fold(0, |all, (_, claim)| all | excluded(*claim))
    }
}

/// Counts, for each reason, the positions and claims in `all`.
pub(crate) fn pattern_tallies(reasons: &Reasons, all: &[Explained]) -> Vec<PatternTally> {
    let mut tallies: Vec<PatternTally> =
        reasons.list.iter().cloned().map(PatternTally::nothing).collect();
    let role = |place: usize| reasons.list[place].role;
    for it in all {
        for &(place, claim) in &it.reasons {
            let is_other = |other: usize| other != place && role(other) == role(place);
            let has_company = it.reasons.iter().any(|&(other, _)| is_other(other));
            let (own, others) = (excluded(claim), it.excluded_by(is_other));
            let (is_alone, alone_against) = match role(place) {
                Role::Because => (own & !others != 0, own & !others),
                Role::Unless => (!has_company, if has_company { 0 } else { own }),
            };
            let tally = &mut tallies[place];
            tally.matched += it.all();
            if !has_company {
                let draws = it.positions[TrueResult::Draw as usize];
                tally.only_blocker_of_draws += draws;
                tally.only_guard_of_decisive += it.all() - draws;
            }
            if own == 0 {
                continue;
            }
            let wrong = it.with_result(own);
            let right = it.all() - wrong;
            tally.claims += it.all();
            tally.right += right;
            tally.wrong += wrong;
            tally.alone_right += if is_alone { right } else { 0 };
            tally.alone_wrong += it.with_result(alone_against);
        }
    }
    tallies
}

/// Returns the claims that exclude more than their branches do; `None` for a rule without branches.
pub(crate) fn unexplained(reasons: &Reasons, all: &[Explained]) -> Option<Unexplained> {
    let is_branch = |place: usize| reasons.list[place].role == Role::Because;
    let has_branches = (0..reasons.list.len()).any(is_branch) || reasons.halves.is_some();
    has_branches.then(|| {
        let mut found = Unexplained::default();
        for it in all {
            let left = excluded(it.claim) & !it.excluded_by(is_branch);
            if left != 0 {
                found.claims += it.all();
                found.wrong += it.with_result(left);
            }
        }
        found
    })
}

/// Returns the incorrect claims by branch and class; the last entry is for claims that no branch
/// makes. `rows` are the incorrect claims of each class by set of reasons. `total` are all
/// incorrect claims, for a rule without branches.
pub(crate) fn wrong_by_branch(
    reasons: &Reasons,
    rows: &[Histogram; Class::COUNT],
    total: ClassCounts,
) -> Vec<WrongOfBranch> {
    let is_branch = |place: usize| reasons.list[place].role == Role::Because;
    let branches: Vec<usize> = (0..reasons.list.len()).filter(|&it| is_branch(it)).collect();
    if branches.is_empty() {
        return vec![WrongOfBranch { branch: None, by_class: total }];
    }
    let mut of_place = vec![ClassCounts::default(); reasons.list.len()];
    let mut of_none = ClassCounts::default();
    for (class, rows) in Class::ALL.into_iter().zip(rows) {
        for it in explained(&rows.rows(), reasons) {
            for &(place, claim) in &it.reasons {
                of_place[place].count(class, it.with_result(excluded(claim)));
            }
            let left = excluded(it.claim) & !it.excluded_by(is_branch);
            of_none.count(class, it.with_result(left));
        }
    }
    let named = branches.into_iter().map(|place| WrongOfBranch {
        branch: Some(reasons.list[place].id.clone()),
        by_class: of_place[place],
    });
    named.chain([WrongOfBranch { branch: None, by_class: of_none }]).collect()
}
