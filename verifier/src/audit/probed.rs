//! Audits places of a table in a file, so that nothing of it need be in memory.
//!
//! For tables of six men. The values that an audit asks for lie all over the table, and reading one of them
//! decodes a block. So a batch of places is worked on twice: first to note which values are asked for, in
//! which order, then with these values, of which each block was decoded once.

use std::{
    cell::{Cell, RefCell},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use drawproof_board::{Board, BoardBuilder, Color};
use drawproof_tables::{
    Layout, Metric, MoveKinds, NormalMaterial, Placement, Value,
    file::{Place, ReadBytes, Table},
    legal_count, parallel,
    probe::{ProbeError, Values, probe, successors, with_en_passant_rights},
};

use super::{
    outcome::{Audit, AuditError, Entry, Extent, Found, WrongValue},
    places::{self, Places},
};
use crate::observer::Observer;

/// The number of places that one task audits.
const TASK_PLACES: u64 = 256;

/// The places of a batch: one in three positions of a table of six men asks for some twenty values.
const BATCH_PLACES: u64 = 1 << 20;

/// Audits the table in a file. `values` has the tables that its captures and promotions lead to. Runs on the
/// current rayon pool; the result is the same for any number of threads.
///
/// # Errors
///
/// A value cannot be read, or the observer says stop.
pub fn audit_probed(
    file: &Table<impl ReadBytes>,
    values: &(impl Values + Sync + ?Sized),
    extent: Extent,
    observer: &dyn Observer,
) -> Result<Audit, AuditError> {
    let layout = &**file.layout();
    let material = layout.material();
    let places = Places::new(layout, extent);
    observer.begin(places.count());
    let is_stopped = AtomicBool::new(false);
    let mut all = Found::default();
    for start in (0..places.count()).step_by(BATCH_PLACES as usize) {
        let end = (start + BATCH_PLACES).min(places.count());
        let task = |task: usize| {
            let first = start + task as u64 * TASK_PLACES;
            (first..(first + TASK_PLACES).min(end)).map(|n| places.get(n))
        };
        let tasks = (end - start).div_ceil(TASK_PLACES) as usize;
        let asked = parallel::map(tasks, |number| {
            let notes =
                Notes { material, metric: values.metric(), layout, asked: RefCell::default() };
            audit_places(layout, &notes, task(number)).map(|_| notes.asked.into_inner())
        });
        let asked = asked.into_iter().collect::<Result<Vec<_>, _>>()?;
        let answers =
            file.values(&asked.concat()).map_err(|error| ProbeError::Unreadable(error.into()))?;
        let mut firsts = vec![0];
        firsts.extend(asked.iter().scan(0, |end, asked| {
            *end += asked.len();
            Some(*end)
        }));
        drop(asked);
        let found = parallel::map(tasks, |number| {
            let answers = Answers {
                material,
                answers: &answers[firsts[number]..firsts[number + 1]],
                next: Cell::new(0),
                values,
            };
            if is_stopped.load(Relaxed) {
                return Ok(Found::default());
            }
            let found = audit_places(layout, &answers, task(number));
            if observer.advance(task(number).count() as u64).is_break() {
                is_stopped.store(true, Relaxed);
            }
            found
        });
        if is_stopped.load(Relaxed) {
            return Err(AuditError::Stopped);
        }
        for found in found {
            all = all.merge(found?);
        }
    }
    observer.end();
    let extent = if places.is_whole() { Extent::Whole } else { extent };
    Ok(all.into_audit(material, legal_count(layout), extent))
}

/// Notes the places of the table that values are asked for. All values are draws.
struct Notes<'a> {
    material: NormalMaterial,
    metric: Metric,
    layout: &'a Layout,
    asked: RefCell<Vec<Place>>,
}

impl Values for Notes<'_> {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        if material == self.material {
            let index = placement.index(self.layout).expect("boards are legal positions");
            self.asked.borrow_mut().push(Place { side_to_move: placement.side_to_move, index });
        }
        Ok(Value::Draw)
    }
}

/// Has the values of the places that [`Notes`] noted, in the same order.
struct Answers<'a, V: ?Sized> {
    material: NormalMaterial,
    answers: &'a [Option<Value>],
    /// The number of values asked for so far.
    next: Cell<usize>,
    /// The values of other tables.
    values: &'a V,
}

impl<V: Values + ?Sized> Values for Answers<'_, V> {
    fn metric(&self) -> Metric {
        self.values.metric()
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        if material != self.material {
            return self.values.value(material, placement);
        }
        let next = self.next.get();
        self.next.set(next + 1);
        self.answers[next].ok_or(ProbeError::Illegal(material))
    }
}

/// Audits places, each given as `side to move * count + index`. Which values it asks for, and in which order,
/// does not depend on them.
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
        let Some(board) = places::board_of_squares(&mut builder, layout, &squares, side) else {
            continue;
        };
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
        found.add(WrongValue { fen: board.to_string(), mating: None, stored, expected });
    }
    Ok(())
}

/// The value of a position for its side to move, derived by one ply of search. A successor that the
/// tables have no legal position for counts as a draw; the audit of its place reports it.
fn derived(board: &Board, values: &(impl Values + ?Sized)) -> Result<Value, ProbeError> {
    let mut best: Option<Value> = None;
    for (mv, after) in successors(board) {
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
    Ok(best.unwrap_or(if board.checkers().is_empty() { Value::Draw } else { Value::MATED }))
}
