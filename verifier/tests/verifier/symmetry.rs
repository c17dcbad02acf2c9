//! Every built-in rule of up to four men is proved, and makes the same claim about a position, its
//! mirror images and the colour-reversed position: over all positions.

use drawproof_board::Color;
use drawproof_recognizers::for_endgame;
use drawproof_report::percent;
use drawproof_tables::{Layout, NormalMaterial};
use drawproof_verifier::Counting;

use super::shared::{TABLES, builtin, small_endgames};

#[test]
fn every_endgame_of_up_to_four_men_has_a_rule() {
    let all = small_endgames();
    assert_eq!(all.len(), 35);
    let without: Vec<_> = all.iter().filter(|m| for_endgame(&m.to_string()).is_none()).collect();
    assert!(without.is_empty(), "no rule for {without:?}");
}

/// The verifier asks about every image of every stored position, with either colour, and compares
/// each claim with that about the stored position: this test counts these positions independently.
#[test]
fn symmetric_positions_get_the_same_claim_over_all_positions() {
    for material in small_endgames() {
        let verdict = builtin(&material.to_string(), Counting::Full);
        let (total, en_passant) = (verdict.total(), verdict.en_passant);
        assert_eq!(total.asymmetric, 0, "{material}: {:?}", verdict.asymmetries);
        assert_eq!(en_passant.asymmetric, 0, "{material}: {:?}", verdict.asymmetries);
        assert!(verdict.is_sound(), "{material}: {:?}", verdict.counterexamples);
        // One call for each position and one for the colour-reversed position.
        assert_eq!(verdict.calls, 2 * (total.positions + en_passant.positions), "{material}");
        assert_eq!(total.positions, positions_of_the_whole_board(material), "{material}");
    }
}

/// docs/built-in-rules.csv has the figures that a verification prints.
#[test]
fn the_documents_have_the_figures_of_every_rule() {
    let document = include_str!("../../../docs/built-in-rules.csv");
    for material in small_endgames() {
        let name = material.to_string();
        let total = builtin(&name, Counting::Full).total();
        let row = document.lines().find(|line| line.starts_with(&format!("{name},")));
        let row = row.unwrap_or_else(|| panic!("docs/built-in-rules.csv has no row of {name}"));
        let cells: Vec<&str> = row.split(',').collect();
        let number = |cell: usize| cells[cell].parse::<u64>();
        assert_eq!(cells[2], "full", "{name}");
        let numbers = [number(3), number(4), number(6)];
        assert_eq!(numbers, [Ok(total.positions), Ok(total.draws), Ok(total.incorrect)], "{name}");
        assert_eq!(cells[5], percent(total.spotted, total.draws), "{name}");
    }
}

/// The number of legal positions of the whole board: each stored position as often as it has
/// images, times the orders of its like pawns.
fn positions_of_the_whole_board(material: NormalMaterial) -> u64 {
    let table = TABLES.get(material).expect("all small tables are solved");
    let layout: &Layout = table.layout();
    let cells_of_outer = layout.count() / layout.outer_count();
    let stored = |side: Color, outer: usize| {
        let places = outer * cells_of_outer..(outer + 1) * cells_of_outer;
        places.filter(|&index| table.is_legal(side, index)).count() as u64
    };
    (0..layout.outer_count())
        .map(|outer| {
            let images = layout.images(outer).len() as u64;
            images * Color::ALL.map(|side| stored(side, outer)).iter().sum::<u64>()
        })
        .sum::<u64>()
        * layout.pawn_orders()
}
