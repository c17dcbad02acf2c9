//! Saved judgements, resumed ones, and the differences between two.
//!
//! A [`Run`] has the settings of a judgement and all answers, so it can be resumed, measured again
//! with another draw band, and compared with another run position by position.

mod block;
mod compare;
mod comparison;
mod figure;
mod file;
mod run;

pub use compare::{CompareOptions, Draw, ValuesOf, compare};
pub use comparison::{
    ChangeVerdict, ChangedAnswer, ComparedRun, Comparison, Difference, Differences,
    EndgameComparison, Exceeded, SIGNIFICANT, exceeds_error, exceeds_regression,
};
pub use figure::{Discordant, holm, mcnemar_p, normal_p};
pub use file::{is_run, read_run, write_run};
pub use run::{EndgameRun, Run, RunError, RunSettings};
