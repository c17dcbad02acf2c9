//! The truths about an endgame's positions: the only code that knows where results come from.

use std::sync::Arc;

use drawproof_board::Color;
use drawproof_tables::{PlainTable, TableSet};
use serde::{Deserialize, Serialize};

use super::{
    cursed::Cursed,
    en_passant::DoublePush,
    results::TruthKind,
    stored_word::{StoredWord, WordPlace},
    values::WordValues,
};

/// The treatment of the fifty-move rule in a verification. The half-move clock of every position is
/// 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FiftyMoveRule {
    /// The rule is ignored: no results change, and nothing is counted.
    #[default]
    Ignored,
    /// Results ignore the rule, but incorrect claims that are right within the rule are counted.
    /// Tables of distances to zeroing are requested only if there may be such claims.
    Counted,
    /// Cursed wins and blessed losses are draws.
    Applied,
}

/// The results of an endgame's positions, from a table that holds the values of all or some king
/// pairs.
pub(crate) struct Truth {
    table: Arc<PlainTable>,
    /// The endgame's table and the tables that en-passant captures lead to.
    tables: TableSet,
    /// The wins and losses that count as draws, if the fifty-move rule is applied.
    cursed: Option<Arc<Cursed>>,
}

impl Truth {
    /// Makes the results from `table`, the endgame's table; `after_captures` are the tables that
    /// en-passant captures lead to.
    pub fn new(
        table: &Arc<PlainTable>,
        after_captures: &TableSet,
        cursed: Option<&Arc<Cursed>>,
    ) -> Truth {
        let (table, mut tables) = (table.clone(), after_captures.clone());
        tables.insert(table.clone());
        Truth { table, tables, cursed: cursed.cloned() }
    }

    /// Returns the endgame's own table.
    pub fn table(&self) -> &PlainTable {
        &self.table
    }

    /// Returns the positions in some lanes of a word, with their results.
    #[inline(always)]
    pub fn of_word(&self, side: Color, word: usize, lanes: u64) -> StoredWord<'_> {
        let values = WordValues::of(&self.table, side, word);
        self.within_fifty_moves(StoredWord::new(WordPlace::new(side, word, None), lanes, values))
    }

    /// Returns the positions in some lanes of a word in which a double push can be captured, with
    /// their results. Writes their cells to `cells`. Returns `None` if there are no such positions.
    pub fn after_push<'a>(
        &self,
        push: &DoublePush,
        word: usize,
        lanes: u64,
        cells: &'a mut [[u8; 64]; 2],
    ) -> Option<StoredWord<'a>> {
        let (lanes, found) = push.values(self.table.layout(), &self.tables, word, lanes);
        *cells = found;
        let [cells, by_black] = &*cells;
        let kind = TruthKind::of(self.table.metric());
        let beyond = (kind == TruthKind::CanMate).then_some(by_black);
        let values = WordValues { kind, cells, beyond };
        let stored = StoredWord::new(push.place(word), lanes, values);
        (lanes != 0).then(|| self.within_fifty_moves(stored))
    }

    /// Returns the positions, with draws where the fifty-move rule draws, if it is applied.
    #[inline(always)]
    fn within_fifty_moves<'a>(&self, mut stored: StoredWord<'a>) -> StoredWord<'a> {
        if let Some(cursed) = &self.cursed {
            stored.cursed = cursed.lanes(stored.place);
            stored.results = stored.results.with_draws(stored.cursed);
        }
        stored
    }
}
