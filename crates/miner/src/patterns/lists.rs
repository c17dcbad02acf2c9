//! Lists of patterns learned in the memory that there is: from all positions that they must match where these
//! fit, else from a sample to which positions are added that the lists leave out.

use drawproof_features::Library;
use drawproof_tables::{positions::one_in, progress::Steps};

use super::{
    learn::{Effort, Problem, cover},
    list::Patterns,
    rule::ListRule,
};
use crate::{
    learn::{ROWS_MIN, memory_needed, row_bytes},
    refuting::Refuting,
    search::{Search, WRONG_MAX},
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
    /// The step of looking for what lists leave out.
    pub looking: &'static str,
    /// How they are searched.
    pub how: Search<'a>,
}

/// About how many of `decisive` positions lists are learned from at first, and one in how many that is.
/// `rows`: as many as fit into the memory beside others, unless it `has_all`.
fn first_rows(decisive: u64, rows: u64, has_all: bool, for_fix: bool) -> (u64, u64) {
    let most = if for_fix { WRONG_MAX } else { u64::MAX };
    let rows = rows.min(most);
    let is_whole = has_all && decisive <= most;
    (rows, if is_whole { 1 } else { decisive.div_ceil(rows).max(1) })
}

impl Task<'_> {
    /// What `learn` makes of the problem; `lists` returns the lists in it. Lists that still leave positions
    /// out after a few rounds are returned as they are. After a stop it is what was made before; `None` if
    /// nothing was.
    pub fn learned<T>(
        &self,
        learn: impl Fn(&Problem, Search) -> T,
        lists: impl Fn(&T) -> Vec<&Patterns>,
    ) -> Option<T> {
        let Task { world, library, lanes, for_fix, mut how, .. } = *self;
        let (draws, decisive) = count_lanes(world.words(), lanes);
        let has_all = memory_needed(draws, decisive, library) <= how.memory_bytes;
        // A half is for the table, and of the other one half for what is added.
        let rows = (how.memory_bytes / 2 / row_bytes(library.features().len())).max(ROWS_MIN) / 2;
        let (rows, share) = first_rows(decisive, rows, has_all, for_fix);
        let (mut added, mut best) = (Refuting::none(), None);
        for round in 1.. {
            let some = |word: usize| {
                let (draws, decisive) = lanes(word);
                (draws, one_in(share, word as u64 * 64, decisive) | added.lanes(word))
            };
            let is_last = share == 1 || round == ROUNDS;
            let own = how.take(is_last);
            let Some(problem) = Problem::new(world, library, &some, how.steps, for_fix) else {
                break;
            };
            let found = learn(&problem, own);
            drop(problem);
            if best.is_some() && how.is_stopped() {
                // The search was not whole.
                break;
            }
            let found = best.insert(found);
            if is_last || how.steps.begin(self.looking).is_break() {
                break;
            }
            let left = self.left_out(&lists(found));
            if left.count() == 0 {
                break;
            }
            let share = left.count().div_ceil((rows / (ROUNDS - 1)).max(1));
            added = added.with(&left, |word, lanes| one_in(share, word as u64 * 64, lanes));
        }
        how.end();
        best
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
/// about `memory_bytes` ([`memory_needed`]). `steps` follow the work; `None` if they stop it before there are lists.
pub fn lists(
    world: &World,
    library: &Library,
    sizes: &[usize],
    memory_bytes: u64,
    steps: Steps,
) -> Option<Vec<Patterns>> {
    let lanes = |word: usize| world.lanes(word);
    let (looking, for_fix) = ("refuting claims of", false);
    let most = sizes.iter().copied().max().unwrap_or(0);
    let how = Search::new(0.0, most, memory_bytes, steps);
    let task = Task { world, library, lanes: &lanes, for_fix, looking, how };
    let learn = |problem: &Problem, _: Search| {
        _ = steps.begin("searching patterns for");
        sizes.iter().map(|&size| cover(problem, size, Effort::Thorough).patterns).collect()
    };
    task.learned(learn, |lists: &Vec<Patterns>| lists.iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_of_many_wrong_claims_is_learned_from_a_sample() {
        assert_eq!(first_rows(30_000, 1 << 30, true, true), (WRONG_MAX, 1));
        assert_eq!(first_rows(46_000_000, 1 << 30, true, true), (WRONG_MAX, 115));
        assert_eq!(first_rows(46_000_000, 100_000, false, true), (100_000, 460));
        // A recognizer needs all of them, if there is memory.
        assert_eq!(first_rows(46_000_000, 1 << 30, true, false).1, 1);
        assert_eq!(first_rows(46_000_000, 1_000_000, false, false), (1_000_000, 46));
    }
}
