//! All values of an endgame, in memory, and sets of such tables.
//!
//! A *part* is a king pair (endgames without pawns) or a pawn slice (endgames with pawns): the unit that
//! [`Layout::outer`] numbers, `64^digits` indices. All positions that one conversion of a word leads to are
//! in one part, unless a king of the target's king pairs varies. A solver reads the parts of tables in
//! memory ([`PlainTable::part`]). A table of which no memory holds all cells assembles them part by part
//! ([`TableParts`]), for code that reads every value about once, such as that which packs it.

use std::{collections::BTreeMap, fmt::Debug, ops::Range, sync::Arc};

use drawproof_board::Color;

use super::{
    aligned::Aligned,
    values::{SolvedPart, TableMemory},
};
use crate::{
    endgame::{layout::Layout, material::NormalMaterial, placement::Placement},
    value::{
        cell::Cell,
        metric::Metric,
        outcome::Value,
        width::{RawCell, Width},
    },
};

/// A whole table in memory or scratch files: one cell for every position of an endgame, with both
/// sides to move.
#[derive(Clone, Debug)]
pub struct PlainTable {
    layout: Arc<Layout>,
    metric: Metric,
    /// [`Cell`] bytes; illegal positions read as draws. The second layer holds values that do not
    /// fit a cell; in a table of helpmates, the cells of Black's helpmates.
    memory: TableMemory,
}

impl PlainTable {
    /// Makes a table of distances to mate from its cells, `[side to move][index]`, and its legal
    /// positions, `[side to move][word]`. Panics if their lengths are not those of the layout.
    pub fn new(
        layout: Arc<Layout>,
        cells: [impl Into<Aligned<RawCell>>; 2],
        legal: [impl Into<Aligned<u64>>; 2],
    ) -> PlainTable {
        let (cells, legal) = (cells.map(Into::into), legal.map(Into::into));
        PlainTable::of_memory(layout, Metric::Dtm, TableMemory { cells, legal, far: None })
    }

    /// Makes a table of the values in `memory`. Panics unless the memory has the size of the
    /// layout.
    pub fn of_memory(layout: Arc<Layout>, metric: Metric, memory: TableMemory) -> PlainTable {
        let layers = memory.cells.iter().chain(memory.far.iter().flatten());
        layers.for_each(|layer| assert_eq!(layer.len(), layout.count()));
        memory.legal.iter().for_each(|legal| assert_eq!(legal.len(), layout.words()));
        PlainTable { layout, metric, memory }
    }

    /// Returns a table with the same cells, interpreted as values of another metric. `far` is the
    /// second layer, `[side to move][index]` (see [`Cell::split`]), if some number needs it. Panics
    /// if its lengths are not those of the layout.
    #[must_use]
    pub fn with_metric(self, metric: Metric, far: Option<[Aligned<RawCell>; 2]>) -> PlainTable {
        PlainTable::of_memory(self.layout, metric, TableMemory { far, ..self.memory })
    }

    /// Moves the values to other memory, which must have the same size and be all zeros.
    #[must_use]
    pub fn moved_to(self, mut memory: TableMemory) -> PlainTable {
        let PlainTable { layout, metric, memory: own } = self;
        for side in 0..2 {
            memory.cells[side].copy_from_slice(&own.cells[side]);
            memory.legal[side].copy_from_slice(&own.legal[side]);
            if let (Some(new_far), Some(far)) = (&mut memory.far, &own.far) {
                new_far[side].copy_from_slice(&far[side]);
            }
        }
        let far = own.far.map(|far| memory.far.unwrap_or(far));
        PlainTable::of_memory(layout, metric, TableMemory { far, ..memory })
    }

    /// Returns the memory of the values, to be written.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn memory_mut(&mut self) -> &mut TableMemory {
        &mut self.memory
    }

    /// Returns to the system, if possible, the memory that holds the values of some king pairs or
    /// pawn slices.
    pub(super) fn forget_parts(&mut self, parts: Range<usize>) {
        let size = self.layout.part_count();
        let places = parts.start * size..parts.end * size;
        let TableMemory { cells, legal, far } = &mut self.memory;
        let layers = cells.iter_mut().chain(far.iter_mut().flatten());
        layers.for_each(|layer| layer.forget(places.clone()));
        let words = places.start / 64..places.end / 64;
        legal.iter_mut().for_each(|legal| legal.forget(words.clone()));
    }

    /// Returns whether the values are in scratch files.
    pub fn is_in_scratch(&self) -> bool {
        self.memory.cells[0].is_in_scratch()
    }

    /// Returns the metric of the values.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the width of a value; in a table of helpmates, the width of both colours' values
    /// together.
    pub fn width(&self) -> Width {
        if self.memory.far.is_some() { Width::Two } else { Width::One }
    }

    /// Returns the second layer of a side to move, by index; `None` if all values fit a cell.
    pub fn far(&self, side_to_move: Color) -> Option<&[RawCell]> {
        self.memory.far.as_ref().map(|far| &far[side_to_move as usize][..])
    }

    /// Returns the [`Cell`] bytes of the helpmates by `mating` with `side_to_move` to move, by
    /// index. Panics unless the table is one of helpmates.
    pub fn helpmate_cells(&self, mating: Color, side_to_move: Color) -> &[RawCell] {
        assert_eq!(self.metric, Metric::Helpmate, "a table of helpmates");
        match mating {
            Color::White => self.cells(side_to_move),
            Color::Black => self.far(side_to_move).expect("it has a second layer"),
        }
    }

    /// Returns the lengths of the shortest helpmates by White and by Black in plies; `None` for a
    /// colour without a helpmate, or if the position is illegal. Panics unless the table is one of
    /// helpmates.
    pub fn helpmates(&self, side_to_move: Color, index: usize) -> [Option<u16>; 2] {
        Color::ALL.map(|mating| {
            Cell::from_byte(self.helpmate_cells(mating, side_to_move)[index]).value().number()
        })
    }

    /// Returns the memory that holds the values.
    pub fn into_memory(self) -> TableMemory {
        self.memory
    }

    /// Returns the size of the values and the legal positions in bytes, both sides to move.
    pub fn size_bytes(&self) -> u64 {
        let layers = u64::from(self.width().code());
        2 * (layers * self.layout.count() as u64 + 8 * self.layout.words() as u64)
    }

    /// Returns the layout, which maps positions to indices and back.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns the endgame of the table.
    pub fn material(&self) -> NormalMaterial {
        self.layout.material()
    }

    /// Returns the [`Cell`] bytes with one side to move, by index.
    pub fn cells(&self, side_to_move: Color) -> &[RawCell] {
        &self.memory.cells[side_to_move as usize]
    }

    /// Returns the legal positions with one side to move, by word, bit = lane.
    pub fn legal(&self, side_to_move: Color) -> &[u64] {
        &self.memory.legal[side_to_move as usize]
    }

    /// Returns the lanes of a word whose cells hold no win or loss: draws and illegal positions. In
    /// a table of helpmates, these are the lanes in which the position is illegal or neither colour
    /// can mate.
    pub fn undecided(&self, side_to_move: Color, word: usize) -> u64 {
        let drawn = |layer: &[RawCell]| {
            let cells = layer[word * 64..][..64].iter().enumerate();
            cells.fold(0, |set, (lane, &cell)| set | u64::from(cell == Cell::DRAW.byte()) << lane)
        };
        let own = drawn(self.cells(side_to_move));
        match self.metric {
            Metric::Helpmate => own & drawn(self.helpmate_cells(Color::Black, side_to_move)),
            _ => own,
        }
    }

    /// Returns whether the index is a legal position.
    pub fn is_legal(&self, side_to_move: Color, index: usize) -> bool {
        self.legal(side_to_move)[index / 64] >> (index % 64) & 1 != 0
    }

    /// Returns the value at an index, for the side to move. Illegal positions read as draws.
    /// Helpmates have two values ([`PlainTable::helpmates`]).
    pub fn value(&self, side_to_move: Color, index: usize) -> Value {
        debug_assert_ne!(self.metric, Metric::Helpmate);
        let cell = Cell::from_byte(self.cells(side_to_move)[index]);
        cell.value_beyond(self.far(side_to_move).map_or(0, |far| far[index]))
    }

    /// Returns the value of a position; `None` if the position is illegal. The position must have
    /// the material of this table, with White as the first side of the canonical name.
    pub fn probe(&self, placement: &Placement) -> Option<Value> {
        let index = placement.index(&self.layout)?;
        let legal = self.is_legal(placement.side_to_move, index);
        legal.then(|| self.value(placement.side_to_move, index))
    }

    /// Returns the lengths of the shortest helpmates of a position, as [`PlainTable::helpmates`]
    /// does; the position must meet the conditions of [`PlainTable::probe`]. Returns `None` if the
    /// position is illegal.
    pub fn probe_helpmates(&self, placement: &Placement) -> Option<[Option<u16>; 2]> {
        let index = placement.index(&self.layout)?;
        let legal = self.is_legal(placement.side_to_move, index);
        legal.then(|| self.helpmates(placement.side_to_move, index))
    }

    /// Returns the cells and legal positions of king pair or pawn slice `outer` with `side_to_move`
    /// to move. Panics if `outer` is not below [`Layout::outer_count`].
    #[inline]
    pub fn part(&self, side_to_move: Color, outer: usize) -> SolvedPart<'_> {
        let size = self.layout.part_count();
        self.memory.part(side_to_move, outer * size..(outer + 1) * size)
    }

    /// Does what [`PlainTable::part`] does, for the helpmates by `mating`.
    pub fn helpmate_part(
        &self,
        mating: Color,
        side_to_move: Color,
        outer: usize,
    ) -> SolvedPart<'_> {
        let size = self.layout.part_count();
        let cells = &self.helpmate_cells(mating, side_to_move)[outer * size..][..size];
        SolvedPart { cells, far: None, ..self.part(side_to_move, outer) }
    }

    /// Returns the number of legal positions in the table with `side_to_move` to move.
    pub fn legal_count(&self, side_to_move: Color) -> u64 {
        self.legal(side_to_move).iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// Copies the cells. Panics unless all values fit a byte.
impl TableParts for PlainTable {
    fn layout(&self) -> &Arc<Layout> {
        PlainTable::layout(self)
    }

    fn metric(&self) -> Metric {
        PlainTable::metric(self)
    }

    fn assemble(&self, outer: usize, cells: [&mut [RawCell]; 2]) {
        for (side, cells) in Color::ALL.into_iter().zip(cells) {
            assert!(self.far(side).is_none(), "values of one byte");
            cells.copy_from_slice(self.part(side, outer).cells);
        }
    }
}

/// The values of one endgame, one byte each, which are assembled one part at a time. A part is a
/// king pair or a pawn slice.
pub trait TableParts: Debug + Send + Sync {
    /// Returns the layout, which maps positions to indices and back.
    fn layout(&self) -> &Arc<Layout>;

    /// Returns the metric of the values.
    fn metric(&self) -> Metric;

    /// Overwrites `cells`, `[side to move][place]`, with the cells of king pair or pawn slice
    /// `outer`. A place is an index within the part. Panics if `outer` is not below
    /// [`Layout::outer_count`], or if the number of cells differs from the number of places.
    fn assemble(&self, outer: usize, cells: [&mut [RawCell]; 2]);
}

/// A set of whole tables of one metric, by endgame.
#[derive(Clone, Debug, Default)]
pub struct TableSet {
    tables: BTreeMap<NormalMaterial, Arc<PlainTable>>,
}

impl TableSet {
    /// Returns a set without tables.
    pub fn new() -> TableSet {
        TableSet::default()
    }

    /// Adds a table, replacing any table of the same endgame. Panics if the table's metric differs
    /// from that of the set.
    pub fn insert(&mut self, table: Arc<PlainTable>) {
        assert!(self.tables.is_empty() || self.metric() == table.metric(), "one metric a set");
        self.tables.insert(table.material(), table);
    }

    /// Returns the metric of the tables; DTM for an empty set.
    pub fn metric(&self) -> Metric {
        self.tables.values().next().map_or(Metric::Dtm, |table| table.metric())
    }

    /// Returns the table of an endgame; `None` if the set lacks it.
    pub fn get(&self, material: NormalMaterial) -> Option<&Arc<PlainTable>> {
        self.tables.get(&material)
    }

    /// Removes and returns the table of an endgame; `None` if the set lacks it.
    pub fn remove(&mut self, material: NormalMaterial) -> Option<Arc<PlainTable>> {
        self.tables.remove(&material)
    }

    /// Returns all tables, in the order of their endgames.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<PlainTable>> {
        self.tables.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_plain_table_are_its_cells_and_legal_positions() {
        for name in ["KRK", "KPK"] {
            let material = name.parse::<NormalMaterial>().unwrap();
            let layout = Arc::new(Layout::new(material));
            let cells: [Vec<RawCell>; 2] =
                [1, 7].map(|factor| (0..layout.count()).map(|n| (n * factor) as RawCell).collect());
            let legal: [Vec<u64>; 2] =
                [3, 5].map(|factor| (0..layout.words() as u64).map(|n| n * factor).collect());
            let mut tables = TableSet::new();
            tables.insert(Arc::new(PlainTable::new(layout.clone(), cells.clone(), legal.clone())));
            let table = tables.get(material).unwrap();
            for side in Color::ALL {
                let parts = || (0..layout.outer_count()).map(|outer| table.part(side, outer));
                let all_cells: Vec<RawCell> =
                    parts().flat_map(|part| part.cells).copied().collect();
                let all_legal: Vec<u64> = parts().flat_map(|part| part.legal).copied().collect();
                assert!(all_cells == cells[side as usize], "{name}");
                assert!(all_legal == legal[side as usize], "{name}");
            }
            let part = table.part(Color::White, 1);
            assert_eq!(part.is_legal(1), part.legal[0] & 2 != 0);
        }
    }
}
