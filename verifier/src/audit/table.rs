//! Audits the places of a table in parallel.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use drawproof_board::{Board, BoardBuilder, Color};
use drawproof_tables::{
    Layout, Metric, NormalMaterial, Placement, PlainTable, TableSet, parallel,
    positions::board_of_squares,
    probe::with_en_passant_rights,
    progress::{Progress, Stage},
};

use super::{
    outcome::{Audit, AuditError, Entry, Extent, Found, MissingTable, WrongValue},
    places::Places,
    successors::Successors,
};

/// The number of places that one task audits.
const TASK_PLACES: u64 = 4096;

/// Audits the table of an endgame. `tables` must have this table and the tables that its captures
/// and promotions lead to. Runs on the current rayon pool; the result is the same for any number of
/// threads.
///
/// # Errors
///
/// Fails if one of these tables is missing, or if `progress` stops the audit.
pub fn audit(
    material: NormalMaterial,
    tables: &TableSet,
    extent: Extent,
    progress: &dyn Progress,
) -> Result<Audit, AuditError> {
    audit_part(material, tables, extent, 0..tasks_of(material, extent), progress)
}

/// Returns the number of tasks into which [`audit()`] divides an endgame.
pub fn tasks_of(material: NormalMaterial, extent: Extent) -> u64 {
    Places::count_of(&Layout::new(material), extent).div_ceil(TASK_PLACES)
}

/// Runs only the given `tasks` of [`audit()`]. [`Audit::positions`](super::Audit::positions) still
/// counts the whole table; all other counts and the errors are of these tasks only.
///
/// # Errors
///
/// Fails as [`audit()`] does.
pub fn audit_part(
    material: NormalMaterial,
    tables: &TableSet,
    extent: Extent,
    tasks: Range<u64>,
    progress: &dyn Progress,
) -> Result<Audit, AuditError> {
    let missing = MissingTable { of: material, missing: material };
    let table: &Arc<PlainTable> = tables.get(material).ok_or(missing)?;
    let places = Places::new(table.layout(), extent);
    let mating = match table.metric() {
        Metric::Helpmate => &Color::ALL.map(Some)[..],
        _ => &[None],
    };
    let values: Result<Vec<Successors>, MissingTable> =
        mating.iter().map(|&it| Successors::new(table, tables, it)).collect();
    let values = values?;
    let of_task = |task: u64| {
        let start = task * TASK_PLACES;
        start..(start + TASK_PLACES).min(places.count())
    };
    let stage = Stage::Verifying(material);
    progress.begin(stage, tasks.clone().map(|task| of_task(task).count() as u64).sum());
    let is_stopped = AtomicBool::new(false);
    let found = parallel::map(tasks.clone().count(), |task| {
        if is_stopped.load(Relaxed) {
            return Found::default();
        }
        let numbers = of_task(tasks.start + task as u64);
        let audited = numbers.end - numbers.start;
        let found = audit_places(table, &values, numbers.map(|n| places.get(n)));
        if progress.advance(stage, audited).is_break() {
            is_stopped.store(true, Relaxed);
        }
        found
    });
    if is_stopped.into_inner() {
        return Err(AuditError::Stopped);
    }
    let found = found.into_iter().fold(Found::default(), Found::merge);
    progress.end(stage);
    let positions = Color::ALL.into_iter().map(|side| table.legal_count(side)).sum();
    let extent = if places.is_whole() { Extent::Whole } else { extent };
    Ok(found.into_audit(material, positions, extent))
}

/// Audits places, each given as `side to move * count + index`. `values`: of each value of a position the
/// successors, from which it is derived.
fn audit_places(
    table: &PlainTable,
    values: &[Successors],
    places: impl Iterator<Item = u64>,
) -> Found {
    let count = table.layout().count() as u64;
    let mut builder = BoardBuilder::empty();
    let mut found = Found::default();
    for place in places {
        let (side, index) = (Color::ALL[(place / count) as usize], (place % count) as usize);
        let squares = table.layout().squares(index);
        let board = board_of_squares(&mut builder, table.layout(), &squares, side);
        let is_legal = table.is_legal(side, index);
        let Some(board) = board else {
            if is_legal {
                let fen = Placement::new(table.layout(), &squares, side).to_fen();
                let stored = Entry::Value(values[0].stored(side, index));
                let mating = values[0].mating();
                found.add(WrongValue { fen, mating, stored, expected: Entry::Illegal });
            }
            continue;
        };
        found.audited += 1;
        let stored = |successors: &Successors| match is_legal {
            true => Entry::Value(successors.stored(side, index)),
            false => Entry::Illegal,
        };
        let mut audit = |board: &Board, stored: &dyn Fn(&Successors) -> Entry| {
            let wrong = values.iter().find_map(|it| {
                let (stored, expected) = (stored(it), Entry::Value(it.value(board, &squares)));
                (stored != expected).then(|| (it.mating(), stored, expected))
            });
            if let Some((mating, stored, expected)) = wrong {
                found.add(WrongValue { fen: board.to_string(), mating, stored, expected });
            }
        };
        audit(&board, &stored);
        let with_rights = with_en_passant_rights(&board);
        with_rights.iter().for_each(|board| audit(board, &|it| it.probed(board)));
        found.en_passant += with_rights.len() as u64;
    }
    found
}
