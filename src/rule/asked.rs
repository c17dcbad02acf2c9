//! The positions that a rule or an engine is asked about: those that meet a condition.

use std::sync::Arc;

use anyhow::{Context, Result};
use drawproof_find::{Condition, Tables, Where};
use drawproof_session::store::Store;
use drawproof_tables::{Layout, Metric, NormalMaterial};
use drawproof_verifier::{Filter, TruthKind};

/// Checks a condition before tables are solved.
///
/// # Errors
///
/// Fails if the text is not a condition, or names something that an endgame does not have.
pub fn check(text: Option<&str>, endgames: &[NormalMaterial]) -> Result<()> {
    let mut endgames = endgames.iter();
    text.map_or(Ok(()), |text| endgames.try_for_each(|it| condition(text, *it).map(drop)))
}

fn condition(text: &str, endgame: NormalMaterial) -> Result<Condition> {
    Ok(Condition::new(text, None, &Arc::new(Layout::new(endgame)))?)
}

/// Calls `run` with the filter for a condition; with `None` if there is no condition. `store` has
/// the tables of the `truth` that claims are compared with.
///
/// # Errors
///
/// Fails if the condition is invalid, if a table it needs is unavailable, or if `run` fails.
pub fn filtered<T>(
    endgame: NormalMaterial,
    condition: Option<&str>,
    truth: TruthKind,
    store: &Store,
    run: impl FnOnce(Option<&dyn Filter>) -> Result<T>,
) -> Result<T> {
    let Some(text) = condition else { return run(None) };
    let condition = self::condition(text, endgame)?;
    let of_results = match truth {
        TruthKind::Result => None,
        TruthKind::CanMate => Some(store.of_metric(Metric::Dtm)),
    };
    let tables = Tables::new(&condition, of_results.as_ref().unwrap_or(store))?;
    // The verifier has the table of distances to mate, if that is what claims are compared with.
    let table = match of_results {
        None => None,
        Some(_) => Some(tables.windows()?.whole().cloned().with_context(|| {
            format!("--where with --truth can-mate is for up to five men, and {endgame} has more")
        })?),
    };
    run(Some(&Where::new(&condition, tables.sources(), table)))
}
