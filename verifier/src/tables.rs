//! Where the verifier gets tables from.

use std::{error::Error, sync::Arc};

use drawproof_tables::{NormalMaterial, PlainTable, TableSet};

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
