//! Text for people at a terminal.

mod changes;
mod run;
mod tuning;

pub use changes::diff_text;
pub use run::text;
pub use tuning::tuning_text;
