//! What a solve is asked for, who follows it, and why it fails.

use drawproof_tables::{
    MEN_OF_TABLES, Metric, NormalMaterial, ScratchFiles, TableMemory, TableSet, progress::Progress,
};

use crate::{memory::pool::Pool, simd::Vectors};

/// An endgame to solve, and all that solving it takes.
pub struct Request<'r> {
    /// How to solve.
    pub options: &'r Options,
    /// The endgame.
    pub material: NormalMaterial,
    /// The tables that its captures and promotions lead to ([`NormalMaterial::conversions`]), and maybe
    /// others.
    pub tables: &'r TableSet,
    /// Zeros to solve the table into, such as those of scratch files ([`ScratchFiles::table`]); `None`: memory
    /// of the pool.
    pub memory: Option<TableMemory>,
    /// The scratch files for the long lists of the analysis, those of conversions and of its log; `None`:
    /// they stay in memory.
    pub list_files: Option<&'r ScratchFiles>,
    /// Follows the solve, and may stop it.
    pub progress: &'r dyn Progress,
}

impl<'r> Request<'r> {
    /// Returns a solve in memory that nobody follows.
    pub fn new(
        options: &'r Options,
        material: NormalMaterial,
        tables: &'r TableSet,
    ) -> Request<'r> {
        Request { options, material, tables, memory: None, list_files: None, progress: &() }
    }
}

/// How to solve. But for the metric, the tables are the same whatever the options.
#[derive(Debug)]
pub struct Options {
    /// The distance to count.
    pub metric: Metric,
    /// The vector instructions to use.
    pub vectors: Vectors,
    /// Where memory comes from, and where working memory goes back to. The memory of a table goes
    /// back when the table is given to [`Pool::take_back`].
    pub pool: Pool,
}

impl Default for Options {
    /// Returns the distances to mate, the widest vectors that the processor supports, and an empty
    /// pool.
    fn default() -> Options {
        Options { metric: Metric::Dtm, vectors: Vectors::best(), pool: Pool::new() }
    }
}

/// Why an endgame was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A table that the endgame depends on is missing.
    #[error("{of} is solved from {missing}, which is not there: solve that first")]
    MissingTable {
        /// The endgame to solve.
        of: NormalMaterial,
        /// The table that is missing.
        missing: NormalMaterial,
    },
    /// A table of another metric than the one to solve.
    #[error(
        "{of} is solved by {wanted} from tables of {wanted}; that of {found} counts another distance"
    )]
    OtherMetric {
        /// The endgame to solve.
        of: NormalMaterial,
        /// The metric to solve by.
        wanted: Metric,
        /// The endgame of the table.
        found: NormalMaterial,
    },
    /// Only kings, or too many men.
    #[error("{0} cannot be solved: {MEN_OF_TABLES}, those of six by distance to mate")]
    Men(NormalMaterial),
    /// A scratch file could not be made, written or read.
    #[error("the scratch files of {of} cannot be {action}: {cause}")]
    Scratch {
        /// The endgame to solve.
        of: NormalMaterial,
        /// What failed: "written" or "read".
        action: &'static str,
        /// Why.
        cause: String,
    },
    /// The progress said stop ([`Progress::advance`]).
    #[error("solving {of} was stopped")]
    Stopped {
        /// The endgame to solve.
        of: NormalMaterial,
    },
}
