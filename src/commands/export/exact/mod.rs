//! `export --exact`: outcomes of endgames of at most four men as trees, in one file of source code.

mod emit;

use anyhow::{Result, bail};
use drawproof_miner::code::{Endgames, MEN_MAX, Trees, learn, learning_bytes, reached};
use drawproof_session::budget::size;
use drawproof_tables::NormalMaterial;

use super::{
    bundle::{Source, check_prefix},
    parts::Language,
};
use crate::{environment::Environment, output::grouped};

/// The source code of the outcomes of endgames, and of those that captures and promotions to a queen
/// lead to.
pub fn source(
    endgames: &[NormalMaterial],
    language: Language,
    prefix: &str,
    environment: &Environment,
) -> Result<Source> {
    if let Some(large) = endgames.iter().find(|endgame| endgame.get().men() > MEN_MAX) {
        bail!(
            "{large} has {} men; exact outcomes are written of endgames of at most {MEN_MAX}",
            large.get().men()
        );
    }
    check_prefix(prefix)?;
    let reached = reached(endgames);
    if reached.is_empty() {
        bail!("every position of these endgames is drawn: there is nothing to write");
    }
    let tables = reached.iter().map(|&endgame| environment.store.table(endgame));
    let endgames = Endgames::new(tables.collect::<Result<Vec<_>, _>>()?);
    let (needed, allowed) = (learning_bytes(&endgames), environment.store.memory_bytes());
    if needed > allowed {
        bail!(
            "learning takes up to {} of memory beside the tables; --memory allows {}",
            size(needed),
            size(allowed)
        );
    }
    let note = |endgame| environment.progress.note(endgame, "learning the outcomes of");
    let trees = learn(&endgames, &note).map_err(anyhow::Error::msg)?;
    environment.progress.finish();
    let each: Vec<String> = trees.iter().map(row).collect();
    let text = emit::source(&trees, language, prefix);
    let report = format!(
        "endgame      asked   leaves    bytes\n{}\n{} bytes of constants",
        each.join("\n"),
        grouped(emit::size_bytes(&trees) as u64)
    );
    Ok(Source { text, report })
}

/// An endgame in the report: positions that its trees answer, their leaves, and their bytes.
fn row(trees: &Trees) -> String {
    format!(
        "{:7} {:>10} {:>8} {:>8}",
        trees.material.to_string(),
        grouped(trees.asked.iter().sum::<usize>() as u64),
        grouped(trees.leaves.iter().sum::<usize>() as u64),
        grouped(trees.size_bytes() as u64)
    )
}
