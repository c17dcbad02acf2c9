//! En passant: the captures that a double push allows.
//!
//! Positions carry no en-passant right. A double push that can be captured leads to the stored
//! position with the capture as one more move, so that its cell, the opponent's, becomes the better
//! of the two. For the files that fold pushes.

use drawproof_board::{BitBoard, Color, Piece, Rank, Square};
use drawproof_tables::{Cell, MEN_MAX, Slice};

use crate::{
    conversions::{
        kinds::{Conversion, Subproblem},
        outcomes::cell_before,
        pawns::pawn_square,
        read::{Reader, Successors},
        solved::solved_slice,
    },
    shape::{
        attacks::{bit, pawn_attacks},
        row::Place,
    },
    simd::Plain,
};

/// Whether a pawn of `side` may just have advanced two squares to where an enemy pawn can take it
/// en passant.
pub fn possible_in(slice: Slice, side: Color) -> bool {
    let fourth = Rank::Fourth.relative_to(side).bitboard();
    let beside = |s: Square| [-1, 1].into_iter().filter_map(move |files| s.try_offset(files, 0));
    (slice.pawns[side as usize] & fourth)
        .into_iter()
        .flat_map(beside)
        .any(|s| slice.pawns[!side as usize].has(s))
}

/// The captures en passant of a pawn that `side` pushes by two squares, over `passed`.
pub fn captures<'c>(
    problem: &'c Subproblem,
    push: &'c Conversion,
    side: Color,
    passed: Square,
) -> impl Iterator<Item = &'c Conversion> {
    problem.conversions_of(!side).iter().filter(move |capture| {
        let attacks_passed = || {
            let from = pawn_square(problem.shape, capture.mover);
            pawn_attacks(!side, from) & bit(passed) != 0
        };
        capture.captured == Some(push.mover)
            && capture.promoted.is_none()
            && problem.shape.man(capture.mover).piece == Piece::Pawn
            && attacks_passed()
    })
}

/// Makes the cells of a double push those of the position with the opponent's captures en passant.
///
/// `places`: where the men stand before the push, which goes over `passed` to `arrival`.
pub fn add_captures(
    problem: &Subproblem,
    push: &Conversion,
    side: Color,
    places: &[Place; MEN_MAX],
    [passed, arrival]: [Square; 2],
    successors: &mut Successors,
) {
    // Stalemates that no capture has relieved yet.
    let mut stalemates = None;
    for capture in captures(problem, push, side, passed) {
        let reader = Reader::new(problem, capture, !side);
        let after = reader.successors(Plain, places, Place::Fixed(passed), successors.legal);
        let stalemates = stalemates
            .get_or_insert_with(|| stalemates_after(problem, push, side, places, arrival));
        for lane in BitBoard(successors.legal & after.legal) {
            let cell = &mut successors.cells[lane as usize];
            // The value of the position after the push if the capture is played there, as the
            // push counts it.
            let taken = push.recount.of(cell_before(after.cells[lane as usize]));
            let only_move = *stalemates & bit(lane) != 0;
            *stalemates &= !bit(lane);
            let rank = |cell| Cell::from_byte(cell).value().rank();
            if only_move || rank(taken) > rank(*cell) {
                *cell = taken;
            }
        }
    }
}

/// The lanes of a word that are stalemate after this push of `side` to `arrival`.
fn stalemates_after(
    problem: &Subproblem,
    push: &Conversion,
    side: Color,
    places: &[Place; MEN_MAX],
    arrival: Square,
) -> u64 {
    let layout = problem.shape.layout;
    let arrived = Reader::new(problem, push, side).arrived(places, Place::Fixed(arrival));
    debug_assert_eq!(arrived.low, Some(problem.shape.low_man));
    let squares = &arrived.squares[..push.sources.len()];
    let (outer, symmetry) = layout.outer(squares).expect("a pawn placement");
    let index = layout.index(squares).expect("a pawn placement");
    let word = index / 64 % (1 << (6 * (layout.digits() - 1)));
    let list = &solved_slice(problem.slices, outer).stalemates[!side as usize];
    match list.binary_search_by_key(&word, |&(word, _)| word) {
        Ok(found) => symmetry.inverse().set(list[found].1),
        Err(_) => 0,
    }
}
