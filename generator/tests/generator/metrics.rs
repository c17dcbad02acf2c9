//! Distances to zeroing and to conversion.

use drawproof_board::Color;
use drawproof_generator::{Options, Request, SolveError, solve, solve_closure, solve_closure_with};
use drawproof_tables::{
    Metric, NormalMaterial, PlainTable, TableSet, Value,
    probe::{self, Values},
};

use crate::{against_naive_reference::assert_same, naive_reference, named};

fn tables_of(metric: Metric, endgames: &[NormalMaterial]) -> TableSet {
    let options = Options { metric, ..Options::default() };
    solve_closure_with(&options, endgames, &()).unwrap()
}

#[test]
fn all_endgames_of_three_men_by_every_metric() {
    for metric in [Metric::Dtz, Metric::Dtc] {
        let endgames = NormalMaterial::all_with_men(3);
        let fast = tables_of(metric, &endgames);
        assert_eq!(Values::metric(&fast), metric);
        for material in endgames {
            for table in naive_reference::solve_closure(metric, material).iter() {
                assert_same(fast.get(table.material()).unwrap(), table);
            }
        }
    }
}

/// Pushes, promotions, captures and en passant.
#[test]
fn pawn_against_pawn_by_distance_to_zeroing() {
    let material = named("KPKP");
    let fast = tables_of(Metric::Dtz, &[material]);
    let naive = naive_reference::KPKP.solve(Metric::Dtz, &fast);
    assert_same(fast.get(material).unwrap(), &naive.table);
    assert!(!naive.en_passant.is_empty());
    for (board, value) in &naive.en_passant {
        assert_eq!(probe::probe(board, &fast).unwrap(), *value, "{board}");
    }
}

/// Returns the longest distances of a table, of wins and of losses, in plies.
fn longest(table: &PlainTable) -> [u16; 2] {
    let mut longest = [0; 2];
    for side in Color::ALL {
        for index in (0..table.layout().count()).filter(|&index| table.is_legal(side, index)) {
            let value = table.value(side, index);
            let place = usize::from(matches!(value, Value::Loss(_)));
            longest[place] = longest[place].max(table.metric().plies(value).unwrap_or(0));
        }
    }
    longest
}

/// Without captures that keep a win, the distances are those to mate. With them the distances are
/// shorter, but the results are the same.
#[test]
fn results_are_those_of_distances_to_mate() {
    let endgames = ["KBNK", "KRKN", "KQKR", "KPK"].map(named);
    let mates = solve_closure(&endgames, &()).unwrap();
    for metric in [Metric::Dtz, Metric::Dtc] {
        let tables = tables_of(metric, &endgames);
        for material in endgames {
            let (by_mate, table) = (mates.get(material).unwrap(), tables.get(material).unwrap());
            for side in Color::ALL {
                for index in (0..table.layout().count()).step_by(7) {
                    let [mate, value] = [by_mate, table].map(|table| table.value(side, index));
                    assert_eq!(mate.wdl(), value.wdl());
                    let [mate, plies] = [Metric::Dtm.plies(mate), metric.plies(value)];
                    assert!(plies <= mate, "{material}: {plies:?}, {mate:?}");
                    if material == named("KBNK") && by_mate.value(side, index).wdl() as i32 == 1 {
                        assert_eq!(plies, mate);
                    }
                }
            }
        }
        // Longest wins published by K. Thompson (1986): KQKR 31 moves, KRKN 27.
        assert_eq!(longest(tables.get(named("KQKR")).unwrap())[0], 61);
        assert_eq!(longest(tables.get(named("KRKN")).unwrap())[0], 53);
    }
}

#[test]
fn a_table_of_another_metric_is_refused() {
    let mates = solve_closure(&[named("KRK"), named("KNK")], &()).unwrap();
    let options = Options { metric: Metric::Dtz, ..Options::default() };
    let error = solve(Request::new(&options, named("KRKN"), &mates)).unwrap_err();
    assert!(matches!(error, SolveError::OtherMetric { wanted: Metric::Dtz, .. }), "{error}");
}
