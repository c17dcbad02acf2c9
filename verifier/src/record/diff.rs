//! The differences between two saved runs: claims gained and lost, by pattern, with examples.

use std::collections::HashMap;

use drawproof_recognizers::Claim;
use drawproof_tables::{Layout, Material, census::Counting, mixing::mixed};
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::{
    changed::{Changed, DiffError, Label, Place, incorrect_examples, right_example},
    chunk::RecordedWord,
    recording::{Header, Recording, SAVED_RUN},
};
use crate::{
    enumerate::{Domain, TruthKind, for_each_lane},
    findings::{ClaimCounts, ClaimKind},
    sample::Smallest,
    subject::{Claims, Reason, Role},
    tables::{TableSource, conflict},
};

/// The differences between two rules for one endgame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The counting convention.
    pub counting: Counting,
    /// The domain of positions that both rules were asked about.
    pub domain: Domain,
    /// Whether the fifty-move rule was applied to the results.
    pub fifty_move: bool,
    /// The name of the old rule.
    pub old: String,
    /// The name of the new rule.
    pub new: String,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of draws that the old rule spots.
    pub old_spotted: u64,
    /// The number of draws that the new rule spots.
    pub new_spotted: u64,
    /// The number of positions by claim of the old rule and true result.
    #[serde(serialize_with = "by_kind")]
    pub old_claims: ClaimCounts,
    /// The number of positions by claim of the new rule and true result.
    #[serde(serialize_with = "by_kind")]
    pub new_claims: ClaimCounts,
    /// The positions in which the new rule claims more: either only the new rule's claim is
    /// incorrect, or both claims are right and the new rule's claim excludes more results.
    pub gained: Change,
    /// The positions in which the old rule claims more: either only the old rule's claim is
    /// incorrect, or both claims are right and the old rule's claim excludes more results.
    pub lost: Change,
    /// The number of other positions with different claims: either both claims are incorrect, or
    /// both are right and neither excludes more results than the other.
    pub other_claims_changed: u64,
    /// Examples of each kind of change, incorrect claims first.
    pub examples: Vec<Changed>,
}

/// The positions in which one rule, the claiming rule, claims more than the other rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The number of draws that only the claiming rule spots.
    pub draws: u64,
    /// The number of right claims of any kind that exclude more results than the other rule's
    /// claims.
    pub claims: u64,
    /// The number of incorrect claims of the claiming rule where the other rule's claim is right or
    /// missing.
    pub incorrect: u64,
    /// The counts by kind of claim, in the order of [`ClaimKind::ALL`].
    #[serde(serialize_with = "changes_by_kind")]
    pub kinds: [KindChange; ClaimKind::ALL.len()],
    /// The patterns of the other rule that match in these positions: identifier and number of
    /// positions, most first.
    pub patterns: Vec<(String, u64)>,
    /// The branches of the claiming rule that match in these positions: identifier and number of
    /// positions, most first.
    pub branches: Vec<(String, u64)>,
    /// The FENs of some of the positions, incorrect claims first.
    pub examples: Vec<String>,
}

/// The counts of one kind of claim in the positions where the claiming rule claims more than the
/// other rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KindChange {
    /// The number of right claims that exclude more results than the other rule's.
    pub right: u64,
    /// The number of incorrect claims where the other rule's claim is right or missing.
    pub incorrect: u64,
}

impl Change {
    /// Returns the kinds of claims with a change, each with its counts.
    pub fn kinds_changed(&self) -> impl Iterator<Item = (ClaimKind, KindChange)> + '_ {
        let kinds = ClaimKind::ALL.into_iter().zip(self.kinds);
        kinds.filter(|(_, change)| change.right + change.incorrect > 0)
    }
}

impl Diff {
    /// Returns whether both rules make the same claim about every position.
    pub fn is_equal(&self) -> bool {
        let changed = [&self.gained, &self.lost].map(|change| change.claims + change.incorrect);
        changed == [0, 0] && self.other_claims_changed == 0
    }

    /// Returns whether one of the rules makes any claim other than a draw.
    pub fn has_other_than_draws(&self) -> bool {
        self.old_claims.has_other_than_draws() || self.new_claims.has_other_than_draws()
    }
}

fn by_kind<S: Serializer>(claims: &ClaimCounts, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(claims.kinds().map(|(kind, counts)| (kind.key(), counts)))
}

fn changes_by_kind<S: Serializer>(
    kinds: &[KindChange; ClaimKind::ALL.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let changed = ClaimKind::ALL.into_iter().zip(kinds);
    let changed = changed.filter(|(_, change)| change.right + change.incorrect > 0);
    serializer.collect_map(changed.map(|(kind, change)| (kind.key(), change)))
}

/// Compares two recordings of one endgame and keeps `examples` examples of each kind of change.
/// `tables` are used only if some examples are incorrect claims.
///
/// # Errors
///
/// Fails if a recording is damaged, a table is missing, or the recordings cannot be compared: their
/// endgames, counting conventions, domains, treatment of the fifty-move rule or tables differ.
pub fn diff(
    old: &Recording,
    new: &Recording,
    examples: usize,
    tables: &dyn TableSource,
) -> Result<Diff, DiffError> {
    let about = |r: &Recording| {
        let Header { endgame, counting, domain, fifty_move, .. } = &r.header;
        let domain = match domain.is_everything() {
            true => String::new(),
            false => format!(", domain {domain}"),
        };
        let clock = if *fifty_move { ", within the fifty-move rule" } else { "" };
        format!("{endgame} ({counting} counting{domain}{clock})")
    };
    let unlike = || DiffError::Unlike(about(old), about(new));
    if about(old) != about(new) || old.chunks() != new.chunks() {
        return Err(unlike());
    }
    if let Some(metric) = conflict(&old.header.tables, &new.header.tables) {
        return Err(DiffError::OtherTables(old.header.endgame.clone(), metric.into()));
    }
    let damaged = || SAVED_RUN.damaged("its endgame has no name");
    let material: Material = old.header.endgame.parse().map_err(|_| damaged())?;
    let layout = Layout::new(material.normalise().0);
    let nothing = || Changes::new(examples);
    let changes = (0..old.chunks())
        .into_par_iter()
        .try_fold(nothing, |mut changes, chunk| -> Result<Changes, DiffError> {
            let (before, after) = (old.chunk(chunk)?, new.chunk(chunk)?);
            if before.len() != after.len() {
                return Err(unlike());
            }
            for (before, after) in before.iter().zip(&after) {
                let same = (before.word, before.lanes, before.black, before.drawn)
                    == (after.word, after.lanes, after.black, after.drawn);
                if !same {
                    return Err(unlike());
                }
                changes.word(before, after);
            }
            Ok(changes)
        })
        .try_reduce(nothing, |a, b| Ok(a.add(b)))?;
    let [gained, lost] = changes.sides;
    let is_any_incorrect = gained.incorrect + lost.incorrect > 0;
    let mut labelled = match is_any_incorrect && examples > 0 {
        true => incorrect_examples(old, new, examples, tables)?,
        false => Vec::new(),
    };
    for (label, side) in [(Label::Lost, &lost), (Label::Gained, &gained)] {
        let right = side.right.entries().map(|(_, &(place, claims, truth))| {
            right_example(label, place, claims, truth, &layout)
        });
        labelled.extend(right);
    }
    let fens = |labels: [Label; 2]| {
        let matching = labelled.iter().filter(|changed| labels.contains(&changed.label));
        matching.map(|changed| changed.fen.clone()).take(examples).collect()
    };
    Ok(Diff {
        endgame: old.header.endgame.clone(),
        counting: old.header.counting,
        domain: old.header.domain,
        fifty_move: old.header.fifty_move,
        old: old.header.name.clone(),
        new: new.header.name.clone(),
        draws: changes.draws,
        old_spotted: changes.spotted[0],
        new_spotted: changes.spotted[1],
        old_claims: changes.claims[0],
        new_claims: changes.claims[1],
        // The old rule's patterns explain why it did not claim the draws that the new rule gains.
        gained: gained.finish(old, new, fens([Label::NewlyIncorrect, Label::Gained])),
        lost: lost.finish(new, old, fens([Label::Corrected, Label::Lost])),
        other_claims_changed: changes.others,
        examples: labelled,
    })
}

/// The differences in some chunks.
struct Changes {
    draws: u64,
    /// By the old rule, by the new rule.
    spotted: [u64; 2],
    /// By the old rule, by the new rule.
    claims: [ClaimCounts; 2],
    /// Other changed claims.
    others: u64,
    /// Gained, lost.
    sides: [Side; 2],
}

/// Claims gained, or lost.
struct Side {
    draws: u64,
    claims: u64,
    incorrect: u64,
    kinds: [KindChange; ClaimKind::ALL.len()],
    /// Positions by set of reasons of the rule without the claim.
    patterns: HashMap<u64, u64>,
    /// Positions by set of reasons of the rule with the claim.
    own_reasons: HashMap<u64, u64>,
    /// Positions with right claims in a random order, with the old and the new claim and the name of
    /// the true result.
    right: Smallest<u64, (Place, [Claim; 2], &'static str)>,
}

impl Changes {
    fn new(examples: usize) -> Changes {
        let side = || Side {
            draws: 0,
            claims: 0,
            incorrect: 0,
            kinds: Default::default(),
            patterns: HashMap::new(),
            own_reasons: HashMap::new(),
            right: Smallest::new(examples),
        };
        Changes {
            draws: 0,
            spotted: [0; 2],
            claims: Default::default(),
            others: 0,
            sides: [side(), side()],
        }
    }

    fn word(&mut self, before: &RecordedWord, after: &RecordedWord) {
        let weight = u64::from(before.weight);
        let count = |set: u64| weight * u64::from(set.count_ones());
        self.draws += count(before.drawn);
        let spotted = [before, after].map(|w| w.drawn & w.claims.lanes_of(Claim::DRAW));
        self.spotted[0] += count(spotted[0]);
        self.spotted[1] += count(spotted[1]);
        for (counts, word) in self.claims.iter_mut().zip([before, after]) {
            let made = (1..Claim::COUNT as u8).filter_map(Claim::from_bits);
            for claim in made {
                let of = word.results().among(word.claims.lanes_of(claim));
                of.each(|truth, lanes| counts.note(word.side(), claim, truth, count(lanes)));
            }
        }
        let wrong = [before.incorrect(), after.incorrect()];
        let (only_after, only_before) = (wrong[1] & !wrong[0], wrong[0] & !wrong[1]);
        let right = before.lanes & !(wrong[0] | wrong[1]);
        let gained = right & excludes_more(after.claims, before.claims);
        let lost = right & excludes_more(before.claims, after.claims);
        let changed = before.claims.differ(after.claims) & before.lanes;
        self.others += count(changed & !(only_after | only_before | gained | lost));
        self.sides[0].note(only_after, gained, [after, before], [before, after]);
        self.sides[1].note(only_before, lost, [before, after], [before, after]);
    }

    fn add(mut self, other: Changes) -> Changes {
        self.draws += other.draws;
        self.others += other.others;
        for (own, more) in self.spotted.iter_mut().zip(other.spotted) {
            *own += more;
        }
        for (own, more) in self.claims.iter_mut().zip(other.claims) {
            own.add(&more);
        }
        for (own, more) in self.sides.iter_mut().zip(other.sides) {
            own.draws += more.draws;
            own.claims += more.claims;
            own.incorrect += more.incorrect;
            for (own, more) in own.kinds.iter_mut().zip(more.kinds) {
                own.right += more.right;
                own.incorrect += more.incorrect;
            }
            for (own, more) in
                [(&mut own.patterns, more.patterns), (&mut own.own_reasons, more.own_reasons)]
            {
                more.into_iter().for_each(|(set, more)| *own.entry(set).or_default() += more);
            }
            own.right.add(more.right);
        }
        self
    }
}

impl Side {
    /// Counts the changed lanes of a word: those with an `incorrect` claim, and those with a `right`
    /// one. The word as recorded for the rule with the claim and for the other rule; then for the old
    /// and the new rule.
    fn note(
        &mut self,
        incorrect: u64,
        right: u64,
        [stronger, weaker]: [&RecordedWord; 2],
        words: [&RecordedWord; 2],
    ) {
        if incorrect | right == 0 {
            return;
        }
        let weight = u64::from(weaker.weight);
        let count = |set: u64| weight * u64::from(set.count_ones());
        self.draws += count(right & stronger.drawn & stronger.claims.lanes_of(Claim::DRAW));
        self.claims += count(right);
        self.incorrect += count(incorrect);
        for (kind, change) in ClaimKind::ALL.into_iter().zip(&mut self.kinds) {
            let lanes = stronger.claims.lanes_of(kind.claim().by_colour(stronger.side()));
            change.right += count(right & lanes);
            change.incorrect += count(incorrect & lanes);
        }
        for_each_lane(incorrect | right, |lane| {
            *self.patterns.entry(weaker.reasons(lane)).or_default() += weight;
            *self.own_reasons.entry(stronger.reasons(lane)).or_default() += weight;
            let index = weaker.word as usize * 64 + lane;
            let key = mixed((index as u64) << 1 | u64::from(weaker.black));
            if right >> lane & 1 != 0 && self.right.accepts(&key) {
                let claims = words.map(|word| word.claims.get(lane));
                let truth = TruthKind::Result.word(weaker.results().truth(lane), true);
                let place = Place { black: weaker.black, index };
                self.right.insert(key, (place, claims, truth));
            }
        });
    }

    /// Returns the change as reports have it: `silent` is the rule without the claims, `claiming`
    /// the other.
    fn finish(self, silent: &Recording, claiming: &Recording, examples: Vec<String>) -> Change {
        let branches = |reason: &Reason| reason.role == Role::Because;
        let patterns = matching(silent, &self.patterns, |_| true);
        let branches = matching(claiming, &self.own_reasons, branches);
        let Side { draws, claims, incorrect, kinds, .. } = self;
        Change { draws, claims, incorrect, kinds, patterns, branches, examples }
    }
}

/// Returns the reasons of a rule that are `wanted` and match somewhere, with their counts, most
/// first.
fn matching(
    rule: &Recording,
    counts: &HashMap<u64, u64>,
    wanted: impl Fn(&Reason) -> bool,
) -> Vec<(String, u64)> {
    let reasons = rule.header.reasons();
    let mut by_place = vec![0; reasons.list.len()];
    for (&set, count) in counts {
        for (place, _) in reasons.of(set, Claim::NONE) {
            by_place[place] += count;
        }
    }
    let named = reasons.list.iter().zip(by_place);
    let named = named.filter(|(reason, count)| *count > 0 && wanted(reason));
    let mut found: Vec<(String, u64)> =
        named.map(|(reason, count)| (reason.id.clone(), count)).collect();
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    found
}

/// Returns the lanes in which `claims` exclude more results than `others` do, and all that those
/// exclude. Where a rule was not asked, it excludes nothing.
fn excludes_more(claims: Claims, others: Claims) -> u64 {
    let (mut claims, mut others) = (claims, others);
    for claims in [&mut claims, &mut others] {
        let not_asked = !claims.asked();
        claims.draw |= not_asked;
        claims.win |= not_asked;
        claims.loss |= not_asked;
    }
    let only_here =
        (claims.draw & !others.draw) | (claims.win & !others.win) | (claims.loss & !others.loss);
    claims.differ(others) & !only_here
}
