//! A condition as a filter of what a rule is asked about.

use std::sync::{Arc, OnceLock};

use drawproof_board::Board;
use drawproof_tables::{PlainTable, Transform, probe::ProbeError};
use drawproof_verifier::{Filter, Words};

use crate::{
    position::Sources,
    question::Condition,
    word::{Asker, Values, View, Word},
};

/// The positions that meet a condition. Of like men, some order has to meet it.
pub struct Where<'s> {
    condition: &'s Condition,
    sources: Sources<'s>,
    /// The endgame's table by distance to mate, if the verifier's are others.
    table: Option<Arc<PlainTable>>,
    /// Why a position could not be looked at.
    failure: OnceLock<ProbeError>,
}

impl<'s> Where<'s> {
    /// Returns the positions that meet `condition`. `table` has distances to mate if the verifier's
    /// tables have others.
    pub fn new(
        condition: &'s Condition,
        sources: Sources<'s>,
        table: Option<Arc<PlainTable>>,
    ) -> Where<'s> {
        Where { condition, sources, table, failure: OnceLock::new() }
    }

    fn or_note<T: Default>(&self, found: Result<T, ProbeError>) -> T {
        found.unwrap_or_else(|error| {
            // The first one is reported.
            let _ = self.failure.set(error);
            T::default()
        })
    }
}

impl Filter for Where<'_> {
    fn images(&self) -> &'static [Transform] {
        self.condition.symmetries()
    }

    fn words<'f>(&'f self, table: &'f PlainTable) -> Box<Words<'f>> {
        let table = self.table.as_deref().unwrap_or(table);
        let asker = Asker::new(self.condition);
        let orders: Vec<_> = self.condition.all_orders().collect();
        let values = match Values::new(self.condition, table, self.sources) {
            Ok(values) => Arc::new(values),
            Err(error) => {
                self.or_note::<()>(Err(error));
                return Box::new(|_, _, _, _| 0);
            }
        };
        let mut word = Word::new(&values, None);
        Box::new(move |side, number, image, lanes| {
            if (side, number) != (word.side(), word.number()) {
                word.begin(side, number);
            }
            let mut found = 0;
            for &order in &orders {
                let left = lanes & !found;
                found |= self.or_note(asker.lanes(&mut word, &View { image, order }, left));
            }
            found
        })
    }

    fn holds(&self, board: &Board) -> bool {
        self.or_note(self.condition.holds(board, self.sources))
    }

    fn failure(&self) -> Option<Box<dyn std::error::Error + Send + Sync>> {
        self.failure.get().map(|error| error.to_string().into())
    }
}
