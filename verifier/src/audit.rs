//! The audit: a table is proved, not trusted.
//!
//! Every position's value is derived anew from its legal successors, which an ordinary move
//! generator finds, and compared with what the table says. A table that passes, over tables that
//! pass, is right: mates and stalemates are seen on the board, and every other value is one ply
//! away from values that are right. Legality is judged on the board too, so that no position is
//! left out in silence. Values with an en-passant right are derived and compared as well.
//!
//! This says where a table is wrong, not why; it neither makes nor repairs tables.

mod places;
mod successors;

use std::sync::Arc;

use cozy_chess::{BoardBuilder, Color};
use drawproof_tables::{
    NormalMaterial, PlainTable, TableSet, Value, probe::with_en_passant_rights,
};
use rayon::prelude::*;

use self::{places::Places, successors::Successors};

/// Which positions are audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every position.
    Whole,
    /// A random choice of places of the table, each at most once; those that are no legal position
    /// count for nothing.
    Sample {
        /// Number of places drawn; the whole table if it has no more.
        places: u64,
        /// What the choice is drawn from: the same seed gives the same places.
        seed: u64,
    },
}

/// What a table says of a place, or should say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// No legal position.
    Illegal,
    /// A position of this value for the side to move.
    Value(Value),
}

/// A position that the table is wrong about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The position.
    pub fen: String,
    /// What the table says.
    pub stored: Entry,
    /// What its legal successors say.
    pub expected: Entry,
}

/// The result of an audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The endgame.
    pub material: NormalMaterial,
    /// Legal positions by the table's own account, both sides to move.
    pub positions: u64,
    /// Legal positions that were audited; equal to `positions` if the whole table was.
    pub audited: u64,
    /// Further positions, with a legal en-passant right, that were audited.
    pub en_passant: u64,
    /// What was to be audited. A sample that is no smaller than the table is the whole.
    pub extent: Extent,
    /// Number of positions that the table is wrong about.
    pub wrong: u64,
    /// The first of them, [`ERRORS_MAX`] at most.
    pub errors: Vec<WrongValue>,
}

/// Errors that are listed; more are counted.
pub const ERRORS_MAX: usize = 100;

/// Follows an audit. Called from several threads.
pub trait AuditObserver: Sync {
    /// An audit of so many places begins.
    fn begin(&self, _material: NormalMaterial, _places: u64) {}
    /// `places` more have been audited.
    fn audited(&self, _places: u64) {}
    /// The audit is done.
    fn end(&self) {}
}

/// An observer that does not look.
impl AuditObserver for () {}

/// A table that an audit needs is not at hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{of} cannot be audited without the table of {missing}, which its moves lead to")]
pub struct MissingTable {
    /// The endgame to audit.
    pub of: NormalMaterial,
    /// The table that is missing.
    pub missing: NormalMaterial,
}

impl Audit {
    /// Whether every audited position is right and, if all were to be audited, none was left out.
    pub fn is_clean(&self) -> bool {
        let complete = self.extent != Extent::Whole || self.audited == self.positions;
        self.wrong == 0 && complete
    }
}

/// Places that one task audits.
const TASK_PLACES: u64 = 4096;

/// What one task found.
#[derive(Default)]
struct Found {
    audited: u64,
    en_passant: u64,
    wrong: u64,
    errors: Vec<WrongValue>,
}

/// Audits the table of an endgame. `tables` holds it and those that its captures and promotions
/// lead to. Runs on the current rayon pool; the result is the same for any number of threads.
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
    let tasks = (0..places.count().div_ceil(TASK_PLACES)).into_par_iter();
    let found = tasks
        .map(|task| {
            let start = task * TASK_PLACES;
            let end = (start + TASK_PLACES).min(places.count());
            let found = audit_places(&successors, (start..end).map(|n| places.get(n)));
            observer.audited(end - start);
            found
        })
        .reduce(Found::default, Found::merge);
    observer.end();
    Ok(Audit {
        material,
        positions: Color::ALL.into_iter().map(|side| table.legal_count(side)).sum(),
        audited: found.audited,
        en_passant: found.en_passant,
        extent: if places.is_whole() { Extent::Whole } else { extent },
        wrong: found.wrong,
        errors: found.errors,
    })
}

/// Audits places given as `side to move * count + index`.
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

impl Found {
    fn add(&mut self, fen: String, stored: Entry, expected: Entry) {
        self.wrong += 1;
        if self.errors.len() < ERRORS_MAX {
            self.errors.push(WrongValue { fen, stored, expected });
        }
    }

    fn merge(mut self, next: Found) -> Found {
        self.audited += next.audited;
        self.en_passant += next.en_passant;
        self.wrong += next.wrong;
        self.errors.extend(next.errors);
        self.errors.truncate(ERRORS_MAX);
        self
    }
}
