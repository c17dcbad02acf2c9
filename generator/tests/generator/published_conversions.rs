//! Compares the longest wins to conversion with published ones.

use std::sync::Arc;

use drawproof_generator::{Options, Request, solve};
use drawproof_tables::{Metric, TableSet};

use crate::named;

/// Endgames in which one side has by far the longest wins, and the number of the winner's moves to
/// a mate or to the first capture by either side. `docs/correctness.md` lists the sources.
const PUBLISHED: [(&str, u16); 10] = [
    ("KQK", 10),
    ("KRK", 16),
    ("KBBK", 19),
    ("KBNK", 33),
    ("KRKB", 18),
    ("KRKN", 27),
    ("KQKR", 31),
    ("KRBKR", 59),
    ("KBBKN", 66),
    ("KBBKQ", 71),
];

#[test]
fn longest_wins_to_conversion() {
    let options = Options { metric: Metric::Dtc, ..Options::default() };
    let mut tables = TableSet::new();
    for (name, moves) in PUBLISHED {
        let endgame = named(name);
        for material in endgame.closure() {
            if tables.get(material).is_some() {
                continue;
            }
            let solution = solve(Request::new(&options, material, &tables)).unwrap();
            if material == endgame {
                // The winner makes the last move.
                let longest = solution.plies.map(|plies| plies.div_ceil(2));
                assert_eq!(longest, Some(moves), "{name}");
            }
            if material.get().men() < 5 {
                tables.insert(Arc::new(solution.table));
            }
        }
    }
}
