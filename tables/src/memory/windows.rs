//! Large tables of which a few king pairs are in memory at a time.
//!
//! The values of six men take 15 GB and more. What looks at all of them once takes them as they come: a
//! [`PlainTable`] has addresses for all values and memory for those of some king pairs, its *window*.

use std::{error::Error, io, ops::Range, sync::Arc};

use drawproof_board::Color;

use super::{plain::PlainTable, scratch::TableMemory};
use crate::{
    endgame::layout::Layout,
    value::{metric::Metric, outcome::Value, width::Width},
};

/// King pairs or pawn slices that are in memory at once: enough for the threads to share the work.
const PARTS: usize = 2;

/// A table that is read part by part, or at many places at once, such as a file.
pub trait PartReader: Send + Sync {
    /// Position <-> index of the table.
    fn layout(&self) -> &Arc<Layout>;

    /// The distance that the values count.
    fn metric(&self) -> Metric;

    /// The bytes of a value.
    fn width(&self) -> Width;

    /// Puts the values of some king pairs or pawn slices ([`Layout::outer`]) into `table`, which is of this
    /// layout. Works on the current rayon pool.
    ///
    /// # Errors
    ///
    /// They cannot be read.
    fn read_parts(
        &self,
        parts: Range<usize>,
        table: &mut PlainTable,
    ) -> Result<(), Box<dyn Error + Send + Sync>>;

    /// The values at places, in their order; `None` where no legal position is. Works on the current rayon
    /// pool.
    ///
    /// # Errors
    ///
    /// They cannot be read.
    fn read_places(
        &self,
        places: &[Place],
    ) -> Result<Vec<Option<Value>>, Box<dyn Error + Send + Sync>>;
}

/// A position of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The side to move.
    pub side_to_move: Color,
    /// Its index in the table.
    pub index: usize,
}

/// All values of an endgame, in memory at once or window by window.
pub struct Windows {
    /// The whole table, or one without values.
    table: Arc<PlainTable>,
    window: Option<Window>,
}

/// Values in memory for a while.
struct Window {
    reader: Arc<dyn PartReader>,
    table: Arc<PlainTable>,
}

impl Windows {
    /// The values of a table in memory.
    pub fn whole(table: Arc<PlainTable>) -> Windows {
        Windows { table, window: None }
    }

    /// The values that `reader` reads part by part.
    ///
    /// # Errors
    ///
    /// The system has no addresses for so many values.
    pub fn over(reader: Arc<dyn PartReader>) -> io::Result<Windows> {
        let (layout, metric) = (reader.layout().clone(), reader.metric());
        let memory = TableMemory::addresses(&layout, reader.width())?;
        let table = PlainTable::new(layout.clone(), memory.cells, memory.legal);
        let table = Arc::new(table.with_metric(metric, memory.far));
        let window = Some(Window { reader, table });
        Ok(Windows { table: Arc::new(PlainTable::outline(layout, metric)), window })
    }

    /// The table if it [is whole](Windows::is_whole); else one without values, which panics where one is read.
    pub fn table(&self) -> &Arc<PlainTable> {
        &self.table
    }

    /// Whether all values are in memory at once.
    pub fn is_whole(&self) -> bool {
        self.window.is_none()
    }

    /// Calls `visit` with the table and the king pairs or pawn slices whose values it has: with all at
    /// once, or with some after the other, those of `parts` at least. `visit` keeps no reference to the table.
    ///
    /// # Errors
    ///
    /// `visit` fails, or the values cannot be read (`unreadable` makes the error).
    pub fn each<E>(
        &mut self,
        parts: Range<usize>,
        unreadable: impl Fn(Box<dyn Error + Send + Sync>) -> E,
        mut visit: impl FnMut(&Arc<PlainTable>, Range<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(Window { reader, table }) = &mut self.window else {
            return visit(&self.table, 0..self.table.layout().outer_count());
        };
        for first in parts.clone().step_by(PARTS) {
            let parts = first..(first + PARTS).min(parts.end);
            let kept = "nobody keeps the table";
            let values = Arc::get_mut(table).expect(kept);
            reader.read_parts(parts.clone(), values).map_err(&unreadable)?;
            visit(table, parts.clone())?;
            Arc::get_mut(table).expect(kept).forget_parts(parts);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::material::NormalMaterial;

    #[test]
    fn parts_that_are_forgotten_take_no_memory() {
        let layout = Arc::new(Layout::new("KRKN".parse::<NormalMaterial>().unwrap()));
        let memory = TableMemory::addresses(&layout, Width::Two).unwrap();
        let table = PlainTable::new(layout.clone(), memory.cells, memory.legal);
        let mut table = table.with_metric(Metric::Dtm, memory.far);
        let values = table.memory_mut();
        values.cells.into_iter().chain(values.far.unwrap()).for_each(|layer| layer.fill(7));
        values.legal.into_iter().for_each(|legal| legal.fill(7));
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
