//! Audits places of a table in a file, without loading the table into memory.
//!
//! For tables of six men. The values that an audit asks for lie all over the table, and reading one
//! of them decodes a block. So each batch of places is processed twice: first to note which values
//! are needed, in which order, and then with these values, for which each block was decoded once.

use std::{
    cell::{Cell, RefCell},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use drawproof_board::{Board, BoardBuilder};
use drawproof_tables::{
    Layout, Metric, MoveKinds, NormalMaterial, Placement, Value,
    file::{Place, ReadBytes, Table, TableError},
    legal_count, parallel,
    probe::{ProbeError, Values, probe, successors, with_en_passant_rights},
    progress::{Progress, Stage},
};

use super::{
    outcome::{Audit, AuditError, Entry, Extent, Found, WrongValue},
    places::{self, Places},
};

/// The number of places that one task audits.
const TASK_PLACES: u64 = 256;

/// The places of a batch: one in three positions of a table of six men asks for some twenty values.
const BATCH_PLACES: u64 = 1 << 20;

/// Audits the table in `file`. Values after captures and promotions are read in batches from the
/// tables `others`; for endgames without a table in `others`, they are read one by one from
/// `values`. Runs on the current rayon pool; the result is the same for any number of threads.
///
/// # Errors
///
/// Fails if a value cannot be read, or if `progress` stops the audit.
pub fn audit_probed<D: ReadBytes>(
    file: &Table<D>,
    others: &[&Table<D>],
    values: &(impl Values + Sync + ?Sized),
    extent: Extent,
    progress: &dyn Progress,
) -> Result<Audit, AuditError> {
    let layout = &**file.layout();
    let files: Vec<&Table<D>> = std::iter::once(&file).chain(others).copied().collect();
    let layouts: Vec<&Layout> = files.iter().map(|file| &**file.layout()).collect();
    let (places, count) = (Places::new(layout, extent), layout.count() as u64);
    let stage = Stage::Verifying(layout.material());
    progress.begin(stage, places.count());
    let is_stopped = AtomicBool::new(false);
    let mut all = Found::default();
    for start in (0..places.count()).step_by(BATCH_PLACES as usize) {
        let end = (start + BATCH_PLACES).min(places.count());
        // In the order of the file, so that few blocks are decoded for many places.
        let task = |task: usize| {
            let first = start + task as u64 * TASK_PLACES;
            let place = |number: u64| {
                let place = places.get(number);
                let index = file.index_in_order((place % count) as usize)?;
                Ok(place / count * count + index as u64)
            };
            let all = (first..(first + TASK_PLACES).min(end)).map(place);
            let all = all.collect::<Result<Vec<u64>, TableError>>();
            all.map_err(|error| ProbeError::Unreadable(error.into()))
        };
        let tasks = (end - start).div_ceil(TASK_PLACES) as usize;
        let asked = parallel::map(tasks, |number| {
            let asked = files.iter().map(|_| RefCell::default()).collect();
            let notes = Notes { metric: values.metric(), layouts: &layouts, asked };
            let audited = audit_places(layout, &notes, task(number)?.into_iter());
            audited.map(|_| notes.asked.into_iter().map(RefCell::into_inner).collect::<Vec<_>>())
        });
        let asked = asked.into_iter().collect::<Result<Vec<_>, _>>()?;
        let read = |number: usize| -> Result<Read, ProbeError> {
            let of_file = || asked.iter().map(|asked| &asked[number]);
            let places: Vec<Place> = of_file().flatten().copied().collect();
            let answers = files[number].values(&places);
            let answers = answers.map_err(|error| ProbeError::Unreadable(error.into()))?;
            let mut firsts = vec![0];
            firsts.extend(of_file().scan(0, |end, asked| {
                *end += asked.len();
                Some(*end)
            }));
            Ok(Read { layout: layouts[number], answers, firsts })
        };
        let read = (0..files.len()).map(read).collect::<Result<Vec<_>, _>>()?;
        drop(asked);
        let found = parallel::map(tasks, |number| {
            let next = read.iter().map(|read| Cell::new(read.firsts[number])).collect();
            let answers = Answers { read: &read, next, values };
            if is_stopped.load(Relaxed) {
                return Ok(Found::default());
            }
            let places = task(number)?;
            let count = places.len() as u64;
            let found = audit_places(layout, &answers, places.into_iter());
            if progress.advance(stage, count).is_break() {
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
    progress.end(stage);
    let extent = if places.is_whole() { Extent::Whole } else { extent };
    Ok(all.into_audit(layout.material(), legal_count(layout), extent))
}

/// Notes the places of the files that values are asked for. All values are draws.
struct Notes<'a> {
    metric: Metric,
    layouts: &'a [&'a Layout],
    /// The places by file.
    asked: Vec<RefCell<Vec<Place>>>,
}

impl Values for Notes<'_> {
    fn metric(&self) -> Metric {
        self.metric
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let file = self.layouts.iter().position(|layout| layout.material() == material);
        if let Some(file) = file {
            let index = placement.index(self.layouts[file]).expect("boards are legal positions");
            let place = Place { side_to_move: placement.side_to_move, index };
            self.asked[file].borrow_mut().push(place);
        }
        Ok(Value::Draw)
    }
}

/// The values of a file that a batch asks for.
struct Read<'a> {
    layout: &'a Layout,
    /// The values in the order of the tasks, and within each in the order of the questions.
    answers: Vec<Option<Value>>,
    /// The first of each task.
    firsts: Vec<usize>,
}

/// Has the values of the places that [`Notes`] noted, in the same order.
struct Answers<'a, V: ?Sized> {
    read: &'a [Read<'a>],
    /// By file, the number of the value that is asked for next.
    next: Vec<Cell<usize>>,
    /// The values of other tables.
    values: &'a V,
}

impl<V: Values + ?Sized> Values for Answers<'_, V> {
    fn metric(&self) -> Metric {
        self.values.metric()
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let file = self.read.iter().position(|read| read.layout.material() == material);
        let Some(file) = file else { return self.values.value(material, placement) };
        let next = self.next[file].get();
        self.next[file].set(next + 1);
        self.read[file].answers[next].ok_or(ProbeError::Illegal(material))
    }
}

/// Audits places, each given as `side to move * count + index`. Which values it asks for, and in which order,
/// does not depend on them.
fn audit_places(
    layout: &Layout,
    values: &(impl Values + ?Sized),
    places: impl Iterator<Item = u64>,
) -> Result<Found, ProbeError> {
    let mut builder = BoardBuilder::empty();
    let mut found = Found::default();
    for board in places.filter_map(|place| places::board_at(&mut builder, layout, place)) {
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

/// Returns the value of a position for its side to move, derived by one ply of search. A successor
/// that the tables have no legal position for counts as a draw; the audit of its place reports it.
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
