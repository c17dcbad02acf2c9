//! Every rule of up to four men answers alike about a position, its mirror images and the position
//! with colours exchanged: over all positions.

use cozy_chess::Color;
use drawproof_generator::solve_closure;
use drawproof_recognizers::{Rule, for_endgame};
use drawproof_tables::{Layout, NormalMaterial, TableSet};
use drawproof_verifier::{Builtin, NoObserver, Options, verify};

/// The rules of up to four men with their material.
fn rules() -> Vec<(NormalMaterial, &'static dyn Rule)> {
    let materials = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men);
    materials.filter_map(|m| for_endgame(&m.to_string()).map(|rule| (m, rule))).collect()
}

#[test]
fn every_endgame_of_up_to_four_men_has_a_rule() {
    let all = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men);
    let without: Vec<_> = all.filter(|m| for_endgame(&m.to_string()).is_none()).collect();
    assert!(without.is_empty(), "no rule for {without:?}");
    assert_eq!(rules().len(), 35);
}

/// The verifier asks about every image of every stored position, with either colour, and compares
/// each answer with that about the stored one: this is what the test relies on, and what it counts.
#[test]
fn mirrored_and_colour_swapped_positions_get_the_same_answer_over_all_positions() {
    let materials: Vec<_> = rules().iter().map(|(material, _)| *material).collect();
    let tables = solve_closure(&materials, &()).expect("four men can be solved");
    for (material, rule) in rules() {
        let options = Options { examples: 1, ..Options::default() };
        let judged = verify(&Builtin(rule), material, &tables, &options, &NoObserver);
        let verdict = judged.expect("the rule answers").verdict;
        let (total, en_passant) = (verdict.total(), verdict.en_passant);
        assert_eq!(total.asymmetric, 0, "{material}: {:?}", verdict.asymmetries);
        assert_eq!(en_passant.asymmetric, 0, "{material}: {:?}", verdict.asymmetries);
        // Each position and its colour-swapped twin.
        assert_eq!(verdict.calls, 2 * (total.positions + en_passant.positions), "{material}");
        assert_eq!(total.positions, positions_of_the_whole_board(material, &tables), "{material}");
    }
}

/// Legal positions as they are stored, each as often as it has images, men of one kind told apart.
fn positions_of_the_whole_board(material: NormalMaterial, tables: &TableSet) -> u64 {
    let table = tables.get(material).expect("it was solved");
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
