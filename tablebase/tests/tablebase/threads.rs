//! Many threads share a tablebase.

use std::thread;

use drawproof_tablebase::{Position, Tablebase, Wdl};
use rayon::prelude::*;

use crate::position;

const FENS: [(&str, Wdl); 4] = [
    ("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1", Wdl::Draw),
    ("k7/8/8/8/8/8/1Q6/K6r w - - 0 1", Wdl::Loss),
    ("7k/5Q2/5K2/8/8/8/8/r7 w - - 0 1", Wdl::Win),
    ("8/8/8/3n4/8/8/3B4/k1K5 w - - 0 1", Wdl::Draw),
];

fn check(tablebase: &Tablebase, number: usize) {
    let (fen, _) = FENS[number % FENS.len()];
    let position: Position = position(fen);
    let answer = tablebase.probe(position).unwrap();
    let expected = Tablebase::in_memory().probe(position);
    assert_eq!(answer, expected.unwrap(), "{fen}");
}

#[test]
fn a_tablebase_is_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Tablebase>();
    let tablebase = Tablebase::in_memory();
    thread::scope(|scope| {
        for number in 0..8 {
            let tablebase = &tablebase;
            scope.spawn(move || check(tablebase, number));
        }
    });
}

#[test]
fn probes_from_a_rayon_pool_do_not_wait_for_themselves() {
    let tablebase = Tablebase::in_memory();
    (0..64).into_par_iter().for_each(|number| {
        let (fen, _) = FENS[number % FENS.len()];
        tablebase.probe(position(fen)).unwrap();
    });
}
