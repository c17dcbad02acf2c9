//! Where the values of sampled positions come from: drawproof's tables, or Syzygy's.

use std::{error::Error, sync::Arc};

use anyhow::{Context, Result, anyhow, ensure};
use drawproof_board::Board;
use drawproof_syzygy::Syzygy;
use drawproof_tables::{
    Dtm, Metric, NormalMaterial, SOLVABLE_MEN_MAX, TableSet,
    helpmate::helpmates,
    probe::{Values, probe_as},
};
use drawproof_verifier::{TrueValue, Truths};

use crate::environment::Environment;

/// The tables that judge an endgame: ours of up to five men, and of six where they are on
/// disk; else Syzygy's.
///
/// # Errors
///
/// There are none, or they cannot be read or solved.
pub fn truths<'e>(
    endgame: NormalMaterial,
    environment: &'e Environment,
) -> Result<Box<dyn Truths + 'e>> {
    let store = &*environment.store;
    if endgame.get().men() <= SOLVABLE_MEN_MAX {
        let tables = store.with_conversions(endgame)?;
        return Ok(match store.metric() {
            Metric::Helpmate => Box::new(Cooperative(tables)),
            _ => Box::new(Own(Arc::new(tables))),
        });
    }
    ensure!(
        store.metric() != Metric::Helpmate,
        "--truth can-mate samples endgames of up to {SOLVABLE_MEN_MAX} men: {endgame} has more"
    );
    if store.has_table(endgame)? {
        store.conversions_of(endgame)?;
        return Ok(Box::new(Own(store)));
    }
    let syzygy = environment.open_syzygy();
    let Some(syzygy) = syzygy.with_context(|| format!("{endgame} is judged by Syzygy tables"))?
    else {
        return Err(no_table(endgame));
    };
    Ok(Box::new(Theirs(syzygy)))
}

/// That neither we nor a folder of Syzygy tables has a table of an endgame.
pub fn no_table(endgame: NormalMaterial) -> anyhow::Error {
    anyhow!(
        "there is no table of {endgame}: name folders of Syzygy tables with --syzygy DIR or in \
         $SYZYGY_PATH"
    )
}

/// Values of our tables.
struct Own<V>(V);

impl<V: std::ops::Deref<Target: Values> + Sync> Truths for Own<V> {
    fn value(&self, board: &Board) -> Result<TrueValue, Box<dyn Error + Send + Sync>> {
        let value = probe_as::<Dtm>(board, &*self.0)?;
        Ok(TrueValue::of_result(value.wdl(), value.distance().map(Dtm::plies)))
    }

    fn source(&self) -> &'static str {
        "drawproof"
    }

    fn has_distances(&self) -> bool {
        true
    }
}

/// What legal moves of both sides can still bring about, by our tables.
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
