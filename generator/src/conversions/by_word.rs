//! Conversions by word: the outcomes of 64 positions, one conversion and one word at a time.
//!
//! The module serves shapes smaller than a row and pushes that can be captured en passant, and is
//! the reference for [`super::by_row`]. [`super::exact`] uses the same steps.

use drawproof_board::{Color, Piece, Rank, Square};
use drawproof_tables::MEN_MAX;

use crate::{
    conversions::{
        en_passant,
        kinds::{Conversion, Subproblem, is_of_kind, pawn_square, pushed},
        outcomes::Outcomes,
        read::{Reader, Successors},
    },
    shape::{
        Shape, Word,
        attacks::{attack_lanes, attacks, bit, pawn_attacks},
        row::Place,
    },
    simd::{Plain, Simd},
};

/// A conversion, and the positions of a word in which it is possible.
#[derive(Clone, Copy)]
pub struct Step<'s> {
    /// The kind of conversion.
    pub conversion: &'s Conversion,
    /// The destination of the moving man.
    pub to: Place,
    /// The square that a double push passes; `None` for other moves.
    pub passed: Option<Square>,
    /// The lanes in which the conversion is possible, even if it leaves the king in check.
    pub lanes: u64,
}

/// Returns the conversions of `side` in the positions `lanes` of a word, all of which must be
/// legal.
pub fn steps<'s>(
    problem: &'s Subproblem,
    side: Color,
    word: &'s Word,
    lanes: u64,
) -> impl Iterator<Item = Step<'s>> {
    let places = places(problem.shape, word);
    let steps_of = move |conversion: &'s Conversion| match conversion.captured {
        None => pushes(problem.shape, conversion, side, word, lanes),
        Some(captured) => {
            let lanes = lanes & capturing_lanes(problem.shape, conversion, word, captured);
            let step = Step { conversion, to: places[captured], passed: None, lanes };
            [(lanes != 0).then_some(step), None]
        }
    };
    problem.conversions_of(side).iter().flat_map(steps_of).flatten()
}

/// Returns the single and the double push of a pawn in the positions `lanes` of a word.
#[inline(always)]
pub fn pushes<'s>(
    shape: &Shape,
    push: &'s Conversion,
    side: Color,
    word: &Word,
    lanes: u64,
) -> [Option<Step<'s>>; 2] {
    let from = pawn_square(shape, push.mover);
    let one = pushed(from, side);
    let lanes = lanes & !bit(one);
    let promotes = one.rank() == Rank::Eighth.relative_to(side);
    if word.occupied & bit(one) != 0 || lanes == 0 || promotes != push.promoted.is_some() {
        return [None; 2];
    }
    let step =
        |to, passed, lanes| Some(Step { conversion: push, to: Place::Fixed(to), passed, lanes });
    let single = step(one, None, lanes);
    if from.rank() != Rank::Second.relative_to(side) {
        return [single, None];
    }
    let two = pushed(one, side);
    let lanes = lanes & !bit(two);
    let is_free = word.occupied & bit(two) == 0 && lanes != 0;
    [single, if is_free { step(two, Some(one), lanes) } else { None }]
}

/// Returns the outcomes of all conversions in the positions `lanes` of a word with `side` to move.
/// All of these positions must be legal.
pub fn fold_word(problem: &Subproblem, side: Color, word: &Word, lanes: u64) -> Outcomes {
    let mut outcomes = Outcomes::NONE;
    for step in steps(problem, side, word, lanes) {
        fold_step(Plain, problem, side, word, step, &mut outcomes);
    }
    outcomes
}

/// Adds a conversion in the positions of a word to the outcomes of these positions.
#[inline(always)]
pub fn fold_step<S: Simd>(
    simd: S,
    problem: &Subproblem,
    side: Color,
    word: &Word,
    step: Step,
    outcomes: &mut Outcomes,
) {
    let Step { conversion, to, passed, lanes } = step;
    let places = places(problem.shape, word);
    let mut successors =
        Reader::new(problem, conversion, side).successors(Plain, &places, to, lanes);
    if let (Some(passed), Place::Fixed(arrival)) = (passed, to) {
        let squares = [passed, arrival];
        en_passant::add_captures(problem, conversion, side, &places, squares, &mut successors);
    }
    let Successors { legal, cells } = successors;
    outcomes.fold(simd, &cells, legal);
}

/// Returns the place of each man of a word: its square, or for the low man the lane.
pub fn places(shape: &Shape, word: &Word) -> [Place; MEN_MAX] {
    let mut places = word.squares.map(Place::Fixed);
    places[shape.low_man] = Place::Low;
    places
}

/// Returns the lanes of a word in which the mover attacks the captured man.
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
