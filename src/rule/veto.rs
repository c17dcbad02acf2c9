//! Patterns that withdraw the claims of a rule.

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::patterns::{ListRule, Patterns};

/// The rule that matches where one of the patterns does.
pub fn veto_rule(endgame: &str, veto: &Patterns) -> Result<ListRule> {
    let men = Men::of_endgame(endgame).context("an endgame has a name")?;
    Ok(ListRule::new("veto", &Library::new(men), veto))
}
