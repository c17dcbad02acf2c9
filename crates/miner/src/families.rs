//! One fix for all members of a family of endgames: conditions over the features that every member has.
//!
//! Where one member has a man and another has several like ones, a condition over the least or the most of
//! the like men is one over the only man. So the member with the most like men names the features.

use std::cmp::Reverse;

use drawproof_features::{Library, words::of_like_men};
use drawproof_verifier::{ClaimCounts, Claimed, Recording, Scope, Verdict, saved_file::FileError};

use crate::{
    fixes::Fix,
    patterns::{ListRule, Pattern, Patterns, Problem, Range},
    repair::{Repair, Search, lanes_of, repair},
    sample::{Sample, Share},
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
struct Member<'a> {
    /// Its positions.
    world: &'a World<'a>,
    /// Its features.
    library: &'a Library,
    /// The claims.
    claims: WeightedClaims<'a>,
}

/// The features that all members have: of each, its number in the library of each member.
struct Common {
    /// The member whose names the features have.
    named_by: usize,
    /// `[feature][member]`.
    numbers: Vec<Vec<usize>>,
}

impl Common {
    fn of(members: &[Member]) -> Common {
        let common = |named_by: usize| {
            let named = members[named_by].library.features().iter();
            let numbers = named.filter_map(|feature| {
                members.iter().map(|member| number_of(member.library, &feature.name)).collect()
            });
            Common { named_by, numbers: numbers.collect() }
        };
        let all = (0..members.len()).map(common);
        all.max_by_key(|it| (it.numbers.len(), Reverse(it.named_by))).expect("there is a member")
    }

    /// The patterns of the naming member as those of another one.
    fn translated(&self, patterns: &Patterns, member: usize) -> Patterns {
        let range = |range: &Range| {
            let same = |it: &&Vec<usize>| it[self.named_by] == range.feature;
            let numbers = self.numbers.iter().find(same).expect("it was offered");
            Range { feature: numbers[member], ..*range }
        };
        let pattern = |it: &Pattern| Pattern { ranges: it.ranges.iter().map(range).collect() };
        Patterns { list: patterns.list.iter().map(pattern).collect(), ..patterns.clone() }
    }
}

/// The number of a feature in a library: of that name, or of the only man of those that it is about.
fn number_of(library: &Library, name: &str) -> Option<usize> {
    let place = |name: &str| library.features().iter().position(|it| it.name == name);
    place(name).or_else(|| place(of_like_men(name)?))
}

/// The fix of each member for the claims of a scope: the same exceptions in all of them, at a price that is
/// a share of the right claims of all members together.
fn family_fix(members: &[Member], scope: Scope, how: Search, note: &dyn Fn(&str)) -> Vec<Fix> {
    let common = Common::of(members);
    let lanes: Vec<_> = members.iter().map(|it| lanes_of(it.world, it.claims.claimed)).collect();
    let counts = members.iter().zip(&lanes);
    let counts: Vec<(u64, u64)> =
        counts.map(|(it, lanes)| count_lanes(it.world.words(), lanes)).collect();
    let [right, wrong] = counts.iter().fold([0, 0], |[a, b], (c, d)| [a + c, b + d]);
    let rows = (how.memory_bytes / 8 / common.numbers.len().max(1) as u64).max(RIGHT);
    let mut share =
        Share { draws: right.div_ceil(RIGHT).max(1), decisive: wrong.div_ceil(rows).max(1) };
    let library = members[common.named_by].library;
    for round in 1.. {
        note("evaluating features of");
        let samples = members.iter().zip(&lanes).enumerate().map(|(number, (member, lanes))| {
            let offered: Vec<usize> = common.numbers.iter().map(|it| it[number]).collect();
            Sample::take_of(member.world, member.library, &offered, share, lanes)
        });
        let all = samples.reduce(Sample::joined).expect("there is a member");
        let offered = common.numbers.iter().map(|it| it[common.named_by]).collect();
        let problem = Problem::of(library, Sample { features: offered, ..all }, note, true);
        note("searching a fix for");
        let found = repair(&problem, how.allowed, how.most);
        let fixes: Vec<Fix> = members
            .iter()
            .enumerate()
            .map(|(number, member)| fix_of(member, scope, &common, number, &found))
            .collect();
        let left: u64 =
            fixes.iter().map(|it| it.counted.all.wrong - it.counted.withdrawn.wrong).sum();
        if left == 0 || share.decisive == 1 || round == ROUNDS {
            return within_price(fixes, how.allowed);
        }
        share.decisive = (share.decisive / MORE).max(1);
    }
    unreachable!("the last round returns")
}

/// The exceptions in a member, and what they withdraw there.
fn fix_of(member: &Member, scope: Scope, common: &Common, number: usize, found: &Repair) -> Fix {
    let patterns = common.translated(&found.found.patterns, number);
    let exceptions = ListRule::new("exceptions", member.library, &patterns);
    let counted = withdrawals(member.world, &exceptions, member.claims);
    let common_ranges =
        Patterns { list: vec![Pattern { ranges: found.in_common.clone() }], en_passant: false };
    let in_common = common.translated(&common_ranges, number).list.remove(0).ranges;
    let mut repair = Repair { in_common, ..found.clone() };
    repair.found.patterns = patterns;
    Fix { scope, repair, counted }
}

/// Notes in the fixes whether they cost all members together no more than is allowed.
fn within_price(mut fixes: Vec<Fix>, allowed: f64) -> Vec<Fix> {
    let sum = |of: fn(&Withdrawals) -> u64| fixes.iter().map(|it| of(&it.counted)).sum::<u64>();
    let (lost, right) = (sum(|it| it.withdrawn.right), sum(|it| it.all.right));
    let is_within = lost as f64 <= allowed * right as f64;
    fixes.iter_mut().for_each(|fix| fix.repair.natural &= is_within);
    fixes
}

/// A member of a family that was verified and recorded.
#[derive(Clone, Copy)]
pub struct Verified<'a> {
    /// Its positions.
    pub world: &'a World<'a>,
    /// Its features.
    pub library: &'a Library,
    /// The rule's claims.
    pub recording: &'a Recording,
    /// The verdict.
    pub verdict: &'a Verdict,
}

/// The fixes of each member: for each kind of claim, or for each half, that has wrong ones anywhere, the
/// same exceptions in all members. `note` receives the name of each step.
///
/// # Errors
///
/// A recording is damaged, or of another endgame than its world.
pub fn family_fixes(
    verified: &[Verified],
    how: Search,
    note: &dyn Fn(&str),
) -> Result<Vec<Vec<Fix>>, FileError> {
    let mut all = ClaimCounts::default();
    verified.iter().for_each(|it| all.add(&it.verdict.total_with_en_passant().claims));
    let has_halves = verified.iter().any(|it| it.verdict.has_halves);
    let scopes = Scope::of_rule(&all.kinds_made(), has_halves);
    let most = how.most.min(ListRule::PATTERNS_MAX / scopes.len());
    let mut found: Vec<Vec<Fix>> = verified.iter().map(|_| Vec::new()).collect();
    for &scope in &scopes {
        let claimed = |it: &Verified| it.recording.claimed(it.world.layout(), scope);
        let claimed = verified.iter().map(claimed).collect::<Result<Vec<Claimed>, _>>()?;
        let is_wrong_en_passant = verified.iter().any(|it| {
            let en_passant = &it.verdict.en_passant;
            match it.world.men().is_even() {
                true => en_passant.incorrect > 0,
                false => scope.counts(&en_passant.claims).wrong > 0,
            }
        });
        if !claimed.iter().any(Claimed::has_wrong) && !is_wrong_en_passant && scopes.len() > 1 {
            continue;
        }
        let fixes = fixes_of(verified, &claimed, scope, Search { most, ..how }, note)?;
        for (of_member, mut fix) in found.iter_mut().zip(fixes) {
            fix.repair.found.patterns.en_passant = is_wrong_en_passant;
            of_member.push(fix);
        }
    }
    // Symmetric positions have different answers, which no fix changes.
    found.iter_mut().filter(|it| it.is_empty()).for_each(|it| it.push(Fix::none(true)));
    Ok(found)
}

/// The fix of each member for some claims: the same exceptions in all of them.
///
/// # Errors
///
/// A recording is damaged, or of another endgame than its world.
pub fn fixes_of(
    verified: &[Verified],
    claimed: &[Claimed],
    scope: Scope,
    how: Search,
    note: &dyn Fn(&str),
) -> Result<Vec<Fix>, FileError> {
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
    Ok(family_fix(&members, scope, how, note))
}
