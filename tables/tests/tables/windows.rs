//! Values of a file, read window by window and as many single positions.

use std::{ops::Range, sync::Arc};

use drawproof_board::Color;
use drawproof_generator::solve_closure;
use drawproof_tables::{
    Cell, Metric, NormalMaterial, PlainTable, Value,
    census::{Counting, mutual_zugzwangs, stats, stats_of_windows},
    file::{Place, Table, pack},
};

#[test]
fn windows_show_all_values_of_a_file() {
    for name in ["KRK", "KNNK", "KPK"] {
        let material = name.parse::<NormalMaterial>().unwrap();
        let solved = solve_closure(&[material], &()).unwrap();
        let table = solved.get(material).unwrap();
        let layout = table.layout();
        let cells = Color::ALL.map(|side| table.cells(side).to_vec());
        let legal = Color::ALL.map(|side| table.legal(side).to_vec());
        // Distances of three plies or more become distant ones.
        let far = Color::ALL.map(|side| {
            let far_of = |&cell: &u8| if cell > 3 { cell % 7 } else { 0 };
            table.cells(side).iter().map(far_of).collect::<Vec<_>>()
        });
        let raised = |cells: &Vec<u8>| -> Vec<u8> {
            let raise = |&cell: &u8| if cell > 3 { Cell::FAR.byte() + cell % 2 } else { cell };
            cells.iter().map(raise).collect()
        };
        let one = PlainTable::new(layout.clone(), cells.clone(), legal.clone());
        let two = PlainTable::new(layout.clone(), cells.each_ref().map(raised), legal)
            .with_metric(Metric::Dtm, Some(far.map(Into::into)));
        for table in [one, two] {
            let file = Arc::new(Table::new(pack(&table, 1), name).unwrap());
            let mut windows = file.windows().unwrap();
            assert!(windows.whole().is_none());
            for counting in [Counting::Full, Counting::Unique] {
                let mut zugzwangs = Vec::new();
                let found = stats_of_windows(&mut windows, counting, Some(&mut zugzwangs));
                assert_eq!(found.unwrap(), stats(&table, counting), "{name}");
                assert_eq!(zugzwangs, mutual_zugzwangs(&table, counting), "{name}");
            }
            let (mut next, size) = (0, layout.count() / layout.outer_count());
            let compare = |window: &Arc<PlainTable>, parts: Range<usize>| {
                assert_eq!(parts.start, next);
                next = parts.end;
                for side in Color::ALL {
                    let places = parts.start * size..parts.end * size;
                    let words = places.start / 64..places.end / 64;
                    assert!(window.legal(side)[words.clone()] == table.legal(side)[words]);
                    let value = |index| window.value(side, index) == table.value(side, index);
                    assert!(places.clone().all(value), "{name}");
                }
                Ok(())
            };
            windows.each(0..layout.outer_count(), |unreadable| unreadable, compare).unwrap();
            assert_eq!(next, layout.outer_count());
            let order = (0..layout.count()).map(|number| file.index_in_order(number).unwrap());
            let mut sorted: Vec<usize> = order.collect();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..layout.count()), "{name}");
            // Single positions in any order, some of them twice.
            let places: Vec<Place> = (0..layout.count())
                .step_by(61)
                .chain([5, 5])
                .map(|n| n * 7919 % layout.count())
                .map(|index| Place { side_to_move: Color::ALL[index / 7 % 2], index })
                .collect();
            let expected: Vec<Option<Value>> = places
                .iter()
                .map(|&Place { side_to_move, index }| {
                    let legal = table.is_legal(side_to_move, index);
                    legal.then(|| table.value(side_to_move, index))
                })
                .collect();
            assert!(file.values(&places).unwrap() == expected, "{name}");
        }
    }
}
