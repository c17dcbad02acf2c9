//! A condition as a filter for the positions that a rule is asked about.

use std::sync::{Arc, OnceLock};

use drawproof_board::Board;
use drawproof_tables::{PlainTable, Transform, probe::ProbeError};
use drawproof_verifier::{Filter, Words};

use crate::{
    position::Sources,
    question::Condition,
    word::{Asker, Values, View, Word},
};

/// A [`Filter`] that accepts the positions that meet a condition. If there are like men, a position
/// is accepted if any order of the like men meets the condition.
pub struct Where<'s> {
    condition: &'s Condition,
    sources: Sources<'s>,
    /// The endgame's table of distances to mate; `None` if the verifier's own table holds them.
    table: Option<Arc<PlainTable>>,
    /// The first error in looking up a position.
    failure: OnceLock<ProbeError>,
}

impl<'s> Where<'s> {
    /// Makes a filter for `condition`. `table` must hold distances to mate if the verifier's tables
    /// do not.
    pub fn new(
        condition: &'s Condition,
        sources: Sources<'s>,
        table: Option<Arc<PlainTable>>,
    ) -> Where<'s> {
        Where { condition, sources, table, failure: OnceLock::new() }
    }

    fn or_note<T: Default>(&self, found: Result<T, ProbeError>) -> T {
        found.unwrap_or_else(|error| {
            // Only the first error is reported.
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
