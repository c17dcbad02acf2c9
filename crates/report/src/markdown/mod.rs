//! Markdown for pull requests and wikis.

pub mod cell;
mod changes;
mod claims;
mod reasons;
mod run;
mod tuning;

pub use changes::diff_markdown;
pub use run::markdown;
pub use tuning::tuning_markdown;
