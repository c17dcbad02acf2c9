//! Saved judgements, resumed ones, and the differences between two.

mod comparison;

pub use comparison::{
    ChangeVerdict, ChangedAnswer, ComparedRun, Comparison, Difference, Differences,
    EndgameComparison,
};
