//! Halves of claims: the results that each branch of a claim leaves possible.
//!
//! The sets of parts that a rule answers with are few, so each is stored once, under a number that is a
//! function of the set alone: the same for every thread, process and order of questions.

use std::{
    collections::HashMap,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use drawproof_recognizers::{Claim, Position, Role};
use drawproof_tables::{mixing::mixed, parallel::locked};

use super::{
    interface::{Answers, Fault},
    reasons::{Half, Reason, Reasons, named, places_of},
};
use crate::position::fen_of;

/// One part of a claim: a branch and the results that it leaves possible. The layout is that of
/// `drawproof_part`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(C)]
pub struct Part {
    /// The number of the branch; [`Part::NO_BRANCH`] for a part that no branch explains.
    pub branch: u32,
    /// The results that the branch leaves possible, as a claim by colour or by side to move: a
    /// constant of `drawproof.h`, such as `DRAWPROOF_NO_CLAIM`.
    pub set: u32,
}

impl Part {
    /// The number of a part without a branch: `DRAWPROOF_NO_BRANCH`.
    pub const NO_BRANCH: u32 = u32::MAX;

    /// The maximum number of parts in a claim.
    pub const MAX: usize = 64;

    /// The bit of a set that names results by side to move: `DRAWPROOF_SIDE_TO_MOVE`.
    const SIDE_TO_MOVE: u32 = 8;

    /// Returns the set as a claim for the side to move; `None` if it is not a claim.
    #[inline(always)]
    pub(super) fn claim(self, position: &Position) -> Option<Claim> {
        claim_of(self.set, position)
    }
}

/// Returns the claim of a number of `drawproof.h`, for the side to move; `None` if the number is
/// invalid.
#[inline(always)]
pub(super) fn claim_of(number: u32, position: &Position) -> Option<Claim> {
    let claim = Claim::from_bits(u8::try_from(number & !Part::SIDE_TO_MOVE).ok()?)?;
    let by_colour = number & Part::SIDE_TO_MOVE == 0;
    Some(if by_colour { claim.by_colour(position.stm()) } else { claim })
}

/// The branch of a part, as a number, and what it leaves possible, for the side to move.
pub(super) type Named = (u64, Claim);

/// The claims of a rule of halves, and the sets of parts that it has answered with.
#[derive(Debug)]
pub(super) struct PartSets {
    known: Mutex<HashMap<u64, Vec<Named>>>,
    /// Some of the numbers in `known`, each in the place that its low bits state.
    recent: [AtomicU64; RECENT],
}

/// The places of [`PartSets::recent`].
const RECENT: usize = 256;

impl Default for PartSets {
    fn default() -> PartSets {
        let recent = std::array::from_fn(|_| AtomicU64::new(0));
        PartSets { known: Mutex::default(), recent }
    }
}

impl PartSets {
    /// Returns the claim that `parts` make about a position. If `wanted` is `Some((lane,
    /// answers))`, stores the number of the set of parts in the `patterns` of `answers`, at that
    /// lane.
    #[inline(always)]
    pub fn claim(
        &self,
        parts: &[Part],
        position: &Position,
        wanted: Option<(usize, &mut Answers)>,
    ) -> Result<Claim, Fault> {
        let named = parts.iter().map(|part| match part.claim(position) {
            Some(claim) => Ok((part.branch.into(), claim)),
            None => Err(Fault::nonsense(part.set.into(), 15, position)),
        });
        let (claim, set) = self.joined(named, position, wanted.is_some())?;
        if let Some((lane, answers)) = wanted {
            answers.patterns[lane] = set;
        }
        Ok(claim)
    }

    /// Returns the claim that `parts` make about a position, and the number of the set of parts.
    /// Stores the set if `is_wanted`.
    #[inline(always)]
    pub fn joined(
        &self,
        parts: impl Iterator<Item = Result<Named, Fault>> + Clone,
        position: &Position,
        is_wanted: bool,
    ) -> Result<(Claim, u64), Fault> {
        let (mut bits, mut set, mut asked) = (Claim::NONE.bits(), 0_u64, true);
        for part in parts.clone() {
            let (branch, claim) = part?;
            asked &= claim != Claim::NOT_ASKED;
            bits &= claim.bits();
            // A sum: the order of the parts does not matter.
            set = set.wrapping_add(mixed(branch << 3 | u64::from(claim.bits())));
        }
        if !asked {
            // The number of no parts.
            return Ok((Claim::NOT_ASKED, 0));
        }
        if bits == 0 {
            let branches = parts.flatten().map(|(branch, _)| branch.to_string());
            let branches = branches.collect();
            return Err(Fault::Contradiction { branches, fen: fen_of(position) });
        }
        if is_wanted && self.recent[set as usize % RECENT].load(Relaxed) != set {
            self.store(set, parts);
        }
        Ok((Claim::from_bits(bits).expect("three bits are a claim"), set))
    }

    /// Stores the parts of a set.
    #[inline(never)]
    fn store(&self, set: u64, parts: impl Iterator<Item = Result<Named, Fault>>) {
        let explained = parts.flatten().filter(|(branch, _)| *branch != u64::from(Part::NO_BRANCH));
        locked(&self.known).entry(set).or_insert_with(|| explained.collect());
        self.recent[set as usize % RECENT].store(set, Relaxed);
    }

    /// Returns the declared branches and the branches of all stored sets, named by `reason`, with
    /// the results that each branch of a set leaves possible. Branches with equal names become one.
    pub fn reasons(&self, declared: Vec<u64>, reason: impl Fn(u64) -> Reason) -> Reasons {
        let known = locked(&self.known);
        let mut branches = declared;
        branches.extend(known.values().flatten().map(|(branch, _)| *branch));
        branches.sort_unstable();
        branches.dedup();
        let branches: Vec<(u64, Reason)> =
            branches.into_iter().map(|it| (it, reason(it))).collect();
        let (list, numbers) = named(branches.iter().cloned());
        let by_name = places_of(&list);
        let places: HashMap<u64, usize> = branches
            .iter()
            .map(|(number, reason)| (*number, by_name[reason.id.as_str()]))
            .collect();
        let halves = known.iter().map(|(&set, parts)| {
            let mut halves: Vec<Half> = Vec::new();
            for (branch, claim) in parts {
                let (reason, claim) = (places[branch], claim.bits());
                match halves.iter_mut().find(|half| half.reason == reason) {
                    Some(half) => half.claim &= claim,
                    None => halves.push(Half { reason, claim }),
                }
            }
            halves.sort_unstable_by_key(|half| half.reason);
            (set, halves)
        });
        let halves = Some(halves.collect());
        Reasons { halves, numbers, list }
    }
}

/// Returns a reason of a rule of halves that has no name.
pub(super) fn unnamed(branch: u64) -> Reason {
    Reason::new(format!("branch {branch}"), Role::Because)
}
