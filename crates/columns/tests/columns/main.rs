//! Tests of tables as columns.

use std::{collections::HashSet, sync::Arc};

use drawproof_board::{Color, Square};
use drawproof_columns::{NO_DISTANCE, Rows};
use drawproof_generator::solve_closure;
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, census::Counting, census::stats,
};

fn table(name: &str) -> Arc<PlainTable> {
    let material = name.parse::<NormalMaterial>().unwrap();
    solve_closure(&[material], &()).unwrap().get(material).unwrap().clone()
}

#[test]
fn columns_hold_the_counts_of_every_convention() {
    for name in ["KBBK", "KPPK"] {
        let table = table(name);
        for counting in Counting::ALL {
            let expected = stats(&table, counting);
            let rows = Rows::new(vec![table.clone()], counting, 10_000);
            let count_all = rows.count_all();
            let mut found = [[0_u64; 3]; 2];
            for batch in rows {
                assert!(batch.squares.iter().all(|column| column.len() == batch.len()));
                assert!(batch.distances[0].len() == batch.len() && batch.len() <= 10_000);
                assert_eq!(batch.decisive.len(), batch.len().div_ceil(8));
                let decisive: u32 = batch.decisive.iter().map(|byte| byte.count_ones()).sum();
                assert_eq!(batch.len() - decisive as usize, batch.draws);
                for (&side, &result) in batch.side.iter().zip(&batch.result) {
                    found[side as usize][(result + 1) as usize] += 1;
                }
            }
            for (found, side) in
                found.iter().zip([&expected.white_to_move, &expected.black_to_move])
            {
                assert_eq!(*found, [side.losses, side.draws, side.wins], "{name} {counting}");
            }
            assert_eq!(count_all, found.iter().flatten().sum::<u64>());
        }
    }
}

#[test]
fn rows_are_different_positions_with_the_values_of_the_table() {
    for name in ["KPPK", "KBBK"] {
        let table = table(name);
        let mut seen = HashSet::new();
        // A batch holds all images of a position and all orders of its like men.
        for batch in Rows::new(vec![table.clone()], Counting::Full, 1 << 14).step_by(97) {
            for row in 0..batch.len() {
                let squares: Vec<Square> = batch
                    .squares
                    .iter()
                    .map(|column| Square::index(column[row] as usize))
                    .collect();
                let side = Color::ALL[batch.side[row] as usize];
                let number = squares.iter().fold(side as u64, |n, &s| n << 6 | s as u64);
                assert!(seen.insert(number), "{name}: a position occurs twice");
                let value = table.probe(&Placement::new(table.layout(), &squares, side)).unwrap();
                let plies = Metric::Dtm.signed_plies(value);
                let plies = plies.map_or(NO_DISTANCE, |plies| i16::try_from(plies).unwrap());
                assert_eq!(batch.distances[0][row], plies);
                assert_eq!(batch.result[row], value.wdl() as i8);
            }
        }
    }
}
