//! Sources of tables, and why one has no table.

use std::error::Error;

pub use drawproof_tables::{Probing, TableSource};

/// Why a source has no table.
pub(crate) type TableError = Box<dyn Error + Send + Sync>;
