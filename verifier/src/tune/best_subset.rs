//! The best subset of a rule's patterns: no incorrect claim, and the fewest draws missed.
//!
//! A rule with the patterns S claims a position with the matching patterns T drawn if S and T are
//! disjoint. S has no incorrect claim if it intersects the T of every decisive position: S is a
//! hitting set, and its cost is the number of draws whose T it intersects. The cost only grows with
//! S. So branch and bound is exact: choose the decisive T with the fewest patterns left, branch on
//! each of them (excluding those of earlier branches), and cut a branch whose cost exceeds the
//! best.

use crate::findings::Row;

/// The limit of the search in nodes, far above the need of rules with two dozen patterns.
const NODES_MAX: u64 = 20_000_000;

/// The best subset of patterns that the search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The subset: bit `i` is pattern `i`.
    pub set: u64,
    /// The number of draws that the subset misses.
    pub missed: u64,
    /// Whether the search was complete, so that no subset is better.
    pub proved: bool,
    /// The number of nodes of the search tree that were visited.
    pub nodes: u64,
}

/// Searches for the best subset of `patterns` patterns (at most 64): it claims no decisive position
/// drawn and misses the fewest draws. Ties go to the subset with the fewest patterns, then to the
/// lowest number. Ignores decisive positions on which no pattern matches, because no subset can
/// protect them.
pub fn best_subset(rows: &[Row], patterns: usize) -> Best {
    let mut targets: Vec<u64> =
        rows.iter().filter(|r| r.decisive() > 0 && r.set != 0).map(|r| r.set).collect();
    keep_minimal(&mut targets);
    // A pattern that alone protects a decisive position is in every sound subset.
    let forced = targets.iter().filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set);
    targets.retain(|set| set & forced == 0);
    let draws: Vec<(u64, u64)> =
        rows.iter().filter(|r| r.draws() > 0).map(|r| (r.set, r.draws())).collect();
    let cost = |set: u64| draws.iter().filter(|d| d.0 & set != 0).map(|d| d.1).sum::<u64>();
    let all = if patterns == 64 { u64::MAX } else { (1 << patterns) - 1 };
    let mut search = Search {
        targets,
        draws: draws.iter().copied().filter(|d| d.0 & forced == 0).collect(),
        best: (cost(all), all.count_ones(), all),
        nodes: 0,
    };
    search.descend(forced, cost(forced), 0);
    let (missed, _, set) = search.best;
    Best { set, missed, proved: search.nodes <= NODES_MAX, nodes: search.nodes }
}

/// Removes sets that contain another one; a set that intersects the smaller one intersects them.
fn keep_minimal(sets: &mut Vec<u64>) {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    let mut minimal: Vec<u64> = Vec::new();
    for &set in sets.iter() {
        if !minimal.iter().any(|&kept| kept & !set == 0) {
            minimal.push(set);
        }
    }
    *sets = minimal;
}

struct Search {
    /// The sets of patterns that every solution must intersect.
    targets: Vec<u64>,
    /// The sets of patterns of the draws, each with its number of positions.
    draws: Vec<(u64, u64)>,
    /// The best solution: missed draws, number of patterns, set.
    best: (u64, u32, u64),
    nodes: u64,
}

impl Search {
    /// Visits all hitting sets that contain `set` and no pattern of `left_out`. `missed` is the
    /// cost of `set`.
    fn descend(&mut self, set: u64, missed: u64, left_out: u64) {
        self.nodes += 1;
        if self.nodes > NODES_MAX {
            return;
        }
        let open = self.targets.iter().filter(|target| *target & set == 0);
        let next = open.map(|target| target & !left_out).min_by_key(|left| left.count_ones());
        let Some(choices) = next else {
            self.best = self.best.min((missed, set.count_ones(), set));
            return;
        };
        let mut order: Vec<(u64, u64)> = Vec::new();
        let mut rest = choices;
        while rest != 0 {
            let pattern = rest & rest.wrapping_neg();
            rest ^= pattern;
            order.push((missed + self.added(set, pattern), pattern));
        }
        order.sort_unstable();
        let mut left_out = left_out;
        for (missed, pattern) in order {
            // Supersets miss at least as many draws and have more patterns.
            if (missed, set.count_ones() + 1) <= (self.best.0, self.best.1) {
                self.descend(set | pattern, missed, left_out);
            }
            left_out |= pattern;
        }
    }

    /// Returns the draws whose patterns include `pattern` but none of `set`.
    fn added(&self, set: u64, pattern: u64) -> u64 {
        let hit = |d: &&(u64, u64)| d.0 & pattern != 0 && d.0 & set == 0;
        self.draws.iter().filter(hit).map(|d| d.1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the best subset by enumeration of all.
    fn brute_force(rows: &[Row], patterns: usize) -> (u64, u64) {
        let mut best = (u64::MAX, u32::MAX, u64::MAX);
        for set in 0..1u64 << patterns {
            let claimed = |row: &&Row| row.set & set == 0;
            if rows.iter().filter(claimed).all(|row| row.decisive() == 0 || row.set == 0) {
                let missed = rows.iter().filter(|r| r.set & set != 0).map(Row::draws).sum();
                best = best.min((missed, set.count_ones(), set));
            }
        }
        (best.2, best.0)
    }

    #[test]
    fn the_best_subset_is_that_of_brute_force() {
        let mut state = 1;
        let mut random = || {
            state += 1;
            drawproof_tables::mixing::mixed(state)
        };
        for patterns in 0..=13 {
            for round in 0..12 {
                let sets = 1u64 << patterns;
                let rows: Vec<Row> = (0..sets.min(200))
                    .map(|_| {
                        // Sparse and dense sets in turn: they shape the search tree differently.
                        let mut set = random() % sets;
                        if round % 2 == 0 {
                            set &= random();
                        }
                        let decisive = if random() % 3 == 0 { random() % 50 } else { 0 };
                        Row::new(set, random() % 1000 * (random() % 2), decisive)
                    })
                    .collect();
                let found = best_subset(&rows, patterns);
                assert_eq!((found.set, found.missed), brute_force(&rows, patterns));
                assert!(found.proved);
            }
        }
    }

    #[test]
    fn sixty_four_patterns_are_supported() {
        let rows = [Row::new(1 << 63, 5, 1), Row::new(1, 7, 0), Row::new(0, 9, 0)];
        let found = best_subset(&rows, 64);
        assert_eq!((found.set, found.missed, found.proved), (1 << 63, 5, true));
    }
}
