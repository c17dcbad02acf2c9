//! The class of a position, and choices spread over the classes.

use std::collections::VecDeque;

use drawproof_board::{Board, Move};
use drawproof_tables::{
    Wdl,
    probe::{self, ProbeError, Values},
};
use drawproof_verifier::Class;

use super::reading::for_other_side;

/// The class of a legal position with a result, from its legal moves.
///
/// # Errors
///
/// A table is missing.
pub(super) fn class_of(
    board: &Board,
    result: Wdl,
    moves: &[Move],
    values: &dyn Values,
) -> Result<Class, ProbeError> {
    if moves.is_empty() {
        return Ok(Class::Over);
    }
    if !board.checkers().is_empty() {
        return Ok(Class::InCheck);
    }
    for &mv in moves {
        let is_capture = board.colors(!board.side_to_move()).has(mv.to);
        if !is_capture && mv.promotion.is_none() {
            continue;
        }
        // Every move of a lost side loses.
        if result == Wdl::Loss || result_after(board, mv, values)? == result {
            return Ok(Class::Tactical);
        }
    }
    Ok(Class::Quiet)
}

/// The result after a legal move, for the side that moves.
///
/// # Errors
///
/// A table is missing.
pub(super) fn result_after(
    board: &Board,
    mv: Move,
    values: &dyn Values,
) -> Result<Wdl, ProbeError> {
    let mut after = board.clone();
    after.play_unchecked(mv);
    Ok(for_other_side(probe::probe(&after, values)?.wdl()))
}

/// The first `limit` of `found`, in turns from each class that has any left, in the order of
/// [`Class::ALL`].
pub(crate) fn spread_over_classes<T>(
    found: impl IntoIterator<Item = (Class, T)>,
    limit: usize,
) -> Vec<T> {
    let mut queues: [VecDeque<T>; Class::COUNT] = Default::default();
    for (class, item) in found {
        let queue = &mut queues[class as usize];
        if queue.len() < limit {
            queue.push_back(item);
        }
    }
    let mut chosen = Vec::new();
    while chosen.len() < limit && queues.iter().any(|queue| !queue.is_empty()) {
        let left = limit - chosen.len();
        chosen.extend(queues.iter_mut().filter_map(VecDeque::pop_front).take(left));
    }
    chosen
}
