//! En passant: the captures that a double push allows.
//!
//! Positions have no en-passant right. A double push that can be captured leads to the stored
//! position with the capture as one more move, so its value is the better of the two for the
//! opponent. The files that fold pushes use this module.

use drawproof_board::{BitBoard, Color, Piece, Rank, Square};
use drawproof_tables::{Cell, Layout, MEN_MAX, Slice, Value};

use crate::{
    conversions::{
        kinds::{Conversion, Subproblem, pawn_square},
        read::{Reader, SuccessorValues, Successors},
        solved::solved_slice,
    },
    shape::{
        attacks::{bit, pawn_attacks},
        row::Place,
    },
    simd::Plain,
};

/// Returns whether the stalemates of a slice are needed in addition to the slice's values: whether
/// some pawn may just have made a double push and can be captured en passant.
pub fn needs_stalemates(layout: &Layout, slice: usize) -> bool {
    let pawns = layout.slices().get(slice);
    Color::ALL.into_iter().any(|side| possible_in(pawns, side))
}

/// Returns whether a pawn of `side` may just have made a double push to a square where an enemy
/// pawn can capture it en passant.
fn possible_in(slice: Slice, side: Color) -> bool {
    let fourth = Rank::Fourth.relative_to(side).bitboard();
    let beside = |s: Square| [-1, 1].into_iter().filter_map(move |files| s.try_offset(files, 0));
    (slice.pawns[side as usize] & fourth)
        .into_iter()
        .flat_map(beside)
        .any(|s| slice.pawns[!side as usize].has(s))
}

/// Returns the en-passant captures of a pawn that `side` pushes two squares, passing `passed`.
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

/// Replaces the cells after a double push by the cells of the same positions in which the opponent
/// may also capture en passant.
///
/// `places` are the places of the men before the push. `squares` are the square that the pawn
/// passes, and the pawn's destination.
pub fn add_captures(
    problem: &Subproblem,
    push: &Conversion,
    side: Color,
    places: &[Place; MEN_MAX],
    squares: [Square; 2],
    successors: &mut Successors,
) {
    let Successors { legal, cells } = successors;
    let mating = problem.conversions.mating;
    for_each_capture(problem, push, side, places, squares, |reader, to, stalemates| {
        let after = reader.successors(Plain, places, to, *legal);
        for lane in BitBoard(*legal & after.legal) {
            let cell = &mut cells[lane as usize];
            // The value of the capture, as the push counts it.
            let taken = push.recount.of(reader.recount().before(after.cells[lane as usize]));
            let [value, before] = [taken, *cell].map(|cell| Cell::from_byte(cell).value());
            let is_played = match mating {
                None => is_played(value, before, stalemates & bit(lane) != 0),
                // A mate on the board is not mate if the capture is possible. Cells for helpmates
                // are less by one.
                Some(mating) if mating == side && before == Value::MATED => true,
                Some(_) => is_sooner(value, before),
            };
            if is_played {
                *cell = taken;
            }
        }
        after.legal
    });
}

/// Does what [`add_captures`] does, for values instead of cells.
pub fn add_captures_to_values(
    problem: &Subproblem,
    push: &Conversion,
    side: Color,
    places: &[Place; MEN_MAX],
    squares: [Square; 2],
    successors: &mut SuccessorValues,
) {
    let SuccessorValues { legal, values } = successors;
    for_each_capture(problem, push, side, places, squares, |reader, to, stalemates| {
        let after = reader.values(places, to, *legal);
        for lane in BitBoard(*legal & after.legal) {
            let value = &mut values[lane as usize];
            let taken = reader.before(after.values[lane as usize]);
            if is_played(taken, *value, stalemates & bit(lane) != 0) {
                *value = taken;
            }
        }
        after.legal
    });
}

/// Returns whether a capture with value `taken` is the best move in a position that has the value
/// `before` without it. A capture that is the only move always is.
fn is_played(taken: Value, before: Value, only_move: bool) -> bool {
    only_move || taken.rank() > before.rank()
}

/// Returns whether `value` has a shorter helpmate than `other`.
fn is_sooner(value: Value, other: Value) -> bool {
    value.number().is_some_and(|plies| other.number().is_none_or(|other| plies < other))
}

/// Calls `add` for each en-passant capture after a double push. Its arguments are the reader of the
/// capture, the destination, and the lanes in which the position after the push is stalemate
/// without the capture. `add` returns the lanes in which the capture is legal.
fn for_each_capture(
    problem: &Subproblem,
    push: &Conversion,
    side: Color,
    places: &[Place; MEN_MAX],
    [passed, arrival]: [Square; 2],
    mut add: impl FnMut(Reader, Place, u64) -> u64,
) {
    // Stalemates from which no capture so far is an escape.
    let mut stalemates = None;
    for capture in captures(problem, push, side, passed) {
        // For helpmates, a stalemate is never better than a capture.
        let stalemates = stalemates.get_or_insert_with(|| match problem.conversions.mating {
            None => stalemates_after(problem, push, side, places, arrival),
            Some(_) => 0,
        });
        let reader = Reader::new(problem, capture, !side);
        *stalemates &= !add(reader, Place::Fixed(passed), *stalemates);
    }
}

/// Returns the lanes of a word that are stalemate after the push of `side` to `arrival`.
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
