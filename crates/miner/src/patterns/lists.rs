//! Learns lists of patterns within a memory limit. If not all positions that must match fit, lists
//! are learned from a sample, and positions that a list leaves out are added.

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

/// The number of rounds that learn from a sample. After each round but the last, the positions that
/// its lists leave out are added.
const ROUNDS: u64 = 8;

/// The input for learning lists of patterns.
pub(crate) struct Task<'a> {
    /// The positions of the endgame.
    pub world: &'a World<'a>,
    /// The features for patterns.
    pub library: &'a Library,
    /// Returns for each word the positions that should not match, and the positions that must
    /// match.
    pub lanes: &'a SetsByWord<'a>,
    /// Whether the patterns are a fix (see [`Problem::new`]).
    pub for_fix: bool,
    /// The name of the progress stage in which the lists are checked.
    pub looking: &'static str,
    /// The parameters of the search.
    pub how: Search<'a>,
}

/// Returns the approximate number of `decisive` positions in the first sample, and the reciprocal
/// of their share. `rows` is the number that fits into memory; `has_all` if all of them do.
fn first_rows(decisive: u64, rows: u64, has_all: bool, for_fix: bool) -> (u64, u64) {
    let most = if for_fix { WRONG_MAX } else { u64::MAX };
    let rows = rows.min(most);
    let is_whole = has_all && decisive <= most;
    (rows, if is_whole { 1 } else { decisive.div_ceil(rows).max(1) })
}

impl Task<'_> {
    /// Learns with `learn` and returns its result, from which `lists` takes the lists of patterns.
    /// Lists that still leave positions out after a few rounds are returned as they are. After a
    /// stop, returns the result so far; `None` if there is none.
    pub fn learned<T>(
        &self,
        learn: impl Fn(&Problem, Search) -> T,
        lists: impl Fn(&T) -> Vec<&Patterns>,
    ) -> Option<T> {
        let Task { world, library, lanes, for_fix, mut how, .. } = *self;
        let (draws, decisive) = count_lanes(world.words(), lanes);
        let has_all = memory_needed(draws, decisive, library) <= how.memory_bytes;
        // One half is for the table. Half of the rest is for positions that are added.
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
                // The search was stopped early.
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

    /// Returns the positions that must match but do not match one of the lists.
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

/// Learns one list for each of `sizes`, the maximum numbers of patterns, in about `memory_bytes`
/// ([`memory_needed`]). Each list matches all decisive positions. `steps` reports progress; `None`
/// if it stops the work before there are lists.
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
        // A recognizer learns from all of them if memory suffices.
        assert_eq!(first_rows(46_000_000, 1 << 30, true, false).1, 1);
        assert_eq!(first_rows(46_000_000, 1_000_000, false, false), (1_000_000, 46));
    }
}
