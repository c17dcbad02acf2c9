//! The best sound subset of a real rule's patterns, compared with all subsets.

use drawproof_recognizers::for_endgame;
use drawproof_verifier::{
    Counting, Row,
    tune::{Best, best_subset},
};

use super::shared::builtin;

/// The minimum of (draws missed, number of patterns, patterns) over all subsets without an
/// incorrect claim.
fn brute_force(rows: &[Row], patterns: usize) -> (u64, u32, u64) {
    let sound = |set: u64| rows.iter().all(|row| row.decisive() == 0 || row.set & set != 0);
    let missed = |set: u64| rows.iter().filter(|row| row.set & set != 0).map(Row::draws).sum();
    (0..1 << patterns)
        .filter(|&set| sound(set))
        .map(|set: u64| (missed(set), set.count_ones(), set))
        .min()
        .expect("the rule itself is sound")
}

#[test]
fn the_best_subset_of_real_rules_is_that_of_brute_force() {
    for endgame in ["KRKR", "KQKQ", "KQKR"] {
        let patterns = for_endgame(endgame).unwrap().patterns().len();
        assert!(patterns <= 15, "{endgame} has {patterns} patterns");
        let verdict = builtin(endgame, Counting::Full);
        assert!(verdict.is_sound());
        let Best { set, missed, proved, .. } = best_subset(&verdict.rows, patterns);
        let found = (missed, set.count_ones(), set);
        assert!(proved);
        assert_eq!(found, brute_force(&verdict.rows, patterns), "{endgame}");
    }
}
