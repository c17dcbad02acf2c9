//! Compares the set-wise generator with published figures.

use drawproof_board::{Color, Square};
use drawproof_generator::solve_closure;
use drawproof_tables::{Cell, Dtm, Layout, PlainTable, TableSet, Value};
use rayon::prelude::*;

use crate::named;

fn solve(names: &[&str]) -> TableSet {
    let endgames: Vec<_> = names.iter().map(|name| named(name)).collect();
    solve_closure(&endgames, &()).unwrap()
}

/// Counts the legal positions and the draws among them, with either side to move and like men
/// distinguished. Counts only positions for whose white king `counts` returns true.
fn positions_and_draws(table: &PlainTable, counts: fn(Square) -> bool) -> (u64, u64) {
    let layout: &Layout = table.layout();
    let shift = 6 * layout.digits();
    let per_outer = |outer: usize| {
        let white_king = layout.squares(outer << shift)[0];
        let images = layout.images(outer).iter().map(|image| image.square(white_king));
        let images = images.filter(|&king| counts(king)).count() as u64;
        let (mut positions, mut draws) = (0, 0);
        for side in Color::ALL {
            let cells = &table.cells(side)[outer << shift..(outer + 1) << shift];
            let legal = &table.legal(side)[outer << shift >> 6..];
            for (cells, &legal) in cells.chunks_exact(64).zip(legal) {
                let lanes = cells.iter().enumerate();
                let drawn = lanes.fold(0, |set, (lane, &cell)| {
                    set | u64::from(cell == Cell::DRAW.byte()) << lane
                });
                positions += images * u64::from(legal.count_ones());
                draws += images * u64::from((legal & drawn).count_ones());
            }
        }
        (positions, draws)
    };
    let outers = (0..layout.outer_count()).into_par_iter();
    outers.map(per_outer).reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// Returns whether a square is one of a1 b1 c1 d1 b2 c2 d2 c3 d3 d4.
fn is_core(king: Square) -> bool {
    (king.rank() as usize) <= king.file() as usize && (king.file() as usize) < 4
}

/// Returns the longest mate in moves of the winner, either side to move and either side winning.
fn longest_mate_moves(table: &PlainTable) -> u16 {
    let longest = |side| {
        // A table has only a few different cells; each is read once.
        let (mut is_known, mut longest) = ([false; 256], 0);
        for (index, &cell) in table.cells(side).iter().enumerate() {
            if !is_known[usize::from(cell)] {
                is_known[usize::from(cell)] = true;
                if let Value::Win(dtm) = table.metric().read::<Dtm>(table.value(side, index)) {
                    longest = longest.max(dtm.moves());
                }
            }
        }
        longest
    };
    Color::ALL.into_iter().map(longest).max().unwrap()
}

/// The authors of the iCE engine counted these totals for their draw rules.
#[test]
fn legal_positions_and_draws_of_pawnless_endgames() {
    let figures = [
        ("KRKR", 21_561_456, 15_138_064),
        ("KBBKR", 1_266_756_416, 1_146_767_336),
        ("KBNKR", 1_307_109_496, 1_100_948_672),
        ("KNNKR", 1_342_294_512, 1_298_864_088),
        ("KBBKB", 1_326_818_824, 1_220_941_728),
    ];
    let tables = solve(&figures.map(|(name, ..)| name));
    for (name, positions, draws) in figures {
        let table = tables.get(named(name)).unwrap();
        assert_eq!(positions_and_draws(table, |_| true), (positions, draws), "{name}");
    }
    let core = positions_and_draws(tables.get(named("KBBKB")).unwrap(), is_core);
    assert_eq!(core, (206_894_500, 190_409_940));
}

#[test]
fn longest_mates_of_three_and_four_men() {
    let figures = [
        ("KQK", 10),
        ("KRK", 16),
        ("KPK", 28),
        ("KBBK", 19),
        ("KBNK", 33),
        ("KQKB", 17),
        ("KQKN", 21),
        ("KQKR", 35),
        ("KRKB", 29),
        ("KRKN", 40),
        ("KRKR", 19),
        ("KQKQ", 13),
    ];
    let tables = solve(&figures.map(|(name, _)| name));
    for (name, moves) in figures {
        assert_eq!(longest_mate_moves(tables.get(named(name)).unwrap()), moves, "{name}");
    }
}

#[test]
fn longest_mates_of_five_men_with_pawns() {
    for (name, moves) in [("KRPKR", 74), ("KNNKP", 115)] {
        let tables = solve(&[name]);
        assert_eq!(longest_mate_moves(tables.get(named(name)).unwrap()), moves, "{name}");
    }
}
