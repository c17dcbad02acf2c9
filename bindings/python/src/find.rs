//! Finds the positions of a table that meet a condition, and tests the caller's positions.

use std::sync::Arc;

use arrow_array::UInt8Array;
use drawproof_board::{Board, Color, Square};
use drawproof_find::{
    Condition, ConditionError, Match, Order, Room, Search, SearchError, Tables, TablesError, Watch,
};
use drawproof_tables::{
    Layout, NormalMaterial, Placement, parallel,
    progress::{Progress, Stage},
};
use drawproof_verifier::Counting;
use pyo3::prelude::*;

use crate::{errors::Failure, rule::Work};

/// The arguments from Python that select which of the positions found to keep, and in which order.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wanted {
    order: String,
    limit: Option<usize>,
    sample: Option<usize>,
    seed: u64,
}

/// The number of positions in one task.
const TASK_POSITIONS: usize = 1024;

impl Wanted {
    /// Returns the order, and the maximum number of positions to keep.
    fn order(&self, material: NormalMaterial) -> PyResult<(Order, Option<usize>)> {
        let order = Order::named(&self.order).ok_or_else(|| {
            let text =
                format!("'{}' is not an order: write table, dtm, -dtm or square", self.order);
            Failure::new("ArgumentError", text)
        })?;
        let Some(sample) = self.sample else { return Ok((order, self.limit)) };
        if order != Order::Table || self.limit.is_some() {
            let text = "a sample has no order= and no limit=: it is drawn at random";
            return Err(Failure::new("ArgumentError", text).into());
        }
        Ok((Order::drawn(self.seed, material), Some(sample)))
    }
}

/// Parses a condition over the positions of an endgame.
pub fn condition(text: &str, layout: &Arc<Layout>) -> PyResult<Condition> {
    let condition = Condition::new(text, None, layout);
    Ok(condition.map_err(|error: ConditionError| Failure::new("ArgumentError", error))?)
}

/// The parameters of a search for the positions that meet a condition.
pub struct Finding {
    pub condition: Condition,
    pub counting: Counting,
    order: Order,
    limit: Option<usize>,
}

impl Finding {
    pub fn new(condition: Condition, counting: Counting, wanted: &Wanted) -> PyResult<Finding> {
        let (order, limit) = wanted.order(condition.layout().material())?;
        Ok(Finding { condition, counting, order, limit })
    }

    /// Searches the endgame, and returns the positions that meet the condition.
    pub fn run(&self, work: &Work) -> Result<Vec<Match>, Failure> {
        work.session.with_store(&work.control, &self.condition, |store| {
            // Without a limit, positions take the memory that tables leave.
            let room = Room::new(store, 0, self.limit.unwrap_or(0));
            let tables = Tables::new(&self.condition, store)?;
            let mut windows = tables.windows()?;
            let search = Search {
                condition: &self.condition,
                counting: self.counting,
                order: self.order,
                limit: self.limit.unwrap_or(usize::MAX),
                room: room.positions(),
                sources: tables.sources(),
                budget: None,
                progress: &*work.control,
            };
            let found = search.run(&mut windows)?;
            Ok(found.groups.into_iter().flat_map(|group| group.kept).collect())
        })
    }
}

/// Returns one byte for each position: 1 if the position meets the condition, otherwise 0.
/// `columns` has one column of squares for each man, in the layout's order, and then the column of
/// sides to move.
pub fn matches(
    work: &Work,
    condition: &Condition,
    columns: &[Vec<u8>],
) -> Result<UInt8Array, Failure> {
    work.session.with_store(&work.control, condition, |store| {
        let tables = Tables::new(condition, store)?;
        let (sources, rows) = (tables.sources(), columns[0].len());
        let (progress, stage) = (&*work.control, Stage::Searching(work.material));
        progress.begin(stage, rows as u64);
        let parts = parallel::map_ranges(rows, TASK_POSITIONS, |rows| {
            let count = rows.len() as u64;
            let watch = Watch::new(sources, progress, stage);
            let holds = |row: usize| {
                let board = board(condition.layout(), columns, row)?;
                condition.holds(&board, watch.sources()).map(u8::from).map_err(Failure::from)
            };
            let found = rows.map(holds).collect::<Result<Vec<u8>, Failure>>();
            // The caller's thread raises the exception that stopped the work.
            if progress.advance(stage, count).is_break() { Ok(Vec::new()) } else { found }
        });
        let parts = parts.into_iter().collect::<Result<Vec<Vec<u8>>, Failure>>()?;
        work.control.check()?;
        Ok(UInt8Array::from(parts.concat()))
    })
}

/// Returns the position of a row.
fn board(layout: &Layout, columns: &[Vec<u8>], row: usize) -> Result<Board, Failure> {
    let [squares @ .., side] = columns else {
        unreachable!("there is a column of the side to move")
    };
    let squares: Option<Vec<Square>> =
        squares.iter().map(|column| Square::try_index(column[row].into())).collect();
    let side = Color::ALL.get(usize::from(side[row]));
    let placement =
        squares.zip(side).map(|(squares, &side)| Placement::new(layout, &squares, side));
    let board = placement.as_ref().and_then(Placement::to_board);
    board.filter(|board| board.occupied().len() as usize == layout.men().len()).ok_or_else(|| {
        let shown =
            placement.map_or("a square beyond 63 or a side beyond 1".to_owned(), |it| it.to_fen());
        Failure::new("IllegalPositionError", format!("row {row} is not a legal position: {shown}"))
    })
}

impl From<TablesError> for Failure {
    fn from(error: TablesError) -> Failure {
        match error {
            TablesError::Session(error) => error.into(),
            TablesError::OnlyToMate(_) => Failure::new("MissingTableError", error),
        }
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        match error {
            SearchError::Probe(error) => error.into(),
            SearchError::Room => {
                let text = "more positions meet the condition than fit into the memory: name a limit= or \
                            a sample=, a lower one if there is one";
                Failure::new("MemoryLimitError", text)
            }
            SearchError::Unreadable(_) | SearchError::Stopped | SearchError::Costly { .. } => {
                Failure::new("DrawproofError", error)
            }
        }
    }
}
