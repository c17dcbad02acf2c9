//! Patterns that withdraw the claims of a rule.

use anyhow::{Context, Result};
use drawproof_miner::patterns::{ListRule, Patterns};
use drawproof_recognizers::features::{Library, Men};

/// The rule that matches where one of the patterns does.
pub fn veto_rule(endgame: &str, veto: &Patterns) -> Result<ListRule> {
    let men = Men::of_endgame(endgame).context("an endgame has a name")?;
    Ok(ListRule::new("veto", &Library::new(men), veto))
}
