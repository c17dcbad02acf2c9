//! Features are invariant under symmetry, reversal of colours and exchange of like men. Evaluated
//! one by one and 64 at a time, they have the same values.

use std::sync::Arc;

use drawproof_features::{Library, Men, VALUE_MAX, lanes::Lanes};
use drawproof_generator::solve_closure;
use drawproof_miner::{sample::Probe, world::World};
use drawproof_recognizers::Position;
use drawproof_tables::{NormalMaterial, PlainTable};

fn table(name: &str) -> Arc<PlainTable> {
    let material = name.parse::<NormalMaterial>().expect("an endgame");
    let tables = solve_closure(&[material], &()).expect("it fits a byte");
    tables.get(material).expect("it was solved").clone()
}

/// Returns a position from squares in the order of the men.
fn position(men: &Men, squares: &[u64], white_first: bool, first_to_move: bool) -> Position {
    let mut position = Position { colour: [0; 2], kind: [0; 6], side_to_move: 0, en_passant: 64 };
    for (seat, &square) in men.seats().iter().zip(squares) {
        let colour = if white_first { seat.side } else { 1 - seat.side };
        position.colour[colour] |= 1 << square;
        position.kind[seat.piece as usize] |= 1 << square;
    }
    position.side_to_move = u8::from(white_first != first_to_move);
    position
}

/// Returns the image of a square: bit 0 mirrors files, bit 1 ranks, bit 2 exchanges them.
fn image(square: u64, symmetry: u64) -> u64 {
    let (mut file, mut rank) = (square & 7, square >> 3);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    rank * 8 + file
}

#[test]
fn features_do_not_depend_on_symmetry_colour_or_order() {
    for name in ["KRKN", "KQKR", "KRKR", "KBBK", "KNNK", "KBKP", "KPKP"] {
        let table = table(name);
        let world = World::new(&table);
        let men = world.men();
        let library = Library::new(men.clone());
        let values = |position: &Position| -> Vec<u64> {
            let (squares, first_to_move) =
                men.squares(&position.colour, &position.kind, position.side_to_move);
            let values = library.program().evaluate_one(&squares, first_to_move);
            let of = |f: &drawproof_features::Feature| values[f.node as usize];
            library.features().iter().map(of).collect()
        };
        let all: Vec<usize> = (0..library.features().len()).collect();
        let probe = Probe::new(&library, &all);
        let mut columns = Vec::new();
        for word in (0..world.words()).step_by(world.words() / 60 + 1) {
            let Some(places) = world.places(word) else { continue };
            probe.evaluate(&places.squares, &mut columns);
            let lanes = places.draws | places.decisive;
            for lane in (0..64).filter(|lane| lanes >> lane & 1 != 0) {
                let squares: Vec<u64> =
                    places.squares.men.iter().map(|column| column[lane]).collect();
                let known = values(&position(men, &squares, true, places.squares.first_to_move));
                for (feature, &value) in known.iter().enumerate() {
                    let cut = value.min(VALUE_MAX) as u8;
                    assert_eq!(cut, probe.value(&columns, feature, lane), "{name}");
                }
                for symmetry in 0..if men.has_pawns() { 2 } else { 8 } {
                    let images: Vec<u64> = squares.iter().map(|&s| image(s, symmetry)).collect();
                    let mirrored = position(men, &images, true, places.squares.first_to_move);
                    assert_eq!(values(&mirrored), known, "{name} {squares:?} {symmetry}");
                    let reversed: Vec<u64> = images.iter().map(|s| s ^ 56).collect();
                    let reversed_colours =
                        position(men, &reversed, false, places.squares.first_to_move);
                    assert_eq!(values(&reversed_colours), known, "{name} {squares:?} reversed");
                }
            }
        }
    }
}

/// Values computed lane by lane, on demand and in any order, are the same as those computed
/// together.
#[test]
fn values_on_demand_are_the_same() {
    for name in ["KRKN", "KBKP"] {
        let table = table(name);
        let world = World::new(&table);
        let library = Library::new(world.men().clone());
        let mut on_demand = Lanes::new(library.program().clone());
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 32
        };
        let mut compared = 0;
        for word in (0..world.words()).step_by(world.words() / 40 + 1) {
            let Some(places) = world.places(word) else { continue };
            on_demand.begin(&places.squares);
            let slow: Vec<Vec<u64>> = (0..64)
                .map(|lane| {
                    let squares: Vec<u64> =
                        places.squares.men.iter().map(|column| column[lane]).collect();
                    library.program().evaluate_one(&squares, places.squares.first_to_move)
                })
                .collect();
            for _ in 0..100 {
                let feature = random() as usize % library.features().len();
                let node = library.features()[feature].node;
                let lanes = 1 << (random() % 64) | random() & random() << 20;
                let column = on_demand.column(node, lanes);
                for lane in (0..64).filter(|lane| lanes >> lane & 1 != 0) {
                    assert_eq!(column[lane], slow[lane][node as usize], "{name} {feature}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }
}
