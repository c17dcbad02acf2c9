//! Compares the set-wise generator with the naive reference generator, position by position.

use drawproof_board::Color;
use drawproof_generator::solve_closure;
use drawproof_tables::{Metric, NormalMaterial, Placement, PlainTable, TableSet, probe};

use crate::{naive_reference, named};

/// Compares every cell and every legality bit of two tables of one endgame.
pub fn assert_same(fast: &PlainTable, naive: &PlainTable) {
    let material = fast.material();
    for side in Color::ALL {
        assert!(fast.legal(side) == naive.legal(side), "{material}: legal positions, {side} moves");
        for index in 0..fast.layout().count() {
            let (found, expected) = (fast.value(side, index), naive.value(side, index));
            let squares = fast.layout().squares(index);
            let position = || Placement::new(fast.layout(), &squares, side).to_board().unwrap();
            assert!(found == expected, "{}: {found:?}, not {expected:?}", position());
        }
    }
}

#[test]
fn all_endgames_of_three_men_and_rook_against_rook() {
    let of_three_men = NormalMaterial::all_with_men(3);
    let mut endgames = of_three_men.clone();
    endgames.push(named("KRKR"));
    let fast = solve_closure(&endgames, &()).unwrap();
    let assert_all_same = |naive: &TableSet| {
        for table in naive.iter() {
            assert_same(fast.get(table.material()).unwrap(), table);
        }
    };
    of_three_men
        .into_iter()
        .for_each(|it| assert_all_same(&naive_reference::solve_closure(Metric::Dtm, it)));
    assert_all_same(&naive_reference::KRKR);
}

/// Pawns that meet: pushes, promotions with and without capture, en passant. The tables of the
/// other endgames come from the set-wise generator.
#[test]
fn pawn_against_pawn_and_its_en_passant_rights() {
    let material = named("KPKP");
    let fast = solve_closure(&[material], &()).unwrap();
    let naive = naive_reference::KPKP.solve(Metric::Dtm, &fast);
    assert_same(fast.get(material).unwrap(), &naive.table);

    assert!(!naive.en_passant.is_empty());
    let mut right_matters = 0;
    for (board, value) in &naive.en_passant {
        assert_eq!(probe::probe(board, &fast).unwrap(), *value, "{board}");
        let mut without = drawproof_board::BoardBuilder::from_board(board);
        without.en_passant = None;
        let without = probe::probe(&without.build().unwrap(), &fast).unwrap();
        right_matters += usize::from(without != *value);
    }
    assert!(right_matters > 0);
    for (board, value) in naive.en_passant.iter().step_by(97) {
        let line = probe::line(board, &fast).unwrap();
        assert_eq!(line.len(), value.number().map_or(0, usize::from), "{board}");
    }
}
