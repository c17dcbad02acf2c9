//! Lists of patterns learned in the memory that there is: from all positions that they must match where these
//! fit, else from a sample to which positions are added that the lists leave out.

use drawproof_features::Library;
use drawproof_tables::progress::Steps;

use super::{
    learn::{Effort, Problem, cover},
    list::Patterns,
    rule::ListRule,
};
use crate::{
    learn::{ROWS_MIN, memory_needed, row_bytes},
    refuting::Refuting,
    sample::thinned,
    world::{SetsByWord, World, count_lanes},
};

/// How often lists are learned from a sample: each time but the last, positions are added that they leave out.
const ROUNDS: u64 = 8;

/// What lists are learned from.
pub(crate) struct Task<'a> {
    /// The endgame's positions.
    pub world: &'a World<'a>,
    /// The features of patterns.
    pub library: &'a Library,
    /// By word, the positions that should not match, and those that must.
    pub lanes: &'a SetsByWord<'a>,
    /// Whether the patterns are a fix ([`Problem::new`]).
    pub for_fix: bool,
    /// About the memory that learning may take besides the table ([`memory_needed`]).
    pub memory_bytes: u64,
    /// The step of looking for what lists leave out.
    pub looking: &'static str,
    /// Follow the work.
    pub steps: Steps<'a>,
}

impl Task<'_> {
    /// What `learn` makes of the problem; `lists` returns the lists in it. Lists that still leave positions
    /// out after a few rounds are returned as they are.
    pub fn learned<T>(
        &self,
        learn: impl Fn(&Problem) -> T,
        lists: impl Fn(&T) -> Vec<&Patterns>,
    ) -> T {
        let Task { world, library, lanes, .. } = *self;
        let (draws, decisive) = count_lanes(world.words(), lanes);
        let has_all = memory_needed(draws, decisive, library) <= self.memory_bytes;
        // A half is for the table, and of the other one half for what is added.
        let rows = (self.memory_bytes / 2 / row_bytes(library.features().len())).max(ROWS_MIN) / 2;
        let share = if has_all { 1 } else { decisive.div_ceil(rows).max(1) };
        let mut added = Refuting::none();
        for round in 1.. {
            let some = |word: usize| {
                let (draws, decisive) = lanes(word);
                (draws, thinned(decisive, word as u64 * 64, share) | added.lanes(word))
            };
            let problem = Problem::new(world, library, &some, self.steps, self.for_fix);
            let found = learn(&problem);
            drop(problem);
            if share == 1 || round == ROUNDS {
                return found;
            }
            _ = self.steps.begin(self.looking);
            let left = self.left_out(&lists(&found));
            if left.count() == 0 {
                return found;
            }
            let share = left.count().div_ceil((rows / (ROUNDS - 1)).max(1));
            added = added.with(&left, |word, lanes| thinned(lanes, word as u64 * 64, share));
        }
        unreachable!("the last round returns")
    }

    /// The positions to match that one of the lists does not.
    fn left_out(&self, lists: &[&Patterns]) -> Refuting {
        let new = |list: &&Patterns| ListRule::new("", self.library, list);
        let rules: Vec<ListRule> = lists.iter().map(new).collect();
        Refuting::find(
            self.world,
            || (),
            |(), word| {
                let (_, wanted) = (self.lanes)(word);
                let Some(places) = self.world.places(word).filter(|_| wanted != 0) else {
                    return 0;
                };
                let matched = |rule: &ListRule| {
                    rule.lanes(&places.squares).into_iter().fold(0, |all, lanes| all | lanes)
                };
                rules.iter().fold(0, |left, rule| left | wanted & !matched(rule))
            },
        )
    }
}

/// The list of at most so many patterns for each of `sizes`, which matches all decisive positions, learned in
/// about `memory_bytes` ([`memory_needed`]). `steps` follow the work.
pub fn lists(
    world: &World,
    library: &Library,
    sizes: &[usize],
    memory_bytes: u64,
    steps: Steps,
) -> Vec<Patterns> {
    let lanes = |word: usize| world.lanes(word);
    let (looking, for_fix) = ("refuting claims of", false);
    let task = Task { world, library, lanes: &lanes, for_fix, memory_bytes, looking, steps };
    let learn = |problem: &Problem| {
        _ = steps.begin("searching patterns for");
        sizes.iter().map(|&size| cover(problem, size, Effort::Thorough).patterns).collect()
    };
    task.learned(learn, |lists: &Vec<Patterns>| lists.iter().collect())
}
