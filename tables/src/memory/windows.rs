//! Large tables of which a few king pairs are in memory at a time.
//!
//! The values of six men take 15 GB and more. What looks at all of them once takes them as they come: a
//! [`PlainTable`] has addresses for all values and memory for those of some king pairs, its *window*.

use std::{error::Error, io, ops::Range, sync::Arc};

use drawproof_board::Color;

use super::{plain::PlainTable, values::TableMemory};
use crate::{
    endgame::layout::{Layout, Man},
    value::{metric::Metric, width::Width},
};

/// King pairs or pawn slices that are in memory at once, unless one is larger than a king pair of six men: enough for
/// the threads to share the work.
const PARTS: usize = 2;

/// Puts the values of some king pairs or pawn slices ([`Layout::outer`]) into a table of the same
/// layout, or at least the needed ones.
type ReadParts = dyn Fn(Range<usize>, Option<Needed>, &mut PlainTable) -> Result<(), Box<dyn Error + Send + Sync>>
    + Send
    + Sync;

/// A condition on the positions that a reader of a table needs: `man`, or a man like it, stands on
/// one of `squares`, and `side_to_move` is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The man whose square is restricted.
    pub man: Man,
    /// The squares on which the man may stand, bit = square.
    pub squares: u64,
    /// The side to move of the needed positions.
    pub side_to_move: Color,
}

/// All values of an endgame, in memory at once or window by window.
pub enum Windows {
    /// A table in memory, with all values available at once.
    Whole(Arc<PlainTable>),
    /// A table in scratch files. All values are available, but a few king pairs or pawn slices are
    /// visited at a time, so that neighbouring values are read together.
    InScratch(Arc<PlainTable>),
    /// A table in a file: only some king pairs or pawn slices are in memory at a time.
    InTurn(Window),
}

/// A table in a file, of which only the values being read take memory. Addresses are reserved for
/// all values.
pub struct Window {
    table: Arc<PlainTable>,
    read: Box<ReadParts>,
    needed: Option<Needed>,
}

impl Windows {
    /// Makes windows whose values `read` puts into memory part by part.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot reserve addresses for all values.
    pub(crate) fn in_turn(
        layout: &Arc<Layout>,
        (metric, width): (Metric, Width),
        read: Box<ReadParts>,
    ) -> io::Result<Windows> {
        let memory = TableMemory::addresses(layout, width)?;
        let table = Arc::new(PlainTable::of_memory(layout.clone(), metric, memory));
        Ok(Windows::InTurn(Window { table, read, needed: None }))
    }

    /// Returns the whole table if all its values are available at once, in memory or scratch files.
    pub fn whole(&self) -> Option<&Arc<PlainTable>> {
        match self {
            Windows::Whole(table) | Windows::InScratch(table) => Some(table),
            Windows::InTurn(_) => None,
        }
    }

    /// Returns the layout, which maps positions to indices and back.
    pub fn layout(&self) -> &Arc<Layout> {
        self.table().layout()
    }

    /// Returns the metric of the values.
    pub fn metric(&self) -> Metric {
        self.table().metric()
    }

    fn table(&self) -> &Arc<PlainTable> {
        match self {
            Windows::Whole(table)
            | Windows::InScratch(table)
            | Windows::InTurn(Window { table, .. }) => table,
        }
    }

    /// Restricts the values to the positions that the reader needs, so that windows are read
    /// faster. The values of other positions are then meaningless.
    pub fn need_only(&mut self, needed: Needed) {
        if let Windows::InTurn(window) = self {
            window.needed = Some(needed);
        }
    }

    /// Calls `visit` with the table and the range of king pairs or pawn slices whose values the
    /// table holds during the call. The calls together cover at least the king pairs or pawn slices
    /// `parts`. `visit` must not keep the table.
    ///
    /// # Errors
    ///
    /// Fails if `visit` fails, or if the values cannot be read (`unreadable` makes the error).
    pub fn each<E>(
        &mut self,
        parts: Range<usize>,
        unreadable: impl Fn(Box<dyn Error + Send + Sync>) -> E,
        mut visit: impl FnMut(&Arc<PlainTable>, Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let at_once = if self.layout().digits() > 4 { 1 } else { PARTS };
        let mut in_turn =
            parts.clone().step_by(at_once).map(|first| first..(first + at_once).min(parts.end));
        let Window { table, read, needed } = match self {
            Windows::Whole(table) => return visit(table, 0..table.layout().outer_count()),
            Windows::InScratch(table) => return in_turn.try_for_each(|parts| visit(table, parts)),
            Windows::InTurn(window) => window,
        };
        for parts in in_turn {
            let kept = "nobody keeps the table";
            let values = Arc::get_mut(table).expect(kept);
            read(parts.clone(), *needed, values).map_err(&unreadable)?;
            visit(table, parts.clone())?;
            Arc::get_mut(table).expect(kept).forget_parts(parts);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use drawproof_board::Color;

    use super::*;
    use crate::endgame::material::NormalMaterial;

    #[test]
    fn parts_that_are_forgotten_take_no_memory() {
        let layout = Arc::new(Layout::new("KRKN".parse::<NormalMaterial>().unwrap()));
        let memory = TableMemory::addresses(&layout, Width::Two).unwrap();
        let mut table = PlainTable::of_memory(layout.clone(), Metric::Dtm, memory);
        let TableMemory { cells, legal, far } = table.memory_mut();
        cells.iter_mut().chain(far.iter_mut().flatten()).for_each(|layer| layer.fill(7));
        legal.iter_mut().for_each(|legal| legal.fill(7));
        let size = layout.count() / layout.outer_count();
        table.forget_parts(100..200);
        for side in Color::ALL {
            for layer in [table.cells(side), table.far(side).unwrap()] {
                assert!(layer[..100 * size].iter().chain(&layer[200 * size..]).all(|&it| it == 7));
                // The system forgets whole pages.
                assert_eq!(layer[150 * size], if cfg!(target_os = "linux") { 0 } else { 7 });
            }
            let legal = table.legal(side);
            let words = 100 * size / 64..200 * size / 64;
            assert!(legal[..words.start].iter().chain(&legal[words.end..]).all(|&it| it == 7));
        }
    }
}
