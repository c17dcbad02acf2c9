//! The request of a solve, the observer of its progress, and the reasons why it can fail.

use drawproof_tables::{
    MEN_OF_TABLES, Metric, NormalMaterial, ScratchFiles, TableMemory, TableSet, progress::Progress,
};

use crate::{memory::pool::Pool, simd::Vectors};

/// An endgame to solve, and everything that solving it needs.
pub struct Request<'r> {
    /// The metric, vector instructions and memory pool to use.
    pub options: &'r Options,
    /// The endgame to solve.
    pub material: NormalMaterial,
    /// The tables that the endgame's captures and promotions lead to
    /// ([`NormalMaterial::conversions`]). The set may contain further tables.
    pub tables: &'r TableSet,
    /// The memory for the table, all zeros, such as scratch files ([`ScratchFiles::table`]); `None`
    /// to use memory of the pool.
    pub memory: Option<TableMemory>,
    /// The scratch files for the long lists of the analysis: conversions and the log. `None` keeps
    /// the lists in memory.
    pub list_files: Option<&'r ScratchFiles>,
    /// The observer that receives progress reports, and can stop the solve.
    pub progress: &'r dyn Progress,
}

impl<'r> Request<'r> {
    /// Makes a request to solve an endgame in memory, without progress reports.
    pub fn new(
        options: &'r Options,
        material: NormalMaterial,
        tables: &'r TableSet,
    ) -> Request<'r> {
        Request { options, material, tables, memory: None, list_files: None, progress: &() }
    }
}

/// The options of a solve. Only the metric affects the resulting table.
#[derive(Debug)]
pub struct Options {
    /// The metric of the table to solve.
    pub metric: Metric,
    /// The vector instructions to use.
    pub vectors: Vectors,
    /// The memory for tables and working sets. Working memory returns to the pool; the memory of a
    /// table returns when the table is passed to [`Pool::take_back`].
    pub pool: Pool,
}

impl Default for Options {
    /// Selects distances to mate, the widest vectors that the processor supports, and an empty
    /// pool.
    fn default() -> Options {
        Options { metric: Metric::Dtm, vectors: Vectors::best(), pool: Pool::new() }
    }
}

/// The reason why an endgame was not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// A table that the endgame depends on is missing.
    #[error("{of} is solved from {missing}, which is not there: solve that first")]
    MissingTable {
        /// The endgame that was to be solved.
        of: NormalMaterial,
        /// The endgame of the missing table.
        missing: NormalMaterial,
    },
    /// A source table has another metric than the table to solve.
    #[error(
        "{of} is solved by {wanted} from tables of {wanted}; that of {found} counts another distance"
    )]
    OtherMetric {
        /// The endgame that was to be solved.
        of: NormalMaterial,
        /// The metric by which the endgame was to be solved.
        wanted: Metric,
        /// The endgame of the table with another metric.
        found: NormalMaterial,
    },
    /// The endgame has only kings, or more men than can be solved.
    #[error("{0} cannot be solved: {MEN_OF_TABLES}, those of six by distance to mate")]
    Men(NormalMaterial),
    /// A scratch file could not be created, written or read.
    #[error("the scratch files of {of} cannot be {action}: {cause}")]
    Scratch {
        /// The endgame that was to be solved.
        of: NormalMaterial,
        /// The failed action: "written" or "read".
        action: &'static str,
        /// The error message of the operating system.
        cause: String,
    },
    /// The progress observer asked to stop ([`Progress::advance`]).
    #[error("solving {of} was stopped")]
    Stopped {
        /// The endgame that was to be solved.
        of: NormalMaterial,
    },
}
