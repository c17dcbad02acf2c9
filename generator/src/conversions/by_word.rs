//! Conversions by word: the outcomes of 64 positions, one conversion and one word after the other.
//!
//! For shapes smaller than a row, for pushes that can be captured en passant, and as the reference
//! of [`super::by_row`].

use drawproof_board::{Color, Piece, Rank};
use drawproof_tables::MEN_MAX;

use crate::{
    conversions::{
        en_passant,
        kinds::{Conversion, Subproblem},
        outcomes::Outcomes,
        pawns::{is_of_kind, pawn_square, pushed},
        read::{Reader, Successors},
    },
    shape::{
        Shape, Word,
        attacks::{attack_lanes, attacks, bit, pawn_attacks},
        row::Place,
    },
    simd::{Plain, Simd},
};

/// The outcomes of the positions `lanes` of a word, all legal, with `side` to move.
pub fn fold_word(problem: &Subproblem, side: Color, word: &Word, lanes: u64) -> Outcomes {
    let mut outcomes = Outcomes::NONE;
    let places = places(problem.shape, word);
    for conversion in problem.conversions_of(side) {
        let Some(captured) = conversion.captured else {
            fold_pushes(Plain, problem, conversion, side, word, lanes, &mut outcomes);
            continue;
        };
        let lanes = lanes & capturing_lanes(problem.shape, conversion, word, captured);
        if lanes != 0 {
            let reader = Reader::new(problem, conversion, side);
            let Successors { legal, cells } =
                reader.successors(Plain, &places, places[captured], lanes);
            outcomes.fold(Plain, &cells, legal);
        }
    }
    outcomes
}

/// Adds the pushes of a pawn by one and by two squares in the positions `lanes` of a word.
#[inline(always)]
pub fn fold_pushes<S: Simd>(
    simd: S,
    problem: &Subproblem,
    push: &Conversion,
    side: Color,
    word: &Word,
    lanes: u64,
    outcomes: &mut Outcomes,
) {
    let from = pawn_square(problem.shape, push.mover);
    let one = pushed(from, side);
    let lanes = lanes & !bit(one);
    let promotes = one.rank() == Rank::Eighth.relative_to(side);
    if word.occupied & bit(one) != 0 || lanes == 0 || promotes != push.promoted.is_some() {
        return;
    }
    let (reader, places) = (Reader::new(problem, push, side), places(problem.shape, word));
    let Successors { legal, cells } = reader.successors(Plain, &places, Place::Fixed(one), lanes);
    outcomes.fold(simd, &cells, legal);
    if from.rank() != Rank::Second.relative_to(side) {
        return;
    }
    let two = pushed(one, side);
    let lanes = lanes & !bit(two);
    if word.occupied & bit(two) != 0 || lanes == 0 {
        return;
    }
    let mut successors = reader.successors(Plain, &places, Place::Fixed(two), lanes);
    en_passant::add_captures(problem, push, side, &places, [one, two], &mut successors);
    outcomes.fold(simd, &successors.cells, successors.legal);
}

/// Where the men of a word stand.
fn places(shape: &Shape, word: &Word) -> [Place; MEN_MAX] {
    let mut places = word.squares.map(Place::Fixed);
    places[shape.low_man] = Place::Low;
    places
}

/// The lanes of a word in which the mover attacks the captured man.
fn capturing_lanes(shape: &Shape, capture: &Conversion, word: &Word, captured: usize) -> u64 {
    if !is_of_kind(shape, capture) {
        return 0;
    }
    let man = shape.man(capture.mover);
    let (from, target) = (word.squares[capture.mover], word.squares[captured]);
    match man.piece {
        Piece::Pawn if captured == shape.low_man => pawn_attacks(man.color, from),
        piece if captured == shape.low_man => attacks(piece, from, word.occupied),
        piece if capture.mover == shape.low_man => attacks(piece, target, word.occupied),
        piece => attack_lanes(piece, man.color, from, target, word.occupied),
    }
}
