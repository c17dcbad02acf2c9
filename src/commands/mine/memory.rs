//! The memory that learning takes, known before any table is solved.

use anyhow::{Result, bail};
use drawproof_features::Library;
use drawproof_miner::memory_needed;
use drawproof_session::{budget::size, figures::figures};
use drawproof_tables::NormalMaterial;

use crate::output::grouped;

/// An error if learning about an endgame takes more than `allowed` bytes.
pub fn check_memory(endgame: NormalMaterial, library: &Library, allowed: u64) -> Result<()> {
    let figures = figures(endgame);
    let needed = memory_needed(figures.draws, figures.decisive, library);
    if needed > allowed {
        bail!(
            "learning takes about {} of memory, as it learns from each of about {} decisive \
             positions; --memory allows {}",
            size(needed),
            grouped(figures.decisive),
            size(allowed)
        );
    }
    Ok(())
}
