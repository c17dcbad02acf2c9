//! The tables that a condition needs, from a store.

use std::sync::Arc;

use drawproof_session::{error::SessionError, store::Store};
use drawproof_tables::{Metric, NormalMaterial, PlainTable, TableSet, Windows, probe::Values};

use crate::{position::Sources, question::Condition};

/// The tables from which a condition is evaluated.
pub struct Tables<'s> {
    endgame: NormalMaterial,
    store: &'s Store,
    /// The stores of other metrics.
    stores: Vec<(Metric, Store)>,
    others: Vec<Arc<PlainTable>>,
    conversions: Option<TableSet>,
}

/// The reason why a condition cannot be evaluated.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// A table cannot be loaded or solved.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The endgame has too many men for a metric that the condition needs.
    #[error("{0} has tables of distances to mate only: dtz, dtc and fifty are for up to five men")]
    OnlyToMate(NormalMaterial),
}

impl<'s> Tables<'s> {
    /// Loads or solves the tables that a condition needs in addition to the endgame's own table.
    /// `store` must be for distances to mate.
    ///
    /// # Errors
    ///
    /// Fails if a table cannot be read or solved, or if the endgame has too many men for a metric.
    pub fn new(condition: &Condition, store: &'s Store) -> Result<Tables<'s>, TablesError> {
        let endgame = condition.layout().material();
        let (mut stores, mut others) = (Vec::new(), Vec::new());
        for metric in condition.metrics() {
            if endgame.is_large() && metric != Metric::Helpmate {
                return Err(TablesError::OnlyToMate(endgame));
            }
            let store = store.of_metric(metric);
            others.push(store.table(endgame)?);
            stores.push((metric, store));
        }
        let conversions = match condition.moves_ahead() {
            moves if moves > 0 && !endgame.is_large() => Some(within(moves, endgame, store)?),
            _ => None,
        };
        Ok(Tables { endgame, store, stores, others, conversions })
    }

    /// Returns the distances to mate of the endgame, in several windows if the table is large.
    ///
    /// # Errors
    ///
    /// Fails like [`Tables::new`].
    pub fn windows(&self) -> Result<Windows, TablesError> {
        let own = self.conversions.as_ref().and_then(|tables| tables.get(self.endgame));
        Ok(match own {
            Some(table) => Windows::Whole(table.clone()),
            None => self.store.windows(self.endgame)?,
        })
    }

    /// Returns the loaded tables as the sources of the condition's values.
    pub fn sources(&self) -> Sources<'_> {
        let of_metric = |wanted: Metric| {
            self.stores.iter().find(|(metric, _)| *metric == wanted).map(|(_, store)| store)
        };
        let values = |metric| of_metric(metric).map(|store| store as &(dyn Values + Sync));
        Sources {
            dtm: self.conversions.as_ref().map_or(self.store, |tables| tables),
            dtz: values(Metric::Dtz),
            dtc: values(Metric::Dtc),
            helpmates: of_metric(Metric::Helpmate).map(|store| store as _),
            conversions: self.conversions.as_ref(),
            others: &self.others,
            rule: None,
        }
    }
}

impl Condition {
    /// Returns the endgames whose tables the condition needs: its own endgame, and the endgames
    /// reached by the moves it looks ahead.
    pub fn endgames(&self) -> Vec<NormalMaterial> {
        let endgame = self.layout().material();
        let mut endgames = if self.asks_solutions() { endgame.closure() } else { vec![endgame] };
        for _ in 0..self.moves_ahead() {
            let after: Vec<_> = endgames.iter().flat_map(|it| it.conversions()).collect();
            endgames.extend(after);
            endgames.sort_unstable();
            endgames.dedup();
        }
        endgames
    }
}

/// Returns the tables of an endgame and of the endgames within `moves` moves.
fn within(moves: usize, endgame: NormalMaterial, store: &Store) -> Result<TableSet, SessionError> {
    let (mut tables, mut last) = (TableSet::new(), vec![endgame]);
    for _ in 0..moves {
        for endgame in std::mem::take(&mut last) {
            for table in store.with_conversions(endgame)?.iter() {
                if tables.get(table.material()).is_none() {
                    last.push(table.material());
                    tables.insert(table.clone());
                }
            }
        }
    }
    Ok(tables)
}
