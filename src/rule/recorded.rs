//! Endgames whose rule was verified and recorded, with what learning from the claims needs.

use std::sync::Arc;

use anyhow::{Context, Result};
use drawproof_features::{Library, Men};
use drawproof_miner::{families::Verified, world::World};
use drawproof_tables::{NormalMaterial, PlainTable};
use drawproof_verifier::{Options, Recording, Verdict};

use super::{arguments::RuleArgs, selection::verify_all};
use crate::environment::Environment;

/// A rule's claims about an endgame.
pub struct Recorded {
    pub endgame: NormalMaterial,
    pub verdict: Verdict,
    recording: Recording,
    table: Arc<PlainTable>,
    pub library: Library,
}

/// Verifies and records the rule for some endgames.
///
/// # Errors
///
/// An endgame could not be verified, or a table is missing.
pub fn recorded(
    endgames: &[NormalMaterial],
    rule: &RuleArgs,
    options: &Options,
    environment: &Environment,
) -> Result<Vec<Recorded>> {
    let options = Options { record: true, ..*options };
    let outcomes = verify_all(endgames, rule, &options, None, environment);
    environment.progress.finish();
    let members = endgames.iter().zip(outcomes).map(|(&endgame, outcome)| -> Result<Recorded> {
        let outcome = outcome.with_context(|| format!("{endgame} was not judged"))?;
        let men = Men::of_endgame(&endgame.to_string()).context("an endgame has a name")?;
        Ok(Recorded {
            endgame,
            verdict: outcome.verdict,
            recording: outcome.recording.context("the claims were recorded")?,
            table: environment.store.table(endgame)?,
            library: Library::for_fixes(men),
        })
    });
    members.collect()
}

impl Recorded {
    /// The endgame's positions.
    pub fn world<'a>(&'a self, reading: &'a (dyn Fn() + Sync)) -> World<'a> {
        World::new(&self.table).with_reading(reading)
    }

    /// The claims with the positions.
    pub fn verified<'a>(&'a self, world: &'a World<'a>) -> Verified<'a> {
        let Recorded { library, recording, verdict, .. } = self;
        Verified { world, library, recording, verdict }
    }

    /// The checksum of the table.
    pub fn checksum(&self) -> u64 {
        drawproof_miner::checksum(&self.table)
    }
}
