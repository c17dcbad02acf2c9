//! All values of an endgame, in memory, and sets of such tables.
//!
//! A *part* is a king pair (endgames without pawns) or a pawn slice (endgames with pawns): the unit that
//! [`Layout::outer`] numbers, `64^digits` indices. All positions that one conversion of a word leads to are
//! in one part, unless a king of the target's king pairs varies. A solver reads the parts of tables in
//! memory ([`PlainTable::part`]). A table of which no memory holds all cells assembles them part by part
//! ([`TableParts`]), for code that reads every value about once, such as that which packs it.

use std::{collections::BTreeMap, fmt::Debug, ops::Range, sync::Arc};

use drawproof_board::Color;

use super::{aligned::Aligned, scratch::TableMemory};
use crate::{
    endgame::{layout::Layout, material::NormalMaterial, placement::Placement},
    value::{
        cell::Cell,
        metric::Metric,
        outcome::Value,
        width::{RawCell, Width},
    },
};

/// The values of every position of an endgame, both sides to move, one cell each.
#[derive(Clone, Debug)]
pub struct PlainTable {
    layout: Arc<Layout>,
    /// [`Cell`] bytes by `[side to move][index]`; a draw where the index is no legal position.
    cells: [Aligned<RawCell>; 2],
    /// Legal positions by `[side to move][word]`, bit = lane.
    legal: [Aligned<u64>; 2],
    metric: Metric,
    /// The second layer by `[side to move][index]`: where a number does not fit a cell; in a table of
    /// helpmates, the cells of those by Black.
    far: Option<[Aligned<RawCell>; 2]>,
}

/// The memory of a [`PlainTable`], by side to move.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) struct PlainMemory<'a> {
    /// By index.
    pub cells: [&'a mut [RawCell]; 2],
    /// By index; `None` if there is no second layer.
    pub far: Option<[&'a mut [RawCell]; 2]>,
    /// By word, bit = lane.
    pub legal: [&'a mut [u64]; 2],
}

impl PlainTable {
    /// A table of distances to mate from its parts: cells by `[side to move][index]` and legal positions by
    /// `[side to move][word]`. Panics if their lengths are not the layout's.
    pub fn new(
        layout: Arc<Layout>,
        cells: [impl Into<Aligned<RawCell>>; 2],
        legal: [impl Into<Aligned<u64>>; 2],
    ) -> PlainTable {
        let (cells, legal) = (cells.map(Into::into), legal.map(Into::into));
        for side in 0..2 {
            assert_eq!(cells[side].len(), layout.count());
            assert_eq!(legal[side].len(), layout.words());
        }
        PlainTable { layout, cells, legal, metric: Metric::Dtm, far: None }
    }

    /// The same cells as values of another metric. `far`: the second layer by `[side to
    /// move][index]` (see [`Cell::split`]), if any number needs it. Panics if its lengths are not the
    /// layout's.
    #[must_use]
    pub fn with_metric(self, metric: Metric, far: Option<[Aligned<RawCell>; 2]>) -> PlainTable {
        for layer in far.iter().flatten() {
            assert_eq!(layer.len(), self.layout.count());
        }
        PlainTable { metric, far, ..self }
    }

    /// The same table in other memory, which is as large and all zeros.
    #[must_use]
    pub fn moved_to(self, memory: TableMemory) -> PlainTable {
        let PlainTable { layout, cells, legal, metric, far } = self;
        let TableMemory { cells: mut new_cells, legal: mut new_legal, far: mut new_far } = memory;
        for side in 0..2 {
            new_cells[side].copy_from_slice(&cells[side]);
            new_legal[side].copy_from_slice(&legal[side]);
            if let (Some(new_far), Some(far)) = (&mut new_far, &far) {
                new_far[side].copy_from_slice(&far[side]);
            }
        }
        let far = far.map(|far| new_far.unwrap_or(far));
        PlainTable::new(layout, new_cells, new_legal).with_metric(metric, far)
    }

    /// The memory of the values, to be written: cells, second layer, legal positions.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn memory_mut(&mut self) -> PlainMemory<'_> {
        PlainMemory {
            cells: self.cells.each_mut().map(|side| &mut **side),
            far: self.far.as_mut().map(|far| far.each_mut().map(|side| &mut **side)),
            legal: self.legal.each_mut().map(|side| &mut **side),
        }
    }

    /// Gives the memory of the values of some king pairs or pawn slices back to the system, where it can.
    pub(super) fn forget_parts(&mut self, parts: Range<usize>) {
        let size = 1 << (6 * self.layout.digits());
        let places = parts.start * size..parts.end * size;
        let layers = self.cells.iter_mut().chain(self.far.iter_mut().flatten());
        layers.for_each(|layer| layer.forget(places.clone()));
        let words = places.start / 64..places.end / 64;
        self.legal.iter_mut().for_each(|legal| legal.forget(words.clone()));
    }

    /// Whether the values are in scratch files.
    pub fn is_in_scratch(&self) -> bool {
        self.cells[0].is_in_scratch()
    }

    /// The distance that the values count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The bytes that a value takes; of a table of helpmates, both of its values.
    pub fn width(&self) -> Width {
        if self.far.is_some() { Width::Two } else { Width::One }
    }

    /// The second layer of a side to move, by index; `None` if all values fit a cell.
    pub fn far(&self, side_to_move: Color) -> Option<&[RawCell]> {
        self.far.as_ref().map(|far| &far[side_to_move as usize][..])
    }

    /// The [`Cell`] bytes of the helpmates by a colour with `side_to_move` to move, by index. Panics
    /// unless the table is one of helpmates.
    pub fn helpmate_cells(&self, mating: Color, side_to_move: Color) -> &[RawCell] {
        assert_eq!(self.metric, Metric::Helpmate, "a table of helpmates");
        match mating {
            Color::White => self.cells(side_to_move),
            Color::Black => self.far(side_to_move).expect("it has a second layer"),
        }
    }

    /// The plies of the shortest helpmate by White and of that by Black; `None` where no legal moves lead
    /// to one, or the index is no legal position. Panics unless the table is one of helpmates.
    pub fn helpmates(&self, side_to_move: Color, index: usize) -> [Option<u16>; 2] {
        Color::ALL.map(|mating| {
            Cell::from_byte(self.helpmate_cells(mating, side_to_move)[index]).value().number()
        })
    }

    /// The memory of the values.
    pub fn into_memory(self) -> TableMemory {
        TableMemory { cells: self.cells, legal: self.legal, far: self.far }
    }

    /// The bytes of its values and legal positions, both sides to move.
    pub fn size_bytes(&self) -> u64 {
        let layers = u64::from(self.width().code());
        2 * (layers * self.layout.count() as u64 + 8 * self.layout.words() as u64)
    }

    /// Position <-> index of the table.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The endgame.
    pub fn material(&self) -> NormalMaterial {
        self.layout.material()
    }

    /// The [`Cell`] bytes of a side to move, by index.
    pub fn cells(&self, side_to_move: Color) -> &[RawCell] {
        &self.cells[side_to_move as usize]
    }

    /// The legal positions of a side to move, by word, bit = lane.
    pub fn legal(&self, side_to_move: Color) -> &[u64] {
        &self.legal[side_to_move as usize]
    }

    /// The lanes of a word that no value decides: with a draw's cells, of helpmates without one by either
    /// colour.
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

    /// Whether the index is a legal position.
    pub fn is_legal(&self, side_to_move: Color, index: usize) -> bool {
        self.legal[side_to_move as usize][index / 64] >> (index % 64) & 1 != 0
    }

    /// The value at an index for the side to move, a draw where the index is no legal position. Helpmates
    /// have two ([`PlainTable::helpmates`]).
    pub fn value(&self, side_to_move: Color, index: usize) -> Value {
        debug_assert_ne!(self.metric, Metric::Helpmate);
        let cell = Cell::from_byte(self.cells[side_to_move as usize][index]);
        cell.value_beyond(self.far(side_to_move).map_or(0, |far| far[index]))
    }

    /// The value of a position with the material of this table, White the canonical first side;
    /// `None` if the position is illegal.
    pub fn probe(&self, placement: &Placement) -> Option<Value> {
        let index = placement.index(&self.layout)?;
        let legal = self.is_legal(placement.side_to_move, index);
        legal.then(|| self.value(placement.side_to_move, index))
    }

    /// [`PlainTable::probe`] for a table of helpmates.
    pub fn probe_helpmates(&self, placement: &Placement) -> Option<[Option<u16>; 2]> {
        let index = placement.index(&self.layout)?;
        let legal = self.is_legal(placement.side_to_move, index);
        legal.then(|| self.helpmates(placement.side_to_move, index))
    }

    /// The cells and legal positions of king pair or pawn slice `outer` with `side_to_move` to
    /// move. Panics if `outer` is not below [`Layout::outer_count`].
    #[inline]
    pub fn part(&self, side_to_move: Color, outer: usize) -> SolvedPart<'_> {
        let size = 1 << (6 * self.layout.digits());
        SolvedPart {
            cells: &self.cells(side_to_move)[outer * size..][..size],
            far: self.far(side_to_move).map(|far| &far[outer * size..][..size]),
            legal: &self.legal(side_to_move)[outer * size / 64..][..size / 64],
        }
    }

    /// [`PlainTable::part`] of the helpmates by a colour.
    pub fn helpmate_part(
        &self,
        mating: Color,
        side_to_move: Color,
        outer: usize,
    ) -> SolvedPart<'_> {
        let size = 1 << (6 * self.layout.digits());
        let cells = &self.helpmate_cells(mating, side_to_move)[outer * size..][..size];
        SolvedPart { cells, far: None, ..self.part(side_to_move, outer) }
    }

    /// Number of indices that are legal positions, by side to move.
    pub fn legal_count(&self, side_to_move: Color) -> u64 {
        self.legal[side_to_move as usize].iter().map(|word| u64::from(word.count_ones())).sum()
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

/// The cells and legal positions of one king pair or pawn slice, one side to move.
///
/// A place is an index without its outer number: `index % 64^digits`.
#[derive(Clone, Copy, Debug)]
pub struct SolvedPart<'a> {
    /// [`Cell`] bytes by place, `64^digits` of them; a draw where the place is no legal position.
    pub cells: &'a [RawCell],
    /// The second layer by place ([`Cell::value_beyond`]); `None` if all values fit a cell.
    pub far: Option<&'a [RawCell]>,
    /// Legal positions by word, `64^digits / 64` of them, bit = lane.
    pub legal: &'a [u64],
}

impl SolvedPart<'_> {
    /// Whether the place is a legal position.
    #[inline]
    pub fn is_legal(&self, place: usize) -> bool {
        self.legal[place / 64] >> (place % 64) & 1 != 0
    }

    /// The value at a place for the side to move, a draw where the place is no legal position.
    #[inline]
    pub fn value(&self, place: usize) -> Value {
        Cell::from_byte(self.cells[place]).value_beyond(self.far.map_or(0, |far| far[place]))
    }
}

/// The values of one endgame, one byte each, by part: a king pair or a pawn slice.
pub trait TableParts: Debug + Send + Sync {
    /// Position <-> index of the table.
    fn layout(&self) -> &Arc<Layout>;

    /// The distance that the values count.
    fn metric(&self) -> Metric;

    /// Replaces `cells`, by `[side to move][place]`, by those of king pair or pawn slice `outer`. Panics if
    /// `outer` is not below [`Layout::outer_count`], or if there are not as many cells as places.
    fn assemble(&self, outer: usize, cells: [&mut [RawCell]; 2]);
}

/// Tables in memory, by endgame.
#[derive(Clone, Debug, Default)]
pub struct TableSet {
    tables: BTreeMap<NormalMaterial, Arc<PlainTable>>,
}

impl TableSet {
    /// No tables.
    pub fn new() -> TableSet {
        TableSet::default()
    }

    /// Adds a table; it replaces one of the same endgame. Panics if it is of another metric than the
    /// tables of the set.
    pub fn insert(&mut self, table: Arc<PlainTable>) {
        assert!(self.tables.is_empty() || self.metric() == table.metric(), "one metric a set");
        self.tables.insert(table.material(), table);
    }

    /// The distance that the values of the tables count; DTM for an empty set.
    pub fn metric(&self) -> Metric {
        self.tables.values().next().map_or(Metric::Dtm, |table| table.metric())
    }

    /// The table of an endgame; `None` if the set lacks it.
    pub fn get(&self, material: NormalMaterial) -> Option<&Arc<PlainTable>> {
        self.tables.get(&material)
    }

    /// Removes and returns the table of an endgame; `None` if the set lacks it.
    pub fn remove(&mut self, material: NormalMaterial) -> Option<Arc<PlainTable>> {
        self.tables.remove(&material)
    }

    /// All tables, in the order of their endgames.
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
