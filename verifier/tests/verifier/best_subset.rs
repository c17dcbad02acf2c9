//! The best sound subset of a real rule's patterns, against all subsets.

use drawproof_generator::solve_closure;
use drawproof_recognizers::for_endgame;
use drawproof_tables::Material;
use drawproof_verifier::{
    Builtin, Counting, NoObserver, Options, Row,
    tune::{Best, best_subset},
    verify,
};

/// Draws missed, number of patterns, patterns: the least of all subsets without an incorrect draw.
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
        let material = endgame.parse::<Material>().unwrap().normalise().0;
        let tables = solve_closure(&[material], &()).unwrap();
        let rule = for_endgame(endgame).unwrap();
        let patterns = rule.patterns().len();
        assert!(patterns <= 15, "{endgame} has {patterns} patterns");
        let options = Options { counting: Counting::Core10, ..Options::default() };
        let outcome = verify(&Builtin(rule), material, &tables, &options, &NoObserver).unwrap();
        let verdict = outcome.verdict;
        assert!(verdict.is_sound());
        let Best { set, missed, proved, .. } = best_subset(&verdict.rows, patterns);
        let found = (missed, set.count_ones(), set);
        assert!(proved);
        assert_eq!(found, brute_force(&verdict.rows, patterns), "{endgame}");
    }
}
