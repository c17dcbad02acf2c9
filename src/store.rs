//! Where commands get tables: what they need is solved in memory, once.

use std::sync::{Arc, Mutex};

use anyhow::{Result, bail};
use drawproof_tables::{
    Layout, NormalMaterial, Placement, PlainTable, TableSet, Value,
    probe::{ProbeError, Values},
};

use crate::progress::SolveProgress;

/// The tables of one run of the program.
pub struct Store {
    /// Bytes of tables and working memory that may be in use at once.
    memory_bytes: u64,
    progress: SolveProgress,
    tables: Mutex<TableSet>,
}

impl Store {
    /// A store without tables yet.
    pub fn new(memory_bytes: u64, quiet: bool) -> Store {
        Store { memory_bytes, progress: SolveProgress::new(quiet), tables: Mutex::default() }
    }

    /// The display of what is being solved.
    pub fn progress(&self) -> &SolveProgress {
        &self.progress
    }

    /// The table of an endgame.
    pub fn table(&self, material: NormalMaterial) -> Result<Arc<PlainTable>> {
        let mut tables = self.tables.lock().expect("no thread panicked with the tables");
        self.ensure(&mut tables, &[material])?;
        Ok(tables.get(material).expect("it was just made").clone())
    }

    /// The tables of endgames and all that they depend on.
    pub fn closure(&self, materials: &[NormalMaterial]) -> Result<TableSet> {
        let mut tables = self.tables.lock().expect("no thread panicked with the tables");
        self.ensure(&mut tables, materials)?;
        Ok(tables.clone())
    }

    /// Makes the tables of endgames and all that they depend on.
    fn ensure(&self, tables: &mut TableSet, materials: &[NormalMaterial]) -> Result<()> {
        let mut missing = Vec::new();
        for material in materials.iter().flat_map(|material| material.closure()) {
            if tables.get(material).is_none() && !missing.contains(&material) {
                missing.push(material);
            }
        }
        let needed: u64 = missing.iter().map(|&m| table_bytes(m)).sum();
        if needed > self.memory_bytes {
            let names: Vec<String> = materials.iter().map(ToString::to_string).collect();
            let names = names.join(" ");
            bail!(
                "{names} and what it depends on take {:.1} GiB in memory, more than --memory allows \
                 ({:.1} GiB): make the files first with `drawproof generate {names}`",
                gib(needed),
                gib(self.memory_bytes),
            );
        }
        self.progress.expect(missing.len());
        for material in missing {
            let solution = drawproof_generator::solve(material, tables, &self.progress)?;
            tables.insert(Arc::new(solution.table));
        }
        self.progress.finish();
        Ok(())
    }
}

/// Bytes of an endgame's plain values in memory.
pub fn table_bytes(material: NormalMaterial) -> u64 {
    let layout = Layout::new(material);
    2 * (layout.count() + 8 * layout.words()) as u64
}

/// Bytes as GiB, for people.
fn gib(bytes: u64) -> f64 {
    bytes as f64 / (1_u64 << 30) as f64
}

impl Values for Store {
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let table = self.table(material).map_err(|error| ProbeError::Unreadable(error.into()))?;
        table.probe(placement).ok_or(ProbeError::Illegal(material))
    }
}
