//! Progress of a store, for the faces to show.

pub use drawproof_generator::Observer as SolveObserver;
use drawproof_tables::{Metric, NormalMaterial};

/// Is called at each step of loading or solving tables, from several threads.
pub trait Observer: SolveObserver {
    /// These tables of a metric are about to be read or solved.
    fn begin_tables(&self, _metric: Metric, _tables: &[NormalMaterial]) {}
    /// The file of an endgame is about to be read.
    fn begin_reading(&self, _material: NormalMaterial) {}
    /// All tables are in memory.
    fn end_tables(&self) {}
}

/// An observer that ignores every step.
impl Observer for () {}
