//! The positions that a rule is asked about: those that meet a condition.

use std::sync::Arc;

use anyhow::{Context, Result};
use drawproof_find::{Condition, Tables, Where};
use drawproof_tables::{Layout, Metric, NormalMaterial};
use drawproof_verifier::{Filter, Options, TruthKind};

use crate::environment::Environment;

/// The condition of a text about an endgame.
///
/// # Errors
///
/// The text is none, or names what the endgame does not have.
pub fn condition(text: &str, endgame: NormalMaterial) -> Result<Condition> {
    Ok(Condition::new(text, None, &Arc::new(Layout::new(endgame)))?)
}

/// Calls `run` with the filter that the options state, if they do.
///
/// # Errors
///
/// The condition is none, or a table that it takes cannot be had.
pub fn filtered<T>(
    endgame: NormalMaterial,
    options: &Options,
    environment: &Environment,
    run: impl FnOnce(Option<&dyn Filter>) -> Result<T>,
) -> Result<T> {
    let Some(text) = &options.condition else { return run(None) };
    let condition = condition(text, endgame)?;
    let of_results = match options.truth {
        TruthKind::Result => None,
        TruthKind::CanMate => Some(environment.store.of_metric(Metric::Dtm)),
    };
    let tables = Tables::new(&condition, of_results.as_ref().unwrap_or(&environment.store))?;
    // The verifier has the table of distances to mate, if that is what claims are compared with.
    let table = match of_results {
        None => None,
        Some(_) => Some(tables.windows()?.whole().cloned().with_context(|| {
            format!("--where with --truth can-mate is for up to five men, and {endgame} has more")
        })?),
    };
    run(Some(&Where::new(&condition, tables.sources(), table)))
}
