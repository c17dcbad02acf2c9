//! JSON with stable keys for programs.

mod changes;
mod run;
mod tuning;

pub use changes::diff_json;
pub use run::json;
pub use tuning::tuning_json;
