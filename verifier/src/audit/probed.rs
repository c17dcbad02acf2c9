//! Audits places of a table by probing alone, so that nothing of it need be in memory.
//!
//! For tables of six men, of which a sample is audited. Slower for each position than
//! [`super::table`], with the same result.

use drawproof_board::{Board, BoardBuilder, Color};
use drawproof_tables::{
    Layout, MoveKinds, Value, legal_count, parallel,
    probe::{ProbeError, Values, probe, with_en_passant_rights},
};

use super::{
    outcome::{Audit, AuditObserver, Entry, Extent, Found},
    places::{self, Places},
};

/// The number of places that one task audits.
const TASK_PLACES: u64 = 256;

/// Audits the table of an endgame through `values`, which has the tables that its moves lead to as well.
/// Runs on the current rayon pool; the result is the same for any number of threads.
///
/// # Errors
///
/// A value cannot be read.
pub fn audit_probed(
    layout: &Layout,
    values: &(impl Values + Sync + ?Sized),
    extent: Extent,
    observer: &dyn AuditObserver,
) -> Result<Audit, ProbeError> {
    let material = layout.material();
    let places = Places::new(2 * layout.count() as u64, extent);
    observer.begin(material, places.count());
    let found = parallel::map(places.count().div_ceil(TASK_PLACES) as usize, |task| {
        let start = task as u64 * TASK_PLACES;
        let end = (start + TASK_PLACES).min(places.count());
        let found = audit_places(layout, values, (start..end).map(|n| places.get(n)));
        observer.audited(end - start);
        found
    });
    let found =
        found.into_iter().try_fold(Found::default(), |all, found| found.map(|it| all.merge(it)));
    observer.end();
    let extent = if places.is_whole() { Extent::Whole } else { extent };
    Ok(found?.into_audit(material, legal_count(layout), extent))
}

/// Audits places, each given as `side to move * count + index`.
fn audit_places(
    layout: &Layout,
    values: &(impl Values + ?Sized),
    places: impl Iterator<Item = u64>,
) -> Result<Found, ProbeError> {
    let count = layout.count() as u64;
    let mut builder = BoardBuilder::empty();
    let mut found = Found::default();
    for place in places {
        let (side, index) = (Color::ALL[(place / count) as usize], (place % count) as usize);
        let squares = layout.squares(index);
        let Some(board) = places::board_of(&mut builder, layout, &squares, side) else { continue };
        found.audited += 1;
        audit_board(&board, values, &mut found)?;
        for board in with_en_passant_rights(&board) {
            found.en_passant += 1;
            audit_board(&board, values, &mut found)?;
        }
    }
    Ok(found)
}

/// Audits a legal position.
fn audit_board(
    board: &Board,
    values: &(impl Values + ?Sized),
    found: &mut Found,
) -> Result<(), ProbeError> {
    let stored = match probe(board, values) {
        Ok(value) => Entry::Value(value),
        Err(ProbeError::Illegal(_)) => Entry::Illegal,
        Err(error) => return Err(error),
    };
    let expected = Entry::Value(derived(board, values)?);
    if stored != expected {
        found.add(board.to_string(), stored, expected);
    }
    Ok(())
}

/// The value of a position for its side to move, derived by one ply of search. A successor that the
/// tables have no legal position for counts as a draw; the audit of its place reports it.
fn derived(board: &Board, values: &(impl Values + ?Sized)) -> Result<Value, ProbeError> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    let mut best: Option<Value> = None;
    for mv in all {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let value = match probe(&after, values) {
            Err(ProbeError::Illegal(_)) => Value::Draw,
            value => value?,
        };
        let kind = MoveKinds::new(board, mv).of_metric();
        let value = values.metric().before(kind, value);
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    Ok(best.unwrap_or(if board.checkers().is_empty() { Value::Draw } else { Value::from_plies(0) }))
}
