//! Compares the naive reference generator with published figures.

use drawproof_board::Color;
use drawproof_tables::Metric;
use drawproof_tables::{PlainTable, Value};

use crate::{naive_reference, named};

/// Returns the longest mate of a table in moves of the winner, either side winning.
fn longest_mate_moves(table: &PlainTable) -> u16 {
    let wins = Color::ALL.into_iter().flat_map(|side| {
        let values = (0..table.layout().count()).map(move |index| table.value(side, index));
        values.filter(|value| matches!(value, Value::Win(_)))
    });
    wins.filter_map(Value::number).max().expect("somebody wins").div_ceil(2)
}

/// Published longest mates.
#[test]
fn the_longest_mates_are_the_published_ones() {
    for (name, moves) in [("KQK", 10), ("KRK", 16), ("KPK", 28)] {
        let tables = naive_reference::solve_closure(Metric::Dtm, named(name));
        assert_eq!(longest_mate_moves(tables.get(named(name)).unwrap()), moves, "{name}");
    }
}

/// The published numbers of legal positions of KRKR on the whole board, both sides to move.
#[test]
fn king_and_rook_against_king_and_rook_has_the_published_counts() {
    let table = naive_reference::KRKR.get(named("KRKR")).unwrap();
    let layout = table.layout();
    let (mut positions, mut draws) = (0, 0);
    for side in Color::ALL {
        for index in (0..layout.count()).filter(|&index| table.is_legal(side, index)) {
            let images = layout.images(index >> (6 * layout.digits())).len();
            positions += images;
            draws += if table.value(side, index) == Value::Draw { images } else { 0 };
        }
    }
    assert_eq!((positions, draws), (21_561_456, 15_138_064));
    assert_eq!(longest_mate_moves(table), 19);
}
