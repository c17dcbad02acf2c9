//! `--frequencies` of `verify` and `tune`: how often games meet an endgame, and what the rule misses there.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use drawproof_tables::NormalMaterial;
use drawproof_verifier::{Met, Options, Verdict};

use super::{arguments::RuleArgs, selection::verify_whole, verifications::Verifications};
use crate::{environment::Environment, frequencies::Frequencies};

/// Arguments for how often games meet endgames.
#[derive(Clone, Debug, Args)]
pub struct FrequencyArgs {
    /// File that says how often games reach each endgame
    ///
    /// 'games --frequencies' writes such a file; its lines look like 'KRPKR 37'. The report then
    /// says how often games meet a missed draw or a wrong claim. 'verify' shows the endgames with
    /// most such positions first
    #[arg(long, value_name = "FILE", conflicts_with = "truth")]
    pub frequencies: Option<PathBuf>,
}

impl FrequencyArgs {
    /// Reads the file, if one is named.
    pub fn read(&self) -> Result<Option<Frequencies>> {
        let frequencies = self.frequencies.as_deref().map(Frequencies::read).transpose()?;
        frequencies.iter().for_each(Frequencies::tell);
        Ok(frequencies)
    }
}

/// Adds to the verdicts how often games meet the endgames. Asks the rule about the positions of the games.
pub fn meet(
    verdicts: &mut [&mut Verdict],
    frequencies: Option<&Frequencies>,
    options: &Options,
    rule: &RuleArgs,
    environment: &Environment,
) -> Result<()> {
    let Some(frequencies) = frequencies else { return Ok(()) };
    let options =
        Options { examples: 0, features: false, sample: None, record: false, ..options.clone() };
    for verdict in verdicts {
        let endgame: NormalMaterial = verdict.endgame.parse()?;
        let mut met =
            Met { games_per_thousand: frequencies.per_thousand(endgame), positions: None };
        if let Some(positions) = frequencies.positions(endgame) {
            let work = Verifications::new(&[endgame], &options);
            let work = Verifications { met: Some(positions.to_vec()), ..work };
            let outcome = verify_whole(&work, rule, environment)?.pop();
            met.positions = outcome.map(|it| it.verdict.total());
        }
        verdict.met = Some(met);
    }
    Ok(())
}
