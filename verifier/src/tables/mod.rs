//! Access to tables: whole tables by endgame, the hashes that tell them apart, and mating lines.

mod hash;
mod line;

pub use drawproof_tables::TableSource;

pub use hash::TableHashes;
pub(crate) use hash::{conflict, hash_of};
pub(crate) use line::helpmate_line;
pub use line::{Line, mating_line, proving_line};

/// The error of a source that cannot supply a table.
pub(crate) type TableError = Box<dyn std::error::Error + Send + Sync>;
