//! Saved judgements, resumed ones, and the differences between two.
//!
//! A [`Run`] has the settings of a judgement and all answers, so it can be resumed, measured again
//! with another draw band, and compared with another run position by position.

mod block;
mod compare;
mod comparison;
mod error;
mod figure;
mod file;
mod limits;
mod run;
mod significance;

pub use compare::{CompareOptions, SIGNIFICANT, compare};
pub use comparison::{
    ChangeVerdict, ChangedAnswer, ComparedRun, Comparison, Difference, Differences,
    EndgameComparison,
};
pub use error::RunError;
pub use file::{is_run, read_run, write_run};
pub use limits::{Exceeded, exceeds_error, exceeds_regression};
pub use run::{EndgameRun, Run, RunSettings};
pub use significance::{Discordant, holm, mcnemar_p, normal_p};
