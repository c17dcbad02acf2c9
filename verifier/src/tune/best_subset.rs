//! The best subset of a rule's patterns: no incorrect draw, and as few draws missed as possible.
//!
//! With the patterns of a subset S, a position whose matching patterns are T is claimed drawn if T
//! and S have none in common. No incorrect draw means that S hits the T of every decisive position:
//! S is a hitting set, and the draws it hits are its price. The price only grows with S, so a
//! search that takes the decisive T with the fewest patterns left, tries each of them in turn
//! (leaving out for good those tried before), and turns back when the price is above the best known,
//! finds the best subset exactly: every hitting set has to contain one of the patterns tried.

use crate::histogram::Row;

/// Nodes after which the search gives up; far above what rules of two dozen patterns take.
const NODES_MAX: u64 = 20_000_000;

/// A subset of patterns and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The subset: bit `i` is pattern `i`.
    pub set: u64,
    /// Draws it misses.
    pub missed: u64,
    /// Whether the search ran to its end: no subset is better.
    pub proved: bool,
    /// Places of the search tree looked at.
    pub nodes: u64,
}

/// The subset of `patterns` patterns that claims no decisive position drawn and misses the fewest
/// draws; of those, one with the fewest patterns, and of those, the one whose number is lowest.
/// Decisive positions on which no pattern matches are beyond any subset and left out.
pub fn best_subset(rows: &[Row], patterns: usize) -> Best {
    let mut targets: Vec<u64> =
        rows.iter().filter(|r| r.decisive() > 0 && r.set != 0).map(|r| r.set).collect();
    keep_minimal(&mut targets);
    // A pattern that alone guards a decisive position is in every sound subset.
    let forced = targets.iter().filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set);
    targets.retain(|set| set & forced == 0);
    let draws: Vec<(u64, u64)> =
        rows.iter().filter(|r| r.draws() > 0).map(|r| (r.set, r.draws())).collect();
    let price = |set: u64| draws.iter().filter(|d| d.0 & set != 0).map(|d| d.1).sum::<u64>();
    let all = if patterns == 64 { u64::MAX } else { (1 << patterns) - 1 };
    let mut search = Search {
        targets,
        draws: draws.iter().copied().filter(|d| d.0 & forced == 0).collect(),
        best: (price(all), all.count_ones(), all),
        nodes: 0,
    };
    search.descend(forced, price(forced), 0);
    let (missed, _, set) = search.best;
    Best { set, missed, proved: search.nodes <= NODES_MAX, nodes: search.nodes }
}

/// Leaves out sets that contain another one: whatever hits that hits them.
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
    /// Sets of patterns of which each has to be hit.
    targets: Vec<u64>,
    /// Sets of patterns of draws, with their numbers.
    draws: Vec<(u64, u64)>,
    /// The best found: missed draws, number of patterns, set.
    best: (u64, u32, u64),
    nodes: u64,
}

impl Search {
    /// Tries all hitting sets that contain `set` and nothing of `left_out`.
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
            // No set below here misses fewer or has fewer patterns.
            if (missed, set.count_ones() + 1) <= (self.best.0, self.best.1) {
                self.descend(set | pattern, missed, left_out);
            }
            left_out |= pattern;
        }
    }

    /// Draws that `pattern` hits and `set` does not.
    fn added(&self, set: u64, pattern: u64) -> u64 {
        let hit = |d: &&(u64, u64)| d.0 & pattern != 0 && d.0 & set == 0;
        self.draws.iter().filter(hit).map(|d| d.1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks at every subset.
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
            crate::judge::splitmix(state)
        };
        for patterns in 0..=13 {
            for round in 0..12 {
                let sets = 1u64 << patterns;
                let rows: Vec<Row> = (0..sets.min(200))
                    .map(|_| {
                        // Sparse sets make the search wide, dense ones make it deep.
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
    fn sixty_four_patterns_are_no_special_case() {
        let rows = [Row::new(1 << 63, 5, 1), Row::new(1, 7, 0), Row::new(0, 9, 0)];
        let found = best_subset(&rows, 64);
        assert_eq!((found.set, found.missed, found.proved), (1 << 63, 5, true));
    }
}
