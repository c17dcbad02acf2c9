//! `/stats`: counts of an endgame, with its mutual zugzwangs.

use drawproof_tables::{
    PlainTable,
    census::{Counting, MutualZugzwang, Stats, mutual_zugzwangs, stats},
};
use serde::Serialize;

/// Most mutual zugzwangs that are listed.
const ZUGZWANGS_MAX: usize = 1000;

/// The answer of `/stats`, with the keys of `drawproof stats --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatsDocument {
    /// The counts.
    #[serde(flatten)]
    pub stats: Stats,
    /// The mutual zugzwangs, the first thousand in the order of the table.
    pub zugzwangs: Vec<MutualZugzwang>,
}

/// The counts of a table by a convention, and its mutual zugzwangs. Runs on the current rayon pool.
pub fn stats_document(table: &PlainTable, counting: Counting) -> StatsDocument {
    let stats = stats(table, counting);
    let mut zugzwangs = mutual_zugzwangs(table, counting);
    zugzwangs.truncate(ZUGZWANGS_MAX);
    StatsDocument { stats, zugzwangs }
}
