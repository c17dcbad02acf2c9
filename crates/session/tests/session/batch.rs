//! Answers about many positions.

use std::sync::Arc;

use drawproof_board::{Board, fen};
use drawproof_session::{
    answer::{Parts, PositionAnswer},
    batch::answers,
    store::Store,
};

#[test]
fn answers_have_the_order_of_the_positions_and_are_those_of_single_ones() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().into(), 64 << 20, Arc::new(()));
    let fens = [
        "8/8/8/8/8/6k1/4P3/2K5 w - - 0 1",
        "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1",
        "8/8/8/8/8/6k1/8/2K5 w - - 0 1",
        "k7/8/8/8/8/1NNNN3/8/K7 w - - 0 1",
        "3k4/3r4/8/8/8/8/1R6/1K6 b - - 0 1",
    ];
    let questions: Vec<(String, Board)> = (0..100)
        .map(|n| fens[n % fens.len()])
        .map(|text| (text.to_owned(), fen::parse(text).unwrap()))
        .collect();
    let answers = answers(&questions, &store, Parts::ALL);
    assert_eq!(answers.len(), questions.len());
    for (answer, (text, board)) in answers.iter().zip(&questions) {
        let single = PositionAnswer::new(text.clone(), board, &store, Parts::ALL);
        match (answer, single) {
            (Ok(answer), Ok(single)) => assert_eq!(*answer, single),
            (Err(error), Err(single)) => assert_eq!(error.to_string(), single.to_string()),
            different => panic!("{text}: {different:?}"),
        }
    }
}
