//! A source of whole tables, and single positions probed in it.

use std::{error::Error, sync::Arc};

use crate::{
    endgame::{material::NormalMaterial, placement::Placement},
    memory::{plain::PlainTable, set::TableSet, windows::Windows},
    probe::{ProbeError, Values},
    value::{metric::Metric, outcome::Value},
};

/// A source of tables: memory, files, or a generator.
pub trait TableSource: Sync {
    /// The distance that the values of its tables count.
    fn metric(&self) -> Metric;

    /// The table of an endgame of at least three men.
    ///
    /// # Errors
    ///
    /// The source's own reason: no such table, a damaged file, no memory to solve it in.
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn Error + Send + Sync>>;

    /// The values of an endgame, for one look at all of them: those of a table that is too large to be in
    /// memory as a whole come window by window.
    ///
    /// # Errors
    ///
    /// As [`TableSource::table`].
    fn windows(&self, material: NormalMaterial) -> Result<Windows, Box<dyn Error + Send + Sync>> {
        Ok(Windows::Whole(self.table(material)?))
    }

    /// The value of a position of an endgame, as [`Values::value`] returns it.
    ///
    /// # Errors
    ///
    /// There is no such table, it cannot be read, or the position is illegal.
    fn single_value(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Value, ProbeError> {
        let table = self.table(material).map_err(ProbeError::Unreadable)?;
        table.probe(placement).ok_or(ProbeError::Illegal(material))
    }

    /// Is called now and then by what reads much of a table for long. A source whose tables are not all in
    /// memory keeps within its bound then.
    fn keep_within_bound(&self) {}

    /// A source of tables of distances to zeroing, by which the fifty-move rule judges `material`.
    /// The table of distances to mate of `material` stays in use beside it.
    ///
    /// # Errors
    ///
    /// There is none beside this source.
    fn zeroing(
        &self,
        material: NormalMaterial,
    ) -> Result<Box<dyn TableSource + '_>, Box<dyn Error + Send + Sync>> {
        Err(format!("there are no tables of distances to zeroing for {material}").into())
    }
}

impl TableSource for TableSet {
    fn metric(&self) -> Metric {
        TableSet::metric(self)
    }

    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn Error + Send + Sync>> {
        self.get(material).cloned().ok_or_else(|| format!("there is no table of {material}").into())
    }
}

/// Single positions are probed in a source, too.
impl Values for dyn TableSource + '_ {
    fn metric(&self) -> Metric {
        TableSource::metric(self)
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        self.single_value(material, placement)
    }
}
