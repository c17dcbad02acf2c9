//! What is true of an endgame's positions: the one place that knows where results come from.

use std::sync::Arc;

use drawproof_board::{Color, Piece};
use drawproof_tables::{Metric, PlainTable, TableSet};
use serde::{Deserialize, Serialize};

use super::{
    cursed::{Cursed, has_far_mate},
    en_passant::DoublePush,
    stored_word::{StoredWord, WordPlace},
};
use crate::tables::{TableError, TableSource};

/// What the fifty-move rule changes about a verification. The half-move clock of every position is
/// 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FiftyMoveRule {
    /// Nothing.
    #[default]
    Ignored,
    /// Results are those without it; incorrect claims that it would pardon are counted. Tables of
    /// distances to zeroing are asked for only if there may be any.
    Counted,
    /// Cursed wins and blessed losses are draws.
    Applied,
}

/// The results of an endgame's positions. The values may be those of some king pairs only
/// ([`Truth::about`]).
#[derive(Clone)]
pub(crate) struct Truth {
    table: Arc<PlainTable>,
    /// The endgame's table and those that en-passant captures lead to.
    tables: TableSet,
    /// The wins and losses that count as draws, if the fifty-move rule is applied.
    cursed: Option<Arc<Cursed>>,
}

impl Truth {
    /// The results by `table`. `pushes` are the double pushes that lead to positions in question.
    ///
    /// # Errors
    ///
    /// Another table is missing.
    pub fn new(
        table: Arc<PlainTable>,
        pushes: &[DoublePush],
        fifty_moves: FiftyMoveRule,
        source: &dyn TableSource,
    ) -> Result<Truth, TableError> {
        let mut tables = TableSet::new();
        tables.insert(table.clone());
        if !pushes.is_empty() {
            for color in Color::ALL {
                let captured = table.material().get().without(color, Piece::Pawn).normalise().0;
                if captured.get().men() > 2 {
                    tables.insert(source.table(captured)?);
                }
            }
        }
        let mut truth = Truth { table, tables, cursed: None };
        if fifty_moves == FiftyMoveRule::Applied {
            truth.cursed = Some(Arc::new(truth.find_cursed(pushes, source)?));
        }
        Ok(truth)
    }

    /// The same results with the values of `table`, which is of the same endgame.
    pub fn about(&self, table: &Arc<PlainTable>) -> Truth {
        let mut truth = self.clone();
        truth.tables.insert(table.clone());
        truth.table = table.clone();
        truth
    }

    /// The endgame's table.
    pub fn table(&self) -> &PlainTable {
        &self.table
    }

    /// The wins and losses that count as draws, if the fifty-move rule is applied.
    pub fn cursed(&self) -> Option<&Arc<Cursed>> {
        self.cursed.as_ref()
    }

    /// The wins and losses that the fifty-move rule turns into draws. Asks for tables of distances
    /// to zeroing only if there can be any.
    ///
    /// # Errors
    ///
    /// A table of distances to zeroing is missing.
    pub fn find_cursed(
        &self,
        pushes: &[DoublePush],
        source: &dyn TableSource,
    ) -> Result<Cursed, TableError> {
        let material = self.table.material();
        let has_none = |table: &Arc<PlainTable>| table.has_values() && !has_far_mate(table);
        if self.tables.iter().all(has_none) {
            return Ok(Cursed::default());
        }
        let source = source.zeroing(material)?;
        // The sub-tables first: the endgame's own table is solved from them.
        let mut tables = TableSet::new();
        for table in self.tables.iter().filter(|table| table.material() != material) {
            tables.insert(source.table(table.material())?);
        }
        let table = source.table(material)?;
        assert_eq!(table.metric(), Metric::Dtz, "the source is one of distances to zeroing");
        tables.insert(table.clone());
        Ok(Cursed::new(&table, &tables, pushes))
    }

    /// The positions in some lanes of a word, with their results.
    #[inline(always)]
    pub fn of_word(&self, side: Color, word: usize, lanes: u64) -> StoredWord<'_> {
        let cells = of_word(self.table.cells(side), word);
        let beyond = self.table.far(side).map(|beyond| of_word(beyond, word));
        self.within_fifty_moves(StoredWord::new(
            WordPlace::new(side, word, None),
            lanes,
            cells,
            beyond,
        ))
    }

    /// Of the positions in some lanes of a word those in which a double push can be captured, with
    /// their results. `cells` is where their cells are stored; `None` if there are none.
    pub fn after_push<'a>(
        &self,
        push: &DoublePush,
        word: usize,
        lanes: u64,
        cells: &'a mut [u8; 64],
    ) -> Option<StoredWord<'a>> {
        let (lanes, found) = push.values(self.table.layout(), &self.tables, word, lanes);
        *cells = found;
        let stored = StoredWord::new(push.place(word), lanes, cells, None);
        (lanes != 0).then(|| self.within_fifty_moves(stored))
    }

    /// The same positions, those drawn that the fifty-move rule draws, if it is applied.
    #[inline(always)]
    fn within_fifty_moves<'a>(&self, mut stored: StoredWord<'a>) -> StoredWord<'a> {
        if let Some(cursed) = &self.cursed {
            stored.cursed = cursed.lanes(stored.place);
            stored.results = stored.results.with_draws(stored.cursed);
        }
        stored
    }
}

/// The bytes of a word in a layer of a table.
#[inline(always)]
fn of_word(layer: &[u8], word: usize) -> &[u8; 64] {
    layer[word * 64..][..64].try_into().expect("a word has 64 cells")
}
