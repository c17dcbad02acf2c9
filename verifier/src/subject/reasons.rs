//! The reasons of a rule, and the meaning of the numbers of their sets.

use std::collections::{BTreeMap, HashMap, HashSet};

use drawproof_recognizers::{Claim, Role};
use serde::{Deserialize, Serialize};

/// A reason of a rule: an exception or a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// A short identifier, such as `rook-hangs`.
    pub id: String,
    /// One sentence that describes the reason; empty if the rule has no description.
    pub says: String,
    /// Whether the reason is an exception or a branch.
    pub role: Role,
}

impl Reason {
    /// Makes a reason without a description.
    pub fn new(id: impl Into<String>, role: Role) -> Reason {
        Reason { id: id.into(), says: String::new(), role }
    }
}

/// The results that one reason leaves possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Half {
    /// The index of the reason in [`Reasons::list`].
    pub reason: usize,
    /// The bits of its claim, for the side to move.
    pub(super) claim: u8,
}

impl Half {
    /// Returns the results that the reason leaves possible, for the side to move.
    pub fn claim(self) -> Claim {
        Claim::from_bits(self.claim & 7).expect("three bits are a claim")
    }
}

/// The reasons of a rule, and the sets of reasons that the numbers in [`super::Answers::patterns`] stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reasons {
    /// The reasons. If the rule reports the results of each branch, branches are in the order of
    /// their numbers.
    pub list: Vec<Reason>,
    /// The number of each branch with halves, or the lowest of those that have its name.
    pub(super) numbers: Vec<u64>,
    /// The reasons in each numbered set, with the results that each leaves possible. `None` if the
    /// rule does not report these results; a number is then a set of reasons by bit, and each
    /// reason stands for the whole claim.
    pub halves: Option<BTreeMap<u64, Vec<Half>>>,
}

impl From<Vec<Reason>> for Reasons {
    fn from(list: Vec<Reason>) -> Reasons {
        Reasons { list, ..Reasons::default() }
    }
}

impl Reasons {
    /// Makes the reasons of a saved run, whose list is complete.
    pub(crate) fn recorded(list: Vec<Reason>, halves: Option<BTreeMap<u64, Vec<Half>>>) -> Reasons {
        Reasons { list, numbers: Vec::new(), halves }
    }

    /// Returns the reasons that `set`, a value of [`super::Answers::patterns`], stands for. Each
    /// reason comes as its index in [`Reasons::list`] and the results that it leaves possible.
    /// `claim` is the rule's claim.
    pub fn of(&self, set: u64, claim: Claim) -> Vec<(usize, Claim)> {
        let count = self.list.len();
        match &self.halves {
            Some(halves) => {
                let halves = halves.get(&set).into_iter().flatten();
                // Data may have others.
                let halves = halves.filter(|half| half.reason < count);
                halves.map(|half| (half.reason, half.claim())).collect()
            }
            None => {
                let places = (0..count.min(64)).filter(|place| set >> place & 1 != 0);
                places.map(|place| (place, claim)).collect()
            }
        }
    }

    /// Returns the reasons that `set`, a value of [`super::Answers::patterns`], stands for. `claim`
    /// is the rule's claim.
    pub fn matching(&self, set: u64, claim: Claim) -> Vec<Reason> {
        let places = self.of(set, claim).into_iter();
        places.map(|(place, _)| self.list[place].clone()).collect()
    }

    /// Returns the identifiers of the reasons that `set`, a value of [`super::Answers::patterns`],
    /// stands for.
    pub fn names(&self, set: u64) -> Vec<String> {
        self.matching(set, Claim::NONE).into_iter().map(|it| it.id).collect()
    }

    /// Returns whether no reason is known: the rule has none, or is a program that named no branch.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.halves.is_none()
    }

    /// Combines the reasons of two parts of a verification; `None` if the parts are of different
    /// rules. If the rule states the results of each branch, the parts may have met different
    /// branches.
    pub(crate) fn joined(self, other: Reasons) -> Option<Reasons> {
        match (self.halves.is_some(), other.halves.is_some()) {
            (true, true) => {}
            (true, false) if other.is_empty() => return Some(self),
            (false, true) if self.is_empty() => return Some(other),
            _ => return (self == other).then_some(self),
        }
        let parts = [&self, &other].into_iter();
        let mut all: Vec<(u64, Reason)> =
            parts.flat_map(|it| it.numbers.iter().copied().zip(it.list.iter().cloned())).collect();
        all.sort_by_key(|(number, _)| *number);
        let (list, numbers) = named(all.into_iter());
        let by_name = places_of(&list);
        let place = |reason: &Reason| by_name.get(reason.id.as_str()).copied();
        let mut halves = BTreeMap::new();
        for part in [self, other] {
            let places: Vec<Option<usize>> = part.list.iter().map(place).collect();
            for (set, members) in part.halves? {
                let members = members.into_iter().filter_map(|half| {
                    Some(Half { reason: (*places.get(half.reason)?)?, claim: half.claim })
                });
                let mut members: Vec<Half> = members.collect();
                members.sort_unstable_by_key(|half| half.reason);
                halves.insert(set, members);
            }
        }
        let halves = Some(halves);
        Some(Reasons { list, numbers, halves })
    }
}

/// Branches in the order of their numbers, each name once, with its lowest number.
pub(super) fn named(branches: impl Iterator<Item = (u64, Reason)>) -> (Vec<Reason>, Vec<u64>) {
    let (mut list, mut numbers, mut names) = (Vec::new(), Vec::new(), HashSet::new());
    for (number, reason) in branches {
        if names.insert(reason.id.clone()) {
            list.push(reason);
            numbers.push(number);
        }
    }
    (list, numbers)
}

/// Returns the place of each name in a list.
pub(super) fn places_of(list: &[Reason]) -> HashMap<&str, usize> {
    list.iter().enumerate().map(|(place, reason)| (reason.id.as_str(), place)).collect()
}
