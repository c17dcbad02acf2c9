//! One fix for all members of a family of endgames: conditions over the features that every member has.
//!
//! Where one member has a man and another has several like ones, a condition over the least or the most of
//! the like men is one over the only man. So the member with the most like men names the features.

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

/// About the right claims that conditions are chosen by.
const RIGHT: u64 = 250_000;

/// How often a fix is learned: each time from more of the wrong claims, while it leaves some.
const ROUNDS: u32 = 4;

/// How much more of the wrong claims the next round learns from.
const MORE: u64 = 4;

/// A member of a family, and the claims about it that a fix is for.
pub(crate) struct Member<'a> {
    /// Its positions.
    pub world: &'a World<'a>,
    /// Its features.
    pub library: &'a Library,
    /// The claims.
    pub claims: WeightedClaims<'a>,
}

impl Member<'_> {
    /// Returns the claims that exceptions withdraw.
    pub fn counted(&self, patterns: &Patterns) -> Withdrawals {
        let exceptions = ListRule::new("exceptions", self.library, patterns);
        withdrawals(self.world, &exceptions, self.claims)
    }
}

/// The features that all members have: of each, its number in the library of each member.
struct Common {
    /// The member whose names the features have.
    named_by: usize,
    /// `[feature][member]`.
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

    /// Returns the patterns of the naming member as those of another one.
    fn translated(&self, patterns: &Patterns, member: usize) -> Patterns {
        let range = |range: &Range| {
            let same = |it: &&Vec<usize>| it[self.named_by] == range.feature;
            let numbers = self.numbers.iter().find(same).expect("it was offered");
            Range { feature: numbers[member], ..*range }
        };
        let pattern = |it: &Pattern| Pattern { ranges: it.ranges.iter().map(range).collect() };
        Patterns { list: patterns.list.iter().map(pattern).collect(), ..patterns.clone() }
    }

    /// What was found, in the features of a member.
    fn repair_of(&self, found: &Repair, member: usize) -> Repair {
        let common =
            Patterns { list: vec![Pattern { ranges: found.in_common.clone() }], en_passant: false };
        let in_common = self.translated(&common, member).list.remove(0).ranges;
        let mut repair = Repair { in_common, ..found.clone() };
        repair.found.patterns = self.translated(&found.found.patterns, member);
        repair
    }
}

/// Returns the number of a feature in a library: of that name, or of the only man of those that it
/// is about.
fn number_of(library: &Library, name: &str) -> Option<usize> {
    let place = |name: &str| library.features().iter().position(|it| it.name == name);
    place(name).or_else(|| place(of_like_men(name)?))
}

/// Returns the member whose words hold for all of them.
pub fn most_general(libraries: &[&Library]) -> usize {
    Common::of(libraries).named_by
}

/// Returns the same exceptions in all members, and what they withdraw in each. The price is a share
/// of the right claims of all members together. `None` if the search is stopped before there are
/// any.
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
