//! Lists of patterns of several lengths, in the memory that there is.

use drawproof_features::Library;

use super::{
    learn::{Effort, Problem, cover},
    list::Patterns,
    rule::ListRule,
};
use crate::{
    learn::{ROWS_MIN, memory_needed, row_bytes},
    refuting::Refuting,
    sample::thinned,
    world::{Squares, World},
};

/// How often lists are learned from a sample: each time but the last, positions that refute them are added.
const ROUNDS: usize = 8;

/// The list of at most so many patterns for each of `sizes`, learned in about `memory_bytes`
/// ([`memory_needed`]): from all decisive positions where they fit, else from a sample to which positions are
/// added that refute the lists. Lists that are still refuted after some rounds are returned as they are.
/// `note` receives the name of each step.
pub fn lists(
    world: &World,
    library: &Library,
    sizes: &[usize],
    memory_bytes: u64,
    note: &dyn Fn(&str),
) -> Vec<Patterns> {
    let (draws, decisive) = world.count();
    let has_all = memory_needed(draws, decisive, library) <= memory_bytes;
    // The table may take the other half, and half of this one is for what refutes the lists.
    let rows = (memory_bytes / 2 / row_bytes(library.features().len())).max(ROWS_MIN) / 2;
    let share = if has_all { 1 } else { decisive.div_ceil(rows).max(1) };
    let mut added = Refuting::none();
    for round in 1.. {
        let lanes = |word: usize| {
            let (draws, decisive) = world.lanes(word);
            let sampled = thinned(decisive, word as u64 * 64, share);
            (draws, if has_all { decisive } else { sampled | added.lanes(word) })
        };
        let problem = Problem::new(world, library, &lanes, note);
        note("searching patterns for");
        let of_size = |&size: &usize| cover(&problem, size, Effort::Thorough).patterns;
        let lists: Vec<Patterns> = sizes.iter().map(of_size).collect();
        drop(problem);
        if has_all || round == ROUNDS {
            return lists;
        }
        note("refuting claims of");
        let refuting = refuting(world, library, &lists);
        if refuting.count() == 0 {
            return lists;
        }
        let share = refuting.count().div_ceil((rows / (ROUNDS as u64 - 1)).max(1));
        added = added.with(&refuting, |word, lanes| thinned(lanes, word as u64 * 64, share));
    }
    unreachable!("the last round returns")
}

/// The decisive positions that one of the lists claims to be drawn.
fn refuting(world: &World, library: &Library, lists: &[Patterns]) -> Refuting {
    let rules: Vec<ListRule> = lists.iter().map(|list| ListRule::new("", library, list)).collect();
    Refuting::find(world, Vec::new, |columns, word| {
        let Some(places) = world.places(word).filter(|places| places.decisive != 0) else {
            return 0;
        };
        let (varying, first_to_move) = (places.varying, places.first_to_move);
        let squares = Squares { men: places.men, varying, first_to_move };
        let matched = |rule: &ListRule, columns: &mut _| {
            rule.lanes(&squares, columns).into_iter().fold(0, |all, lanes| all | lanes)
        };
        rules.iter().fold(0, |all, rule| all | places.decisive & !matched(rule, columns))
    })
}
