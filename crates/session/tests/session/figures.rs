//! The figures that estimates are made from.

use drawproof_session::figures::{ROWS, figures};
use drawproof_tables::{MEN_MIN, NormalMaterial, SOLVABLE_MEN_MAX};

#[test]
fn every_endgame_has_figures() {
    let all = (MEN_MIN..=SOLVABLE_MEN_MAX).flat_map(NormalMaterial::all_with_men);
    assert_eq!(all.map(figures).count(), ROWS.len());
    let lines = include_str!("../../src/figures.txt").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.count(), ROWS.len(), "no endgame is there twice");
    // The bytes of all tables of five men as docs/tables.md has them, of version 1 of the format:
    // the prefix of version 2 is 8 bytes longer.
    let five = ROWS.iter().filter(|(name, _)| name.len() == 5);
    assert_eq!(five.map(|(_, row)| row.by_mate[0] - 8).sum::<u64>(), 3_305_447_364);
    let up_to_four = (3..=4).flat_map(NormalMaterial::all_with_men);
    for material in up_to_four {
        assert!(ROWS[&*material.to_string()].by_others.is_some(), "{material}");
    }
    let by_others = ROWS.values().filter_map(|row| row.by_others);
    assert_eq!(by_others.clone().count(), 56);
    let plies = by_others.map(|metrics| metrics.map(|it| u32::from(it.plies)));
    let sums = plies.fold([0; 2], |sums, plies| [sums[0] + plies[0], sums[1] + plies[1]]);
    assert_eq!(sums, [2_146, 2_386], "the longest distances by DTZ and DTC");
}
