//! Access to tables: whole tables by endgame, and mating lines.

mod line;

pub use drawproof_tables::TableSource;

pub use line::{Line, mating_line, proving_line};

/// Why a source has no table.
pub(crate) type TableError = Box<dyn std::error::Error + Send + Sync>;
