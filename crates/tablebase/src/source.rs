//! The tables of one metric: available tables, and tables that are solved on demand.

use std::sync::Arc;

use drawproof_tables::{
    Metric, NormalMaterial, Placement, Shelf, Value,
    file::Folder,
    probe::{ProbeError, Values},
};

use crate::error::Error;
#[cfg(feature = "solve")]
use crate::solver::Solver;

/// The tables of one metric.
pub(crate) struct Source {
    shelf: Arc<Shelf>,
    #[cfg(feature = "solve")]
    solver: Option<Solver>,
}

impl Source {
    /// Makes a source of the tables of a shelf. Nothing is solved.
    pub(crate) fn new(shelf: Shelf) -> Source {
        #[cfg(feature = "solve")]
        let shelf = shelf.with_three_men(drawproof_session::three_men());
        Source {
            shelf: Arc::new(shelf),
            #[cfg(feature = "solve")]
            solver: None,
        }
    }

    /// Adds a solver for endgames without a file.
    #[cfg(feature = "solve")]
    pub(crate) fn solving(self, solver: impl FnOnce(Arc<Shelf>) -> Solver) -> Source {
        let solver = Some(solver(self.shelf.clone()));
        Source { solver, ..self }
    }

    pub(crate) fn folder(&self) -> &Folder {
        self.shelf.folder()
    }

    /// Opens or solves an endgame, so that later probes need not. Returns `false` if there is no
    /// table.
    pub(crate) fn prepare(&self, material: NormalMaterial) -> Result<bool, Error> {
        if self.shelf.has(material)? {
            return Ok(true);
        }
        #[cfg(feature = "solve")]
        if let Some(solver) = &self.solver {
            return solver.table(material).map(|_| true);
        }
        Ok(false)
    }

    /// Returns the value of a stored position whose table must be solved first.
    #[cfg(feature = "solve")]
    #[cold]
    fn solved(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Option<Value>, ProbeError> {
        let solver = self.solver.as_ref().ok_or(ProbeError::NoTable(material))?;
        let table = solver.table(material);
        Ok(table.map_err(|error| ProbeError::Unreadable(error.into()))?.probe(placement))
    }
}

impl Values for Source {
    fn metric(&self) -> Metric {
        self.shelf.metric()
    }

    #[inline]
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let stored = match self.shelf.stored(material, placement, self) {
            #[cfg(feature = "solve")]
            Err(ProbeError::NoTable(missing)) if missing == material => {
                self.solved(material, placement)?
            }
            other => other?,
        };
        stored.ok_or(ProbeError::Illegal(material))
    }
}
