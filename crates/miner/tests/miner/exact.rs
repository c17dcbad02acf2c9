//! Exact outcomes are right for every position under every symmetry, and damaged files are refused.

use drawproof_features::{Library, Men};
use drawproof_generator::solve_closure;
use drawproof_miner::exact::{Exact, Outcome, learn, report::packed};
use drawproof_recognizers::Position;
use drawproof_tables::{
    Material, Placement, PlainTable, TableSet, Transform, Value, progress::Steps,
};

fn tables(name: &str) -> (TableSet, Material) {
    let material = name.parse::<Material>().expect("an endgame");
    (solve_closure(&[material.normalise().0], &()).expect("it fits a byte"), material)
}

fn learned(name: &str, table: &PlainTable) -> (Exact, Vec<u8>) {
    let library = Library::new(Men::of_endgame(name).expect("an endgame"));
    let checked = learn(table, &library, Steps { progress: &(), endgame: table.material() });
    assert_eq!(checked.wrong, 0, "{name}");
    (checked.exact, checked.bytes)
}

fn position(placement: &Placement) -> Position {
    let men = |piece: usize| (placement.men[0][piece] | placement.men[1][piece]).0;
    Position {
        colour: [0, 1].map(|colour| placement.men[colour].iter().fold(0, |all, set| all | set.0)),
        kind: std::array::from_fn(men),
        side_to_move: placement.side_to_move as u8,
        en_passant: 64,
    }
}

/// Returns the image of a position under a symmetry of the board.
fn image(placement: &Placement, transform: Transform) -> Placement {
    let men =
        placement.men.map(|side| side.map(|set| drawproof_board::BitBoard(transform.set(set.0))));
    Placement { men, side_to_move: placement.side_to_move }
}

#[test]
fn positions_are_answered_right_in_every_guise() {
    // Endgames with equal sides, with like men, and with pawns.
    for name in ["KRKR", "KNNK", "KPK"] {
        let (tables, material) = tables(name);
        let table = tables.get(material.normalise().0).expect("it was solved");
        let (exact, bytes) = learned(name, table);
        let layout = table.layout();
        let images = if material.has_pawns() { &Transform::ALL[..2] } else { &Transform::ALL };
        for side in drawproof_board::Color::ALL {
            // Learning has compared every stored position; a fifth is enough to test the
            // symmetries.
            let step = if material.men() < 4 { 1 } else { 5 };
            for index in (0..layout.count()).step_by(step) {
                if !table.is_legal(side, index) {
                    continue;
                }
                let wanted = match table.value(side, index) {
                    Value::Win(_) => Outcome::Win,
                    Value::Draw => Outcome::Draw,
                    Value::Loss(_) => Outcome::Loss,
                };
                let stored = Placement::new(layout, &layout.squares(index), side);
                let guise = image(&stored, images[index % images.len()]);
                let guise = if index % 3 == 0 { guise.swapped() } else { guise };
                let found = exact.outcome(&position(&guise));
                assert_eq!(found, Some(wanted), "{name} {}", guise.to_fen());
            }
        }
        assert!(bytes.len() < packed(table).bytes, "{name} {}", bytes.len());
    }
}

#[test]
fn damaged_bytes_are_refused_and_other_men_are_not_answered() {
    let (tables, material) = tables("KNNK");
    let table = tables.get(material.normalise().0).expect("it was solved");
    let (exact, bytes) = learned("KNNK", table);
    assert_eq!(Exact::from_bytes(&bytes).expect("they are whole").to_bytes(), bytes);
    for length in 0..bytes.len() {
        assert!(Exact::from_bytes(&bytes[..length]).is_err(), "cut at {length}");
    }
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        assert!(Exact::from_bytes(&changed).is_err(), "changed at {place}");
    }
    let board: drawproof_board::Board =
        "8/8/8/1B6/8/3N4/k7/2K5 w - - 0 1".parse().expect("a board");
    assert_eq!(exact.outcome(&Position::from(&board)), None);
}
