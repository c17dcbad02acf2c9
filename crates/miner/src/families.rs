//! One fix for all members of a family of endgames: conditions over the features that every member
//! has.
//!
//! If one member has a man where another has several like men, a condition over the minimum or
//! maximum of the like men becomes a condition over the only man. So the member with the most like
//! men names the features.

use std::cmp::Reverse;

use drawproof_features::{Library, words::of_like_men};

use crate::{
    patterns::{ListRule, Pattern, Patterns, Problem, Range},
    repair::{Repair, lanes_of, repair},
    sample::{Sample, Share},
    search::{Search, WRONG_MAX},
    withdrawals::{WeightedClaims, Withdrawals, withdrawals},
    world::{World, count_lanes},
};

/// The approximate number of right claims in the sample by which conditions are chosen.
const RIGHT: u64 = 250_000;

/// The maximum number of rounds. Each round learns from more of the wrong claims, as long as the
/// fix leaves some.
const ROUNDS: u32 = 4;

/// The factor by which the sample of wrong claims grows each round.
const MORE: u64 = 4;

/// A member of a family, with the claims that a fix is for.
pub(crate) struct Member<'a> {
    /// The positions of the member.
    pub world: &'a World<'a>,
    /// The features of the member.
    pub library: &'a Library,
    /// The claims that the fix is for.
    pub claims: WeightedClaims<'a>,
}

impl Member<'_> {
    /// Counts the claims of the member that a list of exceptions withdraws.
    pub fn counted(&self, patterns: &Patterns) -> Withdrawals {
        let exceptions = ListRule::new("exceptions", self.library, patterns);
        withdrawals(self.world, &exceptions, self.claims)
    }
}

/// The features that all members have, with their numbers in each member's library.
struct Common {
    /// The member whose library names the features.
    named_by: usize,
    /// The number of each feature, by `[feature][member]`.
    numbers: Vec<Vec<usize>>,
}

impl Common {
    fn of(libraries: &[&Library]) -> Common {
        let common = |named_by: usize| {
            let named = libraries[named_by].features().iter();
            let numbers = named.filter_map(|feature| {
                libraries.iter().map(|library| number_of(library, &feature.name)).collect()
            });
            Common { named_by, numbers: numbers.collect() }
        };
        let all = (0..libraries.len()).map(common);
        all.max_by_key(|it| (it.numbers.len(), Reverse(it.named_by))).expect("there is a member")
    }

    /// Translates patterns of the naming member into the features of another member.
    fn translated(&self, patterns: &Patterns, member: usize) -> Patterns {
        let range = |range: &Range| {
            let same = |it: &&Vec<usize>| it[self.named_by] == range.feature;
            let numbers = self.numbers.iter().find(same).expect("it was offered");
            Range { feature: numbers[member], ..*range }
        };
        let pattern = |it: &Pattern| Pattern { ranges: it.ranges.iter().map(range).collect() };
        Patterns { list: patterns.list.iter().map(pattern).collect(), ..patterns.clone() }
    }

    /// Translates a fix into the features of a member.
    fn repair_of(&self, found: &Repair, member: usize) -> Repair {
        let common =
            Patterns { list: vec![Pattern { ranges: found.in_common.clone() }], en_passant: false };
        let in_common = self.translated(&common, member).list.remove(0).ranges;
        let mut repair = Repair { in_common, ..found.clone() };
        repair.found.patterns = self.translated(&found.found.patterns, member);
        repair
    }
}

/// Returns the number of the feature `name` in a library or, if `name` is about like men, the
/// number of the feature of the only such man.
fn number_of(library: &Library, name: &str) -> Option<usize> {
    let place = |name: &str| library.features().iter().position(|it| it.name == name);
    place(name).or_else(|| place(of_like_men(name)?))
}

/// Returns the index of the family member whose feature names are valid for all members.
/// `libraries` has the features of each member.
pub fn most_general(libraries: &[&Library]) -> usize {
    Common::of(libraries).named_by
}

/// Finds exceptions that are the same in all members, and the claims that they withdraw in each.
/// The price is a share of the right claims of all members. `None` if the search is stopped before
/// it has exceptions.
pub(crate) fn family_repairs(
    members: &[Member],
    mut how: Search,
) -> Option<Vec<(Repair, Withdrawals)>> {
    let libraries: Vec<&Library> = members.iter().map(|it| it.library).collect();
    let common = Common::of(&libraries);
    let lanes: Vec<_> = members.iter().map(|it| lanes_of(it.world, it.claims.claimed)).collect();
    let counts = members.iter().zip(&lanes);
    let counts: Vec<(u64, u64)> =
        counts.map(|(it, lanes)| count_lanes(it.world.words(), lanes)).collect();
    let [right, wrong] = counts.iter().fold([0, 0], |[a, b], (c, d)| [a + c, b + d]);
    let rows = (how.memory_bytes / 8 / common.numbers.len().max(1) as u64).clamp(RIGHT, WRONG_MAX);
    let mut share =
        Share { draws: right.div_ceil(RIGHT).max(1), decisive: wrong.div_ceil(rows).max(1) };
    let mut best = None;
    for round in 1.. {
        let is_last = share.decisive == 1 || round == ROUNDS;
        let own = how.take(is_last);
        if how.steps.begin("evaluating features of").is_break() {
            break;
        }
        let samples = members.iter().zip(&lanes).enumerate().map(|(number, (member, lanes))| {
            let offered: Vec<usize> = common.numbers.iter().map(|it| it[number]).collect();
            Sample::take_of(member.world, member.library, &offered, share, lanes)
        });
        let all = samples.reduce(Sample::joined).expect("there is a member");
        let offered = common.numbers.iter().map(|it| it[common.named_by]).collect();
        let library = libraries[common.named_by];
        let problem = Problem::of(library, Sample { features: offered, ..all }, how.steps, true);
        let found = repair(&problem, own);
        let repairs: Vec<(Repair, Withdrawals)> = members
            .iter()
            .enumerate()
            .map(|(number, member)| {
                let repair = common.repair_of(&found, number);
                let counted = member.counted(&repair.found.patterns);
                (repair, counted)
            })
            .collect();
        let left: u64 = repairs.iter().map(|(_, it)| it.all.wrong - it.withdrawn.wrong).sum();
        best = Some(repairs);
        if left == 0 || is_last || how.is_stopped() {
            break;
        }
        share.decisive = (share.decisive / MORE).max(1);
    }
    how.end();
    best
}
