//! The tables in memory, by endgame.

use std::{collections::BTreeMap, sync::Arc};

use crate::{NormalMaterial, PlainTable};

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

    /// Adds a table, in place of one of the same endgame.
    pub fn insert(&mut self, table: Arc<PlainTable>) {
        self.tables.insert(table.material(), table);
    }

    /// The table of an endgame, if it is here.
    pub fn get(&self, material: NormalMaterial) -> Option<&Arc<PlainTable>> {
        self.tables.get(&material)
    }

    /// Takes a table out.
    pub fn remove(&mut self, material: NormalMaterial) -> Option<Arc<PlainTable>> {
        self.tables.remove(&material)
    }

    /// All tables, in the order of their endgames.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<PlainTable>> {
        self.tables.values()
    }
}
