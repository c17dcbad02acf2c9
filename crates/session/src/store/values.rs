//! Single values, and values that come window by window.

use std::sync::Arc;

use drawproof_board::Board;
use drawproof_tables::{
    Metric, NormalMaterial, Placement, PlainTable, TableSource, Value, Windows,
    file::{FileBytes, Place, Table},
    helpmate::{HelpmateSource, Helpmates},
    parallel,
    probe::{ProbeError, Values, probe},
};

use super::Store;
use crate::{error::SessionError, plan::Plan};

impl Store {
    /// Returns the values of an endgame; for six men, the file is read window by window.
    ///
    /// # Errors
    ///
    /// Fails as [`Store::table`] does.
    pub fn windows(&self, material: NormalMaterial) -> Result<Windows, SessionError> {
        if !material.is_large() || self.options.metric == Metric::Helpmate {
            return Ok(Windows::Whole(self.table(material)?));
        }
        let windows = self.large_file(material)?.windows();
        windows.map_err(|cause| SessionError::Addresses { material, cause })
    }

    /// Returns whether the store has or can make the values of an endgame: always true for up to
    /// five men; for six men, whether the folder has the file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn has_table(&self, material: NormalMaterial) -> Result<bool, SessionError> {
        if !material.is_large() {
            return Ok(true);
        }
        Ok(material.is_solvable() && self.shelf.file(material)?.is_some())
    }

    /// Returns the opened file of an endgame of six men.
    ///
    /// # Errors
    ///
    /// Fails if the file is missing; the error names the command that makes it.
    pub fn large_file(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<Table<FileBytes>>, SessionError> {
        Plan::new(&[material], &[], &self.shelf)?;
        self.shelf.file(material)?.cloned().ok_or(SessionError::Unmade { material })
    }
}

/// The number of positions that one task looks up in memory.
const PROBES: usize = 1 << 10;

impl Store {
    /// Returns the values of many positions of an endgame, in the order of the positions. Each
    /// block of the endgame's file is decoded once.
    ///
    /// # Errors
    ///
    /// Fails as [`probe`] does.
    pub fn values_of(
        &self,
        material: NormalMaterial,
        boards: &[Board],
    ) -> Result<Vec<Value>, ProbeError> {
        let unreadable = |error| ProbeError::Unreadable(error);
        let file = match self.shelf.has_whole(material) {
            true => None,
            false => self.file_to_look_up(material).map_err(|error| unreadable(error.into()))?,
        };
        let Some(file) = file else {
            let probed = parallel::map_ranges(boards.len(), PROBES, |range| {
                boards[range].iter().map(|board| probe(board, self)).collect::<Vec<_>>()
            });
            return probed.into_iter().flatten().collect();
        };
        let place = |board: &Board| {
            let placement = Placement::from(board).normalise().1;
            let index = placement.index(file.layout()).expect("a board is a legal position");
            Place { side_to_move: placement.side_to_move, index }
        };
        let places: Vec<Place> = boards.iter().map(place).collect();
        let values = file.values(&places).map_err(|error| unreadable(error.into()))?;
        let value = |(board, value): (&Board, Option<Value>)| match board.en_passant() {
            None => value.ok_or(ProbeError::Illegal(material)),
            Some(_) => probe(board, self),
        };
        boards.iter().zip(values).map(value).collect()
    }
}

impl Values for Store {
    fn metric(&self) -> Metric {
        self.options.metric
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let stored = match self.shelf.stored(material, placement, self) {
            Err(ProbeError::NoTable(missing)) if missing == material => {
                let table = self.table(material);
                table.map_err(|error| ProbeError::Unreadable(error.into()))?.probe(placement)
            }
            other => other?,
        };
        stored.ok_or(ProbeError::Illegal(material))
    }
}

impl HelpmateSource for Store {
    fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Helpmates, ProbeError> {
        let table = self.table(material).map_err(|error| ProbeError::Unreadable(error.into()))?;
        table.probe_helpmates(placement).ok_or(ProbeError::Illegal(material))
    }
}

impl TableSource for Store {
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Store::table(self, material)?)
    }

    fn windows(
        &self,
        material: NormalMaterial,
    ) -> Result<Windows, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Store::windows(self, material)?)
    }

    fn keep_within_bound(&self) {
        Store::keep_within_bound(self);
    }

    fn zeroing(
        &self,
        material: NormalMaterial,
    ) -> Result<Box<dyn TableSource + '_>, Box<dyn std::error::Error + Send + Sync>> {
        if material.is_large() {
            return Err(format!(
                "{material} has no table of distances to zeroing: those are for up to five men"
            )
            .into());
        }
        Ok(Box::new(self.beside(Metric::Dtz, material)?))
    }
}
