//! Exact outcomes as trees answer every position, under every symmetry, independently of the number
//! of threads.

use drawproof_board::Color;
use drawproof_generator::solve_closure;
use drawproof_miner::code::{
    Endgames, Trees, learn, reached,
    view::{features, fold, leaf, view},
};
use drawproof_tables::{NormalMaterial, TableSet};

fn solved(name: &str) -> (TableSet, Vec<NormalMaterial>) {
    let material = name.parse::<NormalMaterial>().expect("a name");
    let tables = solve_closure(&[material], &()).expect("it fits a byte");
    (tables, reached(&[material]))
}

fn endgames((tables, reached): &(TableSet, Vec<NormalMaterial>)) -> Endgames {
    Endgames::new(reached.iter().map(|&of| tables.get(of).expect("it was solved").clone()))
}

fn learned(endgames: &Endgames) -> Vec<Trees> {
    learn(endgames, &()).expect("the trees are small")
}

#[test]
fn trees_answer_what_captures_and_promotions_do_not() {
    // The endgames of KPK and KQK; tests/outside/check-exact compares those of four men.
    for name in ["KPK", "KRK"] {
        let endgames = endgames(&solved(name));
        for (endgame, trees) in endgames.all().iter().zip(learned(&endgames)) {
            let men = endgame.men();
            for side in Color::ALL {
                let words = &trees.words[side as usize];
                for index in 0..endgame.count() {
                    let Some((squares, value)) = endgame.at(index, side as usize) else { continue };
                    let best = endgames.best_conversion(endgame, squares, side as usize);
                    let folded = fold(men, squares);
                    let described = features(men, folded, &view(men, folded));
                    let found = leaf(words, 0, &described).max(best.unwrap_or(-1).into());
                    assert_eq!(found, i32::from(value), "{name} {squares:?} {side:?}");
                }
            }
        }
    }
}

#[test]
fn symmetric_positions_are_folded_alike() {
    let image = |square: u8, turn: u8| {
        let square =
            square ^ if turn & 1 != 0 { 7 } else { 0 } ^ if turn & 2 != 0 { 56 } else { 0 };
        if turn & 4 != 0 { square << 3 & 56 | square >> 3 } else { square }
    };
    // Without pawns, with like men; with a pawn of either colour, with like pawns.
    for (men, turns) in
        [([5, 13, 3, 9], 8), ([5, 13, 2, 2], 8), ([5, 13, 3, 8], 2), ([5, 13, 0, 0], 2)]
    {
        for number in (0_u32..1 << 24).step_by(37) {
            let squares = [0, 6, 12, 18].map(|shift| (number >> shift & 63) as u8);
            let folded = fold(men, squares);
            for turn in 0..turns {
                let mut guise = squares.map(|square| image(square, turn));
                if men[2] == men[3] && turn & 1 == 0 {
                    guise.swap(2, 3);
                }
                assert_eq!(fold(men, guise), folded, "{squares:?} {turn}");
            }
        }
    }
}

#[test]
fn any_number_of_threads_learns_the_same_trees() {
    let endgames = endgames(&solved("KPK"));
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| learned(&endgames)).into_iter().map(|trees| trees.words).collect::<Vec<_>>()
    });
    assert!(one == three);
}

#[test]
fn only_endgames_that_a_probe_reaches_are_learned() {
    let names = |name: &str| {
        let material = name.parse::<NormalMaterial>().expect("a name");
        reached(&[material]).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("KPKP"), "KPK KQK KPKP KQKP KQKQ");
    assert_eq!(names("KBKN"), "KBKN");
    assert_eq!(names("KBK"), "");
}
