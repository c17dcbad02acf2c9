//! The tables in memory, by endgame.

use std::{collections::BTreeMap, sync::Arc};

use super::plain::PlainTable;
use crate::{endgame::material::NormalMaterial, value::metric::Metric};

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
