//! Many threads share a tablebase.

use std::thread;

use drawproof_tablebase::{Tablebase, Wdl};
use rayon::prelude::*;

use crate::position;

const FENS: [(&str, Wdl); 4] = [
    ("8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1", Wdl::Win),
    ("8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1", Wdl::Draw),
    ("7k/8/5K2/8/8/8/8/r5n1 w - - 0 1", Wdl::Loss),
    ("8/8/8/3n4/8/8/3B4/k1K5 w - - 0 1", Wdl::Draw),
];

fn check(tablebase: &Tablebase, number: usize) {
    let (fen, result) = FENS[number % FENS.len()];
    assert_eq!(tablebase.probe(position(fen)).unwrap().result, result, "{fen}");
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
    (0..64).into_par_iter().for_each(|number| check(&tablebase, number));
}
