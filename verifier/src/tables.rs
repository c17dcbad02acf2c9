//! Where the verifier gets tables from.

use std::{error::Error, sync::Arc};

use drawproof_tables::{
    NormalMaterial, Placement, PlainTable, TableSet, Value,
    probe::{ProbeError, Values},
};

/// Gives tables by endgame: from memory, from files, or by solving them.
pub trait TableSource: Sync {
    /// The table of an endgame of three men or more.
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn Error + Send + Sync>>;
}

impl TableSource for TableSet {
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn Error + Send + Sync>> {
        self.get(material).cloned().ok_or_else(|| format!("there is no table of {material}").into())
    }
}

/// A table source to probe single positions from.
pub(crate) struct Probing<'a>(pub &'a dyn TableSource);

impl Values for Probing<'_> {
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let table = self.0.table(material).map_err(ProbeError::Unreadable)?;
        table.probe(placement).ok_or(ProbeError::Illegal(material))
    }
}
