//! Progress of a store, for the faces to show.

pub use drawproof_generator::Observer as SolveObserver;
use drawproof_tables::{Metric, NormalMaterial};

/// Is called at each step of loading or solving tables, from several threads.
pub trait Observer: SolveObserver {
    /// These tables of a metric are about to be read or solved.
    fn begin_tables(&self, _metric: Metric, _tables: &[NormalMaterial]) {}
    /// A share of the file of an endgame, 0 at first and 1 at the end, is read.
    fn reading(&self, _material: NormalMaterial, _share: f64) {}
    /// All tables are in memory.
    fn end_tables(&self) {}
}

/// An observer that ignores every step.
impl Observer for () {}
