//! The memory that learning takes.

use anyhow::{Result, bail};
use drawproof_features::Library;
use drawproof_miner::{memory_needed, world::World};
use drawproof_session::budget::gib;

use crate::output::grouped;

/// An error if learning takes more than `allowed` bytes.
pub fn check_memory(world: &World, library: &Library, allowed: u64) -> Result<()> {
    let needed = memory_needed(world, library);
    if needed > allowed {
        bail!(
            "learning takes about {:.1} GiB of memory, as it learns from each of {} decisive \
             positions; {:.1} GiB are allowed (--memory)",
            gib(needed),
            grouped(world.count().1),
            gib(allowed)
        );
    }
    Ok(())
}
