//! Where the values of sampled positions come from: drawproof's tables, or Syzygy's.

use std::error::Error;

use anyhow::{Context, Result, anyhow, ensure};
use drawproof_board::Board;
use drawproof_session::store::Store;
use drawproof_syzygy::Syzygy;
use drawproof_tables::{
    Dtm, Layout, Metric, NormalMaterial, SOLVABLE_MEN_MAX, TableSet, Value,
    helpmate::helpmates,
    positions::Sample,
    probe::{Values, probe},
};
use drawproof_verifier::{TrueValue, Truths};

use crate::environment::Environment;

/// A sample is small if the table has this many times as many positions: then its positions are looked up in
/// files, whose tables stay there.
const SMALL: u64 = 16;

/// Returns the tables that judge a sample of an endgame: ours of up to five men, and ours of six
/// men if they are on disk; otherwise Syzygy's.
///
/// # Errors
///
/// Fails if there are no such tables, or if they cannot be read or solved.
pub fn truths<'e>(
    endgame: NormalMaterial,
    sample: Sample,
    environment: &'e Environment,
) -> Result<Box<dyn Truths + 'e>> {
    let store = &*environment.store;
    let is_helpmate = store.metric() == Metric::Helpmate;
    if endgame.get().men() <= SOLVABLE_MEN_MAX {
        let is_small = sample.size.saturating_mul(SMALL) <= Layout::new(endgame).count() as u64;
        if is_helpmate || !is_small || !store.folder().has(endgame)? {
            let tables = store.with_conversions(endgame)?;
            return Ok(if is_helpmate {
                Box::new(Cooperative(tables))
            } else {
                Box::new(Own(tables))
            });
        }
    }
    ensure!(
        !is_helpmate,
        "--truth can-mate samples endgames of up to {SOLVABLE_MEN_MAX} men: {endgame} has more"
    );
    if store.has_table(endgame)? {
        return Ok(Box::new(LookedUp { endgame, store, _beside: store.for_lookups(endgame)? }));
    }
    let syzygy = environment.open_syzygy();
    let Some(syzygy) =
        syzygy.with_context(|| format!("{endgame} is verified with Syzygy tables"))?
    else {
        return Err(no_table(endgame));
    };
    Ok(Box::new(Theirs(syzygy)))
}

/// Returns the error for an endgame that has neither a table of ours nor a Syzygy table.
pub fn no_table(endgame: NormalMaterial) -> anyhow::Error {
    anyhow!(
        "there is no table of {endgame}: name folders of Syzygy tables with --syzygy DIR or in \
         $SYZYGY_PATH"
    )
}

/// Values of our tables in memory.
struct Own(TableSet);

impl Truths for Own {
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn Error + Send + Sync>> {
        Ok(under_perfect_play(probe(board, &self.0)?))
    }

    fn source(&self) -> &'static str {
        "drawproof"
    }

    fn has_distances(&self) -> bool {
        true
    }
}

/// Values that are looked up in files.
struct LookedUp<'e> {
    endgame: NormalMaterial,
    store: &'e Store,
    /// The tables without a file stay in memory.
    _beside: TableSet,
}

impl Truths for LookedUp<'_> {
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn Error + Send + Sync>> {
        Ok(under_perfect_play(probe(board, self.store)?))
    }

    fn values(&self, boards: &[Board]) -> Result<Vec<TrueValue>, Box<dyn Error + Send + Sync>> {
        let values = self.store.values_of(self.endgame, boards)?;
        Ok(values.into_iter().map(under_perfect_play).collect())
    }

    fn source(&self) -> &'static str {
        "drawproof"
    }

    fn has_distances(&self) -> bool {
        true
    }
}

/// Returns the truth in a value of a table of distances to mate.
fn under_perfect_play(value: Value) -> TrueValue {
    let value: Value<Dtm> = Metric::Dtm.read(value);
    TrueValue::of_result(value.wdl(), value.distance().map(Dtm::plies))
}

/// The results that legal moves of both sides can still reach, by our tables.
struct Cooperative(TableSet);

impl Truths for Cooperative {
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn Error + Send + Sync>> {
        Ok(TrueValue::of_helpmates(helpmates(board, &self.0)?, board.side_to_move()))
    }

    fn source(&self) -> &'static str {
        "drawproof"
    }

    fn has_distances(&self) -> bool {
        true
    }
}

/// Results of Syzygy's tables, without the fifty-move rule.
struct Theirs(Syzygy);

impl Truths for Theirs {
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn Error + Send + Sync>> {
        Ok(TrueValue::of_result(self.0.result(board)?.wdl(), None))
    }

    fn source(&self) -> &'static str {
        "syzygy"
    }

    fn has_distances(&self) -> bool {
        false
    }
}
