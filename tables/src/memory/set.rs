//! The tables in memory, by endgame.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    plain::PlainTable,
    solved::{SolvedTable, SolvedTables},
};
use crate::endgame::material::NormalMaterial;

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

    /// Adds a table; it replaces one of the same endgame.
    pub fn insert(&mut self, table: Arc<PlainTable>) {
        self.tables.insert(table.material(), table);
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

impl SolvedTables for TableSet {
    fn solved(&self, material: NormalMaterial) -> Option<Arc<dyn SolvedTable>> {
        let table: Arc<dyn SolvedTable> = self.get(material)?.clone();
        Some(table)
    }
}
