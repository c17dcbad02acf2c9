//! Audits the places of a table in parallel.

use std::sync::Arc;

use drawproof_board::{BoardBuilder, Color};
use drawproof_tables::{
    NormalMaterial, PlainTable, TableSet, parallel, probe::with_en_passant_rights,
};

use super::{
    outcome::{Audit, AuditObserver, Entry, Extent, Found, MissingTable},
    places::{self, Places},
    successors::Successors,
};

/// The number of places that one task audits.
const TASK_PLACES: u64 = 4096;

/// Audits the table of an endgame. `tables` holds it and the tables that its captures and
/// promotions lead to. Runs on the current rayon pool; the result is the same for any number of
/// threads.
///
/// # Errors
///
/// One of these tables is missing.
pub fn audit(
    material: NormalMaterial,
    tables: &TableSet,
    extent: Extent,
    observer: &dyn AuditObserver,
) -> Result<Audit, MissingTable> {
    let missing = MissingTable { of: material, missing: material };
    let table: &Arc<PlainTable> = tables.get(material).ok_or(missing)?;
    let places = Places::new(2 * table.layout().count() as u64, extent);
    let successors = Successors::new(table, tables)?;
    observer.begin(material, places.count());
    let found = parallel::map(places.count().div_ceil(TASK_PLACES) as usize, |task| {
        let start = task as u64 * TASK_PLACES;
        let end = (start + TASK_PLACES).min(places.count());
        let found = audit_places(&successors, (start..end).map(|n| places.get(n)));
        observer.audited(end - start);
        found
    });
    let found = found.into_iter().fold(Found::default(), Found::merge);
    observer.end();
    let positions = Color::ALL.into_iter().map(|side| table.legal_count(side)).sum();
    let extent = if places.is_whole() { Extent::Whole } else { extent };
    Ok(found.into_audit(material, positions, extent))
}

/// Audits places, each given as `side to move * count + index`.
fn audit_places(successors: &Successors, places: impl Iterator<Item = u64>) -> Found {
    let table = successors.table();
    let count = table.layout().count() as u64;
    let mut builder = BoardBuilder::empty();
    let mut found = Found::default();
    for place in places {
        let (side, index) = (Color::ALL[(place / count) as usize], (place % count) as usize);
        let squares = table.layout().squares(index);
        let board = places::board_of(&mut builder, table.layout(), &squares, side);
        let stored = if table.is_legal(side, index) {
            Entry::Value(table.value(side, index))
        } else {
            Entry::Illegal
        };
        let Some(board) = board else {
            if stored != Entry::Illegal {
                let fen = places::fen_of(table.layout(), &squares, side);
                found.add(fen, stored, Entry::Illegal);
            }
            continue;
        };
        found.audited += 1;
        let expected = Entry::Value(successors.value(&board, &squares));
        if stored != expected {
            found.add(board.to_string(), stored, expected);
        }
        for board in with_en_passant_rights(&board) {
            found.en_passant += 1;
            let stored = successors.probed(&board);
            let expected = Entry::Value(successors.value(&board, &squares));
            if stored != expected {
                found.add(board.to_string(), stored, expected);
            }
        }
    }
    found
}
