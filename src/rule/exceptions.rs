//! Patterns that withdraw the claims of a rule.

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::patterns::{ListRule, Patterns};

/// The rule that matches where one of the patterns does.
pub fn exceptions_rule(endgame: &str, exceptions: &Patterns) -> Result<ListRule> {
    let men = Men::of_endgame(endgame).context("an endgame has a name")?;
    Ok(ListRule::new("exceptions", &Library::for_fixes(men), exceptions))
}
